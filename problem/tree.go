package problem

import (
	"cmp"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// tree solves play with moves and answers.
type tree struct {
	*walk.Walk
	*search
	stip    *Stipulation
	goal    Goal
	attack  board.Color // the side that forces
	killers []rules.Move
	replies []int
	counted []counted
	checks  []rules.Move // and ordered, to put answers in order
	ordered []rules.Move
	known   *table.Verdicts // of positions with either side to move
	proofs  proofs          // of positions with much play left
	long    int             // how many moves the attack has where these are used
	plain   bool            // foresees, and the mate is to be forced in as few moves as can be
	spare   int             // non-trivial answers that may still be granted
	set     bool            // set play, of which variations are always shown, if without threats
	helping bool            // another thread is at the same moves
}

// asHelper returns moves in the order in which this thread tries them. A helping thread tries the
// first, which is the most likely, and then goes backwards from the last.
func (t *tree) asHelper(moves []rules.Move) []rules.Move {
	if t.helping && len(moves) > 1 {
		slices.Reverse(moves[1:])
	}
	return moves
}

// solves reports whether the side to move, the attacking one, succeeds in n moves or fewer.
func (t *tree) solves(n int) bool {
	if t.Stopped() || t.mustNot() {
		return false
	}
	if n == 1 {
		return t.direct() && t.CanReach(t.goal) || t.stip.Play != Direct && t.solvesAtOnce()
	}
	key, known := t.recall(n)
	if ok, is := known.Of(n); is {
		return ok
	}
	if t.direct() && !t.stip.Exact && known.Lost == 0 && t.CanReach(t.goal) {
		t.learn(key, 1, true, 0)
		return true
	}
	if t.isLong(n) {
		return t.prove(n, unlimited) == shown
	}
	k := n
	if t.deepens() && t.stip.Play == Direct { // where the other side must be forced, few moves tell little of many
		k = max(2, int(known.Lost)+1)
	}
	for best := known.Best; k <= n; k++ {
		m, ok := t.attacks(k, best)
		if t.Stopped() {
			return false
		}
		if t.learn(key, k, ok, m); ok {
			return true
		}
	}
	return false
}

// attacks reports whether the attacking side, to move, succeeds in n >= 2 moves, and by which move.
// It tries best first.
func (t *tree) attacks(n int, best uint32) (rules.Move, bool) {
	if n == 2 && t.stip.Play == Direct {
		if m, ok, known := t.forces(rules.MateInTwo); known {
			return m, ok
		}
	}
	moves := t.attempts()
	if n > 3 && t.options.NonTrivial == nil {
		t.sortByReplies(moves)
	} else {
		t.eager(moves)
	}
	for _, m := range t.asHelper(forward(moves, best)) {
		t.Push(m)
		ok := t.holds(n)
		t.Pop()
		if ok || t.Stopped() {
			return m, ok
		}
	}
	return 0, false
}

// forces is that of the walk, but known only where it says something of the play.
func (t *tree) forces(what rules.Forced) (m rules.Move, ok, known bool) {
	if !t.plain {
		return 0, false, false
	}
	return t.Walk.Forces(what)
}

// deepens reports whether success in so many moves is success in more, so that few moves may be tried before many.
func (t *tree) deepens() bool {
	return !t.stip.Exact && t.options.Threat == 0 && t.options.Flights == nil && t.options.NonTrivial == nil
}

// recall returns the key under which verdicts of the position about n moves are kept, and what is known.
func (t *tree) recall(n int) (key uint64, known table.Verdict) {
	key = t.Walk.Key()
	if !t.deepens() {
		key ^= table.Mix(uint64(n) | uint64(t.spare)<<16)
	}
	return key, t.known.Get(key)
}

func (t *tree) learn(key uint64, n int, won bool, because rules.Move) {
	if !t.Stopped() {
		t.known.Put(key, n, won, because)
	}
}

// direct reports whether the attacking side may reach the goal itself.
func (t *tree) direct() bool { return t.stip.Play == Direct || t.options.Quodlibet }

var idle = []rules.Move{walk.Pass}

// answers returns the moves of the defending side, which in a parry series passes unless it is in check.
func (t *tree) answers() []rules.Move {
	if t.stip.Mover == Parry && !t.Now().InCheck() {
		return idle
	}
	return t.Moves()
}

// eager puts checks first, which are refuted by fewer answers.
func (t *tree) eager(moves []rules.Move) {
	p := t.Now()
	first := 0
	for i, m := range moves {
		if rules.GivesCheck(p, m) {
			moves[first], moves[i] = moves[i], moves[first]
			first++
		}
	}
}

// counted is a move with the number of replies to it.
type counted struct {
	move    rules.Move
	replies int
}

// sortByReplies puts first the moves with the fewest replies, after which there is least to be looked at.
func (t *tree) sortByReplies(moves []rules.Move) {
	p, ok := t.Now().(rules.Foresight)
	if !ok || len(moves) < 2 {
		return
	}
	t.replies, t.counted = p.CountReplies(moves, t.replies[:0]), t.counted[:0]
	for i, m := range moves {
		t.counted = append(t.counted, counted{m, t.replies[i]})
	}
	slices.SortStableFunc(t.counted, func(a, b counted) int { return cmp.Compare(a.replies, b.replies) })
	for i, c := range t.counted {
		moves[i] = c.move
	}
}

// disturbing puts first checks, of which those with the fewest replies first, and then captures.
func (t *tree) disturbing(moves []rules.Move) {
	if len(moves) < 2 { // or the pass of a parry series
		return
	}
	p := t.Now()
	t.checks = rules.Select(p, rules.Checks, t.checks[:0])
	t.sortByReplies(t.checks)
	t.ordered = append(t.ordered[:0], t.checks...)
	for _, capture := range [2]bool{true, false} {
		for _, m := range moves {
			if (p.At(m.To()) != 0) == capture && !slices.Contains(t.checks, m) {
				t.ordered = append(t.ordered, m)
			}
		}
	}
	copy(moves, t.ordered)
}

// swapForward puts a move first, if it is there, in exchange for the one that was.
func swapForward(moves []rules.Move, m rules.Move) {
	if i := slices.Index(moves, m); i > 0 {
		moves[0], moves[i] = moves[i], moves[0]
	}
}

// forward puts the move with a trace first, before the others as they were.
func forward(moves []rules.Move, best uint32) []rules.Move {
	if best != 0 {
		if i := slices.IndexFunc(moves, func(m rules.Move) bool { return table.Trace(m) == best }); i > 0 {
			m := moves[i]
			copy(moves[1:], moves[:i])
			moves[0] = m
		}
	}
	return moves
}

// tries returns the moves with which the attacking side may succeed in n moves, in order.
func (t *tree) tries(n int) []rules.Move { return t.inOrder(t.possible(), n) }

// inOrder sorts such moves as Popeye lists them.
func (t *tree) inOrder(moves []rules.Move, n int) []rules.Move {
	if n == 1 && t.stip.Play == Direct {
		return walk.ReachingInOrder(t.Now(), t.goal, moves)
	}
	return walk.InOrder(t.Now(), moves)
}

// possible returns the moves with which the attacking side may succeed: the legal ones, and those
// that reach a goal which exposes the own king.
func (t *tree) possible() []rules.Move {
	all := slices.Clone(t.attempts())
	if t.direct() && t.goal.ExposesKing() {
		all = append(all, t.Exposing(t.goal)...)
	}
	return all
}

// attempts returns the legal moves of the attacking side that do not end the play.
func (t *tree) attempts() []rules.Move {
	moves := t.Moves()
	if t.options.GoalIsEnd && t.stip.Play != Direct {
		moves = slices.DeleteFunc(moves, t.over)
	}
	return moves
}

// over reports whether a move of the side that does not play for the goal ends the play without
// success: with the option GoalIsEnd it does if it reaches the goal.
func (t *tree) over(m rules.Move) bool {
	return t.options.GoalIsEnd && m != walk.Pass && t.Reaches(t.goal, m)
}

// mustNot reports whether the attacking side, to move, must reach the goal itself and thereby fails.
func (t *tree) mustNot() bool {
	return t.stip.Play == Reflex && t.CanReach(t.goal)
}

// solvesAtOnce is solves in one move, where the answer reaches the goal.
func (t *tree) solvesAtOnce() bool {
	if t.stip.Play == Self {
		if _, ok, known := t.Walk.Forces(rules.EveryReplyMates); known {
			return ok
		}
	} else if _, ok, known := t.forces(rules.SomeReplyMates); known {
		return ok
	}
	for _, m := range t.attempts() {
		t.Push(m)
		ok := t.holds(1)
		t.Pop()
		if ok {
			return true
		}
	}
	return false
}

// holds reports whether the attacking side, which has just made the first of n moves that does not
// reach its goal, succeeds against all answers.
func (t *tree) holds(n int) bool {
	if done, ok := t.ends(n); done {
		return ok
	}
	if n == 1 || !t.forcing(n) {
		return false
	}
	if t.options.NonTrivial != nil {
		answers := t.answers()
		swapForward(answers, *t.killer())
		return len(answers) > 0 && t.grants(answers, n)
	}
	key, known := t.recall(n)
	if ok, is := known.Of(n); is {
		return ok
	}
	if t.isLong(n) {
		return t.prove(n, unlimited) == refuted
	}
	m, ok := t.defends(n, known.Best)
	t.learn(key, n, !ok, m)
	return !ok
}

// defends reports whether some answer saves the defending side after the first of n moves, and
// which. It tries best first.
func (t *tree) defends(n int, best uint32) (rules.Move, bool) {
	answers := t.answers()
	if len(answers) == 0 {
		return 0, true
	}
	killer := t.killer()
	if n > 2 {
		t.disturbing(answers)
	} else {
		swapForward(answers, *killer)
	}
	for _, m := range t.asHelper(forward(answers, best)) {
		if !t.fails(m, n) {
			*killer = m
			return m, true
		}
	}
	return 0, false
}

// ends settles whether the answer to the first of n moves already decides: done is false when
// the play goes on, and otherwise ok says whether the attacking side has succeeded.
func (t *tree) ends(n int) (done, ok bool) {
	switch t.stip.Play {
	case Reflex, SemiReflex:
		if (n == 1 || !t.stip.Exact) && t.CanReach(t.goal) {
			return true, true
		}
	case Self:
		if n == 1 {
			return true, t.MustReach(t.goal)
		}
		if t.stip.Mover == Parry && !t.Now().InCheck() && t.MustReach(t.goal) ||
			t.goal.ExposesKing() && t.MustReach(t.goal) {
			return true, !t.stip.Exact
		}
		if t.stip.Exact && t.stip.Mover != Parry && t.goal.ExposesKing() && t.CanReach(t.goal) {
			return true, false
		}
	}
	return n == 1, false
}

// killer returns where the refutation of the last move made at this ply is remembered.
func (t *tree) killer() *rules.Move {
	for len(t.killers) <= t.Ply() {
		t.killers = append(t.killers, 0)
	}
	return &t.killers[t.Ply()]
}

// forcing reports whether the options allow the move just made, the first of n: Threat wants a check
// or a threat to succeed soon, MaxFlightsquares few squares for the king.
func (t *tree) forcing(n int) bool {
	if most := t.options.Threat; most != 0 && most < n && !t.Now().InCheck() {
		if most < 0 {
			return false
		}
		t.Push(walk.Pass)
		ok := t.shortest(most) != 0
		t.Pop()
		if !ok {
			return false
		}
	}
	if f := t.options.Flights; f != nil && n > 2 {
		p := t.Now()
		king, flights := p.King(p.Turn()), 0
		for _, m := range t.Moves() {
			if m.From() == king && m.Form() == rules.Ordinary {
				flights++
			}
		}
		return flights <= *f
	}
	return true
}

// grants is holds with the option NonTrivial: answers that are not met in a few moves are counted,
// and but for the first must be granted from what is left to grant.
func (t *tree) grants(answers []rules.Move, n int) bool {
	trivial := t.options.NonTrivial[1]
	answers = t.asHelper(slices.Clone(answers))
	var hard []rules.Move
	for _, m := range answers {
		if n > trivial && !t.trivial(m, trivial) {
			if hard = append(hard, m); len(hard)-1 > t.spare {
				*t.killer() = m
				return false
			}
		}
	}
	if n <= trivial {
		hard = answers
	}
	granted := max(0, len(hard)-1)
	if n <= trivial {
		granted = 0
	}
	t.spare -= granted
	defer func() { t.spare += granted }()
	for _, m := range hard {
		if !t.fails(m, n) {
			*t.killer() = m
			return false
		}
	}
	return true
}

// trivial reports whether the answer m is met within so many moves.
func (t *tree) trivial(m rules.Move, n int) bool {
	if t.stip.Play == Self && t.Reaches(t.goal, m) {
		return true
	}
	t.Push(m)
	defer t.Pop()
	return n > 0 && t.solves(n)
}

// fails reports whether the answer m does not save the defending side, when the attacking one has n-1
// more moves.
func (t *tree) fails(m rules.Move, n int) bool {
	if t.stip.Play == Self && m != walk.Pass && t.Reaches(t.goal, m) {
		return n == 1 || !t.stip.Exact
	}
	if t.stip.Play == Direct && t.over(m) {
		return false
	}
	t.Push(m)
	ok := n > 1 && t.solves(n-1)
	t.Pop()
	return ok
}

// shortest returns the fewest moves, at most n, in which the side to move succeeds, or 0.
func (t *tree) shortest(n int) int {
	for k := 1; k <= n; k++ {
		if t.stip.Exact && k < n {
			continue
		}
		if t.solves(k) {
			return k
		}
	}
	return 0
}

// node returns a move of the position reached, not yet played.
func (t *tree) node(m rules.Move, number int, answer, reached bool) *Node {
	text := notation.Text(t.Now(), m, notation.Popeye)
	if reached {
		text = t.Text(m, t.goal, true)
	}
	return &Node{Played: played(t.Now(), m, text), Number: number, Answer: answer, move: m}
}

// key judges the first move m of n: it returns nil unless it is a key or a try to be shown.
func (t *tree) key(m rules.Move, n int) *Node {
	if t.succeedsAtOnce(m, n) {
		k := t.node(m, 1, false, true)
		k.Sign = "!"
		return k
	}
	if t.stip.Play == Direct && n == 1 {
		return nil
	}
	k := t.node(m, 1, false, false)
	t.Push(m)
	defer t.Pop()
	refutations, ok := t.refutations(n)
	switch {
	case !ok || t.Stopped():
		return nil
	case len(refutations) == 0:
		k.Sign = "!"
	default:
		k.Sign = "?"
	}
	t.after(k, n, refutations)
	for _, r := range walk.InOrder(t.Now(), refutations) {
		but := t.node(r, 1, true, t.stip.Play == Self && t.Reaches(t.goal, r))
		but.Sign = "!"
		k.But = append(k.But, but)
	}
	return k
}

// refutations returns the answers that refute the move just made, the first of n; ok is false
// when it is neither key nor try.
func (t *tree) refutations(n int) (refutations []rules.Move, ok bool) {
	if t.stip.Play != Self || t.goal.ExposesKing() {
		if done, ok := t.ends(n); done {
			return nil, ok
		}
	}
	answers := slices.Clone(t.Moves())
	if len(answers) == 0 || n > 1 && !t.forcing(n) {
		return nil, false
	}
	if t.options.NonTrivial != nil {
		return nil, t.grants(answers, n)
	}
	if t.isLong(n) {
		if ok = t.holds(n); ok || t.options.Tries == 0 {
			return nil, ok
		}
	}
	killer := t.killer()
	swapForward(answers, *killer)
	for _, m := range t.asHelper(answers) {
		if !t.fails(m, n) {
			*killer = m
			if refutations = append(refutations, m); len(refutations) > t.options.Tries {
				return nil, false
			}
		}
	}
	return refutations, true
}

// after adds to k, the move just made and the first of n, what is to be shown after it.
func (t *tree) after(k *Node, n int, refutations []rules.Move) {
	threatened := t.options.Variations || t.options.PostKeyPlay
	if !threatened && !t.set {
		return
	}
	if t.reachedAt(n) {
		k.Next = t.reaching(k.Number)
		return
	}
	k.Check = k.Text == "" && t.Now().InCheck()
	var threats []threat
	length := 0
	if threatened && !t.options.NoThreat && !t.Now().InCheck() {
		k.Threats, threats, length = t.threats(k.Number, n)
		k.Zugzwang = len(k.Threats) == 0
	}
	answers := walk.InOrder(t.Now(), slices.Clone(t.Moves()))
	for _, m := range t.asHelper(answers) {
		if slices.Contains(refutations, m) || t.stip.Play == Self && t.Reaches(t.goal, m) {
			continue
		}
		if v := t.variation(m, k.Number, n, threats, length); v != nil && (v.Sign == "" || k.Text == "") {
			k.Next = append(k.Next, v)
		}
	}
	if t.stip.Play == Self && len(k.Next) == 0 && len(k.Threats) == 0 {
		k.Next = t.reaching(k.Number)
	}
}

// reachedAt reports whether the answers to the move just made, the first of n, end the play.
func (t *tree) reachedAt(n int) bool {
	switch {
	case t.stip.Play == Direct:
		return false
	case n == 1:
		return true
	case t.stip.Exact:
		return false
	case t.stip.Play == Self:
		return t.MustReach(t.goal)
	}
	return t.CanReach(t.goal)
}

// reaching returns the moves of the defending side that reach the goal, as nodes.
func (t *tree) reaching(number int) []*Node {
	var all []*Node
	for _, m := range t.answersReaching() {
		all = append(all, t.node(m, number, true, true))
	}
	return all
}

// answersReaching returns the moves of the defending side that reach the goal, in order.
func (t *tree) answersReaching() []rules.Move {
	moves := slices.Clone(t.Candidates(t.goal))
	moves = slices.DeleteFunc(moves, func(m rules.Move) bool { return !t.Reaches(t.goal, m) })
	if t.stip.Play == Self {
		return walk.InOrder(t.Now(), moves)
	}
	return walk.ReachingInOrder(t.Now(), t.goal, moves)
}

// judged returns all moves of the defending side, those that do not reach the goal with the sign of a refutation.
func (t *tree) judged() []*Node {
	var all []*Node
	for _, m := range walk.InOrder(t.Now(), slices.Clone(t.Moves())) {
		reached := t.Reaches(t.goal, m)
		a := t.node(m, 1, true, reached)
		if !reached {
			a.Sign = refutes
		}
		all = append(all, a)
	}
	return all
}

// threats returns what follows if the defending side passes, in the fewest moves.
func (t *tree) threats(number, n int) (shown []*Node, moves []threat, length int) {
	most := n - 1
	if t.options.Threat > 0 {
		most = min(most, t.options.Threat)
	} else if t.options.Threat < 0 {
		most = 0
	}
	t.Push(walk.Pass)
	defer t.Pop()
	if length = t.shortest(most); length == 0 {
		return nil, nil, 0
	}
	shown = t.continuations(number+1, length)
	for _, c := range shown {
		moves = append(moves, t.threat(c.move))
	}
	return shown, moves, length
}

// threat is a move that would follow, and the square it starts from: that of the piece, or its home
// if it captures from there. An answer that changes this square makes it another move.
type threat struct {
	move rules.Move
	from board.Square
}

// threat returns the move m of the side to move as a threat.
func (t *tree) threat(m rules.Move) threat {
	if home := rules.Effects(t.Now(), m).MarsHome; home != board.NoSquare {
		return threat{m, home}
	}
	return threat{m, m.From()}
}

// continuations returns the moves of the attacking side that succeed in n moves.
func (t *tree) continuations(number, n int) []*Node {
	succeeding := slices.DeleteFunc(t.possible(), func(m rules.Move) bool { return !t.succeeds(m, n) })
	var all []*Node
	for _, m := range t.inOrder(succeeding, n) {
		all = append(all, t.continuation(m, number, n))
	}
	return all
}

// succeedsAtOnce reports whether the attacking side, to move, reaches its goal itself by m, when it has n moves.
func (t *tree) succeedsAtOnce(m rules.Move, n int) bool {
	return t.direct() && (n == 1 || !t.stip.Exact) && t.Reaches(t.goal, m)
}

// succeeds reports whether the attacking side, to move, succeeds by m, the first of n moves.
func (t *tree) succeeds(m rules.Move, n int) bool {
	if t.succeedsAtOnce(m, n) {
		return true
	}
	if n == 1 && t.stip.Play == Direct {
		return false
	}
	t.Push(m)
	ok := t.holds(n)
	t.Pop()
	return ok
}

// continuation returns the move m, which succeeds in n moves, with what follows.
func (t *tree) continuation(m rules.Move, number, n int) *Node {
	if t.succeedsAtOnce(m, n) {
		return t.node(m, number, false, true)
	}
	c := t.node(m, number, false, false)
	t.Push(m)
	t.after(c, n, nil)
	t.Pop()
	return c
}

// variation returns the answer m to the first of n moves with what follows, or nil if the
// threats, of a length, go through in spite of it or it is not to be shown. An answer that saves the defending side
// has the sign for that.
func (t *tree) variation(m rules.Move, number, n int, threats []threat, length int) *Node {
	t.Push(m)
	if len(threats) > 0 && t.allWork(threats, length) {
		t.Pop()
		return nil
	}
	k := t.shortest(n - 1)
	t.Pop()
	if t.stip.Play == Direct && t.over(m) {
		k = 0
	}
	saved := k == 0 && !t.Stopped()
	if !saved && (k == 0 || k < length || t.options.NoShortVariations && k < n-1) {
		return nil
	}
	v := t.node(m, number, true, false)
	if saved {
		v.Sign = refutes
		return v
	}
	t.Push(m)
	v.Next = t.continuations(number+1, k)
	t.Pop()
	return v
}

// refutes is the sign of an answer after the key that refutes it.
const refutes = "refutes"

// allWork reports whether all threats succeed in so many moves.
func (t *tree) allWork(threats []threat, length int) bool {
	if t.mustNot() {
		return false
	}
	moves := t.possible()
	return !slices.ContainsFunc(threats, func(m threat) bool {
		return !slices.Contains(moves, m.move) || t.threat(m.move) != m || !t.succeeds(m.move, length)
	})
}

// mustReach returns the moves with which the attacking side must reach the goal, and so fails.
func (t *tree) mustReach() []*Node {
	var all []*Node
	for _, m := range walk.ReachingInOrder(t.Now(), t.goal, slices.Clone(t.Candidates(t.goal))) {
		if t.Reaches(t.goal, m) {
			k := t.node(m, 1, false, true)
			k.Sign = compelled[1:]
			all = append(all, k)
		}
	}
	return all
}

// setPlay returns the answers of the defending side to nothing, that are followed by success.
func (t *tree) setPlay(n int) []*Node {
	t.set = true
	if t.reachedAt(n) {
		return t.reaching(1)
	}
	var all []*Node
	for _, m := range walk.InOrder(t.Now(), slices.Clone(t.Moves())) {
		if v := t.variation(m, 1, n, nil, 0); v != nil && v.Sign == "" {
			all = append(all, v)
		}
	}
	return all
}
