//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	ossignal "os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// TestExitCodesOfSignals: a stopped command ends with 128 plus the number of the signal.
func TestExitCodesOfSignals(t *testing.T) {
	for cause, want := range map[error]int{
		context.Canceled: 130, console.SignalError{Signal: syscall.SIGINT}: 130,
		console.SignalError{Signal: syscall.SIGTERM}: 143, console.SignalError{Signal: syscall.SIGHUP}: 129,
	} {
		ctx, stop := context.WithCancelCause(t.Context())
		stop(cause)
		for _, args := range [][]string{
			{"perft", "--depth", "30"}, {"replay", "-"}, {"convert", "../../testdata/games"},
			{"bench", "movegen", "--quick"},
			{"match", "-e", "kirke uci", "-e", "kirke uci", "--nodes", "10"},
			{"analyse", "--fen", "7k/8/8/8/8/8/8/K5R1 w - - 0 1"}, {"tune", "--games", "1"},
			{"solve", "--fen", "8/8/8/8/8/5k2/8/4K2R w - - 0 1", "#2"},
		} {
			if code, _, stderr := inProcess(ctx, "", args...); code != want {
				t.Errorf("%v, stopped by %v: exit code %d, want %d (%s)", args, cause, code, want, stderr)
			}
		}
	}
}

// TestInterruptedMatch: a match that is stopped says how it stands.
func TestInterruptedMatch(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.pgn")
	var out strings.Builder
	cmd := exec.Command("kirke", "match", "-e", "kirke uci,name=A", "-e", "kirke uci,name=B", "--nodes", "20",
		"-g", "100000", "--max-moves", "5", "--margin", "5", "-o", file)
	cmd.Stdout = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	stop := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer stop.Stop()
	for range 3000 {
		if info, err := os.Stat(file); err == nil && info.Size() > 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	code, says := cmd.ProcessState.ExitCode(), strings.Contains(out.String(), "Elo of A less that of B")
	if code != console.ExitInterrupted || !says {
		t.Errorf("exit code %d (%v), %s", code, err, out.String())
	}
}

// running is a program that runs beside the test.
type running struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// startProgram starts kirke.
func startProgram(t *testing.T, args ...string) *running {
	t.Helper()
	b := &running{t: t, cmd: exec.Command("kirke", args...)}
	var err error
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	b.out = bufio.NewScanner(out)
	b.cmd.Stderr = os.Stderr
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { _ = b.cmd.Process.Kill() })
	t.Cleanup(func() {
		late.Stop()
		_ = b.cmd.Process.Kill()
	})
	return b
}

// expect reads lines up to one that contains a text.
func (b *running) expect(text string) {
	b.t.Helper()
	for b.out.Scan() {
		if strings.Contains(b.out.Text(), text) {
			return
		}
	}
	b.t.Fatalf("%q did not come", text)
}

// stops sends a signal and checks how the program ends.
func (b *running) stops(with os.Signal, want int) {
	b.t.Helper()
	if err := b.cmd.Process.Signal(with); err != nil {
		b.t.Fatal(err)
	}
	for b.out.Scan() {
		continue
	}
	err := b.cmd.Wait()
	var status *exec.ExitError
	if !errors.As(err, &status) || status.ExitCode() != want {
		b.t.Errorf("after %v it ended with %v, want exit code %d", with, err, want)
	}
}

// TestSignals: SIGTERM stops a program as Ctrl-C does, with the best that it has found.
func TestSignals(t *testing.T) {
	t.Parallel()
	for signal, code := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		if signal == os.Signal(syscall.SIGHUP) && ossignal.Ignored(syscall.SIGHUP) {
			continue // the tests run under nohup, where kirke ignores SIGHUP
		}
		u := startProgram(t, "uci")
		if _, err := io.WriteString(u.in, "isready\ngo infinite\n"); err != nil {
			t.Fatal(err)
		}
		u.expect("info depth 5 ")
		if err := u.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		u.expect("bestmove ")
		err := u.cmd.Wait()
		var status *exec.ExitError
		if !errors.As(err, &status) || status.ExitCode() != code {
			t.Errorf("uci: after %v it ended with %v, want exit code %d", signal, err, code)
		}
	}
}

// TestStoppedAtInput: a program that waits for its input stops when it is asked to.
func TestStoppedAtInput(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"solve"}, {"replay", "-"}, {"convert"}, {"perft", "--suite", "-"},
		{"analyse", "-"}} {
		ctx, stop := context.WithCancelCause(t.Context())
		in, out := io.Pipe()
		soon := time.AfterFunc(20*time.Millisecond, func() { stop(console.SignalError{Signal: syscall.SIGTERM}) })
		if code := run(ctx, args, in, io.Discard, io.Discard); code != 143 {
			t.Errorf("%v: exit code %d, want 143", args, code)
		}
		soon.Stop()
		out.Close()
	}
}

// TestTerminatedSolving: what was solved before SIGTERM is in the checkpoint, and is not solved
// again.
func TestTerminatedSolving(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	input, checkpoint := filepath.Join(dir, "two.inp"), filepath.Join(dir, "two.ckp")
	problems := `BeginProblem
Stipulation #1
Pieces White Kg6 Ra1 Black Kg8
NextProblem
Stipulation h#9
Pieces White Ke1 Qd1 Ra1 Rh1 Bc1 Bf1 Sb1 Sg1 Black Ke8 Qd8 Ra8 Rh8 Bc8 Bf8 Sb8 Sg8
EndProblem
`
	if err := os.WriteFile(input, []byte(problems), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, flag := range []string{"--checkpoint", "--resume"} {
		s := startProgram(t, "solve", input, flag, checkpoint, "--threads", "1", "--hash", "16")
		s.expect("Ra1-a8 #")
		s.expect("h#9") // in the diagram of the second problem
		s.stops(syscall.SIGTERM, 143)
		if kept, err := os.ReadFile(checkpoint); err != nil || len(kept) == 0 {
			t.Errorf("after %s there is no checkpoint: %v", flag, err)
		}
	}
}
