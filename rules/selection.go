package rules

import "github.com/kirke-chess/kirke/board"

// Selection says which moves are asked for.
type Selection uint8

// The selections.
const (
	Every            Selection = iota
	Captures                   // that take a man of the other side, on the board or on an imaginary square
	Checks                     // that leave the other side in check
	Mates                      // that leave the other side in check and without a legal move
	Stalemates                 // that leave it without a legal move, and not in check
	DoubleStalemates           // that stalemate, and after which their own side could not move either if the other passed
	Evasions                   // every one, of a side in check; none of a side that is not
	Exposing                   // none of the legal ones, but those that would be if they did not leave the own king in check
	KingTaking                 // none of the legal ones, but those that would be if they did not take the other side's king
)

// Select appends the moves of a selection to buf.
func (r *reference) Select(which Selection, buf []Move) []Move {
	s := r.load()
	defer s.drop()
	us := s.turn()
	switch which {
	case Exposing:
		return s.forbidden(LeavesCheck, us, buf)
	case KingTaking:
		return s.forbidden(KingTaken, us, buf)
	}
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
	case DoubleStalemates:
		return s.stops(m) && !s.givesCheck(m) && s.stops(m, MakeMove(Pass, 0, 0))
	}
	return true
}

// forbidden appends the moves that a rule forbids, LeavesCheck or KingTaken, and nothing else. No man
// enters by them, no king castles, and the king of us is there when they are done.
func (s *state) forbidden(by Rule, us board.Color, buf []Move) []Move {
	base := len(s.moves)
	s.generate(nil)
	mark := len(s.log)
	for i := base; i < len(s.moves); i++ {
		s.branches(s.moves[i], func(m Move) bool {
			if m.Form() != Castle && s.king(us) != board.NoSquare && s.forbids(us, mark) == by && (by == LeavesCheck || s.safe(us)) {
				buf = append(buf, m)
			}
			return true
		})
	}
	s.moves = s.moves[:base]
	return buf
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

// stops reports whether legal moves, one after the other, leave the side that is then to move without one.
func (s *state) stops(moves ...Move) bool {
	mark := len(s.log)
	for _, m := range moves {
		s.play(m, nil)
	}
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

// Foresight is what a position has, besides, that looks ahead faster than by playing.
type Foresight interface {
	// Forces returns a legal move that brings something about; ok is false when there is none. In a series game
	// it says nothing.
	Forces(what Forced) (m Move, ok bool)
	// ForcesAfter reports whether there is such a move after a legal move, or after that and a pass, which nobody makes who is in check.
	ForcesAfter(m Move, passed bool, what Forced) bool
	// OnlyMates reports whether there are legal moves and all of them mate.
	OnlyMates() bool
	// Stillable drops from legal moves those after which, as is seen at a glance, no answer stalemates. It may leave others of these in.
	Stillable(moves []Move) []Move
	// Mateable does the same for mates.
	Mateable(moves []Move) []Move
	// KeyAfter returns the key of the position after a legal move, or after that and a pass, where it is known without playing them.
	KeyAfter(m Move, passed bool) (key uint64, known bool)
	// Replies appends to buf how many legal moves there are after each of some.
	Replies(moves []Move, buf []int) []int
}

// Effects returns what Details of p does of the legal move m but for Check and Mate, which take longest to find.
func Effects(p Position, m Move) Details {
	if e, is := p.(interface{ Effects(Move) Details }); is {
		return e.Effects(m)
	}
	return p.Details(m)
}

// Forced is what a move may bring about.
type Forced uint8

// What may be brought about.
const (
	MateNext    Forced = iota // mate, or whatever the answer a mate by the next move
	AnswersMate               // there are answers, and all of them mate
	AnswerMates               // some answer mates
)
