package view_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/web/view"
)

func position(t *testing.T, variant, fen string) kirke.Position {
	t.Helper()
	v, err := kirke.Lookup(variant)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if fen != "" {
		p, err = kirke.FromFEN(v, fen)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMovement says how pieces move: "x" for captures, "!" for squares that are barred.
func TestMovement(t *testing.T) {
	for _, test := range []struct{ name, variant, fen, square, want, blocks string }{
		{"a knight of the side to move", "chess", "", "g1", "f3 h3", ""},
		{"a pawn of the other side", "chess", "", "e7", "e5 e6", ""},
		{"a pawn that takes", "chess", "4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", "e4", "e5 xd5 xf5", ""},
		{"castling", "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1", "d1 d2 e2 f1 f2 g1 h1", ""},
		{"a pinned knight", "chess", "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2", "c1! c3! d4! f4! g1! g3!", ""},
		{"in passing", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5", "e6 xd6", ""},
		{"a Sissa", "sissa", "4k4/9/9/9/9/9/1P7/S8/4K4 w - - 0 1", "a2",
			"a1 a3 a5 a6 a7 a8 a9 b2 b4 c1 c3 c6 d2 d8 e2 e4 f2 g2 g5 h2 i6", "b3"},
		{"anticirce", "anticirce", "4k3/8/8/3p4/8/8/3N4/4K3 w - - 0 1", "d2", "b1 b3 c4 e4 f1 f3", ""},
		{"imaginary", "siceirawan", "4k3/8/8/8/8/5B2/8/4K3[--e-] w - - 0 1", "f3",
			"a8 b7 c6 d1 d5 e2 e4 g2 g4 h1 h5 xz9", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, err := view.MovementOf(position(t, test.variant, test.fen), test.square)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range m.Squares {
				name := r.Square
				if r.Capture {
					name = "x" + name
				}
				if r.Barred {
					name += "!"
				}
				got = append(got, name)
			}
			slices.Sort(got)
			if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(test.blocks, strings.Join(m.Blocks, " ")); diff != "" {
				t.Errorf("blocks: %s", diff)
			}
		})
	}
}

// TestMovementTellsEveryMove compares the movement of all pieces with the legal moves.
func TestMovementTellsEveryMove(t *testing.T) {
	for _, v := range games(t) {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				p := walk(t, v)
				if p.Outcome().Over() {
					return
				}
				for _, placed := range view.Of(p).Pieces {
					if placed.Color == "" { // a wall
						continue
					}
					m, err := view.MovementOf(p, placed.Square)
					if err != nil {
						t.Fatal(err)
					}
					sq, _ := v.ParseSquare(placed.Square)
					if p.At(sq).Color() != p.Turn() {
						continue
					}
					open := map[string]bool{}
					for _, r := range m.Squares {
						open[r.Square] = !r.Barred
					}
					legal := view.Beginning(p, sq)
					for to := range legal {
						if !open[v.SquareName(to)] {
							t.Fatalf("%s: the move of %s to %s is not shown", p, placed.Square, v.SquareName(to))
						}
						delete(open, v.SquareName(to))
					}
					for to, is := range open {
						if is {
							t.Fatalf("%s: %s is shown to move to %s", p, placed.Square, to)
						}
					}
				}
			})
		})
	}
}

func TestMovementInHand(t *testing.T) {
	p := position(t, "seirawan", "r1bqkb1r/8/8/8/8/8/8/R2QK2R[Hhe] w KQAHkqach - 0 1")
	m, err := view.MovementInHand(p, "H", "white")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a1", "e1", "h1"}, m.Gates); diff != "" {
		t.Error(diff)
	}
	for _, wrong := range [][2]string{{"Q", "white"}, {"H", "red"}, {"", "white"}} {
		if _, err := view.MovementInHand(p, wrong[0], wrong[1]); err == nil {
			t.Errorf("%v is taken", wrong)
		}
	}
	if _, err := view.MovementOf(p, "e4"); err == nil {
		t.Error("an empty square is taken")
	}
}
