package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/internal/fakeengine"
)

func TestMain(m *testing.M) {
	// Most tests wait for processes, so more of them than processors run at a time.
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	testscript.Main(m, map[string]func(){"kirke": main, "fake-engine": fakeEngine, "nats": natsServer})
}

// fakeEngine is an engine for the stories about matches: fake-engine PROTOCOL WAY.
func fakeEngine() {
	os.Exit(fakeengine.Run(context.Background(), os.Args[1], os.Args[2], os.Stdin, os.Stdout))
}

// TestScript runs the stories in testdata/script: what users type and see.
func TestScript(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits,
		},
	})
}

// exits runs a command that must end with an exit code: exits 2 kirke perft ...
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

// TestInterrupted: a stopped command prints what it has.
func TestInterrupted(t *testing.T) {
	stopped, stop := context.WithCancel(context.Background())
	stop()
	for want, command := range map[string]string{
		"Interrupted: not all of the tree was searched\nNodes searched: 0\n":         "perft --depth 30",
		"Interrupted: not all of the games were replayed\n0 games replayed, 0 bad\n": "replay -",
		`{"suite":"-","positions":0,"wrong":0,"nodes":0,"complete":false}` + "\n":    "perft --suite - --json",
		"Interrupted: not all of the table was counted\n":                            "bench movegen --quick",
		"-: 0 positions, 0 wrong\n":                                                  "perft --suite -",
		"Chess. Type moves, or 'help'.\n":                                            "play",
	} {
		args := strings.Fields(command)
		code, out, stderr := inProcess(stopped, "", args...)
		if code != console.ExitInterrupted && args[0] != "play" {
			t.Errorf("%v: exit code %d, want %d (%s)", args, code, console.ExitInterrupted, stderr)
		}
		if !strings.Contains(out, want) {
			t.Errorf("%v: wrote %q, want %q in it", args, out, want)
		}
	}
}

// TestPerftStopsSoon: a perft that would take years stops soon.
func TestPerftStopsSoon(t *testing.T) {
	soon, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer stop()
	start := time.Now()
	code, out, _ := inProcess(soon, "", "perft", "--depth", "12")
	if code != console.ExitInterrupted || !strings.Contains(out, "Nodes searched: ") ||
		strings.Contains(out, "Nodes searched: 0\n") {
		t.Errorf("exit code %d, wrote %q", code, out)
	}
	if spent := time.Since(start); spent > 20*time.Second {
		t.Errorf("it took %v to stop", spent)
	}
}

// TestAnalysisIsInterrupted: a stopped analysis writes what there is, and says how much.
func TestAnalysisIsInterrupted(t *testing.T) {
	stopped, stop := context.WithCancel(t.Context())
	stop()
	games := "1. e4 e5 2. Nf3 *\n\n[Event \"second\"]\n1. d4 *\n"
	code, out, stderr := inProcess(stopped, games, "analyse", "-", "--depth", "30")
	if code != console.ExitInterrupted || out != "" || stderr != "Interrupted: 0 of 6 positions were searched\n" {
		t.Errorf("exit code %d, wrote %q and %q", code, out, stderr)
	}
	const fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	code, out, _ = inProcess(stopped, "", "analyse", "--fen", fen, "--depth", "30")
	if code != console.ExitInterrupted || !strings.Contains(out, "  1. ") {
		t.Errorf("exit code %d, wrote %q", code, out)
	}
}

// BenchmarkReplay replays the real games of testdata, each move in three notations.
func BenchmarkReplay(b *testing.B) {
	for b.Loop() {
		code, _, stderr := inProcess(context.Background(), "", "replay", "../../testdata/games/seirawan.jsonl")
		if code != console.ExitOK {
			b.Fatal(stderr)
		}
	}
}
