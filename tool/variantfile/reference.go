package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/doc/comment"
	"reflect"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/variantfile"
)

// special are the keys that stand for no field of a game, or are written otherwise.
var special = map[string]string{
	"extends": "The ID of the game that this one extends, combinations with `+` included.",
	"pieces":  "The piece types that are new or changed; see below.",
	"army": "The names of all piece types in their order. Without it they are those of the game that is " +
		"extended, and then the new ones.",
}

// visit calls f with each field of a game that a file can set, and of the structs in it. path is
// the key of the struct, "" for the game.
func visit(t reflect.Type, path string, f func(path string, owner reflect.Type, field reflect.StructField)) {
	var structs []reflect.StructField
	for i := range t.NumField() {
		field := t.Field(i)
		if !field.IsExported() {
			continue
		}
		f(path, t, field)
		if structIn(field.Type) != nil {
			structs = append(structs, field)
		}
	}
	for _, field := range structs {
		visit(structIn(field.Type), join(path, keyOf(field)), f)
	}
}

// keyOf returns the key of a field. The army is written under pieces.
func keyOf(field reflect.StructField) string {
	if field.Type == reflect.TypeFor[[]piece.Type]() {
		return "pieces"
	}
	return variantfile.Key(field.Name)
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// structIn returns the struct that a field is, points to or lists; nil if there is none.
func structIn(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[board.Size]() || t == reflect.TypeFor[board.Regions]() {
		return nil
	}
	return t
}

// usedTypes returns the names of the types that a game has fields of.
func usedTypes() map[string]bool {
	used := map[string]bool{}
	visit(reflect.TypeFor[rules.Variant](), "", func(_ string, _ reflect.Type, field reflect.StructField) {
		t := field.Type
		kinds := []reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map}
		for slices.Contains(kinds, t.Kind()) {
			t = t.Elem()
		}
		used[variantfile.TypeName(t)] = true
	})
	return used
}

// kind says what a value is, for people.
func (s *source) kind(t reflect.Type) string {
	if all := s.choices[variantfile.TypeName(t)]; t.PkgPath() != "" && all != nil {
		names := make([]string, len(all))
		for i, c := range all {
			names[i] = "`\"" + c.Name + "\"`"
		}
		return strings.Join(names, ", ")
	}
	switch t {
	case reflect.TypeFor[board.Size]():
		return "text: files and ranks, `\"10x8\"`"
	case reflect.TypeFor[board.Regions]():
		return "a region"
	case reflect.TypeFor[byte]():
		return "a letter"
	}
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Struct:
		return "a table"
	case reflect.Pointer:
		return s.kind(t.Elem())
	case reflect.Slice:
		if structIn(t) != nil {
			return "tables"
		}
		return "a list of " + strings.TrimPrefix(s.kind(t.Elem()), "a ")
	case reflect.Array:
		return fmt.Sprintf("%d of: %s", t.Len(), s.kind(t.Elem()))
	case reflect.Map:
		return "a table of " + s.kind(t.Elem())
	default:
		return "a number"
	}
}

//go:embed page.tmpl
var pageText string

// section is the reference of one table of a file.
type section struct {
	Title, Doc string
	Rows       []row
	Choices    []row

	path   string
	fields []variantfile.Field
}

type row struct{ Key, Kind, Doc string }

// page returns the reference page.
func (s *source) page() ([]byte, error) {
	tmpl, err := template.New("page").Parse(pageText)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = tmpl.Execute(&b, struct {
		Sections []*section
		Pieces   []piece.Type
		Betza    string
	}{s.sections(), piece.Catalogue(), s.betza()})
	return b.Bytes(), err
}

// betza returns the description of Betza's notation, which is the comment of piece.Parse.
func (s *source) betza() string {
	about := strings.Replace(s.docs["piece.Parse"], "Parse reads a movement", "A movement is written", 1)
	p := comment.Printer{HeadingLevel: 3, HeadingID: func(*comment.Heading) string { return "" }}
	var lines []string
	for line := range strings.Lines(string(p.Markdown(new(comment.Parser).Parse(about)))) {
		switch item, is := strings.CutPrefix(line, "  - "); {
		case is:
			line = "- " + strings.ReplaceAll(wrap(item, width-2), "\n", "\n  ")
		case strings.HasPrefix(line, "\t"):
			line = "    " + strings.TrimRight(line[1:], "\n")
		default:
			line = wrap(line, width)
		}
		lines = append(lines, line)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// sections returns the tables of a file with their keys.
func (s *source) sections() []*section {
	sections := []*section{{Title: "The game"}}
	byPath := map[string]*section{"": sections[0]}
	for _, key := range []string{"extends", "army"} {
		sections[0].add(row{key, "text", special[key]}, variantfile.Field{Kind: variantfile.TextField})
	}
	sections[0].Rows[1].Kind = "a list of text"
	sections[0].fields[1].Kind = variantfile.TextsField
	visit(reflect.TypeFor[rules.Variant](), "", func(path string, owner reflect.Type, field reflect.StructField) {
		at, known := byPath[path]
		if !known {
			title := "`[" + path + "]`"
			if path == "pieces" {
				title = "`[[pieces]]`"
			}
			at = &section{Title: title, Doc: wrap(s.aboutType(owner), width), path: path}
			sections, byPath[path] = append(sections, at), at
		}
		key := keyOf(field)
		doc := sentence(s.forUsers(s.docs[variantfile.TypeName(owner)+"."+field.Name], field.Name))
		if path == "" && special[key] != "" {
			doc = special[key]
		} else if doc == "" {
			doc = s.aboutType(elem(field.Type))
		}
		at.add(row{key, s.kind(field.Type), escape(doc)}, s.field(field.Type))
		at.Choices = append(at.Choices, s.described(field)...)
	})
	return sections
}

// add adds a key.
func (s *section) add(r row, f variantfile.Field) {
	s.Rows = append(s.Rows, r)
	f.Key, f.Doc = r.Key, r.Doc
	s.fields = append(s.fields, f)
}

// field returns what a program that edits files must know of the values of a type.
func (s *source) field(t reflect.Type) variantfile.Field {
	if all := s.choices[variantfile.TypeName(t)]; t.PkgPath() != "" && all != nil {
		f := variantfile.Field{Kind: variantfile.ChoiceField}
		for _, c := range all {
			f.Choices = append(f.Choices, variantfile.Choice{Name: c.Name, Doc: s.forUsers(c.Doc, "")})
		}
		return f
	}
	switch t {
	case reflect.TypeFor[board.Size]():
		return variantfile.Field{Kind: variantfile.SizeField}
	case reflect.TypeFor[board.Regions]():
		return variantfile.Field{Kind: variantfile.RegionField}
	case reflect.TypeFor[byte]():
		return variantfile.Field{Kind: variantfile.LetterField}
	}
	if structIn(t) != nil {
		return variantfile.Field{Kind: variantfile.TableField}
	}
	switch t.Kind() {
	case reflect.String:
		return variantfile.Field{Kind: variantfile.TextField}
	case reflect.Bool:
		return variantfile.Field{Kind: variantfile.YesField}
	case reflect.Pointer:
		return s.field(t.Elem())
	case reflect.Slice, reflect.Array:
		f := s.field(t.Elem())
		f.Kind = map[string]string{
			variantfile.TextField: variantfile.TextsField, variantfile.NumberField: variantfile.NumbersField,
			variantfile.ChoiceField: variantfile.ChoicesField,
		}[f.Kind]
		if t.Kind() == reflect.Array {
			f.Items = t.Len()
		}
		return f
	default:
		return variantfile.Field{Kind: variantfile.NumberField}
	}
}

// reference returns the sections for programs that edit files.
func (s *source) reference() ([]byte, error) {
	var all []variantfile.Section
	for _, one := range s.sections() {
		all = append(all, variantfile.Section{
			Path: one.path, Doc: strings.ReplaceAll(one.Doc, "\n", " "), Fields: one.fields,
		})
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(all)
	return b.Bytes(), err
}

// aboutType returns the comment of a type without its name.
func (s *source) aboutType(t reflect.Type) string {
	doc := strings.TrimPrefix(s.docs[variantfile.TypeName(t)], t.Name()+" ")
	return sentence(s.forUsers(strings.TrimPrefix(strings.TrimPrefix(doc, "is "), "are "), ""))
}

// sentence returns a comment that may be a few words as a sentence.
func sentence(doc string) string {
	if doc == "" {
		return ""
	}
	if end := doc[len(doc)-1]; end != '.' && end != ':' {
		doc += "."
	}
	return strings.ToUpper(doc[:1]) + doc[1:]
}

// width is how wide the lines of pages are, in columns.
const width = 100

// wrap breaks text into lines of at most so many columns.
func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case column == 0:
		case column+1+n > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}

func elem(t reflect.Type) reflect.Type {
	if s := structIn(t); s != nil {
		return s
	}
	return t
}

// described returns the choices of a field that have a comment.
func (s *source) described(field reflect.StructField) (rows []row) {
	t := field.Type
	for t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	for _, c := range s.choices[variantfile.TypeName(t)] {
		if c.Doc != "" && t.PkgPath() != "" {
			rows = append(rows, row{variantfile.Key(field.Name), c.Name, escape(s.forUsers(c.Doc, ""))})
		}
	}
	return rows
}

// escape keeps text in one cell of a table.
func escape(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// schema returns the JSON Schema of files.
func (s *source) schema() ([]byte, error) {
	game := s.object(reflect.TypeFor[rules.Variant]())
	properties := game["properties"].(map[string]any)
	pieces := properties["army"].(map[string]any)
	properties["pieces"] = pieces["anyOf"].([]any)[0]
	properties["extends"] = map[string]any{"type": "string", "description": special["extends"]}
	properties["army"] = map[string]any{"type": "array", "items": map[string]any{"type": "string"},
		"description": special["army"]}
	game["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	game["title"] = "A game of Kirke"
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(game)
	return b.Bytes(), err
}

// object returns the schema of a struct.
func (s *source) object(t reflect.Type) map[string]any {
	properties := map[string]any{}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		schema := s.typeSchema(f.Type)
		if doc := s.forUsers(s.docs[variantfile.TypeName(t)+"."+f.Name], f.Name); doc != "" {
			schema["description"] = strings.ReplaceAll(doc, "`", "")
		}
		properties[variantfile.Key(f.Name)] = schema
	}
	return map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
}

// typeSchema returns the schema of a value.
func (s *source) typeSchema(t reflect.Type) map[string]any {
	if all := s.choices[variantfile.TypeName(t)]; t.PkgPath() != "" && all != nil {
		var names []string
		for _, c := range all {
			names = append(names, c.Name)
		}
		return map[string]any{"enum": names}
	}
	switch t {
	case reflect.TypeFor[board.Size]():
		return map[string]any{"type": "string", "pattern": "^[0-9]+x[0-9]+$"}
	case reflect.TypeFor[board.Regions]():
		text := map[string]any{"type": "string"}
		return map[string]any{"anyOf": []any{text, s.object(t), map[string]any{"const": false}}}
	case reflect.TypeFor[byte]():
		return map[string]any{"type": "string", "maxLength": 1}
	}
	orNone := func(schema map[string]any) map[string]any {
		return map[string]any{"anyOf": []any{schema, map[string]any{"const": false}}}
	}
	switch t.Kind() {
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Struct:
		return orNone(s.object(t))
	case reflect.Pointer:
		return s.typeSchema(t.Elem())
	case reflect.Slice:
		return orNone(map[string]any{"type": "array", "items": s.itemSchema(t.Elem())})
	case reflect.Array:
		items := s.itemSchema(t.Elem())
		return map[string]any{"type": "array", "items": items, "minItems": t.Len(), "maxItems": t.Len()}
	case reflect.Map:
		return orNone(map[string]any{"type": "object", "additionalProperties": s.typeSchema(t.Elem())})
	default:
		return map[string]any{"type": "integer"}
	}
}

// itemSchema returns the schema of an item of a list.
func (s *source) itemSchema(t reflect.Type) map[string]any {
	if structIn(t) == t {
		return s.object(t)
	}
	return s.typeSchema(t)
}
