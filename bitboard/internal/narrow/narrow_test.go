package narrow

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// start returns a worker of a game with its first position at ply 0.
func start(t *testing.T, v *rules.Variant) (*Worker, bool) {
	t.Helper()
	s, err := v.StartSetup(rules.StartOptions{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGame(v)
	if err != nil {
		return nil, false
	}
	r, err := reference.New(v, s, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, mem, err := g.Load(r)
	if err != nil {
		return nil, false
	}
	w := NewWorker(g)
	w.at[0], w.keys[0] = *p, g.Key(p, mem)
	if mem != nil {
		w.recall[0] = *mem
	}
	return w, true
}

// TestKeys computes the key of every node of a perft from scratch.
func TestKeys(t *testing.T) {
	for _, v := range slices.Concat(rules.All(), rules.Catalogue()) {
		if w, ok := start(t, v); ok {
			w.table = rules.NewPerftTable(0)
			keys(t, w, 0, 3)
		}
	}
}

func keys(t *testing.T, w *Worker, ply, depth int) {
	t.Helper()
	p, mem := &w.at[ply], w.memoryAt(ply)
	if want := w.Key(p, mem); w.keys[ply] != want {
		t.Fatalf("%s: the key kept at ply %d is %#x, from scratch %#x: %+v", w.Variant.ID, ply, w.keys[ply], want, *p)
	}
	if depth == 0 {
		return
	}
	w.Scan(p, mem, w.All)
	for _, m := range w.Moves(p, nil) {
		w.next(ply, m)
		keys(t, w, ply+1, depth-1)
	}
}

// TestNoAllocation: a node of perft allocates nothing.
func TestNoAllocation(t *testing.T) {
	for _, v := range slices.Concat(rules.All(), rules.Catalogue()) {
		w, ok := start(t, v)
		if !ok {
			continue
		}
		w.perft(0, 3) // grows the stacks
		if n := testing.AllocsPerRun(1, func() { w.perft(0, 3) }); n != 0 {
			t.Errorf("%s: perft allocates %v times", v.ID, n)
		}
	}
}

// TestNoPointers: a position can be copied and compared as it is, and the garbage collector need
// not look into it.
func TestNoPointers(t *testing.T) {
	var plain func(reflect.Type) bool
	plain = func(t reflect.Type) bool {
		switch t.Kind() {
		case reflect.Struct:
			for i := range t.NumField() {
				if !plain(t.Field(i).Type) {
					return false
				}
			}
			return true
		case reflect.Array:
			return plain(t.Elem())
		}
		return t.Kind() <= reflect.Uintptr
	}
	for _, typ := range []reflect.Type{reflect.TypeFor[Pos](), reflect.TypeFor[Memory]()} {
		if !plain(typ) {
			t.Errorf("%s holds a pointer", typ)
		}
	}
}

// hottest are the functions that most of a perft is spent in.
var hottest = map[string]bool{
	"scanPieces": true, "scanPawns": true, "advance": true, "Orth": true, "Diag": true, "Attacked": true,
}

// TestNoBoundsChecks asks the compiler whether the hottest functions index without checks. Other
// functions may have some.
func TestNoBoundsChecks(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	out, err := exec.Command("go", "build", "-gcflags=-d=ssa/check_bce", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	checks := regexp.MustCompile(`(?m)^(?:\./)?(\w+\.go):(\d+):\d+: Found Is(Slice)?InBounds`).FindAllSubmatch(out, -1)
	if len(checks) == 0 {
		t.Fatalf("the compiler reports no check anywhere, which cannot be:\n%s", out)
	}
	fset := token.NewFileSet()
	files, found := map[string]*ast.File{}, map[string]bool{}
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if files[name], err = parser.ParseFile(fset, name, nil, 0); err != nil {
			t.Fatal(err)
		}
		for _, d := range files[name].Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				found[f.Name.Name] = true
			}
		}
	}
	for name := range hottest {
		if !found[name] {
			t.Errorf("%s is no function", name)
		}
	}
	for _, c := range checks {
		name := string(c[1])
		line, err := strconv.Atoi(string(c[2]))
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range files[name].Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || !hottest[f.Name.Name] {
				continue
			}
			if fset.Position(f.Pos()).Line <= line && line <= fset.Position(f.End()).Line {
				t.Errorf("%s is checked at %s:%d", f.Name.Name, name, line)
			}
		}
	}
}
