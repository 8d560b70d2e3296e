package problem

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Men go to squares by their own moves, and a pawn becomes another man on its way. Under a condition of the Circe family
// men are also carried: the capturer, or the man captured, comes to its rebirth square. routes says what that takes on a
// board on which nothing stands in the way, with something to capture everywhere and a capturer of any
// kind there may be wherever one is needed.

// fare is what it takes a man to get somewhere: moves of its own, and captures of it, which are moves of the other side.
type fare struct{ own, carried int }

func (f fare) within(most fare) bool { return f.own <= most.own && f.carried <= most.carried }

func (f fare) less(g fare) fare { return fare{f.own - g.own, f.carried - g.carried} }

// carries is how many captures of a man are told apart; so many or more count as so many less one.
const carries = 3

// routes are the ways of a man, by number of captures of it: the fewest own moves that it needs with so many.
type routes struct {
	as    [][]uint8   // by state
	any   [][]uint8   // by square, as whatever man
	order [][]uint16  // the states it comes to, those of few moves first
	kinds []uint32    // what it may be, as bits
	near  [][]squares // by number of own moves, the squares it comes to as whatever man; the last holds for more
}

// graph says, for the men of one side, what leads where. A state is a kind of man on a square.
type graph struct {
	own     [][]uint16 // by a move of its own
	free    [][]uint16 // as a part of another's move: a rook that castles
	carried [][]uint16 // by being captured
}

func (b *bound) state(k rules.Kind, at int) int { return int(k-1)*b.v.Size.Area() + at }

// routesOf returns the routes of a man of a side: of White, which mates, or of Black.
func (b *bound) routesOf(c board.Color, k rules.Kind, from int) *routes {
	at := &b.trips[c][b.state(k, from)]
	if known := at.Load(); known != nil {
		return known
	}
	made := b.graphs[c].routes(b.state(k, from), b.v.Size.Area())
	at.Store(made)
	return made
}

func (g *graph) routes(start, area int) *routes {
	layers := carries
	if g.carried == nil {
		layers = 1
	}
	r := &routes{}
	for layer := range layers {
		costs := make([]uint8, len(g.own))
		for i := range costs {
			costs[i] = 255
		}
		var now, next, order, before []uint16
		reach := func(state uint16, cost uint8, list *[]uint16) {
			if cost < costs[state] {
				costs[state] = cost
				*list = append(*list, state)
			}
		}
		if layer == 0 {
			reach(uint16(start), 0, &now)
		} else {
			before = r.order[layer-1]
		}
		for cost := uint8(0); len(now)+len(before) > 0; cost++ {
			for ; len(before) > 0 && r.as[layer-1][before[0]] == cost; before = before[1:] {
				reach(before[0], cost, &now)
				for _, to := range g.carried[before[0]] {
					reach(to, cost, &now)
				}
			}
			for len(now) > 0 {
				state := now[len(now)-1]
				now = now[:len(now)-1]
				if costs[state] != cost {
					continue
				}
				order = append(order, state)
				for _, to := range g.free[state] {
					reach(to, cost, &now)
				}
				if layer > 0 && layer == carries-1 {
					for _, to := range g.carried[state] {
						reach(to, cost, &now)
					}
				}
				for _, to := range g.own[state] {
					reach(to, cost+1, &next)
				}
			}
			now, next = next, now
		}
		whatever := make([]uint8, area)
		for i := range whatever {
			whatever[i] = 255
		}
		var kinds uint32
		var near []squares
		for _, state := range order {
			cost, at := costs[state], int(state)%area
			for len(near) <= int(cost) {
				near = append(near, squares{})
				if n := len(near); n > 1 {
					near[n-1] = near[n-2]
				}
			}
			kinds |= 1 << (int(state) / area)
			whatever[at] = min(whatever[at], cost)
			near[cost].add(at)
		}
		r.as, r.any, r.order, r.near = append(r.as, costs), append(r.any, whatever), append(r.order, order), append(r.near, near)
		r.kinds = append(r.kinds, kinds)
	}
	return r
}

// scene is what there is to say of a problem's men: who may castle, and all else under a condition of the Circe family. Squares are as the bound sees
// them, on which White mates.
type scene struct {
	side    board.Color // that mates
	homes   rules.Rebirths
	kinds   [2]uint32  // by colour, of the men there may ever be
	origins [2][]actor // by colour, the men where they stood in the diagram
	kings   [2][]int   // by colour, from where kings castle
	rooks   [2][]int
}

// newScene reads the scene of p, in which a side mates.
func (b *bound) newScene(p rules.Position, side board.Color) (sc scene, err error) {
	v := b.v
	sc.side = side
	if sc.homes, err = rules.NewRebirths(v); err != nil {
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
		sc.kinds[c] |= 1 << (m.Kind() - 1)
		origin := board.Square(sq)
		if setup.Aftermath.Origin != nil {
			origin = setup.Aftermath.Origin[sq]
		}
		if origin != board.NoSquare {
			sc.origins[c] = append(sc.origins[c], actor{m.Kind(), seen(origin)})
		}
	}
	for before := [2]uint32{1}; before != sc.kinds; {
		before = sc.kinds
		for c := range sc.kinds {
			for k := range v.Army {
				if before[c]>>k&1 == 0 {
					continue
				}
				if v.Army[k].Pawn {
					for _, q := range b.promotions {
						sc.kinds[c] |= 1 << (q - 1)
					}
				}
				switch {
				case v.Army[k].Royal:
				case v.Aftermath.As == rules.AsChameleon:
					sc.kinds[c] |= 1 << (sc.homes.Chameleon(rules.Kind(k+1)) - 1)
				case v.Aftermath.As == rules.AsCapturer:
					sc.kinds[c^1] |= 1 << k
				}
			}
		}
	}
	sc.castling(p, side)
	for c := range board.Color(2) { // whose rights come back
		sc.kings[c^side] = append(sc.kings[c^side], castler(v, side, sc.homes.King(c))...)
		for i := range 2 {
			sc.rooks[c^side] = append(sc.rooks[c^side], castler(v, side, sc.homes.Corner(c, i))...)
		}
	}
	return sc, nil
}

// castling notes from where kings and rooks may castle in p, and reports whether there are any.
func (sc *scene) castling(p rules.Position, side board.Color) bool {
	v, rights := p.Variant(), p.Setup().Castling
	none := [2]board.Square{board.NoSquare, board.NoSquare}
	for c := range board.Color(2) {
		if rights.King[c] || rights.Rook[c] != none {
			sc.kings[c^side] = castler(v, side, p.King(c))
		}
		for _, rook := range rights.Rook[c] {
			sc.rooks[c^side] = append(sc.rooks[c^side], castler(v, side, rook)...)
		}
	}
	return len(sc.rooks[0])+len(sc.rooks[1]) > 0
}

// castler returns a square as the bound sees it that is to mate a side's enemy; nothing for no square, and in a game without castling.
func castler(v *rules.Variant, side board.Color, sq board.Square) []int {
	switch {
	case sq == board.NoSquare || v.Castling == (rules.Castling{}):
		return nil
	case side == board.Black:
		sq = v.Size.Mirror(sq)
	}
	return []int{int(sq)}
}

// home is where a man captured on, or capturing on, a square is at home on the ranks of a side.
func (b *bound) home(k rules.Kind, c board.Color, at int) int {
	if b.side == board.White {
		return int(b.homes.Home(k, c, board.Square(at)))
	}
	size := b.v.Size
	return int(size.Mirror(b.homes.Home(k, c.Other(), size.Mirror(board.Square(at)))))
}

// steps returns where a man of a side may go in one move on an empty board, captures of pawns included.
func (b *bound) steps(c board.Color, k rules.Kind, from int) []int {
	var all []int
	size := b.v.Size
	if c == board.Black {
		from = int(size.Mirror(board.Square(from)))
	}
	for _, to := range b.reach[k-1][from] {
		if c == board.Black {
			to = size.Mirror(to)
		}
		all = append(all, int(to))
	}
	return all
}

// takes returns where it may capture.
func (b *bound) takes(c board.Color, k rules.Kind, from int) []int {
	all := b.steps(c, k, from)
	if b.v.Type(k).Pawn {
		all = slices.DeleteFunc(all, func(to int) bool { return (to-from)%b.v.Size.Files == 0 })
	}
	return all
}

// as appends the states of a man of kind k that has come to a square, where a pawn may become another man.
func (b *bound) as(list []uint16, c board.Color, k rules.Kind, at int) []uint16 {
	size := b.v.Size
	if !b.v.Type(k).Pawn || len(b.promotions) == 0 || size.RankFrom(c, board.Square(at)) != size.Ranks-1 {
		return append(list, uint16(b.state(k, at)))
	}
	for _, q := range b.promotions {
		list = append(list, uint16(b.state(q, at)))
	}
	return list
}

// newGraph finds what leads where for the men of a side that captures, or does not.
func (b *bound) newGraph(c board.Color, captures bool) *graph {
	a, area := &b.v.Aftermath, b.v.Size.Area()
	n := len(b.v.Army) * area
	g := &graph{own: make([][]uint16, n), free: make([][]uint16, n)}
	rebirth := a.Active && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn)
	var takers [][][]int
	if rebirth {
		g.carried = make([][]uint16, n)
		takers = b.takers(c.Other())
	}
	side := c
	if a.OpponentHome {
		side = c.Other()
	}
	for k := rules.Kind(1); int(k) <= len(b.v.Army); k++ {
		ty := b.v.Type(k)
		for at := range area {
			i := b.state(k, at)
			for _, to := range b.steps(c, k, at) {
				if captures || !ty.Pawn || (to-at)%b.v.Size.Files == 0 {
					g.own[i] = b.as(g.own[i], c, k, to)
				}
			}
			if !a.Active || !captures {
				continue
			}
			switch a.Reborn {
			case rules.CapturerReborn, rules.BothReborn:
				for _, to := range b.takes(c, k, at) {
					for _, s := range b.as(nil, c, k, to) {
						q := rules.Kind(int(s)/area + 1)
						g.own[i] = b.as(g.own[i], c, q, b.home(q, side, to))
					}
				}
			case rules.MoverReborn:
				for _, to := range b.takes(c, k, b.home(k, c, at)) {
					g.own[i] = b.as(g.own[i], c, k, to)
				}
			}
			if rebirth && (!ty.Royal || a.Kings) {
				g.carried[i] = b.carried(c, k, at, takers)
				slices.Sort(g.carried[i])
				g.carried[i] = slices.Compact(g.carried[i])
			}
			slices.Sort(g.own[i])
			g.own[i] = slices.Compact(g.own[i])
		}
	}
	for i := range 2 {
		for k := rules.Kind(1); int(k) <= len(b.v.Army); k++ {
			if b.v.Type(k).Royal {
				for _, from := range b.kings[c] {
					at := b.state(k, from)
					g.own[at] = append(g.own[at], uint16(b.state(k, int(b.v.Size.Home(c, b.v.Castling.KingTo[i], 0)))))
				}
			} else if b.v.Type(k).Letter == 'R' {
				for _, from := range b.rooks[c] {
					at := b.state(k, from)
					g.free[at] = append(g.free[at], uint16(b.state(k, int(b.v.Size.Home(c, b.v.Castling.RookTo[i], 0)))))
				}
			}
		}
	}
	return g
}

// takers returns, by kind and square, from where a man of a side may capture there.
func (b *bound) takers(c board.Color) [][][]int {
	all := make([][][]int, len(b.v.Army))
	for k := range all {
		all[k] = make([][]int, b.v.Size.Area())
		for from := range all[k] {
			for _, to := range b.takes(c, rules.Kind(k+1), from) {
				all[k][to] = append(all[k][to], from)
			}
		}
	}
	return all
}

// carried returns as what and where a man of side c that is captured on a square may be reborn, by those that may take there.
func (b *bound) carried(c board.Color, k rules.Kind, at int, takers [][][]int) (all []uint16) {
	a, size := &b.v.Aftermath, b.v.Size
	for x := rules.Kind(1); int(x) <= len(b.v.Army); x++ {
		if b.kinds[c.Other()]>>(x-1)&1 == 0 {
			continue
		}
		if a.Where != rules.AtDeparture && a.Where != rules.AtEquipollent {
			all = b.reborn(all, c, k, at, x, at, at)
			continue
		}
		for _, from := range takers[x-1][at] {
			all = b.reborn(all, c, k, at, x, from, at)
		}
		if b.v.Type(x).Pawn && b.v.Type(k).Pawn { // in passing
			for _, side := range [2]int{-1, 1} {
				s := board.Square(at)
				from := size.At(size.File(s)+side, size.Rank(s))
				to := size.Home(c.Other(), size.File(s), size.RankFrom(c.Other(), s)+1)
				if from != board.NoSquare && to != board.NoSquare {
					all = b.reborn(all, c, k, at, x, int(from), int(to))
				}
			}
		}
	}
	return all
}

// reborn appends as what and where a man of side c may be reborn that a man of kind x captures on a square, coming
// from one and going to another.
func (b *bound) reborn(list []uint16, c board.Color, k rules.Kind, at int, x rules.Kind, from, to int) []uint16 {
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
		f, t, s := board.Square(from), board.Square(to), board.Square(at)
		sq = size.At(size.File(s)+size.File(t)-size.File(f), size.Rank(s)+size.Rank(t)-size.Rank(f))
	case rules.AtOrigin:
		for _, o := range b.origins[c] {
			if o.kind == k || a.As != rules.AsItself || b.v.Type(o.kind).Pawn {
				list = b.as(list, c, as, o.at)
			}
		}
	case rules.AtHome:
		ref, side := as, c
		if a.OtherMan {
			ref, side = x, c.Other()
		}
		if a.OpponentHome {
			side = side.Other()
		}
		sq = board.Square(b.home(ref, side, at))
	}
	if sq != board.NoSquare {
		list = b.as(list, c, as, int(sq))
	}
	return list
}
