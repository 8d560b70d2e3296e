package web_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
)

// job waits for a job to end.
func (c *client) job(id string) store.Job {
	c.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		j, a := api[store.Job](c, http.MethodGet, "/jobs/"+id, nil)
		if a.status != http.StatusOK || jobs.Over(j) {
			return j
		}
		if time.Now().After(end) {
			c.Fatalf("the job is %s: %d of %d", j.State, j.Done, j.Shards)
		}
	}
}

// hard is a problem that nobody solves in a test.
var hard = web.JobRequest{Solve: &web.Task{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Stipulation: "#9"}}

// TestJobs has a problem solved and a game analysed by the API.
func TestJobs(t *testing.T) {
	s := startSite(t, t.TempDir()+"/kirke.db", web.Config{Rate: 10000})
	ann, bob := s.account("Ann"), s.account("Bob")
	j, a := api[store.Job](ann, http.MethodPost, "/jobs", web.JobRequest{Solve: &web.Task{FEN: "7k/8/5K2/8/8/8/6R1/4Q3 w - - 0 1", Stipulation: "#2"}})
	if a.status != http.StatusOK || j.ID == "" {
		t.Fatalf("the job is answered with %d: %s", a.status, a.body)
	}
	j = ann.job(j.ID)
	var solution jobs.Solution
	if err := json.Unmarshal(j.Answer, &solution); err != nil || j.State != store.JobDone || !strings.Contains(solution.Text, "1.Qe1-") {
		t.Errorf("the job is %s: %s", j.State, j.Answer)
	}
	if mine, _ := api[[]store.Job](ann, http.MethodGet, "/jobs", nil); len(mine) != 1 || mine[0].ID != j.ID {
		t.Errorf("the jobs are %v", mine)
	}

	game := s.game(ann, bob, "chess", "5+0")
	analyse := web.JobRequest{Analyse: &web.GameAnalysis{Game: game, Nodes: 1000}}
	if _, a := api[store.Job](ann, http.MethodPost, "/jobs", analyse); a.status != http.StatusConflict {
		t.Errorf("the analysis of a game that goes on is answered with %d: %s", a.status, a.body)
	}
	for i, text := range []string{"f3", "e5", "g4", "Qh4"} {
		c := []*client{ann, bob}[i%2]
		if _, a := api[any](c, http.MethodPost, "/games/"+game+"/do", map[string]any{"do": "move", "id": text, "ply": i + 1, "text": text}); a.status != http.StatusOK {
			t.Fatalf("%s is answered with %d: %s", text, a.status, a.body)
		}
	}
	j, a = api[store.Job](bob, http.MethodPost, "/jobs", analyse)
	if a.status != http.StatusOK {
		t.Fatalf("the job is answered with %d: %s", a.status, a.body)
	}
	j = bob.job(j.ID)
	var found jobs.Analysis
	if err := json.Unmarshal(j.Answer, &found); err != nil || len(found.Positions) != 5 || found.Positions[3].Best != "d8h4" {
		t.Errorf("the job is %s: %s", j.State, j.Answer)
	}
}

// TestJobEvents follows a job until it is cancelled.
func TestJobEvents(t *testing.T) {
	s := startSite(t, t.TempDir()+"/kirke.db", web.Config{Rate: 10000})
	ann := s.account("Ann")
	j, a := api[store.Job](ann, http.MethodPost, "/jobs", hard)
	if a.status != http.StatusOK {
		t.Fatalf("the job is answered with %d: %s", a.status, a.body)
	}
	r := ann.request(http.MethodGet, "/api/v1/jobs/"+j.ID+"/events", "", nil)
	answer, err := ann.http.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	states := []string{}
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var status jobs.Status
		if json.Unmarshal([]byte(data), &status) != nil || status.State == "" {
			continue
		}
		states = append(states, string(status.State))
		if len(states) == 1 {
			if _, a := api[any](ann, http.MethodDelete, "/jobs/"+j.ID, nil); a.status != http.StatusNoContent {
				t.Fatalf("cancelling is answered with %d: %s", a.status, a.body)
			}
		}
	}
	if n := len(states); n < 2 || states[0] == "cancelled" || states[n-1] != "cancelled" {
		t.Errorf("the states were %v", states)
	}
}

// TestJobsAreGuarded: other people's jobs are not there, nobody has more than a few, and what makes no sense is refused.
func TestJobsAreGuarded(t *testing.T) {
	s := startSite(t, t.TempDir()+"/kirke.db", web.Config{Rate: 10000})
	ann, eve := s.account("Ann"), s.account("Eve")
	if _, a := api[store.Job](s.client(), http.MethodPost, "/jobs", hard); a.status != http.StatusUnauthorized {
		t.Errorf("nobody's job is answered with %d", a.status)
	}
	var j store.Job
	for i := range 4 {
		made, a := api[store.Job](ann, http.MethodPost, "/jobs", hard)
		if want := map[bool]int{true: http.StatusOK, false: http.StatusForbidden}[i < 3]; a.status != want {
			t.Errorf("job %d is answered with %d, not %d: %s", i+1, a.status, want, a.body)
		}
		if made.ID != "" {
			j = made
		}
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete} {
		if _, a := api[store.Job](eve, method, "/jobs/"+j.ID, nil); a.status != http.StatusNotFound {
			t.Errorf("%s of somebody else's job is answered with %d", method, a.status)
		}
	}
	if answer := eve.get("/api/v1/jobs/" + j.ID + "/events"); strings.Contains(answer.body, "shard") || !strings.Contains(answer.body, "no such job") {
		t.Errorf("the events of somebody else's job are %q", answer.body)
	}
	if mine, _ := api[[]store.Job](eve, http.MethodGet, "/jobs", nil); len(mine) != 0 {
		t.Errorf("Eve sees %v", mine)
	}
	for name, bad := range map[string]web.JobRequest{
		"nothing":        {},
		"two things":     {Solve: hard.Solve, Analyse: &web.GameAnalysis{Game: "x"}},
		"no stipulation": {Solve: &web.Task{FEN: hard.Solve.FEN, Stipulation: "nonsense"}},
	} {
		if _, a := api[store.Job](eve, http.MethodPost, "/jobs", bad); a.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: answered with %d: %s", name, a.status, a.body)
		}
	}
	if _, a := api[store.Job](eve, http.MethodPost, "/jobs", web.JobRequest{Analyse: &web.GameAnalysis{Game: "nowhere"}}); a.status != http.StatusNotFound {
		t.Errorf("the analysis of no game is answered with %d", a.status)
	}
	if got, err := s.store.Job(t.Context(), j.ID); err != nil || jobs.Over(got) {
		t.Errorf("Ann's job is %s, %v", got.State, err)
	}
}
