package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds walls: where a move may put one, and how it does.

// walled replaces the moves from base on by themselves with each wall that they may put.
func (s *state) walled(base int, us board.Color) {
	bare := append([]rules.Move(nil), s.moves[base:]...)
	s.moves = s.moves[:base]
	for _, m := range bare {
		s.withWalls(m, us)
	}
}

// withWalls appends m with each wall that it may put.
func (s *state) withWalls(m rules.Move, us board.Color) {
	mark := len(s.log)
	if m.Form() != rules.Pass && s.play(m, nil) != fine {
		s.undo(mark)
		return
	}
	if s.v.Walls.Place == rules.WallMoves {
		s.clearWalls()
	}
	for sq := range s.area {
		if s.empty(sq) && in(s.parts.walls[us], sq) && s.mayWall(m, us, sq) {
			s.moves = append(s.moves, m.WithWall(sq))
		}
	}
	s.undo(mark)
}

// mayWall reports whether the move m, which has been played, may put a wall on the empty square sq.
func (s *state) mayWall(m rules.Move, us board.Color, sq board.Square) bool {
	switch s.v.Walls.Place {
	case rules.WallLeft:
		return sq == m.From()
	case rules.WallArrow:
		return s.goesTo(m.To(), us, sq)
	case rules.WallEdge:
		return s.v.Size.OnEdge(sq) || s.besideWall(sq)
	}
	return true
}

// goesTo reports whether the piece of us on from may move to the empty square to.
func (s *state) goesTo(from board.Square, us board.Color, to board.Square) bool {
	pc := s.at(from)
	if !pc.Of(us) {
		return false
	}
	base := len(s.moves)
	s.walk(pc, from, from, piece.Move, func(_ rules.Piece, sq board.Square) bool { return sq == to })
	found := len(s.moves) > base
	s.moves = s.moves[:base]
	return found
}

func (s *state) besideWall(sq board.Square) bool {
	for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		if to := s.beside(sq, d); to != board.NoSquare && s.at(to) == rules.Wall {
			return true
		}
	}
	return false
}

// clearWalls removes all walls.
func (s *state) clearWalls() {
	for sq := range s.area {
		if s.at(sq) == rules.Wall {
			s.put(sq, 0)
		}
	}
}

// putWall puts the wall of m.
func (s *state) putWall(m rules.Move, d *rules.Details) {
	sq, ok := m.Wall()
	if !ok {
		return
	}
	if s.v.Walls.Place == rules.WallMoves {
		s.clearWalls()
	}
	s.put(sq, rules.Wall)
	if d != nil {
		d.Wall = sq
	}
}
