package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
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

// player is somebody who is connected.
type player struct {
	conn  *websocket.Conn
	shown chan shown    // when the game is told to have gone on
	told  chan told     // answers to commands
	over  chan struct{} // closed when the connection has ended
}

// shown is a number of half-moves, and when the player was told of them.
type shown struct {
	ply int
	at  time.Time
}

// told is the part of the server's messages that a player looks at.
type told struct {
	Ack     string `json:"ack"`
	Refused string `json:"refused"`
	Text    string `json:"text"`
	State   *struct {
		Ply int `json:"ply"`
	} `json:"state"`
}

// slow is how long a move may take before it counts as an error.
const slow = 10 * time.Second

// measure lets so many people play and returns how long their moves took.
func measure(ctx context.Context, kirke string, n int, every, length time.Duration, variants []string, busy bool) (*result, error) {
	dir, err := os.MkdirTemp("", "kirke-load-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	db := filepath.Join(dir, "kirke.db")
	games, err := prepare(ctx, db, n/2, int((length+2*every)/every)+2, variants)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s, err := start(ctx, kirke, db)
	if err != nil {
		return nil, err
	}
	defer func() { stop(); _ = s.cmd.Wait() }() // it was interrupted
	if err := connectAll(ctx, s.addr, games); err != nil {
		return nil, err
	}
	if busy {
		if err := s.keepBusy(ctx, games[0].tokens[0]); err != nil {
			return nil, err
		}
	}
	r := &result{}
	var mu sync.Mutex
	var playing sync.WaitGroup
	// The first moves of all are for warming up.
	begin := time.Now().Add(every)
	end := begin.Add(length)
	for i, g := range games {
		playing.Go(func() {
			first := begin.Add(-every + every*time.Duration(i)/time.Duration(len(games)))
			took, err := g.play(ctx, first, begin, end, every)
			mu.Lock()
			defer mu.Unlock()
			r.took = append(r.took, took...)
			if err != nil {
				r.errors = append(r.errors, fmt.Sprintf("game %s: %v", g.id, err))
			}
		})
	}
	time.Sleep(time.Until(begin))
	before, _, err := s.figures(ctx)
	if err != nil {
		return nil, err
	}
	time.Sleep(time.Until(end))
	after, memory, err := s.figures(ctx)
	if err != nil {
		return nil, err
	}
	r.cpu, r.memory = (after-before)/length.Seconds(), memory
	playing.Wait()
	return r, ctx.Err()
}

// connectAll connects all players, a few at a time.
func connectAll(ctx context.Context, addr string, games []*game) error {
	var group sync.WaitGroup
	places := make(chan struct{}, 32)
	errs := make(chan error, 2*len(games))
	for _, g := range games {
		for side := range g.players {
			places <- struct{}{}
			group.Go(func() {
				defer func() { <-places }()
				var err error
				g.players[side], err = connect(ctx, addr, g.id, g.tokens[side])
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

func connect(ctx context.Context, addr, game, token string) (*player, error) {
	within, cancel := context.WithTimeout(ctx, slow)
	defer cancel()
	conn, answer, err := websocket.Dial(within, "ws://"+addr+"/g/"+game+"/live", &websocket.DialOptions{
		HTTPHeader: http.Header{"Authorization": {"Bearer " + token}},
	})
	if err != nil {
		if answer != nil {
			err = fmt.Errorf("%s: %w", answer.Status, err)
		}
		return nil, fmt.Errorf("game %s cannot be watched: %w", game, err)
	}
	conn.SetReadLimit(1 << 20)
	p := &player{conn: conn, shown: make(chan shown, 100), told: make(chan told, 10), over: make(chan struct{})}
	go p.read(ctx)
	return p, nil
}

// read reads what the server says until the connection ends.
func (p *player) read(ctx context.Context) {
	defer close(p.over)
	for {
		_, data, err := p.conn.Read(ctx)
		if err != nil {
			return
		}
		var m told
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

// play plays a game, a move at first and then at every interval until the end, and returns how long the moves took that were
// made since begin.
func (g *game) play(ctx context.Context, first, begin, end time.Time, every time.Duration) (took []time.Duration, err error) {
	for i, uci := range g.line {
		at := first.Add(every * time.Duration(i))
		if at.After(end) {
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
		if at.After(begin) {
			took = append(took, d)
		}
	}
	return took, errors.New("there are no moves left")
}

// move makes a half-move and returns how long it took to be shown to the opponent.
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
		return 0, err
	}
	select {
	case m := <-mover.told:
		if m.Ack != id {
			return 0, fmt.Errorf("the server says %q", m.Text)
		}
	case <-mover.over:
		return 0, errors.New("the mover's connection has ended")
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

// sees returns when the player was shown a half-move.
func (p *player) sees(ctx context.Context, ply int) (time.Time, error) {
	for {
		select {
		case s := <-p.shown:
			if s.ply >= ply {
				return s.at, nil
			}
		case <-p.over:
			return time.Time{}, errors.New("the connection has ended")
		case <-ctx.Done():
			return time.Time{}, ctx.Err()
		}
	}
}
