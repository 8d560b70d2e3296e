package rules

import "github.com/kirke-chess/kirke/board"

// Move is one half-move as a comparable value of 64 bits. It holds what the mover chose and nothing
// more. What follows from the rules, as the captured piece and the rebirth square, is in Details.
// The zero Move is none.
type Move uint64

// Form is the form of a move.
type Form uint8

// The forms of a move.
const (
	Ordinary  Form = iota
	Castle         // From is the king's square, To the rook's
	EnPassant      // To is the square a pawn has passed
	Reassign       // From = To; the piece there changes places with one on an imaginary square (Siceirawan)
	Pass           // nothing moves: legal in games with Passing, for analysis and threats in all
	Drop           // From = To; the piece Gated comes there from the hand, as Promotion if that is not 0
	Locust         // a piece on the way is captured, on Victim; To is empty
	Exchange       // the piece on From changes places with one of the other side on To; and ExchangeOfRoles
)

// The places of the fields in a Move.
const (
	toShift      = 8
	formShift    = 16
	promoShift   = 19
	gatedShift   = 24
	rebornShift  = 29
	ownShift     = 34
	choiceShift  = 39
	rookGateBit  = 1 << 44
	swapBit      = 1 << 45
	setBit       = 1 << 46 // set on every move, so that no move is the zero Move
	unusedBit    = 1 << 47
	pawnShift    = 48
	pawnToShift  = 56
	typeMask     = 31
	formMask     = 7
	squareMask   = 255
	secondFields = uint64(0xFFFF) << pawnShift
)

// MakeMove returns a move of a form, without any further choice.
func MakeMove(form Form, from, to board.Square) Move {
	return Move(uint64(from&squareMask) | uint64(to&squareMask)<<toShift | uint64(form)<<formShift | setBit)
}

const (
	// NullMove is the pass of analysis, in games without Passing too: nothing moves.
	NullMove = Move(Pass)<<formShift | setBit
	// SeriesPass is the pass between two moves of a series: no move is made, so that nothing that
	// follows a move happens either.
	SeriesPass = NullMove | swapBit
	// ExchangeOfRoles turns the board and exchanges the colours of all pieces (Fairy.Roles).
	ExchangeOfRoles = Move(Exchange)<<formShift | setBit
)

func (m Move) with(shift uint, k PieceType) Move {
	return m&^(typeMask<<shift) | Move(k&typeMask)<<shift
}

func (m Move) pieceType(shift uint) PieceType { return PieceType(m>>shift) & typeMask }

// From returns the square that the moving piece leaves; in castling, the king's.
func (m Move) From() board.Square { return board.Square(m & squareMask) }

// To returns the square that the piece arrives on; in castling, the rook's.
func (m Move) To() board.Square { return board.Square(m >> toShift & squareMask) }

// Form returns the form of the move.
func (m Move) Form() Form { return Form(m >> formShift & formMask) }

// Plain reports whether the move is Ordinary and not a promotion.
func (m Move) Plain() bool { return m&(formMask<<formShift|typeMask<<promoShift) == 0 }

// Promotion returns what the moving pawn becomes, or 0. In a reassignment it is the promotion of
// the pawn that moves in the same turn.
func (m Move) Promotion() PieceType { return m.pieceType(promoShift) }

// WithPromotion returns m with the moving pawn becoming k.
func (m Move) WithPromotion(k PieceType) Move { return m.with(promoShift, k) }

// Gated returns the type of the piece that is gated, or that takes the place of another in a
// reassignment; or 0.
func (m Move) Gated() PieceType { return m.pieceType(gatedShift) }

// AtRook reports whether a piece gated in castling comes to the rook's square and not to the
// king's.
func (m Move) AtRook() bool { return m&rookGateBit != 0 }

// GateSquare returns the square on which a move that is not a reassignment gates a piece.
func (m Move) GateSquare() board.Square {
	if m.AtRook() {
		return m.To()
	}
	return m.From()
}

// WithGated returns m with a piece gated, in castling on the rook's square if atRook is set.
func (m Move) WithGated(k PieceType, atRook bool) Move {
	m = m.with(gatedShift, k) &^ rookGateBit
	if atRook {
		m |= rookGateBit
	}
	return m
}

// Reborn returns what the mover promotes a reborn pawn to, the captured or the pending one; or 0.
func (m Move) Reborn() PieceType { return m.pieceType(rebornShift) }

// WithReborn returns m with the reborn pawn becoming k.
func (m Move) WithReborn(k PieceType) Move { return m.with(rebornShift, k) }

// OwnReborn returns what the mover's own pawn is promoted to if it is reborn on its last rank, or
// 0.
func (m Move) OwnReborn() PieceType { return m.pieceType(ownShift) }

// WithOwnReborn returns m with the mover's own reborn pawn becoming k.
func (m Move) WithOwnReborn(k PieceType) Move { return m.with(ownShift, k) }

// Choice returns what the mover first promotes its pawn to that the opponent's last capture has put
// on its last rank (CousCous), or 0.
func (m Move) Choice() PieceType { return m.pieceType(choiceShift) }

// WithChoice returns m with a promotion to k before it.
func (m Move) WithChoice(k PieceType) Move { return m.with(choiceShift, k) }

// Redesignates reports whether the mover's imaginary squares change places (∞).
func (m Move) Redesignates() bool { return m&swapBit != 0 }

// WithRedesignation returns m with the mover's imaginary squares changing places.
func (m Move) WithRedesignation() Move { return m | swapBit }

// Pawn returns departure and arrival of the pawn that moves in the same turn as a reassignment. ok
// is false if none does.
func (m Move) Pawn() (from, to board.Square, ok bool) {
	from, to = board.Square(m>>pawnShift&squareMask), board.Square(m>>pawnToShift&squareMask)
	return from, to, from != to
}

// WithPawn returns the reassignment m with a pawn move in the same turn.
func (m Move) WithPawn(from, to board.Square) Move {
	return m&^Move(secondFields) | Move(from&squareMask)<<pawnShift | Move(to&squareMask)<<pawnToShift
}

// wallPawn marks a square in the place of a second move as that of a wall.
const wallPawn = squareMask

// Wall returns the square on which the move puts a wall. ok is false if it puts none.
func (m Move) Wall() (sq board.Square, ok bool) { return m.marked(wallPawn) }

// secondPawn marks a square in the place of a second move as one that the mover chose besides the
// squares of its piece.
const secondPawn = squareMask - 1

// Second returns the square that the mover chose besides the two of its piece: where a piece goes
// on to after its capture or goes from instead of its own square, the wormhole that it comes out of,
// the piece that leaves with the captured one. ok is false if it chose none.
func (m Move) Second() (sq board.Square, ok bool) { return m.marked(secondPawn) }

// WithSecond returns m, which is no reassignment, with a square that the mover chose besides the
// two of its piece.
func (m Move) WithSecond(sq board.Square) Move {
	return m&^Move(secondFields) | secondPawn<<pawnShift | Move(sq&squareMask)<<pawnToShift
}

// marked returns the square in the place of a second move if it has the mark.
func (m Move) marked(mark Move) (sq board.Square, ok bool) {
	if m.Form() == Reassign || m.Form() == Locust || m>>pawnShift&squareMask != mark {
		return board.NoSquare, false
	}
	return board.Square(m >> pawnToShift & squareMask), true
}

// WithWall returns m, which is no reassignment, with a wall put on sq.
func (m Move) WithWall(sq board.Square) Move {
	return m&^Move(secondFields) | wallPawn<<pawnShift | Move(sq&squareMask)<<pawnToShift
}

// chainBase keeps the numbers of chains apart from the marks of walls and second squares.
const chainBase = secondPawn

// MostChains is how many chains of captures of one piece a move can tell apart. A kernel leaves out
// those beyond it without a word, as docs/popeye.md says.
const MostChains = chainBase*(squareMask+1) - 1

// Chain returns the number of a chain of captures (Fairy.Chains), which the kernel gives to it
// among those that the piece on From can make; 0 if the move is none.
func (m Move) Chain() int {
	low := int(m >> pawnShift & squareMask)
	if m.Form() != Ordinary || low >= chainBase {
		return 0
	}
	return low + chainBase*int(m>>pawnToShift&squareMask)
}

// WithChain returns the Ordinary move m as a chain of captures, by its number from 1 to MostChains.
func (m Move) WithChain(n int) Move {
	return m&^Move(secondFields) | Move(n%chainBase)<<pawnShift | Move(n/chainBase)<<pawnToShift
}

// Victim returns the square of the piece that a Locust captures on the way, NoSquare for other
// moves.
func (m Move) Victim() board.Square {
	if m.Form() != Locust {
		return board.NoSquare
	}
	return board.Square(m >> pawnToShift & squareMask)
}

// WithVictim returns the Locust m with the square of the piece that it captures.
func (m Move) WithVictim(sq board.Square) Move {
	return m&^Move(secondFields) | Move(sq&squareMask)<<pawnToShift
}

// Dropped returns the type that a drop takes from the hand, or 0.
func (m Move) Dropped() PieceType {
	if m.Form() != Drop {
		return 0
	}
	return m.Gated()
}

// WithoutGating returns m without the piece that it gates and without a redesignation.
func (m Move) WithoutGating() Move { return m.WithGated(0, false) &^ swapBit }

// WellFormed reports whether the squares, types and choices of m are some that v has, and go
// together. Whether a position allows m is another question.
func (m Move) WellFormed(v *Variant) bool {
	area := board.Square(v.Size.Area())
	last := area
	if v.Gating.Imaginary && m.Form() == Ordinary {
		last += board.Square(len(imaginaryNames))
	}
	pawn, pawnTo, _ := m.Pawn()
	wall, walled := m.Wall()
	also, chosen := m.Second()
	chained := m.Chain() != 0 && v.Fairy.Chains
	marked := walled || chosen || chained
	if m.Form() > Exchange || m.From() >= area || m.To() >= last ||
		!marked && (pawn >= area || pawnTo >= area) || walled && wall >= area || chosen && also >= area {
		return false
	}
	for _, k := range [...]PieceType{m.Promotion(), m.Gated(), m.Reborn(), m.OwnReborn(), m.Choice()} {
		if int(k) > len(v.Army) {
			return false
		}
	}
	second := m&Move(secondFields) != 0 && !(walled && v.Walls.Place != NoWalls) && !(chosen && v.ChoosesSquare()) &&
		!chained
	switch {
	case m&setBit == 0 || m&unusedBit != 0:
		return false
	case m.Form() == Locust:
		return pawn == 0 && m.From() != m.To() && pawnTo != m.From() && pawnTo != m.To()
	case second && (m.Form() != Reassign || pawn == pawnTo):
		return false
	case m.AtRook():
		return m.Form() == Castle && m.Gated() != 0
	case m.Form() == Drop:
		return m.From() == m.To() && m.Gated() != 0
	case m.Form() == Reassign:
		return m.From() == m.To()
	case m.Form() == Exchange:
		return m == m.Bare() && (m.From() != m.To() || m == ExchangeOfRoles)
	}
	return true
}

// Bare returns m without promotions, gating and other choices: its squares and its form.
func (m Move) Bare() Move {
	bare := m & (1<<promoShift - 1 | setBit)
	if m.Form() == Locust {
		bare = bare.WithVictim(m.Victim())
	}
	return bare
}
