package view_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/web/view"
)

// TestAhead makes premoves one after the other.
func TestAhead(t *testing.T) {
	for _, test := range []struct {
		name, variant, fen, premoves, want string
		kept                               int
	}{
		{"two in a row", "chess", "", "g8 f6; f6 e4", "rnbqkb1r/pppppppp/8/8/4n3/8/PPPPPPPP/RNBQKBNR", 2},
		{"a gate", "seirawan", "", "g8 f6 gate:H@g8; g8 e6",
			"rnbqkb1r/pppppppp/4hn2/8/8/8/PPPPPPPP/RNBQKBNR[HEe]", 2},
		{"castling", "chess", "r3k3/8/8/8/8/8/8/4K3 w q - 0 1", "e8 c8; d8 d2", "2k5/8/8/8/8/8/3r4/4K3", 2},
		{"a promotion", "chess", "4k3/8/8/8/8/8/p7/4K3 w - - 0 1", "a2 a1 promote:R; a1 a5",
			"4k3/8/8/r7/8/8/8/4K3", 2},
		{"what does not follow", "chess", "", "g8 f6; g8 h6; f6 e4",
			"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR", 1},
		{"a Sissa", "sissa", "", "d9 c7; c7 c5",
			"rnb1kqbnr/ppppppppp/9/9/2s6/9/9/PPPPPPPPP/RNBQKSBNR", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			var premoves [][]string
			for _, chain := range strings.Split(test.premoves, "; ") {
				premoves = append(premoves, strings.Fields(chain))
			}
			a := view.AheadOf(position(t, test.variant, test.fen), premoves)
			got, _, _ := strings.Cut(a.FEN, " ")
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			if a.Kept != test.kept {
				t.Errorf("%d premoves are kept, not %d", a.Kept, test.kept)
			}
		})
	}
}

// TestAheadOfAnything makes random premoves in every game.
func TestAheadOfAnything(t *testing.T) {
	for _, v := range games(t) {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				p := walk(t, v)
				var premoves [][]string
				for range 3 {
					a := view.AheadOf(p, premoves)
					if a.Kept != len(premoves) {
						t.Fatalf("%s: of %v only %d can be made", p, premoves, a.Kept)
					}
					if len(a.Premoves) == 0 {
						return
					}
					if !slices.ContainsFunc(a.Pieces, func(m view.PlacedPiece) bool { return m.Color != a.Turn }) {
						t.Fatalf("%s: %v leave no piece", p, premoves)
					}
					premoves = append(premoves, rapid.SampledFrom(a.Premoves).Draw(t, "premove"))
				}
			})
		})
	}
}
