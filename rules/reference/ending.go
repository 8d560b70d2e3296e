package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Ending returns how the position has ended the game, or the zero Ending.
func (r *position) Ending() rules.Ending {
	if !r.table.parts.ends {
		return rules.Ending{}
	}
	s := r.load()
	defer s.release()
	return s.ending()
}

// over reports whether the position has ended the game.
func (s *state) over() bool { return s.parts.ends && s.ending().By != rules.NoEnding }

// ending returns how the position has ended the game. Several ends at once count in this order.
func (s *state) ending() rules.Ending {
	for _, end := range []func() rules.Ending{s.extinction, s.goal, s.castling, s.checks, s.row, s.passes} {
		if e := end(); e.By != rules.NoEnding {
			return e
		}
	}
	return rules.Ending{}
}

// won returns the ending by which a side wins, or loses if loses is set.
func won(by rules.EndRule, c board.Color, loses bool) rules.Ending {
	if loses {
		c = c.Other()
	}
	return rules.Ending{By: by, Winner: c}
}

// extinction is the end by Extinction. The side that has just moved runs out first.
func (s *state) extinction() rules.Ending {
	e := &s.v.Extinction
	if s.parts.extinct == 0 || e.Royal && !s.v.Capture.Blast {
		return rules.Ending{}
	}
	counts := s.strengths()
	for _, c := range [2]board.Color{s.turn().Other(), s.turn()} {
		for k := range counts[c] {
			counted := k < len(s.parts.kind) && int(s.parts.kind[k]) == k+1 && s.parts.extinct>>k&1 != 0
			if s.parts.together {
				counted = k == 0
			}
			if !counted {
				continue
			}
			least := e.Opponent
			if e.Claim && c == s.turn() {
				least++
			}
			if counts[c][k] <= e.Count && counts[c.Other()][k] >= least {
				return won(rules.ByExtinction, c, !e.Wins)
			}
		}
	}
	return rules.Ending{}
}

// strengths counts the pieces of both sides by type-1, hands included; if Extinction counts all
// types together, all of them as the first.
func (s *state) strengths() (counts [2][32]int) {
	add := func(c board.Color, k rules.PieceType, n int) {
		k = s.parts.kind[k-1]
		if s.parts.together {
			k = 1
		}
		counts[c][k-1] += n
	}
	for sq := range s.area {
		if pc := s.at(sq); pc.Type() != 0 {
			add(pc.Color(), pc.Type(), 1)
		}
	}
	for i := range s.v.Army {
		for c := range board.Color(2) {
			add(c, rules.PieceType(i+1), int(s.inHand(c, rules.PieceType(i+1))))
		}
	}
	return counts
}

// goal is the end by Goal.
func (s *state) goal() rules.Ending {
	g := &s.v.Goal
	if s.parts.goal[0] == nil {
		return rules.Ending{}
	}
	us := s.turn()
	them := us.Other()
	if (g.Reply || g.Safe || g.Held) && s.reached(us) {
		tied := g.Reply && us == board.White || g.Safe && !g.Reply
		if tied && s.reached(them) {
			return rules.Ending{By: rules.ByGoal, Drawn: true}
		}
		return won(rules.ByGoal, us, false)
	}
	if g.Held || !s.reached(them) || g.Reply && us == board.Black && s.canReach(us) {
		return rules.Ending{}
	}
	return won(rules.ByGoal, them, false)
}

// reached reports whether pieces of c have reached its goal.
func (s *state) reached(c board.Color) bool {
	g := &s.v.Goal
	n, safe, full := 0, true, true
	for sq := range s.area {
		if !s.parts.goal[c][sq] {
			continue
		}
		pc := s.at(sq)
		full = full && pc != 0
		if pc.Type() == 0 || pc.Color() != c || !has(s.parts.goals[c], pc) {
			continue
		}
		n++
		safe = safe && !s.attacked(sq, c.Other(), allTypes)
	}
	least := max(g.Count, 1)
	if n == 0 || n < least && !(g.Blocked && full) {
		return false
	}
	return !g.Safe || g.Reply && c == s.turn() || n != least || safe
}

// canReach reports whether us has a legal move of a piece of Goal into its goal.
func (s *state) canReach(us board.Color) bool {
	return slices.ContainsFunc(s.aside(s.legalHere), func(m rules.Move) bool {
		return m.Form() == rules.Ordinary && has(s.parts.goals[us], s.at(m.From())) && s.parts.goal[us][m.To()]
	})
}

// checks is the end by Check.Count.
func (s *state) checks() rules.Ending {
	for c := range board.Color(2) {
		if cell := s.table.cells.checks[c]; cell != absent && s.cells[cell] == 0 {
			return won(rules.ByChecks, c, false)
		}
	}
	return rules.Ending{}
}

// castling is the end by End.Castled: by the castling just made, or by rights lost for good.
func (s *state) castling() rules.Ending {
	cells := &s.table.cells
	if cells.castled == absent {
		return rules.Ending{}
	}
	them := s.turn().Other()
	if s.cells[cells.castled]&s.parts.castled[them] != 0 {
		return won(rules.ByCastling, them, false)
	}
	for _, c := range [2]board.Color{them, s.turn()} {
		if wins := s.parts.castled[c]; wins != 0 && wins&s.sides(c) == 0 {
			return won(rules.ByCastling, c, true)
		}
	}
	return rules.Ending{}
}

// sides returns the sides on which c may still castle, as bits 1<<side.
func (s *state) sides(c board.Color) (bits uint16) {
	for side, cell := range s.table.cells.rook[c] {
		if cell != absent && s.cells[cell] != 0 {
			bits |= 1 << side
		}
	}
	return bits
}

// passes is the end by two passes in a row, and by a full board.
func (s *state) passes() rules.Ending {
	cells := &s.table.cells
	var by rules.EndRule
	switch {
	case cells.passes != absent && s.cells[cells.passes] >= 2:
		by = rules.ByPasses
	case cells.passes != absent && s.cells[cells.passes] > 0 && s.v.Check.Bikjang && s.kingsFace():
		by = rules.ByFacing
	case s.v.End.Full && s.full():
		by = rules.ByFullBoard
	default:
		return rules.Ending{}
	}
	if !s.v.End.Material {
		return rules.Ending{By: by, Drawn: true}
	}
	winner, decided := s.v.ByMaterial(s.at)
	if !decided {
		return rules.Ending{By: by, Drawn: true}
	}
	return won(by, winner, false)
}

// full reports whether no square is empty.
func (s *state) full() bool {
	for sq := range s.area {
		if s.empty(sq) {
			return false
		}
	}
	return true
}
