package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// Setup is a position as it can be written down, legal or not. Make one with NewSetup, so that its
// slices have the right lengths.
type Setup struct {
	Board []Piece     // by square; its length is the area of the board
	Turn  board.Color // the side to move

	Castling    CastlingState
	EnPassant   []board.Square // squares passed by double steps just made; at most one except in series games
	Passers     []board.Square // the pawns that have passed them, in the same order; nil if all went straight
	Gating      GatingState
	Hand        HandState
	Checks      CheckState
	Conversions []ConversionRight
	Aftermath   AftermathState
	Series      SeriesState
	Fairy       FairyState

	Halfmove int // half-moves since the last capture or pawn move
	Fullmove int // number of the move, from 1
}

// NewSetup returns the empty board of v with White to move and no rights.
func NewSetup(v *Variant) (s Setup) {
	s.Reset(v)
	return s
}

// Reset makes s what NewSetup returns, in the memory that s has.
func (s *Setup) Reset(v *Variant) {
	squares := slices.Grow(s.Board[:0], v.Size.Area())[:v.Size.Area()]
	clear(squares)
	*s = Setup{
		Board: squares, Fullmove: 1,
		EnPassant: s.EnPassant[:0], Passers: s.Passers[:0], Conversions: s.Conversions[:0],
		Aftermath: AftermathState{Below: s.Aftermath.Below[:0]},
	}
	none := board.NoSquare
	s.Castling.Rook = [2][2]board.Square{{none, none}, {none, none}}
	s.Aftermath.PendingAt, s.Aftermath.PendingOn, s.Aftermath.Choice = none, none, none
	s.Aftermath.Last = [3]board.Square{none, none, none}
	s.Checks = CheckState{v.Check.Count, v.Check.Count}
	s.Fairy = NewFairyState(v)
	if v.Series.Progressive {
		s.Series = SeriesState{Left: 1, Length: 1}
	}
}

// Clone returns a copy of s that shares no memory with it.
func (s Setup) Clone() Setup {
	s.Board = slices.Clone(s.Board)
	s.EnPassant, s.Passers = slices.Clone(s.EnPassant), slices.Clone(s.Passers)
	s.Conversions = slices.Clone(s.Conversions)
	s.Aftermath.Below = slices.Clone(s.Aftermath.Below)
	s.Aftermath.Origin = slices.Clone(s.Aftermath.Origin)
	return s
}
