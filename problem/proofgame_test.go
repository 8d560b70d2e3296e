package problem

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// TestGameBoundLosesNoGame plays games at random and finds all games of the same length to the same
// position, with and without the bound.
func TestGameBoundLosesNoGame(t *testing.T) {
	games := append([]string{"chess", "seirawan", "cetran2"}, circeGames...)
	number := 6
	if testing.Short() {
		number = 2
	}
	number *= *rounds
	for i, game := range games {
		v, err := kirke.Lookup(game)
		if err != nil {
			t.Fatal(err)
		}
		found, longer := 0, 0
		for j := range number {
			r := rand.New(rand.NewPCG(uint64(j), uint64(i)))
			task := []string{"dia1.5", "a=>b2", "a=>b2.5", "ser-a=>b3"}[j%4]
			if v.Gating.Hand != "" {
				task = "dia1.5" // what is in hand is not written beside a position
			}
			p := New(v)
			if p.Stipulation, err = ParseStipulation(task); err != nil {
				t.Fatal(err)
			}
			if !randomGame(t, p, v, r, j) {
				continue
			}
			with, n, err := gamesTo(p, false)
			if err != nil {
				t.Fatal(err)
			}
			without, _, err := gamesTo(p, true)
			if err == ErrInterrupted {
				longer++
				continue
			}
			if with != without {
				t.Errorf("%s %s to %v from %v\nwith the bound:\n%s\nwithout:\n%s",
					game, task, p.Setup.Board, p.Initial, with, without)
			}
			if n == 0 {
				t.Errorf("%s %s to %v: the game that was played is not found", game, task, p.Setup.Board)
			}
			found += n
		}
		t.Log(game, "games found:", found, "that take long:", longer)
	}
}

// randomGame makes p ask for a game that is played at random. ok is false if it ends too soon.
func randomGame(t *testing.T, p *Problem, v *rules.Variant, r *rand.Rand, n int) (ok bool) {
	t.Helper()
	if p.Stipulation.Goal.Aim == TargetGame {
		read, err := ReadForTest("BeginProblem\nStipulation h#2\nPieces " + randomPieces(r, n) + "EndProblem\n")
		if err != nil || len(v.Army) != len(read.Game.Army) {
			return false
		}
		p.Setup, p.FromFEN = read.Setup, false
	} else {
		var err error
		if p.Setup, err = v.StartSetup(rules.StartOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	all := p.Stipulation.sequences(&p.Options, false, board.White)
	longest := all[len(all)-1]
	if p.Stipulation.Goal.Aim == TargetGame {
		p.Initial = p.Setup.Board
	}
	q, err := p.position(v, longest.First)
	if err != nil || q.Play(walk.Pass).InCheck() {
		return false
	}
	w := walk.New(q)
	for _, turn := range longest.Turns {
		moves := w.Select(rules.Captures)
		if len(moves) == 0 || r.IntN(2) == 0 {
			moves = w.Moves()
		}
		if len(moves) == 0 {
			return false
		}
		if w.Push(moves[r.IntN(len(moves))]); turn.Series {
			if w.Now().InCheck() {
				return false
			}
			w.Push(walk.Pass)
		}
	}
	p.Setup.Board = w.Now().Setup().Board
	return true
}

// gamesTo returns the games that p asks for.
func gamesTo(p *Problem, unbounded bool) (text string, solutions int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	report := NewReport(p)
	s := Solver{Threads: 1, Hash: 16, unbounded: unbounded}
	if err := s.Solve(ctx, p, report); err != nil {
		return "", 0, err
	}
	return TextForTest(report), report.Twins[0].Solutions, nil
}
