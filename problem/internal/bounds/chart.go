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
type Games struct {
	Bound
	places  [2][]int                     // by colour, the states that pieces shall have
	rows    [2][]atomic.Pointer[[]uint8] // by colour and state of a piece: the own moves that it needs to each place
	quiet   [2][]atomic.Pointer[[]uint8] // the same when its side captures nothing
	peace   [2]*graph                    // of sides that capture nothing: their pawns stay on their files
	returns bool                         // captured pieces may come back
	late    bool                         // with the half-move after the capture
	steady  bool                         // a move takes away one piece at most, of the other side
}

// NewGames returns the Games of games from p to t, nil where pieces come otherwise than by moves and by rebirths
// that captures cause.
func NewGames(p rules.Position, final []rules.Piece) *Games {
	v := p.Variant()
	a := &v.Aftermath
	if v.Gating.Hand != "" || v.Conversion.Bishop != 0 || a.Occupied == rules.WaitsBelow || a.OwnerPromotes {
		return nil
	}
	ch := &Games{Bound: Bound{army: measured(v)}}
	var err error
	if ch.scene, err = ch.newScene(p, board.White); err != nil {
		return nil
	}
	ch.prepareRoutes()
	for sq, m := range final {
		if m != 0 {
			ch.places[m.Color()] = append(ch.places[m.Color()], ch.state(m.Type(), sq))
		}
	}
	for c := range board.Color(2) {
		ch.rows[c] = make([]atomic.Pointer[[]uint8], len(ch.trips[c]))
	}
	ch.returns = a.Active && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn)
	ch.late = ch.returns && a.Where == rules.AtNextVector
	ch.steady = !a.Active || a.Capturer == rules.CapturerStays && a.Occupied != rules.ReplacesOccupant &&
		(a.Reborn == rules.CapturedReborn || a.Reborn == rules.MoverReborn)
	if ch.steady && !ch.returns {
		for c := range board.Color(2) {
			ch.peace[c] = ch.newGraph(c, false)
			ch.quiet[c] = make([]atomic.Pointer[[]uint8], len(ch.trips[c]))
		}
	}
	return ch
}

// row returns how many own moves a piece of a side needs to each place, when the side may capture or not.
func (ch *Games) row(c board.Color, state uint16, captures bool) []uint8 {
	at := &ch.rows[c][state]
	if !captures {
		at = &ch.quiet[c][state]
	}
	if known := at.Load(); known != nil {
		return *known
	}
	area := ch.v.Size.Area()
	k, from := rules.PieceType(int(state)/area+1), int(state)%area
	var way routes
	if captures {
		way = ch.routesOf(c, k, from)
	} else {
		way = ch.peace[c].routes(k, from, area)
	}
	made := make([]uint8, len(ch.places[c]))
	for i, place := range ch.places[c] {
		made[i] = way[0].as[place]
	}
	at.Store(&made)
	return made
}

// Rest is what is left of a game.
type Rest struct {
	Moves    [2]int      // of each side
	Captures [2]int      // that each side may make at most
	Waiting  [2]int      // pieces of each side that were captured and may be reborn with the next half-move
	Closing  board.Color // who makes the last move
}

// after returns what is left when a side has made a move that captures nothing.
func (r Rest) after(c board.Color) Rest {
	r.Moves[c]--
	r.Captures[c] = min(r.Captures[c], r.Moves[c])
	return r
}

// Game is a position of a game, by its Games.
type Game struct {
	*Games
	pieces [2][]uint16 // by colour, their states
	tally  [2]tally
	costs  []uint8
	on     []board.Square
}

// tally is what the pieces of a side need.
type tally struct {
	rows        [][]uint8 // by piece: what it needs to each place
	captures    bool      // whether the side may capture
	least, next []uint8   // by place: what the nearest piece needs, and the nearest but that
	nearest     []int     // by place: which one it is
	own         []uint8   // by piece: what it needs to its nearest place
	pairs       pairs
}

// Game returns the positions of a game, one at a time.
func (ch *Games) Game() *Game { return &Game{Games: ch} }

// Late reports whether captured pieces come back with the half-move after the capture.
func (ch *Games) Late() bool { return ch.late }

// Read takes up the pieces of p.
func (k *Game) Read(p rules.Position) {
	k.pieces[0], k.pieces[1] = k.pieces[0][:0], k.pieces[1][:0]
	k.on = rules.OccupiedSquares(p, k.on[:0])
	for _, sq := range k.on {
		m := p.At(sq)
		k.pieces[m.Color()] = append(k.pieces[m.Color()], uint16(k.state(m.Type(), int(sq))))
	}
	for c := range board.Color(2) {
		t := &k.tally[c]
		t.captures = k.returns || !k.steady || k.gone(c.Other()) > 0
		t.count(k.Games, c, k.pieces[c])
	}
}

// gone returns how many pieces of a side there are that it shall not have.
func (k *Game) gone(c board.Color) int { return len(k.pieces[c]) - len(k.places[c]) }

// count takes up the pieces of a side.
func (t *tally) count(ch *Games, c board.Color, pieces []uint16) {
	t.rows = t.rows[:0]
	for _, man := range pieces {
		t.rows = append(t.rows, ch.row(c, man, t.captures))
	}
	t.sum(t.rows, len(ch.places[c]))
}

// sum finds the nearest pieces and places by what each piece needs to each place.
func (t *tally) sum(rows [][]uint8, places int) {
	t.rows, t.own, t.least, t.next, t.nearest = rows, t.own[:0], t.least[:0], t.next[:0], t.nearest[:0]
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
		t.own = append(t.own, own)
	}
}

// TooFar reports whether the pieces of either side cannot come to their places any more.
func (k *Game) TooFar(r *Rest) bool { return k.short(board.White, r) || k.short(board.Black, r) }

// short reports whether one side cannot bring its pieces to their places.
func (k *Game) short(c board.Color, r *Rest) bool {
	t := &k.tally[c]
	return k.unbalanced(c, r) || !k.affordable(t.least, k.reborn(c, r), r.Moves[c]) ||
		k.steady && !k.affordable(t.own, k.captured(c, r), r.Moves[c]) ||
		!k.returns && !t.pairs.within(t, r.Moves[c])
}

// unbalanced reports whether one side cannot come to have so many pieces as it shall.
func (k *Game) unbalanced(c board.Color, r *Rest) bool {
	gone := k.gone(c)
	return gone < -r.Waiting[c] || k.steady && gone > r.Captures[c.Other()]
}

// captured returns how many pieces of one side may be captured.
func (k *Game) captured(c board.Color, r *Rest) int {
	if k.returns {
		return r.Captures[c.Other()]
	}
	return k.gone(c)
}

// reborn returns how many pieces of one side may be reborn.
func (k *Game) reborn(c board.Color, r *Rest) int {
	if !k.returns {
		return 0
	}
	n := r.Captures[c.Other()]
	if !k.late {
		return n
	}
	if r.Closing != c && n > 0 && n == r.Moves[c.Other()] {
		n-- // what the last move captures is not
	}
	return n + r.Waiting[c]
}

// affordable reports whether the sum of costs is within a number of moves when the dearest few are for nothing.
func (k *Game) affordable(costs []uint8, free, moves int) bool {
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
func (k *Game) MustCapture(c board.Color, r *Rest) bool {
	after := r.after(c)
	return k.short(c.Other(), &after)
}

// Wasted reports whether a side cannot bring its pieces to their places once m has been played, which changes nothing but the place of a
// piece of it.
func (k *Game) Wasted(c board.Color, m rules.Move, r *Rest) bool {
	area := k.v.Size.Area()
	i := slices.IndexFunc(k.pieces[c], func(s uint16) bool { return int(s)%area == int(m.From()) })
	pieceType := rules.PieceType(int(k.pieces[c][i])/area + 1)
	if q := m.Promotion(); q != 0 {
		pieceType = q
	}
	t, after := &k.tally[c], r.after(c)
	var costs [256]uint8
	row, own := k.row(c, uint16(k.state(pieceType, int(m.To()))), t.captures), uint8(255)
	for j, n := range row {
		others := t.least[j]
		if t.nearest[j] == i {
			others = t.next[j]
		}
		own, costs[j] = min(own, n), min(others, n)
	}
	if !k.affordable(costs[:len(row)], k.reborn(c, &after), after.Moves[c]) {
		return true
	}
	if !k.steady {
		return false
	}
	was := t.own[i]
	t.own[i] = own
	enough := k.affordable(t.own, k.captured(c, &after), after.Moves[c])
	t.own[i] = was
	return !enough
}
