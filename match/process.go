package match

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

// wire carries lines to an engine and back.
type wire interface {
	// Send writes one line.
	Send(line string) error
	// Lines yields what the engine writes; it is closed when that has ended.
	Lines() <-chan string
	// Fate says, after the end of the lines, how the engine ended.
	Fate() error
	// Close ends the engine, which has been told to quit, by force if it is still
	// there after a grace period.
	Close(grace time.Duration)
}

// The times that things around a process may take.
const (
	writeWait = 5 * time.Second        // for an engine to read what it is sent
	fateWait  = 500 * time.Millisecond // for a program to end that has closed its output
	longLine  = 1 << 20                // bytes
)

// process is an engine that runs as a group of processes of its own.
type process struct {
	cmd    *exec.Cmd
	in     *os.File
	lines  chan string
	ended  chan struct{} // closed when the process has ended
	err    error         // how, after that
	done   chan struct{} // closed when nobody listens any more
	output *os.File
	wg     sync.WaitGroup
	close  sync.Once
}

// start runs a program. What it writes to its standard error goes to stderr,
// nowhere when that is nil.
func start(command []string, dir string, stderr io.Writer) (*process, error) {
	path, err := exec.LookPath(command[0])
	if err != nil {
		return nil, fmt.Errorf("%s cannot be run: %w", command[0], plainly(err))
	}
	if dir != "" {
		if path, err = filepath.Abs(path); err != nil {
			return nil, err
		}
	}
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	output, childOut, err := os.Pipe()
	if err != nil {
		childIn.Close()
		in.Close()
		return nil, err
	}
	p := &process{
		cmd: exec.Command(path, command[1:]...), in: in, output: output,
		lines: make(chan string, 64), ended: make(chan struct{}), done: make(chan struct{}),
	}
	p.cmd.Dir, p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = dir, childIn, childOut, stderr
	p.cmd.WaitDelay = time.Second
	setGroup(p.cmd)
	started := make(chan error)
	p.wg.Go(func() {
		// The thread that starts a process must live as long as it: see setGroup.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := p.cmd.Start()
		childIn.Close()
		childOut.Close()
		started <- err
		if err != nil {
			return
		}
		p.err = p.cmd.Wait()
		close(p.ended)
	})
	if err := <-started; err != nil {
		in.Close()
		output.Close()
		return nil, fmt.Errorf("%s cannot be run: %w", command[0], plainly(err))
	}
	p.wg.Go(p.read)
	return p, nil
}

// plainly says what is wrong with a program without the name of the call.
func plainly(err error) error {
	var path *os.PathError
	var exe *exec.Error
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &exe):
		return exe.Err
	}
	return err
}

func (p *process) read() {
	defer close(p.lines)
	lines := bufio.NewScanner(p.output)
	lines.Buffer(nil, longLine)
	for lines.Scan() {
		select {
		case p.lines <- strings.TrimRight(lines.Text(), "\r"):
		case <-p.done:
		}
	}
}

// Send writes one line. It is an error when the engine does not read it.
func (p *process) Send(line string) error {
	_ = p.in.SetWriteDeadline(time.Now().Add(writeWait)) // an error is Write's to tell
	_, err := io.WriteString(p.in, line+"\n")
	return err
}

func (p *process) Lines() <-chan string { return p.lines }

func (p *process) Fate() error {
	select {
	case <-p.ended:
	case <-time.After(fateWait):
		return errors.New("closed its output")
	}
	if p.err != nil {
		return fmt.Errorf("ended with %w", p.err)
	}
	return errors.New("ended by itself")
}

func (p *process) Close(grace time.Duration) {
	p.close.Do(func() {
		close(p.done)
		p.in.Close()
		select {
		case <-p.ended:
		case <-time.After(grace):
		}
		killGroup(p.cmd)
		<-p.ended
		p.output.Close()
		p.wg.Wait()
	})
}
