package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// serving runs kirke serve until end is called or the test ends. It returns the address.
func serving(t *testing.T, args ...string) (address string, end func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0", "--quiet"}, args...), strings.NewReader(""),
			w, w)
		w.Close()
	}()
	out := bufio.NewReader(r)
	line, err := out.ReadString('\n')
	for err == nil && strings.Contains(line, "a slow query") { // on a busy machine
		line, err = out.ReadString('\n')
	}
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	_, rest, found := strings.Cut(line, "Kirke is at ")
	if !found {
		t.Fatalf("the first line is %q", line)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	ended := false
	end = func() {
		if ended {
			return
		}
		ended = true
		cancel()
		select {
		case c := <-code:
			if c != console.ExitOK {
				t.Errorf("it ended with %d", c)
			}
		case <-time.After(20 * time.Second):
			t.Error("it does not end")
		}
	}
	t.Cleanup(end)
	address, _, _ = strings.Cut(rest, " ")
	return address, end
}

// TestServe: the site starts, keeps a game over a restart, and can be restored from a backup.
func TestServe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first := filepath.Join(dir, "first.db")
	address, end := serving(t, "--db", first)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar, Timeout: 20 * time.Second}
	get := func(address string) (string, string) {
		t.Helper()
		response, err := browser.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		return response.Status, string(body)
	}
	if status, body := get(address + "/healthz"); body != "ok\n" {
		t.Fatalf("%s %s", status, body)
	}
	response, err := browser.PostForm(address+"/offers", url.Values{
		"variant": {"circe"}, "clock": {"unlimited"}, "opponent": {"computer"}, "level": {"1"}, "colour": {"white"},
	})
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	game := response.Request.URL.Path
	if !strings.HasPrefix(game, "/g/") {
		t.Fatalf("a game against the computer: %s at %s", response.Status, game)
	}
	end()

	again, end := serving(t, "--db", first)
	if status, body := get(again + game); !strings.Contains(body, "Computer 1") {
		t.Errorf("after a restart: %s", status)
	}
	// Backups are made while the site is running.
	for _, name := range []string{"copy.db", "copy.jsonl"} {
		if code, out, stderr := inProcess(context.Background(), "", "serve", "--db", first, "--backup",
			filepath.Join(dir, name)); code != console.ExitOK {
			t.Fatalf("--backup: %d %s %s", code, out, stderr)
		}
	}
	end()
	second := filepath.Join(dir, "second.db")
	if code, out, stderr := inProcess(context.Background(), "", "serve", "--db", second, "--restore",
		filepath.Join(dir, "copy.jsonl")); code != console.ExitOK {
		t.Fatalf("--restore: %d %s %s", code, out, stderr)
	}
	for _, db := range []string{filepath.Join(dir, "copy.db"), second} {
		other, end := serving(t, "--db", db)
		if status, body := get(other + game); !strings.Contains(body, "Computer 1") {
			t.Errorf("from %s: %s", filepath.Base(db), status)
		}
		end()
	}
}

// TestServeRefuses: an error at the start is one sentence.
func TestServeRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"an address that is none", []string{"--addr", "nowhere", "--db", filepath.Join(dir, "a.db")}, "--addr: "},
		{"a folder for a database", []string{"--db", dir}, "--"},
		{"a backup of nothing", []string{"--db", filepath.Join(dir, "b.db"), "--backup", filepath.Join(dir, "c.db")},
			"b.db"},
		{"a restore from nothing", []string{"--db", filepath.Join(dir, "d.db"), "--restore",
			filepath.Join(dir, "e.jsonl")}, "e.jsonl"},
	} {
		code, _, stderr := inProcess(context.Background(), "", append([]string{"serve"}, c.args...)...)
		if code != console.ExitInput || !strings.Contains(stderr, c.want) ||
			strings.Count(strings.TrimSpace(stderr), "\n") > 3 {
			t.Errorf("%s: %d %q", c.name, code, stderr)
		}
	}
}
