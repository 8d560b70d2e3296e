package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file explains moves that are forbidden by the parts of a game that chess does not have: ends
// of the game, drops, passes, walls, royal pieces, and moves that must be made before others.

// over looks at whether the game has ended.
func (j *judge) over() *rules.ForbiddenError {
	if j.state.over() {
		return j.because(rules.GameOver)
	}
	return nil
}

// drop looks at the piece that is dropped, and at its square.
func (j *judge) drop() *rules.ForbiddenError {
	k := j.m.Gated()
	switch {
	case j.inHand(j.us, k) == 0:
		return j.notInHand(k)
	case !j.empty(j.to):
		return j.because(rules.DropOccupied, j.placed(j.to)).About(j.to, k)
	case !j.mayDrop(j.us, k, j.to):
		return j.because(rules.NotDropped, j.sameFile(k)...).About(j.to, k)
	}
	if to := j.m.Promotion(); to != 0 && (!j.v.Drops.EitherSide || to != j.parts.becomes[k-1]) {
		return j.because(rules.NotDropped).About(j.to, to)
	}
	return j.noSwap()
}

// notInHand refuses a piece of type k that the side to move would drop.
func (j *judge) notInHand(k rules.PieceType) *rules.ForbiddenError {
	reason := j.because(rules.NotInHand).About(board.NoSquare, k)
	for i := range j.v.Army {
		if held := rules.PieceType(i + 1); j.inHand(j.us, held) > 0 {
			reason.Hand = append(reason.Hand, held)
		}
	}
	return reason
}

// sameFile returns the pieces of type k on the file of a drop, if they are what forbids it.
func (j *judge) sameFile(k rules.PieceType) []rules.Placed {
	if k != j.parts.once || j.onFile(j.us, k, j.to) < max(j.v.Drops.OnceCount, 1) {
		return nil
	}
	var all []rules.Placed
	for rank := range j.v.Size.Ranks {
		if sq := j.v.Size.At(j.v.Size.File(j.to), rank); j.at(sq) == rules.MakePiece(k, j.us) {
			all = append(all, j.placed(sq))
		}
	}
	return all
}

// noSwap refuses that imaginary squares change places in a drop or a pass.
func (j *judge) noSwap() *rules.ForbiddenError {
	switch {
	case !j.m.Redesignates():
		return nil
	case !j.v.Gating.Imaginary:
		return j.because(rules.NoImaginary)
	}
	return j.because(rules.SwapOutsideCastle)
}

// hasPasses reports whether the game has passes, or walls that are put instead of a move.
func (t *table) hasPasses() bool { return t.v.Passing != rules.Passing{} || t.v.Walls.Instead }

// pass looks at whether the side to move may pass, or put a wall instead of moving.
func (j *judge) pass() *rules.ForbiddenError {
	_, wall := j.m.Wall()
	mayPass := j.mayPass(j.us)
	switch at := j.passer(j.us); {
	case at == board.NoSquare, !mayPass && !j.v.Walls.Instead:
		return j.because(rules.PassNotDue)
	case j.from != at || j.to != at || j.m.Promotion() != 0 || j.m.Gated() != 0:
		return j.because(rules.Malformed)
	case !mayPass && !wall:
		return j.because(rules.WallDue)
	}
	return j.noSwap()
}

// wall looks at the wall that the move puts.
func (j *judge) wall() *rules.ForbiddenError {
	sq, walled := j.m.Wall()
	walls := &j.v.Walls
	pass := j.m.Form() == rules.Pass
	switch {
	case walls.Place == rules.NoWalls || j.m.Form() == rules.Reassign:
		return nil
	case walls.Instead && (!pass || !walled):
		if walled {
			return j.because(rules.WallDue).About(sq, 0)
		}
		return nil
	case !walled:
		return j.because(rules.WallDue)
	}
	mark := len(j.log)
	defer j.undo(mark)
	var d rules.Details
	if bare := j.withoutGating().WithPawn(0, 0); !pass {
		if v := j.play(bare, &d); v != fine {
			return j.vetoed(v, &d)
		}
	}
	if walls.Place == rules.WallMoves {
		j.clearWalls()
	}
	if !j.empty(sq) || !in(j.parts.walls[j.us], sq) || !j.mayWall(j.m, j.us, sq) {
		return j.because(rules.WallDue).About(sq, 0)
	}
	return nil
}

// afterwards looks at the position after m for more than the kings: at the pieces that were royal
// on squares before it, and at what Check and Drops forbid.
func (j *judge) afterwards(m rules.Move, before [2][]board.Square, mark int, d *rules.Details) *rules.ForbiddenError {
	if j.v.Extinction.Royal {
		switch rule := j.forbidsRoyal(m, j.us, before); rule {
		case rules.LeavesCheck:
			return j.exposed(d)
		case 0:
		default:
			return j.because(rule)
		}
	}
	if !j.parts.guards {
		return nil
	}
	t := untested(j.us)
	switch rule := j.forbidsAfter(m, &t, mark); rule {
	case 0:
		return nil
	case rules.ChecksForbidden, rules.DropChecks, rules.DropMates:
		return j.because(rule, j.checkers(j.us.Other())...).About(board.NoSquare, m.Gated())
	case rules.PromotionHits:
		return j.because(rule, j.struck(j.us, m.To())...)
	case rules.KingsFace:
		return j.because(rule, j.placed(j.king(j.us)), j.placed(j.king(j.us.Other())))
	default:
		return j.because(rule)
	}
}

// walksAway looks at a king that must stay where it is in check.
func (j *judge) walksAway() *rules.ForbiddenError {
	if !j.v.Check.KingStays || j.from != j.king(j.us) || !j.inCheck(j.us) {
		return nil
	}
	checkers := j.checkers(j.us)
	if len(checkers) == 1 && j.to == checkers[0].At {
		return nil
	}
	return j.because(rules.KingWalks, checkers...)
}

// sifted looks at the moves that must be made before this one.
func (j *judge) sifted() *rules.ForbiddenError {
	if !j.parts.sifts[j.us] {
		return nil
	}
	base := len(j.found)
	j.found = j.legalAlone(j.found)
	moves := slices.Clone(j.found[base:])
	j.found = j.found[:base]
	if j.passNotDue(moves, j.us) {
		if isPass(j.m) {
			return j.because(rules.PassNotDue)
		}
		moves = slices.DeleteFunc(moves, isPass)
	}
	switch {
	case j.v.Capture.Forced && !j.captures(j.m) && slices.ContainsFunc(moves, j.captures):
		return j.because(rules.CaptureDue)
	case j.parts.fairy:
		return j.siftedByCondition(moves)
	case j.parts.dropFirst != 0 && !j.dropsFirst(j.m) && slices.ContainsFunc(moves, j.dropsFirst):
		return j.because(rules.DropDue)
	}
	return nil
}

// turned looks at what a piece that is no pawn becomes.
func (j *judge) turned() *rules.ForbiddenError {
	pc, k := j.at(j.from), j.m.Promotion()
	var to, back rules.PieceType
	if j.m.Form() == rules.Ordinary {
		to, back = j.turns(j.m, pc, j.at(j.to))
	}
	if j.v.Fairy.Lending.Becomes {
		return j.replacement(pc, k)
	}
	due := back != 0 || to != 0 && j.mayPromote(j.us, to)
	switch {
	case k == 0 && due && j.v.Promotion.Forced:
		return j.because(rules.PromotionDue)
	case k == 0:
		return nil
	case to == 0 && back == 0:
		return j.because(rules.PromotionNotDue)
	case k != to && k != back:
		return j.because(rules.NotAPromotion).About(board.NoSquare, k)
	case k == to && !j.mayPromote(j.us, k):
		return j.held(k)
	}
	return nil
}

// replacement looks at what a king in check becomes when it moves, under Lending.Becomes.
func (j *judge) replacement(pc rules.Piece, k rules.PieceType) *rules.ForbiddenError {
	types := uint32(0)
	if has(j.royal, pc) && j.m.Form() != rules.Castle {
		types = j.movesAs(pc, j.us, j.from) &^ (1 << (pc.Type() - 1))
	}
	switch {
	case types == 0 && k != 0:
		return j.because(rules.PromotionNotDue)
	case types != 0 && k == 0:
		return j.because(rules.PromotionDue)
	case k == 0 || types>>(k-1)&1 != 0:
		return nil
	}
	return j.because(rules.NotAPromotion).About(board.NoSquare, k)
}

// held returns the error for a promotion to k, of which the side may have no more.
func (j *judge) held(k rules.PieceType) *rules.ForbiddenError {
	var all []rules.Placed
	for sq := range j.area {
		if j.at(sq) == rules.MakePiece(k, j.us) {
			all = append(all, j.placed(sq))
		}
	}
	if j.v.Type(k).Limit == 0 {
		_, at := j.presence(j.us)
		all = []rules.Placed{j.placed(at)}
	}
	return j.because(rules.PromotionHeld, all...).About(board.NoSquare, k)
}
