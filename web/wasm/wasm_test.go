package wasm_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/internal/bestline"
)

// host runs the engine in Node as the worker does in a browser.
const host = `require(process.argv[2]);
const fs = require("fs");
globalThis.kirkeTask = process.argv[4];
globalThis.kirkeTell = (text) => console.log(text);
const go = new Go();
WebAssembly.instantiate(fs.readFileSync(process.argv[3]), go.importObject).then(({ instance }) => go.run(instance));
`

// mostBytes is how large the engine may be, compressed.
const mostBytes = 3_000_000

// TestEngineInNode builds the engine for WebAssembly, and lets it search in Node.
func TestEngineInNode(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not here")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("go is not here")
	}
	dir := t.TempDir()
	start := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	binary, script := filepath.Join(dir, "engine.wasm"), filepath.Join(dir, "host.js")
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, "./program")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	program, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	var small bytes.Buffer
	z := gzip.NewWriter(&small)
	if _, err := z.Write(program); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	t.Logf("the engine has %d bytes, compressed", small.Len())
	if small.Len() > mostBytes {
		t.Errorf("the engine has %d bytes when compressed, and may have %d", small.Len(), mostBytes)
	}
	if err := os.WriteFile(script, []byte(host), 0o600); err != nil {
		t.Fatal(err)
	}
	run := func(task string) (lines []bestline.Line, failed string) {
		t.Helper()
		out, err := exec.Command(node, "--stack-size=8192", script, start, binary, task).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", task, err, out)
		}
		for text := range strings.Lines(string(out)) {
			var m struct {
				Line  *bestline.Line
				Error string
			}
			if err := json.Unmarshal([]byte(text), &m); err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if m.Line != nil {
				lines = append(lines, *m.Line)
			}
			failed += m.Error
		}
		return lines, failed
	}
	lines, failed := run(`{"variant":"seirawan","moves":"e4 f5 Nf3/H g5","lines":2,"depth":6}`)
	if failed != "" || len(lines) < 2 || lines[len(lines)-1].Depth != 6 || lines[len(lines)-1].Nodes == 0 {
		t.Errorf("the engine finds %v, and says %q", lines, failed)
	}
	lines, _ = run(`{"variant":"chess","moves":"f3 e5 g4","lines":1,"depth":4}`)
	if n := len(lines); n == 0 || lines[n-1].Mate != -1 || lines[n-1].SAN[0] != "Qh4#" {
		t.Errorf("the engine does not find mate: %v", lines)
	}
	lines, _ = run(`{"variant":"chess","fen":"7k/5KP1/8/8/8/8/8/8 b - - 0 1","lines":1,"depth":4,` +
		`"ends":["8/5KPk/8/8/8/8/8/8"]}`)
	if n := len(lines); n == 0 || len(lines[n-1].UCI) != 1 {
		t.Errorf("the line goes beyond its end: %v", lines)
	}
	if _, failed = run(`{"variant":"chezz","lines":1}`); !strings.Contains(failed, "chezz") {
		t.Errorf("an unknown variant is answered with %q", failed)
	}
}
