package page_test

import (
	"bytes"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a-h/templ"
	"github.com/a-h/templ/generator"
	parser "github.com/a-h/templ/parser/v2"

	"github.com/kirke-chess/kirke/web/page"
)

// TestConfirmMoves: moves are confirmed at the speeds that a player chooses, and never without a
// game.
func TestConfirmMoves(t *testing.T) {
	for look, want := range map[string]string{ // without a game, live, by correspondence
		"":                        "auto auto always",
		"slate:letters":           "auto auto always",
		"wood:drawn:ask:always":   "auto always always",
		"wood:drawn:ask:never":    "auto never never",
		"wood:drawn:ask:at night": "auto auto always",
	} {
		l := page.ParseLook(look)
		got := l.ConfirmMoves("") + " " + l.ConfirmMoves("live") + " " + l.ConfirmMoves("correspondence")
		if got != want {
			t.Errorf("%q: %s, want %s", look, got, want)
		}
		if page.ParseLook(l.String()) != l {
			t.Errorf("%v is read as %v", l, page.ParseLook(l.String()))
		}
	}
}

// TestOldLooks: looks of earlier versions are read, and what they lack is the default.
func TestOldLooks(t *testing.T) {
	for look, want := range map[string]string{
		"":                                "wood:classic:ask:correspondence:inside",
		"slate:drawn":                     "slate:classic:ask:correspondence:inside",
		"meadow:letters:shift":            "meadow:letters:shift:correspondence:inside",
		"meadow:letters:shift:never:none": "meadow:letters:shift:never:none",
		"mud:ice:perhaps":                 "wood:classic:ask:correspondence:inside",
	} {
		if got := page.ParseLook(look).String(); got != want {
			t.Errorf("%q is read as %s, want %s", look, got, want)
		}
	}
}

// TestTemplatesAreFresh: the generated Go code is up to date.
func TestTemplatesAreFresh(t *testing.T) {
	templates, err := filepath.Glob("*.templ")
	if err != nil || len(templates) == 0 {
		t.Fatalf("there are no templates: %v", err)
	}
	for _, name := range templates {
		parsed, err := parser.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		options := []generator.GenerateOpt{generator.WithVersion(templ.Version()), generator.WithFileName(name)}
		if _, err := generator.Generate(parsed, &b, options...); err != nil {
			t.Fatal(err)
		}
		want, err := format.Source(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		generated := strings.TrimSuffix(name, ".templ") + "_templ.go"
		got, err := os.ReadFile(generated)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what %s makes: run go generate ./web/page", generated, name)
		}
	}
}
