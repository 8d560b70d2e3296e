package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds magic pieces. What a magic piece attacks it views, whichever side that is of.
// After a move every piece changes sides that magic pieces view in an odd number of new ways.

// view is a way in which a magic piece views another: the squares of the two, and the line. A view
// is new if the same two pieces had none on the same line before the move.
type view struct {
	from, at board.Square
	line     [2]int
}

// views appends the views on the board to buf.
func (s *state) views(buf []view) []view {
	for from := range s.area {
		pc := s.at(from)
		if pc.Type() == 0 || !has(s.traits.magic, pc) {
			continue
		}
		us := pc.Color()
		reach := s.reach.From[us][pc.Type()-1][from]
		for i := 0; i < len(reach); i = next(s.cells, reach, i, us) {
			n := &reach[i]
			if at := n.Square; n.Mode&piece.Capture != 0 && s.mayTurn(at) && !has(s.traits.magic, s.at(at)) {
				buf = append(buf, view{from, at, s.lineOf(pc, from, at)})
			}
		}
	}
	return buf
}

// lineOf returns the line on which a piece on from views the square at: that of the board, with its
// direction, for riders and hoppers, and the two squares themselves for others.
func (s *state) lineOf(pc rules.Piece, from, at board.Square) [2]int {
	if !has(s.traits.alongLines, pc) {
		return [2]int{int(from), int(at)}
	}
	size := s.v.Size
	files, ranks := size.File(at)-size.File(from), size.Rank(at)-size.Rank(from)
	steps := max(files, -files)
	for rest := max(ranks, -ranks); rest != 0; {
		steps, rest = rest, steps%rest
	}
	files, ranks = files/steps, ranks/steps
	return [2]int{files*size.Area() + ranks, size.File(at)*ranks - size.Rank(at)*files}
}

// lookAround notes the views before a move.
func (s *state) lookAround() {
	if s.traits.magic != 0 {
		s.viewed[0] = s.views(s.viewed[0][:0])
	}
}

// turnViewed turns the pieces that a move has brought into an odd number of new views.
func (s *state) turnViewed(a *arrival) {
	if s.traits.magic == 0 {
		return
	}
	s.viewed[1] = s.views(s.viewed[1][:0])
	for sq := range s.area {
		odd := false
		for _, v := range s.viewed[1] {
			if v.at == sq {
				v.from, v.at = a.before(v.from), a.before(v.at)
				odd = odd != !slices.Contains(s.viewed[0], v)
			}
		}
		if odd {
			s.turnSide(a, rules.OtherTurns, sq)
		}
	}
}

// before returns where the piece that is on sq after a move was before it. A reborn piece was on
// the square of its capture.
func (a *arrival) before(sq board.Square) board.Square {
	switch {
	case sq == a.now:
		return a.m.From()
	case a.m.Form() == rules.Castle && sq == a.partner:
		return a.m.To()
	case sq == a.reborn:
		return a.at
	}
	return sq
}
