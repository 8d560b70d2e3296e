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

// pipe carries lines to an engine and back.
type pipe interface {
	// Send writes one line.
	Send(line string) error
	// Lines receives what the engine writes. It is closed at the end of its output.
	Lines() <-chan string
	// ExitReason says how the engine ended, after Lines is closed.
	ExitReason() error
	// Close waits for the engine, which was told to quit, and kills it after a grace period.
	Close(grace time.Duration)
}

// How long operations on a process may take.
const (
	writeWait = 5 * time.Second        // for an engine to read a line
	exitWait  = 500 * time.Millisecond // for a program to end after it has closed its output
	longLine  = 1 << 20                // bytes
)

// process is an engine that runs as a group of processes of its own.
type process struct {
	cmd    *exec.Cmd
	in     *os.File
	lines  chan string
	ended  chan struct{} // closed when the process has ended
	err    error         // how it has ended
	done   chan struct{} // closed when nobody reads lines any more
	output *os.File
	wg     sync.WaitGroup
	close  sync.Once
}

// start runs a program. Its standard error goes to stderr, or nowhere if that is nil.
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
		// The thread that starts a process must outlive it: see setGroup.
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

// plainly says what is wrong with a program, without the name of the system call.
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

// read passes on the lines of the output.
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

// Send writes one line. It fails if the engine does not read it.
func (p *process) Send(line string) error {
	_ = p.in.SetWriteDeadline(time.Now().Add(writeWait)) // Write reports an error
	_, err := io.WriteString(p.in, line+"\n")
	return err
}

func (p *process) Lines() <-chan string { return p.lines }

func (p *process) ExitReason() error {
	select {
	case <-p.ended:
	case <-time.After(exitWait):
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
