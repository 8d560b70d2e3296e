package rules

// Check says what checks to a king may be given and what they do; the zero value is as in chess. A
// piece that Extinction makes royal is no king here.
type Check struct {
	// Forbidden forbids moves that check (Racing Kings).
	Forbidden bool
	// Count makes the side win that has given so many checks. 0 does not count them.
	Count int
	// Facing forbids that kings face each other on an open file or rank (xiangqi).
	Facing bool
	// Bikjang lets kings come to face each other. The side to move must then part them, or pass, in
	// check too; its pass ends the game in a draw, or as End.Material says (janggi).
	Bikjang bool
	// KingStays makes a king in check take the checking piece or stay (Makpong).
	KingStays bool
}

// CheckState is how many checks each side still has to give.
type CheckState [2]int
