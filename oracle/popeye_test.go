package oracle_test

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/oracle"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// fresh is how many random diagrams each comparison makes.
const fresh = 200

// peer returns the program that an environment variable names, or skips.
func peer(t *testing.T, variable, name string) string {
	t.Helper()
	binary := os.Getenv(variable)
	if binary == "" {
		t.Skipf("%s is not here: set %s to its binary", name, variable)
	}
	return binary
}

// TestPopeye compares every legal move of fresh random positions with Popeye's,
// both sides, under every condition that it plays.
func TestPopeye(t *testing.T) {
	binary := peer(t, "KIRKE_POPEYE", "Popeye")
	seed := uint64(time.Now().UnixNano())
	for id, condition := range oracle.Conditions {
		t.Run(id, func(t *testing.T) {
			v := problem(t, id)
			t.Logf("seed %d", seed)
			positions := scattered(t, v, rand.New(rand.NewPCG(seed, 0)), 2*fresh, 2, 22, "")
			lists, err := oracle.PopeyeMoves(context.Background(), binary, condition, positions)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range positions {
				ours, disputed := texts(p)
				compare(t, p, lists[i], ours, disputed)
			}
		})
	}
}

// TestPopeyeNeutrals is TestPopeye with neutral pieces among the others.
func TestPopeyeNeutrals(t *testing.T) {
	binary := peer(t, "KIRKE_POPEYE", "Popeye")
	seed := uint64(time.Now().UnixNano())
	for id, condition := range oracle.Conditions {
		t.Run(id, func(t *testing.T) {
			if id == "circe-assassin" {
				t.Skip("Popeye takes every attacked neutral piece for a king in check")
			}
			v := problem(t, id)
			v.Neutrals = true
			t.Logf("seed %d", seed)
			positions := scattered(t, v, rand.New(rand.NewPCG(seed, 0)), 2*fresh, 2, 22, "")
			lists, err := oracle.PopeyeMoves(context.Background(), binary, condition, positions)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range positions {
				ours, disputed := texts(p)
				compare(t, p, lists[i], ours, disputed)
			}
		})
	}
}

// TestPopeyeReplies compares every line of two half-moves: what a move leaves to
// be remembered, such as a piece to be reborn next, shows in the answers.
func TestPopeyeReplies(t *testing.T) {
	binary := peer(t, "KIRKE_POPEYE", "Popeye")
	seed := uint64(time.Now().UnixNano())
	for id, condition := range oracle.Conditions {
		t.Run(id, func(t *testing.T) {
			v := problem(t, id)
			t.Logf("seed %d", seed)
			positions := scattered(t, v, rand.New(rand.NewPCG(seed, 0)), fresh/5, 2, 12, "")
			lists, err := oracle.PopeyeReplies(context.Background(), binary, condition, positions)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range positions {
				var ours []string
				_, disputed := texts(p)
				for _, m := range p.LegalMoves(nil) {
					first := popeye(p, m)
					replies, alsoDisputed := texts(p.Play(m))
					for _, reply := range replies {
						ours = append(ours, first+" "+reply)
					}
					for reply := range alsoDisputed {
						disputed[first+" "+reply] = true
					}
				}
				compare(t, p, lists[i], ours, disputed)
			}
		})
	}
}

// compare reports the difference of two lists of lines, but for Popeye's named
// quirks: disputed holds the lines, or their first moves, that a quirk may concern.
func compare(t *testing.T, p rules.Position, theirs, ours []string, disputed map[string]bool) {
	t.Helper()
	concerned := func(line string) bool {
		first, _, _ := strings.Cut(line, " ")
		return disputed[line] || disputed[first]
	}
	theirs = slices.DeleteFunc(withoutQuirks(p, theirs), concerned)
	ours = slices.DeleteFunc(ours, concerned)
	slices.Sort(ours)
	if missing, extra := rulestest.Difference(theirs, ours); len(missing)+len(extra) > 0 {
		t.Errorf("%s: missing %v, too many %v\n%s", p.Variant().ID, missing, extra, rulestest.Text(p))
	}
}

// withoutQuirks returns Popeye's list without what the rules do not have. Its
// quirks are numbered as in the rules of Circe.
func withoutQuirks(p rules.Position, theirs []string) []string {
	if p.Variant().ID != "circe-martian" {
		return theirs
	}
	// Quirk 2: Mars generates castling twice and castles a king from its home
	// square ("[wKa4->e1]0-0").
	last := ""
	return slices.DeleteFunc(theirs, func(line string) bool {
		again := line == last && strings.Contains(line, "0-0")
		last = line
		return again || strings.Contains(line, "]0-0")
	})
}

// guardedFromTheFirstRank reports quirk 1: in Equipollents Popeye lets a pawn on
// its first rank guard squares of the second, so that kings may not go there.
func guardedFromTheFirstRank(p rules.Position) bool {
	v := p.Variant()
	if v.ID != "circe-equipollents" {
		return false
	}
	for sq := range board.Square(v.Size.Area()) {
		if pc := p.At(sq); pc != 0 && v.Type(pc.Type()).Pawn && v.Size.RankFrom(pc.Color(), sq) == 0 {
			return true
		}
	}
	return false
}

// scattered returns n random positions in which the side to move does not stand
// to capture a king, with between low and high pieces besides the kings,
// none of them of the letters left out. It fails the test if hardly any diagram is such a position.
func scattered(t *testing.T, v *rules.Variant, dice *rand.Rand, n, low, high int, leftOut string) []rules.Position {
	t.Helper()
	var found []rules.Position
	for tries, err := 0, error(nil); len(found) < n; tries++ {
		if tries > 1000*n {
			t.Fatalf("%s: of %d random diagrams %d are positions; the last error: %v", v.ID, tries, len(found), err)
		}
		s := rulestest.Scatter(dice, v, low+dice.IntN(high-low+1), leftOut)
		for _, turn := range []board.Color{board.White, board.Black} {
			s.Turn = turn
			var p rules.Position
			if p, err = reference.New(v, s, 0); err == nil && !guardedFromTheFirstRank(p) {
				found = append(found, p)
			}
		}
	}
	return found
}

// texts returns the legal moves as Popeye writes them, and those of them that
// put a pawn on its first rank where Popeye has it guard (quirk 1).
func texts(p rules.Position) (list []string, disputed map[string]bool) {
	disputed = map[string]bool{}
	for _, m := range p.LegalMoves(nil) {
		text := popeye(p, m)
		list = append(list, text)
		if guardedFromTheFirstRank(p.Play(m)) {
			disputed[text] = true
		}
	}
	return list, disputed
}

func popeye(p rules.Position, m rules.Move) string {
	return strings.ReplaceAll(notation.Text(p, m, notation.Popeye), " ", "")
}

func problem(t *testing.T, id string) *rules.Variant {
	t.Helper()
	v, err := rules.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	own := *v
	own.AssumeCastling = true
	return &own
}
