package popeye

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/problem"
)

// reader splits a file into tokens.
type reader struct {
	text []byte
	at   int
	lang Language

	last   int   // where the last token begins
	before int   // where the token before it begins
	start  int   // where the last command begins
	placed int   // where the last list of pieces ends
	lines  []int // where the lines begin

	lacks problem.UnsupportedError // what Kirke lacks of the problem that is being read

	strangers     []string // letters that are no piece, quoted
	strangersLine int      // where the first of them stands

	placedLines []int    // of the pieces in the last list
	invisible   int      // how many pieces are totally invisible by the last list, -1 if it does not say
	warnings    []string // of the problem that is being read
	ofDefenders []string // conditions of the problem that are of the side that defends
	doubled     []string // those of pieces that stand on others, which a condition may ask for
}

func newReader(text []byte) *reader {
	in := &reader{text: text, placed: -1, lines: []int{0}}
	for i, c := range text {
		if c == '\n' {
			in.lines = append(in.lines, i+1)
		}
	}
	return in
}

// lineAt returns the number of the line that a byte is in, from 1.
func (in *reader) lineAt(at int) int {
	n, exact := slices.BinarySearch(in.lines, at)
	if exact {
		return n + 1
	}
	return n
}

// line returns the number of the line that is being read, from 1.
func (in *reader) line() int { return in.lineAt(in.at) }

// atLineStart reports whether the last token is the first of its line.
func (in *reader) atLineStart() bool {
	begin := in.lines[in.lineAt(in.last)-1]
	return len(bytes.TrimSpace(in.text[begin:in.last])) == 0
}

// tokenBytes are the bytes of tokens besides letters and digits.
const tokenBytes = "#=+-%>!.<()~/&|:[]{}?"

func inToken(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
		strings.IndexByte(tokenBytes, c) >= 0
}

// next returns the next token, "" at the end of the file.
func (in *reader) next() string {
	for in.at < len(in.text) && !inToken(in.text[in.at]) {
		in.at++
	}
	from := in.at
	for in.at < len(in.text) && inToken(in.text[in.at]) {
		in.at++
	}
	in.before, in.last = in.last, from
	return string(in.text[from:in.at])
}

// strangeWord returns the word that the last token begins, if it goes on with a letter beyond those
// of tokens, as "Köko" does; else "".
func (in *reader) strangeWord(t string) string {
	rest := in.text[in.at:]
	if len(rest) == 0 || rest[0] < utf8.RuneSelf {
		return ""
	}
	if end := bytes.IndexAny(rest, " \t\r\n"); end >= 0 {
		rest = rest[:end]
	}
	return t + string(rest)
}

// again makes next return the last token once more.
func (in *reader) again() { in.at, in.last = in.last, in.before }

// rest returns the rest of the line without the blanks that Popeye skips before a word. Blanks at
// the end stay, since Popeye centres the line with them.
func (in *reader) rest() string {
	end := bytes.IndexByte(in.text[in.at:], '\n')
	if end < 0 {
		end = len(in.text) - in.at
	}
	line := string(in.text[in.at : in.at+end])
	in.at = min(in.at+end+1, len(in.text))
	line, _, _ = strings.Cut(line, "\r")
	return strings.TrimLeft(line, ".,; \t")
}

// fault returns an error with the number of the line of the last token.
func (in *reader) fault(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", in.lineAt(in.last), fmt.Errorf(format, args...))
}

// warn keeps what the author of the problem may have meant otherwise. The problem is solved as it
// is read.
func (in *reader) warn(format string, args ...any) {
	in.warnings = append(in.warnings, in.fault(format, args...).Error())
}

// warned returns the warnings of the problem that has been read, and forgets them. It takes pieces
// off holes.
func (in *reader) warned(p *problem.Problem) []string {
	all, doubled := in.warnings, in.doubled
	in.warnings, in.doubled = nil, nil
	if len(doubled) == 0 && !slices.ContainsFunc(p.Conditions, isHole) {
		return all
	}
	v, err := p.Variant()
	if err != nil {
		return all
	}
	if !v.HidesPieces() {
		all = append(all, doubled...)
	}
	for _, hole := range strings.Fields(v.Fairy.Lanes.Holes) {
		if sq, err := v.ParseSquare(hole); err == nil && p.Setup.Board[sq] != 0 {
			all = append(all, fmt.Sprintf("the %s on %s is left out: the square is a hole",
				pieceName(p, p.Setup.Board[sq]), hole))
			p.Setup.Board[sq] = 0
		}
	}
	return all
}

// unknown returns an error about a token that is none of some words: what is, as "is no command",
// and what may have been meant.
func (in *reader) unknown(token, is string, all words) error {
	if question := all.meant(in.lang, token); question != "" || in.last != in.placed {
		return in.fault("%q %s%s", token, is, question)
	}
	return in.noPiece(token)
}

// lack keeps the name of a part of the problem that Kirke knows but does not solve. The reading
// goes on.
func (in *reader) lack(format string, args ...any) {
	name := fmt.Sprintf(format, args...)
	if slices.Contains(in.lacks.Missing, name) {
		return
	}
	if len(in.lacks.Missing) == 0 {
		in.lacks.Line = in.lineAt(in.last)
	}
	in.lacks.Missing = append(in.lacks.Missing, name)
}

// lacking returns an *UnsupportedError with what Kirke lacks of the problem that has been read, if
// anything, and forgets it. Otherwise it returns err, which may follow from what was not
// understood. What was read of the problem may not go together either; p may be nil.
func (in *reader) lacking(p *problem.Problem, err error) error {
	if len(in.lacks.Missing) == 0 {
		return err
	}
	lacks := in.lacks
	in.lacks = problem.UnsupportedError{}
	if p != nil && p.Stipulation.Text != "" {
		_, err := p.Variant()
		if u, refused := errors.AsType[*problem.UnsupportedError](err); refused {
			lacks.Missing, lacks.Where = append(lacks.Missing, u.Missing...), u.Where
		}
	}
	return &lacks
}
