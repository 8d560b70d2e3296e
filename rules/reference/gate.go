package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds gating. In Siceirawan the pieces wait on imaginary squares, the left hand and the
// right hand of each side.

// hands returns the two imaginary squares of a side.
func (s *state) hands(c board.Color) (left, right board.Square) {
	return s.v.Imaginary(2 * int(c)), s.v.Imaginary(2*int(c) + 1)
}

// waiting returns the imaginary square on which a piece waits, or NoSquare.
func (s *state) waiting(pc rules.Piece) board.Square {
	left, right := s.hands(pc.Color())
	switch pc {
	case s.at(left):
		return left
	case s.at(right):
		return right
	}
	return board.NoSquare
}

// presence counts the pieces of a side on the board whose types start in hand, and returns the
// square of the last of them.
func (s *state) presence(c board.Color) (n int, at board.Square) {
	at = board.NoSquare
	for sq := range s.area {
		if pc := s.at(sq); pc.Type() != 0 && pc.Color() == c && s.handIndex(pc.Type()) >= 0 {
			n, at = n+1, sq
		}
	}
	return n, at
}

// gate reports whether sq is a first-rank square of c that still gates.
func (s *state) gate(c board.Color, sq board.Square) bool {
	return s.v.Size.RankFrom(c, sq) == 0 && s.cells[s.table.cells.gates[c]]>>s.v.Size.File(sq)&1 != 0
}

// gateable appends to buf the types that may be gated on a square that a piece of us leaves, which
// is not a pawn.
func (s *state) gateable(us board.Color, sq board.Square, buf []rules.PieceType) []rules.PieceType {
	open := s.gate(us, sq)
	if s.v.Gating.Dropped {
		for i := range s.v.Army {
			if k := rules.PieceType(i + 1); open && s.inHand(us, k) != 0 && s.dropsOn(us, k, sq) {
				buf = append(buf, k)
			}
		}
		return buf
	}
	if !s.v.Gating.Imaginary {
		for i := range s.hand {
			if open && s.cells[s.table.cells.hand[us][i]] != 0 {
				buf = append(buf, s.hand[i])
			}
		}
		return buf
	}
	left, right := s.hands(us)
	both := !s.empty(left) && !s.empty(right)
	if both && !open {
		return buf
	}
	if n, _ := s.presence(us); n > 0 {
		return buf
	}
	for i := range s.hand {
		if s.waiting(rules.MakePiece(s.hand[i], us)) != board.NoSquare {
			buf = append(buf, s.hand[i])
		}
	}
	return buf
}

// gateIn puts a piece of the hand on the board.
func (s *state) gateIn(pc rules.Piece, sq board.Square, d *rules.Details) {
	s.place(sq, pc, uint16(sq)+1)
	s.takeFromHand(pc)
	if d != nil {
		d.Gated, d.GatedAt = pc, sq
	}
}

// takeFromHand removes a piece from where it waits.
func (s *state) takeFromHand(pc rules.Piece) {
	if s.v.Gating.Imaginary {
		if sq := s.waiting(pc); sq != board.NoSquare {
			s.put(sq, 0)
		}
		return
	}
	if s.v.Gating.Dropped {
		s.give(pc.Color(), pc.Type(), -1)
		return
	}
	cell := s.table.cells.hand[pc.Color()][s.handIndex(pc.Type())]
	s.set(cell, s.cells[cell]-1)
}

// tidyGating drops gates that have become useless, so that equal positions have equal cells.
func (s *state) tidyGating() {
	cells := &s.table.cells
	if cells.gates[0] == absent {
		return
	}
	for c := range board.Color(2) {
		open := s.v.Gating.Dropped && s.mayHold(c)
		if s.v.Gating.Imaginary {
			left, right := s.hands(c)
			open = !s.empty(left) && !s.empty(right)
		} else {
			for i := range s.hand {
				open = open || s.cells[cells.hand[c][i]] != 0
			}
		}
		if !open {
			s.set(cells.gates[c], s.cells[cells.gates[c]]&s.unmovable(c))
		}
	}
}

// mayHold reports whether a side has pieces in hand to be dropped, or may yet get some.
func (s *state) mayHold(c board.Color) bool {
	for i := range s.v.Army {
		if s.inHand(c, rules.PieceType(i+1)) != 0 {
			return true
		}
	}
	return s.v.Drops.Captured
}

// unmovable returns the files, as bits, of the pieces of c on its first rank that make moves once.
func (s *state) unmovable(c board.Color) (files uint16) {
	for file := 0; s.parts.first != 0 && file < s.v.Size.Files; file++ {
		if pc := s.at(s.v.Size.Home(c, file, 0)); pc.Type() != 0 && pc.Color() == c && has(s.parts.first, pc) {
			files |= 1 << file
		}
	}
	return files
}

// aim ends the first move of the other side's king where the piece on sq, which has just moved,
// would reach it on an empty board.
func (s *state) aim(us board.Color, sq board.Square) {
	pc, them := s.at(sq), us.Other()
	king := s.king(them)
	if s.parts.aiming == 0 || pc.Type() == 0 || pc.Color() != us || !has(s.parts.aiming, pc) ||
		king == board.NoSquare || !has(s.parts.first, s.at(king)) || !s.gate(them, king) ||
		len(ways(s.reach.From[us][pc.Type()-1][sq], king, piece.Capture)) == 0 {
		return
	}
	gates := s.table.cells.gates[them]
	s.set(gates, s.cells[gates]&^(1<<s.v.Size.File(king)))
}

// reassign sends the piece on the board back to its imaginary square and puts the one that waits in
// its place. Then the pawn of the move moves, if there is one, and takes the one on passer if that
// is not NoSquare. It reports whether there is.
func (s *state) reassign(m rules.Move, us board.Color, passer board.Square, d *rules.Details) bool {
	sq := m.From()
	back, in := s.at(sq), rules.MakePiece(m.Gated(), us)
	from := s.waiting(in)
	left, right := s.hands(us)
	s.put(from, 0)
	s.put(left+right-from, back)
	s.put(sq, in)
	if d != nil {
		d.Mover, d.Returned, d.Gated, d.GatedAt = back, back, in, sq
	}
	pawn, to, moves := m.Pawn()
	if !moves {
		s.idle()
		return false
	}
	if d != nil {
		d.PawnFrom, d.PawnTo = pawn, to
	}
	at := to
	if passer != board.NoSquare {
		at = passer
	}
	captured := s.at(at)
	s.put(at, 0)
	s.vacated(at)
	pc := s.at(pawn)
	s.put(pawn, 0)
	if k := m.Promotion(); k != 0 {
		pc = rules.MakePiece(k, us)
		if d != nil {
			d.Promoted = pc
		}
	}
	s.put(to, pc)
	s.noteDoubleStep(s.at(to), pawn, to, us)
	s.set(s.table.cells.half, 0)
	if d != nil && captured != 0 {
		d.Captured, d.CapturedAt = captured, at
	}
	return true
}

// captureOutside takes a piece on an imaginary square; both leave the game.
func (s *state) captureOutside(m rules.Move, d *rules.Details) {
	from, to := m.From(), m.To()
	if d != nil {
		d.Mover, d.Captured, d.CapturedAt, d.CapturerGone = s.at(from), s.at(to), to, true
	}
	s.put(to, 0)
	s.put(from, 0)
	s.vacated(from)
	s.set(s.table.cells.half, 0)
}

// redesignate exchanges the pieces on a side's two imaginary squares.
func (s *state) redesignate(us board.Color) {
	left, right := s.hands(us)
	l, r := s.at(left), s.at(right)
	s.put(left, r)
	s.put(right, l)
}
