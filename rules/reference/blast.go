package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// spoils gives a captured piece to the capturer's hand, in games that do.
func (s *state) spoils(captured rules.Piece) {
	if captured.Type() != 0 && s.v.Drops.Captured && s.table.cells.pocket[0] != absent {
		s.give(captured.Color().Other(), s.takenAs(captured.Type()), 1)
	}
}

// blast removes what goes off with a capture on sq, the capturer included.
func (s *state) blast(sq board.Square, d *rules.Details) {
	for _, near := range append(s.neighbours(sq), sq) {
		pc := s.at(near)
		gone := pc.Type() != 0 && (has(s.parts.blasted, pc) || near == sq && has(s.pawn, pc))
		if !gone {
			continue
		}
		s.put(near, 0)
		s.vacated(near)
		s.spoils(pc)
		if d != nil {
			d.Blasted = append(d.Blasted, rules.Hidden{At: near, Piece: pc})
		}
	}
}

// afterCapture carries out what a capture on sq by a piece brings about: a blast, or a wall in the
// place of the capturer.
func (s *state) afterCapture(mover rules.Piece, sq board.Square, d *rules.Details) {
	if s.v.Capture.Blast {
		s.blast(sq, d)
	}
	if has(s.parts.petrifies, mover) {
		s.put(sq, rules.Wall)
	}
}
