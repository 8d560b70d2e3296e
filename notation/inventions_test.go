package notation_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestInventions writes and reads positions, every legal move in every style, and whole games, of
// games with drops, walls, passes and promotions as in shogi.
func TestInventions(t *testing.T) {
	pawns := []*rules.Variant{lookup(t, "petrified"), lookup(t, "wolf")} // that go sideways, of two types
	for _, v := range append(rulestest.Inventions(t), pawns...) {
		t.Run(v.ID, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				var last rules.Position
				var line notation.Line
				p := rulestest.Walk(t, v, reference.New, 40, func(p rules.Position) {
					if last != nil {
						line.Plies = append(line.Plies, notation.Ply{Text: between(t, last, p)})
					}
					last = p
				})
				sameFEN(t, p)
				for _, style := range notation.Styles() {
					everyMove(t, p, style)
				}
				samePGN(t, line)
			})
		})
	}
}

// between returns the SAN of a move that leads from one position to another.
func between(t *rapid.T, from, to rules.Position) string {
	for _, m := range from.LegalMoves(nil) {
		if from.Play(m).SameAs(to) {
			return notation.Text(from, m, notation.SAN)
		}
	}
	t.Fatalf("no move leads from\n%s to\n%s", rulestest.Text(from), rulestest.Text(to))
	return ""
}

func sameFEN(t *rapid.T, p rules.Position) {
	s := p.Setup()
	back, err := notation.ParseFEN(p.Variant(), rulestest.Text(p))
	if err != nil || !reflect.DeepEqual(s, back) {
		t.Fatalf("%s is read as another position: %v\n%s", rulestest.Text(p), err, cmp.Diff(s, back))
	}
}

// everyMove writes and reads the legal moves of p; of the many with walls, some.
func everyMove(t *rapid.T, p rules.Position, style notation.Style) {
	known := map[string]rules.Move{}
	moves := p.LegalMoves(nil)
	for i := 0; i < len(moves); i += 1 + len(moves)/200 {
		m := moves[i]
		text := notation.Text(p, m, style)
		if other, twice := known[text]; twice {
			t.Fatalf("%s\n%#x and %#x are both written %s in %s", rulestest.Text(p), uint64(other), uint64(m), text,
				style)
		}
		known[text] = m
		if back, err := notation.Parse(p, text, style); err != nil || back != m {
			t.Fatalf("%s\n%#x is written %s in %s and read as %#x, %v", rulestest.Text(p), uint64(m), text, style,
				uint64(back), err)
		}
	}
}

func samePGN(t *rapid.T, line notation.Line) {
	turn := board.White
	for i := range line.Plies {
		line.Plies[i].Number = notation.MoveNumber(1+i/2, turn)
		turn = turn.Other()
	}
	g := &notation.PGN{Line: line, Result: "*"}
	g.Tags.Set("Event", "?")
	back, err := notation.NewPGNReader(strings.NewReader(g.String())).Next()
	if err != nil {
		t.Fatalf("%v\n%s", err, g)
	}
	for i, ply := range back.Line.Plies {
		if i >= len(line.Plies) || ply.Text != line.Plies[i].Text {
			t.Fatalf("move %d is read as %q\n%s", i, ply.Text, g)
		}
	}
	if len(back.Line.Plies) != len(line.Plies) {
		t.Fatalf("%d moves are read of\n%s", len(back.Line.Plies), g)
	}
}

// TestPartTexts: how moves of such games are written, and what else is read.
func TestPartTexts(t *testing.T) {
	for _, test := range []struct{ variant, fen, uci, san, also string }{
		{"house", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "N@f3", "N@f3", "n@f3 N@f3+ N*f3"},
		{"house", "4k3/8/8/8/8/8/8/4K3[NP] w - - 0 1", "P@e4", "P@e4", "@e4 P*e4"},
		{"house", "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q", "a8=Q+", "a8Q"},
		{"little-shogi", "4k/5/5/S4/K4[] w - - 0 1", "a2a3", "Sa3", "Sa2-a3"},
		{"little-shogi", "4k/S4/5/5/K4[] w - - 0 1", "a4a5", "Sa5=", "Sa5"},
		{"little-shogi", "4k/S4/5/5/K4[] w - - 0 1", "a4a5+", "Sa5+", "Sa4-a5+"},
		{"little-shogi", "4k/1+R3/5/5/K4[] w - - 0 1", "b4b3", "+Rb3", "+Rb4-b3"},
		{"duck", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2,e2e1", "Ke2,e1", "Ke1-e2,e1"},
		{"masons", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e1,e1a1", "--,a1", "pass,a1"},
		{"passing", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e1", "--", "pass"},
	} {
		p := rulestest.Position(t, rulestest.Invention(t, test.variant), test.fen, rules.AnyDefect)
		m, err := notation.ParseUCI(p, test.uci)
		if err != nil {
			t.Errorf("%s: %v", test.variant, err)
			continue
		}
		if san := notation.Text(p, m, notation.SAN); san != test.san {
			t.Errorf("%s: %s is written %s, want %s", test.variant, test.uci, san, test.san)
		}
		for _, text := range strings.Fields(test.san + " " + test.uci + " " + test.also) {
			if back, err := notation.ParseAny(p, text); err != nil || back != m {
				t.Errorf("%s: %s is read as %#x, want %#x: %v", test.variant, text, uint64(back), uint64(m), err)
			}
		}
	}
}
