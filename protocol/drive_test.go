package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// peer is the program at the other end of a protocol: a test that writes lines and waits for
// others.
type peer struct {
	t     *testing.T
	in    io.WriteCloser
	lines chan string
	done  chan error
	seen  []string
}

type speak func(context.Context, io.Reader, io.Writer, Config) error

// dial starts a protocol.
func dial(t *testing.T, as speak) *peer {
	t.Helper()
	in, toEngine := io.Pipe()
	fromEngine, out := io.Pipe()
	p := &peer{t: t, in: toEngine, lines: make(chan string, 1000), done: make(chan error, 1)}
	go func() {
		err := as(context.Background(), in, out, Config{MaxHash: 64})
		out.Close()
		p.done <- err
	}()
	go func() {
		s := bufio.NewScanner(fromEngine)
		for s.Scan() {
			p.lines <- s.Text()
		}
		close(p.lines)
	}()
	t.Cleanup(func() {
		toEngine.Close()
		for range p.lines {
		}
	})
	return p
}

// send writes lines.
func (p *peer) send(format string, args ...any) {
	p.t.Helper()
	if _, err := fmt.Fprintf(p.in, format+"\n", args...); err != nil {
		p.t.Fatal(err)
	}
}

// expect waits for a line with one of some beginnings, and returns it. The lines before it are in
// seen.
func (p *peer) expect(words ...string) string {
	p.t.Helper()
	p.seen = nil
	late := time.After(time.Minute)
	for {
		select {
		case line, ok := <-p.lines:
			if !ok {
				p.t.Fatalf("the engine has ended; %q was expected after %q", words, p.seen)
			}
			for _, w := range words {
				if strings.HasPrefix(line, w) {
					return line
				}
			}
			p.seen = append(p.seen, line)
		case <-late:
			p.t.Fatalf("%q did not come after %q", words, p.seen)
		}
	}
}

// saw reports whether a line before the expected one has a text in it.
func (p *peer) saw(text string) bool {
	for _, line := range p.seen {
		if strings.Contains(line, text) {
			return true
		}
	}
	return false
}

// quiet checks that nothing comes for a while.
func (p *peer) quiet() {
	p.t.Helper()
	select {
	case line := <-p.lines:
		p.t.Errorf("%q came, and nothing was to come yet", line)
	case <-time.After(30 * time.Millisecond):
	}
}

// ends checks that the engine ends without an error.
func (p *peer) ends() {
	p.t.Helper()
	if err := <-p.done; err != nil {
		p.t.Error(err)
	}
}

// errBroken is the error of a broken stream.
var errBroken = errors.New("broken")

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errBroken }
func (broken) Read([]byte) (int, error)  { return 0, errBroken }

// TestBrokenStreams: a broken stream ends the program with its error.
func TestBrokenStreams(t *testing.T) {
	for _, as := range []speak{UCI, XBoard} {
		if err := as(context.Background(), broken{}, io.Discard, Config{}); !errors.Is(err, errBroken) {
			t.Errorf("no input: %v", err)
		}
		if err := as(context.Background(), strings.NewReader("uci\nprotover 2\nuci\n"), broken{},
			Config{}); !errors.Is(err, errBroken) {
			t.Errorf("no output: %v", err)
		}
	}
}
