package match

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
)

// TestPositionCommand follows a game to its end and back, and another one, with one command.
func TestPositionCommand(t *testing.T) {
	v, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	var c positionCommand
	for _, fen := range []string{"", "4k3/8/8/8/8/8/8/N3K1n1 w - - 0 1"} {
		p, err := kirke.Start(v)
		want := "position startpos"
		if fen != "" {
			p, err = kirke.FromFEN(v, fen)
			want = "position fen " + fen
		}
		if err != nil {
			t.Fatal(err)
		}
		g := kirke.NewGame(p)
		check := func() {
			t.Helper()
			if got := c.upTo(g); got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		check()
		check()
		want += " moves"
		for g.Ply() < 40 {
			moves := g.Position().AppendLegalMoves(nil)
			m := moves[g.Ply()%len(moves)]
			want += " " + g.Position().MoveText(m, kirke.UCI)
			if err := g.Play(m); err != nil {
				t.Fatal(err)
			}
			if g.Ply()%3 == 0 {
				check()
			}
		}
		for range 7 {
			g.Undo()
		}
		words := strings.Fields(want)
		want = strings.Join(words[:len(words)-7], " ")
		check()
	}
}

// TestPositionCommandOfLongGame: a move costs as little in a game of hundreds of moves as in one of
// a few.
func TestPositionCommandOfLongGame(t *testing.T) {
	v, err := kirke.Lookup("circe")
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	g := kirke.NewGame(p)
	random := rand.New(rand.NewPCG(1, 1))
	for !g.Outcome().Over() && g.Ply() < 2000 {
		moves := g.Position().AppendLegalMoves(nil)
		if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
			t.Fatal(err)
		}
	}
	var c positionCommand
	c.upTo(g)
	t.Logf("%d half-moves", g.Ply())
	if n := testing.AllocsPerRun(20, func() { c.upTo(g) }); n > 20 {
		t.Errorf("%v allocations for a position that was told before", n)
	}
}
