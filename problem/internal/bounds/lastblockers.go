package bounds

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/distance"
)

// This file judges all moves before the mated side's last one at once: after the move its pieces
// must block an open set, or captures must bring pieces there. The proof is in
// docs/proofs/last-blockers.md. pruner.go comes next.

// lastBlockers is what blocks the squares beside a king that will not move again.
type lastBlockers struct {
	king       int
	openSets   []taskSet
	blocked    taskSet // the squares that are blocked now
	capturable taskSet // the squares to which captures may bring pieces from where they stand
	moves      int     // the moves left to the mating side, the most captures
}

// find looks for the blockers in a position in which the mating side has some moves left after the
// mated side's last one. It returns false where they do not decide.
func (l *lastBlockers) find(b *MateBound, q *mateQuery, moves int) (ok bool) {
	if q.mustDo == 0 && b.attackTables != nil {
		return false // a stalemateFinder sees more
	}
	*l = lastBlockers{king: q.king.At, moves: moves}
	entry := q.guardEntry(b, distance.Cost{Own: moves})
	d := b.DistancesFrom(board.Black, q.king.Type, q.king.At)
	for captures := range min(len(d), moves+1) {
		for king := range entry.kingSquares(q, d[captures].Within, 0) {
			if king != q.king.At {
				return false
			}
			l.openSets = entry.openSets(b, q, king)
		}
	}
	for _, a := range q.mated {
		blocks, ok := l.blocks(b, a)
		if !ok {
			return false
		}
		l.blocked |= blocks
		l.capturable |= l.capturedTo(b, a)
	}
	return true
}

// capturedTo returns the squares beside the king to which captures may bring a piece that does not
// move itself.
func (l *lastBlockers) capturedTo(b *MateBound, a distance.Piece) (squares taskSet) {
	if b.Graphs[board.Black].Captured == nil {
		return 0
	}
	d := b.DistancesFrom(board.Black, a.Type, a.At)
	for captures := 1; captures < min(len(d), l.moves+1); captures++ {
		within := &d[captures].Within[0]
		for i, sq := range b.taskSquare[l.king] {
			if within.Has(int(sq)) {
				squares |= 1 << i
			}
		}
	}
	return squares &^ b.taskAt(l.king, a.At)
}

// blocks returns the square beside the king that a piece blocks, as a set. It returns false for a
// rook that may leave without a move of its own, by castling.
func (l *lastBlockers) blocks(b *MateBound, a distance.Piece) (square taskSet, ok bool) {
	return b.taskAt(l.king, a.At), len(b.Graphs[board.Black].Castled[b.State(a.Type, a.At)]) == 0
}

// taskAt returns the task to guard a square beside a king, as a set that is empty if there is none.
func (b *MateBound) taskAt(king, at int) taskSet {
	if i := slices.Index(b.taskSquare[king], board.Square(at)); i >= 0 {
		return 1 << i
	}
	return 0
}

// judge reports whether the goal is out of reach once a piece other than the king has become
// another one, by a move that captures nothing. Known is false if the blockers do not decide.
func (l *lastBlockers) judge(b *MateBound, before, after distance.Piece) (lost, known bool) {
	arrives, ok := l.blocks(b, after)
	if !ok {
		return false, false
	}
	blocked := l.blocked&^b.taskAt(l.king, before.At) | arrives
	capturable, complete, undecided := l.capturable, false, false
	for _, open := range l.openSets {
		left := open &^ blocked
		switch {
		case left == 0:
			return false, true
		case left.count() > l.moves:
			continue
		case left&^capturable != 0 && !complete:
			capturable, complete = capturable|l.capturedTo(b, after), true
		}
		if left&^capturable == 0 {
			undecided = true
		}
	}
	return !undecided, !undecided
}
