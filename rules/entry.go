package rules

import "github.com/kirke-chess/kirke/board"

// Men in hand come in by gating. In Siceirawan they wait on imaginary squares:
// each side's left hand and right hand.

// hands returns the two imaginary squares of a side.
func (s *state) hands(c board.Color) (left, right board.Square) {
	return s.v.Imaginary(2 * int(c)), s.v.Imaginary(2*int(c) + 1)
}

// waiting returns the square on which the man waits to enter, or NoSquare.
func (s *state) waiting(m Man) board.Square {
	left, right := s.hands(m.Color())
	switch m {
	case s.at(left):
		return left
	case s.at(right):
		return right
	}
	return board.NoSquare
}

// presence counts the men of the hand's kinds that a side has on the board, and
// returns the square of the last of them.
func (s *state) presence(c board.Color) (n int, at board.Square) {
	at = board.NoSquare
	for sq := range s.area {
		if m := s.at(sq); m != 0 && m.Color() == c && s.handIndex(m.Kind()) >= 0 {
			n, at = n+1, sq
		}
	}
	return n, at
}

// gate reports whether the first-rank square sq of c still gates.
func (s *state) gate(c board.Color, sq board.Square) bool {
	return s.v.Size.RankFrom(c, sq) == 0 && s.cells[s.table.cells.gates[c]]>>s.v.Size.File(sq)&1 != 0
}

// entrants appends to buf the kinds that may enter on the square a man of us
// leaves, which is not a pawn's.
func (s *state) entrants(us board.Color, sq board.Square, buf []Kind) []Kind {
	open := s.gate(us, sq)
	if !s.v.Entry.Imaginary {
		for i := range s.handKinds {
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
	for i := range s.handKinds {
		if s.waiting(MakeMan(s.hand[i], us)) != board.NoSquare {
			buf = append(buf, s.hand[i])
		}
	}
	return buf
}

// enter puts a man of the hand on the board.
func (s *state) enter(m Man, sq board.Square, d *Details) {
	s.place(sq, m, uint16(sq)+1)
	s.takeFromHand(m)
	if d != nil {
		d.Entered, d.EnteredAt = m, sq
	}
}

// takeFromHand removes a man from where it waits.
func (s *state) takeFromHand(m Man) {
	if s.v.Entry.Imaginary {
		if sq := s.waiting(m); sq != board.NoSquare {
			s.put(sq, 0)
		}
		return
	}
	cell := s.table.cells.hand[m.Color()][s.handIndex(m.Kind())]
	s.set(cell, s.cells[cell]-1)
}

// tidyEntry drops gates through which nothing can come any more, and on
// imaginary squares the one waiting that has been promoted to.
func (s *state) tidyEntry() {
	cells := &s.table.cells
	if cells.gates[0] == absent {
		return
	}
	for c := range board.Color(2) {
		open := false
		if s.v.Entry.Imaginary {
			left, right := s.hands(c)
			open = !s.empty(left) && !s.empty(right)
		} else {
			for i := range s.handKinds {
				open = open || s.cells[cells.hand[c][i]] != 0
			}
		}
		if !open {
			s.set(cells.gates[c], 0)
		}
	}
}

// reassign sends the man on the board back to its imaginary square and puts the
// one that waits on the other in its place; then the pawn moves, if one does. It
// reports whether a pawn did.
func (s *state) reassign(m Move, us board.Color, d *Details) bool {
	sq := m.From()
	back, in := s.at(sq), MakeMan(m.Enters(), us)
	from := s.waiting(in)
	left, right := s.hands(us)
	s.put(from, 0)
	s.put(left+right-from, back)
	s.put(sq, in)
	if d != nil {
		d.Mover, d.Returned, d.Entered, d.EnteredAt = back, back, in, sq
	}
	pawn, to, moves := m.Pawn()
	if !moves {
		s.idle()
		return false
	}
	form := Ordinary
	if s.v.Size.File(pawn) != s.v.Size.File(to) && s.empty(to) {
		form = EnPassant
	}
	if d != nil {
		d.PawnFrom, d.PawnTo = pawn, to
	}
	at := to
	if form == EnPassant {
		at = s.passedPawn(to, us)
	}
	captured := s.at(at)
	s.put(at, 0)
	s.vacated(at)
	man := s.at(pawn)
	s.put(pawn, 0)
	if k := m.Promotion(); k != 0 {
		man = MakeMan(k, us)
		if d != nil {
			d.Promoted = man
		}
	}
	s.put(to, man)
	s.noteDoubleStep(pawn, to, us)
	s.set(s.table.cells.half, 0)
	if d != nil && captured != 0 {
		d.Captured, d.CapturedAt = captured, at
	}
	return true
}

// captureOutside takes a man on an imaginary square; both leave the game.
func (s *state) captureOutside(m Move, d *Details) {
	from, to := m.From(), m.To()
	if d != nil {
		d.Mover, d.Captured, d.CapturedAt, d.CapturerGone = s.at(from), s.at(to), to, true
	}
	s.put(to, 0)
	s.put(from, 0)
	s.vacated(from)
	s.set(s.table.cells.half, 0)
}

// redesignate lets a side's two imaginary squares change places.
func (s *state) redesignate(us board.Color) {
	left, right := s.hands(us)
	l, r := s.at(left), s.at(right)
	s.put(left, r)
	s.put(right, l)
}
