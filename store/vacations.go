package store

import (
	"context"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// TakeVacation sends a person on vacation from now until a time, in all correspondence games. The
// error says why that is not allowed.
func (s *Store) TakeVacation(ctx context.Context, user string, until time.Time) (play.Vacation, error) {
	var v play.Vacation
	err := s.updateTimed(ctx, func(t *tx) error {
		// This also locks the person, so that two vacations cannot be taken at once.
		if err := t.Run(ctx, `UPDATE users SET seen = ? WHERE id = ?`, s.now(), user); err != nil {
			return err
		}
		taken, err := t.vacations(ctx, user)
		if err != nil {
			return err
		}
		if v, err = play.TakeVacation(taken, until, s.now()); err != nil {
			return err
		}
		err = t.Run(ctx, `INSERT INTO vacations (user_id, began, ends) VALUES (?, ?, ?)`,
			user, v.From, v.Until)
		if err != nil {
			return err
		}
		return s.changeGames(ctx, t, user, true, func(g *play.Game, now time.Time) ([]play.Event, error) {
			return g.StartVacation(g.SeatFor(user), v.Until, now)
		})
	})
	return v, err
}

// EndVacation ends a person's vacation now. The error has the code NotNow when the person is not on
// one.
func (s *Store) EndVacation(ctx context.Context, user string) error {
	return s.updateTimed(ctx, func(t *tx) error {
		now := s.now()
		err := t.mustRun(ctx, refuse(play.NotNow, "You are not on vacation."),
			`UPDATE vacations SET ends = ? WHERE user_id = ? AND began <= ? AND ends > ?`, now, user, now, now)
		if err != nil {
			return err
		}
		return s.changeGames(ctx, t, user, true, func(g *play.Game, now time.Time) ([]play.Event, error) {
			return g.EndVacation(g.SeatFor(user), now)
		})
	})
}

// Vacations returns all of a person's vacations, the oldest first.
func (s *Store) Vacations(ctx context.Context, user string) ([]play.Vacation, error) {
	return s.reading().vacations(ctx, user)
}

func (t *tx) vacations(ctx context.Context, user string) ([]play.Vacation, error) {
	return queryAll(ctx, t, `SELECT began, ends FROM vacations WHERE user_id = ? ORDER BY began`, []any{user},
		func(scan scanFunc) (v play.Vacation, err error) {
			err = scan(&v.From, &v.Until)
			return v, err
		})
}

// onVacation returns when a person's vacation ends, zero for none.
func (t *tx) onVacation(ctx context.Context, user string, now time.Time) (until time.Time, err error) {
	_, err = t.Row(ctx, `SELECT COALESCE(MAX(ends), 0) FROM vacations WHERE user_id = ? AND ends > ?`,
		[]any{user, now}, &until)
	return until, err
}
