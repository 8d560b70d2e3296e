// This file holds what an evaluation asks of a position. Surveyor (capabilities.go) fills it.

package rules

import "github.com/kirke-chess/kirke/board"

// Survey is what an evaluation asks of a position, found in one call. The arrays of two are by
// colour.
type Survey[W Words] struct {
	Pieces  []Standing[W] // all pieces on the board but pawns, in no order
	Pawns   [2]Squares[W] // where pawns stand
	Guarded [2]Squares[W] // what pawns attack
	All     [2]Squares[W] // where pieces stand, pawns included
	Attacks [2]Squares[W] // what pieces attack
	Twice   [2]Squares[W] // what at least two pieces attack
	Hand    [2][2]int     // pieces in hand, in the order of Gating.Hand
	Held    []Holding     // pieces in hand that are dropped
	Gates   [2]int        // how many squares still gate
	Rooks   [2]int        // how many rooks the king may still castle with
	Waiting [4]Piece      // on the imaginary squares

	// Checks are the squares from which a piece would attack a king as things stand: by the colour
	// of the king, and by the type of the other side's piece. They are found for types that the
	// other side has on the board or in hand and that move both ways alike. For others they are
	// left as they were: pawns, kings, and pieces that turn on their way.
	Checks [2][32]Squares[W]

	Pending Piece   // off the board since the last half-move, reborn with the next one; 0 for none
	Below   []Piece // captured pieces below others
	Left    int     // moves left in this series; 0 outside series games

	ChecksLeft [2]int // checks that a side must still give to win; 0 where they are not counted
}

// Holding is how many pieces of a type and colour are in hand.
type Holding struct {
	Piece Piece
	Count int
}

// Standing is a piece on the board and the squares that it attacks. It attacks own pieces too, and
// it may be pinned.
type Standing[W Words] struct {
	Piece Piece
	At    board.Square
	Reach Squares[W]
}
