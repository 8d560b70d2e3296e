package web_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/internal/chromium"
	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web"
	"github.com/kirke-chess/kirke/web/internal/account"
	"github.com/kirke-chess/kirke/web/internal/tools"
)

// job waits until a job has ended.
func (c *client) job(id string) store.Job {
	c.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		j, a := api[store.Job](c, http.MethodGet, "/jobs/"+id, nil)
		if a.status != http.StatusOK || j.State.Over() {
			return j
		}
		if time.Now().After(end) {
			c.Fatalf("the job is %s: %d of %d", j.State, j.Done, j.Shards)
		}
	}
}

// hard is a problem that takes longer than a test.
var hard = tools.JobRequest{
	Solve: &tools.Task{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Stipulation: "#9"},
}

// TestJobs solves a problem and analyses a game in the background.
func TestJobs(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/kirke.db", web.Config{Rate: 10000})
	ann, bob := s.account("Ann"), s.account("Bob")
	j, a := api[store.Job](
		ann,
		http.MethodPost,
		"/jobs",
		tools.JobRequest{Solve: &tools.Task{FEN: "7k/8/5K2/8/8/8/6R1/4Q3 w - - 0 1", Stipulation: "#2"}},
	)
	if a.status != http.StatusOK || j.ID == "" {
		t.Fatalf("the job is answered with %d: %s", a.status, a.body)
	}
	j = ann.job(j.ID)
	var solution jobs.Solution
	if err := json.Unmarshal(j.Answer, &solution); err != nil || j.State != store.JobDone ||
		!strings.Contains(solution.Text, "1.Qe1-") {
		t.Errorf("the job is %s: %s", j.State, j.Answer)
	}
	if page := bob.get("/problems/" + j.ID); !strings.Contains(page.body, `<option value="chess" selected>`) {
		t.Error("the page of a problem that names no game does not show chess")
	}
	if mine, _ := api[[]store.Job](ann, http.MethodGet, "/jobs", nil); len(mine) != 1 || mine[0].ID != j.ID {
		t.Errorf("the jobs are %v", mine)
	}

	game := s.game(ann, bob, "chess", "5+0")
	analyse := tools.JobRequest{Analyse: &tools.GameAnalysis{Game: game, Nodes: 1000}}
	if _, a := api[store.Job](ann, http.MethodPost, "/jobs", analyse); a.status != http.StatusConflict {
		t.Errorf("the analysis of an unfinished game is answered with %d: %s", a.status, a.body)
	}
	for i, text := range []string{"f3", "e5", "g4", "Qh4"} {
		c := []*client{ann, bob}[i%2]
		if a := c.moves(game, i+1, text); a.status != http.StatusOK {
			t.Fatalf("%s is answered with %d: %s", text, a.status, a.body)
		}
	}
	j, a = api[store.Job](bob, http.MethodPost, "/jobs", analyse)
	if a.status != http.StatusOK {
		t.Fatalf("the job is answered with %d: %s", a.status, a.body)
	}
	j = bob.job(j.ID)
	var found jobs.Analysis
	if err := json.Unmarshal(j.Answer, &found); err != nil || len(found.Positions) != 5 ||
		found.Positions[3].Best != "d8h4" {
		t.Errorf("the job is %s: %s", j.State, j.Answer)
	}
}

// TestJobEvents follows a job until it is cancelled.
func TestJobEvents(t *testing.T) {
	t.Parallel()
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

// TestProblemsInTheBackground: the page of a problem in the background shows its progress and its
// solution to everybody who has the address.
func TestProblemsInTheBackground(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	tab := open(
		t, chromium.Desk, s.at("localhost", "/problems?variant=circe&fen=4n3/8/5b2/8/4R3/6K1/3P4/5k2&stipulation=%231"),
	)
	tab.press(`[formaction="/problems/jobs"]`)
	tab.Wait(
		`location.pathname.startsWith("/problems/") &&
			document.querySelector(".solution-tree .key")?.textContent.includes("1.Re4-e1") === true`,
	)
	tab.Shoot("job-done")
	address := chromium.Eval[string](tab.Tab, "location.pathname")
	eve := s.client()
	if a := eve.get(address); a.status != http.StatusOK || !strings.Contains(a.body, "1.Re4-e1") ||
		strings.Contains(a.body, "Cancel") {
		t.Errorf("somebody else sees %d: %s", a.status, a.body)
	}
	// A reader who has left and comes back.
	tab.Go(s.at("localhost", "/problems"))
	tab.press(`a[href="` + address + `"]`)
	tab.Wait(`document.querySelector(".solution-tree .key") !== null`)
	// Another problem is solved on the same page.
	tab.press(`[data-place="task"] .primary`)
	tab.Wait(`location.pathname === "/problems" && document.querySelector('[data-place="job"]') === null`)
	tab.Wait(`document.querySelector(".solution-tree .key") !== null`)

	tab.Go(
		s.at(
			"localhost",
			"/problems?"+url.Values{"fen": {hard.Solve.FEN}, "stipulation": {hard.Solve.Stipulation}}.Encode(),
		),
	)
	tab.press(`[formaction="/problems/jobs"]`)
	tab.Wait(`document.querySelector('[data-place="job-progress"]') !== null`)
	address = chromium.Eval[string](tab.Tab, "location.pathname")
	if a := eve.get(address); strings.Contains(a.body, "Cancel") || !strings.Contains(a.body, "#9") {
		t.Errorf("somebody else sees %s", a.body)
	}
	eve.form("/offers", "variant=chess", "clock=5+3", "opponent=anybody") // Eve becomes a guest
	if a := eve.form(address + "/cancel"); a.status != http.StatusNotFound {
		t.Errorf("somebody else's cancelling is answered with %d", a.status)
	}
	// A part is done, and the page shows it.
	id := strings.TrimPrefix(address, "/problems/")
	j, err := s.store.Job(t.Context(), id)
	if err == nil {
		_, err = s.store.SaveShard(t.Context(), id, j.Shards-1, json.RawMessage(`{}`))
	}
	if err != nil {
		t.Fatal(err)
	}
	s.bus.Publish(bus.Event{Subject: bus.Job(id), Data: json.RawMessage(`{}`)})
	tab.Wait(
		fmt.Sprintf(
			`document.querySelector('[data-place="job-state"]').textContent === "1 of %d parts done"`, j.Shards,
		),
	)
	tab.Shoot("job-running")
	tab.press(`form[action$="/cancel"] .danger`)
	tab.Wait(
		`document.querySelector('[data-place="job-state"]')?.textContent === "cancelled" &&
			document.querySelector('[data-place="job-progress"]') === null`,
	)
	a := eve.form("/problems/jobs", "variant=chess", "fen=nonsense", "stipulation=#2")
	if a.status != http.StatusUnprocessableEntity ||
		!strings.Contains(a.body, `class="error"`) {
		t.Errorf("nonsense is answered with %d", a.status)
	}
}

// TestJobsAreGuarded: a job belongs to the person who submitted it. Others see shared problems
// only. The number of jobs is limited, and nonsense is refused.
func TestJobsAreGuarded(t *testing.T) {
	t.Parallel()
	s := startSite(t, t.TempDir()+"/kirke.db", web.Config{Rate: 10000})
	ann, eve := s.account("Ann"), s.account("Eve")
	if _, a := api[store.Job](s.client(), http.MethodPost, "/jobs", hard); a.status != http.StatusUnauthorized {
		t.Errorf("a job without a person is answered with %d", a.status)
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
	if _, a := api[store.Job](eve, http.MethodDelete, "/jobs/"+j.ID, nil); a.status != http.StatusNotFound {
		t.Errorf("cancelling somebody else's job is answered with %d", a.status)
	}
	if seen, a := api[store.Job](eve, http.MethodGet, "/jobs/"+j.ID, nil); seen.ID != j.ID {
		t.Errorf("a problem that is shared is answered with %d", a.status)
	}
	user, _ := api[account.Account](s.account("Bob"), http.MethodGet, "/account", nil)
	private, err := s.store.CreateJob(
		t.Context(), store.Job{User: user.ID, Kind: string(jobs.Analysing), Request: json.RawMessage(`{}`), Shards: 1},
	)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/api/v1/jobs/" + private.ID, "/problems/" + private.ID} {
		if a := eve.get(path); a.status != http.StatusNotFound {
			t.Errorf("%s of somebody else's game is answered with %d", path, a.status)
		}
	}
	if answer := eve.get("/api/v1/jobs/" + private.ID + "/events"); strings.Contains(answer.body, "shard") ||
		!strings.Contains(answer.body, "no such job") {
		t.Errorf("the events of somebody else's job are %q", answer.body)
	}
	if mine, _ := api[[]store.Job](eve, http.MethodGet, "/jobs", nil); len(mine) != 0 {
		t.Errorf("Eve sees %v", mine)
	}
	for name, bad := range map[string]tools.JobRequest{
		"nothing":        {},
		"two things":     {Solve: hard.Solve, Analyse: &tools.GameAnalysis{Game: "x"}},
		"no stipulation": {Solve: &tools.Task{FEN: hard.Solve.FEN, Stipulation: "nonsense"}},
	} {
		if _, a := api[store.Job](eve, http.MethodPost, "/jobs", bad); a.status != http.StatusUnprocessableEntity {
			t.Errorf("%s: answered with %d: %s", name, a.status, a.body)
		}
	}
	nowhere := tools.JobRequest{Analyse: &tools.GameAnalysis{Game: "nowhere"}}
	if _, a := api[store.Job](eve, http.MethodPost, "/jobs", nowhere); a.status != http.StatusNotFound {
		t.Errorf("the analysis of no game is answered with %d", a.status)
	}
	if got, err := s.store.Job(t.Context(), j.ID); err != nil || got.State.Over() {
		t.Errorf("Ann's job is %s, %v", got.State, err)
	}
}
