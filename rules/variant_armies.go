package rules

import "github.com/kirke-chess/kirke/piece"

// This file holds chess with other pieces on the board of chess.

var amazonChess = game(chess, "amazon", "Amazon Chess", "Chess with amazons, queen and knight in one, for queens.",
	func(v *Variant) {
		v.Start.Placement = "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR"
		v.Army = append(without(v.Army, "Q"), lettered(piece.Amazon, 'A', ""))
		v.Promotion.To = "ARBN"
	})

var georgian = game(amazonChess, "georgian", "Georgian Chess",
	"Chess with amazons for queens, without castling and without captures en passant.",
	func(v *Variant) {
		v.Castling = Castling{}
		v.Pawns.EnPassant.White = "-"
	})

var nightriderChess = game(chess, "nightrider", "Nightrider Chess", "Chess with nightriders for knights.",
	func(v *Variant) { v.Army = swap(v.Army, nightrider) })

var grasshopperChess = game(chess, "grasshopper", "Grasshopper Chess",
	"Chess with a rank of grasshoppers behind the pawns, which make no double steps.",
	func(v *Variant) {
		v.Start.Placement = "rnbqkbnr/gggggggg/pppppppp/8/8/PPPPPPPP/GGGGGGGG/RNBQKBNR"
		v.Army = swap(v.Army, stepPawn, piece.Type{
			Name: "Grasshopper", Letter: 'G', Betza: "gQ", Value: 200,
			Doc: "Moves along the lines of a queen to the square just behind the first piece.",
		})
		v.Promotion.To = "QRBNG"
	})

var hoppelPoppel = game(chess, "hoppelpoppel", "Hoppel-Poppel",
	"Chess with knights that capture as bishops, and bishops that capture as knights.",
	func(v *Variant) {
		v.Army = swap(v.Army,
			piece.Type{Name: "Knight", Letter: 'N', Betza: "mNcB", Value: 330,
				Doc: "Moves as a knight and captures as a bishop."},
			piece.Type{Name: "Bishop", Letter: 'B', Betza: "mBcN", Value: 330,
				Doc: "Moves as a bishop and captures as a knight."})
	})

var newZealand = game(chess, "newzealand", "New Zealand Chess",
	"Chess with knights that capture as rooks, and rooks that capture as knights.",
	func(v *Variant) {
		v.Army = swap(v.Army,
			piece.Type{Name: "Knight", Letter: 'N', Betza: "mNcR", Value: 400,
				Doc: "Moves as a knight and captures as a rook."},
			piece.Type{Name: "Rook", Letter: 'R', Betza: "mRcN", Value: 400,
				Doc: "Moves as a rook and captures as a knight."})
	})

var almostChess = game(chess, "almost", "Almost Chess", "Chess with chancellors, rook and knight in one, for queens.",
	func(v *Variant) {
		v.Start.Placement = "rnbckbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR"
		v.Army = append(without(v.Army, "Q"), piece.Chancellor)
		v.Promotion.To = "CRBN"
	})

var sortOfAlmost = game(chess, "sortofalmost", "Sort of Almost Chess",
	"White has a chancellor, rook and knight in one, and Black a queen; pawns become what their side has.",
	func(v *Variant) {
		v.Start.Placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBCKBNR"
		v.Army = append(v.Army, piece.Chancellor)
		v.Promotion.To, v.Promotion.Black = "CRBN", "QRBN"
	})

var chigorin = game(chess, "chigorin", "Chigorin Chess",
	"White has four knights and a chancellor, Black four bishops and a queen.",
	func(v *Variant) {
		v.Start.Placement = "rbbqkbbr/pppppppp/8/8/8/8/PPPPPPPP/RNNCKNNR"
		v.Army = append(v.Army, piece.Chancellor)
		v.Promotion.To, v.Promotion.Black = "CRN", "QRB"
	})

var spartan = game(chess, "spartan", "Spartan Chess",
	"Chess against an army of Sparta with two kings, of which one may be in check, and pawns that move diagonally.",
	func(v *Variant) {
		v.Start.Placement = "lgkcckwl/hhhhhhhh/8/8/8/8/PPPPPPPP/RNBQKBNR"
		v.ownKings()
		v.Army = append(swap(v.Army, limited(commoner, 2)),
			lettered(piece.DragonKing, 'G', "General"),
			lettered(piece.Archbishop, 'W', "Warlord"),
			piece.Type{Name: "Lieutenant", Letter: 'L', Betza: "FAsmW", Value: 400,
				Doc: "Moves one or two squares diagonally, leaping, or one square to a side without capturing."},
			piece.Type{Name: "Captain", Letter: 'C', Betza: "WD", Value: 350,
				Doc: "Moves one or two squares orthogonally, leaping."},
			piece.Type{Name: "Hoplite", Letter: 'H', Betza: "fmFfcWimfA", Pawn: true, Value: 100,
				Doc: "Moves one square diagonally forward, two from its start square, leaping, and takes one square " +
					"straight forward."})
		v.Pawns.EnPassant.White = "-"
		v.Promotion.To, v.Promotion.Black = "QRBN", "GWCLK"
		v.Extinction = Extinction{Types: "K", Royal: true, Together: true}
	})

var perfectChess = game(chess, "perfect", "Perfect Chess",
	"Chess with every compound of rook, bishop and knight: chancellor, archbishop, queen and amazon.",
	func(v *Variant) {
		v.Start.Placement = "cmqgkbnr/pppppppp/8/8/8/8/PPPPPPPP/CMQGKBNR"
		v.Army = append(v.Army, piece.Chancellor, lettered(piece.Archbishop, 'M', ""), lettered(piece.Amazon, 'G', ""))
		v.Promotion.To = "GCMQRBN"
		v.Castling.Rooks = "RC"
	})

var paradigm = game(chess, "paradigm", "Paradigm Chess30",
	"Chess with dragon bishops, bishop and the horse of xiangqi in one, for bishops.",
	func(v *Variant) {
		v.Army = swap(v.Army, piece.Type{
			Name: "Dragon Bishop", Letter: 'B', Betza: "BnN", Value: 500,
			Doc: "Moves as a bishop, or as a knight if the square beside it on that way is empty.",
		})
	})

var armyGames = []*Variant{amazonChess, georgian, nightriderChess, grasshopperChess, hoppelPoppel, newZealand,
	almostChess, sortOfAlmost, chigorin, spartan, perfectChess, paradigm}
