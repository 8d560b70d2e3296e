package problem

import (
	"math/rand/v2"
	"testing"
)

// TestForesightLosesNothing solves random positions, with what the kernel foresees and by playing
// only.
func TestForesightLosesNothing(t *testing.T) {
	tasks := []string{"#3", "s#2", "r#2", "#2", "semi-r#2", "#4"}
	games := append([]string{""}, circeGames...)
	number := 3
	if testing.Short() {
		number = 1
	}
	number *= *rounds
	for i, game := range games {
		found := map[string]int{}
		for j := range number * len(tasks) {
			task := tasks[j%len(tasks)]
			r := rand.New(rand.NewPCG(uint64(j), uint64(i)))
			input := inputOf(task+"\nOption Variations Try", randomPieces(r, j))
			if solvedTwice(t, input, game) {
				found[task]++
			}
		}
		t.Log(game, "with solutions:", found)
	}
}

// TestProofNumbersLoseNothing solves random positions twice: by proof numbers wherever possible,
// and by plain search without a transposition table.
func TestProofNumbersLoseNothing(t *testing.T) {
	tasks := []string{"#3", "#4", "#4", "#5"}
	number := 20
	if testing.Short() {
		number = 4
	}
	number *= *rounds
	for i, game := range []string{"", "circe", "circe-martian", "anticirce-cheylan"} {
		found, longer := map[string]int{}, 0
		for j := range number {
			task := tasks[j%len(tasks)]
			r := rand.New(rand.NewPCG(uint64(j), uint64(100+i)))
			input := inputOf(task+"\nOption Variations Try", randomPieces(r, 0))
			plain, _, err := solveText(input, game, Solver{unbounded: true})
			if err == ErrInterrupted {
				longer++
				continue
			}
			if err != nil {
				t.Fatalf("%v in\n%s", err, input)
			}
			for _, s := range []Solver{{proofMoves: 3, Hash: 1}, {proofMoves: 4, Hash: 16, Threads: 2}} {
				got, solutions, err := solveText(input, game, s)
				if err == ErrInterrupted {
					longer++
					continue
				}
				if err != nil {
					t.Fatalf("%v in\n%s", err, input)
				}
				if got != plain {
					t.Errorf("%s %s\nby proof numbers:\n%s\nby playing:\n%s", game, input, got, plain)
				}
				if solutions > 0 {
					found[task]++
				}
			}
		}
		t.Log(game, "with solutions:", found, "taking too long:", longer)
	}
}
