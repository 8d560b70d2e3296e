package rules

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

var orthodox = []piece.Type{piece.King, piece.Queen, piece.Rook, piece.Bishop, piece.Knight, piece.Pawn}

// chess is the game everything here is built on.
var chess = &Variant{
	ID: "chess", Aliases: []string{"orthodox", "standard", "normal"}, Name: "Chess", Version: 1,
	Summary: "The game as FIDE plays it.",
	Notes: []string{
		"A dead position is recognised by material alone, not by blocked pawns.",
	},
	Size:      board.Size{Files: 8, Ranks: 8},
	Army:      orthodox,
	Start:     StartPosition{Placement: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
	Castling:  Castling{KingTo: [2]int{2, 6}, RookTo: [2]int{3, 5}},
	Promotion: Promotion{To: "QRBN"},
}

// chess960 draws the first rank.
var chess960 = derive(chess, func(v *Variant) {
	v.ID, v.Family, v.Name = "chess960", "chess", "Chess960"
	v.Aliases = []string{"fischerandom"}
	v.Summary = "Chess with one of 960 first ranks, the same for both sides; castling lands where it does in chess."
	v.Start.Shuffle = shuffle960
	v.Castling.Free = true
})

var shuffle960 = &Shuffle{Pieces: "RNBQKBNR", Default: Mirror, Allowed: []Symmetry{Mirror}, Chess960: true}

var chessGames = []*Variant{chess, chess960}

// derive returns a copy of v, without its aliases, with a change.
func derive(v *Variant, change func(*Variant)) *Variant {
	d := v.Clone()
	d.Aliases = nil
	change(d)
	return d
}

// bareKing may stand on any game.
var bareKing = &Modifier{
	ID: "bare-king", Family: "bare", Name: "bare king draws",
	Summary: "A side that has its king alone and cannot at once take the opponent's last piece draws.",
	End:     End{BareKing: true},
}
