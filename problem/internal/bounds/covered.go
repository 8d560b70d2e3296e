package bounds

import (
	"reflect"
	"slices"

	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file says which games the bounds cover. It lists what they know, so that a new part of a
// game, a new field of one, or a new kind of movement is not covered until it is added.

// coveredParts are the fields of a variant that bounds know, or that no move depends on.
var coveredParts = []string{
	"ID", "Aliases", "Family", "Name", "Version", "Summary", "Notes", "AssumeCastling",
	"Size", "Army", "Start", "Gating", "Castling", "Promotion", "Conversion", "Aftermath", "Series", "End",
}

// covered reports whether pieces come to squares by movement, castling, promotion and rebirth
// alone.
func covered(v *rules.Variant) bool {
	return onlyFields(v, coveredParts...) && onlyFields(&v.Promotion, "To") &&
		onlyFields(&v.Castling, "KingTo", "RookTo", "Free") && !slices.ContainsFunc(v.Army, uncovered)
}

// stepPawn is the movement of a pawn without a double step.
const stepPawn = "fmWfcF"

// uncovered reports whether a type becomes another in a way of its own, may not go everywhere, or
// needs others to move.
func uncovered(t piece.Type) bool {
	if !onlyFields(&t, "Name", "Letter", "Alias", "Abbreviation", "Betza", "Value", "Doc", "Royal", "Pawn", "Picture") {
		return true
	}
	if t.Pawn && t.Betza != piece.Pawn.Betza && t.Betza != stepPawn {
		return true
	}
	m, err := t.Movement()
	return err != nil || slices.ContainsFunc(m, func(p piece.Path) bool {
		return !onlyFields(&p, "Squares", "Mode", "Initial", "Wrap")
	})
}

// onlyFields reports whether all exported fields of a struct but the named ones are zero.
func onlyFields[T any](of *T, names ...string) bool {
	v := reflect.ValueOf(of).Elem()
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.IsExported() && !v.Field(i).IsZero() && !slices.Contains(names, field.Name) {
			return false
		}
	}
	return true
}
