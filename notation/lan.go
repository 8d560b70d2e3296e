package notation

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// lanBody returns a move with both its squares, without what else happens and
// without a check mark: "Ng1-f3", "e5xd6 e.p.", "e7-e8=Q", "Rd4-a1xb1".
func lanBody(v *rules.Variant, d rules.Details) string {
	switch d.Move.Form() {
	case rules.Castle:
		return castleText(d, "O")
	case rules.Reassign:
		s := string(letter(v, d.Returned)) + v.SquareName(d.From) + `\` + string(letter(v, d.Entered))
		if d.PawnFrom == board.NoSquare {
			return s
		}
		return s + ", " + steps(v, d.PawnFrom, board.NoSquare, d.PawnTo, d.Captured != 0, "x") +
			passing(d, d.PawnTo, " e.p.") + promotionText(v, d.Promoted)
	}
	return manLetter(v, d.Mover) + steps(v, d.From, d.MarsHome, d.To, d.Captured != 0, "x") +
		passing(d, d.To, " e.p.") + promotionText(v, d.Promoted)
}

// steps returns "g1-f3", or "g1xf3" when a man is taken, by way of a third square
// when there is one.
func steps(v *rules.Variant, from, via, to board.Square, takes bool, sign string) string {
	s := v.SquareName(from)
	if via != board.NoSquare && via != from {
		s += "-" + v.SquareName(via)
	}
	if !takes {
		sign = "-"
	}
	return s + sign + v.SquareName(to)
}

// passing returns mark when the move takes en passant.
func passing(d rules.Details, to board.Square, mark string) string {
	if d.Captured != 0 && d.CapturedAt != to {
		return mark
	}
	return ""
}
