package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// Reach returns where a piece goes from a square of the board, whatever else stands there and
// whoever is to move. It is nil if the variant makes no sense.
func Reach(v *rules.Variant, pc rules.Piece, from board.Square) piece.Reach {
	t, err := tableOf(v)
	if err != nil || pc.Type() == 0 || !v.Size.Contains(from) {
		return nil
	}
	return t.reach.From[pc.Color()][pc.Type()-1][from]
}

// MovesStraight reports whether a piece type goes in lines of equal steps that also lead back. It is
// neither a pawn nor royal.
func MovesStraight(v *rules.Variant, k rules.PieceType) bool {
	t, err := tableOf(v)
	return err == nil && k != 0 && t.straight>>(k-1)&1 != 0
}

// Hops reports whether some piece of v hops over others or captures on its way.
func Hops(v *rules.Variant) bool {
	t, err := tableOf(v)
	return err == nil && t.hops
}

// next returns the index of the node that a piece of colour by comes to after node i of its tree,
// or len(reach).
func next(cells []uint16, reach piece.Reach, i int, by board.Color) int {
	n := &reach[i]
	pc := rules.Piece(cells[n.Square])
	if n.Needs == piece.Nothing {
		return reach.Next(i, pc == 0)
	}
	return reach.Next(i, n.Passes(pc != 0, pc.Against(by), uint8(pc.Type())))
}

// GatesOf returns the squares where a side may gate a piece of type k as soon as the piece there
// has moved away.
func GatesOf(p rules.Position, side board.Color, k rules.PieceType) []board.Square {
	t, err := tableOf(p.Variant())
	if err != nil {
		return nil
	}
	f := premover{table: t, setup: p.Setup(), us: side}
	var gates []board.Square
	if f.v.Gating.Imaginary || !slices.Contains(f.gated(), k) {
		return nil
	}
	for file := range f.v.Size.Files {
		if sq := f.v.Size.Home(side, file, 0); f.gatesOn(k, sq) {
			gates = append(gates, sq)
		}
	}
	return gates
}

// DropsOf returns the empty squares where a side that has a piece of type k in hand may drop it as
// far as the zones of the game tell.
func DropsOf(p rules.Position, side board.Color, k rules.PieceType) []board.Square {
	t, err := tableOf(p.Variant())
	setup := p.Setup()
	if err != nil || setup.Hand[side][k] == 0 {
		return nil
	}
	var drops []board.Square
	for sq, pc := range setup.Board {
		if pc == 0 && t.dropsOn(side, k, board.Square(sq)) {
			drops = append(drops, board.Square(sq))
		}
	}
	return drops
}
