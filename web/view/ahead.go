package view

// This file shows a position as premoves would leave it.

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Ahead is a position as premoves would leave it, with the premoves that can follow them.
type Ahead struct {
	View
	Kept int `json:"kept" doc:"How many of the premoves can be made one after the other."`
}

// AheadOf makes premoves of the side not to move, one after the other, as if the opponent passed.
// Each is a chain of choices, as View.Premoves has them. The rest of a move, such as a rebirth, is
// left out.
func AheadOf(p kirke.Position, premoves [][]string) Ahead {
	kept := 0
	for ; kept < len(premoves); kept++ {
		next, ok := leave(p, premoves[kept])
		if !ok {
			break
		}
		p = next
	}
	view := OfSetup(p.Variant(), p.Setup(), p.FEN())
	view.listPremoves(p)
	return Ahead{view, kept}
}

// leave returns the position after a premove. The side to move stays.
func leave(p kirke.Position, premove []string) (kirke.Position, bool) {
	c := chainer{p.Variant(), p, p.Turn().Other()}
	moves := reference.Premoves(p.Rules())
	chains := make([][]step, len(moves))
	for i, m := range moves {
		chains[i] = c.chain(m)
	}
	keys, _ := trim(chains)
	i := slices.IndexFunc(keys, func(steps []string) bool { return slices.Equal(chosen(steps), chosen(premove)) })
	if i < 0 {
		return p, false
	}
	s := p.Setup().Clone()
	move(p.Variant(), &s, moves[i], c)
	next, err := kirke.FromSetup(p.Variant(), s, kirke.Forgive(rules.AnyDefect))
	return next, err == nil
}

// chosen returns the steps of a chain that choose something.
func chosen(steps []string) []string {
	return slices.DeleteFunc(slices.Clone(steps), func(key string) bool { return strings.HasSuffix(key, ":-") })
}

// move moves the pieces of a premove, and takes away the rights that go with them.
func move(v *kirke.Variant, s *kirke.Setup, m kirke.Move, c chainer) {
	gate := board.NoSquare
	switch m.Form() {
	case rules.Reassign:
		reassign(v, s, m, c)
	case rules.Drop:
		if k := m.Dropped(); s.Hand[c.side][k] > 0 {
			s.Hand[c.side][k]--
			vacate(v, s, m.To(), c.side)
			s.Board[m.To()] = rules.MakePiece(k, c.side)
		}
	case rules.Castle:
		king, rook := s.Board[m.From()], s.Board[m.To()]
		kingTo, rookTo := v.CastlingSquares(m.From(), m.To())
		vacate(v, s, m.From(), c.side)
		vacate(v, s, m.To(), c.side)
		s.Board[kingTo], s.Board[rookTo] = king, rook
		gate = m.From()
		if m.AtRook() {
			gate = m.To()
		}
	case rules.Exchange:
		mover, other := s.Board[m.From()], s.Board[m.To()]
		vacate(v, s, m.From(), c.side)
		vacate(v, s, m.To(), c.side.Other())
		s.Board[m.From()], s.Board[m.To()] = other, mover
	default:
		pc := s.Board[m.From()]
		if k := m.Promotion(); k != 0 {
			pc = rules.MakePiece(k, c.side)
		}
		vacate(v, s, m.From(), c.side)
		if v.Size.Contains(m.To()) {
			vacate(v, s, m.To(), c.side)
			s.Board[m.To()] = pc
		} else {
			s.Gating.Imaginary[int(m.To())-v.Size.Area()] = 0
		}
		gate = m.From()
	}
	if k := m.Gated(); k != 0 && gate != board.NoSquare {
		place(v, s, k, gate, c)
	}
	s.EnPassant = nil
}

// vacate takes the piece from a square, with its rights.
func vacate(v *kirke.Variant, s *kirke.Setup, sq kirke.Square, side kirke.Color) {
	if pc := s.Board[sq]; pc.Type() != 0 && v.Type(pc.Type()).Royal {
		s.Castling.King[side] = false
		s.Castling.Rook[side] = [2]board.Square{board.NoSquare, board.NoSquare}
	}
	s.Board[sq] = 0
	for i, rook := range s.Castling.Rook[side] {
		if rook == sq {
			s.Castling.Rook[side][i] = board.NoSquare
		}
	}
	if v.Size.RankFrom(side, sq) == 0 {
		s.Gating.Gates[side] &^= 1 << v.Size.File(sq)
	}
	s.Conversions = slices.DeleteFunc(s.Conversions, func(u rules.ConversionRight) bool { return u.Square == sq })
}

// place puts a piece that is not on the board on its gate.
func place(v *kirke.Variant, s *kirke.Setup, k kirke.PieceType, gate kirke.Square, c chainer) {
	pc := rules.MakePiece(k, c.side)
	if i := strings.IndexByte(v.Gating.Hand, v.Type(k).Letter); i >= 0 && !v.Gating.Imaginary {
		s.Gating.Hand[c.side][i]--
	}
	if v.Gating.Dropped && s.Hand[c.side][k] > 0 {
		s.Hand[c.side][k]--
	}
	for i, waiting := range s.Gating.Imaginary {
		if waiting == pc {
			s.Gating.Imaginary[i] = 0
			break
		}
	}
	if s.Board[gate] == 0 {
		s.Board[gate] = pc
	}
}

// reassign exchanges a piece on the board with one that waits, and makes the pawn move of it.
func reassign(v *kirke.Variant, s *kirke.Setup, m kirke.Move, c chainer) {
	i := int(c.waiting(m.Gated())) - v.Size.Area()
	if i < 0 || i >= len(s.Gating.Imaginary) {
		return
	}
	s.Board[m.From()], s.Gating.Imaginary[i] = s.Gating.Imaginary[i], s.Board[m.From()]
	if from, to, ok := m.Pawn(); ok {
		s.Board[to], s.Board[from] = s.Board[from], 0
	}
}
