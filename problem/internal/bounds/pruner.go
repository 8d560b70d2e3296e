package bounds

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/rules"
)

// This file has Pruner, which asks a MateBound about the positions of a search and counts how often
// that pays. attacks.go comes next, the first file about mating pictures.

// Turn is one turn of a sequence.
type Turn struct {
	Moves  [2]int // the moves left from this turn on: of the mating side, of the other
	Mating bool   // the mating side makes it
	Series bool   // it is one of several turns in a row of its side
	Parry  bool   // a check in it is answered before the series goes on
}

// Sequence is the turns of a search and their goal.
type Sequence struct {
	Side     board.Color // the side that mates or stalemates
	Mate     bool        // the goal is a mate, else a stalemate
	Turns    []Turn      // the last entry is what is left after all turns
	Answered bool        // an answer follows the last turn
}

// Pruner asks a MateBound whether the goal of a search is out of reach. Only one thread may use it.
type Pruner struct {
	Sequence
	bound *MateBound
	query mateQuery
	stats []Stats              // by turn
	saved []pieceList          // by turn: the pieces of its position
	kings []distance.SquareSet // by turn: the king squares that the turns before it do not exclude
}

// NewPruner returns a Pruner that goes on with the statistics of a shorter sequence.
func NewPruner(b *MateBound, s Sequence, before []Stats) *Pruner {
	p := &Pruner{Sequence: s, bound: b, query: mateQuery{mustDo: goalTask(s.Mate)}}
	p.stats = make([]Stats, len(p.Turns))
	for i := range p.stats {
		if left := p.left(i); left < len(before) {
			p.stats[i] = before[left]
		}
		p.kings = append(p.kings, distance.AllSquares)
	}
	return p
}

// left returns how many turns follow turn i.
func (p *Pruner) left(i int) int { return len(p.Turns) - 1 - i }

// goalTask returns the tasks of a goal besides the squares beside the king.
func goalTask(mate bool) taskSet {
	if mate {
		return checkTask
	}
	return 0
}

// OutOfReach reports whether the goal is out of reach from a position before turn i. Asked is false
// if it did not look, because that rarely pays. If it did, the pieces of the position are known to
// PrepareMoves.
func (p *Pruner) OutOfReach(i int, position rules.Position) (lost, asked bool) {
	if !p.pays(i) {
		return false, false
	}
	lost = p.outOfReach(i, position)
	p.stats[i].count(lost)
	return lost, true
}

func (p *Pruner) outOfReach(i int, position rules.Position) bool {
	if !p.query.read(p.bound, position, p.Side) {
		return p.query.mustDo != 0 // without a king there is no mate, but perhaps a stalemate
	}
	p.query.kingSquares, p.query.turns = p.kings[i], p.left(i)
	moves := &p.Turns[i].Moves
	return p.bound.outOfReach(&p.query, moves[0], moves[1])
}

// Enter begins turn i.
func (p *Pruner) Enter(i int) { p.kings[i+1] = p.kings[i] }

// PrepareMoves reports whether OutOfReachAfter can judge the moves of turn i, and prepares that.
func (p *Pruner) PrepareMoves(i int) (ok bool) {
	if p.query.king.Type == 0 || p.Turns[i].Series || !p.pays(i+1) {
		return false
	}
	for len(p.saved) <= i {
		p.saved = append(p.saved, pieceList{})
	}
	p.saved[i].copy(&p.query.pieceList)
	moves := &p.Turns[i].Moves
	p.kings[i+1] = p.bound.mateSquares(&p.query, moves[0], moves[1])
	return true
}

// OutOfReachAfter reports whether the goal is out of reach after m in turn i, without playing it.
// Judged is false for moves that change more than the place of one piece. If a move is judged and
// not lost, the pieces are those after it until Restore.
func (p *Pruner) OutOfReachAfter(i int, position rules.Position, m rules.Move) (lost, judged bool) {
	q, t := &p.query, &p.Turns[i]
	to := q.orient(p.bound, m.To())
	if m.Form() != rules.Ordinary || q.isOccupied(to) {
		return false, false
	}
	piece := q.moved(p.bound, t.Mating, m)
	if piece == nil {
		return false, false
	}
	before := *piece
	*piece = before.MoveTo(to, m)
	q.kingSquares, q.turns = p.kings[i+1], p.left(i+1)
	moves := p.Turns[i+1].Moves
	if t.Parry && rules.GivesCheck(position, m) { // the answer is one more move
		if t.Mating {
			moves[1]++
		} else {
			moves[0]++
		}
	}
	lost = p.bound.outOfReach(q, moves[0], moves[1])
	if p.stats[i+1].count(lost); lost {
		*piece = before
	}
	return lost, true
}

// Restore makes the pieces those of the position before turn i.
func (p *Pruner) Restore(i int) { p.query.pieceList.copy(&p.saved[i]) }

// When a Pruner asks the bound. Speed depends on these numbers, solutions do not.
const (
	minTrials      = 16  // times that the bound is asked before it may be found useless
	rareCutoffs    = 256 // it is useless with less than one cutoff in so many
	rareCutoffsEnd = 2   // the same before the last move, when a cutoff saves little
	retryInterval  = 64  // positions after which a useless bound is first asked again
	lastTurns      = 3   // up to so many turns before the end the cutoffs are counted
)

// pays reports whether to ask the bound about a position before turn i. Further from the end than
// lastTurns it is always asked, unless it was useless both there and one turn later. In a series
// only the statistics count.
func (p *Pruner) pays(i int) bool {
	s := &p.stats[i]
	s.positions++
	left, rare := p.left(i), rareCutoffs
	if left == 1 && !p.Answered {
		rare = rareCutoffsEnd
	}
	always := left > lastTurns && !p.Turns[i].Series && !(s.useless() && p.stats[i+1].useless())
	return always || s.asked < minTrials || s.cutoffs*rare >= s.asked || s.retry()
}

// Stats returns the statistics by the number of turns left.
func (p *Pruner) Stats() []Stats {
	stats := slices.Clone(p.stats)
	slices.Reverse(stats)
	return stats
}

// Stats counts how often the bound was asked in one turn, and how often it gave a cutoff.
type Stats struct{ positions, next, asked, cutoffs int }

func (s *Stats) useless() bool { return s.asked >= minTrials && s.cutoffs == 0 }

// retry reports whether it is time to ask a useless bound again. The intervals grow.
func (s *Stats) retry() bool {
	if s.positions < s.next {
		return false
	}
	s.next = s.positions + max(retryInterval, s.positions/4)
	return true
}

func (s *Stats) count(cutoff bool) {
	if s.asked++; cutoff {
		s.cutoffs++
	}
}
