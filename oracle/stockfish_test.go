package oracle_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/derived"
	"github.com/kirke-chess/kirke/oracle"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// variantsFile tells Fairy-Stockfish of the pieces of Cetran Chess without the Sissa.
const variantsFile = `
[cetran1x:chess]
castling = false
chancellor = c
promotionPieceTypes = qcrbn

[cetran2x:chess]
castling = false
chancellor = c
archbishop = a
dragonHorse = h
promotionPieceTypes = qcahrbn
`

// TestStockfish compares the legal moves, and the number of answers to each, in
// positions of random games and in random diagrams.
func TestStockfish(t *testing.T) {
	binary := peer(t, "KIRKE_FSF", "Fairy-Stockfish")
	file := filepath.Join(t.TempDir(), "variants.ini")
	if err := os.WriteFile(file, []byte(variantsFile), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, game := range []struct {
		id, theirs string
		chess960   bool
		find       func(string) (*rules.Variant, error)
	}{
		{"chess", "chess", false, rules.Lookup},
		{"chess960", "chess", true, rules.Lookup},
		{"seirawan", "seirawan", false, rules.Lookup},
		{"seirawan960", "seirawan", true, rules.Lookup},
		{"cetran1x", "cetran1x", false, derived.Lookup},
		{"cetran2x", "cetran2x", false, derived.Lookup},
	} {
		t.Run(game.id, func(t *testing.T) {
			v, err := game.find(game.id)
			if err != nil {
				t.Fatal(err)
			}
			fish, err := oracle.StartStockfish(context.Background(), binary)
			if err != nil {
				t.Fatal(err)
			}
			defer fish.Close()
			if err := fish.Use(game.theirs, game.chess960, file); err != nil {
				t.Fatal(err)
			}
			seed := uint64(time.Now().UnixNano())
			t.Logf("seed %d", seed)
			dice := rand.New(rand.NewPCG(seed, 0))
			positions := scattered(t, v, dice, fresh, 2, 22, "S")
			if v.Start.Shuffle == nil || v.Castling.Free {
				positions = append(positions, played(t, v, dice, fresh)...)
			}
			for _, p := range positions {
				theirs, err := fish.Divide(rulestest.Text(p), 2)
				if err != nil {
					t.Fatal(err)
				}
				ours := map[string]uint64{}
				for _, m := range p.LegalMoves(nil) {
					ours[rulestest.MoveText(p, m)] = rules.Perft(p.Play(m), nil, 1)
				}
				if !maps.Equal(theirs, ours) {
					t.Errorf("%s\n%s\nonly theirs %v\nonly ours   %v", v.ID, rulestest.Text(p), without(theirs, ours),
						without(ours, theirs))
				}
			}
		})
	}
}

// played returns positions of random games, some plies apart.
func played(t *testing.T, v *rules.Variant, dice *rand.Rand, n int) []rules.Position {
	t.Helper()
	var found []rules.Position
	for len(found) < n {
		setup, err := v.StartSetup(rules.StartOptions{Seed: dice.Uint64()})
		if err != nil {
			t.Fatal(err)
		}
		p, err := reference.New(v, setup, 0)
		if err != nil {
			t.Fatal(err)
		}
		for ply := range 48 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[dice.IntN(len(moves))])
			if ply%4 == 3 {
				found = append(found, p)
			}
		}
	}
	return found[:n]
}

// without returns what a holds and b does not.
func without(a, b map[string]uint64) map[string]uint64 {
	c := map[string]uint64{}
	for text, n := range a {
		if m, ok := b[text]; !ok || m != n {
			c[text] = n
		}
	}
	return c
}
