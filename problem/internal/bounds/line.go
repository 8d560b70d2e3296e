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
type Lines struct {
	Side     board.Color // that mates or stalemates
	Mate     bool        // else stalemate
	Turns    []Turn      // and at last what is left after all of them
	Answered bool        // an answer follows the last turn
}

// Line asks a bound about the positions of a line, turn by turn. It keeps statistics, and does not
// ask where that rarely helps.
type Line struct {
	Lines
	bound  *Bound
	pieces cast
	hold   hold
	uses   []Use     // by turn
	saved  []roll    // by turn, the pieces of its position
	kings  []squares // by turn, where the king may yet be mated, as the turns before leave it
}

// NewLine returns a Line that goes on with the statistics of shorter lines.
func NewLine(b *Bound, of Lines, before []Use) *Line {
	l := &Line{Lines: of, bound: b, pieces: cast{needed: needs(of.Mate)}}
	l.uses = make([]Use, len(l.Turns))
	for i := range l.uses {
		if left := l.left(i); left < len(before) {
			l.uses[i] = before[left]
		}
		l.kings = append(l.kings, allSquares)
	}
	return l
}

// left returns how many turns are left from turn i on.
func (l *Line) left(i int) int { return len(l.Turns) - 1 - i }

// needs returns what is needed besides the squares beside the king.
func needs(mate bool) uint16 {
	if mate {
		return checks
	}
	return 0
}

// Hopeless reports whether the goal is out of reach from p on, in which turn i is to be made, as far as it asks. If it has asked,
// the pieces are those of p.
func (l *Line) Hopeless(i int, p rules.Position) (lost, asked bool) {
	if !l.asks(i) {
		return false, false
	}
	lost = l.hopeless(i, p)
	l.uses[i].count(lost)
	return lost, true
}

func (l *Line) hopeless(i int, p rules.Position) bool {
	if !l.bound.cast(p, l.Side, &l.pieces) {
		return l.pieces.needed != 0 // without a king there is no mate, but a stalemate there may be
	}
	l.pieces.kings, l.pieces.turns = l.kings[i], l.left(i)
	moves := &l.Turns[i].Moves
	return l.bound.hopeless(&l.pieces, moves[0], moves[1])
}

// Enter begins turn i.
func (l *Line) Enter(i int) { l.kings[i+1] = l.kings[i] }

// Foresees reports whether moves of turn i may be judged before they are played, and readies that. The pieces are those of the position.
// held says that the last blockers are known.
func (l *Line) Foresees(i int) (foresees, held bool) {
	if l.pieces.king.pieceType == 0 || l.Turns[i].Series || !l.asks(i+1) {
		return false, false
	}
	for len(l.saved) <= i {
		l.saved = append(l.saved, roll{})
	}
	l.saved[i].copy(&l.pieces.roll)
	if held = l.holdAt(i); !held {
		moves := &l.Turns[i].Moves
		l.kings[i+1] = l.bound.mates(&l.pieces, moves[0], moves[1])
	}
	return true, held
}

// holdAt finds the last blockers in turn i; ok is false where they say nothing. They do in one turn of a line at most.
func (l *Line) holdAt(i int) (ok bool) {
	left := &l.Turns[i+1].Moves
	if l.Turns[i].Parry || l.Turns[i].Mating || left[1] != 0 {
		return false
	}
	l.pieces.kings = l.kings[i]
	return l.hold.find(l.bound, &l.pieces, left[0])
}

// HopelessAfter reports whether the goal is out of reach once m has been played from p in turn i. It judges only moves that change
// nothing but the place of one piece. If it has judged and there is hope, the pieces are those after the move.
func (l *Line) HopelessAfter(i int, p rules.Position, m rules.Move, held bool) (lost, judged bool) {
	if m.Form() != rules.Ordinary || l.pieces.stands(l.pieces.seen(l.bound, m.To())) {
		return false, false
	}
	t := &l.Turns[i]
	man := l.pieces.moved(l.bound, t.Mating, m)
	if man == nil {
		return false, false
	}
	was := *man
	man.at = l.pieces.seen(l.bound, m.To())
	if q := m.Promotion(); q != 0 {
		man.pieceType = q
	}
	told := false
	if held && man != &l.pieces.king {
		lost, told = l.hold.tells(l.bound, was, *man)
	}
	if l.pieces.kings, l.pieces.turns = l.kings[i+1], l.left(i+1); !told {
		moves := l.Turns[i+1].Moves
		if t.Parry && rules.GivesCheck(p, m) {
			if t.Mating {
				moves[1]++ // the answer
			} else {
				moves[0]++
			}
		}
		lost = l.bound.hopeless(&l.pieces, moves[0], moves[1])
	}
	if l.uses[i+1].count(lost); lost {
		*man = was
	}
	return lost, true
}

// Back makes the pieces those of the position in turn i again.
func (l *Line) Back(i int) { l.pieces.roll.copy(&l.saved[i]) }

// asks reports whether the bound is to be asked of positions in turn i. Before many moves it always is, unless it has never been of use then nor a turn later, but in a series, of which it sees less.
func (l *Line) asks(i int) bool {
	u := &l.uses[i]
	u.turn++
	left, rare := l.left(i), rareUse
	if left == 1 && !l.Answered {
		rare = lastUse
	}
	ever := left > fewTurns && !l.Turns[i].Series && !(u.useless() && l.uses[i+1].useless())
	return ever || u.asked < fairTrial || u.useful*rare >= u.asked || u.again()
}

// Uses returns of what use the bound was, by the number of turns left.
func (l *Line) Uses() []Use {
	uses := slices.Clone(l.uses)
	slices.Reverse(uses)
	return uses
}

// Use is how often the bound was asked about positions in a turn, and said that there is no hope.
type Use struct{ turn, next, asked, useful int }

// useless reports whether the bound was asked often enough, and said nothing.
func (u *Use) useless() bool { return u.asked >= fairTrial && u.useful == 0 }

// again reports whether it is time to ask the bound although it was of no use: ever more seldom.
func (u *Use) again() bool {
	if u.turn < u.next {
		return false
	}
	u.next = u.turn + max(seldom, u.turn/4)
	return true
}

func (u *Use) count(lost bool) {
	if u.asked++; lost {
		u.useful++
	}
}

// fairTrial is how often the bound is asked before it may be found of no use, which it is when it helps less than once in rareUse times, or before the last move, when
// there is little to save, in lastUse times; seldom is every how manieth time it is asked then, at first.
const (
	fairTrial = 16
	rareUse   = 256
	lastUse   = 2
	seldom    = 64
	fewTurns  = 3
)
