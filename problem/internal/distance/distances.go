package distance

import (
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file finds the distances of a piece from one square: a breadth-first search of the graph of
// graph.go, whose results are kept.

// Cost is what it costs to bring a piece somewhere: own moves, and captures of it, which are
// moves of the other side. It is also what a side has left to spend.
type Cost struct{ Own, Captures int }

// Minus returns what is left of m when n is spent.
func (m Cost) Minus(n Cost) Cost {
	return Cost{m.Own - n.Own, m.Captures - n.Captures}
}

// CaptureCounts is how many numbers of captures are told apart. The last one stands for any number.
const CaptureCounts = 3

// Distances holds the distances of one piece from one square, by the number of captures of it.
type Distances []Table

// Table holds the least numbers of own moves, with a given number of captures.
type Table struct {
	ToState  []uint8     // by state
	ToSquare []uint8     // by square, as any piece type
	Within   []SquareSet // by own moves: the squares reached; the last holds for more moves as well
	Types    uint32      // the types that it may have, as bits
}

// Finder finds the distances of the pieces of a variant. The mating side is White.
type Finder struct {
	*Game
	Diagram
	Graphs [2]*Graph
	known  [2][]atomic.Pointer[Distances] // by colour and state
}

// PrepareDistances makes the graphs.
func (f *Finder) PrepareDistances() {
	for c := range board.Color(2) {
		f.Graphs[c] = f.NewGraph(c, true)
		f.known[c] = make([]atomic.Pointer[Distances], len(f.Variant.Army)*f.Variant.Size.Area())
	}
}

// State returns the number of a state.
func (f *Finder) State(k rules.PieceType, at int) int { return int(k-1)*f.Variant.Size.Area() + at }

// DistancesFrom returns the distances of a piece from a square.
func (f *Finder) DistancesFrom(c board.Color, k rules.PieceType, from int) Distances {
	at := &f.known[c][f.State(k, from)]
	if known := at.Load(); known != nil {
		return *known
	}
	found := f.Graphs[c].Distances(k, from, f.Variant.Size.Area())
	at.Store(&found)
	return found
}

// Distances finds the distances of a piece, for one number of captures after the other.
func (g *Graph) Distances(k rules.PieceType, from, area int) Distances {
	d := make(Distances, CaptureCounts)
	if g.Captured == nil {
		d = d[:1]
	}
	states, types := len(g.Own), len(g.Own)/area
	// One allocation each, since there are many of these tables.
	costs, sets := unreached(len(d)*(states+area)), make([]SquareSet, 3*types)
	order := make([]uint16, 0, len(d)*states)
	s := search{
		Graph: g, area: area,
		seen: sets[:types], now: sets[types : 2*types], next: sets[2*types:],
	}
	s.next[k-1].Add(from)
	for captures := range d {
		t := &d[captures]
		t.ToState, t.ToSquare, costs = costs[:states:states], costs[states:][:area:area], costs[states+area:]
		s.anyCaptures = captures > 0 && captures == CaptureCounts-1
		order = s.run(t, order)
		clear(s.seen)
	}
	return d
}

// search is a breadth-first search through the states of a piece.
type search struct {
	*Graph
	area            int
	anyCaptures     bool        // captures cost nothing any more
	seen, now, next []SquareSet // by type: states seen, reached with this number of moves, with one more
	previous        []uint8     // the table with one capture less
	pending         []uint16    // its states that are still to be captured from, nearest first
}

// run fills a table, and appends the states to order, nearest first.
func (s *search) run(t *Table, order []uint16) []uint16 {
	first := len(order)
	t.Within = make([]SquareSet, 0, 8)
	var within SquareSet
	for more := true; more || len(s.pending) > 0; {
		s.now, s.next = s.next, s.now
		cost := uint8(len(t.Within))
		for ; len(s.pending) > 0 && s.previous[s.pending[0]] == cost; s.pending = s.pending[1:] {
			state := int(s.pending[0])
			s.now[state/s.area].Add(state % s.area)
			s.Captured[state].addTo(s.now)
		}
		more = false
		for { // again while moves that cost nothing reach new states
			reached := len(order)
			if order = s.visit(t, cost, order, &within); len(order) == reached {
				break
			}
			more = true
		}
		t.Within = append(t.Within, within)
	}
	s.previous, s.pending = t.ToState, order[first:]
	return order
}

// visit enters the states of now that are new, and what they lead to.
func (s *search) visit(t *Table, cost uint8, order []uint16, within *SquareSet) []uint16 {
	for i := range s.now {
		fresh := s.now[i].Without(&s.seen[i])
		s.now[i] = SquareSet{}
		if fresh == (SquareSet{}) {
			continue
		}
		t.Types |= 1 << i
		s.seen[i].AddAll(&fresh)
		within.AddAll(&fresh)
		for at := range fresh.All() {
			state := i*s.area + at
			t.ToState[state], t.ToSquare[at] = cost, min(t.ToSquare[at], cost)
			order = append(order, uint16(state))
			s.Own[state].addTo(s.next)
			s.Castled[state].addTo(s.now)
			if s.anyCaptures {
				s.Captured[state].addTo(s.now)
			}
		}
	}
	return order
}
