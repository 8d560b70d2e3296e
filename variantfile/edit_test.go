package variantfile_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/variantfile"
)

// edited is a file as people write them.
const edited = `# My game.
extends = "chess" # the old one
name = "Mine"
army = ["King", "Archer", "Pawn"]

# How it begins.
[start]
placement = "k7/8/8/8/8/8/8/K7" # two kings

[promotion]
to = "A"
zone = {white = "*8", black = "*2"}

# It shoots.
[[pieces]]
name = "Archer"
letter = "A"
betza = "N" # a knight

[[pieces]]
name = "Pawn"
`

func TestEdit(t *testing.T) {
	type change struct {
		key       string
		value     any
		was, want string // what is replaced in the file
	}
	for _, c := range []change{
		{key: "name", value: "Ours", was: `"Mine"`, want: `"Ours"`},
		{key: "start.placement", value: "8", was: `"k7/8/8/8/8/8/8/K7"`, want: `"8"`},
		{key: "start.black", value: true, was: "# two kings\n", want: "# two kings\nblack = true\n"},
		{key: "pieces[Archer].betza", value: "NN", was: `"N"`, want: `"NN"`},
		{key: "pieces[Archer].royal", value: true, was: "# a knight\n", want: "# a knight\nroyal = true\n"},
		{key: "pieces[Archer].traits.volage", value: true,
			was: "# a knight\n", want: "# a knight\ntraits = {volage = true}\n"},
		{key: "pieces[Archer].betza", was: "betza = \"N\" # a knight\n"},
		{key: "size", value: "8x8", was: "\"Pawn\"]\n", want: "\"Pawn\"]\nsize = \"8x8\"\n"},
		{key: "castling", value: false, was: "\"Pawn\"]\n", want: "\"Pawn\"]\ncastling = false\n"},
		{key: "promotion.zone.black", value: "*3",
			was: `{white = "*8", black = "*2"}`, want: `{black = "*3", white = "*8"}`},
		{key: "promotion.zone", value: "*7", was: `{white = "*8", black = "*2"}`, want: `"*7"`},
		{key: "promotion", was: edited[strings.Index(edited, "[promotion]"):strings.Index(edited, "# It shoots")]},
		{key: "drops.captured", value: true, was: "name = \"Pawn\"\n",
			want: "name = \"Pawn\"\n\n[drops]\ncaptured = true\n"},
		{key: "castling.king-to", value: []any{2.0, 6.0}, was: "name = \"Pawn\"\n",
			want: "name = \"Pawn\"\n\n[castling]\nking-to = [2, 6]\n"},
		{key: "pieces[Cow].letter", value: "C", was: "name = \"Pawn\"\n",
			want: "name = \"Pawn\"\n\n[[pieces]]\nname = \"Cow\"\nletter = \"C\"\n"},
	} {
		got, err := variantfile.Edit(edited, c.key, c.value)
		want := strings.Replace(edited, c.was, c.want, 1)
		if c.key == "pieces[Cow].letter" {
			want = strings.Replace(want, `"Pawn"]`, `"Pawn", "Cow"]`, 1)
		}
		if err != nil || got != want {
			t.Errorf("%s = %v (%v):\n%s\nwant\n%s", c.key, c.value, err, got, want)
		}
	}
}

// TestEditPieces: pieces are taken away and renamed with their place in the army.
func TestEditPieces(t *testing.T) {
	got, err := variantfile.Edit(edited, "pieces[Archer]", nil)
	if err != nil || strings.Contains(got, "Archer") || !strings.Contains(got, `army = ["King", "Pawn"]`) {
		t.Errorf("without the Archer (%v):\n%s", err, got)
	}
	got, err = variantfile.Edit(edited, "pieces[Archer].name", "Bowman")
	if err != nil || strings.Contains(got, "Archer") || strings.Count(got, `"Bowman"`) != 2 {
		t.Errorf("renamed (%v):\n%s", err, got)
	}
	if got, err = variantfile.Edit(edited, "pieces[Cow]", nil); err != nil || got != edited {
		t.Errorf("a piece that is not there is taken away (%v):\n%s", err, got)
	}
	got, err = variantfile.Edit("", "pieces[A.B].betza", "K")
	if err != nil || got != "[[pieces]]\nname = \"A.B\"\nbetza = \"K\"\n" {
		t.Errorf("the first piece (%v):\n%s", err, got)
	}
}

// TestEditTurnsPartsOnAndOff: a part that is false becomes a table, and the other way round.
func TestEditTurnsPartsOnAndOff(t *testing.T) {
	text := "extends = \"chess\"\ncastling = false\n"
	on, err := variantfile.Edit(text, "castling.free", true)
	if err != nil || on != "extends = \"chess\"\n\n[castling]\nfree = true\n" {
		t.Errorf("on (%v):\n%s", err, on)
	}
	off, err := variantfile.Edit(on, "castling", false)
	if err != nil || strings.TrimSpace(off) != strings.TrimSpace(text) {
		t.Errorf("off (%v):\n%s", err, off)
	}
}

func TestEditRefuses(t *testing.T) {
	for _, c := range []struct {
		text, key string
		value     any
	}{
		{"name = ", "name", "x"}, {"", "", "x"}, {"", "a..b", "x"}, {"", "pieces[", "x"}, {"", "pieces[A]x", 1},
		{"", "size", 1.5}, {"", "size", struct{}{}}, {"", "a\nb", "x"}, {"", "pieces[].letter", "x"},
	} {
		if got, err := variantfile.Edit(c.text, c.key, c.value); err == nil {
			t.Errorf("%q, %q = %v gives %q", c.text, c.key, c.value, got)
		}
	}
}

// TestEditSays: after an edit the file of any game says the new value, and nothing else has changed.
func TestEditSays(t *testing.T) {
	games := append(rules.All(), rules.Catalogue()...)
	keys := []string{"name", "start.placement", "promotion.to", "promotion.zone", "castling.free", "drops.captured",
		"start.shuffle.pieces", "pieces[King].betza", "pieces[Dog].letter", "aftermath.active", "end.repetition"}
	values := []any{"a", true, int64(3), []any{"a", "b"}, map[string]any{"white": "*8", "black": "*1"}, false,
		"\"\\\n#[x]", nil}
	rapid.Check(t, func(t *rapid.T) {
		var b bytes.Buffer
		if err := variantfile.Write(&b, rapid.SampledFrom(games).Draw(t, "game")); err != nil {
			t.Fatal(err)
		}
		text := "# first\n" + b.String() + "# last\n"
		for range rapid.IntRange(1, 5).Draw(t, "edits") {
			key, value := rapid.SampledFrom(keys).Draw(t, "key"), rapid.SampledFrom(values).Draw(t, "value")
			after, err := variantfile.Edit(text, key, value)
			if err != nil {
				t.Fatalf("%s = %v in\n%s: %v", key, value, text, err)
			}
			was, is := read(t, text), read(t, after)
			if got := take(is, key); !reflect.DeepEqual(got, value) {
				t.Fatalf("%s = %#v says %#v:\n%s", key, value, got, after)
			}
			take(was, key)
			if !reflect.DeepEqual(was, is) {
				t.Fatalf("%s = %v changes\n%s\ninto\n%s", key, value, text, after)
			}
			text = after
		}
	})
}

// read returns what a file says, with the pieces by name.
func read(t *rapid.T, text string) map[string]any {
	var file map[string]any
	if err := toml.Unmarshal([]byte(text), &file); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	if pieces, ok := file["pieces"].([]map[string]any); ok {
		delete(file, "pieces")
		for _, p := range pieces {
			file["pieces["+p["name"].(string)+"]"] = p
		}
	}
	delete(file, "army") // which follows the pieces
	return file
}

// take takes a value out of a file. Tables that have nothing else go with it.
func take(file map[string]any, key string) any {
	part, rest, nested := strings.Cut(key, ".")
	value := file[part]
	if !nested {
		delete(file, part)
		return value
	}
	table, _ := value.(map[string]any)
	taken := take(table, rest)
	if len(table) == 0 || len(table) == 1 && table["name"] != nil {
		delete(file, part)
	}
	return taken
}
