package engines

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// seedTag is the PGN tag with the seed of a match's openings, in each of its games.
const seedTag = "OpeningSeed"

// recordedSeed returns the seed of the openings of the games in a file, nil if there is no game.
// Earlier versions did not record it, and used 0 unless --seed was given.
func recordedSeed(file string) (*uint64, error) {
	in, err := os.Open(file)
	if err != nil {
		return nil, console.FileError(err)
	}
	defer in.Close()
	for g, err := range kirke.ReadPGN(in) {
		if err != nil {
			continue
		}
		seed, err := strconv.ParseUint(cmp.Or(g.Tag(seedTag), "0"), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s: the tag %s is %q, which is not a number", file, seedTag, g.Tag(seedTag))
		}
		return &seed, nil
	}
	return nil, nil
}

// journal is the PGN file of a match, to which each game is added as it ends. A match is resumed
// from it.
type journal struct {
	path string // "" for no file
	out  *os.File
}

// checkNew returns an error if the file has something in it.
func (j *journal) checkNew() error {
	info, err := os.Stat(j.path)
	if j.path != "" && err == nil && info.Size() != 0 && info.Mode().IsRegular() {
		return fmt.Errorf("%s has games in it: resume them with --resume, or choose another file", j.path)
	}
	return nil
}

// finished returns the finished games in the file, and removes an unfinished one from its end.
func (j *journal) finished(c *console.Console) ([]*kirke.Game, error) {
	in, err := os.Open(j.path)
	if err != nil {
		return nil, console.FileError(err)
	}
	var played []*kirke.Game
	for g, err := range kirke.ReadPGN(in, kirke.Assuming(defaultGame(c))) {
		if err == nil && g.Tag("Round") != "" && g.Outcome().Over() {
			played = append(played, g)
		}
	}
	in.Close()
	fresh := j.path + ".new"
	if err := console.WriteFile(fresh, func(w io.Writer) error {
		for _, g := range played {
			if err := g.WritePGN(w); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return nil, err
	}
	return played, os.Rename(fresh, j.path)
}

// defaultGame is the game of files that do not name theirs.
func defaultGame(c *console.Console) *kirke.Variant {
	v, err := c.Game("")
	if err != nil {
		v, _ = kirke.Lookup("chess")
	}
	return v
}

// write appends a game to the file at once.
func (j *journal) write(g *kirke.Game) error {
	if j.path == "" {
		return nil
	}
	if j.out == nil {
		out, err := os.OpenFile(j.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return console.FileError(err)
		}
		j.out = out
	}
	return g.WritePGN(j.out)
}

func (j *journal) close() error {
	if j.out == nil {
		return nil
	}
	return j.out.Close()
}
