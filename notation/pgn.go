package notation

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/board"
)

// PGN is one game of a PGN file: tags, and moves as text. The reader does not know what the texts
// mean.
type PGN struct {
	Tags   Tags   // in the order of the file
	Line   Line   // the game itself
	Result string // "1-0", "0-1", "1/2-1/2" or "*"; "" if the movetext ends without one
	At     int    // the line of the file the game starts on, from 1
}

// Tag is a name and a value.
type Tag struct {
	Name, Value string
}

// Tags are the tags of a game in order.
type Tags []Tag

// Value returns the value of the first tag with a name, or "".
func (t Tags) Value(name string) string {
	for _, tag := range t {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

// Set changes the first tag with a name, or adds it at the end.
func (t *Tags) Set(name, value string) {
	for i := range *t {
		if (*t)[i].Name == name {
			(*t)[i].Value = value
			return
		}
	}
	*t = append(*t, Tag{name, value})
}

// Line is a sequence of moves: the game or a variation of it.
type Line struct {
	Comments []string // before the first move
	Plies    []Ply
}

// Ply is one move as text.
type Ply struct {
	Number     string   // the move number, "12." or "12..."; "" if the file gives none
	Text       string   // the move, such as "Nf3/H" or `E\H, exf6`
	NAGs       []int    // numeric annotation glyphs; "!" is 1, "?!" is 6
	Comments   []string // after the move
	Variations []Line   // played instead of this move
	At         int      // its line in the file, from 1
}

// Tag returns the value of the first tag with a name, or "".
func (g *PGN) Tag(name string) string { return g.Tags.Value(name) }

// MoveNumber returns the number of a move as PGN and Game Courier write it: "12." for White,
// "12..." for Black.
func MoveNumber(full int, turn board.Color) string {
	if turn == board.White {
		return fmt.Sprintf("%d.", full)
	}
	return fmt.Sprintf("%d...", full)
}

// LineError is an error in a line of a file.
type LineError struct {
	Line int // from 1
	Err  error
}

// Error returns "line 12: " and the sentence.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the error without its line.
func (e *LineError) Unwrap() error { return e.Err }

// String returns the game as WriteTo writes it.
func (g *PGN) String() string {
	var b strings.Builder
	_, _ = g.WriteTo(&b) // a strings.Builder returns no error
	return b.String()
}

// WriteTo writes the game in PGN's export layout: the tags in their order, the moves in lines of at
// most 79 columns, the result ("*" if there is none) and an empty line. The number of a move that
// directly follows another is left out if it is Black's, or the same as before, as in a series. The
// error is that of w.
func (g *PGN) WriteTo(w io.Writer) (int64, error) {
	var p pgnWriter
	for _, t := range g.Tags {
		fmt.Fprintf(&p.out, "[%s \"%s\"]\n", t.Name, escaping.Replace(strings.Join(strings.Fields(t.Value), " ")))
	}
	if len(g.Tags) > 0 {
		p.out.WriteByte('\n')
	}
	p.line(g.Line)
	result := g.Result
	if result == "" {
		result = "*"
	}
	p.word(result)
	p.newline()
	p.newline()
	n, err := io.WriteString(w, p.out.String())
	return int64(n), err
}

var escaping = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// pgnWriter lays out movetext.
type pgnWriter struct {
	out     strings.Builder
	column  int
	pending string // the word that may still get a closing parenthesis
	opened  bool   // it is the parenthesis that opens a variation
	broken  bool   // the next move needs its number, whatever it is
}

// word adds a word. An opening parenthesis stays with the word after it.
func (p *pgnWriter) word(s string) {
	if !p.opened {
		p.flush()
	}
	p.pending += s
	p.opened = false
}

// flush writes the pending word, on a new line where it does not fit.
func (p *pgnWriter) flush() {
	const width = 79
	n := utf8.RuneCountInString(p.pending)
	switch {
	case n == 0:
		return
	case p.column == 0:
	case p.column+1+n > width:
		p.out.WriteByte('\n')
		p.column = 0
	default:
		p.out.WriteByte(' ')
		p.column++
	}
	p.out.WriteString(p.pending)
	p.column += n
	p.pending = ""
}

// newline writes the pending word and ends the line.
func (p *pgnWriter) newline() {
	p.flush()
	p.out.WriteByte('\n')
	p.column = 0
}

// line writes a line of moves with its comments and variations.
func (p *pgnWriter) line(l Line) {
	p.broken = true
	p.comments(l.Comments)
	last := ""
	for _, ply := range l.Plies {
		if ply.Number != "" && (p.broken || ply.Number != last && !strings.HasSuffix(ply.Number, "..")) {
			p.word(ply.Number)
		}
		p.broken, last = false, ply.Number
		for _, s := range strings.Fields(strings.TrimRight(ply.Text, ", ")) {
			p.word(s)
		}
		for _, n := range ply.NAGs {
			p.word("$" + strconv.Itoa(n))
		}
		p.comments(ply.Comments)
		for _, v := range ply.Variations {
			p.word("(")
			p.opened = true
			p.line(v)
			p.pending += ")"
			p.opened = false
			p.broken = true
		}
	}
}

// comments writes comments in braces, or to the end of the line if they contain a closing brace.
func (p *pgnWriter) comments(all []string) {
	for _, c := range all {
		words := strings.Fields(c)
		if len(words) == 0 {
			continue
		}
		p.broken = true
		if strings.Contains(c, "}") {
			p.word(";" + strings.Join(words, " "))
			p.newline()
			continue
		}
		words[0] = "{" + words[0]
		words[len(words)-1] += "}"
		for _, w := range words {
			p.word(w)
		}
	}
}
