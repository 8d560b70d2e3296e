// This file tells which kings must not be left in check. In some games kings are like other pieces.

package narrow

import (
	"slices"

	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// swapped reports whether kings leap like knights. Other pieces then step like kings.
func (g *Game) swapped() bool {
	return slices.ContainsFunc(g.Variant.Army, func(t piece.Type) bool { return t.Royal && t.Betza == "N" })
}

// partsMoving returns what a piece is made of that moves in some way. The tables of kings and knights
// change places where kings leap like knights.
func (g *Game) partsMoving(betza string) (parts uint8, ok bool) {
	parts, ok = partsByBetza[betza]
	if !g.swapped() {
		return parts, ok
	}
	switch parts {
	case PartKing:
		return PartKnight, ok
	case PartKnight:
		return PartKing, ok
	}
	return parts, ok && parts&PartKnight == 0
}

// readKings reads what kings are: royal by their type, royal as the last of their type, or like
// other pieces.
func (g *Game) readKings() error {
	v := g.Variant
	royal := false
	for i := range v.Army {
		t := &v.Army[i]
		royal = royal || t.Royal
		if v.Castling.Any() && v.Castling.IsKing(t) != (g.Army[i] == PartKing) {
			return unplayable.Because(v, "its castling is not of kings")
		}
	}
	switch {
	case royal:
		g.royal, g.crown = g.All, g.All
	case v.Extinction.Royal:
		g.crown = g.All
	default:
		g.mixed, g.Rare = g.All, true
	}
	if g.Blast && v.Extinction.Royal &&
		(v.Extinction.Count != 0 || len(g.extinct) != 1 || g.extinct[0] != PartKing) {
		return unplayable.Because(v, "other pieces than kings are royal, and may be blown up")
	}
	for c := range board.Color(2) {
		for _, k := range v.PromotionTypesOf(c) {
			if g.crown != 0 && g.PartsOf[k] == PartKing {
				return unplayable.Because(v, "pawns become kings that must not be left in check")
			}
		}
	}
	return g.readImmune()
}

// readImmune reads whether kings do not capture kings.
func (g *Game) readImmune() error {
	immune, err := g.partsOf(g.Variant.Capture.Immune)
	if err != nil {
		return err
	}
	for _, parts := range immune {
		if parts != PartKing || g.mixed == 0 {
			return unplayable.Because(g.Variant, "other pieces than kings do not capture their own kind")
		}
		g.immuneKings = g.All
	}
	return nil
}

// kingOf returns the king of the side to move that must not be left in check, or nothing.
func (g *Game) kingOf(p *Pos) Set { return p.Own & p.King & g.crown }

// King returns the square of a side's king, if kings are royal by their type, or NoSquare.
func (g *Game) King(p *Pos, c board.Color) board.Square {
	side := p.Own
	if uint8(c) != p.Turn {
		side = p.Opp
	}
	if k := side & p.King & g.royal; k != 0 {
		return p.Square(k.First())
	}
	return board.NoSquare
}

// castlingKing returns the square of the king of a side that may castle, where one may.
func (g *Game) castlingKing(s *rules.Setup, c board.Color) board.Square {
	v := g.Variant
	if home := g.homes.King(c); !v.Castling.Free && v.Castling.King != 0 {
		return home
	}
	for sq, pc := range s.Board {
		onRank := v.Castling.King == 0 || v.Size.RankFrom(c, board.Square(sq)) == v.Castling.Rank
		if pc.Type() != 0 && pc.Color() == c && g.PartsOf[pc.Type()] == PartKing && onRank {
			return board.Square(sq)
		}
	}
	return board.NoSquare
}

// badKings returns why this kernel does not play with the kings of p, or "".
func (g *Game) badKings(p *Pos) string {
	own, opp := g.kingOf(p), p.Opp&p.King&g.crown
	switch {
	case own&opp != 0:
		return "a king is neutral"
	case own.Count() > 1 || opp.Count() > 1:
		return "a side has more than one king"
	case own != 0 && g.Check == traits.ByReach && !g.Blast && g.Kings[own.First()]&opp != 0:
		return "the kings touch"
	}
	return ""
}
