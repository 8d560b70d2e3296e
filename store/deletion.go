package store

import (
	"context"

	"github.com/kirke-chess/kirke/store/internal/gamelog"
	"github.com/kirke-chess/kirke/store/internal/names"
)

// DeleteUser deletes an account or a guest, with everything that is only theirs: sessions,
// passkeys, notes, studies, drafts, offers, jobs. Their games are resigned, and stay without their
// name and chat. So do games that they have published and that somebody has played.
// The name stays reserved for NameReserved.
func (s *Store) DeleteUser(ctx context.Context, user string) error {
	watched, err := gamelog.AnonymousChat(ctx, s.db.Reading(), user)
	if err != nil {
		return err
	}
	return s.updateTimed(ctx, func(t *tx) error {
		u, err := t.user(ctx, "id", user)
		if err != nil {
			return err
		}
		if err := s.endGames(ctx, t, user); err != nil {
			return err
		}
		if err := s.renameInGames(ctx, t, user, DeletedName); err != nil {
			return err
		}
		if err := t.renameInNews(ctx, u.Name, DeletedName); err != nil {
			return err
		}
		if err := gamelog.Anonymise(ctx, t.Tx, user, watched); err != nil {
			return err
		}
		if err := t.deletePersonalData(ctx, user); err != nil {
			return err
		}
		if err := t.abandonPublished(ctx, user); err != nil {
			return err
		}
		if !u.Guest {
			if err := s.reserve(ctx, t, u); err != nil {
				return err
			}
		}
		name := DeletedName + "-" + user
		return t.Run(ctx, `UPDATE users SET name = ?, name_key = ?, look = ?, guest = 0, password = '',
				settings = '{}', profile = '', role = '', totp = '', came_from = '', closed = ?
			WHERE id = ?`, name, names.Key(name), names.Look(name), s.now(), user)
	})
}

// deletePersonalData deletes the rows that are only a person's own.
func (t *tx) deletePersonalData(ctx context.Context, user string) error {
	return t.runAll(ctx, []string{
		`DELETE FROM tokens WHERE user_id = ?`,
		`DELETE FROM credentials WHERE user_id = ?`,
		`DELETE FROM recovery WHERE user_id = ?`,
		`DELETE FROM notes WHERE user_id = ?`,
		`DELETE FROM presets WHERE user_id = ?`,
		`DELETE FROM studies WHERE user_id = ?`,
		`DELETE FROM drafts WHERE user_id = ?`,
		`DELETE FROM notices WHERE user_id = ?`,
		`DELETE FROM contacts WHERE user_id = ?`,
		`DELETE FROM subscriptions WHERE user_id = ?`,
		`DELETE FROM outbox WHERE user_id = ?`,
		`DELETE FROM vacations WHERE user_id = ?`,
		`DELETE FROM ratings WHERE user_id = ?`,
		`DELETE FROM seeks WHERE by_user = ?`,
		`DELETE FROM seeks WHERE to_user = ?`,
		`DELETE FROM blocks WHERE user_id = ?`,
		`DELETE FROM blocks WHERE blocked = ?`,
		`DELETE FROM reports WHERE by_user = ?`,
		`DELETE FROM shards WHERE job IN (SELECT id FROM jobs WHERE user_id = ?)`,
		`DELETE FROM jobs WHERE user_id = ?`,
		`UPDATE jobs SET asked_by = '' WHERE asked_by = ?`,
	}, user)
}
