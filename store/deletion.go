package store

import (
	"context"
	"encoding/json"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/db"
	"github.com/kirke-chess/kirke/store/internal/names"
)

// DeleteUser deletes an account or a guest, with everything that is only theirs: sessions,
// passkeys, notes, offers, jobs. Their games are resigned, and stay without their name and chat.
// The name stays reserved for NameReserved.
func (s *Store) DeleteUser(ctx context.Context, user string) error {
	// A search for chat in other people's games reads all events, so it is not in the transaction.
	watched, err := s.reading().anonymousEvents(ctx, user, `kind = 'said' AND by_seat = ? AND data LIKE ?`,
		string(play.Watcher), "%"+user+"%")
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
		if err := t.anonymiseEvents(ctx, user, watched); err != nil {
			return err
		}
		if err := t.deletePersonalData(ctx, user); err != nil {
			return err
		}
		if !u.Guest {
			if err := s.reserve(ctx, t, u); err != nil {
				return err
			}
		}
		name := DeletedName + "-" + user
		_, err = t.Exec(ctx, `UPDATE users SET name = ?, name_key = ?, look = ?, guest = 0, password = '',
				settings = '{}', profile = '', role = '', totp = '', came_from = '', closed = ?
			WHERE id = ?`, name, names.Key(name), names.Look(name), s.now(), user)
		return err
	})
}

// deletePersonalData deletes the rows that are only a person's own.
func (t *tx) deletePersonalData(ctx context.Context, user string) error {
	for _, query := range []string{
		`DELETE FROM tokens WHERE user_id = ?`,
		`DELETE FROM credentials WHERE user_id = ?`,
		`DELETE FROM recovery WHERE user_id = ?`,
		`DELETE FROM notes WHERE user_id = ?`,
		`DELETE FROM presets WHERE user_id = ?`,
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
	} {
		if _, err := t.Exec(ctx, query, user); err != nil {
			return err
		}
	}
	return nil
}

// anonymiseEvents removes a person's names and chat from the events of their own games, and from
// those of the games that they watched. The events keep their numbers, so that nothing else
// changes.
func (t *tx) anonymiseEvents(ctx context.Context, user string, watched []anonymousEvent) error {
	for _, seat := range []play.Seat{play.White, play.Black} {
		err := t.run(ctx, `UPDATE events SET data = ? WHERE kind = 'renamed' AND by_seat = ?
			AND game IN (SELECT id FROM games WHERE `+string(seat)+` = ?)`,
			db.JSON(play.Renamed{Name: DeletedName}), string(seat), user)
		if err != nil {
			return err
		}
	}
	own, err := t.anonymousEvents(ctx, user,
		`kind IN ('created', 'said') AND game IN (SELECT id FROM games WHERE white = ? OR black = ?)`, user, user)
	for _, e := range append(watched, own...) {
		if err == nil {
			_, err = t.Exec(ctx, `UPDATE events SET data = ? WHERE game = ? AND seq = ?`, e.data, e.game, e.seq)
		}
	}
	return err
}

// anonymousEvent is the data that an event is to have.
type anonymousEvent struct {
	game, data string
	seq        int
}

// anonymousEvents returns the events of a query without a person's name and chat.
func (t *tx) anonymousEvents(ctx context.Context, user, where string, args ...any) ([]anonymousEvent, error) {
	return queryAll(ctx, t, `SELECT game, seq, kind, data FROM events WHERE `+where, args,
		func(scan scanFunc) (e anonymousEvent, err error) {
			var kind string
			if err := scan(&e.game, &e.seq, &kind, &e.data); err != nil {
				return e, err
			}
			p, err := play.ReadPayload(kind, []byte(e.data))
			if err != nil {
				return e, err
			}
			data, err := json.Marshal(anonymised(p, user))
			e.data = string(data)
			return e, err
		})
}

// anonymised returns an event's payload without a person's name and chat.
func anonymised(p play.Payload, user string) play.Payload {
	switch p := p.(type) {
	case play.Created:
		for i := range p.Players {
			if p.Players[i].User == user {
				p.Players[i].Name = DeletedName
			}
		}
		return p
	case play.Said:
		if p.User == user {
			p.Name, p.Text = DeletedName, ""
		}
		return p
	}
	return p
}
