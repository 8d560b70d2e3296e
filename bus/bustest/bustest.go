// Package bustest has the tests that every bus must pass, with the embedded server or a cluster.
package bustest

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

	"github.com/kirke-chess/kirke/bus"
)

// AckWait is the AckWait of a Bus under test, so that a silent worker is noticed soon.
const AckWait = time.Second

// patience is how long the tests wait for something that must come.
const patience = time.Minute

// Run tests a bus. start starts one with an empty queue, and returns a function that opens a Bus on
// it with this package's AckWait. All that it opens must see each other, and may be the same Bus.
// start cleans up with t.Cleanup.
func Run(t *testing.T, start func(t *testing.T) (open func() *bus.Bus)) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open func() *bus.Bus)
	}{
		{"events arrive in order", eventsInOrder},
		{"odd names", oddNames},
		{"slow subscriber", slowSubscriber},
		{"many publishers", manyPublishers},
		{"closing", closing},
		{"every task", everyTask},
		{"same task twice", sameTaskTwice},
		{"result not stored", resultNotStored},
		{"long task", longTask},
		{"worker stops", workerStops},
		{"cancel", cancelJob},
		{"failed task", failedTask},
		{"progress", progress},
		{"invalid names", invalidNames},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, start(t)) })
	}
}

// subscribe subscribes and takes the first Resync.
func subscribe(t *testing.T, b *bus.Bus, subjects ...bus.Subject) *bus.Subscription {
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
func next(t *testing.T, s *bus.Subscription) bus.Event {
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

// awaitReaders publishes an event until all readers have received it, and then empties their
// channels. A cluster takes a while to learn of a subscription.
func awaitReaders(t *testing.T, b *bus.Bus, readers ...*bus.Subscription) {
	t.Helper()
	for _, s := range readers {
		probe := bus.Event{Subject: bus.Lobby, Seq: -1,
			Data: json.RawMessage(strconv.FormatInt(time.Now().UnixNano(), 10))}
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

// nextEvent returns the next event that is neither a Resync nor from awaitReaders.
func nextEvent(t *testing.T, s *bus.Subscription) bus.Event {
	t.Helper()
	for {
		if e := next(t, s); !e.Resync && e.Seq >= 0 {
			return e
		}
	}
}

func eventsInOrder(t *testing.T, open func() *bus.Bus) {
	a, b := open(), open()
	game := subscribe(t, b, bus.Game("g1"), bus.Lobby)
	other := subscribe(t, b, bus.Game("g2"), bus.Lobby)
	awaitReaders(t, a, game, other)
	for i := range int64(20) {
		a.Publish(bus.Event{Subject: bus.Game("g1"), Seq: i + 1, Data: json.RawMessage(fmt.Sprintf(`{"n":%d}`, i+1))})
	}
	a.Publish(bus.Event{Subject: bus.Game("g2"), Seq: 7})
	for i := range int64(20) {
		e := nextEvent(t, game)
		if want := fmt.Sprintf(`{"n":%d}`, i+1); e.Subject != bus.Game("g1") || e.Seq != i+1 || string(e.Data) != want {
			t.Fatalf("event %d is %+v", i+1, e)
		}
	}
	if e := nextEvent(t, other); e.Subject != bus.Game("g2") || e.Seq != 7 || e.Data != nil {
		t.Fatalf("got %+v", e)
	}
}

func oddNames(t *testing.T, open func() *bus.Bus) {
	a, b := open(), open()
	names := []string{"", "*", ">", "a.b", "a", "a b", "=2E", ".", "Ünï", "\x00\xff", strings.Repeat("x", 300)}
	var subs []*bus.Subscription
	for _, name := range names {
		subs = append(subs, subscribe(t, b, bus.User(name), bus.Lobby))
	}
	awaitReaders(t, a, subs...)
	for i, name := range names {
		a.Publish(bus.Event{Subject: bus.User(name), Seq: int64(i + 1)})
	}
	for i, s := range subs {
		e := nextEvent(t, s)
		if e.Seq != int64(i+1) {
			t.Errorf("user %q was told of number %d, not %d", names[i], e.Seq, i+1)
		}
	}
}

func slowSubscriber(t *testing.T, open func() *bus.Bus) {
	a, b := open(), open()
	lazy := subscribe(t, b, bus.Game("g"), bus.Lobby)
	keen := subscribe(t, b, bus.Game("g"), bus.Lobby)
	awaitReaders(t, a, lazy, keen)
	const last = 3000
	began := time.Now()
	var stored atomic.Int64 // stands for SQL
	go func() {
		for i := range int64(last) {
			stored.Store(i + 1)
			a.Publish(bus.Event{Subject: bus.Game("g"), Seq: i + 1})
			if i%100 == 99 {
				time.Sleep(time.Millisecond)
			}
		}
	}()
	at, known := int64(0), int64(0)
	for known < last {
		switch e := next(t, keen); {
		case e.Resync: // on a busy machine it does not keep up either
			known = stored.Load()
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
		t.Errorf("the first event of the lazy subscriber is %+v, not a resync", e)
	}
}

// manyPublishers stores each change first and then publishes it, as servers do. At each Resync the
// reader reads what is stored, and knows it all in the end.
func manyPublishers(t *testing.T, open func() *bus.Bus) {
	a, b := open(), open()
	s := subscribe(t, b, bus.Game("g"), bus.Lobby)
	awaitReaders(t, a, s)
	const publishers, events = 8, 300
	var stored [publishers]atomic.Int64
	for p := range publishers {
		go func() {
			for i := range int64(events) {
				stored[p].Store(i + 1)
				a.Publish(bus.Event{Subject: bus.Game("g"), Seq: i + 1, Data: json.RawMessage(strconv.Itoa(p))})
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
					known[p] = stored[p].Load()
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

func closing(t *testing.T, open func() *bus.Bus) {
	b := open()
	s := subscribe(t, b, bus.Game("g"))
	s.Close()
	s.Close()
	if _, ok := <-s.Events(); ok {
		t.Error("a closed subscription has an event")
	}
	b.Publish(bus.Event{Subject: bus.Game("g"), Seq: 1})
	kept := subscribe(t, b, bus.Game("g"))
	b.Close()
	b.Close()
	for range kept.Events() {
		continue // until it ends
	}
	if _, err := b.Subscribe(bus.Lobby); !errors.Is(err, bus.ErrClosed) {
		t.Errorf("Subscribe returns %v", err)
	}
	b.Publish(bus.Event{Subject: bus.Lobby})
}

// background runs a function until stop is called or the test ends.
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

// work starts workers.
func work(t *testing.T, b *bus.Bus, slots int, h bus.Handler) (stop func()) {
	return background(t, func(ctx context.Context) error { return b.Work(ctx, "sum", slots, h) })
}

// results collects results.
func results(t *testing.T, b *bus.Bus) <-chan bus.Result {
	c := make(chan bus.Result, 1000)
	background(t, func(ctx context.Context) error {
		return b.Results(ctx, func(_ context.Context, r bus.Result) error { c <- r; return nil })
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

func submit(t *testing.T, b *bus.Bus, tasks ...bus.Task) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := b.Submit(ctx, tasks...); err != nil {
		t.Fatal(err)
	}
}

func task(job string, shard int) bus.Task {
	return bus.Task{Job: job, Shard: shard, Kind: "sum", Payload: []byte(strconv.Itoa(shard))}
}

func everyTask(t *testing.T, open func() *bus.Bus) {
	a, b := open(), open()
	const n = 40
	double := func(_ context.Context, t bus.Task, _ func(any)) ([]byte, error) {
		v, err := strconv.Atoi(string(t.Payload))
		return []byte(strconv.Itoa(2 * v)), err
	}
	var tasks []bus.Task
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

func sameTaskTwice(t *testing.T, open func() *bus.Bus) {
	a := open()
	for range 3 {
		submit(t, a, task("j", 0), task("j", 1))
	}
	if n, err := a.Waiting(context.Background()); err != nil || n != 2 {
		t.Errorf("%d tasks wait, %v", n, err)
	}
	var done atomic.Int32
	work(t, a, 1, func(context.Context, bus.Task, func(any)) ([]byte, error) { done.Add(1); return nil, nil })
	got := results(t, a)
	receive(t, got, "the first result")
	receive(t, got, "the second result")
	submit(t, a, task("j", 2))
	if r := receive(t, got, "the third result"); r.Shard != 2 || done.Load() != 3 {
		t.Errorf("shard %d came third, after %d tasks", r.Shard, done.Load())
	}
}

func resultNotStored(t *testing.T, open func() *bus.Bus) {
	a := open()
	submit(t, a, task("j", 0))
	work(t, a, 1, func(context.Context, bus.Task, func(any)) ([]byte, error) { return []byte("x"), nil })
	tries := make(chan bus.Result, 10)
	var n atomic.Int32
	background(t, func(ctx context.Context) error {
		return a.Results(ctx, func(_ context.Context, r bus.Result) error {
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
	case <-time.After(AckWait * 3 / 2):
	}
}

func longTask(t *testing.T, open func() *bus.Bus) {
	a, b := open(), open()
	submit(t, a, task("j", 0))
	var begun atomic.Int32
	h := func(ctx context.Context, _ bus.Task, _ func(any)) ([]byte, error) {
		begun.Add(1)
		select {
		case <-time.After(2 * AckWait): // without a heartbeat the other worker gets the task after one
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

func workerStops(t *testing.T, open func() *bus.Bus) {
	a, b := open(), open()
	submit(t, a, task("j", 0))
	begun := make(chan bool, 10)
	stop := work(t, a, 1, func(ctx context.Context, _ bus.Task, _ func(any)) ([]byte, error) {
		begun <- true
		<-ctx.Done()
		return []byte("half"), nil
	})
	receive(t, begun, "the first worker")
	stop()
	work(t, b, 1, func(context.Context, bus.Task, func(any)) ([]byte, error) { return []byte("whole"), nil })
	if r := receive(t, results(t, b), "the result"); string(r.Data) != "whole" {
		t.Errorf("got %+v", r)
	}
}

func cancelJob(t *testing.T, open func() *bus.Bus) {
	a, b := open(), open()
	submit(t, a, task("bad", 0), task("bad", 1), task("good", 0))
	begun, ended := make(chan string, 10), make(chan string, 10)
	work(t, b, 1, func(ctx context.Context, task bus.Task, _ func(any)) ([]byte, error) {
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

func failedTask(t *testing.T, open func() *bus.Bus) {
	a := open()
	submit(t, a, task("j", 0), task("j", 1), task("j", 2))
	work(t, a, 1, func(_ context.Context, t bus.Task, _ func(any)) ([]byte, error) {
		switch t.Shard {
		case 0:
			return nil, errors.New("two\nlines: ä")
		case 1:
			panic("a fault of the worker")
		}
		return noise(bus.MaxPayload + 1), nil
	})
	got := results(t, a)
	for i, want := range []string{"two\nlines: ä", "fault of the program", bus.ErrTooLarge.Error()} {
		if r := receive(t, got, "a result"); r.Shard != i || !strings.Contains(r.Error, want) || r.Data != nil {
			t.Errorf("shard %d gave %q, which does not say %q", r.Shard, r.Error, want)
		}
	}
}

func progress(t *testing.T, open func() *bus.Bus) {
	a, b := open(), open()
	s := subscribe(t, a, bus.Job("j"), bus.Lobby)
	awaitReaders(t, b, s)
	release := make(chan bool)
	submit(t, a, task("j", 3))
	work(t, b, 1, func(_ context.Context, _ bus.Task, progress func(any)) ([]byte, error) {
		progress(map[string]int{"done": 1})
		for range 100 {
			progress(map[string]int{"done": 2}) // too soon after the first to be told
		}
		<-release
		return nil, nil
	})
	e := nextEvent(t, s)
	var p bus.Progress
	if err := json.Unmarshal(e.Data, &p); err != nil || p.Shard != 3 || string(p.Data) != `{"done":1}` {
		t.Errorf("got %s, %v", e.Data, err)
	}
	close(release)
	receive(t, results(t, a), "the result")
	if n := len(s.Events()); n > 1 { // one if the machine was slow
		t.Errorf("%d more events came", n)
	}
}

func invalidNames(t *testing.T, open func() *bus.Bus) {
	a := open()
	ctx := t.Context()
	for _, bad := range []bus.Task{
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
	if err := a.Submit(ctx, bus.Task{Job: "a", Kind: "sum", Payload: noise(bus.MaxPayload + 1)}); !errors.Is(err,
		bus.ErrTooLarge) {
		t.Errorf("a task that is too large: %v", err)
	}
	if err := a.Work(ctx, "*", 1, nil); err == nil {
		t.Error("work of kind * was begun")
	}
	if n, err := a.Waiting(ctx); err != nil || n != 0 {
		t.Errorf("%d tasks wait, %v", n, err)
	}
}
