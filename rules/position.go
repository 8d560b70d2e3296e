package rules

import "github.com/kirke-chess/kirke/board"

// Position is a position of a game that can be played on: the value both kernels
// produce. A Position never changes; Play returns the next one.
type Position interface {
	// Variant returns the game.
	Variant() *Variant
	// Setup returns the position as it can be written down.
	Setup() Setup
	// At returns the man on a square, 0 when it is empty. Imaginary squares follow
	// the board's.
	At(board.Square) Man
	// Squares appends the squares of the board on which men stand to buf, in no order.
	Squares(buf []board.Square) []board.Square
	// Turn returns the side to move.
	Turn() board.Color
	// King returns the square of a side's king, or NoSquare.
	King(board.Color) board.Square
	// LegalMoves appends every legal move to buf and returns it. It does not
	// allocate when buf has room.
	LegalMoves(buf []Move) []Move
	// Select appends the moves of a selection to buf, in no order. It finds
	// them faster than LegalMoves would. Those of Exposing and KingTaking
	// are not legal, but the reference kernel plays them.
	Select(which Selection, buf []Move) []Move
	// HasLegalMove reports whether there is a legal move.
	HasLegalMove() bool
	// GivesCheck reports whether the legal move m leaves the other side in check.
	GivesCheck(m Move) bool
	// IsLegal reports whether m is among the legal moves.
	IsLegal(m Move) bool
	// Play returns the position after m, which must be legal or the pass.
	Play(m Move) Position
	// PlayOn is Play in the memory of spare: a position that a Play or PlayOn of the same
	// game has returned and that nobody needs any more, or nil. For search, which
	// goes through more positions than it is good to leave to be collected.
	PlayOn(m Move, spare Position) Position
	// Details returns what happens in the legal move m.
	Details(m Move) Details
	// InCheck reports whether the side to move is in check.
	InCheck() bool
	// Key returns a 64-bit hash of everything that belongs to the identity of the
	// position: board, turn, rights, hands, gates and what the parts remember.
	Key() uint64
	// SameAs reports whether two positions of one game are the same for the rule
	// of repetition.
	SameAs(Position) bool
	// Clock returns the half-moves (in series games, turns) since the last capture
	// or pawn move, and the number of the move.
	Clock() (half, full int)
	// Dead reports whether neither side can ever mate, as far as the material tells.
	Dead() bool
	// Forbidden explains why m, which need not be legal, may not be played: with a
	// *ForbiddenError. nil means that it may.
	Forbidden(m Move) error
	// Perft counts the leaves of the tree of legal moves to a depth.
	Perft(depth int) uint64
	// PerftWith counts like Perft and remembers in t what it has counted; t may be
	// shared by goroutines, and nil remembers nothing.
	PerftWith(t *PerftTable, depth int) uint64
}

// The functions of this package that stand beside Position:
//
//	New(v *Variant, s Setup, forgive Problem) (Position, error)
//	(*Variant).Start(Draw) (Setup, error)
//	Lookup(id string) (*Variant, error)
//	All() []*Variant
