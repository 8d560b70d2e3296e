package engine

import (
	"unsafe"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/engine/nn"
	"github.com/kirke-chess/kirke/internal/prefetch"
	"github.com/kirke-chess/kirke/rules"
)

// A thread keeps the line that it searches on a stack, one entry for each ply. This file makes
// moves on it, and answers what the search asks about a position.

// stackEntry is a position of the line, with what is known of it.
type stackEntry[W rules.Words] struct {
	p        rules.Position
	surveyor rules.Surveyor[W] // p
	turn     board.Color
	check    bool

	info    *boardInfo[W] // ownInfo, or after a pass that of the position before
	ownInfo boardInfo[W]
	ownKey  uint64         // the key of the position in ownInfo
	rawEval Score          // of the position in info, or noEval
	static  Score          // corrected; -infinity in check
	eval    Score          // static, or the table's score if that is nearer to the truth
	sums    nn.Accumulator // of the network, if there is one

	moves          []kirke.Move
	scores         []moveScore  // of the first moves; the others are not ordered yet
	capturesScored bool         // captures and promotions have scores
	quiets         []kirke.Move // tried at this node
	captures       []kirke.Move // tried at this node
	killers        [2]kirke.Move
	excluded       token // the move that a singular extension leaves out
	cutoffs        int   // of nodes at this ply since the node two plies before began; 2 for one without a table move

	move              kirke.Move // made here
	moveNumber        int        // of move, from 0, in the order of the search
	continuation      int        // the continuationIndex of move; -1 for a pass
	tableMoveCaptures bool
	pv                []kirke.Move
}

// setPosition sets the position of an entry.
func (ss *stackEntry[W]) setPosition(p rules.Position) {
	ss.p, ss.surveyor, ss.turn, ss.check = p, p.(rules.Surveyor[W]), p.Turn(), p.InCheck()
}

// countNode counts a node, and looks at the limits every 256 nodes.
func (t *thread[W]) countNode() {
	t.nodes++
	if t.nodes&255 != 0 {
		return
	}
	t.shareCounts()
	if t.number == 0 && (t.timeUp() || t.limits.Nodes > 0 && t.session.nodes() >= t.limits.Nodes ||
		t.strength.nodes > 0 && t.nodes >= t.strength.nodes && t.completedDepth > 0) {
		t.stop()
	}
}

// makeMove puts the position after a move on the stack and returns its entry.
func (t *thread[W]) makeMove(ply int, m kirke.Move) *stackEntry[W] {
	ss, next := &t.stack[ply], &t.stack[ply+1]
	spare := next.p
	if next.p = rules.PlayOn(ss.p, m, spare); next.p != spare {
		next.surveyor = next.p.(rules.Surveyor[W])
	}
	t.table.prefetch(next.p.Key())
	next.turn, next.check = next.p.Turn(), next.p.InCheck()
	ss.continuation, ss.move = t.continuationIndex(t.piece(ss, m), m), m
	return next
}

// searchChild searches the position after a move, and returns its score for the side that made the
// move. In a series that side may be to move again.
func (t *thread[W]) searchChild(ply, depth int, alpha, beta Score, cut bool) Score {
	if t.series && t.stack[ply+1].turn == t.stack[ply].turn {
		return t.search(ply+1, depth, alpha, beta, cut)
	}
	return -t.search(ply+1, depth, -beta, -alpha, cut)
}

// isRepetition reports whether the position at a ply counts as a draw by repetition, or is one by
// idle moves. One repetition of a position after the root is enough: a side that could avoid it
// would have done so before. Of earlier positions it takes two.
func (t *thread[W]) isRepetition(ply int, key uint64) bool {
	p := t.stack[ply].p
	half, _ := p.Clock()
	if half >= t.idleLimit {
		return !p.InCheck() || p.HasLegalMove()
	}
	// Nothing repeats a position from before the last capture or pawn move, unless captured pieces
	// are reborn.
	last := len(t.keys)
	first := 0
	if !t.rebirth && !t.series {
		first = max(0, last-half)
	}
	seen := 0
	for i := last - 2; i >= first; i-- {
		if t.keys[i] == key {
			if i >= t.rootIndex {
				return true
			}
			if seen++; seen == 2 {
				return true
			}
		}
	}
	return false
}

// isDeadDraw reports whether the position is a draw because nobody can mate, or because of a bare
// king.
func (t *thread[W]) isDeadDraw(ss *stackEntry[W]) bool {
	info := ss.info
	if info.pieceCount[0]+info.pieceCount[1] <= 2 && t.onlyMinors(info) && ss.p.Dead() {
		return true
	}
	return t.bareKing && (info.pieceCount[0] == 0 || info.pieceCount[1] == 0) &&
		rules.BareKing(ss.p, ss.turn) && ss.p.HasLegalMove()
}

// onlyMinors reports whether there is nothing on the board but kings, knights and bishops. With other
// pieces no position is dead, and rules.Position.Dead takes long to say so.
func (t *thread[W]) onlyMinors(info *boardInfo[W]) bool {
	for i := range info.Pieces {
		if k := info.Pieces[i].Piece.Type() & 31; !t.royal[k] && !t.minor[k] {
			return false
		}
	}
	return info.Pawns[0].Count()+info.Pawns[1].Count() == 0
}

// updateInfo sets the info of the position at a ply, whose key is given. Another search of the
// position may have set it. After a pass it is that of the position before.
func (t *thread[W]) updateInfo(ply int, key uint64) {
	ss := &t.stack[ply]
	if ply > 0 && t.stack[ply-1].continuation < 0 {
		before := &t.stack[ply-1]
		ss.info, ss.rawEval = before.info, noEval
		if before.rawEval != noEval && t.net == nil { // a network sees who is to move
			ss.rawEval = Score(2*t.weights.Tempo) - before.rawEval
		}
		return
	}
	if ss.info == &ss.ownInfo && ss.ownKey == key {
		return
	}
	ss.info, ss.ownKey, ss.rawEval = &ss.ownInfo, key, noEval
	t.readPosition(ss.surveyor, ss.info)
}

// staticEval returns the evaluation of a position, raw and corrected. The raw one may be known from
// the table; otherwise known is noEval.
func (t *thread[W]) staticEval(ply int, known Score) (raw, corrected Score) {
	ss := &t.stack[ply]
	half, _ := ss.p.Clock()
	turn := ss.turn
	corrections := t.correctionEntries(ss, turn)
	if raw = known; raw == noEval {
		if raw = ss.rawEval; raw == noEval {
			for _, c := range corrections {
				prefetch.Line(unsafe.Pointer(c))
			}
			if t.net != nil && !t.chasesKing(ss.info) {
				raw = t.evaluateLearned(ply, half)
			} else {
				raw = t.evaluate(ss.info, turn, half, t.pawnTable)
			}
		}
	}
	ss.rawEval = raw
	sum := 0
	for _, c := range corrections {
		sum += int(*c)
	}
	corrected = raw + Score(sum/correctionUnit)
	return raw, max(-mateBound+1, min(mateBound-1, corrected))
}

// correctionUnit divides the sum of a position's corrections, which are in 32nds of a centipawn:
// half of them count.
const correctionUnit = 64

// correctionEntries returns the corrections for a position: by how much searches of positions with
// the same pawns, or the same other pieces of a side, differed from their evaluations. Without
// them: −26 ± 89.
func (t *thread[W]) correctionEntries(ss *stackEntry[W], turn board.Color) [3]*int16 {
	info := ss.info
	at := func(table int, key uint64) *int16 { return &t.corrections[table][turn&1][key&(1<<14-1)] }
	return [3]*int16{at(0, info.pawnKey), at(1, info.nonPawnKey[0]), at(2, info.nonPawnKey[1])}
}

// piece returns the piece that moves or is dropped.
func (t *thread[W]) piece(ss *stackEntry[W], m kirke.Move) rules.Piece {
	if k := m.Dropped(); k != 0 {
		return rules.MakePiece(k, ss.turn)
	}
	return ss.info.at(m.From(), t.area)
}

// capturedPiece returns the piece that a move captures, also en passant; 0 for none.
func (t *thread[W]) capturedPiece(ss *stackEntry[W], m kirke.Move) rules.Piece {
	switch m.Form() {
	case rules.Ordinary:
		if victim := ss.info.at(m.To(), t.area); victim != 0 && victim.Color() != ss.turn {
			return victim
		}
	case rules.EnPassant:
		pawn := t.piece(ss, m)
		return rules.MakePiece(pawn.Type(), pawn.Color().Other())
	}
	return 0
}

// gain returns the material that a move wins at once, if captured pieces are not reborn.
func (t *thread[W]) gain(ss *stackEntry[W], m kirke.Move) Score {
	var gain Score
	if victim := t.capturedPiece(ss, m); victim != 0 {
		gain = t.value[victim.Type()&31][0]
	}
	if promoted := m.Promotion(); promoted != 0 {
		gain += t.value[promoted&31][0] - pawnValue
	}
	return gain
}
