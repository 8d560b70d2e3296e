package bounds

import (
	"iter"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Pieces go to squares by their own moves, and a pawn becomes another piece on its way. Under a condition of the Circe family
// pieces are also carried: the capturer, or the piece captured, comes to its rebirth square. routes says what that takes on a
// board on which nothing stands in the way, with something to capture everywhere and a capturer of any
// kind there may be wherever one is needed.

// fare is what it takes a piece to get somewhere: moves of its own, and captures of it, which are moves of the other side.
type moveCost struct{ own, captures int }

func (f moveCost) less(g moveCost) moveCost { return moveCost{f.own - g.own, f.captures - g.captures} }

// carries is how many captures of a piece are told apart; so many or more count as so many less one.
const captureCounts = 3

// routes are the ways of a piece, by number of captures of it.
type distances []distanceTable

// way says how many own moves a piece needs at least with a number of captures of it; 255 is never.
type distanceTable struct {
	toState  []uint8     // by state
	toSquare []uint8     // by square, as whatever piece
	within   []squareSet // by number of moves, the squares it comes to as whatever piece; the last holds for more
	types    uint32      // what it may be, as bits
}

// graph says, for the pieces of one side, what leads where. A state is a piece type on a square.
type moveGraph struct {
	own      []states // by a move of its own
	castled  []states // as a part of another's move: a rook that castles
	captured []states // by being captured
}

// stops are states, by piece type.
type states []typeSquares

type typeSquares struct {
	pieceType rules.PieceType
	squares   squareSet
}

// add puts one more state in.
func (s *states) add(k rules.PieceType, at int) {
	for i := range *s {
		if (*s)[i].pieceType == k {
			(*s)[i].squares.add(at)
			return
		}
	}
	*s = append(*s, typeSquares{pieceType: k})
	(*s)[len(*s)-1].squares.add(at)
}

// join puts the states into sets by kind.
func (s states) addTo(sets []squareSet) {
	for i := range s {
		sets[s[i].pieceType-1].addAll(&s[i].squares)
	}
}

// all returns the states one by one.
func (s states) all() iter.Seq2[rules.PieceType, int] {
	return func(yield func(rules.PieceType, int) bool) {
		for i := range s {
			for at := range s[i].squares.all() {
				if !yield(s[i].pieceType, at) {
					return
				}
			}
		}
	}
}

func (b *MateBound) state(k rules.PieceType, at int) int { return int(k-1)*b.v.Size.Area() + at }

// routesOf returns the routes of a piece of a side: of White, which mates, or of Black.
func (b *MateBound) distancesFrom(c board.Color, k rules.PieceType, from int) distances {
	at := &b.known[c][b.state(k, from)]
	if known := at.Load(); known != nil {
		return *known
	}
	made := b.moves[c].distances(k, from, b.v.Size.Area())
	at.Store(&made)
	return made
}

// routes finds the routes of a piece, by one number of captures after the other.
func (g *moveGraph) distances(k rules.PieceType, from, area int) distances {
	r := make(distances, captureCounts)
	if g.captured == nil {
		r = r[:1]
	}
	states, kinds := len(g.own), len(g.own)/area
	costs, order, sets := newDistances(len(r)*(states+area)), make([]uint16, 0, len(r)*states), make([]squareSet, 3*kinds)
	f := distanceSearch{moveGraph: g, area: area, seen: sets[:kinds], now: sets[kinds : 2*kinds], next: sets[2*kinds:]}
	f.next[k-1].add(from)
	for captures := range r {
		w := &r[captures]
		w.toState, w.toSquare, costs = costs[:states:states], costs[states:][:area:area], costs[states+area:]
		f.lastCount = captures > 0 && captures == captureCounts-1
		order = f.expand(w, order)
		clear(f.seen)
	}
	return r
}

// front goes through the states that a piece comes to with a number of captures of it, those of few moves first.
type distanceSearch struct {
	*moveGraph
	area            int
	lastCount       bool        // so many captures or more
	seen, now, next []squareSet // by kind: where it has been, comes with so many moves, and with one more
	previous        []uint8     // what the states took with one capture less
	pending         []uint16    // these, those of few moves first
}

// follow finds a way, and appends the states to order.
func (f *distanceSearch) expand(w *distanceTable, order []uint16) []uint16 {
	first := len(order)
	w.within = make([]squareSet, 0, 8)
	var within squareSet
	for more := true; more || len(f.pending) > 0; {
		f.now, f.next = f.next, f.now
		cost := uint8(len(w.within))
		for ; len(f.pending) > 0 && f.previous[f.pending[0]] == cost; f.pending = f.pending[1:] {
			state := int(f.pending[0])
			f.now[state/f.area].add(state % f.area)
			f.captured[state].addTo(f.now)
		}
		more = false
		for again := true; again; {
			again = false
			for i := range f.now {
				fresh := f.now[i].without(&f.seen[i])
				f.now[i] = squareSet{}
				if fresh == (squareSet{}) {
					continue
				}
				again, more = true, true
				w.types |= 1 << i
				f.seen[i].addAll(&fresh)
				within.addAll(&fresh)
				for at := range fresh.all() {
					state := i*f.area + at
					w.toState[state], w.toSquare[at] = cost, min(w.toSquare[at], cost)
					order = append(order, uint16(state))
					f.own[state].addTo(f.next)
					f.castled[state].addTo(f.now)
					if f.lastCount {
						f.captured[state].addTo(f.now)
					}
				}
			}
		}
		w.within = append(w.within, within)
	}
	f.previous, f.pending = w.toState, order[first:]
	return order
}

// unreached returns so many costs of what is not reached.
func newDistances(n int) []uint8 {
	costs := make([]uint8, n)
	for i := range costs {
		costs[i] = 255
	}
	return costs
}

// scene is what there is to say of a problem's pieces: who may castle, and all else under a condition of the Circe family. Squares are as the bound sees
// them, on which White mates.
type diagramFacts struct {
	side    board.Color // that mates
	homes   *rules.Homes
	types   [2]uint32        // by colour, of the pieces there may ever be
	origins [2][]placedPiece // by colour, the pieces where they stood in the diagram, if they are reborn there
	kings   [2][]int         // by colour, from where kings castle
	rooks   [2][]int
}

func (sc *diagramFacts) equal(t *diagramFacts) bool {
	for c := range sc.types {
		if !slices.Equal(sc.origins[c], t.origins[c]) || !slices.Equal(sc.kings[c], t.kings[c]) || !slices.Equal(sc.rooks[c], t.rooks[c]) {
			return false
		}
	}
	return sc.side == t.side && sc.homes == t.homes && sc.types == t.types
}

// newScene reads the scene of p, in which a side mates.
func (b *MateBound) newDiagramFacts(p rules.Position, side board.Color) (sc diagramFacts, err error) {
	v := b.v
	sc.side = side
	if sc.homes, err = rules.HomesOf(v); err != nil {
		return sc, err
	}
	setup := p.Setup()
	seen := func(sq board.Square) int {
		if side == board.Black {
			sq = v.Size.Mirror(sq)
		}
		return int(sq)
	}
	for sq, m := range setup.Board {
		if m == 0 {
			continue
		}
		c := m.Color() ^ side
		sc.types[c] |= 1 << (m.Type() - 1)
		origin := board.Square(sq)
		if setup.Aftermath.Origin != nil {
			origin = setup.Aftermath.Origin[sq]
		}
		if origin != board.NoSquare && v.Aftermath.Where == rules.AtOrigin {
			sc.origins[c] = append(sc.origins[c], placedPiece{m.Type(), seen(origin)})
		}
	}
	for before := [2]uint32{1}; before != sc.types; {
		before = sc.types
		for c := range sc.types {
			for k := range v.Army {
				if before[c]>>k&1 == 0 {
					continue
				}
				if v.Army[k].Pawn {
					for _, q := range b.promotions {
						sc.types[c] |= 1 << (q - 1)
					}
				}
				switch {
				case v.Army[k].Royal:
				case v.Aftermath.As == rules.AsChameleon:
					sc.types[c] |= 1 << (sc.homes.Chameleon(rules.PieceType(k+1)) - 1)
				case v.Aftermath.As == rules.AsCapturer:
					sc.types[c^1] |= 1 << k
				}
			}
		}
	}
	sc.addCastling(p, side)
	for c := range board.Color(2) { // whose rights come back
		sc.kings[c^side] = append(sc.kings[c^side], castlingSquare(v, side, sc.homes.King(c))...)
		for i := range 2 {
			sc.rooks[c^side] = append(sc.rooks[c^side], castlingSquare(v, side, sc.homes.Corner(c, i))...)
		}
	}
	return sc, nil
}

// castling notes from where kings and rooks may castle in p, and reports whether there are any.
func (sc *diagramFacts) addCastling(p rules.Position, side board.Color) bool {
	v, rights := p.Variant(), p.Setup().Castling
	none := [2]board.Square{board.NoSquare, board.NoSquare}
	for c := range board.Color(2) {
		if rights.King[c] || rights.Rook[c] != none {
			sc.kings[c^side] = castlingSquare(v, side, p.King(c))
		}
		for _, rook := range rights.Rook[c] {
			sc.rooks[c^side] = append(sc.rooks[c^side], castlingSquare(v, side, rook)...)
		}
	}
	return len(sc.rooks[0])+len(sc.rooks[1]) > 0
}

// castler returns a square as the bound sees it that is to mate a side's enemy; nothing for no square, and in a game without castling.
func castlingSquare(v *rules.Variant, side board.Color, sq board.Square) []int {
	switch {
	case sq == board.NoSquare || v.Castling == (rules.Castling{}):
		return nil
	case side == board.Black:
		sq = v.Size.Mirror(sq)
	}
	return []int{int(sq)}
}

// home is where a piece captured on, or capturing on, a square is at home on the ranks of a side.
func (b *MateBound) homeSquare(k rules.PieceType, c board.Color, at int) int {
	if b.side == board.White {
		return int(b.homes.Home(k, c, board.Square(at)))
	}
	size := b.v.Size
	return int(size.Mirror(b.homes.Home(k, c.Other(), size.Mirror(board.Square(at)))))
}

// steps returns where a piece of a side may go in one move on an empty board, captures of pawns included.
func (b *MateBound) stepsFrom(c board.Color, k rules.PieceType, from int) []int {
	var all []int
	size := b.v.Size
	if c == board.Black {
		from = int(size.Mirror(board.Square(from)))
	}
	for _, to := range b.steps[k-1][from] {
		if c == board.Black {
			to = size.Mirror(to)
		}
		all = append(all, int(to))
	}
	return all
}

// takes returns where it may capture.
func (b *MateBound) captureTargets(c board.Color, k rules.PieceType, from int) []int {
	all := b.stepsFrom(c, k, from)
	if b.v.Type(k).Pawn {
		all = slices.DeleteFunc(all, func(to int) bool { return (to-from)%b.v.Size.Files == 0 })
	}
	return all
}

// as adds the states of a piece of kind k that has come to a square, where a pawn may become another piece.
func (b *MateBound) addArrival(s *states, c board.Color, k rules.PieceType, at int) {
	size := b.v.Size
	if !b.v.Type(k).Pawn || len(b.promotions) == 0 || size.RankFrom(c, board.Square(at)) != size.Ranks-1 {
		s.add(k, at)
		return
	}
	for _, q := range b.promotions {
		s.add(q, at)
	}
}

// newGraph finds what leads where for the pieces of a side that captures, or does not.
func (b *MateBound) newMoveGraph(c board.Color, captures bool) *moveGraph {
	a, area := &b.v.Aftermath, b.v.Size.Area()
	n := len(b.v.Army) * area
	g := &moveGraph{own: make([]states, n), castled: make([]states, n)}
	rebirth := a.Active && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn)
	var takers [][][]int
	if rebirth {
		g.captured = make([]states, n)
		if a.Where == rules.AtDeparture || a.Where == rules.AtEquipollent {
			takers = b.captureOrigins(c.Other())
		}
	}
	side := c
	if a.OpponentHome {
		side = c.Other()
	}
	for k := rules.PieceType(1); int(k) <= len(b.v.Army); k++ {
		ty := b.v.Type(k)
		for at := range area {
			i := b.state(k, at)
			for _, to := range b.stepsFrom(c, k, at) {
				if captures || !ty.Pawn || (to-at)%b.v.Size.Files == 0 {
					b.addArrival(&g.own[i], c, k, to)
				}
			}
			if !a.Active || !captures {
				continue
			}
			switch a.Reborn {
			case rules.CapturerReborn, rules.BothReborn:
				for _, to := range b.captureTargets(c, k, at) {
					var pieces states
					b.addArrival(&pieces, c, k, to)
					for q := range pieces.all() {
						b.addArrival(&g.own[i], c, q, b.homeSquare(q, side, to))
					}
				}
			case rules.MoverReborn:
				for _, to := range b.captureTargets(c, k, b.homeSquare(k, c, at)) {
					b.addArrival(&g.own[i], c, k, to)
				}
			}
			if rebirth && (!ty.Royal || a.Kings) {
				g.captured[i] = b.rebirths(c, k, at, takers)
			}
		}
	}
	for i := range 2 {
		for k := rules.PieceType(1); int(k) <= len(b.v.Army); k++ {
			if b.v.Type(k).Royal {
				for _, from := range b.kings[c] {
					at := b.state(k, from)
					g.own[at].add(k, int(b.v.Size.Home(c, b.v.Castling.KingTo[i], 0)))
				}
			} else if b.v.Type(k).Letter == 'R' {
				for _, from := range b.rooks[c] {
					at := b.state(k, from)
					g.castled[at].add(k, int(b.v.Size.Home(c, b.v.Castling.RookTo[i], 0)))
				}
			}
		}
	}
	return g
}

// takers returns, by kind and square, from where a piece of a side may capture there.
func (b *MateBound) captureOrigins(c board.Color) [][][]int {
	all := make([][][]int, len(b.v.Army))
	for k := range all {
		all[k] = make([][]int, b.v.Size.Area())
		for from := range all[k] {
			for _, to := range b.captureTargets(c, rules.PieceType(k+1), from) {
				all[k][to] = append(all[k][to], from)
			}
		}
	}
	return all
}

// carried returns as what and where a piece of side c that is captured on a square may be reborn, by those that may take there.
func (b *MateBound) rebirths(c board.Color, k rules.PieceType, at int, takers [][][]int) (all states) {
	a, size := &b.v.Aftermath, b.v.Size
	for x := rules.PieceType(1); int(x) <= len(b.v.Army); x++ {
		if b.types[c.Other()]>>(x-1)&1 == 0 {
			continue
		}
		if a.Where != rules.AtDeparture && a.Where != rules.AtEquipollent {
			b.addRebirths(&all, c, k, at, x, at, at)
			continue
		}
		for _, from := range takers[x-1][at] {
			b.addRebirths(&all, c, k, at, x, from, at)
		}
		if b.v.Type(x).Pawn && b.v.Type(k).Pawn { // in passing
			for _, side := range [2]int{-1, 1} {
				s := board.Square(at)
				from := size.At(size.File(s)+side, size.Rank(s))
				to := size.Home(c.Other(), size.File(s), size.RankFrom(c.Other(), s)+1)
				if from != board.NoSquare && to != board.NoSquare {
					b.addRebirths(&all, c, k, at, x, int(from), int(to))
				}
			}
		}
	}
	return all
}

// reborn adds as what and where a piece of side c may be reborn that a piece of kind x captures on a square, coming
// from one and going to another.
func (b *MateBound) addRebirths(s *states, c board.Color, k rules.PieceType, at int, x rules.PieceType, from, to int) {
	a, size := &b.v.Aftermath, b.v.Size
	as := k
	if !b.v.Type(k).Royal {
		switch {
		case a.As == rules.AsCapturer && !b.v.Type(x).Royal:
			as = x
		case a.As == rules.AsChameleon && !b.v.Type(k).Pawn:
			as = b.homes.Chameleon(k)
		}
	}
	sq := board.NoSquare
	switch a.Where {
	case rules.AtDeparture:
		sq = board.Square(from)
	case rules.AtReflection:
		sq = size.Reflect(board.Square(at))
	case rules.AtEquipollent:
		f, t, on := board.Square(from), board.Square(to), board.Square(at)
		sq = size.At(size.File(on)+size.File(t)-size.File(f), size.Rank(on)+size.Rank(t)-size.Rank(f))
	case rules.AtOrigin:
		for _, o := range b.origins[c] {
			if o.pieceType == k || a.As != rules.AsItself || b.v.Type(o.pieceType).Pawn {
				b.addArrival(s, c, as, o.at)
			}
		}
	case rules.AtHome:
		ref, side := as, c
		if a.OtherPiece {
			ref, side = x, c.Other()
		}
		if a.OpponentHome {
			side = side.Other()
		}
		sq = board.Square(b.homeSquare(ref, side, at))
	}
	if sq != board.NoSquare {
		b.addArrival(s, c, as, int(sq))
	}
}
