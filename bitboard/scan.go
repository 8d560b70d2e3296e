package bitboard

import "github.com/kirke-chess/kirke/rules"

// pack is a bundle of legal moves: one man's moves to several squares, or those
// of all pawns in one direction. Counting adds up their squares, listing writes
// them out; both read the same packs.
type pack struct {
	to    set
	from  int8  // the man's square; for pawns the distance from departure to arrival
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
	outside  // to is bit 0 or 1: the imaginary square beyond a8 or h8
	reassign // from = to
)

// withPawn marks a pack of pawn moves played in the turn of a reassignment.
const withPawn uint8 = 0x80

// packs is room for the packs of one position: at most one or two for each man.
type packs struct {
	n    int
	list [96]pack
}

func (ps *packs) add(to set, from int, form, times uint8) {
	ps.list[ps.n%len(ps.list)] = pack{to, int8(from), form, times}
	ps.n++
}

// entry is where men may enter and how many kinds may.
type entry struct {
	from set // own men whose departure square may be entered on
	n    uint8
}

// times returns how many moves each square stands for that the man on b goes to.
func (e entry) times(b set) uint8 {
	if e.from&b != 0 {
		return 1 + e.n
	}
	return 1
}

// pin is a line or path that must stay closed: the only man on it may move along
// it, or take the attacker.
type pin struct {
	man, stay set
}

// threats is what the other side's men do to the king.
type threats struct {
	permit set // where a man may go to leave the king out of check
	pinned set
	n      int
	pins   [8 + 4*64]pin // no square is reached by more lines and paths
}

// threatsTo finds checkers and pins once for a node.
func (p *pos) threatsTo(sq int, occ set, t *threats) {
	sq &= 63
	opp := p.opp
	if leapers := (knights[sq]&p.knight | steps[sq]&p.step | pawnsOn(sq)&p.pawn) & opp; leapers != 0 {
		for ; leapers != 0; leapers &= leapers - 1 {
			t.permit &= leapers & -leapers
		}
	}
	for snipers := (orthRays[sq]&p.orth | diagRays[sq]&p.diag) & opp; snipers != 0; snipers &= snipers - 1 {
		s := snipers.first()
		way := betweens[sq][s&63]
		t.path(way, way&occ, bit(s), p.own)
	}
	for s := sissaReach[sq] & p.sissa & opp; s != 0; s &= s - 1 {
		from := s.first()
		paths := &sissaPaths[from&63][sq]
		for _, way := range paths.ways[:paths.n] {
			t.path(way, way&occ, bit(from), p.own)
		}
	}
}

// path takes note of one way from an attacker to the king.
func (t *threats) path(way, blockers, attacker, own set) {
	switch {
	case blockers == 0:
		t.permit &= way | attacker
	case blockers&(blockers-1) == 0 && blockers&own != 0:
		t.pinned |= blockers
		t.pins[t.n] = pin{blockers, way | attacker}
		t.n++
	}
}

// stay returns the squares a pinned man may go to.
func (t *threats) stay(man set) set {
	s := t.permit
	for i := range t.n {
		if t.pins[i].man == man {
			s &= t.pins[i].stay
		}
	}
	return s
}

// worker holds what one goroutine needs to scan positions, so that no node has to
// clear or allocate it.
type worker struct {
	*game
	t    threats
	ps   packs
	at   [maxDepth]pos
	list []rules.Move // stack of the moves being tried
}

// maxDepth bounds the plies a worker looks ahead.
const maxDepth = 64

// scan finds the packs of legal moves of p.
func (w *worker) scan(p *pos, ps *packs) {
	ps.n = 0
	t := &w.t
	t.permit, t.pinned, t.n = ^set(0), 0, 0
	occ := p.own | p.opp
	e := w.entries(p)
	king := p.own & p.king
	if king != 0 {
		k := king.first()
		p.threatsTo(k, occ, t)
		w.scanKing(p, k, occ, t.permit != ^set(0), e, ps)
	}
	if p.pass != 0 {
		w.scanPassing(p, occ, ps)
	}
	if t.permit == 0 {
		return
	}
	target := t.permit &^ p.own
	w.scanPawns(p, occ, t, ps)
	if w.imaginary {
		w.scanImaginary(p, occ, t, e, ps)
	}
	mobile := p.own &^ p.pawn &^ king
	for s := mobile & p.knight; s != 0; s &= s - 1 {
		from := s.first()
		b := bit(from)
		to := knights[from&63]
		if p.diag&b != 0 {
			to |= diag(from, occ)
		}
		if p.orth&b != 0 {
			to |= orth(from, occ)
		}
		if to &= target; t.pinned&b != 0 {
			to &= t.stay(b)
		}
		if to != 0 {
			ps.add(to, from, manMoves, e.times(b))
		}
	}
	for s := mobile & (p.diag | p.orth) &^ p.knight; s != 0; s &= s - 1 {
		from := s.first()
		b := bit(from)
		var to set
		if p.diag&b != 0 {
			to = diag(from, occ)
		}
		if p.orth&b != 0 {
			to |= orth(from, occ)
		}
		if p.step&b != 0 {
			to |= steps[from&63]
		}
		if to &= target; t.pinned&b != 0 {
			to &= t.stay(b)
		}
		if to != 0 {
			ps.add(to, from, manMoves, e.times(b))
		}
	}
	if s := mobile & (p.sissa | p.step&^p.diag&^p.orth); s != 0 {
		scanOthers(p, s, occ, target, t, e, ps)
	}
}

// scanOthers is for Sissas and men that only step.
func scanOthers(p *pos, s, occ, target set, t *threats, e entry, ps *packs) {
	for ; s != 0; s &= s - 1 {
		from := s.first()
		b := bit(from)
		var to set
		if p.sissa&b != 0 {
			to = sissa(from, occ)
		}
		if p.step&b != 0 {
			to |= steps[from&63]
		}
		if to &= target; t.pinned&b != 0 {
			to &= t.stay(b)
		}
		if to != 0 {
			ps.add(to, from, manMoves, e.times(b))
		}
	}
}

func (g *game) scanKing(p *pos, k int, occ set, inCheck bool, e entry, ps *packs) {
	var safe set
	without := occ &^ bit(k)
	for to := kings[k&63] &^ p.own; to != 0; to &= to - 1 {
		if b := to & -to; !p.attacked(to.first(), without|b, p.opp&^b) {
			safe |= b
		}
	}
	if safe != 0 {
		ps.add(safe, k, manMoves, e.times(bit(k)))
	}
	if inCheck || p.rook&p.own == 0 || p.home&bit(k) == 0 {
		return
	}
	for rooks := p.rook & p.own; rooks != 0; rooks &= rooks - 1 {
		if r := rooks.first(); g.mayCastle(p, k, r, occ) {
			ps.add(bit(r), k, castling, g.castlings(p, k, r, e))
		}
	}
}

// mayCastle reports whether the king on k may castle with the rook on r.
func (g *game) mayCastle(p *pos, k, r int, occ set) bool {
	kingTo, rookTo := g.castlingSquares(k, r)
	others := occ &^ bit(k) &^ bit(r)
	if others&(span(k, kingTo)|span(r, rookTo)) != 0 {
		return false
	}
	without := occ &^ bit(k)
	for way := span(k, kingTo) &^ bit(k); way != 0; way &= way - 1 {
		if p.attacked(way.first(), without|way&-way, p.opp) {
			return false
		}
	}
	return !p.attacked(kingTo, others|bit(kingTo)|bit(rookTo), p.opp)
}

// span returns the squares of a rank from a to b, both included.
func span(a, b int) set {
	lo, hi := min(a, b)&63, max(a, b)&63
	return ^set(0) << lo & (^set(0) >> (63 - hi))
}

func (g *game) castlingSquares(k, r int) (kingTo, rookTo int) {
	side := 0
	if r > k {
		side = 1
	}
	return g.kingTo[side], g.rookTo[side]
}

func (g *game) scanPawns(p *pos, occ set, t *threats, ps *packs) {
	pawns := p.own & p.pawn
	free := pawns &^ t.pinned &^ rank1
	g.addPawns(p, free, occ, t.permit, ps)
	for s := pawns & t.pinned &^ rank1; s != 0; s &= s - 1 {
		b := s & -s
		g.addPawns(p, b, occ, t.stay(b), ps)
	}
}

// scanPassing tests every capture en passant on the board it leads to.
func (g *game) scanPassing(p *pos, occ set, ps *packs) {
	king, pawns := p.own&p.king, p.own&p.pawn
	for pass := p.pass; pass != 0; pass &= pass - 1 {
		to := pass.first()
		for s := pawns & ((bit(to)&^fileA)>>9 | (bit(to)&^fileH)>>7); s != 0; s &= s - 1 {
			from := s.first()
			after := occ&^bit(from)&^bit(to-8) | bit(to)
			if king == 0 || !p.attacked(king.first(), after, p.opp&^bit(to-8)) {
				ps.add(bit(to), from, passing, 1)
			}
		}
	}
}

func (g *game) addPawns(p *pos, pawns, occ, permit set, ps *packs) {
	one := pawns << 8 &^ occ
	two := (one & rank3) << 8 &^ occ & permit
	one &= permit
	left := (pawns &^ fileA) << 7 & p.opp & permit
	right := (pawns &^ fileH) << 9 & p.opp & permit
	if last := (one | left | right) & rank8; last != 0 {
		n := g.promotionsOf(p)
		addPromotions(ps, &one, 8, n)
		addPromotions(ps, &left, 7, n)
		addPromotions(ps, &right, 9, n)
	}
	if one != 0 {
		ps.add(one, 8, pawnMoves, 1)
	}
	if two != 0 {
		ps.add(two, 16, pawnMoves, 1)
	}
	if left != 0 {
		ps.add(left, 7, pawnMoves, 1)
	}
	if right != 0 {
		ps.add(right, 9, pawnMoves, 1)
	}
}

func addPromotions(ps *packs, to *set, distance int, n uint8) {
	if last := *to & rank8; last != 0 {
		ps.add(last, distance, promotions, n)
		*to &^= rank8
	}
}
