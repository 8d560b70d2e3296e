package main

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// TestServeTables: tables that kirke tb has built are asked by the site. A damaged one is named once when
// the site starts, and the site starts all the same.
func TestServeTables(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tables := filepath.Join(dir, "tables")
	code, _, stderr := inProcess(t.Context(), "", "tb", "build", "-v", "gardner", "-d", tables, "KQK", "KNK")
	if code != console.ExitOK {
		t.Fatalf("%d %s", code, stderr)
	}
	if err := os.Truncate(filepath.Join(tables, "gardner", "KNvK.tb"), 100); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(tables, "no-game"), 0o755); err != nil {
		t.Fatal(err)
	}
	address, log := servingTables(t, "--db", filepath.Join(dir, "kirke.db"), "--tablebases", tables)
	for fen, want := range map[string]string{
		"k4/5/1K3/5/3Q1 w - - 0 1": `"value":{"result":"win","plies":1,"text":"White mates in 1"}`,
		"k4/5/1K3/5/4N w - - 0 1":  `{"moves":[]}`,
	} {
		response, err := http.Get(address + "/api/v1/tables?" + url.Values{
			"variant": {"gardner"}, "fen": {fen},
		}.Encode())
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || !strings.Contains(string(body), want) {
			t.Errorf("%s: %s %v, not %s", fen, body, err, want)
		}
	}
	for text, count := range map[string]int{
		"KNvK.tb: the table is damaged": 1, "game=gardner tables=4 pieces=3": 1, "folder=no-game": 1,
	} {
		if got := strings.Count(log(), text); got != count {
			t.Errorf("the log says %q %d times, not %d:\n%s", text, got, count, log())
		}
	}
}

// servingTables runs kirke serve until the test ends. It returns the address and what is logged.
func servingTables(t *testing.T, args ...string) (address string, log func() string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	logged, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	log = func() string {
		text, err := os.ReadFile(logged.Name())
		if err != nil {
			t.Error(err)
		}
		return string(text)
	}
	r, w := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0"}, args...), strings.NewReader(""), w, logged)
		w.Close()
	}()
	line := make([]byte, 200)
	n, err := r.Read(line)
	t.Cleanup(func() {
		cancel()
		if c := <-code; c != console.ExitOK {
			t.Errorf("it ended with %d", c)
		}
		logged.Close()
	})
	_, rest, found := bytes.Cut(line[:n], []byte("Kirke is at "))
	if err != nil || !found {
		t.Fatalf("the first line is %q, error %v:\n%s", line[:n], err, log())
	}
	address, _, _ = strings.Cut(string(rest), " ")
	return address, log
}
