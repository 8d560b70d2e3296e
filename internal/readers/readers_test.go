// Package readers_test feeds every parser of strangers' input with texts that are made to be slow
// to read.
package readers_test

import (
	"flag"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/problem/olive"
	"github.com/kirke-chess/kirke/problem/popeye"
)

// reader is a parser of strangers' input, with the parts that its texts are made of.
type reader struct {
	name   string
	read   func(text string)
	before []string // beginnings of texts, before the repeated parts
	parts  []string
}

func readers(tb testing.TB) []reader {
	v, err := kirke.Lookup("siceirawan")
	if err != nil {
		tb.Fatal(err)
	}
	games := func(format string) func(string) {
		file := gamefile.Reader{Variant: v, Start: func() (kirke.Position, error) { return kirke.Start(v) }}
		return func(text string) {
			for range file.Games("", strings.NewReader(text), format) {
				continue
			}
		}
	}
	return []reader{
		{"pgn", games(gamefile.PGN), []string{"", "[Event \"?\"]\n\n1. e4 ", "1. Nf3 {a", "1. e4 e5 (1... d5 "},
			[]string{
				"O-O/, ", "ep ", "+ ", "e.p ", "e4 ", "1. ", "...", "Nf3 Ng1 ", "Nf3 Nf6 Ng1 Ng8 ", "(", ")", "( )",
				"{}", "{", "}", "{x} ", ";x\n", "%x\n",
				"$1 ", "!", "[A \"x\"]\n", "\n[A \"x\"]\n", "[A \"x\"]", "[Event \"x\"]\n\n1. e4 *\n\n", "(e4)",
				"e4(Ha1)", "=Q, ", "H\\E, ", "* ", "\\", "\"", "\r", "\n", "é", "½",
			}},
		{"courier", games(gamefile.Courier), []string{"", "// Variant: chess\n1. P e2-e4\n"}, []string{
			"//x\n", "// A: b\n", "1. P e2-e4\n", "1.\n", "//\n", "N g1-f3\nN g8-f6\nN f3-g1\nN f6-g8\n", "; ", "x",
			"// x",
		}},
		{"moves", games(gamefile.Moves), []string{"", "Nf3 "},
			[]string{"Nf3 Nf6 Ng1 Ng8 ", "1. ", "e4 ", "O-O/, ", "O-O, ", "H\\E, ", "=Q, ", "x", "1.", ".", "\n"}},
		{"fen", games(gamefile.FEN), []string{"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"},
			[]string{"8/", "p", "1", " ", "[", "]", "[H]", "K", " w", "-", " -", "+", ":", "{", ",", "\n", "a1"}},
		{"json", games(gamefile.JSON), []string{"", `{"variant":"chess","moves":["`, `{"variant":"chess","moves":[`},
			[]string{
				"[", "{", `{"a":`, `"e4",`, `"`, `\`, `{"variant":"chess"}` + "\n", "1", `"Nf3","Nf6","Ng1","Ng8",`,
				`\u00e9`, "\n",
			}},
		{"popeye", func(text string) { _, _, _ = popeye.Read(strings.NewReader(text)) },
			[]string{"", "BeginProblem\n", "BeginProblem\nPieces White Ka1 ",
				"BeginProblem\nStipulation #2 NextProblem\n", "BeginProblem\nx "}, []string{
				"NextProblem ", "NextProblem\n", "x ", "x\n", "Pieces ", "White Ka1 ", "ka1b2", "Stipulation #2\n",
				"Condition Circe\n", "Twin ", "Twin Move a1 b1\n",
				"Option Variation\n", "Title x\n", "Remark x ", "( ", "[", "Forsyth 8/8\n", "1", "#", "->",
				"BeginProblem\n", "EndProblem\n", "é", "zeroposition ",
			}},
		{"olive", func(text string) { _, _ = olive.Read(strings.NewReader(text)) },
			[]string{"", "---\nalgebraic:\n  white: [", "---\ntwins: {"}, []string{
				"---\n", "- a\n", "- ", "[", "{", "a: b\n", "Ka1, ", "&a ", "*a ", "? ", "| ", "\"", "\n", "  ", "#",
				"---\nalgebraic:\n  white: [Ka1]\n",
			}},
		{"betza", func(text string) { _, _ = piece.Parse(text) }, []string{"", "N"},
			[]string{"N", "B", "f", "(1,2)", "W2", "{Sissa}", "mN", "cR", "t[", "]", "-"}},
		{"control", func(text string) { _, _ = play.ParseControl(text) }, []string{"", "5+3/"},
			[]string{"5+3", "/", "1", "+", "d", "10d+1d", " "}},
	}
}

// shapes returns what the texts repeat: each part, and each two parts by turns.
func (r reader) shapes() []string {
	var shapes []string
	for _, a := range r.parts {
		shapes = append(shapes, a)
		for _, b := range r.parts {
			if a < b {
				shapes = append(shapes, a+b)
			}
		}
	}
	return shapes
}

// text repeats a shape up to a size.
func text(before, shape string, size int) string {
	return before + strings.Repeat(shape, max(1, (size-len(before))/len(shape)))
}

// TestReadersTakeAnything reads a megabyte of each shape that once took a reader minutes or hours.
func TestReadersTakeAnything(t *testing.T) {
	found := map[string][]string{
		"pgn":     {"O-O/, ", "ep ", "+ ", "e.p ", "\n[A%d \"x\"]\n"},
		"courier": {"//x\n"},
		"popeye":  {"NextProblem ", "x ", "BeginProblem x "},
	}
	for _, r := range readers(t) {
		for _, shape := range found[r.name] {
			for _, before := range r.before {
				t.Run(fmt.Sprintf("%s/%.8q/%q", r.name, before, shape), func(t *testing.T) {
					var b strings.Builder
					b.WriteString(before)
					for n := 0; b.Len() < 1<<20; n++ {
						if strings.Contains(shape, "%d") {
							fmt.Fprintf(&b, shape, n)
						} else {
							b.WriteString(shape)
						}
					}
					r.read(b.String())
				})
			}
		}
	}
}

// size is the length of the texts of the benchmark.
var size = flag.Int("size", 256<<10, "bytes of the texts that BenchmarkReaders reads")

// BenchmarkReaders reports how much the processor time of each reader's worst shape grows when the
// text doubles (2.5 is the most for a linear reader), and what its slowest shape takes.
func BenchmarkReaders(b *testing.B) {
	for _, r := range readers(b) {
		b.Run(r.name, func(b *testing.B) {
			for b.Loop() {
				var growth float64
				var slowest time.Duration
				var worst, slow string
				for _, before := range r.before {
					for _, shape := range r.shapes() {
						whole := cpu(r, text(before, shape, *size))
						if whole > slowest {
							slowest, slow = whole, fmt.Sprintf("%q %q", before, shape)
						}
						if whole < 100*time.Millisecond {
							continue // too little to measure, and to matter
						}
						if ratio := float64(whole) / float64(cpu(r, text(before, shape, *size/2))); ratio > growth {
							growth, worst = ratio, fmt.Sprintf("%q %q", before, shape)
						}
					}
				}
				b.Logf("slowest: %s; growing most: %s", slow, worst)
				b.ReportMetric(growth, "growth")
				b.ReportMetric(slowest.Seconds(), "s")
				b.ReportMetric(0, "ns/op")
			}
		})
	}
}

// cpu returns the processor time that reading a text takes.
func cpu(r reader, text string) time.Duration {
	used := func() time.Duration {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			return 0
		}
		return time.Duration(u.Utime.Nano())
	}
	before := used()
	r.read(text)
	return used() - before
}
