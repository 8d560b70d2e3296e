package rules

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// Fairy holds the conditions of problemists that say more than other parts can: each is a part of
// its own, in a file of its own. Conditions that differ in a choice are one part. The zero value
// has none of them.
type Fairy struct {
	Paralysis Paralysis `decides:"which pieces are paralysed"`
	Lending   Lending
	Making    Making `decides:"how movements of capturer and captured go together"`
	Turning   Turning
	Changing  Changing
	Lanes     Lanes
	Mobility  Mobility
	Capturing Capturing
	Contact   Contact
	Measuring Measuring
	Checking  Checking
	Budget    Budget
	// Wormholes are squares, names one after the other. A piece that comes to one goes on to
	// another that is empty, which the mover chooses; without one the move is illegal.
	Wormholes string `decides:"where wormholes are"`
	Breton    Breton
	Swapping  Swapping
	// Exchange says which pieces change places with like ones of the other side, by a move of their
	// own. Two pieces that have just done so do not change places in the next move.
	Exchange  Exchanging `decides:"which pieces change places"`
	Roles     Roles
	Imitators Imitators
	Sentinels Sentinels `decides:"which pawns appear"`
	// Revolving turns the four squares in the centre clockwise after a move from or to one of them.
	Revolving bool
	// Ghosts are captured pieces that come up again.
	Ghosts Ghosts `decides:"what becomes of captured pieces"`
	// Box forbids moves after which a side has more pieces of a type than at the start.
	Box        bool
	Latent     Latent `decides:"who promotes latent pawns"`
	Rebirth    Rebirth
	Succession Succession
	// Lost takes pieces other than kings from the board, after a move of the other side, that would
	// be mated if they were royal: that are attacked, and no move of their side saves (lost
	// pieces). Passing counts as a move, but not between the moves of a series.
	Lost     bool
	Republic Republic     `decides:"who puts kings on the board"`
	Castling FreeCastling `decides:"how kings castle"`
	Movers   Movers       `decides:"whose pieces a side moves"`
	// Chains lets a piece that has captured move again in the same turn, and again if that was a
	// capture, unless a king is in check in between (series capture).
	Chains bool
}

// ChoosesSquare reports whether a move may name a square that the mover chose besides those of its
// piece, by a condition or for what its piece hops over.
func (v *Variant) ChoosesSquare() bool { return v.Fairy.choices() > 0 || v.movesHurdles() }

// PromotesOnChosen reports whether a move may promote a pawn on a square that the mover chose
// besides those of its piece (Move.Reborn).
func (v *Variant) PromotesOnChosen() bool { return v.Fairy.Latent != NoLatentPawns || v.movesHurdles() }

// capturesOnTheWay reports whether a piece captures another that it passes, as a locust does.
func (v *Variant) capturesOnTheWay() bool {
	return slices.ContainsFunc(v.Army, func(t piece.Type) bool {
		paths, err := piece.Parse(t.Betza)
		return err == nil && slices.ContainsFunc(paths, func(p piece.Path) bool { return p.Takes != 0 })
	})
}

// otherWays says why pieces that also go in other ways than their movement do not go together with
// v, or nil.
func (f *Fairy) otherWays(v *Variant) error {
	switch {
	case v.GoesOn() && !v.goingOnAlone():
		i := slices.IndexFunc(v.Army, func(t piece.Type) bool { return t.GoesOn != piece.GoesOnce })
		return fmt.Errorf("it is not settled how the %s goes on from where its movement has led in such a game",
			v.Army[i].Name)
	case f.Changing.Departs != FromOwnSquare && !f.departsAlone(v):
		return errors.New("it is not settled how a piece goes from another square than its own under another condition")
	}
	return nil
}

// goingOnAlone reports whether v has nothing besides pieces that go on but what has been compared
// with Popeye: they are no pawns and kings, and capture as they move.
func (v *Variant) goingOnAlone() bool {
	known := v.comparedWith(Fairy{}) && v.Aftermath.Reborn != MoverReborn
	return known && !slices.ContainsFunc(v.Army, func(t piece.Type) bool {
		if t.GoesOn == piece.GoesOnce {
			return false
		}
		paths, err := t.Movement()
		return err != nil || t.Pawn || t.Royal || t.Along != "" || t.Within != (board.Regions{}) ||
			slices.ContainsFunc(paths, func(p piece.Path) bool {
				return !p.Plain() || p.Mode != piece.Both || p.Initial
			})
	})
}

// departsAlone reports whether v has nothing besides Departs but what has been compared with
// Popeye.
func (f *Fairy) departsAlone(v *Variant) bool {
	known := Fairy{Changing: Changing{Departs: f.Changing.Departs}, Lanes: Lanes{Holes: f.Lanes.Holes}}
	if f.Rebirth.Of == OfMovers {
		known = Fairy{Changing: known.Changing, Rebirth: f.Rebirth}
		return v.comparedWith(known) && !v.Neutrals
	}
	return v.comparedWith(known) && v.Aftermath.Reborn != MoverReborn && v.Aftermath.Reborn != CapturerReborn
}

// choices returns how many conditions have the mover choose such a square.
func (f *Fairy) choices() int {
	n := 0
	for _, chooses := range []bool{
		f.Making == TakeThenMake, f.Wormholes != "", f.Breton.Active, f.Rebirth.Square.Chosen(),
		f.Succession.Heirs != NoHeirs, f.Latent != NoLatentPawns, f.Republic != NoRepublic,
	} {
		if chooses {
			n++
		}
	}
	return n
}

// Direct reports whether a capture of a king goes to its square under all conditions: whether there
// are none but those that are known to leave that as it is.
func (f Fairy) Direct() bool {
	known := f.near()
	known.Lending = f.Lending
	known.Making, known.Wormholes = f.Making, f.Wormholes
	known.Changing.LongSteps = f.Changing.LongSteps
	known.Changing.Homeward, known.Changing.Departs = f.Changing.Homeward, f.Changing.Departs
	return f == known
}

// Nearer reports whether no condition lets a piece attack a square that its own movement does not
// reach, likewise.
func (f Fairy) Nearer() bool { return f == f.near() }

// Attacked reports whether under all conditions a king is in check exactly if a piece attacks it:
// whether there are none but those that are known to leave that as it is.
func (f Fairy) Attacked() bool {
	c, w, b := &f.Checking, &f.Measuring.White, &f.Measuring.Black
	rebirth := f.Rebirth.near()
	if rebirth.Of != OfMovers {
		rebirth.Of = OfTheReborn
	}
	making := NoMaking
	if f.Making == TakeThenMake { // whoever takes a king need not go on
		making = TakeThenMake
	}
	departs := FromOwnSquare
	if f.Changing.Departs == QuietFromHome {
		departs = QuietFromHome
	}
	return w.By != HomingMove && b.By != HomingMove && f == Fairy{
		Making:  making,
		Turning: Turning{Mover: f.Turning.Mover, Squares: f.Turning.Squares, Watched: f.Turning.Watched},
		Changing: Changing{
			Mover: f.Changing.Mover, Kings: f.Changing.Kings, NoPromotion: f.Changing.NoPromotion,
			Sequence: f.Changing.Sequence, Departs: departs, Bench: f.Changing.Bench,
		},
		Lanes: Lanes{Holes: f.Lanes.Holes},
		Measuring: Measuring{
			White: Measured{By: w.By, Exact: w.Exact, Squares: w.Squares},
			Black: Measured{By: b.By, Exact: b.Exact, Squares: b.Squares},
		},
		Checking: Checking{
			MatesOnly: c.MatesOnly, OneMate: c.OneMate, Must: c.Must, Flights: c.Flights, BlackFlights: c.BlackFlights,
			Strict: c.Strict, Swapped: c.Swapped, Ignored: c.Ignored, Double: c.Double, Either: c.Either,
		},
		Sentinels:  f.Sentinels,
		Rebirth:    rebirth,
		Succession: f.Succession.near(),
		Exchange:   f.Exchange,
		Roles:      f.Roles,
		Box:        f.Box && f.Latent != NoLatentPawns,
		Latent:     f.Latent,
		Lost:       f.Lost,
		Republic:   f.Republic,
		Castling:   f.Castling,
		Movers:     f.Movers,
		Chains:     f.Chains,
	}
}

// knowsChains reports whether the rules beside Fairy.Chains are among those that have been compared
// with Popeye.
func (v *Variant) knowsChains() bool {
	known, a := Fairy{Chains: true}, &v.Aftermath
	if m := v.Fairy.Changing.Mover; m == MoverDescends || m == AsTurned {
		known.Changing = v.Fairy.Changing
	}
	late := a.Where.Waits() || a.Where == AtOrigin || a.Occupied.Hides() || a.Cohen || a.OwnerPromotes
	return v.comparedWith(known) && !(a.Active && late) && !v.Neutrals
}

// borrows reports whether the conditions are among those that have been compared with types that
// borrow.
func (f Fairy) borrows() bool {
	return f == Fairy{}
}

// Sides are the sides that a condition is about.
type Sides struct {
	White, Black bool
}

// Has reports whether a side is one of them.
func (s Sides) Has(c board.Color) bool {
	return c == board.White && s.White || c == board.Black && s.Black
}

// bothSides are White and Black.
var bothSides = Sides{White: true, Black: true}

// contradiction says why the conditions do not go together with each other or with the other parts
// of v, or nil.
func (f *Fairy) contradiction(v *Variant) error {
	c, a := &f.Checking, &v.Aftermath
	switch {
	case f.Capturing.Single && f.Capturing.Several:
		return errors.New("a piece that could capture captures neither in one way nor in several")
	case f.Lanes.Holes != "" && a.Occupied == ReplacesOccupant:
		return errors.New("in Assassin Circe a rebirth would fill a hole of the board")
	case f.Lanes.Holes != "" && a.Occupied == CoversOccupant:
		return errors.New("a rebirth that covers what stands on its square would fill a hole of the board")
	case v.Borrows() && (!f.borrows() || v.HasTraits()):
		return errors.New("a piece that moves as others moves by no other condition yet")
	case v.Borrows() && (v.KingsReturn() || a.Active && (a.Reborn != CapturedReborn || a.Occupied.Displaces())):
		return errors.New("a piece that moves as others attacks nothing by what a capture brings about")
	case v.Borrows() && slices.ContainsFunc(v.Army, func(t piece.Type) bool {
		return t.Pawn && t.Betza != piece.Pawn.Betza
	}):
		return errors.New("a piece that moves as others goes on its first rank as chess pawns do")
	case f.Imitators.Squares != "" && !f.imitates(v):
		return errors.New("it is not known how imitators move with another condition or with these pieces")
	case f.Contact != Contact{} && a.Active && (a.Reborn != CapturedReborn || a.Capturer != CapturerStays):
		return errors.New("a piece that is reborn when it captures has no neighbours that a move could be judged by")
	case f.Lending != (Lending{}) && f.Paralysis != (Paralysis{}) && !v.lendsBeside(Fairy{Paralysis: f.Paralysis}):
		return errors.New("a piece that moves as another has two types that could be paralysed")
	case f.Mobility.Attacked &&
		(v.Borrows() || f.Lending != (Lending{}) && !v.lendsBeside(Fairy{Mobility: f.Mobility})):
		return errors.New("whether a piece may move depends on what attacks it by a movement that is not its own")
	case f.Lending != (Lending{}) && f.Capturing.Shielded:
		return errors.New("a king that moves as another piece does not capture as a king")
	case f.Measuring != (Measuring{}) && f.Making != NoMaking:
		return errors.New("a move that is made of two has no one measure")
	case f.Measuring != (Measuring{}) && a.Active && a.Reborn != CapturedReborn && a.Reborn != MoverReborn &&
		!v.measuresAnticirce():
		return errors.New("a move after which the mover is reborn elsewhere has no one measure")
	case f.choices() > 1:
		return errors.New("two of its conditions have the mover choose a square, and a move names one")
	case f.choices() > 0 && v.capturesOnTheWay():
		return errors.New("a locust's move names its victim's square, and a condition has the mover choose another")
	case c.judges() > 1:
		return errors.New("two of its conditions decide when a king is in check")
	case (f.Revolving || f.Changing.Departs == TakesFromCentre) && (v.Size.Files%2 != 0 || v.Size.Ranks%2 != 0):
		return errors.New("a board with an odd number of files or ranks has no four squares in its centre")
	case f.Revolving && (f.Lanes.Vanishing || f.Mobility.Fuddled || f.RemembersDuellists()):
		return errors.New("it is not settled which pieces have moved when the centre turns")
	case f.Lanes.Vanishing && (a.Active && a.Reborn != MoverReborn || f.choices() > 0 ||
		f.Ghosts != NoGhosts || f.Sentinels != NoSentinels):
		return errors.New("which squares vanish is not settled where pieces come to others than those of the move")
	case f.Revolving && (a.Active || f.choices() > 0 || f.Ghosts != NoGhosts || f.Sentinels != NoSentinels):
		return errors.New("what comes first, the turn of the centre or what else follows from a move, is not settled")
	case f.Ghosts != NoGhosts && a.Active:
		return errors.New("a captured piece is either a ghost or reborn")
	case f.Ghosts != NoGhosts && (f.Breton.Active || f.Making != NoMaking || f.Box):
		return errors.New("which captured piece becomes a ghost is not settled")
	case f.Capturing.Own && a.Active:
		return errors.New("it is not settled where a piece is reborn that its own side has captured")
	case f.Lending != (Lending{}) && f.Making == MakeThenTake:
		return errors.New("it is not settled whether a piece that captures from elsewhere goes as it is lent there")
	case f.Capturing.Own && f.Making == MakeThenTake:
		return errors.New("it is not settled how a piece goes that captures one of its own side")
	case f.Capturing.Own && f.Changing.Homeward:
		return errors.New("it is not settled whether a piece that its own side attacks goes home")
	case c.Either && a.Reborn == CapturerReborn:
		return errors.New("it is not settled whether a piece that could not be reborn checks the king of its side")
	case f.Capturing.Immune.Kings && v.KingsReturn():
		return errors.New("a king cannot be both reborn and immune")
	case *f != Fairy{} && v.Series.Progressive && (f.RemembersMove() || f.RemembersDuellists()):
		return errors.New("a condition looks at the last move of the other side, which a series has not one of")
	}
	if f.Lost && (*f != Fairy{Lost: true} || a.Active || v.Neutrals || v.HasTraits() || v.Borrows()) {
		return errors.New("it is not settled which moves save a lost piece under another condition")
	}
	if f.Capturing.Second != SecondAsFirst && !f.Capturing.knowsSecond(v) {
		return errors.New("it is not settled which pieces have captured under another condition")
	}
	if f.Chains && !v.knowsChains() {
		return errors.New("it is not settled how a piece that has captured moves again under such another condition")
	}
	return cmp.Or(f.otherWays(v), f.Breton.contradiction(v), f.Succession.contradiction(v), f.Exchange.contradiction(v),
		c.freeFieldContradiction(v), f.Measuring.contradiction(v), f.Roles.contradiction(v), f.Latent.contradiction(v),
		f.Lending.contradiction(v), f.Changing.contradiction(v), f.Rebirth.contradiction(v),
		f.Republic.contradiction(v), f.Castling.contradiction(v), f.Movers.contradiction(v), f.Contact.contradiction(v))
}

// measuresAnticirce reports whether v has nothing besides Anticirce and measures of moves that have
// been compared with Popeye under it.
func (v *Variant) measuresAnticirce() bool {
	m, anticirce := &v.Fairy.Measuring, modifierByID("anticirce").Aftermath
	anticirce.Cheylan = v.Aftermath.Cheylan
	measures := []Measure{NoMeasure, LongestMove, ShortestMove, CapturingMove}
	known := Fairy{Measuring: Measuring{White: Measured{By: m.White.By}, Black: Measured{By: m.Black.By}}}
	return v.Aftermath == anticirce && slices.Contains(measures, m.White.By) && slices.Contains(measures, m.Black.By) &&
		v.comparedWith(known) && !v.Neutrals
}

// knownMartian reports whether v has nothing besides Martian Circe but what has been compared with
// Popeye under it.
func (v *Variant) knownMartian() bool {
	f := v.Fairy
	measures := []Measure{
		NoMeasure, LongestMove, ShortestMove, CapturingMove, ForcedSquare, DuellingMove, ParallelMove, FirstSquare,
	}
	switch w, b := f.Measuring.White.By, f.Measuring.Black.By; {
	case f == Fairy{}:
		return true
	case !slices.Contains(measures, w), !slices.Contains(measures, b),
		!slices.Contains([]TurningMove{NoMoveTurns, CaptureTurns, QuietMoveTurns}, f.Turning.Mover),
		!slices.Contains([]ChangingMove{MoverKeepsType, MoverSwapsPower, MoverCycles}, f.Changing.Mover):
		return false
	}
	known := Fairy{
		Capturing: Capturing{Never: f.Capturing.Never},
		Turning:   Turning{Mover: f.Turning.Mover, Squares: f.Turning.Squares},
		Changing:  Changing{Mover: f.Changing.Mover, OwnType: f.Changing.OwnType, Sequence: f.Changing.Sequence},
		Lanes:     Lanes{Grid: f.Lanes.Grid, Shade: f.Lanes.Shade, Edge: f.Lanes.Edge, Vanishing: f.Lanes.Vanishing},
		Checking:  Checking{MatesOnly: f.Checking.MatesOnly},
		Measuring: Measuring{White: f.Measuring.White.plain(), Black: f.Measuring.Black.plain()},
	}
	if f.Rebirth != (Rebirth{}) {
		known = Fairy{Rebirth: f.Rebirth}
	}
	return !v.Neutrals && v.comparedWith(known)
}
