package engine_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/rules"
)

var games = flag.Int("games", 2, "games in each variant against a search that counts pieces")

// TestBeatsCounting plays each variant against a search of two half-moves that counts pieces. The
// engine must score 95 %, or in a few games all but one.
func TestBeatsCounting(t *testing.T) {
	for _, v := range append(kirke.Variants(), invented(t)...) {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			points := 0.0
			for i := range *games {
				points += playCounting(t, v, uint64(i/2+1), kirke.Color(i%2))
			}
			t.Logf("%v of %d", points, *games)
			if least := min(0.95*float64(*games), float64(*games-1)); points < least {
				t.Errorf("%v points of %d", points, *games)
			}
		})
	}
}

// invented returns the games of the catalogue that people play most.
func invented(t *testing.T) (all []*kirke.Variant) {
	t.Helper()
	for _, id := range []string{
		"crazyhouse", "atomic", "kingofthehill", "3check", "capablanca", "makruk", "minishogi",
	} {
		v, err := kirke.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// playCounting plays a game with the engine as us and returns its points.
func playCounting(t *testing.T, v *kirke.Variant, seed uint64, us kirke.Color) float64 {
	t.Helper()
	dice := rand.New(rand.NewPCG(seed, 7))
	g := opening(t, v, seed, dice)
	e := engine.New(engine.Options{Threads: 1, Hash: 4})
	for ply := opened; !g.Outcome().Over() && len(g.Claims()) == 0 && ply < 400; ply++ {
		p := g.Position()
		var m kirke.Move
		if p.Turn() == us {
			r, err := e.Search(t.Context(), g, engine.Limits{Nodes: 4000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			m = r.Move
		} else {
			_, m = count(p, 2, dice)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	switch g.Outcome().Result {
	case kirke.Win(us):
		return 1
	case kirke.Win(us.Other()):
		t.Logf("lost: %s", g.Position())
		return 0
	}
	t.Logf("drawn, %v %v at %d: %s", g.Outcome(), g.Claims(), g.Ply(), g.Position())
	return 0.5
}

// opened is how many random moves start a game.
const opened = 4

// opening starts a game with random moves, after which the side to move has no mate in one.
func opening(t *testing.T, v *kirke.Variant, seed uint64, dice *rand.Rand) *kirke.Game {
	t.Helper()
	p, err := kirke.Start(v, kirke.Seed(seed))
	if err != nil {
		t.Fatal(err)
	}
	for {
		g := kirke.NewGame(p)
		for range opened {
			moves := g.Position().AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			if err := g.Play(moves[dice.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
		}
		if best, _ := count(g.Position(), 1, dice); !g.Outcome().Over() && best < mate {
			return g
		}
	}
}

// mate is more than the value of all pieces.
const mate = 100000

// count returns the best move by the value of the pieces after a few half-moves, and that value for
// the side to move.
func count(p kirke.Position, depth int, dice *rand.Rand) (int, kirke.Move) {
	if depth == 0 {
		s := p.Setup()
		sum := 0
		add := func(m kirke.Piece, n int) {
			if m.Type() == 0 || n == 0 {
				return
			}
			value := n * p.Variant().Type(m.Type()).Value
			if m.Color() != p.Turn() {
				value = -value
			}
			sum += value
		}
		for _, m := range append(s.Board, s.Gating.Imaginary[:]...) {
			add(m, 1)
		}
		for c := range s.Hand {
			for k, n := range s.Hand[c] {
				add(rules.MakePiece(kirke.PieceType(k), kirke.Color(c)), int(n))
			}
		}
		return sum, 0
	}
	moves := p.AppendLegalMoves(nil)
	if len(moves) == 0 {
		switch p.Outcome().Result {
		case kirke.Win(p.Turn()):
			return mate, 0
		case kirke.Win(p.Turn().Other()):
			return -mate, 0
		}
		return 0, 0
	}
	best, least := kirke.Move(0), -1<<30
	for _, i := range dice.Perm(len(moves)) {
		next, err := p.Play(moves[i])
		if err != nil {
			continue
		}
		got, _ := count(next, depth-1, dice)
		if next.Turn() != p.Turn() {
			got = -got
		}
		if got > least {
			best, least = moves[i], got
		}
	}
	return least, best
}

// TestGivesAway: the engine wins games that are won by running out of pieces, against a search that
// wants to have fewer.
func TestGivesAway(t *testing.T) {
	v, err := kirke.Lookup("antichess")
	if err != nil {
		t.Fatal(err)
	}
	for i := range v.Army {
		v.Army[i].Value = -100
	}
	points := 0.0
	n := max(10, *games)
	for i := range n {
		points += playCounting(t, v, uint64(i/2+1), kirke.Color(i%2))
	}
	t.Logf("%v of %d", points, n)
	if points < 0.8*float64(n) {
		t.Errorf("%v points of %d", points, n)
	}
}
