package rules

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// cetran1 is the game that Carlos Cetina also calls Cetina Random Chess.
var cetran1 = &Variant{
	ID: "cetran1", Aliases: []string{"cetina-random"}, Family: "cetran", Name: "Cetran Chess 1", Version: 1,
	Summary: "Chess without castling from a first rank drawn at random, with a Sissa and a Chancellor.",
	Size:    board.Size{Files: 8, Ranks: 8},
	Army: []piece.Type{piece.King, piece.Queen, piece.Sissa, piece.Chancellor, piece.Rook, piece.Bishop,
		piece.Knight, piece.Pawn, piece.FreeBishop, piece.MustBishop},
	Start: StartPosition{
		Placement: "rbscqbnk/pppppppp/8/8/8/8/PPPPPPPP/RBSCQBNK",
		Shuffle:   &Shuffle{Pieces: "KQSCRBBN", Default: Asymmetric, Allowed: anySymmetry},
	},
	Promotion:  Promotion{To: "QSCRBN"},
	Conversion: Conversion{Bishop: 'B'},
}

var anySymmetry = []Symmetry{Asymmetric, Mirror, Central}

// cetran2 is by Carlos Cetina.
var cetran2 = derive(cetran1, func(v *Variant) {
	v.ID, v.Name = "cetran2", "Cetran Chess 2"
	v.Summary = "Chess without castling from a first rank drawn at random, of eight different pieces."
	v.Notes = []string{
		"The letter of the dragon horse is H, as on Game Courier; the author writes DH, which is read as well.",
	}
	v.Army = []piece.Type{piece.King, piece.Queen, piece.Sissa, piece.Chancellor, piece.Archbishop,
		piece.DragonHorse, piece.Rook, piece.Knight, piece.Pawn}
	v.Start = StartPosition{
		Placement: "rnahkcsq/pppppppp/8/8/8/8/PPPPPPPP/RNAHKCSQ",
		Shuffle:   &Shuffle{Pieces: "KQSCAHRN", Default: Asymmetric, Allowed: anySymmetry},
	}
	v.Promotion.To = "QSCAHRN"
	v.Conversion = Conversion{}
})

// cetran3 is a reconstruction: only a part of it was published.
var cetran3 = derive(cetran2, func(v *Variant) {
	v.ID, v.Name = "cetran3", "Cetran Chess 3 (reconstruction)"
	v.Summary = "Twelve different pieces a side on 12×12, from a first rank drawn at random; a reconstruction of a " +
		"game published in part."
	v.Notes = []string{
		"Published: twelve pieces and twelve pawns a side, among them one king, Amazon, queen, Sissa, Gryphon, " +
			"Aanca and Chancellor.",
		"Reconstructed here: the Archbishop, dragon king, dragon horse, rook and knight, the twelve ranks, the " +
			"mirrored draw, and promotion to any piece but the king.",
		"The letters of the dragon king and the dragon horse are D and H; DK and DH are read as well.",
	}
	v.Size = board.Size{Files: 12, Ranks: 12}
	v.Army = []piece.Type{piece.King, piece.Amazon, piece.Queen, piece.Sissa, piece.Gryphon, piece.Aanca,
		piece.Chancellor, piece.Archbishop, piece.DragonKing, piece.DragonHorse, piece.Rook, piece.Knight, piece.Pawn}
	v.Start = StartPosition{
		Placement: "rnhdagkmxcsq/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNHDAGKMXCSQ",
		Shuffle:   &Shuffle{Pieces: "KMQSGXCADHRN", Default: Mirror, Allowed: anySymmetry},
	}
	v.Promotion.To = "MQSGXCADHRN"
})

var cetranGames = []*Variant{cetran1, cetran2, cetran3}
