package variantfile

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// Edit returns the text of a file with another value of one key, named as errors name it:
// "promotion.to", "start.shuffle.pieces", "pieces[Archer].betza". The value is text, true or false,
// a whole number, a list or a table of these; nil takes the key or the table away. What the file
// says besides stays as it is written, comments included, unless that is not possible.
//
// A piece that the file does not have is added, also to the army if the file lists one. A piece is
// taken away with its place in that list, and renamed there with pieces[Archer].name.
//
// The error says that the text is no TOML, or that there can be no such key.
func Edit(text, key string, value any) (string, error) {
	if err := braces(text); err != nil {
		return "", err
	}
	var file map[string]any
	if err := toml.Unmarshal([]byte(text), &file); err != nil {
		return "", fmt.Errorf("the file cannot be read, so it has to be corrected as text first: %w", err)
	}
	if value != nil {
		var err error
		if value, err = plainValue(value); err != nil {
			return "", err
		}
	}
	e := &editor{text: text, file: file}
	path, err := e.path(key)
	if err != nil {
		return "", err
	}
	if path == nil { // a piece that is not there
		return text, nil
	}
	if piece := e.piece(path); piece != "" {
		e.inArmy(piece, path, value)
	}
	e.set(path, value)
	return e.text, nil
}

// editor changes a file.
type editor struct {
	text string
	file map[string]any // what the text says
}

// plainValue returns a value as the TOML library reads it.
func plainValue(value any) (any, error) {
	if f, ok := value.(float64); ok { // as JSON has numbers
		if f != math.Trunc(f) || math.Abs(f) > maxNumber {
			return nil, fmt.Errorf("%v is not a whole number", f)
		}
		return int64(f), nil
	}
	text, err := inlineValue(value)
	if err != nil {
		return nil, err
	}
	var file map[string]any
	if err := toml.Unmarshal([]byte("x = "+text), &file); err != nil {
		return nil, fmt.Errorf("%s is no value: %w", text, err)
	}
	return file["x"], nil
}

// inlineValue returns a value in one line.
func inlineValue(value any) (string, error) {
	switch value := value.(type) {
	case string:
		return quote(value), nil
	case bool, int, int64:
		return fmt.Sprint(value), nil
	case float64:
		return strconv.FormatInt(int64(value), 10), nil
	case []any:
		items := make([]string, len(value))
		for i := range value {
			var err error
			if items[i], err = inlineValue(value[i]); err != nil {
				return "", err
			}
		}
		return "[" + strings.Join(items, ", ") + "]", nil
	case []map[string]any:
		items, _ := listOf(value)
		return inlineValue(items)
	case map[string]any:
		var items []string
		for _, key := range slices.Sorted(maps.Keys(value)) {
			text, err := inlineValue(value[key])
			if err != nil {
				return "", err
			}
			items = append(items, bareKey(key)+" = "+text)
		}
		return "{" + strings.Join(items, ", ") + "}", nil
	}
	return "", fmt.Errorf("a file has no values such as %v", value)
}

// bareKey returns a key as it stands before =.
func bareKey(key string) string {
	plain := func(c rune) bool { return c < 0x80 && (c == '-' || c == '_' || isWord(byte(c))) }
	if key != "" && strings.IndexFunc(key, func(c rune) bool { return !plain(c) }) < 0 {
		return key
	}
	return quote(key)
}

// isWord reports whether c is a letter or a digit.
func isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

var errNoKey = errors.New("a key is written as promotion.to or pieces[Archer].betza")

// path returns the parts of a key, with the number of a piece for its name. It adds a piece that is
// not there, unless the piece is to be taken away: then it returns nil.
func (e *editor) path(key string) ([]string, error) {
	rest, isPiece := strings.CutPrefix(key, "pieces[")
	if !isPiece {
		parts := strings.Split(key, ".")
		if slices.Contains(parts, "") || strings.ContainsAny(key, "[]\n") {
			return nil, errNoKey
		}
		return parts, nil
	}
	end := strings.LastIndexByte(rest, ']')
	if end <= 0 || end+1 < len(rest) && rest[end+1] != '.' {
		return nil, errNoKey
	}
	name, field := rest[:end], strings.TrimPrefix(rest[end+1:], ".")
	items, _ := listOf(e.file["pieces"])
	at := slices.IndexFunc(items, func(item any) bool {
		table, ok := item.(map[string]any)
		return ok && table["name"] == name
	})
	if at < 0 && field == "" {
		return nil, nil
	}
	if at < 0 {
		at = len(items)
		e.addPiece(name)
	}
	path := []string{"pieces", strconv.Itoa(at)}
	if field != "" {
		path = append(path, strings.Split(field, ".")...)
	}
	return path, nil
}

// piece returns the name of the piece that a path leads to, "" if it leads elsewhere.
func (e *editor) piece(path []string) string {
	if len(path) < 2 || path[0] != "pieces" {
		return ""
	}
	table, _ := lookUp(e.file, path[:2]).(map[string]any)
	name, _ := table["name"].(string)
	return name
}

// addPiece adds a piece after the others, and to the army if the file lists that.
func (e *editor) addPiece(name string) {
	after := clone(e.file).(map[string]any)
	items, _ := listOf(after["pieces"])
	tables := make([]map[string]any, 0, len(items)+1)
	for _, item := range items {
		table, _ := item.(map[string]any)
		tables = append(tables, table)
	}
	after["pieces"] = append(tables, map[string]any{"name": name})
	block := "[[pieces]]\nname = " + quote(name) + "\n"
	at := len(e.text)
	for _, p := range scan(e.text).places {
		if path, _, _ := strings.Cut(p.path, "."); path == "pieces" {
			at = e.endOfLine(p.to)
		}
	}
	before, behind := e.text[:at], e.text[at:]
	if before != "" && !strings.HasSuffix(before, "\n") {
		before += "\n"
	}
	if before != "" {
		before += "\n"
	}
	e.become(before+block+behind, after)
	if army, listed := listOf(e.file["army"]); listed && !slices.Contains(army, any(name)) {
		e.set([]string{"army"}, append(slices.Clone(army), name))
	}
}

// inArmy changes the list of the army for a piece that is taken away or renamed.
func (e *editor) inArmy(name string, path []string, value any) {
	army, listed := listOf(e.file["army"])
	i := slices.Index(army, any(name))
	switch {
	case !listed || i < 0:
	case len(path) == 2 && value == nil:
		e.set([]string{"army"}, slices.Delete(slices.Clone(army), i, i+1))
	case len(path) == 3 && path[2] == "name" && value != nil:
		army = slices.Clone(army)
		army[i] = value
		e.set([]string{"army"}, army)
	}
}

// set changes the value at a path, where nil is none.
func (e *editor) set(path []string, value any) {
	after := clone(e.file).(map[string]any)
	put(after, path, value)
	e.become(e.changed(path, value), after)
}

// become makes text the file if it says what it should, and otherwise writes that anew, without the
// comments.
func (e *editor) become(text string, file map[string]any) {
	var read map[string]any
	if err := toml.Unmarshal([]byte(text), &read); err == nil && reflect.DeepEqual(clone(read), clone(file)) {
		e.text, e.file = text, read
		return
	}
	var b bytes.Buffer
	encoder := toml.NewEncoder(&b)
	encoder.Indent = ""
	if err := encoder.Encode(file); err == nil {
		e.text, e.file = b.String(), file
	}
}

// changed returns the text with another value at a path, as well as that can be done in place.
func (e *editor) changed(path []string, value any) string {
	if value == nil {
		return e.without(path)
	}
	text, err := inlineValue(value)
	if err != nil {
		return e.text
	}
	key, parent := path[len(path)-1], strings.Join(path[:len(path)-1], ".")
	whole := strings.Join(path, ".")
	at, last := -1, 0 // the ends of the table's header and of its last line
	for _, p := range scan(e.text).places {
		switch {
		case p.path == whole && !p.header:
			return e.text[:p.value] + text + e.text[p.to:]
		case within(p.path, whole):
			rest := &editor{e.without(path), clone(e.file).(map[string]any)}
			put(rest.file, path, nil)
			return rest.changed(path, value)
		case parent != "" && p.path == parent && !p.header: // a table in one line, or false
			return e.inParent(path, value)
		case p.path == parent && p.header:
			at = e.endOfLine(p.to)
		case !p.header && under(parent, p.path[strings.LastIndexByte(p.path, '.')+1:]) == p.path:
			last = e.endOfLine(p.to)
		}
	}
	if at < 0 && path[0] == "pieces" && len(path) > len([]string{"pieces", "0", "name"}) {
		return e.changed(path[:len(path)-1], map[string]any{key: value}) // [pieces.0.traits] is no header
	}
	line := bareKey(key) + " = " + text + "\n"
	if at >= 0 || parent == "" {
		return e.insert(max(at, last), line)
	}
	return e.insert(len(e.text), "\n["+parent+"]\n"+line)
}

// within reports whether a path is that of a table or leads into it.
func within(path, table string) bool { return path == table || strings.HasPrefix(path, table+".") }

// inParent writes the table around a path in one line, or in place of false as a table.
func (e *editor) inParent(path []string, value any) string {
	above := path[:len(path)-1]
	table, isTable := lookUp(e.file, above).(map[string]any)
	if !isTable {
		rest := &editor{e.without(above), clone(e.file).(map[string]any)}
		put(rest.file, above, nil)
		return rest.changed(path, value)
	}
	table = clone(table).(map[string]any)
	put(table, path[len(path)-1:], value)
	text, err := inlineValue(table)
	if err != nil {
		return e.text
	}
	for _, p := range scan(e.text).places {
		if p.path == strings.Join(above, ".") && !p.header {
			return e.text[:p.value] + text + e.text[p.to:]
		}
	}
	return e.text
}

// without returns the text without the lines of a key or a table.
func (e *editor) without(path []string) string {
	whole := strings.Join(path, ".")
	var kept strings.Builder
	from := 0 // what is kept next begins here
	places := scan(e.text).places
	for i := 0; i < len(places); i++ {
		if !within(places[i].path, whole) {
			continue
		}
		first := i
		for i+1 < len(places) && within(places[i+1].path, whole) {
			i++
		}
		kept.WriteString(e.text[from:e.startOfLine(places[first].from)])
		from = e.endOfLine(places[i].to)
		if places[first].header {
			from = e.endOfBlanks(from)
		}
	}
	return kept.String() + e.text[from:]
}

// insert puts lines into the text.
func (e *editor) insert(at int, lines string) string {
	before := e.text[:at]
	if before != "" && !strings.HasSuffix(before, "\n") {
		before += "\n"
	}
	return before + lines + e.text[at:]
}

// endOfLine returns where the line after a position begins.
func (e *editor) endOfLine(at int) int {
	if i := strings.IndexByte(e.text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return len(e.text)
}

// endOfBlanks returns where the first line from a position begins that is not empty.
func (e *editor) endOfBlanks(at int) int {
	for at < len(e.text) && e.text[at] == '\n' {
		at++
	}
	return at
}

// startOfLine returns where the line of a position begins.
func (e *editor) startOfLine(at int) int { return strings.LastIndexByte(e.text[:at], '\n') + 1 }

// lookUp returns the value at a path, nil if there is none.
func lookUp(in any, path []string) any {
	for _, part := range path {
		if items, isList := listOf(in); isList {
			n, err := strconv.Atoi(part)
			if err != nil || n < 0 || n >= len(items) {
				return nil
			}
			in = items[n]
			continue
		}
		table, _ := in.(map[string]any)
		in = table[part]
	}
	return in
}

// put sets the value at a path of tables, which it makes, and of tables in lists.
func put(table map[string]any, path []string, value any) {
	key := path[0]
	if len(path) == 1 {
		if value == nil {
			delete(table, key)
		} else {
			table[key] = value
		}
		return
	}
	if items, isList := listOf(table[key]); isList {
		n, err := strconv.Atoi(path[1])
		if err != nil || n < 0 || n >= len(items) {
			return
		}
		if len(path) == 2 && value == nil {
			table[key] = slices.Delete(items, n, n+1)
			if len(items) == 1 {
				delete(table, key)
			}
			return
		}
		if below, ok := items[n].(map[string]any); ok && len(path) > 2 {
			put(below, path[2:], value)
		}
		return
	}
	below, ok := table[key].(map[string]any)
	if !ok {
		if value == nil {
			return
		}
		below = map[string]any{}
		table[key] = below
	}
	put(below, path[1:], value)
}

// clone returns a deep copy in which all lists are of one Go type.
func clone(in any) any {
	if items, isList := listOf(in); isList {
		out := make([]any, len(items))
		for i := range items {
			out[i] = clone(items[i])
		}
		return out
	}
	if table, ok := in.(map[string]any); ok {
		out := make(map[string]any, len(table))
		for key := range table {
			out[key] = clone(table[key])
		}
		return out
	}
	return in
}
