package rules

import "github.com/kirke-chess/kirke/board"

// Pawns says where pawns may be and be taken; the zero value is as in chess.
type Pawns struct {
	// FirstRank lets pawns stand on their own first rank, and move from it.
	FirstRank bool
	// EnPassant is where a pawn of the other side that passes is taken en passant, by the side that
	// takes. If it is empty, it is the board; "-" is a game without such captures.
	EnPassant board.Regions
}

// PawnsLeaveFirstRank reports whether pawns that stand on their own first rank move from it: where a
// game says so, and where they are reborn as in Parrain or Cage Circe, as Popeye has it.
func (v *Variant) PawnsLeaveFirstRank() bool {
	a := &v.Aftermath
	return v.Pawns.FirstRank || a.Active && a.Where == AtNextVector ||
		v.Fairy.Rebirth.Square == InCage && a.Reborn == CapturedReborn
}
