package problem

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/board"
)

// TextWriter writes solutions as Popeye 4 prints them, so that programs which read those can
// read these. It is a Sink.
type TextWriter struct {
	w    *bufio.Writer
	lang Language

	// Notes are what the solver has remarked; Popeye says it on the error output.
	Notes []string

	began       time.Time
	moveNumbers bool
	outcome     Outcome
}

// NewTextWriter returns a writer in a language.
func NewTextWriter(w io.Writer, lang Language) *TextWriter {
	return &TextWriter{w: bufio.NewWriter(w), lang: lang}
}

// phrases are what the output says, by language.
var phrases = map[string][3]string{
	"zugzwang":    {"zugzwang.", "Zugzwang.", "blocus."},
	"threat":      {"threat:", "Drohung:", "menace:"},
	"but":         {"but", "Aber", "mais"},
	"finished":    {"solution finished.", "Loesung beendet.", "solution terminee."},
	"partial":     {"Partial solution", "Partielle Loesung", "solution partielle"},
	"time":        {"Time = ", "Zeit = ", "Temps = "},
	"interrupted": {"solving interrupted.", "Bearbeitung abgebrochen.", "solution interrompue."},
	"the side to play can capture the king": {
		"the side to play can capture the king", "Die am Zug befindliche Partei kann den Koenig schlagen", "le camp au trait peut prendre le roi",
	},
}

func (t *TextWriter) say(key string) string {
	if p, ok := phrases[key]; ok {
		return p[t.lang]
	}
	return key
}

func (t *TextWriter) printf(format string, args ...any) { fmt.Fprintf(t.w, format, args...) }

// Flush writes what is buffered. The error is the first of all writing.
func (t *TextWriter) Flush() error { return t.w.Flush() }

// Diagram writes the problem before its solution: who made it, the board, the task.
func (t *TextWriter) Diagram(p *Problem) {
	t.began, t.moveNumbers, t.outcome = time.Now(), p.Options.MoveNumbers, Outcome{}
	t.printf("\n")
	for _, r := range p.Remarks {
		t.printf("%s\n", r)
	}
	if p.Options.NoBoard {
		return
	}
	width := 4*p.Game.Size.Files + 5
	for _, lines := range [][]string{p.Authors, p.Origins, p.Awards, p.Titles} {
		for _, l := range lines {
			t.centred(l, width)
		}
	}
	t.printf("\n")
	t.board(p)
	t.task(p, width)
}

// centred writes a line in the middle of a width.
func (t *TextWriter) centred(line string, width int) {
	blanks := max(0, (width-utf8.RuneCountInString(line))/2)
	t.printf("%s%s\n", strings.Repeat(" ", blanks), line)
}

func (t *TextWriter) board(p *Problem) {
	size := p.Game.Size
	frame := "+"
	for f := range size.Files {
		frame += "---" + board.FileName(f)
	}
	frame += "---+"
	gap := "|" + strings.Repeat(" ", len(frame)-2) + "|"
	t.printf("%s\n%s\n", frame, gap)
	for r := size.Ranks - 1; r >= 0; r-- {
		t.printf("%d  ", r+1)
		for f := range size.Files {
			t.printf("%s", t.cell(p, size.At(f, r)))
		}
		t.printf(" %d\n%s\n", r+1, gap)
	}
	t.printf("%s\n", frame)
}

func (t *TextWriter) cell(p *Problem, sq board.Square) string {
	m := p.Setup.Board[sq]
	if m == 0 {
		return " .  "
	}
	sign := " "
	if m.Color() == board.Black {
		sign = "-"
	}
	name := t.letter(p.walk(m.Kind()))
	return fmt.Sprintf("%-4s", sign+name)
}

// letter returns a man's letter in the writer's language.
func (t *TextWriter) letter(walk string) string {
	if i := strings.Index(letters[English], walk); i >= 0 && len(walk) == 1 {
		return letters[t.lang][i : i+1]
	}
	return walk
}

// colours are the letters of White and Black in brackets.
var colours = [3]string{"wb", "ws", "bn"}

// local returns the text of a move in the writer's language.
func (t *TextWriter) local(text string) string {
	if t.lang == English {
		return text
	}
	out := []byte(text)
	for i, c := range out {
		if j := strings.IndexByte(letters[English], c); j >= 0 {
			out[i] = letters[t.lang][j]
		}
		if j := strings.IndexByte(colours[English], c); j >= 0 && i > 0 && (out[i-1] == '[' || out[i-1] == '+' && i > 1 && out[i-2] == '[') {
			out[i] = colours[t.lang][j]
		}
	}
	return string(out)
}

func (t *TextWriter) task(p *Problem, width int) {
	var men [2]int
	for _, m := range p.Setup.Board {
		if m != 0 {
			men[m.Color()]++
		}
	}
	count := fmt.Sprintf("%d + %d", men[0], men[1])
	left := "  " + p.task()
	t.printf("%s%s\n", left, strings.Repeat(" ", max(1, width-len(left)-len(count)-2))+count)
	if len(p.Kamikaze) > 0 {
		var names []string
		for sq := range p.Setup.Board {
			if at := p.Game.Size.Mirror(board.Square(sq)); p.kamikaze(at) {
				names = append(names, p.Game.Size.Name(at))
			}
		}
		t.centred("Kamikaze "+strings.Join(names, " "), 0)
	}
	for _, c := range p.conditionTexts() {
		t.centred(c, width)
	}
	if len(p.Options.Exclusive) > 0 {
		said := "CastlingMutuallyExclusive"
		for _, e := range p.Options.Exclusive {
			said += " " + p.Game.Size.Name(e[0]) + p.Game.Size.Name(e[1])
		}
		t.centred(said, 0)
	}
	switch {
	case p.Options.HalfDuplex:
		t.centred("HalfDuplex", width)
	case p.Options.Duplex:
		t.centred("Duplex", width)
	}
	if p.Options.Quodlibet {
		t.centred("Quodlibet", width)
	}
}

// task returns the stipulation as it is printed: with half a move less where White begins help play,
// and with the limits of threats and flights.
func (p *Problem) task() string {
	st, o := &p.Stipulation, &p.Options
	text := st.String()
	if o.WhiteToPlay && !st.tree() && st.Mover == Alternate && !st.Half && !st.game() {
		text = strings.TrimSuffix(text, fmt.Sprint(st.Moves)) + fmt.Sprintf("%d.5", st.Moves-1)
	}
	if o.Threat != 0 || o.Flights != nil {
		text += "/"
		if o.Threat != 0 {
			text += fmt.Sprint(max(o.Threat, 0))
		}
		if o.Flights != nil {
			text += fmt.Sprintf("/%d", *o.Flights)
		}
	}
	return text
}

// Twin implements Sink.
func (t *TextWriter) Twin(_ *Problem, label string) {
	if label != "" {
		t.printf("\n%s\n", label)
	}
}

// Phase implements Sink.
func (t *TextWriter) Phase(Phase) {}

// EndPhase implements Sink.
func (t *TextWriter) EndPhase(Phase) { t.printf("\n") }

// Note implements Sink. Notes are not part of the solution's text.
func (t *TextWriter) Note(text string) { t.Notes = append(t.Notes, t.say(text)) }

// First implements Sink.
func (t *TextWriter) First(n int, text string) {
	if t.moveNumbers {
		t.printf("\n%3d  (%s    Time = %.3f s)", n, text, time.Since(t.began).Seconds())
	}
}

// Line implements Sink.
func (t *TextWriter) Line(l Line) {
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
		t.printf("%s", t.local(s.Text))
	}
}

// Key implements Sink.
func (t *TextWriter) Key(k *Node) {
	if k.Text == "" { // after the key
		if len(k.Threats) > 0 || k.Zugzwang {
			t.printf("\n")
		}
		t.after(k, 0)
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

// node writes a move at a depth, the key's being 0, and what follows it.
func (t *TextWriter) node(n *Node, depth int) {
	t.printf("\n%s%3d.", strings.Repeat(" ", max(1, 4*depth)), n.Number)
	if n.Answer {
		t.printf("..")
	}
	t.printf("%s", t.local(n.Text))
	if n.Sign != "" {
		t.printf(" %s", n.Sign)
	}
	t.after(n, depth)
	if len(n.But) > 0 {
		t.printf("\n    %s", t.say("but"))
		for _, b := range n.But {
			t.node(b, 1)
		}
	}
}

func (t *TextWriter) after(n *Node, depth int) {
	if n.Zugzwang {
		t.printf(" %s", t.say("zugzwang"))
	}
	if len(n.Threats) > 0 {
		t.printf(" %s", t.say("threat"))
		for _, c := range n.Threats {
			t.node(c, depth+2)
		}
	}
	for _, v := range n.Next {
		t.node(v, depth+1)
	}
}

// EndTwin implements Sink.
func (t *TextWriter) EndTwin(o Outcome) {
	t.outcome.Interrupted = t.outcome.Interrupted || o.Interrupted
	t.outcome.TimedOut = t.outcome.TimedOut || o.TimedOut
	t.outcome.Partial = t.outcome.Partial || o.Partial
}

// Finish writes the last line of a problem: how the solving ended, and how long it took.
func (t *TextWriter) Finish() {
	switch {
	case t.outcome.Interrupted || t.outcome.TimedOut:
		t.printf("\n%s", t.say("interrupted"))
	case t.outcome.Partial:
		t.printf("%s", t.say("partial"))
	default:
		t.printf("\n%s", t.say("finished"))
	}
	t.printf(" %s%.3f s\n\n\n", t.say("time"), time.Since(t.began).Seconds())
}
