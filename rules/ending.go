package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// Ending is an end of the game that a position alone decides, besides mate, stalemate and what
// counts moves. The zero value is none. After an ending there are no legal moves.
type Ending struct {
	By     EndRule
	Winner board.Color
	Drawn  bool // nobody has won
}

// EndRule is the part of a variant that ends a game. The zero value is none.
type EndRule uint8

// The parts that end a game.
const (
	NoEnding     EndRule = iota
	ByExtinction         // Extinction: a side has run out of pieces
	ByGoal               // Goal: pieces have reached a region
	ByChecks             // Check.Count: a side has given all its checks
	ByRow                // Row: a side has connected pieces
	ByCastling           // End.Castled: a side has castled, or never can
	ByFullBoard          // End.Full: no square is empty
	ByPasses             // Passing: both sides have passed
	ByFacing             // Check.Bikjang: a side has passed while the kings face each other
)

// Ender tells whether a position has ended the game.
type Ender interface {
	// Ending returns the ending, or the zero Ending.
	Ending() Ending
}

// EndingOf returns how p has ended the game, or the zero Ending.
func EndingOf(p Position) Ending {
	if e, ok := p.(Ender); ok {
		return e.Ending()
	}
	return Ending{}
}

// ByMaterial returns who wins where pieces decide (End.Material): the side with more points on the
// board, or with more pieces if no type of the game has points. won is false if both have as many.
func (v *Variant) ByMaterial(at func(board.Square) Piece) (winner board.Color, won bool) {
	halves, count := [2]int{}, [2]int{} // half-points
	for sq := range board.Square(v.Size.Area()) {
		if pc := at(sq); pc.Type() != 0 {
			halves[pc.Color()] += 2 * v.Type(pc.Type()).Points
			count[pc.Color()] += 2
		}
	}
	if !slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Points != 0 }) {
		halves = count
	}
	halves[board.Black] += v.End.Bonus
	if halves[board.White] > halves[board.Black] {
		return board.White, true
	}
	return board.Black, halves[board.Black] > halves[board.White]
}

// EndsAsChess reports whether games of v end by nothing but mate, stalemate and draws, and these
// are worth what they are in chess.
func (v *Variant) EndsAsChess() bool {
	e := v.End
	e.BareKing, e.NoClaims, e.IdleTurns, e.NoIdle, e.Repetition = false, false, 0, false, 0 // draws
	return e == End{} && v.Extinction == Extinction{} && v.Goal == Goal{} && v.Check.Count == 0 && v.Row == Row{} &&
		v.Passing == Passing{}
}

// WithoutMoves returns who wins in a position in which the side to move has no legal move: by an
// ending, by mate or by stalemate. won is false if nobody does.
func WithoutMoves(p Position) (winner board.Color, won bool) {
	v, us := p.Variant(), p.Turn()
	ending := EndingOf(p)
	switch {
	case ending.By != NoEnding:
		winner, won = ending.Winner, !ending.Drawn
	case Mated(p):
		winner, won = v.End.Mate.winner(us, Loss)
	default:
		winner, won = v.stalemate(p).winner(us, Draw)
	}
	if won {
		return winner, true
	}
	switch v.End.Drawn {
	case "white":
		return board.White, true
	case "black":
		return board.Black, true
	}
	return 0, false
}

// stalemate returns what the stalemate of the side to move is worth for it.
func (v *Variant) stalemate(p Position) Score {
	score := v.End.Stalemate
	if !v.End.StalemateCount {
		return score
	}
	var counts [2]int
	for _, pc := range p.Setup().Board {
		if pc.Type() != 0 {
			counts[pc.Color()]++
		}
	}
	us := p.Turn()
	switch own, theirs := counts[us], counts[us.Other()]; {
	case own == theirs:
		return Draw
	case (own < theirs) == (score != Loss):
		return Win
	}
	return Loss
}

// winner returns who wins when a side befalls an ending with a score, and whether anybody does.
func (s Score) winner(side board.Color, inChess Score) (winner board.Color, won bool) {
	if s == AsInChess {
		s = inChess
	}
	switch s {
	case Win:
		return side, true
	case Loss:
		return side.Other(), true
	}
	return 0, false
}
