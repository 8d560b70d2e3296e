package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// position is a rules.Position of this kernel. It does not change once it is made, so that
// goroutines may share it.
type position struct {
	table *table
	cells []uint16
	key   uint64
}

// load returns a state to play on from r. Give it back with release.
func (r *position) load() *state {
	s := r.table.scratch.Get().(*state)
	copy(s.cells, r.cells)
	s.log, s.moves, s.found, s.offered = s.log[:0], s.moves[:0], s.found[:0], 0
	return s
}

func (s *state) release() { s.scratch.Put(s) }

func (r *position) Variant() *rules.Variant { return r.table.v }

func (r *position) At(sq board.Square) rules.Piece {
	if sq >= r.table.area && !(r.table.v.Gating.Imaginary && sq < r.table.area+4) {
		return 0
	}
	return rules.Piece(r.cells[sq])
}

func (r *position) OccupiedSquares(buf []board.Square) []board.Square {
	for sq := range r.table.area {
		if r.cells[sq] != 0 {
			buf = append(buf, sq)
		}
	}
	return buf
}

func (r *position) Turn() board.Color { return board.Color(r.cells[r.table.cells.turn]) }

func (r *position) King(c board.Color) board.Square {
	return board.Square(r.cells[r.table.cells.where[c]]) - 1
}

func (r *position) Clock() (half, full int) {
	return int(r.cells[r.table.cells.half]), int(r.cells[r.table.cells.full])
}

func (r *position) Key() uint64 { return r.key }

func (r *position) SameAs(p rules.Position) bool {
	o, ok := p.(*position)
	if !ok || o.table.v.ID != r.table.v.ID || len(o.cells) != len(r.cells) {
		return false
	}
	n := r.table.cells.identity
	return r.key == o.key && slices.Equal(r.cells[:n], o.cells[:n])
}

func (r *position) LegalMoves(buf []rules.Move) []rules.Move {
	s := r.load()
	buf = s.legal(buf)
	s.release()
	return buf
}

func (r *position) IsLegal(m rules.Move) bool {
	s := r.load()
	defer s.release()
	return s.isLegal(m)
}

// isLegal reports whether m is a legal move. It tries those with its form and squares.
func (s *state) isLegal(m rules.Move) bool {
	base := len(s.found)
	if !s.parts.sifts[s.turn()] && !s.v.Fairy.Chains {
		s.only = m.Bare()
	}
	s.found = s.legal(s.found)
	s.only = 0
	is := slices.Contains(s.found[base:], m)
	s.found = s.found[:base]
	return is
}

// canMove reports whether the side to move has a legal move.
func (s *state) canMove() bool {
	base := len(s.found)
	s.quick = s.parts.keepsSome[s.turn()]
	if s.apart && s.quick && s.awaits(s.turn()) == board.NoSquare {
		t := s.newTrial(false)
		s.found = s.firstLegal(&t, s.king(t.us), s.found)
	} else {
		s.found = s.legal(s.found)
	}
	s.quick = false
	can := len(s.found) > base
	s.found = s.found[:base]
	return can
}

// firstLegal appends a move to buf that is legal and wanted, if there is one. It looks first at the
// piece on a likely square, and then at one after the other.
func (s *state) firstLegal(t *trial, likely board.Square, buf []rules.Move) []rules.Move {
	first := len(buf)
	if likely < s.area && s.at(likely).Of(t.us) {
		buf = s.legalOf(t, likely, buf)
	}
	for sq := range s.area {
		if len(buf) > first {
			return buf
		}
		if sq != likely && s.at(sq).Of(t.us) {
			buf = s.legalOf(t, sq, buf)
		}
	}
	if len(buf) == first && s.v.Castling.Any() {
		base := len(s.moves)
		s.generateCastling(t.us)
		buf = s.keepLegalIn(t, s.unbar(base), 0, buf)
	}
	return buf
}

// legalOf appends the legal moves of a piece but for castling, in games where pieces move apart.
// Moves to empty squares come first, which are easier to judge than captures.
func (s *state) legalOf(t *trial, sq board.Square, buf []rules.Move) []rules.Move {
	base := len(s.moves)
	s.generateOf(s.at(sq), sq, nil)
	moves := s.moves[s.unbar(base):]
	quiet := 0
	for i, m := range moves {
		if s.empty(m.To()) {
			moves[i], moves[quiet] = moves[quiet], m
			quiet++
		}
	}
	return s.keepLegalIn(t, base, 0, buf)
}

// aside returns the moves of list while other moves are being listed. It leaves alone what has been
// listed so far.
func (s *state) aside(list func([]rules.Move) []rules.Move) []rules.Move {
	quick, only := s.quick, s.only
	s.quick, s.only = false, 0
	moves := list(nil)
	s.quick, s.only = quick, only
	return moves
}

func (r *position) Play(m rules.Move) rules.Position { return r.PlayOn(m, nil) }

func (r *position) PlayOn(m rules.Move, spare rules.Position) rules.Position {
	s := r.load()
	s.playLegal(m)
	next, ok := spare.(*position)
	if !ok || len(next.cells) != len(s.cells) {
		next = &position{cells: make([]uint16, len(s.cells))}
	}
	next.table, next.key = r.table, s.rehash(r.key)
	copy(next.cells, s.cells)
	s.release()
	return next
}

func (r *position) InCheck() bool {
	s := r.load()
	defer s.release()
	return s.inCheck(s.turn())
}

func (r *position) Details(m rules.Move) rules.Details {
	s := r.load()
	defer s.release()
	us := s.turn()
	var d rules.Details
	if s.play(m, &d) != fine {
		return d
	}
	if d.Check = s.inCheck(us.Other()); d.Check {
		d.Mate = !s.canMove() && !s.suffocated()
	}
	return d
}

func (r *position) Effects(m rules.Move) (d rules.Details) {
	s := r.load()
	s.play(m, &d)
	s.release()
	return d
}

// perft counts with the list of legal moves at every node, the leaves' included.
func (s *state) perft(depth int) uint64 {
	base := len(s.found)
	s.found = s.legal(s.found)
	n := uint64(len(s.found) - base)
	if depth > 1 {
		n = 0
		for i := base; i < len(s.found); i++ {
			mark := len(s.log)
			s.playLegal(s.found[i])
			n += s.perft(depth - 1)
			s.undo(mark)
		}
	}
	s.found = s.found[:base]
	return n
}
