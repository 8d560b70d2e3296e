package bounds

import (
	"slices"
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// A game that leads to a position has a place for each piece of that position. A piece that stands there at the end has come by
// moves of its own, or was reborn on its way. So the fewest own moves of the nearest pieces, summed over the places of
// a side but for as many as pieces of it may still be reborn, are within the moves of that side. In the same way each piece that is
// not captured any more has its way to some place. docs/solving.md has the argument.

// Games knows how far pieces are from the places where a game shall bring them.
type GameBound struct {
	MateBound
	places         [2][]int                     // by colour, the states that pieces shall have
	costs          [2][]atomic.Pointer[[]uint8] // by colour and state of a piece: the own moves that it needs to each place
	quietCosts     [2][]atomic.Pointer[[]uint8] // the same when its side captures nothing
	quietMoves     [2]*moveGraph                // of sides that capture nothing: their pawns stay on their files
	rebirths       bool                         // captured pieces may come back
	rebornLate     bool                         // with the half-move after the capture
	simpleCaptures bool                         // a move takes away one piece at most, of the other side
}

// NewGames returns the Games of games from p to t, nil where pieces come otherwise than by moves and by rebirths
// that captures cause.
func NewGameBound(p rules.Position, final []rules.Piece) *GameBound {
	v := p.Variant()
	a := &v.Aftermath
	if v.Gating.Hand != "" || v.Conversion.Bishop != 0 || a.Occupied == rules.WaitsBelow || a.OwnerPromotes {
		return nil
	}
	ch := &GameBound{MateBound: MateBound{armyDistances: newArmyDistances(v)}}
	var err error
	if ch.diagramFacts, err = ch.newDiagramFacts(p, board.White); err != nil {
		return nil
	}
	ch.prepareRoutes()
	for sq, m := range final {
		if m != 0 {
			ch.places[m.Color()] = append(ch.places[m.Color()], ch.state(m.Type(), sq))
		}
	}
	for c := range board.Color(2) {
		ch.costs[c] = make([]atomic.Pointer[[]uint8], len(ch.known[c]))
	}
	ch.rebirths = a.Active && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn)
	ch.rebornLate = ch.rebirths && a.Where == rules.AtNextVector
	ch.simpleCaptures = !a.Active || a.Capturer == rules.CapturerStays && a.Occupied != rules.ReplacesOccupant &&
		(a.Reborn == rules.CapturedReborn || a.Reborn == rules.MoverReborn)
	if ch.simpleCaptures && !ch.rebirths {
		for c := range board.Color(2) {
			ch.quietMoves[c] = ch.newMoveGraph(c, false)
			ch.quietCosts[c] = make([]atomic.Pointer[[]uint8], len(ch.known[c]))
		}
	}
	return ch
}

// row returns how many own moves a piece of a side needs to each place, when the side may capture or not.
func (ch *GameBound) costsOf(c board.Color, state uint16, captures bool) []uint8 {
	at := &ch.costs[c][state]
	if !captures {
		at = &ch.quietCosts[c][state]
	}
	if known := at.Load(); known != nil {
		return *known
	}
	area := ch.v.Size.Area()
	k, from := rules.PieceType(int(state)/area+1), int(state)%area
	var way distances
	if captures {
		way = ch.distancesFrom(c, k, from)
	} else {
		way = ch.quietMoves[c].distances(k, from, area)
	}
	made := make([]uint8, len(ch.places[c]))
	for i, place := range ch.places[c] {
		made[i] = way[0].toState[place]
	}
	at.Store(&made)
	return made
}

// Rest is what is left of a game.
type Remaining struct {
	Moves     [2]int      // of each side
	Captures  [2]int      // that each side may make at most
	Waiting   [2]int      // pieces of each side that were captured and may be reborn with the next half-move
	LastMover board.Color // who makes the last move
}

// after returns what is left when a side has made a move that captures nothing.
func (r Remaining) after(c board.Color) Remaining {
	r.Moves[c]--
	r.Captures[c] = min(r.Captures[c], r.Moves[c])
	return r
}

// Game is a position of a game, by its Games.
type GameTracker struct {
	*GameBound
	pieces   [2][]uint16 // by colour, their states
	sides    [2]sideCosts
	costs    []uint8
	occupied []board.Square
}

// tally is what the pieces of a side need.
type sideCosts struct {
	rows         [][]uint8 // by piece: what it needs to each place
	captures     bool      // whether the side may capture
	least, next  []uint8   // by place: what the nearest piece needs, and the nearest but that
	nearest      []int     // by place: which one it is
	nearestPlace []uint8   // by piece: what it needs to its nearest place
	pairs        assignment
}

// Game returns the positions of a game, one at a time.
func (ch *GameBound) NewTracker() *GameTracker { return &GameTracker{GameBound: ch} }

// Late reports whether captured pieces come back with the half-move after the capture.
func (ch *GameBound) RebornLate() bool { return ch.rebornLate }

// Read takes up the pieces of p.
func (k *GameTracker) SetPosition(p rules.Position) {
	k.pieces[0], k.pieces[1] = k.pieces[0][:0], k.pieces[1][:0]
	k.occupied = rules.OccupiedSquares(p, k.occupied[:0])
	for _, sq := range k.occupied {
		m := p.At(sq)
		k.pieces[m.Color()] = append(k.pieces[m.Color()], uint16(k.state(m.Type(), int(sq))))
	}
	for c := range board.Color(2) {
		t := &k.sides[c]
		t.captures = k.rebirths || !k.simpleCaptures || k.surplus(c.Other()) > 0
		t.count(k.GameBound, c, k.pieces[c])
	}
}

// gone returns how many pieces of a side there are that it shall not have.
func (k *GameTracker) surplus(c board.Color) int { return len(k.pieces[c]) - len(k.places[c]) }

// count takes up the pieces of a side.
func (t *sideCosts) count(ch *GameBound, c board.Color, pieces []uint16) {
	t.rows = t.rows[:0]
	for _, man := range pieces {
		t.rows = append(t.rows, ch.costsOf(c, man, t.captures))
	}
	t.sum(t.rows, len(ch.places[c]))
}

// sum finds the nearest pieces and places by what each piece needs to each place.
func (t *sideCosts) sum(rows [][]uint8, places int) {
	t.rows, t.nearestPlace, t.least, t.next, t.nearest = rows, t.nearestPlace[:0], t.least[:0], t.next[:0], t.nearest[:0]
	for range places {
		t.least, t.next, t.nearest = append(t.least, 255), append(t.next, 255), append(t.nearest, -1)
	}
	for i, row := range rows {
		own := uint8(255)
		for j, n := range row {
			own = min(own, n)
			if n < t.least[j] {
				t.least[j], t.next[j], t.nearest[j] = n, t.least[j], i
			} else if n < t.next[j] {
				t.next[j] = n
			}
		}
		t.nearestPlace = append(t.nearestPlace, own)
	}
}

// TooFar reports whether the pieces of either side cannot come to their places any more.
func (k *GameTracker) OutOfReach(r *Remaining) bool {
	return k.outOfReach(board.White, r) || k.outOfReach(board.Black, r)
}

// short reports whether one side cannot bring its pieces to their places.
func (k *GameTracker) outOfReach(c board.Color, r *Remaining) bool {
	t := &k.sides[c]
	return k.wrongNumber(c, r) || !k.affordable(t.least, k.rebornPieces(c, r), r.Moves[c]) ||
		k.simpleCaptures && !k.affordable(t.nearestPlace, k.capturable(c, r), r.Moves[c]) ||
		!k.rebirths && !t.pairs.within(t, r.Moves[c])
}

// unbalanced reports whether one side cannot come to have so many pieces as it shall.
func (k *GameTracker) wrongNumber(c board.Color, r *Remaining) bool {
	gone := k.surplus(c)
	return gone < -r.Waiting[c] || k.simpleCaptures && gone > r.Captures[c.Other()]
}

// captured returns how many pieces of one side may be captured.
func (k *GameTracker) capturable(c board.Color, r *Remaining) int {
	if k.rebirths {
		return r.Captures[c.Other()]
	}
	return k.surplus(c)
}

// reborn returns how many pieces of one side may be reborn.
func (k *GameTracker) rebornPieces(c board.Color, r *Remaining) int {
	if !k.rebirths {
		return 0
	}
	n := r.Captures[c.Other()]
	if !k.rebornLate {
		return n
	}
	if r.LastMover != c && n > 0 && n == r.Moves[c.Other()] {
		n-- // what the last move captures is not
	}
	return n + r.Waiting[c]
}

// affordable reports whether the sum of costs is within a number of moves when the dearest few are for nothing.
func (k *GameTracker) affordable(costs []uint8, free, moves int) bool {
	if free >= len(costs) {
		return true
	}
	if free > 0 {
		k.costs = append(k.costs[:0], costs...)
		slices.Sort(k.costs)
		costs = k.costs[:len(costs)-free]
	}
	sum := 0
	for _, n := range costs {
		sum += int(n)
	}
	return sum <= moves
}

// MustCapture reports whether the next move of a side must be a capture.
func (k *GameTracker) MustCapture(c board.Color, r *Remaining) bool {
	after := r.after(c)
	return k.outOfReach(c.Other(), &after)
}

// Wasted reports whether a side cannot bring its pieces to their places once m has been played, which changes nothing but the place of a
// piece of it.
func (k *GameTracker) OutOfReachAfter(c board.Color, m rules.Move, r *Remaining) bool {
	area := k.v.Size.Area()
	i := slices.IndexFunc(k.pieces[c], func(s uint16) bool { return int(s)%area == int(m.From()) })
	pieceType := rules.PieceType(int(k.pieces[c][i])/area + 1)
	if q := m.Promotion(); q != 0 {
		pieceType = q
	}
	t, after := &k.sides[c], r.after(c)
	var costs [256]uint8
	row, own := k.costsOf(c, uint16(k.state(pieceType, int(m.To()))), t.captures), uint8(255)
	for j, n := range row {
		others := t.least[j]
		if t.nearest[j] == i {
			others = t.next[j]
		}
		own, costs[j] = min(own, n), min(others, n)
	}
	if !k.affordable(costs[:len(row)], k.rebornPieces(c, &after), after.Moves[c]) {
		return true
	}
	if !k.simpleCaptures {
		return false
	}
	was := t.nearestPlace[i]
	t.nearestPlace[i] = own
	enough := k.affordable(t.nearestPlace, k.capturable(c, &after), after.Moves[c])
	t.nearestPlace[i] = was
	return !enough
}
