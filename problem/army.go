package problem

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/rules"
)

// This file has the armies of problems: those of their games, and the fairy pieces that they use.

// freeLetters are the letters that fairy pieces may have, those that name no other piece first.
const freeLetters = "GLCZVOMEHIJADFTUXYWSKPQNRB"

// AddType returns the number of a piece type in the army of the problem, to which it is added if it
// is not there. Its letter becomes one that no other type has. The error says that there are too
// many types.
func (p *Problem) AddType(t piece.Type) (rules.PieceType, error) {
	for i := range p.Game.Army {
		if known := &p.Game.Army[i]; known.Name == t.Name && known.Abbreviation == t.Abbreviation {
			return rules.PieceType(i + 1), nil
		}
	}
	t.Letter = 0
	for _, letter := range []byte(freeLetters) {
		if p.Game.TypeOf(letter) == 0 {
			t.Letter = letter
			break
		}
	}
	if t.Letter == 0 || len(p.Game.Army) == maxTypes {
		return 0, fmt.Errorf("there is no room for the %s: a problem has at most %d piece types", t.Name,
			min(maxTypes, len(freeLetters)))
	}
	p.Game = p.Game.Clone()
	p.Game.Army = append(p.Game.Army, t)
	return rules.PieceType(len(p.Game.Army)), nil
}

// maxTypes is how many piece types an army may have.
const maxTypes = 31

// promoteToFairies lets pawns of v promote to the fairy pieces on the board as well, as Popeye does:
// to those that move, pawns and kings excepted, in the order of the catalogue.
func (p *Problem) promoteToFairies(v *rules.Variant) {
	var types []*piece.Type
	for _, pc := range p.Setup.Board {
		if pc.Type() == 0 {
			continue
		}
		t := p.Game.Type(pc.Type())
		if t.Abbreviation != "" && !t.Immobile() && !t.Pawn && !t.Royal && !slices.Contains(types, t) {
			types = append(types, t)
		}
	}
	slices.SortFunc(types, func(a, b *piece.Type) int {
		return cmp.Compare(fairy.Order(a.Abbreviation), fairy.Order(b.Abbreviation))
	})
	var letters strings.Builder
	for _, t := range types {
		letters.WriteByte(t.Letter)
	}
	v.Promotion.To += letters.String()
}
