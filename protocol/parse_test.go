package protocol

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

func start(t testing.TB, id string) kirke.Position {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestParseGo(t *testing.T) {
	p := start(t, "seirawan")
	e4, _ := p.ParseMove("e4")
	gate, _ := p.ParseMove("Nf3/H")
	clocks := func(white, black, inc time.Duration) engine.Limits {
		return engine.Limits{Left: [2]time.Duration{white, black}, Increment: [2]time.Duration{inc, inc}}
	}
	timed := clocks(time.Minute, 30*time.Second, time.Second)
	timed.MovesToGo = 12
	for _, c := range []struct {
		text   string
		want   goCommand
		errors int
	}{
		{"", goCommand{}, 0},
		{"depth 5", goCommand{Limits: engine.Limits{Depth: 5}}, 0},
		{"depth 0", goCommand{Limits: engine.Limits{Depth: 1}}, 0},
		{"depth 9999", goCommand{Limits: engine.Limits{Depth: engine.MaxPly}}, 0},
		{"nodes 1000 mate 3", goCommand{Limits: engine.Limits{Nodes: 1000, Mate: 3}}, 0},
		{"wtime 60000 btime 30000 winc 1000 binc 1000 movestogo 12", goCommand{Limits: timed}, 0},
		{"ponder wtime -20 btime 1", goCommand{Limits: engine.Limits{Ponder: true,
			Left: [2]time.Duration{time.Millisecond, time.Millisecond}}}, 0},
		{"movetime 250", goCommand{Limits: engine.Limits{MoveTime: 250 * time.Millisecond}}, 0},
		{"infinite depth 3", goCommand{infinite: true}, 0},
		{"infinite searchmoves e2e4 g1f3h", goCommand{Limits: engine.Limits{Moves: []kirke.Move{e4, gate}},
			infinite: true},
			0},
		{"searchmoves e2e4 e2e5 g1f3h depth 3", goCommand{Limits: engine.Limits{Depth: 3,
			Moves: []kirke.Move{e4, gate}}},
			1},
		{"perft 3", goCommand{perft: 3}, 0},
		{"depth", goCommand{}, 1},
		{"depth x nodes 5", goCommand{Limits: engine.Limits{Nodes: 5}}, 1},
		{"quickly nodes 5 99999999999999999999", goCommand{Limits: engine.Limits{Nodes: 5}}, 2},
	} {
		got, errs := parseGo(c.text, p)
		if diff := cmp.Diff(c.want, got, cmp.AllowUnexported(goCommand{})); diff != "" || len(errs) != c.errors {
			t.Errorf("go %s: %v, errors %v\n%s", c.text, got, errs, diff)
		}
	}
}

func TestParseLevel(t *testing.T) {
	for text, want := range map[string]level{
		"40 5 0":     {40, 5 * time.Minute, 0},
		"40 0:30 0":  {40, 30 * time.Second, 0},
		"0 2 12":     {0, 2 * time.Minute, 12 * time.Second},
		"0 1 0.1":    {0, time.Minute, 100 * time.Millisecond},
		"40 25+5 0":  {40, 25 * time.Minute, 0},
		"0 0:01.5 0": {0, 1500 * time.Millisecond, 0},
	} {
		if got, err := parseLevel(text); err != nil || got != want {
			t.Errorf("level %s: %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "40 5", "x 5 0", "40 x 0", "40 5 x", "-1 5 0", "0 5 -1", "0 1 NaN", "0 +Inf 0",
		"1 2 3 4"} {
		if got, err := parseLevel(text); err == nil {
			t.Errorf("level %q is read as %v", text, got)
		}
	}
	l := level{moves: 40}
	for made, want := range map[int]int{0: 40, 1: 39, 39: 1, 40: 40, 85: 35} {
		if got := l.left(made); got != want {
			t.Errorf("after %d moves %d are left of 40, want %d", made, got, want)
		}
	}
}

func TestParseSetOption(t *testing.T) {
	for text, want := range map[string][2]string{
		"name Hash value 64":              {"Hash", "64"},
		"name Clear Hash":                 {"Clear Hash", ""},
		"name VariantPath value a b.ini":  {"VariantPath", "a b.ini"},
		"name UCI_Variant value seirawan": {"UCI_Variant", "seirawan"},
		"name\tHash  value\t64 ":          {"Hash", "64"},
		"name Debug Log File value a  b":  {"Debug Log File", "a  b"},
		"name A B value value 3":          {"A B", "value 3"},
	} {
		if name, value, err := parseSetOption(text); err != nil || name != want[0] || value != want[1] {
			t.Errorf("setoption %s: %q, %q, %v", text, name, value, err)
		}
	}
	for _, text := range []string{"", "Hash", "value 3", "name"} {
		if _, _, err := parseSetOption(text); err == nil {
			t.Errorf("setoption %q is read", text)
		}
	}
}

// TestFlipped: flipping twice gives the same position, and flipping keeps the number of moves.
func TestFlipped(t *testing.T) {
	for _, v := range kirke.Variants() {
		p, err := kirke.Start(v, kirke.Seed(7))
		if err != nil {
			t.Fatal(err)
		}
		for i := range 12 {
			fen := p.FEN()
			if turned := flipped(fen, v.Gating.Imaginary); turned != "" {
				q, err := kirke.FromFEN(v, turned)
				if err != nil {
					t.Errorf("%s: %s is turned into %s: %v", v.ID, fen, turned, err)
					break
				}
				back, err := kirke.FromFEN(v, flipped(q.FEN(), v.Gating.Imaginary))
				if err != nil || back.FEN() != fen || q.Perft(1) != p.Perft(1) {
					t.Errorf("%s: %s is turned into %s and that into %v, %v", v.ID, fen, q.FEN(), back, err)
				}
			}
			moves := p.AppendLegalMoves(nil)
			if p, err = p.Play(moves[i*5%len(moves)]); err != nil || p.Outcome().Over() {
				break
			}
		}
	}
}

// TestChess960Form: some games have a Chess960 form.
func TestChess960Form(t *testing.T) {
	for id, want := range map[string]string{
		"chess": "chess960", "seirawan": "seirawan960", "circe": "chess960+circe",
		"seirawan+circe": "seirawan960+circe", "sissa": "", "cetran1": "",
	} {
		v, err := kirke.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if v := chess960Form(v); v != nil {
			got = v.ID
		}
		if got != want {
			t.Errorf("%s becomes %q, want %q", id, got, want)
		}
	}
}
