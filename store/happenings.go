package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/gamelog"
)

// What the players of a game are told about its events: notices on the site, and rows of the
// outbox. It is written in the transaction of the events. Games against the computer are quiet.

// tellPlayers writes what the players are told about events that were added to a game.
func (s *Store) tellPlayers(ctx context.Context, t *tx, m Summary, events []play.Event) error {
	if m.Computer() {
		return nil
	}
	slow := m.Control.Correspondence()
	present, moved, turned := whatPlayersDid(events)
	for i, p := range m.Players {
		seat := [2]play.Seat{play.White, play.Black}[i]
		if !present[seat] || !slow && !m.Over {
			continue
		}
		if err := t.actedIn(ctx, p.User, m, moved[seat]); err != nil {
			return err
		}
	}
	for _, e := range events {
		if err := s.tellOpponent(ctx, t, m, e, present); err != nil {
			return err
		}
	}
	if !turned || m.Over || !slow {
		return nil
	}
	return s.queueTurn(ctx, t, m, !present[m.Turn])
}

// whatPlayersDid returns which seats have done something themselves, which have moved, and whether
// another turn has begun. A conditional move is played without its player.
func whatPlayersDid(events []play.Event) (present, moved map[play.Seat]bool, turned bool) {
	present, moved = map[play.Seat]bool{}, map[play.Seat]bool{}
	for _, e := range events {
		switch p := e.Payload.(type) {
		case play.Moved:
			turned = true
			if !p.Planned {
				present[e.By], moved[e.By] = true, true
			}
		case play.TakenBack:
			turned, present[e.By] = true, true
		case play.Renamed, play.Credited, play.RatingsChanged, play.Annulled, play.VacationStarted, play.VacationEnded:
		default:
			present[e.By] = true
		}
	}
	return present, moved, turned
}

// actedIn deletes what a player who has acted in a game was to be told about it.
func (t *tx) actedIn(ctx context.Context, user string, m Summary, moved bool) error {
	query := `DELETE FROM outbox WHERE user_id = ? AND game = ?`
	if !moved && !m.Over {
		query += ` AND topic <> 'deadline'`
	}
	if err := t.Run(ctx, query, user, m.ID); err != nil {
		return err
	}
	return t.Run(ctx, `DELETE FROM notices WHERE user_id = ? AND game = ?`, user, m.ID)
}

// queueTurn writes that it is somebody's turn, if told, and that the deadline will be near.
func (s *Store) queueTurn(ctx context.Context, t *tx, m Summary, told bool) error {
	user := m.onTurn()
	o := Outgoing{
		User: user, Topic: TurnTopic, Event: fmt.Sprint("turn ", m.ID, " ", m.Seq), Game: m.ID, Seq: m.Seq,
		Variant: m.Variant, By: m.opponentOf(user).Name,
	}
	if told {
		if err := s.queue(ctx, t, o, time.Time{}); err != nil {
			return err
		}
	}
	if m.Deadline.IsZero() {
		return nil
	}
	left := m.Deadline.Sub(s.now())
	o.Topic, o.Event = DeadlineTopic, fmt.Sprint("deadline ", m.ID, " ", m.Seq)
	return s.queue(ctx, t, o, m.Deadline.Add(-min(deadlineWarning, left/deadlinePart)))
}

// queueDeadlines writes the warnings of deadlines of a person who may have had none when the turns
// began.
func (s *Store) queueDeadlines(ctx context.Context, t *tx, user string) error {
	all, err := t.summaries(ctx, `WHERE finished = 0 AND deadline IS NOT NULL AND speed = ?
		AND ((turn = 'white' AND white = ?) OR (turn = 'black' AND black = ?))`,
		string(play.Correspondence), user, user)
	for _, m := range all {
		if err != nil {
			return err
		}
		if m.Computer() {
			continue
		}
		n, failed := t.Count(ctx, `SELECT COUNT(*) FROM outbox WHERE user_id = ? AND game = ? AND topic = 'deadline'
			AND channel = 'mail'`, user, m.ID)
		if err = failed; err == nil && n == 0 {
			err = s.queueTurn(ctx, t, m, false)
		}
	}
	return err
}

// tellOpponent writes what the players who were not there are told about one event.
func (s *Store) tellOpponent(ctx context.Context, t *tx, m Summary, e play.Event, present map[play.Seat]bool) error {
	told := func(to play.Seat, topic Topic, key, detail string) error {
		p := m.Players[0]
		if to == play.Black {
			p = m.Players[1]
		}
		o := Outgoing{
			User: p.User, Topic: topic, Event: key + " " + m.ID, Game: m.ID, Seq: m.Seq, Variant: m.Variant,
			By: m.opponentOf(p.User).Name, Detail: detail,
		}
		if err := s.addNotice(ctx, t, p.User, noticeOf(o)); err != nil {
			return err
		}
		return s.queue(ctx, t, o, time.Time{})
	}
	quiet := !m.Control.Correspondence() && !m.Over // both look at the board
	switch p := e.Payload.(type) {
	case play.Ended:
		for _, seat := range []play.Seat{play.White, play.Black} {
			if present[seat] {
				continue
			}
			if err := told(seat, EndTopic, "end", p.Result+" "+p.Reason); err != nil {
				return err
			}
		}
	case play.Said:
		if p.Room == play.PlayersRoom && e.By.Playing() && !quiet {
			return told(e.By.Other(), MessageTopic, "message", "")
		}
	case play.DrawOffered:
		if !quiet && !m.Over {
			return told(e.By.Other(), MessageTopic, fmt.Sprint("draw ", e.Seq), "draw")
		}
	case play.TakebackOffered:
		if !quiet {
			return told(e.By.Other(), MessageTopic, fmt.Sprint("takeback ", e.Seq), "takeback")
		}
	case play.RematchOffered:
		return told(e.By.Other(), ChallengeTopic, fmt.Sprint("rematch ", e.Seq), "")
	}
	return nil
}

// opponentOf returns the player that a person plays against.
func (m Summary) opponentOf(user string) play.Player {
	if m.Players[0].User == user {
		return m.Players[1]
	}
	return m.Players[0]
}

// tellAccepted writes that somebody has accepted a person's offer, or the offer of a rematch. The
// game has begun, and whose turn it is is part of that.
func (s *Store) tellAccepted(ctx context.Context, t *tx, user string, n Notice, m Summary) error {
	if err := s.addNotice(ctx, t, user, n); err != nil {
		return err
	}
	err := s.queue(ctx, t, Outgoing{
		User: user, Topic: AcceptedTopic, Event: "accepted " + m.ID, Game: m.ID, Seq: m.Seq, By: n.By,
		Variant: n.Variant, Detail: string(n.Kind),
	}, time.Time{})
	if err != nil || !m.Control.Correspondence() {
		return err
	}
	return s.queueTurn(ctx, t, m, false)
}

// GameEvent is an event of one of a person's games.
type GameEvent struct {
	Game  Summary
	Event play.Event
}

// EventsOf returns what has happened in a person's games since a time, apart from what the person
// has done: beginnings, moves, ends, and what opponents have said. The newest come first, at most
// limit of them.
func (s *Store) EventsOf(ctx context.Context, user string, since time.Time, limit int) ([]GameEvent, error) {
	t := s.reading()
	games, err := t.summaries(ctx, `WHERE (white = ? OR black = ?) AND last_at >= ? ORDER BY last_at DESC LIMIT ?`,
		user, user, since, limit)
	if err != nil {
		return nil, err
	}
	var all []GameEvent
	for _, m := range games {
		events, err := gamelog.Events(ctx, t.Tx, m.ID, max(0, m.Seq-limit), m.Seq)
		if err != nil {
			return nil, err
		}
		mine := play.White
		if m.Players[1].User == user {
			mine = play.Black
		}
		for _, e := range events {
			if !e.At.Before(since) && e.By != mine && isNews(e) {
				all = append(all, GameEvent{m, e})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b GameEvent) int { return b.Event.At.Compare(a.Event.At) })
	return all[:min(len(all), limit)], nil
}

// isNews reports whether an event is one of those that EventsOf returns.
func isNews(e play.Event) bool {
	switch p := e.Payload.(type) {
	case play.Created, play.Moved, play.Ended:
		return true
	case play.Said:
		return p.Room == play.PlayersRoom
	}
	return false
}
