package rules

import "github.com/kirke-chess/kirke/board"

// End is how a game ends besides mate, stalemate, dead position, repetition and the fifty moves.
type End struct {
	// BareKing makes it a draw when a side has its king alone and that king
	// cannot take the opponent's last piece.
	BareKing bool
	// NoClaims makes the third repetition of a position, and fifty moves of each side without a
	// capture or pawn move, end the game in a draw by themselves. Otherwise a player may claim
	// these draws, and the fifth repetition and 75 moves end the game.
	NoClaims bool
	// IdleTurns ends the game in a draw after so many turns of either side without a capture or
	// pawn move. 0 means the fifty- and seventy-five-move rules.
	IdleTurns int `decides:"when idle play is a draw"`
}

// BareKing reports the draw of End.BareKing: the side c, which is to move, has its king alone,
// nothing that could still be gated or reborn, and no capture of the opponent's last piece.
func BareKing(p Position, c board.Color) bool {
	v := p.Variant()
	var last board.Square
	enemies := 0
	for sq := range board.Square(v.Size.Area()) {
		pc := p.At(sq)
		switch {
		case pc == 0 || v.Type(pc.Type()).Royal:
		case pc.Color() == c:
			return false
		default:
			enemies++
			last = sq
		}
	}
	if enemies == 0 || p.Turn() != c || someWait(p.Setup(), c) {
		return false
	}
	if enemies > 1 {
		return true
	}
	for _, m := range p.LegalMoves(nil) {
		if m.To() == last {
			return false
		}
	}
	return true
}

// someWait reports whether a piece of c may still come to the board: from the hand, an imaginary
// square, below another piece or by a rebirth.
func someWait(s Setup, c board.Color) bool {
	if s.Gating.Gates[c] != 0 && s.Gating.Hand[c] != [2]int{} {
		return true
	}
	for _, pc := range append(s.Gating.Imaginary[:], s.Aftermath.Pending) {
		if pc != 0 && pc.Color() == c {
			return true
		}
	}
	for _, h := range s.Aftermath.Below {
		if h.Piece.Color() == c {
			return true
		}
	}
	return false
}
