package store

import (
	"context"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/names"
)

// Limits and times of names.
const (
	MinName      = names.Min // letters
	MaxName      = names.Max
	RenameEvery  = 30 * play.Day // how often a person may change their name
	NameReserved = 90 * play.Day // how long a name that was given up stays reserved for its owner
	DeletedName  = names.Deleted // the name, in their games, of players who have deleted their accounts
)

// CheckName returns why nobody can have a name, nil when somebody can.
func CheckName(name string) error { return names.Check(name) }

// checkFree returns why a person cannot have a name: somebody else has it or one that looks like
// it, or gave it up recently.
func (s *Store) checkFree(ctx context.Context, t *tx, name, user string) error {
	var other string
	found, err := t.Row(ctx, `SELECT name FROM users WHERE look = ? AND id <> ?
		ORDER BY CASE WHEN name_key = ? THEN 0 ELSE 1 END LIMIT 1`,
		[]any{names.Look(name), user, names.Key(name)}, &other)
	switch {
	case err != nil:
		return err
	case found && names.Key(other) == names.Key(name):
		return errTaken(name)
	case found:
		return refuse(play.Taken, "%s looks too much like %s, who is here already.", name, other)
	}
	recent, err := t.Count(ctx, `SELECT COUNT(*) FROM names WHERE look = ? AND user_id <> ? AND given_up > ?`,
		names.Look(name), user, s.now().Add(-NameReserved))
	if err == nil && recent > 0 {
		err = refuse(play.Taken, "Somebody had the name %s, or one that looks like it, until recently.", name)
	}
	return err
}

// errTaken is also the error of a statement that gives a person a name and changes no row: another
// transaction has taken the name meanwhile.
func errTaken(name string) error { return refuse(play.Taken, "The name %s is taken.", name) }

// renameInNews gives a person another name in what others are told.
func (t *tx) renameInNews(ctx context.Context, old, name string) error {
	err := t.Run(ctx, `UPDATE notices SET by_name = ? WHERE by_name = ?`, name, old)
	if err == nil {
		err = t.Run(ctx, `UPDATE outbox SET by_name = ? WHERE by_name = ?`, name, old)
	}
	return err
}

// Rename gives an account another name, at most once in RenameEvery. The old name stays reserved
// for its owner for NameReserved. A different case of the same name is always possible. The errors
// are those of CreateUser.
func (s *Store) Rename(ctx context.Context, user, name string) error {
	if err := CheckName(name); err != nil {
		return err
	}
	return s.updateTimed(ctx, func(t *tx) error {
		u, err := t.user(ctx, "id", user)
		if err != nil {
			return err
		}
		if u.Guest {
			return refuse(play.NotAllowed, "A guest needs an account to have a name.")
		}
		if u.Name == name {
			return nil
		}
		if names.Key(u.Name) != names.Key(name) {
			if err := s.mayRename(ctx, t, u, name); err != nil {
				return err
			}
			if err := s.reserve(ctx, t, u); err != nil {
				return err
			}
		}
		err = t.mustRun(ctx, errTaken(name), `UPDATE users SET name = ?, name_key = ?, look = ? WHERE id = ?`,
			name, names.Key(name), names.Look(name), user)
		if err != nil {
			return err
		}
		if err := t.Run(ctx, `DELETE FROM names WHERE name_key = ?`, names.Key(name)); err != nil {
			return err
		}
		if err := t.renameInNews(ctx, u.Name, name); err != nil {
			return err
		}
		return s.renameInGames(ctx, t, user, name)
	})
}

// mayRename returns why a person may not change to a name now.
func (s *Store) mayRename(ctx context.Context, t *tx, u User, name string) error {
	var last time.Time
	_, err := t.Row(ctx, `SELECT COALESCE(MAX(given_up), 0) FROM names WHERE user_id = ?`, []any{u.ID}, &last)
	if err != nil {
		return err
	}
	if next := last.Add(RenameEvery); !last.IsZero() && s.now().Before(next) {
		return refuse(play.NotNow, "You can change your name once in %d days: next on %s.",
			RenameEvery/play.Day, next.Format("2 January 2006"))
	}
	return s.checkFree(ctx, t, name, u.ID)
}

// reserve keeps a person's name from others for NameReserved.
func (s *Store) reserve(ctx context.Context, t *tx, u User) error {
	return t.Run(ctx, `INSERT INTO names (name_key, look, user_id, given_up) VALUES (?, ?, ?, ?)
		ON CONFLICT (name_key) DO UPDATE SET look = excluded.look, user_id = excluded.user_id,
			given_up = excluded.given_up`,
		names.Key(u.Name), names.Look(u.Name), u.ID, s.now())
}

// renameInGames gives a player another name in all of the player's games.
func (s *Store) renameInGames(ctx context.Context, t *tx, user, name string) error {
	return s.changeGames(ctx, t, user, false, func(g *play.Game, now time.Time) ([]play.Event, error) {
		return g.Rename(g.SeatFor(user), name, now)
	})
}
