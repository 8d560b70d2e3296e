package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds the tags of pieces: what goes with a piece wherever it comes, also when it is
// captured and reborn. 0 is none. A game has tags of one kind only: where origins are remembered
// (rules.Variant.RemembersOrigins) the square of the piece in the diagram, plus 1; where a second
// capture is another than the first (rules.Capturing.Second) hasCaptured.

// hasCaptured is the tag of a piece that has captured.
const hasCaptured uint16 = 1

// place puts a piece with its tag on a square.
func (s *state) place(sq board.Square, pc rules.Piece, tag uint16) {
	s.put(sq, pc)
	if t := s.table.cells.tag; t != absent {
		s.set(t+int(sq), tag)
	}
}

// tag returns the tag of the piece on a square.
func (s *state) tag(sq board.Square) uint16 {
	if t := s.table.cells.tag; t != absent {
		return s.cells[t+int(sq)]
	}
	return 0
}
