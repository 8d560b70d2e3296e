package rules

// Selection says which of the legal moves are asked for.
type Selection uint8

// The selections.
const (
	Every      Selection = iota
	Captures             // that take a man of the other side, on the board or on an imaginary square
	Checks               // that leave the other side in check
	Mates                // that leave the other side in check and without a legal move
	Stalemates           // that leave it without a legal move, and not in check
	Evasions             // every one, of a side in check; none of a side that is not
)

// Select appends the legal moves of a selection to buf.
func (r *reference) Select(which Selection, buf []Move) []Move {
	s := r.load()
	defer s.drop()
	us := s.turn()
	if which == Evasions && !s.inCheck(us) {
		return buf
	}
	first := len(buf)
	buf = s.legal(buf)
	kept := first
	for _, m := range buf[first:] {
		if !s.selects(which, m) {
			continue
		}
		buf[kept] = m
		kept++
	}
	return buf[:kept]
}

// selects reports whether the legal move m is of a selection.
func (s *state) selects(which Selection, m Move) bool {
	switch which {
	case Captures:
		return s.captures(m)
	case Checks:
		return s.givesCheck(m)
	case Mates:
		return s.givesCheck(m) && s.stops(m)
	case Stalemates:
		return s.stops(m) && !s.givesCheck(m)
	}
	return true
}

// captures reports whether the legal move m takes a man of the other side.
func (s *state) captures(m Move) bool {
	to := m.To()
	switch m.Form() {
	case EnPassant:
		return true
	case Reassign:
		from, to, moves := m.Pawn()
		return moves && s.v.Size.File(from) != s.v.Size.File(to)
	case Ordinary:
		return !s.empty(to)
	}
	return false
}

// givesCheck reports whether the legal move m leaves the other side in check.
func (s *state) givesCheck(m Move) bool {
	them := s.turn().Other()
	mark := len(s.log)
	s.play(m, nil)
	check := s.inCheck(them)
	s.undo(mark)
	return check
}

// stops reports whether the legal move m leaves the other side without a legal move.
func (s *state) stops(m Move) bool {
	mark := len(s.log)
	s.play(m, nil)
	stopped := !s.canMove()
	s.undo(mark)
	return stopped
}

func (r *reference) GivesCheck(m Move) bool {
	s := r.load()
	defer s.drop()
	return s.givesCheck(m)
}

func (r *reference) HasLegalMove() bool {
	s := r.load()
	defer s.drop()
	return s.canMove()
}

func (r *reference) PerftWith(t *PerftTable, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	s := r.load()
	defer s.drop()
	return s.perftWith(t, depth)
}

// perftWith counts like perft, and looks positions up that were counted before.
func (s *state) perftWith(t *PerftTable, depth int) uint64 {
	if t == nil || depth == 1 {
		return s.perft(depth)
	}
	key := s.hash(s.cells)
	if n, ok := t.Get(key, depth); ok {
		return n
	}
	base := len(s.found)
	s.found = s.legal(s.found)
	var n uint64
	for i := base; i < len(s.found); i++ {
		mark := len(s.log)
		s.play(s.found[i], nil)
		n += s.perftWith(t, depth-1)
		s.undo(mark)
	}
	s.found = s.found[:base]
	t.Put(key, depth, n)
	return n
}
