package variantfile

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/words"
)

// decoder turns what the TOML library has read into Go values, by reflection, and collects what is
// wrong.
//
// A struct is a table, whose keys change its fields and leave the others as they are. false stands
// for a part or a list that the game does not have. A list is replaced as a whole.
type decoder struct {
	file   string
	lines  lines
	pieces []string // the names of the file's pieces, for messages
	wrong  []*Error
	faulty []string // the paths of their keys
}

// errorf notes what is wrong with a key, and what would be right.
func (d *decoder) errorf(path, hint, format string, args ...any) {
	d.faulty = append(d.faulty, path)
	d.wrong = append(d.wrong, &Error{d.file, d.lines.of(path), d.shown(path), fmt.Sprintf(format, args...), hint})
}

// shown returns a path as a message shows it: lists counted from 1, pieces by name.
func (d *decoder) shown(path string) string {
	var b strings.Builder
	for i, part := range strings.Split(path, ".") {
		switch n, err := strconv.Atoi(part); {
		case err == nil && i == 1 && strings.HasPrefix(path, "pieces.") && n < len(d.pieces) && d.pieces[n] != "":
			fmt.Fprintf(&b, "[%s]", d.pieces[n])
		case err == nil:
			fmt.Fprintf(&b, "[%d]", n+1)
		case i > 0:
			b.WriteString("." + part)
		default:
			b.WriteString(part)
		}
	}
	return b.String()
}

// value sets out to the value of a key.
func (d *decoder) value(path string, in any, out reflect.Value) {
	if in == false && mayBeAbsent(out.Type()) {
		out.SetZero()
		return
	}
	t := out.Type()
	if c := ChoicesOf(t); c != nil {
		d.choice(path, in, c, out)
		return
	}
	switch {
	case t == reflect.TypeFor[board.Size]():
		d.size(path, in, out)
	case t == reflect.TypeFor[byte]():
		d.letter(path, in, out)
	case t == reflect.TypeFor[board.Regions]() && isText(in):
		out.Set(reflect.ValueOf(board.Regions{White: board.Region(in.(string))}))
	case t.Kind() == reflect.Struct:
		if table, ok := in.(map[string]any); ok {
			d.table(path, table, out, nil)
		} else {
			d.mismatch(path, in, "a table, or false for none")
		}
	case t.Kind() == reflect.Pointer:
		own := reflect.New(t.Elem())
		if !out.IsNil() {
			own.Elem().Set(out.Elem())
		}
		d.value(path, in, own.Elem())
		out.Set(own)
	case t.Kind() == reflect.Slice, t.Kind() == reflect.Array:
		d.list(path, in, out)
	case t.Kind() == reflect.Map && t.Key().Kind() == reflect.String:
		d.dictionary(path, in, out)
	default:
		d.scalar(path, in, out)
	}
}

// isText reports whether a value is text.
func isText(in any) bool {
	_, ok := in.(string)
	return ok
}

// mayBeAbsent reports whether false stands for no value of a type.
func mayBeAbsent(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct, reflect.Pointer, reflect.Slice, reflect.Map:
		return t != reflect.TypeFor[board.Size]()
	default:
		return false
	}
}

// mismatch notes a value of the wrong kind.
func (d *decoder) mismatch(path string, in any, want string) {
	d.errorf(path, "", "must be %s, not %s", want, kindOf(in))
}

// kindOf says what a TOML value is.
func kindOf(in any) string {
	switch in := in.(type) {
	case string:
		return "the text " + strconv.Quote(short(in))
	case int64, float64:
		return fmt.Sprintf("the number %v", in)
	case bool:
		return fmt.Sprint(in)
	case []any, []map[string]any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date"
}

// short cuts text that a message quotes.
func short(text string) string {
	const most = 60
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// fieldsOf returns the fields of a struct by key, in order.
func fieldsOf(t reflect.Type) (keys []string, byKey map[string]int) {
	byKey = map[string]int{}
	for i := range t.NumField() {
		if f := t.Field(i); f.IsExported() {
			keys = append(keys, Key(f.Name))
			byKey[Key(f.Name)] = i
		}
	}
	return keys, byKey
}

// table sets the fields of a struct that a table has keys for. The keys in skip are read elsewhere.
func (d *decoder) table(path string, table map[string]any, out reflect.Value, skip []string) {
	keys, byKey := fieldsOf(out.Type())
	for _, key := range slices.Sorted(maps.Keys(table)) {
		if slices.Contains(skip, key) {
			continue
		}
		i, known := byKey[key]
		if known {
			d.value(under(path, key), table[key], out.Field(i))
		} else if !d.former(under(path, key), table[key], out) {
			d.unknown(under(path, key), key, slices.Concat(keys, skip))
		}
	}
}

// formerKeys are keys of earlier versions that said yes or no, with the key and the choice that say
// the same as yes.
var formerKeys = map[string]struct{ key, choice string }{
	"fairy.changing.from-home": {"departs", "also-from-home"},
}

// former sets the field that stands for a key of an earlier version. It reports whether there was
// such a key.
func (d *decoder) former(path string, in any, out reflect.Value) bool {
	now, was := formerKeys[path]
	if !was {
		return false
	}
	yes := false
	if d.value(path, in, reflect.ValueOf(&yes).Elem()); yes {
		_, byKey := fieldsOf(out.Type())
		d.value(under(path[:strings.LastIndexByte(path, '.')], now.key), now.choice, out.Field(byKey[now.key]))
	}
	return true
}

// unknown notes a key that does not exist, and suggests the most similar one.
func (d *decoder) unknown(path, key string, known []string) {
	hint := ""
	plain := strings.ReplaceAll(strings.ToLower(key), "_", "-")
	switch best := words.Closest(plain, known); {
	case slices.Contains(known, plain):
		hint = fmt.Sprintf("did you mean %q?", plain)
	case best != "":
		hint = fmt.Sprintf("did you mean %q?", best)
	case len(known) <= 12:
		hint = "there are " + words.And(known)
	}
	d.errorf(path, hint, "there is no such key")
}

// list sets a slice or an array.
func (d *decoder) list(path string, in any, out reflect.Value) {
	items, ok := listOf(in)
	if !ok {
		d.mismatch(path, in, "a list")
		return
	}
	const most = 4096
	switch {
	case out.Kind() == reflect.Array && len(items) != out.Len():
		d.errorf(path, "", "must be a list of %d, not of %d", out.Len(), len(items))
		return
	case len(items) > most:
		d.errorf(path, "", "has %d items; at most %d are read", len(items), most)
		return
	case out.Kind() == reflect.Slice:
		out.Set(reflect.MakeSlice(out.Type(), len(items), len(items)))
	}
	for i, item := range items {
		d.value(under(path, strconv.Itoa(i)), item, out.Index(i))
	}
}

// listOf returns a TOML list, of tables or of others.
func listOf(in any) ([]any, bool) {
	switch in := in.(type) {
	case []any:
		return in, true
	case []map[string]any:
		items := make([]any, len(in))
		for i := range in {
			items[i] = in[i]
		}
		return items, true
	}
	return nil, false
}

// dictionary sets a map whose keys are the file's own.
func (d *decoder) dictionary(path string, in any, out reflect.Value) {
	table, ok := in.(map[string]any)
	if !ok {
		d.mismatch(path, in, "a table, or false for none")
		return
	}
	out.Set(reflect.MakeMap(out.Type()))
	for _, key := range slices.Sorted(maps.Keys(table)) {
		item := reflect.New(out.Type().Elem()).Elem()
		d.value(under(path, key), table[key], item)
		out.SetMapIndex(reflect.ValueOf(key).Convert(out.Type().Key()), item)
	}
}

// choice sets a value that has a name.
func (d *decoder) choice(path string, in any, from []Choice, out reflect.Value) {
	text, ok := in.(string)
	if !ok {
		d.mismatch(path, in, "text")
		return
	}
	var names []string
	for _, c := range from {
		if c.Name == text {
			out.Set(reflect.ValueOf(c.Value).Convert(out.Type()))
			return
		}
		names = append(names, strconv.Quote(c.Name))
	}
	d.errorf(path, "it may be "+words.Or(names), "there is no %q", short(text))
}

// size sets the size of a board from text such as "10x8": files and ranks.
func (d *decoder) size(path string, in any, out reflect.Value) {
	text, ok := in.(string)
	if !ok {
		d.mismatch(path, in, `text such as "10x8": files and ranks`)
		return
	}
	files, ranks, _ := strings.Cut(text, "x")
	f, err := strconv.Atoi(files)
	r, err2 := strconv.Atoi(ranks)
	if err != nil || err2 != nil {
		d.errorf(path, `write files and ranks, as "10x8"`, "%q is not the size of a board", short(text))
		return
	}
	out.Set(reflect.ValueOf(board.Size{Files: f, Ranks: r}))
}

// letter sets a byte from text of one letter, or of none.
func (d *decoder) letter(path string, in any, out reflect.Value) {
	text, ok := in.(string)
	switch {
	case !ok:
		d.mismatch(path, in, "a letter in quotes")
	case text == "":
		out.SetUint(0)
	case len(text) == 1 && text[0] > ' ' && text[0] <= '~':
		out.SetUint(uint64(text[0]))
	default:
		d.errorf(path, "", "%q is not one letter", short(text))
	}
}

// scalar sets text, a number, or true and false.
func (d *decoder) scalar(path string, in any, out reflect.Value) {
	switch out.Kind() {
	case reflect.String:
		switch text, ok := in.(string); {
		case ok && len(text) > maxText:
			d.errorf(path, "", "the text is longer than %d bytes", maxText)
			return
		case ok:
			out.SetString(text)
			return
		}
		d.mismatch(path, in, "text in quotes")
	case reflect.Bool:
		if yes, ok := in.(bool); ok {
			out.SetBool(yes)
			return
		}
		d.mismatch(path, in, "true or false")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, ok := in.(int64)
		if !ok {
			d.mismatch(path, in, "a whole number")
		} else if limit := int64(maxNumber); n < -limit || n > limit || out.OverflowInt(n) {
			d.errorf(path, "", "the number %d is too large", n)
		} else {
			out.SetInt(n)
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, ok := in.(int64)
		if !ok {
			d.mismatch(path, in, "a whole number")
		} else if n < 0 || n > maxNumber || out.OverflowUint(uint64(n)) {
			d.errorf(path, "", "the number %d is out of range", n)
		} else {
			out.SetUint(uint64(n))
		}
	default:
		d.errorf(path, "", "cannot be set in a file")
	}
}
