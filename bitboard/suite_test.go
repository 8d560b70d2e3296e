package bitboard_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestVariants holds this kernel to the suite the reference kernel passes.
func TestVariants(t *testing.T) {
	for _, v := range rules.All() {
		s, err := v.Start(rules.Draw{})
		if err != nil {
			t.Fatal(err)
		}
		var unplayable *bitboard.UnplayableError
		if _, err := bitboard.New(v, s, 0); errors.As(err, &unplayable) {
			continue
		}
		t.Run(v.ID, func(t *testing.T) { rulestest.RunKernel(t, v, bitboard.New) })
	}
}

// TestUnplayableNamesTheReason: what this kernel does not play it says so of.
func TestUnplayableNamesTheReason(t *testing.T) {
	for id, want := range map[string]string{
		"cetran3":                "cetran3 is not played on sets: its board has more than 128 squares",
		"siceirawan+progressive": "siceirawan+progressive is not played on sets: men on imaginary squares and series of moves",
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bitboard.New(v, rules.NewSetup(v), rules.AnyProblem); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %q", id, err, want)
		}
	}
}

// TestUnplayablePositions: odd setups are left to the reference kernel, for a reason.
func TestUnplayablePositions(t *testing.T) {
	chess, err := rules.Lookup("chess")
	if err != nil {
		t.Fatal(err)
	}
	crowd := *chess
	crowd.Size = board.Size{Files: 16, Ranks: 8}
	crowd.Castling = rules.Castling{}
	full := strings.Repeat("Q", 16)
	crowd.Array.Placement = "k15/" + strings.Repeat(full+"/", 6) + "K" + full[1:]
	for _, c := range []struct {
		v         *rules.Variant
		placement string
		want      string
	}{
		{&crowd, crowd.Array.Placement, "chess is not played on sets: a side has more men than there is room for"},
		{chess, "8/8/8/3kK3/8/8/8/8", "chess is not played on sets: the kings touch"},
		{chess, "8/8/8/3k4/8/8/8/KK6", "chess is not played on sets: a side has more than one king"},
	} {
		s := rules.NewSetup(c.v)
		if s.Board, err = c.v.ParsePlacement(c.placement); err != nil {
			t.Fatal(err)
		}
		if _, err := bitboard.New(c.v, s, rules.AnyProblem); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %q", c.placement, err, c.want)
		}
		p, err := kirke.FromSetup(c.v, s, kirke.Forgive(rules.AnyProblem))
		if err != nil {
			t.Fatal(err)
		}
		if want, err := rules.New(c.v, s, rules.AnyProblem); err != nil || p.Perft(1) != want.Perft(1) {
			t.Errorf("%s: %d moves, reference %d (%v)", c.placement, p.Perft(1), want.Perft(1), err)
		}
	}
}
