package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// This file holds shogi and its family. The promoted side of a piece is written with a "+" before
// its letter.

var (
	shogiPawn = piece.Type{Name: "Pawn", Letter: 'P', Betza: "fW", Value: 90,
		Doc: "Moves one square forward."}
	lance = piece.Type{Name: "Lance", Letter: 'L', Betza: "fR", Value: 230,
		Doc: "Slides any distance forward."}
	shogiKnight = piece.Type{Name: "Knight", Letter: 'N', Betza: "fN", Value: 250,
		Doc: "Leaps two squares forward and one to a side."}
	silver = lettered(khon, 'S', "Silver General")
	gold   = piece.Type{Name: "Gold General", Letter: 'G', Betza: "WfF", Value: 400,
		Doc: "Moves one square orthogonally or diagonally forward."}
)

// both returns a type and its promoted side, which moves as other does.
func both(t, other piece.Type) []piece.Type {
	label := string(rune(t.Letter))
	t.To = "+" + label
	other.Name, other.Letter, other.Alias, other.Mark, other.From = "Promoted "+t.Name, t.Letter, "", '+', label
	return []piece.Type{t, other}
}

// shogiArmy returns the pieces of all games of the family that have the pieces of chess's letters:
// king, gold, silver, rook, bishop and pawn.
func shogiArmy(more ...[]piece.Type) []piece.Type {
	return slices.Concat([]piece.Type{piece.King, gold}, both(silver, gold), both(piece.Rook, piece.DragonKing),
		both(piece.Bishop, piece.DragonHorse), both(shogiPawn, gold), slices.Concat(more...))
}

var shogi = &Variant{
	ID: "shogi", Name: "Shogi (Japanese Chess)", Version: 1,
	Summary: "The chess of Japan: captured pieces change sides and are dropped, and pieces promote on the last " +
		"three ranks.",
	Size:      board.Size{Files: 9, Ranks: 9},
	Army:      shogiArmy(both(lance, gold), both(shogiKnight, gold)),
	Start:     StartPosition{Placement: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"},
	Promotion: Promotion{Zone: board.Regions{White: "*7 *8 *9"}},
	Drops:     Drops{Active: true, Captured: true, Once: "P", NoMate: "P", Mobile: true},
	End:       End{Stalemate: Loss, Repetition: 4, Perpetual: true, NoIdle: true},
}

var checkShogi = game(shogi, "checkshogi", "Check Shogi", "Shogi in which the first check wins.",
	func(v *Variant) { v.Check.Count = 1 })

var okisakiShogi = game(shogi, "okisakishogi", "Okisaki Shogi",
	"Shogi on 10×10 with a queen, the knights of chess, and lances that go back as well.",
	func(v *Variant) {
		v.Size = board.Size{Files: 10, Ranks: 10}
		v.Start.Placement = "lnsgkqgsnl/1r6b1/pppppppppp/10/10/10/10/PPPPPPPPPP/1B6R1/LNSGQKGSNL"
		v.Army = append(shogiArmy(both(piece.Type{Name: "Lance", Letter: 'L', Betza: "vR", Value: 300,
			Doc: "Slides any distance forward or back."}, gold), both(piece.Knight, gold)), piece.Queen)
		v.Promotion.Zone.White = "*8 *9 *10"
	})

var euroShogi = game(shogi, "euroshogi", "EuroShogi",
	"Shogi on 8×8 without lances and silvers, with knights that may step to the sides.",
	func(v *Variant) {
		v.Size = board.Size{Files: 8, Ranks: 8}
		v.Start.Placement = "1nbgkgn1/1r4b1/pppppppp/8/8/PPPPPPPP/1B4R1/1NGKGBN1"
		v.Army = append(without(shogiArmy(), "S"), both(piece.Type{Name: "Knight", Letter: 'N', Betza: "fNsW",
			Value: 280, Doc: "Leaps two squares forward and one to a side, or moves one square to a side."}, gold)...)
		v.Promotion = Promotion{Zone: board.Regions{White: "*6 *7 *8"}, Forced: true}
	})

var judkinsShogi = game(shogi, "judkins", "Judkins Shogi", "Shogi on 6×6, with promotion on the last two ranks.",
	func(v *Variant) {
		v.Size = board.Size{Files: 6, Ranks: 6}
		v.Start.Placement = "rbnsgk/5p/6/6/P5/KGSNBR"
		v.Army = shogiArmy(both(shogiKnight, gold))
		v.Promotion.Zone.White = "*5 *6"
	})

var miniShogi = game(shogi, "minishogi", "Minishogi",
	"Shogi on 5×5, with promotion on the last rank; White loses a game that is repeated.",
	func(v *Variant) {
		v.Aliases = []string{"mini"}
		v.Size = board.Size{Files: 5, Ranks: 5}
		v.Start.Placement = "rbsgk/4p/5/P4/KGSBR"
		v.Army = shogiArmy()
		v.Promotion.Zone.White = "*5"
		v.End.Repeated = "black"
	})

var gorogoroShogi = game(shogi, "gorogoro", "Goro Goro Shogi",
	"Shogi on 5×6 with kings, generals and pawns alone, with promotion on the last two ranks.",
	func(v *Variant) {
		v.Size = board.Size{Files: 5, Ranks: 6}
		v.Start.Placement = "sgkgs/5/1ppp1/1PPP1/5/SGKGS"
		v.Army = without(shogiArmy(), "RB")
		v.Promotion.Zone.White = "*5 *6"
	})

var kyotoShogi = game(shogi, "kyotoshogi", "Kyoto Shogi",
	"Shogi on 5×5 in which a piece turns over with every move, and is dropped on either side.",
	func(v *Variant) {
		v.Size = board.Size{Files: 5, Ranks: 5}
		v.Start.Placement = "p+nks+l/5/5/5/+LSK+NP"
		v.Army = slices.Concat([]piece.Type{piece.King}, both(silver, piece.Bishop), both(lance, gold),
			both(shogiKnight, gold), both(shogiPawn, piece.Rook))
		v.Promotion = Promotion{Zone: board.Same("*"), Forced: true, Back: true}
		v.Drops = Drops{Active: true, Captured: true, EitherSide: true}
	})

var microShogi = game(kyotoShogi, "micro", "Micro Shogi",
	"Shogi on 4×5 in which a piece turns over when it captures, and is dropped on either side.",
	func(v *Variant) {
		v.Size.Files = 4
		v.Start.Placement = "kb+r+l/p3/4/3P/+L+RBK"
		v.Army = slices.Concat([]piece.Type{piece.King}, both(piece.Bishop, gold), both(piece.Rook, gold),
			both(lance, silver), both(shogiPawn, shogiKnight))
		v.Promotion.OnCapture = true
	})

var dobutsu = game(shogi, "dobutsu", "Dōbutsu Shōgi (Animal Shogi)",
	"Shogi on 3×4 for children: who captures the lion wins, or brings the own one safely to the last rank.",
	func(v *Variant) {
		v.Size = board.Size{Files: 3, Ranks: 4}
		v.Start.Placement = "gle/1c1/1C1/ELG"
		hen := lettered(gold, 'C', "")
		v.Army = slices.Concat([]piece.Type{lettered(commoner, 'L', "Lion"), lettered(wazir, 'G', "Giraffe"),
			lettered(ferz, 'E', "Elephant")}, both(lettered(shogiPawn, 'C', "Chick"), hen))
		v.Promotion = Promotion{Zone: board.Regions{White: "*4"}, Forced: true}
		v.Drops = Drops{Active: true, Captured: true}
		v.Extinction = Extinction{Types: "L"}
		v.Goal = Goal{Types: "L", Zone: board.Regions{White: "*4"}, Safe: true}
		v.End.Perpetual = false
	})

var toriShogi = game(shogi, "torishogi", "Tori Shogi (Bird Shogi)",
	"Shogi on 7×7 with birds for pieces; swallows become geese and falcons eagles on the last two ranks.",
	func(v *Variant) {
		v.Size = board.Size{Files: 7, Ranks: 7}
		v.Start.Placement = "rpckcpl/3f3/sssssss/2s1S2/SSSSSSS/3F3/LPCKCPR"
		v.Army = slices.Concat([]piece.Type{
			lettered(piece.King, 'K', "Phoenix"),
			{Name: "Crane", Letter: 'C', Betza: "FvW", Value: 350,
				Doc: "Moves one square in any direction but to the sides."},
			{Name: "Left Quail", Letter: 'L', Betza: "fRrbBlbF", Value: 450,
				Doc: "Slides forward or back to the right, or moves one square back to the left."},
			{Name: "Right Quail", Letter: 'R', Betza: "fRlbBrbF", Value: 450,
				Doc: "Slides forward or back to the left, or moves one square back to the right."},
			{Name: "Pheasant", Letter: 'P', Betza: "bFfD", Value: 200,
				Doc: "Leaps two squares forward, or moves one square diagonally back."},
		},
			both(piece.Type{Name: "Falcon", Letter: 'F', Betza: "FsfW", Value: 400,
				Doc: "Moves one square in any direction but straight back."}, piece.Type{Betza: "KbRfBbF2", Value: 800,
				Doc: "Moves one square in any direction, slides straight back or diagonally forward, or moves two " +
					"squares diagonally back."}),
			both(lettered(shogiPawn, 'S', "Swallow"), piece.Type{Betza: "fAbD", Value: 200,
				Doc: "Leaps to the second square diagonally forward or straight back."}))
		v.Promotion = Promotion{Zone: board.Regions{White: "*6 *7"}, Forced: true}
		v.Drops = Drops{Active: true, Captured: true, Once: "S", OnceCount: 2, NoMate: "S", Mobile: true}
		v.End.Repeated = "mover"
	})

var yariShogi = game(shogi, "yarishogi", "Yari Shogi",
	"Shogi on 7×9 in which most pieces slide forward as a lance does.",
	func(v *Variant) {
		v.Size = board.Size{Files: 7, Ranks: 9}
		v.Start.Placement = "rnnkbbr/7/ppppppp/7/7/7/PPPPPPP/7/RBBKNNR"
		yariGold := piece.Type{Betza: "WfFbR", Value: 450,
			Doc: "Moves one square orthogonally or diagonally forward, or slides back."}
		v.Army = slices.Concat([]piece.Type{piece.King},
			both(piece.Type{Name: "Yari Rook", Letter: 'R', Betza: "frlR", Value: 450,
				Doc: "Slides forward or to the sides."}, piece.Rook),
			both(piece.Type{Name: "Yari Bishop", Letter: 'B', Betza: "fFfR", Value: 300,
				Doc: "Slides forward, or moves one square diagonally forward."}, yariGold),
			both(piece.Type{Name: "Yari Knight", Letter: 'N', Betza: "fRffN", Value: 300,
				Doc: "Slides forward, or leaps two squares forward and one to a side."}, yariGold),
			both(shogiPawn, piece.Type{Betza: "fWfFbR", Value: 350,
				Doc: "Moves one square straight or diagonally forward, or slides back."}))
		v.Drops.NoMate = ""
		v.End.Repetition = 3
	})

var shogiGames = []*Variant{shogi, checkShogi, okisakiShogi, euroShogi, judkinsShogi, miniShogi,
	gorogoroShogi, kyotoShogi, microShogi, dobutsu, toriShogi, yariShogi}
