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
		return s.starts(pc, s.turn(), from, nil), piece.Move
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

// choosesStart reports whether the mover chooses the square as if from which it captures in Martian
// Circe, or moves in Anti-Martian Circe.
func (t *table) choosesStart() bool {
	r := &t.v.Fairy.Rebirth
	return r.Of == rules.OfMovers && r.Square.Chosen()
}

// starts returns the squares as if from which a piece of a side may capture in Martian Circe, or
// move without a capture in Anti-Martian Circe: moverHome, or any of those that it chooses among.
// The piece stands there or the square is empty. They are appended to free.
func (s *state) starts(pc rules.Piece, side board.Color, from board.Square, free []board.Square) []board.Square {
	if !s.choosesStart() {
		if home := s.moverHome(pc, side, from); home == from || home < s.area && s.empty(home) {
			free = append(free, home)
		}
		return free
	}
	free = append(free, from)
	for sq := range s.area {
		if s.empty(sq) && !s.holeAt(sq) {
			free = append(free, sq)
		}
	}
	return free
}

// chooseStart returns the square that a move names of those as if from which its piece could make
// it.
func (s *state) chooseStart(a *arrival, mode piece.Mode) (board.Square, verdict) {
	from := a.m.From()
	if sq, ok := a.known(); ok {
		a.chose = true
		return sq, fine
	}
	offer := s.starts(a.mover, a.us, from, nil)
	offer = slices.DeleteFunc(offer, func(sq board.Square) bool { return !s.goesFrom(a.m, sq, mode) })
	sq, v := s.chosen(a, offer)
	a.chose = v == fine
	return sq, v
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
	if modes != piece.Move && s.goesFrom(m, from, piece.Both) {
		return from
	}
	for _, sq := range squares {
		if s.goesFrom(m, sq, modes) {
			return sq
		}
	}
	return from
}

// goesFrom reports whether the piece that makes a move could make it from another square.
func (s *state) goesFrom(m rules.Move, at board.Square, modes piece.Mode) bool {
	from := m.From()
	pc := s.at(from)
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
