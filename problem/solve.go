package problem

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/bounds"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// This file has Solver, which solves the twins of a problem and the phases of a twin. firstmoves.go
// comes next.

// Solver solves problems. The zero Solver uses all processors and no transposition table.
type Solver struct {
	Threads  int            // 0 for as many as there are processors
	Hash     int            // the size of the transposition table in megabytes
	Progress func(Progress) // called after each first move, unless nil
	Journal  *Journal       // keeps what was found, to go on from it later; may be nil
	Place    string         // identifies the problem in the journal
	Yield    func()         // called by every thread at every position, unless nil
	Tables   rules.Tables   // tables of endgames, asked where they decide a direct mate; may be nil

	unbounded  bool // for tests: search every line to its end
	proofMoves int  // for tests: the least length of the proof-number search, unless 0
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
	for i, u := range twins {
		t, err := s.newTwinSolver(ctx, u, &all, sink)
		if err != nil {
			return err
		}
		t.twin = i
		o, err := t.solve()
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

// check returns why a problem without twins cannot be solved.
func (p *Problem) check(v *rules.Variant) error {
	st := &p.Stipulation
	if v.Series.Progressive {
		return unsupported("%s, in which a turn is many moves: a stipulation", v.ID)
	}
	if st.Text == "" {
		return errors.New("there is no stipulation")
	}
	if p.Options.KeepMating && len(p.Conditions) > 0 {
		return unsupported("the option KeepMatingPiece under conditions")
	}
	if p.Invisible > 0 {
		return p.checkInvisible()
	}
	const several = "the option %s with several numbers, without totally invisible pieces"
	switch {
	case p.Options.FromNext != nil:
		return unsupported(several, "StartMoveNumber")
	case p.Options.UpToNext != nil:
		return unsupported(several, "UpToMoveNumber")
	}
	goals := []Goal{st.Goal, st.Other}
	if st.Structure != nil {
		st.Structure.Expr.Goals(func(g Goal) { goals = append(goals, g) })
	}
	for _, g := range goals {
		switch {
		case g.Aim == TargetGame && p.Initial == nil:
			return fmt.Errorf("the goal %s: the position that is played from is missing", g)
		case g.Square != "":
			if _, err := v.Size.Parse(g.Square); err != nil {
				return fmt.Errorf("the goal %s: %w", g, err)
			}
		}
	}
	return nil
}

// kingless returns a note on each side that has no king, unless an option says that it has none on
// purpose.
func (p *Problem) kingless() (notes []Note) {
	has := p.Options.NoKing
	puts := func(m *rules.Modifier) bool { return m.Fairy.Republic != rules.NoRepublic }
	republic := slices.ContainsFunc(p.Conditions, func(c Condition) bool {
		return slices.ContainsFunc(c.Modifiers, puts)
	})
	common := slices.ContainsFunc(p.Conditions, func(c Condition) bool { return c.CommonKings })
	if p.Invisible > 0 || republic || common { // the king may be one of these, or comes later
		return nil
	}
	for _, m := range p.Setup.Board {
		if m != 0 && p.Game.Type(m.Type()).Royal {
			for c := range board.Color(2) {
				has[c] = has[c] || m.Of(c)
			}
		}
	}
	for c, note := range []Note{NoteNoWhiteKing, NoteNoBlackKing} {
		if !has[c] {
			notes = append(notes, note)
		}
	}
	return notes
}

// common is what the twins of a problem share.
type common struct {
	numberedSoFar int // first moves that have numbers in the phases and twins before
	boundCache    bounds.Cache
}

// twinSolver solves one twin.
type twinSolver struct {
	*Solver
	*common
	*parallel.Stop
	limits  limits
	p       *Problem
	options *Options // of p, without those that do not apply
	v       *rules.Variant
	sink    Sink
	twin    int    // the number of the twin
	swapped bool   // Black plays White's part
	ignored []Note // on options without effect

	target  walk.Final           // of proof games
	games   *bounds.GameBound    // of proof games; nil if there is none
	bounds  [2]*bounds.MateBound // by the side that mates; nil if there is none
	bounded [2]bool              // whether bounds is set
	skipped int                  // first moves with numbers before the first that is searched

	outcome Outcome
	nodes   atomic.Uint64
}

// newTwinSolver begins a twin. The errors are those of Solve.
func (s *Solver) newTwinSolver(ctx context.Context, u Unrolled, all *common, sink Sink) (*twinSolver, error) {
	v, err := u.Variant()
	if err != nil {
		return nil, err
	}
	sink.Twin(u.Problem, u.Label)
	if err := u.check(v); err != nil {
		return nil, err
	}
	for _, note := range u.kingless() {
		sink.Note(note)
	}
	p, options := *u.Problem, u.Options
	swapped := false
	if p.Stipulation.Structure != nil {
		p.Stipulation = p.Stipulation.ForSide(&options)
		options.WhiteToPlay = false
		if o, other, ok := p.Stipulation.ordinary(); ok {
			p.Stipulation, swapped = o, other
		}
	}
	p.Options, _ = options.applicable(&p.Stipulation)
	t := &twinSolver{
		Solver: s, common: all, Stop: parallel.NewStop(s.Yield), limits: limits{ctx: ctx},
		p: &p, options: &p.Options, v: v, sink: sink, ignored: options.ignored(&p.Stipulation),
		swapped: swapped,
	}
	if t.options.MaxTime > 0 {
		t.limits.deadline = time.Now().Add(t.options.MaxTime)
	}
	return t, nil
}

// solve solves the twin for each side that the options ask for.
func (t *twinSolver) solve() (Outcome, error) {
	defer t.limits.watch(t.Stop)()
	for _, swapped := range t.options.sides() {
		white := board.White
		if swapped != t.swapped {
			white = board.Black
		}
		if err := t.solveSide(white); err != nil {
			return Outcome{}, err
		}
	}
	t.outcome.Nodes = t.nodes.Load()
	t.outcome.Interrupted = t.limits.ctx.Err() != nil
	t.outcome.TimedOut = !t.outcome.Interrupted && t.limits.late()
	return t.outcome, nil
}

// solveSide solves the phases for the side that plays White's part.
func (t *twinSolver) solveSide(white board.Color) error {
	for _, note := range t.ignored {
		t.sink.Note(note)
	}
	st, o := &t.p.Stipulation, t.options
	if st.Structure != nil {
		return t.solveStructured(Phase{Swapped: white == board.Black}, white)
	}
	ph := Phase{Swapped: white == board.Black, Tree: st.tree()}
	if o.SetPlay && st.played(o).hasSetPlay() && !o.PostKeyPlay {
		set := ph
		set.Set = true
		if err := t.solvePhase(set, white); err != nil {
			return err
		}
	}
	ph.PostKey = ph.Tree && o.PostKeyPlay
	ph.Apart = st.Play == Reciprocal && st.Moves == 1 && !st.Half && len(st.Intro) == 0
	return t.solvePhase(ph, white)
}

// solvePhase solves a phase for the side that plays White's part.
func (t *twinSolver) solvePhase(ph Phase, white board.Color) error {
	if ph.Tree {
		return t.solveTree(ph, white)
	}
	if st := &t.p.Stipulation; st.defended() && (!ph.Set || len(st.Intro) > 0) {
		return t.solveVariations(ph, white)
	}
	return t.solveLines(ph, white)
}

// position returns the first position of a phase, with a side to move. ok is false if it is not
// solved. The sink then gets a note with the reason.
func (t *twinSolver) position(side board.Color) (p rules.Position, ok bool, err error) {
	if p, ok, err = t.diagram(side); err != nil || !ok {
		return nil, false, err
	}
	return p, !t.takesKing(p), nil
}

// takesKing reports whether the side to move could capture the king, and notes it for the sink.
func (t *twinSolver) takesKing(p rules.Position) bool {
	takeable := slices.ContainsFunc(t.p.Conditions, func(c Condition) bool { return c.Takeable })
	if takeable || t.v.Fairy.Checking.Ignored || !otherToMove(p).InCheck() {
		return false
	}
	t.sink.Note(NoteKingTakeable)
	return true
}

// otherToMove returns the position in which the other side is to move and all else is as in p.
func otherToMove(p rules.Position) rules.Position {
	if len(p.Details(walk.Pass).Effects) > 0 { // to pass would do more
		s := p.Setup()
		s.Turn, s.EnPassant = s.Turn.Other(), nil
		if q, err := walk.SetUp(p.Variant(), s); err == nil {
			return q
		}
	}
	return p.Play(walk.Pass)
}

// diagram is position for a position in which the king may be captured.
func (t *twinSolver) diagram(side board.Color) (p rules.Position, ok bool, err error) {
	q := t.p
	if !q.passed() {
		t.sink.Note(NoteNoPawn)
		return nil, false, nil
	}
	if q.Stipulation.IsGame() {
		t.target = q.Setup.Board
		q = q.clone()
		if q.Initial != nil {
			q.Setup.Board = q.Initial
		} else if q.Setup, err = t.v.StartSetup(rules.StartOptions{}); err != nil {
			return nil, false, err
		}
		q.FromFEN = q.Initial == nil
	}
	if p, err = q.position(t.v, side); err != nil {
		return nil, false, err
	}
	if t.target != nil && !t.unbounded {
		t.games = bounds.NewGameBound(p, t.target)
	}
	return p, true, nil
}

// walk returns a walk from p.
func (t *twinSolver) walk(p rules.Position) *walk.Walk {
	w := walk.New(p)
	w.Exclusive, w.Final = t.options.Exclusive, t.target
	w.LooksBack = t.p.Stipulation.looksBack()
	return w
}

// bound returns the bound for play from p that ends with a mate or stalemate by a side.
func (t *twinSolver) bound(p rules.Position, side board.Color) *bounds.MateBound {
	if !t.bounded[side] {
		t.bounded[side], t.bounds[side] = true, t.boundCache.For(p, side, t.p.Stipulation.Goal.Aim == AutoMate)
	}
	return t.bounds[side]
}

// kernelForces reports whether the kernel may be asked which moves force the goal: it is a mate,
// and all moves are as the kernel plays them.
func (t *twinSolver) kernelForces() bool {
	return !t.unbounded && t.p.Stipulation.Goal.Aim == Mate && t.options.Exclusive == nil
}

// enough reports whether n solutions are as many as are asked for.
func (t *twinSolver) enough(n int) bool {
	return t.options.MaxSolutions > 0 && n >= t.options.MaxSolutions
}

func (t *twinSolver) threads() int {
	if t.Threads > 0 {
		return t.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// limits end a search before it is complete.
type limits struct {
	ctx      context.Context
	deadline time.Time // zero for none
}

// late reports whether the deadline has passed.
func (l *limits) late() bool { return !l.deadline.IsZero() && time.Now().After(l.deadline) }

// watch halts a search at the deadline, or when the context is cancelled. The function that it
// returns ends the watch.
func (l *limits) watch(s *parallel.Stop) (end func()) {
	ctx, cancel := l.ctx, context.CancelFunc(func() {})
	if !l.deadline.IsZero() {
		ctx, cancel = context.WithDeadline(ctx, l.deadline)
	}
	stop := context.AfterFunc(ctx, s.Halt)
	return func() { stop(); cancel() }
}

// resume clears a halt caused by MaxSolutions, not one by deadline or cancellation.
func (l *limits) resume(s *parallel.Stop) {
	s.Resume()
	if l.ctx.Err() != nil || l.late() {
		s.Halt()
	}
}
