package protocol

import (
	"errors"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// mustLookup returns a game that always exists.
func mustLookup(id string) *kirke.Variant {
	v, err := kirke.Lookup(id)
	if err != nil {
		panic(err)
	}
	return v
}

// restart sets up the starting position of the chosen game.
func (s *session) restart(opts ...kirke.Option) {
	v := s.variant()
	if v.Start.Shuffle != nil && v.Start.Shuffle.Chess960 && len(opts) == 0 {
		opts = []kirke.Option{kirke.Array("RNBQKBNR")} // as other engines do
	}
	p, err := kirke.Start(v, opts...)
	if err != nil {
		s.chosen, s.chess960 = mustLookup("chess"), false
		p, _ = kirke.Start(s.chosen)
	}
	s.game = kirke.NewGame(p)
}

// otherNames are the names of games in other programs.
var otherNames = map[string]string{"normal": "chess", "fischerandom": "chess960"}

// choose makes the game with a name the chosen one.
func (s *session) choose(name string) error {
	id := name
	if own, ok := otherNames[name]; ok {
		id = own
	}
	v, err := kirke.Lookup(id)
	if err == nil {
		_, err = kirke.Start(v)
	}
	if err != nil {
		return err
	}
	s.chosen = v
	return nil
}

// variant returns the game in play: the chosen one, or its Chess960 form.
func (s *session) variant() *kirke.Variant {
	if v := chess960Form(s.chosen); s.chess960 && v != nil {
		return v
	}
	return s.chosen
}

// badRights are rights without the pieces that they need. Other programs send such positions; the
// rights are dropped.
const badRights = rules.BadCastling | rules.BadEnPassant | rules.BadGate | rules.BadConversion

// setUp starts the game from a position.
func (s *session) setUp(fen string) error {
	p, err := kirke.FromFEN(s.variant(), fen, kirke.Forgive(badRights))
	if err != nil {
		return err
	}
	s.game = kirke.NewGame(p)
	return nil
}

// chess960Form returns a game with the starting positions and castling of Chess960, or nil.
func chess960Form(v *kirke.Variant) *kirke.Variant {
	first, rest, more := strings.Cut(v.ID, "+")
	ids := []string{first + "960", "chess960+" + v.ID}
	if more {
		ids = []string{first + "960+" + rest, "chess960+" + v.ID}
	}
	for _, id := range ids {
		if f, err := kirke.Lookup(id); err == nil && f.Castling.Free {
			return f
		}
	}
	return nil
}

// parseMove reads a move as engines write it, or else in any notation.
func parseMove(p kirke.Position, text string) (kirke.Move, error) {
	m, err := notation.ParseUCI(p.Rules(), text)
	if err == nil {
		return m, nil
	}
	var illegal *kirke.IllegalError
	if errors.As(err, &illegal) {
		return 0, err
	}
	if other, e := p.ParseMove(text); e == nil || errors.As(e, &illegal) {
		return other, e
	}
	return 0, err
}
