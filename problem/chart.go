package problem

import (
	"slices"
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// A game that leads to a position has a place for each man of that position. A man that stands there at the end has come by
// moves of its own, or was reborn on its way. So the fewest own moves of the nearest men, summed over the places of
// a side but for as many as men of it may still be reborn, are within the moves of that side. In the same way each man that is
// not captured any more has its way to some place. docs/solving.md has the argument.

// chart knows how far men are from the places where a game shall bring them.
type chart struct {
	bound
	places  [2][]int                     // by colour, the states that men shall have
	rows    [2][]atomic.Pointer[[]uint8] // by colour and state of a man: the own moves that it needs to each place
	quiet   [2][]atomic.Pointer[[]uint8] // the same when its side captures nothing
	peace   [2]*graph                    // of sides that capture nothing: their pawns stay on their files
	returns bool                         // captured men may come back
	late    bool                         // with the half-move after the capture
	steady  bool                         // a move takes away one man at most, of the other side
}

// chartOf returns the chart of games from p to t, nil where men come otherwise than by moves and by rebirths
// that captures cause.
func chartOf(p rules.Position, t *target) *chart {
	v := p.Variant()
	a := &v.Aftermath
	if v.Entry.Hand != "" || v.Conversion.Bishop != 0 || a.Occupied == rules.Below || a.OwnerPromotes {
		return nil
	}
	ch := &chart{bound: bound{target: t.measured()}}
	var err error
	if ch.scene, err = ch.newScene(p, board.White); err != nil {
		return nil
	}
	ch.prepareRoutes()
	for sq, m := range t.men {
		if m != 0 {
			ch.places[m.Color()] = append(ch.places[m.Color()], ch.state(m.Kind(), sq))
		}
	}
	for c := range board.Color(2) {
		ch.rows[c] = make([]atomic.Pointer[[]uint8], len(ch.trips[c]))
	}
	ch.returns = a.Active && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn)
	ch.late = ch.returns && a.Where == rules.AtNextVector
	ch.steady = !a.Active || a.Capturer == rules.Stays && a.Occupied != rules.Removed &&
		(a.Reborn == rules.CapturedReborn || a.Reborn == rules.MoverReborn)
	if ch.steady && !ch.returns {
		for c := range board.Color(2) {
			ch.peace[c] = ch.newGraph(c, false)
			ch.quiet[c] = make([]atomic.Pointer[[]uint8], len(ch.trips[c]))
		}
	}
	return ch
}

// row returns how many own moves a man of a side needs to each place, when the side may capture or not.
func (ch *chart) row(c board.Color, state uint16, captures bool) []uint8 {
	at := &ch.rows[c][state]
	if !captures {
		at = &ch.quiet[c][state]
	}
	if known := at.Load(); known != nil {
		return *known
	}
	area := ch.v.Size.Area()
	k, from := rules.Kind(int(state)/area+1), int(state)%area
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

// rest is what is left of a game.
type rest struct {
	moves    [2]int      // of each side
	captures [2]int      // that each side may make at most
	waiting  [2]int      // men of each side that were captured and may be reborn with the next half-move
	closing  board.Color // who makes the last move
}

// after returns what is left when a side has made a move that captures nothing.
func (r rest) after(c board.Color) rest {
	r.moves[c]--
	r.captures[c] = min(r.captures[c], r.moves[c])
	return r
}

// course is a position of a game, by its chart.
type course struct {
	*chart
	men   [2][]uint16 // by colour, their states
	tally [2]tally
	costs []uint8
	on    []board.Square
}

// tally is what the men of a side need.
type tally struct {
	rows        [][]uint8 // by man: what it needs to each place
	captures    bool      // whether the side may capture
	least, next []uint8   // by place: what the nearest man needs, and the nearest but that
	nearest     []int     // by place: which one it is
	own         []uint8   // by man: what it needs to its nearest place
	pairs       pairs
}

// read takes up the men of p.
func (k *course) read(p rules.Position) {
	k.men[0], k.men[1] = k.men[0][:0], k.men[1][:0]
	k.on = p.Squares(k.on[:0])
	for _, sq := range k.on {
		m := p.At(sq)
		k.men[m.Color()] = append(k.men[m.Color()], uint16(k.state(m.Kind(), int(sq))))
	}
	for c := range board.Color(2) {
		t := &k.tally[c]
		t.captures = k.returns || !k.steady || k.gone(c.Other()) > 0
		t.count(k.chart, c, k.men[c])
	}
}

// gone returns how many men of a side there are that it shall not have.
func (k *course) gone(c board.Color) int { return len(k.men[c]) - len(k.places[c]) }

// count takes up the men of a side.
func (t *tally) count(ch *chart, c board.Color, men []uint16) {
	t.rows = t.rows[:0]
	for _, man := range men {
		t.rows = append(t.rows, ch.row(c, man, t.captures))
	}
	t.sum(t.rows, len(ch.places[c]))
}

// sum finds the nearest men and places by what each man needs to each place.
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

// tooFar reports whether the men of either side cannot come to their places any more.
func (k *course) tooFar(r *rest) bool { return k.short(board.White, r) || k.short(board.Black, r) }

// short reports whether one side cannot bring its men to their places.
func (k *course) short(c board.Color, r *rest) bool {
	t := &k.tally[c]
	return k.unbalanced(c, r) || !k.affordable(t.least, k.reborn(c, r), r.moves[c]) ||
		k.steady && !k.affordable(t.own, k.captured(c, r), r.moves[c]) ||
		!k.returns && !t.pairs.within(t, r.moves[c])
}

// unbalanced reports whether one side cannot come to have so many men as it shall.
func (k *course) unbalanced(c board.Color, r *rest) bool {
	gone := k.gone(c)
	return gone < -r.waiting[c] || k.steady && gone > r.captures[c.Other()]
}

// captured returns how many men of one side may be captured.
func (k *course) captured(c board.Color, r *rest) int {
	if k.returns {
		return r.captures[c.Other()]
	}
	return k.gone(c)
}

// reborn returns how many men of one side may be reborn.
func (k *course) reborn(c board.Color, r *rest) int {
	if !k.returns {
		return 0
	}
	n := r.captures[c.Other()]
	if !k.late {
		return n
	}
	if r.closing != c && n > 0 && n == r.moves[c.Other()] {
		n-- // what the last move captures is not
	}
	return n + r.waiting[c]
}

// affordable reports whether the sum of costs is within a number of moves when the dearest few are for nothing.
func (k *course) affordable(costs []uint8, free, moves int) bool {
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

// mustCapture reports whether the next move of a side must be a capture.
func (k *course) mustCapture(c board.Color, r *rest) bool {
	after := r.after(c)
	return k.short(c.Other(), &after)
}

// wasted reports whether a side cannot bring its men to their places once m has been played, which changes nothing but the place of a
// man of it.
func (k *course) wasted(c board.Color, m rules.Move, r *rest) bool {
	area := k.v.Size.Area()
	i := slices.IndexFunc(k.men[c], func(s uint16) bool { return int(s)%area == int(m.From()) })
	kind := rules.Kind(int(k.men[c][i])/area + 1)
	if q := m.Promotion(); q != 0 {
		kind = q
	}
	t, after := &k.tally[c], r.after(c)
	var costs [256]uint8
	row, own := k.row(c, uint16(k.state(kind, int(m.To()))), t.captures), uint8(255)
	for j, n := range row {
		others := t.least[j]
		if t.nearest[j] == i {
			others = t.next[j]
		}
		own, costs[j] = min(own, n), min(others, n)
	}
	if !k.affordable(costs[:len(row)], k.reborn(c, &after), after.moves[c]) {
		return true
	}
	if !k.steady {
		return false
	}
	was := t.own[i]
	t.own[i] = own
	enough := k.affordable(t.own, k.captured(c, &after), after.moves[c])
	t.own[i] = was
	return !enough
}
