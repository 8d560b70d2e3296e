package rules

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// This file holds the old games of Asia and Europe that are relatives of chess.

// khon is also the silver general of shogi.
var khon = piece.Type{
	Name: "Khon", Letter: 'S', Betza: "FfW", Value: 250,
	Doc: "Moves one square diagonally or straight forward.",
}

// noCounting is what Kirke leaves out of the games of makruk's family.
const noCounting = "Moves are not counted when one side has its king alone."

var makruk = game(noCastleChess, "makruk", "Makruk (Thai Chess)",
	"The chess of Thailand: pawns start on the third rank and become mets on the sixth.",
	func(v *Variant) {
		v.Start.Placement = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR"
		v.Army = append(swap(without(v.Army, "BQ"), stepPawn), khon, lettered(ferz, 'M', "Met"))
		v.Promotion = Promotion{To: "M", Zone: board.Regions{White: "*6 *7 *8"}}
		v.End.NoIdle = true
		v.Notes = []string{noCounting}
	})

var makpong = game(makruk, "makpong", "Makpong (Defensive Chess)",
	"Makruk in which a king in check may not walk away from it.",
	func(v *Variant) {
		v.Check.KingStays = true
		v.Notes = []string{noCounting}
	})

var cambodian = game(makruk, "cambodian", "Ouk Chatrang (Cambodian Chess)",
	"Makruk in which the king may leap once, as a knight to a side, and the neang once two squares forward.",
	func(v *Variant) {
		v.Aliases = []string{"ouk"}
		leaper := piece.King
		leaper.Betza += "imfsN"
		leaper.Doc = "Moves one square in any direction, or, as its first move, leaps as a knight to a side and " +
			"forward without capturing, and must not be left in check."
		neang := lettered(ferz, 'M', "Neang")
		neang.Betza += "imfD"
		neang.Doc = "Moves one square diagonally, or, as its first move, leaps two squares forward without capturing."
		v.Army = swap(v.Army, leaper, neang)
		v.FirstMoves = FirstMoves{Once: "KM", AimedBy: "R"}
		v.Notes = []string{noCounting}
	})

var karouk = game(cambodian, "karouk", "Kar Ouk", "Ouk chatrang that is won by the first check.",
	func(v *Variant) {
		v.Check.Count = 1
		v.Notes = []string{noCounting}
	})

var asean = game(makruk, "asean", "ASEAN Chess",
	"Makruk with the letters of chess: pawns become any piece but the king, on the last rank.",
	func(v *Variant) {
		v.Start.Placement = "rnbqkbnr/8/pppppppp/8/8/PPPPPPPP/8/RNBQKBNR"
		v.Army = append(without(v.Army, "SM"), lettered(khon, 'B', ""), lettered(ferz, 'Q', "Met"))
		v.Promotion = Promotion{To: "QRBN"}
		v.End.NoIdle = false
		v.Notes = []string{noCounting}
	})

var aiWok = game(makruk, "ai-wok", "Ai-wok",
	"Makruk with an ai-wok, which moves as a rook, a knight or a met, in the place of the met.",
	func(v *Variant) {
		v.Start.Placement = "rnsaksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKASNR"
		v.Army = append(without(v.Army, "M"), piece.Type{
			Name: "Ai-wok", Letter: 'A', Betza: "RNF", Value: 950,
			Doc: "Moves as a rook, as a knight, or one square diagonally.",
		})
		v.Promotion.To = "A"
		v.Notes = []string{noCounting}
	})

var sittuyin = game(makruk, "sittuyin", "Sittuyin (Burmese Chess)",
	"The chess of Burma: the players first place their pieces behind their pawns, and a pawn on the long diagonals "+
		"of the enemy half becomes a general by a move of its own.",
	func(v *Variant) {
		v.Start = StartPosition{Placement: "8/8/4pppp/pppp4/4PPPP/PPPP4/8/8", Hand: "KFRRSSNNkfrrssnn"}
		rook := piece.Rook
		rook.Drops = board.Regions{White: "*1"}
		v.Army = append(swap(without(v.Army, "M"), rook), limited(lettered(ferz, 'F', "General"), 1))
		v.Drops = Drops{Active: true, Zone: board.Regions{White: "*1 *2 *3"}, Forced: "*"}
		v.Promotion = Promotion{To: "F", Zone: board.Regions{White: "a8 b7 c6 d5 e5 f6 g7 h8"}}
		v.InPlace = InPlace{Active: true, LastAnywhere: true}
		v.Lines.Squares = board.Same("a1 b2 c3 d4 e5 f6 g7 h8 a8 b7 c6 d5 e4 f3 g2 h1")
		v.End.NoIdle = false
		v.Notes = []string{noCounting,
			"A side whose only moves are promotions of its last pawn is not stalemated: it must make one."}
	})

var shatranj = game(raazuvaa, "shatranj", "Shatranj",
	"The chess of the Middle Ages, with alfils and a ferz; who is stalemated loses, and so does a bare king that "+
		"cannot bare the other at once.",
	func(v *Variant) {
		v.Start.Placement = "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR"
		v.Army = swap(v.Army, lettered(alfil, 'B', ""), lettered(ferz, 'Q', ""))
		v.Promotion.To = "Q"
		v.Extinction = Extinction{Types: "*", Count: 1, Opponent: 2, Claim: true}
		v.End.Stalemate = Loss
		v.End.IdleTurns = 140
	})

var chaturanga = game(shatranj, "chaturanga", "Chaturanga",
	"The oldest chess, as far as it is known: alfils and a ferz, and who is stalemated loses.",
	func(v *Variant) {
		v.Start.Placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
		v.Extinction = Extinction{}
	})

var courier = game(raazuvaa, "courier", "Courier Chess",
	"The large chess of the Middle Ages, on 12×8, with couriers that move as bishops do today.",
	func(v *Variant) {
		v.Size.Files = 12
		v.Start.Placement = "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR"
		v.Army = append(without(v.Army, "Q"), lettered(alfil, 'E', ""), ferz, lettered(commoner, 'M', "Man"), wazir)
		v.Promotion.To = "F"
		v.Extinction = Extinction{Types: "*", Count: 1, Opponent: 2, Claim: true}
		v.End.Stalemate = Loss
	})

var oldGames = []*Variant{makruk, makpong, cambodian, karouk, asean, aiWok, sittuyin, shatranj, chaturanga, courier}
