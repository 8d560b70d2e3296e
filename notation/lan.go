package notation

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// lanBody returns a move with both its squares, without what else happens and
// without a check mark: "Ng1-f3", "e5xd6 e.p.", "e7-e8=Q", "Rd4-a1xb1".
func lanBody(p rules.Position, d rules.Details) string {
	v := p.Variant()
	switch d.Move.Form() {
	case rules.Castle:
		return castling(v, d)
	case rules.Drop:
		return dropText(v, d)
	case rules.Exchange:
		return exchangeText(v, d, string(letter(v, d.Mover)))
	case rules.Reassign:
		s := string(letter(v, d.Returned)) + v.SquareName(d.From) + `\` + string(letter(v, d.Gated))
		if d.PawnFrom == board.NoSquare {
			return s
		}
		return s + ", " + steps(v, d.PawnFrom, board.NoSquare, d.PawnTo, sign(d, "x")) +
			passing(d, d.PawnTo, " e.p.") + promotionText(v, d.Promoted)
	}
	return pieceLetter(v, d.Mover) + stepsOf(v, d, "x") +
		passing(d, d.To, " e.p.") + becomesText(p, d)
}

// dropText returns "N@f3", with the letter of a pawn too.
func dropText(v *rules.Variant, d rules.Details) string {
	return plus(v, d.Mover) + string(letter(v, d.Mover)) + "@" + v.SquareName(d.To)
}

// steps returns "g1-f3", or "g1xf3" for a capture, by way of a third square if there is one.
func steps(v *rules.Variant, from, via, to board.Square, sign string) string {
	s := v.SquareName(from)
	if via != board.NoSquare && via != from {
		s += "-" + v.SquareName(via)
	}
	return s + sign + v.SquareName(to)
}

// sign returns what stands between the squares of a move: a sign for captures, or a hyphen.
func sign(d rules.Details, capture string) string {
	if d.Captured == 0 {
		return "-"
	}
	return capture
}

// passing returns mark if the move captures en passant.
func passing(d rules.Details, to board.Square, mark string) string {
	if d.Captured != 0 && d.CapturedAt != to && d.Move.Form() != rules.Locust {
		return mark
	}
	return ""
}
