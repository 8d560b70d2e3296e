package problem

import (
	"slices"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/structure"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// structuredTree builds the trees of a structured stipulation. Lengths are half-moves.
type structuredTree struct {
	*structuredPhase
	branch *structure.Branch
}

// solve passes on the keys and tries of a branch, or the play of one that begins with a defence.
func (t *structuredTree) solve() {
	b := t.branch
	if x := t.compelled(&structure.Expr{Op: structure.Play, Branch: b}); x != nil && b.Kind == structure.Attack {
		for _, n := range t.inner(x) {
			n.Sign = compelledSign[1:]
			t.sink.Key(n)
		}
		return
	}
	switch {
	case b.Kind == structure.Defence:
		t.solveDefence()
	case t.options.PostKeyPlay:
		k := &Node{Number: 1}
		t.addPlay(k, b.Max-1, 1, nil)
		t.sink.Key(k)
	default:
		_, defence := t.branch.Forks()
		if !t.Constrained(defence) {
			return
		}
		for _, m := range t.AttackerMoves(b, b.Max, 0) {
			if t.Stopped() || t.enough(t.found) {
				return
			}
			if k := t.key(m); k != nil {
				t.sink.Key(k)
				if k.Sign == "!" {
					t.found++
				}
			}
		}
	}
}

// solveDefence passes on the play of a branch that begins with a defence.
func (t *structuredTree) solveDefence() {
	k := &Node{Number: 1}
	if t.inversions == 0 {
		k.Number = 0
	}
	shown := t.options.Variations
	t.options.Variations = true
	t.addPlay(k, t.branch.Max, 0, nil)
	t.options.Variations = shown
	k.Check = t.Now().InCheck() && !t.phase.Set
	if t.Defends(t.branch, t.branch.Max, 0) {
		t.found++
	}
	t.sink.Key(k)
}

// node returns a move of the position reached, not yet played.
func (t *structuredTree) node(m rules.Move) *Node {
	return nodeAt(t.Now(), t.Walk.Ply(), m, Goal{}, false)
}

// nodeAt returns a move of a position that so many half-moves have led to, and that reaches a goal.
func nodeAt(p rules.Position, ply int, m rules.Move, g Goal, reached bool) *Node {
	text := walk.Text(p, m, g, reached)
	return &Node{Played: played(p.Variant(), m, text), Number: ply/2 + 1, Answer: ply%2 == 1, move: m}
}

// end completes a node whose move, just played, has ended the play by what a fork asks.
func (t *structuredTree) end(n *Node, f structure.Fork) {
	if f.Hidden {
		return
	}
	if marks := t.Marks(f.Expr); marks != "" {
		n.Text = walk.Marked(n.Text, marks)
	}
	if t.options.Variations || t.options.PostKeyPlay {
		n.Next = append(n.Next, t.inner(f.Expr)...)
	}
}

// key returns a first move with the play after it, nil if it is neither a key nor a try.
func (t *structuredTree) key(m rules.Move) *Node {
	b, left := t.branch, t.branch.Max
	k := t.node(m)
	t.Push(m)
	defer t.Pop()
	if f, over := t.AttackEnds(b, 1); over {
		k.Sign = "!"
		t.end(k, f)
		return k
	}
	attack, _ := b.Forks()
	if left == 1 || !t.Constrained(attack) {
		return nil
	}
	var refutations []rules.Move
	moves := t.DefenceMoves(b, 1)
	for _, answer := range moves {
		if !t.Meets(b, answer, left-1, 1) {
			refutations = append(refutations, answer)
		}
		if len(refutations) > t.options.Tries || t.Stopped() {
			return nil
		}
	}
	if len(moves) == 0 {
		return nil
	}
	k.Sign = "!"
	if len(refutations) > 0 {
		k.Sign = "?"
	}
	t.addPlay(k, left-1, 1, refutations)
	for _, r := range refutations {
		but := t.node(r)
		but.Sign = "!"
		k.But = append(k.But, but)
	}
	return k
}

// structuredThreats are the threats after a move, which succeed in a number of half-moves.
type structuredThreats struct {
	moves []rules.Move
	left  int
}

// addPlay adds to k what follows when the defender is to move: threats and variations.
func (t *structuredTree) addPlay(k *Node, left, played int, refutations []rules.Move) {
	if !t.options.Variations && !t.options.PostKeyPlay {
		return
	}
	var threats structuredThreats
	if left > 1 && !t.Now().InCheck() && !t.options.NoThreat && !t.phase.Set {
		threats = t.addThreats(k, left, played)
	}
	var early []*Node
	for _, m := range t.DefenceMoves(t.branch, played) {
		if slices.Contains(refutations, m) {
			continue
		}
		n := t.node(m)
		t.Push(m)
		if f, over := t.DefenceEnds(t.branch, played+1); over {
			t.end(n, f)
			early = append(early, n)
			if left == 1 {
				k.Next = append(k.Next, n)
			}
		} else if t.addVariation(n, left-1, played+1, threats) && (n.Sign == "" || k.Text == "" && !t.phase.Set) {
			k.Next = append(k.Next, n)
		}
		t.Pop()
	}
	if len(k.Next) == 0 && len(k.Threats) == 0 {
		k.Next = early
	}
}

// addThreats adds to k what follows if the defender passes, in the fewest half-moves.
func (t *structuredTree) addThreats(k *Node, left, played int) (threats structuredThreats) {
	k.Pass = notation.PassResults(t.Now())
	t.Push(walk.Pass)
	defer t.Pop()
	if threats.left = t.Shortest(t.branch, left-1, played+1); threats.left > 0 {
		k.Threats = t.continuations(t.branch, threats.left, played+1)
	}
	k.Zugzwang = len(k.Threats) == 0
	for _, c := range k.Threats {
		threats.moves = append(threats.moves, c.move)
	}
	return threats
}

// addVariation adds to n, a defence just played, how the attacker goes on with a number of
// half-moves left. It reports whether the variation is shown.
func (t *structuredTree) addVariation(n *Node, left, played int, threats structuredThreats) bool {
	if len(threats.moves) > 0 && !slices.ContainsFunc(threats.moves, func(m rules.Move) bool {
		return !slices.Contains(t.AttackMoves(t.branch, threats.left, played), m)
	}) {
		return false
	}
	k := t.Shortest(t.branch, left, played)
	switch {
	case k == 0:
		n.Sign = refutes
		return true
	case k < threats.left || t.options.NoShortVariations && k < left:
		return false
	}
	n.Next = t.continuations(t.branch, k, played)
	return true
}

// continuations returns the moves with which the attacker succeeds in a number of half-moves, with
// what follows.
func (t *structuredTree) continuations(b *structure.Branch, left, played int) []*Node {
	in := &structuredTree{t.structuredPhase, b}
	var all []*Node
	for _, m := range t.AttackMoves(b, left, played) {
		n := t.node(m)
		t.Push(m)
		if f, over := t.AttackEnds(b, played+1); over {
			t.end(n, f)
		} else {
			in.addPlay(n, left-1, played+1, nil)
		}
		t.Pop()
		all = append(all, n)
	}
	return all
}

// inner returns the moves with which an expression within the play holds.
func (t *structuredTree) inner(x *structure.Expr) []*Node {
	switch x.Op {
	case structure.And:
		return append(t.inner(x.A), t.inner(x.B)...)
	case structure.Or:
		if t.Holds(x.A) {
			return t.inner(x.A)
		}
		return t.inner(x.B)
	case structure.Invert:
		t.Push(walk.Pass)
		defer t.Pop()
		return t.inner(x.A)
	case structure.Play:
		return t.play(x)
	}
	return nil
}

// play returns the moves of a branch within the play.
func (t *structuredTree) play(x *structure.Expr) []*Node {
	b := x.Branch
	switch b.Kind {
	case structure.Attack:
		return t.continuations(b, t.Shortest(b, b.Max, 0), 0)
	case structure.Defence:
		k := &Node{Played: Played{Text: "-"}}
		(&structuredTree{t.structuredPhase, b}).addPlay(k, b.Max, 0, nil)
		return k.Next
	}
	var all []*Node
	from := t.Walk.Ply()
	t.Lines(x, func(g Goal, reached bool) {
		path := t.Path()
		var first, last *Node
		for ply := from; ply < len(path); ply++ {
			p, m := t.At(ply), path[ply]
			if m.Form() == rules.Pass {
				continue
			}
			n := nodeAt(p, ply, m, g, reached && ply == len(path)-1)
			if last == nil {
				first = n
			} else {
				last.Next = []*Node{n}
			}
			last = n
		}
		if first != nil {
			all = append(all, first)
		}
	})
	return all
}
