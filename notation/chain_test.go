package notation_test

import (
	"testing"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// TestUnlistedConditions writes and reads the moves of conditions that no built-in game has, of
// both forms that only they have: chains of captures and the exchange of roles.
func TestUnlistedConditions(t *testing.T) {
	for _, test := range []struct {
		fairy        rules.Fairy
		fen          string
		moves        int
		special, bad string
	}{
		{rules.Fairy{Chains: true}, "7k/8/8/8/8/3p4/2p5/KB6 w - - 0 1", 20, "Bb1*c2*d3-e4", "b1e4~99"},
		{rules.Fairy{Roles: rules.Roles{Exchanged: true, Most: 2}}, "7k/8/8/8/8/8/8/K7 w - - 0 1 $r1", 4, "<>", "b1b2"},
	} {
		chess, err := rules.Lookup("chess")
		if err != nil {
			t.Fatal(err)
		}
		v, err := rules.Compose(chess, &rules.Modifier{ID: "test", Name: "Test", Summary: "A test.", Fairy: test.fairy})
		if err != nil {
			t.Fatal(err)
		}
		setup, err := notation.ParseFEN(v, test.fen)
		if err != nil {
			t.Fatal(err)
		}
		p, err := reference.New(v, setup, 0)
		if err != nil {
			t.Fatal(err)
		}
		moves := p.LegalMoves(nil)
		if len(moves) != test.moves {
			t.Errorf("%s: %d moves, want %d", test.fen, len(moves), test.moves)
		}
		texts := map[string]bool{}
		for _, m := range moves {
			for _, style := range []notation.Style{notation.SAN, notation.LAN, notation.UCIStyle, notation.Popeye} {
				text := notation.Text(p, m, style)
				texts[text] = true
				if got, err := notation.Parse(p, text, style); got != m || err != nil {
					t.Errorf("%s: %q is read as %v: %v", test.fen, text, got, err)
				}
			}
			if !m.WellFormed(v) || m.WellFormed(chess) && (m.Chain() != 0) || p.Forbidden(m) != nil {
				t.Errorf("%s: %v: %v", test.fen, notation.UCI(v, m), p.Forbidden(m))
			}
			if back := notation.FEN(v, p.Setup()); back != test.fen {
				t.Errorf("%s is written as %s", test.fen, back)
			}
		}
		if !texts[test.special] {
			t.Errorf("%s: no %s among %v", test.fen, test.special, texts)
		}
		if m, err := notation.Parse(p, test.bad, notation.UCIStyle); err == nil {
			t.Errorf("%s: %s is read as %v", test.fen, test.bad, m)
		}
	}
}
