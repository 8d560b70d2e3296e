package bounds

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/rules"
)

// This file carries a PictureTable along a line: after each move, those pictures are left whose
// pieces can still come to their final squares. The line is lost when none is left. proofgame.go
// comes next.

// noPiece stands for the piece on an empty square.
const noPiece = -1

// impossible is the cost of a final square that a piece cannot reach. It is more than any number of
// moves, and two of them fit a byte of an openPicture.
const impossible = 100

// Follower follows the moves of a line through a PictureTable. Only one thread may use it.
type Follower struct {
	*PictureTable
	pieces  []distance.Piece // where the pieces are now, with type 0 if captured
	pieceOn [64]int8         // by square: the piece there, or noPiece
	costs   [][]byte         // by piece: the moves to each fate, from where it is now
	levels  []followLevel
	depth   int

	knownCosts  [][][]byte     // by piece and its state: costs, once they are known
	knownNearer [][][]bitboard // by piece and its state: nearerSquares, once they are known
}

// followLevel is what a step leaves and changes.
type followLevel struct {
	left    []openPicture
	useful  UsefulMoves // reused memory
	changed [3]change
	n       int // how many pieces have changed
}

// change is what happens to a piece in a step. A captured piece has type 0.
type change struct {
	piece       int8
	before, now distance.Piece
}

// openPicture is a picture and what it still needs, in one word. From the lowest bits up: its start
// in PictureTable.pictures; the moves of the mating side and of the mated side; the captures by the
// mating side.
type openPicture uint64

// The lowest bits of the counts, which have 8 bits each.
const (
	movesShift    = 32 // the mated side's moves are 8 bits up
	capturesShift = 48
)

// topBits are the highest bits of the counts. They are set only in limits.
const topBits = openPicture(0x808080) << movesShift

// limitsOf returns the most that a picture may need, with the top bits set.
func limitsOf(moves [2]int) openPicture {
	return topBits | openPicture(moves[0])<<movesShift | openPicture(moves[1])<<(movesShift+8) |
		openPicture(moves[0])<<capturesShift | (1<<movesShift - 1)
}

// within reports whether no count exceeds its limit.
func (p openPicture) within(limits openPicture) bool { return (limits-p)&topBits == topBits }

// Follow returns a Follower at the beginning of the play, with the moves left to the mating side
// and to the mated side.
func (g *PictureTable) Follow(moves [2]int) *Follower {
	n := len(g.pieces)
	f := &Follower{
		PictureTable: g,
		pieces:       slices.Clone(g.pieces),
		costs:        make([][]byte, n),
		levels:       make([]followLevel, 1),
		knownCosts:   make([][][]byte, n),
		knownNearer:  make([][][]bitboard, n),
	}
	for sq := range f.pieceOn {
		f.pieceOn[sq] = noPiece
	}
	for i, a := range g.pieces {
		states := (len(g.b.Variant.Army) + 1) * g.b.Variant.Size.Area()
		f.knownCosts[i], f.knownNearer[i] = make([][]byte, states), make([][]bitboard, states)
		f.put(int8(i), a)
	}
	limits, left := limitsOf(moves), &f.levels[0].left
	for i := 0; i < len(g.pictures); i += n {
		p := openPicture(i)
		for j, fate := range g.pictures[i : i+n] {
			p += openPicture(f.costs[j][fate]) << g.shift(j)
			if fate == fateCaptured {
				p += 1 << capturesShift
			}
		}
		if p.within(limits) {
			*left = append(*left, p)
		}
	}
	return f
}

// side returns 0 for a piece of the mating side, 1 for one of the mated side.
func (g *PictureTable) side(piece int) int {
	if piece < g.mating {
		return 0
	}
	return 1
}

// shift returns the lowest bit of the moves of a piece's side in an openPicture.
func (g *PictureTable) shift(piece int) int { return movesShift + 8*g.side(piece) }

// put puts a piece on an empty square, or removes it.
func (f *Follower) put(piece int8, to distance.Piece) {
	if was := f.pieces[piece]; was.Type != 0 && f.pieceOn[was.At] == piece {
		f.pieceOn[was.At] = noPiece
	}
	if f.pieces[piece] = to; to.Type != 0 {
		f.pieceOn[to.At] = piece
	}
	f.costs[piece] = f.costsOf(int(piece), to)
}

// costsOf returns the moves of a piece to each of its fates, from a square.
func (f *Follower) costsOf(piece int, a distance.Piece) []byte {
	known := &f.knownCosts[piece][int(a.Type)*f.b.Variant.Size.Area()+a.At]
	if *known != nil {
		return *known
	}
	costs := make([]byte, fatePlaced, fatePlaced+len(f.finalSquares[piece]))
	for _, s := range f.finalSquares[piece] {
		n := byte(impossible)
		if a.Type != 0 {
			d := &f.b.DistancesFrom(board.Color(f.side(piece)), a.Type, a.At)[0]
			switch {
			case s.pieceType == anyType:
				n = d.ToSquare[s.at]
			case s.lastMove:
				n = f.b.movesTo(a, s)
			default:
				n = d.ToState[f.b.State(s.pieceType, int(s.at))]
			}
		}
		costs = append(costs, min(n, impossible))
	}
	*known = costs
	return costs
}

// Step follows a move that is about to be made, after which the sides have some moves left. If no
// picture is left it returns false and does not step. Before the last move it looks for one picture
// only.
func (f *Follower) Step(m rules.Move, moves [2]int, last bool) bool {
	if len(f.levels) == f.depth+1 {
		f.levels = append(f.levels, followLevel{})
	}
	old, next := &f.levels[f.depth], &f.levels[f.depth+1]
	if next.n = 0; len(old.left) == 0 {
		return false
	}
	captured := f.findChanges(next, m)
	if f.filter(next, old.left, captured, limitsOf(moves), last); len(next.left) == 0 {
		return false
	}
	for _, x := range next.changed[:next.n] {
		f.put(x.piece, x.now)
	}
	f.depth++
	return true
}

// findChanges finds what a move changes, and returns the piece that it captures, or noPiece.
func (f *Follower) findChanges(next *followLevel, m rules.Move) (captured int8) {
	b, q := f.b, f.q
	from, to := q.orient(b, m.From()), q.orient(b, m.To())
	moved := f.pieceOn[from]
	captured = noPiece
	switch m.Form() {
	case rules.Castle:
		kingTo, rookTo := b.Variant.CastlingSquares(m.From(), m.To())
		rook := f.pieceOn[to]
		next.add(f, rook, distance.Piece{Type: f.pieces[rook].Type, At: q.orient(b, rookTo)})
		to = q.orient(b, kingTo)
	case rules.EnPassant:
		size := b.Variant.Size
		captured = f.pieceOn[q.orient(b, size.At(size.File(m.To()), size.Rank(m.From())))]
	default:
		captured = f.pieceOn[to]
	}
	if captured != noPiece {
		next.add(f, captured, distance.Piece{})
	}
	next.add(f, moved, f.pieces[moved].MoveTo(to, m))
	return captured
}

func (l *followLevel) add(f *Follower, piece int8, to distance.Piece) {
	l.changed[l.n] = change{piece, f.pieces[piece], to}
	l.n++
}

// filter keeps the pictures that are left after a step, or the first one if that is enough.
func (f *Follower) filter(next *followLevel, old []openPicture, captured int8, limits openPicture, one bool) {
	if next.left = next.left[:0]; cap(next.left) < len(old) {
		next.left = make([]openPicture, 0, len(old))
	}
	left, n := next.left[:len(old)], 0
	if next.n == 1 { // most moves
		x := next.changed[0]
		before, now := f.costs[x.piece], f.costsOf(int(x.piece), x.now)
		shift, pictures := f.shift(int(x.piece))&63, f.pictures[x.piece:]
		for _, p := range old {
			fate := pictures[uint32(p)]
			p += (openPicture(now[fate]) - openPicture(before[fate])) << shift
			if left[n] = p; p.within(limits) {
				if n++; one {
					break
				}
			}
		}
		next.left = left[:n]
		return
	}
	var before, now [3][]byte
	var shift [3]int
	for i, x := range next.changed[:next.n] {
		before[i], now[i], shift[i] = f.costs[x.piece], f.costsOf(int(x.piece), x.now), f.shift(int(x.piece))
	}
pictures:
	for _, p := range old {
		fates := f.pictures[uint32(p):][:len(f.pieces)]
		for i, x := range next.changed[:next.n] {
			fate := fates[x.piece]
			if now[i][fate] == impossible {
				continue pictures
			}
			p += (openPicture(now[i][fate]) - openPicture(before[i][fate])) << shift[i]
		}
		if captured != noPiece && fates[captured] == fateCaptured {
			p -= 1 << capturesShift
		}
		if left[n] = p; p.within(limits) {
			if n++; one {
				break
			}
		}
	}
	next.left = left[:n]
}

// Undo takes back the last step.
func (f *Follower) Undo() {
	l := &f.levels[f.depth]
	for i := l.n - 1; i >= 0; i-- {
		f.put(l.changed[i].piece, l.changed[i].before)
	}
	f.depth--
}

// UsefulMoves says to which squares pieces may move next, by piece. If it is nil, all moves are
// useful.
type UsefulMoves []bitboard

// maxUsefulPictures is the most pictures for which UsefulMoves are found.
const maxUsefulPictures = 32

// UsefulMoves returns which moves of a side (0 is the mating side) keep a picture, if the side has
// some moves left after that. A picture that needs one move more is kept only by a move that brings
// one of its pieces nearer. The result is valid until the next call at this step.
func (f *Follower) UsefulMoves(side, moves int) UsefulMoves {
	if f == nil {
		return nil
	}
	l := &f.levels[f.depth]
	if len(l.left) > maxUsefulPictures {
		return nil
	}
	first, last := 0, f.mating
	if side != 0 {
		first, last = f.mating, len(f.pieces)
	}
	if clear(l.useful); l.useful == nil {
		l.useful = make(UsefulMoves, len(f.pieces))
	}
	for _, p := range l.left {
		excess := int(p>>(movesShift+8*side)&0x7f) - moves
		if excess <= 0 {
			return nil
		}
		for i, fate := range f.pictures[uint32(p):][first:last] {
			if int(f.costs[first+i][fate]) >= excess {
				l.useful[first+i] |= f.nearerSquares(first + i)[fate]
			}
		}
	}
	return l.useful
}

// nearerSquares returns, by fate, the squares to which a piece may move on an empty board and is
// nearer then.
func (f *Follower) nearerSquares(piece int) []bitboard {
	a, area := f.pieces[piece], f.b.Variant.Size.Area()
	known := &f.knownNearer[piece][int(a.Type)*area+a.At]
	if *known != nil {
		return *known
	}
	costs := f.costs[piece]
	nearer := make([]bitboard, len(costs))
	for pieceType, at := range f.b.Graphs[f.side(piece)].Own[f.b.State(a.Type, a.At)].All() {
		for fate, n := range f.costsOf(piece, distance.Piece{Type: pieceType, At: at}) {
			if n < costs[fate] {
				nearer[fate] |= squareBit(at)
			}
		}
	}
	*known = nearer
	return nearer
}

// Excludes reports whether m is not one of the useful moves. It never excludes castling.
func (f *Follower) Excludes(u UsefulMoves, m rules.Move) bool {
	return u != nil && m.Form() != rules.Castle &&
		u[f.pieceOn[f.q.orient(f.b, m.From())]]&squareBit(f.q.orient(f.b, m.To())) == 0
}
