package bounds

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/rules"
)

// Where all final pictures of a mate or stalemate can be listed before the play begins, the play carries the list with it: after
// each move, those pictures are left whose pieces can still come to their places. A line is given up when none is left.

// Pictures is all final pictures that a script can end in.
type Pictures struct {
	b        *Bound
	c        *cast
	pieces   []actor // of the mating side, of the other, and its king at last
	mating   int     // how many are of the mating side
	seats    [][]seat
	pictures []byte // for each, and each of the pieces: free, taken, or seated and the number of a seat
}

// What becomes of a piece in a picture, if it has no seat.
const (
	free   = iota // the picture does not need it
	taken         // it has been captured
	seated        // it is on its first seat
)

// mostPictures bounds what is listed, and mostChoices what is looked at for it: worth times as much as in one position.
const (
	mostPictures = 1 << 16
	mostChoices  = 1 << 26
	worth        = 4
)

// mostAlone is how many steps a thread makes before it asks whether to go on.
const mostAlone = 1 << 12

// Play is play that is to end in a mate or stalemate.
type Play struct {
	From  rules.Position
	Side  board.Color // that ends it
	Mate  bool        // else stalemate
	Turns int
	Moves [2]int // of that side and of the other
}

// Pictures lists the final pictures of a play, on so many threads; nil where they are too many.
func (b *Bound) Pictures(play Play, threads int, s *parallel.Stop) *Pictures {
	turns, moves := play.Turns, play.Moves
	g := newGallery(b, &play)
	if g == nil || !g.fits(moves) {
		return nil
	}
	var halls []*hall
	for king, d := range b.routesOf(board.Black, g.c.king.pieceType, g.c.king.at)[0].any {
		if cost := int(d); cost <= moves[1] {
			halls = append(halls, &hall{king: king, cost: cost})
		}
	}
	// Where the king is soon, most moves are left to the others: what takes longest should not come last.
	slices.SortStableFunc(halls, func(x, y *hall) int { return cmp.Compare(x.cost, y.cost) })
	list, most := parallel.NewStop(nil), min(worth*effort(turns, mostChoices), mostChoices)
	var looks atomic.Int64 // of all threads, in steps of mostAlone
	enough := int64(most + mostAlone*threads*len(halls))
	left, all := most, true
	parallel.Run(threads, len(halls), list, func() parallel.Worker[[]*wall] {
		w := newGallery(b, &play)
		hang := w.hanger(moves, most, func() bool { return list.Stopped() || s.Stopped() || looks.Add(mostAlone) > enough })
		return parallel.Worker[[]*wall]{
			Do: func(i int) []*wall { return halls[i].choices.Finish(hang(halls[i])) },
			Help: func(i int, _ *parallel.Stop) {
				halls[i].choices.Help(func() *wall { return hang(halls[i]) })
			},
		}
	}, func(_ int, walls []*wall) bool {
		var known map[string]bool
		if len(walls) > 1 {
			known = map[string]bool{}
		}
		for _, w := range walls {
			if all = all && w != nil && g.join(w, known); all {
				left -= w.steps
				all = left >= 0
			}
		}
		return all
	})
	if !all {
		return nil
	}
	return g
}

// hall is the work on one square of the king, to which it comes in so many moves.
type hall struct {
	king, cost int
	choices    parallel.Choices[*wall]
}

// newGallery returns a Pictures with nothing in it yet; nil where there is no king.
func newGallery(b *Bound, play *Play) *Pictures {
	c := &cast{needed: needs(play.Mate), turns: play.Turns, kings: allSquares}
	if b.lanes == nil || !b.cast(play.From, play.Side, c) {
		return nil
	}
	g := &Pictures{b: b, c: c, mating: len(c.mating)}
	g.pieces = append(append(append(g.pieces, c.mating...), c.mated...), c.king)
	g.seats = make([][]seat, len(g.pieces))
	return g
}

// wall is what a Pictures has of one square of the king.
type wall struct {
	seats    [][]seat
	pictures []byte
	steps    int // that it took to list them
}

// fits reports whether pictures can be listed at all.
func (g *Pictures) fits(moves [2]int) bool {
	if g.c.needed == 0 {
		return g.c.still.prepare(g.b, g.c, moves[0], moves[1])
	}
	return new(net).prepare(g.b, g.c, moves[0], moves[1])
}

// hanger returns what lists the pictures of a hall; it returns nil when they are too many.
func (g *Pictures) hanger(moves [2]int, most int, halted func() bool) func(*hall) *wall {
	white, black := moves[0], moves[1]
	row := &row{Pictures: g, fates: make([]byte, len(g.pieces))}
	find := g.mates
	if g.c.needed == 0 {
		find = g.stalemates
	}
	list := find(row, white, black, halted)
	return func(r *hall) *wall {
		g.seats, g.pictures, row.known = make([][]seat, len(g.pieces)), nil, map[string]bool{}
		left, open := most, g.c.view(g.b, fare{white, black}).at(g.b, g.c, r.king)
		for _, o := range open {
			if g.b.blocked(g.c, r.king, o, 0, fare{own: black - r.cost}) {
				if list(r, open, &left) {
					return nil
				}
				break
			}
		}
		return &wall{seats: g.seats, pictures: g.pictures, steps: most - left}
	}
}

// join puts in what another Pictures has of one square of the king, but for what is known of that square, if that is kept; it reports false when there are too many pictures.
func (g *Pictures) join(w *wall, known map[string]bool) bool {
	var codes [][]byte // by piece and its code there
	for man, seats := range w.seats {
		code := []byte{free, taken}
		for _, at := range seats {
			n, ok := g.seat(man, at)
			if !ok {
				return false
			}
			code = append(code, n)
		}
		codes = append(codes, code)
	}
	for n := len(g.pieces); len(w.pictures) > 0; w.pictures = w.pictures[n:] {
		at := len(g.pictures)
		for man, what := range w.pictures[:n] {
			g.pictures = append(g.pictures, codes[man][what])
		}
		switch {
		case known == nil:
		case known[string(g.pictures[at:])]:
			g.pictures = g.pictures[:at]
		default:
			known[string(g.pictures[at:])] = true
		}
	}
	return len(g.pictures) <= mostPictures*len(g.pieces)
}

// seat returns the code of a seat of a piece; ok is false when it has too many.
func (g *Pictures) seat(man int, at seat) (code byte, ok bool) {
	seats := &g.seats[man]
	i := slices.IndexFunc(*seats, func(s seat) bool { return s.pieceType == at.pieceType && s.at == at.at && s.last == at.last })
	if i < 0 {
		i = len(*seats)
		*seats = append(*seats, at)
	}
	return byte(seated + i), seated+i <= 255
}

// stalemates returns what puts the pictures of stalemates of a hall into a row; it reports true when they are too many, or are not found in so many
// steps.
func (g *Pictures) stalemates(row *row, white, black int, halted func() bool) func(r *hall, open []uint16, steps *int) bool {
	s := &g.c.still
	s.prepare(g.b, g.c, white, black)
	s.halted = halted
	index := map[int]int{}
	for i, a := range g.pieces {
		index[a.at] = i
	}
	s.keep = func() bool {
		row.begin(s.king)
		for i := range g.mating {
			if s.used[i] {
				row.sit(i, s.at[i])
			}
		}
		for i := range s.groups {
			man := index[s.groups[i].piece.at]
			if s.fates[i].pieceType == 0 {
				row.fates[man] = taken
			} else {
				row.sit(man, s.fates[i])
			}
		}
		return row.end()
	}
	return func(r *hall, open []uint16, steps *int) bool {
		s.steps, s.share = *steps, r.choices.Share()
		defer func() { *steps = s.steps }()
		return s.possible(r.king, r.cost, open)
	}
}

// mates does the same for mates.
func (g *Pictures) mates(row *row, white, black int, halted func() bool) func(r *hall, open []uint16, steps *int) bool {
	n := &net{halted: halted}
	n.prepare(g.b, g.c, white, black)
	n.keep = func() bool {
		row.begin(n.king)
		for i := range g.mating {
			if n.used[i] {
				row.sit(i, n.at[i])
			}
		}
		for i := range g.c.mated {
			if n.fates[i].pieceType != 0 {
				row.sit(g.mating+i, n.fates[i])
			}
		}
		return row.end()
	}
	return func(r *hall, _ []uint16, steps *int) bool {
		n.steps, n.share = *steps, r.choices.Share()
		defer func() { *steps = n.steps }()
		return n.find(r.king, white, black-r.cost)
	}
}

// row is a picture to be put into a Pictures.
type row struct {
	*Pictures
	fates []byte
	known map[string]bool
	full  bool
}

func (r *row) begin(king int) {
	clear(r.fates)
	r.sit(len(r.fates)-1, seat{pieceType: r.c.king.pieceType, at: uint8(king)})
}

// sit gives a piece a seat.
func (r *row) sit(man int, at seat) {
	code, ok := r.seat(man, at)
	r.fates[man], r.full = code, r.full || !ok
}

// end puts the picture in, unless it is there, and reports whether there are too many.
func (r *row) end() bool {
	if !r.known[string(r.fates)] {
		r.known[string(r.fates)] = true
		r.pictures = append(r.pictures, r.fates...)
	}
	return r.full || len(r.known) > mostPictures
}

// Follower is a walk through a Pictures.
type Follower struct {
	*Pictures
	rows   [][][]byte // by piece and place, kinds one after another, once it has come there: the moves it has to make, by what becomes of it
	pieces []actor    // where the pieces are now, of kind 0 when captured
	still  [][]byte   // their rows
	ways   [][][]set  // by piece and place, once asked for: nearer
	on     [64]int8   // by square, the piece there, or nobody
	levels []level
	depth  int
}

const nobody = -1

// level is the pictures that are left after a step, and what the step has changed.
type level struct {
	left    []sight
	Paths   Paths // memory for those that are asked for
	changed [3]change
	n       int // of changed
}

// change is of a piece: where it was, and where it has come.
type change struct {
	piece    int8
	was, now actor
}

// sight is a picture and what it still takes, in one word: where it is in the Pictures, and in a byte each the moves of the mating side and of
// the other, and how many pieces are still to be captured.
type sight uint64

// Where the bytes of a sight begin.
const (
	ofMoves = 32 // and 8 more for the other side
	ofPrey  = 48
)

// The highest bits of these bytes are never set, but in limits.
const topBits = sight(0x808080) << ofMoves

// limitsOf returns what no sight may be more than in any byte.
func limitsOf(moves [2]int) sight {
	return topBits | sight(moves[0])<<ofMoves | sight(moves[1])<<(ofMoves+8) | sight(moves[0])<<ofPrey | (1<<ofMoves - 1)
}

func (s sight) within(limits sight) bool { return (limits-s)&topBits == topBits }

// Follow begins a walk in which the mating side and the other have so many moves.
func (g *Pictures) Follow(moves [2]int) *Follower {
	v := &Follower{Pictures: g, rows: make([][][]byte, len(g.pieces)), levels: make([]level, 1), pieces: slices.Clone(g.pieces),
		still: make([][]byte, len(g.pieces)), ways: make([][][]set, len(g.pieces))}
	for sq := range v.on {
		v.on[sq] = nobody
	}
	for i, a := range g.pieces {
		places := (len(g.b.v.Army) + 1) * g.b.v.Size.Area()
		v.rows[i], v.ways[i] = make([][]byte, places), make([][]set, places)
		v.put(int8(i), a)
	}
	n, limits := len(g.pieces), limitsOf(moves)
	for i := 0; i < len(g.pictures); i += n {
		s := sight(i)
		for j, what := range g.pictures[i : i+n] {
			s += sight(v.still[j][what]) << g.shift(j)
			if what == taken {
				s += 1 << ofPrey
			}
		}
		if s.within(limits) {
			v.levels[0].left = append(v.levels[0].left, s)
		}
	}
	return v
}

// side is 0 for a piece of the mating side, 1 for one of the other.
func (g *Pictures) side(man int) int {
	if man < g.mating {
		return 0
	}
	return 1
}

// shift returns where a sight has the moves of a piece's side.
func (g *Pictures) shift(man int) int { return ofMoves + 8*g.side(man) }

// never is more than there are moves, and so little that a byte of a sight has room for both.
const never = 100

// row returns how many moves a piece has still to make from where it is, by what becomes of it.
func (v *Follower) row(man int, a actor) []byte {
	known := &v.rows[man][int(a.pieceType)*v.b.v.Size.Area()+a.at]
	if *known != nil {
		return *known
	}
	made := make([]byte, seated, seated+len(v.seats[man]))
	for _, s := range v.seats[man] {
		n := byte(never)
		if a.pieceType != 0 {
			routes := v.b.routesOf(board.Color(v.side(man)), a.pieceType, a.at)
			switch {
			case s.pieceType == whatever:
				n = routes[0].any[s.at]
			case s.last:
				n = v.b.comes(a, s)
			default:
				n = routes[0].as[v.b.state(s.pieceType, int(s.at))]
			}
		}
		made = append(made, min(n, never))
	}
	*known = made
	return made
}

// Step follows a move that is about to be made, after which each side has so many moves. It reports false, and stays where it is, when
// no picture is left. Before the last move it is enough that there is one.
func (v *Follower) Step(m rules.Move, moves [2]int, last bool) bool {
	c, limits := v.c, limitsOf(moves)
	if len(v.levels) == v.depth+1 {
		v.levels = append(v.levels, level{})
	}
	old, next := &v.levels[v.depth], &v.levels[v.depth+1]
	if next.n = 0; len(old.left) == 0 {
		return false
	}
	from, to, captured := c.seen(v.b, m.From()), c.seen(v.b, m.To()), int8(nobody)
	man := v.on[from]
	switch m.Form() {
	case rules.Castle:
		kingTo, rookTo := v.b.v.CastlingSquares(m.From(), m.To())
		rook := v.on[to]
		next.add(v, rook, actor{v.pieces[rook].pieceType, c.seen(v.b, rookTo)})
		to = c.seen(v.b, kingTo)
	case rules.EnPassant:
		size := v.b.v.Size
		captured = v.on[c.seen(v.b, size.At(size.File(m.To()), size.Rank(m.From())))]
	default:
		captured = v.on[to]
	}
	if captured != nobody {
		next.add(v, captured, actor{})
	}
	pieceType := v.pieces[man].pieceType
	if q := m.Promotion(); q != 0 {
		pieceType = q
	}
	next.add(v, man, actor{pieceType, to})
	if v.keep(old, next, captured, limits, last); len(next.left) == 0 {
		return false
	}
	for _, x := range next.changed[:next.n] {
		v.put(x.piece, x.now)
	}
	v.depth++
	return true
}

func (l *level) add(v *Follower, man int8, to actor) {
	l.changed[l.n] = change{man, v.pieces[man], to}
	l.n++
}

// put puts a piece where nobody stays, or takes it away.
func (v *Follower) put(man int8, to actor) {
	if was := v.pieces[man]; was.pieceType != 0 && v.on[was.at] == man {
		v.on[was.at] = nobody
	}
	if v.pieces[man] = to; to.pieceType != 0 {
		v.on[to.at] = man
	}
	v.still[man] = v.row(int(man), to)
}

// keep keeps the pictures that are left after a step.
func (v *Follower) keep(old, next *level, captured int8, limits sight, last bool) {
	next.left = next.left[:0]
	if cap(next.left) < len(old.left) {
		next.left = make([]sight, 0, len(old.left))
	}
	left, n := next.left[:len(old.left)], 0
	var was, now [3][]byte
	var shift [3]int
	for i, x := range next.changed[:next.n] {
		was[i], now[i], shift[i] = v.still[x.piece], v.row(int(x.piece), x.now), v.shift(int(x.piece))
	}
	if next.n == 1 { // most moves
		was, now, shift := was[0], now[0], shift[0]&63
		pictures := v.pictures[next.changed[0].piece:]
		for _, s := range old.left {
			what := pictures[uint32(s)]
			s += (sight(now[what]) - sight(was[what])) << shift
			if left[n] = s; s.within(limits) {
				if n++; last {
					break
				}
			}
		}
		next.left = left[:n]
		return
	}
sights:
	for _, s := range old.left {
		what := v.pictures[uint32(s):][:len(v.pieces)]
		for i, x := range next.changed[:next.n] {
			code := what[x.piece]
			if now[i][code] == never {
				continue sights
			}
			s += (sight(now[i][code]) - sight(was[i][code])) << shift[i]
		}
		if captured != nobody && what[captured] == taken {
			s -= 1 << ofPrey
		}
		if left[n] = s; s.within(limits) {
			if n++; last {
				break
			}
		}
	}
	next.left = left[:n]
}

// fewSights is up to how many pictures each is asked who may move.
const fewSights = 32

// Paths say to which squares pieces may move next: all where they are nil, else by piece.
type Paths []set

// Paths returns which moves of a side (0 the mating one) keep a picture, when it has so many moves after that, until it is asked for again at this step. If the pieces of a side
// have one more to make for a picture, it is kept only by a move that brings one of them nearer. Castling is not judged.
func (v *Follower) Paths(side, moves int) Paths {
	if v == nil {
		return nil
	}
	l := &v.levels[v.depth]
	if len(l.left) > fewSights {
		return nil
	}
	first, last := 0, v.mating
	if side != 0 {
		first, last = v.mating, len(v.pieces)
	}
	if clear(l.Paths); l.Paths == nil {
		l.Paths = make(Paths, len(v.pieces))
	}
	for _, s := range l.left {
		over := int(s>>(ofMoves+8*side)&0x7f) - moves
		if over <= 0 {
			return nil
		}
		for i, what := range v.pictures[uint32(s):][first:last] {
			if int(v.still[first+i][what]) >= over {
				l.Paths[first+i] |= v.nearer(first + i)[what]
			}
		}
	}
	return l.Paths
}

// nearer returns to which squares a piece may move on an empty board so that it has fewer moves still to make, by what becomes of it.
func (v *Follower) nearer(man int) []set {
	a, area := v.pieces[man], v.b.v.Size.Area()
	known := &v.ways[man][int(a.pieceType)*area+a.at]
	if *known != nil {
		return *known
	}
	now := v.still[man]
	to := make([]set, len(now))
	for pieceType, at := range v.b.graphs[v.side(man)].own[v.b.state(a.pieceType, a.at)].all() {
		for what, moves := range v.row(man, actor{pieceType, at}) {
			if moves < now[what] {
				to[what] |= one(at)
			}
		}
	}
	*known = to
	return to
}

// Strays reports whether m goes none of the ways that keep a picture.
func (v *Follower) Strays(p Paths, m rules.Move) bool {
	return p != nil && m.Form() != rules.Castle && p[v.on[v.c.seen(v.b, m.From())]]&one(v.c.seen(v.b, m.To())) == 0
}

// Back takes the last step back.
func (v *Follower) Back() {
	l := &v.levels[v.depth]
	for i := l.n - 1; i >= 0; i-- {
		v.put(l.changed[i].piece, l.changed[i].was)
	}
	v.depth--
}
