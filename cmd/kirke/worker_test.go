package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

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
