package rulestest

import (
	"slices"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// Inventions returns games made for tests, one or two for each part that chess does not have.
func Inventions(t testing.TB) []*rules.Variant {
	t.Helper()
	var all []*rules.Variant
	for _, game := range inventions {
		v, err := rules.Lookup("chess")
		if err != nil {
			t.Fatal(err)
		}
		v.ID, v.Name, v.Family = game.id, game.id, game.id
		game.change(v)
		for _, wrong := range v.Validate() {
			t.Fatalf("%s: %s: %v", v.ID, wrong.Field, wrong)
		}
		all = append(all, v)
	}
	return all
}

// Invention returns the game of Inventions with an ID.
func Invention(t testing.TB, id string) *rules.Variant {
	t.Helper()
	for _, v := range Inventions(t) {
		if v.ID == id {
			return v
		}
	}
	t.Fatalf("there is no game %s", id)
	return nil
}

var inventions = []struct {
	id     string
	change func(v *rules.Variant)
}{
	{"house", func(v *rules.Variant) {
		for _, t := range []piece.Type{piece.Queen, piece.Rook, piece.Bishop, piece.Knight} {
			t.Name, t.Mark, t.From = "Promoted "+t.Name, '~', "P"
			v.Army = append(slices.Clip(v.Army), t)
		}
		v.Promotion.To = "Q~R~B~N~"
		v.Drops = rules.Drops{Active: true, Captured: true}
	}},
	{"neutral", func(v *rules.Variant) {
		v.Neutrals = true
		v.Start.Placement = "rnbqkbnr/pppppppp/8/3=R4/8/=P=N=B5/PPPPPPPP/RNBQKBNR"
	}},
	{"neutral-circe", func(v *rules.Variant) {
		v.Neutrals = true
		v.Start.Placement = "rnbqkbnr/1ppppppp/8/1=Q1=R4/8/=P=N=B5/P1PPPPPP/RNBQKBNR"
		v.Aftermath = rules.Aftermath{Active: true}
	}},
	{"football", func(v *rules.Variant) { v.Fairy.Changing.Bench = "QN" }},
	{"hops", func(v *rules.Variant) { // grasshoppers, lions, eagles; janggi's cannon; roses
		for letter, betza := range map[byte]string{'Q': "gQ", 'R': "xpR", 'B': "gasQ", 'N': "qN"} {
			t := v.Type(v.TypeOf(letter))
			t.Name, t.Betza, t.Doc = "Hopper "+string(letter), betza, "Hops."
		}
	}},
	{"shy-house", func(v *rules.Variant) { // no drop may check, and pawns are dropped twice on a file
		v.Drops = rules.Drops{Active: true, Captured: true, NoCheck: true, Once: "P", OnceCount: 2}
	}},
	{"placed", func(v *rules.Variant) {
		v.Start = rules.StartPosition{Placement: "8/pppppppp/8/8/8/8/PPPPPPPP/8", Hand: "KQRRBBNNkqrrbbnn"}
		v.Drops = rules.Drops{Active: true, Zone: board.Regions{White: "*1"}, Forced: "*", Bishops: "B",
			Castling: true}
	}},
	{"little-shogi", func(v *rules.Variant) {
		shogi(v, "rbsgk/4p/5/P4/KGSBR")
		v.Promotion = rules.Promotion{Zone: board.Regions{White: "*5"}}
		v.Drops = rules.Drops{Active: true, Captured: true, Once: "P", NoMate: "P", Mobile: true, PawnsInZone: true,
			PawnsFirstRank: true}
	}},
	{"turning", func(v *rules.Variant) { // every move turns a piece over, and either side is dropped
		shogi(v, "rbsgk/4p/5/P4/KGSBR")
		v.Promotion = rules.Promotion{Zone: board.Same("*"), Forced: true, Back: true}
		v.Drops = rules.Drops{Active: true, Captured: true, EitherSide: true, PawnsInZone: true, PawnsFirstRank: true}
	}},
	{"blasting", func(v *rules.Variant) {
		commonKings(v)
		v.Capture.Blast = true
		v.Extinction = rules.Extinction{Types: "K", Royal: true}
	}},
	{"giving", func(v *rules.Variant) {
		commonKings(v)
		v.Promotion.To = "KQRBN"
		v.Capture.Forced = true
		v.Extinction = rules.Extinction{Types: "*", Wins: true}
		v.End.Stalemate = rules.Win
	}},
	{"stony", func(v *rules.Variant) {
		commonKings(v)
		v.Capture.Petrifies, v.Capture.Immune = "QRBN", "KN"
		v.Extinction = rules.Extinction{Types: "K"}
	}},
	{"coregal", func(v *rules.Variant) { v.Extinction = rules.Extinction{Types: "Q", Royal: true} }},
	{"racing", func(v *rules.Variant) {
		v.Start.Placement = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ"
		v.Castling = rules.Castling{}
		v.Check.Forbidden = true
		v.Goal = rules.Goal{Types: "K", Zone: board.Same("*8"), Reply: true}
	}},
	{"facing", func(v *rules.Variant) {
		v.Start.Placement = "rnb1kbnr/8/8/8/8/8/8/RNB1KBNR"
		v.Castling = rules.Castling{}
		v.Check.Facing, v.Check.Count = true, 3
	}},
	{"duck", func(v *rules.Variant) {
		commonKings(v)
		v.Walls.Place = rules.WallMoves
		v.Extinction = rules.Extinction{Types: "K"}
		v.End.Stalemate = rules.Win
	}},
	{"arrows", func(v *rules.Variant) {
		v.Size = board.Size{Files: 6, Ranks: 6}
		v.Army = []piece.Type{{Name: "Amazon", Letter: 'A', Betza: "mQ", Value: 100}}
		v.Start = rules.StartPosition{Placement: "2a3/6/5a/A5/6/3A2"}
		v.Castling, v.Promotion = rules.Castling{}, rules.Promotion{}
		v.Walls.Place = rules.WallArrow
		v.End.Stalemate = rules.Loss
	}},
	{"masons", func(v *rules.Variant) { // a wall on the edge instead of a move
		v.Walls = rules.Walls{Place: rules.WallEdge, Instead: true}
	}},
	{"passing", func(v *rules.Variant) { v.Passing = rules.Passing{White: true} }},
	{"stuck", func(v *rules.Variant) { v.Passing = rules.Passing{White: true, Black: true, Stalemated: true} }},
	{"slanting", slantingPawns},
	{"slanting-series", func(v *rules.Variant) {
		slantingPawns(v)
		v.Series.Progressive = true
	}},
	{"leaping", func(v *rules.Variant) { // a leap once, beside castling and gating
		for i := range v.Army {
			switch v.Army[i].Letter {
			case 'K':
				v.Army[i].Betza += "imfsN"
			case 'B':
				v.Army[i].Betza += "imfA"
			}
		}
		v.FirstMoves = rules.FirstMoves{Once: "KB", AimedBy: "RQ"}
	}},
	{"leaping-gates", func(v *rules.Variant) {
		for i := range v.Army {
			if v.Army[i].Letter == 'N' {
				v.Army[i].Betza += "imfD"
			}
		}
		v.Army = append(slices.Clip(v.Army), piece.Hawk, piece.Elephant)
		v.Gating.Hand = "HE"
		v.FirstMoves.Once = "N"
	}},
	{"ripening", func(v *rules.Variant) {
		v.Promotion = rules.Promotion{To: "QN", Zone: board.Regions{White: "*4 *5"}}
		v.InPlace = rules.InPlace{Active: true, LastAnywhere: true}
	}},
	{"lines", func(v *rules.Variant) { // rooks are bishops in the centre, and the kings may meet
		v.Lines.Squares = board.Same("c3 d3 e3 f3 c4 d4 e4 f4 c5 d5 e5 f5 c6 d6 e6 f6")
		v.Type(v.TypeOf('R')).Along, v.Type(v.TypeOf('K')).Along = "B", "A"
		v.Type(v.TypeOf('R')).Points, v.Type(v.TypeOf('P')).Points = 5, 1
		v.Check.Bikjang = true
		v.Passing = rules.Passing{White: true, Black: true}
		v.End.Material, v.End.Bonus = true, 1
	}},
	{"pocket-gates", func(v *rules.Variant) {
		v.Drops = rules.Drops{Active: true, Captured: true, Promoted: true}
		v.Start.Hand = "RNrn"
		v.Gating.Dropped = true
	}},
	{"limited", func(v *rules.Variant) {
		for i := range v.Army {
			if v.Army[i].Letter == 'Q' {
				v.Army[i].Limit = 1
			}
		}
		v.Promotion.Optional, v.Promotion.Zone = true, board.Regions{White: "*7 *8"}
	}},
}

// slantingPawns gives v the pawns of Berolina Chess, which pass squares diagonally.
func slantingPawns(v *rules.Variant) {
	for i := range v.Army {
		if v.Army[i].Pawn {
			v.Army[i].Betza = "mfFcfeWimfnA"
		}
	}
}

// commonKings makes the kings of v pieces that may be captured.
func commonKings(v *rules.Variant) {
	for i := range v.Army {
		v.Army[i].Royal = false
	}
	v.Castling.King = 'K'
}

// shogi gives v a small board and the army of shogi.
func shogi(v *rules.Variant, placement string) {
	v.Size = board.Size{Files: 5, Ranks: 5}
	v.Castling = rules.Castling{}
	v.Start = rules.StartPosition{Placement: placement}
	const gold = "WfF"
	v.Army = []piece.Type{
		{Name: "King", Letter: 'K', Betza: "K", Royal: true, Value: 0},
		{Name: "Pawn", Letter: 'P', Betza: "fW", To: "+P", Value: 100},
		{Name: "Tokin", Letter: 'P', Mark: '+', Betza: gold, From: "P", Value: 400},
		{Name: "Lance", Letter: 'L', Betza: "fR", To: "+L", Value: 300},
		{Name: "Promoted Lance", Letter: 'L', Mark: '+', Betza: gold, From: "L", Value: 400},
		{Name: "Silver", Letter: 'S', Betza: "FfW", To: "+S", Value: 400},
		{Name: "Promoted Silver", Letter: 'S', Mark: '+', Betza: gold, From: "S", Value: 400},
		{Name: "Gold", Letter: 'G', Betza: gold, Value: 450},
		{Name: "Bishop", Letter: 'B', Betza: "B", To: "+B", Value: 600},
		{Name: "Horse", Letter: 'B', Mark: '+', Betza: "BW", From: "B", Value: 800},
		{Name: "Rook", Letter: 'R', Betza: "R", To: "+R", Value: 700},
		{Name: "Dragon", Letter: 'R', Mark: '+', Betza: "RF", From: "R", Value: 900},
	}
}
