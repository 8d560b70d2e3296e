package rules

import (
	"strings"

	"github.com/kirke-chess/kirke/board"
)

// Goal is a region that wins when it is reached; the zero value is none.
type Goal struct {
	// Types are the letters of the types that must reach it: one letter for both sides, or
	// White's and Black's with a slash between them ("K", "P/K"); "*" is any piece.
	Types string
	// Zone is the region of each side.
	Zone board.Regions
	// Count is how many pieces must be there. 0 is 1.
	Count int
	// Reply gives Black, when White is there, one more move to get there too, which draws
	// (Racing Kings).
	Reply bool
	// Held makes pieces win only if they are still there after the opponent's next move, whatever
	// it is (Jeson Mor).
	Held bool
	// Safe makes a piece win at once where it cannot be captured, and else if it is still there
	// after the opponent's next move (dobutsu).
	Safe bool
	// Blocked wins also when the rest of the region is occupied.
	Blocked bool
}

// Sides returns the letters of the types that must reach the goal of White and of Black.
func (g *Goal) Sides() (white, black string) {
	white, black, both := strings.Cut(g.Types, "/")
	if !both {
		return white, white
	}
	return white, black
}
