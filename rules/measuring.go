package rules

// Measuring lets a side play only those of its legal moves that are the greatest by a measure
// (maximummer). A king may not be left in check of any move, great or not.
type Measuring struct {
	White, Black Measured
}

// Measured is what the moves of a side are measured by.
type Measured struct {
	// By is the measure.
	By Measure `decides:"by what moves are measured"`
	// Exact counts moves too that would leave the own king in check. If none but them are the greatest,
	// the side cannot move.
	Exact bool
	// Ultra is Exact, and the pieces of the side check only by a move that is the greatest.
	Ultra bool
	// Squares are those of the measure.
	Squares string `decides:"by which squares moves are measured"`
}

// Measure is what moves are measured by.
type Measure uint8

// The measures.
const (
	NoMeasure        Measure = iota
	LongestMove              // the distance between the centres of the squares (maximummer)
	ShortestMove             // the same, and the least is the greatest (minimummer)
	CapturingMove            // whether it captures
	ForcedSquare             // whether it leads to one of Squares
	FollowingMove            // whether it leads to the square that the other side has just left
	DuellingMove             // whether the piece that its side moved last moves
	ParallelMove             // whether it is parallel to the other side's last move, and as long
	AntiparallelMove         // whether it is so in the opposite direction
	FirstSquare              // how early its square of departure comes: a1, a2 … b1 … h8
)
