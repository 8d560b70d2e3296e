package bitboard_test

import (
	"errors"
	"testing"

	"github.com/kirke-chess/kirke/bitboard"
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
