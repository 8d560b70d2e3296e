package rules

import (
	"cmp"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// Castling says how a king castles; the zero value is a game without castling.
type Castling struct {
	// KingTo and RookTo are the files that king and rook land on, counted from 0 for the a-file.
	// The queen's side, with the rook on the a-file side of the king, comes first: chess has 2 and
	// 6 for the king, 3 and 5 for the rook.
	KingTo, RookTo [2]int
	// Free is Chess960: kings and rooks start anywhere on the first rank, and
	// castling is written as king takes rook.
	Free bool
	// King is the letter of the type that castles. If it is empty, it is the royal type.
	King byte
	// Rooks are the letters of the types that castle with the king, "R" if it is empty.
	Rooks string
	// Rank is the rank on which a side castles, counted from 0 for the first on its own side.
	Rank int
	// Opposite takes away the other side's right on the side of the board on which one castles.
	Opposite bool
}

// Any reports whether there is castling at all.
func (c Castling) Any() bool { return c != Castling{} }

// IsKing reports whether a type castles as a king.
func (c *Castling) IsKing(t *piece.Type) bool {
	king := string(rune(cmp.Or(c.King, 'K')))
	switch {
	case t.Walk != "":
		return t.Walk == king
	case c.King != 0:
		return t.Letter == c.King && t.Mark == 0
	}
	return t.Royal
}

// IsRook reports whether a type castles as a rook.
func (c *Castling) IsRook(t *piece.Type) bool {
	letter := t.Letter
	if t.Walk != "" && !t.Royal {
		letter = t.Walk[0]
	}
	return strings.IndexByte(cmp.Or(c.Rooks, "R"), letter) >= 0 && t.Mark == 0
}

// CastlingState is what is left of the castling rights.
type CastlingState struct {
	// Rook is the square of the rook each side may still castle with, by colour
	// and side (0 queen's, 1 king's), or NoSquare.
	Rook [2][2]board.Square
	// King says that the king has not moved, or was reborn at home. A rook's right implies it in
	// ordinary games; it stands alone only where a rook may be reborn.
	King [2]bool
}

// CastlingSquares returns where a king and a rook that castle land, by where they stand.
func (v *Variant) CastlingSquares(king, rook board.Square) (kingTo, rookTo board.Square) {
	if v.Fairy.Castling != NoFreeCastling {
		return v.freeCastlingSquares(king, rook)
	}
	side := 0
	if rook > king {
		side = 1
	}
	rank := v.Size.Rank(king)
	return v.Size.At(v.Castling.KingTo[side], rank), v.Size.At(v.Castling.RookTo[side], rank)
}
