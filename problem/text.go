package problem

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// TextWriter writes solutions as Popeye 4 prints them, so that programs which read those can
// read these. It is a Sink.
type TextWriter struct {
	w    *bufio.Writer
	lang Language

	// Notes are what the solver has remarked; Popeye says it on the error output.
	Notes []string

	began   time.Time
	outcome Outcome
	apart   bool // of the phase
	last    int  // how many moves its last line has, 0 before it

	stipulations [2]string // the problem's, and that of the twin before
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
	"white":       {"White", "Weiss", "Blanc"},
	"black":       {"Black", "Schwarz", "Noir"},
	"refutes":     {"refutes.", "Widerlegt.", "Refute."},
	noSuchPawn:    {noSuchPawn, "Inkonsistente Retro-Information\n\nProblem uebersprungen", "Information retro inconsistent\n\nprobleme ignoree"},
	noKing:        {noKing, "Es fehlt ein weisser oder schwarzer Koenig", "il faut un roi de chaque couleur"},
	kingTakeable:  {kingTakeable, "Die am Zug befindliche Partei kann den Koenig schlagen", "le camp au trait peut prendre le roi"},
	noQuodlibet:   {noQuodlibet, "Quodlibet nicht anwendbar - ignoriert", "Quodlibet pas applicable - ignore"},
	noGoalIsEnd:   {noGoalIsEnd, "ZielIstEnde nicht anwendbar - ignoriert", "ButEstFin pas applicable - ignore"},
	noPostKey:     {noPostKey, "NachSchluessel nicht anwendbar - ignoriert", "ApresCle pas applicable - ignore"},
	noWhiteToPlay: {noWhiteToPlay, "WeissBeginnt nicht anwendbar - ignoriert", "ApparentSeul pas applicable - ignore"},
	noTry:         {noTry, "Verfuehrung nicht anwendbar", "jeu d'essai pas applicable"},
	noSetPlay:     {noSetPlay, "Satzspiel nicht anwendbar - ignoriert", "Apparent pas applicable - ignore"},
	noNumbers:     {noNumbers, "StartZugnummer oder BisZugnummer inkompatibel mit der Forderung", "Enroute ou JusquAuCoup incompatible avec l'enonce"},
	noStopOnShort: {
		noStopOnShort, "Option  StopNachKurzloesungen  nicht unterstuetzt im direkten Spiel.", "L'option  FinApresSolutionsCourtes  n'est pas soutenu au jeu direct.",
	},
	noThreat: {
		noThreat, `Option "Drohung" nicht anwendbar order maximale Laenge der Drohung zu gross`, `Option "menace" pas applicable ou longueur maximale de la menace trop grande`,
	},
	noIntelligent: {
		noIntelligent, "Intelligent Modus nur im h#/=, ser-#/= und ser-h#/=, wenigen Maerchenbedingungen und keinen Maerchensteinen.",
		"mode intelligent seulement avec h#/=, ser-#/= et ser-h#/=, facultativement avec certaines conditions, et sans pieces feeriques.",
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
	t.began, t.outcome, t.stipulations = time.Now(), Outcome{}, [2]string{p.Stipulation.Text, p.Stipulation.Text}
	for _, r := range p.Remarks {
		t.printf("%s\n", r)
	}
	t.dropped(p)
	if p.Options.NoBoard {
		return
	}
	t.printf("\n")
	width := 4*p.Game.Size.Files + 5
	for _, lines := range [][]string{p.Authors, p.Origins, p.Awards, p.Titles} {
		for _, l := range lines {
			t.centred(l, width)
		}
	}
	t.printf("\n")
	if p.Initial != nil {
		t.board(p, p.Initial)
		t.printf("%*s\n\n", width-2, count(p.Initial))
		side := "white"
		if p.Stipulation.reversed(&p.Options) {
			side = "black"
		}
		t.centred(fmt.Sprintf("=> (%s ->)", t.say(side)), width)
		t.printf("\n\n")
	}
	t.board(p, p.Setup.Board)
	t.task(p, width)
}

// dropped says which options do not apply to a stipulation.
func (t *TextWriter) dropped(p *Problem) {
	_, notes := p.Options.applicable(&p.Stipulation)
	for _, n := range notes {
		t.printf("%s\n", t.say(n))
	}
}

// centred writes a line in the middle of a width.
func (t *TextWriter) centred(line string, width int) {
	blanks := max(0, (width-utf8.RuneCountInString(line))/2)
	t.printf("%s%s\n", strings.Repeat(" ", blanks), line)
}

func (t *TextWriter) board(p *Problem, men []rules.Man) {
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
			t.printf("%s", t.cell(p, men[size.At(f, r)]))
		}
		t.printf(" %d\n%s\n", r+1, gap)
	}
	t.printf("%s\n", frame)
}

func (t *TextWriter) cell(p *Problem, m rules.Man) string {
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

// count returns how many men each side has, as "7 + 5".
func count(board []rules.Man) string {
	var men [2]int
	for _, m := range board {
		if m != 0 {
			men[m.Color()]++
		}
	}
	return fmt.Sprintf("%d + %d", men[0], men[1])
}

func (t *TextWriter) task(p *Problem, width int) {
	count := count(p.Setup.Board)
	left := "  " + p.task()
	t.printf("%s%s\n", left, strings.Repeat(" ", max(1, width-len(left)-len(count)-2))+count)
	if len(p.Kamikaze) > 0 {
		var names []string
		for sq := range p.Setup.Board {
			if at := p.Game.Size.Mirror(board.Square(sq)); p.kamikaze(at) {
				names = append(names, p.Game.Size.Name(at))
			}
		}
		t.centred("Kamikaze "+strings.Join(names, " "), width)
	}
	for _, c := range p.Conditions {
		t.centred(t.condition(c.printed()), width)
	}
	if len(p.Options.Exclusive) > 0 {
		said := optionWords[optExclusive][t.lang]
		for _, e := range p.Options.Exclusive {
			said += " " + p.Game.Size.Name(e[0]) + p.Game.Size.Name(e[1])
		}
		t.centred(said, 0)
	}
	switch {
	case p.Stipulation.game() && p.Initial == nil: // not said
	case p.Options.Duplex:
		t.centred("Duplex", width)
	case p.Options.HalfDuplex:
		t.centred(optionWords[optHalfDuplex][t.lang], width)
	}
	if p.Options.Quodlibet {
		t.centred("Quodlibet", width)
	}
}

// condition returns a condition, as it is printed, in the writer's language.
func (t *TextWriter) condition(text string) string {
	words := strings.Fields(text)
	for i, w := range words {
		for _, known := range conditionWords {
			if i == 0 && known.names[English] == w {
				words[i] = known.names[t.lang]
			}
		}
		for _, known := range choiceWords {
			if i > 0 && known.names[English] == w {
				words[i] = known.names[t.lang]
			}
		}
	}
	return strings.Join(words, " ")
}

// men are men with their squares as labels of twins name them.
var men = regexp.MustCompile(`\b([wb])(k?)([KPQSRB])([a-p][1-9])\b`)

// label returns the label of a twin in the writer's language.
func (t *TextWriter) label(text string) string {
	name, changes, ok := strings.Cut(text, ") ")
	if !ok || t.lang == English {
		return text
	}
	name = strings.Replace(name, frameWords[wordZero][English], frameWords[wordZero][t.lang], 1)
	return name + ") " + oneChange.ReplaceAllStringFunc(changes, t.change)
}

// oneChange is one change in the label of a twin, or one of its conditions.
var oneChange = regexp.MustCompile(`[^ \n]+( [^ \n]+)*`)

// change returns one change of a twin in the writer's language.
func (t *TextWriter) change(text string) string {
	word, rest, _ := strings.Cut(text, " ")
	for _, w := range twinWords {
		if w[English] == word {
			return strings.TrimSuffix(w[t.lang]+" "+rest, " ")
		}
	}
	for _, known := range conditionWords {
		if known.names[English] == word {
			return t.condition(text)
		}
	}
	if from, to, ok := strings.Cut(text, " ==> "); ok {
		return t.letter(from) + " ==> " + t.letter(to)
	}
	return men.ReplaceAllStringFunc(text, func(man string) string {
		i := len(man) - 3
		return string(colours[t.lang][strings.IndexByte(colours[English], man[0])]) + man[1:i] + t.letter(man[i:i+1]) + man[i+1:]
	})
}

// task returns the stipulation as it is printed: with half a move less where White begins help play,
// and with the limits of threats, flights and answers.
func (p *Problem) task() string {
	st := &p.Stipulation
	o, _ := p.Options.applicable(st)
	text := st.played(&o).String()
	if o.PostKeyPlay && st.tree() {
		text = strings.Replace(text, "exact-", "", 1)
	}
	if o.PostKeyPlay && st.Play == SemiReflex && st.Moves == 1 {
		text = strings.Replace(text, "semi-", "", 1)
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
	if n := o.NonTrivial; n != nil {
		text += fmt.Sprintf(";%d,%d", n[0], n[1])
	}
	return text
}

// Twin implements Sink.
func (t *TextWriter) Twin(p *Problem, label string) {
	if p != nil {
		if st := p.Stipulation.Text; st != t.stipulations[0] && st != t.stipulations[1] {
			t.dropped(p)
		}
		t.stipulations[1] = p.Stipulation.Text
	}
	if label != "" {
		t.printf("\n%s\n", t.label(label))
	}
}

// Phase implements Sink.
func (t *TextWriter) Phase(ph Phase) { t.apart, t.last = ph.Apart, 0 }

// EndPhase implements Sink.
func (t *TextWriter) EndPhase(Phase) { t.printf("\n") }

// Note implements Sink. What is said of the position is kept in Notes; other notes are written.
func (t *TextWriter) Note(text string) {
	if text == kingTakeable || text == noSuchPawn || text == noKing {
		t.Notes = append(t.Notes, t.say(text))
		return
	}
	t.printf("%s\n", t.say(text))
}

// First implements Sink.
func (t *TextWriter) First(n int, text string) {
	t.printf("\n%3d  (%s    %s%.3f s)", n, t.local(text), t.say("time"), time.Since(t.began).Seconds())
}

// Line implements Sink.
func (t *TextWriter) Line(l Line) {
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
		t.printf("%s", t.local(s.Text))
	}
}

// Key implements Sink.
func (t *TextWriter) Key(k *Node) {
	if k.Text == "" { // after the key
		if len(k.Threats) > 0 || k.Zugzwang {
			t.printf("\n")
		}
		if k.Check {
			t.printf(" +")
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
	switch n.Sign {
	case "":
	case refutes:
		t.printf("\n%s%s", strings.Repeat(" ", 4*depth+4), t.say(refutes))
	default:
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
