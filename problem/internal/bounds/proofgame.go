package bounds

import (
	"slices"
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/rules"
)

// This file has GameBound, the lower bound on the moves of a game that leads to a given position.
// Each piece of that position is a place, which one of the pieces on the board must reach. The
// proof is in docs/proofs/proof-games.md. assignment.go pairs pieces and places.

// GameBound is the lower bound on the moves from one position to another. It may be used by several
// threads.
type GameBound struct {
	distance.Finder
	places         [2][]int                     // by colour: the states that pieces must come to
	costs          [2][]atomic.Pointer[[]uint8] // by colour and state: the own moves to each place
	quietCosts     [2][]atomic.Pointer[[]uint8] // the same for a side that captures nothing
	quietGraphs    [2]*distance.Graph           // for a side that captures nothing: pawns keep their files
	rebirths       bool                         // captured pieces may come back
	rebornLate     bool                         // they do so with the half-move after the capture
	simpleCaptures bool                         // a move removes at most one piece, of the other side
}

// NewGameBound returns the bound for games from p to a final position, given by its pieces by
// square. It returns nil for games whose pieces come to squares in ways that the distances do not
// cover.
func NewGameBound(p rules.Position, final []rules.Piece) *GameBound {
	v := p.Variant()
	a := &v.Aftermath
	if !covered(v) || v.Gating.Hand != "" || v.Conversion.Bishop != 0 || a.Occupied.Hides() ||
		a.OwnerPromotes || a.Where == rules.AtItsCapture { // there pieces wait for more than a half-move
		return nil
	}
	b := &GameBound{}
	b.Game = distance.NewGame(v)
	var err error
	if b.Diagram, err = b.ReadDiagram(p, board.White); err != nil {
		return nil
	}
	b.PrepareDistances()
	for sq, m := range final {
		if m != 0 {
			b.places[m.Color()] = append(b.places[m.Color()], b.State(m.Type(), sq))
		}
	}
	b.rebirths = a.Active && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn)
	b.rebornLate = b.rebirths && a.Where == rules.AtNextVector
	b.simpleCaptures = !a.Active || a.Capturer == rules.CapturerStays && a.Occupied != rules.ReplacesOccupant &&
		(a.Reborn == rules.CapturedReborn || a.Reborn == rules.MoverReborn)
	states := len(v.Army) * v.Size.Area()
	for c := range board.Color(2) {
		b.costs[c] = make([]atomic.Pointer[[]uint8], states)
		if b.simpleCaptures && !b.rebirths {
			b.quietGraphs[c] = b.NewGraph(c, false)
			b.quietCosts[c] = make([]atomic.Pointer[[]uint8], states)
		}
	}
	return b
}

// RebornLate reports whether captured pieces come back with the half-move after the capture.
func (b *GameBound) RebornLate() bool { return b.rebornLate }

// costsOf returns the own moves of a piece to each place, when its side may capture or may not.
func (b *GameBound) costsOf(c board.Color, state uint16, captures bool) []uint8 {
	at := &b.costs[c][state]
	if !captures {
		at = &b.quietCosts[c][state]
	}
	if known := at.Load(); known != nil {
		return *known
	}
	area := b.Variant.Size.Area()
	k, from := rules.PieceType(int(state)/area+1), int(state)%area
	var d distance.Distances
	if captures {
		d = b.DistancesFrom(c, k, from)
	} else {
		d = b.quietGraphs[c].Distances(k, from, area)
	}
	costs := make([]uint8, len(b.places[c]))
	for i, place := range b.places[c] {
		costs[i] = d[0].ToState[place]
	}
	at.Store(&costs)
	return costs
}

// Remaining is what is left of a game.
type Remaining struct {
	Moves     [2]int      // the moves of each side
	Captures  [2]int      // the most captures that each side may make
	Waiting   [2]int      // captured pieces of each side that may be reborn with the next half-move
	LastMover board.Color // the side that makes the last move
}

// after returns what is left when a side has made a move that captures nothing.
func (r Remaining) after(c board.Color) Remaining {
	r.Moves[c]--
	r.Captures[c] = min(r.Captures[c], r.Moves[c])
	return r
}

// GameTracker asks a GameBound about one position after the other. Only one thread may use it.
type GameTracker struct {
	*GameBound
	pieces   [2][]uint16 // by colour: the states of the pieces
	sides    [2]sideCosts
	sorted   []uint8
	occupied []board.Square
}

// sideCosts is what the pieces of a side need.
type sideCosts struct {
	costs      [][]uint8 // by piece and place: the own moves of the piece to the place
	captures   bool      // the side may capture
	least      []uint8   // by place: the own moves of the nearest piece
	second     []uint8   // by place: those of the second nearest piece
	nearest    []int     // by place: the nearest piece
	toNearest  []uint8   // by piece: its own moves to the nearest place
	assignment assignment
}

// NewTracker returns a tracker without a position.
func (b *GameBound) NewTracker() *GameTracker { return &GameTracker{GameBound: b} }

// SetPosition reads the pieces of p.
func (t *GameTracker) SetPosition(p rules.Position) {
	t.pieces[0], t.pieces[1] = t.pieces[0][:0], t.pieces[1][:0]
	t.occupied = rules.OccupiedSquares(p, t.occupied[:0])
	for _, sq := range t.occupied {
		m := p.At(sq)
		t.pieces[m.Color()] = append(t.pieces[m.Color()], uint16(t.State(m.Type(), int(sq))))
	}
	for c := range board.Color(2) {
		s := &t.sides[c]
		s.captures = t.rebirths || !t.simpleCaptures || t.surplus(c.Other()) > 0
		s.costs = s.costs[:0]
		for _, state := range t.pieces[c] {
			s.costs = append(s.costs, t.costsOf(c, state, s.captures))
		}
		s.findNearest(len(t.places[c]))
	}
}

// surplus returns how many pieces a side has too many.
func (t *GameTracker) surplus(c board.Color) int { return len(t.pieces[c]) - len(t.places[c]) }

// findNearest finds the nearest pieces and places.
func (s *sideCosts) findNearest(places int) {
	s.toNearest, s.least, s.second, s.nearest = s.toNearest[:0], s.least[:0], s.second[:0], s.nearest[:0]
	for range places {
		s.least, s.second = append(s.least, distance.Unreachable), append(s.second, distance.Unreachable)
		s.nearest = append(s.nearest, -1)
	}
	for i, costs := range s.costs {
		toNearest := uint8(distance.Unreachable)
		for j, n := range costs {
			toNearest = min(toNearest, n)
			if n < s.least[j] {
				s.least[j], s.second[j], s.nearest[j] = n, s.least[j], i
			} else if n < s.second[j] {
				s.second[j] = n
			}
		}
		s.toNearest = append(s.toNearest, toNearest)
	}
}

// OutOfReach reports whether the final position is out of reach.
func (t *GameTracker) OutOfReach(r *Remaining) bool {
	return t.outOfReach(board.White, r) || t.outOfReach(board.Black, r)
}

// outOfReach reports whether a side cannot bring its pieces to their places.
func (t *GameTracker) outOfReach(c board.Color, r *Remaining) bool {
	s := &t.sides[c]
	return t.wrongNumber(c, r) || !t.affordable(s.least, t.reborn(c, r), r.Moves[c]) ||
		t.simpleCaptures && !t.affordable(s.toNearest, t.capturable(c, r), r.Moves[c]) ||
		!t.rebirths && !s.assignment.within(s, r.Moves[c])
}

// wrongNumber reports whether a side cannot come to have as many pieces as places.
func (t *GameTracker) wrongNumber(c board.Color, r *Remaining) bool {
	surplus := t.surplus(c)
	return surplus < -r.Waiting[c] || t.simpleCaptures && surplus > r.Captures[c.Other()]
}

// capturable returns how many pieces of a side may be captured.
func (t *GameTracker) capturable(c board.Color, r *Remaining) int {
	if t.rebirths {
		return r.Captures[c.Other()]
	}
	return t.surplus(c)
}

// reborn returns how many pieces of a side may be reborn.
func (t *GameTracker) reborn(c board.Color, r *Remaining) int {
	if !t.rebirths {
		return 0
	}
	n := r.Captures[c.Other()]
	if !t.rebornLate {
		return n
	}
	if r.LastMover != c && n > 0 && n == r.Moves[c.Other()] {
		n-- // the piece that the last move captures is not reborn
	}
	return n + r.Waiting[c]
}

// affordable reports whether the costs are within some moves when the dearest few are free.
func (t *GameTracker) affordable(costs []uint8, free, moves int) bool {
	if free >= len(costs) {
		return true
	}
	if free > 0 {
		t.sorted = append(t.sorted[:0], costs...)
		slices.Sort(t.sorted)
		costs = t.sorted[:len(costs)-free]
	}
	sum := 0
	for _, n := range costs {
		sum += int(n)
	}
	return sum <= moves
}

// MustCapture reports whether the final position is out of reach after any move of a side that is
// not a capture.
func (t *GameTracker) MustCapture(c board.Color, r *Remaining) bool {
	after := r.after(c)
	return t.outOfReach(c.Other(), &after)
}

// OutOfReachAfter reports whether a side cannot bring its pieces to their places after m, a move
// that changes nothing but the place of one piece.
func (t *GameTracker) OutOfReachAfter(c board.Color, m rules.Move, r *Remaining) bool {
	area := t.Variant.Size.Area()
	i := slices.IndexFunc(t.pieces[c], func(s uint16) bool { return int(s)%area == int(m.From()) })
	pieceType := rules.PieceType(int(t.pieces[c][i])/area + 1)
	if q := m.Promotion(); q != 0 {
		pieceType = q
	}
	s, after := &t.sides[c], r.after(c)
	var costs [256]uint8 // by place, of the nearest piece after the move
	moved := t.costsOf(c, uint16(t.State(pieceType, int(m.To()))), s.captures)
	toNearest := uint8(distance.Unreachable)
	for j, n := range moved {
		others := s.least[j]
		if s.nearest[j] == i {
			others = s.second[j]
		}
		toNearest, costs[j] = min(toNearest, n), min(others, n)
	}
	if !t.affordable(costs[:len(moved)], t.reborn(c, &after), after.Moves[c]) {
		return true
	}
	if !t.simpleCaptures {
		return false
	}
	before := s.toNearest[i]
	s.toNearest[i] = toNearest
	enough := t.affordable(s.toNearest, t.capturable(c, &after), after.Moves[c])
	s.toNearest[i] = before
	return !enough
}
