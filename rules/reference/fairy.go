package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds the places where the conditions of Fairy come in. What each does is in the file of
// its name.

// still reports whether the piece on sq may not move at all.
func (s *state) still(pc rules.Piece, sq board.Square) bool { return s.paralysed(pc, sq) }

// stands looks at what keeps the mover from moving at all.
func (j *judge) stands() *rules.ForbiddenError {
	if !j.parts.fairy || !j.paralysed(j.who.Piece, j.from) {
		return nil
	}
	return j.because(rules.Paralysed, j.paralysers(j.who.Piece, j.from)...)
}
