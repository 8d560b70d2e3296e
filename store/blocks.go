package store

import (
	"context"

	"github.com/kirke-chess/kirke/play"
)

// maxBlocks is how many people one person may block.
const maxBlocks = 500

// Block keeps a person from challenging user and from chatting in user's games.
func (s *Store) Block(ctx context.Context, user, blocked string) error {
	if user == blocked {
		return refuse(play.Invalid, "You cannot block yourself.")
	}
	return s.update(ctx, func(t *tx) error {
		if _, err := t.user(ctx, "id", blocked); err != nil {
			return err
		}
		err := t.hasRoom(ctx, maxBlocks, "You have blocked %d people already.",
			`SELECT COUNT(*) FROM blocks WHERE user_id = ?`, user)
		if err != nil {
			return err
		}
		err = t.Run(ctx, `INSERT INTO blocks (user_id, blocked, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
			user, blocked, s.now())
		if err != nil {
			return err
		}
		return t.Run(ctx, `DELETE FROM seeks WHERE by_user = ? AND to_user = ?`, blocked, user)
	})
}

// Unblock ends a block. It is no error if there is none.
func (s *Store) Unblock(ctx context.Context, user, blocked string) error {
	return s.run(ctx, `DELETE FROM blocks WHERE user_id = ? AND blocked = ?`, user, blocked)
}

// Blocked returns the people whom a person has blocked, by name.
func (s *Store) Blocked(ctx context.Context, user string) ([]Person, error) {
	return queryAll(ctx, s.reading(),
		`SELECT u.id, u.name FROM blocks b JOIN users u ON u.id = b.blocked WHERE b.user_id = ? ORDER BY u.name`,
		[]any{user}, func(scan scanFunc) (p Person, err error) {
			err = scan(&p.ID, &p.Name)
			return p, err
		})
}

// hasBlocked reports whether a person has blocked another.
func (t *tx) hasBlocked(ctx context.Context, user, other string) (bool, error) {
	n, err := t.Count(ctx, `SELECT COUNT(*) FROM blocks WHERE user_id = ? AND blocked = ?`, user, other)
	return n > 0, err
}
