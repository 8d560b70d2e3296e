// Package wiretest holds what every wire must do, whatever carries it.
package wiretest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/wire"
)

// AckWait is what a Bus under test is to be opened with, so that silence is noticed soon.
const AckWait = time.Second

// patience is how long the suite waits for what must come.
const patience = time.Minute

// Run holds a wire to the contract of package wire. start begins a wire with an empty queue and returns what opens a Bus on
// it, with the AckWait of this package; all buses of one wire must see each other, and may be one. What start begins it
// ends with t.Cleanup.
func Run(t *testing.T, start func(t *testing.T) (open func() *wire.Bus)) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open func() *wire.Bus)
	}{
		{"events come in order to those who asked for them", inOrder},
		{"subjects with odd names are kept apart", oddNames},
		{"a slow subscriber is told to resync and holds nobody up", slow},
		{"with many publishers nothing is lost in silence", manyPublishers},
		{"a subscription that is closed ends", closing},
		{"every task is done and every result stored", everyTask},
		{"a task that waits is not put in the queue again", twice},
		{"a result that is not stored comes again", stored},
		{"a long task is done once", long},
		{"a worker that goes away leaves its task to others", leaving},
		{"cancelling stops a job", cancelling},
		{"what goes wrong with a task is its result", failing},
		{"progress is published", progress},
		{"odd jobs are refused", refused},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, start(t)) })
	}
}

// subscribe subscribes and takes the first Resync.
func subscribe(t *testing.T, b *wire.Bus, subjects ...wire.Subject) *wire.Subscription {
	t.Helper()
	s, err := b.Subscribe(subjects...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if e := next(t, s); !e.Resync {
		t.Fatalf("the first event is %+v, not a resync", e)
	}
	return s
}

// next returns the next event.
func next(t *testing.T, s *wire.Subscription) wire.Event {
	t.Helper()
	select {
	case e, ok := <-s.Events():
		if !ok {
			t.Fatal("the subscription has ended")
		}
		return e
	case <-time.After(patience):
		t.Fatal("no event came")
	}
	panic("not reached")
}

// tell publishes an event until it is seen that all of its readers can be reached; it is the last that they have read.
// Subscriptions take a while to be known in a cluster.
func tell(t *testing.T, b *wire.Bus, readers ...*wire.Subscription) {
	t.Helper()
	for _, s := range readers {
		probe := wire.Event{Subject: wire.Lobby, Seq: -1, Data: json.RawMessage(strconv.FormatInt(time.Now().UnixNano(), 10))}
		for heard := false; !heard; {
			b.Publish(probe)
			select {
			case e := <-s.Events():
				heard = string(e.Data) == string(probe.Data)
			case <-time.After(50 * time.Millisecond):
			}
		}
	}
	time.Sleep(20 * time.Millisecond) // for probes that were sent more than once
	for _, s := range readers {
		for len(s.Events()) > 0 {
			<-s.Events()
		}
	}
}

// significant returns the next event that is neither a probe of tell nor a resync.
func significant(t *testing.T, s *wire.Subscription) wire.Event {
	t.Helper()
	for {
		if e := next(t, s); !e.Resync && e.Seq >= 0 {
			return e
		}
	}
}

func inOrder(t *testing.T, open func() *wire.Bus) {
	a, b := open(), open()
	game := subscribe(t, b, wire.Game("g1"), wire.Lobby)
	other := subscribe(t, b, wire.Game("g2"), wire.Lobby)
	tell(t, a, game, other)
	for i := range int64(20) {
		a.Publish(wire.Event{Subject: wire.Game("g1"), Seq: i + 1, Data: json.RawMessage(fmt.Sprintf(`{"n":%d}`, i+1))})
	}
	a.Publish(wire.Event{Subject: wire.Game("g2"), Seq: 7})
	for i := range int64(20) {
		e := significant(t, game)
		if want := fmt.Sprintf(`{"n":%d}`, i+1); e.Subject != wire.Game("g1") || e.Seq != i+1 || string(e.Data) != want {
			t.Fatalf("event %d is %+v", i+1, e)
		}
	}
	if e := significant(t, other); e.Subject != wire.Game("g2") || e.Seq != 7 || e.Data != nil {
		t.Fatalf("got %+v", e)
	}
}

func oddNames(t *testing.T, open func() *wire.Bus) {
	a, b := open(), open()
	names := []string{"", "*", ">", "a.b", "a", "a b", "=2E", ".", "Ünï", "\x00\xff", strings.Repeat("x", 300)}
	var subs []*wire.Subscription
	for _, name := range names {
		subs = append(subs, subscribe(t, b, wire.User(name), wire.Lobby))
	}
	tell(t, a, subs...)
	for i, name := range names {
		a.Publish(wire.Event{Subject: wire.User(name), Seq: int64(i + 1)})
	}
	for i, s := range subs {
		e := significant(t, s)
		if e.Seq != int64(i+1) {
			t.Errorf("user %q was told of number %d, not %d", names[i], e.Seq, i+1)
		}
	}
}

func slow(t *testing.T, open func() *wire.Bus) {
	a, b := open(), open()
	lazy := subscribe(t, b, wire.Game("g"), wire.Lobby)
	keen := subscribe(t, b, wire.Game("g"), wire.Lobby)
	tell(t, a, lazy, keen)
	const last = 3000
	began := time.Now()
	var truth atomic.Int64
	go func() {
		for i := range int64(last) {
			truth.Store(i + 1)
			a.Publish(wire.Event{Subject: wire.Game("g"), Seq: i + 1})
			if i%100 == 99 {
				time.Sleep(time.Millisecond)
			}
		}
	}()
	at, known := int64(0), int64(0)
	for known < last {
		switch e := next(t, keen); {
		case e.Resync: // on a busy machine it does not keep up either
			known = truth.Load()
		case e.Seq > 0:
			if e.Seq <= at {
				t.Fatalf("number %d came after %d", e.Seq, at)
			}
			at = e.Seq
			known = max(known, at)
		}
	}
	if took := time.Since(began); took > patience/2 {
		t.Errorf("the keen subscriber was held up for %v", took)
	}
	if e := next(t, lazy); !e.Resync {
		t.Errorf("the first that the lazy subscriber sees is %+v, not a resync", e)
	}
}

// manyPublishers does as a server does: the truth is changed first and then told; who is told to resync reads it. In the
// end the reader knows the truth.
func manyPublishers(t *testing.T, open func() *wire.Bus) {
	a, b := open(), open()
	s := subscribe(t, b, wire.Game("g"), wire.Lobby)
	tell(t, a, s)
	const publishers, events = 8, 300
	var truth [publishers]atomic.Int64
	for p := range publishers {
		go func() {
			for i := range int64(events) {
				truth[p].Store(i + 1)
				a.Publish(wire.Event{Subject: wire.Game("g"), Seq: i + 1, Data: json.RawMessage(strconv.Itoa(p))})
			}
		}()
	}
	var known, all [publishers]int64
	for p := range all {
		all[p] = events
	}
	for end := time.After(patience); known != all; {
		select {
		case <-end:
			t.Fatalf("the reader believes %v", known)
		case e := <-s.Events():
			if e.Resync {
				for p := range known {
					known[p] = truth[p].Load()
				}
			} else if e.Seq > 0 {
				var p int
				if err := json.Unmarshal(e.Data, &p); err != nil {
					t.Fatal(err)
				}
				known[p] = max(known[p], e.Seq)
			}
		}
	}
}

func closing(t *testing.T, open func() *wire.Bus) {
	b := open()
	s := subscribe(t, b, wire.Game("g"))
	s.Close()
	s.Close()
	if _, ok := <-s.Events(); ok {
		t.Error("a closed subscription has an event")
	}
	b.Publish(wire.Event{Subject: wire.Game("g"), Seq: 1})
	kept := subscribe(t, b, wire.Game("g"))
	b.Close()
	b.Close()
	for range kept.Events() {
		continue // until it ends
	}
	if _, err := b.Subscribe(wire.Lobby); !errors.Is(err, wire.ErrClosed) {
		t.Errorf("Subscribe returns %v", err)
	}
	b.Publish(wire.Event{Subject: wire.Lobby})
}

// background runs a function until the test or what it returns ends it.
func background(t *testing.T, run func(ctx context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := run(ctx); err != nil {
			t.Error(err)
		}
	}()
	stop = func() { cancel(); <-done }
	t.Cleanup(stop)
	return stop
}

// work begins to work.
func work(t *testing.T, b *wire.Bus, slots int, h wire.Handler) (stop func()) {
	return background(t, func(ctx context.Context) error { return b.Work(ctx, "sum", slots, h) })
}

// results collects results.
func results(t *testing.T, b *wire.Bus) <-chan wire.Result {
	c := make(chan wire.Result, 1000)
	background(t, func(ctx context.Context) error {
		return b.Results(ctx, func(_ context.Context, r wire.Result) error { c <- r; return nil })
	})
	return c
}

func receive[T any](t *testing.T, c <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatalf("%s: nothing came", what)
	}
	panic("not reached")
}

func submit(t *testing.T, b *wire.Bus, tasks ...wire.Task) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := b.Submit(ctx, tasks...); err != nil {
		t.Fatal(err)
	}
}

func task(job string, shard int) wire.Task {
	return wire.Task{Job: job, Shard: shard, Kind: "sum", Payload: []byte(strconv.Itoa(shard))}
}

func everyTask(t *testing.T, open func() *wire.Bus) {
	a, b := open(), open()
	const n = 40
	double := func(_ context.Context, t wire.Task, _ func(any)) ([]byte, error) {
		v, err := strconv.Atoi(string(t.Payload))
		return []byte(strconv.Itoa(2 * v)), err
	}
	var tasks []wire.Task
	for i := range n {
		tasks = append(tasks, task("j", i))
	}
	submit(t, a, tasks...)
	work(t, a, 2, double)
	work(t, b, 2, double)
	got := results(t, a)
	stored := map[int]string{}
	for len(stored) < n {
		r := receive(t, got, "results")
		if r.Job != "j" || r.Kind != "sum" || r.Error != "" {
			t.Fatalf("got %+v", r)
		}
		stored[r.Shard] = string(r.Data)
	}
	for i := range n {
		if stored[i] != strconv.Itoa(2*i) {
			t.Errorf("shard %d gave %q", i, stored[i])
		}
	}
}

func twice(t *testing.T, open func() *wire.Bus) {
	a := open()
	for range 3 {
		submit(t, a, task("j", 0), task("j", 1))
	}
	if n, err := a.Waiting(context.Background()); err != nil || n != 2 {
		t.Errorf("%d tasks wait, %v", n, err)
	}
	var done atomic.Int32
	work(t, a, 1, func(context.Context, wire.Task, func(any)) ([]byte, error) { done.Add(1); return nil, nil })
	got := results(t, a)
	receive(t, got, "the first result")
	receive(t, got, "the second result")
	submit(t, a, task("j", 2))
	if r := receive(t, got, "the third result"); r.Shard != 2 || done.Load() != 3 {
		t.Errorf("shard %d came third, after %d tasks", r.Shard, done.Load())
	}
}

func stored(t *testing.T, open func() *wire.Bus) {
	a := open()
	submit(t, a, task("j", 0))
	work(t, a, 1, func(context.Context, wire.Task, func(any)) ([]byte, error) { return []byte("x"), nil })
	tries := make(chan wire.Result, 10)
	var n atomic.Int32
	background(t, func(ctx context.Context) error {
		return a.Results(ctx, func(_ context.Context, r wire.Result) error {
			tries <- r
			if n.Add(1) < 3 {
				return errors.New("the disk is full")
			}
			return nil
		})
	})
	for range 3 {
		if r := receive(t, tries, "the result"); string(r.Data) != "x" {
			t.Fatalf("got %+v", r)
		}
	}
	select {
	case r := <-tries:
		t.Errorf("a result that was stored came again: %+v", r)
	case <-time.After(2 * AckWait):
	}
}

func long(t *testing.T, open func() *wire.Bus) {
	a, b := open(), open()
	submit(t, a, task("j", 0))
	var begun atomic.Int32
	h := func(ctx context.Context, _ wire.Task, _ func(any)) ([]byte, error) {
		begun.Add(1)
		select {
		case <-time.After(3 * AckWait):
		case <-ctx.Done():
		}
		return nil, ctx.Err()
	}
	work(t, a, 1, h)
	work(t, b, 1, h)
	if r := receive(t, results(t, a), "the result"); r.Error != "" || begun.Load() != 1 {
		t.Errorf("the task was begun %d times and gave %q", begun.Load(), r.Error)
	}
}

func leaving(t *testing.T, open func() *wire.Bus) {
	a, b := open(), open()
	submit(t, a, task("j", 0))
	begun := make(chan bool, 10)
	stop := work(t, a, 1, func(ctx context.Context, _ wire.Task, _ func(any)) ([]byte, error) {
		begun <- true
		<-ctx.Done()
		return []byte("half"), nil
	})
	receive(t, begun, "the first worker")
	stop()
	work(t, b, 1, func(context.Context, wire.Task, func(any)) ([]byte, error) { return []byte("whole"), nil })
	if r := receive(t, results(t, b), "the result"); string(r.Data) != "whole" {
		t.Errorf("got %+v", r)
	}
}

func cancelling(t *testing.T, open func() *wire.Bus) {
	a, b := open(), open()
	submit(t, a, task("bad", 0), task("bad", 1), task("good", 0))
	begun, ended := make(chan string, 10), make(chan string, 10)
	work(t, b, 1, func(ctx context.Context, task wire.Task, _ func(any)) ([]byte, error) {
		begun <- task.Job
		if task.Job == "bad" {
			<-ctx.Done()
		}
		ended <- task.Job
		return nil, nil
	})
	if job := receive(t, begun, "the worker"); job != "bad" {
		t.Fatalf("the worker began with %s", job)
	}
	if err := a.Cancel(t.Context(), "bad"); err != nil {
		t.Fatal(err)
	}
	receive(t, ended, "the end of the task")
	if r := receive(t, results(t, a), "a result"); r.Job != "good" {
		t.Errorf("got %+v", r)
	}
	if n, err := a.Waiting(context.Background()); err != nil || n > 1 { // the last may not be forgotten yet
		t.Errorf("%d tasks wait, %v", n, err)
	}
	if len(begun) != 1 {
		t.Errorf("%d more tasks were begun, not 1", len(begun))
	}
}

// noise returns bytes that cannot be compressed.
func noise(n int) []byte {
	data := make([]byte, n)
	_, _ = rand.NewChaCha8([32]byte{}).Read(data) // it never fails
	return data
}

func failing(t *testing.T, open func() *wire.Bus) {
	a := open()
	submit(t, a, task("j", 0), task("j", 1), task("j", 2))
	work(t, a, 1, func(_ context.Context, t wire.Task, _ func(any)) ([]byte, error) {
		switch t.Shard {
		case 0:
			return nil, errors.New("two\nlines: ä")
		case 1:
			panic("a fault of the worker")
		}
		return noise(wire.MaxPayload + 1), nil
	})
	got := results(t, a)
	for i, want := range []string{"two\nlines: ä", "fault of the program", wire.ErrTooLarge.Error()} {
		if r := receive(t, got, "a result"); r.Shard != i || !strings.Contains(r.Error, want) || r.Data != nil {
			t.Errorf("shard %d gave %q, which does not say %q", r.Shard, r.Error, want)
		}
	}
}

func progress(t *testing.T, open func() *wire.Bus) {
	a, b := open(), open()
	s := subscribe(t, a, wire.Job("j"), wire.Lobby)
	tell(t, b, s)
	release := make(chan bool)
	submit(t, a, task("j", 3))
	work(t, b, 1, func(_ context.Context, _ wire.Task, progress func(any)) ([]byte, error) {
		progress(map[string]int{"done": 1})
		for range 100 {
			progress(map[string]int{"done": 2}) // too soon after the first to be told
		}
		<-release
		return nil, nil
	})
	e := significant(t, s)
	var p wire.Progress
	if err := json.Unmarshal(e.Data, &p); err != nil || p.Shard != 3 || string(p.Data) != `{"done":1}` {
		t.Errorf("got %s, %v", e.Data, err)
	}
	close(release)
	receive(t, results(t, a), "the result")
	if n := len(s.Events()); n > 1 { // one if the machine was slow
		t.Errorf("%d more events came", n)
	}
}

func refused(t *testing.T, open func() *wire.Bus) {
	a := open()
	ctx := t.Context()
	for _, bad := range []wire.Task{
		{Job: "", Kind: "sum"}, {Job: "a.b", Kind: "sum"}, {Job: "*", Kind: "sum"}, {Job: "a", Kind: ">"},
		{Job: "a", Kind: ""}, {Job: "a", Kind: "sum", Shard: -1}, {Job: strings.Repeat("x", 65), Kind: "sum"},
	} {
		if err := a.Submit(ctx, bad); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
	for _, job := range []string{"", "*", "a.b", ">"} {
		if err := a.Cancel(ctx, job); err == nil {
			t.Errorf("job %q was cancelled", job)
		}
	}
	if err := a.Submit(ctx, wire.Task{Job: "a", Kind: "sum", Payload: noise(wire.MaxPayload + 1)}); !errors.Is(err, wire.ErrTooLarge) {
		t.Errorf("a task that is too large: %v", err)
	}
	if err := a.Work(ctx, "*", 1, nil); err == nil {
		t.Error("work of kind * was begun")
	}
	if n, err := a.Waiting(ctx); err != nil || n != 0 {
		t.Errorf("%d tasks wait, %v", n, err)
	}
}
