package variantfile_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/variantfile"
)

// inventedGames is off until walls and check counting go together with every aftermath.
var inventedGames = flag.Bool("invented", false, "play games with parts combined at random")

// invented draws a game: a built-in one with some fields of its parts changed at random. The
// values are such as the fields have in files, so that many of the games make sense.
func invented(t *rapid.T) *rules.Variant {
	v := rapid.SampledFrom(rules.All()).Draw(t, "game").Clone()
	v.ID, v.Aliases, v.Family, v.Name = "invented", nil, "", "Invented"
	parts := reflect.ValueOf(v).Elem()
	for range rapid.IntRange(1, 5).Draw(t, "changes") {
		var fields []reflect.Value
		for i := range parts.NumField() {
			f := parts.Type().Field(i)
			if f.Type.Kind() == reflect.Struct && f.IsExported() && f.Name != "Size" && f.Name != "Start" {
				for j := range f.Type.NumField() {
					fields = append(fields, parts.Field(i).Field(j))
				}
			}
		}
		change(t, fields[rapid.IntRange(0, len(fields)-1).Draw(t, "field")])
	}
	return v
}

// change sets a field to a random value.
func change(t *rapid.T, f reflect.Value) {
	if all := variantfile.ChoicesOf(f.Type()); all != nil {
		f.Set(reflect.ValueOf(rapid.SampledFrom(all).Draw(t, "choice").Value).Convert(f.Type()))
		return
	}
	if _, ok := f.Interface().(board.Regions); ok {
		regions := []board.Region{"", "*", "*4 *5", "d4 e5", "*8", "a* b*", "-"}
		f.Set(reflect.ValueOf(board.Regions{White: rapid.SampledFrom(regions).Draw(t, "region")}))
		return
	}
	switch f.Kind() {
	case reflect.Bool:
		f.SetBool(rapid.Bool().Draw(t, "bool"))
	case reflect.String:
		f.SetString(rapid.SampledFrom([]string{"", "*", "K", "P", "QRBN", "N", "B", "NP", "K/P"}).Draw(t, "letters"))
	case reflect.Int:
		f.SetInt(int64(rapid.IntRange(0, 4).Draw(t, "number")))
	}
}

// TestInventedGames plays random games that make sense, written as files and read again: nothing
// panics, and where the fast kernel plays a game too, both kernels have the same legal moves.
func TestInventedGames(t *testing.T) {
	if !*inventedGames {
		t.Skip("-invented is not given")
	}
	rapid.Check(t, func(t *rapid.T) {
		v := invented(t)
		if v.Validate() != nil {
			t.Skip("the game makes no sense")
		}
		var file bytes.Buffer
		if err := variantfile.Write(&file, v); err != nil {
			t.Fatal(err)
		}
		read, err := variantfile.Read("invented.kirke.toml", file.Bytes())
		if err != nil || !read.Equal(v) {
			t.Fatalf("the game reads back as another: %v\n%s", err, file.String())
		}
		start, err := kirke.Start(read, kirke.Kernel("reference"))
		if err != nil {
			t.Skip("the starting position makes no sense")
		}
		defer func() {
			if thrown := recover(); thrown != nil {
				panic(fmt.Sprintf("%v in\n%s", thrown, file.String()))
			}
		}()
		dice := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		p := start.Rules()
		for range 40 {
			moves := p.LegalMoves(nil)
			if fast, err := bitboard.New(read, p.Setup(), 0); err == nil {
				compare(t, p, fast, file.String())
			}
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[dice.IntN(len(moves))])
		}
	})
}

// compare compares the legal moves of both kernels.
func compare(t *rapid.T, slow, fast rules.Position, file string) {
	again, err := reference.New(slow.Variant(), slow.Setup(), 0)
	if err != nil {
		return
	}
	a, b := again.LegalMoves(nil), fast.LegalMoves(nil)
	slices.Sort(a)
	slices.Sort(b)
	if !slices.Equal(a, b) {
		t.Fatalf("the kernels disagree: %d and %d moves of\n%+v\n%s", len(a), len(b), slow.Setup(), file)
	}
}
