package rules

import "github.com/kirke-chess/kirke/board"

// This file holds chess with other ways to win: squares to reach, checks to give.

var kingOfTheHill = game(chess, "kingofthehill", "King of the Hill",
	"Chess that is also won by the king on one of the four squares in the middle.",
	func(v *Variant) { v.Goal = Goal{Types: "K", Zone: board.Same("d4 e4 d5 e5")} })

var racingKings = game(chess, "racingkings", "Racing Kings",
	"The king that first comes to the last rank wins, and nobody may check; Black may follow in one move for a draw.",
	func(v *Variant) {
		v.Start.Placement = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ"
		v.Castling = Castling{}
		v.Check.Forbidden = true
		v.Goal = Goal{Types: "K", Zone: board.Same("*8"), Reply: true}
	})

var threeCheck = game(chess, "3check", "Three-check Chess", "Chess that is also won by the third check.",
	func(v *Variant) { v.Check.Count = 3 })

var fiveCheck = game(chess, "5check", "Five-check Chess", "Chess that is also won by the fifth check.",
	func(v *Variant) { v.Check.Count = 5 })

var goalGames = []*Variant{kingOfTheHill, racingKings, threeCheck, fiveCheck}
