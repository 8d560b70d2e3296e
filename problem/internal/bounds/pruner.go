package bounds

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Turn is a turn of the lines that a Line is about.
type Turn struct {
	Moves  [2]int // left to the mating side and to the other, from this turn on
	Mating bool   // the mating side makes it
	Series bool   // it is one of several turns of its side in a row
	Parry  bool   // a check in it is answered before the series goes on
}

// Lines are what the lines of one search have in common.
type Script struct {
	Side     board.Color // that mates or stalemates
	Mate     bool        // else stalemate
	Turns    []Turn      // and at last what is left after all of them
	Answered bool        // an answer follows the last turn
}

// Line asks a bound about the positions of a line, turn by turn. It keeps statistics, and does not
// ask where that rarely helps.
type Pruner struct {
	Script
	bound    *MateBound
	query    mateQuery
	blockers lastBlockers
	stats    []Stats     // by turn
	saved    []pieceList // by turn, the pieces of its position
	kings    []squareSet // by turn, where the king may yet be mated, as the turns before leave it
}

// NewLine returns a Line that goes on with the statistics of shorter lines.
func NewPruner(b *MateBound, of Script, before []Stats) *Pruner {
	l := &Pruner{Script: of, bound: b, query: mateQuery{mustDo: tasksFor(of.Mate)}}
	l.stats = make([]Stats, len(l.Turns))
	for i := range l.stats {
		if left := l.left(i); left < len(before) {
			l.stats[i] = before[left]
		}
		l.kings = append(l.kings, everySquare)
	}
	return l
}

// left returns how many turns are left from turn i on.
func (l *Pruner) left(i int) int { return len(l.Turns) - 1 - i }

// needs returns what is needed besides the squares beside the king.
func tasksFor(mate bool) uint16 {
	if mate {
		return checkTask
	}
	return 0
}

// Hopeless reports whether the goal is out of reach from p on, in which turn i is to be made, as far as it asks. If it has asked,
// the pieces are those of p.
func (l *Pruner) OutOfReach(i int, p rules.Position) (lost, asked bool) {
	if !l.asks(i) {
		return false, false
	}
	lost = l.outOfReach(i, p)
	l.stats[i].count(lost)
	return lost, true
}

func (l *Pruner) outOfReach(i int, p rules.Position) bool {
	if !l.bound.read(p, l.Side, &l.query) {
		return l.query.mustDo != 0 // without a king there is no mate, but a stalemate there may be
	}
	l.query.kingSquares, l.query.turns = l.kings[i], l.left(i)
	moves := &l.Turns[i].Moves
	return l.bound.outOfReach(&l.query, moves[0], moves[1])
}

// Enter begins turn i.
func (l *Pruner) Enter(i int) { l.kings[i+1] = l.kings[i] }

// Foresees reports whether moves of turn i may be judged before they are played, and readies that. The pieces are those of the position.
// held says that the last blockers are known.
func (l *Pruner) PrepareMoves(i int) (foresees, held bool) {
	if l.query.king.pieceType == 0 || l.Turns[i].Series || !l.asks(i+1) {
		return false, false
	}
	for len(l.saved) <= i {
		l.saved = append(l.saved, pieceList{})
	}
	l.saved[i].copy(&l.query.pieceList)
	if held = l.findBlockers(i); !held {
		moves := &l.Turns[i].Moves
		l.kings[i+1] = l.bound.mateSquares(&l.query, moves[0], moves[1])
	}
	return true, held
}

// holdAt finds the last blockers in turn i; ok is false where they say nothing. They do in one turn of a line at most.
func (l *Pruner) findBlockers(i int) (ok bool) {
	left := &l.Turns[i+1].Moves
	if l.Turns[i].Parry || l.Turns[i].Mating || left[1] != 0 {
		return false
	}
	l.query.kingSquares = l.kings[i]
	return l.blockers.find(l.bound, &l.query, left[0])
}

// HopelessAfter reports whether the goal is out of reach once m has been played from p in turn i. It judges only moves that change
// nothing but the place of one piece. If it has judged and there is hope, the pieces are those after the move.
func (l *Pruner) OutOfReachAfter(i int, p rules.Position, m rules.Move, held bool) (lost, judged bool) {
	if m.Form() != rules.Ordinary || l.query.isOccupied(l.query.orient(l.bound, m.To())) {
		return false, false
	}
	t := &l.Turns[i]
	man := l.query.moved(l.bound, t.Mating, m)
	if man == nil {
		return false, false
	}
	was := *man
	man.at = l.query.orient(l.bound, m.To())
	if q := m.Promotion(); q != 0 {
		man.pieceType = q
	}
	told := false
	if held && man != &l.query.king {
		lost, told = l.blockers.judge(l.bound, was, *man)
	}
	if l.query.kingSquares, l.query.turns = l.kings[i+1], l.left(i+1); !told {
		moves := l.Turns[i+1].Moves
		if t.Parry && rules.GivesCheck(p, m) {
			if t.Mating {
				moves[1]++ // the answer
			} else {
				moves[0]++
			}
		}
		lost = l.bound.outOfReach(&l.query, moves[0], moves[1])
	}
	if l.stats[i+1].count(lost); lost {
		*man = was
	}
	return lost, true
}

// Back makes the pieces those of the position in turn i again.
func (l *Pruner) Restore(i int) { l.query.pieceList.copy(&l.saved[i]) }

// asks reports whether the bound is to be asked of positions in turn i. Before many moves it always is, unless it has never been of use then nor a turn later, but in a series, of which it sees less.
func (l *Pruner) asks(i int) bool {
	u := &l.stats[i]
	u.positions++
	left, rare := l.left(i), rareCutoffs
	if left == 1 && !l.Answered {
		rare = rareCutoffsLast
	}
	ever := left > lastTurns && !l.Turns[i].Series && !(u.useless() && l.stats[i+1].useless())
	return ever || u.asked < minTrials || u.cutoffs*rare >= u.asked || u.retry()
}

// Uses returns of what use the bound was, by the number of turns left.
func (l *Pruner) Stats() []Stats {
	uses := slices.Clone(l.stats)
	slices.Reverse(uses)
	return uses
}

// Use is how often the bound was asked about positions in a turn, and said that there is no hope.
type Stats struct{ positions, next, asked, cutoffs int }

// useless reports whether the bound was asked often enough, and said nothing.
func (u *Stats) useless() bool { return u.asked >= minTrials && u.cutoffs == 0 }

// again reports whether it is time to ask the bound although it was of no use: ever more seldom.
func (u *Stats) retry() bool {
	if u.positions < u.next {
		return false
	}
	u.next = u.positions + max(retryInterval, u.positions/4)
	return true
}

func (u *Stats) count(lost bool) {
	if u.asked++; lost {
		u.cutoffs++
	}
}

// fairTrial is how often the bound is asked before it may be found of no use, which it is when it helps less than once in rareUse times, or before the last move, when
// there is little to save, in lastUse times; seldom is every how manieth time it is asked then, at first.
const (
	minTrials       = 16
	rareCutoffs     = 256
	rareCutoffsLast = 2
	retryInterval   = 64
	lastTurns       = 3
)
