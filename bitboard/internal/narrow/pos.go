package narrow

// pos is a position as the side to move sees it: own men are those of the side to
// move. Men are kept by what they can do, so that a Hawk is in both knight and diag,
// and a queen in both diag and orth. It holds no pointer and is copied for every move.
type pos struct {
	own, opp set

	pawn, knight, diag, orth, king, sissa, step set

	gate   set // first-rank squares of both sides that still gate
	castle set // kings and rooks that may still castle
	pass   set // squares passed by double steps

	wait [4]uint8 // kinds (1, 2) on the imaginary squares: own a-side and h-side, the other's
	hand [2]uint8 // men in hand, own and the other's: the first kind counts 1, the second 16
	turn uint8    // 1 when Black is to move

	// What the Circe family remembers; squares are those of the board, plus one.
	choice    uint8    // the reborn pawn to be promoted first (CousCous)
	pending   uint8    // what the man captured a half-move ago is made of (Parrain)
	pendingOf uint8    // its colour
	pendingAt uint8    // where it was captured
	last      [3]uint8 // the capture just made (Cohen): departure, arrival, rebirth

	progress     bool // a capture or pawn move was made in this series
	left, length uint16
	half, full   uint16
}

// memory is what a position remembers besides, in the games that need it.
type memory struct {
	origin [cells]uint8 // by square of the board, the square in the diagram of the man there, plus one
	below  [2 * cells]hidden
	n      int // hidden men, by square, first up first
}

// hidden is a man below an occupied square (Volcanic).
type hidden struct {
	at, parts, of uint8
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

// partsOfMost are the parts that most men are made of.
const partsOfMost = partKnight | partDiag | partOrth

// manyParts is the number of ways to combine parts.
const manyParts = 128

// parts returns what the man on a square is made of, 0 when it is empty.
func (p *pos) parts(sq int) uint8 {
	return p.pawn.at(sq) | p.knight.at(sq)<<1 | p.diag.at(sq)<<2 | p.orth.at(sq)<<3 |
		p.king.at(sq)<<4 | p.sissa.at(sq)<<5 | p.step.at(sq)<<6
}

// made returns the men made of exactly these parts.
func (p *pos) made(parts uint8) set {
	return (p.own | p.opp) & p.pawn.match(parts) & p.knight.match(parts>>1) & p.diag.match(parts>>2) & p.orth.match(parts>>3) &
		p.king.match(parts>>4) & p.sissa.match(parts>>5) & p.step.match(parts>>6)
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

// build adds men made of parts on the squares of b, which are empty; the caller
// adds them to their side.
func (p *pos) build(b set, parts uint8) {
	p.pawn |= b.when(parts)
	p.knight |= b.when(parts >> 1)
	p.diag |= b.when(parts >> 2)
	p.orth |= b.when(parts >> 3)
	p.king |= b.when(parts >> 4)
	p.sissa |= b.when(parts >> 5)
	p.step |= b.when(parts >> 6)
}

// put sets a man of a side on an empty square.
func (p *pos) put(sq int, parts, side uint8) {
	b := bit(sq)
	p.build(b, parts)
	if side == p.turn {
		p.own |= b
	} else {
		p.opp |= b
	}
}

// of returns the colour of the man on a square.
func (p *pos) of(sq int) uint8 { return p.turn ^ p.opp.at(sq) }

// leave drops the rights that hang on the men of b, which have left their squares.
func (p *pos) leave(b set) {
	p.gate &^= b
	p.castle &^= b
}

// handOver gives the turn to the other side.
func (p *pos) handOver() {
	p.own, p.opp = p.opp.flip(), p.own.flip()
	p.pawn, p.knight, p.diag, p.orth = p.pawn.flip(), p.knight.flip(), p.diag.flip(), p.orth.flip()
	p.king, p.sissa, p.step = p.king.flip(), p.sissa.flip(), p.step.flip()
	p.gate, p.castle, p.pass = p.gate.flip(), p.castle.flip(), p.pass.flip()
	p.wait = [4]uint8{p.wait[2], p.wait[3], p.wait[0], p.wait[1]}
	p.hand = [2]uint8{p.hand[1], p.hand[0]}
	p.turn ^= 1
}

// attacked reports whether the other side attacks sq when the squares of occ are
// occupied and its men are those of opp.
func (g *game) attacked(p *pos, sq int, occ, opp set) bool {
	sq &= cells - 1
	return (g.kings[sq]&p.king|g.guards[p.turn&1][sq]&p.pawn)&opp != 0 || g.struck(p, sq, occ, opp)
}

// struck is attacked by other men than kings and pawns.
func (g *game) struck(p *pos, sq int, occ, opp set) bool {
	sq &= cells - 1
	if g.knights[sq]&p.knight&opp != 0 {
		return true
	}
	if s := g.diagRays[sq] & p.diag & opp; s != 0 && g.diag(sq, occ)&s != 0 {
		return true
	}
	if s := g.orthRays[sq] & p.orth & opp; s != 0 && g.orth(sq, occ)&s != 0 {
		return true
	}
	return g.rare && g.struckRarely(p, sq, occ, opp)
}

// struckRarely is struck by Sissas and men that step.
func (g *game) struckRarely(p *pos, sq int, occ, opp set) bool {
	sq &= cells - 1
	if g.steps[sq]&p.step&opp != 0 {
		return true
	}
	if g.sissas != nil {
		for s := g.sissas.reach[sq] & p.sissa & opp; s != 0; s = s.rest() {
			if g.sissaAttacks(s.first(), sq, occ) {
				return true
			}
		}
	}
	return false
}

// reach returns the squares a man made of parts, of the side to move, attacks from
// a square.
func (g *game) reach(parts uint8, sq int, side uint8, occ set) set {
	sq &= cells - 1
	var to set
	if parts&partPawn != 0 {
		to = g.pawnReach(sq, side)
	}
	if parts&partKnight != 0 {
		to |= g.knights[sq]
	}
	if parts&partDiag != 0 {
		to |= g.diag(sq, occ)
	}
	if parts&partOrth != 0 {
		to |= g.orth(sq, occ)
	}
	if parts&partKing != 0 {
		to |= g.kings[sq]
	}
	if parts&partSissa != 0 {
		to |= g.sissa(sq, occ)
	}
	if parts&partStep != 0 {
		to |= g.steps[sq]
	}
	return to
}

// pawnReach returns the squares an own pawn attacks.
func (g *game) pawnReach(sq int, side uint8) set {
	b := bit(sq)
	if !g.firstRank {
		b &^= g.low[side&1]
	}
	return g.west(b, side) | g.east(b, side)
}
