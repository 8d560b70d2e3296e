package store

import (
	"context"

	"github.com/kirke-chess/kirke/play"
)

// RatingOf is a person's rating in a family of games at a speed.
type RatingOf struct {
	Family string     `json:"family"`
	Speed  play.Speed `json:"speed"`
	play.Rating
}

// Ratings returns all of a person's ratings, the most played first.
func (s *Store) Ratings(ctx context.Context, user string) (all []RatingOf, err error) {
	err = s.reading().rows(ctx, `SELECT family, speed, rating, deviation, volatility, games, at FROM ratings
		WHERE user_id = ? ORDER BY games DESC, family, speed`, []any{user}, func(scan func(...any) error) error {
		var r RatingOf
		var at int64
		err := scan(&r.Family, &r.Speed, &r.Rating.Rating, &r.Deviation, &r.Volatility, &r.Games, &at)
		r.At = moment(at)
		all = append(all, r)
		return err
	})
	return all, err
}

// Rating returns a person's rating for a variant at a speed, play.NewRating when
// the person has not played it.
func (s *Store) Rating(ctx context.Context, user, variant string, speed play.Speed) (play.Rating, error) {
	return s.reading().rating(ctx, user, play.Family(variant), speed)
}

func (t *tx) rating(ctx context.Context, user, family string, speed play.Speed) (play.Rating, error) {
	r := play.NewRating
	var at int64
	found, err := t.row(ctx, `SELECT rating, deviation, volatility, games, at FROM ratings WHERE user_id = ? AND family = ? AND speed = ?`,
		[]any{user, family, string(speed)}, &r.Rating, &r.Deviation, &r.Volatility, &r.Games, &at)
	if found {
		r.At = moment(at)
	}
	return r, err
}

func (t *tx) setRating(ctx context.Context, user, family string, speed play.Speed, r play.Rating) error {
	_, err := t.exec(ctx, `INSERT INTO ratings (user_id, family, speed, rating, deviation, volatility, games, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (user_id, family, speed) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
			volatility = excluded.volatility, games = excluded.games, at = excluded.at`,
		user, family, string(speed), r.Rating, r.Deviation, r.Volatility, r.Games, millis(r.At))
	return err
}

// rate changes the ratings of the players of a rated game that has ended.
func (s *Store) rate(ctx context.Context, t *tx, g *play.Game, e play.Ended) ([]play.Event, error) {
	family, speed := play.Family(g.Created().Origin.Variant), g.Terms().Control.Speed()
	users := [2]string{g.Player(play.White).User, g.Player(play.Black).User}
	if t.postgres {
		// Two games of one person may end at the same time.
		if _, err := t.exec(ctx, `SELECT id FROM users WHERE id IN (?, ?) ORDER BY id FOR UPDATE`, users[0], users[1]); err != nil {
			return nil, err
		}
	}
	var before, after [2]play.Rating
	for i, user := range users {
		r, err := t.rating(ctx, user, family, speed)
		if err != nil {
			return nil, err
		}
		before[i] = r
	}
	now := s.now()
	after[0], after[1] = play.Rate(before[0], before[1], e.Result, now)
	for i, user := range users {
		if err := t.setRating(ctx, user, family, speed, after[i]); err != nil {
			return nil, err
		}
	}
	return g.Rate(before, after, now)
}
