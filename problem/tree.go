package problem

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/forced"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// This file solves play whose solutions are trees of moves and answers, and builds the trees.
// Package internal/forced decides what succeeds. variations.go comes next.

// forcedPlay translates the kinds of play in which one side plays against the other.
var forcedPlay = map[Play]forced.Play{
	Direct: forced.Direct, Self: forced.Self, Reflex: forced.Reflex, SemiReflex: forced.SemiReflex,
}

// forcedTask returns what the attacker must force.
func (t *twinSolver) forcedTask() *forced.Task {
	st, o := &t.p.Stipulation, t.options
	return &forced.Task{
		Play:       forcedPlay[st.Play],
		Goal:       st.Goal,
		Exact:      st.Exact,
		Parry:      st.Mover == Parry,
		Quodlibet:  o.Quodlibet,
		GoalIsEnd:  o.GoalIsEnd,
		Tries:      o.Tries,
		Threat:     o.Threat,
		Flights:    o.Flights,
		NonTrivial: o.NonTrivial,
	}
}

// forcedSearch returns a search of play that the attacker forces from p.
func (t *twinSolver) forcedSearch(p rules.Position, attacker board.Color, known *table.Verdicts) *forced.Search {
	w := t.walk(p)
	w.AskKernel = t.kernelForces() && !t.options.GoalIsEnd
	return forced.New(w, forced.Config{
		Task: t.forcedTask(), Attacker: attacker, Stop: t.Stop, Known: known, ProofMoves: t.proofMoves,
		Tables: t.Tables,
	})
}

// treePhase solves one phase of play whose solutions are trees.
type treePhase struct {
	*twinSolver
	phase    Phase
	start    rules.Position
	attacker board.Color
	known    *table.Verdicts
}

// solveTree solves play whose solutions are trees, for the side that plays White's part.
func (t *twinSolver) solveTree(ph Phase, white board.Color) error {
	side := white
	if ph.Set || ph.PostKey {
		side = side.Other()
	}
	p, ok, err := t.position(side)
	if err != nil || !ok {
		return err
	}
	t.sink.Phase(ph)
	defer t.sink.EndPhase(ph)
	s := &treePhase{twinSolver: t, phase: ph, start: p, attacker: white, known: table.NewVerdicts(t.Hash)}
	b := s.builder()
	switch {
	case ph.Set:
		s.emit(b.setPlay(t.p.Stipulation.Moves))
	case ph.PostKey:
		s.solveAfterKey(b)
	case b.Compelled():
		s.emit(b.compelled())
	default:
		s.searchFirstMoves(b)
	}
	return nil
}

// emit passes on keys.
func (s *treePhase) emit(keys []*Node) {
	for _, k := range keys {
		s.sink.Key(k)
	}
}

// solveAfterKey solves the play after the key, from the diagram.
func (s *treePhase) solveAfterKey(b *treeBuilder) {
	n := s.p.Stipulation.Moves
	k := &Node{Number: 1}
	if over, ok := b.Over(n); over && !ok {
		if k.Check = s.start.InCheck(); b.Play == forced.Self {
			k.Next = b.judgedAnswers()
		}
		if k.Check || b.Play == forced.Self {
			s.sink.Key(k)
		}
		return
	}
	b.addPlay(k, n, nil)
	s.sink.Key(k)
	if b.AnswersFail(n) {
		s.outcome.Solutions++
	}
}

// searchFirstMoves finds the keys and tries, on all threads.
func (s *treePhase) searchFirstMoves(b *treeBuilder) {
	n := s.p.Stipulation.Moves
	attempts := b.InOrder(b.Attempts(), n)
	first := firstMoves{from: s.start, legal: attempts, numbered: true}
	first.moves = s.selected(s.withNumbers(s.start, attempts, n == 1 && b.Play == forced.Direct), true)
	first.moves = s.p.part.of(first.moves)
	shown := 0 // keys and tries
	f := firstMoveSearch[[]*Node]{firstMoves: first, stop: s.Stop, canHelp: s.known != nil}
	f.place = func(m rules.Move) string {
		return fmt.Sprintf("%s/%d %v %x", s.Place, s.twin, s.phase.Swapped, uint64(m))
	}
	f.newWorker = func() worker[[]*Node] {
		b := s.builder()
		return worker[[]*Node]{b.Walk, func(m rules.Move, stop *parallel.Stop, helping bool) []*Node {
			b.Stop, b.Helping = stop, helping
			k := b.key(m, n)
			if k == nil || stop.Stopped() {
				return nil
			}
			return []*Node{k}
		}}
	}
	f.more = func(found []*Node) bool {
		if len(found) == 0 {
			return true
		}
		k := found[0]
		s.sink.Key(k)
		if k.Sign == "!" {
			s.outcome.Solutions++
		}
		if shown++; s.enough(shown) {
			s.outcome.Partial = true
		}
		return !s.enough(shown)
	}
	f.run(s.twinSolver)
}

// builder returns a builder of trees from the first position.
func (s *treePhase) builder() *treeBuilder {
	return &treeBuilder{Search: s.forcedSearch(s.start, s.attacker, s.known), options: s.options}
}

// treeBuilder builds the trees of a solution. "The first of n moves" is the last move made, if the
// attacker has n-1 left after it.
type treeBuilder struct {
	*forced.Search
	options *Options
	set     bool // set play, which has variations in any case, but no threats
}

// node returns a move of the position reached, not yet played.
func (b *treeBuilder) node(m rules.Move, number int, answer, reached bool) *Node {
	text := notation.Text(b.Now(), m, notation.Popeye)
	if reached {
		text = b.Text(m, b.Goal, true)
	}
	return &Node{Played: played(b.Now().Variant(), m, text), Number: number, Answer: answer, move: m}
}

// key returns the first move m of n with the play after it, or nil if it is neither a key nor a
// try.
func (b *treeBuilder) key(m rules.Move, n int) *Node {
	if b.ReachesAtOnce(m, n) {
		k := b.node(m, 1, false, true)
		k.Sign = "!"
		return k
	}
	if b.Play == forced.Direct && n == 1 {
		return nil
	}
	k := b.node(m, 1, false, false)
	b.Push(m)
	defer b.Pop()
	refutations, ok := b.Refutations(n)
	switch {
	case !ok || b.Stopped():
		return nil
	case len(refutations) == 0:
		k.Sign = "!"
	case len(refutations) == 1 && b.options.NoTrivialTries && b.Now().InCheck():
		return nil
	default:
		k.Sign = "?"
	}
	b.addPlay(k, n, refutations)
	for _, r := range walk.InOrder(b.Now(), refutations) {
		but := b.node(r, 1, true, b.Play == forced.Self && b.Reaches(b.Goal, r))
		but.Sign = "!"
		if b.options.Variations {
			but.Next = b.compelledAfter(r)
		}
		k.But = append(k.But, but)
	}
	return k
}

// addPlay adds to k, the first of n moves, the threats and variations that are shown after it.
func (b *treeBuilder) addPlay(k *Node, n int, refutations []rules.Move) {
	shown := b.options.Variations || b.options.PostKeyPlay
	if !shown && !b.set {
		return
	}
	if b.AnswersEndPlay(n) {
		k.Next = b.reachingAnswers(k.Number)
		return
	}
	k.Check = k.Text == "" && b.Now().InCheck()
	var t threats
	if shown && !b.options.NoThreat && !b.Now().InCheck() {
		t = b.addThreats(k, n)
	}
	answers := walk.InOrder(b.Now(), slices.Clone(b.Moves()))
	for _, m := range b.AsHelper(answers) {
		early := b.Play == forced.Self && b.Reaches(b.Goal, m)
		if early && b.options.MatesIn1 && !slices.Contains(refutations, m) {
			k.Next = append(k.Next, b.node(m, k.Number, true, true))
		}
		if early || slices.Contains(refutations, m) {
			continue
		}
		if v := b.variation(m, k.Number, n, t); v != nil && (v.Sign == "" || k.Text == "") {
			k.Next = append(k.Next, v)
		}
	}
	if b.Play == forced.Self && len(k.Next) == 0 && len(k.Threats) == 0 {
		k.Next = b.reachingAnswers(k.Number)
	}
}

// threats are the threats of the attacker, which succeed in length moves.
type threats struct {
	moves  []forced.Threat
	length int
}

// addThreats adds to k, the first of n moves, what follows if the defender passes, in the fewest
// moves.
func (b *treeBuilder) addThreats(k *Node, n int) (t threats) {
	k.Pass = notation.PassResults(b.Now())
	b.Push(walk.Pass)
	defer b.Pop()
	if t.length = b.ShortestThreat(n); t.length > 0 {
		k.Threats = b.continuations(k.Number+1, t.length)
	}
	k.Zugzwang = len(k.Threats) == 0
	for _, c := range k.Threats {
		t.moves = append(t.moves, b.NewThreat(c.move))
	}
	return t
}

// refutes is the sign of an answer after the key that refutes it.
const refutes = "refutes"

// variation returns the answer m to the first of n moves with what follows. It is nil if the
// variation is not shown: mostly because the threats succeed in spite of m. A refutation has a
// sign.
func (b *treeBuilder) variation(m rules.Move, number, n int, t threats) *Node {
	b.Push(m)
	if len(t.moves) > 0 && b.ThreatsSucceed(t.moves, t.length) {
		b.Pop()
		return nil
	}
	k := b.Shortest(n - 1)
	b.Pop()
	if b.Play == forced.Direct && b.EndsPlay(m) {
		k = 0
	}
	refuted := k == 0 && !b.Stopped()
	if !refuted && (k == 0 || k < t.length || b.options.NoShortVariations && k < n-1) {
		return nil
	}
	v := b.node(m, number, true, false)
	if refuted {
		v.Sign = refutes
		return v
	}
	b.Push(m)
	v.Next = b.continuations(number+1, k)
	b.Pop()
	return v
}

// continuations returns the moves with which the attacker, to move, succeeds in n moves.
func (b *treeBuilder) continuations(number, n int) []*Node {
	moves := slices.DeleteFunc(b.Attempts(), func(m rules.Move) bool { return !b.SucceedsBy(m, n) })
	var all []*Node
	for _, m := range b.InOrder(moves, n) {
		all = append(all, b.continuation(m, number, n))
	}
	return all
}

// continuation returns the move m, which succeeds in n moves, with what follows.
func (b *treeBuilder) continuation(m rules.Move, number, n int) *Node {
	if b.ReachesAtOnce(m, n) {
		return b.node(m, number, false, true)
	}
	c := b.node(m, number, false, false)
	b.Push(m)
	b.addPlay(c, n, nil)
	b.Pop()
	return c
}

// reachingAnswers returns the answers that reach the goal.
func (b *treeBuilder) reachingAnswers(number int) []*Node {
	var all []*Node
	for _, m := range b.ReachingAnswers() {
		all = append(all, b.node(m, number, true, true))
	}
	return all
}

// judgedAnswers returns all answers. Those that do not reach the goal have the sign of a
// refutation.
func (b *treeBuilder) judgedAnswers() []*Node {
	var all []*Node
	for _, m := range walk.InOrder(b.Now(), slices.Clone(b.Moves())) {
		reached := b.Reaches(b.Goal, m)
		a := b.node(m, 1, true, reached)
		if !reached {
			a.Sign = refutes
		}
		all = append(all, a)
	}
	return all
}

// compelled returns the moves with which the attacker must reach the goal, and so fails.
func (b *treeBuilder) compelled() []*Node {
	var all []*Node
	for _, m := range b.CompelledMoves() {
		k := b.node(m, 1, false, true)
		k.Sign = compelledSign[1:]
		all = append(all, k)
	}
	return all
}

// compelledAfter is compelled after the refutation m, with which the defender may force the
// attacker.
func (b *treeBuilder) compelledAfter(m rules.Move) []*Node {
	b.Push(m)
	defer b.Pop()
	if !b.Compelled() {
		return nil
	}
	all := b.compelled()
	for _, k := range all {
		k.Number = 2
	}
	return all
}

// setPlay returns the moves of the defender, which moves first, after which the attacker succeeds.
func (b *treeBuilder) setPlay(n int) []*Node {
	b.set = true
	if b.AnswersEndPlay(n) {
		return b.reachingAnswers(1)
	}
	var all []*Node
	for _, m := range walk.InOrder(b.Now(), slices.Clone(b.Moves())) {
		if b.Play == forced.Self && b.options.MatesIn1 && b.Reaches(b.Goal, m) {
			all = append(all, b.node(m, 1, true, true))
			continue
		}
		if v := b.variation(m, 1, n, threats{}); v != nil && v.Sign == "" {
			all = append(all, v)
		}
	}
	return all
}
