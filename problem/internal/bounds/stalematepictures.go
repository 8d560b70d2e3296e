package bounds

import (
	"math/bits"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
)

// This file finds the final pictures of a stalemate for one king square. Each piece of the
// stalemated side needs a square where it cannot move, or has been captured. It is pinned, or is
// blocked by its own side, or is a pawn behind any piece. The proof is in
// docs/proofs/stalemate-places.md. stalemateguards.go adds the pieces of the other side.

// maxPositionSteps bounds the steps of a search for one position.
const maxPositionSteps = 500 << 14

// stalemateFinder finds final pictures of stalemates. The mating side is White. It has up to 32
// pieces, the stalemated side 31 besides its king.
type stalemateFinder struct {
	*attackTables
	b      *MateBound
	q      *mateQuery
	moves  [2]int         // moves left to the mating side and to the stalemated side
	steps  int            // steps left; without any, functions return true
	found  func() bool    // if not nil, is called for each picture, and ends the search with true
	halted func() bool    // with found: asked every stepsPerCheck steps
	share  parallel.Share // with found: the choices that this thread takes

	king       int
	field      bitboard   // the squares beside the king
	openSets   []bitboard // the squares beside the king that the mating side leaves open, in each way
	blackMoves int        // moves of the stalemated side besides its king's

	pieces       []stalematedPiece // the stalemated side's, those with fewest places first
	final        []finalSquare     // their squares, with type 0 for one that has been captured
	placed       []stalematedPlace
	pinned       int              // how many of placed are to be pinned
	captured     []distance.Piece // the pieces without a place
	pawnCaptures int              // captures that pawns of the stalemated side must have made

	matingSide
}

// stalematedPiece is a piece of the stalemated side and where it may end, nearest first.
type stalematedPiece struct {
	piece      distance.Piece
	capturable bool
	places     []stalematedPlace
	squares    bitboard  // of the places
	cost       [64]uint8 // by square: the cost of the nearest place
}

// stalematedPlace is where a piece may end without a move.
type stalematedPlace struct {
	finalSquare
	exits    bitboard // squares that its side must block unless it is pinned; for a pawn, any piece blocks
	pinnable bool     // it may be pinned
	pinned   bool     // it is to be pinned
}

// placeState is what is decided of the stalemated side so far.
type placeState struct {
	rest     uint32   // pieces that have neither a place nor been captured, as bits
	fill     bitboard // squares that they must occupy
	occupied bitboard
	left     int // moves left
}

// prepare readies f for all king squares of a position. It returns false where places cannot be
// found.
func (f *stalemateFinder) prepare(b *MateBound, q *mateQuery, white, black int) bool {
	if b.attackTables() == nil || len(q.mating) > len(f.used) || len(q.mated) > 31 ||
		white >= moveLimit || black >= moveLimit {
		return false
	}
	f.attackTables, f.b, f.q = b.attackTables(), b, q
	f.moves = [2]int{white, black}
	f.steps = stepBudget(q.turns, maxPositionSteps)
	f.units, f.unitsUsed, f.mayReach = 0, 0, 0
	for _, a := range q.mating {
		f.mayReach |= f.reachable[board.White][a.Type-1][a.At][white]
		if !b.Variant.Type(a.Type).Royal {
			f.units++
		}
	}
	return true
}

// possible reports whether there is a picture of a king square that costs the king some moves. The
// mating side leaves one of the open sets to be blocked.
func (f *stalemateFinder) possible(king, cost int, open []taskSet) bool {
	f.king, f.blackMoves, f.field = king, f.moves[1]-cost, 0
	f.openSets = f.openSets[:0]
	for range open {
		f.openSets = append(f.openSets, 0)
	}
	for i, sq := range f.b.kingField[king] {
		f.field |= squareBit(int(sq))
		for j, o := range open {
			if o>>i&1 != 0 {
				f.openSets[j] |= squareBit(int(sq))
			}
		}
	}
	f.findRoles()
	if !f.findPlaces() {
		return false
	}
	f.placed, f.captured = f.placed[:0], f.captured[:0]
	f.pawnCaptures, f.pinned = 0, 0
	return f.placeRest(placeState{
		rest: 1<<len(f.pieces) - 1, fill: f.field &^ f.guardable,
		occupied: squareBit(king), left: f.blackMoves,
	})
}

// findPlaces finds the places of each piece by itself. It returns false if a piece has none and
// cannot be captured.
func (f *stalemateFinder) findPlaces() bool {
	f.pieces = slices.Grow(f.pieces[:0], len(f.q.mated))[:len(f.q.mated)]
	f.final = append(f.final[:0], make([]finalSquare, len(f.pieces))...)
	ownSquares := squareBit(f.king)
	for _, a := range f.q.mated {
		ownSquares |= f.reachable[board.Black][a.Type-1][a.At][f.blackMoves]
	}
	for i, a := range f.q.mated {
		p := &f.pieces[i]
		p.piece, p.places = a, p.places[:0]
		p.capturable = f.captureSquares(a, f.blackMoves)&f.mayReach != 0
		for _, s := range f.finalSquares[board.Black][a.Type-1][a.At] {
			if int(s.cost) > f.blackMoves {
				break
			}
			if int(s.at) == f.king {
				continue
			}
			exits := f.stepTo[board.Black][s.pieceType-1][s.at]
			if f.pawn[s.pieceType] {
				exits = f.pawnStep[s.at] &^ f.mayReach
			}
			pinnable := f.pinSquares&squareBit(int(s.at)) != 0
			if exits&^ownSquares == 0 || pinnable {
				p.places = append(p.places, stalematedPlace{finalSquare: s, exits: exits, pinnable: pinnable})
			}
		}
	}
	for f.prunePlaces() {
	}
	slices.SortStableFunc(f.pieces, func(a, b stalematedPiece) int { return len(a.places) - len(b.places) })
	for i := range f.pieces {
		p := &f.pieces[i]
		if len(p.places) == 0 && !p.capturable {
			return false
		}
		p.summarise()
	}
	return true
}

// prunePlaces drops places whose exits cannot be blocked within the moves, and reports whether
// there were any.
func (f *stalemateFinder) prunePlaces() (dropped bool) {
	var cheapest [64]uint8
	for i := range cheapest {
		cheapest[i] = moveLimit
	}
	for i := range f.pieces {
		for _, p := range f.pieces[i].places {
			cheapest[p.at] = min(cheapest[p.at], p.cost)
		}
	}
	cheapest[f.king] = 0
	for i := range f.pieces {
		piece := &f.pieces[i]
		kept := piece.places[:0]
		for _, p := range piece.places {
			cost := int(p.cost)
			if !p.pinnable {
				for exits := p.exits; exits != 0; exits &= exits - 1 {
					cost += int(cheapest[exits.first()])
				}
			}
			if cost <= f.blackMoves {
				kept = append(kept, p)
			}
		}
		dropped = dropped || len(kept) < len(piece.places)
		piece.places = kept
	}
	return dropped
}

// summarise fills squares and cost from the places.
func (p *stalematedPiece) summarise() {
	p.squares = 0
	for i := range p.places {
		if s := &p.places[i]; p.squares&squareBit(int(s.at)) == 0 {
			p.squares |= squareBit(int(s.at))
			p.cost[s.at] = s.cost
		}
	}
}

// placeRest finds places for the rest of the pieces.
func (f *stalemateFinder) placeRest(s placeState) bool {
	// Step 1. Stop when there are no steps left, or another thread takes this choice.
	if f.steps--; f.steps < 0 || f.found != nil && f.steps%stepsPerCheck == 0 && f.halted() {
		return true
	}
	if f.found != nil && !f.takes(s.rest) {
		return false
	}
	// Step 2. Some open set must be filled, with its squares that are common to all.
	must, ok := f.mustFill(s)
	if !ok {
		return false
	}
	s.fill = (s.fill | must) &^ s.occupied
	if s.fill.count() > bits.OnesCount32(s.rest) {
		return false
	}
	// Step 3. Where nothing must be filled, place the next piece. After the last, see to the other
	// side.
	switch {
	case s.rest == 0:
		return f.coverAll(s)
	case s.fill == 0:
		return f.placeNext(s)
	}
	// Step 4. Fill the hardest square.
	square, ok := f.hardest(s)
	if !ok {
		return false
	}
	at := uint8(square.first())
	for rest := s.rest; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros32(rest)
		p := &f.pieces[i]
		if p.squares&square == 0 {
			continue
		}
		for j := range p.places {
			if p.places[j].at == at && f.placeOn(i, &p.places[j], s) {
				return true
			}
		}
	}
	return false
}

// takes reports whether this thread goes on with the choices made so far. They are shared when
// three pieces, or all, are decided.
func (f *stalemateFinder) takes(rest uint32) bool {
	switch decided := len(f.placed) + len(f.captured); {
	case decided == 3, decided < 3 && rest == 0:
		return f.share.Takes()
	}
	return true
}

// hardest returns the square to fill that fewest pieces can come to. It returns false if they
// cannot fill them all.
func (f *stalemateFinder) hardest(s placeState) (square bitboard, ok bool) {
	fewest, need := len(f.pieces)+1, 0
	for fill := s.fill; fill != 0; fill &= fill - 1 {
		count, least, at := 0, s.left+1, fill.first()
		for rest := s.rest; rest != 0; rest &= rest - 1 {
			if p := &f.pieces[bits.TrailingZeros32(rest)]; p.squares>>at&1 != 0 {
				count++
				least = min(least, int(p.cost[at]))
			}
		}
		if need += least; need > s.left {
			return 0, false
		}
		if count < fewest {
			fewest, square = count, fill&-fill
		}
	}
	return square, true
}

// mustFill returns the squares that belong to each open set that can still be filled. It returns
// false if none can.
func (f *stalemateFinder) mustFill(s placeState) (must bitboard, ok bool) {
	if len(f.openSets) == 0 {
		return 0, true
	}
	may := s.occupied
	for rest := s.rest; rest != 0; rest &= rest - 1 {
		may |= f.pieces[bits.TrailingZeros32(rest)].squares
	}
	must = ^bitboard(0)
	for _, open := range f.openSets {
		left := open &^ s.occupied
		if open&^may != 0 || left.count() > bits.OnesCount32(s.rest) {
			continue
		}
		with := s
		with.fill = left
		if _, fills := f.hardest(with); fills {
			if must, ok = must&left, true; must == 0 {
				break
			}
		}
	}
	return must, ok
}

// placeNext decides the next piece: it is captured, or has a place.
func (f *stalemateFinder) placeNext(s placeState) bool {
	i := bits.TrailingZeros32(s.rest)
	p := &f.pieces[i]
	if p.capturable && len(f.captured) < f.moves[0] {
		f.final[i] = finalSquare{}
		f.captured = append(f.captured, p.piece)
		next := s
		next.rest &= s.rest - 1
		ok := f.placeRest(next)
		f.captured = f.captured[:len(f.captured)-1]
		if ok {
			return true
		}
	}
	for j := range p.places {
		if int(p.places[j].cost) > s.left {
			break
		}
		if f.placeOn(i, &p.places[j], s) {
			return true
		}
	}
	return false
}

// placeOn gives the i-th piece a place: first with its exits blocked, then pinned.
func (f *stalemateFinder) placeOn(i int, p *stalematedPlace, s placeState) bool {
	at, before := squareBit(int(p.at)), s.occupied
	if int(p.cost) > s.left || before&at != 0 || f.pawnCaptures+int(p.captures) > f.units {
		return false
	}
	f.final[i] = p.finalSquare
	f.placed = append(f.placed, *p)
	f.pawnCaptures += int(p.captures)
	s.rest &^= 1 << i
	s.occupied |= at
	s.left -= int(p.cost)
	blocked := s
	blocked.fill |= p.exits
	ok := (blocked.fill&^s.occupied).count() <= bits.OnesCount32(s.rest) && f.placeRest(blocked)
	if !ok && p.pinnable && p.exits&^before != 0 && f.pinned < f.pinnerCount && f.canPin(at, before) {
		f.pinned++
		f.placed[len(f.placed)-1].pinned = true
		ok = f.placeRest(s)
		f.pinned--
	}
	f.placed = f.placed[:len(f.placed)-1]
	f.pawnCaptures -= int(p.captures)
	return ok
}

// canPin reports whether a piece of the mating side could pin what has been placed on a square.
func (f *stalemateFinder) canPin(at, occupied bitboard) bool {
	for i := range f.pinners {
		r := &f.pinners[i]
		if r.line&at != 0 && occupied&squareBit(int(r.at)) == 0 && f.pins(r, at, occupied) {
			return true
		}
	}
	return false
}
