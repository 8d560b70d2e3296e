package rules

import "github.com/kirke-chess/kirke/board"

// Lines are squares that are joined by diagonal lines drawn on the board, as in the palaces of
// janggi; the zero value has none. Pieces that move along them say how (piece.Type.Along).
type Lines struct {
	// Squares is where the lines lead: a move along them begins, passes and ends on these squares.
	Squares board.Regions
}

// Drawn returns the lines on a board of a size: pairs of squares that are neighbours on a diagonal,
// each pair once. There are none if the squares cannot be read.
func (l Lines) Drawn(size board.Size) [][2]board.Square {
	on := make([]bool, size.Area())
	for c := range board.Color(2) {
		in, err := l.Squares.Squares(size, c)
		if err != nil {
			return nil
		}
		for sq := range in {
			on[sq] = on[sq] || in[sq]
		}
	}
	var lines [][2]board.Square
	for rank := range size.Ranks - 1 {
		for file := range size.Files - 1 {
			low, high := size.At(file, rank), size.At(file, rank+1)
			for _, line := range [][2]board.Square{{low, high + 1}, {low + 1, high}} {
				if on[line[0]] && on[line[1]] {
					lines = append(lines, line)
				}
			}
		}
	}
	return lines
}
