package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// castling explains why a king may not castle.
func (j *judge) castling() *rules.ForbiddenError {
	if j.v.Fairy.Castling != rules.NoFreeCastling {
		return j.castlesFreely()
	}
	cells := &j.table.cells
	king, rook := j.from, j.to
	switch {
	case cells.king[j.us] == absent:
		return j.because(rules.NoCastling)
	case !j.v.Castling.IsKing(j.v.Type(j.at(king).Type())):
		return j.because(rules.NotTheKing)
	case j.castlingKing(j.us) != king || !j.castlesFrom(j.us, king) ||
		j.square(cells.rook[j.us][0]) != rook && j.square(cells.rook[j.us][1]) != rook:
		return j.because(rules.NoCastlingRight)
	}
	if checkers := j.checkers(j.us); len(checkers) > 0 {
		return j.because(rules.CastlingInCheck, checkers...)
	}
	kingTo, rookTo := j.v.CastlingSquares(king, rook)
	var inTheWay []rules.Placed
	for sq := min(king, rook, kingTo, rookTo); sq <= max(king, rook, kingTo, rookTo); sq++ {
		if j.blocksCastling(sq, king, rook) {
			inTheWay = append(inTheWay, j.placed(sq))
		}
	}
	if len(inTheWay) > 0 {
		return j.because(rules.CastlingBlocked, inTheWay...)
	}
	if at := j.firstAttacked(king, kingTo); at != board.NoSquare {
		return j.because(rules.CastlingAttacked, j.checkersAt(king, at)...).About(at, 0)
	}
	return nil
}

// checkersAt returns the pieces that would give check to the king if it stood on another square.
func (s *state) checkersAt(king, at board.Square) []rules.Placed {
	mark, pc := len(s.log), s.at(king)
	s.put(king, 0)
	s.put(at, pc)
	checkers := s.checkers(s.turn())
	s.undo(mark)
	return checkers
}

// reassignment explains why the piece on the board may not change places with one that waits, or
// why the pawn of the same turn may not move.
func (j *judge) reassignment() *rules.ForbiddenError {
	if !j.v.Gating.Imaginary {
		return j.because(rules.NoReassignment)
	}
	if j.m.Redesignates() {
		return j.because(rules.SwapOutsideCastle)
	}
	pc, in := j.at(j.from), j.m.Gated()
	if j.handIndex(pc.Type()) < 0 {
		return j.because(rules.NotReassignable)
	}
	if present := j.present(j.us); len(present) > 1 {
		return j.because(rules.SeveralPresent, present...)
	}
	switch {
	case in == 0:
		return j.because(rules.NoNewcomer)
	case j.handIndex(in) < 0:
		return j.because(rules.NeverGated).About(board.NoSquare, in)
	case in == pc.Type():
		return j.because(rules.SameType).About(board.NoSquare, in)
	}
	from := j.waiting(rules.MakePiece(in, j.us))
	if from == board.NoSquare {
		return j.because(rules.NotWaiting).About(board.NoSquare, in)
	}
	left, right := j.hands(j.us)
	if back := left + right - from; !j.empty(back) {
		return j.because(rules.ReturnBlocked, j.placed(back))
	}
	return j.reassignedPawn()
}

// present returns the pieces of a side on the board whose types start in hand.
func (s *state) present(c board.Color) []rules.Placed {
	var all []rules.Placed
	for sq := range s.area {
		if pc := s.at(sq); pc.Type() != 0 && pc.Color() == c && s.handIndex(pc.Type()) >= 0 {
			all = append(all, s.placed(sq))
		}
	}
	return all
}

// reassignedPawn explains why the pawn that moves in the turn of a reassignment does not reach its
// square. From here on the pawn is the piece that moves.
func (j *judge) reassignedPawn() *rules.ForbiddenError {
	from, to, moves := j.m.Pawn()
	if !moves {
		return nil
	}
	mark := len(j.log)
	defer j.undo(mark)
	j.reassign(j.m.WithPawn(0, 0), j.us, board.NoSquare, nil)
	j.from, j.to = from, to
	if r := j.mover(); r != nil {
		return r
	}
	if !has(j.pawn, j.at(from)) {
		return j.because(rules.NotAPawn)
	}
	if reached, _ := j.pseudo(); !reached {
		return j.unreached()
	}
	return nil
}

// bare looks at what the move leads to without the piece that it gates.
func (j *judge) bare() *rules.ForbiddenError {
	r := j.played(j.withoutGating())
	if r == nil || j.m.Gated() == 0 || j.m.Form() == rules.Reassign || j.m.Form() == rules.Drop {
		return r
	}
	switch r.Rule {
	case rules.ChecksEarly: // the gated piece may close the line
		return nil
	case rules.LeavesCheck:
		if j.shields() {
			r.Rule, r.Type = rules.GateShields, j.m.Gated()
		}
	}
	return r
}

// withoutGating returns the move without the piece that it gates and without a redesignation.
func (j *judge) withoutGating() rules.Move {
	if j.m.Form() == rules.Reassign || j.m.Form() == rules.Drop {
		return j.m
	}
	return j.m.WithoutGating()
}

// shields reports whether the king would be safe with the piece that the move gates.
func (j *judge) shields() bool {
	if j.gatable() != nil {
		return false
	}
	mark := len(j.log)
	defer j.undo(mark)
	if j.play(j.withoutGating(), nil) != fine || !j.empty(j.m.GateSquare()) {
		return false
	}
	j.undo(mark)
	return j.play(j.m, nil) == fine && j.forbids(&attackTest{side: j.us}, mark) != rules.LeavesCheck
}

// played plays m, which is the move with or without the piece that it gates, and explains what
// forbids it.
func (j *judge) played(m rules.Move) *rules.ForbiddenError {
	if j.theirs {
		j.swapSides()
	}
	still := j.inCheck(j.us)
	var before [2][]board.Square
	if j.v.Extinction.Royal {
		before = j.royalSquares()
	}
	faced := j.v.Check.Bikjang && j.kingsFace()
	mark := len(j.log)
	defer j.undo(mark)
	var d rules.Details
	if v := j.play(m, &d); v != fine {
		return j.vetoed(v, &d)
	}
	if faced && j.forbidsFaced(m, 0) != 0 && j.forbids(&attackTest{side: j.us}, mark) == 0 {
		return j.because(rules.KingsFace, j.placed(j.king(j.us)), j.placed(j.king(j.us.Other())))
	}
	if r := j.reborn(m, mark); r != nil {
		return r
	}
	gated := rules.PieceType(0)
	if m.Form() != rules.Reassign && m.Form() != rules.Drop {
		gated = m.Gated()
	}
	switch rule := j.forbids(&attackTest{side: j.us}, mark); rule {
	case rules.KingTaken:
		return j.lost(rule, j.us.Other(), mark)
	case rules.KingLost:
		return j.lost(rule, j.us, mark)
	case rules.LeavesCheck:
		r := j.exposed(&d)
		r.Still, r.Type = still, gated
		return r
	case rules.ChecksEarly:
		return j.because(rule, j.checkers(j.us.Other())...).About(board.NoSquare, gated)
	}
	r := j.afterwards(m, before, mark, &d)
	if r != nil && r.Rule == rules.LeavesCheck {
		r.Still, r.Type = still, gated
	}
	return r
}

// lost returns the error for a king that has left the board.
func (j *judge) lost(rule rules.Rule, side board.Color, mark int) *rules.ForbiddenError {
	at := board.Square(j.before(j.table.cells.where[side], mark)) - 1
	king := j.placed(at)
	king.Piece = rules.Piece(j.before(int(at), mark))
	return j.because(rule, king)
}

// exposed returns the error for a move just played that leaves the own king in check.
func (j *judge) exposed(d *rules.Details) *rules.ForbiddenError {
	r := j.because(rules.LeavesCheck)
	them := j.us.Other()
	at := j.awaits(them)
	if at == board.NoSquare {
		r.Pieces = j.checkers(j.us)
	} else { // whatever the other side promotes its pawn to
		for _, k := range j.promotionOf(j.at(at), them) {
			now := len(j.log)
			j.put(at, j.at(at).As(k))
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

// reborn looks at the promotions of reborn pawns that the move names, in the position after it.
func (j *judge) reborn(m rules.Move, mark int) *rules.ForbiddenError {
	for _, c := range []struct {
		k       rules.PieceType
		without rules.Move
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
			return j.because(rules.RebornNotDue)
		case !slices.Contains(j.promotionsOf(j.state.due), c.k):
			return j.because(rules.NotAPromotion).About(board.NoSquare, c.k)
		}
		j.play(m, nil)
	}
	return nil
}

// vetoed returns the error for a verdict on a move that is half played.
func (j *judge) vetoed(v verdict, d *rules.Details) *rules.ForbiddenError {
	switch v {
	case needsReborn:
		return j.because(rules.RebornDue).About(d.RebornAt, 0)
	case needsOwn:
		return j.because(rules.RebornDue).About(d.CapturerAt, 0)
	case homeOccupied:
		if d.RebornAt == board.NoSquare {
			return j.because(rules.NoRebirth).About(board.NoSquare, d.Captured.Type())
		}
		return j.because(rules.RebirthBlocked, j.placed(d.RebornAt)).About(d.RebornAt, d.Captured.Type())
	case ownHomeTaken:
		return j.because(rules.CapturerBlocked, j.placed(d.CapturerAt)).About(d.CapturerAt, d.CapturerAs.Type())
	case onOwnHome:
		return j.because(rules.OnOwnHome)
	case takesBack:
		return j.because(rules.TakesBack)
	case needsPromotion:
		return j.because(rules.PromotionDue)
	case needsSecond:
		return j.because(rules.StepDue)
	case needsBench:
		return j.because(rules.BenchDue)
	case homingTaken:
		return j.because(rules.CaptureBarred)
	case ownHomeOff:
		return j.because(rules.CapturerOff).About(board.NoSquare, d.CapturerAs.Type())
	case noStep, noHole:
		return j.because(rules.NoStep)
	case unsafeSwap:
		return j.because(rules.UnsafeSwap)
	case staysPawn:
		return j.because(rules.StaysPawn)
	case outOfBox:
		return j.because(rules.OutOfBox)
	case onImitator:
		return j.because(rules.ImitatorBlocked)
	case notChosen:
		if sq, ok := j.m.Second(); ok {
			return j.because(rules.NotChosen).About(sq, 0)
		}
		if k := j.m.Reborn(); k != 0 && j.fairy.bench != 0 {
			return j.because(rules.NotBenched).About(board.NoSquare, k)
		}
		return j.because(rules.PromotionNotDue)
	}
	return j.because(rules.Unexplained)
}

// gating looks at the piece that the move gates, and at a redesignation.
func (j *judge) gating() *rules.ForbiddenError {
	m := j.m
	if m.Form() == rules.Reassign {
		return nil
	}
	if r := j.gatable(); r != nil || m.Gated() == 0 {
		return r
	}
	mark := len(j.log)
	if j.play(j.withoutGating(), nil); !j.empty(m.GateSquare()) {
		r := j.because(rules.GateBlocked, j.placed(m.GateSquare())).About(m.GateSquare(), m.Gated())
		j.undo(mark)
		return r
	}
	j.undo(mark)
	return j.played(m)
}

// gatable explains why the move gates no piece, or why the imaginary squares do not change places,
// whatever else it leads to.
func (j *judge) gatable() *rules.ForbiddenError {
	m, k := j.m, j.m.Gated()
	if m.Redesignates() && !j.v.Gating.Imaginary {
		return j.because(rules.NoImaginary)
	}
	if m.Redesignates() && m.Form() != rules.Castle {
		return j.because(rules.SwapOutsideCastle)
	}
	if k != 0 {
		if r := j.gatableType(k); r != nil {
			return r
		}
		if sq := m.GateSquare(); !j.gate(j.us, sq) && j.onlyByGates() {
			if j.v.Size.RankFrom(j.us, sq) != 0 {
				return j.because(rules.NoGate).About(sq, k)
			}
			return j.because(rules.GateClosed).About(sq, k)
		}
	}
	if m.Redesignates() {
		left, right := j.hands(j.us)
		if !slices.ContainsFunc([]board.Square{left, right}, func(sq board.Square) bool {
			return !j.empty(sq) && (k == 0 || j.at(sq).Type() != k)
		}) {
			return j.because(rules.NothingToSwap)
		}
	}
	return nil
}

// gatableType explains why a piece of type k is gated nowhere now.
func (j *judge) gatableType(k rules.PieceType) *rules.ForbiddenError {
	i := j.handIndex(k)
	switch {
	case j.v.Gating.Dropped && !has(j.pawn, j.at(j.from)):
		return j.gatableDrop(k)
	case i < 0 && !j.v.Gating.Dropped:
		return j.because(rules.NeverGated).About(board.NoSquare, k)
	case has(j.pawn, j.at(j.from)):
		return j.because(rules.PawnLeaves).About(board.NoSquare, k)
	case j.v.Gating.Imaginary:
		if j.waiting(rules.MakePiece(k, j.us)) == board.NoSquare {
			return j.because(rules.NotWaiting).About(board.NoSquare, k)
		}
		if present := j.present(j.us); len(present) > 0 {
			return j.because(rules.OtherPresent, present...).About(board.NoSquare, k)
		}
	case j.cells[j.table.cells.hand[j.us][i]] == 0:
		return j.because(rules.NotInHand).About(board.NoSquare, k)
	}
	return nil
}

// gatableDrop is gatableType where pieces are gated that could be dropped.
func (j *judge) gatableDrop(k rules.PieceType) *rules.ForbiddenError {
	sq := j.m.GateSquare()
	switch {
	case j.inHand(j.us, k) == 0:
		return j.notInHand(k)
	case j.gate(j.us, sq) && !j.dropsOn(j.us, k, sq):
		return j.because(rules.NotDropped).About(sq, k)
	}
	return nil
}

// onlyByGates reports whether pieces may be gated only on squares with a gate. In Siceirawan that
// is so while both pieces of a side wait.
func (j *judge) onlyByGates() bool {
	left, right := j.hands(j.us)
	return !j.v.Gating.Imaginary || !j.empty(left) && !j.empty(right)
}
