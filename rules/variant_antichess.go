package rules

// This file holds games that are won by losing.

var giveaway = game(chess, "giveaway", "Giveaway Chess",
	"Who has lost all pieces, or cannot move, wins; captures must be made, and kings are like other pieces.",
	func(v *Variant) {
		v.ownKings()
		v.Promotion.To = "KQRBN"
		v.Capture.Forced = true
		v.Extinction = Extinction{Types: "*", Wins: true}
		v.End.Stalemate = Win
	})

var antichess = game(giveaway, "antichess", "Antichess", "Giveaway chess without castling.",
	func(v *Variant) { v.Castling = Castling{} })

var suicide = game(antichess, "suicide", "Suicide Chess",
	"Antichess in which a stalemate is won by the side with fewer pieces.",
	func(v *Variant) { v.End.StalemateCount = true })

var codrus = game(giveaway, "codrus", "Codrus",
	"Who loses the king wins; captures must be made.",
	func(v *Variant) {
		v.Promotion.To = "QRBN"
		v.Extinction.Types = "K"
	})

var losers = game(chess, "losers", "Losers Chess",
	"Who is mated, cannot move or has the king alone wins; captures must be made when they are legal.",
	func(v *Variant) {
		v.Capture.Forced = true
		v.Extinction = Extinction{Types: "*", Wins: true, Count: 1}
		v.End.Mate, v.End.Stalemate = Win, Win
	})

var misere = game(chess, "misere", "Misère Chess", "Who is mated wins.",
	func(v *Variant) { v.End.Mate = Win })

var antichessGames = []*Variant{antichess, giveaway, suicide, codrus, losers, misere}
