package store

import (
	"context"

	"github.com/kirke-chess/kirke/play"
)

// RatingOf is a person's rating in a family of variants at a speed.
type RatingOf struct {
	Family string     `json:"family"`
	Speed  play.Speed `json:"speed"`
	play.Rating
}

// Ratings returns all ratings of a person, the one with the most games first.
func (s *Store) Ratings(ctx context.Context, user string) ([]RatingOf, error) {
	return queryAll(ctx, s.reading(), `SELECT family, speed, rating, deviation, volatility, games, at FROM ratings
		WHERE user_id = ? ORDER BY games DESC, family, speed`, []any{user},
		func(scan scanFunc) (r RatingOf, err error) {
			err = scan(&r.Family, &r.Speed, &r.Rating.Rating, &r.Deviation, &r.Volatility, &r.Games, &r.At)
			return r, err
		})
}

// Rating returns a person's rating for a variant at a speed. It is play.NewRating before the first
// game.
func (s *Store) Rating(ctx context.Context, user, variant string, speed play.Speed) (play.Rating, error) {
	return s.reading().rating(ctx, ratingKey{user, play.Family(variant), speed})
}

// ratingKey is what a rating is for.
type ratingKey struct {
	user, family string
	speed        play.Speed
}

// ratingKeyOf returns the key of a player's rating for a game.
func ratingKeyOf(g *play.Game, s play.Seat) ratingKey {
	return ratingKey{g.Player(s).User, play.Family(g.Created().Origin.Variant), g.Terms().Control.Speed()}
}

func (t *tx) rating(ctx context.Context, k ratingKey) (play.Rating, error) {
	r := play.NewRating
	_, err := t.Row(ctx, `SELECT rating, deviation, volatility, games, at FROM ratings
		WHERE user_id = ? AND family = ? AND speed = ?`,
		[]any{k.user, k.family, string(k.speed)}, &r.Rating, &r.Deviation, &r.Volatility, &r.Games, &r.At)
	return r, err
}

func (t *tx) setRating(ctx context.Context, k ratingKey, r play.Rating) error {
	return t.Run(ctx, `INSERT INTO ratings (user_id, family, speed, rating, deviation, volatility, games, at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (user_id, family, speed) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
			volatility = excluded.volatility, games = excluded.games, at = excluded.at`,
		k.user, k.family, string(k.speed), r.Rating, r.Deviation, r.Volatility, r.Games, r.At)
}

// rate changes the ratings of the players of a rated game that has ended.
func (s *Store) rate(ctx context.Context, t *tx, g *play.Game, e play.Ended) ([]play.Event, error) {
	if t.Postgres() {
		// Lock both players: two games of one person may end at the same time.
		err := t.Run(ctx, `SELECT id FROM users WHERE id IN (?, ?) ORDER BY id FOR UPDATE`,
			g.Player(play.White).User, g.Player(play.Black).User)
		if err != nil {
			return nil, err
		}
	}
	keys := [2]ratingKey{ratingKeyOf(g, play.White), ratingKeyOf(g, play.Black)}
	var before, after [2]play.Rating
	for i, k := range keys {
		r, err := t.rating(ctx, k)
		if err != nil {
			return nil, err
		}
		before[i] = r
	}
	now := s.now()
	after[0], after[1] = play.Rate(before[0], before[1], e.Result, now)
	for i, k := range keys {
		if err := t.setRating(ctx, k, after[i]); err != nil {
			return nil, err
		}
	}
	return g.Rate(before, after, now)
}
