// Package walk plays moves forward and back from the position of a problem, and says which moves
// reach the goal of its stipulation.
//
// walk.go has Walk, the path from the diagram to the position reached. goal.go has the goals,
// reach.go says which moves reach them, and origins.go where pieces stood in the diagram, for goals
// that ask about it. final.go has the position that a game leads to, setup.go positions as
// problemists set them up, order.go the order in which Popeye lists moves, and steps.go compares
// moves of different positions.
package walk

import (
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/rules"
)

// Walk is a position from which moves are played and taken back.
type Walk struct {
	Exclusive [][2]board.Square // rooks of which at most one may ever have castled
	Final     Final             // the position that a game leads to, nil where the play is no game
	LooksBack bool              // the goal depends on the moves that lead to a position
	AskKernel bool              // Forces may ask the kernel: moves mean to the play what they mean in a game
	Nodes     uint64            // positions played

	at      []rules.Position
	spare   []rules.Position // by ply, positions no longer needed
	path    []rules.Move
	lists   [][]rules.Move // by ply, to list moves in
	origins []origins
	knownTo int // the ply up to which origins are known

	// The game without the rules that do not decide whether a side is mated, or is stalemated; nil
	// if it has none of them.
	mating, stalemating *rules.Variant
}

// New returns a walk that is at its first position.
func New(p rules.Position) *Walk {
	w := &Walk{at: []rules.Position{p}}
	v := p.Variant()
	measured := v.Fairy.Measuring.WithoutExact()
	if v.Fairy.Measuring != measured {
		w.stalemating = v.Clone()
		w.stalemating.Fairy.Measuring = measured
		w.mating = w.stalemating
	}
	if v.Fairy.Checking.Must != (rules.Sides{}) {
		w.mating = v.Clone()
		w.mating.Fairy.Measuring, w.mating.Fairy.Checking.Must = measured, rules.Sides{}
	}
	return w
}

// Now returns the position that has been reached.
func (w *Walk) Now() rules.Position { return w.at[len(w.at)-1] }

// At returns the position after the first ply half-moves.
func (w *Walk) At(ply int) rules.Position { return w.at[ply] }

// Path returns the moves that lead to the position reached, passes included.
func (w *Walk) Path() []rules.Move { return w.path }

// Ply returns the number of moves in Path.
func (w *Walk) Ply() int { return len(w.path) }

// Key returns a hash of the position reached. If the goal looks back, it includes where the pieces
// stood in the diagram.
func (w *Walk) Key() uint64 {
	p := w.Now()
	key := p.Key()
	if !w.LooksBack {
		return key
	}
	o := w.originsNow()
	for sq, from := range o.from {
		if from != board.NoSquare && p.At(board.Square(sq)) != 0 {
			key ^= table.Mix(uint64(sq+1)<<16 | uint64(from))
		}
	}
	if o.pending != board.NoSquare && p.Variant().Aftermath.Where == rules.AtNextVector {
		key ^= table.Mix(1<<31 | uint64(o.pending))
	}
	return key
}

// Pass is the move of a side that does not move.
const Pass = rules.NullMove

// Skip is Pass between two moves of a series. It is another move only where that matters.
func (w *Walk) Skip() rules.Move {
	if f := &w.Now().Variant().Fairy; f.Lost || f.Movers.MovesTheirs() {
		return rules.SeriesPass
	}
	return Pass
}

// Push plays a legal move, or a pass.
func (w *Walk) Push(m rules.Move) {
	p := w.Now()
	for len(w.spare) <= w.Ply() {
		w.spare = append(w.spare, nil)
	}
	q := rules.PlayOn(p, m, w.spare[w.Ply()])
	w.spare[w.Ply()] = q
	if w.Exclusive != nil && m.Form() == rules.Castle {
		q = w.exclude(p.Variant(), q, m.To())
	}
	w.at, w.path = append(w.at, q), append(w.path, m)
	w.Nodes++
}

// Pop takes the last move back.
func (w *Walk) Pop() {
	w.at, w.path = w.at[:len(w.at)-1], w.path[:len(w.path)-1]
	w.knownTo = min(w.knownTo, len(w.path))
}

// Moves returns the legal moves. The list is valid until the next call of Moves or Select at this
// ply.
func (w *Walk) Moves() []rules.Move { return w.keep(w.Now().LegalMoves(w.list())) }

// Select returns the moves of a selection, in a list like that of Moves.
func (w *Walk) Select(which rules.Selection) []rules.Move {
	return w.keep(rules.Select(w.Now(), which, w.list()))
}

// list returns an empty list for moves of this ply. It is used again when the walk has come back.
func (w *Walk) list() []rules.Move {
	for len(w.lists) <= w.Ply() {
		w.lists = append(w.lists, make([]rules.Move, 0, 64))
	}
	return w.lists[w.Ply()][:0]
}

// keep keeps the room that a list has grown to.
func (w *Walk) keep(moves []rules.Move) []rules.Move {
	w.lists[w.Ply()] = moves[:0]
	return moves
}

// Foresight returns the position reached if its kernel may be asked what moves force.
func (w *Walk) Foresight() (f rules.Foresight, is bool) {
	if !w.AskKernel || w.mating != nil {
		return nil, false
	}
	f, is = w.Now().(rules.Foresight)
	return f, is
}

// Forces returns a move that forces something, if there is one. It asks the kernel. known is false
// if the kernel cannot tell.
func (w *Walk) Forces(what rules.Forced) (m rules.Move, ok, known bool) {
	p, is := w.Foresight()
	if !is {
		return 0, false, false
	}
	m, ok = p.Forces(what)
	return m, ok, true
}

// Text returns a legal move in the position reached as Popeye writes it, with the sign of the goal
// if it is reached.
func (w *Walk) Text(m rules.Move, g Goal, reached bool) string {
	return Text(w.Now(), m, g, reached)
}

// Text returns a legal move of p as Popeye writes it, with the sign of the goal if it is reached.
func Text(p rules.Position, m rules.Move, g Goal, reached bool) string {
	if m.Form() == rules.Pass {
		return "..."
	}
	text := notation.Text(p, m, notation.Popeye)
	if !reached || g.Mark() == "" {
		return text
	}
	switch g.Aim {
	case Mate, Stalemate, DoubleStalemate, Check, DoubleMate, CounterMate, MateOrStalemate, AutoStalemate:
		text = strings.TrimSuffix(text, " +")
	}
	return text + " " + g.Mark()
}

// Marked returns the text of a move with the signs of goals that it reaches.
func Marked(text, marks string) string {
	if strings.ContainsAny(marks, "#=+") {
		text = strings.TrimSuffix(text, " +")
	}
	return text + " " + marks
}
