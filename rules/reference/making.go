package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// stepsOn returns the square that the mover comes to: in TakeThenMake, that to which a capturer
// goes on. The capture of a king needs no further step, which tells a check from a capture.
func (s *state) stepsOn(a *arrival) (board.Square, verdict) {
	to := a.m.To()
	sq, chosen := a.m.Second()
	due := s.v.Fairy.Making == rules.TakeThenMake && a.captured != 0 && !has(s.royal, a.captured)
	switch {
	case !due && chosen && s.v.Fairy.Making == rules.TakeThenMake:
		return to, notChosen
	case !due:
		return to, fine
	case chosen && a.offered:
		return sq, fine
	}
	offer := s.makes(a)
	if len(offer) == 0 {
		return to, noStep
	}
	return s.chosen(a, offer)
}

// makes returns the squares to which a capturer may go on as the captured piece.
func (s *state) makes(a *arrival) (offer []board.Square) {
	mark := len(s.log)
	s.put(a.at, 0)
	s.put(a.m.From(), 0)
	s.put(a.m.To(), a.mover)
	for _, sq := range s.quiet(a.captured.Type(), a.us.Other(), a.m.To()) {
		if !has(s.pawn, a.mover) || s.v.Size.RankFrom(s.heading(a.mover, a.us), sq) != 0 || s.firstRankWay {
			offer = append(offer, sq)
		}
	}
	s.undo(mark)
	return offer
}

// quiet returns the squares to which a piece of a type and side would go without a capture from a
// square.
func (s *state) quiet(k rules.PieceType, side board.Color, from board.Square) (squares []board.Square) {
	reach := s.reach.From[side][k-1][from]
	s.stamp++
	for i := 0; i < len(reach); i = next(s.cells, reach, i, side) {
		n := &reach[i]
		if n.Mode&piece.Move != 0 && n.Takes == board.NoSquare && n.Square < s.area && s.empty(n.Square) &&
			s.seen[n.Square] != s.stamp {
			s.seen[n.Square] = s.stamp
			squares = append(squares, n.Square)
		}
	}
	return squares
}

// takeAfterMake generates the captures of MakeThenTake: those of each enemy type from each square
// that a piece of that type would go to.
func (s *state) takeAfterMake(pc rules.Piece, from board.Square, want wanted) {
	us := s.turn()
	var present uint32
	for sq := range s.area { // a pawn may be taken on another square than its own
		if p := s.at(sq); p.Against(us) && sq != from && (want == nil || has(s.pawn, p) || want(p, sq)) {
			present |= 1 << (p.Type() - 1)
		}
	}
	mark, base := len(s.log), len(s.moves)
	for k := rules.PieceType(1); int(k) <= len(s.v.Army); k++ {
		if present>>(k-1)&1 == 0 {
			continue
		}
		makes := s.quiet(k, us.Other(), from)
		s.put(from, 0)
		for _, at := range makes {
			s.takes(pc, from, at, k, want)
		}
		s.undo(mark)
	}
	s.moves = append(s.moves[:base], unique(s.moves[base:])...)
}

// takes generates the captures of pieces of type k by a piece that has gone to another square.
func (s *state) takes(pc rules.Piece, from, at board.Square, k rules.PieceType, want wanted) {
	s.walk(pc, from, at, piece.Capture, func(target rules.Piece, to board.Square) bool {
		if target == 0 {
			target = s.at(passed(s.cells[s.passedCell(to)]).pawn(s.v.Size, s.turn()))
		}
		return target.Type() == k && (want == nil || want(target, to))
	})
}

// unique returns the moves without those that stand before them already, in the same memory.
func unique(moves []rules.Move) []rules.Move {
	kept := moves[:0]
	for _, m := range moves {
		if !slices.Contains(kept, m) {
			kept = append(kept, m)
		}
	}
	return kept
}
