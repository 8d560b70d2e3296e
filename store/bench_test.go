package store_test

import (
	"context"
	"fmt"
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

// BenchmarkMoves makes moves in many games at once, each on disk before the next in
// its game is made. It reports how many there are in a second, and how long the
// slowest in a hundred takes.
func BenchmarkMoves(b *testing.B) {
	for _, games := range []int{1, 50, 500} {
		b.Run(fmt.Sprintf("games=%d", games), func(b *testing.B) {
			ctx := context.Background()
			s, err := store.Open(ctx, filepath.Join(b.TempDir(), "kirke.db"), store.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			type table struct {
				id      string
				players [2]string
				chess   *kirke.Game
			}
			tables := make([]table, games)
			for i := range tables {
				var players [2]play.Player
				for j := range players {
					u, err := s.CreateGuest(ctx)
					if err != nil {
						b.Fatal(err)
					}
					players[j] = play.Player{User: u.ID, Name: u.Name}
				}
				terms := play.Terms{Variant: "seirawan", Control: play.Live(time.Hour, 0)}
				m, err := s.CreateGame(ctx, play.Beginning{Terms: terms, White: players[0], Black: players[1]})
				if err != nil {
					b.Fatal(err)
				}
				v, _ := kirke.Lookup("seirawan")
				p, _ := kirke.Start(v)
				tables[i] = table{m.ID, [2]string{players[0].User, players[1].User}, kirke.NewGame(p)}
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
						_, err := s.Do(ctx, t.id, t.players[t.chess.Ply()%2], play.Command{Do: play.MakeMove, Ply: t.chess.Ply() + 1, Text: text})
						if err != nil {
							b.Error(err)
							return
						}
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
