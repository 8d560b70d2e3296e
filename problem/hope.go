package problem

import (
	"slices"

	"github.com/kirke-chess/kirke/rules"
)

// What a search for lines asks of the bound and of the final pictures, which say where nothing is to be hoped for.

// sides puts the side that mates or stalemates first.
func (l *liner) sides(moves [2]int) [2]int {
	return [2]int{moves[l.mating], moves[l.mating.Other()]}
}

// pace finds out what pictures may take after each turn, and makes room for what is remembered by turn. Of what use the bound was in a shorter script is known by the
// number of turns left.
func (l *liner) pace(before []use) {
	l.uses = make([]use, len(l.turns)+1)
	for i := range l.uses {
		if left := len(l.turns) - i; left < len(before) {
			l.uses[i] = before[left]
		}
	}
	for i := range l.turns {
		moves := l.left(i + 1)
		l.limits = append(l.limits, limitsOf(l.sides(moves)))
		l.others = append(l.others, l.limitsOfOther(moves))
	}
}

// limitsOfOther returns what the pictures of the goal that the other side could reach with the last move but one may take when each side has so many moves.
func (l *liner) limitsOfOther(moves [2]int) sight { return limitsOf(lessLast(moves, l.final)) }

// limit returns what pictures may take after m in turn i, and whether only the last move is left then.
func (l *liner) limit(i int, m rules.Move) (limits sight, last bool) {
	if l.parried(i, m) {
		return limitsOf(l.sides(l.after(i, m))), false
	}
	return l.limits[i], l.beforeLast(i)
}

// ways returns which moves of turn i may lead to final pictures, and to those of the other goal.
func (l *liner) ways(i int) (ways, others paths) {
	side, moves := l.turns[i].side, l.left(i+1)
	if l.other != nil && i < len(l.turns)-2 {
		n := int(side ^ l.final.Other())
		others = l.other.paths(n, lessLast(moves, l.final)[n])
	}
	return l.visit.paths(int(side^l.mating), moves[side]), others
}

// hopeless reports whether the goal is out of reach of the turns from i on.
func (l *liner) hopeless(i int) bool {
	moves := l.left(i)
	if !l.bound.cast(l.now(), l.mating, &l.men) {
		return l.men.needed != 0 // without a king there is no mate, but a stalemate there may be
	}
	l.men.kings, l.men.turns = l.kings[i], len(l.turns)-i
	return l.bound.hopeless(&l.men, moves[l.mating], moves[l.mating.Other()])
}

// doomed is hopeless, unless that is not asked because it was of no use before. If it was asked, the men are those of the position.
func (l *liner) doomed(i int) (lost, asked bool) {
	if !l.asks(i) {
		return false, false
	}
	lost = l.hopeless(i)
	l.uses[i].count(lost)
	return lost, true
}

// asks reports whether the bound is to be asked of positions in turn i. Before many moves it always is, unless it has never been of use then nor a turn later, but in a series, of which it sees less.
func (l *liner) asks(i int) bool {
	u := &l.uses[i]
	u.turn++
	left, rare := len(l.turns)-i, rareUse
	if left == 1 && l.answered() == 0 {
		rare = lastUse
	}
	ever := left > fewTurns && !l.inSeries(i) && !(u.useless() && l.uses[i+1].useless())
	return ever || u.asked < fairTrial || u.useful*rare >= u.asked || u.again()
}

// byLeft returns of what use the bound was, by the number of turns left.
func (l *liner) byLeft() []use {
	uses := slices.Clone(l.uses)
	slices.Reverse(uses)
	return uses
}

// use is how often the bound was asked about positions in a turn, and said that there is no hope.
type use struct{ turn, next, asked, useful int }

// useless reports whether the bound was asked often enough, and said nothing.
func (u *use) useless() bool { return u.asked >= fairTrial && u.useful == 0 }

// again reports whether it is time to ask the bound although it was of no use: ever more seldom.
func (u *use) again() bool {
	if u.turn < u.next {
		return false
	}
	u.next = u.turn + max(seldom, u.turn/4)
	return true
}

func (u *use) count(lost bool) {
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

// save keeps the men of turn i.
func (l *liner) save(i int) {
	for len(l.saved) <= i {
		l.saved = append(l.saved, roll{})
	}
	l.saved[i].copy(&l.men.roll)
}

// futile reports whether the goal is out of reach once m has been played in turn i, as can be told of a move that changes
// nothing but the place of a man; held says that it is known what is held in that turn. If it is not, the men are those after the move.
func (l *liner) futile(i int, m rules.Move, held bool) bool {
	if m.Form() != rules.Ordinary || l.men.stands(l.men.seen(l.bound, m.To())) {
		return false
	}
	t := l.turns[i]
	man := l.men.moved(l.bound, t.side == l.mating, m)
	if man == nil {
		return false
	}
	was := *man
	man.at = l.men.seen(l.bound, m.To())
	if q := m.Promotion(); q != 0 {
		man.kind = q
	}
	lost, told := false, false
	if held && man != &l.men.king {
		lost, told = l.hold.tells(l.bound, was, *man)
	}
	if l.men.kings, l.men.turns = l.kings[i+1], len(l.turns)-i-1; !told {
		moves := l.after(i, m)
		lost = l.bound.hopeless(&l.men, moves[l.mating], moves[l.mating.Other()])
	}
	if l.uses[i+1].count(lost); lost {
		*man = was
		return true
	}
	l.ready = true
	return false
}
