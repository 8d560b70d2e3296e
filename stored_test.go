package kirke_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// summary is what a file holds, a line a game.
func summary(r io.Reader, opts ...kirke.Option) []string {
	var all []string
	for g, err := range kirke.ReadPGN(r, opts...) {
		if err != nil {
			all = append(all, err.Error())
			continue
		}
		all = append(all, fmt.Sprintf("%s %d %s", g.Variant().ID, g.Ply(), g.Outcome()))
	}
	return all
}

func TestReadPGN(t *testing.T) {
	own := *variant(t, "chess")
	own.ID = "mine"
	tests := []struct {
		name, file string
		opts       []kirke.Option
		want       []string
	}{
		{"an empty file", "", nil, nil},
		{"moves alone", "1. e4 e5", nil, []string{"chess 2 *"}},
		{"what is assumed", "1. e4 e5/H *", []kirke.Option{kirke.Assuming(variant(t, "seirawan"))},
			[]string{`line 1: "e5/H" is not legal: nothing is gated on the square that a pawn leaves`}},
		{"the tag says otherwise", `[Variant "Standard"]
1. e4 *`, []kirke.Option{kirke.Assuming(variant(t, "seirawan"))}, []string{"chess 1 *"}},
		{"names of other programs", `[Variant "Seirawan Chess"]
1. Nf3/H *

[Variant "S-Chess"]
1. Nf3/H *

[Variant "Fischerandom"]
[FEN "4k3/8/8/8/8/8/8/1R1K2R1 w GB - 0 1"]
1. O-O *

[Variant "From Position"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
1. O-O *`, nil, []string{"seirawan 1 *", "seirawan 1 *", "chess960 1 *", "chess 1 *"}},
		{"an unknown game", "\n[Variant \"siceirawam\"]\n1. e4 *\n\n[Variant \"chess\"]\n1. e4 *", nil,
			[]string{`line 2: there is no variant "siceirawam"; did you mean "siceirawan"?`, "chess 1 *"}},
		{"a game of one's own", `[Variant "mine"]
1. e4 *`, []kirke.Option{kirke.Knowing(&own)}, []string{"mine 1 *"}},
		{"a rules version", `[Variant "sissa"]
[RulesVersion "1"]
1. e4 *

[Variant "sissa"]
[RulesVersion "7"]
1. e4 *

[Variant "sissa"]
[RulesVersion "old"]
1. e4 *`, nil, []string{
			"sissa 1 *",
			"line 5: the game was played under rules version 7 of sissa, and the newest that this build knows is " +
				"version 1",
			"line 9: the game was played under rules version old of sissa, and the newest that this build knows is " +
				"version 1",
		}},
		{"an array that was drawn", `[Variant "cetran2"]
1. e4 *

[Variant "cetran2"]
[FEN "rnahkcsq/pppppppp/8/8/8/8/PPPPPPPP/RNAHKCSQ w - - 0 1"]
1. e4 *`, nil, []string{
			"line 1: the starting position of cetran2 is shuffled, and the game does not say which it was",
			"cetran2 1 *",
		}},
		{"a bad position", `[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]
*`, nil, []string{"line 1: this is no position of chess: a side has no king; the board is empty"}},
		{"and forgiven", `[FEN "8/7p/8/3q4/8/8/8/K2R4 w - - 0 1"]
1. Rxd5 *`, []kirke.Option{kirke.Forgive(rules.MissingKing)}, []string{"chess 1 *"}},
		{"where the result stands", `[Result "1-0"]
1. e4 *

[Result "*"]
1. e4 0-1

[Result "won"]
1. e4 *

1. e4 1/2-1/2

[Result "1-0"]
1. e4 0-1

[Event "next"]
1. e4 *`, nil, []string{"chess 1 1-0", "chess 1 0-1", "chess 1 *", "chess 1 1/2-1/2",
			`line 12: the Result tag says "1-0", and the moves end with "0-1"`, "chess 1 *"}},
		{"why it ended", `[Termination "Time forfeit"]
1. e4 1-0

[Termination "normal"]
1. e4 1-0

[Termination "resignation"]
1. f3 e5 2. g4 Qh4# 0-1`, nil, []string{"chess 1 1-0 (time forfeit)", "chess 1 1-0", "chess 4 0-1 (mate)"}},
		{"a null move in an analysis", "1. e4 -- 2. d4 Z0 *", nil, []string{"chess 4 *"}},
		{"a null move in check", "1. e4 f6 2. Qh5+ -- *", nil, []string{"line 1: Black is in check and cannot pass"}},
		{"problems", `[Variant "circe"]
[Problem "1"]
[FEN "4k3/8/8/8/8/8/8/4K2R w - - 0 1"]
1. O-O *`, nil, []string{"circe 1 *"}},
		{"the reader fails", "1. e4", nil, []string{"broken"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var r io.Reader = strings.NewReader(test.file)
			if slices.Equal(test.want, []string{"broken"}) {
				r = io.MultiReader(r, iotest.ErrReader(errors.New("broken")))
			}
			if got := summary(r, test.opts...); !slices.Equal(got, test.want) {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

// endless is a PGN file without an end.
type endless struct{ rest string }

func (e *endless) Read(b []byte) (int, error) {
	if e.rest == "" {
		e.rest = "[White \"Anna\"]\n\n1. e4 e5 *\n\n"
	}
	n := copy(b, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

func TestReadPGNStreams(t *testing.T) {
	n := 0
	for _, err := range kirke.ReadPGN(new(endless)) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 100 {
			break
		}
	}
	if n != 100 {
		t.Errorf("%d games of 100", n)
	}
}

func TestPGNKeepsTheTree(t *testing.T) {
	const file = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "?"]
[Black "?"]
[Result "1-0"]
[Variant "seirawan"]
[RulesVersion "1"]
[Annotator "Kirke"]

{before the game} 1. e4 $1 {a comment} (1. d4 d5 (1... Nf6/H {a line in a line}
2. c4) 2. c4) ({an alternative:} 1. c4) 1... e5 2. Nf3/H Nc6 1-0

`
	for g, err := range kirke.ReadPGN(strings.NewReader(file)) {
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := g.WritePGN(&b); err != nil {
			t.Fatal(err)
		}
		if b.String() != file {
			t.Errorf("got\n%s\nwant\n%s", b.String(), file)
		}
	}
}

// A series of moves has its number once, for White as for Black. Files that repeat White's number,
// as older versions wrote them, read alike.
func TestSeriesMoveNumbers(t *testing.T) {
	const head = "[Variant \"progressive\"]\n\n"
	for text, want := range map[string]string{
		"1. e4 d5 Nd7 2. d4 2. Nc3 2. Nf3 *":                    "1. e4 d5 Nd7 2. d4 Nc3 Nf3 *",
		"1. e4 1... d5 1... Nd7 2. d4 {center} 2. Nc3 2. Nf3 *": "1. e4 d5 Nd7 2. d4 {center} 2. Nc3 Nf3 *",
		"1. e4 d5 Nd7 2. d4 2. Nc3 (2. Nf3 2. Nc3) 2. Nf3 *":    "1. e4 d5 Nd7 2. d4 Nc3 (2. Nf3 Nc3) 2. Nf3 *",
		"1. e4 d5 {now} 1... Nd7 2. d4 Nc3 Nf3 e6 a6 a5 a4 3. a3 *": "1. e4 d5 {now} 1... Nd7 2. d4 Nc3 Nf3 e6 a6 a5 " +
			"a4 3. a3 *",
	} {
		for g, err := range kirke.ReadPGN(strings.NewReader(head + text + "\n")) {
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			var b strings.Builder
			if err := g.WritePGN(&b); err != nil {
				t.Fatal(err)
			}
			if _, moves, _ := strings.Cut(b.String(), "\n\n"); strings.TrimSpace(moves) != want {
				t.Errorf("%s is written\n%s, not\n%s", text, moves, want)
			}
		}
	}
}

func TestCommentsBeforePromotedLine(t *testing.T) {
	g := game(t, "chess", "", "e4 e5")
	if err := g.GoTo(1); err != nil {
		t.Fatal(err)
	}
	play(t, g, "c5")
	g.Node().Before = []string{"sharper:"}
	if err := g.Promote(g.Node()); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := g.WritePGN(&b); err != nil {
		t.Fatal(err)
	}
	if want := "1. e4 {sharper:} 1... c5 (1... e5) *"; !strings.Contains(b.String(), want) {
		t.Errorf("got\n%s\nwant in it\n%s", b.String(), want)
	}
}

// A stored game is replayed under the rules version that it names, and keeps it.
func TestOlderVersions(t *testing.T) {
	const moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4"
	for _, id := range []string{"seirawan-sjaak", "seirawan-sjaak+circe"} {
		for version, claimed := range map[int]bool{1: true, 2: false} {
			file := fmt.Sprintf("[Variant %q]\n[RulesVersion \"%d\"]\n\n%s *\n", id, version, moves)
			for g, err := range kirke.ReadPGN(strings.NewReader(file), kirke.Assuming(variant(t, id))) {
				if err != nil {
					t.Fatal(err)
				}
				if g.Variant().Version != version || g.Variant().ID != id {
					t.Errorf("%s version %d is read as %s version %d", id, version, g.Variant().ID, g.Variant().Version)
				}
				if err := g.GoTo(12); err != nil {
					t.Fatal(err)
				}
				if over := g.Outcome().Over(); over == claimed || claimed != (len(g.Claims()) > 0) {
					t.Errorf("%s version %d: %v, claims %v", id, version, g.Outcome(), g.Claims())
				}
				g.GoToEnd()
				again := new(kirke.Game)
				if err := json.Unmarshal([]byte(toJSON(t, g)), again); err != nil {
					t.Fatal(err)
				}
				var b strings.Builder
				if err := again.WritePGN(&b); err != nil {
					t.Fatal(err)
				}
				if want := fmt.Sprintf("[RulesVersion \"%d\"]", version); !strings.Contains(b.String(), want) {
					t.Errorf("%s is not in\n%s", want, b.String())
				}
			}
		}
	}
}

// A changed copy that kept its id has no older version, whatever the game that it was made from
// has. As problemists read positions it is the same game.
func TestOlderVersionsOfACopy(t *testing.T) {
	const file = "[Variant \"seirawan-sjaak\"]\n[RulesVersion \"1\"]\n\n1. Nf3 *\n"
	own, problem := *variant(t, "seirawan-sjaak"), *variant(t, "seirawan-sjaak")
	own.Promotion.To = "Q"
	problem.AssumeCastling = true
	for g, err := range kirke.ReadPGN(strings.NewReader(file), kirke.Knowing(&own)) {
		var unknown *kirke.VersionError
		if !errors.As(err, &unknown) {
			t.Errorf("a changed copy is read as version %d: %v", g.Variant().Version, err)
		}
	}
	for g, err := range kirke.ReadPGN(strings.NewReader(file), kirke.Assuming(&problem)) {
		if err != nil || g.Variant().Version != 1 || !g.Variant().AssumeCastling {
			t.Errorf("as a problem it is read as %+v: %v", g, err)
		}
	}
}

// Whoever has a game of their own may know it in several versions.
func TestOlderVersionsOfOwnVariant(t *testing.T) {
	newer, older := *variant(t, "chess"), *variant(t, "seirawan")
	newer.ID, newer.Version = "mine", 2
	older.ID, older.Version = "mine", 1
	for version, want := range map[string]*kirke.Variant{"1": &older, "2": &newer, "3": nil} {
		file := "[Variant \"mine\"]\n[RulesVersion \"" + version + "\"]\n\n1. Nf3 *\n"
		for g, err := range kirke.ReadPGN(strings.NewReader(file), kirke.Knowing(&newer, &older)) {
			var unknown *kirke.VersionError
			switch {
			case want == nil && !errors.As(err, &unknown):
				t.Errorf("version %s: %v", version, err)
			case want != nil && (err != nil || g.Variant() != want):
				t.Errorf("version %s is not found: %v", version, err)
			}
		}
	}
}

// In Circe on a drawn array captured pieces go home to it, so the array is stored
// with a game that starts later.
func TestShuffledStartIsStored(t *testing.T) {
	v := variant(t, "cetran2+circe")
	const placement = "8/8/4k3/8/3n4/8/2K5/3R4 w - - 0 30"
	for array, want := range map[string]string{
		"KQSCAHRN/NQSCAHRK": "Rxd4(Na8)",
		"KQSCAHRN/RQSCAHNK": "Rxd4(Ng8)",
	} {
		p, err := kirke.FromFEN(v, placement, kirke.Array(array))
		if err != nil {
			t.Fatal(err)
		}
		g := kirke.NewGame(p)
		play(t, g, "Rxd4")
		var pgn, log strings.Builder
		data, err := json.Marshal(g)
		if err := errors.Join(err, g.WritePGN(&pgn), g.WriteCourier(&log)); err != nil {
			t.Fatal(err)
		}
		var fromJSON kirke.Game
		if err := json.Unmarshal(data, &fromJSON); err != nil {
			t.Fatal(err)
		}
		fromLog, err := kirke.ReadCourier(strings.NewReader(log.String()))
		if err != nil {
			t.Fatal(err)
		}
		stored := []*kirke.Game{g, &fromJSON, fromLog}
		for g, err := range kirke.ReadPGN(strings.NewReader(pgn.String())) {
			if err != nil {
				t.Fatal(err)
			}
			stored = append(stored, g)
		}
		if len(stored) != 4 {
			t.Fatalf("%d games", len(stored))
		}
		for i, g := range stored {
			if got := g.Node().Text(kirke.SAN); got != want {
				t.Errorf("%s, game %d: %s, want %s", array, i, got, want)
			}
		}
	}
}

func TestJSONErrors(t *testing.T) {
	const start = `"start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"`
	tests := []struct{ name, data, want string }{
		{"no JSON", `{`, "the game is not the JSON of one: unexpected end of JSON input"},
		{"another thing", `{"a":1}`, `the JSON of a game has a "variant" and a "start"`},
		{"unknown game", `{"variant":"ches",` + start + `}`, `there is no variant "ches"; did you mean "chess"?`},
		{"future rules", `{"variant":"chess","rulesVersion":2,` + start + `}`,
			"the game was played under rules version 2 of chess, and the newest that this build knows is version 1"},
		{"bad start", `{"variant":"chess","start":"8"}`,
			`FEN: board "8": the board of chess has 8 ranks, but "8" has 1`},
		{"illegal move", `{"variant":"chess",` + start + `,"moves":[{"uci":"e2e4"},{"uci":"e7e4"}]}`,
			`after 1 half-moves: "e7e4" is not legal: the pawn on e7 does not move to e4`},
		{"unknown result", `{"variant":"chess",` + start + `,"result":"won"}`,
			`"won" is not a result: it is 1-0, 0-1, 1/2-1/2 or *`},
		{"unknown reason", `{"variant":"chess",` + start + `,"result":"1-0","reason":"luck"}`,
			`"luck" is not a reason for the end of a game`},
		{"san will do", `{"variant":"chess",` + start + `,"moves":[{"san":"e4"}]}`, "<nil>"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var g kirke.Game
			err := json.Unmarshal([]byte(test.data), &g)
			if test.name == "no JSON" { // encoding/json looks first
				err = g.UnmarshalJSON([]byte(test.data))
			}
			if got := fmt.Sprint(err); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestReadJSONGoesOnAfterABadLine(t *testing.T) {
	good, err := json.Marshal(game(t, "circe", "", "e4 d5 exd5(d7)"))
	if err != nil {
		t.Fatal(err)
	}
	var games []string
	for g, err := range kirke.ReadJSON(strings.NewReader(string(good) + "\n\n{}\n" + string(good))) {
		if err != nil {
			var line *notation.LineError
			if !errors.As(err, &line) || line.Line != 3 {
				t.Errorf("not an error of line 3: %v", err)
			}
			games = append(games, "bad")
			continue
		}
		games = append(games, g.Node().Text(kirke.SAN))
	}
	if want := []string{"exd5(d7)", "bad", "exd5(d7)"}; !slices.Equal(games, want) {
		t.Errorf("got %q, want %q", games, want)
	}
	for _, err := range kirke.ReadJSON(iotest.ErrReader(errors.New("broken"))) {
		if err == nil || !strings.Contains(err.Error(), "broken") {
			t.Errorf("got %v", err)
		}
	}
}

func TestReadCourierErrors(t *testing.T) {
	tests := []struct{ log, want string }{
		{"// Variant: seirawan\n1. P e2-e4\n1... p e7-e4\n", `line 3: "p e7-e4" `},
		{"// Variant: seiwaran\n1. P e2-e4\n", `line 1: there is no variant "seiwaran"; did you mean "seirawan"?`},
		{"// Variant: sissa\n// RulesVersion: 9\n",
			"line 1: the game was played under rules version 9 of sissa, and the newest that this build knows is " +
				"version 1"},
	}
	for _, test := range tests {
		if _, err := kirke.ReadCourier(strings.NewReader(test.log)); err == nil ||
			!strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("got  %v\nwant %s", err, test.want)
		}
	}
	if _, err := kirke.ReadCourier(iotest.ErrReader(errors.New("broken"))); err == nil || err.Error() != "broken" {
		t.Errorf("got %v", err)
	}
}
