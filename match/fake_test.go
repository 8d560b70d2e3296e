package match

import (
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/fakeengine"
)

// fakeVariable makes the test binary an engine: "uci random".
const fakeVariable = "KIRKE_FAKE_ENGINE"

func TestMain(m *testing.M) {
	if protocol, way, ok := strings.Cut(os.Getenv(fakeVariable), " "); ok {
		os.Exit(fakeengine.Run(context.Background(), protocol, way, os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// program returns a fake engine that runs as a process.
func program(t *testing.T, protocol, way string) Engine {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Engine{Name: protocol + "-" + way, Command: []string{"env", fakeVariable + "=" + protocol + " " + way, self}}
}

// memory is an engine that runs in this process, on the clock of the test.
type memory struct {
	in     io.WriteCloser
	lines  chan string
	done   chan struct{}
	ended  chan struct{}
	cancel context.CancelFunc
}

func (m *memory) Send(line string) error {
	_, err := io.WriteString(m.in, line+"\n")
	return err
}

func (m *memory) Lines() <-chan string { return m.lines }

func (m *memory) ExitReason() error { return io.ErrUnexpectedEOF }

func (m *memory) Close(time.Duration) {
	select {
	case <-m.done:
		return
	default:
	}
	close(m.done)
	m.cancel()
	m.in.Close()
	<-m.ended
}

// dialMemory runs the fake engine whose command is its protocol and way.
func dialMemory(p *player) (pipe, error) {
	ctx, cancel := context.WithCancel(context.Background())
	childIn, in := io.Pipe()
	out, childOut := io.Pipe()
	m := &memory{in: in, lines: make(chan string, 4096), done: make(chan struct{}), ended: make(chan struct{}),
		cancel: cancel}
	go func() {
		defer close(m.ended)
		fakeengine.Run(ctx, p.engine.Command[0], p.engine.Command[1], childIn, childOut)
		childOut.Close()
		childIn.Close()
	}()
	go func() {
		defer close(m.lines)
		text, part := make([]byte, 1024), ""
		for {
			n, err := out.Read(text)
			all := strings.Split(part+string(text[:n]), "\n")
			part = all[len(all)-1]
			for _, line := range all[:len(all)-1] {
				select {
				case m.lines <- line:
				case <-m.done:
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return m, nil
}

// inMemory returns a fake engine for dialMemory.
func inMemory(protocol, way string) Engine {
	return Engine{Name: protocol + "-" + way, Command: []string{protocol, way}, Protocol: Protocol(protocol)}
}

// array returns the book of the starting position alone.
func startBook(t *testing.T, id string) Book {
	t.Helper()
	return Listed([]Opening{{Start: startOf(t, id)}})
}

func startOf(t *testing.T, id string) kirke.Position {
	t.Helper()
	v, err := kirke.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, err := kirke.Start(v)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// collect returns a callback for Run, and the records that it collects.
func collect() (*[]Record, func(Record, Standing) error) {
	var all []Record
	return &all, func(r Record, _ Standing) error {
		all = append(all, r)
		return nil
	}
}
