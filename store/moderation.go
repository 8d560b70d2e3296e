package store

import (
	"context"
	"fmt"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/gamelog"
)

// Role is what a person may do to others.
type Role string

// The roles. An admin may do all that a moderator may, and give roles.
const (
	NoRole    Role = ""
	Moderator Role = "moderator"
	Admin     Role = "admin"
)

// Moderates reports whether a person may moderate.
func (u User) Moderates() bool { return u.Closed.IsZero() && (u.Role == Moderator || u.Role == Admin) }

// moderate runs do on a person and adds it to the audit log.
func (s *Store) moderate(ctx context.Context, by, user string, e AuditEntry, do func(*tx, User) error) error {
	return s.updateTimed(ctx, func(t *tx) error {
		u, err := t.user(ctx, "id", user)
		if err == nil {
			err = do(t, u)
		}
		if err != nil {
			return err
		}
		e.About = user
		return s.audit(ctx, t, by, e)
	})
}

// mayWrite returns an error if a person is muted.
func (s *Store) mayWrite(u User) error {
	if u.Muted.After(s.now()) {
		return refuse(play.NotAllowed, "A moderator has muted you until %s.",
			u.Muted.Format("2 January 2006, 15:04 UTC"))
	}
	return nil
}

// SetRole gives a person a role, or takes it away.
func (s *Store) SetRole(ctx context.Context, by, user string, role Role) error {
	if role != NoRole && role != Moderator && role != Admin {
		return refuse(play.Invalid, "The roles are %s, %s and none.", Moderator, Admin)
	}
	return s.moderate(ctx, by, user, AuditEntry{Act: "role", Detail: string(role)}, func(t *tx, _ User) error {
		return t.mustRun(ctx, errNoAccount, `UPDATE users SET role = ? WHERE id = ? AND guest = 0`,
			string(role), user)
	})
}

// Mute keeps a person from writing to others until a time. The zero Time ends a mute.
func (s *Store) Mute(ctx context.Context, by, user string, until time.Time, why string) error {
	e := AuditEntry{Act: "mute", Detail: detail("until", until.UTC().Format(time.RFC3339), "why", why)}
	return s.moderate(ctx, by, user, e, func(t *tx, _ User) error {
		return t.Run(ctx, `UPDATE users SET muted = ? WHERE id = ?`, until, user)
	})
}

// CloseAccount closes an account: its sessions and tokens end, its offers are deleted, its games
// are resigned, and nobody can sign in to it. For cheating, its rated games of the last AnnulWithin
// are annulled.
func (s *Store) CloseAccount(ctx context.Context, by, user, why string, cheating bool) error {
	e := AuditEntry{Act: "close", Detail: detail("why", why, "cheating", fmt.Sprint(cheating))}
	return s.moderate(ctx, by, user, e, func(t *tx, u User) error {
		if u.Role != NoRole {
			return refuse(play.NotAllowed, "%s has a role: take that away first.", u.Name)
		}
		if err := s.endGames(ctx, t, user); err != nil {
			return err
		}
		err := t.runAll(ctx, []string{
			`DELETE FROM tokens WHERE user_id = ?`, `DELETE FROM seeks WHERE by_user = ?`,
			`DELETE FROM seeks WHERE to_user = ?`,
		}, user)
		if err != nil {
			return err
		}
		if err := t.Run(ctx, `UPDATE users SET closed = ? WHERE id = ?`, s.now(), user); err != nil {
			return err
		}
		if cheating {
			return s.annul(ctx, t, user)
		}
		return nil
	})
}

// EndSessions ends all sessions and tokens of a person.
func (s *Store) EndSessions(ctx context.Context, by, user string) error {
	e := AuditEntry{Act: "end sessions", Detail: "{}"}
	return s.moderate(ctx, by, user, e, func(t *tx, _ User) error {
		return t.Run(ctx, `DELETE FROM tokens WHERE user_id = ?`, user)
	})
}

// Reopen opens a closed account again. Annulled games stay annulled. An account that its owner has
// deleted cannot be reopened.
func (s *Store) Reopen(ctx context.Context, by, user, why string) error {
	e := AuditEntry{Act: "reopen", Detail: detail("why", why)}
	return s.moderate(ctx, by, user, e, func(t *tx, u User) error {
		if u.password == "" {
			keys, err := t.Count(ctx, `SELECT COUNT(*) FROM credentials WHERE user_id = ?`, user)
			if err != nil {
				return err
			}
			if keys == 0 {
				return refuse(play.NotAllowed, "This account has no password and no passkey: nobody could sign in.")
			}
		}
		return t.Run(ctx, `UPDATE users SET closed = 0 WHERE id = ?`, user)
	})
}

// AnnulWithin is how far back the games of a cheat are annulled.
const AnnulWithin = 90 * play.Day

// annul annuls a person's rated games that ended within AnnulWithin. Opponents get back the rating
// that they lost in them, and keep what they won.
func (s *Store) annul(ctx context.Context, t *tx, user string) error {
	ids, err := t.IDs(ctx, `SELECT id FROM games WHERE (white = ? OR black = ?)
		AND finished = 1 AND rated = 1 AND last_at > ? ORDER BY id`,
		user, user, s.now().Add(-AnnulWithin))
	if err != nil {
		return err
	}
	for _, id := range ids {
		_, err := s.changeIn(ctx, t, id, func(g *play.Game, now time.Time) ([]play.Event, error) {
			if err := s.refund(ctx, t, g, user); err != nil {
				return nil, err
			}
			return g.Annul(now)
		})
		if err != nil && !unknownRules(err) {
			return err
		}
	}
	return nil
}

// refund gives a person's opponent back the rating that a game has cost them.
func (s *Store) refund(ctx context.Context, t *tx, g *play.Game, user string) error {
	changed := g.Ratings()
	if changed == nil {
		return nil
	}
	opponent, i := play.Black, 1
	if g.SeatFor(user) == play.Black {
		opponent, i = play.White, 0
	}
	lost := changed.Before[i] - changed.After[i]
	if lost <= 0 {
		return nil
	}
	k := ratingKeyOf(g, opponent)
	r, err := t.rating(ctx, k)
	if err != nil {
		return err
	}
	r.Rating += lost
	return t.setRating(ctx, k, r)
}

// RemoveLine blanks a line of chat in a game, by the number of its event.
func (s *Store) RemoveLine(ctx context.Context, by, game string, seq int) error {
	return s.update(ctx, func(t *tx) error {
		events, err := gamelog.Events(ctx, t.Tx, game, seq-1, seq)
		if err != nil {
			return err
		}
		var said play.Said
		found := false
		if len(events) > 0 {
			said, found = events[0].Payload.(play.Said)
		}
		if !found {
			return refuse(play.NotFound, "There is no such line.")
		}
		text := said.Text
		said.Text = ""
		if err := gamelog.Replace(ctx, t.Tx, game, seq, said); err != nil {
			return err
		}
		return s.audit(ctx, t, by, AuditEntry{
			Act: "remove line", About: said.User, Detail: detail("game", game, "line", fmt.Sprint(seq), "text", text),
		})
	})
}

// RemoveStudy deletes somebody's public study. The error has the code NotFound when there is none.
func (s *Store) RemoveStudy(ctx context.Context, by, id string) error {
	return s.update(ctx, func(t *tx) error {
		var user, name string
		err := t.mustRow(ctx, ErrNoStudy, `SELECT user_id, name FROM studies WHERE id = ? AND public = 1`,
			[]any{id}, &user, &name)
		if err == nil {
			err = t.mustRun(ctx, ErrNoStudy, `DELETE FROM studies WHERE id = ? AND public = 1`, id)
		}
		if err != nil {
			return err
		}
		return s.audit(ctx, t, by, AuditEntry{Act: "remove study", About: user, Detail: detail("name", name)})
	})
}

// RemoveComment deletes what somebody has written about a published game.
func (s *Store) RemoveComment(ctx context.Context, by, id string) error {
	return s.update(ctx, func(t *tx) error {
		var user, game string
		err := t.mustRow(ctx, errNoComment, `SELECT user_id, game FROM comments WHERE id = ?`, []any{id}, &user, &game)
		if err == nil {
			err = t.mustRun(ctx, errNoComment, `DELETE FROM comments WHERE id = ?`, id)
		}
		if err != nil {
			return err
		}
		return s.audit(ctx, t, by, AuditEntry{Act: "remove comment", About: user, Detail: detail("game", game)})
	})
}

// RemovePublished takes a published game from everybody but those who play it. Its author cannot
// bring it back.
func (s *Store) RemovePublished(ctx context.Context, by, id string) error {
	return s.update(ctx, func(t *tx) error {
		var user string
		err := t.mustRow(ctx, ErrNoPublished, `SELECT user_id FROM published WHERE id = ?`, []any{id}, &user)
		if err == nil {
			err = t.Run(ctx, `UPDATE published SET visibility = ? WHERE id = ?`, Removed, id)
		}
		if err != nil {
			return err
		}
		return s.audit(ctx, t, by, AuditEntry{Act: "remove game", About: user, Detail: detail("game", id)})
	})
}

// RemoveSeek deletes somebody's offer.
func (s *Store) RemoveSeek(ctx context.Context, by, id string) (Seek, error) {
	var k Seek
	err := s.update(ctx, func(t *tx) (err error) {
		if k, err = s.seek(ctx, t, `AND k.id = ?`, id); err != nil {
			return err
		}
		if err := t.Run(ctx, `DELETE FROM seeks WHERE id = ?`, id); err != nil {
			return err
		}
		return s.audit(ctx, t, by, AuditEntry{Act: "remove offer", About: k.By.ID,
			Detail: detail("variant", k.Terms.Variant)})
	})
	return k, err
}
