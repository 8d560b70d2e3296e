package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// The letters of pieces that others become when they are captured, and of those that become them.
const (
	inherited     = "QRBN"
	lineOfHeirs   = "RBNK"
	circleOfHeirs = "RBNQ"
)

// inherit lets a piece of the captured side become what was captured.
func (s *state) inherit(a *arrival) verdict {
	rule := s.v.Fairy.Succession.Heirs
	s.inheritKing(a)
	if rule == rules.NoHeirs {
		return fine
	}
	_, second := a.m.Second()
	offer := s.heirs(a, rule)
	if len(offer) == 0 {
		if second {
			return notChosen
		}
		return fine
	}
	sq, v := s.chosen(a, offer)
	if v != fine {
		return v
	}
	s.changeWalk(a, rules.OtherChanges, sq, s.walkOf(a.captured.Type()))
	return fine
}

// inheritKing makes the king of the captured side what was captured, and a king again if that was a
// pawn.
func (s *state) inheritKing(a *arrival) {
	them := a.us.Other()
	if a.captured == 0 || !s.v.Fairy.Succession.KingHeirs.Has(them) {
		return
	}
	walk := s.walkOf(a.captured.Type())
	if s.v.Type(walk).Pawn {
		walk = s.v.TypeOf('K')
	}
	if king := s.king(them); king != board.NoSquare && s.walkOf(s.at(king).Type()) != walk {
		s.changeWalk(a, rules.KingChanges, king, walk)
	}
}

// heirs returns the squares of the pieces that may become what was captured. A king that has become
// another piece is one again when a pawn is captured.
func (s *state) heirs(a *arrival, rule rules.Heirs) (offer []board.Square) {
	if a.captured == 0 || a.captured.Neutral() {
		return nil
	}
	walk := s.v.Type(s.walkOf(a.captured.Type()))
	heirs := lineOfHeirs
	if rule == rules.CircleOfHeirs {
		heirs = circleOfHeirs
	}
	them := a.us.Other()
	if king := s.king(them); walk.Pawn && rule == rules.LineOfHeirs && king != board.NoSquare {
		if k := s.v.TypeOf('K'); s.walkOf(s.at(king).Type()) != k {
			s.changeWalk(a, rules.OtherChanges, king, k)
		}
		return nil
	}
	for i := range len(inherited) {
		if inherited[i] != walk.Letter {
			continue
		}
		for sq := range s.area {
			if pc := s.at(sq); pc.Of(them) && s.walkOf(pc.Type()) == s.v.TypeOf(heirs[i]) {
				offer = append(offer, sq)
			}
		}
	}
	return offer
}

// changeWalk makes the piece on sq move as another type, with its attributes. That it is one
// already is noted too.
func (s *state) changeWalk(a *arrival, kind rules.EffectKind, sq board.Square, walk rules.PieceType) {
	pc := s.at(sq)
	if k := s.v.With(walk, s.v.Type(pc.Type()).Traits, has(s.royal, pc)); k != 0 {
		s.become(a, kind, sq, pc.As(k))
	}
}

// influence changes the enemy pieces around a piece that has moved.
func (s *state) influence(a *arrival) {
	if !s.v.Fairy.Succession.Influence {
		return
	}
	if a.now != board.NoSquare {
		s.influenceFrom(a, a.now)
	}
	if a.m.Form() == rules.Castle || a.m.Form() == rules.Exchange {
		s.influenceFrom(a, a.partner)
	}
}

// around are the squares around another, in the order in which changes are written.
var around = []piece.Offset{
	{File: 1}, {Rank: 1}, {File: -1}, {Rank: -1},
	{File: -1, Rank: 1}, {File: 1, Rank: 1}, {File: 1, Rank: -1}, {File: -1, Rank: -1},
}

// influenceFrom is influence for the piece on a square.
func (s *state) influenceFrom(a *arrival, from board.Square) {
	mover, size := s.at(from), s.v.Size
	if has(s.royal, mover) || mover.Type() == 0 {
		return
	}
	for _, o := range around {
		sq := size.At(size.File(from)+o.File, size.Rank(from)+o.Rank)
		if sq == board.NoSquare {
			continue
		}
		pc := s.at(sq)
		if !pc.Against(a.us) || has(s.royal, pc) {
			continue
		}
		walk := s.scale[0]
		if rank := size.Rank(sq); rank == 0 || rank == size.Ranks-1 {
			walk = s.walkOf(mover.Type())
		}
		s.changeWalk(a, rules.OtherChanges, sq, walk)
	}
}
