package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
)

// Due returns the games whose deadline has passed, the longest first, at most
// limit of them.
func (s *Store) Due(ctx context.Context, limit int) (ids []string, err error) {
	err = s.reading().rows(ctx, `SELECT id FROM games WHERE deadline IS NOT NULL AND deadline < ? ORDER BY deadline LIMIT ?`,
		[]any{millis(s.now()), limit}, func(scan func(...any) error) error {
			var id string
			err := scan(&id)
			ids = append(ids, id)
			return err
		})
	return ids, err
}

// Sweep ends the games whose time is up, and returns how many it has ended. Call
// it every second or so; it costs one look at an index when there is nothing to do.
// A game that cannot be ended does not keep others from it: the error names all of
// these together.
func (s *Store) Sweep(ctx context.Context) (int, error) {
	ended := 0
	var failed error
	for {
		due, err := s.Due(ctx, sweepBatch)
		if err != nil {
			return ended, errors.Join(failed, err)
		}
		before := ended
		failed = nil
		for _, id := range due {
			done, err := s.change(ctx, id, func(g *play.Game, now time.Time) ([]play.Event, error) { return g.Expire(now) })
			switch {
			case err != nil:
				failed = errors.Join(failed, fmt.Errorf("game %s: %w", id, err))
			case len(done.Events) > 0:
				ended++
			}
		}
		if len(due) < sweepBatch || ended == before {
			return ended, failed
		}
	}
}

const sweepBatch = 100

// change changes a game by something that is no person's command.
func (s *Store) change(ctx context.Context, id string, by func(*play.Game, time.Time) ([]play.Event, error)) (done Done, err error) {
	err = s.update(ctx, func(t *tx) error {
		done, err = s.changeIn(ctx, t, id, by)
		return err
	})
	return done, err
}

func (s *Store) changeIn(ctx context.Context, t *tx, id string, by func(*play.Game, time.Time) ([]play.Event, error)) (Done, error) {
	g, err := s.lock(ctx, t, id)
	if err != nil {
		return Done{}, err
	}
	seq := g.Seq()
	events, err := by(g, s.now())
	if err != nil {
		return Done{}, err
	}
	return s.commit(ctx, t, g, seq, events)
}

// unplayable reports whether a game stands still because this build does not have
// its rules.
func unplayable(err error) bool {
	var version *kirke.VersionError
	return errors.As(err, &version)
}

// Beat notes that the server is alive. Call it a few times a second: what lies
// between the last beat and the next start is what Recover gives back.
func (s *Store) Beat(ctx context.Context) error {
	return s.update(ctx, func(t *tx) error { return t.beat(ctx, s.now()) })
}

func (t *tx) beat(ctx context.Context, now time.Time) error {
	_, err := t.exec(ctx, `INSERT INTO heartbeat (one, at) VALUES (1, ?)
		ON CONFLICT (one) DO UPDATE SET at = excluded.at WHERE excluded.at > heartbeat.at`, millis(now))
	return err
}

// quiet is how long nothing may be heard of the servers before they are taken to be
// down. SQLite has one, which has just been started.
func (s *Store) quiet() time.Duration {
	if s.postgres {
		return time.Second
	}
	return 0
}

// Recover gives the clocks back the time in which no server was alive: from the
// last beat, or the last event if that was later, until now. Call it once when the
// server starts, before it takes commands. It returns how long that was, and in
// how many games somebody got time back: while another server is alive, nobody does.
//
// To go through many games takes time too. It is given back to live games in
// further rounds, until one is over in a moment.
func (s *Store) Recover(ctx context.Context) (down time.Duration, games int, err error) {
	for round := range maxRounds {
		began := s.now()
		lost, credited, err := s.giveBack(ctx, round > 0)
		if err != nil {
			return down, games, err
		}
		down, games = down+lost, max(games, credited)
		if s.now().Sub(began) < aMoment {
			break
		}
	}
	return down, games, nil
}

// A round of Recover is the last when it took no longer than a moment.
const (
	maxRounds = 10
	aMoment   = 50 * time.Millisecond
)

// giveBack is one round of Recover.
func (s *Store) giveBack(ctx context.Context, liveOnly bool) (down time.Duration, games int, err error) {
	query := `SELECT id FROM games WHERE finished = 0 AND deadline IS NOT NULL`
	args := []any(nil)
	if liveOnly {
		query, args = query+` AND speed <> ?`, append(args, string(play.Correspondence))
	}
	err = s.update(ctx, func(t *tx) error {
		down, games = 0, 0
		now := s.now() // for all games, since the next round goes on from here
		var beat, event int64
		found, err := t.row(ctx, `SELECT at FROM heartbeat WHERE one = 1`+t.locking(), nil, &beat)
		if err != nil {
			return err
		}
		if _, err := t.row(ctx, `SELECT COALESCE(MAX(last_at), 0) FROM games WHERE finished = 0`, nil, &event); err != nil {
			return err
		}
		last := moment(max(beat, event))
		if !found && event == 0 || now.Sub(last) < s.quiet() {
			return t.beat(ctx, now)
		}
		down = now.Sub(last)
		var ids []string
		err = t.rows(ctx, query+` ORDER BY id`, args, func(scan func(...any) error) error {
			var id string
			err := scan(&id)
			ids = append(ids, id)
			return err
		})
		if err != nil {
			return err
		}
		for _, id := range ids {
			done, err := s.changeIn(ctx, t, id, func(g *play.Game, _ time.Time) ([]play.Event, error) { return g.Credit(last, now) })
			if unplayable(err) {
				continue
			}
			if err != nil {
				return err
			}
			if len(done.Events) > 0 {
				games++
			}
		}
		return t.beat(ctx, now)
	})
	return down, games, err
}

// TakeVacation sends a person on vacation from now until a moment; the clocks of
// the person's games by correspondence stand while the person is on turn. The error
// says why that is not allowed.
func (s *Store) TakeVacation(ctx context.Context, user string, until time.Time) (play.Vacation, error) {
	var v play.Vacation
	err := s.update(ctx, func(t *tx) error {
		if _, err := t.exec(ctx, `UPDATE users SET seen = ? WHERE id = ?`, millis(s.now()), user); err != nil {
			return err // which also keeps a second vacation from being taken at once
		}
		taken, err := t.vacations(ctx, user)
		if err != nil {
			return err
		}
		if v, err = play.TakeVacation(taken, until, s.now()); err != nil {
			return err
		}
		if _, err := t.exec(ctx, `INSERT INTO vacations (user_id, began, ends) VALUES (?, ?, ?)`, user, millis(v.From), millis(v.Until)); err != nil {
			return err
		}
		return s.eachGame(ctx, t, user, func(g *play.Game, now time.Time) ([]play.Event, error) {
			return g.Leave(g.SeatFor(user), v.Until, now)
		})
	})
	return v, err
}

// EndVacation brings a person back now. The error has the code NotNow when the
// person is not on vacation.
func (s *Store) EndVacation(ctx context.Context, user string) error {
	return s.update(ctx, func(t *tx) error {
		now := millis(s.now())
		n, err := t.exec(ctx, `UPDATE vacations SET ends = ? WHERE user_id = ? AND began <= ? AND ends > ?`, now, user, now, now)
		if err != nil {
			return err
		}
		if n == 0 {
			return refuse(play.NotNow, "You are not on vacation.")
		}
		return s.eachGame(ctx, t, user, func(g *play.Game, now time.Time) ([]play.Event, error) {
			return g.Return(g.SeatFor(user), now)
		})
	})
}

// eachGame changes a person's games that go on.
func (s *Store) eachGame(ctx context.Context, t *tx, user string, by func(*play.Game, time.Time) ([]play.Event, error)) error {
	games, err := t.summaries(ctx, `WHERE finished = 0 AND (white = ? OR black = ?) ORDER BY id`, user, user)
	if err != nil {
		return err
	}
	for _, m := range games {
		if _, err := s.changeIn(ctx, t, m.ID, by); err != nil && !unplayable(err) {
			return err
		}
	}
	return nil
}

// Vacations returns all of a person's vacations, the oldest first.
func (s *Store) Vacations(ctx context.Context, user string) ([]play.Vacation, error) {
	return s.reading().vacations(ctx, user)
}

func (t *tx) vacations(ctx context.Context, user string) (all []play.Vacation, err error) {
	err = t.rows(ctx, `SELECT began, ends FROM vacations WHERE user_id = ? ORDER BY began`, []any{user}, func(scan func(...any) error) error {
		var from, until int64
		err := scan(&from, &until)
		all = append(all, play.Vacation{From: moment(from), Until: moment(until)})
		return err
	})
	return all, err
}

// onVacation returns when a person's vacation ends, the zero Time when there is none.
func (t *tx) onVacation(ctx context.Context, user string, now time.Time) (time.Time, error) {
	var until int64
	_, err := t.row(ctx, `SELECT COALESCE(MAX(ends), 0) FROM vacations WHERE user_id = ? AND ends > ?`, []any{user, millis(now)}, &until)
	return moment(until), err
}
