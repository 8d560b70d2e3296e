package notation

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
)

// CourierLog is a game as Game Courier lists it: a half-move on each line, with its number and a
// comment after "//".
type CourierLog struct {
	Tags    []Tag  // from lines such as "// Variant: seirawan" before anything else
	Comment string // other comments before the first move
	Turns   []CourierTurn
}

// CourierTurn is one half-move of a log.
type CourierTurn struct {
	Number  string // "1." or "1..."; "" if the log gives none
	Text    string // the move in Game Courier's grammar, such as "N g1-f3; H-g1"
	Comment string // after "//"; lines of comment alone that follow are joined to it
	At      int    // the line of the file, from 1
}

// Tag returns the value of the first tag of that name, or "".
func (l *CourierLog) Tag(name string) string {
	for _, t := range l.Tags {
		if strings.EqualFold(t.Name, name) {
			return t.Value
		}
	}
	return ""
}

var (
	logTag    = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9_]*):\s+(\S.*)$`)
	logNumber = regexp.MustCompile(`^\d+\.+`)
)

// ReadCourierLog reads a log. Empty lines are allowed, and so is a number without a move at the
// end. The error is a *LineError for a number without a move elsewhere and for a line of more than
// 64 KiB, and otherwise that of r.
func ReadCourierLog(r io.Reader) (*CourierLog, error) {
	const longest = 64 << 10
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 4096), longest)
	l, line, bare := &CourierLog{}, 0, 0
	var remarks []string // the lines of comment on the last move, or before the first
	end := func() {
		at := &l.Comment
		if n := len(l.Turns); n > 0 {
			at = &l.Turns[n-1].Comment
		}
		*at, remarks = strings.Join(remarks, "\n"), nil
	}
	for in.Scan() {
		line++
		s := text(in.Bytes())
		if line == 1 {
			s = strings.TrimPrefix(s, "\ufeff")
		}
		move, comment, _ := strings.Cut(s, "//")
		move, comment = strings.TrimSpace(move), strings.TrimSpace(comment)
		number := logNumber.FindString(move)
		move = strings.TrimSpace(move[len(number):])
		if bare > 0 && (move != "" || number != "") {
			return nil, fail(bare, "the number has no move")
		}
		switch {
		case move != "":
			end()
			l.Turns = append(l.Turns, CourierTurn{Number: number, Text: move, At: line})
		case number != "":
			bare = line
		}
		switch m := logTag.FindStringSubmatch(comment); {
		case comment == "":
		case m != nil && len(l.Turns) == 0 && len(remarks) == 0:
			l.Tags = append(l.Tags, Tag{m[1], m[2]})
		default:
			remarks = append(remarks, comment)
		}
	}
	end()
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fail(line+1, "the line is longer than %d bytes", longest)
	case err != nil:
		return nil, err
	}
	return l, nil
}

// WriteTo writes the log as ReadCourierLog reads it. The error is that of w.
func (l *CourierLog) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	for _, t := range l.Tags {
		fmt.Fprintf(&b, "// %s: %s\n", t.Name, strings.Join(strings.Fields(t.Value), " "))
	}
	for _, s := range lines(l.Comment) {
		fmt.Fprintf(&b, "// %s\n", s)
	}
	for _, t := range l.Turns {
		if t.Number != "" {
			b.WriteString(t.Number + " ")
		}
		b.WriteString(t.Text)
		for i, s := range lines(t.Comment) {
			if i > 0 {
				b.WriteByte('\n')
			} else {
				b.WriteByte(' ')
			}
			b.WriteString("// " + s)
		}
		b.WriteByte('\n')
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

// lines returns the lines of a comment that are not empty.
func lines(s string) []string {
	var all []string
	for _, line := range strings.FieldsFunc(s, func(c rune) bool { return c == '\n' || c == '\r' }) {
		if line = strings.TrimSpace(line); line != "" {
			all = append(all, line)
		}
	}
	return all
}

// String returns the log as WriteTo writes it.
func (l *CourierLog) String() string {
	var b strings.Builder
	_, _ = l.WriteTo(&b) // a strings.Builder returns no error
	return b.String()
}
