package variantfile

import (
	"strconv"
	"strings"
)

// The TOML library reads the values but does not tell the lines of the keys. linesOf finds these in
// a file that the library has read without an error, and so need not tell what is wrong in one.

// lines maps the path of a key, as "pieces.2.betza", to its line.
type lines map[string]int

// of returns the line of a key, or else of the table it would stand in; 0 if neither is there.
func (l lines) of(path string) int {
	for {
		if n, ok := l[path]; ok {
			return n
		}
		i := strings.LastIndexByte(path, '.')
		if i < 0 {
			return 0
		}
		path = path[:i]
	}
}

// lineReader walks through a file.
type lineReader struct {
	text  string
	pos   int
	line  int
	found lines
	count map[string]int // how many tables an array of tables has so far

	places []place // of the headers and assignments, for Edit
	inner  int     // how many lists and tables in one line are open
}

// place is where a header or an assignment stands in a file: text[from:to], the value at
// text[value:to].
type place struct {
	path            string
	from, to, value int
	header          bool
}

// linesOf returns the lines of all keys of a TOML file without errors.
func linesOf(text string) lines { return scan(text).found }

// scan walks through a file.
func scan(text string) *lineReader {
	r := &lineReader{text: text, line: 1, found: lines{}, count: map[string]int{}}
	prefix := ""
	for r.blank(true); r.pos < len(r.text); r.blank(true) {
		if r.text[r.pos] == '[' {
			prefix = r.header()
			continue
		}
		r.assignment(prefix)
	}
	return r
}

// peek returns the next byte, 0 at the end.
func (r *lineReader) peek() byte {
	if r.pos < len(r.text) {
		return r.text[r.pos]
	}
	return 0
}

// next takes one byte.
func (r *lineReader) next() {
	if r.peek() == '\n' {
		r.line++
	}
	r.pos++
}

// blank skips blanks, and also ends of lines and comments.
func (r *lineReader) blank(lines bool) {
	for r.pos < len(r.text) {
		switch c := r.text[r.pos]; {
		case c == ' ' || c == '\t' || c == '\r':
		case lines && c == '\n':
		case lines && c == '#':
			for r.pos < len(r.text) && r.text[r.pos] != '\n' {
				r.pos++
			}
			continue
		default:
			return
		}
		r.next()
	}
}

// header reads [table] or [[table]] and returns the path of its keys.
func (r *lineReader) header() string {
	line, array, start := r.line, false, r.pos
	r.next()
	if r.peek() == '[' {
		array = true
		r.next()
	}
	keys := r.key()
	for r.pos < len(r.text) && r.text[r.pos] == ']' {
		r.next()
	}
	path := ""
	for i, key := range keys {
		path = under(path, key)
		if n := r.count[path]; n > 0 && !(array && i == len(keys)-1) {
			path = under(path, strconv.Itoa(n-1))
		}
	}
	r.note(path, line)
	if array {
		r.count[path]++
		path = under(path, strconv.Itoa(r.count[path]-1))
		r.note(path, line)
	}
	r.places = append(r.places, place{path, start, r.pos, r.pos, true})
	return path
}

// assignment reads key = value.
func (r *lineReader) assignment(prefix string) {
	line, start := r.line, r.pos
	path := prefix
	for _, key := range r.key() {
		path = r.inside(path, key)
		r.note(path, line)
	}
	if r.peek() == '=' {
		r.next()
	}
	r.blank(false)
	value := r.pos
	r.value(path)
	if r.inner == 0 {
		r.places = append(r.places, place{path, start, r.pos, value, false})
	}
	if r.pos == start { // not in a file without errors
		r.next()
	}
}

// deepest is how many lists and tables in one line may be open around a key whose line is noted. No key of a game
// is as deep, and paths of a file that nests them by thousands would take memory by its square.
const deepest = 8

// inside returns the path of a key or an item.
func (r *lineReader) inside(path, key string) string {
	if r.inner > deepest {
		return path
	}
	return under(path, key)
}

func (r *lineReader) note(path string, line int) {
	if _, known := r.found[path]; !known {
		r.found[path] = line
	}
}

func under(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// key reads a key with its dots, and the blanks after it.
func (r *lineReader) key() (parts []string) {
	for {
		r.blank(false)
		start := r.pos
		switch c := r.peek(); {
		case c == '"' || c == '\'':
			parts = append(parts, r.quoted())
		default:
			for r.pos < len(r.text) && strings.IndexByte(" \t.=]\r\n", r.text[r.pos]) < 0 {
				r.pos++
			}
			parts = append(parts, r.text[start:r.pos])
		}
		r.blank(false)
		if r.peek() != '.' {
			return parts
		}
		r.next()
	}
}

// quoted reads text in quotes and returns what is between them, escapes and all.
func (r *lineReader) quoted() string {
	quote := r.text[r.pos : r.pos+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(r.text[r.pos:], triple) {
		quote = triple
	}
	r.pos += len(quote)
	start := r.pos
	for r.pos < len(r.text) && !strings.HasPrefix(r.text[r.pos:], quote) {
		if quote[0] == '"' && r.text[r.pos] == '\\' {
			r.next()
		}
		r.next()
	}
	end := min(r.pos, len(r.text))
	for i := 0; i < len(quote) && r.pos < len(r.text); i++ {
		r.pos++
	}
	for len(quote) == 3 && r.peek() == quote[0] { // up to two quotes may stand before the last three
		r.pos++
	}
	return r.text[start:end]
}

// value reads a value and notes the keys in it.
func (r *lineReader) value(path string) {
	switch r.peek() {
	case '"', '\'':
		r.quoted()
	case '[':
		r.inner++
		r.next()
		for i := 0; r.more(']'); i++ {
			at := r.inside(path, strconv.Itoa(i))
			r.note(at, r.line)
			r.value(at)
		}
		r.inner--
	case '{':
		r.inner++
		r.next()
		for r.more('}') {
			r.assignment(path)
		}
		r.inner--
	default:
		for r.pos < len(r.text) && strings.IndexByte(",]}\n#", r.text[r.pos]) < 0 {
			r.pos++
		}
	}
}

// more skips to the next item of a list, and reports whether there is one. It takes the end.
func (r *lineReader) more(end byte) bool {
	for {
		r.blank(true)
		switch c := r.peek(); {
		case r.pos >= len(r.text):
			return false
		case c == end:
			r.next()
			return false
		case c == ',':
			r.next()
		case c == ']' || c == '}': // not in a file without errors
			r.next()
		default:
			return true
		}
	}
}
