package variantfile

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

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
	data := [][]byte{builtInINI}
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
bikjangRule = true
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
		`own.ini:16: rest cannot be played: it needs bikjangRule = true, which Kirke does not play`,
		`own.ini:18: typo cannot be played: the key flagPeice is not known`,
		`own.ini:20: letters cannot be played: queen: "qq" is no letter`,
		`own.ini:22: nonsense cannot be played: Start.Placement: `,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
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
