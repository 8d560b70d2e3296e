package store_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// BenchmarkMoves makes moves in many games at once, each on disk before the next in its game. It
// reports moves a second and the 99th percentile of their times.
func BenchmarkMoves(b *testing.B) {
	for _, games := range []int{1, 50, 500} {
		b.Run(fmt.Sprintf("games=%d", games), func(b *testing.B) {
			s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "kirke.db"), store.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			type table struct {
				move  func(text string)
				chess *kirke.Game
			}
			tables := make([]table, games)
			for i := range tables {
				tables[i] = table{newGame(b, s, "seirawan"), kirke.NewGame(startOf(b, "seirawan"))}
			}
			var mu sync.Mutex
			var took []time.Duration
			var all sync.WaitGroup
			work := make(chan int, b.N)
			for i := range b.N {
				work <- i
			}
			close(work)
			b.ResetTimer()
			for i := range tables {
				all.Go(func() {
					t := &tables[i]
					for n := range work {
						legal := t.chess.Position().AppendLegalMoves(nil)
						if len(legal) == 0 || t.chess.Outcome().Over() {
							return
						}
						m := legal[n%len(legal)]
						text := t.chess.Position().MoveText(m, kirke.UCI)
						start := time.Now()
						t.move(text)
						mu.Lock()
						took = append(took, time.Since(start))
						mu.Unlock()
						_ = t.chess.Play(m)
					}
				})
			}
			all.Wait()
			b.StopTimer()
			slices.Sort(took)
			b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(took[len(took)*99/100].Seconds()*1000, "p99-ms")
			var mem runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&mem)
			b.ReportMetric(float64(mem.HeapAlloc)/float64(games)/1024, "KiB/game")
		})
	}
}

// BenchmarkLength makes a move in games of 10 and of 300 moves, and returns the game after it: both
// cost the same.
func BenchmarkLength(b *testing.B) {
	const each = 20 // moves that are timed in one game
	for _, moves := range []int{10, 300} {
		b.Run(fmt.Sprintf("moves=%d", moves), func(b *testing.B) {
			s, err := store.Open(b.Context(), filepath.Join(b.TempDir(), "kirke.db"), store.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			line := longLine(b, 2*moves+each)
			for played := 0; played < b.N; {
				b.StopTimer()
				move := newGame(b, s, "chess")
				for _, text := range line[:2*moves] {
					move(text)
				}
				b.StartTimer()
				for _, text := range line[2*moves:] {
					if played++; played <= b.N {
						move(text)
					}
				}
			}
		})
	}
}

// newGame begins a game and returns a function that makes the next move in it, as a client of the
// API does.
func newGame(b *testing.B, s *store.Store, variant string) (move func(text string)) {
	var players [2]play.Player
	for i := range players {
		u, err := s.CreateGuest(b.Context(), "")
		if err != nil {
			b.Fatal(err)
		}
		players[i] = play.Player{User: u.ID, Name: u.Name}
	}
	m, err := s.CreateGame(b.Context(), play.Beginning{
		Terms: play.Terms{Variant: variant, Control: play.Live(time.Hour, 0)}, White: players[0], Black: players[1],
	})
	if err != nil {
		b.Fatal(err)
	}
	ply := 0
	return func(text string) {
		user := players[ply%2].User
		ply++
		c := play.Command{Do: play.MakeMove, ID: fmt.Sprint(ply), Ply: ply, Text: text}
		if done, err := s.Do(b.Context(), m.ID, user, c); err != nil || done.Game.Ply() != ply {
			b.Errorf("half-move %d: %v", ply, err)
		}
	}
}

// startOf returns the first position of a game.
func startOf(b *testing.B, variant string) kirke.Position {
	v, err := kirke.Lookup(variant)
	if err != nil {
		b.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		b.Fatal(err)
	}
	return p
}

// longLine returns moves of chess that lead to no end, as UCI writes them: no captures where that
// is possible, and pawn moves only when the seventy-five-move rule is near.
func longLine(b *testing.B, plies int) (line []string) {
	g, dice := kirke.NewGame(startOf(b, "chess")), rand.New(rand.NewPCG(1, 2))
	for len(line) < plies {
		p := g.Position()
		half, _ := p.Clock()
		legal := p.AppendLegalMoves(nil)
		var best kirke.Move
		for _, i := range dice.Perm(len(legal)) {
			d := p.Details(legal[i])
			quiet := d.Captured == 0 && g.Variant().Type(d.Mover.Type()).Pawn == (half > 120)
			if !g.OutcomeAfter(legal[i]).Over() && (best == 0 || quiet) {
				best = legal[i]
			}
		}
		line = append(line, p.MoveText(best, kirke.UCI))
		if err := g.Play(best); err != nil {
			b.Fatal(err)
		}
	}
	return line
}
