package bounds

import (
	"iter"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/table"
	"github.com/kirke-chess/kirke/rules"
)

// A mate needs its pieces. The king stands on some square; some piece of the other side checks it there; and each
// square beside it is guarded by a piece of the other side or blocked by one of its own. Each of these
// pieces, the king included, has come from where it stands now, and has needed at least as many moves as it would on
// an empty board; no move brings two of them along, castling excepted, which saves two moves at most. So where there
// is no choice of pieces for which the moves left are enough, no mate can be reached, and nothing
// need be tried. A choice that is found proves nothing: lines may be closed, and the other side may take part.
//
// Under a condition of the Circe family pieces are also carried by captures, which routes.go has. docs/solving.md has the
// argument at length.

// bound knows what pieces can do in how many moves on an empty board: for a game, or under a condition of the Circe
// family for a problem.
type Bound struct {
	*army
	scene
	graphs  [2]*graph
	trips   [2][]atomic.Pointer[routes] // by state
	beside  [][]board.Square            // by square, the squares a king there could go to
	wanted  [2][][]board.Square         // by mode and square, those that are to be guarded or blocked; nothing for a mode that is none
	squares [][]board.Square            // all of them
	plans   [2][]atomic.Pointer[plans]  // by mode, kind, square of the king and square of the piece; made when first asked for
	tasks   [2][]atomic.Pointer[[]task] // by mode, kind and square of the king, what the piece does; the same
	lanes   func() *lanes               // made when first asked for
	touches bool                        // kings may stand beside each other, and check
}

// plan is a way a piece of the mating side takes part in a mate: what it does for at most a fare.
type plan struct {
	own, carried uint8
	does         uint16 // the squares it guards of those that are wanted, as bits in order; checks is the check
}

// task is what a piece does from some squares.
type task struct {
	does uint16
	from []uint8
}

// Where the capturer is reborn, a king is also kept from taking a piece beside it when its home is barred. So there are two
// modes: either such pieces are not counted on, or the home is one more square that is wanted.
const (
	unbarred = iota
	barred
)

const checks = 1 << 15

// plans are the ways of a piece, those of few moves first, and what it can do at most for each fare.
type plans struct {
	ways []plan
	can  [ownMoves][carries]uint16
	much [ownMoves][carries]uint8 // how many things it can do at once
}

// ownMoves is how many moves of a piece are told apart in what it can do at most.
const ownMoves = 6

// most is what it can do for a fare, each thing for itself.
func (p *plans) most(f fare) uint16 { return p.can[min(f.own, ownMoves-1)][min(f.carried, carries-1)] }

// atOnce is how many things it can do for a fare with one way.
func (p *plans) atOnce(f fare) int {
	return int(p.much[min(f.own, ownMoves-1)][min(f.carried, carries-1)])
}

// plainBounds are the bounds of a game where captured pieces do not come back, made when asked for: for play
// after which kings may not stand beside each other, and for play after which they may.
type plainBounds struct{ apart, touching func() *Bound }

func newPlainBounds(v *rules.Variant) (*plainBounds, error) {
	of := func(touches bool) func() *Bound {
		return sync.OnceValue(func() *Bound {
			b := &Bound{army: measured(v), touches: touches}
			b.prepare()
			b.lanes = sync.OnceValue(func() *lanes { return lanesOf(b) })
			return b
		})
	}
	return &plainBounds{apart: of(false), touching: of(true)}, nil
}

// Cache is the bounds that were made for one problem.
type Cache struct{ made []*Bound }

// For returns the bound for the play from p in which a side mates; with touches, kings may come to
// stand beside each other. It is nil where pieces come to squares in ways that no bound knows.
func (made *Cache) For(p rules.Position, side board.Color, touches bool) *Bound {
	v := p.Variant()
	a := &v.Aftermath
	switch {
	case v.Gating.Hand != "", v.Series.Progressive, v.Conversion.Bishop != 0,
		a.Where == rules.AtNextVector, a.Occupied == rules.WaitsBelow, // pieces are off the board for a while
		a.Occupied == rules.ReplacesOccupant, // a king is in check too where no piece attacks it
		a.OwnerPromotes:                      // nobody knows yet what a piece is
		return nil
	}
	if a.Active {
		b := &Bound{army: measured(v)}
		var err error
		if b.scene, err = b.newScene(p, side); err != nil {
			return nil
		}
		return b.amongst(made)
	}
	plain, err := rules.Compiled(v, newPlainBounds)
	if err != nil {
		return nil
	}
	b := plain.apart()
	if touches {
		b = plain.touching()
	}
	c := &Bound{army: b.army, touches: touches}
	if !c.castling(p, side) {
		return b
	}
	c.lanes = sync.OnceValue(func() *lanes { return b.lanes().castled(c) })
	return c.amongst(made)
}

// amongst returns the bound among some that is as b, or b itself, prepared and added to them.
func (b *Bound) amongst(made *Cache) *Bound {
	for _, other := range made.made {
		if b.v == other.v && b.touches == other.touches && b.scene.equal(&other.scene) {
			return other
		}
	}
	b.prepare()
	made.made = append(made.made, b)
	return b
}

func (b *Bound) prepare() {
	area := b.v.Size.Area()
	for sq := range area {
		b.beside = append(b.beside, b.reach[b.v.TypeOf('K')-1][sq])
	}
	b.wanted[unbarred] = b.beside
	b.squares = b.beside
	if b.v.Aftermath.Reborn == rules.CapturerReborn {
		for king, squares := range b.beside {
			if home := board.Square(b.refuge(king)); !slices.Contains(squares, home) { // else whoever stands there does both
				squares = append(slices.Clip(squares), home)
			}
			b.wanted[barred] = append(b.wanted[barred], squares)
		}
		b.squares = b.wanted[barred]
	}
	for mode := range b.wanted {
		b.plans[mode] = make([]atomic.Pointer[plans], len(b.v.Army)*area*area)
		b.tasks[mode] = make([]atomic.Pointer[[]task], len(b.v.Army)*area)
	}
	b.prepareRoutes()
}

func (b *Bound) prepareRoutes() {
	for c := range board.Color(2) {
		b.graphs[c] = b.newGraph(c, true)
		b.trips[c] = make([]atomic.Pointer[routes], len(b.v.Army)*b.v.Size.Area())
	}
}

// plansFor returns the plans of a white piece of kind k that stands on a square, for a king on another.
func (b *Bound) plansFor(mode int, k rules.PieceType, king, from int) *plans {
	area := len(b.beside)
	at := &b.plans[mode][(int(k-1)*area+king)*area+from]
	if known := at.Load(); known != nil {
		return known
	}
	made := b.makePlans(mode, k, king, from)
	at.Store(made)
	return made
}

func (b *Bound) makePlans(mode int, k rules.PieceType, king, from int) *plans {
	made := &plans{}
	var room [128]plan
	ways, area := room[:0], len(b.beside)
	all, kinds := b.routesOf(board.White, k, from), uint32(0)
	for i := range all {
		kinds |= all[i].types
	}
	for ; kinds != 0; kinds &= kinds - 1 {
		q := bits.TrailingZeros32(kinds)
		for _, t := range b.tasksOf(mode, rules.PieceType(q+1), king) {
			least := uint8(255)
			for carried := range all {
				if own := fewest(all[carried].as[q*area:], t.from); own < least { // else it is of no use to be captured so often
					least, ways = own, include(ways, plan{own, uint8(carried), t.does})
				}
			}
		}
	}
	made.ways = slices.Clone(ways)
	for _, p := range made.ways {
		own, carried := min(int(p.own), ownMoves-1), int(p.carried)
		made.can[own][carried] |= p.does
		made.much[own][carried] = max(made.much[own][carried], uint8(bits.OnesCount16(p.does)))
	}
	for own := range ownMoves {
		for carried := range carries { // what can be done for less can be done for this
			can, much := &made.can[own][carried], &made.much[own][carried]
			if own > 0 {
				*can, *much = *can|made.can[own-1][carried], max(*much, made.much[own-1][carried])
			}
			if carried > 0 {
				*can, *much = *can|made.can[own][carried-1], max(*much, made.much[own][carried-1])
			}
		}
	}
	return made
}

// fewest returns the least cost of some squares.
func fewest(costs []uint8, of []uint8) uint8 {
	n := uint8(255)
	for _, sq := range of {
		n = min(n, costs[sq])
	}
	return n
}

// refuge is where a king of the mated side is reborn that captures on a square.
func (b *Bound) refuge(at int) int {
	side := board.Black
	if b.v.Aftermath.OpponentHome {
		side = board.White
	}
	return b.home(b.v.TypeOf('K'), side, at)
}

// tasksOf returns what a white piece does to a king on a square, and from where.
func (b *Bound) tasksOf(mode int, k rules.PieceType, king int) []task {
	at := &b.tasks[mode][int(k-1)*len(b.beside)+king]
	if known := at.Load(); known != nil {
		return *known
	}
	made := []task{}
	for from := range len(b.beside) {
		does := b.does(mode, k, from, king)
		if does == 0 {
			continue
		}
		i := slices.IndexFunc(made, func(t task) bool { return t.does == does })
		if i < 0 {
			i, made = len(made), append(made, task{does: does})
		}
		made[i].from = append(made[i].from, uint8(from))
	}
	at.Store(&made)
	return made
}

// does returns what a white piece on a square does to a king on another.
func (b *Bound) does(mode int, k rules.PieceType, at, king int) uint16 {
	if at == king {
		return 0
	}
	a := &b.v.Aftermath
	from := at
	if a.Reborn == rules.MoverReborn {
		from = b.home(k, board.White, at) // from where it takes
	}
	var does uint16
	if b.attacks(k, from, king) {
		if does = checks; b.v.Type(k).Royal && !b.touch() {
			return 0
		}
	}
	for i, f := range b.wanted[mode][king] {
		if b.attacks(k, from, int(f)) || at == int(f) && (mode == barred || b.stands(k, at, king)) {
			does |= 1 << i
		}
	}
	return does
}

// touch reports whether kings may stand beside each other.
func (b *Bound) touch() bool {
	a := &b.v.Aftermath
	return b.touches || a.Kings || a.Reborn == rules.CapturerReborn || a.Reborn == rules.MoverReborn
}

// stands reports whether a white piece beside a king may keep it from its square although no other guards it: because
// the capture may be forbidden, or the piece reborn where it attacks that square.
func (b *Bound) stands(k rules.PieceType, at, king int) bool {
	a := &b.v.Aftermath
	switch {
	case !a.Active:
		return false
	case a.Reborn == rules.CapturerReborn:
		return a.Cheylan && at == b.refuge(at)
	case a.Reborn == rules.MoverReborn, a.Occupied == rules.NoCapture, a.Cohen:
		return true
	}
	var reborn stops
	b.reborn(&reborn, board.White, k, at, b.v.TypeOf('K'), king, at)
	for q, to := range reborn.all() {
		if b.attacks(q, to, at) {
			return true
		}
	}
	return false
}

func (b *Bound) attacks(k rules.PieceType, at, sq int) bool {
	if b.v.Type(k).Pawn {
		size := b.v.Size
		a, s := board.Square(at), board.Square(sq)
		return size.Rank(s)-size.Rank(a) == 1 && abs(size.File(s)-size.File(a)) == 1
	}
	return at != sq && b.away[k-1][at][sq] == 1
}

// cast is the pieces of a position as the bound sees them: the mating side's as if it were White.
type cast struct {
	roll
	kings  squares  // where the king may be mated as far as is known
	turns  int      // that are left; answers to checks in a parry series are none
	needed uint16   // besides the squares beside the king: checks, or nothing for a stalemate
	views  []*view  // by what their keys leave
	viewed int      // how many have been put there
	routes []routes // of the mated side's pieces, as far as they have been asked for
	on     []board.Square
	troupe troupe
	still  still
}

// roll is the list of them.
type roll struct {
	mating, mated []actor
	king          actor
	mirrored      bool // Black mates
}

func (r *roll) copy(of *roll) {
	r.mating, r.mated = append(r.mating[:0], of.mating...), append(r.mated[:0], of.mated...)
	r.king, r.mirrored = of.king, of.mirrored
}

type actor struct {
	pieceType rules.PieceType
	at        int
}

// cast reads the pieces of a position, for a mate by side; ok is false when there is no king to mate.
func (b *Bound) cast(p rules.Position, side board.Color, c *cast) (ok bool) {
	c.mating, c.mated, c.king, c.mirrored = c.mating[:0], c.mated[:0], actor{}, side == board.Black
	c.routes = c.routes[:0]
	c.on = rules.OccupiedSquares(p, c.on[:0])
	for _, sq := range c.on {
		m, at := p.At(sq), c.seen(b, sq)
		switch {
		case m.Color() == side:
			c.mating = append(c.mating, actor{m.Type(), at})
		case b.v.Type(m.Type()).Royal:
			c.king = actor{m.Type(), at}
		default:
			c.mated = append(c.mated, actor{m.Type(), at})
		}
	}
	return c.king.pieceType != 0
}

// seen is a square as the bound sees it.
func (c *cast) seen(b *Bound, sq board.Square) int {
	if c.mirrored {
		return int(b.v.Size.Mirror(sq))
	}
	return int(sq)
}

// stands reports whether a piece stands on a square.
func (c *cast) stands(at int) bool {
	on := func(a actor) bool { return a.at == at }
	return on(c.king) || slices.ContainsFunc(c.mating, on) || slices.ContainsFunc(c.mated, on)
}

// moved returns the piece that a move of a side moves.
func (c *cast) moved(b *Bound, mating bool, m rules.Move) *actor {
	pieces, from := c.mated, c.seen(b, m.From())
	if mating {
		pieces = c.mating
	} else if c.king.at == from {
		return &c.king
	}
	for i := range pieces {
		if pieces[i].at == from {
			return &pieces[i]
		}
	}
	return nil
}

// hopeless reports whether no mate can be reached in so many moves of the mating side and of the other.
func (b *Bound) hopeless(c *cast, mating, mated int) bool {
	c.routes = c.routes[:0]
	white, black := fare{mating, mated}, fare{mated, mating}
	closer := c.needed == 0 && b.lanes != nil && c.still.prepare(b, c, mating, mated)
	seen := c.view(b, white)
	ways := b.routesOf(board.Black, c.king.pieceType, c.king.at)
	for carried := range min(len(ways), black.carried+1) {
		for king := range seen.doubtful(c, ways[carried].near, mated) {
			d := int(ways[carried].any[king])
			open := seen.at(b, c, king)
			for _, o := range open {
				if b.blocked(c, king, o, 0, black.less(fare{d, carried})) {
					if !closer || c.still.possible(king, d, open) {
						return false
					}
					break
				}
			}
		}
	}
	return true
}

// mates returns on which squares the king may be mated, of those known before.
func (b *Bound) mates(c *cast, mating, mated int) (kings squares) {
	c.routes = c.routes[:0]
	white, black := fare{mating, mated}, fare{mated, mating}
	seen := c.view(b, white)
	ways := b.routesOf(board.Black, c.king.pieceType, c.king.at)
	for carried := range min(len(ways), black.carried+1) {
		for king := range seen.doubtful(c, ways[carried].near, mated) {
			if kings.has(king) {
				continue
			}
			left := black.less(fare{int(ways[carried].any[king]), carried})
			for _, o := range seen.at(b, c, king) {
				if b.blocked(c, king, o, 0, left) {
					kings.add(king)
					break
				}
			}
		}
	}
	return kings
}

// squares is a set of squares of any board.
type squares [4]uint64

var allSquares = squares{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

func (s *squares) has(sq int) bool { return s[sq>>6]>>(sq&63)&1 != 0 }

func (s *squares) add(sq int) { s[sq>>6] |= 1 << (sq & 63) }

func (s *squares) join(t *squares) {
	for i := range s {
		s[i] |= t[i]
	}
}

// less returns the squares that are not in t.
func (s *squares) less(t *squares) (rest squares) {
	for i := range s {
		rest[i] = s[i] &^ t[i]
	}
	return rest
}

// all returns the squares one by one.
func (s squares) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, left := range s {
			for ; left != 0; left &= left - 1 {
				if !yield(i<<6 | bits.TrailingZeros64(left)) {
					return
				}
			}
		}
	}
}

// view is what the mating side's pieces can do to a king for a fare. The squares of the other side's pieces do not
// matter, so it is found once for many positions.
type view struct {
	key           uint64
	most          fare
	known, closed squares    // of the king, for which that is known, and for which there is nothing
	open          []openings // for the squares where there is something
}

// openings are the ways to leave squares beside a king to be blocked, the smallest sets.
type openings struct {
	king int
	ways []uint16
}

// doubtful returns the squares that a king comes to in so many moves, by near, and may be mated on as far as is known.
func (w *view) doubtful(c *cast, near []squares, moves int) iter.Seq[int] {
	within := near[min(moves, len(near)-1)]
	for i := range within {
		within[i] &= c.kings[i] &^ w.closed[i]
	}
	return within.all()
}

// mostViews is how many views a cast remembers at most, one in each place; it begins with room for leastViews.
const (
	leastViews = 1 << 8
	mostViews  = 1 << 14
)

// view returns what the pieces can do for a fare.
func (c *cast) view(b *Bound, most fare) *view {
	if b.graphs[board.White].carried == nil {
		most.carried = 0
	}
	const apart = 1 << 40 // from the pieces, whose terms are below
	key := table.Mix(apart | uint64(len(c.mated))<<16 | uint64(most.carried)<<8 | uint64(most.own))
	for _, a := range c.mating {
		key += table.Mix(uint64(a.pieceType)<<16 | uint64(a.at)<<8 | 1)
	}
	if c.viewed >= len(c.views) && len(c.views) < mostViews {
		few := c.views
		c.views = make([]*view, max(leastViews, 8*len(few)))
		for _, w := range few {
			if w != nil {
				*c.viewAt(w.key) = w
			}
		}
	}
	at := c.viewAt(key)
	if *at == nil || (*at).key != key {
		*at = &view{key: key, most: most}
		c.viewed++
	}
	return *at
}

func (c *cast) viewAt(key uint64) **view { return &c.views[key%uint64(len(c.views))] }

// at returns in which ways the pieces can leave squares beside a king open; none where they cannot do enough.
func (w *view) at(b *Bound, c *cast, king int) []uint16 {
	if w.closed.has(king) {
		return nil
	}
	if w.known.has(king) {
		for i := range w.open {
			if w.open[i].king == king {
				return w.open[i].ways
			}
		}
	}
	w.known.add(king)
	ways := b.openings(c, king, w.most)
	if len(ways) == 0 {
		w.closed.add(king)
		return nil
	}
	w.open = append(w.open, openings{king, ways})
	return ways
}

// openings returns the smallest sets of squares beside a king that the mating side's pieces leave open when they do for a
// fare what is needed besides; no set is larger than the number of pieces that could block.
func (b *Bound) openings(c *cast, king int, most fare) []uint16 {
	t := &c.troupe
	if len(c.mating) > 64 {
		return done
	}
	t.open, t.steps, t.needed, t.spare = t.open[:0], mostSteps, c.needed, len(c.mated)
	for mode := range b.wanted {
		if b.wanted[mode] == nil {
			continue
		}
		t.want = uint16(1)<<len(b.wanted[mode][king]) - 1 | c.needed
		t.pieces = t.pieces[:0]
		for _, a := range c.mating {
			t.pieces = append(t.pieces, b.plansFor(mode, a.pieceType, king, a.at))
		}
		if t.try(0, 0, 0, most); t.steps < 0 {
			return done
		}
	}
	return slices.Clone(t.open)
}

// troupe looks for what pieces of the mating side leave open.
type troupe struct {
	pieces []*plans
	want   uint16
	needed uint16
	spare  int // squares that may be left open
	steps  int // that may still be made
	open   []uint16
}

// mostSteps is how many choices are looked at; when they are spent, nothing is taken to be left open.
const mostSteps = 1000

// done leaves no square open.
var done = []uint16{0}

// try adds the sets that are left open when the pieces that are used do something, some squares are left open, and the
// other pieces have a fare left.
func (t *troupe) try(does, open uint16, used uint64, left fare) {
	if t.steps--; t.steps < 0 || slices.ContainsFunc(t.open, func(o uint16) bool { return o&^open == 0 }) {
		return
	}
	need := t.want &^ does &^ open
	if need == 0 {
		t.open = append(slices.DeleteFunc(t.open, func(o uint16) bool { return open&^o == 0 }), open)
		return
	}
	var once, twice uint16                           // what one piece could do, what several could
	missing := bits.OnesCount16(need|open) - t.spare // things that are to be done at least
	for i, m := range t.pieces {
		if used>>i&1 == 0 {
			can := m.most(left)
			twice |= once & can
			once |= can
			missing -= m.atOnce(left)
		}
	}
	if missing > 0 {
		return
	}
	if never := need &^ once; never != 0 {
		if never&t.needed != 0 || bits.OnesCount16(open|never) > t.spare {
			return
		}
		if open, need = open|never, need&once; need == 0 {
			t.try(does, open, used, left)
			return
		}
	}
	bit := need &^ twice
	if bit == 0 {
		bit = need
	}
	if bit&checks != 0 {
		bit = checks
	}
	bit &= -bit
	for i, m := range t.pieces {
		if used>>i&1 != 0 || m.most(left)&bit == 0 {
			continue
		}
		others := t.others(used|1<<i, left)
		for j := range m.ways {
			p := &m.ways[j]
			if int(p.own) > left.own {
				break
			}
			if p.does&bit == 0 || int(p.carried) > left.carried {
				continue
			}
			if never := need &^ p.does &^ others; never&t.needed == 0 && bits.OnesCount16(open|never) <= t.spare {
				t.try(does|p.does, open, used|1<<i, left.less(fare{int(p.own), int(p.carried)}))
			}
		}
	}
	if bit&t.needed == 0 && bits.OnesCount16(open) < t.spare {
		t.try(does, open|bit, used, left)
	}
}

// others returns what the pieces that are not used could do, each thing for itself.
func (t *troupe) others(used uint64, left fare) (can uint16) {
	for i, m := range t.pieces {
		if used>>i&1 == 0 {
			can |= m.most(left)
		}
	}
	return can
}

// include adds a plan to those none of which does as much as another for less; those of few moves come first.
func include(plans []plan, p plan) []plan {
	fewer := 0 // of fewer moves than p
	for i := 0; i < len(plans) && plans[i].own <= p.own; i++ {
		q := &plans[i]
		if q.carried <= p.carried && p.does&^q.does == 0 {
			return plans
		}
		if q.own < p.own {
			fewer = i + 1
		}
	}
	kept := plans[:fewer]
	for _, q := range plans[fewer:] {
		if p.carried > q.carried || q.does&^p.does != 0 {
			kept = append(kept, q)
		}
	}
	return slices.Insert(kept, fewer, p)
}

// blocked reports whether pieces of the king's side that are not used yet can come to all open squares.
func (b *Bound) blocked(c *cast, king int, open uint16, used uint32, left fare) bool {
	if open == 0 {
		return true
	}
	for i := len(c.routes); i < len(c.mated); i++ {
		c.routes = append(c.routes, b.routesOf(board.Black, c.mated[i].pieceType, c.mated[i].at))
	}
	f, others := int(b.squares[king][bits.TrailingZeros16(open)]), open&(open-1)
	for j, ways := range c.routes {
		if j < 32 && used>>j&1 != 0 {
			continue
		}
		carried := min(left.carried, len(ways)-1)
		if near := ways[carried].near; !near[min(left.own, len(near)-1)].has(f) {
			continue
		}
		if others == 0 {
			return true
		}
		for carried := range carried + 1 {
			n := fare{int(ways[carried].any[f]), carried}
			if n.own <= left.own && b.blocked(c, king, others, used|1<<min(j, 31), left.less(n)) {
				return true
			}
		}
	}
	return false
}
