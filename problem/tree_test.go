package problem

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestForesightLosesNothing solves random positions, with what the kernel foresees and by playing only.
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
			input := fmt.Sprintf("BeginProblem\nStipulation %s\nOption Variations Try\nPieces %s\nEndProblem\n", task, randomMen(r, j))
			if solvedTwice(t, input, game) {
				found[task]++
			}
		}
		t.Log(game, "with solutions:", found)
	}
}
