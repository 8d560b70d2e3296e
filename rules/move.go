package rules

import "github.com/kirke-chess/kirke/board"

// Move is one half-move as a comparable value of 64 bits. It holds what the
// mover chose and nothing more; what follows from the rules (the captured man,
// the rebirth square) is in Details. The zero Move is none.
type Move uint64

// Form is the form of a move.
type Form uint8

// The forms of a move.
const (
	Ordinary  Form = iota
	Castle         // From is the king's square, To the rook's
	EnPassant      // To is the square a pawn has passed
	Reassign       // From = To; the man there changes places with the one on an imaginary square
	Pass           // nothing moves: for analysis and threats, never among the legal moves
)

// The places of the fields in a Move.
const (
	toShift      = 8
	formShift    = 16
	promoShift   = 19
	entersShift  = 24
	rebornShift  = 29
	ownShift     = 34
	choiceShift  = 39
	rookGateBit  = 1 << 44
	swapBit      = 1 << 45
	passedBit    = 1 << 46 // set on every move, so that no move is the zero Move
	unusedBit    = 1 << 47
	pawnShift    = 48
	pawnToShift  = 56
	kindMask     = 31
	formMask     = 7
	squareMask   = 255
	secondFields = uint64(0xFFFF) << pawnShift
)

// MakeMove returns a move of the given form without any further choice.
func MakeMove(form Form, from, to board.Square) Move {
	return Move(uint64(from&squareMask) | uint64(to&squareMask)<<toShift | uint64(form)<<formShift | passedBit)
}

func (m Move) with(shift uint, k Kind) Move {
	return m&^(kindMask<<shift) | Move(k&kindMask)<<shift
}

func (m Move) kind(shift uint) Kind { return Kind(m>>shift) & kindMask }

// From returns the square the moving man leaves; of a castling, the king's.
func (m Move) From() board.Square { return board.Square(m & squareMask) }

// To returns the square the man arrives on; of a castling, the rook's square.
func (m Move) To() board.Square { return board.Square(m >> toShift & squareMask) }

// Form returns the form of the move.
func (m Move) Form() Form { return Form(m >> formShift & formMask) }

// Plain reports whether the move is Ordinary and promotes nobody.
func (m Move) Plain() bool { return m&(formMask<<formShift|kindMask<<promoShift) == 0 }

// Promotion returns what the moving pawn becomes, or 0. In a reassignment it is
// the promotion of the pawn that moves in the same turn.
func (m Move) Promotion() Kind { return m.kind(promoShift) }

// WithPromotion returns m with the moving pawn becoming k.
func (m Move) WithPromotion(k Kind) Move { return m.with(promoShift, k) }

// Enters returns the kind that enters the board: gated, or taking the place of
// the other in a reassignment; or 0.
func (m Move) Enters() Kind { return m.kind(entersShift) }

// AtRook reports whether the man that enters in castling stands on the rook's
// start square rather than the king's.
func (m Move) AtRook() bool { return m&rookGateBit != 0 }

// gate returns the square on which a piece enters by a move that is no reassignment.
func (m Move) gate() board.Square {
	if m.AtRook() {
		return m.To()
	}
	return m.From()
}

// WithEntry returns m with k entering; atRook is for castling.
func (m Move) WithEntry(k Kind, atRook bool) Move {
	m = m.with(entersShift, k) &^ rookGateBit
	if atRook {
		m |= rookGateBit
	}
	return m
}

// Reborn returns what a pawn reborn by this move (the captured one, or the one
// pending) is promoted to by the mover, or 0.
func (m Move) Reborn() Kind { return m.kind(rebornShift) }

// WithReborn returns m with the reborn pawn becoming k.
func (m Move) WithReborn(k Kind) Move { return m.with(rebornShift, k) }

// OwnReborn returns what the mover's own pawn is promoted to by being reborn on
// its last rank, or 0.
func (m Move) OwnReborn() Kind { return m.kind(ownShift) }

// WithOwnReborn returns m with the mover's own reborn pawn becoming k.
func (m Move) WithOwnReborn(k Kind) Move { return m.with(ownShift, k) }

// Choice returns what the mover first makes of its pawn that the opponent's last
// capture put on its promotion rank (CousCous), or 0.
func (m Move) Choice() Kind { return m.kind(choiceShift) }

// WithChoice returns m preceded by the choice of k.
func (m Move) WithChoice(k Kind) Move { return m.with(choiceShift, k) }

// Redesignates reports whether the mover's imaginary squares change places (∞).
func (m Move) Redesignates() bool { return m&swapBit != 0 }

// WithRedesignation returns m with the imaginary squares changing places.
func (m Move) WithRedesignation() Move { return m | swapBit }

// Pawn returns departure and arrival of the pawn that moves in the same turn as
// a reassignment; ok is false when none does.
func (m Move) Pawn() (from, to board.Square, ok bool) {
	from, to = board.Square(m>>pawnShift&squareMask), board.Square(m>>pawnToShift&squareMask)
	return from, to, from != to
}

// WithPawn returns the reassignment m with a pawn move in the same turn.
func (m Move) WithPawn(from, to board.Square) Move {
	return m&^Move(secondFields) | Move(from&squareMask)<<pawnShift | Move(to&squareMask)<<pawnToShift
}

// Bare returns m without its promotions, entries and other choices: the two
// squares and the form.
func (m Move) Bare() Move { return m & (1<<promoShift - 1 | passedBit) }

// Details is all that happens in one legal move, for notation, diagrams and
// people. Squares that do not apply are board.NoSquare, men 0.
type Details struct {
	Move  Move
	Mover Man // the man that moves, as it was; of a castling, the king

	From, To         board.Square // of the moving man; the king's real arrival in castling
	RookFrom, RookTo board.Square // of the castling rook
	KingSide         bool         // the castling rook stood on the higher file

	Captured   Man          // as it was before the capture
	CapturedAt board.Square // differs from To in en passant
	Promoted   Man          // what the moving pawn became
	MarsHome   board.Square // the home a Martian captured from

	Entered   Man // gated or reassigned man
	EnteredAt board.Square
	Returned  Man          // the man a reassignment sends back to its imaginary square
	PawnFrom  board.Square // the pawn move of a reassignment
	PawnTo    board.Square

	Choice   Man // what a pawn reborn in the opponent's last move was promoted to
	ChoiceAt board.Square

	CapturerGone bool         // the capturer left the board
	CapturerAt   board.Square // where the capturer was reborn
	CapturerAs   Man          // as what

	RebornAs    Man // the man reborn by this move, before a promotion of its pawn
	RebornAt    board.Square
	RebornInto  Man  // what a reborn pawn was promoted to
	RebornBelow bool // it waits below another man (Volcanic)
	Removed     Man  // the occupant of the rebirth square that left the board (Assassin)

	Emerged []Hidden // men that came up, with the squares they came up on

	Check bool // the opponent is in check
	Mate  bool // and mated
}
