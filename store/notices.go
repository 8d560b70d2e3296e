package store

import (
	"context"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// Notice tells a person, on every page, what others have done, until the person has dismissed it.
type Notice struct {
	ID      string
	Kind    NoticeKind
	By      string // the name of the person who did it
	Variant string // of the offered game
	Game    string // the game that was created, or that it is about; "" for none
	Detail  string // the result and reason of a game's end; "draw" or "takeback" if that is asked
	Created time.Time
}

// NoticeKind is what a notice is about.
type NoticeKind string

// The kinds of notices.
const (
	OfferAccepted     NoticeKind = "offer accepted"
	RematchAccepted   NoticeKind = "rematch accepted"
	ChallengeDeclined NoticeKind = "challenge declined"
	RematchOffered    NoticeKind = "rematch offered"
	GameEnded         NoticeKind = "game ended"
	MessageCame       NoticeKind = "message"
)

// noticeLife is how long a notice is shown.
const noticeLife = 7 * play.Day

// addNotice adds a notice for a person. One about a game takes the place of the last of its kind.
func (s *Store) addNotice(ctx context.Context, t *tx, user string, n Notice) error {
	now := s.now()
	if n.Game != "" {
		err := t.Run(ctx, `DELETE FROM notices WHERE user_id = ? AND kind = ? AND game = ? AND detail = ?`,
			user, string(n.Kind), n.Game, n.Detail)
		if err != nil {
			return err
		}
	}
	return t.Run(ctx, `INSERT INTO notices (id, user_id, kind, by_name, variant, game, detail, created, expires)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		NewID(), user, string(n.Kind), n.By, n.Variant, n.Game, n.Detail, now, now.Add(noticeLife))
}

// noticeOf returns the notice of an event that the outbox has too.
func noticeOf(o Outgoing) Notice {
	kind := map[Topic]NoticeKind{
		EndTopic: GameEnded, MessageTopic: MessageCame, ChallengeTopic: RematchOffered,
	}[o.Topic]
	return Notice{Kind: kind, By: o.By, Variant: o.Variant, Game: o.Game, Detail: o.Detail}
}

// Notices returns a person's notices, the newest first.
func (s *Store) Notices(ctx context.Context, user string) ([]Notice, error) {
	return queryAll(ctx, s.reading(), `SELECT id, kind, by_name, variant, game, detail, created FROM notices
		WHERE user_id = ? AND expires > ? ORDER BY created DESC, id`, []any{user, s.now()},
		func(scan scanFunc) (n Notice, err error) {
			err = scan(&n.ID, &n.Kind, &n.By, &n.Variant, &n.Game, &n.Detail, &n.Created)
			return n, err
		})
}

// DropNotice deletes a person's notice. It is no error if there is none.
func (s *Store) DropNotice(ctx context.Context, user, id string) error {
	return s.run(ctx, `DELETE FROM notices WHERE id = ? AND user_id = ?`, id, user)
}

// DropGameNotices deletes a person's notices about a game, and reports whether there were any.
func (s *Store) DropGameNotices(ctx context.Context, user, game string) (bool, error) {
	all, err := s.Notices(ctx, user)
	found := false
	for _, n := range all {
		if err == nil && n.Game == game {
			found, err = true, s.DropNotice(ctx, user, n.ID)
		}
	}
	return found, err
}
