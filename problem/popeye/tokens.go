package popeye

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/problem"
)

// reader splits a file into tokens.
type reader struct {
	text   []byte
	at     int
	lang   Language
	unread string // a token to be read again

	last  int   // where the last token begins
	start int   // where the last command begins
	lines []int // where the lines begin

	lacks problem.UnsupportedError // what Kirke lacks of the problem that is being read

	strangers     []string // letters that are no piece, quoted
	strangersLine int      // where the first of them stands
}

func newReader(text []byte) *reader {
	in := &reader{text: text, lines: []int{0}}
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
	if in.unread != "" {
		t := in.unread
		in.unread = ""
		return t
	}
	for in.at < len(in.text) && !inToken(in.text[in.at]) {
		in.at++
	}
	from := in.at
	for in.at < len(in.text) && inToken(in.text[in.at]) {
		in.at++
	}
	in.last = from
	return string(in.text[from:in.at])
}

// again makes next return a token once more.
func (in *reader) again(token string) { in.unread = token }

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

// fault returns an error with the number of the line.
func (in *reader) fault(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", in.line(), fmt.Errorf(format, args...))
}

// lack keeps the name of a part of the problem that Kirke knows but does not solve. The reading goes
// on.
func (in *reader) lack(format string, args ...any) {
	name := fmt.Sprintf(format, args...)
	if slices.Contains(in.lacks.Missing, name) {
		return
	}
	if len(in.lacks.Missing) == 0 {
		in.lacks.Line = in.line()
	}
	in.lacks.Missing = append(in.lacks.Missing, name)
}

// lacking returns an *UnsupportedError with what Kirke lacks of the problem that has been read, if
// anything, and forgets it. Otherwise it returns err, which may follow from what was not understood.
func (in *reader) lacking(err error) error {
	if len(in.lacks.Missing) == 0 {
		return err
	}
	lacks := in.lacks
	in.lacks = problem.UnsupportedError{}
	return &lacks
}
