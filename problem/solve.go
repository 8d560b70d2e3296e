package problem

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/bounds"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// Solver solves problems. The zero Solver uses all processors and no transposition table.
type Solver struct {
	Threads  int            // 0 for as many as there are processors
	Hash     int            // the size of the transposition table in megabytes
	Progress func(Progress) // called after each first move, unless nil
	Journal  *Journal       // keeps what was found, to go on from it later; may be nil
	Place    string         // identifies the problem in the journal
	Yield    func()         // called by every thread at every position, unless nil

	unbounded bool // for tests: search every line to its end
	long      int  // for tests: replaces longPlay, unless 0
}

// Progress is how far the search of a phase has come.
type Progress struct {
	Done, Of int    // first moves searched, and all of them
	First    string // the last one searched
	Nodes    uint64 // positions visited
}

// ErrInterrupted is the error of Solve if its context ends before the solving does.
var ErrInterrupted = errors.New("interrupted")

// Solve solves p and its twins and passes the solution to sink. The error is ErrInterrupted, an
// *UnsupportedError, or says what is wrong with the problem.
func (s *Solver) Solve(ctx context.Context, p *Problem, sink Sink) error {
	twins, err := p.Unroll()
	if err != nil {
		return err
	}
	var all common
	for i, t := range twins {
		o, err := s.twin(ctx, i, t, &all, sink)
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
	numbered int          // first moves of the phases and twins begun
	made     bounds.Cache // for any of them
}

// job is the solving of one twin.
type job struct {
	*Solver
	*common
	search
	p        *Problem
	v        *rules.Variant
	sink     Sink
	number   int        // of the twin
	target   walk.Final // of games
	chart    *bounds.GameBound
	bounds   [2]*bounds.MateBound // by the side that ends the play, once they are made
	bounded  [2]bool
	uses     []bounds.Stats // of the bound in the script before, by the number of turns left
	exhibits [2]exhibit     // of the goal of the phase that is being played, and of the other
	outcome  Outcome
	nodes    atomic.Uint64

	ignored []Note // remarks on options without effect
	next    int    // first moves numbered before the first that this phase looks at
}

// twin solves one position of a problem, by its number.
func (s *Solver) twin(ctx context.Context, number int, t Unrolled, all *common, sink Sink) (Outcome, error) {
	p := t.Problem
	v, err := p.Variant()
	if err != nil {
		return Outcome{}, err
	}
	sink.Twin(p, t.Label)
	if err := p.check(v); err != nil {
		return Outcome{}, err
	}
	if !p.hasKings() {
		sink.Note(NoteNoKing)
	}
	q := *p
	q.Options, _ = p.Options.applicable(&p.Stipulation)
	j := &job{Solver: s, common: all, p: &q, v: v, sink: sink, number: number}
	j.ignored = p.Options.ignored(&p.Stipulation)
	p = &q
	j.ctx, j.options, j.Stop = ctx, &p.Options, parallel.NewStop(s.Yield)
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

// Validate returns why a problem, or one of its twins, cannot be solved.
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

// hasKings reports whether each side has a king, or an option says that it has none on purpose.
func (p *Problem) hasKings() bool {
	has := p.Options.NoKing
	for _, m := range p.Setup.Board {
		if m != 0 && p.Game.Type(m.Type()).Royal {
			has[m.Color()] = true
		}
	}
	return has[board.White] && has[board.Black]
}

// check returns why a problem without twins cannot be solved.
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
		j.sink.Note(NoteNoPawn)
		return nil, false, nil
	}
	if q.Stipulation.IsGame() {
		j.target = q.Setup.Board
		q = q.clone()
		if q.Initial != nil {
			q.Setup.Board = q.Initial
		} else if q.Setup, err = j.v.StartSetup(rules.StartOptions{}); err != nil {
			return nil, false, err
		}
		q.FromFEN = q.Initial == nil
	}
	if p, err = q.position(j.v, side); err != nil {
		return nil, false, err
	}
	if j.target != nil && !j.unbounded {
		j.chart = bounds.NewGameBound(p, j.target)
	}
	if other := p.Play(walk.Pass); other.InCheck() {
		j.sink.Note(NoteKingTakeable)
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
	if ph.Apart && !j.walk(p).CanReach(st.Other) {
		return nil // and nothing is printed
	}
	j.sink.Phase(ph)
	defer j.sink.EndPhase(ph)
	solutions := 0
	remember := table.NewSet(j.Hash)
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
		s := &search{
			Stop: parallel.NewStop(j.Yield), ctx: j.ctx, options: j.options, table: remember, deadline: j.deadline,
		}
		if len(st.Intro) > 0 {
			s.salt = uint64(i+1) << 32
		}
		sc.whole = i == len(scripts)-1
		sc.last = sc.whole || !sc.together(&scripts[i+1])
		c := &scripted{job: j, phase: ph, position: p, script: sc, number: i, search: s, before: solutions}
		c.ends = map[uint64]int{}
		n := c.run()
		solutions += n
		if j.options.StopOnShort && n > 0 && i < len(scripts)-1 || j.enough(solutions) {
			j.outcome.Partial = true
			break
		}
		if s.Stopped() {
			break
		}
	}
	if !ph.Set {
		j.outcome.Solutions += solutions
	}
	return nil
}

// needsCheck reports whether a goal needs a check besides the squares beside the king.
func needsCheck(goal Aim) bool { return goal == Mate || goal == AutoMate }

// limits returns the bound for the play from p that ends with a move of a side.
func (j *job) limits(p rules.Position, side board.Color) *bounds.MateBound {
	if !j.bounded[side] {
		j.bounded[side], j.bounds[side] = true, j.made.For(p, side, j.p.Stipulation.Goal.Aim == AutoMate)
	}
	return j.bounds[side]
}

// walk returns a walk from p.
func (j *job) walk(p rules.Position) *walk.Walk {
	w := walk.New(p)
	w.Exclusive, w.Final = j.options.Exclusive, j.target
	w.LooksBack = j.p.Stipulation.Goal.LooksBack() || j.p.Stipulation.Other.LooksBack()
	return w
}

// counts reports whether only some of the first moves of a phase are looked at, by their numbers.
func (j *job) counts(ph Phase) bool {
	return (j.options.From > 0 || j.options.UpTo > 0) && !(ph.Set && j.numbersAll())
}

// window returns the first moves that the options From and UpTo ask for. First moves are numbered
// through all phases and twins. last says that no other moves have the numbers of these.
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

// toNumber returns the first moves that are numbered, if first moves are. Like Popeye it also numbers
// moves that leave the own king in check. final says that the move must reach the goal: then it
// numbers only checks, captures and so on, if only these can.
func (j *job) toNumber(p rules.Position, moves []rules.Move, final bool) []rules.Move {
	if !j.numbers() || j.p.part != nil {
		return moves
	}
	g := j.p.Stipulation.Goal
	switch aim := g.Aim; {
	case final && g.Backward(j.v):
		return walk.ReachingInOrder(p, g, rules.Select(p, rules.Checks, nil))
	case final && (aim == Capture || aim == WinPiece):
		return walk.InOrder(p, rules.Select(p, rules.Captures, nil))
	case final && (aim == PassingCapture || aim == Castling ||
		aim == Target && j.v.Aftermath.Reborn != rules.CapturerReborn):
		w := j.walk(p)
		return slices.DeleteFunc(slices.Clone(moves), func(m rules.Move) bool { return !w.Reaches(g, m) })
	}
	r := walk.OnReference(p)
	all := slices.Clone(moves)
	for _, m := range rules.Select(r, rules.Exposing, nil) {
		if !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return walk.InOrder(r, all)
}

// numbersAll reports whether the first moves of play of all lengths are numbered, but not those of
// set play. Popeye does so if there is set play of a series.
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
	text := notation.Text(walk.OnReference(p), m, notation.Popeye)
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

// player plays a first move with a search, whose table it adds to. Its walk counts positions.
type player[R any] struct {
	*walk.Walk
	play func(rules.Move, *search) R
}

// look searches first moves on all threads. It reports each move and passes what was found to more, in
// order, until that returns false. A move whose place is in the journal is not searched. help says
// that threads can help each other through their table.
func look[R any](
	j *job, s *search, first firstMoves, place func(rules.Move) string, help bool,
	worker func() player[R], more func(R) bool,
) {
	parallel.Run(j.threads(), len(first.moves), s.Stop, func() parallel.Worker[R] {
		w := worker()
		play := func(m rules.Move, with *search) R {
			was := w.Nodes
			defer func() { j.nodes.Add(w.Nodes - was) }()
			return w.play(m, with)
		}
		h := parallel.Worker[R]{Do: func(i int) (found R) {
			m := first.moves[i]
			if !slices.Contains(first.played, m) || j.Journal.get(place(m), &found) {
				return found
			}
			if found = play(m, s); !s.Stopped() {
				j.Journal.put(place(m), found)
			}
			return found
		}}
		if help {
			h.Help = func(i int, until *parallel.Stop) {
				if m := first.moves[i]; slices.Contains(first.played, m) && !j.Journal.has(place(m)) {
					play(m, s.helper(until))
				}
			}
		}
		return h
	}, func(i int, found R) bool {
		j.report(i, len(first.moves), first.p, first.moves[i], first.numbered)
		return more(found)
	})
	s.resume()
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
func (j *job) tree(p rules.Position, attack board.Color, known *table.Verdicts) *tree {
	st := &j.p.Stipulation
	t := &tree{Walk: j.walk(p), search: &j.search, stip: st, goal: st.Goal, attack: attack, known: known}
	t.long = cmp.Or(j.long, longPlay)
	t.Foresees = j.foresees() && !j.options.GoalIsEnd
	t.plain = t.Foresees && st.Mover == Alternate && t.deepens()
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
	known := table.NewVerdicts(j.Hash)
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
		return player[[]*Node]{t.Walk, func(m rules.Move, with *search) []*Node {
			t.search, t.helping = with, with != s
			k := t.key(m, n)
			if k == nil || with.Stopped() {
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
