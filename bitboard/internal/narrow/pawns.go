// This file holds what differs between pawns: from where they make double steps, where they are
// taken en passant, and what those of either side become.

package narrow

import (
	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
)

// Pawns with a double step, and without one.
const (
	stepsTwice = "fmWfceFifmnD"
	stepsOnce  = "fmWfcF"
)

// readPawns reads from where pawns make double steps, and where they are taken en passant. Other
// pieces start nowhere.
func (g *Game) readPawns() error {
	v := g.Variant
	for i := range v.Army {
		t := &v.Army[i]
		if !t.Pawn && t.Starts != (board.Regions{}) {
			return unplayable.Because(v, "the "+t.Name+" has first moves of its own")
		}
		if t.Betza != stepsTwice {
			continue
		}
		for side := range uint8(2) {
			starts, err := t.Starts.Squares(v.Size, board.Color(side))
			if err != nil {
				return err
			}
			from := g.Ahead(g.Low[side], side)
			if starts != nil {
				from = g.seenSet(starts, side)
			}
			g.passedOver[side] = g.Ahead(from, side)
		}
	}
	for side := range uint8(2) {
		passed, err := v.Pawns.EnPassant.Squares(v.Size, board.Color(side))
		if err != nil {
			return err
		}
		g.takenPassing[side] = g.seenSet(passed, side)
	}
	return nil
}

// mayPromote reports whether a move of some pawn of the side to move may lead to the last rank.
func (g *Game) mayPromote(p *Pos) bool {
	pawns, side := p.Own&p.Pawn, p.Turn&1
	one := g.Ahead(pawns, side)
	ahead := one | g.Ahead(one&g.passedOver[side], side) | g.West(pawns, side) | g.East(pawns, side)
	return ahead&g.High[side] != 0
}
