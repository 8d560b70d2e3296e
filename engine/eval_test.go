package engine

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// reached draws a position of a random game.
func reached(t *rapid.T, v *kirke.Variant) kirke.Position {
	p, err := kirke.Start(v, kirke.Seed(rapid.Uint64Range(1, 1000).Draw(t, "seed")))
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 80).Draw(t, "plies") {
		moves := p.AppendLegalMoves(nil)
		if len(moves) == 0 {
			break
		}
		if p, err = p.Play(rapid.SampledFrom(moves).Draw(t, "move")); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// TestSeen looks at positions of random games as a search does: after a pass there is nothing new to see, what a move is said to lose is
// what the exchanges on its square come to, and captures and promotions go before all other moves.
func TestSeen(t *testing.T) {
	for _, v := range kirke.Variants() {
		t.Run(v.ID, func(t *testing.T) {
			e := New(Options{Hash: 1})
			rapid.Check(t, func(t *rapid.T) {
				p := reached(t, v)
				s, err := e.begin(kirke.NewGame(p), Limits{}, nil)
				if err != nil {
					return // the game is over
				}
				switch th := s.threads[0].(type) {
				case *thread[[1]uint64]:
					checkSeen(t, p, th)
				case *thread[[2]uint64]:
					checkSeen(t, p, th)
				case *thread[[4]uint64]:
					checkSeen(t, p, th)
				}
			})
		})
	}
}

// TestTakenOutside has a knight that may go to an imaginary square, where a man of the other side waits to be taken.
func TestTakenOutside(t *testing.T) {
	v, err := kirke.Lookup("siceirawan")
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.FromFEN(v, "r1bqkb1r/Nppppppp/n4n2/8/7N/3P4/PPP1PPPP/R1BQKB1R[EHhe] w KQCDFkqcdf - 1 7")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Hash: 1}).begin(kirke.NewGame(p), Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkSeen(t, p, s.threads[0].(*thread[[1]uint64]))
}

// checkSeen looks at the root of a search.
func checkSeen[W rules.Words](t rapid.TB, p kirke.Position, th *thread[W]) {
	s, f := th.session, &th.frames[0]
	th.see(0, f.p.Key())
	if s.passes && !f.check {
		f.raw = th.evaluate(f.view, f.turn, 0, nil)
		next := th.enter(0, pass)
		f.trail = -1
		th.see(1, next.p.Key())
		var view view[W]
		th.look(next.p.(rules.Surveyor[W]), &view)
		if got, want := next.raw, th.evaluate(&view, next.turn, 0, nil); got != want {
			t.Errorf("%s after a pass is %v, to be %v", p, got, want)
		}
		// It is still that when the position before it has made room for another.
		f.begin(f.p.Play(s.moves[0]))
		th.see(0, f.p.Key())
		f.trail = 0
		th.see(1, next.p.Key())
		if got, want := th.evaluate(next.view, next.turn, 0, nil), th.evaluate(&view, next.turn, 0, nil); got != want {
			t.Errorf("%s, after a pass and another move, is %v, to be %v", p, got, want)
		}
		f.begin(p.Rules())
		th.see(0, f.p.Key())
	}
	f.moves = p.AppendLegalMoves(f.moves[:0])
	th.lead(f, 0)
	th.arrangeLoud(f)
	for i, m := range f.moves {
		if loud := th.prey(f, m) != 0 || m.Promotion() != 0; loud != (i < len(f.ranks)) {
			t.Errorf("%s %s is in place %d, and the first %d should be captures and promotions", p, p.MoveText(m, kirke.UCI), i, len(f.ranks))
		}
	}
	if s.reborn {
		return
	}
	for _, m := range p.AppendLegalMoves(nil) {
		won := th.exchange(f, m)
		for _, most := range [...]Score{0, 20, 85, 180, 500} {
			if th.loses(f, m, most) != (won < -most) {
				t.Errorf("%s %s wins %v, and is said to lose more than %v", p, p.MoveText(m, kirke.UCI), won, most)
			}
		}
	}
}

// TestBothSidesAlike evaluates positions of random games and their colour flips, and with both kernels: it must come
// out the same.
func TestBothSidesAlike(t *testing.T) {
	for _, v := range kirke.Variants() {
		t.Run(v.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := reached(t, v)
				got := Evaluate(p)
				flipped, err := kirke.FromSetup(p.Variant(), rulestest.Flip(p.Variant(), p.Setup()), kirke.Forgive(rules.AnyProblem))
				if err == nil && Evaluate(flipped) != got {
					t.Errorf("%s is %v, flipped %v", p, got, Evaluate(flipped))
				}
				slow, err := kirke.FromSetup(p.Variant(), p.Setup(), kirke.Kernel("reference"), kirke.Forgive(rules.AnyProblem))
				if err == nil && Evaluate(slow) != got {
					t.Errorf("%s is %v, with the reference kernel %v", p, got, Evaluate(slow))
				}
			})
		})
	}
}

// TestValues holds the values found from the movements to those that players give.
func TestValues(t *testing.T) {
	for _, v := range kirke.Variants() {
		a := armyOf(v)
		for i := range v.Army {
			ty, got := &v.Army[i], a.value[i+1][0]
			if ty.Royal || ty.Pawn || ty.Letter == v.Conversion.Bishop {
				continue
			}
			if low, high := Score(ty.Value)*80/100, Score(ty.Value)*145/100; got < low || got > high {
				t.Errorf("%s: a %s is worth %v, to players about %d", v.ID, ty.Name, got, ty.Value)
			}
		}
	}
}

// TestExchange counts captures out on one square.
func TestExchange(t *testing.T) {
	for _, c := range []struct {
		fen, move string
		wins      bool
	}{
		{"4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", true},
		{"4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", false},
		{"4k3/8/4p3/3p4/4P3/8/8/3RK3 w - - 0 1", "e4d5", true},
		{"4k3/8/2n5/3p4/8/2N5/8/3RK3 w - - 0 1", "c3d5", true}, // what takes back is not protected
		{"4k3/3r4/2n5/3p4/8/2N5/8/4K3 w - - 0 1", "c3d5", false},
		{"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", true}, // one rook behind the other
		{"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", false},
		{"3rk3/3q4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", true}, // the rook takes after the queen only
		{"4k3/8/8/3p4/4n3/8/6B1/4K1R1 w - - 0 1", "g2e4", false},
		{"3rk3/1b6/8/3p4/4P3/5B2/6Q1/3RK3 w - - 0 1", "e4d5", true},
	} {
		v, err := kirke.Lookup("chess")
		if err != nil {
			t.Fatal(err)
		}
		p, err := kirke.FromFEN(v, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMove(c.move)
		if err != nil {
			t.Fatal(err)
		}
		th := newThread[[1]uint64](v, 0)
		th.session = &session{}
		f := &th.frames[0]
		f.begin(p.Rules())
		th.see(0, f.p.Key())
		got := th.exchange(f, m)
		if got >= 0 != c.wins {
			t.Errorf("%s %s wins %v", c.fen, c.move, got)
		}
		for most := Score(0); most < 1200; most += 15 {
			if th.loses(f, m, most) != (got < -most) {
				t.Errorf("%s %s wins %v, and is said to lose more than %v", c.fen, c.move, got, most)
			}
		}
	}
}
