package store

import (
	"context"
	"errors"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
)

// Done is the result of a command.
type Done struct {
	Seat    play.Seat    // of the person who gave it
	Game    *play.Game   // the game after it; shared, so Clone it before you change it
	Events  []play.Event // none when the command had been carried out before
	Summary Summary      // of Game
	Rematch *Summary     // the game that the command has created, nil for none
}

// changeFunc changes a game and returns the events.
type changeFunc = func(g *play.Game, now time.Time) ([]play.Event, error)

// Do carries out a person's command in a game. It fills in By, User, Name and NewGame. The errors
// are those of play.Game.Do, and NotFound for a private game of other people.
func (s *Store) Do(ctx context.Context, game, user string, c play.Command) (Done, error) {
	return s.do(ctx, game, func(t *tx, g *play.Game) (play.Command, error) {
		c.By, c.User = g.SeatFor(user), user
		if g.Terms().Private && c.By == play.Watcher {
			return c, errNoGame
		}
		if c.Do == play.Say {
			u, err := t.user(ctx, "id", user)
			if err != nil {
				return c, err
			}
			c.Name = u.Name
			if err := s.mayChat(ctx, t, g, u); err != nil {
				return c, err
			}
		}
		return c, nil
	})
}

// mayChat returns an error if a person may not chat in a game: a moderator has muted them, or a
// player has blocked them.
func (s *Store) mayChat(ctx context.Context, t *tx, g *play.Game, u User) error {
	if err := s.mayWrite(u); err != nil {
		return err
	}
	for _, seat := range []play.Seat{play.White, play.Black} {
		blocked, err := t.hasBlocked(ctx, g.Player(seat).User, u.ID)
		if err != nil {
			return err
		}
		if blocked {
			return refuse(play.NotAllowed, "%s has blocked you.", g.Player(seat).Name)
		}
	}
	return nil
}

// DoFor carries out a command of the computer, which plays seat. The error has the code NotYours
// when a person plays it.
func (s *Store) DoFor(ctx context.Context, game string, seat play.Seat, c play.Command) (Done, error) {
	return s.do(ctx, game, func(_ *tx, g *play.Game) (play.Command, error) {
		c.By = seat
		if !seat.Playing() || !g.Player(seat).Computer() {
			return c, refuse(play.NotYours, "The computer does not play %s here.", seat)
		}
		return c, nil
	})
}

// do carries out the command that fill returns for a game. A command may be refused and yet have
// events: the game had ended on time.
func (s *Store) do(ctx context.Context, game string, fill func(*tx, *play.Game) (play.Command, error)) (Done, error) {
	var done Done
	var refused error
	arrived := s.now() // the wait for the disk is not charged to the player
	err := s.updateTimed(ctx, func(t *tx) error {
		done, refused = Done{}, nil
		g, err := s.lock(ctx, t, game)
		if err != nil {
			return err
		}
		c, err := fill(t, g)
		if err == nil {
			err = s.checkAway()
		}
		if err != nil {
			return err
		}
		c.NewGame = NewID()
		g, seq := g.Clone(), g.Seq()
		events, err := g.Do(c, arrived)
		if err != nil && len(events) == 0 {
			return err
		}
		refused = err
		done, err = s.commit(ctx, t, g, seq, events)
		done.Seat = c.By
		return err
	})
	if err == nil {
		err = refused
	}
	return done, err
}

// change changes a game in a transaction of its own.
func (s *Store) change(ctx context.Context, id string, by changeFunc) (done Done, err error) {
	err = s.updateTimed(ctx, func(t *tx) error {
		done, err = s.changeIn(ctx, t, id, s.unlessAway(by))
		return err
	})
	return done, err
}

// changeIn changes a game in a transaction.
func (s *Store) changeIn(ctx context.Context, t *tx, id string, by changeFunc) (Done, error) {
	g, err := s.lock(ctx, t, id)
	if err != nil {
		return Done{}, err
	}
	g, seq := g.Clone(), g.Seq()
	events, err := by(g, s.now())
	if err != nil {
		return Done{}, err
	}
	return s.commit(ctx, t, g, seq, events)
}

// changeGames changes all of a person's games, or the ongoing ones only.
func (s *Store) changeGames(ctx context.Context, t *tx, user string, ongoing bool, by changeFunc) error {
	query := `SELECT id FROM games WHERE (white = ? OR black = ?)`
	if ongoing {
		query += ` AND finished = 0`
	}
	ids, err := t.IDs(ctx, query+` ORDER BY id`, user, user)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if _, err := s.changeIn(ctx, t, id, s.unlessAway(by)); err != nil && !unknownRules(err) {
			return err
		}
	}
	return nil
}

// endGames ends a person's ongoing games. It aborts those that have just begun, and resigns the
// others.
func (s *Store) endGames(ctx context.Context, t *tx, user string) error {
	return s.changeGames(ctx, t, user, true, func(g *play.Game, now time.Time) ([]play.Event, error) {
		seat := g.SeatFor(user)
		events, err := g.Do(play.Command{Do: play.Abort, By: seat}, now)
		if play.CodeOf(err) == play.NotNow {
			events, err = g.Do(play.Command{Do: play.Resign, By: seat}, now)
		}
		if play.CodeOf(err) == play.GameOver { // its time has just run out
			err = nil
		}
		return events, err
	})
}

// unknownRules reports whether a game cannot be changed because this build does not have its rules.
func unknownRules(err error) bool {
	var version *kirke.VersionError
	return errors.As(err, &version)
}
