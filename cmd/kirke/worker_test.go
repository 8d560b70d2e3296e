package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/store"
)

// TestWorkerKilled kills a worker in the middle of its task. Another process repeats the task, and
// the solution is that of one solver.
func TestWorkerKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	hub := listening(t)
	games, err := store.Open(t.Context(), filepath.Join(dir, "kirke.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	events, err := bus.Open(t.Context(), bus.Options{URL: hub})
	if err != nil {
		t.Fatal(err)
	}
	defer events.Close()
	scheduler := jobs.NewScheduler(games, events, nil)
	ended := make(chan error, 1)
	go func() { ended <- scheduler.Run(t.Context()) }()

	const fen, stipulation = "8/8/8/3p4/4k3/8/8/4K2R w - - 0 1", "h#4"
	request, err := json.Marshal(jobs.Problem{FEN: fen, Stipulation: stipulation})
	if err != nil {
		t.Fatal(err)
	}
	id, err := scheduler.Submit(t.Context(), "", jobs.Solving, request)
	if err != nil {
		t.Fatal(err)
	}
	news, err := events.Subscribe(bus.Job(id))
	if err != nil {
		t.Fatal(err)
	}
	defer news.Close()
	worker := func() *exec.Cmd {
		cmd := exec.Command("kirke", "worker", "--nats", hub, "--slots", "1", "--hash", "4", "--silence", "1s",
			"--quiet")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
		return cmd
	}
	// The first is killed at its first report.
	first := worker()
	for end, heard := time.After(30*time.Second), false; !heard; {
		select {
		case e := <-news.Events():
			heard = !e.Resync
		case <-end:
			t.Fatal("the first worker does nothing")
		}
	}
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	j, err := games.Job(t.Context(), id)
	if err != nil || j.State.Over() {
		t.Fatalf("the job is %s already, %v", j.State, err)
	}
	worker()
	for end := time.Now().Add(time.Minute); !j.State.Over(); time.Sleep(10 * time.Millisecond) {
		if j, err = games.Job(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if time.Now().After(end) {
			t.Fatalf("the job is %s, %d of %d shards are done", j.State, j.Done, j.Shards)
		}
	}
	p, lang, err := jobs.Problem{FEN: fen, Stipulation: stipulation}.Read()
	if err != nil {
		t.Fatal(err)
	}
	want := problem.NewReport(p)
	if err := (&problem.Solver{Hash: 16}).Solve(t.Context(), p, want); err != nil {
		t.Fatal(err)
	}
	var got jobs.Solution
	if err := json.Unmarshal(j.Answer, &got); err != nil || got.Text != popeye.Text(want, lang) {
		t.Errorf("the job is %s: %.200s\nin place of\n%.200s", j.State, j.Answer, popeye.Text(want, lang))
	}
	events.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestWorkerPublished: a worker of its own, without the store, analyses a game of somebody's
// invention by the version under which it was played, after another was published.
func TestWorkerPublished(t *testing.T) {
	t.Parallel()
	hub := listening(t)
	games, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "kirke.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer games.Close()
	events, err := bus.Open(t.Context(), bus.Options{URL: hub})
	if err != nil {
		t.Fatal(err)
	}
	defer events.Close()
	scheduler := jobs.NewScheduler(games, events, nil)
	ended := make(chan error, 1)
	go func() { ended <- scheduler.Run(t.Context()) }()

	id := publishTwice(t, games)
	first, err := kirke.LookupVersion(id, 1)
	if err != nil {
		t.Fatal(err)
	}
	start, err := kirke.Start(first)
	if err != nil {
		t.Fatal(err)
	}
	game := kirke.NewGame(start)
	for _, move := range []string{"Bc3", "Nc6", "Bf3"} { // leaps, which version 2 has not
		if err := game.PlayText(move); err != nil {
			t.Fatal(err)
		}
	}
	played, err := json.Marshal(game)
	if err != nil {
		t.Fatal(err)
	}
	request, err := json.Marshal(jobs.Game{Game: played, Nodes: 2000})
	if err != nil {
		t.Fatal(err)
	}
	job, err := scheduler.Submit(t.Context(), "", jobs.Analysing, request)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("kirke", "worker", "--nats", hub, "--slots", "1", "--hash", "4", "--quiet")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	var j store.Job
	for end := time.Now().Add(time.Minute); !j.State.Over(); time.Sleep(10 * time.Millisecond) {
		if j, err = games.Job(t.Context(), job); err != nil {
			t.Fatal(err)
		}
		if time.Now().After(end) {
			t.Fatalf("the job is %s, %d of %d shards are done", j.State, j.Done, j.Shards)
		}
	}
	var got jobs.Analysis
	if err := json.Unmarshal(j.Answer, &got); err != nil || len(got.Positions) != 4 || got.Positions[3].Best == "" {
		t.Errorf("the job is %s: %.300s", j.State, j.Answer)
	}
	events.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// publishTwice publishes chess with bishops that leap, and then a version in which they do not. It
// returns the ID of the game.
func publishTwice(t *testing.T, games *store.Store) string {
	t.Helper()
	author, err := games.CreateUser(t.Context(), "inventor", "")
	if err != nil {
		t.Fatal(err)
	}
	publish := func(draft store.Draft, betza string) store.Published {
		v, err := kirke.Lookup("chess")
		if err != nil {
			t.Fatal(err)
		}
		v.ID, v.Aliases, v.Name, v.Version = "leaping", nil, "Leaping Bishops", 1
		for i := range v.Army {
			if v.Army[i].Letter == 'B' {
				v.Army[i].Betza = betza
			}
		}
		d, err := games.NewDraft(t.Context(), author.ID, draft)
		if err != nil {
			t.Fatal(err)
		}
		p, err := games.Publish(t.Context(), author.ID, store.Publication{
			Draft: d.ID, Revision: d.Revision, Game: v, Visibility: store.Public,
		})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	first := publish(store.Draft{Title: "one", File: "extends = \"chess\""}, "BD")
	second := publish(store.Draft{Title: "two", File: "extends = \"chess\"", Game: first.ID}, "B")
	if second.ID != first.ID || second.Version != 2 {
		t.Fatalf("published %s, version %d", second.ID, second.Version)
	}
	return first.ID
}
