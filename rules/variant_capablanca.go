package rules

import (
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// This file holds chess on larger boards.

var capablanca = game(chess, "capablanca", "Capablanca Chess",
	"Chess on ten files with an archbishop (bishop and knight) and a chancellor (rook and knight).",
	func(v *Variant) {
		v.Size.Files = 10
		v.Start.Placement = wide("rnabqkbcnr")
		v.Army = append(v.Army, piece.Chancellor, piece.Archbishop)
		v.Castling = Castling{KingTo: [2]int{2, 8}, RookTo: [2]int{3, 7}}
		v.Promotion.To = "QCARBN"
	})

// wide returns the starting position with a first rank on eight ranks.
func wide(first string) string {
	n := len(first)
	pawns, empty := strings.Repeat("p", n), strings.Repeat("10/", 4)
	return first + "/" + pawns + "/" + empty + strings.ToUpper(pawns) + "/" + strings.ToUpper(first)
}

var capahouse = game(capablanca, "capahouse", "Capahouse", "Capablanca chess in which captured pieces are dropped.",
	func(v *Variant) {
		v.Army = append(v.Army, marked(piece.Queen, piece.Chancellor, piece.Archbishop, piece.Rook, piece.Bishop,
			piece.Knight)...)
		v.Promotion.To = "Q~C~A~R~B~N~"
		v.Drops = Drops{Active: true, Captured: true}
	})

var caparandom = game(capablanca, "caparandom", "Capablanca Random Chess",
	"Capablanca chess in which the king castles from any square, as in Chess960.",
	func(v *Variant) { v.Castling.Free = true })

var gothic = game(capablanca, "gothic", "Gothic Chess", "Capablanca chess from another first rank.",
	func(v *Variant) { v.Start.Placement = wide("rnbqckabnr") })

var embassy = game(capablanca, "embassy", "Embassy Chess", "Capablanca chess from the first rank of Grand Chess.",
	func(v *Variant) {
		v.Start.Placement = wide("rnbqkcabnr")
		v.Castling = Castling{KingTo: [2]int{1, 7}, RookTo: [2]int{2, 6}}
	})

var janus = game(capablanca, "janus", "Janus Chess", "Chess on ten files with two januses, bishop and knight in one.",
	func(v *Variant) {
		v.Start.Placement = wide("rjnbkqbnjr")
		v.Army = append(without(v.Army, "AC"), lettered(piece.Archbishop, 'J', "Janus"))
		v.Castling = Castling{KingTo: [2]int{1, 8}, RookTo: [2]int{2, 7}}
		v.Promotion.To = "QJRBN"
	})

var centaurChess = game(capablanca, "centaur", "Centaur Chess (Royal Court)",
	"Chess on ten files with two centaurs, king and knight in one, that are not royal.",
	func(v *Variant) {
		v.Start.Placement = wide("rcnbqkbncr")
		v.Army = append(without(v.Army, "AC"), piece.Type{
			Name: "Centaur", Letter: 'C', Betza: "KN", Value: 700,
			Doc: "Moves one square in any direction, or as a knight.",
		})
		v.Promotion.To = "QCRBN"
	})

var gustav3 = game(capablanca, "gustav3", "Gustav III's Chess",
	"Chess with two amazons, queen and knight in one, outside the corners of the board.",
	func(v *Variant) {
		v.Start.Placement = "arnbqkbnra/*pppppppp*/*8*/*8*/*8*/*8*/*PPPPPPPP*/ARNBQKBNRA"
		v.Army = append(without(v.Army, "AC"), lettered(piece.Amazon, 'A', ""))
		v.Castling = Castling{KingTo: [2]int{3, 7}, RookTo: [2]int{4, 6}}
		v.Promotion.To = "QARBN"
	})

var modernChess = game(chess, "modern", "Modern Chess", "Chess on 9×9 with an archbishop, bishop and knight in one.",
	func(v *Variant) {
		v.Size = board.Size{Files: 9, Ranks: 9}
		v.Start.Placement = "rnbqkmbnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBMKQBNR"
		v.Army = append(v.Army, lettered(piece.Archbishop, 'M', "Prime Minister"))
		v.Promotion.To = "QMRBN"
	})

var chancellorChess = game(chess, "chancellor", "Chancellor Chess",
	"Chess on 9×9 with a chancellor, rook and knight in one.",
	func(v *Variant) {
		v.Size = board.Size{Files: 9, Ranks: 9}
		v.Start.Placement = "rnbqkcnbr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKCNBR"
		v.Army = append(v.Army, piece.Chancellor)
		v.Promotion.To = "QCRBN"
	})

// limited returns a type of which a side may have so many by promotion.
func limited(t piece.Type, n int) piece.Type {
	t.Limit = n
	return t
}

var grand = game(noCastleChess, "grand", "Grand Chess",
	"Chess on 10×10 in which pawns may become captured pieces on the last three ranks, and must on the last.",
	func(v *Variant) {
		v.Size = board.Size{Files: 10, Ranks: 10}
		v.Start.Placement = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R"
		v.Army = []piece.Type{piece.King, limited(piece.Queen, 1), limited(piece.Chancellor, 1),
			limited(piece.Archbishop, 1), limited(piece.Rook, 2), limited(piece.Bishop, 2), limited(piece.Knight, 2),
			starting(piece.Pawn, "*3")}
		v.Promotion = Promotion{To: "QCARBN", Zone: board.Regions{White: "*8 *9 *10"}, Optional: true}
		v.Drops.Mobile = true
	})

var opulent = game(grand, "opulent", "Opulent Chess",
	"Grand Chess with wizards and lions beside its pieces, and stronger knights.",
	func(v *Variant) {
		v.Start.Placement = "rw6wr/clbnqknbla/pppppppppp/10/10/10/10/PPPPPPPPPP/CLBNQKNBLA/RW6WR"
		v.Army = swap(v.Army,
			piece.Type{Name: "Knight", Letter: 'N', Betza: "NW", Value: 450, Limit: 2,
				Doc: "Moves as a knight, or one square orthogonally."},
			limited(wizard, 2),
			piece.Type{Name: "Lion", Letter: 'L', Betza: "FDH", Value: 450, Limit: 2,
				Doc: "Moves one square diagonally, or leaps two or three squares orthogonally."})
		v.Promotion.To = "QCARBNWL"
	})

var tencubed = game(noCastleChess, "tencubed", "TenCubed Chess",
	"Chess on 10×10 with archbishops, marshals, champions and wizards.",
	func(v *Variant) {
		v.Size = board.Size{Files: 10, Ranks: 10}
		v.Start.Placement = "2cwamwc2/1rnbqkbnr1/pppppppppp/10/10/10/10/PPPPPPPPPP/1RNBQKBNR1/2CWAMWC2"
		v.Army = append(swap(v.Army, starting(piece.Pawn, "*3")), piece.Archbishop,
			lettered(piece.Chancellor, 'M', "Marshal"), champion, wizard)
		v.Promotion.To = "QMA"
	})

var omicron = game(chess, "omicron", "Omicron Chess",
	"Omega Chess on 12×10: champions beside the rooks, and wizards in corners outside the board.",
	func(v *Variant) {
		v.Size = board.Size{Files: 12, Ranks: 10}
		v.Start.Placement = "w**********w/*crnbqkbnrc*/*pppppppppp*/*10*/*10*/*10*/*10*/*PPPPPPPPPP*/*CRNBQKBNRC*/" +
			"W**********W"
		v.Army = append(swap(v.Army, starting(piece.Pawn, "*3")), champion, wizard)
		v.Castling = Castling{KingTo: [2]int{4, 8}, RookTo: [2]int{5, 7}, Rank: 1}
		v.Promotion = Promotion{To: "QRBNCW", Zone: board.Regions{White: "*9 *10"}}
	})

var shako = game(chess, "shako", "Shako",
	"Chess on 10×10 with the cannons of xiangqi, and elephants that step or leap diagonally.",
	func(v *Variant) {
		v.Size = board.Size{Files: 10, Ranks: 10}
		v.Start.Placement = "c8c/ernbqkbnre/pppppppppp/10/10/10/10/PPPPPPPPPP/ERNBQKBNRE/C8C"
		v.Army = append(swap(v.Army, starting(piece.Pawn, "*3")), cannon, piece.Type{
			Name: "Elephant", Letter: 'E', Betza: "FA", Value: 250,
			Doc: "Moves one square diagonally, or leaps to the second.",
		})
		v.Castling = Castling{KingTo: [2]int{3, 7}, RookTo: [2]int{4, 6}, Rank: 1}
		v.Promotion.To = "QRBNCE"
	})

var troitzky = game(noCastleChess, "troitzky", "Troitzky Chess",
	"Chess on a board without corners, whose pawns promote on the last square of their file.",
	func(v *Variant) {
		v.Size = board.Size{Files: 10, Ranks: 10}
		v.Start.Placement = "****qk****/**rnbbnr**/*pppppppp*/*8*/10/10/*8*/*PPPPPPPP*/**RNBBNR**/****QK****"
		v.Army = swap(v.Army, starting(piece.Pawn, "*3"))
		v.Promotion.Zone.White = "a6 b8 c9 d9 e10 f10 g9 h9 i8 j6"
	})

var wolf = game(noCastleChess, "wolf", "Wolf Chess",
	"Chess on 8×10 with wolves, foxes and nightriders, and sergeants among the pawns.",
	func(v *Variant) {
		v.Size.Ranks = 10
		v.Start.Placement = "qwfrbbnk/pssppssp/1pp2pp1/8/8/8/8/1PP2PP1/PSSPPSSP/KNBBRFWQ"
		pawn := starting(piece.Pawn, "*2 b3 c3 f3 g3")
		pawn.To = "E"
		v.Army = slices.Concat(swap(v.Army, pawn, nightrider), []piece.Type{
			lettered(piece.Chancellor, 'W', "Wolf"),
			lettered(piece.Archbishop, 'F', "Fox"),
			starting(piece.Type{Name: "Sergeant", Letter: 'S', Betza: "fWfFifmnD", Pawn: true, Value: 150,
				Doc: "Moves one square straight or diagonally forward, two straight forward from its start square."},
				"*2 b3 c3 f3 g3"),
			{Name: "Elephant", Letter: 'E', Betza: "NNQ", Value: 1500, Doc: "Moves as a queen or a nightrider."},
		})
		v.Promotion.To = "QWFRB"
	})

var largeGames = []*Variant{capablanca, capahouse, caparandom, gothic, embassy, janus, centaurChess, gustav3,
	modernChess, chancellorChess, grand, opulent, tencubed, omicron, shako, troitzky, wolf}
