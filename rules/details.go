package rules

import "github.com/kirke-chess/kirke/board"

// Details is all that happens in one legal move, for notation, diagrams and people. Squares that do
// not apply are board.NoSquare, and pieces are 0.
type Details struct {
	Move  Move
	Mover Piece // the piece that moves, as it was; in castling, the king

	From, To         board.Square // of the moving piece; in castling, where the king lands
	RookFrom, RookTo board.Square // of the castling rook
	Partner          Piece        // that rook, or what else a king castles with
	KingSide         bool         // the castling rook stood on the higher file

	Captured   Piece        // as it was before the capture
	CapturedAt board.Square // differs from To in en passant
	Promoted   Piece        // what the moving pawn became
	Home       board.Square // that the piece went from, in Martian and Anti-Martian Circe, Phantom and Plus chess

	Gated    Piece // the piece that was gated, or put in place of another by a reassignment
	GatedAt  board.Square
	Returned Piece        // the piece that a reassignment sent back to its imaginary square
	PawnFrom board.Square // the pawn move of a reassignment
	PawnTo   board.Square

	Dropped Piece        // the piece that a drop took from the hand; Mover is what it is on the board
	Wall    board.Square // where a wall was put
	Blasted []Hidden     // pieces that went off the board with a capture, with their squares

	Choice   Piece // what a pawn reborn in the opponent's last move was promoted to
	ChoiceAt board.Square

	CapturerGone  bool         // the capturer left the board
	CapturerAt    board.Square // where the capturer was reborn
	CapturerAs    Piece        // as what
	CapturerBelow bool         // it waits below another piece

	RebornAs    Piece // the piece reborn by this move, before its promotion
	RebornAt    board.Square
	RebornFrom  board.Square // where it stood before, if on the board
	RebornInto  Piece        // what a reborn pawn was promoted to
	RebornBelow bool         // it waits below another piece (Volcanic)
	Removed     Piece        // the occupant of the rebirth square, gone (Assassin) or covered (Parachute)

	Budgeted bool   // the move came off how far the mover's side may still go (BGL)
	Budget   [2]int // how far each side may still go then, in hundredths of a square

	Emerged []Hidden // pieces that came up from below others, with their squares

	// Steps are the moves of a chain of captures, none for other moves. Then Move is the chain,
	// Mover, From, Captured and CapturedAt are of the first step, and all else, a rebirth too, is
	// of the last.
	Steps []Details

	Effects []Effect // what the conditions of Fairy bring about, in their order

	Check bool // the opponent is in check
	Mate  bool // and mated
}

// Effect is one thing that a condition of Fairy brings about in a move.
type Effect struct {
	Kind  EffectKind
	At    board.Square
	From  board.Square // of a piece that has gone on, and of White's king when the kings swap
	Piece Piece        // on At: as it has become, as it appears, or as it was when it left
}

// EffectKind is what an Effect does.
type EffectKind uint8

// The kinds of effects.
const (
	MoverTurns     EffectKind = iota // the mover has changed sides
	MoverRecolours                   // a mover that checks, or does not, has become neutral or its side's (Anda)
	MoverChanges                     // the mover has changed its type
	OtherTurns                       // another piece has changed sides
	OtherChanges                     // another piece has changed its type
	KingChanges                      // the king of the captured side has, before the captured piece is reborn
	HurdleTurns                      // the piece that the mover has hopped over has changed sides
	HurdleMoves                      // it has gone from From to At
	HurdlePromotes                   // there it has been promoted
	VictimTurns                      // a piece has changed sides for the sake of the captured one (chromatic Breton)
	RebornTurns                      // the piece reborn last has changed sides
	Leaves                           // a piece has left the board
	IsLost                           // likewise, when the move was made
	Appears                          // a piece has come to the board
	Transferred                      // the mover has gone on from From to At
	Revolves                         // the mover has been turned with the board, from From to At
	ImitatorMoves                    // an imitator has gone from From to At
	RolesExchanged                   // the board has been turned and all pieces have changed sides
	KingsSwap                        // the kings of White on From and of Black on At have changed places
)

// DetailsOf returns the Details of m as far as m alone tells them: its squares.
func DetailsOf(m Move) Details {
	none := board.NoSquare
	return Details{Move: m, From: m.From(), To: m.To(), Wall: none, RookFrom: none, RookTo: none, CapturedAt: none,
		Home: none, GatedAt: none, PawnFrom: none, PawnTo: none, ChoiceAt: none, CapturerAt: none, RebornAt: none,
		RebornFrom: none}
}

// End returns the square on which the piece that moves ends, or NoSquare if it has left the board. In
// castling it is the king's.
func (d *Details) End() board.Square {
	if d.CapturerGone || d.Removed != 0 && d.RebornAt == d.To {
		return board.NoSquare
	}
	at := d.To
	if d.CapturerAt != board.NoSquare {
		at = d.CapturerAt
	}
	if d.RebornFrom == at {
		at = d.RebornAt
	}
	for _, e := range d.Effects {
		switch {
		case e.Kind == Transferred && e.From == at, e.Kind == Revolves && e.From == at,
			e.Kind == KingsSwap && e.From == at:
			at = e.At
		case e.Kind == KingsSwap && e.At == at:
			at = e.From
		case (e.Kind == Leaves || e.Kind == IsLost) && e.At == at:
			return board.NoSquare
		}
	}
	return at
}

// QuietDetails returns the Details, but for Check and Mate, of a move of mover to an empty square
// by which nothing else happens.
func QuietDetails(m Move, mover Piece) Details {
	d := DetailsOf(m)
	d.Mover = mover
	return d
}
