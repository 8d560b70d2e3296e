package bitboard

import (
	"fmt"
	"sync"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// game is a variant made ready for this kernel.
type game struct {
	v    *rules.Variant
	keys rules.Keys

	kinds  [128]rules.Kind // by what a man is made of
	parts  [32]uint8       // by kind
	men    [2][64][128]uint64
	bishop uint8 // with the conversion rule: the parts of the ordinary, free and must bishop
	free   bool  // castling from anywhere on the first rank

	conversion        bool
	convertible, must uint8
	kingTo, rookTo    [2]int
	castles           bool
	promotion         []rules.Kind // all
	withoutHand       []rules.Kind // those that are no men of the hand
	gating, imaginary bool
	handParts         []uint8
	handKinds         []rules.Kind
	workers           sync.Pool
}

// UnplayableError is why a variant has no fast kernel.
type UnplayableError struct {
	Variant, Reason string
}

func (e *UnplayableError) Error() string {
	return fmt.Sprintf("%s is not played on sets: %s", e.Variant, e.Reason)
}

// partsByBetza says what the men this kernel knows are made of.
var partsByBetza = map[string]uint8{
	"K": partKing, "Q": partDiag | partOrth, "R": partOrth, "B": partDiag, "N": partKnight,
	"BN": partDiag | partKnight, "RN": partOrth | partKnight, "BW": partDiag | partStep, "W": partStep,
	"QN": partDiag | partOrth | partKnight, "{Sissa}": partSissa, "fmWfceFifmnD": partPawn,
}

func newGame(v *rules.Variant) (*game, error) {
	no := func(reason string) (*game, error) { return nil, &UnplayableError{v.ID, reason} }
	switch {
	case v.Size != board.Size{Files: 8, Ranks: 8}:
		return no("its board is not 8×8")
	case v.Problem:
		return no("castling rights are read off the squares")
	case v.Aftermath.Active:
		return no("captures have an aftermath")
	case v.Series.Progressive:
		return no("turns are series of moves")
	case v.Conversion.NoCaptures:
		return no("conversions do not capture")
	}
	g := &game{v: v, keys: rules.NewKeys(v), castles: v.Castling != rules.Castling{},
		kingTo: v.Castling.KingTo, rookTo: v.Castling.RookTo, free: v.Castling.Free,
		gating: v.Entry.Hand != "", imaginary: v.Entry.Imaginary, conversion: v.Conversion.Bishop != 0}
	for i, t := range v.Army {
		k := rules.Kind(i + 1)
		parts, ok := partsByBetza[t.Betza]
		if !ok || t.Royal != (parts == partKing) || t.Pawn != (parts == partPawn) {
			return no("it has no sets for the " + t.Name)
		}
		if g.kinds[parts] != 0 {
			return no("the " + t.Name + " moves like another man")
		}
		g.kinds[parts], g.parts[k] = k, parts
		for sq := range board.Square(64) {
			for c := range board.Color(2) {
				g.men[c][sq][parts] = g.keys.Man(sq, rules.MakeMan(k, c))
			}
		}
	}
	if g.conversion {
		g.bishop, g.convertible, g.must = partDiag, partDiag|partStep, partStep
	}
	for _, letter := range []byte(v.Entry.Hand) {
		k := v.KindOf(letter)
		g.handKinds, g.handParts = append(g.handKinds, k), append(g.handParts, g.parts[k])
	}
	for _, letter := range []byte(v.Promotion.To) {
		k := v.KindOf(letter)
		g.promotion = append(g.promotion, k)
		if !g.isHand(k) {
			g.withoutHand = append(g.withoutHand, k)
		}
	}
	g.workers.New = func() any { return &worker{game: g} }
	return g, nil
}

func (g *game) isHand(k rules.Kind) bool {
	for _, h := range g.handKinds {
		if h == k {
			return true
		}
	}
	return false
}

// promotionsOf returns how many kinds a pawn may become.
func (g *game) promotionsOf(p *pos) uint8 { return uint8(len(g.promotionKinds(p))) }

func (g *game) promotionKinds(p *pos) []rules.Kind {
	if g.imaginary && g.present(p) != 0 {
		return g.withoutHand
	}
	return g.promotion
}
