package store

import (
	"context"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// ExpireSeeks deletes offers that have expired, and returns those that this call has deleted. Call
// it every few seconds: without expired offers it costs one look at an index.
func (s *Store) ExpireSeeks(ctx context.Context) (expired []Seek, err error) {
	now := s.now()
	due, err := s.reading().seeks(ctx, `WHERE k.expires <= ?`, now)
	if err != nil || len(due) == 0 {
		return nil, err
	}
	err = s.update(ctx, func(t *tx) error {
		expired = nil
		for _, k := range due {
			n, err := t.Exec(ctx, `DELETE FROM seeks WHERE id = ? AND expires <= ?`, k.ID, now)
			if err != nil {
				return err
			}
			if n > 0 {
				expired = append(expired, k)
			}
		}
		return nil
	})
	return expired, err
}

// GuestLife is how long a guest without games and jobs is kept after the last visit.
const GuestLife = 30 * play.Day

// outboxLife is how long a row of the outbox is kept after it was sent or given up, or should have
// been, in milliseconds: a week.
const outboxLife = `604800000`

// DeleteExpired deletes tokens, values and notices that have expired, what was sent long ago,
// subscriptions of sessions that have ended, and guests after GuestLife.
// It returns how many rows it has deleted.
func (s *Store) DeleteExpired(ctx context.Context) (deleted int64, err error) {
	err = s.update(ctx, func(t *tx) error {
		deleted = 0
		now := s.now()
		for _, query := range []string{
			`DELETE FROM tokens WHERE expires <> 0 AND expires <= ?`,
			`DELETE FROM keyed WHERE expires <> 0 AND expires <= ?`,
			`DELETE FROM notices WHERE expires <= ?`,
			`DELETE FROM outbox WHERE CASE WHEN done = 0 THEN due ELSE done END + ` + outboxLife + ` <= ?`,
		} {
			n, err := t.Exec(ctx, query, now)
			if err != nil {
				return err
			}
			deleted += n
		}
		ended, err := t.Exec(ctx, `DELETE FROM subscriptions WHERE NOT EXISTS
			(SELECT 1 FROM tokens WHERE tokens.id = subscriptions.token)`)
		deleted += ended
		if err != nil {
			return err
		}
		n, err := t.deleteOldGuests(ctx, s.now().Add(-GuestLife))
		deleted += n
		return err
	})
	return deleted, err
}

// deleteOldGuests deletes guests last seen before a time who have neither a game nor a job, with
// all that is theirs.
func (t *tx) deleteOldGuests(ctx context.Context, before time.Time) (deleted int64, err error) {
	const old = `SELECT id FROM users WHERE guest = 1 AND seen < ?
		AND NOT EXISTS (SELECT 1 FROM games WHERE white = users.id OR black = users.id)
		AND NOT EXISTS (SELECT 1 FROM jobs WHERE user_id = users.id)`
	for _, table := range []string{"tokens", "notes", "presets", "studies", "vacations", "ratings", "notices"} {
		if err := t.Run(ctx, `DELETE FROM `+table+` WHERE user_id IN (`+old+`)`, before); err != nil {
			return 0, err
		}
	}
	if err := t.Run(ctx, `DELETE FROM seeks WHERE by_user IN (`+old+`)`, before); err != nil {
		return 0, err
	}
	return t.Exec(ctx, `DELETE FROM users WHERE id IN (`+old+`)`, before)
}
