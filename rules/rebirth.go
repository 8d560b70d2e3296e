package rules

import (
	"errors"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// Rebirth is what problemists choose of a rebirth besides Aftermath. The zero value is Aftermath
// alone.
type Rebirth struct {
	// Of says whose rebirth Aftermath and Rebirth are about.
	Of RebirthOf `decides:"whose rebirth is chosen"`
	// Square takes the place of Aftermath.Where.
	Square RebirthSquare `decides:"the rebirth square"`
	// Turned turns the rebirth square.
	Turned Turned `decides:"how the rebirth square is turned"`
	// As changes the type of the reborn piece.
	As RebirthAs `decides:"as what a captured piece is reborn"`
	// Turncoats change sides when they are reborn.
	Turncoats bool
	// Types are the only types that are reborn, as their labels (April chess); "" is all.
	Types string `decides:"which types are reborn"`
	// KingsStay lets kings stay where they capture in Anticirce (Rex Exclusive).
	KingsStay bool
}

// RebirthOf says which piece the choices of a rebirth are about.
type RebirthOf uint8

// The pieces that the choices are about.
const (
	OfTheReborn   RebirthOf = iota // the piece that Aftermath says; in Anticirce at home
	OfCapturers                    // in Anticirce, the capturer
	OfTheCaptured                  // in Anticirce, the captured piece, which is reborn after the capturer
	OfMovers                       // in Martian and Anti-Martian Circe, the mover
)

// RebirthSquare is a rebirth square that Aftermath does not have.
type RebirthSquare uint8

// The rebirth squares. Among those of the last three the side that moves chooses.
const (
	AsInAftermath      RebirthSquare = iota
	OnRank                           // on the rank of the capture, on the file of the home square
	OnFile                           // on the file of the capture, on the rank of the home square
	AtAntipodes                      // half the board away by file and by rank
	AcrossFiles                      // the capture square reflected in the line between the files d and e
	AcrossRanks                      // the capture square reflected in the line between the ranks 4 and 5
	PromotedOnLastRank               // promoted pieces on the file of the capture, on their last rank; others at home
	Anywhere                         // any empty square, or none (Super)
	InCage                           // any empty square where the piece has no move but captures (Cage)
	ByMove                           // where the piece goes without a capture from its square (Take & Make)
)

// Chosen reports whether the capturing side chooses the square.
func (s RebirthSquare) Chosen() bool { return s >= Anywhere }

// Across returns the rebirth square of a piece captured on a square. ok is false if more than that
// square decides it.
func (s RebirthSquare) Across(size board.Size, at board.Square) (sq board.Square, ok bool) {
	file, rank := size.File(at), size.Rank(at)
	switch s {
	case AtAntipodes:
		return size.At((file+size.Files/2)%size.Files, (rank+size.Ranks/2)%size.Ranks), true
	case AcrossFiles:
		return size.At(size.Files-1-file, rank), true
	case AcrossRanks:
		return size.At(file, size.Ranks-1-rank), true
	}
	return board.NoSquare, false
}

// Turned is how the rebirth square, or the vector that leads to it, is turned.
type Turned uint8

// The ways to turn it.
const (
	NotTurned Turned = iota
	Diametral        // through the centre of the board
	LeftRight        // in the line between the files d and e (vertical mirror)
	Against          // against the vector of the next half-move instead of along it (Contra-Parrain)
)

// Turn returns a rebirth square as it is turned, by a reflection or not at all.
func (t Turned) Turn(size board.Size, sq board.Square) board.Square {
	switch {
	case sq == board.NoSquare:
	case t == Diametral:
		return size.Reflect(sq)
	case t == LeftRight:
		return size.At(size.Files-1-size.File(sq), size.Rank(sq))
	}
	return sq
}

// RebirthAs is a change of the type of the reborn piece.
type RebirthAs uint8

// The changes.
const (
	Unchanged RebirthAs = iota
	Decreased           // Einstein: queen, rook, bishop, knight, pawn
	Increased           // reversal Einstein: pawn, knight, bishop, rook, queen
)

// contradiction says why the choices do not go together with the parts of v, or nil.
func (r *Rebirth) contradiction(v *Variant) error {
	a := &v.Aftermath
	anti := a.Reborn == CapturerReborn
	switch {
	case *r == Rebirth{}:
		return nil
	case r.Of == OfMovers:
		return r.ofMovers(v)
	case r.KingsStay && !anti:
		return errors.New("kings capture as in chess anyway")
	case r.onlyWithCheylan(v) && !r.capturerAlone(v), r.onlyAlone(v) && !r.alone(v):
		return errors.New("it is known only alone, without another choice or condition")
	case r.KingsStay:
		return nil
	case v.ClonesCapturer() && !v.knowsCapturers():
		return errors.New("it is not settled what the capturer becomes with such pieces")
	case v.ClonesCapturer() && !v.hasRoyalTypes():
		return errors.New("a king would become a royal piece of the type that it captures, as in problems only")
	case !a.Active, a.Reborn == MoverReborn, a.Reborn == BothReborn, a.Capturer != CapturerStays:
		return errors.New("no captured piece is reborn where a choice says")
	case anti != (r.Of != OfTheReborn):
		return errors.New("it is not said whose rebirth is chosen")
	case r.Of == OfTheCaptured && a.OpponentHome:
		return errors.New("the two rebirths of a capture would be chosen at once")
	case r.Of == OfTheCaptured && (a.OtherPiece || r.Square == InCage): // Popeye plays them otherwise
		return errors.New("it is not settled where the captured piece is reborn after the capturer")
	case r.Square != AsInAftermath && (a.Where != AtHome || a.OtherPiece):
		return errors.New("two of its parts decide the rebirth square")
	case r.Square.Chosen() && (a.Occupied == ReplacesOccupant || a.Occupied.Hides() || a.OpponentHome ||
		r.Turned != NotTurned):
		return errors.New("a rebirth square that is chosen is empty, and is on no side")
	case r.Square == InCage && (r.Of == OfCapturers || a.Kings || !v.kingsAloneCaptured()):
		return errors.New("whether a piece could move depends on checks, and checks on captures and their cages")
	case r.Square == InCage && r.Turncoats:
		return errors.New("it is not settled for which side a piece that changes sides must have no move")
	case r.Types != "" && (r.As != Unchanged || a.As != AsItself || a.OtherPiece):
		return errors.New("it is not settled whether the types that are reborn are those before or after their change")
	case r.Turned == Against && a.Where != AtNextVector:
		return errors.New("only a rebirth by the vector of the next half-move turns against it")
	case a.Where.Waits() && *r != Rebirth{Of: r.Of} && *r != Rebirth{Of: r.Of, Turned: Against}:
		return errors.New("a rebirth in a later half-move is not chosen otherwise")
	case r.Turncoats && a.Kings:
		return errors.New("a king does not change sides")
	case r.As != Unchanged && (a.As != AsItself || a.OtherPiece):
		return errors.New("two of its parts decide as what a captured piece is reborn")
	case r.Of == OfCapturers && r.As != Unchanged:
		return errors.New("capturers stay what they are in Popeye, whatever the choice says")
	case r.Of == OfCapturers && (a.Where == AtItsCapture || a.Kings):
		return errors.New("capturers are not reborn like that, only captured pieces")
	}
	return nil
}

// kingsAloneCaptured reports whether check is found by captures on the square of a king alone, so that no
// other captured piece looks for where it is reborn meanwhile.
func (v *Variant) kingsAloneCaptured() bool {
	f := &v.Fairy
	return f.Direct() && !f.Capturing.Counts() && !f.Measuring.White.Ultra && !f.Measuring.Black.Ultra
}

// ClonesCapturer reports whether a capturer is reborn as a piece of the type that it has captured, a
// king as a royal one.
func (v *Variant) ClonesCapturer() bool {
	return v.Fairy.Rebirth.Of == OfCapturers && v.Aftermath.As == AsCapturer
}

// CapturersWait reports whether a capturer is reborn by the half-move after its capture (Anticirce
// Parrain).
func (v *Variant) CapturersWait() bool {
	return v.Fairy.Rebirth.Of == OfCapturers && v.Aftermath.Where == AtNextVector
}

// hasRoyalTypes reports whether the army has a royal type for each that is not.
func (v *Variant) hasRoyalTypes() bool {
	return !slices.ContainsFunc(v.Army, func(t piece.Type) bool {
		return !t.Royal && t.Walk == "" && v.With(v.TypeOf(t.Letter), piece.Traits{}, true) == 0
	})
}

// fixedSquares are the rebirth squares that follow from a piece and the square where it stands, and
// reflections turn such squares.
var (
	fixedSquares = []RebirthSquare{OnRank, OnFile, AtAntipodes, AcrossFiles, AcrossRanks}
	reflections  = []Turned{Diametral, LeftRight}
)

// alone reports whether v has nothing besides a rebirth that has been compared with Popeye by itself
// only.
func (r *Rebirth) alone(v *Variant) bool {
	known := Rebirth{Of: r.Of, Turned: r.Turned}
	if r.KingsStay {
		known = Rebirth{KingsStay: true}
	}
	a := v.Aftermath
	a.OtherPiece, a.As, a.Cheylan, a.OpponentHome, a.Where = false, AsItself, false, false, AtHome
	return v.comparedWith(Fairy{Rebirth: known}) && !v.Neutrals && a == Aftermath{Active: true, Reborn: a.Reborn}
}

// onlyAlone reports whether a rebirth has been compared with Popeye only without other choices or
// conditions: see alone.
func (r *Rebirth) onlyAlone(v *Variant) bool {
	a := &v.Aftermath
	return r.KingsStay || r.Turned == Against || r.Of == OfCapturers && (a.OtherPiece || a.As == AsChameleon)
}

// onlyWithCheylan reports likewise whether a rebirth of capturers has been compared in Anticirce and Cheylan
// only: see capturerAlone.
func (r *Rebirth) onlyWithCheylan(v *Variant) bool {
	return r.Of == OfCapturers && (r.Square == ByMove || r.Types != "" || v.ClonesCapturer() || v.CapturersWait())
}

// capturerAlone reports whether v has nothing besides Anticirce or Cheylan whose capturers are clones
// of what they capture, wait, go on without a capture, or are of some types.
func (r *Rebirth) capturerAlone(v *Variant) bool {
	known := Aftermath{Active: true, Reborn: CapturerReborn, Cheylan: v.Aftermath.Cheylan}
	choice := Rebirth{Of: OfCapturers}
	switch {
	case v.ClonesCapturer():
		known.As = AsCapturer
	case v.CapturersWait():
		known.Where, choice.Turned = AtNextVector, r.Turned
	case r.Square == ByMove:
		choice.Square = ByMove
	case r.Square == Anywhere:
		choice.Types, choice.Square = r.Types, Anywhere
	default:
		choice.Types = r.Types
	}
	return v.comparedWith(Fairy{Rebirth: choice}) && !v.Neutrals && v.Aftermath == known
}

// ofMovers says why the choice of Martian or Anti-Martian Circe does not go together with the parts
// of v, or nil. It lists the squares that are known, of which a game has one.
func (r *Rebirth) ofMovers(v *Variant) error {
	a := &v.Aftermath
	none := Rebirth{Of: OfMovers}
	square, turned := none, none
	square.Square, turned.Turned = r.Square, r.Turned
	is := func(known Aftermath) bool { known.Active, known.Reborn = true, a.Reborn; return *a == known }
	switch {
	case a.Reborn != MoverReborn && (a.Reborn != NobodyReborn || v.Fairy.Changing.Departs != QuietFromHome):
		return errors.New("no mover is reborn where a choice says")
	case *r == none && (is(Aftermath{}) || is(Aftermath{OpponentHome: true}) || is(Aftermath{Where: AtReflection}) ||
		is(Aftermath{Where: AtOrigin})):
		return nil
	case !is(Aftermath{}):
	case *r == square && (slices.Contains(fixedSquares, r.Square) || r.Square == Anywhere),
		*r == turned && slices.Contains(reflections, r.Turned):
		return nil
	}
	return errors.New("pieces go from home, or from where one choice says that has been compared with Popeye")
}
