package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file tells for most moves whether a king is in check after them without looking for
// attackers again. A search for attackers depends on the squares that it comes to, and on nothing
// else. While these stay as they are, so does its answer.

// attackTest is whether the king of a side is attacked, and the squares that the answer depends on.
type attackTest struct {
	side     board.Color
	king     board.Square
	known    bool // else the king is to be looked at after each move
	attacked bool
	reads    rules.Squares[most]
}

// testAttack looks for attackers of the king of c.
func (s *state) testAttack(c board.Color) attackTest {
	king := s.king(c)
	t := attackTest{side: c, king: king}
	if !s.testsAttacks || king == board.NoSquare || has(s.pawn, s.at(king)) {
		return t
	}
	by, lanes := c.Other(), s.fairy.lanes
	reach, target := s.reach.To[by][king], uint8(s.at(king).Type())
	t.known = true
	t.reads.Add(king)
	for i := 0; i < len(reach) && !t.attacked; i = next(s.cells, reach, i, by) {
		n := &reach[i]
		t.reads.Add(n.Square)
		pc := s.at(n.Square)
		t.attacked = pc.Of(by) && has(n.Types, pc) && n.Captures(target) &&
			(!lanes || s.lane(by, n.Square, king) == 0)
	}
	return t
}

// decides reports whether the answer of t is also whether the king is in check.
func (s *state) decides(t *attackTest) bool { return t.known && (!t.attacked || s.check == byReach) }

// inCheckAfter reports whether the king of a test is in check after what was written since the log
// had the length mark, which it had when the test was made.
func (s *state) inCheckAfter(t *attackTest, mark int) bool {
	// A side that has two kings is in check by the one that was put last.
	if s.decides(t) && s.king(t.side) == t.king && !s.wroteOn(&t.reads, mark) {
		return t.attacked
	}
	return s.kingInCheck(t.side)
}

// checksAfter is inCheckAfter for royal pieces of Extinction too.
func (s *state) checksAfter(t *attackTest, mark int) bool {
	return s.inCheckAfter(t, mark) || s.v.Extinction.Royal && s.royalCheck(t.side)
}

// wroteOn reports whether a square of a set was written since the log had the length mark.
func (s *state) wroteOn(squares *rules.Squares[most], mark int) bool {
	for _, c := range s.log[mark:] {
		if board.Square(c.cell) < s.area && squares.Has(board.Square(c.cell)) {
			return true
		}
	}
	return false
}

// leaves reports whether the answer of a test stays as it is after a pseudo-legal move, and decides
// whether the king is in check.
func (s *state) leaves(t *attackTest, m rules.Move) bool {
	if m.Form() != rules.Ordinary || t.reads.Has(m.From()) || t.reads.Has(m.To()) {
		return false
	}
	simple := s.simple.captures
	if s.empty(m.To()) {
		simple = s.simple.quiet
	}
	return simple && !has(s.royal, s.at(m.From())) && s.decides(t)
}

// testsAttacksOf reports whether a king that is not attacked is not in check, and whether it is
// attacked depends on the pieces on the board alone. It lists the rules that are known to leave
// that so.
func testsAttacksOf(t *table) bool {
	c := &t.v.Fairy.Checking
	nearer := t.check == byCapture && !t.attacksFarther() && t.v.Aftermath.Occupied != rules.ReplacesOccupant
	return (t.check == byReach || nearer) && t.v.Fairy.Latent != rules.OwnerReleases &&
		!t.v.Borrows() && t.v.Extinction == rules.Extinction{} &&
		*c == rules.Checking{
			MatesOnly: c.MatesOnly, OneMate: c.OneMate, Must: c.Must, Unpinned: c.Unpinned, Once: c.Once,
		}
}

// apartOf reports whether pieces move apart: whether all moves but castling are listed by what each
// piece can do. It lists the rules that are known to leave that so.
func apartOf(t *table) bool {
	return t.parts.withoutFairy && t.traits.otherBoard == 0 && t.bishop == 0 &&
		t.v.Gating == rules.Gating{} && t.v.Series == rules.Series{} &&
		!t.v.Fairy.Capturing.Counts() && t.v.Fairy.Latent != rules.OwnerReleases && !t.v.Fairy.Movers.MovesTheirs()
}

// simpleOf returns which ordinary moves of pieces that are not royal are legal unless the own king
// is in check after them, which only what they write on their two squares may bring about: the
// plain ones, where nothing else forbids a move or asks for a choice.
func simpleOf(t *table) (p plainMoves) {
	f := &t.v.Fairy
	if t.apart && !t.parts.guards && !t.fairy.late && !f.Box && f.Turning.Watched == rules.NoCheckTurns &&
		t.fairy.bench == 0 && f.Republic == rules.NoRepublic &&
		!f.Capturing.Homing.Active && !t.v.Aftermath.OwnerPromotes && !t.choosesStart() {
		p = t.plainly
	}
	p.captures = p.captures && !t.v.Aftermath.Active
	return p
}

// acts reports whether conditions do something after a move. It lists those that are known not to.
func acts(v *rules.Variant) bool {
	f := &v.Fairy
	m, c, l := f.Mobility, f.Capturing, f.Lanes
	m.Fuddled, c.Homing, l.Vanishing = false, rules.Immunity{}, false
	c.Second = rules.SecondAsFirst
	return v.HasTraits() || *f != rules.Fairy{
		Paralysis: f.Paralysis, Lending: f.Lending, Lanes: l, Mobility: m, Capturing: c,
		Contact: f.Contact, Measuring: f.Measuring, Checking: f.Checking, Budget: f.Budget,
		Castling: f.Castling, Movers: f.Movers,
	}
}
