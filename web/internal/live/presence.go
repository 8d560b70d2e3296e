package live

// This file knows which players have their game open, at whichever server.

import (
	"encoding/json"
	"time"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

const (
	// awayAfter is how long a player may be without a connection before others see it: the page is
	// loaded again, or a train is in a tunnel.
	awayAfter = 5 * time.Second
	// presentEvery is how often a server says again who is there.
	presentEvery = 30 * time.Second
	// presentFor is how long a server is believed that does not say so again.
	presentFor = 80 * time.Second
)

// present is who has a game open at a server, as servers tell each other. It is an event of the
// game's subject without a number, which readers of moves pass over.
type present struct {
	Server string `json:"server"`
	White  bool   `json:"white,omitempty"`
	Black  bool   `json:"black,omitempty"`
	Ask    bool   `json:"ask,omitempty"` // the others are to say the same
}

// heard is what another server has said, and when.
type heard struct {
	present
	at time.Time
}

// newServer returns the name of a server among those that tell each other who is there.
func newServer() string { return store.NewID() }

// publishPresent tells all servers, this one too, who has the game open here. t.mu is locked.
func (t *table) publishPresent(ask bool) {
	t.all.publish(t.id, present{Server: t.all.server, White: t.here[0] > 0, Black: t.here[1] > 0, Ask: ask})
}

func (ts *tables) publish(id string, p present) {
	data, err := json.Marshal(p)
	if err != nil {
		return
	}
	ts.bus.Publish(bus.Event{Subject: bus.Game(id), Data: data})
}

// arrive counts a player who has opened the game. t.mu is locked.
func (t *table) arrive(seat play.Seat) {
	if !seat.Playing() {
		return
	}
	i := sideOf(seat)
	t.here[i]++
	if t.here[i] == 1 {
		t.publishPresent(false)
	}
}

// depart counts a player who has closed the game. Others see it after a while. t.mu is locked.
func (t *table) depart(seat play.Seat) {
	if !seat.Playing() {
		return
	}
	i := sideOf(seat)
	t.here[i]--
	if t.here[i] == 0 {
		time.AfterFunc(awayAfter, func() { t.all.gone(t.id, i) })
	}
}

// gone tells the servers that a player has left, unless the player has come back.
func (ts *tables) gone(id string, side int) {
	ts.mu.Lock()
	t := ts.open[id]
	ts.mu.Unlock()
	if t == nil {
		ts.publish(id, present{Server: ts.server})
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.closed && t.here[side] == 0 {
		t.publishPresent(false)
	}
}

// hear takes in what a server says of who is there, and tells the visitors what has changed. It
// reports whether the event was of that kind. t.mu is locked.
func (t *table) hear(e bus.Event) bool {
	var p present
	if e.Resync || e.Seq != 0 || len(e.Data) == 0 || e.Data[0] != '{' ||
		json.Unmarshal(e.Data, &p) != nil || p.Server == "" {
		return false
	}
	before := t.players()
	t.servers[p.Server] = heard{p, time.Now()}
	if p.Ask && p.Server != t.all.server && (t.here[0] > 0 || t.here[1] > 0) {
		t.publishPresent(false)
	}
	t.tellPresence(before)
	return true
}

// refresh says again who is there, and forgets servers that do not. t.mu is locked.
func (t *table) refresh() {
	before := t.players()
	for name, h := range t.servers {
		if time.Since(h.at) > presentFor {
			delete(t.servers, name)
		}
	}
	if t.here[0] > 0 || t.here[1] > 0 {
		t.publishPresent(false)
	}
	t.tellPresence(before)
}

// players reports which players, White and Black, have the game open. t.mu is locked.
func (t *table) players() [2]bool {
	var all [2]bool
	for _, h := range t.servers {
		all[0], all[1] = all[0] || h.White, all[1] || h.Black
	}
	return all
}

// online returns the players who have the game open. t.mu is locked.
func (t *table) online() []play.Seat {
	seats := []play.Seat{}
	players := t.players()
	for i, seat := range []play.Seat{play.White, play.Black} {
		if players[i] {
			seats = append(seats, seat)
		}
	}
	return seats
}

// tellPresence tells the sockets who is there, except those of a player of whom alone it is. Streams
// of programs carry events only. t.mu is locked.
func (t *table) tellPresence(before [2]bool) {
	now := t.players()
	told := map[audience]*news{}
	for v := range t.visitors {
		white := now[0] != before[0] && v.seat != play.White
		black := now[1] != before[1] && v.seat != play.Black
		if !v.socket || !white && !black {
			continue
		}
		if told[v.audience] == nil {
			told[v.audience] = t.news(v.audience, nil)
		}
		v.send(told[v.audience])
	}
}

func sideOf(seat play.Seat) int {
	if seat == play.Black {
		return 1
	}
	return 0
}
