package match

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/kirke-chess/kirke"
)

// installed returns the path of a program, or skips the test.
func installed(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if path, err = exec.LookPath(filepath.Join("/usr/games", name)); err != nil {
			t.Skipf("%s is not here", name)
		}
	}
	return path
}

// TestPeers: well-known engines play whole games with each other, from random openings and from
// positions, and every game ends by the rules.
func TestPeers(t *testing.T) {
	if testing.Short() {
		t.Skip("real engines are not run in short tests")
	}
	positions := Listed([]Opening{
		{Start: position(t, "seirawan", "r1bqkbnr/pppppppp/2n5/8/8/5N2/PPPPPPPP/RNBQKB1R[HEhe] w KQBCDFkqcdfg - 2 2")},
		{Start: position(t, "seirawan", "rnbqk2r/ppppbppp/4pn2/8/2B1P3/5N2/PPPP1PPP/RNBQK2R[HEhe] b KQBCDkqbcd - 3 4")},
	})
	random := func(id string) Book {
		return Random(func(int) (kirke.Position, error) { return startOf(t, id), nil }, 6, 11)
	}
	cases := []struct {
		name     string
		book     Book
		one, two Engine
	}{
		{"seirawan from random openings", random("seirawan"), Engine{Command: []string{"fairy-stockfish"}},
			Engine{Command: []string{"sjaakii"}, Protocol: XBoard}},
		{"seirawan from positions", positions, Engine{Command: []string{"fairy-stockfish"}},
			Engine{Command: []string{"sjaakii"}, Protocol: XBoard}},
		{"sjaak in UCI", positions, Engine{Command: []string{"sjaakii"}, Protocol: UCI},
			Engine{Command: []string{"sjaakii"}, Protocol: XBoard}},
		{"fairymax", random("seirawan"), Engine{Command: []string{"fairymax"}, Protocol: XBoard},
			Engine{Command: []string{"fairy-stockfish"}}},
		{"chess", random("chess"), Engine{Command: []string{"gnuchess", "--uci"}},
			Engine{Command: []string{"stockfish"}}},
		{"chess960", Listed([]Opening{{Start: position(t, "chess960",
			"nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w KQkq - 0 1")}}),
			Engine{Command: []string{"fairy-stockfish"}}, Engine{Command: []string{"stockfish"}}},
	}
	ends := []string{"mate", "stalemate", "dead position", "threefold repetition", "fifty moves"}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, e := range []*Engine{&c.one, &c.two} {
				e.Command[0] = installed(t, e.Command[0])
			}
			c.two.Limit.Depth = 2
			m := Match{Engines: [2]Engine{c.one, c.two}, Games: 2, Book: c.book,
				Referee: Referee{Limit: Limit{Depth: 4}}}
			records, each := collect()
			s, err := m.Run(t.Context(), each)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range *records {
				if !slices.Contains(ends, r.Ending) {
					t.Errorf("game %d ended by %q after %d half-moves: %s", r.Number, r.Ending, r.Game.Ply(), r.Detail)
				}
			}
			t.Logf("%s %+v %v", s.Names, s.Tally(), s.Endings)
		})
	}
}

func position(t *testing.T, id, fen string) kirke.Position {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.FromFEN(v, fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
