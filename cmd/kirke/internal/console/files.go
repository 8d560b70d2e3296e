package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

// The files that users name: reading, games in them, writing. Next: progress.go.

// Open opens a file for reading; "-" is standard input.
func (c *Console) Open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(c.Stdin()), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, FileError(err)
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, fmt.Errorf("%s is a directory", name)
	}
	return file, nil
}

// Stdin returns standard input. A read that waits for input ends soon after the context.
func (c *Console) Stdin() io.Reader { return &stoppable{c.Ctx, c.In} }

// stoppable reads from in until ctx ends.
type stoppable struct {
	ctx context.Context
	in  io.Reader
}

// readGrace is how long a read goes on after the end of the context: input at hand is still read.
const readGrace = 200 * time.Millisecond

// Read returns the error of the context if that ends and there is no input.
func (s *stoppable) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	own, done := make([]byte, len(p)), make(chan result, 1)
	go func() {
		n, err := s.in.Read(own)
		done <- result{n, err}
	}()
	ended := make(chan struct{})
	defer context.AfterFunc(s.ctx, func() {
		time.AfterFunc(readGrace, func() { close(ended) })
	})()
	select {
	case <-ended:
		return 0, s.ctx.Err()
	case r := <-done:
		return copy(p, own[:r.n]), r.err
	}
}

// FileError says what is wrong with a file, without the name of the system call.
func FileError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}

// GameReader returns what reads files of games as the flags say.
func (c *Console) GameReader() (gamefile.Reader, error) {
	v, err := c.Game("")
	if err != nil {
		return gamefile.Reader{}, err
	}
	start := func() (kirke.Position, error) { return c.Start() }
	return gamefile.Reader{Variant: v, Options: c.Options(), Start: start}, nil
}

// Games yields the games of a file in a format ("" to guess it), each with its error.
func (c *Console) Games(name string, r io.Reader, format string) iter.Seq2[*kirke.Game, error] {
	return func(yield func(*kirke.Game, error) bool) {
		reader, err := c.GameReader()
		if err != nil {
			yield(nil, err)
			return
		}
		reader.Games(name, r, format)(yield)
	}
}

// Output writes to a file, or to standard output if its name is "" or "-". When write fails the
// file is removed, unless the error only stands for an exit code, as an interruption does.
func (c *Console) Output(name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return write(c.Out)
	}
	var ended error
	err := WriteFile(name, func(w io.Writer) error {
		err := write(w)
		if _, reported := c.ExitCode(err); reported {
			ended, err = err, nil
		}
		return err
	})
	if err != nil {
		return err
	}
	return ended
}

// WriteFile writes a file. It opens the file first, so that a bad name is refused before any work,
// and empties it only when write begins to write. After an error no half-written file is left.
func WriteFile(name string, write func(io.Writer) error) error {
	_, err := os.Lstat(name)
	isNew := errors.Is(err, fs.ErrNotExist)
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return FileError(err)
	}
	info, err := file.Stat()
	regular := err == nil && info.Mode().IsRegular() // a device is neither emptied nor removed
	w := &overwriter{file: file, emptied: !regular}
	if err == nil {
		err = write(w)
	}
	if err == nil {
		err = w.empty()
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil && regular && (isNew || w.emptied) {
		os.Remove(name)
	}
	return FileError(err)
}

// overwriter empties a file before the first byte is written to it.
type overwriter struct {
	file    *os.File
	emptied bool
}

func (o *overwriter) empty() error {
	if o.emptied {
		return nil
	}
	o.emptied = true
	return o.file.Truncate(0)
}

func (o *overwriter) Write(p []byte) (int, error) {
	if err := o.empty(); err != nil {
		return 0, err
	}
	return o.file.Write(p)
}
