package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

const root = "../.."

func TestScriptsAreFresh(t *testing.T) {
	files, err := build(root)
	if err != nil {
		t.Fatal(err)
	}
	if files["board.js"] == nil {
		t.Fatal("no board.js was built")
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(root, "web", "static", name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("web/static/%s is not what web/client makes: run go generate ./web/... (%v)", name, err)
		}
	}
}

func TestTheBoardIsSmall(t *testing.T) {
	const most = 40_000 // bytes, compressed
	script, err := os.ReadFile(filepath.Join(root, "web", "static", "board.js"))
	if err != nil {
		t.Fatal(err)
	}
	var small bytes.Buffer
	z := gzip.NewWriter(&small)
	if _, err := z.Write(script); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if small.Len() > most {
		t.Errorf("board.js has %d bytes when compressed; it is meant to stay below %d", small.Len(), most)
	}
}

func TestTypes(t *testing.T) {
	tsc, err := exec.LookPath("tsc")
	if err != nil {
		t.Skip("needs TypeScript's compiler tsc (Debian: node-typescript)")
	}
	out, err := exec.Command(tsc, "-p", filepath.Join(root, "web", "client")).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestErrorsNameTheirPlace(t *testing.T) {
	dir := t.TempDir()
	entry := filepath.Join(dir, "web", "client", "entry")
	if err := os.MkdirAll(entry, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(entry, "bad.ts"), []byte("let x = ;\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := build(dir)
	if err == nil || !bytes.Contains([]byte(err.Error()), []byte("web/client/entry/bad.ts:1:8: ")) {
		t.Errorf("the error is %v", err)
	}
}
