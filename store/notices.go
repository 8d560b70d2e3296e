package store

import (
	"context"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// Notice is something that others have done and a person is told of, on whatever page, until the
// person has seen to it.
type Notice struct {
	ID      string
	Kind    NoticeKind
	By      string // the name of who did it
	Variant string // of the game that was offered
	Game    string // the game that has begun, "" for none
	Created time.Time
}

// NoticeKind is what a notice is about.
type NoticeKind string

// The kinds of notices.
const (
	OfferAccepted     NoticeKind = "offer accepted"
	RematchAccepted   NoticeKind = "rematch accepted"
	ChallengeDeclined NoticeKind = "challenge declined"
)

// noticeLife is how long a notice is shown to somebody who does nothing about it.
const noticeLife = 7 * play.Day

// addNotice tells a person something from now on.
func (s *Store) addNotice(ctx context.Context, t *tx, user string, n Notice) error {
	now := s.now()
	_, err := t.exec(ctx, `INSERT INTO notices (id, user_id, kind, by_name, variant, game, created, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		NewID(), user, string(n.Kind), n.By, n.Variant, n.Game, millis(now), millis(now.Add(noticeLife)))
	return err
}

// Notices returns what a person is to be told, the newest first.
func (s *Store) Notices(ctx context.Context, user string) (all []Notice, err error) {
	err = s.reading().rows(ctx, `SELECT id, kind, by_name, variant, game, created FROM notices
		WHERE user_id = ? AND expires > ? ORDER BY created DESC, id`, []any{user, millis(s.now())}, func(scan func(...any) error) error {
		var n Notice
		var created int64
		err := scan(&n.ID, &n.Kind, &n.By, &n.Variant, &n.Game, &created)
		n.Created = moment(created)
		all = append(all, n)
		return err
	})
	return all, err
}

// DropNotice removes a notice that its person has seen; one that is not there is no error.
func (s *Store) DropNotice(ctx context.Context, user, id string) error {
	return s.update(ctx, func(t *tx) error {
		_, err := t.exec(ctx, `DELETE FROM notices WHERE id = ? AND user_id = ?`, id, user)
		return err
	})
}

// SawGame removes the notices that tell a person of a game, and reports whether there were any.
func (s *Store) SawGame(ctx context.Context, user, game string) (bool, error) {
	told, err := s.Notices(ctx, user)
	found := false
	for _, n := range told {
		if err == nil && n.Game == game {
			found, err = true, s.DropNotice(ctx, user, n.ID)
		}
	}
	return found, err
}
