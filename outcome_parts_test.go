package kirke_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// TestOutcomesOfParts: what the parts of a variant say of an end is what the game's outcome is.
func TestOutcomesOfParts(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		change    func(*rules.Variant)
		want      string
	}{
		{"goal", "8/8/8/4K3/8/8/8/k7 b - - 0 1", func(v *rules.Variant) {
			v.Goal.Types, v.Goal.Zone.White, v.Goal.Zone.Black = "K", "e5", "e5"
		}, "1-0 (goal reached)"},
		{"stalemate wins", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", func(v *rules.Variant) { v.End.Stalemate = rules.Win },
			"0-1 (stalemate)"},
		{"stalemate loses", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", func(v *rules.Variant) { v.End.Stalemate = rules.Loss },
			"1-0 (stalemate)"},
		{"mate wins", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", func(v *rules.Variant) { v.End.Mate = rules.Win },
			"0-1 (mate)"},
		{"fewer pieces", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", func(v *rules.Variant) {
			v.End.Stalemate, v.End.StalemateCount = rules.Win, true
		}, "0-1 (stalemate)"},
		{"fewer pieces alone", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", func(v *rules.Variant) {
			v.End.StalemateCount = true
		}, "0-1 (stalemate)"},
		{"more pieces", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", func(v *rules.Variant) {
			v.End.Stalemate, v.End.StalemateCount = rules.Loss, true
		}, "1-0 (stalemate)"},
		{"as many pieces", "8/8/8/8/8/8/p1K4P/k7 b - - 0 1", func(v *rules.Variant) {
			v.End.StalemateCount = true
		}, "1/2-1/2 (stalemate)"},
		{"extinction", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", func(v *rules.Variant) { v.Extinction.Types = "R" },
			"1-0 (extinction)"},
		{"checks", "4k3/8/8/8/8/8/8/R3K3 w - - 0+3 0 1", func(v *rules.Variant) { v.Check.Count = 3 },
			"1-0 (checks given)"},
		{"row", "4k3/8/8/8/8/PPP5/8/4K3 b - - 0 1", func(v *rules.Variant) { v.Row.Length, v.Row.Types = 3, "P" },
			"1-0 (row completed)"},
		{"drawn odds", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", func(v *rules.Variant) { v.End.Drawn = "black" },
			"0-1 (stalemate)"},
	} {
		v, err := rules.Lookup("chess")
		if err != nil {
			t.Fatal(err)
		}
		v.ID = "outcome-of-parts"
		c.change(v)
		p, err := kirke.FromFEN(v, c.fen)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := p.Outcome().String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestPerpetualCheckLoses: of a repetition in which one side checks with every move, that side is
// the loser.
func TestPerpetualCheckLoses(t *testing.T) {
	v, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	v.ID = "perpetual-loses"
	v.End.NoClaims, v.End.Perpetual = true, true
	p, err := kirke.FromFEN(v, "7k/8/8/8/8/8/q7/4Q2K w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	g := kirke.NewGame(p)
	for _, text := range strings.Fields("e1e8 h8g7 e8e7 g7h8 e7e8 h8g7 e8e7 g7h8 e7e8 h8g7") {
		if g.Outcome().Over() {
			break
		}
		m, err := g.Position().ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	if got := g.Outcome().String(); got != "0-1 (perpetual check)" {
		t.Errorf("%s, want 0-1 (perpetual check)", got)
	}
}

// TestRepetitionsOfBuiltInGames: who checks for ever loses in xiangqi, a third repetition is decided by
// points in janggi and a draw in its traditional rules, and no player claims a draw by one where the game
// says itself what a repetition is worth.
func TestRepetitionsOfBuiltInGames(t *testing.T) {
	const kings = "%s/9/4k4/9/9/9/9/9/3K5/%s w - - 0 1"
	for _, c := range []struct{ id, fen, moves, want string }{
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1", "f1f10 d10d9 f10f9 d9d10 f9f10", "0-1 (perpetual check)"},
		{"xiangqi", "3k5/9/9/9/9/9/9/9/9/4KR3 w - - 0 1", "f1g1 d10d9 g1f1 d9d10 f1g1", "1/2-1/2 (repetition)"},
		{"janggi", fmt.Sprintf(kings, "9", "8R"), "i1h1 e8f8 h1i1 f8e8 i1h1", "1-0 (repetition)"},
		{"janggi", fmt.Sprintf(kings, "r8", "8R"), "i1h1 e8f8 h1i1 f8e8 i1h1", "0-1 (repetition)"}, // 13 and 14.5
		{"janggitraditional", fmt.Sprintf(kings, "9", "8R"), "i1h1 e8f8 h1i1 f8e8 i1h1", "1/2-1/2 (repetition)"},
		{"shogi", "4k4/9/9/9/9/9/9/9/4K4[-] w - - 0 1", "e1d1 e9d9 d1e1 d9e9 e1d1", "1/2-1/2 (repetition)"},
	} {
		v, err := rules.Lookup(c.id)
		if err != nil {
			t.Fatal(err)
		}
		p, err := kirke.FromFEN(v, c.fen)
		if err != nil {
			t.Fatal(err)
		}
		g, moves := kirke.NewGame(p), strings.Fields(c.moves)
		if err := g.PlayText(moves[0]); err != nil {
			t.Fatal(err)
		}
		for i := 0; i < 20 && !g.Outcome().Over(); i++ { // round and round, from the second move
			if claims := g.Claims(); len(claims) > 0 {
				t.Errorf("%s: %v may be claimed", c.id, claims)
			}
			if err := g.PlayText(moves[1+i%4]); err != nil {
				t.Fatal(err)
			}
		}
		if got := g.Outcome().String(); got != c.want {
			t.Errorf("%s, %s: %s, want %s", c.id, c.moves, got, c.want)
		}
		if n, times := g.Repetitions(), v.End.Repeats(); n != times {
			t.Errorf("%s ends with repetition %d, not %d", c.id, n, times)
		}
	}
}
