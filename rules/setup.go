package rules

import (
	"github.com/kirke-chess/kirke/board"
)

// Setup is a position as it can be written down, legal or not. Make one with
// NewSetup so that its slices have the right lengths.
type Setup struct {
	Board []Man       // by square, len = board area
	Turn  board.Color // the side to move

	Castling  CastlingState
	EnPassant []board.Square // squares passed by double steps just made; at most one except in series games
	Entry     EntryState
	Unmoved   []Unmoved // bishops that still have a conversion before them
	Aftermath AftermathState
	Series    SeriesState

	Halfmove int // half-moves since the last capture or pawn move
	Fullmove int // number of the move, from 1
}

// CastlingState is what is left of the castling rights.
type CastlingState struct {
	// Rook is the square of the rook each side may still castle with, by colour
	// and side (0 queen's, 1 king's), or NoSquare.
	Rook [2][2]board.Square
	// King says that the king has not moved (or was reborn at home). It is
	// implied by a rook in ordinary games, and stands alone only where a rook may
	// be reborn.
	King [2]bool
}

// EntryState is what is left to enter the game.
type EntryState struct {
	// Gates are the files, as bits, of the first-rank squares that still gate.
	Gates [2]uint16
	// Hand counts men in hand by colour, in the order of Entry.Hand.
	Hand [2][2]int
	// Imaginary are the men on z0, i0, z9, i9.
	Imaginary [4]Man
}

// Unmoved is a bishop that has not moved, in a game with the conversion rule.
type Unmoved struct {
	Square board.Square
	Must   bool // its first move must be the conversion
}

// AftermathState is what captures have left to be done.
type AftermathState struct {
	// Pending is the man captured a half-move ago that may be reborn now, and the
	// square it was captured on (Parrain); the zero Man is none.
	Pending   Man
	PendingAt board.Square
	// Choice is the square of a reborn pawn whose own side must say first in its
	// next half-move what it is promoted to (CousCous), or NoSquare.
	Choice board.Square
	// Below lists the men below occupied squares, first up first for each square.
	Below []Hidden
	// Origin is each man's square in the diagram, by its present square, with
	// NoSquare for none (Diagram). nil means that every man stands on its own.
	Origin []board.Square
	// Last is the capture just made, which may not be reversed at once (Cohen flag):
	// departure, arrival and the square of the rebirth; all NoSquare for none.
	Last [3]board.Square
}

// Hidden is a man below an occupied square (Volcanic).
type Hidden struct {
	At  board.Square
	Man Man
}

// SeriesState is where in a series of moves the game is.
type SeriesState struct {
	Left, Length int  // moves left in this series, and its length; 0 and 0 outside series games
	Progress     bool // a capture or pawn move was made earlier in this series
}

// NewSetup returns the empty board of v with White to move and no rights.
func NewSetup(v *Variant) Setup {
	s := Setup{Board: make([]Man, v.Size.Area()), Fullmove: 1}
	none := board.NoSquare
	s.Castling.Rook = [2][2]board.Square{{none, none}, {none, none}}
	s.Aftermath.PendingAt, s.Aftermath.Choice = none, none
	s.Aftermath.Last = [3]board.Square{none, none, none}
	if v.Series.Progressive {
		s.Series = SeriesState{Left: 1, Length: 1}
	}
	return s
}

// Clone returns a deep copy.
func (s Setup) Clone() Setup {
	c := s
	c.Board = append([]Man(nil), s.Board...)
	c.EnPassant = append([]board.Square(nil), s.EnPassant...)
	c.Unmoved = append([]Unmoved(nil), s.Unmoved...)
	c.Aftermath.Below = append([]Hidden(nil), s.Aftermath.Below...)
	if s.Aftermath.Origin != nil {
		c.Aftermath.Origin = append([]board.Square(nil), s.Aftermath.Origin...)
	}
	return c
}
