package notation_test

import (
	"errors"
	"flag"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestMain plays fewer random games by default, so that the tests take a few seconds. make soak
// plays more.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "15")
	m.Run()
}

// combinations are games in which several parts have something to write down.
var combinations = []string{
	"progressive+circe", "seirawan+circe", "seirawan+circe-rex-inclusive", "seirawan+anticirce-calvet",
	"chess960+circe", "circe-rex-inclusive+circe-mirror", "cetran2+anticirce-calvet",
	"sissa+circe-volcanic", "siceirawan+progressive", "cohen+circe-pwc", "seirawan960+circe", "progressive+seirawan",
	"sissa+circe-diagram", "circe-mirror+circe-kamikaze-rebirth",
}

// allVariants returns every game and those of the combinations that are games.
func allVariants(t testing.TB) []*rules.Variant {
	t.Helper()
	all := rules.All()
	for _, id := range combinations {
		all = append(all, lookup(t, id))
	}
	return all
}

func TestFENRoundTrip(t *testing.T) {
	for _, v := range allVariants(t) {
		t.Run(v.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				rulestest.Walk(t, v, reference.New, 40, func(p rules.Position) {
					s := p.Setup()
					text := notation.FEN(v, s)
					back, err := notation.ParseFEN(v, text)
					if err != nil {
						t.Fatalf("cannot read back: %v", err)
					}
					if !reflect.DeepEqual(s, back) {
						t.Fatalf("%s reads back as another position:\n%s", text, cmp.Diff(s, back))
					}
				})
			})
		})
	}
}

func TestUCIRoundTrip(t *testing.T) {
	for _, v := range allVariants(t) {
		t.Run(v.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := rulestest.Walk(t, v, reference.New, 40, nil)
				for _, m := range p.LegalMoves(nil) {
					text := notation.UCI(v, m)
					back, err := notation.ParseUCI(p, text)
					if err != nil || back != m {
						t.Fatalf("%s: %#x is written %q and read as %#x, %v", notation.FEN(v, p.Setup()), m, text, back,
							err)
					}
				}
			})
		})
	}
}

// Moves made of any bits must not upset the writer, nor illegal ones the reader.
func TestUCIOfAnyMove(t *testing.T) {
	for _, v := range allVariants(t) {
		t.Run(v.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := rulestest.Walk(t, v, reference.New, 10, nil)
				m := rules.Move(rapid.Uint64().Draw(t, "move"))
				back, err := notation.ParseUCI(p, notation.UCI(v, m))
				var illegal *notation.IllegalError
				if err == nil && !p.IsLegal(back) {
					t.Fatalf("%q is read as the illegal %#x", notation.UCI(v, m), back)
				}
				if errors.As(err, &illegal) && p.IsLegal(illegal.Move) {
					t.Fatalf("%q is legal, but not read", notation.UCI(v, m))
				}
			})
		})
	}
}
