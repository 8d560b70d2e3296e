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
type MateBound struct {
	*armyDistances
	diagramFacts
	moves      [2]*moveGraph
	known      [2][]atomic.Pointer[distances]    // by state
	kingField  [][]board.Square                  // by square, the squares a king there could go to
	tasks      [2][][]board.Square               // by mode and square, those that are to be guarded or blocked; nothing for a mode that is none
	taskSquare [][]board.Square                  // all of them
	options    [2][]atomic.Pointer[pieceOptions] // by mode, kind, square of the king and square of the piece; made when first asked for
	posts      [2][]atomic.Pointer[[]post]       // by mode, kind and square of the king, what the piece does; the same
	lines      func() *lineTables                // made when first asked for
	kingsTouch bool                              // kings may stand beside each other, and check
}

// plan is a way a piece of the mating side takes part in a mate: what it does for at most a fare.
type option struct {
	own, captures uint8
	tasks         uint16 // the squares it guards of those that are wanted, as bits in order; checks is the check
}

// task is what a piece does from some squares.
type post struct {
	tasks   uint16
	squares []uint8
}

// Where the capturer is reborn, a king is also kept from taking a piece beside it when its home is barred. So there are two
// modes: either such pieces are not counted on, or the home is one more square that is wanted.
const (
	fieldOnly = iota
	fieldAndHome
)

const checkTask = 1 << 15

// plans are the ways of a piece, those of few moves first, and what it can do at most for each fare.
type pieceOptions struct {
	list []option
	can  [ownMoves][captureCounts]uint16
	most [ownMoves][captureCounts]uint8 // how many things it can do at once
}

// ownMoves is how many moves of a piece are told apart in what it can do at most.
const ownMoves = 6

// most is what it can do for a fare, each thing for itself.
func (p *pieceOptions) tasksWithin(f moveCost) uint16 {
	return p.can[min(f.own, ownMoves-1)][min(f.captures, captureCounts-1)]
}

// atOnce is how many things it can do for a fare with one way.
func (p *pieceOptions) atOnce(f moveCost) int {
	return int(p.most[min(f.own, ownMoves-1)][min(f.captures, captureCounts-1)])
}

// plainBounds are the bounds of a game where captured pieces do not come back, made when asked for: for play
// after which kings may not stand beside each other, and for play after which they may.
type plainBounds struct{ apart, touching func() *MateBound }

func newPlainBounds(v *rules.Variant) (*plainBounds, error) {
	of := func(touches bool) func() *MateBound {
		return sync.OnceValue(func() *MateBound {
			b := &MateBound{armyDistances: newArmyDistances(v), kingsTouch: touches}
			b.prepare()
			b.lines = sync.OnceValue(func() *lineTables { return newLineTables(b) })
			return b
		})
	}
	return &plainBounds{apart: of(false), touching: of(true)}, nil
}

// Cache is the bounds that were made for one problem.
type Cache struct{ bounds []*MateBound }

// For returns the bound for the play from p in which a side mates; with touches, kings may come to
// stand beside each other. It is nil where pieces come to squares in ways that no bound knows.
func (made *Cache) For(p rules.Position, side board.Color, touches bool) *MateBound {
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
		b := &MateBound{armyDistances: newArmyDistances(v)}
		var err error
		if b.diagramFacts, err = b.newDiagramFacts(p, side); err != nil {
			return nil
		}
		return b.cached(made)
	}
	plain, err := rules.Compiled(v, newPlainBounds)
	if err != nil {
		return nil
	}
	b := plain.apart()
	if touches {
		b = plain.touching()
	}
	c := &MateBound{armyDistances: b.armyDistances, kingsTouch: touches}
	if !c.addCastling(p, side) {
		return b
	}
	c.lines = sync.OnceValue(func() *lineTables { return b.lines().withCastling(c) })
	return c.cached(made)
}

// amongst returns the bound among some that is as b, or b itself, prepared and added to them.
func (b *MateBound) cached(made *Cache) *MateBound {
	for _, other := range made.bounds {
		if b.v == other.v && b.kingsTouch == other.kingsTouch && b.diagramFacts.equal(&other.diagramFacts) {
			return other
		}
	}
	b.prepare()
	made.bounds = append(made.bounds, b)
	return b
}

func (b *MateBound) prepare() {
	area := b.v.Size.Area()
	for sq := range area {
		b.kingField = append(b.kingField, b.steps[b.v.TypeOf('K')-1][sq])
	}
	b.tasks[fieldOnly] = b.kingField
	b.taskSquare = b.kingField
	if b.v.Aftermath.Reborn == rules.CapturerReborn {
		for king, squares := range b.kingField {
			if home := board.Square(b.kingRebirth(king)); !slices.Contains(squares, home) { // else whoever stands there does both
				squares = append(slices.Clip(squares), home)
			}
			b.tasks[fieldAndHome] = append(b.tasks[fieldAndHome], squares)
		}
		b.taskSquare = b.tasks[fieldAndHome]
	}
	for mode := range b.tasks {
		b.options[mode] = make([]atomic.Pointer[pieceOptions], len(b.v.Army)*area*area)
		b.posts[mode] = make([]atomic.Pointer[[]post], len(b.v.Army)*area)
	}
	b.prepareRoutes()
}

func (b *MateBound) prepareRoutes() {
	for c := range board.Color(2) {
		b.moves[c] = b.newMoveGraph(c, true)
		b.known[c] = make([]atomic.Pointer[distances], len(b.v.Army)*b.v.Size.Area())
	}
}

// plansFor returns the plans of a white piece of kind k that stands on a square, for a king on another.
func (b *MateBound) optionsOf(mode int, k rules.PieceType, king, from int) *pieceOptions {
	area := len(b.kingField)
	at := &b.options[mode][(int(k-1)*area+king)*area+from]
	if known := at.Load(); known != nil {
		return known
	}
	made := b.newOptions(mode, k, king, from)
	at.Store(made)
	return made
}

func (b *MateBound) newOptions(mode int, k rules.PieceType, king, from int) *pieceOptions {
	made := &pieceOptions{}
	var room [128]option
	ways, area := room[:0], len(b.kingField)
	all, kinds := b.distancesFrom(board.White, k, from), uint32(0)
	for i := range all {
		kinds |= all[i].types
	}
	for ; kinds != 0; kinds &= kinds - 1 {
		q := bits.TrailingZeros32(kinds)
		for _, t := range b.postsOf(mode, rules.PieceType(q+1), king) {
			least := uint8(255)
			for carried := range all {
				if own := fewest(all[carried].toState[q*area:], t.squares); own < least { // else it is of no use to be captured so often
					least, ways = own, addOption(ways, option{own, uint8(carried), t.tasks})
				}
			}
		}
	}
	made.list = slices.Clone(ways)
	for _, p := range made.list {
		own, carried := min(int(p.own), ownMoves-1), int(p.captures)
		made.can[own][carried] |= p.tasks
		made.most[own][carried] = max(made.most[own][carried], uint8(bits.OnesCount16(p.tasks)))
	}
	for own := range ownMoves {
		for carried := range captureCounts { // what can be done for less can be done for this
			can, much := &made.can[own][carried], &made.most[own][carried]
			if own > 0 {
				*can, *much = *can|made.can[own-1][carried], max(*much, made.most[own-1][carried])
			}
			if carried > 0 {
				*can, *much = *can|made.can[own][carried-1], max(*much, made.most[own][carried-1])
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
func (b *MateBound) kingRebirth(at int) int {
	side := board.Black
	if b.v.Aftermath.OpponentHome {
		side = board.White
	}
	return b.homeSquare(b.v.TypeOf('K'), side, at)
}

// tasksOf returns what a white piece does to a king on a square, and from where.
func (b *MateBound) postsOf(mode int, k rules.PieceType, king int) []post {
	at := &b.posts[mode][int(k-1)*len(b.kingField)+king]
	if known := at.Load(); known != nil {
		return *known
	}
	made := []post{}
	for from := range len(b.kingField) {
		does := b.tasksFrom(mode, k, from, king)
		if does == 0 {
			continue
		}
		i := slices.IndexFunc(made, func(t post) bool { return t.tasks == does })
		if i < 0 {
			i, made = len(made), append(made, post{tasks: does})
		}
		made[i].squares = append(made[i].squares, uint8(from))
	}
	at.Store(&made)
	return made
}

// does returns what a white piece on a square does to a king on another.
func (b *MateBound) tasksFrom(mode int, k rules.PieceType, at, king int) uint16 {
	if at == king {
		return 0
	}
	a := &b.v.Aftermath
	from := at
	if a.Reborn == rules.MoverReborn {
		from = b.homeSquare(k, board.White, at) // from where it takes
	}
	var does uint16
	if b.attacks(k, from, king) {
		if does = checkTask; b.v.Type(k).Royal && !b.kingsMayTouch() {
			return 0
		}
	}
	for i, f := range b.tasks[mode][king] {
		if b.attacks(k, from, int(f)) || at == int(f) && (mode == fieldAndHome || b.holdsOwnSquare(k, at, king)) {
			does |= 1 << i
		}
	}
	return does
}

// touch reports whether kings may stand beside each other.
func (b *MateBound) kingsMayTouch() bool {
	a := &b.v.Aftermath
	return b.kingsTouch || a.Kings || a.Reborn == rules.CapturerReborn || a.Reborn == rules.MoverReborn
}

// stands reports whether a white piece beside a king may keep it from its square although no other guards it: because
// the capture may be forbidden, or the piece reborn where it attacks that square.
func (b *MateBound) holdsOwnSquare(k rules.PieceType, at, king int) bool {
	a := &b.v.Aftermath
	switch {
	case !a.Active:
		return false
	case a.Reborn == rules.CapturerReborn:
		return a.Cheylan && at == b.kingRebirth(at)
	case a.Reborn == rules.MoverReborn, a.Occupied == rules.NoCapture, a.Cohen:
		return true
	}
	var reborn states
	b.addRebirths(&reborn, board.White, k, at, b.v.TypeOf('K'), king, at)
	for q, to := range reborn.all() {
		if b.attacks(q, to, at) {
			return true
		}
	}
	return false
}

func (b *MateBound) attacks(k rules.PieceType, at, sq int) bool {
	if b.v.Type(k).Pawn {
		size := b.v.Size
		a, s := board.Square(at), board.Square(sq)
		return size.Rank(s)-size.Rank(a) == 1 && abs(size.File(s)-size.File(a)) == 1
	}
	return at != sq && b.moveCount[k-1][at][sq] == 1
}

// cast is the pieces of a position as the bound sees them: the mating side's as if it were White.
type mateQuery struct {
	pieceList
	kingSquares squareSet     // where the king may be mated as far as is known
	turns       int           // that are left; answers to checks in a parry series are none
	mustDo      uint16        // besides the squares beside the king: checks, or nothing for a stalemate
	guardCache  []*guardEntry // by what their keys leave
	guardCached int           // how many have been put there
	distances   []distances   // of the mated side's pieces, as far as they have been asked for
	occupied    []board.Square
	guards      guardSearch
	stalemate   stalemateFinder
}

// roll is the list of them.
type pieceList struct {
	mating, mated []placedPiece
	king          placedPiece
	mirrored      bool // Black mates
}

func (r *pieceList) copy(of *pieceList) {
	r.mating, r.mated = append(r.mating[:0], of.mating...), append(r.mated[:0], of.mated...)
	r.king, r.mirrored = of.king, of.mirrored
}

type placedPiece struct {
	pieceType rules.PieceType
	at        int
}

// cast reads the pieces of a position, for a mate by side; ok is false when there is no king to mate.
func (b *MateBound) read(p rules.Position, side board.Color, c *mateQuery) (ok bool) {
	c.mating, c.mated, c.king, c.mirrored = c.mating[:0], c.mated[:0], placedPiece{}, side == board.Black
	c.distances = c.distances[:0]
	c.occupied = rules.OccupiedSquares(p, c.occupied[:0])
	for _, sq := range c.occupied {
		m, at := p.At(sq), c.orient(b, sq)
		switch {
		case m.Color() == side:
			c.mating = append(c.mating, placedPiece{m.Type(), at})
		case b.v.Type(m.Type()).Royal:
			c.king = placedPiece{m.Type(), at}
		default:
			c.mated = append(c.mated, placedPiece{m.Type(), at})
		}
	}
	return c.king.pieceType != 0
}

// seen is a square as the bound sees it.
func (c *mateQuery) orient(b *MateBound, sq board.Square) int {
	if c.mirrored {
		return int(b.v.Size.Mirror(sq))
	}
	return int(sq)
}

// stands reports whether a piece stands on a square.
func (c *mateQuery) isOccupied(at int) bool {
	on := func(a placedPiece) bool { return a.at == at }
	return on(c.king) || slices.ContainsFunc(c.mating, on) || slices.ContainsFunc(c.mated, on)
}

// moved returns the piece that a move of a side moves.
func (c *mateQuery) moved(b *MateBound, mating bool, m rules.Move) *placedPiece {
	pieces, from := c.mated, c.orient(b, m.From())
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
func (b *MateBound) outOfReach(c *mateQuery, mating, mated int) bool {
	c.distances = c.distances[:0]
	white, black := moveCost{mating, mated}, moveCost{mated, mating}
	closer := c.mustDo == 0 && b.lines != nil && c.stalemate.prepare(b, c, mating, mated)
	seen := c.guardEntry(b, white)
	ways := b.distancesFrom(board.Black, c.king.pieceType, c.king.at)
	for carried := range min(len(ways), black.captures+1) {
		for king := range seen.kingSquares(c, ways[carried].within, mated) {
			d := int(ways[carried].toSquare[king])
			open := seen.openSets(b, c, king)
			for _, o := range open {
				if b.canBlock(c, king, o, 0, black.less(moveCost{d, carried})) {
					if !closer || c.stalemate.possible(king, d, open) {
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
func (b *MateBound) mateSquares(c *mateQuery, mating, mated int) (kings squareSet) {
	c.distances = c.distances[:0]
	white, black := moveCost{mating, mated}, moveCost{mated, mating}
	seen := c.guardEntry(b, white)
	ways := b.distancesFrom(board.Black, c.king.pieceType, c.king.at)
	for carried := range min(len(ways), black.captures+1) {
		for king := range seen.kingSquares(c, ways[carried].within, mated) {
			if kings.has(king) {
				continue
			}
			left := black.less(moveCost{int(ways[carried].toSquare[king]), carried})
			for _, o := range seen.openSets(b, c, king) {
				if b.canBlock(c, king, o, 0, left) {
					kings.add(king)
					break
				}
			}
		}
	}
	return kings
}

// squares is a set of squares of any board.
type squareSet [4]uint64

var everySquare = squareSet{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}

func (s *squareSet) has(sq int) bool { return s[sq>>6]>>(sq&63)&1 != 0 }

func (s *squareSet) add(sq int) { s[sq>>6] |= 1 << (sq & 63) }

func (s *squareSet) addAll(t *squareSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

// less returns the squares that are not in t.
func (s *squareSet) without(t *squareSet) (rest squareSet) {
	for i := range s {
		rest[i] = s[i] &^ t[i]
	}
	return rest
}

// all returns the squares one by one.
func (s squareSet) all() iter.Seq[int] {
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
type guardEntry struct {
	key           uint64
	budget        moveCost
	known, noMate squareSet  // of the king, for which that is known, and for which there is nothing
	open          []openSets // for the squares where there is something
}

// openings are the ways to leave squares beside a king to be blocked, the smallest sets.
type openSets struct {
	king int
	sets []uint16
}

// doubtful returns the squares that a king comes to in so many moves, by near, and may be mated on as far as is known.
func (w *guardEntry) kingSquares(c *mateQuery, near []squareSet, moves int) iter.Seq[int] {
	within := near[min(moves, len(near)-1)]
	for i := range within {
		within[i] &= c.kingSquares[i] &^ w.noMate[i]
	}
	return within.all()
}

// mostViews is how many views a cast remembers at most, one in each place; it begins with room for leastViews.
const (
	minGuardCache = 1 << 8
	maxGuardCache = 1 << 14
)

// view returns what the pieces can do for a fare.
func (c *mateQuery) guardEntry(b *MateBound, most moveCost) *guardEntry {
	if b.moves[board.White].captured == nil {
		most.captures = 0
	}
	const apart = 1 << 40 // from the pieces, whose terms are below
	key := table.Mix(apart | uint64(len(c.mated))<<16 | uint64(most.captures)<<8 | uint64(most.own))
	for _, a := range c.mating {
		key += table.Mix(uint64(a.pieceType)<<16 | uint64(a.at)<<8 | 1)
	}
	if c.guardCached >= len(c.guardCache) && len(c.guardCache) < maxGuardCache {
		few := c.guardCache
		c.guardCache = make([]*guardEntry, max(minGuardCache, 8*len(few)))
		for _, w := range few {
			if w != nil {
				*c.guardSlot(w.key) = w
			}
		}
	}
	at := c.guardSlot(key)
	if *at == nil || (*at).key != key {
		*at = &guardEntry{key: key, budget: most}
		c.guardCached++
	}
	return *at
}

func (c *mateQuery) guardSlot(key uint64) **guardEntry {
	return &c.guardCache[key%uint64(len(c.guardCache))]
}

// at returns in which ways the pieces can leave squares beside a king open; none where they cannot do enough.
func (w *guardEntry) openSets(b *MateBound, c *mateQuery, king int) []uint16 {
	if w.noMate.has(king) {
		return nil
	}
	if w.known.has(king) {
		for i := range w.open {
			if w.open[i].king == king {
				return w.open[i].sets
			}
		}
	}
	w.known.add(king)
	ways := b.findOpenSets(c, king, w.budget)
	if len(ways) == 0 {
		w.noMate.add(king)
		return nil
	}
	w.open = append(w.open, openSets{king, ways})
	return ways
}

// openings returns the smallest sets of squares beside a king that the mating side's pieces leave open when they do for a
// fare what is needed besides; no set is larger than the number of pieces that could block.
func (b *MateBound) findOpenSets(c *mateQuery, king int, most moveCost) []uint16 {
	t := &c.guards
	if len(c.mating) > 64 {
		return nothingOpen
	}
	t.open, t.steps, t.needed, t.blockers = t.open[:0], maxGuardSteps, c.mustDo, len(c.mated)
	for mode := range b.tasks {
		if b.tasks[mode] == nil {
			continue
		}
		t.want = uint16(1)<<len(b.tasks[mode][king]) - 1 | c.mustDo
		t.pieces = t.pieces[:0]
		for _, a := range c.mating {
			t.pieces = append(t.pieces, b.optionsOf(mode, a.pieceType, king, a.at))
		}
		if t.search(0, 0, 0, most); t.steps < 0 {
			return nothingOpen
		}
	}
	return slices.Clone(t.open)
}

// troupe looks for what pieces of the mating side leave open.
type guardSearch struct {
	pieces   []*pieceOptions
	want     uint16
	needed   uint16
	blockers int // squares that may be left open
	steps    int // that may still be made
	open     []uint16
}

// mostSteps is how many choices are looked at; when they are spent, nothing is taken to be left open.
const maxGuardSteps = 1000

// done leaves no square open.
var nothingOpen = []uint16{0}

// try adds the sets that are left open when the pieces that are used do something, some squares are left open, and the
// other pieces have a fare left.
func (t *guardSearch) search(does, open uint16, used uint64, left moveCost) {
	if t.steps--; t.steps < 0 || slices.ContainsFunc(t.open, func(o uint16) bool { return o&^open == 0 }) {
		return
	}
	need := t.want &^ does &^ open
	if need == 0 {
		t.open = append(slices.DeleteFunc(t.open, func(o uint16) bool { return open&^o == 0 }), open)
		return
	}
	var once, twice uint16                              // what one piece could do, what several could
	missing := bits.OnesCount16(need|open) - t.blockers // things that are to be done at least
	for i, m := range t.pieces {
		if used>>i&1 == 0 {
			can := m.tasksWithin(left)
			twice |= once & can
			once |= can
			missing -= m.atOnce(left)
		}
	}
	if missing > 0 {
		return
	}
	if never := need &^ once; never != 0 {
		if never&t.needed != 0 || bits.OnesCount16(open|never) > t.blockers {
			return
		}
		if open, need = open|never, need&once; need == 0 {
			t.search(does, open, used, left)
			return
		}
	}
	bit := need &^ twice
	if bit == 0 {
		bit = need
	}
	if bit&checkTask != 0 {
		bit = checkTask
	}
	bit &= -bit
	for i, m := range t.pieces {
		if used>>i&1 != 0 || m.tasksWithin(left)&bit == 0 {
			continue
		}
		others := t.othersCan(used|1<<i, left)
		for j := range m.list {
			p := &m.list[j]
			if int(p.own) > left.own {
				break
			}
			if p.tasks&bit == 0 || int(p.captures) > left.captures {
				continue
			}
			if never := need &^ p.tasks &^ others; never&t.needed == 0 && bits.OnesCount16(open|never) <= t.blockers {
				t.search(does|p.tasks, open, used|1<<i, left.less(moveCost{int(p.own), int(p.captures)}))
			}
		}
	}
	if bit&t.needed == 0 && bits.OnesCount16(open) < t.blockers {
		t.search(does, open|bit, used, left)
	}
}

// others returns what the pieces that are not used could do, each thing for itself.
func (t *guardSearch) othersCan(used uint64, left moveCost) (can uint16) {
	for i, m := range t.pieces {
		if used>>i&1 == 0 {
			can |= m.tasksWithin(left)
		}
	}
	return can
}

// include adds a plan to those none of which does as much as another for less; those of few moves come first.
func addOption(plans []option, p option) []option {
	fewer := 0 // of fewer moves than p
	for i := 0; i < len(plans) && plans[i].own <= p.own; i++ {
		q := &plans[i]
		if q.captures <= p.captures && p.tasks&^q.tasks == 0 {
			return plans
		}
		if q.own < p.own {
			fewer = i + 1
		}
	}
	kept := plans[:fewer]
	for _, q := range plans[fewer:] {
		if p.captures > q.captures || q.tasks&^p.tasks != 0 {
			kept = append(kept, q)
		}
	}
	return slices.Insert(kept, fewer, p)
}

// blocked reports whether pieces of the king's side that are not used yet can come to all open squares.
func (b *MateBound) canBlock(c *mateQuery, king int, open uint16, used uint32, left moveCost) bool {
	if open == 0 {
		return true
	}
	for i := len(c.distances); i < len(c.mated); i++ {
		c.distances = append(c.distances, b.distancesFrom(board.Black, c.mated[i].pieceType, c.mated[i].at))
	}
	f, others := int(b.taskSquare[king][bits.TrailingZeros16(open)]), open&(open-1)
	for j, ways := range c.distances {
		if j < 32 && used>>j&1 != 0 {
			continue
		}
		carried := min(left.captures, len(ways)-1)
		if near := ways[carried].within; !near[min(left.own, len(near)-1)].has(f) {
			continue
		}
		if others == 0 {
			return true
		}
		for carried := range carried + 1 {
			n := moveCost{int(ways[carried].toSquare[f]), carried}
			if n.own <= left.own && b.canBlock(c, king, others, used|1<<min(j, 31), left.less(n)) {
				return true
			}
		}
	}
	return false
}
