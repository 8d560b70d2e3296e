package forced_test

import (
	"slices"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/forced"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
)

// search returns a search in which White forces a task.
func search(t *testing.T, fen string, task *forced.Task, proofMoves int) *forced.Search {
	t.Helper()
	v, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.FromFEN(v, fen)
	if err != nil {
		t.Fatal(err)
	}
	w := walk.New(p.Rules())
	w.AskKernel = task.Goal.Aim == walk.Mate
	return forced.New(w, forced.Config{
		Task: task, Attacker: board.White, Stop: parallel.NewStop(nil), Known: table.NewVerdicts(1),
		ProofMoves: proofMoves,
	})
}

// TestSucceeds mates in three with king and rook, by plain search and by proof numbers.
func TestSucceeds(t *testing.T) {
	const fen = "7k/8/8/5K2/8/8/8/6R1 w - - 0 1" // 1.Kg6 Kg8 2.Re1 Kh8 3.Re8 mate
	for _, proofMoves := range []int{0, 3} {
		task := &forced.Task{Goal: walk.Goal{Aim: walk.Mate}}
		s := search(t, fen, task, proofMoves)
		if s.Succeeds(2) || !s.Succeeds(3) || !s.Succeeds(4) {
			t.Errorf("proof numbers from %d moves: %v in two moves, %v in three, %v in four", proofMoves,
				s.Succeeds(2), s.Succeeds(3), s.Succeeds(4))
		}
		if n := s.Shortest(5); n != 3 {
			t.Errorf("the shortest mate has %d moves, not 3", n)
		}
	}
}

// TestRefutations lists the refutations of a key and of a try.
func TestRefutations(t *testing.T) {
	const fen = "7k/8/5K2/8/8/8/8/6R1 w - - 0 1" // 1.Kf7 Kh7 2.Rh1 mate
	task := &forced.Task{Goal: walk.Goal{Aim: walk.Mate}, Tries: 8}
	s := search(t, fen, task, 0)
	for _, c := range []struct {
		move        string
		refutations []string
	}{
		{"Kf7", nil},
		{"Rg2", []string{"Kh7"}},
	} {
		m, err := notation.ParseAny(s.Now(), c.move)
		if err != nil {
			t.Fatal(err)
		}
		s.Push(m)
		refutations, ok := s.Refutations(2)
		var texts []string
		for _, r := range refutations {
			texts = append(texts, notation.Text(s.Now(), r, notation.SAN))
		}
		s.Pop()
		if !ok || !slices.Equal(texts, c.refutations) {
			t.Errorf("%s is refuted by %v (%v), not %v", c.move, texts, ok, c.refutations)
		}
	}
}
