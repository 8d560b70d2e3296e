package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

// open opens a file for reading; "-" is standard input.
func (c *console) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(c.in), nil
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
