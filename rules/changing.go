package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/piece"
)

// ChameleonCycle are the letters of what a chameleon becomes in turn, where nothing else is said.
// The last one is the first again.
const ChameleonCycle = "NBRQN"

// EinsteinScale are the letters of the pieces that a piece climbs or descends through.
const EinsteinScale = "PNBRQ"

// Changing says which moves change the type of the piece that makes them. Kings keep theirs unless
// Kings says otherwise. The zero value changes none.
type Changing struct {
	// Homeward pieces that an enemy piece attacks may also go to their home square, and capture
	// there (Danger Circe).
	Homeward bool
	// Departs says from where pieces go besides their own square.
	Departs Departure `decides:"from where pieces go"`
	// Mover is the rule for the piece that moves.
	Mover ChangingMove `decides:"what the mover becomes"`
	// Kings says that kings become what they capture too, and stay royal (AsCaptured, AsTurned).
	Kings bool
	// OwnType lets pieces capture only their own type, and kings nothing.
	OwnType bool
	// LongSteps lets pawns on their own first rank capture, and go one, two or three squares ahead.
	LongSteps bool
	// NoPromotion leaves pawns what they are on their last rank.
	NoPromotion bool
	// Bench are labels of the types that a piece other than a king may become, or stay what it is,
	// when it comes to the first or last file (football). A pawn is promoted before.
	Bench string `decides:"what pieces become on the first and last file"`
	// Sequence is what chameleons become in turn: labels of types, each of which becomes the next.
	// If it is empty, it is NBRQN.
	Sequence string
}

// Departure says from where pieces go besides their own square.
type Departure uint8

// From where pieces go.
const (
	FromOwnSquare Departure = iota
	// AlsoFromHome lets pieces but kings move and capture as if they stood on their home square, if
	// that is empty: where they could not go from their own (Phantom chess).
	AlsoFromHome
	// TakesFromCentre lets a piece on one of the four squares in the centre of the board also
	// capture as if it stood on another of them that is empty (Plus chess).
	TakesFromCentre
	// QuietFromHome lets pieces move without a capture only as if they stood on their home square, or
	// on another that Rebirth chooses, which must be empty or the one that they leave (Anti-Martian
	// Circe).
	QuietFromHome
)

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
	AsTurned                      // Protean: the type of the captured piece, of pawns the one that goes the other way
)

// TakesType reports whether a capturer becomes what it has captured.
func (m ChangingMove) TakesType() bool { return m == AsCaptured || m == AsTurned }

// Turned returns the type of the pawns that go the way of the other side's where those of type k do
// not, or the other way round. It is k for other types, and where the army has no such pawns.
func (v *Variant) Turned(k PieceType) PieceType {
	t := v.Type(k)
	for i := range v.Army {
		o := &v.Army[i]
		if t.Pawn && o.Pawn && t.Walk == "" && o.Walk == "" && t.Backwards != o.Backwards &&
			turnedBetza.Replace(t.Betza) == o.Betza {
			return PieceType(i + 1)
		}
	}
	return k
}

// turnedBetza writes the movement of a pawn that goes the other way, in Betza's notation.
var turnedBetza = strings.NewReplacer("f", "b", "b", "f")

// TakesType reports whether pieces of type k become what they capture, by the conditions of the
// game or by their attributes.
func (v *Variant) TakesType(k PieceType) bool {
	c, t := &v.Fairy.Changing, v.Type(k)
	return t.Traits.Protean || c.Mover.TakesType() && (!t.Royal || c.Kings) || v.ClonesCapturer()
}

// TurnsPawns reports whether the capture of a pawn makes the capturer one that goes the other way.
func (v *Variant) TurnsPawns() bool {
	return v.Fairy.Changing.Mover == AsTurned ||
		slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Traits.Protean })
}

// TakenType returns what a piece of type k becomes when it has captured one of another type, if it
// becomes that: 0 if the army lacks it.
func (v *Variant) TakenType(k, captured PieceType) PieceType {
	t, walk := v.Type(k), v.WalkOf(captured)
	if v.TurnsPawns() {
		walk = v.Turned(walk)
	}
	if walk == v.WalkOf(k) {
		return k
	}
	return v.With(walk, t.Traits, t.Royal)
}

// knowsCapturers reports whether it is known what capturers become, with such pieces. It lists what
// has been compared with Popeye.
func (v *Variant) knowsCapturers() bool {
	return !v.capturesOnTheWay() && !slices.ContainsFunc(v.Army, func(t piece.Type) bool {
		return t.Pawn && t.Betza != piece.Pawn.Betza && t.Betza != turnedBetza.Replace(piece.Pawn.Betza)
	})
}

// benchContradiction says why pieces do not become the types of Bench in v, or nil: they are no pawns
// and kings, and the other rules are among those that have been compared with Popeye.
func (c *Changing) benchContradiction(v *Variant) error {
	if c.Bench == "" {
		return nil
	}
	if err := v.allOfficers(c.Bench); err != nil {
		return fmt.Errorf("what pieces become on the first and last file: %w", err)
	}
	known := Fairy{Changing: Changing{Bench: c.Bench}}
	if !v.comparedWith(known) || v.Aftermath != (Aftermath{}) || v.Neutrals {
		return errors.New("it is not settled what pieces become on the first and last file under another condition")
	}
	return nil
}

// contradiction says why what pieces become does not go together with the parts of v, or nil. Of
// kings that change and of pawns that turn round it lists what has been compared with Popeye.
func (c *Changing) contradiction(v *Variant) error {
	if c.Mover.TakesType() && !c.Kings && v.Aftermath.Active && v.Aftermath.Reborn != CapturedReborn {
		return errors.New("it is not settled what becomes of a king that is captured by a piece that is reborn then")
	}
	if err := c.benchContradiction(v); err != nil {
		return err
	}
	if !c.Kings && c.Mover != AsTurned {
		return nil
	}
	known := Fairy{Changing: Changing{Mover: c.Mover, Kings: c.Kings}, Chains: v.Fairy.Chains && c.Mover == AsTurned}
	switch a := v.Aftermath; {
	case c.Kings && !c.Mover.TakesType():
		return errors.New("kings become what they capture only where other pieces do")
	case v.Fairy != known || v.HasTraits() || a.Active && a != modifierByID("circe").Aftermath:
		return errors.New("it is not settled what a capturer becomes under further conditions")
	case !v.knowsCapturers():
		return errors.New("it is not settled what the capturer becomes with such pieces")
	}
	return nil
}
