package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// This file holds chess with pieces in hand that are dropped.

var crazyhouse = game(chess, "crazyhouse", "Crazyhouse",
	"Captured pieces change sides and are dropped on empty squares; promoted ones come to the hand as pawns.",
	func(v *Variant) {
		v.Army = slices.Concat(orthodox, marked(piece.Queen, piece.Rook, piece.Bishop, piece.Knight))
		v.Promotion.To = "Q~R~B~N~"
		v.Drops = Drops{Active: true, Captured: true}
	})

var loopChess = game(chess, "loop", "Loop Chess",
	"Crazyhouse in which a promoted piece that is captured stays what it is.",
	func(v *Variant) { v.Drops = Drops{Active: true, Captured: true, Promoted: true} })

var chessgi = game(loopChess, "chessgi", "Chessgi",
	"Loop chess in which pawns may be dropped on the first rank, too.",
	func(v *Variant) {
		v.Drops.PawnsFirstRank = true
		v.Pawns.FirstRank = true
	})

var pocketKnight = game(chess, "pocketknight", "Pocket Knight Chess",
	"Each side has one more knight in hand, which it may drop on an empty square instead of a move.",
	func(v *Variant) {
		v.Start.Hand = "Nn"
		v.Drops = Drops{Active: true}
	})

var placementChess = game(chess, "placement", "Placement Chess",
	"The players first drop their pieces one by one on the empty first ranks; then chess begins.",
	func(v *Variant) {
		v.Start = StartPosition{Placement: "8/pppppppp/8/8/8/8/PPPPPPPP/8", Hand: "KQRRBBNNkqrrbbnn"}
		v.Drops = Drops{Active: true, Zone: board.Regions{White: "*1"}, Forced: "*", Bishops: "B",
			Castling: true}
	})

var dragonChess = game(chess, "dragon", "Dragon Chess",
	"Each side has a dragon in hand, bishop and knight in one, to be dropped on its first rank.",
	func(v *Variant) {
		v.Army = swap(v.Army, lettered(piece.Archbishop, 'D', "Dragon"))
		v.Start.Hand = "Dd"
		v.Drops = Drops{Active: true, Zone: board.Regions{White: "*1"}}
		v.Promotion.To = "DQRBN"
	})

var shouse = game(seirawan, "shouse", "S-House",
	"Seirawan chess with the drops of crazyhouse: what is in hand, captured pieces too, is dropped or gated.",
	func(v *Variant) {
		v.Army = slices.Concat(v.Army, marked(piece.Queen, piece.Elephant, piece.Hawk, piece.Rook, piece.Bishop,
			piece.Knight))
		v.Promotion.To = "Q~E~H~R~B~N~"
		v.Start.Hand = "EHeh"
		v.Drops = Drops{Active: true, Captured: true}
		v.Gating = Gating{Dropped: true}
	})

var houseGames = []*Variant{shouse, crazyhouse, loopChess, chessgi, pocketKnight, placementChess, dragonChess}
