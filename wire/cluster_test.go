package wire_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/kirke-chess/kirke/wire"
	"github.com/kirke-chess/kirke/wire/wiretest"
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

// begin starts a server that listens, and waits until it can be used.
func begin(t *testing.T, o *server.Options) *server.Server {
	t.Helper()
	o.Host, o.NoLog, o.NoSigs, o.JetStream, o.MaxPayload = "127.0.0.1", true, true, true, wire.MaxPayload
	o.MaxPending = 8 * wire.MaxPayload
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
func open(t *testing.T, replicas int, urls ...string) *wire.Bus {
	t.Helper()
	b, err := wire.Open(t.Context(), wire.Options{URL: strings.Join(urls, ","), Replicas: replicas, AckWait: wiretest.AckWait})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// empty takes everything out of the queue.
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
	wiretest.Run(t, func(t *testing.T) func() *wire.Bus {
		empty(t, servers[0].ClientURL())
		n := 0
		return func() *wire.Bus {
			n++
			return open(t, 3, servers[n%3].ClientURL())
		}
	})
	t.Run("a node is lost", func(t *testing.T) {
		// The first knows of one node, and learns of the others from it.
		lost, kept := open(t, 3, servers[0].ClientURL()), open(t, 3, servers[1].ClientURL(), servers[2].ClientURL())
		s, err := lost.Subscribe(wire.Game("g"))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 4 {
			if err := kept.Submit(t.Context(), wire.Task{Job: "j", Kind: "k", Shard: i}); err != nil {
				t.Fatal(err)
			}
		}
		servers[0].Shutdown()
		ctx, cancel := context.WithCancel(t.Context())
		got, done := make(chan wire.Result, 100), make(chan bool, 2)
		go func() {
			_ = lost.Work(ctx, "k", 2, func(_ context.Context, t wire.Task, _ func(any)) ([]byte, error) { return nil, nil })
			done <- true
		}()
		go func() {
			_ = kept.Results(ctx, func(_ context.Context, r wire.Result) error { got <- r; return nil })
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
			kept.Publish(wire.Event{Subject: wire.Game("g"), Seq: 1, Data: json.RawMessage(`"after"`)})
			select {
			case e := <-s.Events():
				heard = string(e.Data) == `"after"`
			case <-time.After(50 * time.Millisecond):
			}
		}
	})
}

// TestCut holds a Bus to what it promises while there is no wire.
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
	s, err := b.Subscribe(wire.Game("g"))
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
			a.Publish(wire.Event{Subject: wire.Game("g"), Seq: i})
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%d events without a wire took %v", many, took)
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
			a.Publish(wire.Event{Subject: wire.Game("g"), Seq: 1, Data: json.RawMessage(`"probe"`)})
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
	flood()
	if err := a.Submit(t.Context(), wire.Task{Job: "j", Kind: "k"}); err == nil {
		t.Error("a task was taken without a wire")
	}
	first := start()
	told()

	if err := a.Submit(t.Context(), wire.Task{Job: "j", Kind: "k"}); err != nil {
		t.Fatal(err)
	}
	first.Shutdown()
	first.WaitForShutdown()
	until(t, "both see that the wire is cut", func() bool { return !a.Connected() && !b.Connected() })
	for len(s.Events()) > 0 {
		<-s.Events()
	}
	flood()
	start()
	told()
	if n, err := a.Waiting(t.Context()); err != nil || n != 1 {
		t.Errorf("%d tasks wait, %v", n, err)
	}
}

// TestRestart ends the server inside while a task waits, and begins another in its place.
func TestRestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	inside := func() *wire.Bus {
		b, err := wire.Open(t.Context(), wire.Options{Dir: dir, AckWait: wiretest.AckWait})
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	b := inside()
	want := wire.Task{Job: "j", Kind: "k", Shard: 3, Payload: []byte("what is to be done")}
	if err := b.Submit(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	b.Close()
	b = inside()
	defer b.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	var got wire.Task
	if err := b.Work(ctx, "k", 1, func(_ context.Context, t wire.Task, _ func(any)) ([]byte, error) { got = t; cancel(); return nil, nil }); err != nil {
		t.Fatal(err)
	}
	if got.Job != want.Job || got.Shard != want.Shard || string(got.Payload) != string(want.Payload) {
		t.Errorf("after the restart the task is %+v", got)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	if b, err := wire.Open(t.Context(), wire.Options{}); err == nil {
		b.Close()
		t.Error("a wire without a place was opened")
	}
	if b, err := wire.Open(t.Context(), wire.Options{URL: "nats://127.0.0.1:x"}); err == nil {
		b.Close()
		t.Error("a URL that makes no sense was taken")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if b, err := wire.Open(ctx, wire.Options{Dir: t.TempDir()}); err == nil {
		b.Close()
		t.Error("a wire was opened after its context had ended")
	}
}

// TestOneServer: a folder belongs to one server at a time.
func TestOneServer(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("folders are not locked here")
	}
	dir := t.TempDir()
	first, err := wire.Open(t.Context(), wire.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if second, err := wire.Open(t.Context(), wire.Options{Dir: dir}); err == nil || !strings.Contains(err.Error(), "another server") {
		t.Errorf("a second server: %v", err)
		if err == nil {
			second.Close()
		}
	}
	first.Close()
	again, err := wire.Open(t.Context(), wire.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}
