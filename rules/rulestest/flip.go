package rulestest

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Flip returns the setup seen from the other side of the board: ranks mirrored, colours and the
// side to move exchanged. The two have the same moves in every variant whose rules treat both sides
// alike.
func Flip(v *rules.Variant, s rules.Setup) rules.Setup {
	f := s.Clone()
	for sq, pc := range s.Board {
		f.Board[FlipSquare(v, board.Square(sq))] = flipPiece(pc)
	}
	f.Turn = s.Turn.Other()
	for c := range board.Color(2) {
		o := c.Other()
		for side, sq := range s.Castling.Rook[c] {
			f.Castling.Rook[o][side] = FlipSquare(v, sq)
		}
		f.Castling.King[o] = s.Castling.King[c]
		f.Gating.Gates[o] = s.Gating.Gates[c]
		f.Gating.Hand[o] = s.Gating.Hand[c]
		f.Hand[o], f.Checks[o] = s.Hand[c], s.Checks[c]
	}
	for i, pc := range s.Gating.Imaginary {
		f.Gating.Imaginary[flipImaginary(i)] = flipPiece(pc)
	}
	for i, sq := range s.EnPassant {
		f.EnPassant[i] = FlipSquare(v, sq)
	}
	for i, sq := range s.Passers {
		f.Passers[i] = FlipSquare(v, sq)
	}
	for i, u := range s.Conversions {
		f.Conversions[i].Square = FlipSquare(v, u.Square)
	}
	a, b := &s.Aftermath, &f.Aftermath
	b.Pending, b.PendingAt, b.Choice = flipPiece(a.Pending), FlipSquare(v, a.PendingAt), FlipSquare(v, a.Choice)
	b.PendingOn = FlipSquare(v, a.PendingOn)
	for i, h := range a.Below {
		b.Below[i] = rules.Hidden{At: FlipSquare(v, h.At), Piece: flipPiece(h.Piece)}
	}
	for sq, origin := range a.Origin {
		b.Origin[FlipSquare(v, board.Square(sq))] = FlipSquare(v, origin)
	}
	for i, sq := range a.Last {
		b.Last[i] = FlipSquare(v, sq)
	}
	return f
}

// FlipMove returns the move seen from the other side of the board.
func FlipMove(v *rules.Variant, m rules.Move) rules.Move {
	f := rules.MakeMove(m.Form(), FlipSquare(v, m.From()), FlipSquare(v, m.To())).
		WithPromotion(m.Promotion()).WithGated(m.Gated(), m.AtRook()).
		WithReborn(m.Reborn()).WithOwnReborn(m.OwnReborn()).WithChoice(m.Choice())
	if m.Redesignates() {
		f = f.WithRedesignation()
	}
	if from, to, ok := m.Pawn(); ok {
		f = f.WithPawn(FlipSquare(v, from), FlipSquare(v, to))
	}
	return f
}

// FlipSquare returns the square that is to one side what sq is to the other, imaginary squares
// included.
func FlipSquare(v *rules.Variant, sq board.Square) board.Square {
	switch {
	case sq == board.NoSquare:
		return sq
	case v.Size.Contains(sq):
		return v.Size.Mirror(sq)
	}
	area := v.Size.Area()
	return board.Square(area + flipImaginary(int(sq)-area))
}

// flipImaginary exchanges z0 with z9 and i0 with i9.
func flipImaginary(i int) int { return (i + 2) % 4 }

func flipPiece(pc rules.Piece) rules.Piece {
	if pc == 0 {
		return 0
	}
	return rules.MakePiece(pc.Type(), pc.Color().Other())
}

// symmetric reports whether the rules of v treat both sides alike. They do not if their goals or
// pawns differ, or if pieces have home squares and the first ranks of the two sides differ.
func symmetric(v *rules.Variant) bool {
	if v.Goal.Reply || v.Promotion.Black != "" || !mirrored(v, v.Goal.Zone) {
		return false
	}
	for i := range v.Army {
		if !mirrored(v, v.Army[i].Starts) {
			return false
		}
	}
	if !v.Aftermath.Active {
		return true
	}
	pieces, err := v.ParsePlacement(v.Start.Placement)
	if err != nil {
		return false
	}
	for sq, pc := range pieces {
		if pieces[v.Size.Mirror(board.Square(sq))] != flipPiece(pc) {
			return false
		}
	}
	return true
}

// mirrored reports whether a region of Black is that of White on the flipped board.
func mirrored(v *rules.Variant, r board.Regions) bool {
	white, _ := r.Squares(v.Size, board.White)
	black, _ := r.Squares(v.Size, board.Black)
	for sq := range white {
		if white[sq] != black[v.Size.Mirror(board.Square(sq))] {
			return false
		}
	}
	return true
}
