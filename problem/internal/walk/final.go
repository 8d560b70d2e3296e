package walk

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Final is the position that a game leads to, by square.
type Final []rules.Piece

// Is reports whether p is the position, as far as its pieces go.
func (f Final) Is(p rules.Position) bool {
	for sq, m := range f {
		if p.At(board.Square(sq)) != m {
			return false
		}
	}
	return true
}

// OutOfReach reports whether p differs from the position on more squares than so many half-moves
// can change: five each, when a side castles and a piece is reborn.
func (f Final) OutOfReach(p rules.Position, moves int) bool {
	differ := 0
	for sq, m := range f {
		if p.At(board.Square(sq)) != m {
			differ++
		}
	}
	return differ > 5*moves
}
