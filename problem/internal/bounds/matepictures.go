package bounds

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
	"github.com/kirke-chess/kirke/rules"
)

// A final picture of a mate is where the king stands, where the pieces stand that check it and guard the squares beside it,
// and where those of its own pieces stand that are in its way on the others. What is between a piece and what it is
// chosen for is empty. All other pieces may be anywhere.

// net looks for the final pictures of mates.
type mateFinder struct {
	*lineTables
	b      *MateBound
	c      *mateQuery
	steps  int // that may still be made
	halted func() bool
	found  func() bool // is told of each picture, and ends the search by true
	share  parallel.Share

	king         int
	guards       [32]matingPiece // of the mating side
	used         [32]bool        // of them
	at           [32]finalSquare // and their places
	blockCost    [32][8]uint8    // of the other side, by piece and square beside the king: the moves it needs
	blocks       [32]finalSquare // and the places they have; of kind 0 if they have none
	field        []uint8         // the squares beside the king
	pawnCaptures int             // pieces that pawns of the mating side must have taken
	unplaced     int             // pieces of the other side, its king excepted, that have no place

	checker    int // of the mating side
	blackMoves int // moves that the other side has besides its king's
}

// whatever is the kind of a piece that may be any that it can be.
const anyType = rules.PieceType(255)

// weaver is a piece of the mating side and what it can do.
type matingPiece struct {
	roles []role
	can   [moveLimit]bitboard // squares beside the king that it can guard, by number of moves
}

// checking is set in what a role guards if it checks.
func (r *role) checks(king int) bool { return r.guards&squareBit(king) != 0 }

// prepare readies n for all squares of the king.
func (n *mateFinder) prepare(b *MateBound, c *mateQuery, white, black int) bool {
	if b.lines() == nil || len(c.mating) > len(n.guards) || len(c.mated) > len(n.blocks) || white >= moveLimit || black >= moveLimit {
		return false
	}
	n.lineTables, n.b, n.c = b.lines(), b, c
	n.unplaced = len(c.mated)
	return true
}

// find tells keep of all pictures with the king on a square, when the sides have so many moves besides those of the king. It
// reports true when it was ended.
func (n *mateFinder) find(king, white, black int) bool {
	n.king, n.field = king, n.field[:0]
	n.blackMoves = black
	var beside bitboard
	for _, f := range n.b.kingField[king] {
		beside |= squareBit(int(f))
		n.field = append(n.field, uint8(f))
	}
	for i, a := range n.c.mating {
		n.findRoles(i, a, beside, white)
	}
	for i, a := range n.c.mated {
		away := n.b.distancesFrom(board.Black, a.pieceType, a.at)[0].toSquare
		for j, f := range n.field {
			n.blockCost[i][j] = away[f]
		}
	}
	return n.chooseChecker(beside, white, black)
}

// roles finds what a piece of the mating side can do.
func (n *mateFinder) findRoles(i int, a placedPiece, beside bitboard, white int) {
	m := &n.guards[i]
	m.roles = m.roles[:0]
	m.can = [moveLimit]bitboard{}
	royal := n.b.v.Type(a.pieceType).Royal
	for _, p := range n.finalSquares[0][a.pieceType-1][a.at] {
		if int(p.cost) > white {
			break
		}
		hits := n.attacks[0][p.pieceType-1][p.at] & (beside | squareBit(n.king))
		if hits == 0 || int(p.at) == n.king || royal && !n.b.kingsTouch && hits&squareBit(n.king) != 0 {
			continue
		}
		m.roles = append(m.roles, role{finalSquare: p, guards: hits})
		for cost := int(p.cost); cost <= white; cost++ {
			m.can[cost] |= hits
		}
	}
}

// check chooses the piece that checks. Where nothing could have stood between the two, it is the one that makes the last move.
func (n *mateFinder) chooseChecker(beside bitboard, white, black int) bool {
	for i, a := range n.c.mating {
		n.checker = i
		for j := range n.guards[i].roles {
			r := n.guards[i].roles[j]
			if !r.checks(n.king) {
				continue
			}
			if n.between[board.White][r.pieceType-1][r.at][n.king] == 0 && r.pieceType == a.pieceType && !n.b.kingsTouch { // a promoted piece has seats enough as it is
				r.lastMove = true
				r.cost = max(r.cost, n.b.comesFor(a, r.finalSquare))
			}
			if int(r.cost) <= white && n.share.Takes() && n.guardFrom(i, &r, n.king, beside, squareBit(n.king), 0, white, black) {
				return true
			}
		}
	}
	return false
}

// comes returns how many moves a piece of the mating side needs to come to a place: where it is there already and is to make the last move, to go
// and come back.
func (b *MateBound) comesFor(a placedPiece, s finalSquare) uint8 {
	state := b.state(a.pieceType, a.at)
	if !s.lastMove || a.pieceType != s.pieceType || a.at != int(s.at) {
		return b.distancesFrom(board.White, a.pieceType, a.at)[0].toState[b.state(s.pieceType, int(s.at))]
	}
	back := uint8(255)
	for k, from := range b.moves[board.White].own[state].all() {
		if n := b.distancesFrom(board.White, k, from)[0].toState[state]; n < 255 {
			back = min(back, n+1)
		}
	}
	for k, from := range b.moves[board.White].castled[state].all() {
		back = min(back, b.distancesFrom(board.White, k, from)[0].toState[state])
	}
	return back
}

// weave chooses pieces until each of some squares is guarded or occupied by a piece of the king's side.
func (n *mateFinder) guardNext(need, occupied, clear bitboard, white, black int) bool {
	if n.steps--; n.steps < 0 || n.steps%stepsPerCheck == 0 && n.halted() {
		return true
	}
	if n.pawnCaptures > n.unplaced {
		return false
	}
	if need == 0 {
		return n.preventAnswers(occupied, clear, white, black)
	}
	at, fewest := 0, 99
	for q := need; q != 0; q &= q - 1 {
		count := n.candidates(q&-q, occupied|clear, white, black)
		if count == 0 {
			return false
		}
		if count < fewest {
			at, fewest = bits.TrailingZeros64(uint64(q)), count
		}
	}
	for i := range n.c.mating {
		if m := &n.guards[i]; !n.used[i] && m.can[white]&squareBit(at) != 0 {
			for j := range m.roles {
				r := &m.roles[j]
				if int(r.cost) > white {
					break
				}
				if r.guards&squareBit(at) != 0 && n.guardFrom(i, r, at, need, occupied, clear, white, black) {
					return true
				}
			}
		}
	}
	if (occupied|clear)&squareBit(at) != 0 {
		return false
	}
	slot := n.fieldIndex(at)
	for i := range n.c.mated {
		cost := int(n.blockCost[i][slot])
		if n.blocks[i].pieceType != 0 || cost > black {
			continue
		}
		n.blocks[i] = finalSquare{pieceType: anyType, at: uint8(at)}
		n.unplaced--
		ended := n.guardNext(need&^squareBit(at), occupied|squareBit(at), clear, white, black-cost)
		n.unplaced++
		n.blocks[i] = finalSquare{}
		if ended {
			return true
		}
	}
	return false
}

// answered sees to the answers to the check when all squares beside the king are seen to. A piece that could take the piece that checks, or step between, is pinned
// or there is a second check: by a piece that has its place, or by another, which is given one here.
func (n *mateFinder) preventAnswers(occupied, clear bitboard, white, black int) bool {
	at := n.findAnswer(occupied, clear)
	if at < 0 {
		return n.found()
	}
	for i := range n.c.mating {
		if n.used[i] {
			continue
		}
		for j := range n.guards[i].roles {
			r := &n.guards[i].roles[j]
			if int(r.cost) > white {
				break
			}
			way, ok := n.pinsOrChecks(r.finalSquare, at, occupied)
			if ok && (occupied|clear)&squareBit(int(r.at)) == 0 && n.assign(i, r, 0, occupied|squareBit(int(r.at)), clear|way, white, black) {
				return true
			}
		}
	}
	return false
}

// holds reports whether a piece of the mating side on its place would pin a piece on a square or check as well, and what must be empty for that.
func (n *mateFinder) pinsOrChecks(p finalSquare, at int, occupied bitboard) (way bitboard, ok bool) {
	if n.attacks[board.White][p.pieceType-1][p.at]&squareBit(n.king) == 0 {
		return 0, false
	}
	way = n.between[board.White][p.pieceType-1][p.at][n.king] &^ squareBit(at)
	return way, way&occupied == 0
}

// answerer returns where a piece stands that has its place and could answer the check although nothing holds it; -1 for none.
func (n *mateFinder) findAnswer(occupied, clear bitboard) int {
	if n.b.kingsTouch {
		return -1
	}
men:
	for i := range n.c.mated {
		at := int(n.blocks[i].at)
		if n.blocks[i].pieceType == 0 || !n.answers(n.c.mated[i], at, clear) {
			continue
		}
		for j := range n.c.mating {
			if n.used[j] && j != n.checker {
				if _, holds := n.pinsOrChecks(n.at[j], at, occupied); holds {
					continue men
				}
			}
		}
		return at
	}
	return -1
}

// answers reports whether a piece that has come to a square can take the piece that checks, or step between, over nothing but squares that are empty. A piece that may be more than
// one must be able to as any of these.
func (n *mateFinder) answers(a placedPiece, at int, clear bitboard) (can bool) {
	checker := n.at[n.checker]
	steps := n.between[board.White][checker.pieceType-1][checker.at][n.king]
	for _, p := range n.finalSquares[board.Black][a.pieceType-1][a.at] {
		if int(p.cost) > n.blackMoves {
			break
		}
		if int(p.at) != at {
			continue
		}
		hits := n.attacks[board.Black][p.pieceType-1][at]
		can = n.reaches(p.pieceType, at, int(checker.at), hits, clear)
		if n.pawn[p.pieceType] {
			can = can || n.pawnStep[at]&steps != 0
		} else if n.movesAsCaptures[p.pieceType] {
			for rest := steps & hits; rest != 0 && !can; rest &= rest - 1 {
				can = n.reaches(p.pieceType, at, bits.TrailingZeros64(uint64(rest)), hits, clear)
			}
		}
		if !can {
			return false
		}
	}
	return can
}

// passes reports whether a piece of the king's side reaches one of the squares that it hits, where only some are known to be empty.
func (n *mateFinder) reaches(k rules.PieceType, from, to int, hits, clear bitboard) bool {
	return hits&squareBit(to) != 0 && n.between[board.Black][k-1][from][to]&^clear == 0
}

func (n *mateFinder) fieldIndex(at int) int {
	for j, f := range n.field {
		if int(f) == at {
			return j
		}
	}
	return 0 // cannot be
}

// doers returns how many pieces could see to a square beside the king.
func (n *mateFinder) candidates(q, closed bitboard, white, black int) (count int) {
	for i := range n.c.mating {
		if !n.used[i] && n.guards[i].can[white]&q != 0 {
			count++
		}
	}
	if closed&q != 0 {
		return count
	}
	slot := n.fieldIndex(bits.TrailingZeros64(uint64(q)))
	for i := range n.c.mated {
		if n.blocks[i].pieceType == 0 && int(n.blockCost[i][slot]) <= black {
			count++
		}
	}
	return count
}

// stand gives the i-th piece of the mating side a place from which it hits a square, and goes on.
func (n *mateFinder) guardFrom(i int, r *role, at int, need, occupied, clear bitboard, white, black int) bool {
	king := squareBit(n.king)
	way := n.between[0][r.pieceType-1][r.at][at] &^ king
	if (occupied|clear)&squareBit(int(r.at)) != 0 || way&occupied&^king != 0 || n.between[0][r.pieceType-1][r.at][at] == ^bitboard(0) {
		return false
	}
	occupied |= squareBit(int(r.at))
	for rest := need & r.guards; rest != 0; rest &= rest - 1 {
		g := bits.TrailingZeros64(uint64(rest))
		if n.between[0][r.pieceType-1][r.at][g]&occupied&^king == 0 {
			need &^= squareBit(g)
		}
	}
	return n.assign(i, r, need, occupied, clear|way, white, black)
}

// place has the i-th piece of the mating side play a role, and goes on.
func (n *mateFinder) assign(i int, r *role, need, occupied, clear bitboard, white, black int) bool {
	n.used[i], n.at[i] = true, r.finalSquare
	n.pawnCaptures += int(r.captures)
	ended := n.guardNext(need, occupied, clear, white-int(r.cost), black)
	n.pawnCaptures -= int(r.captures)
	n.used[i] = false
	return ended
}
