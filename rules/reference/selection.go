package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Select appends the moves of a selection to buf.
func (r *position) Select(which rules.Selection, buf []rules.Move) []rules.Move {
	s := r.load()
	defer s.release()
	us := s.turn()
	switch which {
	case rules.Exposing:
		return s.forbidden(rules.LeavesCheck, us, buf)
	case rules.KingTaking:
		return s.forbidden(rules.KingTaken, us, buf)
	}
	if which == rules.Evasions && !s.inCheck(us) {
		return buf
	}
	first := len(buf)
	selects := s.selects
	if checks := which == rules.Checks || which == rules.Mates; checks && s.filtersChecks() {
		buf = s.legalChecks(which == rules.Mates, buf)
		selects = func(which rules.Selection, m rules.Move) bool {
			return which == rules.Checks || s.mayMate(m) && !s.suffocates(m)
		}
	} else {
		buf = s.legal(buf)
	}
	kept := first
	for _, m := range buf[first:] {
		if !selects(which, m) {
			continue
		}
		buf[kept] = m
		kept++
	}
	return buf[:kept]
}

// selects reports whether the legal move m is in a selection.
func (s *state) selects(which rules.Selection, m rules.Move) bool {
	switch which {
	case rules.Captures:
		return s.captures(m)
	case rules.Checks:
		return s.givesCheck(m)
	case rules.Mates:
		return s.mayMate(m) && s.givesCheck(m) && s.stops(m) && !s.suffocates(m)
	case rules.Stalemates:
		return s.stops(m) && (!s.givesCheck(m) || s.suffocates(m))
	case rules.DoubleStalemates:
		return s.stops(m) && !s.givesCheck(m) && s.stops(m, rules.NullMove)
	}
	return true
}

// mayMate reports whether a mate by the legal move m reaches the goal of a problem.
func (s *state) mayMate(m rules.Move) bool {
	if !s.v.Fairy.Checking.Once {
		return true
	}
	attackers, them := 0, s.turn().Other()
	for from := range s.area {
		if pc := s.at(from); pc.Of(them) && from != m.From() && s.watches(them, from, m.From()) {
			attackers++
		}
	}
	return attackers == 1
}

// forbidden appends the moves that are forbidden only by a rule, LeavesCheck or KingTaken. They do
// not gate or castle, and the king of us is on the board after them.
func (s *state) forbidden(by rules.Rule, us board.Color, buf []rules.Move) []rules.Move {
	base, own := len(s.moves), attackTest{side: us}
	s.generate(nil)
	mark := len(s.log)
	for i := base; i < len(s.moves); i++ {
		s.branches(s.moves[i], func(m rules.Move) bool {
			if m.Form() != rules.Castle && s.king(us) != board.NoSquare && s.forbids(&own, mark) == by &&
				(by == rules.LeavesCheck || s.safe(&own, mark)) {
				buf = append(buf, m)
			}
			return true
		})
	}
	s.moves = s.moves[:base]
	return buf
}

// captures reports whether the legal move m captures an enemy piece.
func (s *state) captures(m rules.Move) bool {
	to := m.To()
	if s.v.Fairy.Chains && m.Chain() != 0 {
		return true
	}
	switch m.Form() {
	case rules.EnPassant, rules.Locust:
		return true
	case rules.Reassign:
		from, to, moves := m.Pawn()
		return moves && s.v.Size.File(from) != s.v.Size.File(to)
	case rules.Ordinary:
		return !s.empty(to) && to != m.From()
	}
	return false
}

// givesCheck reports whether the legal move m leaves the other side in check.
func (s *state) givesCheck(m rules.Move) bool {
	them := s.turn().Other()
	mark := len(s.log)
	s.playLegal(m)
	check := s.inCheck(them)
	s.undo(mark)
	return check
}

// stops reports whether the side to move is stopped after the given moves.
func (s *state) stops(moves ...rules.Move) bool {
	mark := len(s.log)
	for _, m := range moves {
		s.playLegal(m)
	}
	stopped := s.stopped()
	s.undo(mark)
	return stopped
}

// stopped reports what rules.Stopped does.
func (s *state) stopped() bool {
	if !s.v.Fairy.Checking.FreeField {
		return !s.canMove()
	}
	base := len(s.found)
	s.found = s.legal(s.found)
	moves := s.found[base:]
	s.found = s.found[:base]
	return len(moves) == 1 && has(s.royal, s.at(moves[0].From()))
}

func (r *position) GivesCheck(m rules.Move) bool {
	s := r.load()
	defer s.release()
	return s.givesCheck(m)
}

// AvoidsCheck reports whether the side to move has a legal move that does not check.
func (r *position) AvoidsCheck() bool {
	s := r.load()
	defer s.release()
	if !s.listsAll() || s.v.Gating.Any() {
		s.found = s.legal(s.found)
		return slices.ContainsFunc(s.found, func(m rules.Move) bool { return !s.givesCheck(m) })
	}
	t := s.newTrial(true)
	t.withoutCheck, s.quick = true, true
	t.putsKings = false // such a king is in check
	if s.apart {
		s.found = s.firstLegal(&t, s.avoider[t.us], s.found)
	} else {
		base := len(s.moves)
		s.generate(nil)
		s.found = s.keepLegalIn(&t, base, 0, s.found)
	}
	s.quick = false
	if len(s.found) == 0 {
		return false
	}
	s.avoider[t.us] = s.found[0].From()
	return true
}

func (r *position) HasLegalMove() bool {
	s := r.load()
	defer s.release()
	return s.canMove()
}

func (r *position) Perft(t *rules.PerftTable, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	s := r.load()
	defer s.release()
	return s.perftWith(t, depth)
}

// perftWith counts like perft and looks in t for positions that have been counted before.
func (s *state) perftWith(t *rules.PerftTable, depth int) uint64 {
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
		s.playLegal(s.found[i])
		n += s.perftWith(t, depth-1)
		s.undo(mark)
	}
	s.found = s.found[:base]
	t.Put(key, depth, n)
	return n
}
