package rules

// Extinction ends the game when a side runs out of pieces of a type; the zero value is never.
type Extinction struct {
	// Types are the letters of the types; "*" counts all pieces of a side together.
	Types string
	// Wins makes the side win that runs out of them. Otherwise it loses.
	Wins bool
	// Count is how many pieces of the type are too few: 0 is none left.
	Count int
	// Opponent is the least number of the type that the other side must have.
	Opponent int
	// Claim asks for one more of them where the side to move has run out: it may still capture.
	Claim bool
	// Royal makes the last pieces of a type, one more than Count, royal: they must not be left in
	// check.
	Royal bool
	// Together makes all pieces of the types royal as long as there are more: only a check to all
	// of them at once must be met.
	Together bool
}
