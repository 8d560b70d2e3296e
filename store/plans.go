package store

import (
	"context"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/db"
)

// SetPlan stores a person's conditional moves in a game, in any style, and returns them as they
// were read. No lines delete them. The errors are those of play.Game.Plan.
func (s *Store) SetPlan(ctx context.Context, game, user string, lines [][]string) (plan play.Plan, err error) {
	err = s.update(ctx, func(t *tx) error {
		g, err := s.lock(ctx, t, game)
		if err != nil {
			return err
		}
		seat := g.SeatFor(user)
		if seat == play.Watcher && g.Terms().Private {
			return errNoGame
		}
		if plan, err = g.Plan(seat, lines); err != nil {
			return err
		}
		if len(plan.Lines) == 0 {
			return t.Run(ctx, `DELETE FROM plans WHERE game = ? AND seat = ?`, game, string(seat))
		}
		return t.Run(ctx, `INSERT INTO plans (game, seat, data) VALUES (?, ?, ?)
			ON CONFLICT (game, seat) DO UPDATE SET data = excluded.data`, game, string(seat), db.JSON(plan))
	})
	return plan, err
}

// Plan returns a person's conditional moves in a game, including lines that the game has left. The
// plan of a person who has none has no lines.
func (s *Store) Plan(ctx context.Context, game, user string) (play.Plan, error) {
	m, err := s.Summary(ctx, game)
	if err != nil {
		return play.Plan{}, err
	}
	for i, seat := range []play.Seat{play.White, play.Black} {
		if user != "" && m.Players[i].User == user {
			plans, err := s.reading().plans(ctx, game)
			return plans[seat], err
		}
	}
	return play.Plan{}, nil
}

// plans returns the conditional moves of both players.
func (t *tx) plans(ctx context.Context, game string) (map[play.Seat]play.Plan, error) {
	plans := make(map[play.Seat]play.Plan)
	err := t.Each(ctx, `SELECT seat, data FROM plans WHERE game = ?`, []any{game}, func(scan scanFunc) error {
		var seat play.Seat
		var p play.Plan
		err := scan(&seat, db.JSON(&p))
		plans[seat] = p
		return err
	})
	return plans, err
}
