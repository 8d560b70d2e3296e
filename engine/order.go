package engine

import (
	"math"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Where moves come in the order of trying.
const (
	firstOfAll  = 1 << 30
	goodCapture = 1 << 26
	killerMove  = 1 << 24
	badCapture  = -1 << 26
)

// man returns the man that a move moves.
func (t *thread[W]) man(f *frame[W], m kirke.Move) rules.Man { return f.view.at(m.From(), t.area) }

// prey returns the man that a move captures, 0 for none; a pawn's in passing too.
func (t *thread[W]) prey(f *frame[W], m kirke.Move) rules.Man {
	switch m.Form() {
	case rules.Ordinary:
		if prey := f.view.at(m.To(), t.area); prey != 0 && prey.Color() != f.turn {
			return prey
		}
	case rules.EnPassant:
		pawn := t.man(f, m)
		return rules.MakeMan(pawn.Kind(), pawn.Color().Other())
	}
	return 0
}

// at returns the man on a square, an imaginary one too.
func (v *view[W]) at(sq board.Square, area int) rules.Man {
	if int(sq) < area {
		return v.board[sq&255]
	}
	if i := int(sq) - area; i < len(v.Waiting) {
		return v.Waiting[i]
	}
	return 0
}

// gain returns what a move wins at once, if what it captures does not come back.
func (t *thread[W]) gain(f *frame[W], m kirke.Move) Score {
	var gain Score
	if prey := t.prey(f, m); prey != 0 {
		gain = t.value[prey.Kind()&31][0]
	}
	if q := m.Promotion(); q != 0 {
		gain += t.value[q&31][0] - pawnValue
	}
	return gain
}

// slot is where the history of a move of a man is kept: apart for each man that enters with it.
func (t *thread[W]) slot(man rules.Man, m kirke.Move) int {
	return t.entering(man.Kind(), m.Enters()) | int(m.To()&255)
}

// entering is where the histories of the moves of a kind of man with which another enters, or none, begin.
func (t *thread[W]) entering(k, enters rules.Kind) int {
	n := 0
	if enters != 0 {
		n = 1
		if enters == t.unit[1] {
			n = 2
		}
	}
	return (int(k)*3 + n) << 8
}

// trail is where what follows a move of a man is kept.
func (t *thread[W]) trail(man rules.Man, m kirke.Move) int {
	to := int(m.To())
	if to >= t.area {
		to = 0
	}
	return int(man.Kind())*t.area + to
}

// following returns what is known of moves after the one that was made so many plies before, by their trail; nil where none was made.
func (t *thread[W]) following(ply, back int) []int16 {
	if ply < back {
		return nil
	}
	before := t.frames[ply-back].trail
	if before < 0 {
		return nil
	}
	span := t.span()
	return t.continued[before*span:][:span]
}

func (t *thread[W]) span() int { return (len(t.v.Army) + 1) * t.area }

// lead puts the move that is likely to be the best first. The others need a place in the order only
// when it has failed.
func (t *thread[W]) lead(f *frame[W], best token) {
	f.ranks, f.arranged = f.ranks[:0], false
	for i, m := range f.moves {
		if best != 0 && tokenOf(m) == best {
			f.moves[0], f.moves[i] = m, f.moves[0]
			f.ranks = append(f.ranks, rankAt(firstOfAll, 0))
			return
		}
	}
}

// arrangeLoud gives captures and promotions their places in the order, before all quiet moves, but for the first that lead has put
// there. Whether they lose material is not asked here.
func (t *thread[W]) arrangeLoud(f *frame[W]) {
	f.arranged = true
	moves, ranks, theirs := f.moves, f.ranks, &f.view.All[f.turn.Other()&1]
	n := len(ranks)
	for i := n; i < len(moves); i++ {
		m := moves[i]
		if to := m.To(); m.Plain() && int(to) < t.area && !theirs.Has(to) {
			continue
		}
		prey := t.prey(f, m)
		if prey == 0 && m.Promotion() == 0 {
			continue
		}
		score := goodCapture + int32(t.gain(f, m))*16
		if prey != 0 {
			score += int32(*t.take(f, m, prey)) - int32(t.value[t.man(f, m).Kind()&31][0])/16
		}
		if m.Enters() != 0 {
			score -= 8
		}
		moves[i], moves[n] = moves[n], m
		ranks = append(ranks, rankAt(score, n))
		n++
	}
	f.ranks = ranks
}

// mover is what the order of the quiet moves of a man goes by.
type mover[W rules.Words] struct {
	history []int16           // of his moves, by what enters, and square
	trail   int               // where what follows his moves is kept, but for the square
	threats *rules.Squares[W] // where men of less value attack him
	refuge  int32             // what he earns by leaving them, and loses by going there
	leaves  bool              // he stands on one of them
	checks  *rules.Squares[W] // from where he gives check
}

// mover returns what the moves of the man on a square go by. Pawns and kings neither flee nor, here, give check.
func (t *thread[W]) mover(f *frame[W], from board.Square) mover[W] {
	man := f.view.at(from, t.area)
	k, them := man.Kind()&31, man.Color().Other()&1
	q := mover[W]{history: t.history[f.turn&1][t.entering(k, 0):][:3<<8], trail: int(k) * t.area, threats: &t.none, checks: &t.none}
	if t.pawn[k] || t.royal[k] {
		return q
	}
	class := t.class[k]
	q.threats, q.checks, q.refuge = &f.view.lesser[them][class], &f.view.Checks[them][k], refuges[class]
	q.leaves = int(from) < t.area && q.threats.Has(from)
	return q
}

// arrangeQuiet gives the other moves theirs, when no good capture is left: by how good they were, alone and after the moves before, and for taking a man
// away from where one of less value attacks it, or for giving check.
func (t *thread[W]) arrangeQuiet(ply int) {
	f := &t.frames[ply]
	var after [len(backs)][]int16 // what is known of moves after those made before
	for i, back := range backs {
		after[i] = t.following(ply, back)
	}
	ranks, area, killers := f.ranks, t.area, f.killers
	var q mover[W]
	of := board.NoSquare // whose moves q is about
	for _, m := range f.moves[len(ranks):] {
		from, to := m.From(), m.To()
		if from != of {
			of, q = from, t.mover(f, from)
		}
		score := int32(q.history[t.entering(0, m.Enters())|int(to&255)])
		trail := q.trail
		if int(to) < area {
			trail += int(to)
			if q.leaves {
				score += q.refuge
			}
			if q.threats.Has(to) {
				score -= q.refuge
			} else if q.checks.Has(to) {
				score += checkBonus
			}
		}
		for _, known := range after {
			if trail < len(known) {
				score += int32(known[trail])
			}
		}
		if m == killers[0] {
			score += killerMove
		} else if m == killers[1] {
			score += killerMove - 1
		}
		ranks = append(ranks, rankAt(score, len(ranks)))
	}
	f.ranks = ranks
}

// What moves earn in the order, in the units of history.
var refuges = [classes]int32{6000, 9000, 12000}

const checkBonus = 5000

// backs are how many half-moves before a move those were made that say what to expect of it.
var backs = [...]int{1, 2, 4}

// pick brings the best of the moves from i on to the front and returns it; where the order matters no more and all have their
// places, it returns the next. A capture that loses material is found out when its turn comes, and put behind all others.
func (t *thread[W]) pick(ply, i int, unordered bool) (kirke.Move, int32) {
	f := &t.frames[ply]
	if i == 0 && len(f.ranks) > 0 {
		return f.moves[0], f.ranks[0].score()
	}
	if !f.arranged {
		t.arrangeLoud(f)
	}
	for {
		var best rank
		if unordered && len(f.ranks) == len(f.moves) {
			best = f.ranks[i]
		} else {
			best = bestOf(f.ranks[i:])
		}
		top, score := best.place(), best.score()
		switch {
		case score < killerMove && len(f.ranks) < len(f.moves):
			t.arrangeQuiet(ply)
		case score >= goodCapture/2 && t.loses(f, f.moves[top], 0):
			f.ranks[top] = rankAt(score+badCapture-goodCapture, top)
		default:
			f.ranks[top] = rankAt(f.ranks[i].score(), top)
			f.ranks[i] = rankAt(score, i)
			f.moves[i], f.moves[top] = f.moves[top], f.moves[i]
			return f.moves[i], score
		}
	}
}

// rank is the score of a move in the order and, below it, its place among the moves of its position: the highest tells where its move is. Of
// equal scores that of the first move is the highest.
type rank int64

func rankAt(score int32, place int) rank { return rank(score)<<16 | rank(math.MaxUint16-place) }

func (r rank) score() int32 { return int32(r >> 16) }

func (r rank) place() int { return math.MaxUint16 - int(r&math.MaxUint16) }

// bestOf returns the highest of some ranks; one lower than any if there is none.
func bestOf(ranks []rank) rank {
	best, other := rankAt(math.MinInt32, 0), rankAt(math.MinInt32, 0) // two, so that neither waits for the other
	for i := 1; i < len(ranks); i += 2 {
		best, other = max(best, ranks[i-1]), max(other, ranks[i])
	}
	if n := len(ranks); n&1 != 0 {
		best = max(best, ranks[n-1])
	}
	return max(best, other)
}

// take returns the history of a capture.
func (t *thread[W]) take(f *frame[W], m kirke.Move, prey rules.Man) *int16 {
	return &t.takes[t.trail(t.man(f, m), m)*(len(t.v.Army)+1)+int(prey.Kind())]
}

const historyMost = 16000

// credit moves an entry of a history towards its bound by a bonus, which may be negative.
func credit(h *int16, bonus int) {
	v := int(*h)
	if bonus < 0 {
		v += bonus - v*-bonus/historyMost
	} else {
		v += bonus - v*bonus/historyMost
	}
	*h = int16(v)
}

// bonusFor is what a history is credited with for a search of a depth.
func bonusFor(depth int) int { return min(200*depth-60, 1950) }

// learn remembers that m was good at a ply, and that what was tried before was not.
func (t *thread[W]) learn(ply, depth int, m kirke.Move, quiet bool) {
	f := &t.frames[ply]
	turn := f.turn
	bonus := bonusFor(depth)
	if quiet {
		if f.killers[0] != m {
			f.killers[1], f.killers[0] = f.killers[0], m
		}
		t.creditQuiet(ply, m, turn, bonus)
		for _, q := range f.quiets {
			t.creditQuiet(ply, q, turn, -bonus)
		}
	} else if prey := t.prey(f, m); prey != 0 {
		credit(t.take(f, m, prey), bonus/4)
	}
	for _, c := range f.captures {
		if prey := t.prey(f, c); prey != 0 {
			credit(t.take(f, c, prey), -bonus/4)
		}
	}
}

// praise remembers that the move made at a ply, if it is quiet, left the other side without a good answer.
func (t *thread[W]) praise(ply, depth int) {
	f := &t.frames[ply]
	if f.trail >= 0 && t.prey(f, f.move) == 0 && f.move.Promotion() == 0 {
		t.creditQuiet(ply, f.move, f.turn, bonusFor(depth)/2)
	}
}

// creditAfter credits a quiet move after the moves before it.
func (t *thread[W]) creditAfter(ply int, m kirke.Move, bonus int) {
	f := &t.frames[ply]
	trail := t.trail(t.man(f, m), m)
	for _, back := range backs {
		if known := t.following(ply, back); known != nil {
			credit(&known[trail], bonus)
		}
	}
}

func (t *thread[W]) creditQuiet(ply int, m kirke.Move, turn board.Color, bonus int) {
	f := &t.frames[ply]
	credit(&t.history[turn&1][t.slot(t.man(f, m), m)], bonus)
	t.creditAfter(ply, m, bonus)
}

// exchange returns what a capture or a move wins in the exchanges on its square, when each side takes with the least man
// that attacks it, one behind those that took among them, and stops when it pays; where it captures no less than it risks, the
// difference is enough of an answer.
func (t *thread[W]) exchange(f *frame[W], m kirke.Move) Score {
	if m.Form() == rules.Castle || m.Form() == rules.Reassign {
		return 0
	}
	to := m.To()
	if int(to) >= t.area {
		return t.gain(f, m)
	}
	mover := t.man(f, m)
	us := mover.Color()
	stands := t.value[mover.Kind()&31][0]
	if q := m.Promotion(); q != 0 {
		stands = t.value[q&31][0]
	}
	gain := t.gain(f, m)
	if gain >= stands {
		return gain - stands
	}
	if !f.view.Attacks[us.Other()&1].Has(to) {
		return gain
	}
	left := f.view.All[0] // the men that have not taken
	left.Join(&f.view.All[1])
	if int(m.From()) < t.area {
		left.Remove(m.From())
	}
	takers, gains := &t.takers, &t.gains
	takers.gather(t.judge, f.view, m)
	gains[0] = gain
	n := 1
	for side := us.Other(); n < len(gains); side = side.Other() {
		taker := takers.next(side, &left)
		if taker == 0 || t.isKing(taker) && takers.next(side.Other(), &left) != 0 {
			break // a king may not take what is protected
		}
		gains[n] = stands - gains[n-1]
		stands = taker
		n++
	}
	for n--; n > 0; n-- {
		gains[n-1] = -max(-gains[n-1], gains[n])
	}
	return gains[0]
}

// loses reports whether a move loses more than so much in the exchanges on its square, where captures are for good. What it loses at most, and what
// it loses to a man of less value that takes first, says so mostly.
func (t *thread[W]) loses(f *frame[W], m kirke.Move, most Score) bool {
	k := t.man(f, m).Kind() & 31
	stands := t.value[k][0]
	if t.reborn || stands <= most {
		return false
	}
	if to := m.To(); int(to) < t.area && m.Promotion() == 0 && m.Form() == rules.Ordinary {
		gain := t.gain(f, m)
		if gain-stands >= -most {
			return false
		}
		them, class := f.turn.Other()&1, t.class[k]
		switch {
		case !f.view.Attacks[them].Has(to):
			return false
		case f.view.Guarded[them].Has(to) && gain-stands+t.value[t.pawnKind][0] < -most:
			return true
		case class > 0 && f.view.lesser[them][class].Has(to) && gain-stands+classMost[class-1] < -most:
			return true
		}
	}
	return t.exchange(f, m) < -most
}

// takers are the men that may take on a square, by colour, those of least value first.
type takers[W rules.Words] struct {
	men   [2][mostTakers]taker[W]
	count [2]int
}

const mostTakers = 12

// taker is a man that may take on a square when nobody stands on the squares of its screen; nil for none.
type taker[W rules.Words] struct {
	value  Score
	at     board.Square
	screen *rules.Squares[W]
}

// gather finds who may take on the square that a move goes to, but for the man that moves.
func (k *takers[W]) gather(j *judge[W], v *view[W], m kirke.Move) {
	to, from := m.To(), m.From()
	k.count = [2]int{}
	for c := range board.Color(2) {
		pawns := v.Pawns[c]
		pawns.Keep(&j.strike[c.Other()&1][to])
		pawns.Remove(from)
		for at := range pawns.Each {
			k.add(c, taker[W]{value: j.value[j.pawnKind][0], at: at})
		}
	}
	for i := range v.Men {
		s := &v.Men[i]
		if s.At == from || s.At == to {
			continue
		}
		kind := s.Man.Kind() & 31
		var screen *rules.Squares[W]
		if !s.Reach.Has(to) {
			if screen = j.screen(kind, s.At, to); screen == nil {
				continue
			}
		}
		k.add(s.Man.Color()&1, taker[W]{value: j.value[kind][0], at: s.At, screen: screen})
	}
}

func (k *takers[W]) add(c board.Color, man taker[W]) {
	n := k.count[c&1]
	if n == len(k.men[c&1]) {
		return
	}
	for n > 0 && k.men[c&1][n-1].value > man.value {
		k.men[c&1][n] = k.men[c&1][n-1]
		n--
	}
	k.men[c&1][n] = man
	k.count[c&1]++
}

// next takes the man of least value that a side may take with away from those that are left, and returns its value; 0 if there is none.
func (k *takers[W]) next(c board.Color, left *rules.Squares[W]) Score {
	for i := range k.count[c&1] {
		man := &k.men[c&1][i]
		if left.Has(man.at) && (man.screen == nil || man.screen.Common(left) == 0) {
			left.Remove(man.at)
			return man.value
		}
	}
	return 0
}

// isKing reports whether a value is a king's.
func (t *thread[W]) isKing(value Score) bool { return value >= 10000 }
