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
)

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
