package rules

import (
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// This file holds chess on small boards, and games that are played with few types of pieces.

var losAlamos = game(raazuvaa, "losalamos", "Los Alamos Chess",
	"Chess on 6×6 without bishops, the first that a computer played.",
	func(v *Variant) {
		v.Size = board.Size{Files: 6, Ranks: 6}
		v.Start.Placement = "rnqknr/pppppp/6/6/PPPPPP/RNQKNR"
		v.Army = without(v.Army, "B")
		v.Promotion.To = "QRN"
	})

var gardner = game(raazuvaa, "gardner", "Gardner's Minichess", "Chess on 5×5 with one piece of each type.",
	func(v *Variant) {
		v.Size = board.Size{Files: 5, Ranks: 5}
		v.Start.Placement = "rnbqk/ppppp/5/PPPPP/RNBQK"
	})

// pieceGame returns a game on a board with nothing but these pieces, in which who cannot move
// loses.
func pieceGame(id, name, summary string, size board.Size, start string, army ...piece.Type) *Variant {
	return &Variant{
		ID: id, Name: name, Version: 1, Summary: summary, Size: size, Army: army,
		Start: StartPosition{Placement: start}, End: End{Stalemate: Loss},
	}
}

var breakthrough = derive(pieceGame("breakthrough", "Breakthrough",
	"Two ranks of pieces a side that move forward and take diagonally; who comes to the last rank wins.",
	board.Size{Files: 8, Ranks: 8}, "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP",
	piece.Type{Name: "Piece", Letter: 'P', Betza: "fmWfF", Value: 100,
		Doc: "Moves one square forward, and moves or takes one square diagonally forward."}),
	func(v *Variant) { v.Goal = Goal{Types: "P", Zone: board.Regions{White: "*8"}} })

var jesonMor = derive(pieceGame("jesonmor", "Jeson Mor",
	"Nine knights a side on 9×9; who keeps one in the centre for a move wins.",
	board.Size{Files: 9, Ranks: 9}, "nnnnnnnnn/9/9/9/9/9/9/9/NNNNNNNNN", piece.Knight),
	func(v *Variant) { v.Goal = Goal{Types: "N", Zone: board.Same("e5"), Held: true} })

var foxAndHounds = derive(pieceGame("fox-and-hounds", "Fox and Hounds",
	"A fox tries to come through to the last rank, and four hounds, which cannot go back, to shut it in.",
	board.Size{Files: 8, Ranks: 8}, "1h1h1h1h/8/8/8/8/8/8/4F3",
	piece.Type{Name: "Fox", Letter: 'F', Betza: "mF", Value: 100, Doc: "Moves one square diagonally."},
	piece.Type{Name: "Hound", Letter: 'H', Betza: "mfF", Value: 100, Doc: "Moves one square diagonally forward."}),
	func(v *Variant) { v.Goal = Goal{Types: "F/", Zone: board.Regions{White: "*8", Black: "-"}} })

var walker = piece.Type{Name: "Piece", Letter: 'P', Betza: "mK", Value: 100, Doc: "Moves one square in any direction."}

var isolation = derive(pieceGame("isolation", "Isolation",
	"One piece a side moves as a king, and each move takes a square from the board; who cannot move loses.",
	board.Size{Files: 6, Ranks: 8}, "3p2/6/6/6/6/6/6/2P3", walker),
	func(v *Variant) {
		v.Walls = Walls{Place: WallAny,
			Zone: board.Same("a1 b1 d1 e1 f1 *2 *3 *4 *5 *6 *7 a8 b8 c8 e8 f8")}
	})

var isolation7x7 = game(isolation, "isolation7x7", "Isolation on 7×7",
	"Isolation on a square board.",
	func(v *Variant) {
		v.Size = board.Size{Files: 7, Ranks: 7}
		v.Start.Placement = "3p3/7/7/7/7/7/3P3"
		v.Walls.Zone = board.Same("a1 b1 c1 e1 f1 g1 *2 *3 *4 *5 *6 a7 b7 c7 e7 f7 g7")
	})

var snailTrail = derive(pieceGame("snailtrail", "Snailtrail",
	"One piece a side moves as a king and leaves a wall behind; who cannot move loses.",
	board.Size{Files: 7, Ranks: 7}, "6p/7/7/7/7/7/P6", walker),
	func(v *Variant) { v.Walls.Place = WallLeft })

var joust = derive(pieceGame("joust", "Joust",
	"One knight a side leaves walls behind; who cannot move loses.",
	board.Size{Files: 8, Ranks: 8}, "8/8/8/4n3/3N4/8/8/8",
	piece.Type{Name: "Knight", Letter: 'N', Betza: "mN", Value: 100,
		Doc: "Leaps to the squares two away in one direction and one in the other."}),
	func(v *Variant) { v.Walls.Place = WallLeft })

var clobberPiece = piece.Type{Name: "Piece", Letter: 'P', Betza: "cW", Value: 100,
	Doc: "Takes a piece on the next square orthogonally."}

var clobber = pieceGame("clobber", "Clobber",
	"Every move takes a piece on a neighbouring square; who cannot move loses.",
	board.Size{Files: 5, Ranks: 6}, "PpPpP/pPpPp/PpPpP/pPpPp/PpPpP/pPpPp", clobberPiece)

var clobber10 = pieceGame("clobber10", "Clobber on 10×10", "Clobber on a larger board.",
	board.Size{Files: 10, Ranks: 10}, strings.TrimSuffix(strings.Repeat("PpPpPpPpPp/pPpPpPpPpP/", 5), "/"),
	clobberPiece)

var boardGames = []*Variant{losAlamos, gardner, breakthrough, jesonMor, foxAndHounds, isolation, isolation7x7,
	snailTrail, joust, clobber, clobber10}
