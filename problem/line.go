package problem

import (
	"cmp"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/bounds"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// turn is one half-move of a line.
type turn struct {
	side   board.Color
	number int  // printed before it, 0 for none
	dots   bool // "1...": the number is of the other side's move
	series bool // the other side passes after it
	parry  bool // or answers, if it is in check
	last   bool // the goal is to be reached by it
	intro  bool // it comes before the play
	alone  bool // as the only one of its series, however short the series may be made
	answer int  // the number printed before the answer to it, 0 for none
}

// ending is what the last half-move leads to.
type ending uint8

const (
	byGoal     ending = iota // it reaches the goal
	forced                   // all answers reach it
	obliged                  // some answer reaches it, and must therefore be played
	reciprocal               // it reaches the goal, as the move of the other side before it could have
)

// script is the order of the moves of a line.
type script struct {
	turns  []turn
	ending ending
	first  board.Color // who begins
	whole  bool        // no script is longer
	last   bool        // of those that begin with a series of its length
	// missing prints "1...  ..." before the first move.
	missing bool
}

// scripts returns the scripts of solutions of all lengths, short ones first, for the set play
// or the actual play, begun by the side that the stipulation says or the other.
func (s *Stipulation) scripts(o *Options, set bool, white board.Color) []script {
	var all []script
	if s.Reversed(o) {
		white = white.Other()
	}
	before := set && len(s.Intro) == 0
	if s.Mover == Alternate {
		all = s.alternating(o, before, white)
	} else {
		all = s.inSeries(before, white)
	}
	if s.Exact && len(all) > 0 {
		all = all[len(all)-1:]
	}
	if len(s.Intro) == 0 {
		return all
	}
	series := s.Intro
	if set { // what comes after the first
		series = series[1:]
	}
	side := all[0].first
	intros := [][]turn{nil}
	for i := len(series) - 1; i >= 0; i-- {
		side = side.Other()
		var longer [][]turn
		for n := 1; n <= series[i]; n++ {
			for _, rest := range intros {
				var t []turn
				for j := range n {
					t = append(t, turn{side: side, number: j + 1, series: j < n-1, intro: true, alone: series[i] == 1})
				}
				longer = append(longer, append(t, rest...))
			}
		}
		intros = longer
	}
	var with []script
	for _, intro := range intros {
		for _, sc := range all {
			sc.turns = append(slices.Clone(intro), sc.turns...)
			sc.first = sc.turns[0].side
			sc.count(len(intro), s.Moves == 1 && !s.Half, set)
			with = append(with, sc)
		}
	}
	return with
}

// count numbers the turns of a line whose first turns, intro in number, are introductory series. Each
// series, and the play after them, starts again at 1, unless its longest form is one move: then that
// move answers the one before or has the next number. alone says that the play is one move long. In
// set play the first move has a number with dots, and the others of its side in a series have none.
func (sc *script) count(intro int, alone, set bool) {
	last, answered := 0, true
	next := func() int {
		if answered = !answered; answered {
			return 0
		}
		last++
		return last
	}
	stage := 0
	for i := range sc.turns {
		t := &sc.turns[i]
		changes := i > 0 && t.side != sc.turns[i-1].side
		if i > 0 && (i == intro || i < intro && changes) {
			stage++
		}
		switch first := set && stage == 0; {
		case first && i == 0:
			t.number, t.dots, last = 1, true, 1
		case first && !changes:
			t.number = 0
		case first || i < intro && t.alone || i >= intro && alone:
			t.number = next()
		default:
			last, answered = t.number, false
		}
		if t.last && sc.answered() > 0 && (alone || set && stage == 0) {
			t.answer = next()
		}
	}
}

// intro returns how many moves come before the play.
func (sc *script) intro() int {
	n := 0
	for n < len(sc.turns) && sc.turns[n].intro {
		n++
	}
	return n
}

// end returns how lines end.
func (s *Stipulation) end() ending {
	switch s.Play {
	case Self, HelpSelf:
		return forced
	case Reflex, SemiReflex, HelpReflex:
		return obliged
	case Reciprocal:
		return reciprocal
	}
	return byGoal
}

// alternating returns the scripts of play in which the sides move in turn.
func (s *Stipulation) alternating(o *Options, set bool, white board.Color) []script {
	n := 2 * s.Moves
	if s.Half {
		n++
	}
	half := s.Half // begins with "1..."
	final := white // makes the last move
	end := s.end()
	switch {
	case s.IsGame():
		half, final = false, white.Other()
		if s.Half {
			final = white
		}
	case s.Play == HelpSelf || s.Play == HelpReflex:
		n--
	}
	missing := false
	if o.WhiteToPlay && !s.IsGame() {
		if n--; !half {
			half = true
		} else {
			n--
		}
	}
	if set {
		n, half, missing = n-1, !half, half
	}
	least := 2 - n%2
	switch {
	case end == reciprocal && n%2 == 1:
		least = min(3, n)
	case end != byGoal && end != reciprocal && n%2 == 0:
		least = 0 // the answer alone
	}
	var all []script
	for length := least; length <= n; length += 2 {
		sc := script{ending: end, missing: missing, first: final ^ board.Color(length%2^1)}
		for i := range length {
			t := turn{side: final ^ board.Color((length-1-i)%2), last: i == length-1}
			switch {
			case missing && i%2 == 0:
				t.number = i/2 + 2
			case half && i == 0:
				t.number, t.dots = 1, true
			case half && i%2 == 1:
				t.number = i/2 + 2
			case !half && !missing && i%2 == 0:
				t.number = i/2 + 1
			}
			sc.turns = append(sc.turns, t)
		}
		all = append(all, sc)
	}
	return all
}

// inSeries returns the scripts of play in series.
func (s *Stipulation) inSeries(set bool, white board.Color) []script {
	mover, final := white, white // of the series, of the move after it
	after := false               // there is one
	switch s.Play {
	case Help, Reciprocal, HelpSelf, HelpReflex:
		mover, after = white.Other(), true
		if s.IsGame() {
			mover, final = white, white.Other()
		}
	}
	end := s.end()
	if set {
		return s.setInSeries(mover, final, after)
	}
	var all []script
	least := 1
	if s.Play == Reciprocal {
		least = min(2, s.Moves)
	}
	for length := least; length <= s.Moves; length++ {
		sc := script{ending: end, first: mover}
		for i := range length {
			sc.turns = append(sc.turns, turn{
				side: mover, number: i + 1,
				series: i < length-1, parry: s.Mover != Series, last: !after && i == length-1,
			})
		}
		if after {
			t := turn{side: final, last: true}
			if end == forced || end == obliged {
				t.answer = length + 1
			}
			sc.turns = append(sc.turns, t)
		}
		all = append(all, sc)
	}
	return all
}

// setInSeries returns the scripts of set play before a series. Only the move after the series is
// played, and in reciprocal play also the last move of the series.
func (s *Stipulation) setInSeries(mover, final board.Color, after bool) []script {
	sc := script{ending: s.end(), first: mover.Other()}
	switch {
	case s.Play == Reciprocal && s.Moves > 1:
		sc.first = mover
		sc.turns = []turn{{side: mover, number: 1, dots: true}, {side: final, number: 2, last: true}}
	case after:
		t := turn{side: final, number: 1, dots: true, last: true}
		if sc.answered() > 0 {
			t.answer = 2
		}
		sc.turns = []turn{t}
	case s.Play == Direct: // the other side reaches nothing
		return nil
	}
	return []script{sc}
}

// compare orders lines by their moves.
func (a Line) compare(b Line) int {
	return slices.CompareFunc(a.Moves, b.Moves, func(x, y Step) int {
		return cmp.Or(cmp.Compare(x.Rank, y.Rank), cmp.Compare(x.Move, y.Move))
	})
}

// answers reports whether two lines differ in the last half-move only.
func (a Line) answers(b Line) bool {
	last := len(a.Moves) - 1
	return len(b.Moves) == last+1 && Line{Moves: a.Moves[:last]}.compare(Line{Moves: b.Moves[:last]}) == 0
}

// sign is what is printed before a move.
type sign struct {
	number int
	dots   bool
}

// liner looks for the lines of one script.
type liner struct {
	*walk.Walk
	*search
	script
	stip    *Stipulation
	final   board.Color         // who makes the last half-move before an answer
	mating  board.Color         // who gives the mate or stalemate that the bound is about: in an automate not final
	bound   *bounds.Pruner      // nil where nothing is known
	course  *bounds.GameTracker // of games, nil where nothing is known
	ready   bool                // the bound has the pieces of the position that is run next, and there is hope
	budget  [][2]int            // by turn, the moves of each side from it on
	visit   *bounds.Follower    // of all final pictures, nil where they are not known
	other   *bounds.Follower    // of those of the goal that the other side could reach with the last move but one
	onward  [][]uint64          // by turn, keys of the positions after its moves
	ordered bool                // the lines are to be found in their order, so that the first are not the last
	signs   []sign              // of the moves of the path, passes excepted
	lines   []Line
	probing bool // whether there is a line is all that is asked
	stop    bool
	helping bool // another thread is at the same moves, from the other end
}

// run looks for lines from turn i on, which is to be made now.
func (l *liner) run(i int) {
	if l.stop || l.Stopped() {
		l.stop = true
		return
	}
	if len(l.turns) == 0 {
		l.answers(turn{number: 1, dots: true})
		return
	}
	t, ready := l.turns[i], l.ready
	l.ready = false
	ready = ready || l.visit != nil
	if l.Final != nil && t.last {
		if !l.tooFar(i) {
			l.arrive(i)
		}
		return
	}
	if t.last && (l.ending == byGoal || l.ending == reciprocal) {
		l.finishOnce(i, ready)
		return
	}
	if l.Final != nil && l.tooFar(i) {
		return
	}
	key := l.keyAt(i)
	if l.dead(key) {
		return
	}
	if l.bound != nil && !ready {
		lost, asked := l.bound.OutOfReach(i, l.Now())
		if lost {
			if len(l.turns)-i >= 4 { // else it is as quickly found out again
				l.bury(key)
			}
			return
		}
		ready = asked
	}
	if l.bound != nil {
		l.bound.Enter(i)
	}
	before := len(l.lines)
	if l.ended(t) {
		l.bury(key)
		return
	}
	if t.last && l.unforced() {
		l.bury(key)
		return
	}
	if l.ending == reciprocal && i == len(l.turns)-2 {
		l.mutual(i)
	} else if l.runMoves(i, ready); l.stop {
		return
	}
	if len(l.lines) == before {
		l.bury(key)
	}
}

// runMoves looks for lines by each move of turn i; ready says that the bound has the position.
func (l *liner) runMoves(i int, ready bool) {
	// In a series most positions have been reached before, by the same moves in another order. Only
	// new positions are worth asking about.
	foresees, held := false, false
	if l.bound != nil && l.visit == nil && ready {
		foresees, held = l.bound.PrepareMoves(i)
	}
	ways, others := l.ways(i)
	moves := l.arranged(l.promising(i, l.choices(i)))
	if l.helping {
		slices.Reverse(moves)
	}
	after := l.keysAfter(i, moves)
	for j, m := range moves {
		if l.visit.Excludes(ways, m) || l.other.Excludes(others, m) {
			continue
		}
		if after != nil && after[j] != 0 && (l.dead(after[j]) || l.barren(i, m, after[j])) {
			continue
		}
		if foresees {
			var lost bool
			if lost, l.ready = l.bound.OutOfReachAfter(i, l.Now(), m, held); lost {
				l.ready = false
				continue
			}
		}
		l.try(i, m)
		if l.ready = false; l.stop {
			return
		}
		if foresees {
			l.bound.Restore(i)
		}
	}
}

// tooFar reports whether the position a game leads to cannot be reached from turn i on.
func (l *liner) tooFar(i int) bool {
	if l.course == nil {
		moves := l.left(i)
		return l.Final.OutOfReach(l.Now(), moves[0]+moves[1])
	}
	l.course.SetPosition(l.Now())
	return l.course.OutOfReach(l.rest(i))
}

// rest returns what is left of a game from turn i on.
func (l *liner) rest(i int) *bounds.Remaining {
	return &bounds.Remaining{Moves: l.left(i), Captures: l.left(i), Waiting: l.waiting(), LastMover: l.final}
}

// waiting returns how many pieces of each side may be reborn with the next move because the last one captured them.
func (l *liner) waiting() (pieces [2]int) {
	if !l.course.RebornLate() {
		return pieces
	}
	for i := len(l.Path()) - 1; i >= 0; i-- {
		m, p := l.Path()[i], l.At(i)
		if m.Form() == rules.Pass {
			continue
		}
		if m.Form() == rules.EnPassant || m.Form() == rules.Ordinary && p.At(m.To()) != 0 {
			pieces[p.Turn().Other()]++
		}
		return pieces
	}
	return [2]int{1, 1} // before the first move
}

// choices returns the moves of turn i with which a game may yet come to its end.
func (l *liner) choices(i int) []rules.Move {
	k, p := l.course, l.Now()
	if k == nil {
		return l.Moves()
	}
	r, c := l.rest(i), l.turns[i].side
	var moves []rules.Move
	if k.MustCapture(c, r) {
		moves = l.Select(rules.Captures)
	} else {
		moves = l.Moves()
	}
	if r.Waiting != ([2]int{}) {
		return moves
	}
	return slices.DeleteFunc(moves, func(m rules.Move) bool {
		return m.Form() == rules.Ordinary && p.At(m.To()) == 0 && k.OutOfReachAfter(c, m, r)
	})
}

// left returns how many moves each side may make from turn i on, answers to checks included.
func (l *liner) left(i int) [2]int { return l.budget[i] }

// budgets returns the same for all turns, the end included.
func (sc *script) budgets() [][2]int {
	all := make([][2]int, len(sc.turns)+1)
	if n := len(sc.turns); n > 0 {
		all[n][sc.turns[n-1].side.Other()] = sc.answered()
	}
	for i := len(sc.turns) - 1; i >= 0; i-- {
		t := sc.turns[i]
		all[i] = all[i+1]
		all[i][t.side]++
		if t.parry {
			all[i][t.side.Other()]++
		}
	}
	return all
}

// answered returns how many moves follow the last turn: an answer that is to reach the goal, or none.
func (sc *script) answered() int {
	if sc.ending == forced || sc.ending == obliged {
		return 1
	}
	return 0
}

// beforeLast reports whether only one move is left after turn i and the answer to a check in it.
func (l *liner) beforeLast(i int) bool { return i+2 == len(l.turns)+l.answered() }

// parried reports whether m, in turn i, is a check that is to be answered before the series goes on.
func (l *liner) parried(i int, m rules.Move) bool {
	return l.turns[i].parry && rules.GivesCheck(l.Now(), m)
}

// after returns how many moves each side may make after m in turn i, and whether the first of them
// is an answer to a check.
func (l *liner) after(i int, m rules.Move) (moves [2]int, parried bool) {
	moves = l.left(i + 1)
	if parried = l.parried(i, m); parried {
		moves[l.turns[i].side.Other()]++
	}
	return moves, parried
}

// ended reports whether the play cannot go on, because a side can reach the goal and must, or
// could only have done so.
func (l *liner) ended(t turn) bool {
	switch {
	case t.intro:
		return false
	case l.ending == obliged:
		return l.CanReach(l.stip.Goal)
	case l.ending == forced && t.side != l.final && (l.stip.Mover == Alternate || l.stip.Play == Self):
		return l.MustReach(l.stip.Goal)
	}
	return false
}

// inSeries reports whether the side that makes the move of turn i makes the one before or after it, too.
func (l *liner) inSeries(i int) bool { return l.turns[i].series || i > 0 && l.turns[i-1].series }

// unforced reports whether the kernel knows that no move leaves only answers that mate.
func (l *liner) unforced() bool {
	_, some, known := l.Forces(rules.EveryReplyMates)
	return known && !some
}

// barren is unforced after m in turn i, if the next turn is the last. It asks the kernel without
// playing m. key is the table key of the position after m.
func (l *liner) barren(i int, m rules.Move, key uint64) bool {
	f, is := l.Foresight()
	if !is || !l.turns[i+1].last || f.ForcesAfter(m, l.turns[i].series, rules.EveryReplyMates) {
		return false
	}
	l.Nodes++
	l.bury(key)
	return true
}

// promising returns the moves of turn i after which the other side may yet mate or stalemate by the
// last move. It reuses the memory of moves. Mating pictures, if there are any, exclude more.
func (l *liner) promising(i int, moves []rules.Move) []rules.Move {
	f, is := l.Now().(rules.Foresight)
	if !is || l.bound == nil || l.visit != nil ||
		i != len(l.turns)-2 || l.ending != byGoal || l.turns[i].side == l.final {
		return moves
	}
	switch l.stip.Goal.Aim {
	case Mate:
		return f.BeforeMate(moves)
	case Stalemate, DoubleStalemate:
		return f.BeforeStalemate(moves)
	}
	return moves
}

func (l *liner) arranged(moves []rules.Move) []rules.Move {
	if l.ordered {
		return walk.InOrder(l.Now(), moves)
	}
	return moves
}

// try plays m in turn i and goes on.
func (l *liner) try(i int, m rules.Move) {
	t := &l.turns[i]
	if l.over(t.side, m) || l.done(t, m) {
		return
	}
	if l.visit != nil {
		moves, parried := l.after(i, m)
		if !l.visit.Step(m, l.sides(moves), !parried && l.beforeLast(i)) {
			return
		}
		defer l.visit.Undo()
	}
	if l.other != nil && i < len(l.turns)-2 {
		moves, _ := l.after(i, m)
		if !l.other.Step(m, lessLast(moves, l.final), i+3 == len(l.turns)) {
			return
		}
		defer l.other.Undo()
	}
	mark := len(l.signs)
	l.signs = append(l.signs, sign{t.number, t.dots})
	l.Push(m)
	switch {
	case t.last:
		l.answers(turn{number: t.answer})
	case !t.series:
		l.run(i + 1)
	default:
		l.goOn(i)
	}
	l.Pop()
	l.signs = l.signs[:mark]
}

// goOn goes on with the series of turn i: the other side passes or, in a parry series, answers a check.
func (l *liner) goOn(i int) {
	t := &l.turns[i]
	check := l.Now().InCheck()
	if check && !t.parry || l.ended(turn{side: t.side.Other(), intro: t.intro}) {
		return
	}
	if !check {
		l.Push(walk.Pass)
		l.run(i + 1)
		l.Pop()
		return
	}
	mark := len(l.signs)
	l.ready = false
	for _, parry := range l.arranged(l.Moves()) {
		if l.over(t.side.Other(), parry) {
			continue
		}
		if l.visit != nil && !l.visit.Step(parry, l.sides(l.left(i+1)), l.beforeLast(i)) {
			continue
		}
		l.signs = append(l.signs, sign{})
		l.Push(parry)
		l.run(i + 1)
		l.Pop()
		if l.visit != nil {
			l.visit.Undo()
		}
		if l.signs = l.signs[:mark]; l.stop {
			break
		}
	}
}

// over reports whether m, a move of side, ends the play without success: with the option GoalIsEnd
// it does if the side that does not play for the goal reaches it.
func (l *liner) over(side board.Color, m rules.Move) bool {
	ends := (side == l.final) == (l.answered() > 0)
	return l.options.GoalIsEnd && ends && l.Reaches(l.stip.Goal, m)
}

// done reports whether m, which is not the last move, ends the play because it reaches the goal: that is then a
// shorter solution. Play goes on where a side was stilled, as Popeye has it.
func (l *liner) done(t *turn, m rules.Move) bool {
	if l.ending != byGoal || t.last || t.intro || t.side != l.final || l.stip.IsGame() || l.stip.Goal.Immobilises() {
		return false
	}
	return l.Reaches(l.stip.Goal, m)
}

// keyAt is the key under which it is remembered that the position holds no solution from turn i on.
func (l *liner) keyAt(i int) uint64 { return l.Key() ^ l.lengthKey(i) }

func (l *liner) lengthKey(i int) uint64 { return table.Mix(uint64(len(l.turns)-i) | l.salt) }

// keysAfter returns the table key after each move of turn i: 0 if unknown, nil if not worth
// computing. It is worth it in series and games, where most positions are reached by several orders
// of the same moves.
func (l *liner) keysAfter(i int, moves []rules.Move) []uint64 {
	t := &l.turns[i]
	f, is := l.Now().(rules.Foresight)
	if !is || l.table == nil || !l.inSeries(i) && l.Final == nil || t.parry || l.LooksBack || !l.remembers(i+1) {
		return nil
	}
	for len(l.onward) <= i {
		l.onward = append(l.onward, nil)
	}
	keys := l.onward[i][:0]
	for _, m := range moves {
		key, known := f.KeyAfter(m, t.series)
		if known {
			key ^= l.lengthKey(i + 1)
			l.table.Touch(key)
		}
		keys = append(keys, key)
	}
	l.onward[i] = keys
	return keys
}

// remembers reports whether positions without a solution are remembered in turn i.
func (l *liner) remembers(i int) bool {
	if i >= len(l.turns) {
		return false
	}
	return !l.turns[i].last || l.Final == nil && (l.answered() > 0 || l.stip.Goal.Immobilises())
}

// finishOnce is finish in turn i, unless the table or the bound says that it finds nothing. ready says
// that the bound was asked. Failure is remembered only for goals that immobilise a side: others are
// as quickly tried again.
func (l *liner) finishOnce(i int, ready bool) {
	t, g := l.turns[i], l.stip.Goal
	var key uint64
	if g.Immobilises() {
		if key = l.keyAt(i); l.dead(key) {
			return
		}
	}
	if l.bound != nil && !ready {
		if lost, _ := l.bound.OutOfReach(i, l.Now()); lost {
			return
		}
	}
	before := len(l.lines)
	if l.finish(t, g); len(l.lines) == before && g.Immobilises() {
		l.bury(key)
	}
}

// finish makes the last half-move in all ways that reach the goal.
func (l *liner) finish(t turn, g Goal) { l.finishOf(t, g, 0) }

func (l *liner) finishOf(t turn, g Goal, late uint64) {
	moves := l.Candidates(g)
	if l.ordered {
		moves = walk.ReachingInOrder(l.Now(), g, moves)
	}
	for _, m := range moves {
		if l.Achieves(g, m) {
			l.solution(Step{Number: t.number, Dots: t.dots, Move: m, Rank: late}, g)
		}
		if l.stop {
			return
		}
	}
}

// arrive makes the last half-move of a game in all ways.
func (l *liner) arrive(i int) {
	t := &l.turns[i]
	for _, m := range l.arranged(l.choices(i)) {
		if l.Reaches(l.stip.Goal, m) {
			l.solution(Step{Number: t.number, Dots: t.dots, Move: m}, l.stip.Goal)
		}
		if l.stop {
			return
		}
	}
}

// compelled is the sign of a move that reaches the goal because it must, to its own side's loss.
const compelled = " ?!?"

// mustReach returns as lines the moves with which the side that begins must reach the goal, where it thereby fails.
func (l *liner) mustReach() []Line {
	if l.ending != obliged || len(l.turns) == 0 || l.stip.Play == SemiReflex {
		return nil
	}
	if l.turns[0].side != l.final || l.turns[0].intro {
		return nil
	}
	l.finish(l.turns[0], l.stip.Goal)
	slices.SortFunc(l.lines, Line.compare)
	for i := range l.lines {
		l.lines[i].Moves[0].Text += compelled
	}
	return l.lines
}

// answers makes the answers to the last half-move that reach the goal, as they must.
func (l *liner) answers(t turn) {
	if l.ending == forced && !l.MustReach(l.stip.Goal) {
		return
	}
	l.finish(t, l.stip.Goal)
	l.stop = l.stop || l.full()
}

// full reports whether as many lines have been found as are asked for.
func (l *liner) full() bool { return l.ordered && !l.probing && l.enough(len(l.lines)) }

// mutual is the last move but one of reciprocal play: some reach the goal, and others let the
// other side reach it.
func (l *liner) mutual(i int) {
	if !l.CanReach(l.stip.Other) || !l.can(i) {
		return
	}
	for _, m := range l.arranged(l.Moves()) {
		if l.try(i, m); l.stop {
			return
		}
	}
	l.finishOf(l.turns[i], l.stip.Other, 1<<63) // which is listed after the lines that go on
}

// can reports whether some move of turn i leads to a line.
func (l *liner) can(i int) bool {
	before := len(l.lines)
	outer := l.probing
	l.probing = true
	for _, m := range l.Moves() {
		if l.try(i, m); len(l.lines) != before {
			break
		}
	}
	is := len(l.lines) != before
	l.probing, l.lines = outer, l.lines[:before]
	return is
}

// solution keeps the line that ends with a step that is not played.
func (l *liner) solution(last Step, g Goal) {
	line := Line{Moves: make([]Step, 0, len(l.signs)+1), Intro: l.intro(), Missing: l.missing}
	if !l.probing {
		signs := l.signs
		for i, m := range l.Path() {
			if m.Form() == rules.Pass {
				continue
			}
			line.Moves = append(line.Moves, Step{Number: signs[0].number, Dots: signs[0].dots, Move: m,
				Played: played(l.At(i), m, notation.Text(l.At(i), m, notation.Popeye)), Rank: walk.Rank(l.At(i), m)})
			signs = signs[1:]
		}
		order := walk.FinalRank(l.Now(), g, last.Move)
		last.Played, last.Rank = played(l.Now(), last.Move, l.Text(last.Move, g, true)), last.Rank|order
		line.Moves = append(line.Moves, last)
		if l.options.PerEnding > 0 {
			line.End = l.Now().Play(last.Move).Key()
		}
	}
	l.lines = append(l.lines, line)
	if l.answered() == 0 {
		l.stop = l.stop || l.full()
	}
}

// answered reports whether the last half-move is an answer: of these all or none are found.
func (s *Stipulation) answered() bool { return s.end() == forced || s.end() == obliged }
