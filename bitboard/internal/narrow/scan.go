// This file finds legal moves. A scan finds checkers and pins first, then the moves of each part of
// all pieces as packs. trial.go tests the moves whose legality does not follow from checkers and
// pins.

package narrow

import (
	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/rules"
)

// Pack is a bundle of legal moves: those of one part of a piece, or of all pawns in one direction,
// to several squares. Counting adds up the squares, listing writes the moves out.
type Pack struct {
	To    Set
	From  int16 // the piece's square; for pawns what their move adds to it
	Form  uint8 // what kind of moves they are
	Times uint8 // how many moves each square stands for
}

// The forms of a pack.
const (
	PieceMoves uint8 = iota
	PawnMoves
	Promotions
	passing  // en passant
	castling // To is the rook's square
	outside  // To is the corner beside the imaginary square
	reassign // To is the piece's own square
	drops    // From is the place of the type among those in hand
)

// withPawn marks a pack of pawn moves played in the turn of a reassignment.
const withPawn uint8 = 0x80

// MaxPieces is how many pieces a side may have. The packs of a scan then fit in its list: a piece
// makes three at most, and those from the hand are few.
const MaxPieces = 64

// found is the result of a scan: packs, and moves that were tested one by one.
type found struct {
	n      uint8 // how many packs there are; see MaxPieces
	total  int   // moves in packs
	packs  [256]Pack
	Tested []rules.Move
}

func (f *found) add(to Set, from int, form, times uint8) {
	f.packs[f.n] = Pack{to, int16(from), form, times}
	f.n++
	f.total += to.Count() * int(times)
}

// Gates are own pieces behind which a piece in hand may be gated, and how many piece types may.
type Gates struct {
	from Set
	n    uint8
}

// times returns how many moves each arrival of the piece on a square stands for.
func (o Gates) times(from int) uint8 { return 1 + o.n*o.from.At(from) }

// sissaPin says where a piece may go that stands alone on a Sissa's path to its king.
type sissaPin struct {
	piece, stay Set
}

// constraints are what a scan knows before it visits the pieces.
type constraints struct {
	occ            Set // occupied squares
	checkMask      Set // where a piece has to go to answer a check; all squares when there is none
	pinned         Set // pieces that alone close a line to their king
	sissaPinned    Set // pieces that alone close a Sissa's path to their king
	arrivals       Set // arrivals whose legality follows from check mask and pins
	testedArrivals Set // arrivals that are tested one by one instead
	testedPieces   Set // pieces whose moves are all tested one by one
	Gates
	king int // -1 for none
}

// Worker plays positions of one game for one goroutine. All nodes share its memory, so that none
// has to clear or allocate any.
type Worker struct {
	*Game
	found

	// Skip, if not nil, reports moves that need not be tested.
	Skip func(p *Pos, from, to int) bool

	// Of the last scan.
	sissaPins   []sissaPin
	threats     []threat        // where captures blow up, what may attack the king after them
	pinnedThere Set             // likewise, the pieces that alone close a line to their king
	wanted      Set             // arrivals that are wanted
	safeSteps   Set             // steps of the king that were found safe
	homeLines   Set             // in Martian Circe, squares on which attacks on the king from homes depend
	choice      rules.PieceType // what the reborn pawn that waits becomes in the moves being tested
	quick       bool            // one move is enough

	// Of a perft.
	at      [maxDepth]Pos
	recall  []Memory // as long as at, in games that need it
	keys    [maxDepth]uint64
	replied [256]Pack    // packs of the position whose replies are being counted
	stack   []rules.Move // the moves being played
	table   *rules.PerftTable

	spare []*Memory // to play on; lent counts those in use
	lent  int
}

// maxDepth bounds the plies of a perft.
const maxDepth = 64

// NewWorker returns a worker for positions of g.
func NewWorker(g *Game) *Worker {
	w := &Worker{Game: g}
	if g.Remembers {
		w.recall = make([]Memory, maxDepth)
	}
	return w
}

// memoryAt returns the memory of the position at a ply, or nil.
func (w *Worker) memoryAt(ply int) *Memory {
	if w.recall == nil {
		return nil
	}
	return &w.recall[ply]
}

// scanPurpose is the purpose of a scan, encoded in the length of an array. The compiler knows it,
// so counting writes no packs and does not test the purpose at run time.
type scanPurpose interface{ toCount | toList }

type (
	toCount [0]struct{}
	toList  [1]struct{}
)

const listing = len(toList{})

// Count returns the number of legal moves of p.
func (w *Worker) Count(p *Pos, mem *Memory) int {
	switch {
	case w.Imaginary: // which reads the packs of the pawns
		scan[toList](w, p, mem, w.All)
	case w.Sifted:
		sift[toCount](w, p, mem, w.All)
	default:
		scan[toCount](w, p, mem, w.All)
	}
	return w.total + len(w.Tested)
}

// HasMove reports whether there is a legal move.
func (w *Worker) HasMove(p *Pos, mem *Memory) bool {
	w.quick = true
	n := w.Count(p, mem)
	w.quick = false
	return n != 0
}

// Packs returns the packs that the last scan has found. Moves that it tested one by one are in
// Tested.
func (w *Worker) Packs() []Pack { return w.packs[:w.n] }

// ScanForOne finds some legal moves, at least one if there are any. It looks at the king first, and
// stops at the first legal move that it has tested.
func (w *Worker) ScanForOne(p *Pos, mem *Memory) {
	w.quick = true
	w.Scan(p, mem, w.All)
	w.quick = false
}

// Scan finds the legal moves of p that arrive on squares of want, or capture a piece there en
// passant, and lists them in packs.
func (w *Worker) Scan(p *Pos, mem *Memory, want Set) {
	if w.Sifted {
		sift[toList](w, p, mem, want)
	} else {
		scan[toList](w, p, mem, want)
	}
}

// scan is Scan for one purpose. It does not know that a game may be over, or that some moves forbid
// others.
//
// What it seldom calls is marked noinline. Else the profile has the compiler inline it, and scan has
// more variables than registers.
func scan[P scanPurpose](w *Worker, p *Pos, mem *Memory, want Set) {
	if w.n, w.total = 0, 0; len(w.Tested) != 0 {
		w.Tested = w.Tested[:0]
	}
	c := constraints{occ: p.Own | p.Opp, checkMask: w.All, king: -1}
	if w.Gating {
		c.Gates = w.OpenGates(p)
	}
	k := w.kingOf(p)
	if k != 0 {
		c.king = k.First()
		w.findThreats(p, &c)
	}
	c.arrivals = c.checkMask & want &^ (p.Own | p.King&w.crown)
	if !w.Orthodox {
		w.divideMoves(p, mem, &c, want)
		if p.awaitsPromotion(p.Own) {
			w.testChoices(p, mem, &c, want == w.All)
			return
		}
	}
	if k != 0 {
		if c.testedPieces&k == 0 {
			w.scanKing(p, &c, want)
		}
	}
	if want == w.All && w.mayCastle(p, &c) {
		w.scanCastling(p, mem, &c)
	}
	if w.foundEnough() {
		return
	}
	if c.arrivals != 0 {
		scanPieces[P](w, p, &c)
		if free := p.Own & p.Pawn &^ c.pinned &^ c.sissaPinned &^ c.testedPieces; free != 0 {
			scanPawns[P](w, p, free, c.arrivals, &c)
		}
		if stuck := p.Own & (c.pinned | c.sissaPinned) &^ (k | c.testedPieces); stuck != 0 {
			scanPinned[P](w, p, stuck, &c)
		}
		if w.Drops {
			scanDrops[P](w, p, &c)
		}
	}
	if p.Pass != 0 && w.Check != traits.ByHomes {
		w.scanPassing(p, mem, &c, want)
	}
	if w.Imaginary {
		w.scanImaginary(p, &c, want)
	}
	if c.testedArrivals|c.testedPieces != 0 {
		w.testPieces(p, mem, &c)
	}
}

// findThreats finds checkers and pins, once for a node.
func (w *Worker) findThreats(p *Pos, c *constraints) {
	k, opp, occ := c.king&(Cells-1), p.Opp, c.occ
	mask, pinned := c.checkMask, c.pinned
	leapers := (w.Knights[k]&p.Knight | w.Steps[k]&p.Step | w.OtherPawnsFrom[p.Turn&1][k]&p.Pawn) & opp
	for ; leapers != 0; leapers = leapers.Rest() {
		mask &= leapers.Lowest()
	}
	ways := &w.Between[k]
	for snipers := (w.OrthRays[k]&p.Orth | w.DiagRays[k]&p.Diag) & opp; snipers != 0; snipers = snipers.Rest() {
		way := ways[snipers.First()]
		switch blockers := way & occ; {
		case blockers == 0:
			mask &= way | snipers.Lowest()
		case blockers.Rest() == 0:
			pinned |= blockers & p.Own
		}
	}
	c.checkMask, c.pinned = mask, pinned
	if p.Sissa&opp != 0 && w.paths == nil {
		w.findSissaThreats(p, c)
	}
}

// findSissaThreats finds checks and pins by Sissas, which have several paths to a square.
func (w *Worker) findSissaThreats(p *Pos, c *constraints) {
	w.sissaPins = w.sissaPins[:0]
	k := c.king & (Cells - 1)
	for s := w.sissas.reach[k] & p.Sissa & p.Opp; s != 0; s = s.Rest() {
		paths := &w.sissas.paths[s.First()][k]
		for _, way := range paths.ways[:paths.n] {
			switch blockers := way & c.occ; {
			case blockers == 0:
				c.checkMask &= way | s.Lowest()
			case blockers.Rest() == 0 && blockers&p.Own != 0:
				c.sissaPinned |= blockers
				w.sissaPins = append(w.sissaPins, sissaPin{blockers, way | s.Lowest()})
			}
		}
	}
}

// scanPieces finds the moves of pieces that are not pinned, except kings and pawns. It goes part by
// part, so it visits a queen twice. It writes a pack for every part; the next pack overwrites an
// empty one, which is cheaper than a test.
func scanPieces[P scanPurpose](w *Worker, p *Pos, c *constraints) {
	var purpose P
	g := w.geometry
	pieces := p.Own &^ c.pinned &^ c.sissaPinned &^ c.testedPieces
	occ, target, gates, types := c.occ, c.arrivals, c.from, c.n
	n, total := w.n, w.total
	for s := pieces & p.Knight; s != 0; s = s.Rest() {
		from := s.First()
		to := g.Knights[from] & target
		times := 1 + types*gates.At(from)
		if len(purpose) == listing {
			w.packs[n] = Pack{to, int16(from), PieceMoves, times}
			n += to.Some()
		}
		total += to.Count() * int(times)
	}
	for s := pieces & p.Diag; s != 0; s = s.Rest() {
		from := s.First()
		to := g.Diag(from, occ) & target
		times := 1 + types*gates.At(from)
		if len(purpose) == listing {
			w.packs[n] = Pack{to, int16(from), PieceMoves, times}
			n += to.Some()
		}
		total += to.Count() * int(times)
	}
	for s := pieces & p.Orth; s != 0; s = s.Rest() {
		from := s.First()
		to := g.Orth(from, occ) & target
		times := 1 + types*gates.At(from)
		if len(purpose) == listing {
			w.packs[n] = Pack{to, int16(from), PieceMoves, times}
			n += to.Some()
		}
		total += to.Count() * int(times)
	}
	w.n, w.total = n, total
	if w.Rare {
		scanRare[P](w, p, c, pieces)
	}
}

// scanRare finds the moves of the pieces that few games have. It is apart so that scanPieces stays
// short.
//
//go:noinline
func scanRare[P scanPurpose](w *Worker, p *Pos, c *constraints, pieces Set) {
	for s := pieces & (p.Step | p.Sissa | p.King&w.mixed); s != 0; s = s.Rest() {
		from, b := s.First(), s.Lowest()
		var to Set
		if b&p.Step != 0 {
			to |= w.Steps[from]
		}
		if b&p.Sissa != 0 {
			to |= w.sissaMoves(p, from, c.occ)
		}
		if b&p.King != 0 {
			to |= w.Kings[from] &^ (p.King & w.immuneKings)
		}
		if to &= c.arrivals; to != 0 {
			w.add(to, from, PieceMoves, c.times(from))
		}
	}
}

// scanPinned finds the moves of pinned pieces.
func scanPinned[P scanPurpose](w *Worker, p *Pos, stuck Set, c *constraints) {
	for s := stuck; s != 0; s = s.Rest() {
		from, piece := s.First(), s.Lowest()
		stay := c.checkMask
		parts := p.Parts(from)
		if c.pinned&piece != 0 {
			k := c.king & (Cells - 1)
			line := w.Through[k][from]
			if parts&PartSissa != 0 { // which could jump behind the attacker
				line &= w.Between[k][from] | w.Orth(from, c.occ) | w.Diag(from, c.occ)
			}
			stay &= line
		}
		if c.sissaPinned&piece != 0 {
			for i := range w.sissaPins {
				if w.sissaPins[i].piece == piece {
					stay &= w.sissaPins[i].stay
				}
			}
		}
		if parts == PartPawn {
			scanPawns[P](w, p, piece, stay&c.arrivals, c)
			continue
		}
		var to Set
		if parts&PartSissa != 0 {
			to = w.sissaMoves(p, from, c.occ)
		} else {
			to = w.Reach(parts, from, p.Turn, c.occ)
		}
		if to &= c.arrivals & stay; to != 0 {
			w.add(to, from, PieceMoves, c.times(from))
		}
	}
}

// scanKing finds the steps of the king to squares of want. Beside the other king they are safe where
// captures blow up what is near, and else forbidden.
func (w *Worker) scanKing(p *Pos, c *constraints, want Set) {
	k := c.king & (Cells - 1)
	without := c.occ &^ Bit(k)
	w.safeSteps = 0
	to := w.Kings[k] & want &^ (p.Own | p.King | c.testedArrivals)
	if to == 0 {
		return
	}
	var safe Set
	beside := w.besideOther(p)
	if w.Blast {
		safe = to & beside
	}
	to &^= beside
	striking := p.Opp & p.Pawn
	if !w.FirstRankPawns {
		striking &^= w.High[p.Turn&1]
	}
	west, east := w.pawnsTake(striking, true, p.Turn)
	to &^= west | east
	for ; to != 0; to = to.Rest() {
		if b := to.Lowest(); !w.AttackedByPieces(p, to.First(), without|b, p.Opp&^b) {
			if safe |= b; w.quick {
				break
			}
		}
	}
	if safe != 0 {
		w.add(safe, k, PieceMoves, c.times(k))
	}
	w.safeSteps = safe
}

// scanPawns finds the moves of pawns to squares of target, all at once.
func scanPawns[P scanPurpose](w *Worker, p *Pos, pawns, target Set, c *constraints) {
	side := p.Turn & 1
	if !w.FirstRankPawns {
		pawns &^= w.Low[side]
	}
	one := w.Ahead(pawns, side) &^ c.occ
	two := w.Ahead(one&w.passedOver[side], side) &^ c.occ & target
	one &= target
	captured := p.Opp & target
	west, east := w.West(pawns, side)&captured, w.East(pawns, side)&captured
	by := w.Step(side)
	if (one|two|west|east)&w.promotes[side] != 0 {
		n := uint8(len(w.promotionTypes(p)))
		two = w.scanPromotions(two, 2*by, side, n)
		one = w.scanPromotions(one, by, side, n)
		west = w.scanPromotions(west, by-1, side, n)
		east = w.scanPromotions(east, by+1, side, n)
	}
	var purpose P
	if len(purpose) == listing {
		n := w.n
		w.packs[n] = Pack{one, int16(by), PawnMoves, 1}
		n += one.Some()
		w.packs[n] = Pack{two, int16(2 * by), PawnMoves, 1}
		n += two.Some()
		w.packs[n] = Pack{west, int16(by - 1), PawnMoves, 1}
		n += west.Some()
		w.packs[n] = Pack{east, int16(by + 1), PawnMoves, 1}
		w.n = n + east.Some()
	}
	w.total += (one | two).Count() + west.Count() + east.Count()
}

// scanPassing finds captures en passant. It tests each on the board that it leads to.
//
//go:noinline
func (w *Worker) scanPassing(p *Pos, mem *Memory, c *constraints, want Set) {
	if !p.firstOfTurn() {
		return
	}
	by := w.Step(p.Turn)
	for pass := p.Pass; pass != 0; pass = pass.Rest() {
		to := pass.First()
		if !want.Has(to - by) {
			continue
		}
		for s := w.OwnPawnsFrom[p.Turn&1][to] & p.Own & p.Pawn; s != 0; s = s.Rest() {
			from := s.First()
			if !w.Scanned && (w.ForbidsChecks || w.Royals || w.paths != nil || w.testedFrom(c, from).Has(to-by)) {
				w.testMove(p, mem, rules.MakeMove(rules.EnPassant, p.Square(from), p.Square(to)))
				continue
			}
			if w.Blast {
				if w.mayBlastPassing(p, c, from, to, to-by) {
					w.add(Bit(to), from, passing, 1)
				}
				continue
			}
			after := c.occ&^Bit(from)&^Bit(to-by) | Bit(to)
			if c.king < 0 || !w.Attacked(p, c.king, after, p.Opp&^Bit(to-by)) {
				w.add(Bit(to), from, passing, 1)
			}
		}
	}
}

// firstOfTurn reports whether the next move is the first of its turn.
func (p *Pos) firstOfTurn() bool { return p.left == p.length }
