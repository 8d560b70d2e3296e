package store

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/play"
)

// Limits of comments on published games.
const (
	MaxComment      = 1000 // characters
	MaxCommentsADay = 30   // of one account
	maxComments     = 500  // on one game that are listed, the latest
)

// Comment is what somebody has written about a published game.
type Comment struct {
	ID   string    `json:"id"`
	Game string    `json:"game"`
	By   Person    `json:"by"`
	Text string    `json:"text"`
	At   time.Time `json:"at"`
}

var errNoComment = noSuch("There is no such comment.")

// AddComment stores what a person writes about a published game.
func (s *Store) AddComment(ctx context.Context, user, game, text string) (Comment, error) {
	text = strings.TrimSpace(text)
	if text == "" || utf8.RuneCountInString(text) > MaxComment || !utf8.ValidString(text) {
		return Comment{}, refuse(play.Invalid, "A comment has at most %d characters.", MaxComment)
	}
	id := NewID()
	err := s.update(ctx, func(t *tx) error {
		u, err := t.locked(ctx, user)
		if err != nil {
			return err
		}
		if u.Guest {
			return refuse(play.NotAllowed, "Guests cannot comment. Make an account first.")
		}
		if err := s.mayWrite(u); err != nil {
			return err
		}
		var author string
		err = t.mustRow(ctx, ErrNoPublished, `SELECT user_id FROM published WHERE id = ?`, []any{game}, &author)
		if err != nil {
			return err
		}
		if blocked, err := t.hasBlocked(ctx, author, user); err != nil {
			return err
		} else if blocked {
			return refuse(play.NotAllowed, "The author of this game does not want to hear from you.")
		}
		err = t.hasRoom(ctx, MaxCommentsADay, "You have written %d comments today. Try again tomorrow.",
			`SELECT COUNT(*) FROM comments WHERE user_id = ? AND created > ?`, user, s.now().Add(-24*time.Hour))
		if err != nil {
			return err
		}
		return t.Run(ctx, `INSERT INTO comments (id, game, user_id, body, created) VALUES (?, ?, ?, ?, ?)`,
			id, game, user, text, s.now())
	})
	if err != nil {
		return Comment{}, err
	}
	all, err := s.comments(ctx, `c.id = ?`, id)
	return only(all, err, errNoComment)
}

// Comments returns the comments on a game, the latest first.
func (s *Store) Comments(ctx context.Context, game string) ([]Comment, error) {
	return s.comments(ctx, `c.game = ? ORDER BY c.created DESC, c.id LIMIT ?`, game, maxComments)
}

// CommentsBy returns what a person has written about games, the latest first.
func (s *Store) CommentsBy(ctx context.Context, user string) ([]Comment, error) {
	return s.comments(ctx, `c.user_id = ? ORDER BY c.created DESC, c.id`, user)
}

func (s *Store) comments(ctx context.Context, where string, args ...any) ([]Comment, error) {
	return queryAll(ctx, s.reading(), `SELECT c.id, c.game, c.user_id, u.name, c.body, c.created
		FROM comments c JOIN users u ON u.id = c.user_id WHERE `+where, args,
		func(scan scanFunc) (c Comment, err error) {
			err = scan(&c.ID, &c.Game, &c.By.ID, &c.By.Name, &c.Text, &c.At)
			return c, err
		})
}

// DeleteComment deletes a comment of a person, or on a game of that person.
func (s *Store) DeleteComment(ctx context.Context, user, id string) error {
	return s.mustRun(ctx, errNoComment, `DELETE FROM comments WHERE id = ? AND (user_id = ?
		OR game IN (SELECT id FROM published WHERE user_id = ?))`, id, user, user)
}
