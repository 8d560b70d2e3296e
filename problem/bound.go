package problem

import (
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// A mate needs its men. The king stands on some square; some man of the other side checks it there; and each
// square beside it is guarded by a man of the other side or blocked by one of its own. Each of these
// men, the king included, has come from where it stands now, and has needed at least as many moves as it would on
// an empty board; no move brings two of them along, castling excepted, which saves two moves at most. So where there
// is no choice of men for which the moves left are enough, no mate can be reached, and nothing
// need be tried. A choice that is found proves nothing: lines may be closed, and the other side may take part.
//
// The argument wants men that go where they go by their own moves: it does not hold where captured men come
// back or men enter, and is not used there. docs/solving.md has it at length.

// bound knows, for one game, what men can do in how many moves on an empty board.
type bound struct {
	*target
	beside [][]board.Square           // by square, the squares a king there could go to
	plans  []atomic.Pointer[[][]plan] // by kind and square of the king, and square of the man; made when first asked for
	come   [][][]uint8                // by kind of a black man and squares, the moves it needs, promotions included
}

// plan is a way a man of the mating side takes part in a mate: what it does in at most cost moves.
type plan struct {
	cost uint8
	does uint16 // the squares beside the king it guards, as bits in order; checks is the check
}

const checks = 1 << 15

// bounds are the bounds by game.
var bounds sync.Map // *rules.Variant → *bound

// boundOf returns the bound for a game, nil where there is none.
func boundOf(v *rules.Variant) *bound {
	if v.Aftermath.Active || v.Entry.Hand != "" || v.Series.Progressive || v.Conversion.Bishop != 0 {
		return nil
	}
	if b, ok := bounds.Load(v); ok {
		return b.(*bound)
	}
	b := &bound{target: newTarget(v, nil)}
	area := v.Size.Area()
	for sq := range area {
		b.beside = append(b.beside, b.reach[v.KindOf('K')-1][sq])
	}
	b.plans = make([]atomic.Pointer[[][]plan], len(v.Army)*area)
	b.come = make([][][]uint8, len(v.Army))
	for k := range b.come {
		b.come[k] = make([][]uint8, area)
		for from := range area {
			row := make([]uint8, area)
			for to := range area {
				row[to] = uint8(b.moves(rules.Kind(k+1), from, to))
			}
			b.come[k][from] = row
		}
	}
	actual, _ := bounds.LoadOrStore(v, b)
	return actual.(*bound)
}

// plansFor returns the plans of a white man of kind k for a king on a square, by where the man stands now.
func (b *bound) plansFor(k rules.Kind, king int) [][]plan {
	at := &b.plans[int(k-1)*len(b.beside)+king]
	if known := at.Load(); known != nil {
		return *known
	}
	made := b.makePlans(k, king)
	at.Store(&made)
	return made
}

func (b *bound) makePlans(k rules.Kind, king int) [][]plan {
	area := b.v.Size.Area()
	all := make([][]plan, area)
	ty := b.v.Type(k)
	for from := range area {
		var best []plan
		add := func(cost int, does uint16) {
			if does == 0 || cost >= 255 {
				return
			}
			for _, p := range best {
				if int(p.cost) <= cost && p.does&does == does {
					return
				}
			}
			best = slices.DeleteFunc(best, func(p plan) bool { return cost <= int(p.cost) && p.does&^does == 0 })
			best = append(best, plan{uint8(cost), does})
		}
		for to := range area {
			if d := int(b.away[k-1][from][to]); d < 255 {
				does := b.does(k, to, king)
				if ty.Royal && does&checks != 0 {
					continue // kings do not touch
				}
				add(d, does&^b.royalCheck(k))
			}
		}
		if ty.Pawn {
			for _, q := range b.promotions {
				for to := range area {
					add(b.promoted(board.White, board.Square(from), q, to), b.does(q, to, king))
				}
			}
		}
		all[from] = best
	}
	return all
}

func (b *bound) royalCheck(k rules.Kind) uint16 {
	if b.v.Type(k).Royal {
		return checks
	}
	return 0
}

// does returns what a white man on a square does to a king on another.
func (b *bound) does(k rules.Kind, at, king int) uint16 {
	var does uint16
	if b.attacks(k, at, king) {
		does = checks
	}
	for i, f := range b.beside[king] {
		if b.attacks(k, at, int(f)) {
			does |= 1 << i
		}
	}
	return does
}

func (b *bound) attacks(k rules.Kind, at, sq int) bool {
	if b.v.Type(k).Pawn {
		size := b.v.Size
		a, s := board.Square(at), board.Square(sq)
		return size.Rank(s)-size.Rank(a) == 1 && abs(size.File(s)-size.File(a)) == 1
	}
	return at != sq && b.away[k-1][at][sq] == 1
}

// cast is the men of a position as the bound sees them: the mating side's as if it were White.
type cast struct {
	mating, mated []actor
	king          int
	spare         [2]int // moves that castling may save: of the mating side, of the other
	needed        uint16 // besides the squares beside the king: checks, or nothing for a stalemate
	views         map[uint64][]stage
}

type actor struct {
	kind rules.Kind
	at   int
}

// allow says which sides may still castle.
func (c *cast) allow(p rules.Position, side board.Color) {
	rights := p.Setup().Castling.Rook
	for i, who := range [2]board.Color{side, side.Other()} {
		if rights[who] != [2]board.Square{board.NoSquare, board.NoSquare} {
			c.spare[i] = 2
		}
	}
}

// cast reads the men of a position, for a mate by side; ok is false when there is no king to mate.
func (b *bound) cast(p rules.Position, side board.Color, c *cast) (ok bool) {
	c.mating, c.mated, c.king = c.mating[:0], c.mated[:0], -1
	size := b.v.Size
	for sq := range size.Area() {
		m := p.At(board.Square(sq))
		if m == 0 {
			continue
		}
		at := sq
		if side == board.Black {
			at = int(size.Mirror(board.Square(sq)))
		}
		switch {
		case m.Color() == side:
			c.mating = append(c.mating, actor{m.Kind(), at})
		case b.v.Type(m.Kind()).Royal:
			c.king = at
		default:
			c.mated = append(c.mated, actor{m.Kind(), at})
		}
	}
	return c.king >= 0
}

// hopeless reports whether no mate can be reached in so many moves of the mating side and of the other.
func (b *bound) hopeless(c *cast, mating, mated int) bool {
	mating += c.spare[0]
	mated += c.spare[1]
	away := b.away[b.v.KindOf('K')-1][c.king]
	if mated == 0 || len(c.mating) > fewMen && mating > 1 {
		for king, d := range away {
			if int(d) <= mated {
				t := trial{b: b, c: c, king: king}
				if t.possible(mating, mated-int(d)) {
					return false
				}
			}
		}
		return true
	}
	for _, s := range c.stages(b, mating) {
		d := int(away[s.king])
		if d > mated {
			continue
		}
		for _, open := range s.open {
			if b.blocked(c, s.king, open, 0, mated-d) {
				return false
			}
		}
	}
	return true
}

// fewMen is up to how many men it pays to find once what they can do, rather than for each position.
const fewMen = 4

// trial looks for a choice of men for one square of the king.
type trial struct {
	b     *bound
	c     *cast
	king  int
	plans [24][]plan
}

// possible reports whether there are enough men.
func (t *trial) possible(mating, mated int) bool {
	beside := t.b.beside[t.king]
	men := t.c.mating
	if len(men) > len(t.plans) {
		return true // more than any game has
	}
	var can uint16
	for i, a := range men {
		t.plans[i] = t.b.plansFor(a.kind, t.king)[a.at]
		for _, p := range t.plans[i] {
			if int(p.cost) <= mating {
				can |= p.does
			}
		}
	}
	if can&t.c.needed != t.c.needed {
		return false
	}
	for i, f := range beside {
		if can>>i&1 == 0 && !slices.ContainsFunc(t.c.mated, func(a actor) bool { return t.b.comes(a, int(f)) <= mated }) {
			return false
		}
	}
	return t.cover(uint16(1)<<len(beside)-1|t.c.needed, 0, 0, mating, mated)
}

// cover reports whether men that are not used yet can do what is wanted.
func (t *trial) cover(want uint16, used, usedUp uint32, mating, mated int) bool {
	if want == 0 {
		return true
	}
	bit := want & checks
	if bit == 0 {
		bit = want & -want
	}
	for i := range t.c.mating {
		if used>>i&1 != 0 {
			continue
		}
		for _, p := range t.plans[i] {
			if p.does&bit != 0 && int(p.cost) <= mating && t.cover(want&^p.does, used|1<<i, usedUp, mating-int(p.cost), mated) {
				return true
			}
		}
	}
	if bit == checks {
		return false
	}
	f := int(t.b.beside[t.king][bits.TrailingZeros16(bit)])
	for i, a := range t.c.mated {
		if i < 32 && usedUp>>i&1 != 0 {
			continue
		}
		if n := t.b.comes(a, f); n <= mated && t.cover(want&^bit, used, usedUp|1<<min(i, 31), mating, mated-n) {
			return true
		}
	}
	return false
}

// stage is a square on which the king could be mated.
type stage struct {
	king int
	open []uint16 // ways to leave squares beside it to be blocked, the smallest sets
}

// mostViews bounds what a cast remembers.
const mostViews = 1 << 14

// stages returns where the mating side could mate in so many moves, if the squares that it leaves open
// were blocked. The other side's men do not matter, so it is found once for many positions.
func (c *cast) stages(b *bound, mating int) []stage {
	key := mix(uint64(mating))
	for _, a := range c.mating {
		key += mix(uint64(a.kind)<<16 | uint64(a.at)<<8 | 1)
	}
	if known, ok := c.views[key]; ok {
		return known
	}
	var all []stage
	for king := range b.beside {
		if open := b.openings(c.mating, king, mating, c.needed); len(open) > 0 {
			all = append(all, stage{king, open})
		}
	}
	if len(c.views) >= mostViews || c.views == nil {
		c.views = map[uint64][]stage{}
	}
	c.views[key] = all
	return all
}

// openings returns the smallest sets of squares beside a king that men leave open when they do within so many moves
// what is needed besides.
func (b *bound) openings(men []actor, king, most int, needed uint16) []uint16 {
	type way struct {
		cost int
		does uint16
	}
	ways := []way{{}}
	for _, a := range men {
		for _, p := range b.plansFor(a.kind, king)[a.at] {
			if int(p.cost) > most {
				continue
			}
			for _, w := range ways[:len(ways):len(ways)] {
				if n := w.cost + int(p.cost); n <= most && w.does|p.does != w.does {
					ways = append(ways, way{n, w.does | p.does})
				}
			}
		}
		// Of ways that do as much for less one is enough.
		kept := ways[:0]
		for i, w := range ways {
			better := false
			for j, o := range ways {
				if j != i && o.cost <= w.cost && w.does&^o.does == 0 && (o.cost < w.cost || o.does != w.does || j < i) {
					better = true
					break
				}
			}
			if !better {
				kept = append(kept, w)
			}
		}
		ways = append([]way(nil), kept...)
	}
	want := uint16(1)<<len(b.beside[king]) - 1
	var open []uint16
	for _, w := range ways {
		if w.does&needed != needed {
			continue
		}
		left := want &^ w.does
		if !slices.ContainsFunc(open, func(o uint16) bool { return o&^left == 0 }) {
			open = append(slices.DeleteFunc(open, func(o uint16) bool { return left&^o == 0 }), left)
		}
	}
	return open
}

// blocked reports whether men of the king's side that are not used yet can come to all open squares.
func (b *bound) blocked(c *cast, king int, open uint16, used uint32, moves int) bool {
	if open == 0 {
		return true
	}
	i := bits.TrailingZeros16(open)
	f := int(b.beside[king][i])
	for j, a := range c.mated {
		if j < 32 && used>>j&1 != 0 {
			continue
		}
		if n := b.comes(a, f); n <= moves && b.blocked(c, king, open&(open-1), used|1<<min(j, 31), moves-n) {
			return true
		}
	}
	return false
}

// comes returns how many moves a man of the mated side, seen as Black, needs to a square.
func (b *bound) comes(a actor, to int) int { return int(b.come[a.kind-1][a.at][to]) }

// moves is comes, found out.
func (b *bound) moves(k rules.Kind, from, to int) int {
	n := b.distance(k, board.Black, from, to)
	if b.v.Type(k).Pawn {
		for _, q := range b.promotions {
			n = min(n, b.promoted(board.Black, board.Square(from), q, to))
		}
	}
	return min(n, 255)
}
