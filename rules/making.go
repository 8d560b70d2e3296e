package rules

// Making says how the movements of a piece and of what it captures go together. The zero value is
// chess.
type Making uint8

// The ways to make.
const (
	NoMaking Making = iota
	// TakeThenMake lets a capturer go on, in the same move and without a capture, as the captured
	// piece would move. Without such a step a capture is illegal. Pawns do not go on to their own
	// first rank. A check is a check whether or not the capturer could go on.
	TakeThenMake
	// MakeThenTake lets a piece first go, without a capture, as the piece would that it captures.
	MakeThenTake
)
