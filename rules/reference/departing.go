package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds pieces that go as if they stood on another square than their own: Phantom chess,
// Plus chess and Anti-Martian Circe.

// departures returns the squares as if from which the piece on a square may go besides its own, and
// what it does from there.
func (s *state) departures(pc rules.Piece, from board.Square) (squares []board.Square, modes piece.Mode) {
	switch s.v.Fairy.Changing.Departs {
	case rules.FromOwnSquare:
		return nil, 0
	case rules.AlsoFromHome:
		home := s.homes.Home(pc.Type(), s.turn(), from)
		if home != from && !has(s.royal, pc) && s.empty(home) {
			squares = []board.Square{home}
		}
		return squares, piece.Both
	case rules.TakesFromCentre:
		if slices.Contains(s.fairy.centre, from) {
			for _, sq := range s.fairy.centre {
				if sq != from && s.empty(sq) {
					squares = append(squares, sq)
				}
			}
		}
		return squares, piece.Capture
	default:
		if home, free := s.freeHome(pc, s.turn(), from); free {
			squares = []board.Square{home}
		}
		return squares, piece.Move
	}
}

// moverHome returns the square as if from which a piece of a side captures in Martian Circe, or
// moves without a capture in Anti-Martian Circe: its home, or what the game chooses in its place;
// or NoSquare.
func (s *state) moverHome(pc rules.Piece, side board.Color, from board.Square) board.Square {
	return s.table.moverHome(pc, side, from, s.tag(from))
}

func (t *table) moverHome(pc rules.Piece, side board.Color, from board.Square, tag uint16) board.Square {
	if t.v.Fairy.Rebirth.Of == rules.OfMovers {
		return t.rebirthSquare(&arrival{at: from}, &newborn{pc, side, pc.Type(), tag})
	}
	return t.homes.Home(pc.Type(), side, from)
}

// freeHome returns moverHome, and whether the piece may go from there: whether it stands there or the
// square is empty.
func (s *state) freeHome(pc rules.Piece, side board.Color, from board.Square) (home board.Square, free bool) {
	home = s.moverHome(pc, side, from)
	return home, home == from || home < s.area && s.empty(home)
}

// fromElsewhere generates the moves of a piece as if it stood on other squares, to where it could
// not go from its own.
func (s *state) fromElsewhere(pc rules.Piece, from board.Square, want wanted) {
	squares, modes := s.departures(pc, from)
	if len(squares) == 0 {
		return
	}
	s.seen[from] = s.stamp
	mark := len(s.log)
	s.put(from, 0)
	for _, sq := range squares {
		s.walkAs(pc.Type(), pc, from, sq, modes, want)
	}
	s.undo(mark)
}

// departure returns as if from where the piece goes that makes a move: its square, or another if it
// could not make the move from there.
func (s *state) departure(m rules.Move) board.Square {
	from := m.From()
	if s.v.Fairy.Changing.Departs == rules.FromOwnSquare || m.Form() == rules.Castle {
		return from
	}
	pc := s.at(from)
	squares, modes := s.departures(pc, from)
	if len(squares) == 0 || s.captures(m) && modes&piece.Capture == 0 {
		return from
	}
	goes := func(at board.Square, modes piece.Mode) bool {
		if m.Form() == rules.EnPassant { // the square that was passed is forgotten by now
			return slices.ContainsFunc(s.reach.From[s.turn()][pc.Type()-1][at], func(n piece.Node) bool {
				return n.Square == m.To() && n.Mode&modes&piece.Capture != 0
			})
		}
		base, mark := len(s.moves), len(s.log)
		if at != from {
			s.put(from, 0)
		}
		s.walk(pc, from, at, modes, nil)
		found := slices.ContainsFunc(s.moves[base:], func(o rules.Move) bool { return o.Bare() == m.Bare() })
		s.moves = s.moves[:base]
		s.undo(mark)
		return found
	}
	if modes != piece.Move && goes(from, piece.Both) {
		return from
	}
	for _, sq := range squares {
		if goes(sq, modes) {
			return sq
		}
	}
	return from
}
