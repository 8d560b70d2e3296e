package problem

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/piece/fairy"
	"github.com/kirke-chess/kirke/rules"
)

// This file has the armies of problems: those of their games, and the fairy pieces that they use.

// AddType returns the number of a piece type in the army of the problem, to which it is added if it
// is not there. The error says that there are too many types.
func (p *Problem) AddType(t piece.Type) (rules.PieceType, error) {
	p.Game = p.Game.Clone()
	return p.Game.AddType(t)
}

// Named returns the game of the problem under its conditions, with its fairy pieces named in the ID
// ("madrasi+grasshoppers"), and the diagram in that game: the ID and a FEN say both. ok is false if
// no ID names one of its pieces.
func (p *Problem) Named() (v *rules.Variant, s rules.Setup, ok bool) {
	v, err := p.Variant()
	if err != nil {
		return nil, s, false
	}
	base, _ := rules.Parts(p.Game)
	ids := []string{v.ID}
	for i := range base.Army {
		if t := &base.Army[i]; t.Abbreviation != "" {
			ids = append(ids, pieceModifier(t))
		}
	}
	if v.Neutrals {
		ids = append(ids, "neutrals")
	}
	if len(ids) == 1 {
		return v, p.Setup, true
	}
	if v, err = rules.Lookup(strings.Join(ids, "+")); err != nil || len(p.Setup.Aftermath.Below) > 0 {
		return nil, s, false
	}
	s = p.Setup.Clone()
	known := len(v.Army)
	for sq, pc := range s.Board {
		if pc.Type() == 0 {
			continue
		}
		k, err := v.AddType(*p.Game.Type(pc.Type()))
		if err != nil || len(v.Army) > known {
			return nil, s, false
		}
		s.Board[sq] = pc.As(k)
	}
	return v, s, true
}

// pieceModifier returns the ID of the modifier that adds a fairy piece to a game. It is that of none
// for a piece that no modifier adds.
func pieceModifier(t *piece.Type) string {
	for _, m := range rules.Pieces() {
		if m.Adds != nil && m.Adds.Name == t.Name && m.Adds.Abbreviation == t.Abbreviation {
			return m.ID
		}
	}
	return "-"
}

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
