package gamefile

import (
	"errors"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// Setting says how a user wants games to begin. The zero value is chess from its starting position.
type Setting struct {
	Variant  string         // the game's ID, or several joined by "+"; "" is chess
	FEN      string         // a position to start from, "" for the starting position
	Seed     uint64         // of random first ranks
	Array    string         // the first rank instead of a random one
	Symmetry kirke.Symmetry // of random first ranks; "" is as usual in the game
	Problem  bool           // as problemists: rights follow from the squares, odd positions are accepted
}

// Game returns the game.
func (s Setting) Game() (*kirke.Variant, error) {
	id := s.Variant
	if id == "" {
		id = "chess"
	}
	v, err := kirke.Lookup(id)
	if err != nil || !s.Problem {
		return v, err
	}
	problem := *v
	problem.AssumeCastling = true
	return &problem, nil
}

// Drawn reports whether the seed decides where the game begins, because a first rank is random. It
// is false for a setting that names no game.
func (s Setting) Drawn() bool {
	v, err := s.Game()
	return err == nil && s.FEN == "" && v.NeedsSeed(rules.StartOptions{FirstRank: s.Array, Symmetry: s.Symmetry})
}

// Options returns the options for setting up positions of the game.
func (s Setting) Options() []kirke.Option {
	opts := []kirke.Option{kirke.Seed(s.Seed)}
	if s.Array != "" {
		opts = append(opts, kirke.Array(s.Array))
	}
	if s.Symmetry != "" {
		opts = append(opts, kirke.DrawnWith(s.Symmetry))
	}
	if s.Problem {
		opts = append(opts, kirke.Forgive(rules.AnyDefect))
	}
	return opts
}

// Position returns the position in which the game begins. More options come after those of the
// setting.
func (s Setting) Position(more ...kirke.Option) (kirke.Position, error) {
	v, err := s.Game()
	if err != nil {
		return kirke.Position{}, err
	}
	opts := append(s.Options(), more...)
	if s.FEN == "" {
		return kirke.Start(v, opts...)
	}
	// A FEN does not show the random first rank to which captured pieces return, so it is given
	// too.
	needsRank := v.Start.Shuffle != nil && v.Aftermath.Active
	if s.Array != "" && !needsRank || s.Symmetry != "" {
		return kirke.Position{}, errors.New(
			"a FEN says where the pieces stand: array and symmetry cannot be used with it")
	}
	return kirke.FromFEN(v, s.FEN, opts...)
}
