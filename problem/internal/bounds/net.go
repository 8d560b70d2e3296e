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
type net struct {
	*lanes
	b      *Bound
	c      *cast
	steps  int // that may still be made
	halted func() bool
	keep   func() bool // is told of each picture, and ends the search by true
	share  parallel.Share

	king   int
	pieces [32]weaver   // of the mating side
	used   [32]bool     // of them
	at     [32]seat     // and their places
	reach  [32][8]uint8 // of the other side, by piece and square beside the king: the moves it needs
	fates  [32]seat     // and the places they have; of kind 0 if they have none
	slots  []uint8      // the squares beside the king
	takes  int          // pieces that pawns of the mating side must have taken
	idle   int          // pieces of the other side, its king excepted, that have no place

	checker int // of the mating side
	budget  int // moves that the other side has besides its king's
}

// whatever is the kind of a piece that may be any that it can be.
const whatever = rules.PieceType(255)

// weaver is a piece of the mating side and what it can do.
type weaver struct {
	roles []role
	can   [farthest]set // squares beside the king that it can guard, by number of moves
}

// checking is set in what a role guards if it checks.
func (r *role) checks(king int) bool { return r.guards&one(king) != 0 }

// prepare readies n for all squares of the king.
func (n *net) prepare(b *Bound, c *cast, white, black int) bool {
	if b.lanes() == nil || len(c.mating) > len(n.pieces) || len(c.mated) > len(n.fates) || white >= farthest || black >= farthest {
		return false
	}
	n.lanes, n.b, n.c = b.lanes(), b, c
	n.idle = len(c.mated)
	return true
}

// find tells keep of all pictures with the king on a square, when the sides have so many moves besides those of the king. It
// reports true when it was ended.
func (n *net) find(king, white, black int) bool {
	n.king, n.slots = king, n.slots[:0]
	n.budget = black
	var beside set
	for _, f := range n.b.beside[king] {
		beside |= one(int(f))
		n.slots = append(n.slots, uint8(f))
	}
	for i, a := range n.c.mating {
		n.roles(i, a, beside, white)
	}
	for i, a := range n.c.mated {
		away := n.b.routesOf(board.Black, a.pieceType, a.at)[0].any
		for j, f := range n.slots {
			n.reach[i][j] = away[f]
		}
	}
	return n.check(beside, white, black)
}

// roles finds what a piece of the mating side can do.
func (n *net) roles(i int, a actor, beside set, white int) {
	m := &n.pieces[i]
	m.roles = m.roles[:0]
	m.can = [farthest]set{}
	royal := n.b.v.Type(a.pieceType).Royal
	for _, p := range n.seats[0][a.pieceType-1][a.at] {
		if int(p.cost) > white {
			break
		}
		hits := n.hits[0][p.pieceType-1][p.at] & (beside | one(n.king))
		if hits == 0 || int(p.at) == n.king || royal && !n.b.touches && hits&one(n.king) != 0 {
			continue
		}
		m.roles = append(m.roles, role{seat: p, guards: hits})
		for cost := int(p.cost); cost <= white; cost++ {
			m.can[cost] |= hits
		}
	}
}

// check chooses the piece that checks. Where nothing could have stood between the two, it is the one that makes the last move.
func (n *net) check(beside set, white, black int) bool {
	for i, a := range n.c.mating {
		n.checker = i
		for j := range n.pieces[i].roles {
			r := n.pieces[i].roles[j]
			if !r.checks(n.king) {
				continue
			}
			if n.between[board.White][r.pieceType-1][r.at][n.king] == 0 && r.pieceType == a.pieceType && !n.b.touches { // a promoted piece has seats enough as it is
				r.last = true
				r.cost = max(r.cost, n.b.comes(a, r.seat))
			}
			if int(r.cost) <= white && n.share.Takes() && n.stand(i, &r, n.king, beside, one(n.king), 0, white, black) {
				return true
			}
		}
	}
	return false
}

// comes returns how many moves a piece of the mating side needs to come to a place: where it is there already and is to make the last move, to go
// and come back.
func (b *Bound) comes(a actor, s seat) uint8 {
	state := b.state(a.pieceType, a.at)
	if !s.last || a.pieceType != s.pieceType || a.at != int(s.at) {
		return b.routesOf(board.White, a.pieceType, a.at)[0].as[b.state(s.pieceType, int(s.at))]
	}
	back := uint8(255)
	for k, from := range b.graphs[board.White].own[state].all() {
		if n := b.routesOf(board.White, k, from)[0].as[state]; n < 255 {
			back = min(back, n+1)
		}
	}
	for k, from := range b.graphs[board.White].free[state].all() {
		back = min(back, b.routesOf(board.White, k, from)[0].as[state])
	}
	return back
}

// weave chooses pieces until each of some squares is guarded or occupied by a piece of the king's side.
func (n *net) weave(need, occupied, clear set, white, black int) bool {
	if n.steps--; n.steps < 0 || n.steps%mostAlone == 0 && n.halted() {
		return true
	}
	if n.takes > n.idle {
		return false
	}
	if need == 0 {
		return n.answered(occupied, clear, white, black)
	}
	at, fewest := 0, 99
	for q := need; q != 0; q &= q - 1 {
		count := n.doers(q&-q, occupied|clear, white, black)
		if count == 0 {
			return false
		}
		if count < fewest {
			at, fewest = bits.TrailingZeros64(uint64(q)), count
		}
	}
	for i := range n.c.mating {
		if m := &n.pieces[i]; !n.used[i] && m.can[white]&one(at) != 0 {
			for j := range m.roles {
				r := &m.roles[j]
				if int(r.cost) > white {
					break
				}
				if r.guards&one(at) != 0 && n.stand(i, r, at, need, occupied, clear, white, black) {
					return true
				}
			}
		}
	}
	if (occupied|clear)&one(at) != 0 {
		return false
	}
	slot := n.slot(at)
	for i := range n.c.mated {
		cost := int(n.reach[i][slot])
		if n.fates[i].pieceType != 0 || cost > black {
			continue
		}
		n.fates[i] = seat{pieceType: whatever, at: uint8(at)}
		n.idle--
		ended := n.weave(need&^one(at), occupied|one(at), clear, white, black-cost)
		n.idle++
		n.fates[i] = seat{}
		if ended {
			return true
		}
	}
	return false
}

// answered sees to the answers to the check when all squares beside the king are seen to. A piece that could take the piece that checks, or step between, is pinned
// or there is a second check: by a piece that has its place, or by another, which is given one here.
func (n *net) answered(occupied, clear set, white, black int) bool {
	at := n.answerer(occupied, clear)
	if at < 0 {
		return n.keep()
	}
	for i := range n.c.mating {
		if n.used[i] {
			continue
		}
		for j := range n.pieces[i].roles {
			r := &n.pieces[i].roles[j]
			if int(r.cost) > white {
				break
			}
			way, ok := n.holds(r.seat, at, occupied)
			if ok && (occupied|clear)&one(int(r.at)) == 0 && n.place(i, r, 0, occupied|one(int(r.at)), clear|way, white, black) {
				return true
			}
		}
	}
	return false
}

// holds reports whether a piece of the mating side on its place would pin a piece on a square or check as well, and what must be empty for that.
func (n *net) holds(p seat, at int, occupied set) (way set, ok bool) {
	if n.hits[board.White][p.pieceType-1][p.at]&one(n.king) == 0 {
		return 0, false
	}
	way = n.between[board.White][p.pieceType-1][p.at][n.king] &^ one(at)
	return way, way&occupied == 0
}

// answerer returns where a piece stands that has its place and could answer the check although nothing holds it; -1 for none.
func (n *net) answerer(occupied, clear set) int {
	if n.b.touches {
		return -1
	}
men:
	for i := range n.c.mated {
		at := int(n.fates[i].at)
		if n.fates[i].pieceType == 0 || !n.answers(n.c.mated[i], at, clear) {
			continue
		}
		for j := range n.c.mating {
			if n.used[j] && j != n.checker {
				if _, holds := n.holds(n.at[j], at, occupied); holds {
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
func (n *net) answers(a actor, at int, clear set) (can bool) {
	checker := n.at[n.checker]
	steps := n.between[board.White][checker.pieceType-1][checker.at][n.king]
	for _, p := range n.seats[board.Black][a.pieceType-1][a.at] {
		if int(p.cost) > n.budget {
			break
		}
		if int(p.at) != at {
			continue
		}
		hits := n.hits[board.Black][p.pieceType-1][at]
		can = n.passes(p.pieceType, at, int(checker.at), hits, clear)
		if n.pawn[p.pieceType] {
			can = can || n.front[at]&steps != 0
		} else if n.alike[p.pieceType] {
			for rest := steps & hits; rest != 0 && !can; rest &= rest - 1 {
				can = n.passes(p.pieceType, at, bits.TrailingZeros64(uint64(rest)), hits, clear)
			}
		}
		if !can {
			return false
		}
	}
	return can
}

// passes reports whether a piece of the king's side reaches one of the squares that it hits, where only some are known to be empty.
func (n *net) passes(k rules.PieceType, from, to int, hits, clear set) bool {
	return hits&one(to) != 0 && n.between[board.Black][k-1][from][to]&^clear == 0
}

func (n *net) slot(at int) int {
	for j, f := range n.slots {
		if int(f) == at {
			return j
		}
	}
	return 0 // cannot be
}

// doers returns how many pieces could see to a square beside the king.
func (n *net) doers(q, closed set, white, black int) (count int) {
	for i := range n.c.mating {
		if !n.used[i] && n.pieces[i].can[white]&q != 0 {
			count++
		}
	}
	if closed&q != 0 {
		return count
	}
	slot := n.slot(bits.TrailingZeros64(uint64(q)))
	for i := range n.c.mated {
		if n.fates[i].pieceType == 0 && int(n.reach[i][slot]) <= black {
			count++
		}
	}
	return count
}

// stand gives the i-th piece of the mating side a place from which it hits a square, and goes on.
func (n *net) stand(i int, r *role, at int, need, occupied, clear set, white, black int) bool {
	king := one(n.king)
	way := n.between[0][r.pieceType-1][r.at][at] &^ king
	if (occupied|clear)&one(int(r.at)) != 0 || way&occupied&^king != 0 || n.between[0][r.pieceType-1][r.at][at] == ^set(0) {
		return false
	}
	occupied |= one(int(r.at))
	for rest := need & r.guards; rest != 0; rest &= rest - 1 {
		g := bits.TrailingZeros64(uint64(rest))
		if n.between[0][r.pieceType-1][r.at][g]&occupied&^king == 0 {
			need &^= one(g)
		}
	}
	return n.place(i, r, need, occupied, clear|way, white, black)
}

// place has the i-th piece of the mating side play a role, and goes on.
func (n *net) place(i int, r *role, need, occupied, clear set, white, black int) bool {
	n.used[i], n.at[i] = true, r.seat
	n.takes += int(r.takes)
	ended := n.weave(need, occupied, clear, white-int(r.cost), black)
	n.takes -= int(r.takes)
	n.used[i] = false
	return ended
}
