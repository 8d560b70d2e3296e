package rules

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// sissa: seed sissa-game-courier, by Carlos Cetina.
var sissa = &Variant{
	ID: "sissa", Name: "Sissa", Version: 1,
	Summary: "Chess on 9×9 with a Sissa for each side and bishops of which one must convert to the other colour.",
	Notes: []string{
		"A Sissa's move is from one square to another: two paths to one square are one move.",
	},
	Size: board.Size{Files: 9, Ranks: 9},
	Army: []piece.Type{piece.King, piece.Queen, piece.SissaType, piece.Rook, piece.Bishop, piece.Knight, piece.Pawn,
		piece.FreeBishop, piece.MustBishop},
	Array:      Array{Placement: "rnbskqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKSBNR"},
	Castling:   Castling{KingTo: [2]int{1, 7}, RookTo: [2]int{2, 6}},
	Promotion:  Promotion{To: "QSRBN"},
	Conversion: Conversion{Bishop: 'B'},
}

// symmetricSissa has cardinals for bishops and no conversion.
var symmetricSissa = derive(sissa, func(v *Variant) {
	v.ID, v.Name = "symmetric-sissa", "Symmetric Sissa"
	v.Summary = "Sissa with two Sissas and two Cardinals a side and no conversion rule."
	v.Notes = []string{
		"A Sissa's move is from one square to another: two paths to one square are one move.",
	}
	v.Army = []piece.Type{piece.King, piece.SissaType, piece.Cardinal, piece.Rook, piece.Knight, piece.Pawn}
	v.Array.Placement = "rncskscnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNCSKSCNR"
	v.Promotion.To = "SCRN"
	v.Conversion = Conversion{}
})
