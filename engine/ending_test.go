package engine_test

import (
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// TestEndings: the search knows by what the games of the catalogue are won.
func TestEndings(t *testing.T) {
	for _, c := range []struct{ variant, fen, best string }{
		{"atomic", "r1bqkb1r/pppp1ppp/2n5/4p1N1/4n3/8/PPPP1PPP/RNBQKB1R w KQkq - 0 1", "g5f7"},
		{"kingofthehill", "7k/p7/8/8/8/2K5/P7/8 w - - 0 1", "c3d4"},
		{"3check", "4k3/8/8/8/8/8/4P3/R3K3 w - - 1+3 0 1", "a1a8"},
		{"racingkings", "8/k6K/8/8/8/8/8/8 b - - 0 1", "a7b8"},
		{"extinction", "1nbqk3/p7/2r5/8/8/8/1P6/1NRQKB2 w - - 0 1", "c1c6"},
		{"breakthrough", "8/P6p/8/8/8/8/p7/8 w - - 0 1", "a7a8"},
		{"crazyhouse", "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7"},
	} {
		v, err := kirke.Lookup(c.variant)
		if err != nil {
			t.Error(err)
			continue
		}
		p, err := kirke.FromFEN(v, c.fen)
		if err != nil {
			t.Errorf("%s: %v", c.variant, err)
			continue
		}
		e := engine.New(engine.Options{Threads: 1, Hash: 16})
		r, err := e.Search(t.Context(), kirke.NewGame(p), engine.Limits{Depth: 4}, nil)
		if err != nil {
			t.Errorf("%s: %v", c.variant, err)
			continue
		}
		text := p.MoveText(r.Move, kirke.UCI)
		moves, mate := r.Score.Mate()
		if !mate || moves < 1 || text != c.best && moves != 1 {
			t.Errorf("%s: %s %v, want %s and a won game\n%s", c.variant, text, r.Score, c.best, c.fen)
		}
	}
}
