package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/kirke-chess/kirke/play"
)

// game is a game with its two players.
type game struct {
	id      string
	tokens  [2]string
	line    []string // its moves, as UCI writes them
	players [2]*player
}

// player is a connected player.
type player struct {
	conn  *websocket.Conn
	shown chan shown    // half-moves that the player was shown
	told  chan message  // answers to commands
	over  chan struct{} // closed when the connection has ended
	why   error         // why it has ended
}

// shown is a number of half-moves, and when the player was shown the last.
type shown struct {
	ply int
	at  time.Time
}

// message is the part of the server's messages that a player reads.
type message struct {
	Ack     string `json:"ack"`
	Refused string `json:"refused"`
	Text    string `json:"text"`
	State   *struct {
		Ply int `json:"ply"`
	} `json:"state"`
}

// slow is how long a move may take: a longer one is an error.
const slow = 10 * time.Second

// measure lets n people play and returns how long their moves took.
func measure(ctx context.Context, n int, t test) (*result, error) {
	dir, err := os.MkdirTemp("", "kirke-load-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db := filepath.Join(dir, "kirke.db")
	games, err := prepare(ctx, db, n/2, int((t.length+2*t.every)/t.every)+2, t.variants)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	rate := []string{"--rate", "1000000"}
	if t.attackers > 0 {
		rate = nil
	}
	s, err := start(ctx, t.kirke, db, rate...)
	if err != nil {
		return nil, err
	}
	defer func() { stop(); _ = s.cmd.Wait() }() // it was interrupted
	if err := connectAll(ctx, s.addr, games); err != nil {
		return nil, err
	}
	if t.busy {
		if err := s.keepBusy(ctx, games[0].tokens[0]); err != nil {
			return nil, err
		}
	}
	r := &result{}
	warm := time.Now().Add(t.every) // the first moves of all are for warming up
	playing := r.playAll(ctx, games, schedule{warm: warm, end: warm.Add(t.length), every: t.every})
	time.Sleep(time.Until(warm))
	if err := r.watch(ctx, s, games[0].id, t); err != nil {
		return nil, err
	}
	playing.Wait()
	return r, ctx.Err()
}

// schedule is when the moves of a game are made: every so often until the end, and measured when
// the players are warm.
type schedule struct {
	first, warm, end time.Time
	every            time.Duration
}

// playAll plays all games in the background. Their first moves are spread over the time before
// warm.
func (r *result) playAll(ctx context.Context, games []*game, when schedule) *sync.WaitGroup {
	var mu sync.Mutex
	var playing sync.WaitGroup
	for i, g := range games {
		own := when
		own.first = when.warm.Add(-when.every + when.every*time.Duration(i)/time.Duration(len(games)))
		playing.Go(func() {
			took, err := g.play(ctx, own)
			mu.Lock()
			defer mu.Unlock()
			r.took = append(r.took, took...)
			if err != nil {
				r.errors = append(r.errors, fmt.Sprintf("game %s: %v", g.id, err))
			}
		})
	}
	return &playing
}

// watch reads the metrics of the server while people play, and attacks it if the test says so.
func (r *result) watch(ctx context.Context, s *server, game string, t test) error {
	end := time.Now().Add(t.length)
	before, _, err := s.figures(ctx)
	if err != nil {
		return err
	}
	if t.attackers > 0 {
		attacked := r.underAttack(ctx, s, game, t.attackers, end)
		defer attacked()
	}
	after := before
	for now := time.Now(); now.Before(end); now = time.Now() {
		time.Sleep(min(time.Second, end.Sub(now)))
		cpu, memory, err := s.figures(ctx)
		if err != nil {
			return err
		}
		after, r.memory = cpu, max(r.memory, memory)
	}
	r.cpu = (after - before) / t.length.Seconds()
	return nil
}

// underAttack lets attackers attack and visitors come until end. It returns a function that waits
// for both.
func (r *result) underAttack(ctx context.Context, s *server, game string, attackers int, end time.Time) (wait func()) {
	ctx, cancel := context.WithDeadline(ctx, end)
	var both sync.WaitGroup
	var table bytes.Buffer
	var longest time.Duration
	var failed []string
	visits := 0
	// The attackers are a process of their own, so that they do not disturb the measurement.
	cmd := exec.CommandContext(ctx, os.Args[0],
		"-attack", s.addr, "-game", game, "-attackers", strconv.Itoa(attackers))
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = slow
	cmd.Stdout, cmd.Stderr = &table, os.Stderr
	both.Go(func() { _ = cmd.Run() }) // it is interrupted
	both.Go(func() {
		for time.Until(end) > slow {
			took, err := visit(ctx, s.addr, visits)
			visits, longest = visits+1, max(longest, took)
			if err != nil {
				failed = append(failed, "a visitor: "+err.Error())
			}
			time.Sleep(time.Second)
		}
	})
	return func() {
		both.Wait()
		cancel()
		r.errors = append(r.errors, failed...)
		r.attacks = table.String() + fmt.Sprintf("\n%d visitors meanwhile; "+
			"the longest that one waited for an offer, the lobby or the computer was %.1f s.\n",
			visits, longest.Seconds())
	}
}

// connectAll connects all players, a few at a time.
func connectAll(ctx context.Context, addr string, games []*game) error {
	var group sync.WaitGroup
	places := make(chan struct{}, 32)
	errs := make(chan error, 2*len(games))
	for i, g := range games {
		for side := range g.players {
			places <- struct{}{}
			group.Go(func() {
				defer func() { <-places }()
				var err error
				g.players[side], err = connect(ctx, from(1+side, i/200, 1+i%200), addr, g.id, g.tokens[side])
				errs <- err
			})
		}
	}
	group.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// connect connects a player to a game.
func connect(ctx context.Context, d *net.Dialer, addr, game, token string) (*player, error) {
	within, cancel := context.WithTimeout(ctx, slow)
	defer cancel()
	conn, answer, err := websocket.Dial(within, "ws://"+addr+"/g/"+game+"/live", &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: &http.Transport{DialContext: d.DialContext}},
		HTTPHeader: http.Header{"Authorization": {"Bearer " + token}},
	})
	if err != nil {
		if answer != nil {
			err = fmt.Errorf("%s: %w", answer.Status, err)
		}
		return nil, fmt.Errorf("game %s cannot be watched: %w", game, err)
	}
	conn.SetReadLimit(1 << 20)
	p := &player{
		conn:  conn,
		shown: make(chan shown, 100),
		told:  make(chan message, 10),
		over:  make(chan struct{}),
	}
	go p.read(ctx)
	return p, nil
}

// read reads what the server says until the connection ends.
func (p *player) read(ctx context.Context) {
	defer close(p.over)
	for {
		_, data, err := p.conn.Read(ctx)
		if err != nil {
			p.why = err
			return
		}
		var m message
		if json.Unmarshal(data, &m) != nil {
			_ = p.conn.CloseNow()
			return
		}
		if m.State != nil {
			p.shown <- shown{m.State.Ply, time.Now()}
		} else {
			p.told <- m
		}
	}
}

// play plays a game, and returns how long its moves took from warm on.
func (g *game) play(ctx context.Context, when schedule) (took []time.Duration, err error) {
	for i, uci := range g.line {
		at := when.first.Add(when.every * time.Duration(i))
		if at.After(when.end) {
			return took, nil
		}
		select {
		case <-time.After(time.Until(at)):
		case <-ctx.Done():
			return took, nil
		}
		d, err := g.move(ctx, i+1, uci)
		if err != nil {
			return took, fmt.Errorf("half-move %d: %w", i+1, err)
		}
		if at.After(when.warm) {
			took = append(took, d)
		}
	}
	return took, errors.New("there are no moves left")
}

// move makes a half-move and returns how long it took until the opponent was shown it.
func (g *game) move(ctx context.Context, ply int, uci string) (time.Duration, error) {
	mover, opponent := g.players[(ply-1)%2], g.players[ply%2]
	id := fmt.Sprintf("move-%d", ply)
	data, err := json.Marshal(play.Command{Do: play.MakeMove, ID: id, Ply: ply, Text: uci})
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, slow)
	defer cancel()
	sent := time.Now()
	if err := mover.conn.Write(ctx, websocket.MessageText, data); err != nil {
		select {
		case <-mover.over:
			err = fmt.Errorf("%w: %w", err, mover.why)
		case <-time.After(time.Second):
		}
		return 0, err
	}
	select {
	case m := <-mover.told:
		if m.Ack != id {
			return 0, fmt.Errorf("the server says %q", m.Text)
		}
	case <-mover.over:
		return 0, fmt.Errorf("the mover's connection has ended: %w", mover.why)
	case <-ctx.Done():
		return 0, errors.New("it is not acknowledged")
	}
	at, err := opponent.sees(ctx, ply)
	if err != nil {
		return 0, fmt.Errorf("the opponent is not shown it: %w", err)
	}
	_, err = mover.sees(ctx, ply)
	return at.Sub(sent), err
}

// sees waits until the player was shown a half-move, and returns when.
func (p *player) sees(ctx context.Context, ply int) (time.Time, error) {
	for {
		select {
		case s := <-p.shown:
			if s.ply >= ply {
				return s.at, nil
			}
		case <-p.over:
			return time.Time{}, fmt.Errorf("the connection has ended: %w", p.why)
		case <-ctx.Done():
			return time.Time{}, ctx.Err()
		}
	}
}
