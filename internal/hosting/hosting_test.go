package hosting_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/hosting"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/variantfile"
)

// rider is a piece that rides in all directions at once.
const rider = "QNNCCZZDDAAHHGG"

// full returns a position of a board of 16x16 with so many full ranks of riders on each side.
func full(ranks int) string {
	all := []string{"k" + strings.Repeat("a", 15)}
	for range ranks - 1 {
		all = append(all, strings.Repeat("a", 16))
	}
	for range 16 - 2*ranks {
		all = append(all, "16")
	}
	for range ranks - 1 {
		all = append(all, strings.Repeat("A", 16))
	}
	return strings.Join(append(all, "K"+strings.Repeat("A", 15)), "/")
}

// army returns tables of pieces with the letters from A to a letter, but K, which all move alike.
func army(to byte, betza string) string {
	var b strings.Builder
	for c := byte('A'); c <= to; c++ {
		if c != 'K' {
			fmt.Fprintf(&b, "[[pieces]]\nname = \"Piece %c\"\nletter = \"%c\"\nbetza = \"%s\"\n", c, c, betza)
		}
	}
	return b.String()
}

const king = "[[pieces]]\nname = \"King\"\n"

// TestHostileGames: a game that costs too much is refused with a sentence at the part that causes it.
func TestHostileGames(t *testing.T) {
	for _, test := range []struct {
		name, file string
		key, says  string
		measured   bool // it takes playing to see
	}{
		{name: "16x16 full of riders with drops",
			file: "size = \"16x16\"\n" + king + army('A', rider) + "[start]\nplacement = \"" + full(7) +
				"\"\nhand = \"AAaa\"\n[drops]\nactive = true\ncaptured = true\n",
			key: "start.placement", says: "at most 128 pieces on the board and in hand, and this one with 228"},
		{name: "many in hand",
			file: "extends = \"crazyhouse\"\n[start]\nhand = \"" + strings.Repeat("Qq", 100) + "\"\n",
			key:  "start.hand", says: "at most 128 pieces"},
		{name: "many paths",
			file: "size = \"16x16\"\n" + king + army('J', rider) + "[start]\nplacement = \"" + full(2) + "\"\n",
			key:  "pieces[Piece A].betza", says: "have 3528 paths together"},
		{name: "many types in hand",
			file: "size = \"16x16\"\n" + king + army('N', "F") + "[start]\nplacement = \"k15/" +
				strings.Repeat("16/", 14) + "K15\"\nhand = \"ABCDEFGHIJLMNabcdefghijlmn\"\n[drops]\nactive = true\n",
			key: "drops", says: "13 types in hand on 256 squares are 3328 possible drops"},
		{name: "many moves of riders",
			file: "size = \"16x16\"\n" + king + "royal = false\n" + army('A', rider) +
				"[start]\nplacement = \"k15/" + strings.Repeat("16/", 6) +
				strings.Repeat("a", 16) + "/" + strings.Repeat("A", 16) + "/" + strings.Repeat("A", 16) + "/" +
				strings.Repeat("16/", 5) + "K15\"\n[capture]\nimmune = \"A\"\n",
			key: "pieces[Piece A].betza", says: "moves, ", measured: true},
		{name: "slow positions",
			file: "size = \"16x16\"\n" + king + army('C', "QNNCC") + "[start]\nplacement = \"15k/" +
				strings.Repeat("16/", 14) + "K15\"\nhand = \"" + strings.Repeat("ABCabc", 20) +
				"\"\n[drops]\nactive = true\nno-mate = \"A\"\n",
			key: "pieces[Piece A].betza", says: "a position takes", measured: true},
		{name: "over at once",
			file: "extends = \"chess\"\ncastling = false\n" +
				"[start]\nplacement = \"k7/2Q5/1K6/8/8/8/8/8\"\nblack = true\n",
			key: "start.placement", says: "over at the start", measured: true},
		{name: "the name of another game", file: "extends = \"chess\"\nname = \"Crazy House\"\n",
			key: "name", says: "Crazyhouse is a game of Kirke"},
		{name: "text that turns around", file: "extends = \"chess\"\nname = \"Chess\u202e2\"\n",
			key: "name", says: "U+202E, which cannot be seen"},
		{name: "long name", file: "extends = \"chess\"\nname = \"" + strings.Repeat("x", 61) + "\"\n",
			key: "name", says: "at most 60 characters"},
		{name: "long summary",
			file: "extends = \"chess\"\nname = \"x\"\nsummary = \"" + strings.Repeat("x", 301) + "\"\n",
			key:  "summary", says: "at most 300 characters"},
		{name: "many notes",
			file: "extends = \"chess\"\nname = \"x\"\nnotes = [" + strings.Repeat("\"x\",", 21) + "]\n",
			key:  "notes", says: "at most 20 notes"},
		{name: "large drawing", file: "extends = \"chess\"\nname = \"x\"\n[[pieces]]\nname = \"Rook\"\npicture = \"M" +
			strings.Repeat("1 ", 2500) + "\"\n", key: "pieces[Rook].picture", says: "at most 4000 characters"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			measure := func(v *rules.Variant) []*rules.FieldError {
				if !test.measured {
					t.Error("Check takes it")
				}
				_, wrong, err := hosting.Measure(context.Background(), v)
				if err != nil {
					t.Error(err)
				}
				return wrong
			}
			_, err := variantfile.Read("game", []byte(test.file), hosting.Check, measure)
			for _, err := range variantfile.Errors(err) {
				e, ok := errors.AsType[*variantfile.Error](err)
				if ok && e.Key == test.key && strings.Contains(e.Problem, test.says) && e.Line > 0 {
					return
				}
			}
			t.Errorf("not %s: %s, but %v", test.key, test.says, err)
		})
	}
}

// TestNobodyWaits: measuring ends when nobody waits for it any more.
func TestNobodyWaits(t *testing.T) {
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := hosting.Measure(ctx, v); err == nil {
		t.Error("nobody waits, and it is measured")
	}
}

// TestGamesAreTaken: a site takes all games of Kirke, under other names, and those of the examples.
func TestGamesAreTaken(t *testing.T) {
	all := append(rules.All(), rules.Catalogue()...)
	files, err := filepath.Glob("../../docs/games/*" + variantfile.Ext)
	if err != nil || len(files) < 12 {
		t.Fatalf("there are %d examples: %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v, err := variantfile.Read(file, data)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	for _, v := range all {
		v.Name = "Own " + v.Name
		if wrong := hosting.Check(v); len(wrong) > 0 {
			t.Errorf("%s: %s: %v", v.ID, wrong[0].Field, wrong[0])
		}
		if testing.Short() {
			continue
		}
		report, wrong, err := hosting.Measure(context.Background(), v)
		if err != nil || len(wrong) > 0 {
			t.Errorf("%s: %v %v (%+v)", v.ID, err, wrong, report)
		}
	}
}
