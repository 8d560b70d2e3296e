package bounds

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/rules"
)

// This file completes the pictures of a stalemate with the mating side's pieces: they guard, pin
// and stand before pawns, and capture on their ways the pieces that have no place. follower.go
// comes next.

// matingSide is the part of a stalemateFinder for the pieces of the mating side.
type matingSide struct {
	mayReach    bitboard   // squares that they may come to
	roles       [32][]role // by piece
	guardable   bitboard   // squares beside the king that they may guard
	pinSquares  bitboard   // squares on which they may pin a piece
	pinners     []role     // the roles that may pin
	pinnerCount int        // how many of the pieces may pin

	used         [32]bool        // by piece: it has a square
	at           [32]finalSquare // and this is it
	whiteSquares bitboard        // these squares as a set
	units        int             // the pieces without the king
	unitsUsed    int             // how many of them have a square
}

// coverState is what is left to be done when all stalemated pieces are decided.
type coverState struct {
	occupied     bitboard // squares of the stalemated side
	guards       bitboard // squares beside the king to be guarded
	pins         bitboard // squares of the pieces to be pinned
	fronts       bitboard // squares before pawns to be occupied
	white, black int      // moves left
	captures     int      // captures that pawns of the mating side must have made
}

// findRoles finds what each piece of the mating side can do.
func (f *stalemateFinder) findRoles() {
	f.pinSquares, f.guardable, f.pinnerCount, f.pinners = 0, 0, 0, f.pinners[:0]
	for i, a := range f.q.mating {
		all := f.roles[i][:0]
		pins := bitboard(0)
		for _, s := range f.finalSquares[board.White][a.Type-1][a.At] {
			if int(s.cost) > f.moves[0] {
				break
			}
			r, ok := f.roleFrom(s)
			if !ok || r.guards|r.line == 0 {
				continue
			}
			all = append(all, r)
			f.guardable |= r.guards
			if r.line != 0 {
				f.pinners = append(f.pinners, r)
			}
			pins |= r.line
		}
		if pins != 0 {
			f.pinnerCount++
		}
		f.pinSquares |= pins
		f.roles[i] = all
	}
}

// roleFrom returns the role of a piece on a square. It returns false if the piece would give a
// check that no piece can interpose.
func (f *stalemateFinder) roleFrom(s finalSquare) (r role, ok bool) {
	attacks := f.attacks[board.White][s.pieceType-1][s.at]
	r = role{finalSquare: s, guards: attacks & f.field}
	if attacks&squareBit(f.king) != 0 {
		r.line = f.between[board.White][s.pieceType-1][s.at][f.king]
		return r, r.line != 0
	}
	return r, true
}

// coverAll finds squares for the mating side when all pieces of the stalemated side are decided.
func (f *stalemateFinder) coverAll(s placeState) bool {
	c := coverState{occupied: s.occupied, guards: f.field &^ s.occupied, white: f.moves[0], black: s.left}
	for _, p := range f.placed {
		if p.pinned && p.exits&^s.occupied == 0 {
			return false // found already as not pinned
		}
		if f.pawn[p.pieceType] {
			c.fronts |= f.pawnStep[p.at] &^ s.occupied
		} else if p.exits&^s.occupied != 0 {
			c.pins |= squareBit(int(p.at))
		}
	}
	f.whiteSquares, f.unitsUsed = 0, 0
	clear(f.used[:len(f.q.mating)])
	return f.coverNext(c)
}

// coverNext gives squares to pieces of the mating side until nothing is left to be done.
func (f *stalemateFinder) coverNext(c coverState) bool {
	if f.steps--; f.steps < 0 {
		return true
	}
	if c.captures > len(f.captured) || f.pawnCaptures > f.units-f.unitsUsed {
		return false
	}
	if c.guards|c.pins|c.fronts == 0 {
		return f.canCaptureAll(c) && (f.found == nil || f.found())
	}
	if c.fronts != 0 && c.pins == 0 {
		return f.stopPawn(c.fronts&-c.fronts, c)
	}
	for i := range f.q.mating {
		if f.used[i] {
			continue
		}
		for j := range f.roles[i] {
			r := &f.roles[i][j]
			if int(r.cost) > c.white {
				break
			}
			if c.pins != 0 {
				if pin := c.pins & -c.pins; r.line&pin == 0 || !f.pins(r, pin, c.occupied) {
					continue
				}
			} else if guard := c.guards & -c.guards; r.guards&guard == 0 || !f.guards(r, guard, c.occupied) {
				continue
			}
			if f.assign(i, r, c) {
				return true
			}
		}
	}
	return false
}

// stopPawn puts a piece of the mating side before a pawn, or has the pawn pinned.
func (f *stalemateFinder) stopPawn(front bitboard, c coverState) bool {
	if f.occupyFront(front, c) {
		return true
	}
	for _, p := range f.placed {
		at := squareBit(int(p.at))
		if f.pawn[p.pieceType] && f.pawnStep[p.at] == front && f.pinSquares&at != 0 {
			c.pins |= at
			c.fronts &^= front
			return f.coverNext(c)
		}
	}
	return false
}

// occupyFront puts a piece of the mating side before a pawn.
func (f *stalemateFinder) occupyFront(front bitboard, c coverState) bool {
	for i, a := range f.q.mating {
		if f.used[i] || f.reachable[board.White][a.Type-1][a.At][c.white]&front == 0 {
			continue
		}
		for _, s := range f.finalSquares[board.White][a.Type-1][a.At] {
			if int(s.cost) > c.white {
				break
			}
			if squareBit(int(s.at)) != front {
				continue
			}
			if r, ok := f.roleFrom(s); ok && f.assign(i, &r, c) {
				return true
			}
		}
	}
	return false
}

// assign gives the i-th piece of the mating side a role, and goes on.
func (f *stalemateFinder) assign(i int, r *role, c coverState) bool {
	at := squareBit(int(r.at))
	if (c.occupied|f.whiteSquares)&at != 0 {
		return false
	}
	for left := c.guards & r.guards; left != 0; left &= left - 1 {
		if guard := left & -left; f.guards(r, guard, c.occupied) {
			c.guards &^= guard
		}
	}
	for left := c.pins & r.line; left != 0; left &= left - 1 {
		if pin := left & -left; f.pins(r, pin, c.occupied) {
			c.pins &^= pin
		}
	}
	c.fronts &^= at
	c.white -= int(r.cost)
	c.captures += int(r.captures)
	units := 1
	if f.b.Variant.Type(r.pieceType).Royal {
		units = 0
	}
	f.used[i], f.at[i] = true, r.finalSquare
	f.whiteSquares |= at
	f.unitsUsed += units
	ok := f.coverNext(c)
	f.unitsUsed -= units
	f.whiteSquares &^= at
	f.used[i] = false
	return ok
}

// guards reports whether nothing stands between a piece of the mating side and a square that it
// attacks.
func (f *stalemateFinder) guards(r *role, square, occupied bitboard) bool {
	closed := (occupied | f.whiteSquares) &^ squareBit(f.king)
	return f.between[board.White][r.pieceType-1][r.at][square.first()]&closed == 0
}

// pins reports whether a piece of the mating side pins what stands on a square of its line, so that
// it cannot move.
func (f *stalemateFinder) pins(r *role, square, occupied bitboard) bool {
	if r.line&(occupied|f.whiteSquares)&^square != 0 {
		return false
	}
	for _, p := range f.placed {
		if squareBit(int(p.at)) != square {
			continue
		}
		if f.pawn[p.pieceType] {
			return r.line&f.pawnStep[p.at] == 0
		}
		between := f.between[board.Black][p.pieceType-1][p.at][r.at]
		return f.attacks[board.Black][p.pieceType-1][p.at]&squareBit(int(r.at)) == 0 || between&^r.line != 0
	}
	return false
}

// captureSquares returns where a piece of the stalemated side may be captured within some moves of
// its side. A pawn may be captured en passant.
func (f *stalemateFinder) captureSquares(a distance.Piece, black int) bitboard {
	squares := f.reachable[board.Black][a.Type-1][a.At][black]
	if f.pawn[a.Type] {
		squares |= squares << f.b.Variant.Size.Files
	}
	return squares
}

// canCaptureAll reports whether the pieces without a place can all have been captured, with the
// moves that are left.
func (f *stalemateFinder) canCaptureAll(c coverState) bool {
	s := captureState{left: 1<<len(f.captured) - 1, white: c.white, black: c.black}
	for i := range f.q.mating {
		if f.used[i] {
			s.onTheWay += int(f.at[i].cost)
		}
	}
	return f.captureRest(0, capturer{}, s)
}

// captureState is what is left to be captured, and the moves for it.
type captureState struct {
	left         uint32 // the captured pieces that are still on the board, as bits
	white, black int    // moves to spare
	onTheWay     int    // moves that pieces of the mating side make to their squares in any case
}

// capturer is a piece of the mating side on its way to its final square.
type capturer struct {
	pieceType rules.PieceType // 0 if it has not left yet
	at        uint8
	onward    int // moves from there to its final square
}

// captureRest reports whether the pieces of the mating side from the i-th on can capture the rest
// on their ways. The i-th has come to p.
func (f *stalemateFinder) captureRest(i int, p capturer, s captureState) bool {
	if s.left == 0 {
		return true
	}
	if i == len(f.q.mating) || bits.OnesCount32(s.left) > s.white+s.onTheWay {
		return false
	}
	if f.steps--; f.steps < 0 {
		return true
	}
	if p.pieceType == 0 {
		a := f.q.mating[i]
		p = capturer{pieceType: a.Type, at: uint8(a.At)}
		if f.used[i] {
			p.onward = int(f.at[i].cost)
		}
	}
	s.onTheWay -= p.onward
	return f.captureNext(i, p, s) || f.captureRest(i+1, capturer{}, s)
}

// captureNext tries each capture of the i-th piece of the mating side from a square.
func (f *stalemateFinder) captureNext(i int, p capturer, s captureState) bool {
	var where bitboard
	for j, a := range f.captured {
		if s.left>>j&1 != 0 {
			where |= f.captureSquares(a, s.black)
		}
	}
	moves := s.white + p.onward
	if where &= f.reachable[board.White][p.pieceType-1][p.at][moves]; where == 0 {
		return false
	}
	for _, to := range f.finalSquares[board.White][p.pieceType-1][p.at] {
		if int(to.cost) > moves {
			break
		}
		if to.cost == 0 || where&squareBit(int(to.at)) == 0 {
			continue
		}
		onward := 0
		if f.used[i] {
			onward = f.movesBetween(to, f.at[i])
		}
		spare := moves - int(to.cost) - onward
		if spare < 0 {
			continue
		}
		for j, a := range f.captured {
			if s.left>>j&1 == 0 {
				continue
			}
			n := f.movesUntilCaptured(a, int(to.at), s.black)
			if n > s.black {
				continue
			}
			next := captureState{
				left: s.left &^ (1 << j), white: spare, black: s.black - n, onTheWay: s.onTheWay + onward,
			}
			if f.captureRest(i, capturer{to.pieceType, to.at, onward}, next) {
				return true
			}
		}
	}
	return false
}

// movesUntilCaptured returns the moves of its side after which a piece may be captured on a square,
// more than most if that is not possible.
func (f *stalemateFinder) movesUntilCaptured(a distance.Piece, at, most int) (n int) {
	for n <= most && f.captureSquares(a, n)&squareBit(at) == 0 {
		n++
	}
	return n
}

// movesBetween returns the moves of a piece of the mating side from one square to another.
func (f *stalemateFinder) movesBetween(from, to finalSquare) int {
	if from.pieceType == to.pieceType {
		return int(f.b.MoveCount[from.pieceType-1][from.at][to.at])
	}
	if !f.pawn[from.pieceType] {
		return moveLimit
	}
	return f.b.PromotedDistance(board.White, board.Square(from.at), to.pieceType, int(to.at))
}
