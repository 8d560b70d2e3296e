package problem

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/bounds"
	"github.com/kirke-chess/kirke/problem/internal/lines"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// This file solves play whose solutions are lines. It searches one sequence after the other with
// package internal/lines. tree.go comes next.

// linePhase solves one phase of help or series play, or of a proof game.
type linePhase struct {
	*twinSolver
	phase    Phase
	start    rules.Position
	all      []sequence
	known    *table.Set      // positions without a line
	stats    []bounds.Stats  // of the bound, from the sequence before
	pictures [2]pictureTable // of the goal, and of the goal that the other side may reach
	found    int             // solutions
}

// solveLines solves help and series play for the side that plays White's part.
func (t *twinSolver) solveLines(ph Phase, white board.Color) error {
	st := &t.p.Stipulation
	all := st.sequences(t.options, ph.Set, white)
	if len(all) == 0 {
		_, ok, err := t.position(white.Other())
		if ok {
			t.sink.Phase(ph)
			t.sink.EndPhase(ph)
		}
		return err
	}
	if t.p.Invisible > 0 {
		t.solveInvisible(ph, all)
		return nil
	}
	if t.selects(ph) { // only among the longest
		longest := all[len(all)-1]
		all = slices.DeleteFunc(all, func(q sequence) bool { return !q.sortsWith(&longest) })
	}
	p, ok, err := t.position(all[0].First)
	if err != nil || !ok {
		return err
	}
	if ph.Apart && !t.walk(p).CanReach(st.Other) {
		return nil // and nothing is printed
	}
	t.sink.Phase(ph)
	defer t.sink.EndPhase(ph)
	s := &linePhase{twinSolver: t, phase: ph, start: p, all: all, known: table.NewSet(t.Hash)}
	s.solve()
	if !ph.Set {
		t.outcome.Solutions += s.found
	}
	return nil
}

// solve searches the sequences, from the shortest to the longest.
func (s *linePhase) solve() {
	var sorted *seriesSorter
	if len(s.p.Stipulation.Intro) > 0 {
		sorted = &seriesSorter{Sink: s.sink}
		s.sink = sorted
		defer func() {
			sorted.flush()
			s.sink = sorted.Sink
		}()
	}
	for i := range s.all {
		q := &s.all[i]
		if sorted != nil {
			sorted.begin(q)
		}
		q.longest = i == len(s.all)-1
		q.lastOf = q.longest || !q.sortsWith(&s.all[i+1])
		before := s.found
		stop := parallel.NewStop(s.Yield)
		(&sequenceSearch{linePhase: s, sequence: q, index: i, stop: stop, ends: map[uint64]int{}}).run()
		if s.options.StopOnShort && s.found > before && !q.longest || s.enough(s.found) {
			s.outcome.Partial = true
			return
		}
		if stop.Stopped() {
			return
		}
	}
}

// sequenceSearch finds the lines of one sequence.
type sequenceSearch struct {
	*linePhase
	*sequence
	index int // among all sequences
	stop  *parallel.Stop
	task  lines.Task
	ends  map[uint64]int // lines, by the key of their final position
}

// run finds the lines of the sequence and passes them on.
func (s *sequenceSearch) run() {
	s.setTask()
	root := s.search()
	defer s.limits.watch(s.stop)()
	s.setPictures()
	if compelled := s.compelled(root); len(compelled) > 0 {
		if s.index == 0 {
			for _, l := range compelled {
				s.sink.Line(l)
			}
		}
		return
	}
	if s.isShort() || root.OverAtOnce() {
		s.searchAtOnce(root)
	} else {
		s.searchFirstMoves()
	}
}

// setTask sets all of the task but its mating pictures.
func (s *sequenceSearch) setTask() {
	st := &s.p.Stipulation
	s.task = lines.Task{
		Sequence:  s.Sequence,
		Goal:      st.Goal,
		Other:     st.Other,
		EndsEarly: st.Mover == Alternate || st.Play == Self,
		GoalIsEnd: s.options.GoalIsEnd,
		WithEnd:   s.options.PerEnding > 0,
		Table:     s.known,
		Stats:     s.stats,
		Games:     s.games,
	}
	if s.options.PerEnding == 0 {
		s.task.Most = s.options.MaxSolutions
	}
	if len(st.Intro) > 0 {
		s.task.Salt = uint64(s.index+1) << 32
	}
	s.setBound()
}

// setBound finds who mates and, if there is a bound on the moves that this takes, the bound.
func (s *sequenceSearch) setBound() {
	s.task.Mating = s.LastMover()
	if s.Answers() > 0 {
		s.task.Mating = s.LastMover().Other()
	}
	if s.unbounded || len(s.Turns) == 0 {
		return
	}
	switch aim := s.task.Goal.Aim; {
	case aim == Mate, aim == Stalemate, aim == DoubleStalemate:
		s.task.Bound = s.bound(s.start, s.task.Mating)
	case aim == AutoMate && !s.v.Aftermath.Active && s.Answers() == 0:
		s.task.Mating = s.LastMover().Other()
		s.task.Bound = s.bound(s.start, s.task.Mating)
	}
}

// setPictures lists the possible mating pictures, if that is worth it.
func (s *sequenceSearch) setPictures() {
	if s.task.Bound == nil {
		return
	}
	mating, other := s.task.Mating, s.task.Other
	s.task.Pictures = s.pictures[0].of(s.linePhase, s.sequence, func(q *sequence) *bounds.PictureTable {
		moves := q.MovesLeft()[0]
		ending := bounds.Ending{
			From: s.start, Side: mating, Mate: s.task.Goal.NeedsCheck(), Turns: len(q.Turns) + q.Answers(),
			Moves: [2]int{moves[mating], moves[mating.Other()]},
		}
		return s.task.Bound.Pictures(ending, s.threads(), s.stop)
	})
	if s.Ending != lines.EitherCan || len(s.Turns) <= 2 || other.Aim != Mate && other.Aim != Stalemate {
		return
	}
	s.task.OtherPictures = s.pictures[1].of(s.linePhase, s.sequence, func(q *sequence) *bounds.PictureTable {
		opponent := s.LastMover().Other()
		ending := bounds.Ending{
			From: s.start, Side: opponent, Mate: other.NeedsCheck(), Turns: len(q.Turns) - 1, Moves: q.BeforeLast(),
		}
		return s.bound(s.start, opponent).Pictures(ending, s.threads(), s.stop)
	})
}

// pictureTable is the table of mating pictures of a phase. The table of the longest sequence also
// serves shorter ones. If it would be too long, each sequence has its own.
type pictureTable struct {
	listed  bool
	longest *bounds.PictureTable // nil if too long
}

// of returns the table for a sequence. list makes one.
func (c *pictureTable) of(
	s *linePhase, q *sequence, list func(*sequence) *bounds.PictureTable,
) *bounds.PictureTable {
	if !c.listed {
		c.listed, c.longest = true, list(&s.all[len(s.all)-1])
	}
	if c.longest == nil && !q.longest {
		return list(q)
	}
	return c.longest
}

// search returns a search by what the task has so far.
func (s *sequenceSearch) search() *lines.Search {
	w := s.walk(s.start)
	w.AskKernel = s.kernelForces() && s.Ending == lines.AllReachGoal
	return lines.New(w, s.stop, &s.task)
}

// isShort reports whether the sequence is too short to be divided by its first moves.
func (s *sequenceSearch) isShort() bool {
	return len(s.Turns) == 0 ||
		s.Turns[0].Last && (s.Ending == lines.ReachesGoal || s.Ending == lines.EitherCan) ||
		s.Ending == lines.EitherCan && len(s.Turns) <= 2
}

// compelledSign follows a move that reaches the goal because it must, to its own side's loss.
const compelledSign = " ?!?"

// compelled returns the moves with which the side that begins must reach the goal, and so fails, as
// lines.
func (s *sequenceSearch) compelled(root *lines.Search) []Line {
	if s.p.Stipulation.Play == SemiReflex {
		return nil
	}
	all := s.withTexts(root.Compelled())
	slices.SortFunc(all, Line.compare)
	for i := range all {
		all[i].Moves[0].Text += compelledSign
	}
	return all
}

// searchAtOnce searches the sequence as a whole.
func (s *sequenceSearch) searchAtOnce(root *lines.Search) {
	found := s.withTexts(root.Run())
	s.nodes.Add(root.Nodes)
	if !s.isNumbered() || !s.numbersMoves() || len(s.Turns) == 0 {
		s.emit(found)
		return
	}
	reaching := s.Turns[0].Last && s.Ending == lines.ReachesGoal && !s.phase.Set
	legal := walk.InOrder(s.start, slices.Clone(s.start.LegalMoves(nil)))
	first := firstMoves{from: s.start, numbered: true}
	first.moves = s.selected(s.withNumbers(s.start, legal, reaching), true)
	for i, m := range first.moves {
		s.report(i, &first)
		if !s.emit(slices.DeleteFunc(slices.Clone(found), func(l Line) bool { return l.Moves[0].Move != m })) {
			break
		}
	}
}

// searchFirstMoves searches the sequence by its first moves, on all threads.
func (s *sequenceSearch) searchFirstMoves() {
	legal := walk.InOrder(s.start, slices.Clone(s.start.LegalMoves(nil)))
	first := firstMoves{from: s.start, moves: legal, legal: legal, numbered: s.isNumbered()}
	if first.numbered || s.selects(s.phase) {
		first.moves = s.selected(s.withNumbers(s.start, legal, false), first.numbered)
	}
	first.moves = s.p.part.of(first.moves)
	var some atomic.Pointer[lines.Search]
	f := firstMoveSearch[[]Line]{firstMoves: first, stop: s.stop, canHelp: s.known != nil, more: s.emit}
	f.place = func(m rules.Move) string {
		set, swapped := s.phase.Set, s.phase.Swapped
		return fmt.Sprintf("%s/%d %v %v %d %x", s.Place, s.twin, set, swapped, s.index, uint64(m))
	}
	f.newWorker = func() worker[[]Line] {
		l := s.search()
		some.Store(l)
		return worker[[]Line]{l.Walk, func(m rules.Move, stop *parallel.Stop, helping bool) []Line {
			return s.withTexts(l.RunMove(m, stop, helping))
		}}
	}
	f.run(s.twinSolver)
	if l := some.Load(); l != nil && s.task.Bound != nil {
		s.stats = l.PruningStats()
	}
}

// isNumbered reports whether the first moves of the sequence are numbered.
func (s *sequenceSearch) isNumbered() bool {
	all := s.numbersAllLengths()
	return s.lastOf && (s.longest || all) && !(s.phase.Set && all)
}

// emit passes lines on in their order, and reports whether more are wanted.
func (s *sequenceSearch) emit(found []Line) bool {
	slices.SortFunc(found, Line.compare)
	for i, l := range found {
		if most := s.options.PerEnding; most > 0 {
			if s.ends[l.End]++; s.ends[l.End] > most {
				s.outcome.Partial = true
				continue
			}
		}
		if s.enough(s.found) && !(s.Answers() > 0 && i > 0 && l.differsInAnswer(found[i-1])) {
			return false
		}
		s.sink.Line(l)
		s.linePhase.found++
	}
	return !s.enough(s.found)
}

// withTexts returns lines as solutions.
func (s *sequenceSearch) withTexts(found []lines.Line) []Line {
	var all []Line
	for _, f := range found {
		l := Line{Moves: make([]Step, 0, len(f.Steps)), Intro: s.Intro(), Missing: s.missing, End: f.End}
		for _, m := range f.Steps {
			l.Moves = append(l.Moves, Step{
				Number: m.Number, Dots: m.Dots, Played: played(s.v, m.Move, m.Text), Move: m.Move, Rank: m.Rank,
			})
		}
		all = append(all, l)
	}
	return all
}

// compare orders lines by their moves.
func (a Line) compare(b Line) int {
	return slices.CompareFunc(a.Moves, b.Moves, func(x, y Step) int {
		return cmp.Or(cmp.Compare(x.Rank, y.Rank), cmp.Compare(x.Move, y.Move))
	})
}

// differsInAnswer reports whether two lines differ only in the last half-move.
func (a Line) differsInAnswer(b Line) bool {
	last := len(a.Moves) - 1
	return len(b.Moves) == last+1 && Line{Moves: a.Moves[:last]}.compare(Line{Moves: b.Moves[:last]}) == 0
}

// seriesSorter is a Sink that passes on lines in the order of their series: first by the length and
// the moves of the first series, then of the second, and so on, and last by sequence.
type seriesSorter struct {
	Sink
	sequence *sequence
	first    []numberedMove
	lines    []seriesLine
}

// numberedMove is a first move with its number.
type numberedMove struct {
	n    int
	text string
}

// seriesLine is a line with the lengths of its series.
type seriesLine struct {
	Line
	lengths []int
}

// Line keeps a line.
func (s *seriesSorter) Line(l Line) { s.lines = append(s.lines, seriesLine{l, s.sequence.stages()}) }

// First keeps a first move.
func (s *seriesSorter) First(n int, text string) { s.first = append(s.first, numberedMove{n, text}) }

// begin begins a sequence. It passes on the lines of earlier sequences, if they come before all of
// its lines.
func (s *seriesSorter) begin(q *sequence) {
	if s.sequence != nil && !q.sortsWith(s.sequence) {
		s.flush()
	}
	s.sequence = q
}

// flush passes on the lines that are kept.
func (s *seriesSorter) flush() {
	slices.SortStableFunc(s.lines, seriesLine.compare)
	left := s.lines
	for _, f := range s.first {
		s.Sink.First(f.n, f.text)
		for len(left) > 0 && left[0].Moves[0].Text == f.text {
			s.Sink.Line(left[0].Line)
			left = left[1:]
		}
	}
	for _, l := range left {
		s.Sink.Line(l.Line)
	}
	s.first, s.lines = nil, nil
}

// compare orders lines by their series.
func (a seriesLine) compare(b seriesLine) int {
	at := 0
	for i, n := range a.lengths {
		if n != b.lengths[i] {
			return n - b.lengths[i]
		}
		if c := (Line{Moves: a.Moves[at : at+n]}).compare(Line{Moves: b.Moves[at : at+n]}); c != 0 {
			return c
		}
		at += n
	}
	return 0
}
