package rules

import "github.com/kirke-chess/kirke/piece"

// This file holds chess with other pieces to lose than one king.

var extinctionChess = game(chess, "extinction", "Extinction Chess",
	"Who has no piece left of a type that the game began with loses; kings are like other pieces.",
	func(v *Variant) {
		v.ownKings()
		v.Promotion.To = "KQRBN"
		v.Extinction = Extinction{Types: "KQRBNP"}
	})

var kinglet = game(extinctionChess, "kinglet", "Kinglet Chess",
	"Who has lost all pawns loses; pawns become kings, which are like other pieces.",
	func(v *Variant) {
		v.Promotion.To = "K"
		v.Extinction.Types = "P"
	})

var threeKings = game(chess, "threekings", "Three Kings Chess",
	"Each side has three kings instead of rooks and king; who captures one of them wins.",
	func(v *Variant) {
		v.Start.Placement = "knbqkbnk/pppppppp/8/8/8/8/PPPPPPPP/KNBQKBNK"
		v.Castling = Castling{}
		v.ownKings()
		v.Extinction = Extinction{Types: "K", Count: 2}
	})

var coregal = game(chess, "coregal", "Coregal Chess", "Chess in which queens must not be left in check either.",
	func(v *Variant) { v.Extinction = Extinction{Types: "Q", Royal: true, Count: 63} })

var knightmate = game(chess, "knightmate", "Knightmate",
	"Chess with a royal knight in the place of the king, and pieces that move as kings in those of the knights.",
	func(v *Variant) {
		v.Start.Placement = "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR"
		v.Army = append(swap(without(v.Army, "N"), piece.Type{
			Name: "Royal Knight", Letter: 'K', Betza: "N", Royal: true,
			Doc: "Leaps as a knight and must not be left in check.",
		}), lettered(commoner, 'M', "Commoner"))
		v.Promotion.To = "MQRB"
	})

var kingGames = []*Variant{extinctionChess, kinglet, threeKings, coregal, knightmate}
