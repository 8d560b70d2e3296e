package notation

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/rules"
)

// variants returns every game and the combinations that try the move text most.
func variants(t *testing.T) []*rules.Variant {
	all := rules.All()
	for _, id := range []string{
		"seirawan+circe", "siceirawan+circe", "seirawan+circe-parrain", "seirawan+circe-volcanic", "seirawan+anticirce-calvet",
		"progressive+circe", "cetran2+circe", "cetran2+anticirce-calvet", "sissa+circe-martian", "circe-rex-inclusive+circe-mirror",
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Log(err)
			continue
		}
		all = append(all, v)
	}
	return all
}

// Every legal move has a text of its own in every style, and reads back.
func TestTextReadsBack(t *testing.T) {
	for _, v := range variants(t) {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				s, err := v.Start(rules.Draw{Seed: rapid.Uint64().Draw(t, "array")})
				if err != nil {
					t.Fatal(err)
				}
				p, err := rules.New(v, s, 0)
				if err != nil {
					t.Fatal(err)
				}
				plies := rapid.IntRange(1, 120).Draw(t, "plies")
				look := rapid.IntRange(0, plies-1).Draw(t, "look")
				for ply := range plies {
					moves := p.LegalMoves(nil)
					if len(moves) == 0 {
						return
					}
					if ply == look || ply == plies-1 {
						readBack(t, p, moves)
					}
					p = p.Play(choose(t, p, moves))
				}
			})
		})
	}
}

// choose draws a move, captures rather than others so that men come back.
func choose(t *rapid.T, p rules.Position, moves []rules.Move) rules.Move {
	var lively []rules.Move
	for _, m := range moves {
		if m.Form() == rules.Ordinary && p.At(m.To()) != 0 || m.Form() == rules.Castle || m.Enters() != 0 || m.Promotion() != 0 {
			lively = append(lively, m)
		}
	}
	if len(lively) > 0 && rapid.IntRange(0, 2).Draw(t, "lively") > 0 {
		moves = lively
	}
	return rapid.SampledFrom(moves).Draw(t, "move")
}

func readBack(t *rapid.T, p rules.Position, moves []rules.Move) {
	for _, style := range Styles() {
		seen := map[string]rules.Move{}
		for _, m := range moves {
			s := Text(p, m, style)
			if other, ok := seen[s]; ok {
				t.Fatalf("%s: two moves are %q: %x and %x", style, s, uint64(m), uint64(other))
			}
			seen[s] = m
			got, err := Parse(p, s, style)
			if err != nil {
				t.Fatalf("%s: %v (%s)", style, err, Text(p, m, LAN))
			}
			if got != m {
				t.Fatalf("%s: %q reads back as %q", style, s, Text(p, got, style))
			}
		}
	}
}
