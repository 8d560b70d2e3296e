//go:build unix

package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/kirke-chess/kirke/internal/playout"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/store/storetest"
)

var (
	clusterKills = flag.Int("cluster-kills", 6, "kills in TestClusterKilled, of each process in turn; make soak has 50")
	clusterGames = flag.Int("cluster-games", 8, "games in TestClusterKilled; make soak has 200")
)

// The games of TestClusterKilled. The clocks have little more time than the moves need, so that a
// player who is charged for outages loses on time.
const (
	clusterThink = 2 * time.Second // before each move
	clusterBase  = 30 * time.Second
	clusterBonus = 2500 * time.Millisecond
)

// part is a process of the cluster that is killed and started again.
type part struct {
	name  string
	start func()
	kill  func()
}

// TestClusterKilled plays on the cluster of deploy/compose.yaml, as processes here: two servers,
// PostgreSQL and three nodes of NATS. They are killed and started again, one after the other. Every
// acknowledged move is stored once, no game is lost on time, all games continue, and a player at
// the other server sees each move.
func TestClusterKilled(t *testing.T) {
	t.Parallel()
	database := storetest.NewServer(t)
	nats, parts := natsNodes(t)
	games := clusteredGames(t, database.URL, *clusterGames)
	addresses := []string{freeAddr(t), freeAddr(t)}
	for i, addr := range addresses {
		parts = append(parts, process(t, fmt.Sprint("server ", i+1), func() bool {
			client := &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
			r, err := client.Get("http://" + addr + "/readyz")
			if err != nil {
				return false
			}
			r.Body.Close()
			return r.StatusCode == http.StatusOK
		}, "kirke", "serve", "--quiet", "--rate", "1000000", "--addr", addr, "--db", database.URL,
			"--nats", nats, "--nats-replicas", "3", "--workers", "0"))
	}
	parts = append(parts, part{"PostgreSQL", database.Start, database.Kill})
	for _, p := range parts {
		if p.name != "PostgreSQL" { // it is running already
			p.start()
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	var playing sync.WaitGroup
	for i, g := range games {
		for side := range g.chairs {
			g.chairs[side] = &chair{
				game: g.id, token: g.tokens[side], servers: addresses, at: (i + side) % 2,
				shown: map[int]time.Time{}, acked: map[string]bool{},
			}
			playing.Go(func() { g.chairs[side].sit(ctx) })
		}
		playing.Go(func() {
			time.Sleep(clusterThink * time.Duration(i) / time.Duration(len(games)))
			g.play(ctx, t)
		})
	}
	random := rand.New(rand.NewPCG(5, 6))
	var outages []outage
	for i := range *clusterKills {
		time.Sleep(300 * time.Millisecond)
		p := parts[i%len(parts)]
		o := outage{from: time.Now()}
		p.kill()
		time.Sleep(time.Duration(random.IntN(1000)) * time.Millisecond)
		p.start()
		o.until = time.Now()
		outages = append(outages, o)
		t.Logf("%s was away for %v", p.name, o.until.Sub(o.from).Round(time.Millisecond))
	}
	last := time.Now()
	for end := last.Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		behind := slices.IndexFunc(games, func(g *clusterGame) bool { return !g.lastAcked().After(last) })
		if behind < 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("game %s does not go on", games[behind].id)
		}
	}
	stop()
	playing.Wait()
	checkCluster(t, database.URL, games, outages)
}

// natsNodes returns three nodes of NATS and their addresses.
func natsNodes(t *testing.T) (addresses string, parts []part) {
	ports := freePorts(t, 6)
	routes := make([]string, 3)
	clients := make([]string, 3)
	for i := range routes {
		clients[i], routes[i] = "nats://kirke:secret@"+ports[i], "nats://kirke:secret@"+ports[3+i]
	}
	for i := range routes {
		host, port, err := net.SplitHostPort(ports[i])
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, process(t, fmt.Sprint("NATS ", i+1), func() bool {
			conn, err := net.Dial("tcp", ports[i])
			if err == nil {
				conn.Close()
			}
			return err == nil
		}, "nats", "--name", fmt.Sprint("nats", i+1), "--addr", host, "--port", port, "--jetstream", "--store_dir",
			t.TempDir(), "--user", "kirke", "--pass", "secret",
			"--cluster_name", "kirke", "--cluster", routes[i], "--routes", strings.Join(routes, ",")))
	}
	return strings.Join(clients, ","), parts
}

// process returns a program as a part of the cluster.
func process(t *testing.T, name string, ready func() bool, command string, args ...string) part {
	var cmd *exec.Cmd
	said := &lastLines{}
	t.Cleanup(func() {
		if cmd != nil {
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
		if t.Failed() {
			t.Logf("%s said: %s", name, said.String())
		}
	})
	return part{name, func() {
		cmd = exec.Command(command, args...)
		cmd.Dir, cmd.Stderr = os.TempDir(), said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for end := time.Now().Add(30 * time.Second); !ready(); time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s does not answer: %s", name, said.String())
			}
		}
	}, func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it reports the kill
	}}
}

// clusterGame is a game whose moves are fixed beforehand, with its two players.
type clusterGame struct {
	id     string
	tokens [2]string
	chairs [2]*chair
	line   []string

	mu    sync.Mutex
	acked []time.Time
	seen  []time.Time // by the opponent
}

func clusteredGames(t *testing.T, db string, n int) (games []*clusterGame) {
	s, err := store.Open(t.Context(), db, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	random := rand.New(rand.NewPCG(7, 8))
	for i := range n {
		variant := []string{"chess", "circe", "seirawan", "sissa"}[i%4]
		g := &clusterGame{}
		b := play.Beginning{Terms: play.Terms{Variant: variant, Control: play.Live(clusterBase, clusterBonus)}}
		for side, p := range []*play.Player{&b.White, &b.Black} {
			u, err := s.CreateUser(t.Context(), fmt.Sprintf("Player%d-%d", i, side), "")
			if err != nil {
				t.Fatal(err)
			}
			if _, g.tokens[side], err = s.CreateToken(t.Context(), u.ID, "test", "play", 0); err != nil {
				t.Fatal(err)
			}
			p.User, p.Name = u.ID, u.Name
		}
		m, err := s.CreateGame(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		g.id = m.ID
		if g.line, err = playout.Line(variant, 40+5**clusterKills, random); err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

// play makes the moves of a game, each as soon as it was seen and thought about, until ctx ends.
func (g *clusterGame) play(ctx context.Context, t *testing.T) {
	for i, uci := range g.line {
		time.Sleep(clusterThink)
		mover, opponent := g.chairs[i%2], g.chairs[(i+1)%2]
		c := play.Command{Do: play.MakeMove, ID: fmt.Sprint("move-", i+1), Ply: i + 1, Text: uci}
		var sent time.Time
		for ; !mover.hasAck(c.ID); time.Sleep(2 * time.Millisecond) {
			if ctx.Err() != nil {
				return
			}
			if time.Since(sent) > time.Second && mover.send(ctx, c) { // send again if no answer comes
				sent = time.Now()
			}
		}
		acked := time.Now()
		g.mu.Lock()
		g.acked = append(g.acked, acked)
		g.mu.Unlock()
		var seen time.Time
		for ; seen.IsZero(); time.Sleep(2 * time.Millisecond) {
			if seen = opponent.saw(i + 1); time.Since(acked) > 30*time.Second {
				t.Errorf("game %s: half-move %d is not shown to the opponent", g.id, i+1)
				return
			}
			if ctx.Err() != nil {
				return
			}
		}
		g.mu.Lock()
		g.seen = append(g.seen, seen)
		g.mu.Unlock()
	}
	t.Errorf("game %s: there are no moves left", g.id)
}

func (g *clusterGame) lastAcked() time.Time {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.acked) == 0 {
		return time.Time{}
	}
	return g.acked[len(g.acked)-1]
}

// chair connects a player to one of the servers, and to the other when that is gone.
type chair struct {
	game, token string
	servers     []string
	at          int

	mu    sync.Mutex
	conn  *websocket.Conn
	shown map[int]time.Time // when each half-move was shown first
	acked map[string]bool
}

// sit keeps the player connected until ctx ends.
func (c *chair) sit(ctx context.Context) {
	for ; ctx.Err() == nil; c.at++ {
		within, cancel := context.WithTimeout(ctx, 2*time.Second)
		conn, _, err := websocket.Dial(within, "ws://"+c.servers[c.at%len(c.servers)]+"/g/"+c.game+"/live",
			&websocket.DialOptions{
				HTTPHeader: http.Header{"Authorization": {"Bearer " + c.token}},
			})
		cancel()
		if err != nil {
			time.Sleep(100 * time.Millisecond)
			continue
		}
		conn.SetReadLimit(1 << 20)
		c.mu.Lock()
		c.conn = conn
		c.mu.Unlock()
		c.read(ctx, conn)
		c.mu.Lock()
		c.conn = nil
		c.mu.Unlock()
		_ = conn.CloseNow()
	}
}

// read notes the messages to the player until the connection ends.
func (c *chair) read(ctx context.Context, conn *websocket.Conn) {
	for {
		_, data, err := conn.Read(ctx)
		if err != nil {
			return
		}
		var m struct {
			Ack   string
			State *struct{ Ply int }
		}
		if json.Unmarshal(data, &m) != nil {
			return
		}
		now := time.Now()
		c.mu.Lock()
		if m.Ack != "" {
			c.acked[m.Ack] = true
		}
		if m.State != nil {
			for ply := m.State.Ply; ply > 0 && c.shown[ply].IsZero(); ply-- {
				c.shown[ply] = now
			}
		}
		c.mu.Unlock()
	}
}

// send sends a command, if there is a connection.
func (c *chair) send(ctx context.Context, command play.Command) bool {
	c.mu.Lock()
	conn := c.conn
	c.mu.Unlock()
	data, err := json.Marshal(command)
	if conn == nil || err != nil {
		return false
	}
	return conn.Write(ctx, websocket.MessageText, data) == nil
}

func (c *chair) hasAck(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.acked[id]
}

func (c *chair) saw(ply int) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.shown[ply]
}

// checkCluster compares what is in the database with what the players know.
func checkCluster(t *testing.T, db string, games []*clusterGame, outages []outage) {
	s, err := store.Open(t.Context(), db, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	moves := 0
	var calm, troubled []time.Duration
	for _, g := range games {
		events, err := s.Events(t.Context(), g.id, 0)
		if err != nil {
			t.Fatal(err)
		}
		ply := 0
		for _, e := range events {
			switch what := e.Payload.(type) {
			case play.Ended:
				t.Errorf("game %s has ended: %s %s", g.id, what.Result, what.Reason)
			case play.Moved:
				if ply++; what.Ply != ply || !strings.EqualFold(what.UCI, g.line[ply-1]) {
					t.Fatalf("game %s: half-move %d is %+v", g.id, ply, what)
				}
			}
		}
		if ply < len(g.acked) || ply > len(g.acked)+1 { // the last answer may not have come
			t.Errorf("game %s: %d half-moves were acknowledged, %d are stored", g.id, len(g.acked), ply)
		}
		moves += len(g.acked)
		for i, seen := range g.seen {
			took := max(0, seen.Sub(g.acked[i]))
			if slices.ContainsFunc(outages, func(o outage) bool {
				return g.acked[i].After(o.from.Add(-time.Second)) && g.acked[i].Before(o.until.Add(time.Second))
			}) {
				troubled = append(troubled, took)
			} else {
				calm = append(calm, took)
			}
		}
	}
	t.Logf("%d kills during %d games, %d moves acknowledged; "+
		"from the answer to the opponent at the other server p50 %v, p99 %v; "+
		"while something was killed p50 %v, p99 %v, at most %v",
		len(outages), len(games), moves, percentile(calm, 50), percentile(calm, 99), percentile(troubled, 50),
		percentile(troubled, 99), percentile(troubled, 100))
}

// percentile returns the value that p percent do not exceed.
func percentile(all []time.Duration, p int) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[min(len(all)-1, len(all)*p/100)].Round(100 * time.Microsecond)
}
