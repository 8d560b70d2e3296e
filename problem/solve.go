package problem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// Solver solves problems. The zero Solver uses one thread and remembers nothing.
type Solver struct {
	Threads  int            // 0 is as many as there are processors
	Hash     int            // megabytes for remembering positions
	Progress func(Progress) // called now and then; nil for silence
	Journal  *Journal       // keeps what is done, so that solving can go on later; nil keeps nothing
	Place    string         // tells the problem from others in the journal
	Yield    func()         // called at every position by every thread, which waits until it returns; nil for no waiting

	unbounded bool // for tests: no line is given up before its end
	long      int  // for tests: how many moves longPlay is; 0 for as many as it says
}

// Progress is how far a phase has come.
type Progress struct {
	Done, Of int    // first moves looked at
	First    string // the last of them
	Nodes    uint64 // positions visited
}

// Sink receives the solution of a problem as it is found, in its order.
type Sink interface {
	// Twin begins a twin, or the only position of a problem without twins, with label "".
	Twin(p *Problem, label string)
	// Phase begins a phase: set play or the actual play, by the sides or with colours exchanged.
	Phase(ph Phase)
	Line(l Line)
	Key(k *Node)
	// First says which first move is looked at next, from 1.
	First(n int, text string)
	// EndPhase ends it.
	EndPhase(ph Phase)
	// Note is a remark for the reader, as that an option does not apply.
	Note(text string)
	// EndTwin says how it went.
	EndTwin(o Outcome)
}

// Phase is a part of a solution.
type Phase struct {
	Set     bool // set play
	PostKey bool // the diagram is after the key
	Swapped bool // colours exchanged
	Tree    bool // of moves and answers, not lines
	Apart   bool // lines that end a move earlier than others are shown apart from them
}

// Outcome is how the solving of a twin ended.
type Outcome struct {
	Solutions   int  // of the actual play, over all phases: lines or keys
	Partial     bool // an option or a limit ended it early
	TimedOut    bool // MaxTime did
	Interrupted bool // the context did
	Nodes       uint64
}

// ErrInterrupted is what Solve returns when its context has ended before the solving.
var ErrInterrupted = errors.New("interrupted")

// What is remarked where nothing is solved because of it.
const (
	kingTakeable = "the side to play can capture the king"
	noSuchPawn   = "Inconsistent retro information\n\nproblem ignored"
)

// noKing is remarked where a king is missing and no option says that it is to be.
const noKing = "both sides need a king"

// Solve solves p and its twins and gives the solution to sink. The error is an
// *UnsupportedError, a fault of the problem, or ErrInterrupted.
func (s *Solver) Solve(ctx context.Context, p *Problem, sink Sink) error {
	twins, err := p.Unroll()
	if err != nil {
		return err
	}
	var all common
	for i, t := range twins {
		o, err := s.twin(ctx, i, t.Problem, t.Label, &all, sink)
		if err != nil {
			return err
		}
		sink.EndTwin(o)
		if o.Interrupted {
			return ErrInterrupted
		}
	}
	return nil
}

// common is what the twins of a problem have in common.
type common struct {
	numbered int      // first moves of the phases and twins begun
	made     []*bound // for any of them
}

// job is the solving of one twin.
type job struct {
	*Solver
	*common
	search
	p        *Problem
	v        *rules.Variant
	sink     Sink
	number   int     // of the twin
	target   *target // of games
	chart    *chart
	bounds   [2]*bound // by the side that ends the play, once they are made
	bounded  [2]bool
	uses     []use      // of the bound in the script before, by the number of turns left
	exhibits [2]exhibit // of the goal of the phase that is being played, and of the other
	outcome  Outcome
	nodes    atomic.Uint64

	ignored []string // remarks on options without effect
	next    int      // first moves numbered before the first that this phase looks at
}

func (s *Solver) twin(ctx context.Context, number int, p *Problem, label string, all *common, sink Sink) (Outcome, error) {
	v, err := p.Variant()
	if err != nil {
		return Outcome{}, err
	}
	sink.Twin(p, label)
	if err := p.check(v); err != nil {
		return Outcome{}, err
	}
	if !p.hasKings() {
		sink.Note(noKing)
	}
	q := *p
	q.Options, _ = p.Options.applicable(&p.Stipulation)
	j := &job{Solver: s, common: all, p: &q, v: v, sink: sink, number: number, ignored: p.Options.ignored(&p.Stipulation)}
	p = &q
	j.ctx, j.options, j.yield = ctx, &p.Options, s.Yield
	if p.Options.MaxTime > 0 {
		j.deadline = time.Now().Add(p.Options.MaxTime)
	}
	defer j.watch()()
	for _, swapped := range p.Options.sides() {
		white := board.White
		if swapped {
			white = board.Black
		}
		if err := j.play(white); err != nil {
			return Outcome{}, err
		}
	}
	j.outcome.Nodes = j.nodes.Load()
	j.outcome.Interrupted = ctx.Err() != nil
	j.outcome.TimedOut = !j.outcome.Interrupted && !j.deadline.IsZero() && time.Now().After(j.deadline)
	return j.outcome, nil
}

// Validate says why a problem, or one of its twins, cannot be solved.
func (p *Problem) Validate() error {
	twins, err := p.Unroll()
	if err != nil {
		return err
	}
	for _, t := range twins {
		v, err := t.Variant()
		if err != nil {
			return err
		}
		if err := t.check(v); err != nil {
			return err
		}
	}
	return nil
}

// hasKings reports whether each side has a king, but where an option says that it has none.
func (p *Problem) hasKings() bool {
	has := p.Options.NoKing
	for _, m := range p.Setup.Board {
		if m != 0 && p.Game.Type(m.Kind()).Royal {
			has[m.Color()] = true
		}
	}
	return has[board.White] && has[board.Black]
}

// check says why a problem cannot be solved.
func (p *Problem) check(v *rules.Variant) error {
	st := &p.Stipulation
	if v.Series.Progressive {
		return unsupported("%s, in which a turn is many moves: a stipulation", v.ID)
	}
	if st.Text == "" {
		return errors.New("there is no stipulation")
	}
	for _, g := range []Goal{st.Goal, st.Other} {
		switch {
		case g.Aim == TargetGame && p.Initial == nil:
			return fmt.Errorf("the goal %s: the position that is played from is missing", g)
		case g.Aim == Target:
			if _, err := v.Size.Parse(g.Square); err != nil {
				return fmt.Errorf("the goal %s: %w", g, err)
			}
		}
	}
	return nil
}

// play solves for a side that plays White's part.
func (j *job) play(white board.Color) error {
	for _, note := range j.ignored {
		j.sink.Note(note)
	}
	tree := j.p.Stipulation.tree()
	swapped := white == board.Black
	if o := &j.p.Options; o.SetPlay && j.p.Stipulation.played(o).hasSetPlay() && !o.PostKeyPlay {
		if err := j.phase(Phase{Set: true, Swapped: swapped, Tree: tree}, white); err != nil {
			return err
		}
	}
	st := &j.p.Stipulation
	apart := st.Play == Reciprocal && st.Moves == 1 && !st.Half && len(st.Intro) == 0
	return j.phase(Phase{Swapped: swapped, Tree: tree, PostKey: tree && j.p.Options.PostKeyPlay, Apart: apart}, white)
}

func (j *job) phase(ph Phase, white board.Color) error {
	if ph.Tree {
		return j.solveTree(ph, white)
	}
	if st := &j.p.Stipulation; st.defended() && (!ph.Set || len(st.Intro) > 0) {
		return j.solveVariations(ph, white)
	}
	return j.solveLines(ph, white)
}

// begin returns the position with a side to move; ok is false when that side could take a king, which
// is said.
func (j *job) begin(side board.Color) (p rules.Position, ok bool, err error) {
	q := j.p
	if !q.passed() {
		j.sink.Note(noSuchPawn)
		return nil, false, nil
	}
	if q.Stipulation.game() {
		j.target = newTarget(j.v, q.Setup.Board)
		q = q.clone()
		if q.Initial != nil {
			q.Setup.Board = q.Initial
		} else if q.Setup, err = j.v.Start(rules.Draw{}); err != nil {
			return nil, false, err
		}
		q.FromFEN = q.Initial == nil
	}
	if p, err = q.position(j.v, side); err != nil {
		return nil, false, err
	}
	if j.target != nil && !j.unbounded {
		j.chart = chartOf(p, j.target)
	}
	if other := p.Play(pass); other.InCheck() {
		j.sink.Note(kingTakeable)
		return p, false, nil
	}
	return p, true, nil
}

// solveLines solves help and series play.
func (j *job) solveLines(ph Phase, white board.Color) error {
	st := &j.p.Stipulation
	scripts := st.scripts(&j.p.Options, ph.Set, white)
	if len(scripts) == 0 {
		_, ok, err := j.begin(white.Other())
		if ok {
			j.sink.Phase(ph)
			j.sink.EndPhase(ph)
		}
		return err
	}
	if j.counts(ph) { // in the longest only
		longest := scripts[len(scripts)-1]
		scripts = slices.DeleteFunc(scripts, func(sc script) bool { return !sc.together(&longest) })
	}
	p, ok, err := j.begin(scripts[0].first)
	if err != nil || !ok {
		return err
	}
	if ph.Apart && !j.walk(p).canReach(st.Other) {
		return nil // and nothing is printed
	}
	j.sink.Phase(ph)
	defer j.sink.EndPhase(ph)
	solutions := 0
	remember := newTable(j.Hash)
	j.uses = nil
	var grouped *groups
	if len(st.Intro) > 0 {
		grouped = &groups{Sink: j.sink}
		j.sink = grouped
		defer func() {
			grouped.end()
			j.sink = grouped.Sink
		}()
	}
	for i := range j.exhibits {
		j.exhibits[i] = exhibit{longest: scripts[len(scripts)-1]}
	}
	for i, sc := range scripts {
		if grouped != nil {
			grouped.begin(&sc)
		}
		s := &search{ctx: j.ctx, options: j.options, table: remember, deadline: j.deadline, yield: j.yield}
		if len(st.Intro) > 0 {
			s.salt = uint64(i+1) << 32
		}
		sc.whole = i == len(scripts)-1
		sc.last = sc.whole || !sc.together(&scripts[i+1])
		n := j.script(ph, p, sc, i, s, solutions)
		solutions += n
		if j.options.StopOnShort && n > 0 && i < len(scripts)-1 || j.enough(solutions) {
			j.outcome.Partial = true
			break
		}
		if s.stopped() {
			break
		}
	}
	if !ph.Set {
		j.outcome.Solutions += solutions
	}
	return nil
}

// script finds the lines of the script with a number and returns how many it has handed over; before is how many were
// found by shorter ones.
func (j *job) script(ph Phase, p rules.Position, sc script, number int, s *search, before int) int {
	white := sc.first
	if n := len(sc.turns); n > 0 {
		white = sc.turns[n-1].side
	}
	var limits *bound
	mating := white
	if sc.answered() > 0 {
		mating = white.Other()
	}
	switch aim := j.p.Stipulation.Goal.Aim; {
	case j.unbounded, len(sc.turns) == 0:
	case aim == Mate, aim == Stalemate, aim == DoubleStalemate:
		limits = j.limits(p, mating)
	case aim == AutoMate && !j.v.Aftermath.Active && sc.answered() == 0:
		mating = white.Other()
		limits = j.limits(p, mating)
	}
	need := needed(j.p.Stipulation.Goal.Aim)
	var pictures, others *gallery
	newLiner := func() *liner {
		l := &liner{bound: limits, men: cast{needed: need}, walk: j.walk(p), search: s, script: sc, stip: &j.p.Stipulation,
			final: white, mating: mating, ordered: j.options.MaxSolutions > 0 && j.options.PerEnding == 0}
		l.foresees = j.foresees() && sc.ending == forced
		l.budget = sc.budgets()
		if j.chart != nil {
			l.course = &course{chart: j.chart}
		}
		for range len(sc.turns) + 1 {
			l.kings = append(l.kings, allSquares)
		}
		if pictures != nil {
			l.visit = pictures.visit(l.sides(l.left(0)))
		}
		if others != nil {
			l.other = others.visit(sc.before(white))
		}
		l.pace(j.uses)
		return l
	}
	root := newLiner()
	defer s.watch()()
	if limits != nil {
		pictures = j.exhibits[0].to(sc, func(sc script) *gallery {
			moves := sc.budgets()[0]
			return galleryOf(limits, p, mating, need, len(sc.turns)+sc.answered(), [2]int{moves[mating], moves[mating.Other()]}, j.threads(), s)
		})
		if other := j.p.Stipulation.Other.Aim; sc.ending == reciprocal && len(sc.turns) > 2 && (other == Mate || other == Stalemate) {
			others = j.exhibits[1].to(sc, func(sc script) *gallery {
				return galleryOf(j.limits(p, white.Other()), p, white.Other(), needed(other), len(sc.turns)-1, sc.before(white), j.threads(), s)
			})
		}
	}
	single := len(sc.turns) == 0 || sc.turns[0].last && (sc.ending == byGoal || sc.ending == reciprocal) ||
		sc.ending == reciprocal && len(sc.turns) <= 2 || root.ended(sc.turns[0])
	count := 0
	if must := root.mustReach(); must != nil {
		if number == 0 {
			for _, l := range must {
				j.sink.Line(l)
			}
		}
		return 0
	}
	ends := map[uint64]int{} // lines by the position in which they end
	emit := func(lines []Line) bool {
		slices.SortFunc(lines, Line.compare)
		for i, l := range lines {
			if most := j.options.PerEnding; most > 0 {
				if ends[l.End]++; ends[l.End] > most {
					j.outcome.Partial = true
					continue
				}
			}
			if j.enough(before+count) && !(sc.answered() > 0 && i > 0 && l.answers(lines[i-1])) {
				return false
			}
			j.sink.Line(l)
			count++
		}
		return !j.enough(before + count)
	}
	numbered := sc.last && (sc.whole || j.numbersAll()) && !(ph.Set && j.numbersAll())
	if single {
		root.run(0)
		j.nodes.Add(root.walk.nodes)
		if !numbered || !j.numbers() || len(sc.turns) == 0 {
			emit(root.lines)
			return count
		}
		final := sc.turns[0].last && sc.ending == byGoal && !ph.Set
		moves := j.window(j.toNumber(p, inOrder(p, slices.Clone(p.LegalMoves(nil))), final), true)
		for i, m := range moves {
			j.report(i, len(moves), p, m, true)
			if !emit(slices.DeleteFunc(slices.Clone(root.lines), func(l Line) bool { return l.Moves[0].Move != m })) {
				break
			}
		}
		return count
	}
	played := inOrder(p, slices.Clone(p.LegalMoves(nil)))
	moves := played
	if numbered || j.counts(ph) {
		moves = j.window(j.toNumber(p, played, false), numbered)
	}
	moves = j.p.part.of(moves)
	first := firstMoves{p: p, moves: moves, played: played, numbered: numbered}
	place := func(m rules.Move) string {
		return fmt.Sprintf("%s/%d %v %v %d %x", j.Place, j.number, ph.Set, ph.Swapped, number, uint64(m))
	}
	var some atomic.Pointer[liner]
	look(j, s, first, place, s.table != nil, func() player[[]Line] {
		l := newLiner()
		some.Store(l)
		return player[[]Line]{l.walk, func(m rules.Move, with *search) []Line {
			l.search, l.helping = with, with != s
			l.lines, l.stop = nil, false
			l.try(0, m)
			return l.lines
		}}
	}, emit)
	if l := some.Load(); l != nil {
		j.uses = l.byLeft()
	}
	return count
}

// needed returns what a goal needs besides the squares beside the king.
func needed(goal Aim) uint16 {
	if goal == Mate || goal == AutoMate {
		return checks
	}
	return 0
}

// limits returns the bound for the play from p that ends with a move of a side.
func (j *job) limits(p rules.Position, side board.Color) *bound {
	if !j.bounded[side] {
		j.bounded[side], j.bounds[side] = true, boundOf(p, side, j.p.Stipulation.Goal.Aim == AutoMate, &j.made)
	}
	return j.bounds[side]
}

// walk returns a walk from p.
func (j *job) walk(p rules.Position) *walk {
	w := newWalk(p, j.options.Exclusive)
	w.target = j.target
	w.retracing = j.p.Stipulation.Goal.retraces() || j.p.Stipulation.Other.retraces()
	return w
}

// counts reports whether only some of the first moves of a phase are looked at, by their numbers.
func (j *job) counts(ph Phase) bool {
	return (j.options.From > 0 || j.options.UpTo > 0) && !(ph.Set && j.numbersAll())
}

// window returns those of the first moves that are to be looked at. They are numbered through all phases and twins: last says that no others
// have these numbers.
func (j *job) window(moves []rules.Move, last bool) []rules.Move {
	before := j.numbered
	if last {
		j.numbered += len(moves)
	}
	from, to := 0, len(moves)
	if u := j.options.UpTo; u > 0 {
		to = min(max(0, u-before), to)
	}
	if f := j.options.From; f > 0 {
		from = min(max(0, f-1-before), to)
	}
	j.next = before + from
	return moves[from:to]
}

// toNumber returns the first moves that are numbered, if first moves are: with those that would leave the own king in check, which Popeye numbers too.
// Where they are to reach the goal or fail, only those that check, capture and so on are numbered, if only these may reach it.
func (j *job) toNumber(p rules.Position, moves []rules.Move, final bool) []rules.Move {
	if !j.numbers() || j.p.part != nil {
		return moves
	}
	g := j.p.Stipulation.Goal
	switch aim := g.Aim; {
	case final && g.backward(j.v):
		return reachingInOrder(p, g, p.Select(rules.Checks, nil))
	case final && (aim == Capture || aim == WinPiece):
		return inOrder(p, p.Select(rules.Captures, nil))
	case final && (aim == PassingCapture || aim == Castling || aim == Target && j.v.Aftermath.Reborn != rules.CapturerReborn):
		w := j.walk(p)
		return slices.DeleteFunc(slices.Clone(moves), func(m rules.Move) bool { return !w.reaches(g, m) })
	}
	r := reference(p)
	all := slices.Clone(moves)
	for _, m := range r.Select(rules.Exposing, nil) {
		if !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return inOrder(r, all)
}

// numbersAll reports whether the first moves of play of all lengths are numbered, but not those of set play, as Popeye does where there is set play of a series.
func (j *job) numbersAll() bool {
	st := &j.p.Stipulation
	return (st.Mover != Alternate && st.Play != Reciprocal || len(st.Intro) > 0) && j.options.SetPlay && st.hasSetPlay()
}

// numbers reports whether the first moves are numbered.
func (j *job) numbers() bool {
	return j.options.MoveNumbers || j.options.From > 0 || j.options.UpTo > 0
}

// report tells that move i of n has been looked at, and its number if it is one of those that are numbered.
func (j *job) report(i, n int, p rules.Position, m rules.Move, numbered bool) {
	numbered = numbered && j.numbers()
	if j.Progress == nil && !numbered {
		return
	}
	text := notation.Text(reference(p), m, notation.Popeye)
	if numbered {
		j.sink.First(j.next+i+1, text)
	}
	if j.Progress != nil {
		j.Progress(Progress{Done: i + 1, Of: n, First: text, Nodes: j.nodes.Load()})
	}
}

// leading returns the first of a list, or nil.
func leading(nodes []*Node) *Node {
	if len(nodes) == 0 {
		return nil
	}
	return nodes[0]
}

// firstMoves are the first moves of p that are looked at, of which those that are not played are only numbered.
type firstMoves struct {
	p             rules.Position
	moves, played []rules.Move
	numbered      bool // all have a number
}

// player plays a first move by a search, and adds what it finds out to the table of that. It counts positions in its walk.
type player[R any] struct {
	*walk
	play func(rules.Move, *search) R
}

// look lets all threads look at first moves, tells of each and hands over what they find in order, until done says that it is enough. What the journal
// has at the place of a move is not looked for; help says that threads can help each other by their table.
func look[R any](j *job, s *search, first firstMoves, place func(rules.Move) string, help bool, worker func() player[R], done func(R) bool) {
	share(j.threads(), s, len(first.moves), func() hand[R] {
		w := worker()
		play := func(m rules.Move, with *search) R {
			was := w.nodes
			defer func() { j.nodes.Add(w.nodes - was) }()
			return w.play(m, with)
		}
		h := hand[R]{work: func(i int) (found R) {
			m := first.moves[i]
			if !slices.Contains(first.played, m) || j.Journal.get(place(m), &found) {
				return found
			}
			if found = play(m, s); !s.stopped() {
				j.Journal.put(place(m), found)
			}
			return found
		}}
		if help {
			h.help = func(i int, with *search) {
				if m := first.moves[i]; slices.Contains(first.played, m) && !j.Journal.has(place(m)) {
					play(m, with)
				}
			}
		}
		return h
	}, func(i int, found R) bool {
		j.report(i, len(first.moves), first.p, first.moves[i], first.numbered)
		return done(found)
	})
	s.resume()
}

// hand is what a thread can do: a piece of work, and helping with one that another thread is at, by finding out for the table what
// that one then need not, until the search that it is given is halted. help is nil where there is none.
type hand[R any] struct {
	work func(int) R
	help func(int, *search)
}

// share lets all threads work on n pieces of work and hands over the results in order,
// until done says that there are enough. Each thread has its own hand; one that finds nothing left to begin helps others.
func share[R any](threads int, s *search, n int, worker func() hand[R], done func(int, R) bool) {
	if threads == 1 { // which need not be woken for each piece
		alone(s, n, worker, done)
		return
	}
	results, b := make([]R, n), newBench(n)
	var group sync.WaitGroup
	for range threads {
		group.Go(func() {
			i, with := b.claim(s)
			if i < 0 {
				return
			}
			h := worker()
			for ; i >= 0; i, with = b.claim(s) {
				switch {
				case with == nil:
					if !s.stopped() {
						results[i] = h.work(i)
					}
					b.finish(i) // what is left empty too, so that nobody waits for it
				case h.help == nil:
					return
				default:
					h.help(i, with)
					<-b.ready[i]
				}
			}
		})
	}
	for i := range results {
		<-b.ready[i]
		if !done(i, results[i]) {
			s.halted.Store(true)
			break
		}
	}
	group.Wait()
}

// alone is share for the thread that it is called by.
func alone[R any](s *search, n int, worker func() hand[R], done func(int, R) bool) {
	if n == 0 {
		return
	}
	h := worker()
	for i := range n {
		var found R
		if !s.stopped() {
			found = h.work(i)
		}
		if !done(i, found) {
			s.halted.Store(true)
			return
		}
	}
}

// bench is where pieces of work lie.
type bench struct {
	sync.Mutex
	next    int             // to be begun
	ready   []chan struct{} // closed when it is done
	over    []bool
	helpers [][]*search
}

func newBench(n int) *bench {
	b := &bench{over: make([]bool, n), helpers: make([][]*search, n)}
	for range n {
		b.ready = append(b.ready, make(chan struct{}))
	}
	return b
}

// claim returns the next piece or, when all have been begun, the one with the fewest helpers and what one more searches with, which is
// halted when the piece is done; -1 when all are.
func (b *bench) claim(s *search) (piece int, with *search) {
	b.Lock()
	defer b.Unlock()
	if b.next < len(b.ready) {
		b.next++
		return b.next - 1, nil
	}
	piece = -1
	for i, over := range b.over {
		if !over && (piece < 0 || len(b.helpers[i]) < len(b.helpers[piece])) {
			piece = i
		}
	}
	if piece >= 0 {
		with = s.helper()
		b.helpers[piece] = append(b.helpers[piece], with)
	}
	return piece, with
}

func (b *bench) finish(i int) {
	b.Lock()
	defer b.Unlock()
	b.over[i] = true
	for _, h := range b.helpers[i] {
		h.halted.Store(true)
	}
	close(b.ready[i])
}

func (j *job) threads() int {
	if j.Threads > 0 {
		return j.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// foresees reports whether a mate is the goal, and moves are as the kernel plays them.
func (j *job) foresees() bool {
	return !j.unbounded && j.p.Stipulation.Goal.Aim == Mate && j.options.Exclusive == nil
}

// tree returns a search of play with answers from p.
func (j *job) tree(p rules.Position, attack board.Color, known *verdicts) *tree {
	st := &j.p.Stipulation
	t := &tree{walk: j.walk(p), search: &j.search, stip: st, goal: st.Goal, attack: attack, known: known, long: cmp.Or(j.long, longPlay)}
	t.foresees = j.foresees() && !j.options.GoalIsEnd
	t.plain = t.foresees && st.Mover == Alternate && t.deepens()
	if o := j.options.NonTrivial; o != nil {
		t.spare = o[0]
	}
	return t
}

// solveTree solves play with answers.
func (j *job) solveTree(ph Phase, white board.Color) error {
	st := &j.p.Stipulation
	side := white
	if ph.Set || ph.PostKey {
		side = side.Other()
	}
	p, ok, err := j.begin(side)
	if err != nil || !ok {
		return err
	}
	j.sink.Phase(ph)
	defer j.sink.EndPhase(ph)
	s := &j.search
	known := newVerdicts(j.Hash)
	newTree := func() *tree { return j.tree(p, white, known) }
	n := st.Moves
	switch {
	case ph.Set:
		for _, v := range newTree().setPlay(n) {
			j.sink.Key(v)
		}
		return nil
	case ph.PostKey:
		k, t := &Node{Number: 1}, newTree()
		if done, ok := t.ends(n); done && !ok {
			if k.Check = p.InCheck(); st.Play == Self {
				k.Next = t.judged()
			}
			if k.Check || st.Play == Self {
				j.sink.Key(k)
			}
			return nil
		}
		t.after(k, n, nil)
		j.sink.Key(k)
		if t.holds(n) {
			j.outcome.Solutions++
		}
		return nil
	}
	if t := newTree(); t.mustNot() {
		for _, k := range t.mustReach() {
			j.sink.Key(k)
		}
		return nil
	}
	tries := newTree().tries(n)
	moves := j.p.part.of(j.window(j.toNumber(p, tries, n == 1 && st.Play == Direct), true))
	shown := 0 // keys and tries
	first := firstMoves{p: p, moves: moves, played: tries, numbered: true}
	place := func(m rules.Move) string {
		return fmt.Sprintf("%s/%d %v %x", j.Place, j.number, ph.Swapped, uint64(m))
	}
	look(j, s, first, place, known != nil, func() player[[]*Node] {
		t := newTree()
		return player[[]*Node]{t.walk, func(m rules.Move, with *search) []*Node {
			t.search, t.helping = with, with != s
			k := t.key(m, n)
			if k == nil || with.stopped() {
				return nil
			}
			return []*Node{k}
		}}
	}, func(found []*Node) bool {
		k := leading(found)
		if k == nil {
			return true
		}
		j.sink.Key(k)
		if k.Sign == "!" {
			j.outcome.Solutions++
		}
		if shown++; j.enough(shown) {
			j.outcome.Partial = true
		}
		return !j.enough(shown)
	})
	return nil
}
