package rules

// ChameleonCycle are the letters of what a chameleon becomes in turn, where nothing else is said. The
// last one is the first again.
const ChameleonCycle = "NBRQN"

// EinsteinScale are the letters of the pieces that a piece climbs or descends through.
const EinsteinScale = "PNBRQ"

// Changing says which moves change the type of the piece that makes them. Kings keep theirs. The zero
// value changes none.
type Changing struct {
	// Homeward pieces that an enemy piece attacks may also go to their home square, and capture there
	// (Danger Circe).
	Homeward bool
	// FromHome lets pieces but kings also move and capture as if they stood on their home square, if that
	// is empty: where they could not go from their own (Phantom chess).
	FromHome bool
	// Mover is the rule for the piece that moves.
	Mover ChangingMove `decides:"what the mover becomes"`
	// OwnType lets pieces capture only their own type, and kings nothing.
	OwnType bool
	// LongSteps lets pawns on their own first rank capture, and go one, two or three squares ahead.
	LongSteps bool
	// NoPromotion leaves pawns what they are on their last rank.
	NoPromotion bool
	// Sequence is what chameleons become in turn: labels of types, each of which becomes the next. If it is
	// empty, it is NBRQN.
	Sequence string
}

// ChangingMove says what the mover becomes.
type ChangingMove uint8

// What the mover may become. The scale is pawn, knight, bishop, rook, queen.
const (
	MoverKeepsType   ChangingMove = iota
	MoverDescends                 // Einstein: down by a quiet move, up by a capture
	MoverClimbs                   // Reversal Einstein: up by a quiet move, down by a capture
	QuietDescends                 // Anti-Einstein: down by a quiet move
	MoverSwapsPower               // Norsk: queen and knight, rook and bishop become each other
	AsCaptured                    // Frankfurt: the type of the captured piece
	PawnOnSecondRank              // Relegation: a pawn, if it comes to its side's second rank
	MoverCycles                   // Chameleon chess: the next type of Sequence
	MoverByFile                   // Line chameleon: an officer becomes the one that starts on its file
)
