package rules

import "github.com/kirke-chess/kirke/board"

// Walls says what walls a move puts on the board; the zero value is none. A wall is a square that
// nobody enters. Starting positions may have walls in any game, written "*".
type Walls struct {
	// Place is where each move puts a wall, besides the squares in Zone.
	Place WallPlace
	// Zone is where walls may be. If it is empty, it is the board.
	Zone board.Regions
	// Instead makes the wall an alternative to moving.
	Instead bool
}

// WallPlace is how the square of a wall is chosen.
type WallPlace string

// The ways to choose the square of a wall.
const (
	NoWalls   WallPlace = ""
	WallAny   WallPlace = "any"    // on any empty square
	WallLeft  WallPlace = "left"   // on the square that the piece leaves
	WallArrow WallPlace = "arrow"  // where the piece that has moved could go next
	WallEdge  WallPlace = "edge"   // on the edge of the board or beside another wall
	WallMoves WallPlace = "moving" // on any empty square; the only wall moves there (duck)
)

// MakesWalls reports whether moves put walls on the board.
func (v *Variant) MakesWalls() bool { return v.Walls != Walls{} || v.Capture.Petrifies != "" }

// Wall is the piece that stands for a wall: it has no type and belongs to nobody.
const Wall Piece = 1
