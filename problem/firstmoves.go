package problem

import (
	"slices"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/problem/internal/walk"
	"github.com/kirke-chess/kirke/rules"
)

// First moves are the units of work: threads share them, the journal has a line for each, and some
// options number them. sequence.go comes next.

// firstMoves are the first moves of a search from a position.
type firstMoves struct {
	from     rules.Position
	moves    []rules.Move // in order
	legal    []rules.Move // those of moves to search; the others only take a number
	numbered bool         // each has a number of its own
}

// firstMoveSearch searches first moves on all threads. R is what it finds for one of them.
type firstMoveSearch[R any] struct {
	firstMoves
	stop      *parallel.Stop
	place     func(rules.Move) string // of a move in the journal
	canHelp   bool                    // threads share a table, so that two can search one move
	newWorker func() worker[R]        // called once by each thread
	more      func(R) bool            // takes the results in order, and reports whether to go on
}

// worker searches first moves on one thread.
type worker[R any] struct {
	walk *walk.Walk // counts positions
	// search searches the play after a move. With helping another thread does the same, and only
	// what this one leaves in the table matters.
	search func(m rules.Move, stop *parallel.Stop, helping bool) R
}

// run searches the moves and reports each. What the journal has is not searched again.
func (f *firstMoveSearch[R]) run(t *twinSolver) {
	legal := func(m rules.Move) bool { return slices.Contains(f.legal, m) }
	parallel.Run(t.threads(), len(f.moves), f.stop, func() parallel.Worker[R] {
		w := f.newWorker()
		search := func(m rules.Move, stop *parallel.Stop, helping bool) R {
			before := w.walk.Nodes
			defer func() { t.nodes.Add(w.walk.Nodes - before) }()
			return w.search(m, stop, helping)
		}
		p := parallel.Worker[R]{Do: func(i int) (found R) {
			m := f.moves[i]
			if !legal(m) || t.Journal.get(f.place(m), &found) {
				return found
			}
			if found = search(m, f.stop, false); !f.stop.Stopped() {
				t.Journal.put(f.place(m), found)
			}
			return found
		}}
		if f.canHelp {
			p.Help = func(i int, until *parallel.Stop) {
				if m := f.moves[i]; legal(m) && !t.Journal.has(f.place(m)) {
					search(m, until, true)
				}
			}
		}
		return p
	}, func(i int, found R) bool {
		t.report(i, &f.firstMoves)
		return f.more(found)
	})
	t.limits.resume(f.stop)
}

// report reports that move i was searched, and its number if first moves are numbered.
func (t *twinSolver) report(i int, f *firstMoves) {
	numbered := f.numbered && t.numbersMoves()
	if t.Progress == nil && !numbered {
		return
	}
	text := notation.Text(walk.OnReference(f.from), f.moves[i], notation.Popeye)
	if numbered {
		t.sink.First(t.skipped+i+1, text)
	}
	if t.Progress != nil {
		t.Progress(Progress{Done: i + 1, Of: len(f.moves), First: text, Nodes: t.nodes.Load()})
	}
}

// numbersMoves reports whether an option asks for the numbers of first moves.
func (t *twinSolver) numbersMoves() bool {
	return t.options.MoveNumbers || t.options.From > 0 || t.options.UpTo > 0
}

// numbersAllLengths reports whether the first moves of play of all lengths are numbered, but not
// those of set play. Popeye does so if there is set play of a series.
func (t *twinSolver) numbersAllLengths() bool {
	st := &t.p.Stipulation
	series := st.Mover != Alternate && st.Play != Reciprocal || len(st.Intro) > 0
	return series && t.options.SetPlay && st.hasSetPlay()
}

// selects reports whether the options From and UpTo select first moves of a phase by their numbers.
func (t *twinSolver) selects(ph Phase) bool {
	return (t.options.From > 0 || t.options.UpTo > 0) && !(ph.Set && t.numbersAllLengths())
}

// selected returns the first moves that From and UpTo select. First moves are numbered through all
// phases and twins. final says that no other moves have the numbers of these.
func (t *twinSolver) selected(moves []rules.Move, final bool) []rules.Move {
	before := t.numberedSoFar
	if final {
		t.numberedSoFar += len(moves)
	}
	from, to := 0, len(moves)
	if u := t.options.UpTo; u > 0 {
		to = min(max(0, u-before), to)
	}
	if f := t.options.From; f > 0 {
		from = min(max(0, f-1-before), to)
	}
	t.skipped = before + from
	return moves[from:to]
}

// withNumbers returns the first moves that have numbers, if first moves are numbered. Like Popeye
// it adds moves that leave the own king in check. reaching says that a move must reach the goal:
// then only checks, captures and so on have numbers, if only these can reach it.
func (t *twinSolver) withNumbers(p rules.Position, moves []rules.Move, reaching bool) []rules.Move {
	if !t.numbersMoves() || t.p.part != nil {
		return moves
	}
	g := t.p.Stipulation.Goal
	switch aim := g.Aim; {
	case reaching && g.Backward(t.v):
		return walk.ReachingInOrder(p, g, rules.Select(p, rules.Checks, nil))
	case reaching && (aim == Capture || aim == WinPiece):
		return walk.InOrder(p, rules.Select(p, rules.Captures, nil))
	case reaching && (aim == PassingCapture || aim == Castling ||
		aim == Target && t.v.Aftermath.Reborn != rules.CapturerReborn):
		w := t.walk(p)
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
