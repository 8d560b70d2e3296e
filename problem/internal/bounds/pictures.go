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
type PictureTable struct {
	b            *MateBound
	c            *mateQuery
	pieces       []placedPiece // of the mating side, of the other, and its king at last
	mating       int           // how many are of the mating side
	finalSquares [][]finalSquare
	pictures     []byte // for each, and each of the pieces: free, taken, or seated and the number of a seat
}

// What becomes of a piece in a picture, if it has no seat.
const (
	fateUnused   = iota // the picture does not need it
	fateCaptured        // it has been captured
	fatePlaced          // it is on its first seat
)

// mostPictures bounds what is listed, and mostChoices what is looked at for it: worth times as much as in one position.
const (
	maxPictures     = 1 << 16
	maxListingSteps = 1 << 26
	listingFactor   = 4
)

// mostAlone is how many steps a thread makes before it asks whether to go on.
const stepsPerCheck = 1 << 12

// Play is play that is to end in a mate or stalemate.
type Ending struct {
	From  rules.Position
	Side  board.Color // that ends it
	Mate  bool        // else stalemate
	Turns int
	Moves [2]int // of that side and of the other
}

// Pictures lists the final pictures of a play, on so many threads; nil where they are too many.
func (b *MateBound) Pictures(play Ending, threads int, s *parallel.Stop) *PictureTable {
	turns, moves := play.Turns, play.Moves
	g := newPictureTable(b, &play)
	if g == nil || !g.fits(moves) {
		return nil
	}
	var halls []*kingWork
	for king, d := range b.distancesFrom(board.Black, g.c.king.pieceType, g.c.king.at)[0].toSquare {
		if cost := int(d); cost <= moves[1] {
			halls = append(halls, &kingWork{king: king, moves: cost})
		}
	}
	// Where the king is soon, most moves are left to the others: what takes longest should not come last.
	slices.SortStableFunc(halls, func(x, y *kingWork) int { return cmp.Compare(x.moves, y.moves) })
	list, most := parallel.NewStop(nil), min(listingFactor*stepBudget(turns, maxListingSteps), maxListingSteps)
	var looks atomic.Int64 // of all threads, in steps of mostAlone
	enough := int64(most + stepsPerCheck*threads*len(halls))
	left, all := most, true
	parallel.Run(threads, len(halls), list, func() parallel.Worker[[]*kingPictures] {
		w := newPictureTable(b, &play)
		hang := w.lister(moves, most, func() bool { return list.Stopped() || s.Stopped() || looks.Add(stepsPerCheck) > enough })
		return parallel.Worker[[]*kingPictures]{
			Do: func(i int) []*kingPictures { return halls[i].choices.Finish(hang(halls[i])) },
			Help: func(i int, _ *parallel.Stop) {
				halls[i].choices.Help(func() *kingPictures { return hang(halls[i]) })
			},
		}
	}, func(_ int, walls []*kingPictures) bool {
		var known map[string]bool
		if len(walls) > 1 {
			known = map[string]bool{}
		}
		for _, w := range walls {
			if all = all && w != nil && g.add(w, known); all {
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
type kingWork struct {
	king, moves int
	choices     parallel.Choices[*kingPictures]
}

// newGallery returns a Pictures with nothing in it yet; nil where there is no king.
func newPictureTable(b *MateBound, play *Ending) *PictureTable {
	c := &mateQuery{mustDo: tasksFor(play.Mate), turns: play.Turns, kingSquares: everySquare}
	if b.lines == nil || !b.read(play.From, play.Side, c) {
		return nil
	}
	g := &PictureTable{b: b, c: c, mating: len(c.mating)}
	g.pieces = append(append(append(g.pieces, c.mating...), c.mated...), c.king)
	g.finalSquares = make([][]finalSquare, len(g.pieces))
	return g
}

// wall is what a Pictures has of one square of the king.
type kingPictures struct {
	seats    [][]finalSquare
	pictures []byte
	steps    int // that it took to list them
}

// fits reports whether pictures can be listed at all.
func (g *PictureTable) fits(moves [2]int) bool {
	if g.c.mustDo == 0 {
		return g.c.stalemate.prepare(g.b, g.c, moves[0], moves[1])
	}
	return new(mateFinder).prepare(g.b, g.c, moves[0], moves[1])
}

// hanger returns what lists the pictures of a hall; it returns nil when they are too many.
func (g *PictureTable) lister(moves [2]int, most int, halted func() bool) func(*kingWork) *kingPictures {
	white, black := moves[0], moves[1]
	row := &pictureBuilder{PictureTable: g, codes: make([]byte, len(g.pieces))}
	find := g.mates
	if g.c.mustDo == 0 {
		find = g.stalemates
	}
	list := find(row, white, black, halted)
	return func(r *kingWork) *kingPictures {
		g.finalSquares, g.pictures, row.known = make([][]finalSquare, len(g.pieces)), nil, map[string]bool{}
		left, open := most, g.c.guardEntry(g.b, moveCost{white, black}).openSets(g.b, g.c, r.king)
		for _, o := range open {
			if g.b.canBlock(g.c, r.king, o, 0, moveCost{own: black - r.moves}) {
				if list(r, open, &left) {
					return nil
				}
				break
			}
		}
		return &kingPictures{seats: g.finalSquares, pictures: g.pictures, steps: most - left}
	}
}

// join puts in what another Pictures has of one square of the king, but for what is known of that square, if that is kept; it reports false when there are too many pictures.
func (g *PictureTable) add(w *kingPictures, known map[string]bool) bool {
	var codes [][]byte // by piece and its code there
	for man, seats := range w.seats {
		code := []byte{fateUnused, fateCaptured}
		for _, at := range seats {
			n, ok := g.code(man, at)
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
	return len(g.pictures) <= maxPictures*len(g.pieces)
}

// seat returns the code of a seat of a piece; ok is false when it has too many.
func (g *PictureTable) code(man int, at finalSquare) (code byte, ok bool) {
	seats := &g.finalSquares[man]
	i := slices.IndexFunc(*seats, func(s finalSquare) bool {
		return s.pieceType == at.pieceType && s.at == at.at && s.lastMove == at.lastMove
	})
	if i < 0 {
		i = len(*seats)
		*seats = append(*seats, at)
	}
	return byte(fatePlaced + i), fatePlaced+i <= 255
}

// stalemates returns what puts the pictures of stalemates of a hall into a row; it reports true when they are too many, or are not found in so many
// steps.
func (g *PictureTable) stalemates(row *pictureBuilder, white, black int, halted func() bool) func(r *kingWork, open []uint16, steps *int) bool {
	s := &g.c.stalemate
	s.prepare(g.b, g.c, white, black)
	s.halted = halted
	index := map[int]int{}
	for i, a := range g.pieces {
		index[a.at] = i
	}
	s.found = func() bool {
		row.begin(s.king)
		for i := range g.mating {
			if s.used[i] {
				row.place(i, s.at[i])
			}
		}
		for i := range s.groups {
			man := index[s.groups[i].piece.at]
			if s.fates[i].pieceType == 0 {
				row.codes[man] = fateCaptured
			} else {
				row.place(man, s.fates[i])
			}
		}
		return row.end()
	}
	return func(r *kingWork, open []uint16, steps *int) bool {
		s.steps, s.share = *steps, r.choices.Share()
		defer func() { *steps = s.steps }()
		return s.possible(r.king, r.moves, open)
	}
}

// mates does the same for mates.
func (g *PictureTable) mates(row *pictureBuilder, white, black int, halted func() bool) func(r *kingWork, open []uint16, steps *int) bool {
	n := &mateFinder{halted: halted}
	n.prepare(g.b, g.c, white, black)
	n.found = func() bool {
		row.begin(n.king)
		for i := range g.mating {
			if n.used[i] {
				row.place(i, n.at[i])
			}
		}
		for i := range g.c.mated {
			if n.blocks[i].pieceType != 0 {
				row.place(g.mating+i, n.blocks[i])
			}
		}
		return row.end()
	}
	return func(r *kingWork, _ []uint16, steps *int) bool {
		n.steps, n.share = *steps, r.choices.Share()
		defer func() { *steps = n.steps }()
		return n.find(r.king, white, black-r.moves)
	}
}

// row is a picture to be put into a Pictures.
type pictureBuilder struct {
	*PictureTable
	codes []byte
	known map[string]bool
	full  bool
}

func (r *pictureBuilder) begin(king int) {
	clear(r.codes)
	r.place(len(r.codes)-1, finalSquare{pieceType: r.c.king.pieceType, at: uint8(king)})
}

// sit gives a piece a seat.
func (r *pictureBuilder) place(man int, at finalSquare) {
	code, ok := r.code(man, at)
	r.codes[man], r.full = code, r.full || !ok
}

// end puts the picture in, unless it is there, and reports whether there are too many.
func (r *pictureBuilder) end() bool {
	if !r.known[string(r.codes)] {
		r.known[string(r.codes)] = true
		r.pictures = append(r.pictures, r.codes...)
	}
	return r.full || len(r.known) > maxPictures
}

// Follower is a walk through a Pictures.
type Follower struct {
	*PictureTable
	costRows    [][][]byte     // by piece and place, kinds one after another, once it has come there: the moves it has to make, by what becomes of it
	pieces      []placedPiece  // where the pieces are now, of kind 0 when captured
	current     [][]byte       // their rows
	nearerMoves [][][]bitboard // by piece and place, once asked for: nearer
	pieceOn     [64]int8       // by square, the piece there, or nobody
	levels      []followLevel
	depth       int
}

const nobody = -1

// level is the pictures that are left after a step, and what the step has changed.
type followLevel struct {
	left    []openPicture
	useful  UsefulMoves // memory for those that are asked for
	changed [3]change
	n       int // of changed
}

// change is of a piece: where it was, and where it has come.
type change struct {
	piece    int8
	was, now placedPiece
}

// sight is a picture and what it still takes, in one word: where it is in the Pictures, and in a byte each the moves of the mating side and of
// the other, and how many pieces are still to be captured.
type openPicture uint64

// Where the bytes of a sight begin.
const (
	movesShift    = 32 // and 8 more for the other side
	capturesShift = 48
)

// The highest bits of these bytes are never set, but in limits.
const topBits = openPicture(0x808080) << movesShift

// limitsOf returns what no sight may be more than in any byte.
func limitsOf(moves [2]int) openPicture {
	return topBits | openPicture(moves[0])<<movesShift | openPicture(moves[1])<<(movesShift+8) | openPicture(moves[0])<<capturesShift | (1<<movesShift - 1)
}

func (s openPicture) within(limits openPicture) bool { return (limits-s)&topBits == topBits }

// Follow begins a walk in which the mating side and the other have so many moves.
func (g *PictureTable) Follow(moves [2]int) *Follower {
	v := &Follower{PictureTable: g, costRows: make([][][]byte, len(g.pieces)), levels: make([]followLevel, 1), pieces: slices.Clone(g.pieces),
		current: make([][]byte, len(g.pieces)), nearerMoves: make([][][]bitboard, len(g.pieces))}
	for sq := range v.pieceOn {
		v.pieceOn[sq] = nobody
	}
	for i, a := range g.pieces {
		places := (len(g.b.v.Army) + 1) * g.b.v.Size.Area()
		v.costRows[i], v.nearerMoves[i] = make([][]byte, places), make([][]bitboard, places)
		v.put(int8(i), a)
	}
	n, limits := len(g.pieces), limitsOf(moves)
	for i := 0; i < len(g.pictures); i += n {
		s := openPicture(i)
		for j, what := range g.pictures[i : i+n] {
			s += openPicture(v.current[j][what]) << g.shift(j)
			if what == fateCaptured {
				s += 1 << capturesShift
			}
		}
		if s.within(limits) {
			v.levels[0].left = append(v.levels[0].left, s)
		}
	}
	return v
}

// side is 0 for a piece of the mating side, 1 for one of the other.
func (g *PictureTable) side(man int) int {
	if man < g.mating {
		return 0
	}
	return 1
}

// shift returns where a sight has the moves of a piece's side.
func (g *PictureTable) shift(man int) int { return movesShift + 8*g.side(man) }

// never is more than there are moves, and so little that a byte of a sight has room for both.
const impossible = 100

// row returns how many moves a piece has still to make from where it is, by what becomes of it.
func (v *Follower) costsOf(man int, a placedPiece) []byte {
	known := &v.costRows[man][int(a.pieceType)*v.b.v.Size.Area()+a.at]
	if *known != nil {
		return *known
	}
	made := make([]byte, fatePlaced, fatePlaced+len(v.finalSquares[man]))
	for _, s := range v.finalSquares[man] {
		n := byte(impossible)
		if a.pieceType != 0 {
			routes := v.b.distancesFrom(board.Color(v.side(man)), a.pieceType, a.at)
			switch {
			case s.pieceType == anyType:
				n = routes[0].toSquare[s.at]
			case s.lastMove:
				n = v.b.comesFor(a, s)
			default:
				n = routes[0].toState[v.b.state(s.pieceType, int(s.at))]
			}
		}
		made = append(made, min(n, impossible))
	}
	*known = made
	return made
}

// Step follows a move that is about to be made, after which each side has so many moves. It reports false, and stays where it is, when
// no picture is left. Before the last move it is enough that there is one.
func (v *Follower) Step(m rules.Move, moves [2]int, last bool) bool {
	c, limits := v.c, limitsOf(moves)
	if len(v.levels) == v.depth+1 {
		v.levels = append(v.levels, followLevel{})
	}
	old, next := &v.levels[v.depth], &v.levels[v.depth+1]
	if next.n = 0; len(old.left) == 0 {
		return false
	}
	from, to, captured := c.orient(v.b, m.From()), c.orient(v.b, m.To()), int8(nobody)
	man := v.pieceOn[from]
	switch m.Form() {
	case rules.Castle:
		kingTo, rookTo := v.b.v.CastlingSquares(m.From(), m.To())
		rook := v.pieceOn[to]
		next.add(v, rook, placedPiece{v.pieces[rook].pieceType, c.orient(v.b, rookTo)})
		to = c.orient(v.b, kingTo)
	case rules.EnPassant:
		size := v.b.v.Size
		captured = v.pieceOn[c.orient(v.b, size.At(size.File(m.To()), size.Rank(m.From())))]
	default:
		captured = v.pieceOn[to]
	}
	if captured != nobody {
		next.add(v, captured, placedPiece{})
	}
	pieceType := v.pieces[man].pieceType
	if q := m.Promotion(); q != 0 {
		pieceType = q
	}
	next.add(v, man, placedPiece{pieceType, to})
	if v.filter(old, next, captured, limits, last); len(next.left) == 0 {
		return false
	}
	for _, x := range next.changed[:next.n] {
		v.put(x.piece, x.now)
	}
	v.depth++
	return true
}

func (l *followLevel) add(v *Follower, man int8, to placedPiece) {
	l.changed[l.n] = change{man, v.pieces[man], to}
	l.n++
}

// put puts a piece where nobody stays, or takes it away.
func (v *Follower) put(man int8, to placedPiece) {
	if was := v.pieces[man]; was.pieceType != 0 && v.pieceOn[was.at] == man {
		v.pieceOn[was.at] = nobody
	}
	if v.pieces[man] = to; to.pieceType != 0 {
		v.pieceOn[to.at] = man
	}
	v.current[man] = v.costsOf(int(man), to)
}

// keep keeps the pictures that are left after a step.
func (v *Follower) filter(old, next *followLevel, captured int8, limits openPicture, last bool) {
	next.left = next.left[:0]
	if cap(next.left) < len(old.left) {
		next.left = make([]openPicture, 0, len(old.left))
	}
	left, n := next.left[:len(old.left)], 0
	var was, now [3][]byte
	var shift [3]int
	for i, x := range next.changed[:next.n] {
		was[i], now[i], shift[i] = v.current[x.piece], v.costsOf(int(x.piece), x.now), v.shift(int(x.piece))
	}
	if next.n == 1 { // most moves
		was, now, shift := was[0], now[0], shift[0]&63
		pictures := v.pictures[next.changed[0].piece:]
		for _, s := range old.left {
			what := pictures[uint32(s)]
			s += (openPicture(now[what]) - openPicture(was[what])) << shift
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
			if now[i][code] == impossible {
				continue sights
			}
			s += (openPicture(now[i][code]) - openPicture(was[i][code])) << shift[i]
		}
		if captured != nobody && what[captured] == fateCaptured {
			s -= 1 << capturesShift
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
const maxUsefulPictures = 32

// Paths say to which squares pieces may move next: all where they are nil, else by piece.
type UsefulMoves []bitboard

// Paths returns which moves of a side (0 the mating one) keep a picture, when it has so many moves after that, until it is asked for again at this step. If the pieces of a side
// have one more to make for a picture, it is kept only by a move that brings one of them nearer. Castling is not judged.
func (v *Follower) UsefulMoves(side, moves int) UsefulMoves {
	if v == nil {
		return nil
	}
	l := &v.levels[v.depth]
	if len(l.left) > maxUsefulPictures {
		return nil
	}
	first, last := 0, v.mating
	if side != 0 {
		first, last = v.mating, len(v.pieces)
	}
	if clear(l.useful); l.useful == nil {
		l.useful = make(UsefulMoves, len(v.pieces))
	}
	for _, s := range l.left {
		over := int(s>>(movesShift+8*side)&0x7f) - moves
		if over <= 0 {
			return nil
		}
		for i, what := range v.pictures[uint32(s):][first:last] {
			if int(v.current[first+i][what]) >= over {
				l.useful[first+i] |= v.nearerSquares(first + i)[what]
			}
		}
	}
	return l.useful
}

// nearer returns to which squares a piece may move on an empty board so that it has fewer moves still to make, by what becomes of it.
func (v *Follower) nearerSquares(man int) []bitboard {
	a, area := v.pieces[man], v.b.v.Size.Area()
	known := &v.nearerMoves[man][int(a.pieceType)*area+a.at]
	if *known != nil {
		return *known
	}
	now := v.current[man]
	to := make([]bitboard, len(now))
	for pieceType, at := range v.b.moves[v.side(man)].own[v.b.state(a.pieceType, a.at)].all() {
		for what, moves := range v.costsOf(man, placedPiece{pieceType, at}) {
			if moves < now[what] {
				to[what] |= squareBit(at)
			}
		}
	}
	*known = to
	return to
}

// Strays reports whether m goes none of the ways that keep a picture.
func (v *Follower) Excludes(p UsefulMoves, m rules.Move) bool {
	return p != nil && m.Form() != rules.Castle && p[v.pieceOn[v.c.orient(v.b, m.From())]]&squareBit(v.c.orient(v.b, m.To())) == 0
}

// Back takes the last step back.
func (v *Follower) Undo() {
	l := &v.levels[v.depth]
	for i := l.n - 1; i >= 0; i-- {
		v.put(l.changed[i].piece, l.changed[i].was)
	}
	v.depth--
}
