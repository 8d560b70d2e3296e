package rules

import "strconv"

// Budget is how far the pieces of a side may move in all, in hundredths of a square (BGL). A piece
// does not attack what is too far away.
type Budget struct {
	// White is how far White's pieces may move in all; 0 is no limit.
	White int `decides:"how far White's pieces may move"`
	// Black is how far Black's pieces may move in all; 0 is no limit.
	Black int `decides:"how far Black's pieces may move"`
	// Shared takes what either side moves off both.
	Shared bool
}

// InSquares returns hundredths of a square in squares, "3.5".
func InSquares(hundredths int) string {
	return strconv.FormatFloat(float64(hundredths)/100, 'f', -1, 64)
}
