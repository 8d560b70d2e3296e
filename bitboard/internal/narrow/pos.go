// This file holds positions, and what pieces attack in them.

package narrow

// Pos is a position as the side to move sees it: own pieces are those of the side to move. Pieces
// are kept by what they can do, so a queen is in both Diag and Orth, and a Hawk in both Diag and
// Knight. A neutral piece is in both Own and Opp. A Pos holds no pointer, and is copied for every
// move.
type Pos struct {
	Own, Opp Set

	Pawn, Knight, Diag, Orth, King, Sissa, Step, Promoted Set

	gate   Set // first-rank squares of both sides where a piece may still be gated
	Castle Set // kings and rooks that may still castle
	Pass   Set // squares passed by double steps

	wait   [4]uint8 // types in hand (1, 2) on the imaginary squares: own left and right, then the other's
	hand   [2]hand  // pieces in hand, own and the other's
	checks [2]uint8 // checks that each side still has to give, likewise
	Turn   uint8    // 1 when Black is to move

	// What the Circe family remembers. Squares are those of the board, as named has them.
	Choice    uint8    // the reborn pawn that is to be promoted first (CousCous)
	Pending   uint8    // the parts of the piece that the last half-move captured (Parrain)
	pendingOf uint8    // its colour
	pendingAt uint8    // where it was captured
	last      [3]uint8 // the capture just made (Cohen): departure, arrival, rebirth

	progress     bool   // a capture or pawn move was made in this series
	left, length uint16 // moves of this series, left and in all
	half, full   uint16 // half-moves without a capture or pawn move, and the number of the move
}

// Memory is the rest of a position, in games that remember more.
type Memory struct {
	origin [Cells]uint8 // by square of the board, the square of the piece there in the diagram
	below  [2 * Cells]hidden
	n      int // of pieces below, which are ordered by square, the first to come up first
}

// hidden is a piece below an occupied square (Volcanic).
type hidden struct {
	at, parts, of uint8
}

// HasHidden reports whether there are pieces below others.
func (mem *Memory) HasHidden() bool { return mem != nil && mem.n != 0 }

// The parts of pieces, in the order of Pos. In games with Game.paths the last three say that a piece
// goes along paths, and the number of its type.
const (
	PartPawn = 1 << iota
	PartKnight
	PartDiag
	PartOrth
	PartKing
	PartSissa
	PartStep
	PartPromoted // a piece that is marked as promoted, besides what it moves as
)

// partsOfMost are the parts that most pieces are made of.
const partsOfMost = PartKnight | PartDiag | PartOrth

// ManyParts is the number of ways to combine parts.
const ManyParts = 256

// Parts returns what the piece on a square is made of, 0 when it is empty.
func (p *Pos) Parts(sq int) uint8 {
	return p.Pawn.At(sq) | p.Knight.At(sq)<<1 | p.Diag.At(sq)<<2 | p.Orth.At(sq)<<3 |
		p.King.At(sq)<<4 | p.Sissa.At(sq)<<5 | p.Step.At(sq)<<6 | p.Promoted.At(sq)<<7
}

// made returns the pieces made of exactly these parts.
func (p *Pos) made(parts uint8) Set {
	return (p.Own | p.Opp) & p.Pawn.Match(parts) & p.Knight.Match(parts>>1) & p.Diag.Match(parts>>2) &
		p.Orth.Match(parts>>3) & p.King.Match(parts>>4) & p.Sissa.Match(parts>>5) & p.Step.Match(parts>>6) &
		p.Promoted.Match(parts>>7)
}

// Clear empties the squares of b.
func (p *Pos) Clear(b Set) {
	p.Own &^= b
	p.Opp &^= b
	p.Pawn &^= b
	p.Knight &^= b
	p.Diag &^= b
	p.Orth &^= b
	p.King &^= b
	p.Sissa &^= b
	p.Step &^= b
	p.Promoted &^= b
}

// build adds pieces made of parts on the squares of b, which are empty. The caller adds them to
// their side.
func (p *Pos) build(b Set, parts uint8) {
	p.Pawn |= b.When(parts)
	p.Knight |= b.When(parts >> 1)
	p.Diag |= b.When(parts >> 2)
	p.Orth |= b.When(parts >> 3)
	p.King |= b.When(parts >> 4)
	p.Sissa |= b.When(parts >> 5)
	p.Step |= b.When(parts >> 6)
	p.Promoted |= b.When(parts >> 7)
}

// Put puts a piece of a side on an empty square.
func (p *Pos) Put(sq int, parts, side uint8) {
	b := Bit(sq)
	p.build(b, parts)
	if side == p.Turn {
		p.Own |= b
	} else {
		p.Opp |= b
	}
}

// makeNeutral makes the piece on a square neutral, if it is to be so.
func (p *Pos) makeNeutral(sq int, neutral bool) {
	if neutral {
		p.Own |= Bit(sq)
		p.Opp |= Bit(sq)
	}
}

// of returns the colour of the piece on a square.
func (p *Pos) of(sq int) uint8 { return p.Turn ^ p.Opp.At(sq) }

// dropRights drops the rights of the pieces of b, which have left their squares.
func (p *Pos) dropRights(b Set) {
	p.gate &^= b
	p.Castle &^= b
}

// HandOver gives the turn to the other side.
func (p *Pos) HandOver() {
	p.Own, p.Opp = p.Opp.Flip(), p.Own.Flip()
	p.Pawn, p.Knight, p.Diag, p.Orth = p.Pawn.Flip(), p.Knight.Flip(), p.Diag.Flip(), p.Orth.Flip()
	p.King, p.Sissa, p.Step, p.Promoted = p.King.Flip(), p.Sissa.Flip(), p.Step.Flip(), p.Promoted.Flip()
	p.gate, p.Castle, p.Pass = p.gate.Flip(), p.Castle.Flip(), p.Pass.Flip()
	p.wait = [4]uint8{p.wait[2], p.wait[3], p.wait[0], p.wait[1]}
	p.hand = [2]hand{p.hand[1], p.hand[0]}
	p.checks = [2]uint8{p.checks[1], p.checks[0]}
	p.Turn ^= 1
}

// Attacked reports whether the other side attacks sq when the squares of occ are occupied and its
// pieces are those of opp.
func (g *Game) Attacked(p *Pos, sq int, occ, opp Set) bool {
	sq &= Cells - 1
	return (g.Kings[sq]&p.King|g.OtherPawnsFrom[p.Turn&1][sq]&p.Pawn)&opp != 0 || g.AttackedByPieces(p, sq, occ, opp)
}

// AttackedByPieces is Attacked by other pieces than kings and pawns.
func (g *Game) AttackedByPieces(p *Pos, sq int, occ, opp Set) bool {
	sq &= Cells - 1
	if g.Knights[sq]&p.Knight&opp != 0 {
		return true
	}
	if s := g.DiagRays[sq] & p.Diag & opp; s != 0 && g.Diag(sq, occ)&s != 0 {
		return true
	}
	if s := g.OrthRays[sq] & p.Orth & opp; s != 0 && g.Orth(sq, occ)&s != 0 {
		return true
	}
	return g.Rare && g.attackedByRarePieces(p, sq, occ, opp)
}

// attackedByRarePieces is Attacked by Sissas and pieces that step or go along paths.
func (g *Game) attackedByRarePieces(p *Pos, sq int, occ, opp Set) bool {
	sq &= Cells - 1
	if g.Steps[sq]&p.Step&opp != 0 {
		return true
	}
	if g.paths != nil {
		return g.attackedAlongPaths(p, sq, occ, opp)
	}
	if g.sissas != nil {
		for s := g.sissas.reach[sq] & p.Sissa & opp; s != 0; s = s.Rest() {
			if g.sissaAttacks(s.First(), sq, occ) {
				return true
			}
		}
	}
	return false
}

// Reach returns the squares that an own piece made of parts attacks from a square.
func (g *Game) Reach(parts uint8, sq int, side uint8, occ Set) Set {
	sq &= Cells - 1
	var to Set
	if parts&PartPawn != 0 {
		to = g.PawnReach(sq, side)
	}
	if parts&PartKnight != 0 {
		to |= g.Knights[sq]
	}
	if parts&PartDiag != 0 {
		to |= g.Diag(sq, occ)
	}
	if parts&PartOrth != 0 {
		to |= g.Orth(sq, occ)
	}
	if parts&PartKing != 0 {
		to |= g.Kings[sq]
	}
	switch {
	case parts&PartSissa == 0:
	case g.paths != nil:
		to |= g.paths.table(parts, side, 0).reach(sq, occ)
	default:
		to |= g.sissa(sq, occ)
	}
	if parts&PartStep != 0 {
		to |= g.Steps[sq]
	}
	return to
}

// PawnReach returns the squares that an own pawn attacks.
func (g *Game) PawnReach(sq int, side uint8) Set {
	b := Bit(sq)
	if !g.FirstRankPawns {
		b &^= g.Low[side&1]
	}
	return g.West(b, side) | g.East(b, side)
}

// CheckSquares are the squares from which each part of an own piece attacks a square, usually that
// of the other king.
type CheckSquares struct {
	Pawn, Knight, Diag, Orth, Step Set
}

// CheckSquares returns them for sq, when the squares of occ are occupied.
func (g *Game) CheckSquares(p *Pos, sq int, occ Set) CheckSquares {
	sq &= Cells - 1
	return CheckSquares{g.OwnPawnsFrom[p.Turn&1][sq], g.Knights[sq], g.Diag(sq, occ), g.Orth(sq, occ), g.Steps[sq]}
}

// Of returns the squares from which a piece made of parts attacks. It is neither a pawn, a king nor
// a Sissa.
func (c *CheckSquares) Of(parts uint8) Set {
	return c.Knight.When(parts>>1) | c.Diag.When(parts>>2) | c.Orth.When(parts>>3) | c.Step.When(parts>>6)
}

// SameAs reports whether two positions are the same for the rule of repetition, but for their
// memories.
func (p *Pos) SameAs(o *Pos) bool {
	same := *o
	same.half, same.full, same.progress = p.half, p.full, p.progress
	return *p == same
}

// Clock returns the half-moves since the last capture or pawn move, and the number of the move.
func (p *Pos) Clock() (half, full int) { return int(p.half), int(p.full) }
