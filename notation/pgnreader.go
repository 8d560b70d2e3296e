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

// PGNReader reads a PGN file game by game. Its memory does not grow with the file.
type PGNReader struct {
	in      *bufio.Reader
	line    int  // of the next byte
	fresh   bool // the next byte is the first of its line
	size    int  // bytes of the present game read so far
	inTags  bool // the present game has no movetext yet
	started bool
}

// NewPGNReader returns a reader of the games in r. It understands a byte order mark, CRLF line
// ends, "%" lines and text in Latin-1.
func NewPGNReader(r io.Reader) *PGNReader {
	return &PGNReader{in: bufio.NewReaderSize(r, 64<<10), line: 1, fresh: true}
}

// Next returns the next game, or io.EOF if there is none left. If the file is at fault the error is
// a *LineError: the game is lost, and the next call goes on with the game after it. An error of the
// underlying reader is returned as it is.
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

// fail returns an error on a line.
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

// peek returns the next byte without reading it, or 0 at the end of the file.
func (r *PGNReader) peek() byte {
	if b, _ := r.in.Peek(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

// restOfLine reads and returns the text up to the end of the line.
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

// text returns bytes as a string. Bytes that are not UTF-8 are read as Latin-1.
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

// skip goes on to the first line of the game after a bad one: an Event tag, or any tag after
// movetext.
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

// open is a line being read: the game or a variation.
type open struct {
	line *Line
	at   int // the line of its parenthesis
}

// game reads one game.
func (r *PGNReader) game() (*PGN, error) {
	r.size, r.inTags = 0, true
	g := &PGN{}
	m := movetext{r: r, g: g, open: []open{{line: &g.Line}}}
	for {
		over, err := m.next()
		if err != nil {
			return nil, err
		}
		if over {
			return g, nil
		}
	}
}

// movetext is a game while it is read.
type movetext struct {
	r      *PGNReader
	g      *PGN
	open   []open // the lines that are open, the main line first
	blank  bool   // there was an empty line before
	number string // a move number that has been read, before its move
}

// line is the innermost open line.
func (m *movetext) line() *Line { return m.open[len(m.open)-1].line }

// closed returns an error if a variation is still open.
func (m *movetext) closed() error {
	if len(m.open) > 1 {
		return fail(m.open[len(m.open)-1].at, "the variation is not closed")
	}
	return nil
}

// next reads the next tag, comment or symbol, and reports whether the game is over.
func (m *movetext) next() (over bool, err error) {
	r, g := m.r, m.g
	c := r.peek()
	switch {
	case c == '[' && r.fresh:
		if !r.inTags || g.repeats(r, m.blank) {
			return true, m.closed()
		}
		g.begin(r.line)
		m.blank = false
		return false, r.tags(g)
	case c == '%' && r.fresh:
		return false, r.discardLine()
	}
	fresh, at := r.fresh, r.line
	c, err = r.byte()
	switch {
	case err == io.EOF:
		if err := m.closed(); err != nil {
			return false, err
		}
		if g.At == 0 {
			return false, io.EOF
		}
		return true, nil
	case err != nil:
		return false, err
	case c == '\n':
		m.blank = m.blank || fresh
		return false, nil
	case c <= ' ':
		return false, nil
	}
	g.begin(at)
	r.inTags = false
	return m.token(c, at)
}

// token reads what begins with a character on a line of the file, and reports whether it ends the
// game.
func (m *movetext) token(c byte, at int) (over bool, err error) {
	switch c {
	case '{':
		comment, err := m.r.comment(at)
		if err == nil {
			m.line().comment(comment)
		}
		return false, err
	case ';':
		comment, err := m.r.restOfLine(maxGame)
		if err == nil {
			m.line().comment(comment)
		}
		return false, err
	case '(':
		return false, m.openVariation(at)
	case ')':
		if len(m.open) == 1 {
			return false, fail(at, "a variation is closed that was never opened")
		}
		m.open = m.open[:len(m.open)-1]
		m.number = ""
		return false, nil
	case '$', '!', '?':
		nag, err := m.r.nag(c, at)
		if n := len(m.line().Plies); err == nil && n > 0 && nag > 0 {
			p := &m.line().Plies[n-1]
			p.NAGs = append(p.NAGs, nag)
		}
		return false, err
	case '[', ']', '}', '<', '>', '"':
		return false, fail(at, "%q has no meaning between moves", string(c))
	}
	return m.symbol(c, at)
}

// openVariation begins a variation on the last move.
func (m *movetext) openVariation(at int) error {
	n := len(m.line().Plies)
	if n == 0 {
		return fail(at, "a variation stands before the first move it could replace")
	}
	if len(m.open) > maxDepth {
		return fail(at, "variations are nested more than %d deep", maxDepth)
	}
	last := &m.line().Plies[n-1]
	last.Variations = append(last.Variations, Line{})
	m.open = append(m.open, open{&last.Variations[len(last.Variations)-1], at})
	m.number = ""
	return nil
}

// symbol reads a move, a number or a result, and reports whether it ends the game.
func (m *movetext) symbol(c byte, at int) (over bool, err error) {
	sym, err := m.r.symbol(c, at)
	if err != nil {
		return false, err
	}
	for _, part := range strings.Fields(sym) { // other spaces than ASCII's
		var done bool
		if m.number, done, err = m.line().add(part, m.number, at); err != nil {
			return false, err
		}
		if done && len(m.open) == 1 {
			m.g.Result = results[part]
			return true, m.r.afterResult(m.g)
		}
	}
	return false, nil
}

// begin notes where the game starts.
func (g *PGN) begin(line int) {
	if g.At == 0 {
		g.At = line
	}
}

// repeats reports whether the tag ahead, after a blank line, must belong to another game, because
// this one has a tag of that name.
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

// discardLine skips the rest of a line of any length.
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

// afterResult reads the comments that follow a result on its line.
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

// comment reads a comment after its opening brace. A blank line followed by an Event tag means that
// the closing brace is missing.
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

// comment adds a comment after the last move of l, with white space reduced to single blanks.
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

// glyphs are the annotations that have signs of their own.
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

// effect matches a parenthesis that belongs to the move right before it and does not open a
// variation: a gated or reborn piece, "(Hg1)", "(d7)", "(Rh1->v)", "(h1=Q)",
// "(h1=Q->v)".
var effect = regexp.MustCompile(`^\([A-Z]?([a-z]\d{1,2})?(->[a-z]\d{1,2})?(=[A-Z])?(->v)?\)`)

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

// results are the results that a movetext may end with, and how PGN holds them.
var results = map[string]string{
	"1-0": "1-0", "0-1": "0-1", "1/2-1/2": "1/2-1/2", "*": "*",
	"1/2": "1/2-1/2", "½-½": "1/2-1/2", "1–0": "1-0", "0–1": "0-1",
}

// continues matches what belongs to the move before it: a comma and what follows it, "e.p.", a
// check mark by itself.
var continues = regexp.MustCompile(`^(,|e\.p|ep\.?$|ep\.|[+#]+$)`)

var numbered = regexp.MustCompile(`^\d+(\.+|…)?`)

// add adds a symbol to the line: a move number, a move, a part of the move before it, a glyph or a
// result. It returns the number of the next move, and whether the symbol was a result.
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

// cutNumber cuts move numbers and dots off the beginning of a symbol: "12.e4", "12...", "…". It
// returns the last number that it found, or else the one given.
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

// wantsMore reports whether a move's text ends in a comma that the rest of the move must follow: a
// reassignment, castling with redesignation, or the choice of a promotion.
func wantsMore(s string) bool { return unfinished.MatchString(s) }

var unfinished = regexp.MustCompile(`^([O0o]-[O0o](-[O0o])?(/.*|\(.*\))?|[A-Z](\pL\d+)?[\\/][A-Z]|=[A-Za-z]) ?,$`)
