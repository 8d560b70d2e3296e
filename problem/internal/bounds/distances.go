package bounds

import (
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file finds the distances of a piece from one square: a breadth-first search of the graph of
// movegraph.go, whose results are kept. tasks.go comes next, the first file about mates.

// moveCost is what it costs to bring a piece somewhere: own moves, and captures of it, which are
// moves of the other side. It is also what a side has left to spend.
type moveCost struct{ own, captures int }

func (m moveCost) less(n moveCost) moveCost {
	return moveCost{m.own - n.own, m.captures - n.captures}
}

// captureCounts is how many numbers of captures are told apart. The last one stands for any number.
const captureCounts = 3

// distances holds the distances of one piece from one square, by the number of captures of it.
type distances []distanceTable

// distanceTable holds the least numbers of own moves, with a given number of captures.
type distanceTable struct {
	toState  []uint8     // by state
	toSquare []uint8     // by square, as any piece type
	within   []squareSet // by own moves: the squares reached; the last holds for more moves as well
	types    uint32      // the types that it may have, as bits
}

// distanceFinder finds the distances of the pieces of a variant. The mating side is White.
type distanceFinder struct {
	*armyDistances
	diagramFacts
	graphs [2]*moveGraph
	known  [2][]atomic.Pointer[distances] // by colour and state
}

// prepareDistances makes the graphs.
func (f *distanceFinder) prepareDistances() {
	for c := range board.Color(2) {
		f.graphs[c] = f.newMoveGraph(c, true)
		f.known[c] = make([]atomic.Pointer[distances], len(f.v.Army)*f.v.Size.Area())
	}
}

// state returns the number of a state.
func (f *distanceFinder) state(k rules.PieceType, at int) int { return int(k-1)*f.v.Size.Area() + at }

// distancesFrom returns the distances of a piece from a square.
func (f *distanceFinder) distancesFrom(c board.Color, k rules.PieceType, from int) distances {
	at := &f.known[c][f.state(k, from)]
	if known := at.Load(); known != nil {
		return *known
	}
	found := f.graphs[c].distances(k, from, f.v.Size.Area())
	at.Store(&found)
	return found
}

// distances finds the distances of a piece, for one number of captures after the other.
func (g *moveGraph) distances(k rules.PieceType, from, area int) distances {
	d := make(distances, captureCounts)
	if g.captured == nil {
		d = d[:1]
	}
	states, types := len(g.own), len(g.own)/area
	// One allocation each, since there are many of these tables.
	costs, sets := unreached(len(d)*(states+area)), make([]squareSet, 3*types)
	order := make([]uint16, 0, len(d)*states)
	s := distanceSearch{
		moveGraph: g, area: area,
		seen: sets[:types], now: sets[types : 2*types], next: sets[2*types:],
	}
	s.next[k-1].add(from)
	for captures := range d {
		t := &d[captures]
		t.toState, t.toSquare, costs = costs[:states:states], costs[states:][:area:area], costs[states+area:]
		s.anyCaptures = captures > 0 && captures == captureCounts-1
		order = s.run(t, order)
		clear(s.seen)
	}
	return d
}

// distanceSearch is a breadth-first search through the states of a piece.
type distanceSearch struct {
	*moveGraph
	area            int
	anyCaptures     bool        // captures cost nothing any more
	seen, now, next []squareSet // by type: states seen, reached with this number of moves, with one more
	previous        []uint8     // the table with one capture less
	pending         []uint16    // its states that are still to be captured from, nearest first
}

// run fills a table, and appends the states to order, nearest first.
func (s *distanceSearch) run(t *distanceTable, order []uint16) []uint16 {
	first := len(order)
	t.within = make([]squareSet, 0, 8)
	var within squareSet
	for more := true; more || len(s.pending) > 0; {
		s.now, s.next = s.next, s.now
		cost := uint8(len(t.within))
		for ; len(s.pending) > 0 && s.previous[s.pending[0]] == cost; s.pending = s.pending[1:] {
			state := int(s.pending[0])
			s.now[state/s.area].add(state % s.area)
			s.captured[state].addTo(s.now)
		}
		more = false
		for { // again while moves that cost nothing reach new states
			reached := len(order)
			if order = s.visit(t, cost, order, &within); len(order) == reached {
				break
			}
			more = true
		}
		t.within = append(t.within, within)
	}
	s.previous, s.pending = t.toState, order[first:]
	return order
}

// visit enters the states of now that are new, and what they lead to.
func (s *distanceSearch) visit(t *distanceTable, cost uint8, order []uint16, within *squareSet) []uint16 {
	for i := range s.now {
		fresh := s.now[i].without(&s.seen[i])
		s.now[i] = squareSet{}
		if fresh == (squareSet{}) {
			continue
		}
		t.types |= 1 << i
		s.seen[i].addAll(&fresh)
		within.addAll(&fresh)
		for at := range fresh.all() {
			state := i*s.area + at
			t.toState[state], t.toSquare[at] = cost, min(t.toSquare[at], cost)
			order = append(order, uint16(state))
			s.own[state].addTo(s.next)
			s.castled[state].addTo(s.now)
			if s.anyCaptures {
				s.captured[state].addTo(s.now)
			}
		}
	}
	return order
}
