// This file holds where pawns promote, whether they must, and how many pieces they may become.

package narrow

import (
	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// readPromotions reads what pawns become, and where.
func (g *Game) readPromotions() error {
	v := g.Variant
	for side := range uint8(2) {
		zone, err := v.Promotion.Zone.Squares(v.Size, board.Color(side))
		if err != nil {
			return err
		}
		if len(v.PromotionTypesOf(board.Color(side))) == 0 {
			continue
		}
		if g.promotes[side] = g.High[side]; zone != nil {
			g.promotes[side] = g.seenSet(zone, side)
		}
		switch {
		case !v.Promotion.Optional:
			g.mustPromote[side] = g.promotes[side]
		case v.Drops.Mobile:
			g.mustPromote[side] = g.High[side]
		}
	}
	if v.Drops.Mobile && g.mayBeStuck() {
		return unplayable.Because(v, "a piece may reach a square from which it never moves")
	}
	g.readLimits()
	return nil
}

// mayBeStuck reports whether a piece could move nowhere on an empty board, unless it is a pawn that
// must promote there.
func (g *Game) mayBeStuck() bool {
	for _, parts := range g.Army {
		if parts == PartPawn {
			continue
		}
		for sq := range g.Size.Area() {
			if g.Reach(parts, sq, 0, 0) == 0 {
				return true
			}
		}
	}
	return g.High[0]&^g.mustPromote[0]|g.High[1]&^g.mustPromote[1] != 0
}

// readLimits lists what pawns may become for each set of types that are below their limit.
func (g *Game) readLimits() {
	limited := false
	for _, k := range g.promotion {
		limited = limited || g.Variant.Type(k).Limit > 0
	}
	if !limited {
		return
	}
	g.limited = make([][]rules.PieceType, 1<<len(g.promotion))
	for set := range g.limited {
		for i, k := range g.promotion {
			if set>>i&1 != 0 {
				g.limited[set] = append(g.limited[set], k)
			}
		}
	}
}

// belowLimit returns the types of promotion of which the side to move may have one more, as bits by
// their place.
func (g *Game) belowLimit(p *Pos) (set int) {
	for i, k := range g.promotion {
		if limit := g.Variant.Type(k).Limit; limit == 0 || (p.made(g.PartsOf[k&31])&p.Own).Count() < limit {
			set |= 1 << i
		}
	}
	return set
}

// promotionTypes returns what a pawn may become.
func (g *Game) promotionTypes(p *Pos) []rules.PieceType {
	switch {
	case g.Imaginary && g.present(p) != 0:
		return g.withoutHand
	case g.ofBlack != nil && p.Turn != 0:
		return g.ofBlack
	case g.limited != nil:
		return g.limited[g.belowLimit(p)]
	}
	return g.promotion
}

// scanPromotions adds the pawn moves that promote, to n types each, and returns those that do not.
func (w *Worker) scanPromotions(to Set, by int, side, n uint8) Set {
	if last := to & w.promotes[side&1]; last != 0 && n != 0 {
		w.add(last, by, Promotions, n)
	}
	return to &^ w.mustPromote[side&1]
}
