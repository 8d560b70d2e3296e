package rules

import "github.com/kirke-chess/kirke/board"

// Rebirths says where the men of a game are at home and what they are reborn as, for
// the kernels.
type Rebirths struct {
	table *table
}

// NewRebirths returns the rebirths of v's positions, or an error when v itself makes
// no sense.
func NewRebirths(v *Variant) (Rebirths, error) {
	t, err := tableOf(v)
	return Rebirths{t}, err
}

// Home returns the square where a man of kind k that was captured on at is at home on
// the ranks of a side.
func (r Rebirths) Home(k Kind, side board.Color, at board.Square) board.Square {
	return r.table.home(k, side, at)
}

// Chameleon returns what a captured man of kind k is reborn as in Chameleon Circe.
func (r Rebirths) Chameleon(k Kind) Kind { return r.table.chameleon[k] }

// King returns the square of a side's king in the array, or NoSquare.
func (r Rebirths) King(c board.Color) board.Square { return r.table.kingHome[c] }

// Corner returns the square of a rook of the array, the queen's side first, or
// NoSquare.
func (r Rebirths) Corner(c board.Color, side int) board.Square { return r.table.corner[c][side] }
