package reference

import (
	"math/bits"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// most is the width of sets for all boards.
type most = [4]uint64

// Survey fills s and reuses its memory.
func (r *position) Survey(s *rules.Survey[most]) {
	t := r.table
	s.Pieces, s.Pawns, s.Guarded = s.Pieces[:0], [2]rules.Squares[most]{}, [2]rules.Squares[most]{}
	s.All, s.Attacks, s.Twice = [2]rules.Squares[most]{}, [2]rules.Squares[most]{}, [2]rules.Squares[most]{}
	for sq := range t.area {
		pc := rules.Piece(r.cells[sq])
		if pc.Type() == 0 {
			continue
		}
		c := pc.Color()
		var reach rules.Squares[most]
		r.attacks(pc, sq, &reach)
		s.All[c].Add(sq)
		for w := range reach.Words {
			s.Twice[c].Words[w] |= s.Attacks[c].Words[w] & reach.Words[w]
			s.Attacks[c].Words[w] |= reach.Words[w]
		}
		if t.pawn>>(pc.Type()-1)&1 != 0 {
			s.Pawns[c].Add(sq)
			for w := range reach.Words {
				s.Guarded[c].Words[w] |= reach.Words[w]
			}
			continue
		}
		r.surveyChecks(pc, s)
		s.Pieces = append(s.Pieces, rules.Standing[most]{Piece: pc, At: sq, Reach: reach})
	}
	u := r.Setup()
	for c := range s.Gates {
		s.Gates[c] = bits.OnesCount16(u.Gating.Gates[c])
		s.Rooks[c] = 0
		for _, rook := range u.Castling.Rook[c] {
			if rook != board.NoSquare {
				s.Rooks[c]++
			}
		}
	}
	s.Pending, s.Below = u.Aftermath.Pending, s.Below[:0]
	if r.Variant().CapturersWait() {
		s.Pending = 0 // it is on the board
	}
	for _, h := range u.Aftermath.Below {
		s.Below = append(s.Below, h.Piece)
	}
	s.Held = s.Held[:0]
	for c := range board.Color(2) {
		for k, n := range u.Hand[c] {
			if n > 0 {
				pc := rules.MakePiece(rules.PieceType(k), c)
				s.Held = append(s.Held, rules.Holding{Piece: pc, Count: int(n)})
				r.surveyChecks(pc, s)
			}
		}
	}
	s.Hand, s.Waiting, s.Left = u.Gating.Hand, u.Gating.Imaginary, u.Series.Left
	s.ChecksLeft = u.Checks
}

// surveyChecks finds from where pieces like pc would check, if they move both ways alike.
func (r *position) surveyChecks(pc rules.Piece, s *rules.Survey[most]) {
	them := pc.Color().Other()
	king := r.King(them)
	if king == board.NoSquare || r.table.straight>>(pc.Type()-1)&1 == 0 {
		return
	}
	to := &s.Checks[them][pc.Type()]
	*to = rules.Squares[most]{}
	r.attacks(pc, king, to)
}

// attacks adds the squares that pc attacks from sq.
func (r *position) attacks(pc rules.Piece, sq board.Square, to *rules.Squares[most]) {
	reach := r.table.reach.From[pc.Color()][pc.Type()-1][sq]
	for i := 0; i < len(reach); i = next(r.cells, reach, i, pc.Color()) {
		n := &reach[i]
		on, fromEmpty := n.CapturesOn()
		if n.Mode&piece.Capture != 0 && on < r.table.area && (!fromEmpty || r.cells[n.Square] == 0) {
			to.Add(on)
		}
	}
}
