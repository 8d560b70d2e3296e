package notation_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
)

// outline returns a line of moves in a form that is easy to read in a test.
func outline(l notation.Line) string {
	var b strings.Builder
	for _, c := range l.Comments {
		fmt.Fprintf(&b, "{%s} ", c)
	}
	for _, p := range l.Plies {
		b.WriteString(p.Number + p.Text)
		for _, n := range p.NAGs {
			fmt.Fprintf(&b, "$%d", n)
		}
		for _, c := range p.Comments {
			fmt.Fprintf(&b, " {%s}", c)
		}
		for _, v := range p.Variations {
			b.WriteString(" (" + outline(v) + ")")
		}
		b.WriteByte('|')
	}
	return strings.TrimSuffix(b.String(), "|")
}

// readAll returns a game or an error, as text, for each call of Next.
func readAll(t *testing.T, r io.Reader) (games []*notation.PGN, story []string) {
	t.Helper()
	in := notation.NewPGNReader(r)
	for range 1000 {
		g, err := in.Next()
		if err == io.EOF {
			return games, story
		}
		if err != nil {
			var bad *notation.LineError
			if !errors.As(err, &bad) {
				t.Fatal(err)
			}
			story = append(story, "error: "+err.Error())
			continue
		}
		games = append(games, g)
		story = append(story, fmt.Sprintf("%d %s: %s %s", g.At, g.Tag("Event"), outline(g.Line), g.Result))
	}
	t.Fatal("the reader does not end")
	return nil, nil
}

// A museum of odd files.
func TestPGNFiles(t *testing.T) {
	for file, want := range map[string][]string{
		"bom-crlf": {
			"1 BOM and CRLF: 1.e4|e5|2.Qh5|Nc6|3.Bc4|Nf6|4.Qxf7# 1-0",
			"7 Old Macintosh: 1.d4|d5 1/2-1/2",
		},
		"latin1": {"1 Café de la Régence: 1.e4 {le pion à e4}|e5 *"},
		"escapes-and-comments": {
			"2 Escapes: {Before the first move} 1.e4 {a comment over two lines, with [%clk 0:01:02] and ; inside} " +
				"{to the end } of the line}|" +
				"e5|2.Nf3 {another} {two} {in a row}|Nc6 *",
		},
		"variations": {
			"1 Nested variations: 1.e4|e5 (1...c5|2.Nf3 (2.c3|d5 (2...Nf6 {Alapin})|3.exd5)|2...d6) (1...e6$5)|" +
				"2.Nf3 ({A comment first} 2.f4|exf4)|Nc6$5|3.Bb5$1$14|a6$4|4.Ba4|Nf6|5.O-O±|Be7$146|6.Re1$14 1/2-1/2",
		},
		"no-result": {"1 One: 1.e4|e5 ", "6 Two: 1.d4|d5|2.c4 ", "11 Three:  "},
		"tags-only": {"1 Forfeit 1:  ", "4 Forfeit 2:  0-1", "9 Blank line inside the tags:  *"},
		"odd-tags":  {`1 The "Big" Open: 1.e4 *`},
		"no-tags":   {"1 : 1.e4|e5|2.Nf3 1-0", "2 : 1.d4|d5 0-1", "4 : 1.c4 *"},
		"seirawan": {
			"1 Entrances: 7...O-O/He8|8.O-O-O(Ea1)|Rac8(Hh1)|9.Rhe1/H 1-0",
			`9 Reassignment and redesignation: 1.Nf3/H|Nf6|2.g3|g6|3.Bg2|Bg7|4.O-O, ∞|Nc6/H|5.H\E, e4|H\E, d6 ` +
				`(5...H\E, e5)|6.E\H *`,
		},
		"circe": {
			"1 Rebirths: 1.e4|d5|2.exd5(d7)|Qxd5(d2) (2...Nf6)|3.Nc3|Qxd2(d2)+|4.Bxd2(Qd8)|e5xd4 e.p.(d2)|Rxe8(Ng8)|" +
				"Rxg4(h1=B)|Kxc2(Rh1->v)|Qxd5(Qd1)(Ng8)|Re1*e8[+bSg8] +|0-0[+bSh5] *",
		},
		"bad-games": {
			"1 Good 1: 1.e4 1-0",
			"error: line 7: a variation is closed that was never opened",
			"9 Good 2: 1.d4 0-1",
			"error: line 15: the comment is not closed",
			"18 Good 3: 1.c4 *",
			"error: line 24: the variation is not closed",
			"26 Good 4: 1.Nf3 1/2-1/2",
			`error: line 30: "[Event no value at all" is not a tag of the form [Name "value"]`,
			"35 Good 5: 1.g3 *",
			`error: line 41: "$999" is not a numeric glyph from $0 to $255`,
			"43 Good 6: 1.b3 *",
			`error: line 49: "}" has no meaning between moves`,
			"error: line 53: the comment is not closed",
		},
		"null-moves": {"1 Null moves: 1.e4|--|2.d4|Z0|3.Bd3|@@@@ *"},
	} {
		t.Run(file, func(t *testing.T) {
			f, err := os.Open(filepath.Join(data, "pgn", file+".pgn"))
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			games, story := readAll(t, f)
			if diff := cmp.Diff(want, story); diff != "" {
				t.Error(diff)
			}
			for _, g := range games {
				writesBack(t, g)
			}
		})
	}
}

// fatal is what rapid's T and testing's have in common.
type fatal interface {
	Helper()
	Fatalf(string, ...any)
}

// writesBack checks that a game as written reads as the same game, in lines that
// are not too long.
func writesBack(t fatal, g *notation.PGN) {
	t.Helper()
	written := g.String()
	for line := range strings.Lines(written) {
		if !strings.HasPrefix(line, "[") && !strings.Contains(line, ";") && len([]rune(line)) > 80 &&
			strings.Contains(line, " ") {
			t.Fatalf("a line of %d columns: %s", len([]rune(line)), line)
		}
	}
	in := notation.NewPGNReader(strings.NewReader(written))
	again, err := in.Next()
	if err != nil {
		t.Fatalf("%v\n%s", err, written)
	}
	if diff := cmp.Diff(written, again.String()); diff != "" {
		t.Fatalf("%s", diff)
	}
	if _, err := in.Next(); err != io.EOF {
		t.Fatalf("one game reads as several: %v\n%s", err, written)
	}
}

func TestOddTags(t *testing.T) {
	f, err := os.Open(filepath.Join(data, "pgn", "odd-tags.pgn"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	games, _ := readAll(t, f)
	want := notation.Tags{
		{Name: "Event", Value: `The "Big" Open`}, {Name: "White", Value: "A"}, {Name: "Black", Value: "B"},
		{Name: "Site", Value: "Spaced"}, {Name: "Date", Value: "1999.??.??"}, {Name: "Round", Value: ""},
		{Name: "Opening", Value: "No bracket"}, {Name: "Annotator", Value: "Bracket ] inside"},
	}
	if diff := cmp.Diff(want, games[0].Tags); diff != "" {
		t.Error(diff)
	}
	games[0].Tags.Set("Round", "7")
	games[0].Tags.Set("Variant", "seirawan")
	if games[0].Tag("Round") != "7" || games[0].Tag("Variant") != "seirawan" || len(games[0].Tags) != len(want)+1 {
		t.Errorf("tags after SetTag: %v", games[0].Tags)
	}
}

func TestPGNLayout(t *testing.T) {
	g := &notation.PGN{Result: "1/2-1/2"}
	g.Tags.Set("Event", `A "quoted" \ one`)
	turn := board.White
	for i := range 24 {
		g.Line.Plies = append(g.Line.Plies, notation.Ply{Number: notation.MoveNumber(1+i/2, turn), Text: "Nf3/H"})
		turn = turn.Other()
	}
	g.Line.Plies[2].Comments = []string{"first", "with } a brace"}
	g.Line.Plies[3].Variations = []notation.Line{{Comments: []string{"or"},
		Plies: []notation.Ply{{Number: "2...", Text: `H\E, exf6`, NAGs: []int{6}}}}}
	const want = `[Event "A \"quoted\" \\ one"]

1. Nf3/H Nf3/H 2. Nf3/H {first} ;with } a brace
2... Nf3/H ({or} 2... H\E, exf6 $6) 3. Nf3/H Nf3/H 4. Nf3/H Nf3/H 5. Nf3/H
Nf3/H 6. Nf3/H Nf3/H 7. Nf3/H Nf3/H 8. Nf3/H Nf3/H 9. Nf3/H Nf3/H 10. Nf3/H
Nf3/H 11. Nf3/H Nf3/H 12. Nf3/H Nf3/H 1/2-1/2

`
	if diff := cmp.Diff(want, g.String()); diff != "" {
		t.Error(diff)
	}
	writesBack(t, g)
}

// Every game that can be written reads back as it was.
func TestPGNRoundTrip(t *testing.T) {
	moves := []string{"e4", "Nf3/H", "O-O/He1", `E\H, exf6`, "O-O-O, ∞", "Rxe8(Ng8)", "exd5(d7)+", "e5xd6 e.p.(d7)",
		"=Q, e4", "--", "a8=Q#"}
	text := rapid.StringMatching(`[a-zA-Z0-9%;(){}\[\]"\\ .,é♘]{0,90}`)
	var line func(depth int) *rapid.Generator[notation.Line]
	line = func(depth int) *rapid.Generator[notation.Line] {
		return rapid.Custom(func(t *rapid.T) notation.Line {
			comments := func(label string) []string {
				var all []string
				for _, c := range rapid.SliceOfN(text, 0, 2).Draw(t, label) {
					if c = strings.Join(strings.Fields(c), " "); c != "" {
						all = append(all, c)
					}
				}
				return all
			}
			l := notation.Line{Comments: comments("before")}
			for i := range rapid.IntRange(1, 5).Draw(t, "plies") {
				p := notation.Ply{Number: fmt.Sprintf("%d.", i+1), Text: rapid.SampledFrom(moves).Draw(t, "move"),
					Comments: comments("after")}
				p.NAGs = rapid.SliceOfN(rapid.IntRange(1, 255), 0, 2).Draw(t, "glyphs")
				if depth > 0 && len(p.Comments) == 0 {
					for range rapid.IntRange(0, 2).Draw(t, "variations") {
						p.Variations = append(p.Variations, line(depth-1).Draw(t, "variation"))
					}
				}
				if len(p.NAGs) == 0 {
					p.NAGs = nil
				}
				l.Plies = append(l.Plies, p)
			}
			return l
		})
	}
	rapid.Check(t, func(t *rapid.T) {
		g := &notation.PGN{Line: line(2).Draw(t, "line"),
			Result: rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2", "*"}).Draw(t, "result")}
		g.Tags.Set("Event", strings.Join(strings.Fields(text.Draw(t, "event")), " "))
		again, err := notation.NewPGNReader(strings.NewReader(g.String())).Next()
		if err != nil {
			t.Fatalf("%v\n%s", err, g)
		}
		places := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".At" }, cmp.Ignore())
		if diff := cmp.Diff(g, again, places); diff != "" {
			t.Fatalf("%s\n%s", diff, g)
		}
	})
}

// endless gives the same text for ever, up to a number of bytes.
type endless struct {
	text     string
	at, left int
}

func (e *endless) Read(b []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	b = b[:min(len(b), e.left)]
	for i := range b {
		b[i] = e.text[e.at]
		e.at = (e.at + 1) % len(e.text)
	}
	e.left -= len(b)
	return len(b), nil
}

func TestPGNReaderKeepsNoGames(t *testing.T) {
	game := "[Event \"e\"]\n\n" + strings.Repeat("1. Nf3 Nf6 {a comment} ", 100) + "1-0\n\n"
	in := notation.NewPGNReader(&endless{game, 0, len(game) * 400})
	var before, after runtime.MemStats
	games := 0
	for {
		_, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if games++; games == 100 {
			runtime.GC()
			runtime.ReadMemStats(&before)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if games < 399 || after.HeapAlloc > before.HeapAlloc+1<<20 {
		t.Errorf("%d games; the heap grew from %d to %d bytes", games, before.HeapAlloc, after.HeapAlloc)
	}
	for _, never := range []string{"{", "(1. e4 ", "1. e4 {x} ", "x"} {
		in := notation.NewPGNReader(io.MultiReader(strings.NewReader("1. e4 "), &endless{never, 0, 9 << 20}))
		if _, err := in.Next(); err == nil || err == io.EOF {
			t.Errorf("a game of 9 MiB of %q: %v", never, err)
		}
	}
}

// failing fails after its text.
type failing struct{ *strings.Reader }

var errBroken = errors.New("the disk is gone")

func (b failing) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		err = errBroken
	}
	return n, err
}

func TestPGNReaderPassesErrorsOn(t *testing.T) {
	for _, text := range []string{"", "[Event", "[Event \"x\"]\n\n1. e4 {", "1. e4 e5", "% "} {
		in := notation.NewPGNReader(failing{strings.NewReader(text)})
		if _, err := in.Next(); !errors.Is(err, errBroken) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzPGN(f *testing.F) {
	files, err := filepath.Glob(filepath.Join(data, "pgn", "*.pgn"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no files: %v", err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(b))
	}
	f.Fuzz(func(t *testing.T, file string) {
		in := notation.NewPGNReader(strings.NewReader(file))
		for range len(file) + 2 {
			g, err := in.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				var bad *notation.LineError
				if !errors.As(err, &bad) || bad.Line < 1 || bad.Line > 2+strings.Count(file, "\n")+strings.Count(file,
					"\r") || strings.Contains(err.Error(), "\n") {
					t.Fatalf("%#v", err)
				}
				continue
			}
			writesBack(t, g)
		}
		t.Fatal("the reader does not end")
	})
}
