package rules

import (
	"errors"
	"strings"

	"github.com/kirke-chess/kirke/piece"
)

// Succession says which pieces become others by what stands beside them or is captured. The zero
// value changes none.
type Succession struct {
	// Heirs says which piece of the captured side becomes what was captured.
	Heirs Heirs `decides:"what becomes of the pieces beside a captured one"`
	// KingHeirs are the sides whose king becomes, with each capture of one of their pieces, a royal
	// piece of that type. A captured pawn makes a king of it again (Kobul kings).
	KingHeirs Sides
	// Influence changes the enemy pieces around the square of the mover, kings excepted: to pawns,
	// or on a first or last rank to what the mover is. Kings have no influence.
	Influence bool
	// Dynasty makes a king royal only while it is the only one of its side, which may capture one
	// of several. Pawns become kings too.
	Dynasty bool
}

// ChangesKings reports whether a king may become another piece and a king again.
func (f *Succession) ChangesKings() bool {
	return f.Heirs == LineOfHeirs || f.KingHeirs != Sides{} || f.Dynasty
}

// Heirs says which piece of the captured side becomes what was captured. The capturing side chooses
// among several.
type Heirs uint8

// The heirs.
const (
	NoHeirs Heirs = iota
	// LineOfHeirs is Snek chess: a rook becomes a captured queen, a bishop a rook, a knight a
	// bishop, and the king a royal knight. A captured pawn makes a king of it again.
	LineOfHeirs
	// CircleOfHeirs is Snek circle chess: a rook becomes a captured queen, a bishop a rook, a
	// knight a bishop and a queen a knight.
	CircleOfHeirs
)

// contradiction says why the successions do not go together with the parts of v, or nil.
func (f *Succession) contradiction(v *Variant) error {
	a, others := &v.Aftermath, v.Fairy
	others.Succession = Succession{}
	switch {
	case *f != Succession{} && others != Fairy{}:
		return errors.New("it is not settled what pieces become under further conditions of problemists")
	case f.KingHeirs != Sides{} && (f.Heirs != NoHeirs || f.Dynasty || f.Influence):
		return errors.New("it is not settled what a king becomes that becomes what is captured")
	case f.KingHeirs != Sides{} && (v.KingsReturn() || v.Neutrals):
		return errors.New("it is not settled what a king becomes beside neutral pieces, or where it is reborn")
	case f.Heirs != NoHeirs && a.Active:
		return errors.New("a captured piece is either reborn or replaced by another of its side")
	case f.Dynasty && (a.Active || v.Neutrals):
		return errors.New("it is not settled which kings are royal when one is reborn or neutral")
	case f.Influence && a.Active:
		return errors.New("it is not settled whether pieces that are reborn are pawns by then, and promoted")
	}
	return nil
}

// kingBecomes reports whether a king may become a royal piece of a type that is not royal: in the line
// of heirs a knight first, and a royal knight any of the others.
func (f *Succession) kingBecomes(t *piece.Type) bool {
	return f.KingHeirs != Sides{} && !t.Pawn || f.Heirs == LineOfHeirs && strings.IndexByte("NBRQ", t.Letter) >= 0
}
