package bitboard

// pos is a position with the board turned so that the side to move plays up it:
// own men are those of the side to move. Men are kept by what they can do, so
// that a Hawk is in both knight and diag, and a queen in both diag and orth. It
// holds no pointer and is copied for every move.
type pos struct {
	own, opp set

	pawn, knight, diag, orth, king, sissa, step set

	gate set // first-rank squares of both sides that still gate
	rook set // rooks that may still castle
	home set // kings that may still castle
	pass set // squares passed by a double step just made

	key uint64

	wait       [4]uint8 // kinds (1, 2) on the imaginary squares: own a-side and h-side, the other's
	hand       [2]uint8 // men in hand, own and the other's: the first kind counts 1, the second 4
	turn       uint8    // 1 when Black is to move
	half, full uint16
}

// turned returns p seen from the other side, with the turn handed over.
func (p *pos) turned(q *pos) {
	q.own, q.opp = p.opp.flip(), p.own.flip()
	q.pawn, q.knight, q.diag, q.orth = p.pawn.flip(), p.knight.flip(), p.diag.flip(), p.orth.flip()
	q.king, q.sissa, q.step = p.king.flip(), p.sissa.flip(), p.step.flip()
	q.gate, q.rook, q.home, q.pass = p.gate.flip(), p.rook.flip(), p.home.flip(), p.pass.flip()
	q.wait = [4]uint8{p.wait[2], p.wait[3], p.wait[0], p.wait[1]}
	q.hand = [2]uint8{p.hand[1], p.hand[0]}
	q.turn = p.turn ^ 1
	q.half, q.full = p.half, p.full
}

// The parts a man may be made of, in the order of pos.
const (
	partPawn = 1 << iota
	partKnight
	partDiag
	partOrth
	partKing
	partSissa
	partStep
)

// parts returns what the man on a square is made of, 0 when it is empty.
func (p *pos) parts(b set) uint8 {
	var m uint8
	if p.pawn&b != 0 {
		m |= partPawn
	}
	if p.knight&b != 0 {
		m |= partKnight
	}
	if p.diag&b != 0 {
		m |= partDiag
	}
	if p.orth&b != 0 {
		m |= partOrth
	}
	if p.king&b != 0 {
		m |= partKing
	}
	if p.sissa&b != 0 {
		m |= partSissa
	}
	if p.step&b != 0 {
		m |= partStep
	}
	return m
}

// clear empties the squares of b.
func (p *pos) clear(b set) {
	p.own &^= b
	p.opp &^= b
	p.pawn &^= b
	p.knight &^= b
	p.diag &^= b
	p.orth &^= b
	p.king &^= b
	p.sissa &^= b
	p.step &^= b
}

// build adds a man made of parts on the squares of b, which are empty; the caller
// adds it to its side.
func (p *pos) build(b set, parts uint8) {
	p.pawn |= b & -set(parts&1)
	p.knight |= b & -set(parts>>1&1)
	p.diag |= b & -set(parts>>2&1)
	p.orth |= b & -set(parts>>3&1)
	p.king |= b & -set(parts>>4&1)
	p.sissa |= b & -set(parts>>5&1)
	p.step |= b & -set(parts>>6&1)
}

// shift moves what stands on from to to, which is empty.
func (p *pos) shift(from, to int) {
	f := bit(from)
	mv := func(s set) set { return s&^f | (s>>(from&63)&1)<<(to&63) }
	p.own = mv(p.own)
	p.pawn = mv(p.pawn)
	p.knight = mv(p.knight)
	p.diag = mv(p.diag)
	p.orth = mv(p.orth)
	p.king = mv(p.king)
	p.sissa = mv(p.sissa)
	p.step = mv(p.step)
}

// attacked reports whether the other side attacks sq when the squares of occ are
// occupied and its men are those of opp.
func (p *pos) attacked(sq int, occ, opp set) bool {
	sq &= 63
	if (knights[sq]&p.knight|kings[sq]&p.king|steps[sq]&p.step|pawnsOn(sq)&p.pawn)&opp != 0 {
		return true
	}
	if s := diagRays[sq] & p.diag & opp; s != 0 && diag(sq, occ)&s != 0 {
		return true
	}
	if s := orthRays[sq] & p.orth & opp; s != 0 && orth(sq, occ)&s != 0 {
		return true
	}
	for s := sissaReach[sq] & p.sissa & opp; s != 0; s &= s - 1 {
		if sissaAttacks(s.first(), sq, occ) {
			return true
		}
	}
	return false
}

// pawnsOn returns the squares from which pawns coming down the board attack sq.
func pawnsOn(sq int) set {
	b := bit(sq)
	return (b&^fileA)<<7 | (b&^fileH)<<9
}
