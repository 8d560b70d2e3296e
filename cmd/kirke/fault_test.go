package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/internal/playout"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

var kills = flag.Int("kills", 3, "kills of the server in TestKilled; make soak has 50")

// The games of TestKilled: together they have 20 moves a second.
const (
	faultGames = 10
	faultPace  = 500 * time.Millisecond // a move in each game
	faultBase  = 20 * time.Minute       // on each clock
	faultError = time.Second            // the largest error of a clock
)

// TestKilled plays at 20 moves a second through the API of kirke serve, which is killed again and
// again. Every acknowledged move is stored once, no game is stuck, no clock is wrong by more than a
// second although the server was down for longer, and a repeated move changes nothing.
func TestKilled(t *testing.T) {
	t.Parallel()
	f := &faults{t: t, db: filepath.Join(t.TempDir(), "kirke.db"), addr: freeAddr(t)}
	f.prepare()
	f.start()
	ctx, stop := context.WithCancel(t.Context())
	var players sync.WaitGroup
	for i, g := range f.games {
		players.Go(func() {
			time.Sleep(faultPace * time.Duration(i) / faultGames) // spread the first moves
			g.play(ctx)
		})
	}
	random := rand.New(rand.NewPCG(1, 2))
	away := []time.Duration{0, 1300 * time.Millisecond, 0, 300 * time.Millisecond, 2500 * time.Millisecond}
	for i := range *kills {
		time.Sleep(time.Duration(200+random.IntN(1000)) * time.Millisecond)
		f.kill()
		time.Sleep(away[i%len(away)])
		f.start()
	}
	last := f.down[len(f.down)-1].until
	f.until("every game goes on after the last start", func() bool {
		return !slices.ContainsFunc(f.games, func(g *faultGame) bool { return !g.lastAck().After(last) })
	})
	stop()
	players.Wait()
	f.kill()
	f.check()
}

// faults is a server that is killed, and the games on it.
type faults struct {
	t        *testing.T
	db, addr string
	server   *exec.Cmd
	down     []outage
	games    []*faultGame
}

// outage is a time in which the server was down. It was dead a moment after from.
type outage struct{ from, dead, until time.Time }

// faultGame is a game whose moves are fixed beforehand.
type faultGame struct {
	*faults
	id     string
	tokens [2]string // White's and Black's
	client *http.Client
	line   []string // in UCI

	mu    sync.Mutex
	acked []acked
	sends int
}

// acked is a move that the server has acknowledged.
type acked struct {
	uci        string
	sent, done time.Time // first sent, acknowledged
}

func freeAddr(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// prepare puts people and games into the database.
func (f *faults) prepare() {
	t, ctx := f.t, f.t.Context()
	s, err := store.Open(ctx, f.db, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(3, 4))
	plies := 30 + *kills*6
	for i := range faultGames {
		variant := []string{"chess", "circe", "seirawan", "sissa"}[i%4]
		g := &faultGame{faults: f, client: &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{}}}
		t.Cleanup(g.client.CloseIdleConnections)
		b := play.Beginning{Terms: play.Terms{Variant: variant, Control: play.Live(faultBase, 0)}}
		for side, p := range []*play.Player{&b.White, &b.Black} {
			u, err := s.CreateUser(ctx, fmt.Sprintf("Player%d-%d", i, side), "")
			if err != nil {
				t.Fatal(err)
			}
			if _, g.tokens[side], err = s.CreateToken(ctx, u.ID, "test", "play", 0); err != nil {
				t.Fatal(err)
			}
			p.User, p.Name = u.ID, u.Name
		}
		m, err := s.CreateGame(ctx, b)
		if err != nil {
			t.Fatal(err)
		}
		g.id = m.ID
		if g.line, err = playout.Line(variant, plies, random); err != nil {
			t.Fatal(err)
		}
		f.games = append(f.games, g)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// start starts the server and waits until it answers.
func (f *faults) start() {
	f.t.Helper()
	f.server = exec.Command("kirke", "serve", "--quiet", "--rate", "100000", "--addr", f.addr, "--db", f.db)
	var said lastLines
	f.server.Stderr = &said
	out, err := f.server.StdoutPipe()
	if err == nil {
		err = f.server.Start()
	}
	if err != nil {
		f.t.Fatal(err)
	}
	process := f.server.Process
	f.t.Cleanup(func() { _ = process.Kill() })
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		f.t.Fatalf("the server does not start: %v\n%s", err, said.String())
	}
	client := &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	f.until("the server answers", func() bool {
		r, err := client.Get("http://" + f.addr + "/healthz")
		if err != nil {
			return false
		}
		r.Body.Close()
		return r.StatusCode == http.StatusOK
	})
	if n := len(f.down); n > 0 {
		f.down[n-1].until = time.Now()
	}
}

// kill kills the server, which cannot react.
func (f *faults) kill() {
	f.t.Helper()
	f.down = append(f.down, outage{from: time.Now()})
	if err := f.server.Process.Kill(); err != nil {
		f.t.Fatal(err)
	}
	_ = f.server.Wait() // it reports the kill
	f.down[len(f.down)-1].dead = time.Now()
}

func (f *faults) until(what string, holds func() bool) {
	f.t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			f.t.Fatalf("in 30 seconds it does not come to this: %s", what)
		}
	}
}

// lastLines keeps the error output of a program.
type lastLines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lastLines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lastLines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// play makes the moves of both sides until ctx ends.
func (g *faultGame) play(ctx context.Context) {
	tick := time.NewTicker(faultPace)
	defer tick.Stop()
	for i, uci := range g.line {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		first := time.Now()
		body, err := json.Marshal(play.Command{Do: play.MakeMove, ID: fmt.Sprintf("move-%d", i+1), Ply: i + 1,
			Text: uci})
		if err != nil {
			g.t.Error(err)
			return
		}
		for !g.send(ctx, i%2, body) {
			if ctx.Err() != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		g.mu.Lock()
		g.acked = append(g.acked, acked{uci, first, time.Now()})
		g.mu.Unlock()
		if i%5 == 4 { // like a client that missed the answer; sometimes twice at once
			var again sync.WaitGroup
			for range 1 + i%2 {
				again.Go(func() { g.send(ctx, i%2, body) })
			}
			again.Wait()
		}
	}
}

// send sends a move and reports whether it was acknowledged.
func (g *faultGame) send(ctx context.Context, side int, body []byte) bool {
	r, err := http.NewRequestWithContext(context.WithoutCancel(ctx), http.MethodPost,
		"http://"+g.addr+"/api/v1/games/"+g.id+"/do", bytes.NewReader(body))
	if err != nil {
		g.t.Error(err)
		return false
	}
	r.Header.Set("Authorization", "Bearer "+g.tokens[side])
	r.Header.Set("Content-Type", "application/json")
	g.mu.Lock()
	g.sends++
	g.mu.Unlock()
	answer, err := g.client.Do(r)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	switch {
	case answer.StatusCode == http.StatusOK:
		return true // it is on disk, even if the rest of the answer was cut off
	case err == nil && answer.StatusCode < http.StatusInternalServerError:
		g.t.Errorf("%s answers %d to %s: %s", r.URL.Path, answer.StatusCode, body, text)
	}
	return false
}

func (g *faultGame) lastAck() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.acked) == 0 {
		return time.Time{}
	}
	return g.acked[len(g.acked)-1].done
}

// check compares what is in the database with what the players know.
func (f *faults) check() {
	t := f.t
	s, err := store.Open(t.Context(), f.db, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	moves, sends := 0, 0
	var away, worst time.Duration
	stored := map[*faultGame][]play.Event{}
	for _, g := range f.games {
		if stored[g], err = s.Events(t.Context(), g.id, 0); err != nil {
			t.Fatal(err)
		}
		f.notice(stored[g])
	}
	for _, o := range f.down[:len(f.down)-1] {
		away += o.until.Sub(o.from)
	}
	for _, g := range f.games {
		moves, sends = moves+len(g.acked), sends+g.sends
		worst = max(worst, g.check(stored[g]))
	}
	t.Logf("killed %d times, away for %v in all; %d moves acknowledged in %d requests; the worst clock is wrong by %v",
		len(f.down)-1, away.Round(time.Millisecond), moves, sends, worst)
}

// notice corrects the ends of outages: a server that has stored a move was up, even if its first
// answer came later.
func (f *faults) notice(events []play.Event) {
	for i := range f.down {
		o := &f.down[i]
		for _, e := range events {
			if _, moved := e.Payload.(play.Moved); moved && e.At.After(o.dead) && e.At.Before(o.until) {
				o.until = e.At
			}
		}
	}
}

// check returns by how much the worse clock of the game is wrong.
func (g *faultGame) check(events []play.Event) (worst time.Duration) {
	t := g.t
	left := [2]time.Duration{faultBase, faultBase}
	var before time.Time
	ply := 0
	for i, e := range events {
		if e.Seq != i+1 {
			t.Fatalf("game %s: event %d has the number %d", g.id, i+1, e.Seq)
		}
		switch what := e.Payload.(type) {
		case play.Created:
			before = e.At
		case play.Ended:
			t.Errorf("game %s has ended: %s %s", g.id, what.Result, what.Reason)
		case play.Moved:
			ply++
			if what.Ply != ply || e.ID != fmt.Sprintf("move-%d", ply) || !strings.EqualFold(what.UCI, g.line[ply-1]) {
				t.Fatalf("game %s: half-move %d is %+v, sent as %q", g.id, ply, what, e.ID)
			}
			if ply > len(g.acked) {
				break // its answer has not arrived
			}
			const coarse = 5 * time.Millisecond
			a := g.acked[ply-1]
			if e.At.Before(a.sent.Add(-coarse)) || e.At.After(a.done.Add(coarse)) {
				t.Errorf("game %s: half-move %d is stored as of %v, and was sent between %v and %v", g.id, ply, e.At,
					a.sent, a.done)
			}
			side := (ply - 1) % 2
			if ply > 2 { // the first turns are free
				left[side] -= g.thought(before, a.sent)
			}
			worst = max(worst, (what.Left.Duration() - left[side]).Abs())
			before = e.At
		}
	}
	if ply < len(g.acked) || ply > len(g.acked)+1 { // the last answer may not have arrived
		t.Errorf("game %s: %d half-moves were acknowledged, %d are stored", g.id, len(g.acked), ply)
	}
	if worst > faultError {
		t.Errorf("game %s: a clock is wrong by %v", g.id, worst)
	}
	return worst
}

// thought returns how much of the time between two moments the server was up: what a player is
// charged who saw one move and sent the next.
func (f *faults) thought(from, until time.Time) time.Duration {
	d := max(0, until.Sub(from))
	for _, o := range f.down {
		begin, end := o.from, o.until
		if begin.Before(from) {
			begin = from
		}
		if end.After(until) {
			end = until
		}
		d -= max(0, end.Sub(begin))
	}
	return d
}
