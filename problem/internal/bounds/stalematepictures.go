package bounds

import (
	"math/bits"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/parallel"
)

// A stalemate needs more than a mate: no piece of the stalemated side may have a move. So each of them has
// been captured, or stands where its own pieces are on every square it could step to, or before a piece if it is a pawn,
// or is pinned. Here a final place is sought for each of these pieces, and one for each piece of the other side that must
// guard, pin or stand before a pawn, no two on one square, all within the moves that are left, with
// a capture for each piece that has no place. If there are none, no stalemate can be reached.

// still looks for the final places of all pieces of a stalemated side.
type stalemateFinder struct {
	*lineTables
	b     *MateBound
	c     *mateQuery
	moves [2]int // left, by side; White is the one that stalemates
	steps int    // that may still be made

	king        int
	blackMoves  int // moves, for the king's pieces
	field       bitboard
	openSets    []bitboard        // the squares beside the king that the other side leaves open, in each way; nil if not known
	roles       [32][]role        // by piece of the other side, what it can do to the king's square and those beside it
	guards      bitboard          // squares beside the king that can be guarded
	pins        bitboard          // where a piece may be pinned
	pinnerCount int               // pieces that can pin
	pinners     []role            // of all pieces of the other side, those that might pin
	mayReach    bitboard          // squares that pieces of the other side may come to
	groups      []stalematedPiece // pieces of the stalemated side, those with fewest places first

	placed       []stalematedPlace // of the stalemated side
	pinnedCount  int               // how many of them are to be pinned
	taken        []placedPiece     // of it
	pawnCaptures int               // pieces that its pawns must have taken
	mateOccupied bitboard          // where pieces of the other side have been placed
	used         [32]bool
	at           [32]finalSquare // and their places
	spare        [2]int          // pieces of the other side, its king excepted; those of them that have a place
	fates        []finalSquare   // of the pieces of the groups, of kind 0 for one that has been captured
	found        func() bool     // if there is one, is told of each picture, and ends the search by true
	halted       func() bool     // ends it too
	share        parallel.Share
}

// group is a piece of the stalemated side with its places, near ones first.
type stalematedPiece struct {
	piece      placedPiece
	capturable bool // it may be taken
	places     []stalematedPlace
	squares    bitboard  // of them
	cost       [64]uint8 // by square of them
}

// note adds the squares of the spots.
func (g *stalematedPiece) summarize() {
	g.squares = 0
	for i := range g.places {
		if p := &g.places[i]; g.squares&squareBit(int(p.at)) == 0 {
			g.squares |= squareBit(int(p.at))
			g.cost[p.at] = p.cost
		}
	}
}

// spot is a place of a piece of the stalemated side.
type stalematedPlace struct {
	finalSquare
	mustBeOwn bitboard // squares that must be occupied by its side if it is not pinned
	pinnable  bool     // it may be pinned
	pinned    bool     // and is to be
}

// role is what a piece does from a place.
type role struct {
	finalSquare
	guards bitboard // squares beside the king that it hits
	line   bitboard // squares between it and the king, which it hits if they are empty
}

// effort bounds how many choices are looked at, the more the longer the play that may be saved by it; when it is
// spent, a stalemate is taken to be possible.
func stepBudget(turns, most int) int { return min(500<<min(2*turns, 30), most) }

// mostLooks bounds what is looked at in one position.
const maxPositionSteps = 500 << 14

// prepare readies s for all squares of a king in one position.
func (s *stalemateFinder) prepare(b *MateBound, c *mateQuery, white, black int) bool {
	if b.lines() == nil || len(c.mating) > len(s.used) || len(c.mated) > 31 || white >= moveLimit || black >= moveLimit {
		return false
	}
	s.lineTables, s.b, s.c = b.lines(), b, c
	s.moves = [2]int{white, black}
	s.steps = stepBudget(c.turns, maxPositionSteps)
	s.spare = [2]int{}
	s.mayReach = 0
	for _, a := range c.mating {
		s.mayReach |= s.reachable[board.White][a.pieceType-1][a.at][white]
		if !b.v.Type(a.pieceType).Royal {
			s.spare[0]++
		}
	}
	return true
}

// possible reports whether there are places when the king stands on a square that it has reached in so many moves,
// and the other side leaves open the squares beside it in one of these ways.
func (s *stalemateFinder) possible(king, cost int, open []uint16) bool {
	s.king, s.blackMoves = king, s.moves[1]-cost
	s.field = 0
	s.openSets = s.openSets[:0]
	for range open {
		s.openSets = append(s.openSets, 0)
	}
	for i, f := range s.b.kingField[king] {
		s.field |= squareBit(int(f))
		for j, o := range open {
			if o>>i&1 != 0 {
				s.openSets[j] |= squareBit(int(f))
			}
		}
	}
	s.findRoles()
	if !s.findSquares() {
		return false
	}
	s.placed, s.taken = s.placed[:0], s.taken[:0]
	s.pawnCaptures, s.pinnedCount = 0, 0
	return s.placeRest(1<<len(s.groups)-1, s.field&^s.guards, squareBit(king), s.blackMoves)
}

// group finds the places of the stalemated side's pieces, as far as they can be told one by one.
func (s *stalemateFinder) findSquares() bool {
	fill := squareBit(s.king)
	for len(s.groups) < len(s.c.mated) {
		s.groups = append(s.groups, stalematedPiece{})
	}
	s.groups = s.groups[:len(s.c.mated)]
	s.fates = append(s.fates[:0], make([]finalSquare, len(s.groups))...)
	for _, a := range s.c.mated {
		fill |= s.reachable[board.Black][a.pieceType-1][a.at][s.blackMoves]
	}
	for i, a := range s.c.mated {
		g := &s.groups[i]
		g.piece, g.places = a, g.places[:0]
		g.capturable = s.captureSquares(a, s.blackMoves)&s.mayReach != 0
		for _, p := range s.finalSquares[board.Black][a.pieceType-1][a.at] {
			if int(p.cost) > s.blackMoves {
				break
			}
			if int(p.at) == s.king {
				continue
			}
			need := s.stepTo[board.Black][p.pieceType-1][p.at]
			if s.pawn[p.pieceType] {
				need = s.pawnStep[p.at] &^ s.mayReach
			}
			pin := s.pins&squareBit(int(p.at)) != 0
			if need&^fill == 0 || pin {
				g.places = append(g.places, stalematedPlace{finalSquare: p, mustBeOwn: need, pinnable: pin})
			}
		}
	}
	for s.prune() {
	}
	slices.SortStableFunc(s.groups, func(a, b stalematedPiece) int { return len(a.places) - len(b.places) })
	for i := range s.groups {
		g := &s.groups[i]
		if len(g.places) == 0 && !g.capturable {
			return false
		}
		g.summarize()
	}
	return true
}

// thin takes away places around which other pieces cannot come within the moves, and reports whether there were any.
func (s *stalemateFinder) prune() (any bool) {
	var cheapest [64]uint8
	for i := range cheapest {
		cheapest[i] = moveLimit
	}
	for i := range s.groups {
		for _, p := range s.groups[i].places {
			cheapest[p.at] = min(cheapest[p.at], p.cost)
		}
	}
	cheapest[s.king] = 0
	for i := range s.groups {
		g := &s.groups[i]
		kept := g.places[:0]
		for _, p := range g.places {
			sum := int(p.cost)
			if !p.pinnable {
				for q := p.mustBeOwn; q != 0; q &= q - 1 {
					sum += int(cheapest[bits.TrailingZeros64(uint64(q))])
				}
			}
			if sum <= s.blackMoves {
				kept = append(kept, p)
			}
		}
		any = any || len(kept) < len(g.places)
		g.places = kept
	}
	return any
}

// cast finds what the pieces of the other side can do.
func (s *stalemateFinder) findRoles() {
	s.pins, s.guards, s.pinnerCount, s.pinners = 0, 0, 0, s.pinners[:0]
	king := squareBit(s.king)
	for i, a := range s.c.mating {
		all := s.roles[i][:0]
		pins := s.pins
		s.pins = 0
		for _, p := range s.finalSquares[board.White][a.pieceType-1][a.at] {
			if int(p.cost) > s.moves[0] {
				break
			}
			hits := s.attacks[board.White][p.pieceType-1][p.at]
			var line bitboard
			if hits&king != 0 {
				if line = s.between[board.White][p.pieceType-1][p.at][s.king]; line == 0 {
					continue // check, which no piece can close
				}
			}
			if hits&s.field|line != 0 {
				all = append(all, role{p, hits & s.field, line})
				s.guards |= hits & s.field
				if line != 0 {
					s.pinners = append(s.pinners, all[len(all)-1])
				}
				s.pins |= line
			}
		}
		if s.pins != 0 {
			s.pinnerCount++
		}
		s.pins |= pins
		s.roles[i] = all
	}
}

// place finds places for the rest of the pieces of the stalemated side, which must fill some squares.
func (s *stalemateFinder) placeRest(rest uint32, fill, occupied bitboard, left int) bool {
	if s.steps--; s.steps < 0 || s.found != nil && s.steps%stepsPerCheck == 0 && s.halted() {
		return true
	}
	if s.found != nil && !s.inShare(rest) {
		return false
	}
	must, ok := s.mustFill(rest, occupied, left)
	if !ok {
		return false
	}
	if fill = (fill | must) &^ occupied; bits.OnesCount64(uint64(fill)) > bits.OnesCount32(rest) {
		return false
	}
	switch {
	case rest == 0:
		return s.placeOthers(occupied, left)
	case fill == 0:
		return s.placeNext(rest, occupied, left)
	}
	at, ok := s.hardest(rest, fill, left)
	if !ok {
		return false
	}
	sq := uint8(bits.TrailingZeros64(uint64(at)))
	for r := rest; r != 0; r &= r - 1 {
		i := bits.TrailingZeros32(r)
		g := &s.groups[i]
		if g.squares&at == 0 {
			continue
		}
		for j := range g.places {
			if g.places[j].at == sq && s.placeOn(i, &g.places[j], rest, fill, occupied, left) {
				return true
			}
		}
	}
	return false
}

// falls reports whether what comes of the choices made so far falls to this thread: they are dealt out when three pieces have their places, or all.
func (s *stalemateFinder) inShare(rest uint32) bool {
	switch chosen := len(s.placed) + len(s.taken); {
	case chosen == 3, chosen < 3 && rest == 0:
		return s.share.Takes()
	}
	return true
}

// hardest returns the square of some that fewest of the rest of the pieces can come to; ok is false when they cannot fill them all.
func (s *stalemateFinder) hardest(rest uint32, fill bitboard, left int) (at bitboard, ok bool) {
	fewest, need := len(s.groups)+1, 0
	for q := fill; q != 0; q &= q - 1 {
		n, least, sq := 0, left+1, bits.TrailingZeros64(uint64(q))
		for r := rest; r != 0; r &= r - 1 {
			if g := &s.groups[bits.TrailingZeros32(r)]; g.squares>>sq&1 != 0 {
				n++
				least = min(least, int(g.cost[sq]))
			}
		}
		if need += least; need > left {
			return 0, false
		}
		if n < fewest {
			fewest, at = n, q&-q
		}
	}
	return at, true
}

// closes reports whether the rest of the pieces could fill what the other side leaves open, and returns the squares that they must then fill.
func (s *stalemateFinder) mustFill(rest uint32, occupied bitboard, left int) (must bitboard, ok bool) {
	if len(s.openSets) == 0 {
		return 0, true
	}
	may := occupied
	for r := rest; r != 0; r &= r - 1 {
		may |= s.groups[bits.TrailingZeros32(r)].squares
	}
	must = ^bitboard(0)
	for _, o := range s.openSets {
		o, never := o&^occupied, o&^may
		if never != 0 || bits.OnesCount64(uint64(o)) > bits.OnesCount32(rest) {
			continue
		}
		if _, fills := s.hardest(rest, o, left); fills {
			if must, ok = must&o, true; must == 0 {
				break
			}
		}
	}
	return must, ok
}

// next gives the next of the rest of the pieces a place, or has it taken.
func (s *stalemateFinder) placeNext(rest uint32, occupied bitboard, left int) bool {
	i := bits.TrailingZeros32(rest)
	g := &s.groups[i]
	if g.capturable && len(s.taken) < s.moves[0] {
		s.fates[i] = finalSquare{}
		s.taken = append(s.taken, g.piece)
		ok := s.placeRest(rest&(rest-1), 0, occupied, left)
		s.taken = s.taken[:len(s.taken)-1]
		if ok {
			return true
		}
	}
	for j := range g.places {
		if int(g.places[j].cost) > left {
			break
		}
		if s.placeOn(i, &g.places[j], rest, 0, occupied, left) {
			return true
		}
	}
	return false
}

// put gives the i-th piece a place and goes on: once with its own pieces around it, once pinned.
func (s *stalemateFinder) placeOn(i int, p *stalematedPlace, rest uint32, fill, occupied bitboard, left int) bool {
	at := squareBit(int(p.at))
	if int(p.cost) > left || occupied&at != 0 || s.pawnCaptures+int(p.captures) > s.spare[0] {
		return false
	}
	s.fates[i] = p.finalSquare
	s.placed = append(s.placed, *p)
	s.pawnCaptures += int(p.captures)
	rest &^= 1 << i
	ok := bits.OnesCount64(uint64((fill|p.mustBeOwn)&^(occupied|at))) <= bits.OnesCount32(rest) && s.placeRest(rest, fill|p.mustBeOwn, occupied|at, left-int(p.cost))
	if !ok && p.pinnable && p.mustBeOwn&^occupied != 0 && s.pinnedCount < s.pinnerCount && s.pinnable(at, occupied) {
		s.pinnedCount++
		s.placed[len(s.placed)-1].pinned = true
		ok = s.placeRest(rest, fill, occupied|at, left-int(p.cost))
		s.pinnedCount--
	}
	s.placed = s.placed[:len(s.placed)-1]
	s.pawnCaptures -= int(p.captures)
	return ok
}

// pinnable reports whether a piece of the other side could pin what has been placed on a square when some squares are occupied.
func (s *stalemateFinder) pinnable(at, occupied bitboard) bool {
	for i := range s.pinners {
		if r := &s.pinners[i]; r.line&at != 0 && occupied&squareBit(int(r.at)) == 0 && s.pinned(r, at, occupied) {
			return true
		}
	}
	return false
}

// answer looks for places of the other side's pieces, when all pieces of the stalemated side have theirs.
func (s *stalemateFinder) placeOthers(occupied bitboard, left int) bool {
	var pins, fronts bitboard
	for _, p := range s.placed {
		if p.pinned && p.mustBeOwn&^occupied == 0 {
			return false // it was looked at as not pinned
		}
		if s.pawn[p.pieceType] {
			fronts |= s.pawnStep[p.at] &^ occupied
		} else if p.mustBeOwn&^occupied != 0 {
			pins |= squareBit(int(p.at))
		}
	}
	s.mateOccupied = 0
	s.spare[1] = 0
	clear(s.used[:len(s.c.mating)])
	return s.coverNext(occupied, s.field&^occupied, pins, fronts, s.moves[0], left, 0)
}

// cover gives places to pieces of the other side until squares beside the king are guarded, pieces are pinned and the
// squares before pawns are filled.
func (s *stalemateFinder) coverNext(occupied, guards, pins, fronts bitboard, white, black, takes int) bool {
	if s.steps--; s.steps < 0 {
		return true
	}
	if takes > len(s.taken) || s.pawnCaptures > s.spare[0]-s.spare[1] {
		return false
	}
	if guards|pins|fronts == 0 {
		return s.captured(white, black) && (s.found == nil || s.found())
	}
	if fronts != 0 && pins == 0 {
		f := fronts & -fronts
		if s.blockPawn(f, occupied, guards, pins, fronts, white, black, takes) {
			return true
		}
		// Or the pawn is pinned.
		for _, p := range s.placed {
			if s.pawn[p.pieceType] && s.pawnStep[p.at] == f && s.pins&squareBit(int(p.at)) != 0 {
				return s.coverNext(occupied, guards, pins|squareBit(int(p.at)), fronts&^f, white, black, takes)
			}
		}
		return false
	}
	for i := range s.c.mating {
		if s.used[i] {
			continue
		}
		for j := range s.roles[i] {
			r := &s.roles[i][j]
			if int(r.cost) > white {
				break
			}
			if pins != 0 {
				if r.line&pins&-pins == 0 || !s.pinned(r, pins&-pins, occupied) {
					continue
				}
			} else if r.guards&guards&-guards == 0 || !s.guarded(r, guards&-guards, occupied) {
				continue
			}
			if s.assign(i, r, occupied, guards, pins, fronts, white, black, takes) {
				return true
			}
		}
	}
	return false
}

// fill puts a piece of the other side before a pawn.
func (s *stalemateFinder) blockPawn(f, occupied, guards, pins, fronts bitboard, white, black, takes int) bool {
	for i, a := range s.c.mating {
		if s.used[i] || s.reachable[board.White][a.pieceType-1][a.at][white]&f == 0 {
			continue
		}
		for _, p := range s.finalSquares[board.White][a.pieceType-1][a.at] {
			if int(p.cost) > white {
				break
			}
			if squareBit(int(p.at)) != f {
				continue
			}
			r := role{finalSquare: p}
			if hits := s.attacks[board.White][p.pieceType-1][p.at]; hits&(s.field|squareBit(s.king)) != 0 {
				if r.guards = hits & s.field; hits&squareBit(s.king) != 0 {
					if r.line = s.between[board.White][p.pieceType-1][p.at][s.king]; r.line == 0 {
						continue
					}
				}
			}
			if s.assign(i, &r, occupied, guards, pins, fronts, white, black, takes) {
				return true
			}
		}
	}
	return false
}

// stand gives the i-th piece of the other side a place and goes on.
func (s *stalemateFinder) assign(i int, p *role, occupied, guards, pins, fronts bitboard, white, black, takes int) bool {
	at := squareBit(int(p.at))
	if (occupied|s.mateOccupied)&at != 0 {
		return false
	}
	for rest := guards & p.guards; rest != 0; rest &= rest - 1 {
		if g := rest & -rest; s.guarded(p, g, occupied) {
			guards &^= g
		}
	}
	for rest := pins & p.line; rest != 0; rest &= rest - 1 {
		if g := rest & -rest; s.pinned(p, g, occupied) {
			pins &^= g
		}
	}
	royal := s.b.v.Type(p.pieceType).Royal
	s.used[i], s.at[i] = true, p.finalSquare
	s.mateOccupied |= at
	if !royal {
		s.spare[1]++
	}
	ok := s.coverNext(occupied, guards, pins, fronts&^at, white-int(p.cost), black, takes+int(p.captures))
	if !royal {
		s.spare[1]--
	}
	s.mateOccupied &^= at
	s.used[i] = false
	return ok
}

// guarded reports whether a piece of the other side guards from its place a square that it hits.
func (s *stalemateFinder) guarded(p *role, g, occupied bitboard) bool {
	closed := (occupied | s.mateOccupied) &^ squareBit(s.king)
	return s.between[board.White][p.pieceType-1][p.at][bits.TrailingZeros64(uint64(g))]&closed == 0
}

// pinned reports whether a piece of the other side pins from its place what stands on a square of its line, so
// that it cannot move.
func (s *stalemateFinder) pinned(p *role, g, occupied bitboard) bool {
	way := p.line
	if way&(occupied|s.mateOccupied)&^g != 0 {
		return false
	}
	for _, m := range s.placed {
		if squareBit(int(m.at)) != g {
			continue
		}
		if s.pawn[m.pieceType] {
			return way&s.pawnStep[m.at] == 0
		}
		mine := s.between[board.Black][m.pieceType-1][m.at][p.at]
		return s.attacks[board.Black][m.pieceType-1][m.at]&squareBit(int(p.at)) == 0 || mine&^way != 0
	}
	return false
}

// captured reports whether the pieces that have no place may all have been taken, with so many moves to spare.
func (s *stalemateFinder) captured(white, black int) bool {
	for _, v := range s.taken {
		if !s.canCapture(v, white, black) {
			return false
		}
	}
	if len(s.taken) < 2 {
		return true
	}
	going := 0 // moves that pieces make to their places
	for i := range s.c.mating {
		if s.used[i] {
			going += int(s.at[i].cost)
		}
	}
	return s.captureAll(0, finalSquare{}, 1<<len(s.taken)-1, white, black, going)
}

// hunt reports whether the pieces of the other side from the i-th on can take all pieces of a set on their
// ways, when the i-th has come to a place of its tour (kind 0 before it has left).
func (s *stalemateFinder) captureAll(i int, p finalSquare, left uint32, white, black, going int) bool {
	if left == 0 {
		return true
	}
	if i == len(s.c.mating) || bits.OnesCount32(left) > white+going {
		return false
	}
	if s.steps--; s.steps < 0 {
		return true
	}
	if p.pieceType == 0 {
		a := s.c.mating[i]
		p = finalSquare{pieceType: a.pieceType, at: uint8(a.at)}
		if s.used[i] {
			p.cost = s.at[i].cost // still to go
		}
	}
	var prey bitboard
	for j, v := range s.taken {
		if left>>j&1 != 0 {
			prey |= s.captureSquares(v, black)
		}
	}
	most := white + int(p.cost)
	if prey &= s.reachable[board.White][p.pieceType-1][p.at][most]; prey != 0 {
		for _, q := range s.finalSquares[board.White][p.pieceType-1][p.at] {
			if int(q.cost) > most {
				break
			}
			if q.cost == 0 || prey&squareBit(int(q.at)) == 0 {
				continue
			}
			rest := 0
			if s.used[i] {
				rest = s.movesBetween(q, s.at[i])
			}
			spare := most - int(q.cost) - rest
			if spare < 0 {
				continue
			}
			for j, v := range s.taken {
				if left>>j&1 == 0 {
					continue
				}
				n := 0
				for s.captureSquares(v, n)&squareBit(int(q.at)) == 0 && n <= black {
					n++
				}
				if n <= black && s.captureAll(i, finalSquare{pieceType: q.pieceType, at: q.at, cost: uint8(rest)}, left&^(1<<j), spare, black-n, going-int(p.cost)+rest) {
					return true
				}
			}
		}
	}
	return s.captureAll(i+1, finalSquare{}, left, white, black, going-int(p.cost))
}

// way returns the least number of moves of a piece of the other side from one place to another.
func (s *stalemateFinder) movesBetween(from, to finalSquare) int {
	if from.pieceType == to.pieceType {
		return int(s.b.moveCount[from.pieceType-1][from.at][to.at])
	}
	if !s.pawn[from.pieceType] {
		return moveLimit
	}
	return s.b.promoted(board.White, board.Square(from.at), to.pieceType, int(to.at))
}

// prey returns where a piece of the stalemated side may be taken when it has made up to so many moves.
func (s *stalemateFinder) captureSquares(v placedPiece, black int) bitboard {
	where := s.reachable[board.Black][v.pieceType-1][v.at][black]
	if s.pawn[v.pieceType] { // and in passing
		where |= where << s.b.v.Size.Files
	}
	return where
}

func (s *stalemateFinder) canCapture(v placedPiece, white, black int) bool {
	where := s.reachable[board.Black][v.pieceType-1][v.at][black]
	if s.pawn[v.pieceType] { // and in passing
		where |= where << s.b.v.Size.Files
	}
	for i, a := range s.c.mating {
		if !s.used[i] {
			if s.reachable[board.White][a.pieceType-1][a.at][white]&where != 0 {
				return true
			}
			continue
		}
		p := s.at[i]
		n := min(int(p.cost)+white, moveLimit-1)
		if p.pieceType != a.pieceType {
			if s.reachable[board.White][a.pieceType-1][a.at][n]&where != 0 {
				return true
			}
			continue
		}
		for r := 1; r <= n; r++ {
			if s.reachable[board.White][a.pieceType-1][a.at][r]&where&s.origins[a.pieceType-1][p.at][n-r] != 0 {
				return true
			}
		}
	}
	return false
}
