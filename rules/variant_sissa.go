package rules

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// sissa is by Carlos Cetina, as Game Courier plays it.
var sissa = &Variant{
	ID: "sissa", Name: "Sissa", Version: 1,
	Summary: "Chess on 9×9 with a Sissa for each side and bishops of which one must convert to the other colour.",
	Notes: []string{
		"A Sissa's move is from one square to another: two paths to one square are one move.",
	},
	Size: board.Size{Files: 9, Ranks: 9},
	Army: []piece.Type{piece.King, piece.Queen, piece.Sissa, piece.Rook, piece.Bishop, piece.Knight, piece.Pawn,
		piece.FreeBishop, piece.MustBishop},
	Start:      StartPosition{Placement: "rnbskqbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKSBNR"},
	Castling:   Castling{KingTo: [2]int{1, 7}, RookTo: [2]int{2, 6}},
	Promotion:  Promotion{To: "QSRBN"},
	Conversion: Conversion{Bishop: 'B'},
}

// symmetricSissa has cardinals for bishops and no conversion.
var symmetricSissa = derive(sissa, func(v *Variant) {
	v.ID, v.Aliases, v.Family, v.Name = "symmetric-sissa", []string{"symmetricsissa"}, "sissa", "Symmetric Sissa"
	v.Summary = "Sissa with two Sissas and two Cardinals a side and no conversion rule."
	v.Notes = []string{
		"A Sissa's move is from one square to another: two paths to one square are one move.",
	}
	v.Army = []piece.Type{piece.King, piece.Sissa, piece.Cardinal, piece.Rook, piece.Knight, piece.Pawn}
	v.Start.Placement = "rncskscnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNCSKSCNR"
	v.Promotion.To = "SCRN"
	v.Conversion = Conversion{}
})

var sissaGames = []*Variant{sissa, symmetricSissa}

var quietConversion = &Modifier{
	ID: "quiet-conversion", Family: "quiet", Name: "conversions do not capture",
	Summary:    "The bishops conversion may not capture: sources disagree whether it may.",
	Conversion: Conversion{NoCaptures: true},
}
