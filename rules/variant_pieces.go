package rules

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/piece/fairy"
)

// This file has modifiers that bring pieces of problemists into a game: it starts without them, but
// a position may have them.

// neutrals lets pieces be of both sides.
var neutrals = &Modifier{
	ID: "neutrals", Name: "Neutral pieces", Neutrals: true,
	Summary: "Pieces may be neutral: each side moves them as its own and captures them.",
}

// pieceModifiers are the modifiers that add a fairy piece, in Popeye's order, and neutrals.
var pieceModifiers = append(walks(), neutrals)

func walks() []*Modifier {
	var all []*Modifier
	for _, w := range fairy.Catalogue() {
		t := w.Type()
		if w.Betza == "" || chess.named(t.Name) || w.Promotes != nil {
			continue // a modifier adds one type, and not those that it promotes to
		}
		all = append(all, &Modifier{
			ID: pluralID(w.Name), Name: plural(w.Name), Adds: &t,
			Summary: plural(w.Name) + " may be on the board. " + t.Doc,
		})
	}
	return all
}

// named reports whether the army of v has a type with a name.
func (v *Variant) named(name string) bool {
	for i := range v.Army {
		if v.Army[i].Name == name {
			return true
		}
	}
	return false
}

// plural returns the plural of a piece's name.
func plural(name string) string {
	if strings.HasSuffix(name, "s") {
		return name + "es"
	}
	return name + "s"
}

// pluralID returns the ID of the modifier that adds pieces: "3-7-leapers".
func pluralID(name string) string {
	return strings.NewReplacer(" ", "-", ":", "-", ",", "-").Replace(strings.ToLower(plural(name)))
}

// freeLetters are the letters that fairy pieces may have, those that name no other piece first.
const freeLetters = "GLCZVOMEHIJADFTUXYWSKPQNRB"

// AddType adds a piece type to the army of v, if it is not there, and returns its number. Its
// letter becomes one that no other type has, and a king that is added does not castle. The error
// says that there are too many types.
func (v *Variant) AddType(t piece.Type) (PieceType, error) {
	for i := range v.Army {
		if known := &v.Army[i]; known.Name == t.Name && known.Abbreviation == t.Abbreviation {
			return PieceType(i + 1), nil
		}
	}
	t.Letter = 0
	for _, letter := range []byte(freeLetters) {
		if v.TypeOf(letter) == 0 {
			t.Letter = letter
			break
		}
	}
	if t.Letter == 0 || len(v.Army) == maxTypes {
		return 0, fmt.Errorf("there is no room for the %s: a game has at most %d piece types", t.Name,
			min(maxTypes, len(freeLetters)))
	}
	if royal := v.kingThatCastles(); t.Royal && t.Walk == "" && royal != 0 {
		v.Castling.King = royal // not the new one too
	}
	v.Army = append(v.Army, t)
	return PieceType(len(v.Army)), nil
}

// kingThatCastles returns the letter of the royal type that castles, 0 if none does or a letter is
// given.
func (v *Variant) kingThatCastles() byte {
	for i := range v.Army {
		if t := &v.Army[i]; v.Castling.Any() && v.Castling.King == 0 && t.Royal && t.Walk == "" {
			return t.Letter
		}
	}
	return 0
}

// maxTypes is how many piece types an army may have.
const maxTypes = typeMask
