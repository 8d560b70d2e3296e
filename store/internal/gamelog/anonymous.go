package gamelog

import (
	"context"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/db"
	"github.com/kirke-chess/kirke/store/internal/names"
)

// AnonymousChat returns a person's chat in other people's games, for Anonymise. It reads all events,
// so do not call it in a transaction that writes.
func AnonymousChat(ctx context.Context, t *db.Tx, user string) ([]Anonymous, error) {
	return anonymousEvents(ctx, t, user, `kind = 'said' AND by_seat = ? AND data LIKE ?`,
		string(play.Watcher), "%"+user+"%")
}

// Anonymise removes a person's names and chat from the events of their own games, and from those of
// the games that they watched. The events keep their numbers, so that nothing else changes.
func Anonymise(ctx context.Context, t *db.Tx, user string, watched []Anonymous) error {
	for _, seat := range []play.Seat{play.White, play.Black} {
		err := t.Run(ctx, `UPDATE events SET data = ? WHERE kind = 'renamed' AND by_seat = ?
			AND game IN (SELECT id FROM games WHERE `+string(seat)+` = ?)`,
			db.JSON(play.Renamed{Name: names.Deleted}), string(seat), user)
		if err != nil {
			return err
		}
	}
	own, err := anonymousEvents(ctx, t, user,
		`kind IN ('created', 'said') AND game IN (SELECT id FROM games WHERE white = ? OR black = ?)`, user, user)
	for _, e := range append(watched, own...) {
		if err == nil {
			err = Replace(ctx, t, e.game, e.seq, e.payload)
		}
	}
	return err
}

// Anonymous is the payload that an event is to have.
type Anonymous struct {
	game    string
	seq     int
	payload play.Payload
}

// anonymousEvents returns the events of a query without a person's name and chat.
func anonymousEvents(ctx context.Context, t *db.Tx, user, where string, args ...any) ([]Anonymous, error) {
	return db.All(ctx, t, `SELECT game, seq, kind, data FROM events WHERE `+where, args,
		func(scan db.Scan) (e Anonymous, err error) {
			var kind, data string
			if err := scan(&e.game, &e.seq, &kind, &data); err != nil {
				return e, err
			}
			p, err := play.ReadPayload(kind, []byte(data))
			e.payload = anonymised(p, user)
			return e, err
		})
}

// anonymised returns an event's payload without a person's name and chat.
func anonymised(p play.Payload, user string) play.Payload {
	switch p := p.(type) {
	case play.Created:
		for i := range p.Players {
			if p.Players[i].User == user {
				p.Players[i].Name = names.Deleted
			}
		}
		return p
	case play.Said:
		if p.User == user {
			p.Name, p.Text = names.Deleted, ""
		}
		return p
	}
	return p
}
