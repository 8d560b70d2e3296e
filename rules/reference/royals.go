package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds the pieces that Extinction makes royal: the last ones of their types.

// royals returns the types of a side whose pieces are royal now.
func (s *state) royals(c board.Color) uint32 {
	if !s.v.Extinction.Royal {
		return 0
	}
	var counts [32]int
	for sq := range s.area {
		if pc := s.at(sq); pc.Type() != 0 && pc.Color() == c && has(s.parts.extinct, pc) {
			counts[s.parts.kind[pc.Type()-1]]++
		}
	}
	var types uint32
	for i, kind := range s.parts.kind {
		if n := counts[kind]; n > 0 && n <= s.v.Extinction.Count+1 && s.parts.extinct>>i&1 != 0 {
			types |= 1 << i
		}
	}
	return types
}

// royalCheck reports whether a royal piece of c is attacked: one of the last of its type, or all
// pieces of the types at once.
func (s *state) royalCheck(c board.Color) bool {
	check := false
	s.royalsInCheck(c, func(board.Square) bool {
		check = true
		return false
	})
	return check
}

// royalsInCheck calls visit with the squares of the royal pieces of c that give it check by being
// attacked, until visit returns false.
func (s *state) royalsInCheck(c board.Color, visit func(board.Square) bool) {
	types := s.royals(c)
	all, some := s.v.Extinction.Together, false
	for sq := range s.area {
		pc := s.at(sq)
		if pc.Type() == 0 || pc.Color() != c || !has(s.parts.extinct, pc) {
			continue
		}
		attacked := s.threatened(sq, c)
		if attacked && has(types, pc) && !visit(sq) {
			return
		}
		some, all = true, all && attacked
	}
	for sq := board.Square(0); all && some && sq < s.area; sq++ {
		if pc := s.at(sq); pc.Type() != 0 && pc.Color() == c && has(s.parts.extinct, pc) && !visit(sq) {
			return
		}
	}
}

// royalAttackers returns the pieces that attack the royal pieces of c in check.
func (s *state) royalAttackers(c board.Color) []rules.Placed {
	var all []rules.Placed
	harmless := s.parts.petrifies & s.parts.extinct
	s.royalsInCheck(c, func(sq board.Square) bool {
		for from := range s.area {
			pc := s.at(from)
			if pc.Type() == 0 || pc.Color() == c || has(harmless, pc) ||
				!s.hits(s.reach.From[pc.Color()][pc.Type()-1][from], pc.Color(), sq) {
				continue
			}
			if p := s.placed(from); !slices.Contains(all, p) {
				all = append(all, p)
			}
		}
		return true
	})
	return all
}

// threatened reports whether the royal piece of c on sq may be captured without the capturer's own
// royal piece going off with it.
func (s *state) threatened(sq board.Square, c board.Color) bool {
	them := c.Other()
	if s.v.Capture.Blast {
		theirs := s.royals(them)
		for _, near := range s.neighbours(sq) {
			if pc := s.at(near); pc.Type() != 0 && pc.Color() == them && has(theirs, pc) {
				return false
			}
		}
	}
	return s.attacked(sq, them, allTypes&^(s.parts.petrifies&s.parts.extinct))
}

// neighbours returns the squares next to sq.
func (t *table) neighbours(sq board.Square) []board.Square {
	file, rank := t.v.Size.File(sq), t.v.Size.Rank(sq)
	all := make([]board.Square, 0, 8)
	for f := file - 1; f <= file+1; f++ {
		for r := rank - 1; r <= rank+1; r++ {
			if to := t.v.Size.At(f, r); to != board.NoSquare && to != sq {
				all = append(all, to)
			}
		}
	}
	return all
}

// royalSquares returns the squares of the royal pieces of both sides.
func (s *state) royalSquares() (all [2][]board.Square) {
	types := [2]uint32{s.royals(board.White), s.royals(board.Black)}
	for sq := range s.area {
		if pc := s.at(sq); pc.Type() != 0 && has(types[pc.Color()], pc) {
			all[pc.Color()] = append(all[pc.Color()], sq)
		}
	}
	return all
}

// forbidsRoyal returns the rule against the move m that us has just made, as far as the pieces are
// concerned that were royal on squares before it.
func (s *state) forbidsRoyal(m rules.Move, us board.Color, before [2][]board.Square) rules.Rule {
	them := us.Other()
	switch {
	case s.lostRoyal(m, us, before[us]):
		return rules.RoyalLost
	case s.lostRoyal(m, them, before[them]):
		return 0
	case s.royalCheck(us):
		return rules.LeavesCheck
	}
	return 0
}

// lostRoyal reports whether the move m has taken a piece of c off the board that was royal on one
// of the squares before it. It may have turned into another type.
func (s *state) lostRoyal(m rules.Move, c board.Color, before []board.Square) bool {
	for _, sq := range before {
		if sq == m.From() && m.Form() != rules.Drop {
			sq = m.To()
			if m.Form() == rules.Castle {
				sq, _ = s.v.CastlingSquares(m.From(), m.To())
			}
		}
		if pc := s.at(sq); pc.Type() == 0 || pc.Color() != c || !has(s.parts.extinct, pc) {
			return true
		}
	}
	return false
}

// Checked returns the squares of the royal pieces of the side to move that are in check.
func Checked(p rules.Position) []board.Square {
	on, err := New(p.Variant(), p.Setup(), rules.AnyDefect)
	if err != nil {
		return nil
	}
	r, ok := on.(*position)
	if !ok {
		return nil
	}
	s := r.load()
	defer s.release()
	var checked []board.Square
	if us := s.turn(); s.kingInCheck(us) {
		checked = append(checked, s.king(us))
	}
	if s.v.Extinction.Royal {
		s.royalsInCheck(s.turn(), func(sq board.Square) bool {
			checked = append(checked, sq)
			return true
		})
	}
	return checked
}
