package rules

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// This file holds chess with other pawns, or without castling.

var noCastleChess = game(chess, "nocastle", "No-castling Chess", "Chess without castling.",
	func(v *Variant) { v.Castling = Castling{} })

var raazuvaa = game(noCastleChess, "raazuvaa", "Raazuvaa (Maldivian Chess)",
	"Chess without castling and without double steps of pawns.",
	func(v *Variant) { v.Army = swap(v.Army, stepPawn) })

var torpedo = game(chess, "torpedo", "Torpedo Chess", "Chess in which pawns may make double steps from everywhere.",
	func(v *Variant) { v.Army = swap(v.Army, starting(piece.Pawn, "*")) })

var pawnSideways = game(chess, "pawnsideways", "Pawn-sideways Chess",
	"Chess with pawns that may also step to the sides.",
	func(v *Variant) { v.Army = swap(v.Army, sidePawn) })

var pawnBack = game(chess, "pawnback", "Pawn-back Chess",
	"Chess with pawns that may also step back, as far as the second rank.",
	func(v *Variant) {
		v.Army = swap(v.Army, piece.Type{
			Name: "Pawn", Letter: 'P', Betza: "fbmWfceFifmnD", Pawn: true, Value: 110,
			Within: board.Regions{White: "*2 *3 *4 *5 *6 *7 *8"},
			Doc: "Moves one square forward or back, two forward from its start square, and takes one square " +
				"diagonally forward.",
		})
	})

var berolina = game(chess, "berolina", "Berolina Chess",
	"Chess with pawns that move diagonally forward and take straight forward.",
	func(v *Variant) {
		v.Army = swap(v.Army, piece.Type{
			Name: "Pawn", Letter: 'P', Betza: "mfFcfeWimfnA", Pawn: true, Value: 100,
			Doc: "Moves one square diagonally forward, two from its start square, and takes one square straight " +
				"forward.",
		})
	})

var horde = game(chess, "horde", "Horde Chess",
	"Thirty-six pawns against an army with a king: White wins by mate, Black by capturing all of White's pieces.",
	func(v *Variant) {
		v.Start.Placement = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP"
		pawn := piece.Pawn
		pawn.Starts = board.Regions{White: "*1 *2", Black: "*7"}
		v.Army = swap(v.Army, pawn)
		v.Pawns = Pawns{FirstRank: true, EnPassant: board.Regions{White: "*6"}}
		v.Extinction = Extinction{Types: "*"}
	})

var pawnGames = []*Variant{noCastleChess, raazuvaa, torpedo, pawnSideways, pawnBack, berolina, horde}
