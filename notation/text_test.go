package notation_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

const data = "../testdata/"

func lookup(t testing.TB, id string) *rules.Variant {
	t.Helper()
	v, err := rules.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// problem returns a variant as problemists play it: castling rights come from
// the squares.
func problem(t testing.TB, id string) *rules.Variant {
	v := *lookup(t, id)
	v.AssumeCastling = true
	return &v
}

const forgiven = rules.MissingKing | rules.OppositeCheck | rules.PawnOnFirstRank

func parse(t *testing.T, p rules.Position, text string, style notation.Style) rules.Move {
	t.Helper()
	m, err := notation.Parse(p, text, style)
	if err != nil {
		t.Fatalf("%s: %v\n%s", style, err, rulestest.Text(p))
	}
	return m
}

// Every legal move has a text of its own in every style, and reads back.
func TestTextRoundTrip(t *testing.T) {
	games := rules.All()
	for _, id := range []string{
		"seirawan+circe", "seirawan+circe-parrain",
		"chess+all-in", "chess+mainly-in", "chess+half-in", "chess960+all-in", "chess+castling-chess", "chess+rokagogo",
		"chess+exchange-castling", "circe-memory", "seirawan+circe-volcanic", "seirawan+anticirce-calvet",
		"progressive+circe", "cetran2+circe", "cetran2+anticirce-calvet", "sissa+circe-martian",
		"circe-rex-inclusive+circe-mirror",
	} {
		games = append(games, lookup(t, id))
	}
	for _, v := range games {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				s, err := v.StartSetup(rules.StartOptions{Seed: rapid.Uint64().Draw(t, "array")})
				if err != nil {
					t.Fatal(err)
				}
				p, err := reference.New(v, s, 0)
				if err != nil {
					t.Fatal(err)
				}
				plies := rapid.IntRange(1, 80).Draw(t, "plies")
				for range plies {
					moves := p.LegalMoves(nil)
					if len(moves) == 0 {
						break
					}
					p = p.Play(choose(t, p, moves))
				}
				readBack(t, p, p.LegalMoves(nil))
			})
		})
	}
}

// choose draws a move, captures rather than others so that pieces come back.
func choose(t *rapid.T, p rules.Position, moves []rules.Move) rules.Move {
	var lively []rules.Move
	for _, m := range moves {
		if m.Form() == rules.Ordinary && p.At(m.To()) != 0 || m.Form() == rules.Castle || m.Gated() != 0 ||
			m.Promotion() != 0 {
			lively = append(lively, m)
		}
	}
	if len(lively) > 0 && rapid.IntRange(0, 2).Draw(t, "lively") > 0 {
		moves = lively
	}
	return rapid.SampledFrom(moves).Draw(t, "move")
}

// readBack writes all moves in all styles, and reads some of them.
func readBack(t *rapid.T, p rules.Position, moves []rules.Move) {
	if len(moves) == 0 {
		return
	}
	const some = 12
	step := 1 + len(moves)/some
	first := rapid.IntRange(0, step-1).Draw(t, "first")
	for _, style := range notation.Styles() {
		seen := map[string]rules.Move{}
		for i, m := range moves {
			text := notation.Text(p, m, style)
			if other, ok := seen[text]; ok {
				t.Fatalf("%s: two moves are %q: %s and %s\n%s", style, text, notation.Text(p, m, notation.UCIStyle),
					notation.Text(p, other, notation.UCIStyle), rulestest.Text(p))
			}
			seen[text] = m
			if i%step != first {
				continue
			}
			texts := []string{text}
			if style != notation.UCIStyle && style != notation.Courier {
				texts = append(texts, " "+strings.ReplaceAll(text, "x", "")+"!? ")
			}
			for _, text := range texts {
				got, err := notation.Parse(p, text, style)
				if err != nil {
					t.Fatalf("%s: %v (%s)\n%s", style, err, notation.Text(p, m, notation.LAN), rulestest.Text(p))
				}
				if got != m {
					t.Fatalf("%s: %q reads back as %q\n%s", style, text, notation.Text(p, got, style),
						rulestest.Text(p))
				}
			}
		}
	}
}

// The real games have SAN and Game Courier text from other programs.
func TestRealGames(t *testing.T) {
	games := 0
	rulestest.EachLine(t, data+"games/seirawan.jsonl", func(t *testing.T, game struct {
		Variant, Source, FEN string
		UCI, SAN, Courier    []string
	}) {
		games++
		p := rulestest.Position(t, lookup(t, game.Variant), game.FEN, 0)
		for i, uci := range game.UCI {
			m := parse(t, p, uci, notation.UCIStyle)
			for style, want := range map[notation.Style]string{notation.SAN: game.SAN[i],
				notation.Courier: game.Courier[i]} {
				if got := parse(t, p, want, style); got != m {
					t.Errorf("%s: %s %q reads as %s", game.Source, style, want,
						notation.Text(p, got, notation.UCIStyle))
				}
				if got := notation.Text(p, m, style); got != want {
					t.Errorf("%s: %s is %q in %s, want %q", game.Source, uci, got, style, want)
				}
			}
			p = p.Play(m)
		}
	})
	if games == 0 {
		t.Error("no games")
	}
}

// Cases of other programs' own tests.
func TestSeirawanCases(t *testing.T) {
	rulestest.EachLine(t, data+"cases/seirawan.jsonl", func(t *testing.T, row struct {
		Kind, FEN, Source string
		Start             string            `json:"start_fen"`
		SAN               []string          `json:"moves_san"`
		UCI               []string          `json:"moves_uci"`
		Map               map[string]string `json:"map"`
	}) {
		switch row.Kind {
		case "san_line":
			p := rulestest.Position(t, lookup(t, "seirawan"), row.Start, 0)
			for i, san := range row.SAN {
				m := parse(t, p, san, notation.SAN)
				if uci := notation.Text(p, m, notation.UCIStyle); uci != row.UCI[i] {
					t.Errorf("%s: %s reads as %s, want %s", row.Source, san, uci, row.UCI[i])
				}
				if got := notation.Text(p, m, notation.SAN); got != san {
					t.Errorf("%s: %s is written %s", row.Source, san, got)
				}
				p = p.Play(m)
			}
		case "san_to_uci":
			p := rulestest.Position(t, lookup(t, "seirawan"), row.FEN, 0)
			for san, want := range row.Map {
				if uci := notation.Text(p, parse(t, p, san, notation.SAN), notation.UCIStyle); uci != want {
					t.Errorf("%s: %s reads as %s, want %s", row.Source, san, uci, want)
				}
			}
		}
	})
}

// Published Circe problems, in long algebraic notation.
func TestCirceLines(t *testing.T) {
	moves := 0
	rulestest.EachLine(t, data+"circe/lines.jsonl", func(t *testing.T, row struct {
		Variant, Source, FEN string
		Lines                []struct{ Moves, Sides string }
	}) {
		for _, line := range row.Lines {
			p := rulestest.Position(t, problem(t, row.Variant), row.FEN, forgiven)
			if line.Sides != "" {
				continue // series: one side moves several times
			}
			for _, text := range strings.Fields(line.Moves) {
				m := parse(t, p, text, notation.LAN)
				want := strings.TrimRight(text, "+#")
				if got := strings.TrimRight(notation.Text(p, m, notation.LAN), "+#"); got != want {
					t.Errorf("%s: %s is written %s", row.Source, want, got)
				}
				p = p.Play(m)
				moves++
			}
		}
	})
	if moves == 0 {
		t.Error("no moves")
	}
}

// Popeye's own lists of moves under its Circe conditions, read and written.
func TestPopeyeLists(t *testing.T) {
	moves := 0
	rulestest.EachLine(t, data+"circe/moves.jsonl", func(t *testing.T,
		row struct{ Variant, FEN, White, Black string }) {
		v := problem(t, row.Variant)
		for side, list := range map[string]string{" w": row.White, " b": row.Black} {
			p := rulestest.Position(t, v, row.FEN+side+" - - 0 1", forgiven)
			for _, text := range strings.Fields(list) {
				m := parse(t, p, text, notation.Popeye)
				if got := strings.ReplaceAll(notation.Text(p, m, notation.Popeye), " ", ""); got != text {
					t.Errorf("%s: %s is written %s", v.ID, text, got)
				}
				moves++
			}
		}
	})
	if moves < 1000 {
		t.Errorf("only %d moves", moves)
	}
}
