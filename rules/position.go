// This file holds positions as a player of moves needs them. What search and solving need besides
// is in capabilities.go.

package rules

import "github.com/kirke-chess/kirke/board"

// Position is a position of a game that can be played on. Both kernels produce it. A Position never
// changes: Play returns the next one.
type Position interface {
	// Variant returns the game.
	Variant() *Variant
	// Setup returns the position as it can be written down.
	Setup() Setup
	// At returns the piece on a square, 0 when it is empty. Imaginary squares follow the board's.
	At(board.Square) Piece
	// Turn returns the side to move.
	Turn() board.Color
	// King returns the square of a side's king, or NoSquare.
	King(board.Color) board.Square
	// Clock returns the half-moves (in series games, turns) since the last capture or pawn move,
	// and the number of the move.
	Clock() (half, full int)
	// InCheck reports whether the side to move is in check.
	InCheck() bool
	// Dead reports whether neither side can ever mate, as far as the material tells.
	Dead() bool

	// LegalMoves appends every legal move to buf and returns it. It does not allocate when buf has
	// room.
	LegalMoves(buf []Move) []Move
	// HasLegalMove reports whether there is a legal move.
	HasLegalMove() bool
	// IsLegal reports whether m is a legal move.
	IsLegal(m Move) bool
	// Play returns the position after m, which must be legal or the pass.
	Play(m Move) Position
	// Details returns what happens in the legal move m.
	Details(m Move) Details
	// Forbidden returns why m, which need not be legal, may not be played: a *ForbiddenError. It
	// returns nil when m is legal.
	Forbidden(m Move) error

	// Key returns a 64-bit hash of everything that belongs to the identity of the position: board,
	// turn, rights, hands, gates and what the parts remember.
	Key() uint64
	// SameAs reports whether two positions of one game are the same for the rule of repetition.
	SameAs(Position) bool
}
