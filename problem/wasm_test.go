package problem_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestWASM builds this package's tests for WebAssembly and compares outputs in Node.
func TestWASM(t *testing.T) {
	if runtime.GOOS == "js" {
		t.Skip("these are the tests for WebAssembly")
	}
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
	start := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec_node.js")
	if _, err := os.Stat(start); err != nil {
		t.Skip(err)
	}
	binary := filepath.Join(t.TempDir(), "problem.wasm")
	build := exec.Command("go", "test", "-c", "-o", binary, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building: %v\n%s", err, out)
	}
	run := exec.Command(node, "--stack-size=8192", start, binary, "-test.run", "TestOutput", "-test.v")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out[max(0, len(out)-4000):])
	}
	if n := strings.Count(string(out), "--- PASS: TestOutput/"); n < 60 {
		t.Errorf("%d problems were solved in WebAssembly, not 60:\n%s", n, out)
	}
}
