package store

import (
	"context"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/play"
)

// MaxNote is how many bytes a private note has at most.
const MaxNote = 20_000

// SetNote stores a person's private note on a game; "" deletes it. The error has the code NotFound
// when there is no game that the person may see.
func (s *Store) SetNote(ctx context.Context, game, user, text string) error {
	if len(text) > MaxNote || !utf8.ValidString(text) {
		return refuse(play.Invalid, "A note has at most %d bytes of text.", MaxNote)
	}
	return s.update(ctx, func(t *tx) error {
		m, err := t.summary(ctx, game)
		if err != nil {
			return err
		}
		if !m.MayWatch(user) {
			return errNoGame
		}
		if text == "" {
			return t.Run(ctx, `DELETE FROM notes WHERE game = ? AND user_id = ?`, game, user)
		}
		if err := t.mayNote(ctx, game, user, text); err != nil {
			return err
		}
		return t.Run(ctx, `INSERT INTO notes (game, user_id, body, changed) VALUES (?, ?, ?, ?)
			ON CONFLICT (game, user_id) DO UPDATE SET body = excluded.body, changed = excluded.changed`,
			game, user, text, s.now())
	})
}

// mayNote returns an error if a note would exceed the person's quota.
func (t *tx) mayNote(ctx context.Context, game, user, text string) error {
	u, err := t.user(ctx, "id", user)
	if err != nil {
		return err
	}
	others, err := t.Count(ctx, `SELECT COALESCE(SUM(OCTET_LENGTH(body)), 0) FROM notes
		WHERE user_id = ? AND game <> ?`, user, game)
	if err == nil && others+len(text) > u.quota().Notes {
		err = refuse(play.NotAllowed, "Your notes have %d bytes already, and may have %d.", others, u.quota().Notes)
	}
	return err
}

// Note returns a person's note on a game, "" for none.
func (s *Store) Note(ctx context.Context, game, user string) (text string, err error) {
	_, err = s.reading().Row(ctx, `SELECT body FROM notes WHERE game = ? AND user_id = ?`, []any{game, user}, &text)
	return text, err
}
