package jobs_test

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/store"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		// database/sql ends its own goroutine a moment after Close.
		goleak.IgnoreTopFunction("database/sql.(*DB).connectionOpener"))
}

// fixture is what a server has.
type fixture struct {
	store     *store.Store
	bus       *bus.Bus
	scheduler *jobs.Scheduler
	close     func()
}

// open starts a server with some workers in a folder.
func open(t *testing.T, dir string, workers int) *fixture {
	t.Helper()
	s, err := store.Open(t.Context(), filepath.Join(dir, "db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := bus.Open(t.Context(), bus.Options{Dir: filepath.Join(dir, "queue"), AckWait: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	f := &fixture{store: s, bus: b, scheduler: jobs.NewScheduler(s, b, nil)}
	ended := make(chan error, workers+1)
	go func() { ended <- f.scheduler.Run(ctx) }()
	for range workers {
		go func() { ended <- jobs.Worker{Slots: 1, Hash: 4}.Run(ctx, b) }()
	}
	closed := false
	f.close = func() {
		if closed {
			return
		}
		closed = true
		stop()
		for range workers + 1 {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
		b.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	t.Cleanup(f.close)
	return f
}

func request(t *testing.T, r any) json.RawMessage {
	t.Helper()
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// ended waits for a job to end.
func ended(t *testing.T, f *fixture, id string) store.Job {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		j, err := f.store.Job(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if j.State != store.JobWaiting && j.State != store.JobRunning {
			return j
		}
		if time.Now().After(end) {
			t.Fatalf("the job is %s, %d of %d shards are done", j.State, j.Done, j.Shards)
		}
	}
}

// problems are solved in a moment, with and without shards.
var problems = map[string]jobs.Problem{
	"direct": {FEN: "7k/8/5K2/8/8/8/6R1/4Q3 w - - 0 1", Stipulation: "#2", Options: "Variations Try SetPlay"},
	"help":   {Variant: "circe", FEN: "8/8/8/8/8/k1K5/8/1R6 w - - 0 1", Stipulation: "h#2"},
	"twins":  {Popeye: "BeginProblem\nPieces White Kc3 Rb1 Black Ka3\nStipulation h#2\nTwin Move b1 h1\nEndProblem\n"},
	"sound":  {FEN: "7k/8/5K2/8/8/8/6R1/4Q3 w - - 0 1", Stipulation: "#2", Sound: true},
	"mate":   {FEN: "7k/8/6K1/8/8/8/8/R7 w - - 0 1", Stipulation: "#1"},
}

// TestSolving compares the answer joined from shards with that of one solver.
func TestSolving(t *testing.T) {
	f := open(t, t.TempDir(), 2)
	for name, q := range problems {
		t.Run(name, func(t *testing.T) {
			p, lang, err := q.Read()
			if err != nil {
				t.Fatal(err)
			}
			want, s := problem.NewReport(p), problem.Solver{Threads: 1, Hash: 4}
			if q.Sound {
				want, err = s.Check(t.Context(), p)
			} else {
				err = s.Solve(t.Context(), p, want)
			}
			if err != nil {
				t.Fatal(err)
			}
			id, err := f.scheduler.Submit(t.Context(), "somebody", jobs.Solving, request(t, q))
			if err != nil {
				t.Fatal(err)
			}
			j := ended(t, f, id)
			if j.State != store.JobDone || j.User != "somebody" || j.Done != j.Shards {
				t.Fatalf("the job is %s, %d of %d shards are done: %s", j.State, j.Done, j.Shards, j.Answer)
			}
			var got jobs.Solution
			if err := json.Unmarshal(j.Answer, &got); err != nil {
				t.Fatal(err)
			}
			if got.Text != popeye.Text(want, lang) {
				t.Errorf("in shards:\n%s\nat once:\n%s", got.Text, popeye.Text(want, lang))
			}
			if got.Verdict != want.Words() || q.Sound && got.Verdict == "" {
				t.Errorf("the verdict is %q, not %q", got.Verdict, want.Words())
			}
			if !q.Sound && name != "mate" && j.Shards < 2 {
				t.Errorf("there were %d shards", j.Shards)
			}
			if len(got.Twins) != len(want.Twins) {
				t.Fatalf("there are %d twins, not %d", len(got.Twins), len(want.Twins))
			}
			for i := range got.Twins {
				if got.Twins[i].Nodes == 0 || got.Twins[i].Solutions != want.Twins[i].Solutions ||
					!got.Twins[i].Complete {
					t.Errorf("twin %d: %+v", i, got.Twins[i])
				}
			}
		})
	}
}

// TestAnalysing expects the same analysis from one worker and from three.
func TestAnalysing(t *testing.T) {
	v, err := kirke.Lookup("seirawan")
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	g := kirke.NewGame(p)
	for _, text := range strings.Fields("f3 e5 g4 Qh4#") {
		if err := g.PlayText(text); err != nil {
			t.Fatal(err)
		}
	}
	game, err := g.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var first *jobs.Analysis
	for _, workers := range []int{1, 3} {
		f := open(t, t.TempDir(), workers)
		id, err := f.scheduler.Submit(t.Context(), "", jobs.Analysing, request(t, jobs.Game{Game: game, Nodes: 2000}))
		if err != nil {
			t.Fatal(err)
		}
		j := ended(t, f, id)
		if j.State != store.JobDone || j.Shards != 5 {
			t.Fatalf("the job is %s, with %d shards: %s", j.State, j.Shards, j.Answer)
		}
		a := new(jobs.Analysis)
		if err := json.Unmarshal(j.Answer, a); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = a
		}
		if diff := cmp.Diff(first, a); diff != "" {
			t.Errorf("with %d workers: %s", workers, diff)
		}
		f.close()
	}
	for i, at := range first.Positions {
		if at.Ply != i || (i < 4) != (at.Best != "" && at.Depth > 0 && len(at.Line) > 0) {
			t.Errorf("position %d: %+v", i, at)
		}
	}
	if mate := first.Positions[3]; mate.Best != "d8h4" || mate.Value > -10000 {
		t.Errorf("before the mate: %+v", mate)
	}
	if last := first.Positions[4]; last.Over != "0-1 (mate)" {
		t.Errorf("after the mate: %+v", last)
	}
}

// TestNames names a problem by its stipulation and conditions, however it was written.
func TestNames(t *testing.T) {
	for want, q := range map[string]jobs.Problem{
		"#2":        {FEN: "7k/8/5K2/8/8/8/6R1/4Q3 w - - 0 1", Stipulation: "#2"},
		"#1, Circe": {Variant: "circe", FEN: "4n3/8/5b2/8/4R3/6K1/3P4/5k2", Stipulation: "#1"},
		"h#4, Platzwechsel Circe (PWC)": {Popeye: "BeginProblem\nStipulation h#4\nCondition PWC\n" +
			"Pieces White Kc3 Ba5 Sh4 Black Kg5\nEndProblem"},
		"a problem": {FEN: "x", Stipulation: "#2"},
	} {
		if got := q.Name(); got != want {
			t.Errorf("%+v is called %q, not %q", q, got, want)
		}
	}
}

// TestByParts takes problems in Popeye's language apart and solves both forms. Where the parts
// cannot hold all that the text says, the problem stays a text.
func TestByParts(t *testing.T) {
	for _, test := range []struct {
		text string
		want jobs.Problem
	}{
		{
			"Author A. Author\nAuthor B. Author\nOrigin The Problemist 1976\nTitle Twins\nAward 1st prize\n" +
				"Stipulation h#2\nOption SetPlay MaxSolutions 5\n" +
				"Condition Circe Volcanic\nPieces White Ka3 Rb1 Bc4 Black Kc3 Pd4 Sf4\nTwin move c4 d5",
			jobs.Problem{
				Variant: "circe-volcanic", FEN: "8/8/8/8/2Bp1n2/K1k5/8/1R6 w", Stipulation: "h#2",
				Options: "SetPlay MaxSolutions 5", Twins: "Twin Move c4 d5",
				Author: "A. Author\nB. Author", Source: "The Problemist 1976", Title: "Twins", Award: "1st prize",
			},
		},
		{
			"Stipulation #2\nCondition AntiCirce\nPieces White Kg3 Re4 Black Kf1",
			jobs.Problem{Variant: "anticirce-calvet", FEN: "8/8/8/8/4R3/6K1/8/5k2 w", Stipulation: "#2"},
		},
		{
			"Stipulation #2\nCondition Circe Mirror Strict\nPieces White Kg3 Re4 Black Kf1",
			jobs.Problem{Variant: "circe-strict+circe-mirror", FEN: "8/8/8/8/4R3/6K1/8/5k2 w", Stipulation: "#2"},
		},
		// may castle
		{"Stipulation #1\nPieces White Ke1 Rh1 Black Kg8",
			jobs.Problem{Variant: "chess", FEN: "6k1/8/8/8/8/8/8/4K2R w", Stipulation: "#1"}},
		{"Stipulation a=>b1\nPieces White Ke1 Black Ke8\nPieces White Kd1 Black Ke8", jobs.Problem{}},
		{"Stipulation #1\nCondition ParrainCirce LastCapture Black Pe4\nPieces White Ke1 Rh1 Black Kg8",
			jobs.Problem{}},
		{"no problem", jobs.Problem{}},
	} {
		text := "BeginProblem\n" + test.text + "\nEndProblem\n"
		got, ok := jobs.Problem{Popeye: text}.ByParts()
		if ok != (test.want != jobs.Problem{}) || ok && got != test.want {
			t.Errorf("%s\n%+v, %v; want\n%+v", test.text, got, ok, test.want)
			continue
		}
		if !ok {
			continue
		}
		var solved [2]string
		for i, q := range []jobs.Problem{{Popeye: text}, got} {
			p, lang, err := q.Read()
			if err != nil {
				t.Fatal(err)
			}
			r := problem.NewReport(p)
			if err := (&problem.Solver{}).Solve(t.Context(), p, r); err != nil {
				t.Fatal(err)
			}
			s := jobs.NewSolution(p, r, lang)
			solved[i] = s.Text + s.Credit + s.Verdict
		}
		if solved[0] != solved[1] {
			t.Errorf("%s\nis solved as\n%s\nand by its parts as\n%s", test.text, solved[0], solved[1])
		}
	}
	german := "AnfangProblem\nForderung #1\nSteine Weiss Kf6 Te1 Schwarz Kh8\nEndeProblem\n"
	if _, ok := (jobs.Problem{Popeye: german}).ByParts(); ok {
		t.Error("a German text, whose solution is German, is taken apart")
	}
}

// TestGoesOn closes a server in the middle of a job, which another server then finishes.
func TestGoesOn(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir, 0)
	id, err := f.scheduler.Submit(t.Context(), "u", jobs.Solving, request(t, problems["help"]))
	if err != nil {
		t.Fatal(err)
	}
	if j, err := f.store.Job(t.Context(), id); err != nil || j.State != store.JobWaiting {
		t.Fatal(j, err)
	}
	f.close()
	f = open(t, dir, 1)
	if j := ended(t, f, id); j.State != store.JobDone {
		t.Errorf("the job is %s: %s", j.State, j.Answer)
	}
}

// TestLostQueue loses the whole queue. The job is in SQL, and is done.
func TestLostQueue(t *testing.T) {
	dir := t.TempDir()
	s, err := store.Open(t.Context(), filepath.Join(dir, "db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	j, err := s.CreateJob(t.Context(), store.Job{Kind: string(jobs.Solving), Request: request(t, problems["twins"]),
		Shards: shards(t, problems["twins"])})
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	f := open(t, dir, 1) // with an empty queue
	if j := ended(t, f, j.ID); j.State != store.JobDone {
		t.Errorf("the job is %s: %s", j.State, j.Answer)
	}
}

// shards returns how many shards a problem has.
func shards(t *testing.T, q jobs.Problem) int {
	t.Helper()
	p, _, err := q.Read()
	if err != nil {
		t.Fatal(err)
	}
	parts, err := p.Split(64)
	if err != nil {
		t.Fatal(err)
	}
	return len(parts)
}

// TestJoinsMuch joins results that are too large for the bus together.
func TestJoinsMuch(t *testing.T) {
	dir := t.TempDir()
	before, err := store.Open(t.Context(), filepath.Join(dir, "db"), store.Options{}) // of a server that ended here
	if err != nil {
		t.Fatal(err)
	}
	v, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	game, err := kirke.NewGame(p).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	j, err := before.CreateJob(t.Context(), store.Job{Kind: string(jobs.Analysing),
		Request: request(t, jobs.Game{Game: game}), Shards: 3})
	if err != nil {
		t.Fatal(err)
	}
	noise := make([]byte, 3<<20) // does not compress
	_, _ = rand.Read(noise)
	much := hex.EncodeToString(noise)
	for i := range 3 {
		if _, err := before.SaveShard(t.Context(), j.ID, i,
			request(t, []jobs.PositionAnalysis{{Ply: i, Score: much}})); err != nil {
			t.Fatal(err)
		}
	}
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
	f := open(t, dir, 1) // finds the job when it starts
	j = ended(t, f, j.ID)
	var found jobs.Analysis
	if err := json.Unmarshal(j.Answer, &found); err != nil || j.State != store.JobDone || len(found.Positions) != 3 ||
		found.Positions[2].Score != much {
		t.Errorf("the job is %s: %.200s", j.State, j.Answer)
	}
}

func TestCancel(t *testing.T) {
	f := open(t, t.TempDir(), 1)
	// This takes longer than any test.
	hard := jobs.Problem{FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Stipulation: "#9"}
	id, err := f.scheduler.Submit(t.Context(), "u", jobs.Solving, request(t, hard))
	if err != nil {
		t.Fatal(err)
	}
	news, err := f.bus.Subscribe(bus.Job(id))
	if err != nil {
		t.Fatal(err)
	}
	defer news.Close()
	time.Sleep(300 * time.Millisecond)
	for range 2 { // the second time it is over already
		if err := f.scheduler.Cancel(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	if j := ended(t, f, id); j.State != store.JobCancelled {
		t.Errorf("the job is %s", j.State)
	}
	var told bool
	for end := time.After(20 * time.Second); !told; {
		select {
		case e := <-news.Events():
			var s jobs.Status
			told = json.Unmarshal(e.Data, &s) == nil && s.State == store.JobCancelled
		case <-end:
			t.Fatal("no event says that the job is cancelled")
		}
	}
	// The worker is free again.
	id, err = f.scheduler.Submit(t.Context(), "u", jobs.Solving, request(t, problems["mate"]))
	if err != nil {
		t.Fatal(err)
	}
	if j := ended(t, f, id); j.State != store.JobDone {
		t.Errorf("the next job is %s", j.State)
	}
}

func TestRefused(t *testing.T) {
	f := open(t, t.TempDir(), 0)
	for name, test := range map[string]struct {
		kind    jobs.Kind
		request string
	}{
		"no kind":        {"", `{}`},
		"another kind":   {"mine", `{}`},
		"no JSON":        {jobs.Solving, `{`},
		"no problem":     {jobs.Solving, `{}`},
		"no such game":   {jobs.Solving, `{"variant":"x","fen":"8/8/8/8/8/8/8/8 w - - 0 1","stipulation":"#2"}`},
		"no position":    {jobs.Solving, `{"fen":"x","stipulation":"#2"}`},
		"no stipulation": {jobs.Solving, `{"fen":"7k/8/6K1/8/8/8/8/R7 w - - 0 1","stipulation":"x"}`},
		"no option": {jobs.Solving, `{"fen":"7k/8/6K1/8/8/8/8/R7 w - - 0 1","stipulation":"#1",` +
			`"options":"Nonsense"}`},
		"two problems": {jobs.Solving, `{"popeye":"BeginProblem\nPieces White Kc1 Black Ka8\nStipulation h#2\n` +
			`NextProblem\nPieces White Kc1 Black Ka8\nStipulation h#2\nEndProblem"}`},
		"no game":         {jobs.Analysing, `{}`},
		"too many nodes":  {jobs.Analysing, `{"game":{"variant":"chess"},"nodes":99999999999}`},
		"not in Popeye's": {jobs.Solving, `{"popeye":"hello"}`},
	} {
		_, err := f.scheduler.Submit(t.Context(), "u", test.kind, json.RawMessage(test.request))
		if bad := new(jobs.RequestError); !errors.As(err, &bad) || bad.Error() == "" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if open, err := f.store.OpenJobs(t.Context()); err != nil || len(open) != 0 {
		t.Errorf("%d jobs were taken, %v", len(open), err)
	}
}

// TestFails expects a solver's error as the job's answer.
func TestFails(t *testing.T) {
	f := open(t, t.TempDir(), 1)
	j, err := f.store.CreateJob(t.Context(), store.Job{Kind: string(jobs.Solving), Request: json.RawMessage(`{}`),
		Shards: 2})
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = f.scheduler.Run(t.Context()) }() // a second server, which finds the job when it starts
	j = ended(t, f, j.ID)
	var why jobs.Failure
	if err := json.Unmarshal(j.Answer, &why); err != nil || j.State != store.JobFailed ||
		!strings.Contains(why.Error, "stipulation") {
		t.Errorf("the job is %s: %s", j.State, j.Answer)
	}
}

// TestJobsTakeTurns expects a short job to end before a long one that was submitted earlier.
func TestJobsTakeTurns(t *testing.T) {
	dir := t.TempDir()
	f := open(t, dir, 0)
	v, err := kirke.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	g := kirke.NewGame(p)
	for range 20 {
		for _, move := range []string{"Nf3", "Nf6", "Ng1", "Ng8"} {
			if err := g.PlayText(move); err != nil {
				t.Fatal(err)
			}
		}
	}
	game, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	one, err := json.Marshal(kirke.NewGame(p))
	if err != nil {
		t.Fatal(err)
	}
	long, err := f.scheduler.Submit(t.Context(), "ann", jobs.Analysing, request(t, jobs.Game{Game: game, Nodes: 2000}))
	if err != nil {
		t.Fatal(err)
	}
	j, err := f.store.Job(t.Context(), long)
	if err != nil {
		t.Fatal(err)
	}
	queued, err := f.bus.Waiting(t.Context())
	if err != nil || j.Shards < 40 || queued > j.Shards/2 {
		t.Fatalf("%d of %d shards are in the queue, %v", queued, j.Shards, err)
	}
	short, err := f.scheduler.Submit(t.Context(), "bob", jobs.Analysing, request(t, jobs.Game{Game: one, Nodes: 2000}))
	if err != nil {
		t.Fatal(err)
	}
	f.close()
	f = open(t, dir, 1)
	ended(t, f, short)
	if j, err = f.store.Job(t.Context(), long); err != nil || j.State.Over() {
		t.Errorf("the short job waited for all of the long one: %+v, %v", j, err)
	}
	if j = ended(t, f, long); j.State != store.JobDone || j.Done != j.Shards {
		t.Errorf("the long job is %s with %d of %d shards", j.State, j.Done, j.Shards)
	}
}
