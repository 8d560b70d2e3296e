package bus_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/bus/bustest"
)

// ports returns ports that are free now.
func ports(t *testing.T, n int) []int {
	t.Helper()
	var free []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		free = append(free, l.Addr().(*net.TCPAddr).Port)
	}
	return free
}

// begin starts a server that listens.
func begin(t *testing.T, o *server.Options) *server.Server {
	t.Helper()
	o.Host, o.NoLog, o.NoSigs, o.JetStream, o.MaxPayload = "127.0.0.1", true, true, true, bus.MaxPayload
	o.MaxPending = 8 * bus.MaxPayload
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

// cluster starts three servers that know each other.
func cluster(t *testing.T) (servers []*server.Server) {
	t.Helper()
	const n = 3
	joints := ports(t, n)
	var routes []string
	for _, p := range joints {
		routes = append(routes, fmt.Sprintf("nats://127.0.0.1:%d", p))
	}
	for i, p := range joints {
		o := &server.Options{
			ServerName: fmt.Sprintf("node%d", i), Port: -1, StoreDir: t.TempDir(),
			Cluster: server.ClusterOpts{Name: "kirke", Host: "127.0.0.1", Port: p},
		}
		for _, r := range routes {
			u, err := url.Parse(r)
			if err != nil {
				t.Fatal(err)
			}
			o.Routes = append(o.Routes, u)
		}
		servers = append(servers, begin(t, o))
	}
	for _, s := range servers {
		if !s.ReadyForConnections(20 * time.Second) {
			t.Fatal("a node does not become ready")
		}
	}
	until(t, "the nodes agree on a leader and know each other", func() bool {
		for _, s := range servers {
			if s.JetStreamIsLeader() {
				return len(s.JetStreamClusterPeers()) == n
			}
		}
		return false
	})
	return servers
}

// until waits for a condition.
func until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in 30 seconds it does not come to this: %s", what)
		}
	}
}

// open opens a Bus by URL.
func open(t *testing.T, replicas int, urls ...string) *bus.Bus {
	t.Helper()
	b, err := bus.Open(t.Context(), bus.Options{URL: strings.Join(urls, ","), Replicas: replicas,
		AckWait: bustest.AckWait})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// empty empties the queue.
func empty(t *testing.T, at string) {
	t.Helper()
	conn, err := nats.Connect(at)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	names := js.StreamNames(ctx)
	for name := range names.Name() {
		s, err := js.Stream(ctx, name)
		if err == nil {
			err = s.Purge(ctx)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := names.Err(); err != nil {
		t.Fatal(err)
	}
}

func TestCluster(t *testing.T) {
	t.Parallel()
	servers := cluster(t)
	bustest.Run(t, func(t *testing.T) func() *bus.Bus {
		empty(t, servers[0].ClientURL())
		n := 0
		return func() *bus.Bus {
			n++
			return open(t, 3, servers[n%3].ClientURL())
		}
	})
	t.Run("a node is lost", func(t *testing.T) {
		// The first knows of one node, and learns of the others from it.
		lost, kept := open(t, 3, servers[0].ClientURL()), open(t, 3, servers[1].ClientURL(), servers[2].ClientURL())
		s, err := lost.Subscribe(bus.Game("g"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 4 {
			if err := kept.Submit(t.Context(), bus.Task{Job: "j", Kind: "k", Shard: i}); err != nil {
				t.Fatal(err)
			}
		}
		servers[0].Shutdown()
		ctx, cancel := context.WithCancel(t.Context())
		got, done := make(chan bus.Result, 100), make(chan bool, 2)
		go func() {
			_ = lost.Work(ctx, "k", 2, func(_ context.Context, t bus.Task, _ func(any)) ([]byte, error) {
				return nil,
					nil
			})
			done <- true
		}()
		go func() {
			_ = kept.Results(ctx, func(_ context.Context, r bus.Result) error { got <- r; return nil })
			done <- true
		}()
		seen := map[int]bool{}
		for end := time.After(40 * time.Second); len(seen) < 4; {
			select {
			case r := <-got:
				seen[r.Shard] = true
			case <-end:
				t.Fatalf("results came for %v only", seen)
			}
		}
		cancel()
		<-done
		<-done
		for heard := false; !heard; {
			kept.Publish(bus.Event{Subject: bus.Game("g"), Seq: 1, Data: json.RawMessage(`"after"`)})
			select {
			case e := <-s.Events():
				heard = string(e.Data) == `"after"`
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
}

// TestCut publishes and subscribes while the cluster cannot be reached.
func TestCut(t *testing.T) {
	t.Parallel()
	port := ports(t, 1)[0]
	at, dir := fmt.Sprintf("nats://127.0.0.1:%d", port), t.TempDir()
	start := func() *server.Server {
		s := begin(t, &server.Options{Port: port, StoreDir: dir})
		if !s.ReadyForConnections(10 * time.Second) {
			t.Fatal("the server does not become ready")
		}
		return s
	}
	a, b := open(t, 1, at), open(t, 1, at) // though nobody is there
	s, err := b.Subscribe(bus.Game("g"))
	if err != nil {
		t.Fatal(err)
	}
	if e := <-s.Events(); !e.Resync {
		t.Fatalf("the first event is %+v", e)
	}
	const many = 20000
	flood := func() {
		before, began := a.Stats().Dropped, time.Now()
		for i := range int64(many) {
			a.Publish(bus.Event{Subject: bus.Game("g"), Seq: i})
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%d events without a bus took %v", many, took)
		}
		until(t, "all are dropped", func() bool { return a.Stats().Dropped >= before+many })
	}
	told := func() {
		t.Helper()
		end := time.After(20 * time.Second)
		for resync := false; !resync; {
			select {
			case e := <-s.Events():
				resync = e.Resync
			case <-end:
				t.Fatal("the subscriber was not told to resync")
			}
		}
		until(t, "events come again", func() bool {
			a.Publish(bus.Event{Subject: bus.Game("g"), Seq: 1, Data: json.RawMessage(`"probe"`)})
			select {
			case e := <-s.Events():
				return string(e.Data) == `"probe"`
			case <-time.After(20 * time.Millisecond):
				return false
			}
		})
		for len(s.Events()) > 0 {
			<-s.Events()
		}
	}
	hears(t, a, "before the bus was there")
	flood()
	if err := a.Submit(t.Context(), bus.Task{Job: "j", Kind: "k"}); err == nil {
		t.Error("a task was taken without a bus")
	}
	first := start()
	told()

	if err := a.Submit(t.Context(), bus.Task{Job: "j", Kind: "k"}); err != nil {
		t.Fatal(err)
	}
	first.Shutdown()
	first.WaitForShutdown()
	until(t, "both see that the bus is cut", func() bool { return !a.Connected() && !b.Connected() })
	for len(s.Events()) > 0 {
		<-s.Events()
	}
	hears(t, a, "while the bus is cut")
	flood()
	start()
	told()
	hears(t, a, "when the bus is there again")
	if n, err := a.Waiting(t.Context()); err != nil || n != 1 {
		t.Errorf("%d tasks wait, %v", n, err)
	}
}

// hears expects a reader in the same process to receive an event once.
func hears(t *testing.T, b *bus.Bus, when string) {
	t.Helper()
	s, err := b.Subscribe(bus.Game("near"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for n := range int64(2) {
		b.Publish(bus.Event{Subject: bus.Game("near"), Seq: n + 1})
	}
	var seqs []int64
	for len(seqs) == 0 || seqs[len(seqs)-1] < 2 {
		select {
		case e := <-s.Events():
			if !e.Resync {
				seqs = append(seqs, e.Seq)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: a reader in the same process has heard of %v only", when, seqs)
		}
	}
	if !slices.Equal(seqs, []int64{1, 2}) {
		t.Errorf("%s: a reader in the same process has heard of %v", when, seqs)
	}
}

// TestRestart replaces the embedded server while a task waits in its queue.
func TestRestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	inside := func() *bus.Bus {
		b, err := bus.Open(t.Context(), bus.Options{Dir: dir, AckWait: bustest.AckWait})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	b := inside()
	want := bus.Task{Job: "j", Kind: "k", Shard: 3, Payload: []byte("what is to be done")}
	if err := b.Submit(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	b.Close()
	b = inside()
	defer b.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var got bus.Task
	if err := b.Work(ctx, "k", 1, func(_ context.Context, t bus.Task, _ func(any)) ([]byte,
		error) {
		got = t
		cancel()
		return nil, nil
	}); err != nil {
		t.Fatal(err)
	}
	if got.Job != want.Job || got.Shard != want.Shard || string(got.Payload) != string(want.Payload) {
		t.Errorf("after the restart the task is %+v", got)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	if b, err := bus.Open(t.Context(), bus.Options{}); err == nil {
		b.Close()
		t.Error("a bus without a place was opened")
	}
	if b, err := bus.Open(t.Context(), bus.Options{URL: "nats://127.0.0.1:x"}); err == nil {
		b.Close()
		t.Error("a URL that makes no sense was taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if b, err := bus.Open(ctx, bus.Options{Dir: t.TempDir()}); err == nil {
		b.Close()
		t.Error("a bus was opened after its context had ended")
	}
}

// TestOneServer expects a second server in the same folder to be refused.
func TestOneServer(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("folders are not locked here")
	}
	dir := t.TempDir()
	first, err := bus.Open(t.Context(), bus.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if second, err := bus.Open(t.Context(), bus.Options{Dir: dir}); err == nil ||
		!strings.Contains(err.Error(), "another server") {
		t.Errorf("a second server: %v", err)
		if err == nil {
			second.Close()
		}
	}
	first.Close()
	again, err := bus.Open(t.Context(), bus.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
