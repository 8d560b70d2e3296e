package rules

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// This file holds what games ask of types with attributes of their own: royal fairy pieces and
// those with Traits.

// WalkOf returns the type that a type differs from by its traits alone: itself if it has none.
func (v *Variant) WalkOf(k PieceType) PieceType {
	if k == 0 || v.Type(k).Walk == "" {
		return k
	}
	walk, _ := v.LabelPrefix(v.Type(k).Walk)
	return walk
}

// Like returns the type that moves as type k and has the traits of another, and is royal if that
// is; 0 if there is none. What a pawn becomes is promoted where that matters.
func (v *Variant) Like(k, other PieceType) PieceType {
	as := v.Type(other)
	traits := as.Traits
	traits.Promoted = as.Pawn && v.MarksPromoted()
	if as.Walk == "" && traits == (piece.Traits{}) {
		return v.WalkOf(k)
	}
	return v.With(k, traits, as.Royal)
}

// MarksPromoted reports whether promoted pieces are types of their own (piece.Traits.Promoted).
func (v *Variant) MarksPromoted() bool { return v.Fairy.Rebirth.Square == PromotedOnLastRank }

// With returns the type that moves as type k with these traits, royal or not; 0 if there is none.
func (v *Variant) With(k PieceType, traits piece.Traits, royal bool) PieceType {
	walk := v.WalkOf(k)
	for i := range v.Army {
		t := &v.Army[i]
		if like := PieceType(i + 1); v.WalkOf(like) == walk && t.Traits == traits && t.Royal == royal {
			return like
		}
	}
	return 0
}

// PromotedWrongly reports whether pawns or kings are marked as promoted, which they never are.
func (v *Variant) PromotedWrongly() bool {
	return slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Traits.Promoted && (t.Pawn || t.Royal) })
}

// HasTraits reports whether some type has Traits.
func (v *Variant) HasTraits() bool {
	return slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Traits != piece.Traits{} })
}

// TakesTraits reports whether it is known how the pieces with attributes play beside each other and
// under the conditions of the game. It lists what has been compared with Popeye.
func (v *Variant) TakesTraits() bool {
	f, a, known := v.Fairy, v.Aftermath, Fairy{}
	switch {
	case f.Republic != NoRepublic && v.OnlyChameleons():
		known.Republic = f.Republic
	case v.eachTraits(mixable):
		known.Wormholes, known.Changing.Sequence = f.Wormholes, f.Changing.Sequence
		if f.Turning.Mover == FirstCrossingTurns {
			f.Turning.Mover = NoMoveTurns // all pieces but the settled ones are volage
		}
	case v.onlyTraits(piece.Traits{Kamikaze: true}):
		known.Lanes.Holes = f.Lanes.Holes
		a.Kings = false
	case v.onlyTraits(piece.Traits{Paralysing: true}) && !v.Neutrals:
		a.OpponentHome = false
		if a.Where == AtDeparture || a.Where == AtOrigin {
			a.Where = AtHome
		}
	case v.onlyTraits(piece.Traits{HalfNeutral: true}):
	case v.onlyTraits(piece.Traits{Protean: true}) && !v.Neutrals && v.knowsCapturers():
	case v.onlyTraits(piece.Traits{Promoted: true}):
		return v.knowsPromoted()
	case (v.onlyTraits(piece.Traits{HurdleColourChanging: true}) || v.onlyTraits(piece.Traits{Bul: true}) ||
		v.onlyTraits(piece.Traits{Dob: true})) && v.knowsHurdles():
	case v.eachTraits(recolouredByCheck):
		known.Changing.Sequence = f.Changing.Sequence
	case v.onlyTraits(piece.Traits{OtherBoard: true}):
		return f == known && !a.Active && !v.Neutrals && !v.capturesOnTheWay() && !v.GoesOn()
	case !v.Neutrals && (v.onlyTraits(piece.Traits{Uncapturable: true}) ||
		v.onlyTraits(piece.Traits{Patrol: true}) || v.onlyTraits(piece.Traits{Jigger: true})):
	case v.onlyTraits(piece.Traits{Magic: true}) && !v.Neutrals && v.knowsViews():
	default:
		return false
	}
	return f == known && (!a.Active || a == modifierByID("circe").Aftermath)
}

// knowsPromoted reports whether it is known how promoted pieces play under the conditions of the
// game. It lists what has been compared with Popeye.
func (v *Variant) knowsPromoted() bool {
	known, a := Fairy{}, v.Aftermath
	if v.MarksPromoted() { // else they are as others
		known.Rebirth.Square = PromotedOnLastRank
	}
	if v.PromotedWrongly() {
		return false
	}
	if a.Reborn == CapturerReborn && v.MarksPromoted() {
		known.Rebirth.Of, a.Cheylan = OfCapturers, false
		return v.Fairy == known && a == modifierByID("anticirce").Aftermath
	}
	a.Kings = false
	return v.Fairy == known && (!a.Active || a == modifierByID("circe").Aftermath)
}

// TwoBoards reports whether the pieces stand on two boards (piece.Traits.OtherBoard).
func (v *Variant) TwoBoards() bool {
	return slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Traits.OtherBoard })
}

// eachTraits reports whether something holds of the traits of all types.
func (v *Variant) eachTraits(hold func(piece.Traits) bool) bool {
	return !slices.ContainsFunc(v.Army, func(t piece.Type) bool { return !hold(t.Traits) })
}

// onlyTraits reports whether all types with traits have exactly these.
func (v *Variant) onlyTraits(traits piece.Traits) bool {
	return v.eachTraits(func(t piece.Traits) bool { return t == piece.Traits{} || t == traits })
}

// OnlyChameleons reports whether no pieces have attributes but chameleons, if these: a chameleon
// attacks as the type that it is.
func (v *Variant) OnlyChameleons() bool { return v.onlyTraits(piece.Traits{Chameleon: true}) }

// viewsAlongLines says of movements, in Betza's notation, whether magic pieces view others along
// the lines of the board; else a view ends when one of the two pieces moves. It lists what has been
// compared with Popeye.
var viewsAlongLines = map[string]bool{
	piece.Queen.Betza: true, piece.Rook.Betza: true, piece.Bishop.Betza: true, "NN": true, "gQ": true, "pQ": true,
	piece.King.Betza: false, piece.Knight.Betza: false, piece.Pawn.Betza: false, "Z": false, "C": false,
	"(1,4)": false, "W": false, "F": false, "A": false, "D": false,
}

// ViewsAlongLines reports whether a type, if it is magic, views others along the lines of the
// board. known is false if that is not known.
func ViewsAlongLines(t *piece.Type) (along, known bool) {
	along, known = viewsAlongLines[t.Betza]
	return along, known
}

// knowsViews reports whether it is known how the magic pieces of the game view others.
func (v *Variant) knowsViews() bool {
	return !slices.ContainsFunc(v.Army, func(t piece.Type) bool {
		_, known := ViewsAlongLines(&t)
		return t.Traits.Magic && !known
	})
}

// mixable reports whether traits are known to go with others.
func mixable(t piece.Traits) bool {
	return t == piece.Traits{
		Chameleon: t.Chameleon, Volage: t.Volage, Functionary: t.Functionary, Settled: t.Settled,
	}
}

// recolouredByCheck reports whether traits are those of pieces that the check they give or not
// recolours, or are known to go with them.
func recolouredByCheck(t piece.Traits) bool {
	return t == piece.Traits{Chameleon: t.Chameleon, Anda: t.Anda, AndaInverse: t.AndaInverse && !t.Anda}
}

// hasWalks reports whether some type moves as another one.
func (v *Variant) hasWalks() bool {
	return slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Walk != "" })
}

// traitedParts are the parts of a game that know types with attributes, or that no attribute
// concerns.
var traitedParts = []string{
	"ID", "Aliases", "Family", "Name", "Version", "Summary", "Notes", "AssumeCastling", "Neutrals",
	"Size", "Army", "Start", "Castling", "Promotion", "Aftermath", "End", "Fairy",
}

// traits checks the types with attributes.
func (c *checker) traits() {
	v := c.v
	if !v.hasWalks() && !v.HasTraits() && !v.MarksPromoted() {
		return
	}
	for i := range v.Army {
		t, field := &v.Army[i], fmt.Sprintf("Army[%d].", i)
		walk, n := v.LabelPrefix(t.Walk)
		switch {
		case t.Walk == "" && t.Traits == piece.Traits{}:
			if t.Pawn && v.MarksPromoted() {
				c.promotesAlike(PieceType(i+1), field)
			}
		case t.Walk == "":
			c.add(field+"Walk", "the %s has traits: the type that moves alike and has none is wanted", t.Name)
		case n == 0 || n != len(t.Walk) || v.Type(walk).Walk != "":
			c.add(field+"Walk", "%q is not the label of a type without traits", t.Walk)
		case v.Type(walk).Betza != t.Betza || v.Type(walk).Pawn != t.Pawn:
			c.add(field+"Walk", "the %s does not move as the %s", t.Name, v.Type(walk).Name)
		case t.Royal && t.Traits.Kamikaze:
			c.add(field+"Traits.Kamikaze", "a king does not leave the board when it captures")
		case t.Traits.BecomeNeutral() && (t.Royal || !v.Neutrals):
			c.add(field+"Traits", "pieces that become neutral are no kings, and their game has neutral pieces")
		case t.Pawn:
			c.promotesAlike(PieceType(i+1), field)
		}
		across := t.Traits
		if across.OtherBoard = !across.OtherBoard; v.TwoBoards() && v.With(PieceType(i+1), across, t.Royal) == 0 {
			c.add("Army", "the %s has no type for when it stands on the other of the two boards", t.Name)
		}
	}
	if v.HasTraits() && !v.TakesTraits() {
		c.add("Fairy", "it is not known how pieces with attributes play under its conditions")
	}
	for _, name := range v.partsBesides(traitedParts) {
		c.add(name, "it does not go with types that have attributes")
	}
}

// comparedWith reports whether v has these conditions and no others, no pieces with attributes or
// that move as others, and no part that problems do not have. The caller looks at the Aftermath and
// at neutral pieces.
func (v *Variant) comparedWith(known Fairy) bool {
	return !v.HasTraits() && v.comparedBesidesTraits(known)
}

// comparedBesidesTraits is comparedWith, whatever attributes pieces have.
func (v *Variant) comparedBesidesTraits(known Fairy) bool {
	return v.Fairy == known && !v.Borrows() && len(v.partsBesides(traitedParts)) == 0
}

// partsBesides returns the names of the parts that v has besides the known ones.
func (v *Variant) partsBesides(known []string) (names []string) {
	parts := reflect.ValueOf(v).Elem()
	for i := range parts.NumField() {
		f := parts.Type().Field(i)
		if f.IsExported() && !parts.Field(i).IsZero() && !slices.Contains(known, f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// promotesAlike checks that the army has what a pawn with attributes becomes: pieces that have them
// too.
func (c *checker) promotesAlike(pawn PieceType, field string) {
	for side := range board.Color(2) {
		for _, k := range c.v.PromotionsOf(pawn, side) {
			if k != 0 && c.v.Like(k, pawn) == 0 {
				c.add(field+"Walk", "the %s promotes to a %s with its attributes, which is not in the army",
					c.v.Type(pawn).Name, c.v.Type(k).Name)
				return
			}
		}
	}
}
