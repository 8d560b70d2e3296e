package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds the exchange of roles: a move that turns the board and exchanges the colours.

// generateRoles appends the exchange of roles if us may make it.
func (s *state) generateRoles(us board.Color) {
	if s.mayExchangeRoles(us) {
		s.moves = append(s.moves, rules.ExchangeOfRoles)
	}
}

// mayExchangeRoles reports whether us may exchange the roles, whatever that leads to.
func (s *state) mayExchangeRoles(us board.Color) bool {
	return us == board.White && s.v.Fairy.Roles.Exchanged &&
		(s.table.cells.roles == absent || s.cells[s.table.cells.roles] > 0)
}

// exchangeRoles turns the board with the pieces on it, each of which changes sides.
func (s *state) exchangeRoles(d *rules.Details) {
	turned := make([]rules.Piece, s.area)
	for sq := range s.area {
		if pc := s.at(sq); pc != 0 {
			turned[s.v.Size.Reflect(sq)] = rules.MakePiece(pc.Type(), pc.Color().Other())
		}
	}
	if cells := &s.table.cells; cells.king[0] != absent {
		for c := range cells.king {
			for _, cell := range []int{cells.king[c], cells.rook[c][0], cells.rook[c][1]} {
				s.set(cell, 0)
			}
		}
	}
	for sq := range s.area {
		s.put(sq, 0)
		s.vacated(sq)
	}
	for sq, pc := range turned {
		s.put(board.Square(sq), pc)
	}
	if cell := s.table.cells.roles; cell != absent {
		s.set(cell, s.cells[cell]-1)
	}
	s.idle()
	if d != nil {
		d.From, d.To = board.NoSquare, board.NoSquare
		d.Effects = append(d.Effects, rules.Effect{Kind: rules.RolesExchanged, At: board.NoSquare})
	}
}

// roles looks at whether the side to move may exchange the roles.
func (j *judge) roles() *rules.ForbiddenError {
	if j.mayExchangeRoles(j.us) {
		return nil
	}
	return j.because(rules.RolesStay)
}
