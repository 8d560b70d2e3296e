package engine

import (
	"math"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// The search is a principal variation search (Marsland and Campbell, "Parallel Search of Strongly
// Ordered Game Trees", 1982) in numbered steps. Where a step has been measured alone, its gain is
// in Elo with 95 % bounds, from docs/lab/2026-11-22-engine-changes.md.

// node is a position that is being searched.
type node struct {
	ply, depth  int
	alpha, beta Score // only a score between them matters
	pvNode      bool  // the window is open: the exact score is wanted
	cutNode     bool  // a score of beta or more is expected
	improving   bool  // see isImproving

	tableKey   uint64 // the key in the transposition table
	tableHit   bool   // the table has the position
	tableEntry entry
	tableMove  token // the move to search first, 0 for none

	rawEval   Score // the evaluation without corrections; noEval while it is unknown
	extension int   // half-moves by which the table's move is searched deeper

	bestScore Score
	bestMove  kirke.Move // 0 while no score is above alpha
	bound     Bound      // of bestScore
}

// bestToken returns the best move as the table stores it, 0 for none.
func (n *node) bestToken() token {
	if n.bestMove == 0 {
		return 0
	}
	return tokenOf(n.bestMove)
}

// search returns the score of the position at a ply, for the side to move.
func (t *thread[W]) search(ply, depth int, alpha, beta Score, cut bool) Score {
	ss := &t.stack[ply]
	ss.pv = ss.pv[:0]

	// Step 1. At the horizon search captures only, so that the evaluation sees quiet positions.
	if depth <= 0 && !t.mateSearch {
		return t.quiesce(ply, alpha, beta, 0)
	}

	// Step 2. Count the node. Stop when the time or the nodes are used up.
	t.countNode()
	if t.stopped.Load() {
		return 0
	}
	n := node{ply: ply, depth: depth, alpha: alpha, beta: beta, pvNode: beta-alpha > 1, cutNode: cut, rawEval: noEval}
	key := ss.p.Key()
	t.keys = append(t.keys[:t.rootIndex+ply], key)

	// Step 3. Draws by repetition or idle moves, and mate distance pruning.
	if score, ok := t.drawOrMate(&n, key); ok {
		return score
	}

	// Step 4. Transposition table: the position may have been searched before, by another order of
	// moves.
	t.probeTable(&n, key)
	if score, ok := t.tableCutoff(&n); ok {
		return score
	}

	// Step 5. The end of the game, or of the stack.
	if score, ok := t.terminalScore(&n); ok {
		return score
	}
	if t.mateSearch { // it proves, so it prunes nothing
		return t.searchMoves(&n)
	}

	// Step 6. Static evaluation.
	t.evaluateNode(&n)

	// Steps 7 to 9. Prune the node if one side is far ahead.
	if score, ok := t.pruneNode(&n); ok {
		return score
	}

	// Step 10. Internal iterative reduction: without a move from the table the order of moves is
	// poor. A shallower search is cheap, and gives the table a move for the next time.
	if n.tableMove == 0 && n.depth >= 4 && (n.pvNode || n.cutNode) {
		n.depth--
	}

	// Step 11. Singular extension.
	if score, ok := t.singularExtension(&n); ok {
		return score
	}

	// Steps 12 to 18. The moves.
	return t.searchMoves(&n)
}

// drawOrMate is step 3. A position that repeats an earlier one is scored as a draw at once. No line
// from here is better than a mate with the next move, or worse than being mated now: if that leaves
// no window, the node is decided.
func (t *thread[W]) drawOrMate(n *node, key uint64) (score Score, ok bool) {
	if n.ply == 0 {
		return 0, false
	}
	t.selDepth = max(t.selDepth, n.ply)
	if t.isRepetition(n.ply, key) {
		return 0, true
	}
	n.alpha, n.beta = max(n.alpha, matedIn(n.ply)), min(n.beta, -matedIn(n.ply+1))
	return n.alpha, n.alpha >= n.beta
}

// probeTable is the first half of step 4: it looks the node up in the transposition table.
func (t *thread[W]) probeTable(n *node, key uint64) {
	ss := &t.stack[n.ply]
	n.tableKey = key
	if t.mateSearch {
		n.tableKey = ^key // results of searches that prune prove nothing
	}
	if ss.excluded != 0 {
		n.tableKey ^= mix(uint64(ss.excluded))
	}
	t.updateInfo(n.ply, key) // while makeMove's prefetch of the table is under way
	if n.tableEntry, n.tableHit = t.table.probe(n.tableKey); !n.tableHit {
		n.tableEntry.eval = noEval
	}
	n.tableMove = n.tableEntry.move
	if n.ply == 0 {
		n.tableMove = tokenOf(t.roots[t.pvIndex].move)
	}
}

// tableCutoff is the second half of step 4. It returns the score if the table decides the node: by
// a search of at least this depth, or by an evaluation far above beta.
func (t *thread[W]) tableCutoff(n *node) (score Score, ok bool) {
	ss := &t.stack[n.ply]
	if !n.tableHit || n.pvNode || ss.excluded != 0 {
		return 0, false
	}
	te := &n.tableEntry
	if te.depth >= n.depth {
		if score := te.score.fromTable(n.ply); te.bound.decides(score, n.alpha, n.beta) {
			return score, true
		}
	}
	// The stored evaluation is not corrected, hence the margin. Without an evaluation of its own
	// the node costs little: 15 % fewer nodes to a depth, and 5 to 9 % more nodes a second (+6 ±
	// 50).
	if !ss.check && !t.mateSearch && te.eval != noEval && te.bound != AtMost &&
		farAbove(te.eval-uncorrectedMargin, n.depth, n.beta, false) {
		return (te.eval + n.beta) / 2, true
	}
	return 0, false
}

// terminalScore is step 5. It returns the score of a node that cannot be searched further: the last
// node of a mate search, a position that tables know, a dead draw, or the end of the stack.
func (t *thread[W]) terminalScore(n *node) (score Score, ok bool) {
	ss := &t.stack[n.ply]
	switch {
	case n.depth <= 0: // only in a mate search
		if ss.check && !ss.p.HasLegalMove() {
			return matedIn(n.ply), true
		}
		return n.beta, true
	case n.ply > 0 && t.tables != nil && (!t.mateSearch || t.endsAsChess): // a win is a mate
		if score, ok := t.knownScore(n.ply); ok {
			return score, true
		}
	}
	switch {
	case n.ply > 0 && t.isDeadDraw(ss):
		return 0, true
	case n.ply > 0 && !t.endsAsChess && rules.EndingOf(ss.p).By != rules.NoEnding:
		return t.withoutMoves(n.ply), true
	}
	if n.ply >= MaxPly-2 {
		_, eval := t.staticEval(n.ply, noEval)
		return eval, true
	}
	return 0, false
}

// knownScore returns the score of a position that the tables know. A win that the draw by moves
// without progress may prevent is not known.
func (t *thread[W]) knownScore(ply int) (score Score, ok bool) {
	ss := &t.stack[ply]
	if ss.info.All[0].Count()+ss.info.All[1].Count() > t.fewPieces {
		return 0, false
	}
	sign, plies, ok := t.tables.Decided(ss.p)
	if half, _ := ss.p.Clock(); !ok || sign != 0 && half+plies > t.idleLimit {
		return 0, false
	}
	t.tableHits++
	return Score(sign) * -matedIn(ply+plies), true
}

// evaluateNode is step 6. A score from the table replaces the evaluation if its bound shows that it
// is nearer to the truth.
func (t *thread[W]) evaluateNode(n *node) {
	ss := &t.stack[n.ply]
	if ss.check {
		ss.static, ss.eval = -infinity, -infinity
		return
	}
	te := &n.tableEntry
	n.rawEval, ss.static = t.staticEval(n.ply, te.eval)
	ss.eval = ss.static
	if n.tableHit && te.score > -mateBound && te.score < mateBound && te.bound.corrects(te.score, ss.eval) {
		ss.eval = te.score
	}
	n.improving = t.isImproving(n.ply)
}

// isImproving reports whether the evaluation is better than two half-moves ago or, if that was in
// check, four; also if both were.
func (t *thread[W]) isImproving(ply int) bool {
	if ply < 2 {
		return false
	}
	before := t.stack[ply-2].static
	if before == -infinity && ply >= 4 {
		before = t.stack[ply-4].static
	}
	return t.stack[ply].static > before
}

// pruneNode is steps 7 to 9. In check the evaluation says nothing, so nothing is pruned.
func (t *thread[W]) pruneNode(n *node) (score Score, ok bool) {
	ss := &t.stack[n.ply]
	if n.pvNode || ss.check || ss.excluded != 0 {
		return 0, false
	}
	if score, ok := t.reverseFutility(n); ok {
		return score, true
	}
	if score, ok := t.razoring(n); ok {
		return score, true
	}
	return t.nullMove(n)
}

// reverseFutility is step 7, reverse futility pruning (after Heinz, "Extended Futility Pruning",
// 1998): far above beta, the opponent will not catch up in the depth that is left.
func (t *thread[W]) reverseFutility(n *node) (score Score, ok bool) {
	ss := &t.stack[n.ply]
	if !farAbove(ss.eval, n.depth, n.beta, n.improving) {
		return 0, false
	}
	score = (ss.eval + n.beta) / 2
	t.table.store(n.tableKey, entry{score: score.toTable(n.ply), eval: n.rawEval, depth: n.depth, bound: AtLeast})
	return score, true
}

// farAbove reports whether an evaluation is so far above beta that a search to this depth will not
// bring it back. A larger margin gained +23 ± 58.
func farAbove(eval Score, depth int, beta Score, improving bool) bool {
	margin := Score(74 * depth)
	if improving {
		margin -= 53
	}
	return depth <= 7 && eval-margin >= beta && beta > -mateBound && eval < mateBound
}

// razoring is step 8 (Birmingham and Kent, "Tree-Searching and Tree-Pruning Techniques", 1977): far
// below alpha with one half-move to go, only a capture could help, or a pass that ends the game.
// Razoring at greater depths cost strength.
func (t *thread[W]) razoring(n *node) (score Score, ok bool) {
	if t.passes || n.depth > 1 || t.stack[n.ply].eval+Score(340*n.depth) >= n.alpha {
		return 0, false
	}
	score = t.quiesce(n.ply, n.alpha, n.alpha+1, 0)
	return score, score <= n.alpha
}

// nullMove is step 9, null move pruning (Donninger, "Null Move and Deep Search", 1993): a side that
// is above beta even after passing need not find a good move. This fails in zugzwang. In endgames,
// at great depth and where captured pieces are reborn, a search of the moves must therefore confirm
// it (Tabibi and Netanyahu, "Verified Null-Move Pruning", 2002).
func (t *thread[W]) nullMove(n *node) (score Score, ok bool) {
	ply, depth, beta := n.ply, n.depth, n.beta
	ss := &t.stack[ply]
	turn := ss.turn
	passed := ply > 0 && t.stack[ply-1].continuation < 0
	if depth < 3 || !t.nullMoves || t.nullMoveOff > 0 || ss.eval < beta || beta <= -mateBound ||
		ss.info.nonPawns[turn] == 0 || passed {
		return 0, false
	}
	reduced := depth - 4 - depth/4 - int(min(3, (ss.eval-beta)/165))
	t.makeMove(ply, rules.NullMove)
	ss.continuation = -1
	score = -t.search(ply+1, reduced, -beta, -beta+1, !n.cutNode)
	if t.stopped.Load() || score < beta {
		return 0, false
	}
	if score > mateBound { // a mate after a pass is not proved
		score = beta
	}
	if depth < 10 && !t.effects && ss.info.nonPawns[turn] > 1 {
		return score, true
	}
	t.nullMoveOff++
	ok = t.search(ply, max(1, reduced), beta-1, beta, false) >= beta
	t.nullMoveOff--
	return score, ok && !t.stopped.Load()
}

// singularExtension is step 11 (Anantharaman, Campbell and Hsu, "Singular Extensions", 1988). It
// searches all moves but the table's, shallower and against a score below the table's.
//
//   - If all fail, the table's move is singular, and is searched deeper.
//   - If one reaches beta even so, two moves do, and the node is decided.
//   - If the table's move was expected to reach beta, and is not singular, it is reduced.
//
// Two half-moves for moves that are better by far gained, with smaller changes, +7 ± 45.
func (t *thread[W]) singularExtension(n *node) (score Score, ok bool) {
	ss := &t.stack[n.ply]
	te := &n.tableEntry
	if n.ply == 0 || n.depth < 7 || ss.excluded != 0 || n.tableMove == 0 || n.ply >= 2*t.rootDepth ||
		te.bound == AtMost || te.depth < n.depth-3 || te.score <= -mateBound || te.score >= mateBound {
		return 0, false
	}
	margin := te.score.fromTable(n.ply) - Score(5*n.depth/2)
	ss.excluded = n.tableMove
	score = t.search(n.ply, (n.depth-1)/2, margin-1, margin, n.cutNode)
	ss.excluded = 0
	switch {
	case score < margin:
		n.extension = 1
		if !n.pvNode && score < margin-doubleExtensionMargin {
			n.extension = 2
		}
	case margin >= n.beta:
		return margin, true
	case te.score >= n.beta:
		n.extension = -1
	}
	return 0, false
}

// doubleExtensionMargin is how far all other moves must fail for an extension by two half-moves.
const doubleExtensionMargin = 30

// candidate is a move of a node to be searched.
type candidate struct {
	move   kirke.Move
	number int   // from 0, in the order of the search
	order  int32 // its score in the order of moves
	quiet  bool  // no capture and no promotion
	late   bool  // moveCountLimit moves have been tried before it
	first  bool  // no other has been tried
}

// searchMoves is steps 12 to 18. It searches the moves of a node and returns the node's score.
func (t *thread[W]) searchMoves(n *node) Score {
	ss := &t.stack[n.ply]
	n.pvNode = n.beta-n.alpha > 1 // mate distance pruning may have closed the window
	n.bestScore, n.bound = -infinity, AtMost
	start := n.alpha

	// Step 12. Generate the moves and put the table's first. The others are ordered when they are
	// needed.
	if score, ok := t.generateMoves(n); ok {
		return score
	}
	t.putFirst(ss, n.tableMove)
	ss.tableMoveCaptures = len(ss.scores) > 0 && t.capturedPiece(ss, ss.moves[0]) != 0
	ss.quiets, ss.captures = ss.quiets[:0], ss.captures[:0]
	limit, dropped := moveCountLimit(n.depth, n.improving), false
	for i := range ss.moves {
		if i == len(ss.moves) {
			break // dropQuiets has removed the others
		}

		// Step 13. Late move pruning: when enough moves have failed, quiet moves that give no check
		// are left out. Then pruning of single moves.
		late := i > limit && !ss.check && !t.series && n.ply > 0 && !t.mateSearch
		if late && !dropped && n.bestScore > -mateBound && len(ss.scores) == len(ss.moves) {
			if dropped = true; !t.dropQuiets(ss, i) {
				break
			}
		}
		c, ok := t.nextCandidate(n, i, late)
		if !ok {
			continue
		}

		// Steps 14 to 16. Make the move and search it.
		score := t.searchMove(n, c)
		if t.stopped.Load() {
			return 0
		}
		if n.ply == 0 {
			t.updateRoot(c.move, score, c.first || score > n.alpha)
		}

		// Step 17. A new best score, or a beta cutoff.
		if t.updateBest(n, c.move, score) {
			t.learnCutoff(n, c)
			break
		}
		if c.quiet {
			ss.quiets = append(ss.quiets, c.move)
		} else {
			ss.captures = append(ss.captures, c.move)
		}
	}
	if n.bestScore == -infinity {
		return start // the only move is excluded
	}
	if t.mateSearch {
		n.bestScore = max(n.bestScore, start)
	}

	// Step 18. Store the result.
	t.storeNode(n)
	return n.bestScore
}

// nextCandidate returns the next move in order. ok is false if the move is excluded or pruned.
// Nothing is pruned until a move is known that does not lose to a mate.
func (t *thread[W]) nextCandidate(n *node, i int, late bool) (c candidate, ok bool) {
	ss := &t.stack[n.ply]
	m, order := t.pickMove(n.ply, i, late)
	if ss.excluded != 0 && tokenOf(m) == ss.excluded {
		return c, false
	}
	quiet := t.capturedPiece(ss, m) == 0 && m.Promotion() == 0
	c = candidate{m, i, order, quiet, late, len(ss.quiets)+len(ss.captures) == 0}
	return c, n.ply == 0 || n.bestScore <= -mateBound || t.mateSearch || !t.pruneMove(n, c)
}

// generateMoves is step 12. If there are no moves it returns the node's score.
func (t *thread[W]) generateMoves(n *node) (score Score, ok bool) {
	ss := &t.stack[n.ply]
	t.stack[n.ply+2].cutoffs = 0
	switch {
	case n.ply == 0:
		t.stack[1].cutoffs = 0
		ss.moves = ss.moves[:0]
		for i := t.pvIndex; i < len(t.roots); i++ {
			ss.moves = append(ss.moves, t.roots[i].move)
		}
	case t.mateSearch && n.depth == 1:
		if ss.moves = rules.Select(ss.p, rules.Mates, ss.moves[:0]); len(ss.moves) == 0 {
			return n.alpha, true
		}
	default:
		ss.moves = ss.p.LegalMoves(ss.moves[:0])
		t.stack[n.ply+2].killers = [2]kirke.Move{}
	}
	switch {
	case len(ss.moves) > 0:
		return 0, false
	case ss.excluded != 0:
		return n.alpha, true
	}
	return t.withoutMoves(n.ply), true
}

// withoutMoves returns the score of a node whose side to move has no legal move.
func (t *thread[W]) withoutMoves(ply int) Score {
	ss := &t.stack[ply]
	switch {
	case t.endsAsChess && ss.check:
		return matedIn(ply)
	case t.endsAsChess:
		return 0
	}
	switch winner, won := rules.WithoutMoves(ss.p); {
	case !won:
		return 0
	case winner == ss.turn:
		return -matedIn(ply)
	}
	return matedIn(ply)
}

// searchMove is steps 14 to 16. It makes a move and returns its score, for the side that makes it.
func (t *thread[W]) searchMove(n *node, c candidate) Score {
	ss := &t.stack[n.ply]
	next := t.makeMove(n.ply, c.move)
	ss.moveNumber = c.number
	t.keys = t.keys[:t.rootIndex+n.ply+1]

	// Step 14. Extensions of singular moves, and of checks that do not lose material, near the
	// leaves and in the principal variation. Extending all checks cost strength.
	deeper := n.depth - 1
	if c.order == tableMoveScore {
		deeper += n.extension
	} else if next.check && !t.mateSearch && n.ply < 2*t.rootDepth && (n.depth <= 4 || n.pvNode) && c.order > -1<<20 {
		deeper++
	}
	if c.first && n.pvNode {
		return t.searchChild(n.ply, deeper, n.alpha, n.beta, false)
	}

	// Step 15. Late move reduction: late moves seldom turn out best, so they are searched shallower
	// first. One that beats alpha is searched again to the full depth. Reducing a little more
	// gained +31 ± 56.
	reduced := deeper
	if n.depth >= 3 && c.number > 1 && (c.quiet || c.order < 0) && !t.mateSearch {
		reduced = max(1, min(deeper, deeper-t.reduction(ss, n, c, next.check)))
	}
	score := t.searchChild(n.ply, reduced, n.alpha, n.alpha+1, reduced < deeper || !n.cutNode)
	if score > n.alpha && reduced < deeper {
		score = t.searchChild(n.ply, deeper, n.alpha, n.alpha+1, !n.cutNode)
		if c.quiet && !t.stopped.Load() {
			bonus := historyBonus(deeper)
			if score <= n.alpha {
				bonus = -bonus
			}
			t.updateContinuations(n.ply, c.move, bonus)
		}
	}

	// Step 16. So far the search only told whether the move beats alpha. A new best move of the
	// principal variation is searched again for its score.
	if n.pvNode && score > n.alpha && score < n.beta {
		score = t.searchChild(n.ply, deeper, n.alpha, n.beta, false)
	}
	return score
}

// updateBest is step 17. It takes the score of a move, and reports whether that is at least beta.
func (t *thread[W]) updateBest(n *node, m kirke.Move, score Score) bool {
	if score <= n.bestScore {
		return false
	}
	n.bestScore = score
	if score <= n.alpha {
		return false
	}
	ss := &t.stack[n.ply]
	n.bestMove, n.alpha, n.bound = m, score, Exact
	if n.pvNode {
		ss.pv = append(append(ss.pv[:0], m), t.stack[n.ply+1].pv...)
	}
	if score < n.beta {
		return false
	}
	n.bound = AtLeast
	return true
}

// learnCutoff notes that a move reached beta. That the move before it is blamed, that cutoffs are
// counted, and isImproving gained together +43 ± 36.
func (t *thread[W]) learnCutoff(n *node, c candidate) {
	ss := &t.stack[n.ply]
	t.updateHistories(n.ply, n.depth, c.move, c.quiet)
	t.blamePrevious(n.ply-1, n.depth)
	ss.cutoffs++
	if n.tableMove == 0 {
		ss.cutoffs++
	}
}

// storeNode is step 18. It stores the node in the transposition table. In a quiet node it also
// moves the corrections towards the difference between score and evaluation.
func (t *thread[W]) storeNode(n *node) {
	ss := &t.stack[n.ply]
	if n.bound == AtMost && n.ply > 0 && ss.excluded == 0 && !t.mateSearch {
		t.creditPrevious(n.ply-1, n.depth)
	}
	if n.ply > 0 || t.pvIndex == 0 {
		t.table.store(n.tableKey, entry{
			move: n.bestToken(), score: n.bestScore.toTable(n.ply), eval: n.rawEval, depth: n.depth, bound: n.bound,
		})
	}
	if !ss.check && ss.excluded == 0 && !t.mateSearch && n.bestScore > -mateBound && n.bestScore < mateBound &&
		n.bound.corrects(n.bestScore, ss.eval) &&
		(n.bestMove == 0 || t.capturedPiece(ss, n.bestMove) == 0) {
		weight := min(16, n.depth+1)
		for _, c := range t.correctionEntries(ss, ss.turn) {
			*c = int16(max(-4000, min(4000, (int(*c)*(256-weight)+int(n.bestScore-n.rawEval)*32*weight)/256)))
		}
	}
}

// updateRoot notes the score and the line of a move at the root.
func (t *thread[W]) updateRoot(m kirke.Move, score Score, better bool) {
	for i := range t.roots {
		r := &t.roots[i]
		if r.move != m {
			continue
		}
		if !better {
			r.score = -infinity
			return
		}
		r.score = score
		r.pv = append(append(r.pv[:0], m), t.stack[1].pv...)
	}
}

// moveCountLimit returns how many moves are tried before late move pruning. Sparing moves that give
// check gained +85 ± 61.
func moveCountLimit(depth int, improving bool) int {
	switch {
	case depth > 6:
		return math.MaxInt
	case improving:
		return 4 + depth*depth*4/3
	}
	return 2 + depth*depth*5/8
}

// pruneMove is the rest of step 13. It reports whether a move need not be searched.
//
//   - Late move pruning, if the quiet moves could not be dropped at once.
//   - Futility pruning (Heinz, 1998): the evaluation is too low for a quiet move to reach alpha.
//   - A history of failures.
//   - Loss of material in the exchanges on the square. For quiet moves this gained +35 ± 55.
//
// The first three spare moves that give check. They judge by the depth that is left after the usual
// reduction. None prunes a pass: it may end the game.
func (t *thread[W]) pruneMove(n *node, c candidate) bool {
	ss := &t.stack[n.ply]
	if ss.check || t.series || c.move.Form() == rules.Pass {
		return false
	}
	if c.quiet && !t.givesDirectCheck(ss, c.move) {
		if c.late {
			return true
		}
		left := max(0, n.depth-1-reductions[min(n.depth, 63)][min(c.number, 63)]/1024)
		if left <= 6 && ss.eval+Score(120+95*left) <= n.alpha || left <= 3 && c.order < int32(-2500*(left+1)) {
			return true
		}
		return left <= 6 && t.losesMoreThan(ss, c.move, Score(27*left*left))
	}
	return n.depth <= 7 && (c.quiet || c.order < 0) && t.losesMoreThan(ss, c.move, Score(130*n.depth))
}

// dropQuiets removes the quiet moves from i on that give no check and are no pass, and reports
// whether moves are left there.
func (t *thread[W]) dropQuiets(ss *stackEntry[W], i int) bool {
	n := i
	for k := i; k < len(ss.moves); k++ {
		if m := ss.moves[k]; t.capturedPiece(ss, m) != 0 || m.Promotion() != 0 || m.Form() == rules.Pass ||
			t.givesDirectCheck(ss, m) {
			ss.moves[n], ss.scores[n] = m, newMoveScore(ss.scores[k].score(), n)
			n++
		}
	}
	ss.moves, ss.scores = ss.moves[:n], ss.scores[:n]
	return n > i
}

// givesDirectCheck reports whether the moved piece gives check from its new square. Other checks
// are rare, and expensive to detect.
func (t *thread[W]) givesDirectCheck(ss *stackEntry[W], m kirke.Move) bool {
	to := m.To()
	return int(to) < t.area && ss.info.Checks[ss.turn.Other()&1][t.piece(ss, m).Type()&31].Has(to)
}

// reductions has the usual reduction of a late move by depth and number of the move, in 1024ths of
// a half-move.
var reductions = func() (table [64][64]int) {
	for d := 1; d < 64; d++ {
		for n := 1; n < 64; n++ {
			table[d][n] = int(1024 * (0.53 + math.Log(float64(d))*math.Log(float64(n))/1.6))
		}
	}
	return table
}()

// reduction returns by how many half-moves a late move is reduced: more in nodes that are expected
// to fail high, after bad histories and where answers to other moves reach beta, less in the
// principal variation and for checks and killers. Its numbers were fitted together with 25 others of
// the search, by games (SPSA): +31 ± 28.
func (t *thread[W]) reduction(ss *stackEntry[W], n *node, c candidate, check bool) int {
	r := reductions[min(n.depth, 63)][min(c.number, 63)]
	if n.pvNode {
		r -= 950
	}
	if !c.quiet {
		if check {
			r -= 1000
		}
		return max(0, r-740) / 1024
	}
	if n.cutNode {
		r += 2000
	}
	if !n.improving {
		r += 1350
	}
	if t.stack[n.ply+1].cutoffs > 3 {
		r += 1024
	}
	if check || ss.check {
		r -= 1200
	}
	r -= int(c.order) * 1024 / 5000
	if c.move == ss.killers[0] || c.move == ss.killers[1] {
		r -= 1024
	}
	if ss.tableMoveCaptures {
		r += 1050
	}
	if t.series {
		r -= 512
	}
	return max(0, r/1024)
}
