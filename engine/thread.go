package engine

import (
	"math"
	"slices"
	"sync/atomic"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// thread searches with its own memory of what was good where.
type thread[W rules.Words] struct {
	*session
	*judge[W]
	number  int
	frames  [MaxPly + 4]frame[W]
	keys    []uint64 // of the game and the line that is looked at
	base    int      // of the root among them
	roots   []root
	line    int // of the roots that is looked for
	done    int // depth that was searched to the end
	deepest int
	allowed int  // depth of this iteration
	exact   bool // nothing is left out: a mate is looked for
	waits   int  // passing is not tried while it is not 0

	nodes     uint64
	published atomic.Uint64

	history    [2][]int16           // by side, man, what enters, and square
	continued  []int16              // by a move and the one before it
	correction [3][2][1 << 14]int16 // by what it goes by, side, and key
	takes      []int16              // by man, square and captured man
	pawns      structures[W]
	none       rules.Squares[W] // no square
	takers     takers[W]        // of exchange, with what each capture of it has won
	gains      [2*mostTakers + 2]Score
}

// frame is what a thread knows about a position of the line it looks at.
type frame[W rules.Words] struct {
	p        rules.Position
	surveyor rules.Surveyor[W] // p
	turn     board.Color
	view     *view[W]
	own      view[W] // what view is but after a pass
	seen     uint64  // the key of the position in own
	raw      Score   // its evaluation, or noEval
	moves    []kirke.Move
	ranks    []rank       // of the moves that have their place in the order
	arranged bool         // captures and promotions have their places in the order
	quiets   []kirke.Move // tried at this node
	captures []kirke.Move
	pv       []kirke.Move
	killers  [2]kirke.Move
	excluded token
	eval     Score
	check    bool
	captured bool       // the move that is expected to be best captures
	move     kirke.Move // that was made here
	trail    int        // of that move, in continued; -1 for a pass
}

// begin puts a position into a frame.
func (f *frame[W]) begin(p rules.Position) {
	f.p, f.surveyor, f.turn, f.check = p, p.(rules.Surveyor[W]), p.Turn(), p.InCheck()
}

// root is a first move and what was found behind it.
type root struct {
	move        kirke.Move
	score, last Score
	pv          []kirke.Move
}

func newThread[W rules.Words](v *rules.Variant, number int) *thread[W] {
	t := &thread[W]{judge: judgeOf[W](v), number: number, pawns: make(structures[W], manyStructures)}
	kinds := len(v.Army) + 1
	for c := range t.history {
		t.history[c] = make([]int16, kinds*3<<8)
	}
	n := kinds * v.Size.Area()
	t.continued = make([]int16, n*n)
	t.takes = make([]int16, n*kinds)
	return t
}

func (t *thread[W]) plays(p rules.Position) bool {
	_, fits := p.(rules.Surveyor[W])
	return fits && t.v == p.Variant()
}

func (t *thread[W]) visited() uint64 { return t.published.Load() }

func (t *thread[W]) found() (roots []root, depth int) { return t.roots, t.done }

// prepare makes a thread ready for a search.
func (t *thread[W]) prepare(s *session) {
	t.session = s
	t.keys = append(t.keys[:0], s.before...)
	t.base = len(t.keys)
	t.frames[0].begin(s.root)
	t.nodes, t.done, t.deepest, t.waits = 0, 0, 0, 0
	t.published.Store(0)
	t.roots = t.roots[:0]
	for _, m := range s.moves {
		t.roots = append(t.roots, root{move: m, score: -infinity, last: -infinity, pv: []kirke.Move{m}})
	}
	for c := range t.history {
		for i := range t.history[c] {
			t.history[c][i] /= 2
		}
	}
	for i := range t.frames {
		f := &t.frames[i]
		f.killers, f.excluded, f.trail, f.view = [2]kirke.Move{}, 0, 0, nil
	}
}

// mate looks for a mate in at most so many moves, leaving nothing out, and reports whether there is one.
func (t *thread[W]) mate(most int) bool {
	t.exact = true
	defer func() { t.exact = false }()
	for n := 1; n <= most && !t.halted.Load(); n++ {
		depth := 2*n - 1
		for i := range t.roots {
			t.roots[i].last, t.roots[i].score = t.roots[i].score, -infinity
		}
		t.line, t.allowed = 0, depth
		score := t.search(0, depth, -matedIn(2*n), -matedIn(0), false)
		if t.halted.Load() {
			break
		}
		if score > -matedIn(2*n) {
			slices.SortStableFunc(t.roots, func(a, b root) int { return int(b.score - a.score) })
			t.done = depth
			t.tell(depth, 0, Exact)
			return true
		}
	}
	for i := range t.roots {
		t.roots[i].last, t.roots[i].score = -infinity, -infinity
	}
	return false
}

// deepen searches deeper and deeper.
func (t *thread[W]) deepen() {
	if t.number == 0 && t.limits.Mate > 0 && t.mate(t.limits.Mate) {
		t.stop()
		return
	}
	stable := 0
	most := MaxPly - 10
	if t.limits.Depth > 0 {
		most = min(most, t.limits.Depth)
	}
	if t.skill.depth > 0 {
		most = min(most, t.skill.depth)
	}
	best, before := kirke.Move(0), Score(0)
	for depth := 1; depth <= most && !t.halted.Load(); depth++ {
		if t.number > 0 && (depth+t.number)%3 == 0 && depth < most {
			continue // so that threads do not all do the same
		}
		for i := range t.roots {
			t.roots[i].last = t.roots[i].score
			t.roots[i].score = -infinity
		}
		t.allowed = depth
		for t.line = 0; t.line < t.lines; t.line++ {
			t.aspire(depth)
			slices.SortStableFunc(t.roots[:t.line+1], func(a, b root) int { return int(b.score - a.score) })
			if t.halted.Load() {
				break
			}
		}
		if t.halted.Load() {
			t.restore()
			break
		}
		t.done = depth
		for i := range t.lines {
			t.tell(depth, i, Exact)
		}
		if t.roots[0].move == best {
			stable++
		} else {
			best, stable = t.roots[0].move, 0
		}
		if t.number == 0 && t.satisfied(stable, before-t.roots[0].score) {
			break
		}
		before = t.roots[0].score
	}
	if t.number == 0 && !t.limits.Ponder {
		t.stop()
	}
	t.published.Store(t.nodes)
}

// restore takes up the order of the last full iteration where this one found nothing.
func (t *thread[W]) restore() {
	for i := range t.roots {
		if t.roots[i].score <= -infinity {
			t.roots[i].score = t.roots[i].last
		}
	}
	if t.line == 0 && t.roots[0].score <= -infinity && t.roots[0].last > -infinity {
		t.roots[0].score = t.roots[0].last
	}
}

// afterMate is how deep is searched for a move when the mate that was asked for is not there.
const afterMate = 8

// satisfied reports whether the first thread need not search deeper, when the best move has been the same for so many iterations and
// its score is so much less than that of the last one.
func (t *thread[W]) satisfied(stable int, drop Score) bool {
	score := t.roots[0].score
	if t.limits.Mate > 0 && t.done >= afterMate {
		return true
	}
	if t.limits.Nodes > 0 && t.session.nodes() >= t.limits.Nodes {
		return true
	}
	if t.pondering.Load() || t.clock.soft == 0 {
		return false
	}
	if n, ok := score.Mate(); ok && n > 0 && t.done > 2*n+2 {
		return true
	}
	scale := math.Pow(0.93, float64(min(stable, 8))) * 1.1
	if stable == 0 && t.done > 5 {
		scale *= 1.3
	}
	scale *= 1 + float64(max(0, min(drop, 60)))/90
	return float64(t.elapsed()) >= float64(t.clock.soft)*scale*0.8
}

// aspire searches one iteration for a line, in a narrow window where the last one tells what to expect.
func (t *thread[W]) aspire(depth int) {
	alpha, beta, width := -infinity, infinity, Score(22)
	expected := t.roots[t.line].last
	if depth >= 4 && expected > -surely && expected < surely {
		alpha, beta = max(expected-width, -infinity), min(expected+width, infinity)
	}
	lowered := 0
	for {
		score := t.search(0, max(1, depth-lowered), alpha, beta, false)
		slices.SortStableFunc(t.roots[t.line:], func(a, b root) int {
			if a.score != b.score {
				return int(b.score - a.score)
			}
			return int(b.last - a.last)
		})
		switch {
		case t.halted.Load():
			return
		case score <= alpha && alpha > -infinity:
			beta = (alpha + beta) / 2
			alpha = max(score-width, -infinity)
			lowered = 0
		case score >= beta && beta < infinity:
			beta = min(score+width, infinity)
			lowered = min(lowered+1, 3)
		default:
			return
		}
		width += width / 2
		if width > 600 {
			alpha, beta = -infinity, infinity
		}
	}
}

// tell reports the lines of an iteration.
func (t *thread[W]) tell(depth, line int, bound Bound) {
	s := t.session
	if s.report == nil || t.number != 0 {
		return
	}
	r := &t.roots[line]
	if r.score <= -infinity {
		return
	}
	t.published.Store(t.nodes)
	s.report(Info{
		Depth: depth, SelDepth: t.deepest, Line: line + 1, Score: r.score, Bound: bound, Nodes: s.nodes(),
		Time: time.Since(s.started), HashFull: s.table.full(), PV: slices.Clone(r.pv),
	})
}
