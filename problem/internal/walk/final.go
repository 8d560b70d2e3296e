package walk

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Final is the position that a game leads to, by square.
type Final []rules.Piece

// Is reports whether p has the pieces of the position.
func (f Final) Is(p rules.Position) bool {
	for sq, m := range f {
		if p.At(board.Square(sq)) != m {
			return false
		}
	}
	return true
}

// OutOfReach reports whether p differs from the position on more squares than that number of
// half-moves can change. A half-move changes at most five: castling with a rebirth.
func (f Final) OutOfReach(p rules.Position, moves int) bool {
	differ := 0
	for sq, m := range f {
		if p.At(board.Square(sq)) != m {
			differ++
		}
	}
	return differ > 5*moves
}
