package variantfile_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/variantfile"
)

// games are the examples in docs/games, with the number of positions after one, two and three
// half-moves. Those of gryphons are Kirke's own; the others are Fairy-Stockfish's.
var games = map[string][3]uint64{
	"own-chancellor":   {24, 576, 15896},
	"own-grasshopper":  {28, 782, 22314},
	"own-gryphons":     {20, 400, 8834},
	"own-hoppelpoppel": {20, 400, 9034},
	"own-janus":        {28, 782, 24747},
	"own-joust":        {8, 62, 356},
	"own-modern":       {24, 576, 15831},
	"own-nightrider":   {24, 576, 15586},
	"own-pawnsideways": {20, 400, 10022},
	"own-pocketknight": {52, 2565, 88617},
	"own-squatter":     {20, 400, 8902},
	"own-twokings":     {20, 400, 8682},
}

// TestGames: the examples are short, and are the games that they are called.
func TestGames(t *testing.T) {
	files, err := filepath.Glob("../docs/games/*" + variantfile.Ext)
	if err != nil || len(files) != len(games) {
		t.Fatalf("there are %d files, and %d are known (%v)", len(files), len(games), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); n >= 40 {
			t.Errorf("%s has %d lines", file, n)
		}
		v, err := variantfile.Read(file, text)
		if err != nil {
			t.Error(err)
			continue
		}
		if err := rules.Register(v); err != nil {
			t.Error(err)
		}
		p, err := kirke.Start(v)
		if err != nil {
			t.Error(err)
			continue
		}
		for depth, want := range games[v.ID] {
			if got := rules.Perft(p.Rules(), nil, depth+1); got != want {
				t.Errorf("%s: perft %d is %d, not %d", v.ID, depth+1, got, want)
			}
		}
	}
}
