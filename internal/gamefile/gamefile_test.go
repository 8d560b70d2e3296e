package gamefile

import "testing"

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
