package web_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/web/internal/games"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/tools"
)

// TestWorkIsCounted: an allowance is used up by computing time, not by requests, and the refusal
// says when to try again.
func TestWorkIsCounted(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/kirke.db", web.Config{Rate: 10_000, Work: 0.002})
	c := s.client()
	moves := "/api/v1/position?variant=chess&moves=" + strings.Repeat("Nf3+Nf6+Ng1+Ng8+", 400)
	var refused answer
	for range 50 {
		if a := c.get(moves); a.status != http.StatusOK {
			refused = a
			break
		}
	}
	if refused.status != http.StatusTooManyRequests || refused.header.Get("Retry-After") == "" ||
		!strings.Contains(refused.body, "Try again in") {
		t.Fatalf("the budget is never used up: %d %s", refused.status, refused.body)
	}
	// Another address and an account there have their own allowances. Plain pages cost nothing.
	if a := c.get("/lobby"); a.status != http.StatusOK {
		t.Errorf("the lobby: %d", a.status)
	}
	if a := c.form("/convert", "variant=chess", "to=pgn", "text=e4 e5"); a.status != http.StatusTooManyRequests {
		t.Errorf("a conversion: %d", a.status)
	}
}

// TestConversionsAreBounded: thirty conversions at once take no more memory than a few.
func TestConversionsAreBounded(t *testing.T) { // alone, as it measures the memory of the process
	s := newSite(t)
	text := "[Event \"x\"]\n\n" + strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 15_000) + "*\n"
	var most atomic.Uint64
	ctx, stop := context.WithCancel(t.Context())
	var watching sync.WaitGroup
	watching.Go(func() {
		for ctx.Err() == nil {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most.Store(max(most.Load(), m.HeapInuse))
			time.Sleep(20 * time.Millisecond)
		}
	})
	var group sync.WaitGroup
	var done, busy atomic.Int64
	for range 30 {
		group.Go(func() {
			out, a := api[tools.Converted](
				s.client(),
				http.MethodPost,
				"/convert",
				tools.Conversion{At: position.At{Variant: "chess"}, Text: text, To: "moves"},
			)
			switch {
			case a.status == http.StatusOK && out.Games == 1:
				done.Add(1)
			case a.status == http.StatusServiceUnavailable && a.header.Get("Retry-After") != "":
				busy.Add(1)
			default:
				t.Errorf("%d: %.200s", a.status, a.body)
			}
		})
	}
	group.Wait()
	stop()
	watching.Wait()
	if done.Load() < 2 || busy.Load() == 0 {
		t.Errorf("%d are done and %d are refused", done.Load(), busy.Load())
	}
	if mb := most.Load() >> 20; mb > 600 {
		t.Errorf("they took %d MB", mb)
	}
}

// TestGamesComeFirst: the computer moves in time while an address floods the server with analyses.
func TestGamesComeFirst(t *testing.T) { // alone, as it is timed
	s := newSite(t)
	ctx, stop := context.WithCancel(t.Context())
	var flood sync.WaitGroup
	for i := range 12 {
		flood.Go(func() {
			for ctx.Err() == nil {
				r, err := http.NewRequestWithContext(
					ctx,
					http.MethodGet,
					s.at(
						"localhost",
						fmt.Sprintf(
							"/api/v1/analyse?seconds=20&variant=chess&moves=%s", []string{"e4", "d4", "c4"}[i%3],
						),
					),
					nil,
				)
				if err != nil {
					t.Error(err)
					return
				}
				if a, err := http.DefaultClient.Do(r); err == nil {
					_ = a.Body.Close() // leaves at once, or was refused
				}
			}
		})
	}
	defer flood.Wait()
	defer stop()
	ann := s.account("Ann")
	out, a := api[games.Offered](ann, http.MethodPost, "/seeks", games.Offer{
		Variant: "chess", Clock: play.Unlimited, Opponent: games.Computer, Level: 3, Colour: play.White,
	})
	if a.status != http.StatusOK {
		t.Fatalf("%d: %s", a.status, a.body)
	}
	for ply, text := range []string{"a3", "b3", "c3"} {
		if a := ann.moves(out.Game, 2*ply+1, text); a.status != http.StatusOK {
			t.Fatalf("%s: %d %s", text, a.status, a.body)
		}
		began := time.Now()
		s.until(out.Game, func(g *play.Game) bool { return g.Ply() == 2*ply+2 })
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("the computer took %v", took)
		}
	}
}

// TestSolvingIsShared: a long solving yields to a short one and continues.
func TestSolvingIsShared(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/kirke.db", web.Config{Rate: 10_000, Engines: 1})
	long := tools.Task{Popeye: "BeginProblem\nStipulation #14\nPieces White Ka1 Bc1 Sd1 Black Ke5\nEndProblem\n"}
	ctx, stop := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		r := s.client().
			request(http.MethodPost, "/api/v1/solve", "application/json", strings.NewReader(mustJSON(t, long)))
		a, err := http.DefaultClient.Do(r.WithContext(ctx))
		if err != nil {
			return // the test ended it before its first event
		}
		defer a.Body.Close()
		said, _ := io.ReadAll(a.Body) // until the test ends it
		if strings.Contains(string(said), "event: solution") || strings.Contains(string(said), "event: error") {
			t.Errorf("the long solving ended by itself: %.200s", said)
		}
	})
	defer group.Wait()
	defer stop()
	for !strings.Contains(s.client().get("/metrics").body, "kirke_problems_solving 1") {
		time.Sleep(10 * time.Millisecond)
	}
	for range 3 {
		a := s.client().send(s.client().request(http.MethodPost, "/api/v1/solve", "application/json",
			strings.NewReader(mustJSON(t, tools.Task{
				Popeye: "BeginProblem\nStipulation #1\nPieces White Kg6 Re1 Black Kh8\nEndProblem\n",
			})),
		),
		)
		if a.status != http.StatusOK || !strings.Contains(a.body, "event: solution") {
			t.Fatalf("the short one: %d %s", a.status, a.body)
		}
	}
}

// TestJobsAreBounded: of many jobs submitted at once, only as many are accepted as one person may
// have.
func TestJobsAreBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann := s.account("Ann")
	long := tools.JobRequest{
		Solve: &tools.Task{Popeye: "BeginProblem\nStipulation #14\nPieces White Ka1 Bc1 Sd1 Black Ke5\nEndProblem\n"},
	}
	var group sync.WaitGroup
	var mu sync.Mutex
	var taken []string
	for range 12 {
		group.Go(func() {
			if j, a := api[store.Job](ann, http.MethodPost, "/jobs", long); a.status == http.StatusOK {
				mu.Lock()
				defer mu.Unlock()
				taken = append(taken, j.ID)
			}
		})
	}
	group.Wait()
	if len(taken) != 3 {
		t.Errorf("%d jobs are accepted", len(taken))
	}
	for _, id := range taken {
		ann.send2(ann, http.MethodDelete, "/api/v1/jobs/"+id)
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
