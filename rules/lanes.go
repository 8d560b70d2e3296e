package rules

// Lanes forbids moves by the squares that they lead from and to. What a piece does not reach by a
// move, it does not attack.
type Lanes struct {
	// Grid are the lines that a move must cross: the files to the left of lines and the ranks below
	// them (grid chess is "bdf246").
	Grid string `decides:"the lines of the grid"`
	// Cells are the cells of an irregular grid, separated by blanks ("a8a7b8 c8"). The squares of
	// no cell are one cell too.
	Cells string `decides:"the cells of the grid"`
	// Lines are lines that a move may cross instead: H or V, the square to the upper right of where
	// the line begins, and its length ("Ha24 Vc61").
	Lines string `decides:"the lines of the grid"`
	// Shade is the colour of the square that a move leads to.
	Shade Shade `decides:"which colour of square a move leads to"`
	// Edge are the sides whose moves lead to the edge of the board.
	Edge Sides
	// Vanishing makes a hole of each square that a piece leaves empty (Haaner chess).
	Vanishing bool
	// Holes are squares that the board lacks ("a1 b2").
	Holes string `decides:"which squares are holes"`
}

// Shade is the colour of square that a move leads to.
type Shade uint8

// The colours of squares.
const (
	AnyShade   Shade = iota
	SameShade        // that of the square that it leaves (monochromatic chess)
	OtherShade       // the other (bichromatic chess)
)
