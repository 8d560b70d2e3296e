package variantfile

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/piece"
)

// The army of a file. [[pieces]] names each piece type that is new or changed; army lists the types
// of the game in their order, if they are not those of the game that is extended and then the new
// ones.

// origin returns the type that a table of [[pieces]] changes: the one of its name in the game that
// is extended, or else in Kirke's catalogue. With a movement of its own a type of the catalogue is
// another piece, and what is said of a piece of the game no longer holds.
func origin(base []piece.Type, name string, moves bool, betza string) piece.Type {
	t, inGame := named(base, name)
	if !inGame {
		t, _ = named(piece.Catalogue(), name)
		if moves && betza != t.Betza {
			t = piece.Type{}
		}
	} else if moves && betza != t.Betza {
		t.Doc, t.Value = "", 0
	}
	t.Name = name
	return t
}

// named returns the type with a name.
func named(types []piece.Type, name string) (piece.Type, bool) {
	for _, t := range types {
		if t.Name == name {
			return t, true
		}
	}
	return piece.Type{}, false
}

// army returns the army of a game: that of the base with the changes of a file.
func (d *decoder) army(base []piece.Type, file map[string]any) []piece.Type {
	own := d.types(base, file["pieces"])
	in, ordered := file["army"]
	if !ordered {
		army := slices.Clone(base)
		for _, t := range own {
			if i := slices.IndexFunc(army, func(b piece.Type) bool { return b.Name == t.Name }); i >= 0 {
				army[i] = t
			} else {
				army = append(army, t)
			}
		}
		return army
	}
	var names []string
	d.value("army", in, reflect.ValueOf(&names).Elem())
	var army []piece.Type
	all := slices.Concat(own, base, piece.Catalogue())
	for i, name := range names {
		t, found := named(all, name)
		path := under("army", strconv.Itoa(i))
		switch _, twice := named(army, name); {
		case twice:
			d.errorf(path, "", "the %s stands twice in the army", name)
		case !found:
			d.errorf(path, noPiece(all, name), "there is no piece %q", short(name))
		default:
			army = append(army, t)
		}
	}
	for i, t := range own {
		if !slices.Contains(names, t.Name) && ordered {
			d.errorf(under("pieces", strconv.Itoa(i)), "add it to army, or leave army out",
				"the %s is not in the army", t.Name)
		}
	}
	return army
}

// noPiece suggests a piece in place of one that does not exist.
func noPiece(all []piece.Type, name string) string {
	names := make([]string, len(all))
	for i, t := range all {
		names[i] = t.Name
	}
	if best := words.Closest(name, names); best != "" {
		return fmt.Sprintf("did you mean %q?", best)
	}
	return "describe it under [[pieces]]"
}

// types returns the types under [[pieces]].
func (d *decoder) types(base []piece.Type, in any) (own []piece.Type) {
	if in == nil {
		return nil
	}
	items, ok := listOf(in)
	if !ok {
		d.mismatch("pieces", in, "a list of tables: write [[pieces]] before each")
		return nil
	}
	d.pieces = make([]string, len(items))
	for i, item := range items {
		path := under("pieces", strconv.Itoa(i))
		table, ok := item.(map[string]any)
		if !ok {
			d.mismatch(path, item, "a table: write [[pieces]] before it")
			continue
		}
		name, _ := table["name"].(string)
		if name == "" {
			d.errorf(under(path, "name"), `write name = "…" first`, "the piece has no name")
			continue
		}
		if slices.Contains(d.pieces[:i], name) {
			d.errorf(under(path, "name"), "", "two pieces are called %q", name)
			continue
		}
		d.pieces[i] = name
		betza, moves := table["betza"].(string)
		t := origin(base, name, moves, betza)
		d.table(path, table, reflect.ValueOf(&t).Elem(), nil)
		own = append(own, t)
	}
	return own
}
