package site

// This file publishes what has changed on the event bus.

import (
	"encoding/json"

	"github.com/kirke-chess/kirke/bus"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// Bus carries events to everybody who follows them, in this process and others.
type Bus interface {
	Publish(bus.Event)
	Subscribe(...bus.Subject) (*bus.Subscription, error)
}

// UserEvent tells the pages of a person what has happened in one of their games. The zero value
// makes them read everything again.
type UserEvent struct {
	Game     string `json:"game"`
	Ply      int    `json:"ply"`
	YourTurn bool   `json:"yourTurn"`
	Over     bool   `json:"over,omitempty"`
}

// ReadUserEvent reads the UserEvent of an event.
func ReadUserEvent(e bus.Event) UserEvent {
	var out UserEvent
	if json.Unmarshal(e.Data, &out) != nil {
		return UserEvent{}
	}
	return out
}

// publish publishes v. If v cannot be written, the event has no data: readers of the bus then read
// the store.
func publish(b Bus, e bus.Event, v any) {
	if data, err := json.Marshal(v); err == nil {
		e.Data = data
	}
	b.Publish(e)
}

// Tell publishes what has been committed to a game: to those who follow it, to its players, and to
// those who see offers that ended with it.
func Tell(b Bus, c store.Committed) {
	publish(b, bus.Event{Subject: bus.Game(c.Summary.ID), Seq: int64(c.Summary.Seq)}, c.Events)
	for _, p := range c.Summary.Players {
		if p.Computer() {
			continue
		}
		publish(b, bus.Event{Subject: bus.User(p.User)}, UserEvent{
			Game: c.Summary.ID, Ply: c.Summary.Ply, YourTurn: YourTurn(c.Summary, p.User), Over: c.Summary.Over,
		})
	}
	for _, k := range c.Ended {
		tellSeek(b, k)
	}
}

// TellSeek tells those who see an offer that it has changed: the lobby, or the person challenged.
func (s *Site) TellSeek(k store.Seek) { tellSeek(s.Bus, k) }

func tellSeek(b Bus, k store.Seek) {
	switch {
	case k.To != nil:
		publish(b, bus.Event{Subject: bus.User(k.To.ID)}, UserEvent{})
	case !k.Link:
		b.Publish(bus.Event{Subject: bus.Lobby})
	}
}

// TellUser makes the open pages and streams of a person check their session and read again what
// they show.
func (s *Site) TellUser(user string) {
	publish(s.Bus, bus.Event{Subject: bus.User(user)}, UserEvent{})
}

// YourTurn reports whether a person is to move in a game.
func YourTurn(m store.Summary, user string) bool {
	if m.Over {
		return false
	}
	turn := m.Players[0]
	if m.Turn == play.Black {
		turn = m.Players[1]
	}
	return turn.User == user
}

// VisibleTo returns the events that may be seen from a seat.
func VisibleTo(seat play.Seat, over bool, events []play.Event) []play.Event {
	var out []play.Event
	for _, e := range events {
		if e.VisibleTo(seat, over) {
			out = append(out, e)
		}
	}
	return out
}
