package oracle_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/board"
)

// TestInvisible compares helpmates with totally invisible pieces in random diagrams with Popeye's.
// docs/popeye.md says where Popeye errs, which few diagrams of this length show: those of the
// default seed agree.
func TestInvisible(t *testing.T) {
	binary := peer(t, "KIRKE_POPEYE", "Popeye")
	dice := rand.New(rand.NewPCG(*seedFlag, 78))
	var facts []fact
	for range 100 {
		facts = append(facts, invisibleDiagram(dice))
	}
	facts = slices.DeleteFunc(askPopeye(t, binary, facts, 10), func(f fact) bool {
		return slices.ContainsFunc(f.Said, func(l string) bool { return strings.HasSuffix(l, " TI~-~ #") })
	})
	for _, f := range facts {
		f.compare(t)
	}
	t.Logf("%d diagrams", len(facts))
}

// invisibleDiagram returns a random diagram in which mates are not rare: a black king at the edge, a
// white queen or rook, and a few pieces more.
func invisibleDiagram(dice *rand.Rand) fact {
	size := board.Size{Files: 8, Ranks: 8}
	used := map[string]bool{}
	put := func(letter string) string {
		for {
			file, rank := dice.IntN(8), dice.IntN(8)
			name := size.Name(size.At(file, rank))
			edge := file%7 == 0 || rank%7 == 0
			if used[name] || letter == "P" && rank%7 == 0 || letter == "k" && !edge {
				continue
			}
			used[name] = true
			return " " + strings.ToUpper(letter) + name
		}
	}
	white, black := " White", " Black"+put("k")
	if dice.IntN(3) == 0 && !used["e1"] {
		used["e1"] = true
		white += " Ke1"
	} else {
		white += put("K")
	}
	white += put([]string{"Q", "Q", "R"}[dice.IntN(3)])
	for range dice.IntN(3) {
		white += put([]string{"R", "B", "S", "P", "P"}[dice.IntN(5)])
	}
	for range dice.IntN(4) {
		black += put([]string{"Q", "R", "B", "S", "P", "P", "P"}[dice.IntN(7)])
	}
	return fact{
		Stipulation: []string{"h#1", "h#1.5"}[dice.IntN(2)],
		Pieces:      fmt.Sprintf(" TotalInvisible %d%s%s", 1+dice.IntN(2), white, black),
	}
}
