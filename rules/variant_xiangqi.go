package rules

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// This file holds xiangqi and its family.

var horse = piece.Type{Name: "Horse", Letter: 'N', Betza: "nN", Value: 300, Picture: "Knight",
	Doc: "Moves as a knight if the square beside it on that way is empty."}

// soldier is the pawn of a board without a river.
var soldier = piece.Type{Name: "Soldier", Letter: 'P', Betza: "fsW", Value: 120, Picture: "Pawn",
	Doc: "Moves one square forward or to a side."}

// general returns the king of xiangqi, which stays in its palace.
func general(palace board.Region) piece.Type {
	return piece.Type{Name: "General", Letter: 'K', Betza: "W", Royal: true, Within: board.Regions{White: palace},
		Picture: "King", Doc: "Moves one square orthogonally within the palace and must not be left in check."}
}

const (
	palace = "d1 e1 f1 d2 e2 f2 d3 e3 f3"
	// palaces are the squares that the diagonal lines of both palaces join.
	palaces = "d1 f1 e2 d3 f3 d8 f8 e9 d10 f10"
	home    = "*1 *2 *3 *4 *5" // the own side of the river
)

var xiangqi = &Variant{
	ID: "xiangqi", Name: "Xiangqi (Chinese Chess)", Version: 1,
	Summary: "The chess of China: generals in their palaces, which must not face each other, a river, and cannons " +
		"that hop to capture.",
	Size:  board.Size{Files: 9, Ranks: 10},
	Lines: Lines{Squares: board.Same(palaces)},
	Army: []piece.Type{
		general(palace), piece.Rook, cannon, horse,
		{Name: "Elephant", Letter: 'B', Betza: "nA", Value: 150, Within: board.Regions{White: home},
			Doc: "Moves two squares diagonally on its own side of the river, if the square between is empty."},
		{Name: "Advisor", Letter: 'A', Betza: "F", Value: 150, Within: board.Regions{White: palace},
			Doc: "Moves one square diagonally within the palace."},
		{Name: "Soldier", Letter: 'P', Betza: "fWisW", Value: 100, Picture: "Pawn",
			Starts: board.Regions{White: "*6 *7 *8 *9 *10"},
			Doc:    "Moves one square forward, and to the sides beyond the river."},
	},
	Start: StartPosition{Placement: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"},
	Check: Check{Facing: true},
	End:   End{Stalemate: Loss, Perpetual: true},
}

var manchu = game(xiangqi, "manchu", "Manchu Chess",
	"Xiangqi in which White has one piece, rook, cannon and horse together, for its rooks, cannons and horses.",
	func(v *Variant) {
		v.Start.Placement = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/9/9/M1BAKAB2"
		v.Army = append(v.Army, piece.Type{Name: "Banner", Letter: 'M', Betza: "RcpRnN", Value: 1200,
			Doc: "Moves as a rook or a horse, and captures as a cannon, too."})
	})

var supply = game(xiangqi, "supply", "Supply Chess",
	"One board of xiangqi for two teams: pieces that the partner captures are dropped on the own side of the river.",
	func(v *Variant) {
		v.Army = swap(v.Army, within(xiangqi, 'A', "d1 f1 e2 d3 f3"), within(xiangqi, 'B', "c1 g1 a3 e3 i3 c5 g5"),
			within(xiangqi, 'P', "a4 a5 c4 c5 e4 e5 g4 g5 i4 i5 *6 *7 *8 *9 *10"))
		v.Drops = Drops{Active: true, NoCheck: true, Zone: board.Regions{White: home}}
	})

// within returns the type of v with a letter, which may go to a region only.
func within(v *Variant, letter byte, region board.Region) piece.Type {
	t := *v.Type(v.TypeOf(letter))
	t.Within = board.Regions{White: region}
	return t
}

var miniXiangqi = game(xiangqi, "minixiangqi", "Minixiangqi",
	"Xiangqi on 7×7 without a river, advisors and elephants.",
	func(v *Variant) {
		v.Size = board.Size{Files: 7, Ranks: 7}
		v.Lines.Squares = board.Same("c1 e1 d2 c3 e3 c5 e5 d6 c7 e7")
		v.Start.Placement = "rcnkncr/p1ppp1p/7/7/7/P1PPP1P/RCNKNCR"
		v.Army = []piece.Type{general("c1 d1 e1 c2 d2 e2 c3 d3 e3"), piece.Rook, cannon, horse, soldier}
	})

// hopCannon is the cannon of Korea.
var hopCannon = piece.Type{Name: "Cannon", Letter: 'C', Betza: "xpR", Value: 350,
	Doc: "Moves and captures as a rook that hops over exactly one piece, which is no cannon; it takes no cannon."}

var synochess = game(chess, "synochess", "Synochess",
	"Chess against an army of the east, with cannons, soldiers on the board and in hand, and a king that wins on "+
		"the last rank.",
	func(v *Variant) {
		v.Start = StartPosition{Placement: "rneakenr/8/1c4c1/1ss2ss1/8/8/PPPPPPPP/RNBQKBNR", Hand: "ss",
			Rights: "KQ"}
		v.Army = append(v.Army, hopCannon,
			piece.Type{Name: "Elephant", Letter: 'E', Betza: "FA", Value: 300,
				Doc: "Moves one or two squares diagonally, leaping."},
			lettered(commoner, 'A', "Advisor"),
			piece.Type{Name: "Soldier", Letter: 'S', Betza: "fsW", Value: 130,
				Doc: "Moves one square forward or to a side."})
		v.Drops = Drops{Active: true, Zone: board.Regions{White: "-", Black: "*5"}}
		v.Check.Facing = true
		v.Goal = Goal{Types: "K", Zone: board.Regions{White: "*8"}}
		v.End.Stalemate, v.End.Perpetual = Loss, true
	})

// pointed returns a type that counts so many points, and moves so along the lines of the palaces.
func pointed(t piece.Type, points int, along string) piece.Type {
	t.Points, t.Along = points, along
	return t
}

var janggi = game(xiangqi, "janggi", "Janggi (Korean Chess)",
	"The chess of Korea: xiangqi without a river, with diagonal lines in the palaces, hopping cannons, and passes.",
	func(v *Variant) {
		v.Start.Placement = "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR"
		guard := piece.Type{Name: "Guard", Letter: 'A', Betza: "W", Value: 150, Within: board.Regions{White: palace},
			Doc: "Moves one square along the lines within the palace."}
		v.Army = []piece.Type{
			pointed(general(palace), 0, "F"), pointed(piece.Rook, 13, "B"), pointed(hopCannon, 7, "xpB"),
			pointed(horse, 5, ""),
			pointed(piece.Type{Name: "Elephant", Letter: 'B', Betza: "mafsmafW", Value: 250,
				Doc: "Moves one square orthogonally and then two diagonally outward, if the squares between are " +
					"empty."}, 3, ""),
			pointed(guard, 3, "F"),
			pointed(soldier, 2, "fF"),
		}
		v.Check = Check{Bikjang: true}
		v.Passing = Passing{White: true, Black: true}
		v.End = End{Repeated: "material", Perpetual: true, Material: true, Bonus: 3}
	})

var janggiTraditional = game(janggi, "janggitraditional", "Traditional Janggi",
	"Janggi in which facing kings and two passes are a draw.",
	func(v *Variant) { v.End = End{Perpetual: true} })

var janggiCasual = game(janggiTraditional, "janggicasual", "Casual Janggi",
	"Janggi in which kings may face each other, and nothing is decided by points.",
	func(v *Variant) { v.Check = Check{} })

var xiangqiGames = []*Variant{janggi, janggiTraditional, janggiCasual, xiangqi, manchu, supply, miniXiangqi, synochess}
