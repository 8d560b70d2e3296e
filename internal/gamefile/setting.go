package gamefile

import (
	"errors"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// Setting says how a user wants games to begin. The zero value is chess from its array.
type Setting struct {
	Variant  string         // the game's id, or several joined by "+"; "" is chess
	FEN      string         // the position to start from instead of the array
	Seed     uint64         // draws the array of a game that has one to draw
	Array    string         // the first rank instead of a draw
	Symmetry kirke.Symmetry // how the first ranks of a drawn array are related; "" is as usual in the game
	Problem  bool           // positions are read as problemists do: rights follow from the squares, odd positions are accepted
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
	problem.Problem = true
	return &problem, nil
}

// Drawn reports whether the seed decides where the game begins: its array, or a side's first rank, is drawn by lot.
// It is false for a setting that names no game.
func (s Setting) Drawn() bool {
	v, err := s.Game()
	return err == nil && s.FEN == "" && v.DrawnByLot(rules.Draw{Array: s.Array, Symmetry: s.Symmetry})
}

// Options returns how positions of the game are set up.
func (s Setting) Options() []kirke.Option {
	opts := []kirke.Option{kirke.Seed(s.Seed)}
	if s.Array != "" {
		opts = append(opts, kirke.Array(s.Array))
	}
	if s.Symmetry != "" {
		opts = append(opts, kirke.DrawnWith(s.Symmetry))
	}
	if s.Problem {
		opts = append(opts, kirke.Forgive(rules.AnyProblem))
	}
	return opts
}

// Position returns where the game begins. Further options come after those of the setting.
func (s Setting) Position(more ...kirke.Option) (kirke.Position, error) {
	v, err := s.Game()
	if err != nil {
		return kirke.Position{}, err
	}
	opts := append(s.Options(), more...)
	if s.FEN == "" {
		return kirke.Start(v, opts...)
	}
	// Where captured pieces go home to a drawn array, a FEN does not show it, and it stands beside the FEN.
	beside := v.Array.Lot != nil && v.Aftermath.Active
	if s.Array != "" && !beside || s.Symmetry != "" {
		return kirke.Position{}, errors.New("a FEN says where the men stand: array and symmetry cannot be used with it")
	}
	return kirke.FromFEN(v, s.FEN, opts...)
}
