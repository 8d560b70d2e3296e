package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

// open opens a file for reading; "-" is standard input.
func (c *console) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(c.stdin()), nil
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, plainly(err)
	}
	if info, err := file.Stat(); err == nil && info.IsDir() {
		file.Close()
		return nil, fmt.Errorf("%s is a directory", name)
	}
	return file, nil
}

// stdin returns standard input. A read that waits for input ends soon after the context.
func (c *console) stdin() io.Reader { return &awaited{c.ctx, c.in} }

// awaited reads from in until ctx ends.
type awaited struct {
	ctx context.Context
	in  io.Reader
}

// lastInput is how long a read goes on after the end of the context, so that input at hand is still read.
const lastInput = 200 * time.Millisecond

// Read returns the error of the context if that ends and there is no input.
func (a *awaited) Read(p []byte) (int, error) {
	type result struct {
		n   int
		err error
	}
	own, done := make([]byte, len(p)), make(chan result, 1)
	go func() {
		n, err := a.in.Read(own)
		done <- result{n, err}
	}()
	ended := make(chan struct{})
	defer context.AfterFunc(a.ctx, func() {
		time.AfterFunc(lastInput, func() { close(ended) })
	})()
	select {
	case <-ended:
		return 0, a.ctx.Err()
	case r := <-done:
		return copy(p, own[:r.n]), r.err
	}
}

// plainly says what is wrong with a file without the system call.
func plainly(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}

// files returns the files that names mean: a directory stands for the files in
// it and below.
func files(names []string) ([]string, error) {
	var all []string
	for _, name := range names {
		if name == "-" {
			all = append(all, name)
			continue
		}
		err := filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() {
				all = append(all, path)
			}
			return err
		})
		if err != nil {
			return nil, plainly(err)
		}
	}
	return all, nil
}

// reader returns what reads files of games as the flags say.
func (c *console) reader() (gamefile.Reader, error) {
	v, err := c.variant("")
	if err != nil {
		return gamefile.Reader{}, err
	}
	return gamefile.Reader{Variant: v, Options: c.options(), Start: func() (kirke.Position, error) { return c.start() }}, nil
}

// games yields the games of a file in a format, "" to guess it, each with its
// error.
func (c *console) games(name string, r io.Reader, format string) iter.Seq2[*kirke.Game, error] {
	return func(yield func(*kirke.Game, error) bool) {
		reader, err := c.reader()
		if err != nil {
			yield(nil, err)
			return
		}
		reader.Games(name, r, format)(yield)
	}
}

// output writes to a file, or to standard output if its name is "" or "-". It keeps the file if the error of write
// stands for an exit code, as an interruption does, and not for a failure.
func (c *console) output(name string, write func(io.Writer) error) error {
	if name == "" || name == "-" {
		return write(c.out)
	}
	var ended error
	err := writeFile(name, func(w io.Writer) error {
		err := write(w)
		if _, known := c.exitCode(err); known {
			ended, err = err, nil
		}
		return err
	})
	if err != nil {
		return err
	}
	return ended
}

// writeFile writes a file. It opens the file first, so that a name that cannot be written is refused before any work,
// and empties it only when write begins to write. After an error no half-written file is left.
func writeFile(name string, write func(io.Writer) error) error {
	_, err := os.Lstat(name)
	isNew := errors.Is(err, fs.ErrNotExist)
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return plainly(err)
	}
	info, err := file.Stat()
	regular := err == nil && info.Mode().IsRegular() // a device is neither emptied nor removed
	w := &overwriter{file: file, begun: !regular}
	if err == nil {
		err = write(w)
	}
	if err == nil {
		err = w.begin()
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil && regular && (isNew || w.begun) {
		os.Remove(name)
	}
	return plainly(err)
}

// overwriter empties a file before the first byte is written to it.
type overwriter struct {
	file  *os.File
	begun bool
}

func (o *overwriter) begin() error {
	if o.begun {
		return nil
	}
	o.begun = true
	return o.file.Truncate(0)
}

func (o *overwriter) Write(p []byte) (int, error) {
	if err := o.begin(); err != nil {
		return 0, err
	}
	return o.file.Write(p)
}
