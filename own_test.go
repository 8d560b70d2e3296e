package kirke_test

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// changed returns a copy of a game with a change and an id of its own.
func changed(t *testing.T, id string, change func(*kirke.Variant)) *kirke.Variant {
	t.Helper()
	own := *variant(t, id)
	own.ID = "own-" + id
	change(&own)
	return &own
}

// A copy of a game with a hand gates as Seirawan chess does, whatever the hand holds.
func TestOwnHand(t *testing.T) {
	for _, test := range []struct {
		game, hand string
		moves      string // playable from the start
		refused    string // not playable after them
	}{
		{"chess", "NB", "Nf3/B Nf6/N", "Ng1-h3/N"},
		{"chess", "N", "Nf3/N Nf6/N Nh3", "Rg1/N"},
		{"chess", "R", "Nf3/R", ""},
		{"chess960", "Q", "", ""},
		{"seirawan", "EQ", "Nf3/Q Nf6/E", "e4/E"},
		{"circe", "NB", "e4 Nc6/B", ""},
		{"progressive", "BN", "Nf3/B Nf6/N Nc6/B", ""},
		{"sissa", "BS", "Nc3/B", ""},
		{"symmetric-sissa", "CS", "", ""},
		{"cetran1", "SB", "", ""},
		{"cetran2+circe", "HS", "", ""},
	} {
		t.Run(test.game+" "+test.hand, func(t *testing.T) {
			own := changed(t, test.game, func(v *kirke.Variant) { v.Gating.Hand = test.hand })
			fast, err := kirke.Start(own)
			if err != nil {
				t.Fatal(err)
			}
			slow, err := kirke.Start(own, kirke.Kernel("reference"))
			if err != nil {
				t.Fatal(err)
			}
			for depth := range 4 {
				if a, b := fast.Perft(depth), slow.Perft(depth); a != b || a == 0 {
					t.Fatalf("perft(%d) is %d, of the reference kernel %d", depth, a, b)
				}
			}
			comesBack(t, fast, 2)
			g := kirke.NewGame(fast)
			for _, text := range strings.Fields(test.moves) {
				play(t, g, text)
			}
			if test.refused != "" {
				if _, err := g.Position().ParseMove(test.refused); err == nil {
					t.Errorf("%s is played in %s", test.refused, g.Position())
				}
			}
		})
	}
}

// comesBack checks that positions of the tree and their moves are read as they are written.
func comesBack(t *testing.T, p kirke.Position, depth int) {
	t.Helper()
	again, err := kirke.FromFEN(p.Variant(), p.FEN())
	if err != nil || !again.SameAs(p) || again.FEN() != p.FEN() {
		t.Fatalf("%s is read as %v, %v", p, again, err)
	}
	if depth == 0 {
		return
	}
	for i, m := range p.AppendLegalMoves(nil) {
		for _, style := range []kirke.Style{kirke.SAN, kirke.UCI, kirke.Courier} {
			text := p.MoveText(m, style)
			if got, err := p.ParseMove(text); err != nil || got != m {
				t.Fatalf("%s: %s is read as %v, %v", p, text, got, err)
			}
		}
		if i%5 == 0 {
			next, err := p.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			comesBack(t, next, depth-1)
		}
	}
}

// A hand that makes no game is refused in a sentence about the hand.
func TestBadHands(t *testing.T) {
	for _, test := range []struct {
		game   string
		gating rules.Gating
		want   string
	}{
		{"chess", rules.Gating{Hand: "NBR"}, "at most two piece types"},
		{"chess", rules.Gating{Hand: "H"}, "'H', which is not in the army"},
		{"chess", rules.Gating{Hand: "NN"}, "twice"},
		{"chess", rules.Gating{Hand: "NK"}, "King"},
		{"chess", rules.Gating{Hand: "P"}, "Pawn"},
		{"siceirawan", rules.Gating{Imaginary: true}, "imaginary squares"},
		{"siceirawan", rules.Gating{Hand: "H", Imaginary: true}, "imaginary squares"},
		{"siceirawan", rules.Gating{Hand: "NB", Imaginary: true}, "imaginary squares"},
	} {
		own := changed(t, test.game, func(v *kirke.Variant) { v.Gating = test.gating })
		_, err := kirke.Start(own)
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), own.ID+": ") {
			t.Errorf("%s with %+v: %v, want %q", test.game, test.gating, err, test.want)
		}
	}
}
