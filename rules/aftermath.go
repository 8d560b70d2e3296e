package rules

import (
	"errors"

	"github.com/kirke-chess/kirke/board"
)

// Aftermath is what becomes of the pieces of a capture: the Circe family as a few choices that do
// not depend on each other. The zero value is chess: the captured piece is gone.
type Aftermath struct {
	Active   bool     // a member of the family; the zero value of every choice is then plain Circe
	Reborn   Reborn   `decides:"which piece is reborn"`
	Capturer Capturer `decides:"what becomes of the capturer"`
	As       As       `decides:"as what a captured piece is reborn"`
	// OtherPiece takes the home square of the type and side of the other piece of the capture: of the
	// capturer (CouCou and CousCous), or in Anticirce of the captured piece.
	OtherPiece bool
	// OwnerPromotes leaves the promotion of a reborn pawn to its own side, as the first part of
	// that side's next move (CousCous).
	OwnerPromotes bool
	// OpponentHome takes the home squares of the other side (Mirror).
	OpponentHome bool
	Where        Where    `decides:"the rebirth square"`
	Occupied     Occupied `decides:"what happens when the rebirth square is occupied"`
	Kings        bool     // kings are reborn too (Rex Inclusive)
	// Cheylan makes a capture on the capturer's own rebirth square illegal.
	Cheylan bool
	// Cohen forbids a capture that only reverses the opponent's last move.
	Cohen bool
}

// KingsReturn reports whether kings may be reborn, so that a rook keeps its castling right when its
// king has moved.
func (v *Variant) KingsReturn() bool {
	a, r := &v.Aftermath, &v.Fairy.Rebirth
	named := r.Types == "" || v.namesKings(r.Types)
	capturers := a.Reborn == CapturerReborn && !r.KingsStay && (named || r.Of != OfCapturers)
	return a.Active && (a.Kings && named || capturers)
}

// namesKings reports whether labels name a royal type.
func (v *Variant) namesKings(labels string) bool {
	set, _ := v.TypesOf(labels) // labels that name no type are refused elsewhere
	for i := range v.Army {
		if set>>i&1 != 0 && v.Army[i].Royal {
			return true
		}
	}
	return false
}

// Reborn says which piece of a capture is reborn.
type Reborn uint8

// The pieces that may be reborn.
const (
	CapturedReborn Reborn = iota
	CapturerReborn        // Anticirce: the captured piece vanishes
	BothReborn            // Kamikaze with rebirth: the capturer first
	MoverReborn           // Mars: the mover goes home, or where Rebirth chooses, before it captures
	NobodyReborn          // Anti-Martian Circe whose squares Rebirth chooses: movers go there first
)

// Capturer says what becomes of the capturing piece, kings excepted.
type Capturer uint8

// What may become of the capturer.
const (
	CapturerStays Capturer = iota
	CapturerVanishes
)

// As says as what a captured piece is reborn.
type As uint8

// What a captured piece may be reborn as.
const (
	AsItself    As = iota
	AsCapturer     // Clone: as the other piece of the capture
	AsChameleon    // knight, bishop, rook, queen, knight
)

// Where is the rebirth square.
type Where uint8

// The rebirth squares.
const (
	AtHome        Where = iota
	AtDeparture         // Platzwechsel: the square that the capturer came from
	AtReflection        // Symmetrical: the capture square reflected in the centre of the board
	AtOrigin            // Diagram: the square that the piece had in the diagram
	AtEquipollent       // the capture square moved on by the capturer's vector
	AtNextVector        // Parrain: the capture square moved by the vector of the next half-move
	AtItsCapture        // Memory: the square of its own capture, when the next piece is captured
)

// Waits reports whether a captured piece is not reborn by its capture, but by a later half-move.
func (w Where) Waits() bool { return w == AtNextVector || w == AtItsCapture }

// Occupied says what happens when the rebirth square is occupied or off the board.
type Occupied uint8

// What may happen when the rebirth square is occupied.
const (
	NotReborn        Occupied = iota // the captured piece is gone
	NoCapture                        // Strict: the capture is illegal
	ReplacesOccupant                 // Assassin: the occupant leaves the board
	WaitsBelow                       // Volcanic: the captured piece waits below the occupant
	CoversOccupant                   // Parachute: the occupant waits below the captured piece
)

// Hides reports whether pieces wait below others then.
func (o Occupied) Hides() bool { return o == WaitsBelow || o == CoversOccupant }

// Displaces reports whether a piece is reborn on an occupied square in place of what stands there.
func (o Occupied) Displaces() bool { return o == ReplacesOccupant || o == CoversOccupant }

// AftermathState is what captures have left to be done.
type AftermathState struct {
	// Pending is the piece that was captured last and may be reborn by the next half-move (Parrain)
	// or the next capture (Memory), PendingAt the square of its capture. The zero Piece is none.
	//
	// If capturers wait for their rebirth (Variant.CapturersWait), Pending is instead the piece that
	// made the last capture, and stands on PendingOn: on PendingAt, or elsewhere after a capture en
	// passant or one of a waiting capturer.
	Pending              Piece
	PendingAt, PendingOn board.Square
	// Choice is the square of a reborn pawn that its own side must promote first in its next
	// half-move (CousCous), or NoSquare.
	Choice board.Square
	// Below lists the pieces that wait below occupied squares (Volcanic, Parachute). Of those below
	// one square, the first comes up first.
	Below []Hidden
	// Origin is the square of each piece in the diagram, by its present square, with NoSquare for
	// none (Diagram). nil means that every piece stands on its own.
	Origin []board.Square
	// Last is the capture just made, which may not be reversed at once (Cohen): departure, arrival
	// and rebirth square; all NoSquare for none.
	Last [3]board.Square
}

// Hidden is a piece below an occupied square.
type Hidden struct {
	At    board.Square
	Piece Piece
}

// contradiction says why a does not go together with itself or with the other parts of v, or nil.
func (a *Aftermath) contradiction(v *Variant) error {
	captured := a.OtherPiece || a.As != AsItself || a.Where != AtHome || a.Occupied != NotReborn ||
		a.Capturer != CapturerStays
	home := a.Where == AtHome
	switch {
	case v.Gating.Imaginary:
		return errors.New("in Siceirawan a captured Hawk or Elephant lets the other be gated, " +
			"so captured pieces cannot come back")
	case a.Reborn == MoverReborn && v.Fairy.Rebirth.Of == OfTheReborn &&
		(captured || a.Kings || a.OpponentHome || a.Cohen):
		return errors.New("in Martian Circe no captured piece is reborn, and pieces capture from their own homes")
	case a.Reborn == NobodyReborn && v.Fairy.Rebirth.Of != OfMovers:
		return errors.New("no piece is reborn")
	case a.Reborn == CapturerReborn && v.Fairy.Rebirth.Of == OfTheReborn && (captured || a.Kings || a.Cohen):
		return errors.New("in Anticirce the captured piece is gone, and the capturer, the king too, is reborn at home")
	case a.Reborn == BothReborn && (!home || a.Capturer != CapturerStays):
		return errors.New("in Kamikaze Circe with rebirth the capturer is always reborn at home")
	case !home && (a.OtherPiece || a.OpponentHome):
		return errors.New("one part chooses among home squares, and another does not use them")
	case a.Where.Waits() && (a.Occupied != NotReborn || a.Kings):
		return errors.New("a rebirth that belongs to a later half-move cannot forbid the capture, remove a piece, " +
			"wait below one or save a king")
	case a.Occupied == CoversOccupant && (v.Extinction != Extinction{} || v.Fairy.Checking.Swapped):
		return errors.New("it is not settled whether a king or the last piece of a type is missing below another piece")
	case a.Occupied == CoversOccupant && (a.Kings || a.Where == AtOrigin || a.Reborn == BothReborn):
		return errors.New("it is not settled how a piece that lands on another one is reborn then")
	case a.Where == AtDeparture && a.Occupied != NotReborn:
		return errors.New("in Platzwechsel Circe the rebirth square is never occupied")
	case a.OwnerPromotes && v.Series.Progressive:
		return errors.New("in CousCous Circe the owner of a reborn pawn promotes it in its next half-move, " +
			"which a series puts off")
	}
	return nil
}

// HidesPieces reports whether pieces may be below others.
func (v *Variant) HidesPieces() bool {
	return v.Aftermath.Active && v.Aftermath.Occupied.Hides() || v.Fairy.Ghosts != NoGhosts
}
