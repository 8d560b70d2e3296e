package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/fakeengine"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"kirke": main, "fake-engine": fakeEngine})
}

// fakeEngine is an engine for stories about matches: fake-engine PROTOCOL WAY.
func fakeEngine() {
	os.Exit(fakeengine.Run(context.Background(), os.Args[1], os.Args[2], os.Stdin, os.Stdout))
}

// TestScript runs the stories of testdata/script: what users type and see.
func TestScript(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
		},
	})
}

// exits runs a command that must end with an exit code: exits 2 kirke perft …
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ARGUMENTS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var status *exec.ExitError
	switch {
	case errors.As(err, &status):
		got = status.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// inProcess runs the program in this process.
func inProcess(ctx context.Context, stdin string, args ...string) (code int, out, stderr string) {
	var o, e bytes.Buffer
	code = run(ctx, args, strings.NewReader(stdin), &o, &e)
	return code, o.String(), e.String()
}

// TestInterrupted: long work that is stopped prints what it has.
func TestInterrupted(t *testing.T) {
	stopped, stop := context.WithCancel(context.Background())
	stop()
	cases := map[string][]string{
		"Interrupted: not all of the tree was searched\nNodes searched: 0\n":         {"perft", "--depth", "30"},
		"Interrupted: not all of the games were replayed\n0 games replayed, 0 bad\n": {"replay", "-"},
		`{"suite":"-","positions":0,"wrong":0,"nodes":0,"complete":false}` + "\n":    {"perft", "--suite", "-", "--json"},
		"Interrupted: not all of the table was counted\n":                            {"bench", "movegen", "--quick"},
		"-: 0 positions, 0 wrong\n":                                                  {"perft", "--suite", "-"},
		"Chess. Type moves, or 'help'.\n":                                            {"play"},
	}
	for want, args := range cases {
		code, out, stderr := inProcess(stopped, "", args...)
		if code != exitInterrupted && args[0] != "play" {
			t.Errorf("%v: exit code %d, want %d (%s)", args, code, exitInterrupted, stderr)
		}
		if !strings.Contains(out, want) {
			t.Errorf("%v: wrote %q, want %q in it", args, out, want)
		}
	}
}

// TestPerftStopsSoon: a perft that would take years ends when it is told to.
func TestPerftStopsSoon(t *testing.T) {
	soon, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer stop()
	start := time.Now()
	code, out, _ := inProcess(soon, "", "perft", "--depth", "12")
	if code != exitInterrupted || !strings.Contains(out, "Nodes searched: ") || strings.Contains(out, "Nodes searched: 0\n") {
		t.Errorf("exit code %d, wrote %q", code, out)
	}
	if spent := time.Since(start); spent > 20*time.Second {
		t.Errorf("it took %v to stop", spent)
	}
}

func TestProgressLine(t *testing.T) {
	cases := []struct {
		count uint64
		part  float64
		spent time.Duration
		want  string
	}{
		{0, 0, 0, "  0%  0 nodes"},
		{1_500_000, 0.25, time.Second, " 25%  1 500 000 nodes  1 500 000 a second  3s left"},
		{999, 1, 2 * time.Second, "100%  999 nodes  500 a second"},
	}
	for _, c := range cases {
		if got := progressLine(c.count, "nodes", c.part, c.spent); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

func TestProgressIsShownAndCleared(t *testing.T) {
	var b strings.Builder
	p := &progress{unit: "games", out: &b, start: time.Now().Add(-time.Hour)}
	p.show(7200, 0.5)
	p.show(7201, 0.5) // too soon
	p.clear()
	line := " 50%  7 200 games  2 a second  1h0m0s left"
	if want := "\r" + line + "\r" + strings.Repeat(" ", len(line)) + "\r"; b.String() != want {
		t.Errorf("wrote %q, want %q", b.String(), want)
	}
}

func TestGuess(t *testing.T) {
	cases := []struct{ name, head, want string }{
		{"a.pgn", "{", gamefile.PGN}, {"a.JSON", "", gamefile.JSON}, {"x", `  {"variant"`, gamefile.JSON}, {"x", "[Event \"?\"]", gamefile.PGN},
		{"x", "1. e4 e5", gamefile.PGN}, {"x", "// Variant: sissa", gamefile.Courier}, {"x", "1. P e2-e4\n", gamefile.Courier},
		{"x", "p e7-e5", gamefile.Courier}, {"x", "8/8/8/8/8/8/8/8 w - - 0 1", gamefile.FEN}, {"x.fen", "", gamefile.FEN}, {"x", "", gamefile.PGN},
	}
	for _, c := range cases {
		if got := gamefile.Guess(c.name, []byte(c.head)); got != c.want {
			t.Errorf("%s with %q is guessed to be %q, want %q", c.name, c.head, got, c.want)
		}
	}
}

func TestOneLineShowsOnAnyTerminal(t *testing.T) {
	if got := oneLine("a\n b\x1b[2J\xff ∞"); got != "a b�[2J� ∞" {
		t.Errorf("got %q", got)
	}
}

// TestEveryGameHasItsRules: the rules of every game can be shown, and say what
// the game is made of.
func TestEveryGameHasItsRules(t *testing.T) {
	for _, v := range kirke.Variants() {
		code, out, stderr := inProcess(context.Background(), "", "rules", v.ID)
		if code != 0 {
			t.Errorf("%s: exit code %d: %s", v.ID, code, stderr)
		}
		parts := map[string]bool{
			"Pieces in hand": v.Entry.Hand != "", "Rebirth": v.Aftermath.Active, "Series": v.Series.Progressive,
			"Conversion": v.Conversion.Bishop != 0, "Readings": len(v.Notes) > 0, "The pieces": true, "The end": true, "The starting position": true,
		}
		for title, want := range parts {
			if got := strings.Contains(out, "\n"+title+"\n---"); got != want {
				t.Errorf("%s: a section %q: %v, want %v", v.ID, title, got, want)
			}
		}
		for _, line := range strings.Split(out, "\n") {
			if n := len([]rune(line)); n > pageWidth {
				t.Errorf("%s: a line of %d columns: %q", v.ID, n, line)
			}
		}
	}
}

// FuzzJSONGame: no line of JSON stops a replay with anything but an error.
func FuzzJSONGame(f *testing.F) {
	f.Add([]byte(`{"variant":"chess","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","uci":["e2e4"],"san":["e4"]}`))
	f.Add([]byte(`{"variant":"seirawan","rulesVersion":1,"start":"","moves":[{"san":"e4"}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		g, err := gamefile.JSONGame(line, nil)
		if (g == nil) == (err == nil) {
			t.Errorf("a game %v and an error %v", g, err)
		}
	})
}

// FuzzSession: whatever two people type, the game stays one that can be played.
func FuzzSession(f *testing.F) {
	f.Add("e4\ne5\nmoves g1\nundo\nresign")
	f.Add("draw\ndraw\nexplain O-O\nfen\nNf3/H\nflip\n1. e4")
	f.Add("level 3\nside white\nhint\nundo\nnew siceirawan\ngo\neval")
	seirawan, err := kirke.Lookup("seirawan")
	if err != nil {
		f.Fatal(err)
	}
	start, err := kirke.Start(seirawan)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := newTestSession(kirke.NewGame(start))
		for _, line := range strings.Split(text, "\n") {
			word, _, _ := strings.Cut(strings.TrimSpace(strings.ToLower(line)), " ")
			if word == "save" || word == "load" {
				continue
			}
			if _, quit := s.do(line); quit {
				break
			}
		}
		if _, err := kirke.FromFEN(s.g.Variant(), s.g.Position().FEN()); err != nil {
			t.Error(err)
		}
	})
}
