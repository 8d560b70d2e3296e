package games

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

// Replay is the command that checks files of games.
type Replay struct {
	Files []string `arg:"" complete:"file" help:"Files of games, directories of them, or - for standard input."`
	From  string   `placeholder:"FORMAT" complete:"pgn,courier,jsonl" help:"Format of the files: pgn, courier or jsonl (default: guessed)."`

	Game  console.GameFlags  `embed:""`
	Array console.ArrayFlags `embed:""`
	As    console.JSONFlags  `embed:""`
}

// Help returns examples.
func (*Replay) Help() string {
	return console.Examples("kirke replay games.pgn older/", "kirke replay --json --from courier -")
}

// tally counts the games of one variant.
type tally struct {
	Variant string `json:"variant"`
	Games   int    `json:"games"`
	Plies   int    `json:"halfMoves"`
	White   int    `json:"whiteWins"`
	Black   int    `json:"blackWins"`
	Draws   int    `json:"draws"`
	Open    int    `json:"unfinished"`
}

// Run replays every game and reports the bad ones.
func (cmd *Replay) Run(c *console.Console) error {
	if err := console.OneOf("--from", cmd.From, "", gamefile.PGN, gamefile.Courier, gamefile.JSON); err != nil {
		return err
	}
	if _, err := c.Game(""); err != nil {
		return err
	}
	names, err := listFiles(cmd.Files)
	if err != nil {
		return err
	}
	r := replay{Console: c, tallies: map[string]*tally{}, progress: c.Progress("games"), size: sizes(names)}
	started := time.Now()
	for _, name := range names {
		if err := r.file(name, cmd.From); err != nil {
			r.progress.Clear()
			return err
		}
	}
	r.progress.Clear()
	if err := r.summary(time.Since(started)); err != nil {
		return err
	}
	switch {
	case c.Ctx.Err() != nil:
		return c.Ctx.Err()
	case r.bad > 0:
		return console.ErrFound
	}
	return nil
}

// replay is a replay in progress.
type replay struct {
	*console.Console
	tallies    map[string]*tally
	games, bad int
	progress   *console.Progress
	size, read int64 // bytes
}

// sizes returns how many bytes the files have together.
func sizes(names []string) int64 {
	var size int64
	for _, name := range names {
		if info, err := os.Stat(name); err == nil {
			size += info.Size()
		}
	}
	return size
}

// counter counts what is read through it.
type counter struct {
	io.Reader
	read *int64
}

func (r counter) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	*r.read += int64(n)
	return n, err
}

// file replays the games of a file. The error is about the file, not about its games.
func (r *replay) file(name, format string) error {
	file, err := r.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	in := 0
	for g, err := range r.Games(name, counter{file, &r.read}, format) {
		if r.Ctx.Err() != nil {
			return nil
		}
		in++
		if err != nil {
			r.progress.Clear()
			r.bad++
			if err := r.report(name, in, err); err != nil {
				return err
			}
			continue
		}
		r.games++
		r.add(g)
		if r.size > 0 {
			r.progress.Show(uint64(r.games), min(1, float64(r.read)/float64(r.size)))
		}
	}
	if in == 0 && r.Ctx.Err() == nil {
		return fmt.Errorf("%s: there is no game in it", name)
	}
	return nil
}

// report writes a line about a bad game.
func (r *replay) report(name string, game int, bad error) error {
	if r.JSON {
		return r.Print(struct {
			File  string `json:"file"`
			Game  int    `json:"game"`
			Error string `json:"error"`
		}{name, game, console.OneLine(bad.Error())})
	}
	_, err := fmt.Fprintf(r.Out, "%s: game %d: %s\n", name, game, console.OneLine(bad.Error()))
	return err
}

// add counts a good game.
func (r *replay) add(g *kirke.Game) {
	id := g.Variant().ID
	t := r.tallies[id]
	if t == nil {
		t = &tally{Variant: id}
		r.tallies[id] = t
	}
	g.GoToEnd()
	t.Games++
	t.Plies += g.Ply()
	switch g.Outcome().Result {
	case kirke.WhiteWins:
		t.White++
	case kirke.BlackWins:
		t.Black++
	case kirke.Drawn:
		t.Draws++
	default:
		t.Open++
	}
}

// summary writes the tallies, a line for each variant.
func (r *replay) summary(spent time.Duration) error {
	var ids []string
	for id := range r.tallies {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	if r.JSON {
		for _, id := range ids {
			if err := r.Print(r.tallies[id]); err != nil {
				return err
			}
		}
		return r.Print(struct {
			Games    int  `json:"games"`
			Bad      int  `json:"bad"`
			Complete bool `json:"complete"`
		}{r.games, r.bad, r.Ctx.Err() == nil})
	}
	for _, id := range ids {
		t := r.tallies[id]
		fmt.Fprintf(r.Out, "%-20s %6d games %8d half-moves   White won %d, Black won %d, drawn %d, unfinished %d\n",
			id, t.Games, t.Plies, t.White, t.Black, t.Draws, t.Open)
	}
	if r.Ctx.Err() != nil {
		fmt.Fprintln(r.Out, "Interrupted: not all of the games were replayed")
	}
	fmt.Fprintf(r.Out, "%d games replayed, %d bad", r.games, r.bad)
	if console.IsTerminal(r.Out) {
		fmt.Fprintf(r.Out, ", in %v", spent.Round(time.Millisecond))
	}
	fmt.Fprintln(r.Out)
	return nil
}

// listFiles returns the files that names stand for: a directory stands for all files below it.
func listFiles(names []string) ([]string, error) {
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
			return nil, console.FileError(err)
		}
	}
	return all, nil
}
