package bitboard_test

import (
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// TestMain plays fewer random games by default, so that the tests take a few seconds.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "30")
	m.Run()
}

// TestVariants holds this kernel to the suite the reference kernel passes.
func TestVariants(t *testing.T) {
	for _, v := range slices.Concat(rules.All(), rules.Catalogue()) {
		s, err := v.StartSetup(rules.StartOptions{})
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

// TestCatalogue holds this kernel to what Fairy-Stockfish finds in the games that both play.
func TestCatalogue(t *testing.T) {
	games := map[string]bool{}
	rulestest.EachLine(t, "../testdata/catalogue/positions.jsonl", func(t *testing.T, row rulestest.Count) {
		v, err := rules.Lookup(row.Variant)
		if err != nil {
			t.Skip(err)
		}
		s := rulestest.Position(t, v, row.FEN, 0).Setup()
		p, err := bitboard.New(v, s, 0)
		var unplayable *bitboard.UnplayableError
		if errors.As(err, &unplayable) {
			t.Skip(err)
		}
		games[v.ID] = true
		rulestest.CheckCount(t, p, row, 100_000)
	})
	for _, id := range catalogue {
		if !games[id] {
			t.Errorf("%s has no row that this kernel plays", id)
		}
	}
}

// TestUnplayableNamesTheReason: what this kernel does not play it says so of.
func TestUnplayableNamesTheReason(t *testing.T) {
	for id, want := range map[string]string{
		"cetran3": "cetran3 is not played on bitboards: its board has more than 128 squares",
		"siceirawan+progressive": "siceirawan+progressive is not played on bitboards: " +
			"it does not know several moves in a turn together with imaginary squares",
	} {
		v, err := rules.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bitboard.New(v, rules.NewSetup(v), rules.AnyDefect); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %q", id, err, want)
		}
	}
}

// TestUnknownChoice: a rule that nobody has added to the lists of package traits is left to the
// reference kernel.
func TestUnknownChoice(t *testing.T) {
	v, err := rules.Lookup("circe")
	if err != nil {
		t.Fatal(err)
	}
	v.Aftermath.Where = 100
	const want = "circe is not played on bitboards: it does not know this rebirth of captured pieces"
	var unplayable *bitboard.UnplayableError
	_, err = bitboard.New(v, rules.NewSetup(v), rules.AnyDefect)
	if !errors.As(err, &unplayable) || err.Error() != want {
		t.Errorf("got %v, want %q", err, want)
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
	crowd.Start.Placement = "k15/" + strings.Repeat(full+"/", 6) + "K" + full[1:]
	for _, c := range []struct {
		v         *rules.Variant
		placement string
		want      string
	}{
		{&crowd, crowd.Start.Placement,
			"chess is not played on bitboards: a side has more pieces than there is room for"},
		{chess, "8/8/8/3kK3/8/8/8/8", "chess is not played on bitboards: the kings touch"},
		{chess, "8/8/8/3k4/4*3/8/8/K7", "chess is not played on bitboards: walls stand on the board"},
		{chess, "8/8/8/3k4/8/8/8/KK6", "chess is not played on bitboards: a side has more than one king"},
	} {
		s := rules.NewSetup(c.v)
		if s.Board, err = c.v.ParsePlacement(c.placement); err != nil {
			t.Fatal(err)
		}
		if _, err := bitboard.New(c.v, s, rules.AnyDefect); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %q", c.placement, err, c.want)
		}
		p, err := kirke.FromSetup(c.v, s, kirke.Forgive(rules.AnyDefect))
		if err != nil {
			t.Fatal(err)
		}
		if want, err := reference.New(c.v, s, rules.AnyDefect); err != nil || p.Perft(1) != rules.Perft(want, nil, 1) {
			t.Errorf("%s: %d moves, reference %d (%v)", c.placement, p.Perft(1), rules.Perft(want, nil, 1), err)
		}
	}
}
