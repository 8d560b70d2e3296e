package variantfile

import (
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/kirke-chess/kirke/rules"
)

// Limits that no game comes near, so that a hostile file costs little.
const (
	maxFile   = 256 << 10 // bytes of a file
	maxBraces = 1000      // opening braces: the TOML library takes time by the square of nested tables
	maxText   = 8 << 10   // bytes of a text
	maxNumber = 1_000_000 // the largest number
	maxPaths  = 20_000    // paths of all pieces together
)

// Ext is how the name of a file ends.
const Ext = ".kirke.toml"

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema of files.
func Schema() []byte { return slices.Clone(schema) }

// Read reads the game in a file. name is the name of the file, for messages and for the ID of a
// game that names none. The error has all that is wrong, each an *Error; see Errors.
//
// What the file leaves out is as in the game that it extends. Only what the game is called, its
// version and what is said of it are its own.
//
// A game without errors is given to further checks, one after the other until one finds something.
func Read(name string, data []byte, checks ...Check) (*rules.Variant, error) {
	d := &decoder{file: name}
	if len(data) > maxFile {
		d.errorf("", "", "the file is larger than %d kB", maxFile>>10)
		return nil, join(d.wrong)
	}
	if err := braces(string(data)); err != nil {
		d.errorf("", "", "%v", err)
		return nil, join(d.wrong)
	}
	var file map[string]any
	if err := toml.Unmarshal(data, &file); err != nil {
		d.syntax(err)
		return nil, join(d.wrong)
	}
	d.lines = linesOf(string(data))
	v := d.variant(file)
	if len(d.wrong) == 0 {
		d.check(v)
	} else {
		d.checkRest(v)
	}
	for _, check := range checks {
		if len(d.wrong) == 0 {
			d.note(v, check(v))
		}
	}
	if len(d.wrong) > 0 {
		return nil, join(d.wrong)
	}
	return v, nil
}

// Check returns what else is wrong with a game, at the fields that cause it.
type Check func(*rules.Variant) []*rules.FieldError

// note notes what is wrong with the fields of a game at the keys that say so.
func (d *decoder) note(v *rules.Variant, wrong []*rules.FieldError) {
	for _, w := range wrong {
		d.errorf(d.pathOf(v, w.Field), "", "%v", w.Err)
	}
}

// syntax notes what the TOML library could not read.
func (d *decoder) syntax(err error) {
	e := &Error{File: d.file, Problem: err.Error()}
	if bad, ok := errors.AsType[toml.ParseError](err); ok {
		e.Line, e.Key, e.Problem = bad.Position.Line, bad.LastKey, bad.Message
		if e.Problem == "" {
			e.Problem = strings.TrimPrefix(bad.Error(), "toml: ")
		}
		if strings.Contains(e.Problem, "expected value but found") {
			e.Hint = "text needs quotes"
		}
	}
	d.wrong = append(d.wrong, e)
}

// variant returns the game of a file.
func (d *decoder) variant(file map[string]any) *rules.Variant {
	v := &rules.Variant{}
	if in, extends := file["extends"]; extends {
		var id string
		d.value("extends", in, reflect.ValueOf(&id).Elem())
		base, err := rules.Lookup(id)
		if err != nil && len(d.wrong) == 0 {
			d.errorf("extends", "", "%v", err)
		}
		if base == nil {
			base, _ = rules.Lookup("chess") // so that what else is wrong is found
		}
		v = inherited(base)
	}
	v.ID, v.Version = defaultID(d.file), 1
	d.table("", file, reflect.ValueOf(v).Elem(), []string{"extends", "pieces", "army"})
	v.Army = d.army(v.Army, file)
	if v.Name == "" {
		v.Name = v.ID
	}
	return v
}

// inherited returns what a game takes from the one it extends: all but what that is called and what
// is said of it.
func inherited(base *rules.Variant) *rules.Variant {
	v := base.Clone()
	v.ID, v.Aliases, v.Family, v.Name, v.Version, v.Summary, v.Notes = "", nil, "", "", 0, "", nil
	return v
}

// braces returns an error if a file has too many opening braces.
func braces(text string) error {
	if n := strings.Count(text, "{"); n > maxBraces {
		return fmt.Errorf("the file has %d opening braces; at most %d are read", n, maxBraces)
	}
	return nil
}

// defaultID returns the ID of a game whose file names none: that of the file.
func defaultID(name string) string {
	base := filepath.Base(name)
	base = strings.TrimSuffix(strings.TrimSuffix(base, ".toml"), ".kirke")
	return strings.ToLower(base)
}

// gameID is what the ID of a game looks like; that of a combination has "+" in it.
var gameID = regexp.MustCompile(`^[a-z0-9][a-z0-9_.+-]*$`)

// check notes what makes no sense in a game, at the keys that say so.
func (d *decoder) check(v *rules.Variant) {
	if v.Army == nil {
		d.errorf("pieces", `write extends = "chess", or describe the pieces under [[pieces]]`, "the game has no pieces")
		return
	}
	if !gameID.MatchString(v.ID) {
		d.errorf("id", "an ID has small letters, digits and . _ - and begins with a letter or a digit",
			"%q cannot name a game", short(v.ID))
	}
	paths := 0
	for i := range v.Army {
		if m, err := v.Army[i].Movement(); err == nil {
			paths += len(m)
		}
	}
	if paths > maxPaths {
		d.errorf("pieces", "", "the pieces have %d paths together; at most %d are read", paths, maxPaths)
		return
	}
	d.note(v, v.Validate())
}

// checkRest notes what makes no sense in a game of which some keys could not be read: not what may
// follow from these, which is in their tables, and only movements if the board or the pieces are not known.
func (d *decoder) checkRest(v *rules.Variant) {
	unread := map[string]bool{}
	for _, path := range d.faulty {
		table, _, _ := strings.Cut(path, ".")
		unread[table] = true
	}
	if unread[""] || len(v.Army) == 0 {
		return
	}
	unknown := unread["size"] || unread["pieces"] || unread["army"] || unread["extends"]
	for _, w := range v.Validate() {
		path := d.pathOf(v, w.Field)
		table, _, _ := strings.Cut(path, ".")
		if d.isMovement(v, w.Field) && !slices.Contains(d.faulty, path) || !unknown && !unread[table] {
			d.errorf(path, "", "%v", w.Err)
		}
	}
}

// isMovement reports whether a field of a variant is the movement of a piece, which the file has.
func (d *decoder) isMovement(v *rules.Variant, field string) bool {
	var n int
	if _, err := fmt.Sscanf(field, "Army[%d].Betza", &n); err != nil {
		return false
	}
	return v.Army[n].Betza != "" && slices.Contains(d.pieces, v.Army[n].Name)
}

// pathOf returns the path of a field of a variant, as "Army[2].Betza", in the file.
func (d *decoder) pathOf(v *rules.Variant, field string) string {
	rest, isArmy := strings.CutPrefix(field, "Army[")
	if !isArmy {
		parts := strings.FieldsFunc(field, func(c rune) bool { return c == '.' || c == '[' || c == ']' })
		for i, part := range parts {
			parts[i] = Key(part)
		}
		if field == "Army" {
			return "army"
		}
		return strings.Join(parts, ".")
	}
	number, key, _ := strings.Cut(rest, "].")
	n, err := strconv.Atoi(number)
	if err != nil || n >= len(v.Army) {
		return "pieces"
	}
	for i, name := range d.pieces {
		if name == v.Army[n].Name {
			return fmt.Sprintf("pieces.%d.%s", i, Key(key))
		}
	}
	return "army"
}
