package bounds

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/rules"
)

// This file finds the mating pictures of one king square. A picture has the squares of the pieces
// that check, guard and block. The squares between a piece and what it attacks are empty, and all
// other pieces may be anywhere. The proof is in docs/proofs/final-pictures.md.
// stalematepictures.go does the same for stalemates.

// anyType is the type of a piece that may have become any type that it can become.
const anyType = rules.PieceType(255)

// role is what a piece of the mating side does from a square.
type role struct {
	finalSquare
	guards bitboard // squares beside the king that it attacks; for a mate also the king's if it checks
	line   bitboard // for a stalemate: the squares between it and the king, which it attacks if all are empty
}

// matingPiece is a piece of the mating side and what it can do.
type matingPiece struct {
	roles []role              // cheapest first
	can   [moveLimit]bitboard // by moves: the squares that it can guard
}

// mateFinder finds mating pictures. The mating side is White.
type mateFinder struct {
	*attackTables
	b      *MateBound
	q      *mateQuery
	steps  int            // steps left
	halted func() bool    // asked every stepsPerCheck steps
	found  func() bool    // is called for each picture, and ends the search with true
	share  parallel.Share // the choices of a checking piece that this thread takes

	king       int
	field      []uint8 // the squares beside the king
	blackMoves int     // moves of the mated side besides its king's
	guards     [32]matingPiece
	blockCost  [32][8]uint8 // by piece of the mated side and index in field: its distance

	checker      int             // the piece of the mating side that checks
	used         [32]bool        // by piece of the mating side: it has a square
	at           [32]finalSquare // and this is it
	blocks       [32]finalSquare // by piece of the mated side: its square, with type 0 for none
	pawnCaptures int             // captures that pawns of the mating side must have made
	unplaced     int             // pieces of the mated side without a square, its king excepted
}

// mateState is what is decided of a picture so far.
type mateState struct {
	need         bitboard // squares beside the king that are neither guarded nor blocked yet
	occupied     bitboard // squares of the pieces
	clear        bitboard // squares that must be empty
	white, black int      // moves left
}

// prepare readies f for all king squares. It returns false where pictures cannot be listed.
func (f *mateFinder) prepare(b *MateBound, q *mateQuery, white, black int) bool {
	if b.attackTables() == nil || len(q.mating) > len(f.guards) || len(q.mated) > len(f.blocks) ||
		white >= moveLimit || black >= moveLimit {
		return false
	}
	f.attackTables, f.b, f.q = b.attackTables(), b, q
	f.unplaced = len(q.mated)
	return true
}

// find calls found for all pictures of a king square, with the moves left besides those of the
// king. It returns true if it was ended early.
func (f *mateFinder) find(king, white, black int) bool {
	f.king, f.field, f.blackMoves = king, f.field[:0], black
	var need bitboard
	for _, sq := range f.b.kingField[king] {
		need |= squareBit(int(sq))
		f.field = append(f.field, uint8(sq))
	}
	for i, a := range f.q.mating {
		f.findRoles(&f.guards[i], a, need, white)
	}
	for i, a := range f.q.mated {
		toSquare := f.b.DistancesFrom(board.Black, a.Type, a.At)[0].ToSquare
		for j, sq := range f.field {
			f.blockCost[i][j] = toSquare[sq]
		}
	}
	return f.chooseChecker(mateState{need: need, occupied: squareBit(king), white: white, black: black})
}

// findRoles finds what a piece of the mating side can do within some moves.
func (f *mateFinder) findRoles(p *matingPiece, a distance.Piece, field bitboard, white int) {
	p.roles = p.roles[:0]
	p.can = [moveLimit]bitboard{}
	king, royal := squareBit(f.king), f.b.Variant.Type(a.Type).Royal
	for _, s := range f.finalSquares[board.White][a.Type-1][a.At] {
		if int(s.cost) > white {
			break
		}
		guards := f.attacks[board.White][s.pieceType-1][s.at] & (field | king)
		if guards == 0 || int(s.at) == f.king || royal && !f.b.kingsTouch && guards&king != 0 {
			continue
		}
		p.roles = append(p.roles, role{finalSquare: s, guards: guards})
		for moves := int(s.cost); moves <= white; moves++ {
			p.can[moves] |= guards
		}
	}
}

// chooseChecker tries each piece that can check.
func (f *mateFinder) chooseChecker(s mateState) bool {
	king := squareBit(f.king)
	for i, a := range f.q.mating {
		f.checker = i
		for _, r := range f.guards[i].roles {
			if r.guards&king == 0 {
				continue
			}
			// A check that no line has opened comes from the piece that moved last. For promoted
			// pieces finalSquares has enough variety as it is.
			adjacent := f.between[board.White][r.pieceType-1][r.at][f.king] == 0
			if adjacent && r.pieceType == a.Type && !f.b.kingsTouch {
				r.lastMove = true
				r.cost = max(r.cost, f.b.movesTo(a, r.finalSquare))
			}
			if int(r.cost) <= s.white && f.share.Takes() && f.guardFrom(i, &r, f.king, s) {
				return true
			}
		}
	}
	return false
}

// movesTo returns the moves of a white piece to a final square. A piece that stands there and makes
// the last move must leave and return.
func (b *MateBound) movesTo(a distance.Piece, s finalSquare) uint8 {
	state := b.State(a.Type, a.At)
	if !s.lastMove || a.Type != s.pieceType || a.At != int(s.at) {
		return b.DistancesFrom(board.White, a.Type, a.At)[0].ToState[b.State(s.pieceType, int(s.at))]
	}
	back := uint8(distance.Unreachable)
	for k, from := range b.Graphs[board.White].Own[state].All() {
		if n := b.DistancesFrom(board.White, k, from)[0].ToState[state]; n < distance.Unreachable {
			back = min(back, n+1)
		}
	}
	for k, from := range b.Graphs[board.White].Castled[state].All() {
		back = min(back, b.DistancesFrom(board.White, k, from)[0].ToState[state])
	}
	return back
}

// guardNext chooses pieces until each square beside the king is guarded or blocked.
func (f *mateFinder) guardNext(s mateState) bool {
	if f.steps--; f.steps < 0 || f.steps%stepsPerCheck == 0 && f.halted() {
		return true
	}
	if f.pawnCaptures > f.unplaced {
		return false
	}
	if s.need == 0 {
		return f.preventAnswers(s)
	}
	at, ok := f.hardest(s)
	if !ok {
		return false
	}
	for i := range f.q.mating {
		p := &f.guards[i]
		if f.used[i] || p.can[s.white]&squareBit(at) == 0 {
			continue
		}
		for j := range p.roles {
			r := &p.roles[j]
			if int(r.cost) > s.white {
				break
			}
			if r.guards&squareBit(at) != 0 && f.guardFrom(i, r, at, s) {
				return true
			}
		}
	}
	return f.block(at, s)
}

// hardest returns the square that fewest pieces can guard or block. It returns false if there is
// one that none can.
func (f *mateFinder) hardest(s mateState) (at int, ok bool) {
	fewest := 99
	for left := s.need; left != 0; left &= left - 1 {
		count := f.candidates(left&-left, s)
		if count == 0 {
			return 0, false
		}
		if count < fewest {
			at, fewest = left.first(), count
		}
	}
	return at, true
}

// candidates returns how many pieces can guard or block a square beside the king.
func (f *mateFinder) candidates(square bitboard, s mateState) (count int) {
	for i := range f.q.mating {
		if !f.used[i] && f.guards[i].can[s.white]&square != 0 {
			count++
		}
	}
	if (s.occupied|s.clear)&square != 0 {
		return count
	}
	at := f.fieldIndex(square.first())
	for i := range f.q.mated {
		if f.blocks[i].pieceType == 0 && int(f.blockCost[i][at]) <= s.black {
			count++
		}
	}
	return count
}

// fieldIndex returns the index in field of a square beside the king.
func (f *mateFinder) fieldIndex(at int) int {
	for j, sq := range f.field {
		if int(sq) == at {
			return j
		}
	}
	return 0 // cannot happen
}

// guardFrom places the i-th piece of the mating side where it attacks a square, and goes on.
func (f *mateFinder) guardFrom(i int, r *role, at int, s mateState) bool {
	king, between := squareBit(f.king), f.between[board.White][r.pieceType-1][r.at]
	way := between[at] &^ king
	if (s.occupied|s.clear)&squareBit(int(r.at)) != 0 || way&s.occupied != 0 || between[at] == notAttacked {
		return false
	}
	s.occupied |= squareBit(int(r.at))
	for left := s.need & r.guards; left != 0; left &= left - 1 {
		g := left.first()
		if between[g]&s.occupied&^king == 0 {
			s.need &^= squareBit(g)
		}
	}
	s.clear |= way
	return f.assign(i, r, s)
}

// assign gives the i-th piece of the mating side a role, and goes on.
func (f *mateFinder) assign(i int, r *role, s mateState) bool {
	f.used[i], f.at[i] = true, r.finalSquare
	f.pawnCaptures += int(r.captures)
	s.white -= int(r.cost)
	ended := f.guardNext(s)
	f.pawnCaptures -= int(r.captures)
	f.used[i] = false
	return ended
}

// block tries each piece of the mated side on a square beside the king.
func (f *mateFinder) block(at int, s mateState) bool {
	if (s.occupied|s.clear)&squareBit(at) != 0 {
		return false
	}
	next, index := s, f.fieldIndex(at)
	next.need &^= squareBit(at)
	next.occupied |= squareBit(at)
	for i := range f.q.mated {
		cost := int(f.blockCost[i][index])
		if f.blocks[i].pieceType != 0 || cost > s.black {
			continue
		}
		f.blocks[i] = finalSquare{pieceType: anyType, at: uint8(at)}
		f.unplaced--
		next.black = s.black - cost
		ended := f.guardNext(next)
		f.unplaced++
		f.blocks[i] = finalSquare{}
		if ended {
			return true
		}
	}
	return false
}

// preventAnswers completes a picture in which all squares beside the king are guarded or blocked.
// If a blocking piece could answer the check, another piece must pin it or check as well.
func (f *mateFinder) preventAnswers(s mateState) bool {
	at := f.findAnswer(s)
	if at < 0 {
		return f.found()
	}
	for i := range f.q.mating {
		if f.used[i] {
			continue
		}
		for j := range f.guards[i].roles {
			r := &f.guards[i].roles[j]
			if int(r.cost) > s.white {
				break
			}
			way, ok := f.pinsOrChecks(r.finalSquare, at, s.occupied)
			if !ok || (s.occupied|s.clear)&squareBit(int(r.at)) != 0 {
				continue
			}
			next := s
			next.need, next.occupied, next.clear = 0, s.occupied|squareBit(int(r.at)), s.clear|way
			if f.assign(i, r, next) {
				return true
			}
		}
	}
	return false
}

// pinsOrChecks reports whether a piece of the mating side pins what stands on a square, or checks
// as well, and returns the squares that must be empty for that.
func (f *mateFinder) pinsOrChecks(p finalSquare, at int, occupied bitboard) (way bitboard, ok bool) {
	if f.attacks[board.White][p.pieceType-1][p.at]&squareBit(f.king) == 0 {
		return 0, false
	}
	way = f.between[board.White][p.pieceType-1][p.at][f.king] &^ squareBit(at)
	return way, way&occupied == 0
}

// findAnswer returns the square of a blocking piece that could answer the check, -1 for none.
func (f *mateFinder) findAnswer(s mateState) int {
	if f.b.kingsTouch {
		return -1 // in an automate the answer is not the mated side's
	}
	for i := range f.q.mated {
		at := int(f.blocks[i].at)
		if f.blocks[i].pieceType != 0 && f.canAnswer(f.q.mated[i], at, s.clear) && !f.isPinned(at, s.occupied) {
			return at
		}
	}
	return -1
}

// isPinned reports whether a piece besides the checking one pins what stands on a square, or checks
// as well.
func (f *mateFinder) isPinned(at int, occupied bitboard) bool {
	for i := range f.q.mating {
		if f.used[i] && i != f.checker {
			if _, ok := f.pinsOrChecks(f.at[i], at, occupied); ok {
				return true
			}
		}
	}
	return false
}

// canAnswer reports whether a piece of the mated side that has come to a square can capture the
// checking piece or interpose, over squares that are known to be empty. A pawn that may have been
// promoted must be able to do so as each type.
func (f *mateFinder) canAnswer(a distance.Piece, at int, clear bitboard) (can bool) {
	checker := f.at[f.checker]
	line := f.between[board.White][checker.pieceType-1][checker.at][f.king]
	for _, s := range f.finalSquares[board.Black][a.Type-1][a.At] {
		if int(s.cost) > f.blackMoves {
			break
		}
		if int(s.at) != at {
			continue
		}
		attacks := f.attacks[board.Black][s.pieceType-1][at]
		can = f.reaches(s, int(checker.at), clear)
		if f.pawn[s.pieceType] {
			can = can || f.pawnStep[at]&line != 0
		} else if f.movesAsCaptures[s.pieceType] {
			for left := line & attacks; left != 0 && !can; left &= left - 1 {
				can = f.reaches(s, left.first(), clear)
			}
		}
		if !can {
			return false
		}
	}
	return can
}

// reaches reports whether a piece of the mated side attacks a square over squares that are known to
// be empty.
func (f *mateFinder) reaches(from finalSquare, to int, clear bitboard) bool {
	return f.attacks[board.Black][from.pieceType-1][from.at]&squareBit(to) != 0 &&
		f.between[board.Black][from.pieceType-1][from.at][to]&^clear == 0
}
