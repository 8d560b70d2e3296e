package rules

import (
	"math"

	"github.com/kirke-chess/kirke/board"
)

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
	// NoIdle leaves out every rule that idle play is a draw: there is no fifty-move rule.
	NoIdle bool
	// Drawn is who wins a game that would be a draw (armageddon): "white", "black" or nobody.
	Drawn string `decides:"who wins a draw"`
	// Stalemate is the result for a side that has no legal move and is not in check.
	Stalemate Score `decides:"what a stalemate is"`
	// StalemateCount turns a stalemate into a win of the side that has fewer pieces, a draw if both
	// have as many (suicide). With Stalemate "loss" the side with more pieces wins.
	StalemateCount bool
	// Mate is the result for a side that is mated, a loss if it is empty.
	Mate Score `decides:"what a mate is"`
	// Repetition is how often a position must occur to end the game. 0 is as in chess.
	Repetition int `decides:"when a repetition ends the game"`
	// Repeated is who wins by a repetition: "white", "black", "mover" or "opponent" of the side to
	// move, or "material" for the side that Material decides for. It is a draw if it is empty.
	// With it, or with Perpetual, the third repetition ends the game if Repetition is 0.
	Repeated string `decides:"who wins by a repetition"`
	// Perpetual makes a side lose a repetition in which each of its moves gave check.
	Perpetual bool
	// Castled makes the side win that castles on a side of the board with one of these letters, K
	// or Q for White, k or q for Black, and the side lose that has lost all its rights among them.
	Castled string
	// Full draws the game when no square is empty. With Material the side with more pieces wins.
	Full bool
	// Material decides a full board, two passes in a row, or a pass in bikjang, by who has more
	// pieces, or more points (piece.Type.Points).
	Material bool
	// Bonus are half-points that Black has there besides its pieces (janggi, 3).
	Bonus int `decides:"who wins by points"`
}

// Repeats returns how often a position must occur to end the game by itself.
func (e End) Repeats() int {
	switch {
	case e.Repetition > 0:
		return e.Repetition
	case e.NoClaims || e.Repeated != "" || e.Perpetual:
		return 3
	}
	return 5
}

// IdleLimit returns after how many half-moves (in series games, turns) without a capture or pawn
// move the game is drawn, or a side may claim a draw.
func (e End) IdleLimit() int {
	switch {
	case e.NoIdle:
		return math.MaxInt
	case e.IdleTurns > 0:
		return e.IdleTurns
	}
	return 100
}

// Score is the result of an ending for the side that it befalls.
type Score string

// The scores. The empty one is what chess has: a draw for stalemate, a loss for mate.
const (
	AsInChess Score = ""
	Win       Score = "win"
	Loss      Score = "loss"
	Draw      Score = "draw"
)

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
		case pc.Of(c):
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
	if s.Gating.Gates[c] != 0 && s.Gating.Hand[c] != [2]int{} || s.Hand[c] != [32]uint8{} {
		return true
	}
	for _, pc := range append(s.Gating.Imaginary[:], s.Aftermath.Pending) {
		if pc.Of(c) {
			return true
		}
	}
	for _, h := range s.Aftermath.Below {
		if h.Piece.Of(c) {
			return true
		}
	}
	return false
}
