package console

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/variantfile"
)

// Games and networks of one's own, from the files that --variants and --networks name.

// Paths are files and folders. One text may name several, apart by commas or as in PATH.
type Paths []string

// Decode implements kong.MapperValue.
func (p *Paths) Decode(ctx *kong.DecodeContext) error {
	var text string
	if err := ctx.Scan.PopValueInto("file", &text); err != nil {
		return err
	}
	if _, err := os.Stat(text); err == nil {
		*p = append(*p, text)
		return nil
	}
	for part := range strings.SplitSeq(text, ",") {
		*p = append(*p, filepath.SplitList(part)...)
	}
	return nil
}

// LoadGames registers the games of --variants. It writes which games of a file of another program
// cannot be played, and what is wrong with files of a folder; those do not keep the others from
// being played. The error is about a file that was named itself.
func (c *Console) LoadGames() error {
	_, err := variantfile.Load(c.Variants...)
	var wrong []error
	for _, e := range variantfile.Errors(err) {
		_, unsupported := errors.AsType[*variantfile.UnsupportedError](e)
		bad, inFile := errors.AsType[*variantfile.Error](e)
		if unsupported || inFile && !slices.Contains(c.Variants, bad.File) {
			fmt.Fprintf(c.Err, "kirke: %s\n", OneLine(e.Error()))
			continue
		}
		wrong = append(wrong, e)
	}
	return c.Report(wrong)
}

// LoadNetworks lets the computer play with the networks of --networks. It writes what is wrong with files
// of a folder; those do not keep the others from being used. The error is about what was named itself.
func (c *Console) LoadNetworks() error {
	for _, path := range c.Networks {
		switch info, err := os.Stat(path); {
		case err != nil:
			return FileError(err)
		case !info.IsDir():
			if err := addNetwork(path); err != nil {
				return err
			}
			continue
		}
		names, err := fs.Glob(os.DirFS(path), "*.nnue")
		if err == nil && len(names) == 0 {
			err = fmt.Errorf("%s: there is no network in it", path)
		}
		if err != nil {
			return err
		}
		for _, name := range names {
			if err := addNetwork(filepath.Join(path, name)); err != nil {
				fmt.Fprintf(c.Err, "kirke: %s\n", OneLine(err.Error()))
			}
		}
	}
	return nil
}

// addNetwork adds the network of a file.
func addNetwork(name string) error {
	file, err := os.ReadFile(name)
	if err != nil {
		return FileError(err)
	}
	if err := engine.AddNetwork(file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Report writes all errors but the last, which it returns.
func (c *Console) Report(errs []error) error {
	if len(errs) == 0 {
		return nil
	}
	last := len(errs) - 1
	for _, e := range errs[:last] {
		fmt.Fprintf(c.Err, "kirke: %s\n", OneLine(e.Error()))
	}
	return errs[last]
}
