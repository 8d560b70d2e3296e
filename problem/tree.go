package problem

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// Node is a move of a tree of moves and answers.
type Node struct {
	Text     string  `json:"text"`
	Number   int     `json:"number"`
	Answer   bool    `json:"answer,omitempty"`   // by the defending side: "1...Ke8"
	Sign     string  `json:"sign,omitempty"`     // "!" for a key or a refutation, "?" for a try
	Threats  []*Node `json:"threats,omitempty"`  // what would follow if the other side passed
	Zugzwang bool    `json:"zugzwang,omitempty"` // nothing would
	Next     []*Node `json:"next,omitempty"`     // answers, or continuations after an answer
	But      []*Node `json:"but,omitempty"`      // the refutations of a try
	Refutes  bool    `json:"refutes,omitempty"`  // in set play: nothing follows

	move rules.Move
}

// tree solves play with moves and answers.
type tree struct {
	*walk
	*search
	stip    *Stipulation
	goal    Goal
	attack  board.Color // the side that forces
	killers []rules.Move
	lost    *table // positions in which the attack fails in so many moves
	won     *table // and in which it succeeds
}

// solves reports whether the side to move, the attacking one, succeeds in n moves or fewer.
func (t *tree) solves(n int) bool {
	if t.stopped() {
		return false
	}
	if t.mustNot() {
		return false
	}
	direct := t.stip.Play == Direct || t.options.Quodlibet
	if direct {
		for _, m := range t.candidates(t.goal) {
			if t.reaches(t.goal, m) {
				return true
			}
		}
		if n == 1 && t.stip.Play == Direct {
			return false
		}
	}
	if n == 1 {
		return t.solvesAtOnce()
	}
	key := t.now().Key() ^ mix(uint64(n)|t.salt)
	if t.lost.knows(key) {
		return false
	}
	if t.won.knows(key) {
		return true
	}
	for _, m := range t.eager(t.moves()) {
		t.push(m)
		ok := t.holds(n)
		t.pop()
		if ok {
			t.won.learn(key, t.search)
			return true
		}
		if t.stopped() {
			return false
		}
	}
	t.lost.learn(key, t.search)
	return false
}

// knows and learn are has and put of a table that may be absent.
func (t *table) knows(key uint64) bool { return t != nil && t.has(key) }

func (t *table) learn(key uint64, s *search) {
	if t != nil && !s.stopped() {
		t.put(key)
	}
}

// eager puts checks first, which are refuted by fewer answers.
func (t *tree) eager(moves []rules.Move) []rules.Move {
	p := t.now()
	first := 0
	for i, m := range moves {
		if p.GivesCheck(m) {
			moves[first], moves[i] = moves[i], moves[first]
			first++
		}
	}
	return moves
}

// mustNot reports whether the attacking side, to move, must reach the goal itself and thereby fails.
func (t *tree) mustNot() bool {
	return t.stip.Play == Reflex && !t.options.Quodlibet && t.canReach()
}

// canReach reports whether the side to move can reach the goal at once.
func (t *tree) canReach() bool {
	for _, m := range t.candidates(t.goal) {
		if t.reaches(t.goal, m) {
			return true
		}
	}
	return false
}

// solvesAtOnce is solves in one move, where the answer reaches the goal.
func (t *tree) solvesAtOnce() bool {
	for _, m := range t.moves() {
		t.push(m)
		ok := t.holds(1)
		t.pop()
		if ok {
			return true
		}
	}
	return false
}

// holds reports whether the attacking side, which has just made the first of n moves that does not
// reach its goal, succeeds against all answers.
func (t *tree) holds(n int) bool {
	switch t.stip.Play {
	case Reflex, SemiReflex:
		if t.canReach() {
			return true
		}
		if n == 1 {
			return false
		}
	case Self:
		if n == 1 {
			return t.allReach()
		}
	case Direct:
		if n == 1 {
			return false
		}
	}
	ply := t.ply()
	for len(t.killers) <= ply {
		t.killers = append(t.killers, 0)
	}
	killer := t.killers[ply]
	answers := t.moves()
	if len(answers) == 0 {
		return false
	}
	if i := slices.Index(answers, killer); i > 0 {
		answers[0], answers[i] = answers[i], answers[0]
	}
	for _, m := range answers {
		if !t.fails(m, n) {
			t.killers[ply] = m
			return false
		}
	}
	return true
}

// fails reports whether the answer m does not save the defending side, when the attacking one has n-1
// more moves.
func (t *tree) fails(m rules.Move, n int) bool {
	if t.stip.Play == Self && t.reaches(t.goal, m) {
		return true
	}
	t.push(m)
	ok := n > 1 && t.solves(n-1)
	t.pop()
	return ok
}

// allReach reports whether the side to move can and must reach the goal.
func (t *tree) allReach() bool {
	p := t.now()
	all := t.moves()
	if len(all) == 0 {
		return false
	}
	if a := t.goal.Aim; a == Mate || a == Check {
		for _, m := range all {
			if !p.GivesCheck(m) {
				return false
			}
		}
	}
	for _, m := range all {
		if !t.reaches(t.goal, m) {
			return false
		}
	}
	return true
}

// shortest returns the fewest moves, at most n, in which the side to move succeeds, or 0.
func (t *tree) shortest(n int) int {
	for k := 1; k <= n; k++ {
		if t.solves(k) {
			return k
		}
	}
	return 0
}

// node returns a move of the position reached, not yet played.
func (t *tree) node(m rules.Move, number int, answer, reached bool) *Node {
	n := &Node{Text: t.text(m, t.goal, reached), Number: number, Answer: answer, move: m}
	if !reached {
		n.Text = notation.Text(t.now(), m, notation.Popeye)
	}
	return n
}

// key judges the first move m of n: it returns nil unless it is a key or a try to be shown.
func (t *tree) key(m rules.Move, n int) *Node {
	direct := t.stip.Play == Direct || t.options.Quodlibet
	if direct && t.reaches(t.goal, m) {
		k := t.node(m, 1, false, true)
		k.Sign = "!"
		return k
	}
	if t.stip.Play == Direct && n == 1 {
		return nil
	}
	k := t.node(m, 1, false, false)
	t.push(m)
	defer t.pop()
	refutations, ok := t.refutations(n)
	switch {
	case !ok || t.stopped():
		return nil
	case len(refutations) == 0:
		k.Sign = "!"
	default:
		k.Sign = "?"
	}
	t.after(k, n, refutations)
	for _, r := range inOrder(t.now(), refutations) {
		but := t.node(r, 1, true, false)
		but.Sign = "!"
		k.But = append(k.But, but)
	}
	return k
}

// refutations returns the answers that refute the move just made, the first of n; ok is false
// when it is neither key nor try.
func (t *tree) refutations(n int) (refutations []rules.Move, ok bool) {
	if (t.stip.Play == Reflex || t.stip.Play == SemiReflex) && t.canReach() {
		return nil, true
	}
	answers := slices.Clone(t.moves())
	if len(answers) == 0 {
		return nil, false
	}
	ply := t.ply()
	for len(t.killers) <= ply {
		t.killers = append(t.killers, 0)
	}
	if i := slices.Index(answers, t.killers[ply]); i > 0 {
		answers[0], answers[i] = answers[i], answers[0]
	}
	for _, m := range answers {
		if !t.fails(m, n) {
			t.killers[ply] = m
			if refutations = append(refutations, m); len(refutations) > t.options.Tries {
				return nil, false
			}
		}
	}
	return refutations, len(refutations) < len(answers)
}

// after adds to k, the move just made and the first of n, what is to be shown after it.
func (t *tree) after(k *Node, n int, refutations []rules.Move) {
	if !t.options.Variations {
		return
	}
	if t.stip.Play != Direct && (n == 1 || t.stip.Play != Self && t.canReach()) {
		k.Next = t.reaching(k.Number)
		return
	}
	var threats []rules.Move
	length := 0
	if !t.options.NoThreat && !t.now().InCheck() {
		k.Threats, threats, length = t.threats(k.Number, n)
		k.Zugzwang = len(k.Threats) == 0
	}
	for _, m := range inOrder(t.now(), slices.Clone(t.moves())) {
		if slices.Contains(refutations, m) {
			continue
		}
		if v := t.variation(m, k.Number, n, threats, length); v != nil {
			k.Next = append(k.Next, v)
		}
	}
}

// reaching returns the moves of the defending side that reach the goal.
func (t *tree) reaching(number int) []*Node {
	var all []*Node
	for _, m := range inOrder(t.now(), slices.Clone(t.candidates(t.goal))) {
		if t.reaches(t.goal, m) {
			all = append(all, t.node(m, number, true, true))
		}
	}
	return all
}

// threats returns what follows if the defending side passes, in the fewest moves.
func (t *tree) threats(number, n int) (shown []*Node, moves []rules.Move, length int) {
	most := n - 1
	if t.options.Threat > 0 {
		most = min(most, t.options.Threat)
	} else if t.options.Threat < 0 {
		most = 0
	}
	t.push(pass)
	defer t.pop()
	if length = t.shortest(most); length == 0 {
		return nil, nil, 0
	}
	shown = t.continuations(number+1, length)
	for _, c := range shown {
		moves = append(moves, c.move)
	}
	return shown, moves, length
}

// continuations returns the moves of the attacking side that succeed in n moves.
func (t *tree) continuations(number, n int) []*Node {
	var all []*Node
	for _, m := range inOrder(t.now(), slices.Clone(t.moves())) {
		if c := t.continuation(m, number, n); c != nil {
			all = append(all, c)
		}
	}
	return all
}

// continuation returns the move m if it succeeds in n moves, else nil.
func (t *tree) continuation(m rules.Move, number, n int) *Node {
	direct := t.stip.Play == Direct || t.options.Quodlibet
	if direct && t.reaches(t.goal, m) {
		return t.node(m, number, false, true)
	}
	if n == 1 && t.stip.Play == Direct {
		return nil
	}
	c := t.node(m, number, false, false)
	t.push(m)
	defer t.pop()
	if !t.holds(n) {
		return nil
	}
	t.after(c, n, nil)
	return c
}

// variation returns the answer m to the first of n moves with what follows, or nil if the
// threats go through in spite of it or it is not to be shown.
func (t *tree) variation(m rules.Move, number, n int, threats []rules.Move, length int) *Node {
	if t.stip.Play == Self && t.reaches(t.goal, m) {
		return t.node(m, number, true, true)
	}
	v := t.node(m, number, true, false)
	t.push(m)
	defer t.pop()
	if len(threats) > 0 && t.allWork(threats, length) {
		return nil
	}
	k := t.shortest(n - 1)
	if k == 0 || t.options.NoShortVariations && k < n-1 {
		return nil
	}
	v.Next = t.continuations(number+1, k)
	return v
}

// allWork reports whether all threats succeed in so many moves.
func (t *tree) allWork(threats []rules.Move, length int) bool {
	if t.mustNot() {
		return false
	}
	moves := slices.Clone(t.moves())
	for _, m := range threats {
		if !slices.Contains(moves, m) {
			return false
		}
		if (t.stip.Play == Direct || t.options.Quodlibet) && t.reaches(t.goal, m) {
			continue
		}
		if length == 1 && t.stip.Play == Direct {
			return false
		}
		t.push(m)
		ok := t.holds(length)
		t.pop()
		if !ok {
			return false
		}
	}
	return true
}

// setPlay returns the answers of the defending side to nothing, that are followed by success.
func (t *tree) setPlay(n int) []*Node {
	var all []*Node
	for _, m := range inOrder(t.now(), slices.Clone(t.moves())) {
		if v := t.variation(m, 1, n, nil, 0); v != nil {
			all = append(all, v)
		}
	}
	return all
}
