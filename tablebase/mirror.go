package tablebase

import (
	"reflect"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/rules"
)

// Where the rules treat both sides alike, the table of a material is also that of the same with the
// colours exchanged: each position has the value of the one that is seen from the other side of the
// board. That halves the time of a build.

// alike reports whether the rules are known to treat both sides alike: the game has no parts but those
// of which this is known, and its types have nothing but their movements. Other games build both tables.
func alike(v *rules.Variant) bool {
	rest := v.Clone()
	known := rules.Variant{
		ID: v.ID, Aliases: rest.Aliases, Family: v.Family, Name: v.Name, Version: v.Version, Summary: v.Summary,
		Notes: rest.Notes, Size: v.Size, Army: rest.Army, Start: rest.Start, Castling: v.Castling,
		Promotion: rules.Promotion{To: v.Promotion.To}, End: rules.End{Stalemate: v.End.Stalemate},
	}
	return reflect.DeepEqual(*rest, known) && !hasSpecial(v)
}

// hasSpecial reports whether a type of the game has more than a movement that is everywhere the same, or
// than that of a pawn.
func hasSpecial(v *rules.Variant) bool {
	for _, t := range v.Army {
		if !t.Pawn && strings.Contains(t.Betza, "i") { // where a first move begins
			return true
		}
		t.Name, t.Alias, t.Abbreviation, t.Betza, t.Doc, t.Picture = "", "", "", "", "", ""
		t.Letter, t.Value, t.Points, t.Royal, t.Pawn = 0, 0, 0, false, false
		if !reflect.ValueOf(t).IsZero() {
			return true
		}
	}
	return false
}

// mirrored returns the table for the same material with the colours exchanged. It is not ok if the table
// has positions that remember something.
func (t *table) mirrored(v *rules.Variant, m Material) (_ *table, ok bool) {
	if len(t.Values) > 0 {
		return nil, false
	}
	area, other := v.Size.Area(), m.flipped()
	values := make([]Value, other.numbers(area))
	var places []place
	for n := range values {
		turn, found, ok := other.placesOf(n, area, places)
		if places = found; !ok {
			values[n] = impossible
			continue
		}
		for i := range places {
			places[i].piece = rules.MakePiece(places[i].piece.Type(), places[i].piece.Color().Other())
			places[i].at = v.Size.Mirror(places[i].at)
		}
		slices.SortFunc(places, comparePlaces)
		values[n] = t.value(numberOf(turn.Other(), places, area))
	}
	x := extra{Values: map[string]Value{}}
	for _, text := range t.Next {
		next, err := ParseMaterial(v, text)
		if err != nil {
			return nil, false
		}
		x.Next = append(x.Next, next.flipped().Text(v))
	}
	return newTable(values, x), true
}
