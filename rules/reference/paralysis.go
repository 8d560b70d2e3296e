package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// paralysed reports whether an enemy piece of its own type attacks the piece on sq, one of the side to
// move, in a game where that makes it stand still.
func (s *state) paralysed(pc rules.Piece, sq board.Square) bool {
	p := &s.v.Fairy.Paralysis
	if !p.Active || has(s.royal, pc) && !p.Kings {
		return false
	}
	return s.attacked(sq, s.turn().Other(), 1<<(pc.Type()-1))
}

// paralysers returns the pieces that paralyse the piece on sq.
func (s *state) paralysers(pc rules.Piece, sq board.Square) (all []rules.Placed) {
	us := s.turn()
	reach := s.reach.From[us.Other()][pc.Type()-1]
	for from := range s.area {
		if at := s.at(from); at.Type() == pc.Type() && at.Against(us) && s.hits(reach[from], us.Other(), sq) {
			all = append(all, s.placed(from))
		}
	}
	return all
}
