package notation

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits of what the reader keeps in memory for one game.
const (
	maxGame  = 8 << 20 // bytes of tags and movetext
	maxTag   = 16 << 10
	maxTags  = 1000
	maxMove  = 96          // characters, of a move in one piece
	maxText  = 4 * maxMove // bytes, of a move in several
	maxDepth = 64          // variations within variations
)

// PGNReader reads a PGN file game by game, in memory that does not grow with
// the file.
type PGNReader struct {
	in      *bufio.Reader
	line    int  // of the next byte
	fresh   bool // the next byte is the first of its line
	size    int  // bytes of the present game read so far
	inTags  bool // the present game has no movetext yet
	started bool
}

// NewPGNReader returns a reader of the games in r. A byte order mark, CRLF line
// ends, "%" lines and text in Latin-1 are understood.
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{in: bufio.NewReaderSize(r, 64<<10), line: 1, fresh: true}
}

// Next returns the next game, or io.EOF when there is none left. Any other error
// is a *LineError when the file is at fault: the game it stands in is lost, and
// the next call goes on with the game after it. An error of the underlying
// reader is returned as it is.
func (r *PGNReader) Next() (*PGN, error) {
	if !r.started {
		r.started = true
		if b, _ := r.in.Peek(3); bytes.Equal(b, []byte("\xef\xbb\xbf")) {
			r.in.Discard(3)
		}
	}
	g, err := r.game()
	var bad *LineError
	if errors.As(err, &bad) {
		if skip := r.skip(); skip != nil && skip != io.EOF {
			return nil, skip
		}
	}
	if err != nil {
		return nil, err
	}
	return g, nil
}

// fail returns an error on the given line.
func fail(line int, format string, args ...any) error {
	return &LineError{line, fmt.Errorf(format, args...)}
}

// byte returns the next byte, with line ends of every kind as '\n'.
func (r *PGNReader) byte() (byte, error) {
	c, err := r.in.ReadByte()
	if err != nil {
		return 0, err
	}
	if r.size++; r.size > maxGame {
		return 0, fail(r.line, "the game is longer than %d bytes", maxGame)
	}
	if c == '\r' {
		if next, _ := r.in.Peek(1); len(next) == 1 && next[0] == '\n' {
			r.in.ReadByte()
		}
		c = '\n'
	}
	r.fresh = c == '\n'
	if r.fresh {
		r.line++
	}
	return c, nil
}

// peek returns the next byte without taking it, 0 at the end of the file.
func (r *PGNReader) peek() byte {
	if b, _ := r.in.Peek(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

// restOfLine takes and returns the text up to the end of the line.
func (r *PGNReader) restOfLine(limit int) (string, error) {
	var b []byte
	start := r.line
	for {
		c, err := r.byte()
		if err == io.EOF || err == nil && c == '\n' {
			return text(b), nil
		}
		if err != nil {
			return "", err
		}
		if b = append(b, c); len(b) > limit {
			return "", fail(start, "the line is longer than %d bytes", limit)
		}
	}
}

// text returns bytes as a string; what is not UTF-8 is taken for Latin-1.
func text(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	runes := make([]rune, len(b))
	for i, c := range b {
		runes[i] = rune(c)
	}
	return string(runes)
}

// skip goes on to the first line of the next game after a bad one: an Event tag,
// or any tag that follows movetext.
func (r *PGNReader) skip() error {
	moves := !r.inTags
	for {
		r.size = 0
		if r.fresh && r.peek() == '[' && (moves || r.at(`[Event "`)) {
			return nil
		}
		if r.fresh && r.peek() != '[' && r.peek() > ' ' {
			moves = true
		}
		for {
			r.size = 0
			c, err := r.byte()
			if err != nil {
				return err
			}
			if c == '\n' {
				break
			}
		}
	}
}

// at reports whether the text ahead begins with s.
func (r *PGNReader) at(s string) bool {
	b, _ := r.in.Peek(len(s))
	return string(b) == s
}

// open is a variation being read.
type open struct {
	line *Line
	at   int // where its parenthesis stands
}

// game reads one game.
func (r *PGNReader) game() (*PGN, error) {
	r.size, r.inTags = 0, true
	g := &PGN{}
	stack := []open{{line: &g.Line}}
	blank, number := false, ""
	for {
		top := stack[len(stack)-1]
		c := r.peek()
		if c == '[' && r.fresh {
			if !r.inTags || g.repeats(r, blank) {
				if len(stack) > 1 {
					return nil, fail(top.at, "the variation is not closed")
				}
				return g, nil
			}
			g.begin(r.line)
			if err := r.tags(g); err != nil {
				return nil, err
			}
			blank = false
			continue
		}
		if c == '%' && r.fresh {
			if err := r.discardLine(); err != nil {
				return nil, err
			}
			continue
		}
		fresh, at := r.fresh, r.line
		c, err := r.byte()
		if err == io.EOF {
			switch {
			case len(stack) > 1:
				return nil, fail(top.at, "the variation is not closed")
			case g.At == 0:
				return nil, io.EOF
			}
			return g, nil
		}
		if err != nil {
			return nil, err
		}
		if c == '\n' {
			blank = blank || fresh
			continue
		}
		if c <= ' ' {
			continue
		}
		g.begin(at)
		r.inTags = false
		switch c {
		case '{':
			comment, err := r.comment(at)
			if err != nil {
				return nil, err
			}
			top.line.comment(comment)
		case ';':
			comment, err := r.restOfLine(maxGame)
			if err != nil {
				return nil, err
			}
			top.line.comment(comment)
		case '(':
			n := len(top.line.Plies)
			if n == 0 {
				return nil, fail(at, "a variation stands before the first move it could replace")
			}
			if len(stack) > maxDepth {
				return nil, fail(at, "variations are nested more than %d deep", maxDepth)
			}
			last := &top.line.Plies[n-1]
			last.Variations = append(last.Variations, Line{})
			stack = append(stack, open{&last.Variations[len(last.Variations)-1], at})
			number = ""
		case ')':
			if len(stack) == 1 {
				return nil, fail(at, "a variation is closed that was never opened")
			}
			stack = stack[:len(stack)-1]
			number = ""
		case '$', '!', '?':
			nag, err := r.nag(c, at)
			if err != nil {
				return nil, err
			}
			if n := len(top.line.Plies); n > 0 && nag > 0 {
				p := &top.line.Plies[n-1]
				p.NAGs = append(p.NAGs, nag)
			}
		case '[', ']', '}', '<', '>', '"':
			return nil, fail(at, "%q has no meaning between moves", string(c))
		default:
			sym, err := r.symbol(c, at)
			if err != nil {
				return nil, err
			}
			for _, part := range strings.Fields(sym) { // other spaces than ASCII's
				var done bool
				if number, done, err = top.line.add(part, number, at); err != nil {
					return nil, err
				}
				if done && len(stack) == 1 {
					g.Result = results[part]
					return g, r.afterResult(g)
				}
			}
		}
	}
}

// begin notes where the game starts.
func (g *PGN) begin(line int) {
	if g.At == 0 {
		g.At = line
	}
}

// repeats reports whether the tag ahead, after a blank line, can only belong to
// another game: the present one has a tag of that name.
func (g *PGN) repeats(r *PGNReader, blank bool) bool {
	if !blank || len(g.Tags) == 0 {
		return false
	}
	b, _ := r.in.Peek(64)
	name, _, ok := strings.Cut(string(b[1:]), " ")
	if !ok {
		return false
	}
	for _, t := range g.Tags {
		if strings.EqualFold(t.Name, name) {
			return true
		}
	}
	return false
}

// discardLine takes a line of any length.
func (r *PGNReader) discardLine() error {
	for {
		c, err := r.byte()
		if err == io.EOF || err == nil && c == '\n' {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// afterResult takes the comments that follow a result on its line.
func (r *PGNReader) afterResult(g *PGN) error {
	for {
		switch c := r.peek(); c {
		case ' ', '\t':
			_, _ = r.byte()
		case '{', ';':
			at := r.line
			_, _ = r.byte()
			read := r.restOfLine
			if c == '{' {
				read = func(int) (string, error) { return r.comment(at) }
			}
			s, err := read(maxGame)
			if err != nil {
				return err
			}
			g.Line.comment(s)
			if r.fresh {
				return nil
			}
		default:
			return nil
		}
	}
}

var (
	tagForm   = regexp.MustCompile(`^\s*\[\s*([A-Za-z0-9_]+)\s*"((?:[^"\\]|\\.)*)"\s*\]\s*`)
	looseForm = regexp.MustCompile(`^\s*\[\s*([A-Za-z0-9_]+)\s*"(.*)"\s*\]?\s*$`)
	bareForm  = regexp.MustCompile(`^\s*\[\s*([A-Za-z0-9_]+)\s+([^"\]]*?)\s*\]\s*$`)
	escaped   = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
)

// tags reads the tags on one line.
func (r *PGNReader) tags(g *PGN) error {
	at := r.line
	line, err := r.restOfLine(maxTag)
	if err != nil {
		return err
	}
	rest := line
	for rest != "" {
		m := tagForm.FindStringSubmatch(rest)
		if m == nil || len(m[0]) < len(rest) && rest[len(m[0])] != '[' {
			if m = looseForm.FindStringSubmatch(rest); m == nil {
				m = bareForm.FindStringSubmatch(rest)
			}
		}
		if m == nil {
			return fail(at, `%q is not a tag of the form [Name "value"]`, short(rest))
		}
		if len(g.Tags) == maxTags {
			return fail(at, "the game has more than %d tags", maxTags)
		}
		g.Tags = append(g.Tags, Tag{m[1], strings.TrimSpace(escaped.Replace(m[2]))})
		rest = rest[len(m[0]):]
	}
	return nil
}

// short returns the beginning of s, for messages.
func short(s string) string {
	const most = 40
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// comment reads a comment whose brace has been taken. A blank line followed by
// an Event tag inside it means that the closing brace is missing.
func (r *PGNReader) comment(at int) (string, error) {
	var b []byte
	blank := false
	for {
		c, err := r.byte()
		if err == io.EOF {
			return "", fail(at, "the comment is not closed")
		}
		if err != nil {
			return "", err
		}
		if c == '}' {
			return text(b), nil
		}
		if c == '\n' {
			if blank && r.at(`[Event "`) {
				return "", fail(at, "the comment is not closed")
			}
			blank = true
		} else if c > ' ' {
			blank = false
		}
		b = append(b, c)
	}
}

// comment adds a comment, its white space reduced to single blanks, after the
// last move of l.
func (l *Line) comment(s string) {
	s = strings.Join(strings.Fields(s), " ")
	if s == "" {
		return
	}
	if n := len(l.Plies); n > 0 {
		l.Plies[n-1].Comments = append(l.Plies[n-1].Comments, s)
		return
	}
	l.Comments = append(l.Comments, s)
}

// glyphs are the annotations that are written as signs of their own.
var glyphs = map[string]int{
	"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6,
	"=": 10, "+=": 14, "=+": 15, "+/=": 14, "=/+": 15, "±": 16, "+/-": 16, "∓": 17, "-/+": 17,
	"+-": 18, "-+": 19, "N": 146, "∞": 13,
}

// nag reads the rest of a glyph that begins with c; 0 means none.
func (r *PGNReader) nag(c byte, at int) (int, error) {
	s := []byte{c}
	for len(s) < 8 {
		next := r.peek()
		if c == '$' && (next < '0' || next > '9') || c != '$' && next != '!' && next != '?' {
			break
		}
		_, _ = r.byte()
		s = append(s, next)
	}
	if c != '$' {
		return glyphs[string(s[:min(2, len(s))])], nil
	}
	n, err := strconv.Atoi(string(s[1:]))
	if err != nil || n > 255 {
		return 0, fail(at, "%q is not a numeric glyph from $0 to $255", string(s))
	}
	return n, nil
}

// effect is a parenthesis that, touching a move, belongs to it rather than opening
// a variation: a man that enters or is reborn, "(Hg1)", "(d7)", "(Rh1->v)", "(h1=Q)".
var effect = regexp.MustCompile(`^\([A-Z]?([a-z]\d{1,2})?(->v|->[a-z]\d{1,2})?(=[A-Z])?\)`)

// symbol reads the rest of a symbol that begins with c.
func (r *PGNReader) symbol(c byte, at int) (string, error) {
	b := r.symbolBytes(c)
	s := text(b)
	if utf8.RuneCountInString(s) > maxMove {
		return "", fail(at, "%q is too long for a move", short(s))
	}
	return s, nil
}

func (r *PGNReader) symbolBytes(c byte) []byte {
	b := []byte{c}
	bracket := 0
	for len(b) <= utf8.UTFMax*maxMove {
		c := r.peek()
		switch {
		case c == '(' && bracket == 0:
			ahead, _ := r.in.Peek(20)
			touching := effect.Find(ahead)
			_, move := cutNumber("", string(b))
			if len(touching) <= len("()") || move == "" {
				return b
			}
			for range touching {
				_, _ = r.byte()
			}
			b = append(b, touching...)
			continue
		case c == '[':
			bracket++
		case c == ']':
			bracket--
		}
		if c <= ' ' || bracket < 0 || bytes.IndexByte([]byte("{};()$!?\""), c) >= 0 {
			return b
		}
		_, _ = r.byte()
		b = append(b, c)
	}
	return b
}

// results are the ends of a movetext as written, and as they are kept.
var results = map[string]string{
	"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*",
	"1/2": "1/2-1/2", "½-½": "1/2-1/2", "1–0": "1-0", "0–1": "0-1",
}

// continues matches what belongs to the move before it: a comma and what follows,
// "e.p.", a check mark of its own.
var continues = regexp.MustCompile(`^(,|e\.p|ep\.?$|ep\.|[+#]+$)`)

var numbered = regexp.MustCompile(`^\d+(\.+|…)?`)

// add puts a symbol into the line: a move number, a move, a part of the move
// before it, a glyph or a result. It returns the number the next move has, and
// whether the symbol was a result.
func (l *Line) add(sym, number string, at int) (next string, result bool, err error) {
	var last *Ply
	if n := len(l.Plies); n > 0 {
		last = &l.Plies[n-1]
	}
	if last == nil || !wantsMore(last.Text) {
		if _, move := cutNumber("", sym); !wantsMore(move) {
			sym = strings.TrimRight(sym, ",")
		}
		if number, sym = cutNumber(number, sym); sym == "" {
			return number, false, nil
		}
	}
	if strings.IndexByte("[]<>%", sym[0]) >= 0 {
		return "", false, fail(at, "%q has no meaning between moves", sym[:1])
	}
	if last != nil && (wantsMore(last.Text) || continues.MatchString(sym)) {
		if last.Text += " " + sym; len(last.Text) > maxText {
			return "", false, fail(last.At, "%q is too long for a move", short(last.Text))
		}
		return "", false, nil
	}
	if _, ok := results[sym]; ok {
		return "", true, nil
	}
	if nag, ok := glyphs[sym]; ok && last != nil {
		last.NAGs = append(last.NAGs, nag)
		return number, false, nil
	}
	l.Plies = append(l.Plies, Ply{Number: number, Text: sym, At: at})
	return "", false, nil
}

// cutNumber cuts move numbers and dots off the beginning of a symbol: "12.e4",
// "12...", "…". The number is the last it found, else the one given.
func cutNumber(number, sym string) (string, string) {
	for {
		rest := strings.TrimLeft(sym, ".…")
		if rest != sym && number != "" {
			number = strings.TrimRight(number, ".") + "..."
		}
		digits := numbered.FindString(rest)
		if dotted := strings.TrimRight(digits, ".…"); digits != "" && (digits != dotted || digits == rest) {
			number, rest = strings.ReplaceAll(digits, "…", "..."), rest[len(digits):]
			if !strings.HasSuffix(number, ".") {
				number += "."
			}
		}
		if rest == sym {
			return number, rest
		}
		sym = rest
	}
}

// wantsMore reports whether a move's text ends in a comma that the rest of the
// move must follow: a reassignment, castling with redesignation, or the choice
// of a promotion.
func wantsMore(s string) bool { return unfinished.MatchString(s) }

var unfinished = regexp.MustCompile(`^([O0o]-[O0o](-[O0o])?(/.*|\(.*\))?|[A-Z](\pL\d+)?[\\/][A-Z]|=[A-Za-z]) ?,$`)
