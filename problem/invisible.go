package problem

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/invisible"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/rules"
)

// This file solves help mates with totally invisible pieces. It searches one sequence after the
// other with package internal/invisible, which plays on a board of its own: what is seen is no
// position of a game.

// mostInvisible is the greatest number of totally invisible pieces.
const mostInvisible = 16

// withInvisible is a part of a refusal.
const withInvisible = " with totally invisible pieces"

// checkInvisible names what is not solved beside totally invisible pieces.
func (p *Problem) checkInvisible() error {
	var missing []string
	lack := func(is bool, format string, args ...any) {
		if text := fmt.Sprintf(format, args...); is && !slices.Contains(missing, text) {
			missing = append(missing, text)
		}
	}
	lack(p.Invisible > mostInvisible, "more than %d totally invisible pieces", mostInvisible)
	lack(p.Game.ID != orthodox || p.FromFEN, "the game %s%s", p.Game.ID, withInvisible)
	for _, c := range p.Conditions {
		lack(!c.onlyHoles(), "the condition %s%s", c.Text, withInvisible)
	}
	for _, pc := range p.Setup.Board {
		if pc.Neutral() {
			lack(true, neutralPieces+withInvisible)
		} else if pc != 0 && invisiblePiece(p.Game, pc) == 0 {
			lack(true, "the piece %s%s", p.Game.Type(pc.Type()).Name, withInvisible)
		}
	}
	st, o := &p.Stipulation, &p.Options
	help := st.Structure == nil && st.Mover == Alternate && st.Play == Help && len(st.Intro) == 0
	lack(!help || st.Goal.Aim != Mate, "the stipulation %s%s", st.Text, withInvisible)
	lack(p.halfMovesAtMost() > invisible.MostMoves, "the stipulation %s%s", st.Text, withInvisible)
	lack(o.EnPassant != nil, "the option EnPassant%s", withInvisible)
	lack(o.NoCastling != nil, "the option NoCastling%s", withInvisible)
	lack(o.Exclusive != nil, "the option CastlingMutuallyExclusive%s", withInvisible)
	lack(o.PerEnding > 0, "the option Intelligent with a number%s", withInvisible)
	if missing != nil {
		return &UnsupportedError{Missing: missing}
	}
	return nil
}

// halfMovesAtMost returns the greatest length of a line of help play.
func (p *Problem) halfMovesAtMost() int {
	n := 2 * p.Stipulation.Moves
	if p.Stipulation.Half {
		n++
	}
	return n
}

// onlyHoles reports whether a condition only takes squares off the board.
func (c Condition) onlyHoles() bool {
	return !c.promotes() && !c.Takeable && !c.TwoBoards && c.LastCapture == 0 &&
		len(c.Modifiers) > 0 && !slices.ContainsFunc(c.Modifiers, func(m *rules.Modifier) bool {
		holes := rules.Fairy{Lanes: rules.Lanes{Holes: m.Fairy.Lanes.Holes}}
		return m.Fairy != holes || m.Fairy.Lanes.Holes == "" || m.Aftermath.Active
	})
}

// invisiblePiece returns a piece of chess as package invisible knows it, 0 for others.
func invisiblePiece(game *rules.Variant, pc rules.Piece) invisible.Piece {
	t := game.Type(pc.Type())
	if t.Abbreviation != "" || t.Walk != "" || len(t.Traits.Names()) > 0 {
		return 0
	}
	kinds := map[byte]invisible.Piece{
		'K': invisible.King, 'Q': invisible.Queen, 'R': invisible.Rook, 'B': invisible.Bishop,
		'N': invisible.Knight, 'P': invisible.Pawn,
	}
	if kinds[t.Letter] == 0 {
		return 0
	}
	return invisible.Make(kinds[t.Letter], pc.Color())
}

// seen returns the diagram without the invisible pieces.
func (t *twinSolver) seen() (g invisible.Grid) {
	size := t.v.Size
	at := func(sq board.Square) *invisible.Piece { return &g[size.Rank(sq)*8+size.File(sq)] }
	for sq, pc := range t.p.Setup.Board {
		if pc != 0 {
			*at(board.Square(sq)) = invisiblePiece(t.p.Game, pc)
		}
	}
	holes, _ := board.Region(t.v.Fairy.Lanes.Holes).Squares(size) // no error in a game that was composed
	for sq, is := range holes {
		if is {
			*at(board.Square(sq)) = invisible.Hole
		}
	}
	return g
}

// invisiblePhase solves one phase of a help mate with totally invisible pieces.
type invisiblePhase struct {
	*twinSolver
	phase Phase
	found int // solutions
}

// solveInvisible solves the sequences, from the shortest to the longest.
func (t *twinSolver) solveInvisible(ph Phase, all []sequence) {
	s := &invisiblePhase{twinSolver: t, phase: ph}
	if t.selects(ph) { // only among the longest
		all = all[len(all)-1:]
	}
	t.sink.Phase(ph)
	defer t.sink.EndPhase(ph)
	for i := range all {
		q := &all[i]
		q.longest = i == len(all)-1
		before := s.found
		stop := parallel.NewStop(s.Yield)
		s.search(q, i, stop)
		if s.options.StopOnShort && s.found > before && !q.longest || s.enough(s.found) {
			s.outcome.Partial = true
			break
		}
		if stop.Stopped() {
			break
		}
	}
	if !ph.Set {
		t.outcome.Solutions += s.found
	}
}

// search searches a sequence by its first moves, on all threads.
func (s *invisiblePhase) search(q *sequence, index int, stop *parallel.Stop) {
	defer s.limits.watch(stop)()
	task := invisible.Task{
		Diagram: s.seen(), Number: s.p.Invisible, Begins: q.First, Length: len(q.Turns),
		Stop: stop.Stopped, Most: s.options.MaxSolutions,
	}
	if s.selects(s.phase) {
		task.From = append([]int{s.options.From}, s.options.FromNext...)
		task.UpTo = append([]int{s.options.UpTo}, s.options.UpToNext...)
	}
	first := invisible.New(&task).First()
	numbered := q.longest && s.numbersMoves()
	before := s.numberedSoFar
	if numbered {
		s.numberedSoFar += len(first)
	}
	worker := func() parallel.Worker[[]invisible.Line] {
		w := invisible.New(&task)
		counted := uint64(0)
		return parallel.Worker[[]invisible.Line]{Do: func(i int) (found []invisible.Line) {
			place := fmt.Sprintf("%s/%d %v %v %d %s", s.Place, s.twin, s.phase.Set, s.phase.Swapped, index, first[i])
			if s.Journal.get(place, &found) {
				return found
			}
			found = w.Run(i, before+i+1)
			s.nodes.Add(w.Nodes() - counted)
			counted = w.Nodes()
			if !stop.Stopped() {
				s.Journal.put(place, found)
			}
			return found
		}}
	}
	parallel.Run(s.threads(), len(first), stop, worker, func(i int, found []invisible.Line) bool {
		if numbered && task.Selects(before+i+1) {
			s.sink.First(before+i+1, first[i])
		}
		if s.Progress != nil {
			s.Progress(Progress{Done: i + 1, Of: len(first), First: first[i], Nodes: s.nodes.Load()})
		}
		return s.emit(q, found)
	})
	s.limits.resume(stop)
}

// emit passes lines on, and reports whether more are wanted.
func (s *invisiblePhase) emit(q *sequence, found []invisible.Line) bool {
	for _, f := range found {
		if s.enough(s.found) {
			return false
		}
		l := Line{Missing: q.missing}
		for i, turn := range q.Turns {
			text := f[i]
			if turn.Last {
				text += " " + s.p.Stipulation.Goal.Mark()
			}
			l.Moves = append(l.Moves, Step{Number: turn.Number, Dots: turn.Dots, Played: Played{Text: text}})
		}
		s.sink.Line(l)
		s.found++
	}
	return !s.enough(s.found)
}
