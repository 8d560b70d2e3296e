package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestNoticesAreFresh: the program carries the notices of exactly the libraries that it is made of.
func TestNoticesAreFresh(t *testing.T) {
	t.Chdir("../..")
	want, err := noticesText()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(noticesFile)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the libraries say: run go run ./tool/release -notices %s (%v)", noticesFile,
			noticesFile, err)
	}
}

// TestRelease builds for this system, and looks at what there is.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	t.Chdir("../..")
	if _, err := os.Stat(".git"); err != nil {
		t.Skip("not in a clone")
	}
	t.Setenv("GOFLAGS", "-pgo=off") // with the profile the compiler takes minutes
	dir := filepath.Join(t.TempDir(), "dist")
	here := runtime.GOOS + "/" + runtime.GOARCH
	if runtime.GOARCH == "amd64" {
		here += "/v3" // as make builds it on most machines
	}
	if err := release(dir, []string{here}); err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(dir, "SHA256SUMS"))
	if err != nil || strings.Count(string(sums), "\n") != 2 {
		t.Errorf("the checksums are %s, %v", sums, err)
	}
	lists, err := filepath.Glob(filepath.Join(dir, "*.cdx.json"))
	if err != nil || len(lists) != 1 {
		t.Fatalf("there are the lists %v, %v", lists, err)
	}
	data, err := os.ReadFile(lists[0])
	if err != nil {
		t.Fatal(err)
	}
	var made parts
	if err := json.Unmarshal(data, &made); err != nil {
		t.Fatal(err)
	}
	if len(made.Components) < 30 || !strings.Contains(string(data), "pkg:golang/modernc.org/sqlite@v") {
		t.Errorf("the program is made of %d parts: %s", len(made.Components), data)
	}
	if err := release(dir, nil); err == nil {
		t.Error("a folder with files is written to")
	}
}

func TestTargets(t *testing.T) {
	for text, want := range map[string]string{
		"linux/amd64/v3": "kirke-1-linux-amd64v3", "linux/amd64/v1": "kirke-1-linux-amd64",
		"darwin/arm64": "kirke-1-macos-arm64",
		"linux":        "", "linux/arm64/v3": "", "": "", "a/b/c/d": "",
	} {
		got, err := targetOf(text)
		if (err != nil) != (want == "") || err == nil && got.name("1") != want {
			t.Errorf("%q is %+v, %v, want %q", text, got, err, want)
		}
	}
}
