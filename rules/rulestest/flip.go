package rulestest

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Flip returns the setup seen from the other side of the board: ranks mirrored,
// colours and the side to move exchanged. What is true of the one is true of
// the other in every variant whose rules treat both sides alike.
func Flip(v *rules.Variant, s rules.Setup) rules.Setup {
	f := s.Clone()
	for sq, m := range s.Board {
		f.Board[FlipSquare(v, board.Square(sq))] = flipMan(m)
	}
	f.Turn = s.Turn.Other()
	for c := range board.Color(2) {
		o := c.Other()
		for side, sq := range s.Castling.Rook[c] {
			f.Castling.Rook[o][side] = FlipSquare(v, sq)
		}
		f.Castling.King[o] = s.Castling.King[c]
		f.Entry.Gates[o] = s.Entry.Gates[c]
		f.Entry.Hand[o] = s.Entry.Hand[c]
	}
	for i, m := range s.Entry.Imaginary {
		f.Entry.Imaginary[flipImaginary(i)] = flipMan(m)
	}
	for i, sq := range s.EnPassant {
		f.EnPassant[i] = FlipSquare(v, sq)
	}
	for i, u := range s.Unmoved {
		f.Unmoved[i].Square = FlipSquare(v, u.Square)
	}
	a, b := &s.Aftermath, &f.Aftermath
	b.Pending, b.PendingAt, b.Choice = flipMan(a.Pending), FlipSquare(v, a.PendingAt), FlipSquare(v, a.Choice)
	for i, h := range a.Below {
		b.Below[i] = rules.Hidden{At: FlipSquare(v, h.At), Man: flipMan(h.Man)}
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
		WithPromotion(m.Promotion()).WithEntry(m.Enters(), m.AtRook()).
		WithReborn(m.Reborn()).WithOwnReborn(m.OwnReborn()).WithChoice(m.Choice())
	if m.Redesignates() {
		f = f.WithRedesignation()
	}
	if from, to, ok := m.Pawn(); ok {
		f = f.WithPawn(FlipSquare(v, from), FlipSquare(v, to))
	}
	return f
}

// FlipSquare returns the square that is to one side what sq is to the other,
// imaginary squares included.
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

func flipMan(m rules.Man) rules.Man {
	if m == 0 {
		return 0
	}
	return rules.MakeMan(m.Kind(), m.Color().Other())
}

// symmetric reports whether the rules of v treat both sides alike: they do
// unless men go home to an array that is not the same for both.
func symmetric(v *rules.Variant) bool {
	if !v.Aftermath.Active {
		return true
	}
	men, err := v.ParsePlacement(v.Array.Placement)
	if err != nil {
		return false
	}
	for sq, m := range men {
		if men[v.Size.Mirror(board.Square(sq))] != flipMan(m) {
			return false
		}
	}
	return true
}
