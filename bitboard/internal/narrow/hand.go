// This file holds what a side has in hand, to be gated or dropped.

package narrow

import (
	"math/bits"

	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// hand counts pieces by type: a byte for each, in the order of Game.handTypes.
type hand uint64

// mostInHand is how many piece types a hand has room for.
const mostInHand = 8

// one returns the hand with one piece of the i-th type.
func one(i int) hand { return 1 << (8 * i & 63) }

// count returns how many pieces of the i-th type are in h.
func (h hand) count(i int) int { return int(h >> (8 * i & 63) & 0xFF) }

// has reports whether a piece of the i-th type is in h.
func (h hand) has(i int) bool { return h.count(i) != 0 }

// firstType returns the place of the first type in h, which must not be empty.
func (h hand) firstType() int { return bits.TrailingZeros64(uint64(h)) / 8 & (mostInHand - 1) }

// without returns h without the pieces of the i-th type.
func (h hand) without(i int) hand { return h &^ (0xFF * one(i)) }

// pieces returns how many pieces are in h, of all types.
func (h hand) pieces() (n int) {
	for i := range mostInHand {
		n += h.count(i)
	}
	return n
}

// allPieces returns how many pieces of both sides there are, on the board and in hand.
func (p *Pos) allPieces() int {
	return (p.Own | p.Opp).Count() + p.hand[0].pieces() + p.hand[1].pieces()
}

// loadHands reads the pieces to be dropped. The error is an *unplayable.Error.
func (g *Game) loadHands(p *Pos, s *rules.HandState) error {
	for side := range p.hand {
		for k, n := range s[p.color(side)] {
			if n == 0 {
				continue
			}
			if g.handUnit[k] == 0 {
				return unplayable.Because(g.Variant, "there is no room in hand for the "+g.Variant.Army[k-1].Name)
			}
			p.hand[side] += hand(n) * g.handUnit[k]
		}
	}
	return nil
}

// writeHand writes the pieces to be dropped of a side, 0 for that to move.
func (g *Game) writeHand(p *Pos, side int, to *[32]uint8) {
	for i, k := range g.handTypes {
		to[k] = uint8(p.hand[side].count(i))
	}
}

// readDrops reads which pieces are dropped, where, and as what captured ones come to the hand.
func (g *Game) readDrops() error {
	v := g.Variant
	for i, t := range v.Army {
		if t.Royal || t.Mark != 0 {
			continue
		}
		k := rules.PieceType(i + 1)
		if len(g.handTypes) == mostInHand {
			return unplayable.Because(v, "there is no room in hand for the "+t.Name)
		}
		g.handUnit[k] = one(len(g.handTypes))
		g.handTypes, g.handParts = append(g.handTypes, k), append(g.handParts, g.PartsOf[k])
	}
	if v.Drops.Captured {
		for i := range v.Army {
			k := rules.PieceType(i + 1)
			g.taken[g.PartsOf[k]] = g.handUnit[v.TakenAs(k)]
		}
	}
	for side := range uint8(2) {
		zone, err := v.Drops.Zone.Squares(v.Size, board.Color(side))
		if err != nil {
			return err
		}
		all := g.seenSet(zone, side)
		for i, parts := range g.handParts {
			g.dropZones[side][i] = all
			if parts == PartPawn {
				g.dropZones[side][i] &^= g.closedToPawns(side)
			}
		}
	}
	return nil
}

// seenSet returns squares of the board, nil for all, as a side sees them.
func (g *Game) seenSet(squares []bool, side uint8) Set {
	if squares == nil {
		return g.All
	}
	var s Set
	for sq, in := range squares {
		if in {
			s |= Bit(Turned(sq, side))
		}
	}
	return s
}

// closedToPawns returns the squares on which a side drops no pawns.
func (g *Game) closedToPawns(side uint8) (closed Set) {
	if !g.Variant.Drops.PawnsFirstRank {
		closed |= g.Low[side]
	}
	if !g.Variant.Drops.PawnsInZone {
		closed |= g.High[side]
	}
	return closed
}
