package rules

import (
	"fmt"

	"github.com/kirke-chess/kirke/board"
)

// imaginaryNames are the squares outside the corners. They follow the board's own squares in this
// order.
var imaginaryNames = [4]string{"z0", "i0", "z9", "i9"}

// Imaginary returns the i-th imaginary square: 0 and 1 are White's left and right hand (z0, i0), 2
// and 3 are beyond a8 and h8 (z9, i9).
func (v *Variant) Imaginary(i int) board.Square { return board.Square(v.Size.Area() + i) }

// SquareName returns the name of a square, imaginary ones included.
func (v *Variant) SquareName(sq board.Square) string {
	if i := int(sq) - v.Size.Area(); v.Gating.Imaginary && i >= 0 && i < len(imaginaryNames) {
		return imaginaryNames[i]
	}
	return v.Size.Name(sq)
}

// SquarePrefix reads the square name at the start of text. It returns the square and the length of
// its name, or NoSquare and 0 if there is none.
func (v *Variant) SquarePrefix(text string) (board.Square, int) {
	if sq, n := v.Size.Prefix(text); n > 0 {
		return sq, n
	}
	if v.Gating.Imaginary && len(text) >= 2 {
		for i, name := range imaginaryNames {
			if text[:2] == name {
				return v.Imaginary(i), 2
			}
		}
	}
	return board.NoSquare, 0
}

// ParseSquare reads a square name, imaginary ones included.
func (v *Variant) ParseSquare(name string) (board.Square, error) {
	sq, n := v.SquarePrefix(name)
	if n == 0 || n != len(name) {
		return board.NoSquare, fmt.Errorf("%q is not a square of %s", name, v.ID)
	}
	return sq, nil
}
