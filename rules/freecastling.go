package rules

import (
	"cmp"
	"errors"

	"github.com/kirke-chess/kirke/board"
)

// FreeCastling lets kings castle from any square, at any time, in the place of castling as in chess.
// The piece with which it castles is its partner. The zero value leaves castling as it is.
type FreeCastling uint8

// How kings castle.
const (
	NoFreeCastling FreeCastling = iota
	// CastlesWithAny lets a king that is not in check go two squares along any line towards the
	// first piece on it, of either side, which goes to the square that the king passes. The king
	// may not be in check there (Castling chess).
	CastlesWithAny
	// CastlesWithRooks is the same along ranks and files, with rooks alone (Rokagogo).
	CastlesWithRooks
	// CastlesByExchange lets a king change places with an own piece other than a pawn, in check
	// too, once in the game (exchange castling).
	CastlesByExchange
)

// Lined reports whether the partner is at the end of a line, and does not change places.
func (c FreeCastling) Lined() bool { return c == CastlesWithAny || c == CastlesWithRooks }

// CastlesAsTaking reports whether castling is written as the king taking its partner.
func (v *Variant) CastlesAsTaking() bool {
	return v.Castling.Free || v.Fairy.Castling != NoFreeCastling
}

// freeCastlingSquares returns where a king and its partner land by FreeCastling.
func (v *Variant) freeCastlingSquares(king, partner board.Square) (kingTo, partnerTo board.Square) {
	if v.Fairy.Castling == CastlesByExchange {
		return partner, king
	}
	files := cmp.Compare(v.Size.File(partner), v.Size.File(king))
	ranks := cmp.Compare(v.Size.Rank(partner), v.Size.Rank(king))
	at := func(steps int) board.Square {
		return v.Size.At(v.Size.File(king)+steps*files, v.Size.Rank(king)+steps*ranks)
	}
	return at(2), at(1)
}

// contradiction says why free castling does not go together with the parts of v, or nil: it goes
// with those that have been compared with Popeye.
func (c FreeCastling) contradiction(v *Variant) error {
	f, a := &v.Fairy, v.Aftermath
	known := Fairy{Castling: c}
	switch {
	case c == NoFreeCastling:
		return nil
	case v.Castling.Any():
		return errors.New("kings castle either as in chess or from any square")
	case c == CastlesByExchange:
		known.Mobility.Fuddled = f.Mobility.Fuddled
	default:
		known.Paralysis.Active = f.Paralysis.Active
		known.Lanes = Lanes{Holes: f.Lanes.Holes, Vanishing: f.Lanes.Vanishing}
	}
	if !v.comparedWith(known) || v.Neutrals || a.Active && a != modifierByID("circe").Aftermath {
		return errors.New("it is not settled how kings castle from any square under another condition")
	}
	return nil
}
