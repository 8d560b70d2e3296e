package rules

// Aftermath is what becomes of the men of a capture: the Circe family as one
// composition. The zero value is chess: the captured man is gone.
type Aftermath struct {
	Active   bool     // a member of the family; the zero value of every choice is then plain Circe
	Reborn   Reborn   // who is reborn
	Capturer Capturer // what becomes of the capturer
	As       As       // as what the captured man is reborn
	// OtherMan lets the capturer's type and side choose the home square
	// (CouCou and CousCous).
	OtherMan bool
	// OwnerPromotes leaves the promotion of a reborn pawn to its own side, as the
	// first part of that side's next move (CousCous).
	OwnerPromotes bool
	// OpponentHome uses the home squares of the other side (Mirror).
	OpponentHome bool
	Where        Where    // the rebirth square
	Occupied     Occupied // what happens when it is not free
	Kings        bool     // kings are reborn too (Rex inclusive)
	// Cheylan makes a capture on the capturer's own rebirth square illegal.
	Cheylan bool
	// Cohen forbids taking back at once: a capture that reverses the move just made.
	Cohen bool
}

// Reborn says which man of a capture is reborn.
type Reborn uint8

// Who is reborn.
const (
	CapturedReborn Reborn = iota
	CapturerReborn        // Anticirce: the captured man vanishes
	BothReborn            // Kamikaze with rebirth: the capturer first
	MoverReborn           // Mars: the mover goes home before it captures
)

// Capturer says what becomes of the capturing man, kings excepted.
type Capturer uint8

// What becomes of the capturer.
const (
	Stays Capturer = iota
	Vanishes
)

// As says as what a captured man is reborn.
type As uint8

// As what the captured man is reborn.
const (
	AsItself    As = iota
	AsCapturer     // Clone
	AsChameleon    // knight, bishop, rook, queen, knight
)

// Where is the rebirth square.
type Where uint8

// The rebirth squares.
const (
	AtHome        Where = iota
	AtDeparture         // Platzwechsel: the square the capturer came from
	AtReflection        // Symmetrical: point reflection of the capture square
	AtOrigin            // Diagram: the square the man had in the diagram
	AtEquipollent       // the capture square moved on by the capturer's vector
	AtNextVector        // Parrain: the capture square moved by the vector of the next half-move
)

// Occupied says what happens when the rebirth square is occupied or off the board.
type Occupied uint8

// What an occupied rebirth square means.
const (
	Gone    Occupied = iota
	Illegal          // Strict: the move may not be made
	Removed          // Assassin: the occupant leaves the board
	Below            // Volcanic: the man waits below the occupant
)
