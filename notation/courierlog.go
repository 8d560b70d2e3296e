package notation

// CourierLog is a game as Game Courier lists it: one turn a line, numbered, with
// a comment after "//".
type CourierLog struct {
	Tags  []Tag // from comment lines "// Variant: seirawan" before the first move
	Turns []CourierTurn
}

// CourierTurn is one half-move of a log.
type CourierTurn struct {
	Number  string // "1." or "1..."; "" when the log gives none
	Text    string // the move in Game Courier's grammar, such as "N g1-f3; H-g1"
	Comment string // after "//", without it; lines of comment alone are joined to it
	At      int    // the line of the file, from 1
}
