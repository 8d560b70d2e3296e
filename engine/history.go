package engine

import (
	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// Histories remember how well moves did in other positions (Schaeffer, "The History Heuristic",
// 1983), to order and prune moves. A quiet move has a history by side, piece and square, and
// continuation histories by the moves made one, two and four half-moves before it. A capture has
// one by piece, square and captured piece.

// maxHistory is the bound of a history, which grows the slower the nearer it is.
const maxHistory = 16000

// addBonus moves a history towards its bound. A bonus may be negative.
func addBonus(h *int16, bonus int) {
	v := int(*h)
	if bonus < 0 {
		v += bonus - v*-bonus/maxHistory
	} else {
		v += bonus - v*bonus/maxHistory
	}
	*h = int16(v)
}

// historyBonus returns the bonus of a move that was best in a search of a depth.
func historyBonus(depth int) int { return min(200*depth-60, 1950) }

// historyIndex returns the index of a quiet move in history. Moves that gate a piece have an index
// of their own.
func (t *thread[W]) historyIndex(pc rules.Piece, m kirke.Move) int {
	return t.historyBase(pc.Type(), m.Gated()) | int(m.To()&255)
}

// historyBase returns the first index of the moves of a piece type that gate a piece (0 for none).
func (t *thread[W]) historyBase(k, gated rules.PieceType) int {
	n := 0
	if gated != 0 {
		n = 1
		if gated == t.handType[1] {
			n = 2
		}
	}
	return (int(k)*3 + n) << 8
}

// continuationPlies are how many half-moves before a move those were made whose continuation
// histories count. The move four half-moves before gained, with the order of quiet moves by
// threats, +76 ± 46.
var continuationPlies = [...]int{1, 2, 4}

// continuationIndex returns the index of a move by its piece and square.
func (t *thread[W]) continuationIndex(pc rules.Piece, m kirke.Move) int {
	to := int(m.To())
	if to >= t.area {
		to = 0
	}
	return int(pc.Type())*t.area + to
}

// continuationSize returns the number of indices of moves.
func (t *thread[W]) continuationSize() int { return (len(t.v.Army) + 1) * t.area }

// continuationAfter returns the continuation histories, by continuationIndex, after the move made
// back half-moves before; nil for none.
func (t *thread[W]) continuationAfter(ply, back int) []int16 {
	if ply < back {
		return nil
	}
	before := t.stack[ply-back].continuation
	if before < 0 {
		return nil
	}
	size := t.continuationSize()
	return t.continuations[before*size:][:size]
}

// captureHistory returns the history of a capture.
func (t *thread[W]) captureHistory(ss *stackEntry[W], m kirke.Move, victim rules.Piece) *int16 {
	return &t.captureHistories[t.continuationIndex(t.piece(ss, m), m)*(len(t.v.Army)+1)+int(victim.Type())]
}

// updateHistories rewards the move that was best in a node, and punishes those tried before it.
func (t *thread[W]) updateHistories(ply, depth int, m kirke.Move, quiet bool) {
	ss := &t.stack[ply]
	bonus := historyBonus(depth)
	if quiet {
		if ss.killers[0] != m {
			ss.killers[1], ss.killers[0] = ss.killers[0], m
		}
		t.updateQuiet(ply, m, bonus)
		for _, q := range ss.quiets {
			t.updateQuiet(ply, q, -bonus)
		}
	} else if victim := t.capturedPiece(ss, m); victim != 0 {
		addBonus(t.captureHistory(ss, m, victim), bonus/4)
	}
	for _, c := range ss.captures {
		if victim := t.capturedPiece(ss, c); victim != 0 {
			addBonus(t.captureHistory(ss, c, victim), -bonus/4)
		}
	}
}

// creditPrevious rewards the quiet move made at a ply, to which no answer reached alpha.
func (t *thread[W]) creditPrevious(ply, depth int) {
	if t.answeredQuiet(ply) {
		t.updateQuiet(ply, t.stack[ply].move, historyBonus(depth)/2)
	}
}

// blamePrevious punishes the quiet move made at a ply, to which an answer reached beta, if it was the
// first that was tried there.
func (t *thread[W]) blamePrevious(ply, depth int) {
	if t.answeredQuiet(ply) && t.stack[ply].moveNumber == 0 {
		t.updateContinuations(ply, t.stack[ply].move, -historyBonus(depth))
	}
}

// answeredQuiet reports whether the move made at a ply is quiet, and the other side answers it.
func (t *thread[W]) answeredQuiet(ply int) bool {
	if ply < 0 {
		return false
	}
	ss := &t.stack[ply]
	return ss.continuation >= 0 && ss.turn != t.stack[ply+1].turn &&
		t.capturedPiece(ss, ss.move) == 0 && ss.move.Promotion() == 0
}

// updateQuiet adds a bonus to all histories of a quiet move.
func (t *thread[W]) updateQuiet(ply int, m kirke.Move, bonus int) {
	ss := &t.stack[ply]
	addBonus(&t.history[ss.turn&1][t.historyIndex(t.piece(ss, m), m)], bonus)
	t.updateContinuations(ply, m, bonus)
}

// updateContinuations adds a bonus to the continuation histories of a quiet move.
func (t *thread[W]) updateContinuations(ply int, m kirke.Move, bonus int) {
	ss := &t.stack[ply]
	index := t.continuationIndex(t.piece(ss, m), m)
	for _, back := range continuationPlies {
		if after := t.continuationAfter(ply, back); after != nil {
			addBonus(&after[index], bonus)
		}
	}
}
