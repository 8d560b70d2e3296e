package reference_test

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/derived"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// data is where positions and games with known answers are.
const data = "../../testdata/"

func files(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(data, pattern))
	if err != nil || len(found) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	return found
}

// leaves is how far perft goes in suites of many positions. make soak goes further.
var leaves = flag.Uint64("leaves", 20_000, "the most leaves that perft counts of a position")

// TestMain plays fewer random games by default, so that the tests take a few seconds.
func TestMain(m *testing.M) {
	_ = flag.Set("rapid.checks", "8")
	m.Run()
}

func TestVariants(t *testing.T) {
	for _, v := range rules.All() {
		t.Run(v.ID, func(t *testing.T) { rulestest.Run(t, v) })
	}
}

func TestCombinations(t *testing.T) {
	for _, id := range []string{"progressive+circe", "seirawan+circe", "cetran2+anticirce-calvet",
		"circe-rex-inclusive+circe-mirror"} {
		t.Run(id, func(t *testing.T) { rulestest.Run(t, lookup(t, id)) })
	}
}

// TestHand plays a copy of chess whose hand holds pieces that the array has, too.
func TestHand(t *testing.T) {
	v := *lookup(t, "chess")
	v.ID, v.Gating.Hand = "chess with a hand", "NB"
	rulestest.Run(t, &v)
}

func TestPerft(t *testing.T) {
	for _, file := range files(t, "perft/*.jsonl") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			limit := *leaves
			if filepath.Base(file) == "known.jsonl" {
				limit *= 10
			}
			rulestest.Perft(t, file, limit)
		})
	}
}

// TestPerftOfDerivedVariants plays games that are not ours but one change away
// from ours.
func TestPerftOfDerivedVariants(t *testing.T) {
	for _, file := range files(t, "perft/derived/*.jsonl") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".jsonl"), func(t *testing.T) {
			rulestest.PerftOf(t, file, *leaves, derived.Lookup, reference.New)
		})
	}
}

func TestStories(t *testing.T) {
	for _, file := range files(t, "legal/*.txt") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { rulestest.Stories(t, file) })
	}
}

func lookup(t *testing.T, id string) *rules.Variant {
	t.Helper()
	v, err := rules.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// problem returns the variant as problemists play it: rights follow from the squares.
func problem(t *testing.T, id string) *rules.Variant {
	t.Helper()
	v := *lookup(t, id)
	v.AssumeCastling = true
	return &v
}

// play plays the move with the given text as engines write it.
func play(t *testing.T, p rules.Position, text string) rules.Position {
	t.Helper()
	m, ok := rulestest.Find(p, text)
	if !ok {
		t.Fatalf("%s cannot be played\n%s\nlegal: %v", text, rulestest.Text(p), rulestest.MoveTexts(p))
	}
	return p.Play(m)
}

// placement returns the pieces on the board as the first field of a FEN.
func placement(p rules.Position) string {
	return p.Variant().FormatPlacement(p.Setup().Board)
}

// pass hands the move to side when it is not its turn.
func pass(p rules.Position, side board.Color) rules.Position {
	if p.Turn() != side {
		return p.Play(rules.NullMove)
	}
	return p
}

func TestSeirawanGames(t *testing.T) {
	rulestest.EachLine(t, data+"games/seirawan.jsonl", func(t *testing.T, game struct {
		Variant, Source, Result, FEN, Final string
		UCI, SAN, Courier                   []string
	}) {
		v := lookup(t, game.Variant)
		p := rulestest.Position(t, v, game.FEN, 0)
		for i, text := range game.UCI {
			m, ok := rulestest.Find(p, text)
			if !ok {
				t.Fatalf("%s move %d: %s cannot be played\n%s\nlegal: %v", game.Source, i+1, text, rulestest.Text(p),
					rulestest.MoveTexts(p))
			}
			if san := notation.Text(p, m, notation.SAN); san != game.SAN[i] {
				t.Errorf("%s move %d: %s is %s in SAN, the game has %s", game.Source, i+1, text, san, game.SAN[i])
			}
			if courier := notation.Text(p, m, notation.Courier); courier != game.Courier[i] {
				t.Errorf("%s move %d: %s is %q in Game Courier text, the game has %q", game.Source, i+1, text, courier,
					game.Courier[i])
			}
			p = p.Play(m)
		}
		final := rulestest.Position(t, v, game.Final, 0)
		if !p.SameAs(final) {
			t.Errorf("%s ends in\n%s instead of\n%s", game.Source, rulestest.Text(p), rulestest.Text(final))
		}
		half, full := p.Clock()
		if wantHalf, wantFull := final.Clock(); half != wantHalf || full != wantFull {
			t.Errorf("%s ends with the clocks at %d and %d instead of %d and %d", game.Source, half, full, wantHalf,
				wantFull)
		}
		if len(p.LegalMoves(nil)) == 0 && p.InCheck() {
			won := map[board.Color]string{board.White: "0-1", board.Black: "1-0"}[p.Turn()]
			if game.Result != won {
				t.Errorf("%s ends in mate, but the result is %s", game.Source, game.Result)
			}
		}
	})
}

func TestSeirawanCases(t *testing.T) {
	v := lookup(t, "seirawan")
	type entry struct {
		Kind, FEN, Note string
		Depth           int
		Nodes           uint64
		Chess960        bool
		Start           string            `json:"start_fen"`
		SAN             []string          `json:"moves_san"`
		Moves           []string          `json:"moves_uci"`
		Cutechess       string            `json:"final_fen_cutechess"`
		Pyffish         string            `json:"final_fen_pyffish"`
		Board           string            `json:"final_board"`
		UCI             []string          `json:"uci"`
		Alternative     []string          `json:"uci_alt"`
		Not             []string          `json:"not_uci"`
		Map             map[string]string `json:"map"`
		Expect          string
		Insufficient    []bool `json:"insufficient_material"`
	}
	rulestest.EachLine(t, data+"cases/seirawan.jsonl", func(t *testing.T, c entry) {
		switch c.Kind {
		case "perft":
			// cutechess gives 967587141 at depth 6; SjaakII and the rules give
			// 967584909, which is too deep for this test.
			if c.Depth > 5 || c.Nodes > 10**leaves {
				t.Skipf("%d leaves", c.Nodes)
			}
			v := v
			if c.Chess960 {
				v = lookup(t, "seirawan960")
			}
			if got := rules.Perft(rulestest.Position(t, v, c.FEN, 0), nil, c.Depth); got != c.Nodes {
				t.Errorf("perft(%d) is %d, want %d", c.Depth, got, c.Nodes)
			}
		case "san_line", "uci_line":
			p := rulestest.Position(t, v, c.Start, 0)
			for i, text := range c.Moves {
				m, ok := rulestest.Find(p, text)
				if !ok {
					t.Fatalf("%s cannot be played\n%s", text, rulestest.Text(p))
				}
				if c.SAN != nil {
					if got, err := notation.ParseAny(p, c.SAN[i]); err != nil || got != m {
						t.Errorf("%s is not read as %s: %v", c.SAN[i], text, err)
					}
				}
				p = p.Play(m)
			}
			if c.Board != "" && placement(p) != c.Board {
				t.Errorf("the board is %s, want %s", placement(p), c.Board)
			}
			if want := rulestest.Position(t, v, c.Pyffish, 0); !p.SameAs(want) {
				t.Errorf("ends in\n%s instead of\n%s", rulestest.Text(p), rulestest.Text(want))
			}
			if c.Cutechess != "" {
				// cutechess resets the clock when a piece is gated, and so do no others:
				// only the position is compared.
				if want := rulestest.Position(t, v, c.Cutechess, 0); !p.SameAs(want) {
					t.Errorf("ends in\n%s instead of\n%s", rulestest.Text(p), rulestest.Text(want))
				}
			}
		case "legal_contains", "legal_contains_not":
			texts := rulestest.MoveTexts(rulestest.Position(t, v, c.FEN, rules.OppositeCheck))
			want := c.UCI
			if c.Alternative != nil {
				want = c.Alternative
			}
			for _, text := range want {
				if !slices.Contains(texts, text) {
					t.Errorf("%s is not legal in %s\nlegal: %v", text, c.FEN, texts)
				}
			}
			for _, text := range c.Not {
				if slices.Contains(texts, text) {
					t.Errorf("%s is legal in %s", text, c.FEN)
				}
			}
		case "san_to_uci":
			p := rulestest.Position(t, v, c.FEN, 0)
			for san, uci := range c.Map {
				m, err := notation.ParseAny(p, san)
				if err != nil || rulestest.MoveText(p, m) != uci {
					t.Errorf("%s is not read as %s: %v", san, uci, err)
				}
			}
		case "fen_after":
			p := rulestest.Position(t, v, c.FEN, 0)
			for _, text := range c.UCI {
				p = play(t, p, text)
			}
			if want := rulestest.Position(t, v, c.Expect, 0); !p.SameAs(want) {
				t.Errorf("ends in\n%s instead of\n%s", rulestest.Text(p), rulestest.Text(want))
			}
		case "game_end":
			// Fairy-Stockfish counts a side at a time; a position is dead when
			// neither side can mate.
			dead := !slices.Contains(c.Insufficient, false)
			if got := rulestest.Position(t, v, c.FEN, 0).Dead(); got != dead {
				t.Errorf("dead is %v, want %v", got, dead)
			}
		default:
			t.Errorf("%q is no kind of case", c.Kind)
		}
	})
}

func TestSissaLegalMoves(t *testing.T) {
	found := 0
	rulestest.EachLine(t, data+"sissa-facts.jsonl", func(t *testing.T, fact struct {
		Kind, Placement string
		FEN             string   `json:"fen_gc"`
		Expected        []string `json:"expected"`
	}) {
		if fact.Kind != "legal_moves" {
			t.Skip("a fact of movement, not of the game")
		}
		found++
		// The text is about an 8×8 board, with a Sissa, and no rights.
		p := rulestest.Position(t, lookup(t, "cetran2"), fact.FEN+" b - - 0 1", 0)
		var want []string
		for _, text := range fact.Expected {
			from, to, _ := strings.Cut(strings.TrimPrefix(text, "k "), "-")
			want = append(want, from+to)
		}
		slices.Sort(want)
		if got := rulestest.MoveTexts(p); !slices.Equal(got, want) {
			t.Errorf("legal moves are %v, want %v", got, want)
		}
	})
	if found == 0 {
		t.Error("no fact about legal moves")
	}
}

// TestCetranBishops checks who may convert: in Cetran Chess 1 a side whose two
// bishops were drawn onto squares of one colour.
func TestCetranBishops(t *testing.T) {
	v := lookup(t, "cetran1")
	together := 0
	for seed := range uint64(100) {
		s, err := v.StartSetup(rules.StartOptions{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for c := range board.Color(2) {
			var dark, light, unmoved int
			for sq, pc := range s.Board {
				switch {
				case pc == 0 || pc.Color() != c || v.Letter(rules.MakePiece(pc.Type(), board.White)) != 'B':
				case v.Size.Dark(board.Square(sq)):
					dark++
				default:
					light++
				}
			}
			for _, u := range s.Conversions {
				if s.Board[u.Square].Color() == c {
					unmoved++
				}
			}
			want := 2
			if dark == light {
				want = 0
			} else {
				together++
			}
			if dark+light != 2 || unmoved != want {
				t.Errorf("seed %d: %v has %d dark and %d light bishops, %d of them may convert", seed, c, dark, light,
					unmoved)
			}
		}
	}
	if together == 0 || together == 200 {
		t.Errorf("bishops stand on one colour in %d of 200 arrays", together)
	}
}
