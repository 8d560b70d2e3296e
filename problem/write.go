package problem

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// ErrNoOption is what is wrong with a word that is no option of Popeye.
var ErrNoOption = errors.New("is no option")

// SetOptions adds options written in Popeye's English, as "Try Variations" or "MaxSolutions 5". The error
// names the word that is wrong, and is ErrNoOption where it is no option; those before it have been added.
func (p *Problem) SetOptions(words string) error {
	in := newReader([]byte(words))
	for {
		t := in.next()
		if t == "" {
			return nil
		}
		in.again(t)
		before := len(p.Options.Words)
		if err := in.options(p); err != nil {
			return fmt.Errorf("%q: %w", words, linelessError{err})
		}
		if len(p.Options.Words) == before {
			return fmt.Errorf("%q: %q %w", words, t, ErrNoOption)
		}
	}
}

// linelessError is an error about a text of one line, without the number of the line.
type linelessError struct{ error }

func (e linelessError) Error() string { return strings.TrimPrefix(e.error.Error(), "line 1: ") }
func (e linelessError) Unwrap() error { return e.error }

// SetTwins adds twins written in Popeye's English, as "Twin move c4 d5 Twin remove a1". The error names the word that
// is none of a twin.
func (p *Problem) SetTwins(words string) error {
	in := newReader([]byte(words))
	for t := in.next(); t != ""; t = in.next() {
		w, ok, err := frameWords.find(in.lang, t)
		if err != nil || !ok || w != wordTwin && w != wordZero {
			return fmt.Errorf("%q: %q does not begin a twin", words, t)
		}
		if w == wordZero {
			p.Zero = true
		}
		if err := in.twin(p); err != nil {
			return fmt.Errorf("twins: %w", err)
		}
	}
	_, err := p.Unroll()
	return err
}

// TwinText returns the twins in Popeye's English, a line each, "" for none.
func (p *Problem) TwinText() string {
	var lines []string
	for i, t := range p.Twins {
		word := "Twin"
		if i == 0 && p.Zero {
			word = "ZeroPosition"
		}
		if t.Continued {
			word += " continued"
		}
		for _, c := range t.Changes {
			word += " " + p.changeText(c)
		}
		lines = append(lines, word)
	}
	return strings.Join(lines, "\n")
}

// Write writes problems as a file in Popeye's English.
func Write(w io.Writer, problems []*Problem) error {
	var b strings.Builder
	for i, p := range problems {
		if i == 0 {
			b.WriteString("BeginProblem\n")
		} else {
			b.WriteString("NextProblem\n")
		}
		p.write(&b)
	}
	b.WriteString("EndProblem\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (p *Problem) write(b *strings.Builder) {
	for _, part := range []struct {
		word  string
		lines []string
	}{{"Remark", p.Remarks}, {"Author", p.Authors}, {"Origin", p.Origins}, {"Title", p.Titles}, {"Award", p.Awards}} {
		for _, l := range part.lines {
			fmt.Fprintf(b, "%s %s\n", part.word, l)
		}
	}
	if p.Initial != nil {
		var men []Placed
		for sq, m := range p.Initial {
			if m != 0 {
				men = append(men, Placed{Man: m, At: board.Square(sq)})
			}
		}
		fmt.Fprintf(b, "Pieces %s\n", p.menText(men))
	}
	if p.Stipulation.Text != "" {
		fmt.Fprintf(b, "Stipulation %s\n", p.Stipulation.Text)
	}
	if len(p.Options.Words) > 0 {
		fmt.Fprintf(b, "Option %s\n", strings.Join(p.Options.Words, " "))
	}
	if len(p.Conditions) > 0 {
		fmt.Fprintf(b, "Condition %s\n", conditionWordsOf(p.Conditions, p))
	}
	var men []Placed
	for sq, m := range p.Setup.Board {
		if m != 0 {
			at := board.Square(sq)
			men = append(men, Placed{m, at, p.kamikaze(at)})
		}
	}
	for _, h := range p.Setup.Aftermath.Below {
		men = append([]Placed{{h.Man, h.At, false}}, men...)
	}
	if len(men) > 0 {
		fmt.Fprintf(b, "Pieces %s\n", p.menText(men))
	}
	if len(p.Twins) > 0 {
		b.WriteString(p.TwinText() + "\n")
	}
}

func conditionWordsOf(cs []Condition, p *Problem) string {
	var words []string
	for _, c := range cs {
		if c.LastCapture != 0 {
			words = append(words, "LastCapture "+p.menText([]Placed{{c.LastCapture, c.CapturedAt, false}}))
			continue
		}
		words = append(words, c.Text)
	}
	return strings.Join(words, " ")
}

// menText lists men by colour, attribute and kind.
func (p *Problem) menText(men []Placed) string {
	var words []string
	for c := range board.Color(2) {
		for _, kamikaze := range []bool{false, true} {
			var group []string
			for _, m := range men {
				if m.Man.Color() == c && m.Kamikaze == kamikaze {
					group = append(group, p.walk(m.Man.Kind())+p.Game.Size.Name(m.At))
				}
			}
			if len(group) == 0 {
				continue
			}
			word := c.String()
			word = strings.ToUpper(word[:1]) + word[1:]
			if kamikaze {
				word += " Kamikaze"
			}
			words = append(words, word+" "+strings.Join(group, " "))
		}
	}
	return strings.Join(words, " ")
}

// changeText writes an operation of a twin.
func (p *Problem) changeText(c Change) string {
	name := p.Game.Size.Name
	switch c.Kind {
	case MoveMan:
		return "Move " + name(c.From) + " " + name(c.To)
	case SwapMen:
		return "Exchange " + name(c.From) + " " + name(c.To)
	case Shift:
		return "Shift " + name(c.From) + " " + name(c.To)
	case RemoveMen:
		s := "Remove "
		for _, sq := range c.Squares {
			s += name(sq)
		}
		return s
	case AddMen:
		return "Add " + p.menText(c.Men)
	case Substitute:
		return "Substitute " + p.walk(c.Kinds[0]) + " " + p.walk(c.Kinds[1])
	case Rotate:
		return fmt.Sprintf("Rotate %d", c.Angle)
	case Reflect:
		return "Mirror " + c.Mirror
	case SwapColours:
		return "PolishType"
	case NewStipulation:
		return "Stipulation " + c.Task.Text
	case NewConditions:
		return "Condition " + conditionWordsOf(c.Conditions, p)
	}
	return ""
}

// Both returns a sink that gives everything to two.
func Both(a, b Sink) Sink { return both{a, b} }

type both struct{ a, b Sink }

func (s both) Twin(p *Problem, label string) { s.a.Twin(p, label); s.b.Twin(p, label) }
func (s both) Phase(ph Phase)                { s.a.Phase(ph); s.b.Phase(ph) }
func (s both) Line(l Line)                   { s.a.Line(l); s.b.Line(l) }
func (s both) Key(k *Node)                   { s.a.Key(k); s.b.Key(k) }
func (s both) First(n int, text string)      { s.a.First(n, text); s.b.First(n, text) }
func (s both) EndPhase(ph Phase)             { s.a.EndPhase(ph); s.b.EndPhase(ph) }
func (s both) Note(text string)              { s.a.Note(text); s.b.Note(text) }
func (s both) EndTwin(o Outcome)             { s.a.EndTwin(o); s.b.EndTwin(o) }

// Verdict says in words whether a checked problem is sound.
func (r *Report) Verdict(number int) string {
	var b strings.Builder
	for _, t := range r.Twins {
		name := fmt.Sprintf("problem %d", number)
		if t.Label != "" {
			name += " " + strings.SplitAfter(t.Label, ")")[0]
		}
		switch {
		case !t.Complete:
			fmt.Fprintf(&b, "%s: not checked to the end\n", name)
		case len(t.Faults) == 0:
			fmt.Fprintf(&b, "%s: C+ %s (%s)\n", name, t.Stipulation, t.checked())
		default:
			fmt.Fprintf(&b, "%s: not sound (%s)\n", name, t.checked())
			for _, f := range t.Faults {
				fmt.Fprintf(&b, "    %s\n", f)
			}
		}
	}
	return b.String()
}

// checked says what a verdict rests on.
func (t *TwinReport) checked() string {
	what := "all first moves"
	for _, ph := range t.Phases {
		if ph.Kind == "set play" {
			what += ", set play"
		}
		tries := 0
		for _, k := range ph.Keys {
			if k.Sign == "?" {
				tries++
			}
		}
		if tries > 0 {
			what += fmt.Sprintf(", %d tries refuted by one move", tries)
		}
	}
	if st, err := ParseStipulation(t.Stipulation); err == nil && st.defended() && st.Mover == Alternate && len(st.Intro) > 0 && st.Moves > 1 {
		what += ", duals not looked for"
	}
	return fmt.Sprintf("%s, %d positions", what, t.Nodes)
}

// LaTeX returns a problem with its solution for a document that uses the package diagram.
func LaTeX(p *Problem, r *Report) string {
	var b strings.Builder
	b.WriteString("\\begin{diagram}\n")
	for _, part := range []struct {
		command string
		lines   []string
	}{{"author", p.Authors}, {"source", p.Origins}, {"award", p.Awards}, {"theme", p.Titles}} {
		if len(part.lines) > 0 {
			fmt.Fprintf(&b, "\\%s{%s}\n", part.command, escapeLaTeX(strings.Join(part.lines, "; ")))
		}
	}
	var men []string
	var count [2]int
	for sq, m := range p.Setup.Board {
		if m == 0 {
			continue
		}
		count[m.Color()]++
		colour := "w"
		if m.Color() == board.Black {
			colour = "s"
		}
		men = append(men, colour+latexLetter(p, m)+p.Game.Size.Name(board.Square(sq)))
	}
	fmt.Fprintf(&b, "\\pieces[%d+%d]{%s}\n", count[0], count[1], strings.Join(men, ", "))
	fmt.Fprintf(&b, "\\stipulation{%s}\n", escapeLaTeX(p.Stipulation.String()))
	if texts := p.conditionTexts(); len(texts) > 0 {
		fmt.Fprintf(&b, "\\condition{%s}\n", escapeLaTeX(strings.Join(texts, ", ")))
	}
	b.WriteString("\\solution{%\n")
	for _, t := range r.Twins {
		if t.Label != "" {
			fmt.Fprintf(&b, "%s\\\\\n", escapeLaTeX(t.Label))
		}
		for _, ph := range t.Phases {
			for _, l := range ph.Lines {
				fmt.Fprintf(&b, "%s\\\\\n", escapeLaTeX(l.numbered()))
			}
			for _, k := range ph.Keys {
				writeLaTeX(&b, k, 0)
			}
		}
	}
	b.WriteString("}\n\\end{diagram}\n")
	return b.String()
}

// latexLetter is a man's letter in the package diagram, which is German.
func latexLetter(p *Problem, m rules.Man) string {
	if i := strings.IndexByte(ours, p.Game.Type(m.Kind()).Letter); i >= 0 {
		return letters[German][i : i+1]
	}
	return p.walk(m.Kind())
}

// numbered returns the moves of a line with their numbers.
func (a Line) numbered() string {
	var words []string
	for _, s := range a.Moves {
		switch {
		case s.Number > 0 && s.Dots:
			words = append(words, fmt.Sprintf("%d...%s", s.Number, s.Text))
		case s.Number > 0:
			words = append(words, fmt.Sprintf("%d.%s", s.Number, s.Text))
		default:
			words = append(words, s.Text)
		}
	}
	return strings.Join(words, " ")
}

func writeLaTeX(b *strings.Builder, n *Node, depth int) {
	dots := "."
	if n.Answer {
		dots = "..."
	}
	text := fmt.Sprintf("%d%s%s", n.Number, dots, n.Text)
	if n.Sign != "" {
		text += " " + n.Sign
	}
	if n.Zugzwang {
		text += " zugzwang."
	}
	if len(n.Threats) > 0 {
		text += " threat:"
	}
	fmt.Fprintf(b, "\\hspace*{%dem}%s\\\\\n", depth, escapeLaTeX(text))
	for _, list := range [][]*Node{n.Threats, n.Next, n.But} {
		for _, m := range list {
			writeLaTeX(b, m, depth+1)
		}
	}
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "#", `\#`, "%", `\%`, "&", `\&`, "_", `\_`, "$", `\$`,
	"{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `$<$`, ">", `$>$`)

func escapeLaTeX(s string) string { return latexEscapes.Replace(s) }

// LaTeXDocument returns a document around problems written by LaTeX.
func LaTeXDocument(body string) string {
	return "\\documentclass{article}\n\\usepackage{diagram}\n\\usepackage[utf8]{inputenc}\n\\begin{document}\n" + body + "\\end{document}\n"
}

// ManText returns the man on a square as "Sd4", with its attribute; "" for none.
func (p *Problem) ManText(sq board.Square) string {
	m := p.Setup.Board[sq]
	if m == 0 {
		return ""
	}
	text := p.walk(m.Kind()) + p.Game.Size.Name(sq)
	if p.kamikaze(sq) {
		text = "kamikaze " + text
	}
	return text
}

// TwinTexts returns the operations of each twin, as in Popeye's language.
func (p *Problem) TwinTexts() []string {
	var all []string
	for _, t := range p.Twins {
		var words []string
		if t.Continued {
			words = append(words, "continued")
		}
		for _, c := range t.Changes {
			words = append(words, p.changeText(c))
		}
		all = append(all, strings.Join(words, " "))
	}
	return all
}
