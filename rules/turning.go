package rules

// Turning says which pieces change sides, and when. Kings never do. The zero value turns none.
type Turning struct {
	// Mover says which moves turn the piece that makes them.
	Mover TurningMove `decides:"which moves turn the mover"`
	// Squares, names one after the other, turn the pieces that come to stand on them ("d4e5").
	Squares string `decides:"which squares turn pieces"`
	// Watched says which pieces a check turns.
	Watched TurningCheck `decides:"which pieces a check turns"`
}

// TurningMove says which moves turn the mover.
type TurningMove uint8

// The moves that turn the mover.
const (
	NoMoveTurns             TurningMove = iota
	CaptureTurns                        // Andernach
	QuietMoveTurns                      // Anti-Andernach; castling turns nobody, since its mover is a king
	CrossingTurns                       // Hypervolage: a move between light and dark squares
	UnlikeCaptureTurns                  // Double Tibet: the capture of another type
	BlackUnlikeCaptureTurns             // Tibet: that by Black
	FarHalfTurns                        // Dark side: a move to the other side's half of the board
	PursuitTurns                        // Chameleon pursuit: a move to the square that the last mover has left
	FirstCrossingTurns                  // Volage: the first move of a piece between light and dark squares
)

// TurningCheck says which pieces a check turns. Kings are never among them.
type TurningCheck uint8

// What a check turns.
const (
	NoCheckTurns     TurningCheck = iota
	MoverWatches                  // Masand: all pieces that the mover attacks or guards, if it checks
	CheckersWatch                 // Masand generalised: all that any checking piece attacks or guards, once
	CheckerRecolours              // Anda: the mover, if it checks; it becomes neutral, or its mover's if it was neutral
	OtherRecolours                // Anda inverse: the mover, if it does not check, likewise
)
