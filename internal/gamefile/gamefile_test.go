package gamefile

import (
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
)

func TestGuess(t *testing.T) {
	cases := []struct{ name, head, want string }{
		{"a.pgn", "{", PGN},
		{"a.JSON", "", JSON},
		{"x", `  {"variant"`, JSON},
		{"x", "[Event \"?\"]", PGN},
		{"x", "1. e4 e5", PGN},
		{"x", "// Variant: sissa", Courier},
		{"x", "1. P e2-e4\n", Courier},
		{"x", "p e7-e5", Courier},
		{"x", "8/8/8/8/8/8/8/8 w - - 0 1", FEN},
		{"x.fen", "", FEN},
		{"x", "", PGN},
	}
	for _, c := range cases {
		if got := Guess(c.name, []byte(c.head)); got != c.want {
			t.Errorf("%s with %q is guessed to be %q, want %q", c.name, c.head, got, c.want)
		}
	}
}

// FuzzJSONGame: a line of JSON is a game or an error.
func FuzzJSONGame(f *testing.F) {
	f.Add([]byte(`{"variant":"chess","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",` +
		`"uci":["e2e4"],"san":["e4"]}`))
	f.Add([]byte(`{"variant":"seirawan","rulesVersion":1,"start":"","moves":[{"san":"e4"}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		g, err := JSONGame(line, nil)
		if (g == nil) == (err == nil) {
			t.Errorf("a game %v and an error %v", g, err)
		}
	})
}

// TestPlayAll: moves with spaces are read whole, and what stands between moves stays apart.
func TestPlayAll(t *testing.T) {
	cases := []struct{ variant, line, want string }{
		{"chess", "1. e4 e5 2. Nf3", "e2e4 e7e5 g1f3"},
		{"chess", "1.e4 ... e5 1/2-1/2", "e2e4 e7e5"},
		{"chess", "P e2-e4 P e7-e5", "e2e4 e7e5"},
		{"chess", "e4 -- d4", "e2e4 0000 d2d4"},
		{"chess", "0000 e5 0000 pass", "0000 e7e5 0000 0000"},
		{"janggi", "Pa5 -- Pe5", "a4a5 e9e9 e4e5"},
		{"crazyhouse", "e4 d5 exd5 Qxd5 P@h4 a6", "e2e4 d7d5 e4d5 d8d5 P@h4 a7a6"},
		{"crazyhouse", "e4 d5 exd5 Qxd5 3. P@h4 h5", "e2e4 d7d5 e4d5 d8d5 P@h4 h7h5"},
	}
	for _, c := range cases {
		v, err := kirke.Lookup(c.variant)
		if err != nil {
			t.Fatal(err)
		}
		p, err := kirke.Start(v)
		if err != nil {
			t.Fatal(err)
		}
		g := kirke.NewGame(p)
		if err := PlayAll(g, c.line); err != nil {
			t.Errorf("%s: %v", c.line, err)
			continue
		}
		var moves []string
		for n := range g.Line() {
			moves = append(moves, notation.UCI(v, n.Move()))
		}
		if got := strings.Join(moves, " "); got != c.want {
			t.Errorf("%s is read as %s, want %s", c.line, got, c.want)
		}
	}
}
