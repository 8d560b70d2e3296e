package narrow

import "github.com/kirke-chess/kirke/rules"

// pack is a bundle of legal moves: those of one part of a man, or of all pawns in
// one direction, to several squares. Counting adds up their squares, listing writes
// them out; both read the same packs.
type pack struct {
	to    set
	from  int16 // the man's square; for pawns what their move adds to it
	form  uint8 // what kind of moves they are
	times uint8 // how many moves each square stands for
}

// The forms of a pack.
const (
	manMoves uint8 = iota
	pawnMoves
	promotions
	passing  // en passant
	castling // to is the rook's square
	outside  // to is the corner beside the imaginary square
	reassign // from = to
)

// withPawn marks a pack of pawn moves played in the turn of a reassignment.
const withPawn uint8 = 0x80

// mostMen is how many men a side may have, so that the packs of a scan fit in its list:
// a man makes at most three, and those that come from the hand are few.
const mostMen = 64

// found is what a scan has found: packs, and the moves that were tested singly.
type found struct {
	n      uint8 // of list, which has room for all: see mostMen
	total  int   // moves in packs
	list   [256]pack
	single []rules.Move
}

func (f *found) add(to set, from int, form, times uint8) {
	f.list[f.n] = pack{to, int16(from), form, times}
	f.n++
	f.total += to.count() * int(times)
}

// entry is where men may enter and how many kinds may.
type entry struct {
	from set // own men whose departure square may be entered on
	n    uint8
}

// times returns how many moves each square stands for that the man on from goes to.
func (e entry) times(from int) uint8 { return 1 + e.n*e.from.at(from) }

// pin says where a man may go that stands alone on a Sissa's path to its king.
type pin struct {
	man, stay set
}

// field is what a scan knows of a position before it looks at the men.
type field struct {
	occ    set
	permit set // where a man may go to leave its king out of check
	pinned set // men that alone close a line to their king
	bound  set // men that alone close a Sissa's path to it
	target set // arrivals whose legality follows from permit and pins
	single set // arrivals that are tested singly instead
	alone  set // men all of whose moves are
	entry
	king int // -1 for none
}

// worker holds what one goroutine needs to scan positions, so that no node has to
// clear or allocate it.
type worker struct {
	*game
	found
	pins      []pin // by Sissas, of the position scanned last
	every     set   // arrivals that are asked for
	refuge    set   // the king's steps that were found safe
	lines     set   // in Martian Circe, what attacks on the king from homes hang on
	at        [maxDepth]pos
	recall    []memory // as long as at, in the games that need it
	keys      [maxDepth]uint64
	kept      [256]pack     // of the position whose moves' replies are being counted
	stack     []rules.Move  // the moves being tried
	tried     []rules.Move  // by Forces, ply after ply
	savers    [2]rules.Move // the last answers that saved a side from being mated
	idlers    []idler       // of the position whose stalemates are sought
	stills    bool          // captures too that leave one of them legal are left out
	unchecked int           // the king that none of them may check, as it is seen by their side; -1 for none
	shut      set           // the lines to it, likewise
	needed    [cells]need   // of a mate, by who makes the move before it
	net       net
	rescue    rescue
	spare     []*memory // to play on; lent counts those in use
	lent      int
	choice    rules.Kind // what a pawn reborn in the opponent's last move becomes in the moves being tested
	table     *rules.PerftTable
	quick     bool       // one move is enough
	shots     []shot     // in Martian Circe,
	hits      [cells]set // and where men check, by where they stand
	prey      set        // the king that is to be checked, where moves that do not may be left out
}

// maxDepth bounds the plies a worker looks ahead.
const maxDepth = 64

func newWorker(g *game) *worker {
	w := &worker{game: g}
	if g.remembers {
		w.recall = make([]memory, maxDepth)
	}
	return w
}

// memory returns where the position of a ply keeps what it remembers, or nil.
func (w *worker) memory(ply int) *memory {
	if w.recall == nil {
		return nil
	}
	return &w.recall[ply]
}

// purpose is what a scan is for: its length says so, which is known when the code for
// it is made, so that counting writes no packs and pays nothing for the question.
type purpose interface{ toCount | toList }

type (
	toCount [0]struct{}
	toList  [1]struct{}
)

const listing = len(toList{})

// count returns the number of legal moves of p.
func (w *worker) count(p *pos, mem *memory) int {
	if w.imaginary { // which reads the packs of the pawns
		scan[toList](w, p, mem, w.all)
	} else {
		scan[toCount](w, p, mem, w.all)
	}
	return w.total + len(w.single)
}

// scan finds the legal moves of p that arrive on squares of want, or take a man there
// en passant, and lists them in packs.
func (w *worker) scan(p *pos, mem *memory, want set) { scan[toList](w, p, mem, want) }

// scan finds the legal moves of p that arrive on squares of want or, en passant,
// take a man there.
func scan[P purpose](w *worker, p *pos, mem *memory, want set) {
	if w.n, w.total = 0, 0; len(w.single) != 0 {
		w.single = w.single[:0]
	}
	f := field{occ: p.own | p.opp, permit: w.all, king: -1}
	if w.gating {
		f.entry = w.entries(p)
	}
	k := p.own & p.king
	if k != 0 {
		f.king = k.first()
		w.threats(p, &f)
	}
	f.target = f.permit & want &^ (p.own | p.king)
	if !w.simple {
		w.divide(p, mem, &f, want)
		if p.awaits(p.own) {
			w.testChoices(p, mem, &f, want == w.all)
			return
		}
	}
	if k != 0 {
		if f.alone&k == 0 {
			w.scanKing(p, &f, want)
		}
		if p.castle&k != 0 && want == w.all {
			w.scanCastling(p, mem, &f)
		}
		if w.enough() {
			return
		}
	}
	if f.target != 0 {
		scanMen[P](w, p, &f)
		if free := p.own & p.pawn &^ f.pinned &^ f.bound &^ f.alone; free != 0 {
			scanPawns[P](w, p, free, f.permit&want, &f)
		}
		if stuck := p.own & (f.pinned | f.bound) &^ (k | f.alone); stuck != 0 {
			scanPinned[P](w, p, stuck, want, &f)
		}
	}
	if p.pass != 0 && w.check != byHomes {
		w.scanPassing(p, mem, &f, want)
	}
	if w.imaginary {
		w.scanImaginary(p, &f, want)
	}
	if f.single|f.alone != 0 {
		w.testMoves(p, mem, &f)
	}
}

// threats finds checkers and pins, once for a node.
func (w *worker) threats(p *pos, f *field) {
	k, opp, occ := f.king&(cells-1), p.opp, f.occ
	permit, pinned := f.permit, f.pinned
	leapers := (w.knights[k]&p.knight | w.steps[k]&p.step | w.guards[p.turn&1][k]&p.pawn) & opp
	for ; leapers != 0; leapers = leapers.rest() {
		permit &= leapers.lowest()
	}
	ways := &w.betweens[k]
	for snipers := (w.orthRays[k]&p.orth | w.diagRays[k]&p.diag) & opp; snipers != 0; snipers = snipers.rest() {
		way := ways[snipers.first()]
		switch blockers := way & occ; {
		case blockers == 0:
			permit &= way | snipers.lowest()
		case blockers.rest() == 0:
			pinned |= blockers & p.own
		}
	}
	f.permit, f.pinned = permit, pinned
	if p.sissa&opp != 0 {
		w.threatsBySissas(p, f)
	}
}

func (w *worker) threatsBySissas(p *pos, f *field) {
	w.pins = w.pins[:0]
	k := f.king & (cells - 1)
	for s := w.sissas.reach[k] & p.sissa & p.opp; s != 0; s = s.rest() {
		paths := &w.sissas.paths[s.first()][k]
		for _, way := range paths.ways[:paths.n] {
			switch blockers := way & f.occ; {
			case blockers == 0:
				f.permit &= way | s.lowest()
			case blockers.rest() == 0 && blockers&p.own != 0:
				f.bound |= blockers
				w.pins = append(w.pins, pin{blockers, way | s.lowest()})
			}
		}
	}
}

// scanMen finds the moves of men that are not pinned, but for kings and pawns: part
// by part, so that a queen is met twice. Every part writes a pack, and the empty
// ones are written over: that is cheaper than to ask.
func scanMen[P purpose](w *worker, p *pos, f *field) {
	var purpose P
	g := w.geometry
	men := p.own &^ f.pinned &^ f.bound &^ f.alone
	occ, target, gates, kinds := f.occ, f.target, f.from, f.n
	n, total := w.n, w.total
	for s := men & p.knight; s != 0; s = s.rest() {
		from := s.first()
		to := g.knights[from] & target
		times := 1 + kinds*gates.at(from)
		if len(purpose) == listing {
			w.list[n] = pack{to, int16(from), manMoves, times}
			n += to.some()
		}
		total += to.count() * int(times)
	}
	for s := men & p.diag; s != 0; s = s.rest() {
		from := s.first()
		to := g.diag(from, occ) & target
		times := 1 + kinds*gates.at(from)
		if len(purpose) == listing {
			w.list[n] = pack{to, int16(from), manMoves, times}
			n += to.some()
		}
		total += to.count() * int(times)
	}
	for s := men & p.orth; s != 0; s = s.rest() {
		from := s.first()
		to := g.orth(from, occ) & target
		times := 1 + kinds*gates.at(from)
		if len(purpose) == listing {
			w.list[n] = pack{to, int16(from), manMoves, times}
			n += to.some()
		}
		total += to.count() * int(times)
	}
	if men&(p.step|p.sissa) != 0 {
		for s := men & p.step; s != 0; s = s.rest() {
			from := s.first()
			to := g.steps[from] & target
			times := 1 + kinds*gates.at(from)
			if len(purpose) == listing {
				w.list[n] = pack{to, int16(from), manMoves, times}
				n += to.some()
			}
			total += to.count() * int(times)
		}
		for s := men & p.sissa; s != 0; s = s.rest() {
			from := s.first()
			to := g.sissa(from, occ) & target
			times := 1 + kinds*gates.at(from)
			if len(purpose) == listing {
				w.list[n] = pack{to, int16(from), manMoves, times}
				n += to.some()
			}
			total += to.count() * int(times)
		}
	}
	w.n, w.total = n, total
}

// scanPinned finds the moves of pinned men.
func scanPinned[P purpose](w *worker, p *pos, stuck, want set, f *field) {
	for s := stuck; s != 0; s = s.rest() {
		from, man := s.first(), s.lowest()
		stay := f.permit
		parts := p.parts(from)
		if f.pinned&man != 0 {
			k := f.king & (cells - 1)
			line := w.through[k][from]
			if parts&partSissa != 0 { // which could jump behind the attacker
				line &= w.betweens[k][from] | w.orth(from, f.occ) | w.diag(from, f.occ)
			}
			stay &= line
		}
		if f.bound&man != 0 {
			for i := range w.pins {
				if w.pins[i].man == man {
					stay &= w.pins[i].stay
				}
			}
		}
		if parts == partPawn {
			scanPawns[P](w, p, man, stay&want, f)
			continue
		}
		if to := w.reach(parts, from, p.turn, f.occ) & f.target & stay; to != 0 {
			w.add(to, from, manMoves, f.times(from))
		}
	}
}

// scanKing finds the king's steps.
func (w *worker) scanKing(p *pos, f *field, want set) {
	k := f.king & (cells - 1)
	without := f.occ &^ bit(k)
	to := w.kings[k] & want &^ (p.own | p.king | f.single)
	w.refuge = 0
	if to == 0 {
		return
	}
	guards := p.opp & p.pawn
	if !w.firstRank {
		guards &^= w.high[p.turn&1]
	}
	west, east := w.pawnsTake(guards, true, p.turn)
	to &^= west | east
	if theirs := p.opp & p.king; theirs != 0 {
		to &^= w.kings[theirs.first()]
	}
	var safe set
	for ; to != 0; to = to.rest() {
		if b := to.lowest(); !w.struck(p, to.first(), without|b, p.opp&^b) {
			if safe |= b; w.quick {
				break
			}
		}
	}
	if safe != 0 {
		w.add(safe, k, manMoves, f.times(k))
	}
	w.refuge = safe
}

// scanPawns finds the moves of pawns, all at once.
func scanPawns[P purpose](w *worker, p *pos, pawns, permit set, f *field) {
	side := p.turn & 1
	if !w.firstRank {
		pawns &^= w.low[side]
	}
	permit &^= f.single
	one := w.ahead(pawns, side) &^ f.occ
	two := w.ahead(one&w.third[side], side) &^ f.occ & permit
	one &= permit
	take := p.opp & permit &^ p.king
	west, east := w.west(pawns, side)&take, w.east(pawns, side)&take
	by := w.step(side)
	if (one|west|east)&w.high[side] != 0 {
		n := uint8(len(w.promotionKinds(p)))
		one = w.scanPromotions(one, by, side, n)
		west = w.scanPromotions(west, by-1, side, n)
		east = w.scanPromotions(east, by+1, side, n)
	}
	var purpose P
	if len(purpose) == listing {
		n := w.n
		w.list[n] = pack{one, int16(by), pawnMoves, 1}
		n += one.some()
		w.list[n] = pack{two, int16(2 * by), pawnMoves, 1}
		n += two.some()
		w.list[n] = pack{west, int16(by - 1), pawnMoves, 1}
		n += west.some()
		w.list[n] = pack{east, int16(by + 1), pawnMoves, 1}
		w.n = n + east.some()
	}
	w.total += (one | two).count() + west.count() + east.count()
}

// scanPromotions finds those of the pawn moves to the squares of to that promote,
// and returns the others.
func (w *worker) scanPromotions(to set, by int, side, n uint8) set {
	if last := to & w.high[side&1]; last != 0 {
		w.add(last, by, promotions, n)
		return to &^ last
	}
	return to
}

// scanPassing tests every capture en passant on the board it leads to.
func (w *worker) scanPassing(p *pos, mem *memory, f *field, want set) {
	if !p.firstOfTurn() {
		return
	}
	by := w.step(p.turn)
	for pass := p.pass; pass != 0; pass = pass.rest() {
		to := pass.first()
		if !want.has(to - by) {
			continue
		}
		for s := w.takers[p.turn&1][to] & p.own & p.pawn; s != 0; s = s.rest() {
			from := s.first()
			if !w.simple && w.wanted(f, from).has(to-by) {
				w.try(p, mem, rules.MakeMove(rules.EnPassant, p.square(from), p.square(to)))
				continue
			}
			after := f.occ&^bit(from)&^bit(to-by) | bit(to)
			if f.king < 0 || !w.attacked(p, f.king, after, p.opp&^bit(to-by)) {
				w.add(bit(to), from, passing, 1)
			}
		}
	}
}

// firstOfTurn reports whether the move to be made is the first of its turn.
func (p *pos) firstOfTurn() bool { return p.left == p.length }
