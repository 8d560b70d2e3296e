package variantfile

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// Write writes a game as a file that says all of it and extends no other. Read returns an equal
// value.
func Write(w io.Writer, v *rules.Variant) error { return write(w, v, nil) }

// WriteExtending writes a game as a file that extends another and says what differs. Read returns
// an equal value where Lookup finds that game by its ID.
func WriteExtending(w io.Writer, v, base *rules.Variant) error { return write(w, v, base) }

// write writes v as it differs from base; nil is no base.
func write(w io.Writer, v, base *rules.Variant) error {
	p := &printer{full: base == nil, b: &strings.Builder{}}
	from := &rules.Variant{}
	if base != nil {
		from = inherited(base)
		p.line("extends", strconv.Quote(base.ID))
	}
	from.Version, from.Name = 1, v.ID
	p.army(v.Army, from.Army)
	army := p.b.String()
	p.b.Reset()
	p.table("", reflect.ValueOf(v).Elem(), reflect.ValueOf(from).Elem(), army)
	if p.err != nil {
		return fmt.Errorf("%s: %w", v.ID, p.err)
	}
	_, err := io.WriteString(w, p.top.String()+p.b.String())
	return err
}

// printer writes TOML. Lines of the game itself go before all tables.
type printer struct {
	full bool // write fields that are not zero, even if the game that is extended has them
	top  strings.Builder
	b    *strings.Builder
	err  error
}

// line writes a key of the game itself.
func (p *printer) line(key, value string) { fmt.Fprintf(&p.top, "%s = %s\n", key, value) }

// says reports whether a value has to be written where the base has another.
func (p *printer) says(v, base reflect.Value) bool {
	return p.full && !v.IsZero() || !reflect.DeepEqual(v.Interface(), base.Interface())
}

// table writes the fields of a struct that differ from a base: values first, tables after them.
// path is the name of the table, "" for the game itself, whose army is written already.
func (p *printer) table(path string, v, base reflect.Value, army string) {
	t := v.Type()
	var later []int
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() || f.Type == reflect.TypeFor[[]piece.Type]() && path == "" {
			if f.IsExported() {
				later = append(later, i)
			}
			continue
		}
		if !p.says(v.Field(i), base.Field(i)) {
			continue
		}
		var value string
		switch {
		case v.Field(i).IsZero() && mayBeAbsent(f.Type):
			value = "false"
		case hasTables(f.Type) && !(f.Type.Kind() == reflect.Slice && v.Field(i).Len() == 0):
			later = append(later, i)
			continue
		default:
			value = p.inline(v.Field(i))
		}
		if path == "" {
			p.line(Key(f.Name), value)
		} else {
			fmt.Fprintf(p.b, "%s = %s\n", Key(f.Name), value)
		}
	}
	for _, i := range later {
		if t.Field(i).Type == reflect.TypeFor[[]piece.Type]() && path == "" {
			p.b.WriteString(army)
			continue
		}
		p.tables(under(path, Key(t.Field(i).Name)), v.Field(i), base.Field(i))
	}
}

// hasTables reports whether values of a type are written as tables with a header.
func hasTables(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Struct:
		return t != reflect.TypeFor[board.Size]() && t != reflect.TypeFor[board.Regions]() && ChoicesOf(t) == nil
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return t.Elem().Kind() == reflect.Struct && hasTables(t.Elem())
	default:
		return false
	}
}

// tables writes a part as a table with a header, or a list as several.
func (p *printer) tables(path string, v, base reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		outer := p.b
		p.b = &strings.Builder{}
		p.table(path, v, base, "")
		body := p.b.String()
		p.b = outer
		if !strings.HasPrefix(body, "\n["+path+".") { // a table in it says that it is there
			fmt.Fprintf(p.b, "\n[%s]\n", path)
		}
		p.b.WriteString(body)
	case reflect.Pointer:
		if base.IsNil() {
			base = reflect.New(v.Type().Elem())
		}
		p.tables(path, v.Elem(), base.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			from := reflect.Zero(v.Type().Elem())
			if v.Kind() == reflect.Array {
				from = base.Index(i)
			}
			fmt.Fprintf(p.b, "\n[[%s]]\n", path)
			p.table(path, v.Index(i), from, "")
		}
	}
}

// army writes the types of a game that are not those of a base, and their order if needed.
func (p *printer) army(types, base []piece.Type) {
	var names, merged []string
	for _, t := range base {
		merged = append(merged, t.Name)
	}
	for i, t := range types {
		if slices.Contains(names, t.Name) || t.Name == "" {
			p.fail("the name %q of piece type %d is not its own", t.Name, i+1)
			return
		}
		names = append(names, t.Name)
		if _, inBase := named(base, t.Name); !inBase {
			merged = append(merged, t.Name)
		}
	}
	ordered := !slices.Equal(names, merged)
	for _, t := range types {
		known, found := named(base, t.Name)
		if !found && ordered {
			known, found = named(piece.Catalogue(), t.Name)
		}
		if found && reflect.DeepEqual(known, t) {
			continue
		}
		p.piece(t, base)
	}
	if ordered {
		p.line("army", p.inline(reflect.ValueOf(names)))
	}
}

// piece writes a type under [[pieces]].
func (p *printer) piece(t piece.Type, base []piece.Type) {
	from := origin(base, t.Name, false, "")
	if p.full && t.Betza != "" || t.Betza != from.Betza {
		from = origin(base, t.Name, true, t.Betza)
		from.Betza = t.Betza + "?" // so that it is written
	}
	from.Name = ""
	fmt.Fprint(p.b, "\n[[pieces]]\n")
	p.table("pieces", reflect.ValueOf(t), reflect.ValueOf(from), "")
}

func (p *printer) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// inline returns a value as TOML in one line.
func (p *printer) inline(v reflect.Value) string {
	t := v.Type()
	if all := ChoicesOf(t); all != nil {
		for _, c := range all {
			if reflect.ValueOf(c.Value).Convert(t).Equal(v) {
				return quote(c.Name)
			}
		}
		p.fail("%v has no name among those of %s", v, t.Name())
		return `""`
	}
	switch size, isSize := v.Interface().(board.Size); {
	case isSize:
		return quote(fmt.Sprintf("%dx%d", size.Files, size.Ranks))
	case t == reflect.TypeFor[board.Regions]() && v.Interface().(board.Regions).Black == "":
		return quote(string(v.Interface().(board.Regions).White))
	case t == reflect.TypeFor[byte]():
		if v.Uint() == 0 {
			return `""`
		}
		return quote(string(rune(v.Uint())))
	}
	switch v.Kind() {
	case reflect.String:
		return quote(v.String())
	case reflect.Pointer:
		return p.inline(v.Elem())
	case reflect.Slice, reflect.Array:
		items := make([]string, v.Len())
		for i := range items {
			items[i] = p.inline(v.Index(i))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case reflect.Map:
		entries := v.Interface()
		keys := slices.Collect(maps.Keys(stringKeys(reflect.ValueOf(entries))))
		slices.Sort(keys)
		for i, key := range keys {
			keys[i] = quote(key) + " = " + p.inline(v.MapIndex(reflect.ValueOf(key).Convert(t.Key())))
		}
		return "{" + strings.Join(keys, ", ") + "}"
	case reflect.Struct:
		var items []string
		for i := range t.NumField() {
			if t.Field(i).IsExported() && !v.Field(i).IsZero() {
				items = append(items, Key(t.Field(i).Name)+" = "+p.inline(v.Field(i)))
			}
		}
		return "{" + strings.Join(items, ", ") + "}"
	default:
		return fmt.Sprint(v.Interface())
	}
}

// stringKeys returns the keys of a map as a set of text.
func stringKeys(m reflect.Value) map[string]bool {
	keys := map[string]bool{}
	for _, key := range m.MapKeys() {
		keys[key.String()] = true
	}
	return keys
}

// quote returns text as a TOML string.
func quote(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range text {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Values returns what a file of a game says by key, as the TOML library reads it, with all pieces
// described. Keys whose value is zero are left out.
func Values(v *rules.Variant) (map[string]any, error) {
	var p printer
	text := "game = " + p.inline(reflect.ValueOf(v).Elem())
	if p.err != nil {
		return nil, fmt.Errorf("%s: %w", v.ID, p.err)
	}
	var file map[string]map[string]any
	if err := toml.Unmarshal([]byte(text), &file); err != nil {
		return nil, fmt.Errorf("%s: %w", v.ID, err)
	}
	values, names := file["game"], make([]any, len(v.Army))
	for i := range v.Army {
		names[i] = v.Army[i].Name
	}
	values["pieces"], values["army"] = values["army"], names
	return values, nil
}
