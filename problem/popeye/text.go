package popeye

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/problem"
)

// TextWriter is a problem.Sink that prints solutions as Popeye 4 does, so that programs that read
// Popeye's output can read Kirke's.
type TextWriter struct {
	w    *bufio.Writer
	lang Language

	// Notes are the notes on positions, which Popeye prints to the error output.
	Notes []string

	began   time.Time
	outcome problem.Outcome
	apart   bool // the phase shows shorter lines apart from others
	last    int  // how many moves the last line of the phase has, 0 if there is none

	stipulations [2]string // of the problem and of the twin before
}

// NewTextWriter returns a writer in a language.
func NewTextWriter(w io.Writer, lang Language) *TextWriter {
	return &TextWriter{w: bufio.NewWriter(w), lang: lang, began: time.Now()}
}

// Text returns the solution in a report as a TextWriter prints it, without the diagram.
func Text(r *problem.Report, lang Language) string {
	var b strings.Builder
	w := NewTextWriter(&b, lang)
	for _, t := range r.Twins {
		if t.Label != "" {
			w.Twin(nil, t.Label+" ")
		}
		for _, ph := range t.Phases {
			for _, l := range ph.Lines {
				w.Line(l)
			}
			for _, k := range ph.Keys {
				w.Key(k)
			}
			w.EndPhase(problem.Phase{})
		}
	}
	_ = w.Flush() // a Builder has no errors
	return strings.Trim(b.String(), "\n")
}

func (t *TextWriter) printf(format string, args ...any) { fmt.Fprintf(t.w, format, args...) }

// Flush writes what is buffered. It returns the first error of all writing.
func (t *TextWriter) Flush() error { return t.w.Flush() }

// Twin implements problem.Sink. A nil problem is a twin whose options and position are not known.
func (t *TextWriter) Twin(p *problem.Problem, label string) {
	if p != nil {
		if st := p.Stipulation.Text; st != t.stipulations[0] && st != t.stipulations[1] {
			t.dropped(p)
		}
		t.stipulations[1] = p.Stipulation.Text
		if first := strings.HasPrefix(strings.TrimPrefix(label, "+"), "a) "); first && p.Zero {
			t.printf("\n%s\n\n", frameWords[wordZero][t.lang])
		}
	}
	if label != "" {
		t.printf("\n%s\n", t.lang.label(label))
	}
}

// Phase implements problem.Sink.
func (t *TextWriter) Phase(ph problem.Phase) { t.apart, t.last = ph.Apart, 0 }

// EndPhase implements problem.Sink.
func (t *TextWriter) EndPhase(problem.Phase) { t.printf("\n") }

// Note implements problem.Sink. Notes on positions are kept in Notes, others are printed.
func (t *TextWriter) Note(n problem.Note) {
	switch n {
	case problem.NoteKingTakeable, problem.NoteNoPawn, problem.NoteNoWhiteKing, problem.NoteNoBlackKing:
		t.Notes = append(t.Notes, t.lang.note(n))
	default:
		t.printf("%s\n", t.lang.note(n))
	}
}

// First implements problem.Sink.
func (t *TextWriter) First(n int, text string) {
	t.printf("\n%3d  (%s    %s%.3f s)", n, t.lang.move(text), t.lang.phrase("time"), time.Since(t.began).Seconds())
}

// Line implements problem.Sink.
func (t *TextWriter) Line(l problem.Line) {
	if t.apart && len(l.Moves) < t.last {
		t.printf("\n")
	}
	t.last = len(l.Moves)
	t.printf("\n")
	if l.Missing {
		t.printf("  1...  ...")
	}
	for i, s := range l.Moves {
		if i > 0 {
			t.printf(" ")
		}
		if s.Number > 0 {
			t.printf("%3d.", s.Number)
			if s.Dots {
				t.printf("..")
			}
		}
		t.printf("%s", t.lang.move(s.Text))
	}
}

// Key implements problem.Sink.
func (t *TextWriter) Key(k *problem.Node) {
	if k.Text == "" { // after the key
		if len(k.Threats) > 0 || k.Zugzwang {
			t.printf("\n")
		}
		if k.Check {
			t.printf(" +")
		}
		t.after(k, min(k.Number, 1)-1)
		return
	}
	depth := 0
	if k.Answer {
		depth = 1
	}
	t.node(k, depth)
	if k.Sign == "!" || k.Sign == "?" {
		t.printf("\n")
	}
}

// node prints a move and what follows it. The depth of a key is 0.
func (t *TextWriter) node(n *problem.Node, depth int) {
	t.printf("\n%s%3d.", strings.Repeat(" ", max(1, 4*depth)), n.Number)
	if n.Answer {
		t.printf("..")
	}
	t.printf("%s", t.lang.move(n.Text))
	switch n.Sign {
	case "":
	case "refutes":
		t.printf("\n%s%s", strings.Repeat(" ", 4*depth+4), t.lang.phrase("refutes"))
	default:
		t.printf(" %s", n.Sign)
	}
	t.after(n, depth)
	if len(n.But) > 0 {
		t.printf("\n    %s", t.lang.phrase("but"))
		for _, b := range n.But {
			t.node(b, 1)
		}
	}
}

// after prints what follows a move: threats and variations.
func (t *TextWriter) after(n *problem.Node, depth int) {
	if n.Zugzwang {
		t.printf(" %s", t.lang.phrase("zugzwang"))
	}
	if len(n.Threats) > 0 {
		t.printf(" %s%s", t.lang.phrase("threat"), n.Pass)
		for _, c := range n.Threats {
			t.node(c, depth+2)
		}
	}
	for _, v := range n.Next {
		t.node(v, depth+1)
	}
}

// EndTwin implements problem.Sink.
func (t *TextWriter) EndTwin(o problem.Outcome) {
	t.outcome.Interrupted = t.outcome.Interrupted || o.Interrupted
	t.outcome.TimedOut = t.outcome.TimedOut || o.TimedOut
	t.outcome.Partial = t.outcome.Partial || o.Partial
}

// Finish prints the last line of a problem: how the solving ended, and how long it took.
func (t *TextWriter) Finish() {
	switch {
	case t.outcome.Interrupted || t.outcome.TimedOut:
		t.printf("\n%s", t.lang.phrase("interrupted"))
	case t.outcome.Partial:
		t.printf("%s", t.lang.phrase("partial"))
	default:
		t.printf("\n%s", t.lang.phrase("finished"))
	}
	t.printf(" %s%.3f s\n\n\n", t.lang.phrase("time"), time.Since(t.began).Seconds())
}
