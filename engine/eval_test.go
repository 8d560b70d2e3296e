package engine

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// randomPosition draws a position of a random game.
func randomPosition(t *rapid.T, v *kirke.Variant) kirke.Position {
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

// TestNode checks what a search relies on, in positions of random games: after a null move the
// hand-made evaluation follows from that before it, losesMoreThan agrees with staticExchange, and
// captures and promotions come before all other moves.
func TestNode(t *testing.T) {
	for _, v := range kirke.Variants() {
		t.Run(v.ID, func(t *testing.T) {
			e := New(Options{Hash: 1, HandMade: true}) // networks evaluate anew after a pass
			rapid.Check(t, func(t *rapid.T) {
				p := randomPosition(t, v)
				s, err := e.begin(kirke.NewGame(p), Limits{}, nil)
				if err != nil {
					return // the game is over
				}
				switch th := s.threads[0].(type) {
				case *thread[[1]uint64]:
					checkNode(t, p, th)
				case *thread[[2]uint64]:
					checkNode(t, p, th)
				case *thread[[4]uint64]:
					checkNode(t, p, th)
				}
			})
		})
	}
}

// TestImaginarySquare checks a position in which a knight can capture a piece on an imaginary
// square.
func TestImaginarySquare(t *testing.T) {
	v, err := kirke.Lookup("siceirawan")
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.FromFEN(v, "r1bqkb1r/Nppppppp/n4n2/8/7N/3P4/PPP1PPPP/R1BQKB1R[EHhe] w KQCDFkqcdf - 1 7")
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Hash: 1, HandMade: true}).begin(kirke.NewGame(p), Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	checkNode(t, p, s.threads[0].(*thread[[1]uint64]))
}

// checkNode checks the root of a search.
func checkNode[W rules.Words](t rapid.TB, p kirke.Position, th *thread[W]) {
	s, ss := th.session, &th.stack[0]
	th.updateInfo(0, ss.p.Key())
	if s.nullMoves && !ss.check {
		ss.rawEval = th.evaluate(ss.info, ss.turn, 0, nil)
		next := th.makeMove(0, rules.NullMove)
		ss.continuation = -1
		th.updateInfo(1, next.p.Key())
		var info boardInfo[W]
		th.readPosition(next.p.(rules.Surveyor[W]), &info)
		if got, want := next.rawEval, th.evaluate(&info, next.turn, 0, nil); got != want {
			t.Errorf("%s after a null move is %v, want %v", p, got, want)
		}
		// It stays so when the stack entry before it gets another position.
		ss.setPosition(ss.p.Play(s.rootMoves[0]))
		th.updateInfo(0, ss.p.Key())
		ss.continuation = 0
		th.updateInfo(1, next.p.Key())
		if got, want := th.evaluate(next.info, next.turn, 0, nil), th.evaluate(&info, next.turn, 0, nil); got != want {
			t.Errorf("%s, after a null move and another move, is %v, want %v", p, got, want)
		}
		ss.setPosition(p.Rules())
		th.updateInfo(0, ss.p.Key())
	}
	ss.moves = p.AppendLegalMoves(ss.moves[:0])
	th.putFirst(ss, 0)
	th.scoreCaptures(ss)
	for i, m := range ss.moves {
		if loud := th.capturedPiece(ss, m) != 0 || m.Promotion() != 0; loud != (i < len(ss.scores)) {
			t.Errorf("%s %s has index %d, and the first %d moves should be captures and promotions", p,
				p.MoveText(m, kirke.UCI), i, len(ss.scores))
		}
	}
	if s.rebirth {
		return
	}
	for _, m := range p.AppendLegalMoves(nil) {
		won := th.staticExchange(ss, m)
		for _, limit := range [...]Score{0, 20, 85, 180, 500} {
			if th.losesMoreThan(ss, m, limit) != (won < -limit) {
				t.Errorf("%s %s wins %v: losesMoreThan(%v) is wrong", p, p.MoveText(m, kirke.UCI), won, limit)
			}
		}
	}
}

// TestBothSidesAlike expects the same evaluation of a position and its colour flip, and from both
// kernels.
func TestBothSidesAlike(t *testing.T) {
	for _, v := range kirke.Variants() {
		t.Run(v.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := randomPosition(t, v)
				got := Evaluate(p)
				flipped, err := kirke.FromSetup(p.Variant(), rulestest.Flip(p.Variant(), p.Setup()),
					kirke.Forgive(rules.AnyDefect))
				if err == nil && Evaluate(flipped) != got {
					t.Errorf("%s is %v, flipped %v", p, got, Evaluate(flipped))
				}
				slow, err := kirke.FromSetup(p.Variant(), p.Setup(), kirke.Kernel("reference"),
					kirke.Forgive(rules.AnyDefect))
				if err == nil && Evaluate(slow) != got {
					t.Errorf("%s is %v, with the reference kernel %v", p, got, Evaluate(slow))
				}
			})
		})
	}
}

// TestValues compares the values of orthodox pieces with the usual ones.
func TestValues(t *testing.T) {
	for _, v := range kirke.Variants() {
		pv := pieceValuesOf(v)
		for i := range v.Army {
			ty, got := &v.Army[i], pv.value[i+1][0]
			if ty.Royal || ty.Pawn || ty.Letter == v.Conversion.Bishop {
				continue
			}
			if low, high := Score(ty.Value)*80/100, Score(ty.Value)*145/100; got < low || got > high {
				t.Errorf("%s: a %s is worth %v, to players about %d", v.ID, ty.Name, got, ty.Value)
			}
		}
	}
}

// TestExchange checks staticExchange.
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
		ss := &th.stack[0]
		ss.setPosition(p.Rules())
		th.updateInfo(0, ss.p.Key())
		got := th.staticExchange(ss, m)
		if got >= 0 != c.wins {
			t.Errorf("%s %s wins %v", c.fen, c.move, got)
		}
		for most := Score(0); most < 1200; most += 15 {
			if th.losesMoreThan(ss, m, most) != (got < -most) {
				t.Errorf("%s %s wins %v, and is said to lose more than %v", c.fen, c.move, got, most)
			}
		}
	}
}
