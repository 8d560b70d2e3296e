package variantfile

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// variantsFile is a variants file of Fairy-Stockfish that is not part of Kirke.
var variantsFile = flag.String("ini", "", "a variants.ini of Fairy-Stockfish, whose games are compared too")

// iniRow is a position of one of Fairy-Stockfish's games.
type iniRow struct {
	rulestest.Count
	Moves string `json:"moves"`
}

// TestINIGames compares the games of variants files with what Fairy-Stockfish makes of them: those
// that others are derived from, and those of the file that -ini names.
func TestINIGames(t *testing.T) {
	builtIn := map[string]*section{}
	sections(builtInINI, builtIn)
	var derived strings.Builder
	for name := range builtIn {
		fmt.Fprintf(&derived, "[%s:%s]\n", name, name)
	}
	data := [][]byte{[]byte(derived.String())}
	if *variantsFile != "" {
		file, err := os.ReadFile(*variantsFile)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, file)
	}
	games := map[string]*rules.Variant{}
	for _, file := range data {
		read, err := ReadINI("variants.ini", file)
		if err != nil {
			t.Log(err)
		}
		for _, v := range read {
			games[v.ID] = v
		}
	}
	rows, found := 0, map[string]bool{}
	rulestest.EachLine(t, "../testdata/catalogue/positions.jsonl", func(t *testing.T, row iniRow) {
		v := games[row.Variant]
		switch {
		case v == nil:
			t.Skip("not in the files")
		case row.Variant == "atlantis":
			t.Skip("Fairy-Stockfish writes a wall on a1 behind every move that puts none")
		case row.Variant == "backrank" || row.Variant == "nuclear":
			t.Skip("counts differ from the third half-move on, by promotions to kings and by petrified captures")
		}
		rows, found[v.ID] = rows+1, true
		rulestest.CheckCount(t, rulestest.Position(t, v, row.FEN, 0), row.Count, 2500)
	})
	t.Logf("%d rows of %d games", rows, len(found))
	if len(found) < 20 {
		t.Errorf("only %d games have rows", len(found))
	}
}

// TestINI: sections are derived from others, and what cannot be played is told by its key.
func TestINI(t *testing.T) {
	file := `
# a comment
[hillhouse:crazyhouse]
flagPiece = k
flagRegion = d4 e4 d5 e5

[oneside:hillhouse]
flagRegionBlack = -
[tall]
maxRank = 10
maxFile = 8
king = k
customPiece1 = u:NN
startFen = 4k3/8/8/8/8/8/8/8/8/U3K3 w - - 0 1
[lost:nowhere]
[rest:chess]
shatarMateRule = true
[typo:chess]
flagPeice = k
[letters:chess]
queen = qq
[nonsense:chess]
startFen = 9/8/8/8/8/8/8/8 w - - 0 1
`
	games, err := ReadINI("own.ini", []byte(file))
	var ids []string
	for _, v := range games {
		ids = append(ids, v.ID)
		if _, err := reference.New(v, start(t, v), 0); err != nil {
			t.Errorf("%s: %v", v.ID, err)
		}
		var b bytes.Buffer
		if err := Write(&b, v); err != nil {
			t.Fatal(err)
		}
		if again, err := Read(v.ID+Ext, b.Bytes()); err != nil || !again.Equal(v) {
			t.Errorf("%s is not the same when it is written and read: %v", v.ID, err)
		}
	}
	if got := strings.Join(ids, " "); got != "hillhouse oneside tall" {
		t.Errorf("the games are %s", got)
	}
	for _, want := range []string{
		`own.ini:15: lost cannot be played: the game "nowhere", from which it is derived, is not known`,
		`own.ini:17: rest cannot be played: it needs shatarMateRule = true, which Kirke does not play`,
		`own.ini:19: typo cannot be played: the key flagPeice is not known; did you mean flagPiece?`,
		`own.ini:21: letters cannot be played: queen: "qq" is no letter`,
		`own.ini:22: nonsense cannot be played: Start.Placement: `,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
}

// refusedINI are lines of a game derived from one of Fairy-Stockfish's, with what is said of them.
var refusedINI = []struct{ parent, lines, want string }{
	{"chess", "moveRepetitionIllegal = true", "3: it needs moveRepetitionIllegal = true, which Kirke does not play"},
	{"chess", "chasingRule = axf", "3: it needs chasingRule = axf"},
	{"chess", "countingRule = makruk", "3: it needs countingRule = makruk"},
	{"chess", "nMoveRuleTypes = pn", `3: nMoveRuleTypes: "pn" are not the pawns`},
	{"chess", "nMoveRuleTypesBlack = -", `3: nMoveRuleTypesBlack: "-" are not the pawns`},
	{"chess", "materialCounting = gold", `3: materialCounting: "gold" is not`},
	{"chess", "promotionPieceTypesBlack = -", "3: promotionPieceTypesBlack: "},
	{"chess", "promotionPawnTypesBlack = pn", "3: promotionPawnTypesBlack: the Knight would be a pawn for one side"},
	{"chess", "promotionPawnTypesBlack = -", "3: promotionPawnTypesBlack: the Pawn would be a pawn for one side"},
	{"chess", "passWhite = true\npassOnStalemateBlack = true", "4: passOnStalemateBlack: one side may pass always"},
	{"chess", "pass = true\npassBlack = false\npassOnStalemate = true", "5: passOnStalemate: one side may pass always"},
	{"extinction", "extinctionValue = draw", `3: extinctionValue: "draw" is not win or loss`},
	{"chess", "extinctionPieceTypes = q", "3: extinctionPieceTypes: extinctionValue must say"},
	{"chess", "connectN = 4\nconnectValue = draw", `4: connectValue: "draw" is not win or loss`},
	{"3check", "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 2+5 0 1", `3: startFen: "2+5": both sides must give as many`},
	{"extinction", "extinctionPieceTypes = z", "3: extinctionPieceTypes: there is no piece 'Z'"},
	{"chess", "promotionPieceTypes = xyz", "3: promotionPieceTypes: there is no piece 'X'"},
	{"chess", "castlingRookPieces = x", "3: castlingRookPieces: there is no piece 'X'"},
	{"chess", "promotedPieceType = x:q", `3: promotedPieceType: "X:Q" does not begin with`},
	{"chess", "promotedPieceType = n:x", `3: promotedPieceType: there is no piece "X"`},
	{"chess", "promotionLimit = q:many", `3: promotionLimit: "MANY" is not a number`},
	{"chess", "flagRegionWhite = z9", `3: flagRegionWhite: region "z9": `},
	{"chess", "mobilityRegionWhiteKnigt = e4", "3: the key mobilityRegionWhiteKnigt is not known; " +
		"did you mean mobilityRegionWhiteKnight?"},
	{"chess", "customPiece = n:N", "3: the key customPiece is not known"},
	{"crazyhouse", "dropNoDoubled = pn", `3: dropNoDoubled: "pn" names more than one piece`},
	{"chess", "enPassantTypes = n", `3: enPassantTypes: "n" are not the pawns`},
	{"chess", "twoBoards = true\nflagPeice = k\nmaxRank = 40", "3: it needs twoBoards"},
	{"chess", "twoBoards = true\nflagPeice = k\nmustCapture = maybe", "4: the key flagPeice is not known; " +
		"did you mean flagPiece?"},
	{"chess", "twoBoards = true\nflagPeice = k\nmustCapture = maybe", `5: mustCapture: "maybe" is not true or false`},
	{"chess", "castlingWins = kx", `3: castlingWins: "kx" is not some of the letters`},
	{"chess", "maxRank = 40", "3: the board: "},
}

// TestINIRefused: what Kirke does not play is refused with the line of its key, and is never played as
// another game.
func TestINIRefused(t *testing.T) {
	for _, test := range refusedINI {
		games, err := ReadINI("a.ini", []byte("\n[a:"+test.parent+"]\n"+test.lines))
		line, want, _ := strings.Cut(test.want, ": ")
		want = "a.ini:" + line + ": a cannot be played: " + want
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v\nwant %s", test.lines, err, want)
		}
		if len(games) > 0 {
			t.Errorf("%s: is played", test.lines)
		}
		if n := len(Errors(err)); n > strings.Count(test.lines, "\n")+1 {
			t.Errorf("%s: %d errors:\n%v", test.lines, n, err)
		}
	}
}

// TestINIRead: values that are not those of chess come to the field that they mean.
func TestINIRead(t *testing.T) {
	for _, test := range []struct {
		parent, lines string
		ok            func(v *rules.Variant) bool
	}{
		{"makruk", "", func(v *rules.Variant) bool { return len(v.Notes) == 1 }},
		{"xiangqi", "", func(v *rules.Variant) bool { return len(v.Notes) == 1 }},
		{"chess", "enPassantTypes = p\nenPassantTypesBlack = -", func(v *rules.Variant) bool {
			return v.Pawns.EnPassant == board.Regions{White: "*", Black: "-"}
		}},
		{"xiangqi", "materialCounting = janggi\npass = true\nbikjangRule = true\nflyingGeneral = false",
			func(v *rules.Variant) bool {
				return v.Check.Bikjang && v.End.Bonus == 3 && v.Type(v.TypeOf('R')).Points == 13
			}},
		{"chess", "enPassantTypes =", func(v *rules.Variant) bool { return v.Notes == nil }},
		{"chess", "passWhite = true\npassOnStalemateWhite = true",
			func(v *rules.Variant) bool { return v.Passing == rules.Passing{White: true} }},
		{"chess", "pass = true\npassBlack = false",
			func(v *rules.Variant) bool { return v.Passing == rules.Passing{White: true} }},
		{"3check", "startFen = 4k3/8/8/8/8/8/8/4K3 w - - 5+5 0 1",
			func(v *rules.Variant) bool { return v.Check.Count == 5 }},
		{"3check", "startFen = +4k3/8/8/8/8/8/8/4K3 w - - 0 1", nil},
		{"placement", "knight = s\nstartFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBSSkqrrbbss] w - - 0 1",
			func(v *rules.Variant) bool { return v.Drops.Bishops == "B" }},
		{"placement", "bishop = s\nstartFen = 8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRSSNNkqrrssnn] w - - 0 1",
			func(v *rules.Variant) bool { return v.Drops.Bishops == "S" }},
		{"chess", "promotionPawnTypesBlack = ps\nsoldier = s\n" +
			"startFen = rnbqkbnr/ssssssss/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			func(v *rules.Variant) bool { return v.Type(v.TypeOf('S')).Pawn && v.Type(v.TypeOf('P')).Pawn }},
		{"kingofthehill", "maxRank = 4\nstartFen = rnbqkbnr/8/8/RNBQKBNR w - - 0 1\nflagRegion = e4",
			func(v *rules.Variant) bool { return v.Goal.Zone.White == "e4" }},
	} {
		games, err := ReadINI("a.ini", []byte("[a:"+test.parent+"]\n"+test.lines))
		switch {
		case test.ok == nil:
			if err == nil {
				t.Errorf("%s: is read", test.lines)
			}
		case err != nil:
			t.Errorf("%s: %v", test.lines, err)
		case !test.ok(games[0]):
			t.Errorf("%s: %+v", test.lines, games[0])
		}
	}
}

// TestINIChess: a game derived from chess without a change is chess, and the fast kernel plays it.
func TestINIChess(t *testing.T) {
	games, err := ReadINI("a.ini", []byte("[a:chess]"))
	if err != nil {
		t.Fatal(err)
	}
	chess, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	v := games[0].Clone()
	v.ID, v.Aliases, v.Name, v.Summary, v.Notes = chess.ID, chess.Aliases, chess.Name, chess.Summary, chess.Notes
	if !v.Equal(chess) {
		t.Errorf("%+v\nis not\n%+v", v, chess)
	}
	for _, game := range []string{"chess", "crazyhouse", "kingofthehill", "3check", "atomic", "antichess"} {
		games, err := ReadINI("a.ini", []byte("[a:"+game+"]"))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bitboard.New(games[0], start(t, games[0]), 0); err != nil {
			t.Errorf("%s: %v", game, err)
		}
	}
}

// start returns the starting position of v.
func start(t *testing.T, v *rules.Variant) rules.Setup {
	t.Helper()
	s, err := v.StartSetup(rules.StartOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// FuzzReadINI: no file makes the reader panic, and the games that it reads begin.
func FuzzReadINI(f *testing.F) {
	f.Add(builtInINI)
	f.Add([]byte("[a:chess]\npromotedPieceType = p:q\npromotionLimit = q:x\nflagRegion = z9 *\n[b:a]\nmaxFile = 12"))
	f.Fuzz(func(t *testing.T, data []byte) {
		games, _ := ReadINI("fuzz.ini", data)
		for _, v := range games[:min(len(games), 3)] {
			if v.Size.Area() > 100 || len(v.Army) > 10 {
				continue
			}
			s, err := v.StartSetup(rules.StartOptions{})
			if err != nil {
				continue
			}
			if p, err := reference.New(v, s, rules.AnyDefect); err == nil {
				p.LegalMoves(nil)
			}
		}
	})
}
