package variantfile

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// reread writes a game and reads the file.
func reread(t interface{ Fatalf(string, ...any) }, v, base *rules.Variant) {
	var b bytes.Buffer
	var err error
	if base == nil {
		err = Write(&b, v)
	} else {
		err = WriteExtending(&b, v, base)
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	back, err := Read("game.kirke.toml", b.Bytes())
	if err != nil {
		t.Fatalf("%s does not read back: %v\n%s", v.ID, err, b.String())
	}
	if !back.Equal(v) {
		t.Fatalf("%s reads back as another game:\n%+v\n%+v\n%s", v.ID, v, back, b.String())
	}
}

// TestRoundTrip: every game, written as a file and as the difference from every other, reads back.
func TestRoundTrip(t *testing.T) {
	all := rules.All()
	for _, v := range all {
		reread(t, v, nil)
		for _, base := range all {
			reread(t, v, base)
		}
	}
	for _, v := range all {
		for version := 1; version < v.Version; version++ {
			if earlier, err := rules.LookupVersion(v.ID, version); err == nil {
				reread(t, earlier, nil)
			}
		}
	}
}

// combination draws a game, or a combination that makes sense.
func combination(t *rapid.T, label string) *rules.Variant {
	all, mods := rules.All(), rules.Modifiers()
	v := rapid.SampledFrom(all).Draw(t, label)
	for range rapid.IntRange(0, 4).Draw(t, label+" modifiers") {
		base, known := rules.Parts(v)
		known = append(known, rapid.SampledFrom(mods).Draw(t, label+" modifier"))
		if next, err := rules.Compose(base, known...); err == nil {
			v = next
		}
	}
	return v
}

// TestRoundTripOfCombinations: combinations, changed at random, read back.
func TestRoundTripOfCombinations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, base := combination(t, "game"), combination(t, "base")
		text := rapid.StringOf(rapid.SampledFrom([]rune("aZ\"\\\n\t\x01é♔=#]['")))
		v.Summary, v.Notes = text.Draw(t, "summary"), rapid.SliceOf(text).Draw(t, "notes")
		if rapid.Bool().Draw(t, "shuffled pieces") {
			seed := rapid.Uint64().Draw(t, "seed")
			if v.Conversion.Bishop == 0 {
				dice := rand.New(rand.NewPCG(seed, 0))
				dice.Shuffle(len(v.Army), func(i, j int) { v.Army[i], v.Army[j] = v.Army[j], v.Army[i] })
			}
		}
		if rapid.Bool().Draw(t, "changed piece") {
			k := &v.Army[rapid.IntRange(0, len(v.Army)-1).Draw(t, "piece")]
			k.Betza = rapid.SampledFrom([]string{"K", "NN", "mWcF", k.Betza}).Draw(t, "betza")
			k.Value = rapid.IntRange(-1000, 1000).Draw(t, "value")
			k.Doc = rapid.SampledFrom([]string{"", "Moves.", k.Doc}).Draw(t, "doc")
		}
		reread(t, v, nil)
		reread(t, v, base)
	})
}

// TestExtends: what a file leaves out is as in the game that it extends.
func TestExtends(t *testing.T) {
	v, err := Read("games/Amazon.kirke.toml", []byte(`
extends = "seirawan+circe"
army = ["King", "Amazon", "Rook", "Bishop", "Knight", "Pawn", "Hawk", "Wizard", "Elephant"]
castling = false
promotion.to = "MRBN"
gating.hand = "HW"
[[pieces]]
name = "Wizard"
letter = "W"
betza = "FC"
[[pieces]]
name = "Pawn"
betza = "fmFfceWifmnA"
[start]
placement = "rnbmkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKBNR"
`))
	if err != nil {
		t.Fatal(err)
	}
	switch {
	case v.ID != "amazon" || v.Name != "amazon" || v.Version != 1 || v.Aliases != nil || v.Notes != nil:
		t.Errorf("the game is called %q, %q, version %d", v.ID, v.Name, v.Version)
	case v.Castling.Any() || !v.Aftermath.Active || v.Gating.Hand != "HW":
		t.Errorf("%+v", v)
	case v.Type(v.TypeOf('M')).Value != piece.Amazon.Value || v.Army[1].Name != "Amazon" || len(v.Army) != 9:
		t.Errorf("the army is %+v", v.Army)
	}
	if pawn := v.Type(v.TypeOf('P')); !pawn.Pawn || pawn.Doc != "" || pawn.Betza != "fmFfceWifmnA" {
		t.Errorf("the pawn is %+v", pawn)
	}
}

// TestErrors: all that is wrong is told at once, with the line and what would be right.
func TestErrors(t *testing.T) {
	_, err := Read("wrong.kirke.toml", []byte(`extends = "seirawam"
nam = "Wrong"
size = 8
summary = 3
version = 9999999999
[castling]
king_to = [2, 6]
rook-to = [3, 5, 7]
[aftermath]
where = "at-hom"
kings = "yes"
[[pieces]]
name = "Archer"
letter = "AR"
bezta = "K"
[[pieces]]
letter = "B"
[start.shuffle]
allowed = ["sideways"]
[promotion]
to = 1979-05-27
`))
	var got []string
	for _, e := range Errors(err) {
		got = append(got, e.Error())
	}
	want := []string{
		`:1: extends: there is no variant "seirawam"; did you mean "seirawan"?`,
		`:2: nam: there is no such key; did you mean "name"?`,
		`:3: size: must be text such as "10x8": files and ranks, not the number 8`,
		`:4: summary: must be text in quotes, not the number 3`,
		`:5: version: the number 9999999999 is too large`,
		`:7: castling.king_to: there is no such key; did you mean "king-to"?`,
		`:8: castling.rook-to: must be a list of 2, not of 3`,
		`:10: aftermath.where: there is no "at-hom"; it may be "at-home", "at-departure", "at-reflection", ` +
			`"at-origin", "at-equipollent", "at-next-vector" or "at-its-capture"`,
		`:11: aftermath.kings: must be true or false, not the text "yes"`,
		`:14: pieces[Archer].letter: "AR" is not one letter`,
		`:15: pieces[Archer].bezta: there is no such key; did you mean "betza"?`,
		`:16: pieces[2].name: the piece has no name; write name = "…" first`,
		`:19: start.shuffle.allowed[1]: there is no "sideways"; it may be "asymmetric", "mirror" or "central"`,
		`:21: promotion.to: must be text in quotes, not a date`,
	}
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Errorf("missing: %s", want[i])
		case i >= len(want):
			t.Errorf("not expected: %s", got[i])
		case got[i] != "wrong.kirke.toml"+want[i]:
			t.Errorf("%s\nwant %s", got[i], want[i])
		}
	}
}

// TestNonsense: what makes no sense is told at the key that says it.
func TestNonsense(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"extends = \"chess\"\npromotion.to = \"QX\"", `f:2: promotion.to: pawns promote to "X"`},
		{"extends = \"chess\"\n[castling]\nking-to = [2, 60]", "f:3: castling.king-to: on the king's side"},
		{"extends = \"chess\"\n\nstart.placement = \"1nbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1\"",
			"castling: no rook stands on the first rank"},
		{"extends = \"chess\"\nstart.placement = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR\"",
			`f:2: start.placement: the starting position: rank 1: "A" is not a piece`},
		{"extends = \"chess\"\n[[pieces]]\nname = \"Archer\"\nletter = \"A\"",
			"f:2: pieces[Archer].betza: the Archer: betza text is empty"},
		{"extends = \"chess\"\n[[pieces]]\nname = \"Archer\"\nletter = \"A\"\nbetza = \"KX\"",
			`f:5: pieces[Archer].betza: the Archer: betza text "KX": "X" at byte 1 is not an atom`},
		{"extends = \"chess\"\n[[pieces]]\nname = \"Archer\"\nbetza = \"K\"",
			"f:2: pieces[Archer].letter: the Archer has no letter"},
		{"extends = \"chess\"\ngating.hand = \"HE\"", "f:2: gating.hand: the hand holds 'H'"},
		{"extends = \"chess\"\naftermath.kings = true", "f:2: aftermath: no piece is reborn"},
		{"extends = \"chess\"\nsize = \"99999999x8\"", "f:2: size: a board has 1 to 16 files and ranks"},
		{"extends = \"chess\"\nsize = \"ten\"", `f:2: size: "ten" is not the size of a board; write files and ranks`},
		{"extends = \"chess\"\narmy = [\"King\", \"Quen\"]", `f:2: army[2]: there is no piece "Quen"; did you mean`},
		{"name = \"Nothing\"", `f: pieces: the game has no pieces; write extends = "chess"`},
		{"extends = chess", "f:1: extends: expected value but found \"chess\" instead; text needs quotes"},
		{"extends = \"chess\"\nend.mate = 3\npromotion.to = \"QX\"", "f:2: end.mate: must be text"},
		{"extends = \"chess\"\nend.mate = 3\npromotion.to = \"QX\"", `f:3: promotion.to: pawns promote to "X"`},
		{"extends = \"chess\"\n[castling]\nking-to = [6, 2]", "f:3: castling.king-to: the king lands further right"},
		{"extends = \"chess\"\n[check]\ncount = -3", "f:3: check.count: -3 is less than 0"},
		{"extends = \"chess\"\nend.repeated = \"nobody\"", `f:2: end.repeated: "nobody" is none of white, black`},
		{"extends = \"chess\"\nend.repeated = \"material\"", "f:2: end.repeated: a repetition is decided by pieces"},
		{"extends = \"chess\"\n[row]\nlength = 9", "f:3: row.length: no row of the 8×8 board has 9 squares"},
		{"extends = \"chess\"\n[[pieces]]\nname = \"Archer\"\nletter = \"AA\"\nbetza = \"KX\"",
			`f:5: pieces[Archer].betza: the Archer: betza text "KX": "X" at byte 1 is not an atom`},
		{"a = " + strings.Repeat("{a=", maxBraces+1), "f: the file has 1001 opening braces"},
		{strings.Repeat("#", maxFile+1), "f: the file is larger than 256 kB"},
	} {
		_, err := Read("f", []byte(c.file))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v\nwant %s", err, c.want)
		}
	}
}

// TestNested: lists and tables may be nested by thousands in time and memory that grow as the file does.
func TestNested(t *testing.T) {
	for _, c := range []struct{ open, inner, end string }{{"[", "", "]"}, {"{a=", "1", "}"}} {
		size := func(n int) (all int) {
			for path := range linesOf("a = " + strings.Repeat(c.open, n) + c.inner + strings.Repeat(c.end, n)) {
				all += len(path)
			}
			return all
		}
		if few, many := size(100), size(10_000); many > few {
			t.Errorf("%s: the paths have %d bytes, with 100 times as many brackets %d", c.open, few, many)
		}
	}
}

// TestLines: the line of every key is found, however the file is laid out.
func TestLines(t *testing.T) {
	found := linesOf(`# a comment with [brackets] and "quotes
a = 1
"b c" = """two
lines"""
d.e = { f = 1, "g" = [1, { h = 2 }] } # {
i = [
  "]", # ]
  '''x
''''',
  { j = 1 },
]
[k]
l = 1979-05-27T07:32:00Z
[[m.n]]
o = 1
[m.n.p]
q = "\""
[[m.n]]
o = 2
[[m.n.r]]
s = 1
`)
	for path, line := range map[string]int{
		"a": 2, "b c": 3, "d": 5, "d.e": 5, "d.e.f": 5, "d.e.g": 5, "d.e.g.1.h": 5, "i": 6, "i.0": 7, "i.1": 8,
		"i.2.j": 10, "k": 12, "k.l": 13, "m.n": 14, "m.n.0": 14, "m.n.0.o": 15, "m.n.0.p": 16, "m.n.0.p.q": 17,
		"m.n.1": 18, "m.n.1.o": 19, "m.n.1.r.0.s": 21,
	} {
		if found[path] != line {
			t.Errorf("%s is in line %d, not %d", path, found[path], line)
		}
	}
	if found.of("k.zz.y") != 12 || found.of("zz") != 0 {
		t.Error("the line of a missing key")
	}
}

// TestKey: keys are the fields in small letters.
func TestKey(t *testing.T) {
	for field, want := range map[string]string{
		"ID": "id", "KingTo": "king-to", "NoClaims": "no-claims", "Chess960": "chess960", "FENField": "fen-field",
		"AsItself": "as-itself",
	} {
		if got := Key(field); got != want {
			t.Errorf("%s is %s, not %s", field, got, want)
		}
	}
}

// FuzzRead: no file makes the reader panic or hang, and what it reads can be written and read.
func FuzzRead(f *testing.F) {
	for _, id := range []string{"chess", "seirawan", "cetran2", "sissa+circe", "siceirawan", "chess960"} {
		v, err := rules.Lookup(id)
		if err != nil {
			f.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, v); err != nil {
			f.Fatal(err)
		}
		f.Add(b.Bytes())
	}
	f.Add([]byte("extends = \"seirawan\"\npieces = [{name = \"X\", letter = 'X', betza = \"KNN\"}]\n"))
	f.Add([]byte("extends = \"chess\"\ncastling = false\n[start.shuffle]\nallowed = []\n"))
	f.Add([]byte(fmt.Sprintf("a = %s", strings.Repeat("[", 1000))))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Read("fuzz.kirke.toml", data)
		if err != nil {
			for _, e := range Errors(err) {
				if e.Error() == "" {
					t.Error("an empty error")
				}
			}
			return
		}
		reread(t, v, nil)
	})
}

// TestValues: the values of every game are those of its file.
func TestValues(t *testing.T) {
	for _, v := range slices.Concat(rules.All(), rules.Catalogue()) {
		got, err := Values(v)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := Write(&b, v); err != nil {
			t.Fatal(err)
		}
		var file map[string]any
		if err := toml.Unmarshal(b.Bytes(), &file); err != nil {
			t.Fatal(err)
		}
		pieces, _ := got["pieces"].([]any)
		if len(pieces) != len(v.Army) || got["name"] != v.Name || got["id"] != v.ID {
			t.Errorf("%s: %d pieces, %v, %v", v.ID, len(pieces), got["name"], got["id"])
		}
		for key, want := range file {
			if key == "pieces" || key == "army" || want == false || reflect.DeepEqual(want, map[string]any{}) {
				continue
			}
			if fmt.Sprint(got[key]) != fmt.Sprint(want) {
				t.Errorf("%s: %s is %v, want %v", v.ID, key, got[key], want)
			}
		}
	}
}
