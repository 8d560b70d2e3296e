package variantfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/internal/words"
	"github.com/kirke-chess/kirke/rules"
)

// format is a format of files of games, by how the names of the files end.
type format struct {
	ext string
	// read returns the games of a file. The error has all that is wrong; the games that are right
	// are returned all the same.
	read func(name string, data []byte) ([]*rules.Variant, error)
}

// formats are the formats that Load reads. The first is for files with another name.
var formats = []format{
	{Ext, readOne},
	{".ini", ReadINI},
}

// readOne is Read for the table of formats.
func readOne(name string, data []byte) ([]*rules.Variant, error) {
	v, err := Read(name, data)
	if err != nil {
		return nil, err
	}
	return []*rules.Variant{v}, nil
}

// UnsupportedError is a game in the file of another program that needs what Kirke does not have.
// The other games of the file can be played.
type UnsupportedError struct {
	File  string
	Line  int    // counted from 1; 0 if it belongs to no line
	Game  string // as the file calls it
	Needs string // the key, and why it is not read
}

func (e *UnsupportedError) Error() string {
	where := e.File
	if e.Line > 0 {
		where += fmt.Sprintf(":%d", e.Line)
	}
	return fmt.Sprintf("%s: %s cannot be played: %s", where, e.Game, e.Needs)
}

// Load reads files, and all files of games in folders, and registers the games in them. A game may
// extend one of another file. The games are returned in the order in which they were registered.
//
// The error has all that is wrong; the games that are right are registered all the same.
func Load(paths ...string) ([]*rules.Variant, error) {
	files, errs := find(paths)
	var games []*rules.Variant
	for len(files) > 0 {
		var failed []*file
		for _, f := range files {
			known := len(f.games)
			if f.load(); f.err != nil {
				failed = append(failed, f)
			}
			games = append(games, f.games[known:]...)
		}
		if len(failed) == len(files) || len(failed) == 0 { // nothing more that they could extend
			for _, f := range failed {
				errs = append(errs, f.err)
			}
			break
		}
		files = failed
	}
	return games, errors.Join(errs...)
}

// ReadFile reads the games of a file, whatever its format, and registers none.
func ReadFile(name string) ([]*rules.Variant, error) {
	data, err := readLimited(name)
	if err != nil {
		return nil, err
	}
	return formatOf(name).read(name, data)
}

// file is a file to be loaded.
type file struct {
	name  string
	games []*rules.Variant // registered
	err   error
}

// load reads the file and registers its games.
func (f *file) load() {
	read, err := ReadFile(f.name)
	errs := []error{err}
	for _, v := range read {
		if err := rules.Register(v); err != nil {
			errs = append(errs, &Error{File: f.name, Problem: err.Error()})
		} else if !slices.ContainsFunc(f.games, v.Equal) {
			f.games = append(f.games, v)
		}
	}
	f.err = errors.Join(errs...)
}

// formatOf returns the format of a file.
func formatOf(name string) format {
	for _, f := range formats {
		if strings.HasSuffix(name, f.ext) {
			return f
		}
	}
	return formats[0]
}

// find returns the files that paths name.
func find(paths []string) (files []*file, errs []error) {
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			errs = append(errs, plain(err))
		case !info.IsDir():
			files = append(files, &file{name: path})
		default:
			in, err := list(path)
			if err != nil {
				errs = append(errs, err)
			}
			files = append(files, in...)
		}
	}
	return files, errs
}

// list returns the files of games in a folder.
func list(folder string) (files []*file, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, plain(err)
	}
	var ends []string
	for _, f := range formats {
		ends = append(ends, f.ext)
	}
	for _, e := range entries {
		if !e.IsDir() && slices.ContainsFunc(ends, func(ext string) bool { return strings.HasSuffix(e.Name(), ext) }) {
			files = append(files, &file{name: filepath.Join(folder, e.Name())})
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no file in this folder ends in %s", folder, words.Or(ends))
	}
	return files, nil
}

// readLimited reads a file, but no more of it than shows that it is too large.
func readLimited(name string) ([]byte, error) {
	in, err := os.Open(name)
	if err != nil {
		return nil, plain(err)
	}
	defer in.Close()
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, plain(err)
	}
	return data, nil
}

// plain is an error of the file system without the name of the call.
func plain(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	return err
}
