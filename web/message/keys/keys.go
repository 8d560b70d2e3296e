// Package keys finds the messages that the source of the site asks for: in Go (templates
// included, by the code made of them) the texts given to say, count, message.Text, message.Count
// and message.Key; in TypeScript those given to say, count and key.
package keys

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// Found has the messages of a source tree.
type Found struct {
	Texts  map[string]bool // by their English text
	Counts map[string]bool // messages about a number, by their text for several
}

// Folders of the module are those in which the site's messages are: its own, and those of the
// packages whose refusals it shows.
var Folders = []string{"web", "play", "store", "notify"}

// Find reads all Go and TypeScript files below some folders of files. It fails if a text is put
// together where a message is asked for, since a translator could not see it.
func Find(files fs.FS, folders ...string) (Found, error) {
	found := Found{map[string]bool{}, map[string]bool{}}
	for _, folder := range folders {
		if err := found.read(files, folder); err != nil {
			return found, err
		}
	}
	return found, nil
}

// read reads the files below a folder.
func (f Found) read(files fs.FS, folder string) error {
	return fs.WalkDir(files, folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		switch {
		case strings.HasSuffix(name, "_test.go"), strings.HasPrefix(name, "web/message/"):
			return nil
		case path.Ext(name) == ".go":
			return f.readGo(files, name)
		case path.Ext(name) == ".ts":
			return f.readScript(files, name)
		}
		return nil
	})
}

// Which argument is the key of a message, by the function that is called.
var inGo = map[string]struct {
	argument int
	count    bool
}{
	"say": {1, false}, "message.Text": {1, false}, "message.Key": {0, false},
	"count": {3, true}, "message.Count": {3, true},
}

// The same for what every part of the site calls by way of a site, and for refusals.
var inMethods = map[string]int{
	"Frame": 1, "Flash": 2, "Done": 3, "Fail": 3, "Refuse": 1, "refuse": 1, "noSuch": 0,
}

func (f Found) readGo(files fs.FS, name string) error {
	source, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, name, source, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		if err != nil {
			return false
		}
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := called(call.Fun)
		what, ok := inGo[name]
		if !ok {
			what.argument, ok = inMethods[name[strings.LastIndexByte(name, '.')+1:]]
		}
		if !ok || len(call.Args) <= what.argument {
			return true
		}
		switch argument := call.Args[what.argument].(type) {
		case *ast.BasicLit:
			var text string
			if text, err = strconv.Unquote(argument.Value); err == nil {
				f.add(text, what.count)
			}
		case *ast.BinaryExpr:
			if text, whole := joined(argument); whole {
				f.add(text, what.count)
				return true
			}
			err = fmt.Errorf("%s: the text of a message is put together", set.Position(argument.Pos()))
		}
		return err == nil
	})
	return err
}

// joined returns a text of several literals, which long ones are.
func joined(e ast.Expr) (text string, ok bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, ok := joined(e.X)
		right, ok2 := joined(e.Y)
		return left + right, ok && ok2 && e.Op == token.ADD
	}
	return "", false
}

// called returns the name of a function, with its package.
func called(f ast.Expr) string {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if p, ok := f.X.(*ast.Ident); ok {
			return p.Name + "." + f.Sel.Name
		}
		return "." + f.Sel.Name
	}
	return ""
}

// A string in TypeScript, with its quotes.
const quoted = `("(?:[^"\\]|\\.)*")`

// verb is where a text has a value.
var verb = regexp.MustCompile(`%[+#]?(\[\d+\])?[a-z]`)

var (
	scriptText  = regexp.MustCompile(`(?:^|[^.\w])(?:say|key)\(\s*` + quoted)
	scriptCount = regexp.MustCompile(`(?:^|[^.\w])count\(\s*[^"` + "`" + `]+?,\s*` + quoted + `,\s*` + quoted)
)

func (f Found) readScript(files fs.FS, name string) error {
	source, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	for _, m := range scriptText.FindAllSubmatch(source, -1) {
		if err := f.addQuoted(string(m[1]), false); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, m := range scriptCount.FindAllSubmatch(source, -1) {
		if err := f.addQuoted(string(m[2]), true); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (f Found) addQuoted(quoted string, count bool) error {
	text, err := strconv.Unquote(quoted)
	if err != nil {
		return fmt.Errorf("%s: %w", quoted, err)
	}
	f.add(text, count)
	return nil
}

func (f Found) add(text string, count bool) {
	if !strings.ContainsFunc(verb.ReplaceAllString(text, ""), unicode.IsLetter) {
		return // values alone
	}
	if count {
		f.Counts[text] = true
		return
	}
	f.Texts[text] = true
}
