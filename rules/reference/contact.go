package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// contact returns the rule of Contact against the move m just made, or 0. Where pieces need
// contact, the rook that castles does so too.
func (s *state) contact(m rules.Move, us board.Color, mark int) rules.Rule {
	from, to := m.From(), m.To()
	moved := []board.Square{s.arrived(m, us, mark)}
	if m.Form() == rules.Castle {
		kingTo, rookTo := s.v.CastlingSquares(from, to)
		moved = []board.Square{kingTo}
		if c := &s.v.Fairy.Contact; c.Rule == rules.NeedsContact && !c.Grid {
			moved = append(moved, rookTo)
		}
	}
	for _, sq := range moved {
		if sq == board.NoSquare {
			continue
		}
		after := s.touches(sq, 0)
		switch s.v.Fairy.Contact.Rule {
		case rules.NeedsContact:
			if !after {
				return rules.LosesContact
			}
		case rules.NoContact:
			if after {
				return rules.MakesContact
			}
		case rules.KeepsContact:
			if before := s.touches(from, mark+1); before != after {
				if after {
					return rules.MakesContact
				}
				return rules.LosesContact
			}
		}
	}
	return 0
}

// touches reports whether there are pieces around sq: now, or when the log had the length mark-1 if
// mark is not 0.
func (s *state) touches(sq board.Square, mark int) bool {
	size := s.v.Size
	for _, o := range s.fairy.contact {
		near := size.At(size.File(sq)+o.File, size.Rank(sq)+o.Rank)
		if near == board.NoSquare || s.v.Fairy.Contact.Grid && !s.crosses(near, sq) {
			continue
		}
		pc := s.at(near)
		if mark > 0 {
			pc = rules.Piece(s.before(int(near), mark-1))
		}
		if pc != 0 && pc != rules.Wall {
			return true
		}
	}
	return false
}

// arrived returns where the piece that has just moved is now, after a rebirth of its own too, or
// NoSquare.
func (s *state) arrived(m rules.Move, us board.Color, mark int) board.Square {
	if pc := s.at(m.To()); s.v.Aftermath.Reborn != rules.CapturerReborn && pc.Of(us) {
		return m.To()
	}
	for sq := range s.area {
		if pc := s.at(sq); pc.Of(us) && s.before(int(sq), mark) != uint16(pc) {
			return sq
		}
	}
	return board.NoSquare
}
