package notation

import (
	"regexp"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file has castling from any square: "Kc2-e2/Ph2-d2", or "Ra5<->Ka1" where king and partner
// change places. In UCI text it is the king taking its partner.

// freeCastling returns such a castling, with letters for the types and for the side of the partner.
func freeCastling(v *rules.Variant, d rules.Details, letter, side func(rules.Piece) string) string {
	if v.Fairy.Castling == rules.CastlesByExchange {
		return letter(d.Partner) + v.SquareName(d.RookFrom) + "<->" + letter(d.Mover) + v.SquareName(d.From)
	}
	return letter(d.Mover) + v.SquareName(d.From) + "-" + v.SquareName(d.To) + "/" +
		side(d.Partner) + letter(d.Partner) + v.SquareName(d.RookFrom) + "-" + v.SquareName(d.RookTo)
}

// noSide returns no letter for a side.
func noSide(rules.Piece) string { return "" }

// castlingLines matches castling with a partner that is at the end of a line. It finds the squares
// that king and partner leave.
var castlingLines = regexp.MustCompile(
	`^[^a-p/<>-]*([a-p]\d+)-[a-p]\d+/[^0-9/<>-]*?([a-p]\d+)-[a-p]\d+[ +#!?=]*$`)

// parseFreeCastling returns the castling from any square that a text means. ok is false if it is of
// another form, and the error says why the move is not legal.
func parseFreeCastling(p rules.Position, text string) (m rules.Move, ok bool, err error) {
	var found []string
	switch castling := p.Variant().Fairy.Castling; {
	case castling.Lined():
		found = castlingLines.FindStringSubmatch(text)
	case castling == rules.CastlesByExchange:
		found = exchanging.FindStringSubmatch(text)
	}
	if found == nil {
		return 0, false, nil
	}
	var squares [2]board.Square
	for i, name := range found[1:] {
		if squares[i], err = p.Variant().Size.Parse(name); err != nil {
			return 0, true, err
		}
	}
	m = rules.MakeMove(rules.Castle, squares[0], squares[1])
	if !ownKing(p, squares[0]) { // the king is named last
		m = rules.MakeMove(rules.Castle, squares[1], squares[0])
	}
	if reason := p.Forbidden(m); reason != nil {
		err = &IllegalError{text, m, reason}
	}
	return m, true, err
}
