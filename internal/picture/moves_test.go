package picture

import (
	"math/rand/v2"
	"testing"

	"github.com/kirke-chess/kirke"
)

// TestSpoken: what happens in a move is said in a line.
func TestSpoken(t *testing.T) {
	for _, c := range []struct {
		id    string
		moves []string
		move  string
		want  string
	}{
		{"seirawan", nil, "Nf3/H", "Knight g1 to f3, Hawk placed on g1"},
		{"seirawan", []string{"Nf3", "a6", "g3", "a5", "Bg2", "a4"}, "O-O/Eh1",
			"Castles kingside, King to g1, Rook to f1, Elephant placed on h1"},
		{"siceirawan", []string{"Nf3/H", "a6"}, `H\E, a3`,
			"Hawk on g1 goes back, Elephant takes its place, pawn a2 to a3"},
		{"circe", []string{"e4", "d5", "exd5", "Nf6", "Nc3", "Nxd5"}, "Nxd5",
			"Knight c3 takes Knight on d5, Knight reborn on g8"},
		{"anticirce-calvet", []string{"Nc3", "d5"}, "Nxd5", "Knight c3 takes Pawn on d5, the Knight is reborn on b1"},
	} {
		g := newGame(t, c.id)
		for _, text := range c.moves {
			if err := g.PlayText(text); err != nil {
				t.Fatal(err)
			}
		}
		m, err := g.Position().ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := Spoken(g.Position(), m); got != c.want {
			t.Errorf("%s: %s is %q, want %q", c.id, c.move, got, c.want)
		}
	}
}

func newGame(t *testing.T, id string) *kirke.Game {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	return kirke.NewGame(p)
}

// TestChoicesAreToldApart: two moves between the same squares have different lines, in random games
// of every variant.
func TestChoicesAreToldApart(t *testing.T) {
	const plies = 120
	type choice struct {
		from, to kirke.Square
		told     string
	}
	for _, v := range kirke.Variants() {
		dice := rand.New(rand.NewPCG(1, 2))
		g := newGame(t, v.ID)
		for range plies {
			p := g.Position()
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			told := map[choice]kirke.Move{}
			for _, m := range moves {
				c := choice{m.From(), m.To(), Spoken(p, m)}
				if other, ok := told[c]; ok {
					t.Fatalf("%s: %s: %s and %s are both %q", v.ID, p.FEN(),
						p.MoveText(m, kirke.SAN), p.MoveText(other, kirke.SAN), c.told)
				}
				told[c] = m
			}
			if err := g.Play(moves[dice.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
	}
}
