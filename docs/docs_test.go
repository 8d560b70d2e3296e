// Package docs tests the documents: what they link to and name is there.
package docs

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// page is a document: its path from the root of the repository, and its text without code blocks.
type page struct{ path, text string }

// pages returns the documents of the repository.
func pages(t *testing.T) (all []page) {
	t.Helper()
	err := walk(func(name string, text []byte) {
		if strings.HasSuffix(name, ".md") {
			all = append(all, page{name, prose(string(text))})
		}
	})
	if err != nil || len(all) < 30 {
		t.Fatalf("%d documents, %v", len(all), err)
	}
	return all
}

// walk calls visit with the documents and Go files of the repository.
func walk(visit func(name string, text []byte)) error {
	root := os.DirFS("..")
	return fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch base := path.Base(name); {
		case err != nil:
			return err
		case d.IsDir() && (base == "bin" || base == "dist" || base == "node_modules" || base[0] == '.' && base != "."):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".md") && !strings.HasSuffix(name, ".go"):
			return nil
		}
		text, err := fs.ReadFile(root, name)
		visit(name, text)
		return err
	})
}

// prose returns a document without its blocks of code, whose lines are left empty.
func prose(text string) string {
	lines := strings.Split(text, "\n")
	fenced, blank := false, true
	for i, line := range lines {
		fence := strings.HasPrefix(line, "```")
		fenced = fenced != fence
		code := fence || fenced || strings.HasPrefix(line, "    ") && blank
		blank = code || strings.TrimSpace(line) == ""
		if code {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// history reports whether a document tells of the past, and may name what is no longer there.
func (p page) history() bool {
	return strings.HasPrefix(p.path, "docs/lab/") || p.path == "CHANGELOG.md"
}

// TestLinks follows the links between documents, and from them to other files, anchors included.
func TestLinks(t *testing.T) {
	anchors := map[string][]string{}
	all := pages(t)
	for _, p := range all {
		anchors[p.path] = headings(p.text)
	}
	links := 0
	for _, p := range all {
		for _, m := range regexp.MustCompile(`\]\(([^)\s]+)\)`).FindAllStringSubmatch(p.text, -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			links++
			file := p.path
			if target != "" {
				file = path.Join(path.Dir(p.path), target)
			}
			if _, err := os.Stat(filepath.Join("..", file)); err != nil {
				t.Errorf("%s links to %s, which is not there", p.path, m[1])
			} else if anchor != "" && !slices.Contains(anchors[file], anchor) {
				t.Errorf("%s links to %s, which has no such heading", p.path, m[1])
			}
		}
	}
	if links < 100 {
		t.Errorf("there are %d links only", links)
	}
}

// headings returns the anchors of a document's headings, as GitHub makes them.
func headings(text string) (anchors []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		plain := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		anchors = append(anchors, strings.ReplaceAll(plain, " ", "-"))
	}
	return anchors
}

// TestNames looks for the tests, files and exported names that the documents mention.
func TestNames(t *testing.T) {
	tests, packages := "", map[string]string{}
	err := walk(func(name string, text []byte) {
		switch {
		case strings.HasSuffix(name, "_test.go"):
			tests += string(text)
		case strings.HasSuffix(name, ".go"):
			pkg := path.Base(path.Dir(name))
			packages[pkg] += string(text)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, p := range pages(t) {
		if p.history() {
			continue
		}
		for _, m := range regexp.MustCompile("`([^`\n]+)`").FindAllStringSubmatch(p.text, -1) {
			switch name := m[1]; {
			case regexp.MustCompile(`^(Test|Fuzz|Benchmark|Example)[A-Z]\w*$`).MatchString(name):
				if named++; !strings.Contains(tests, "func "+name+"(") {
					t.Errorf("%s names %s, which is not there", p.path, name)
				}
			case strings.Contains(name, "almost"): // the variant that CONTRIBUTING adds
			case regexp.MustCompile(`^[\w-]+(/[\w-]+)+\.[a-z]+$`).MatchString(name):
				named++
				if !there(name) && !there(path.Join(path.Dir(p.path), name)) {
					t.Errorf("%s names %s, which is not there", p.path, name)
				}
			case regexp.MustCompile(`^[a-z]+\.[A-Z]\w+$`).MatchString(name):
				pkg, id, _ := strings.Cut(name, ".")
				if text, is := packages[pkg]; is && !regexp.MustCompile(`(?m)(^|\s|\))`+id+`\b`).MatchString(text) {
					t.Errorf("%s names %s, which is not there", p.path, name)
				}
			}
		}
	}
	if named < 150 {
		t.Errorf("the documents name %d tests and files only", named)
	}
}

func there(name string) bool {
	_, err := os.Stat(filepath.Join("..", filepath.FromSlash(name)))
	return err == nil
}

// TestWidth holds prose to 100 columns; rows of tables and addresses may be longer.
func TestWidth(t *testing.T) {
	for _, p := range pages(t) {
		if p.path == "web/client/README.md" {
			continue
		}
		for i, line := range strings.Split(p.text, "\n") {
			exempt := strings.HasPrefix(line, "|") || strings.Contains(line, "](http")
			if utf8.RuneCountInString(line) > 100 && !exempt {
				t.Errorf("%s:%d is longer than 100 columns", p.path, i+1)
			}
		}
	}
}
