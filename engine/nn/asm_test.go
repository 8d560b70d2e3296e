package nn_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestAssemblyIsFresh: the assembly is what its generator writes. Without the generator's modules,
// which no other part of Kirke needs, the test is skipped.
func TestAssemblyIsFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("building the generator takes long")
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "asm"), os.DirFS("asm")); err != nil {
		t.Fatal(err)
	}
	in := func(name string, args ...string) ([]byte, error) {
		cmd := exec.Command(name, args...)
		cmd.Dir = filepath.Join(dir, "asm")
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		return cmd.CombinedOutput()
	}
	if out, err := in("go", "mod", "download"); err != nil {
		t.Skipf("the modules of the generator cannot be had: %v\n%s", err, out)
	}
	out, err := in("go", "run", ".", "-out", "../sums_amd64.s", "-stubs", "../stubs_amd64.go", "-pkg", "nn")
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"sums_amd64.s", "stubs_amd64.go"} {
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: go generate ./engine/nn", name)
		}
	}
}
