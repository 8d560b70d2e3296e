package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// castling tells why a king may not castle.
func (j *judge) castling() *ForbiddenError {
	cells := &j.table.cells
	king, rook := j.from, j.to
	switch {
	case cells.king[j.us] == absent:
		return j.because(NoCastling)
	case !has(j.royal, j.at(king)):
		return j.because(NotTheKing)
	case j.castlingKing(j.us) != king || j.king(j.us) != king ||
		j.square(cells.rook[j.us][0]) != rook && j.square(cells.rook[j.us][1]) != rook:
		return j.because(NoCastlingRight)
	}
	if checkers := j.checkers(j.us); len(checkers) > 0 {
		return j.because(CastlingInCheck, checkers...)
	}
	kingTo, rookTo := j.v.CastlingSquares(king, rook)
	var inTheWay []Placed
	for sq := min(king, rook, kingTo, rookTo); sq <= max(king, rook, kingTo, rookTo); sq++ {
		if j.blocksCastling(sq, king, rook) {
			inTheWay = append(inTheWay, j.placed(sq))
		}
	}
	if len(inTheWay) > 0 {
		return j.because(CastlingBlocked, inTheWay...)
	}
	if at := j.firstAttacked(king, kingTo); at != board.NoSquare {
		return j.because(CastlingAttacked, j.checkersAt(king, at)...).about(at, 0)
	}
	return nil
}

// checkersAt returns what would give check to the king if it stood on another square.
func (s *state) checkersAt(king, at board.Square) []Placed {
	mark, man := len(s.log), s.at(king)
	s.put(king, 0)
	s.put(at, man)
	checkers := s.checkers(man.Color())
	s.undo(mark)
	return checkers
}

// reassignment tells why the piece on the board does not change places with one that waits, or
// why the pawn of the same turn does not move.
func (j *judge) reassignment() *ForbiddenError {
	if !j.v.Entry.Imaginary {
		return j.because(NoReassignment)
	}
	if j.m.Redesignates() {
		return j.because(SwapOutsideCastle)
	}
	man, in := j.at(j.from), j.m.Enters()
	if j.handIndex(man.Kind()) < 0 {
		return j.because(NotReassignable)
	}
	if present := j.present(j.us); len(present) > 1 {
		return j.because(SeveralPresent, present...)
	}
	switch {
	case in == 0:
		return j.because(NoNewcomer)
	case j.handIndex(in) < 0:
		return j.because(NeverEnters).about(board.NoSquare, in)
	case in == man.Kind():
		return j.because(SameKind).about(board.NoSquare, in)
	}
	from := j.waiting(MakeMan(in, j.us))
	if from == board.NoSquare {
		return j.because(NotWaiting).about(board.NoSquare, in)
	}
	left, right := j.hands(j.us)
	if back := left + right - from; !j.empty(back) {
		return j.because(ReturnBlocked, j.placed(back))
	}
	return j.reassignedPawn()
}

// present returns the pieces of the hand's types that a side has on the board.
func (s *state) present(c board.Color) []Placed {
	var all []Placed
	for sq := range s.area {
		if m := s.at(sq); m != 0 && m.Color() == c && s.handIndex(m.Kind()) >= 0 {
			all = append(all, s.placed(sq))
		}
	}
	return all
}

// reassignedPawn tells why the pawn that moves in the turn of a reassignment does not get to its
// square. From here on it is the piece that moves.
func (j *judge) reassignedPawn() *ForbiddenError {
	from, to, moves := j.m.Pawn()
	if !moves {
		return nil
	}
	mark := len(j.log)
	defer j.undo(mark)
	j.reassign(j.m&^Move(secondFields), j.us, nil)
	j.from, j.to = from, to
	if r := j.mover(); r != nil {
		return r
	}
	if !has(j.pawn, j.at(from)) {
		return j.because(NotAPawn)
	}
	if reached, _ := j.pseudo(); !reached {
		return j.unreached()
	}
	return nil
}

// bare looks at what comes of the move without what enters by it.
func (j *judge) bare() *ForbiddenError {
	r := j.played(j.withoutEntry())
	if r == nil || j.m.Enters() == 0 || j.m.Form() == Reassign {
		return r
	}
	switch r.Rule {
	case ChecksEarly: // the piece that enters may close the line
		return nil
	case LeavesCheck:
		if j.shields() {
			r.Rule, r.Kind = GateShields, j.m.Enters()
		}
	}
	return r
}

// withoutEntry returns the move without the piece that enters and without a redesignation.
func (j *judge) withoutEntry() Move {
	if j.m.Form() == Reassign {
		return j.m
	}
	return j.m.WithEntry(0, false) &^ swapBit
}

// shields reports whether the king would be safe with the piece that enters by the move.
func (j *judge) shields() bool {
	if j.admission() != nil {
		return false
	}
	mark := len(j.log)
	defer j.undo(mark)
	if j.play(j.withoutEntry(), nil) != fine || !j.empty(j.m.gate()) {
		return false
	}
	j.undo(mark)
	return j.play(j.m, nil) == fine && j.forbids(j.us, mark) != LeavesCheck
}

// played plays m, which is the move or the move without its entry, and tells what forbids that.
func (j *judge) played(m Move) *ForbiddenError {
	still := j.inCheck(j.us)
	mark := len(j.log)
	defer j.undo(mark)
	var d Details
	if v := j.play(m, &d); v != fine {
		return j.vetoed(v, &d)
	}
	if r := j.reborn(m, mark); r != nil {
		return r
	}
	entering := Kind(0)
	if m.Form() != Reassign {
		entering = m.Enters()
	}
	switch rule := j.forbids(j.us, mark); rule {
	case KingTaken:
		return j.lost(rule, j.us.Other(), mark)
	case KingLost:
		return j.lost(rule, j.us, mark)
	case LeavesCheck:
		r := j.exposed(&d)
		r.Still, r.Kind = still, entering
		return r
	case ChecksEarly:
		return j.because(rule, j.checkers(j.us.Other())...).about(board.NoSquare, entering)
	}
	return nil
}

// lost returns the reason that a king has left the board.
func (j *judge) lost(rule Rule, side board.Color, mark int) *ForbiddenError {
	at := board.Square(j.before(j.table.cells.where[side], mark)) - 1
	king := j.placed(at)
	king.Man = Man(j.before(int(at), mark))
	return j.because(rule, king)
}

// exposed returns the reason that the move just played leaves the own king in check.
func (j *judge) exposed(d *Details) *ForbiddenError {
	r := j.because(LeavesCheck)
	them := j.us.Other()
	at := j.awaits(them)
	if at == board.NoSquare {
		r.Pieces = j.checkers(j.us)
	} else { // whatever the other side makes of its pawn
		for _, k := range j.table.promotion {
			now := len(j.log)
			j.put(at, MakeMan(k, them))
			r.Pieces = j.checkers(j.us)
			j.undo(now)
			if len(r.Pieces) > 0 {
				r.At, r.Becomes = at, k
				break
			}
		}
	}
	for i := range r.Pieces {
		r.Pieces[i].Reborn = d.RebornAs != 0 && !d.RebornBelow && r.Pieces[i].At == d.RebornAt
	}
	return r
}

// reborn looks at the promotion of reborn pawns that the move names, in the position after it.
func (j *judge) reborn(m Move, mark int) *ForbiddenError {
	for _, c := range []struct {
		k       Kind
		without Move
		due     verdict
	}{
		{m.OwnReborn(), m.WithOwnReborn(0), needsOwn},
		{m.Reborn(), m.WithReborn(0), needsReborn},
	} {
		if c.k == 0 {
			continue
		}
		j.undo(mark)
		due := j.play(c.without, nil) == c.due
		j.undo(mark)
		switch {
		case !due:
			return j.because(RebornNotDue)
		case !slices.Contains(j.table.promotion, c.k):
			return j.because(NotAPromotion).about(board.NoSquare, c.k)
		}
		j.play(m, nil)
	}
	return nil
}

// vetoed returns the reason of a verdict on the move that is half played.
func (j *judge) vetoed(v verdict, d *Details) *ForbiddenError {
	switch v {
	case needsReborn:
		return j.because(RebornDue).about(d.RebornAt, 0)
	case needsOwn:
		return j.because(RebornDue).about(d.CapturerAt, 0)
	case homeOccupied:
		if d.RebornAt == board.NoSquare {
			return j.because(NoRebirth).about(board.NoSquare, d.Captured.Kind())
		}
		return j.because(RebirthBlocked, j.placed(d.RebornAt)).about(d.RebornAt, d.Captured.Kind())
	case ownHomeTaken:
		return j.because(CapturerBlocked, j.placed(d.CapturerAt)).about(d.CapturerAt, d.CapturerAs.Kind())
	case onOwnHome:
		return j.because(OnOwnHome)
	case takesBack:
		return j.because(TakesBack)
	}
	return j.because(Unexplained)
}

// entry looks at the piece that enters by the move, and at a redesignation.
func (j *judge) entry() *ForbiddenError {
	m := j.m
	if m.Form() == Reassign {
		return nil
	}
	if r := j.admission(); r != nil || m.Enters() == 0 {
		return r
	}
	mark := len(j.log)
	if j.play(j.withoutEntry(), nil); !j.empty(m.gate()) {
		r := j.because(EntryBlocked, j.placed(m.gate())).about(m.gate(), m.Enters())
		j.undo(mark)
		return r
	}
	j.undo(mark)
	return j.played(m)
}

// admission tells why nothing enters by the move, or why the imaginary squares do not change
// places, whatever else comes of it.
func (j *judge) admission() *ForbiddenError {
	m, k := j.m, j.m.Enters()
	if m.Redesignates() && !j.v.Entry.Imaginary {
		return j.because(NoImaginary)
	}
	if m.Redesignates() && m.Form() != Castle {
		return j.because(SwapOutsideCastle)
	}
	if k != 0 {
		if r := j.entrant(k); r != nil {
			return r
		}
		if sq := m.gate(); !j.gate(j.us, sq) && j.gated() {
			if j.v.Size.RankFrom(j.us, sq) != 0 {
				return j.because(NoGate).about(sq, k)
			}
			return j.because(GateClosed).about(sq, k)
		}
	}
	if m.Redesignates() {
		left, right := j.hands(j.us)
		if !slices.ContainsFunc([]board.Square{left, right}, func(sq board.Square) bool {
			return !j.empty(sq) && (k == 0 || j.at(sq).Kind() != k)
		}) {
			return j.because(NothingToSwap)
		}
	}
	return nil
}

// entrant tells why a piece of kind k enters nowhere now.
func (j *judge) entrant(k Kind) *ForbiddenError {
	i := j.handIndex(k)
	switch {
	case i < 0:
		return j.because(NeverEnters).about(board.NoSquare, k)
	case has(j.pawn, j.at(j.from)):
		return j.because(PawnLeaves).about(board.NoSquare, k)
	case j.v.Entry.Imaginary:
		if j.waiting(MakeMan(k, j.us)) == board.NoSquare {
			return j.because(NotWaiting).about(board.NoSquare, k)
		}
		if present := j.present(j.us); len(present) > 0 {
			return j.because(OtherPresent, present...).about(board.NoSquare, k)
		}
	case j.cells[j.table.cells.hand[j.us][i]] == 0:
		return j.because(NotInHand).about(board.NoSquare, k)
	}
	return nil
}

// gated reports whether pieces enter only by gates now: in Siceirawan, while both of a side wait.
func (j *judge) gated() bool {
	left, right := j.hands(j.us)
	return !j.v.Entry.Imaginary || !j.empty(left) && !j.empty(right)
}
