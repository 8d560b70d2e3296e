package engine

import (
	"math"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// The order of moves: the table's move, captures that do not lose material, killers, quiet moves by
// their histories, captures that lose material. Each group is scored only when the search comes to
// it: most nodes end with one of the first moves.

// The scores of the groups. Within a group smaller numbers are added.
const (
	tableMoveScore   = 1 << 30
	goodCaptureScore = 1 << 26
	killerScore      = 1 << 24
	badCaptureScore  = -1 << 26
)

// putFirst puts the table's move first.
func (t *thread[W]) putFirst(ss *stackEntry[W], best token) {
	ss.scores, ss.capturesScored = ss.scores[:0], false
	for i, m := range ss.moves {
		if best != 0 && tokenOf(m) == best {
			ss.moves[0], ss.moves[i] = m, ss.moves[0]
			ss.scores = append(ss.scores, newMoveScore(tableMoveScore, 0))
			return
		}
	}
}

// scoreCaptures scores captures and promotions and puts them before all quiet moves: by the value
// of the victim, their history, and the value of the capturer. pickMove finds out which of them
// lose material.
func (t *thread[W]) scoreCaptures(ss *stackEntry[W]) {
	ss.capturesScored = true
	moves, scores, theirs := ss.moves, ss.scores, &ss.info.All[ss.turn.Other()&1]
	n := len(scores)
	for i := n; i < len(moves); i++ {
		m := moves[i]
		if to := m.To(); m.Plain() && int(to) < t.area && !theirs.Has(to) {
			continue
		}
		victim := t.capturedPiece(ss, m)
		if victim == 0 && m.Promotion() == 0 {
			continue
		}
		score := goodCaptureScore + int32(t.gain(ss, m))*16
		if victim != 0 {
			score += int32(*t.captureHistory(ss, m, victim)) - int32(t.value[t.piece(ss, m).Type()&31][0])/16
		}
		if m.Gated() != 0 {
			score -= 8
		}
		moves[i], moves[n] = moves[n], m
		scores = append(scores, newMoveScore(score, n))
		n++
	}
	ss.scores = scores
}

// quietScorer has what the scores of one piece's quiet moves depend on.
type quietScorer[W rules.Words] struct {
	history      []int16           // by gated piece and square
	continuation int               // the continuationIndex of a move to square 0
	threats      *rules.Squares[W] // squares that opposing pieces of less value attack
	escapeBonus  int32             // for leaving these squares; lost for going there
	threatened   bool              // the piece stands on one of them
	checks       *rules.Squares[W] // squares from which it gives check
}

// newQuietScorer returns the scorer of the piece that makes a move. Threats and checks do not count
// for pawns and kings.
func (t *thread[W]) newQuietScorer(ss *stackEntry[W], m kirke.Move) quietScorer[W] {
	from, pc := m.From(), t.piece(ss, m)
	k, them := pc.Type()&31, pc.Color().Other()&1
	q := quietScorer[W]{
		history: t.history[ss.turn&1][t.historyBase(k, 0):][:3<<8], continuation: int(k) * t.area,
		threats: &t.none, checks: &t.none,
	}
	if t.pawn[k] || t.royal[k] {
		return q
	}
	class := t.class[k]
	q.threats, q.checks = &ss.info.attackedByLesser[them][class], &ss.info.Checks[them][k]
	q.escapeBonus = escapeBonuses[class]
	q.threatened = m.Form() != rules.Drop && int(from) < t.area && q.threats.Has(from)
	return q
}

// scoreQuiets scores the quiet moves: by their histories, with a bonus for leaving the attack of a
// piece of less value or for giving check, and a penalty for going into such an attack.
func (t *thread[W]) scoreQuiets(ply int) {
	ss := &t.stack[ply]
	var continuations [len(continuationPlies)][]int16
	for i, back := range continuationPlies {
		continuations[i] = t.continuationAfter(ply, back)
	}
	scores, area, killers := ss.scores, t.area, ss.killers
	var q quietScorer[W]
	scored, held := board.NoSquare, kirke.PieceType(0) // the square of q's piece, or its type in hand
	for _, m := range ss.moves[len(scores):] {
		from, to := m.From(), m.To()
		if k := m.Dropped(); k != held || k == 0 && from != scored {
			scored, held, q = from, k, t.newQuietScorer(ss, m)
		}
		score := int32(q.history[t.historyBase(0, m.Gated())|int(to&255)])
		index := q.continuation
		if int(to) < area {
			index += int(to)
			if q.threatened {
				score += q.escapeBonus
			}
			if q.threats.Has(to) {
				score -= q.escapeBonus
			} else if q.checks.Has(to) {
				score += checkBonus
			}
		}
		for _, after := range continuations {
			if index < len(after) {
				score += int32(after[index])
			}
		}
		if m == killers[0] {
			score += killerScore
		} else if m == killers[1] {
			score += killerScore - 1
		}
		scores = append(scores, newMoveScore(score, len(scores)))
	}
	ss.scores = scores
}

// escapeBonuses are by the class of the piece, in the units of history.
var escapeBonuses = [classes]int32{6000, 9000, 12000}

// checkBonus is in the units of history.
const checkBonus = 5000

// pickMove moves the best of the moves from i on to i, and returns it with its score. If they need
// no order and all are scored, it takes the next. A capture that loses material goes behind all
// others when its turn comes.
func (t *thread[W]) pickMove(ply, i int, unordered bool) (kirke.Move, int32) {
	ss := &t.stack[ply]
	if i == 0 && len(ss.scores) > 0 {
		return ss.moves[0], ss.scores[0].score()
	}
	if !ss.capturesScored {
		t.scoreCaptures(ss)
	}
	for {
		var best moveScore
		if unordered && len(ss.scores) == len(ss.moves) {
			best = ss.scores[i]
		} else {
			best = bestOf(ss.scores[i:])
		}
		top, score := best.index(), best.score()
		switch {
		case score < killerScore && len(ss.scores) < len(ss.moves):
			t.scoreQuiets(ply)
		case score >= goodCaptureScore/2 && t.losesMoreThan(ss, ss.moves[top], 0):
			ss.scores[top] = newMoveScore(score+badCaptureScore-goodCaptureScore, top)
		default:
			ss.scores[top] = newMoveScore(ss.scores[i].score(), top)
			ss.scores[i] = newMoveScore(score, i)
			ss.moves[i], ss.moves[top] = ss.moves[top], ss.moves[i]
			return ss.moves[i], score
		}
	}
}

// moveScore is the score of a move and, in the low bits, the complement of its index: the highest
// moveScore has the highest score and, among equals, the lowest index.
type moveScore int64

func newMoveScore(score int32, index int) moveScore {
	return moveScore(score)<<16 | moveScore(math.MaxUint16-index)
}

func (s moveScore) score() int32 { return int32(s >> 16) }

func (s moveScore) index() int { return math.MaxUint16 - int(s&math.MaxUint16) }

// bestOf returns the highest score, and the lowest possible if there are none.
func bestOf(scores []moveScore) moveScore {
	// Two maxima, so that the processor can compute both at once.
	best, other := newMoveScore(math.MinInt32, 0), newMoveScore(math.MinInt32, 0)
	for i := 1; i < len(scores); i += 2 {
		best, other = max(best, scores[i-1]), max(other, scores[i])
	}
	if n := len(scores); n&1 != 0 {
		best = max(best, scores[n-1])
	}
	return max(best, other)
}
