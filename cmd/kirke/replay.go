package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

type replayCmd struct {
	Files []string `arg:"" complete:"file" help:"Files of games, directories of them, or - for standard input."`
	From  string   `placeholder:"FORMAT" complete:"pgn,courier,jsonl" help:"The format of the files instead of a guess: pgn, courier or jsonl."`

	Game  gameFlags  `embed:""`
	Array arrayFlags `embed:""`
	As    jsonFlags  `embed:""`
}

func (*replayCmd) Help() string {
	return examples(
		"kirke replay games.pgn older/",
		"kirke replay --json --from courier -",
	)
}

// tally is what a replay has seen of one game.
type tally struct {
	Variant string `json:"variant"`
	Games   int    `json:"games"`
	Plies   int    `json:"halfMoves"`
	White   int    `json:"whiteWins"`
	Black   int    `json:"blackWins"`
	Draws   int    `json:"draws"`
	Open    int    `json:"unfinished"`
}

func (cmd *replayCmd) Run(c *console) error {
	if err := oneOf("--from", cmd.From, "", gamefile.PGN, gamefile.Courier, gamefile.JSON); err != nil {
		return err
	}
	if _, err := c.variant(""); err != nil {
		return err
	}
	names, err := files(cmd.Files)
	if err != nil {
		return err
	}
	r := replay{console: c, tallies: map[string]*tally{}, progress: c.progress("games"), size: sizes(names)}
	started := time.Now()
	for _, name := range names {
		if err := r.file(name, cmd.From); err != nil {
			r.progress.clear()
			return err
		}
	}
	r.progress.clear()
	if err := r.summary(time.Since(started)); err != nil {
		return err
	}
	switch {
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	case r.bad > 0:
		return errFound
	}
	return nil
}

// replay is a replay on its way.
type replay struct {
	*console
	tallies    map[string]*tally
	games, bad int
	progress   *progress
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

// file replays the games of a file. Its error is about the file, not its games.
func (r *replay) file(name, format string) error {
	file, err := r.open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	in := 0
	for g, err := range r.console.games(name, counter{file, &r.read}, format) {
		if r.ctx.Err() != nil {
			return nil
		}
		in++
		if err != nil {
			r.progress.clear()
			r.bad++
			if err := r.report(name, in, err); err != nil {
				return err
			}
			continue
		}
		r.games++
		r.add(g)
		if r.size > 0 {
			r.progress.show(uint64(r.games), min(1, float64(r.read)/float64(r.size)))
		}
	}
	if in == 0 && r.ctx.Err() == nil {
		return fmt.Errorf("%s: there is no game in it", name)
	}
	return nil
}

// report writes a line about a bad game.
func (r *replay) report(name string, game int, bad error) error {
	if r.JSON {
		return r.print(struct {
			File  string `json:"file"`
			Game  int    `json:"game"`
			Error string `json:"error"`
		}{name, game, oneLine(bad.Error())})
	}
	_, err := fmt.Fprintf(r.out, "%s: game %d: %s\n", name, game, oneLine(bad.Error()))
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

// summary writes what has been seen, a line for each variant.
func (r *replay) summary(spent time.Duration) error {
	var ids []string
	for id := range r.tallies {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	if r.JSON {
		for _, id := range ids {
			if err := r.print(r.tallies[id]); err != nil {
				return err
			}
		}
		return r.print(struct {
			Games    int  `json:"games"`
			Bad      int  `json:"bad"`
			Complete bool `json:"complete"`
		}{r.games, r.bad, r.ctx.Err() == nil})
	}
	for _, id := range ids {
		t := r.tallies[id]
		fmt.Fprintf(r.out, "%-20s %6d games %8d half-moves   White won %d, Black won %d, drawn %d, unfinished %d\n",
			id, t.Games, t.Plies, t.White, t.Black, t.Draws, t.Open)
	}
	if r.ctx.Err() != nil {
		fmt.Fprintln(r.out, "Interrupted: not all of the games were replayed")
	}
	fmt.Fprintf(r.out, "%d games replayed, %d bad", r.games, r.bad)
	if isTerminal(r.out) {
		fmt.Fprintf(r.out, ", in %v", spent.Round(time.Millisecond))
	}
	fmt.Fprintln(r.out)
	return nil
}

// oneOf returns an error that names a flag unless its value is among those
// allowed.
func oneOf(flag, value string, allowed ...string) error {
	if slices.Contains(allowed, value) {
		return nil
	}
	return fmt.Errorf("%s: %q is not one of %s", flag, value, listed(slices.DeleteFunc(allowed, func(s string) bool { return s == "" })))
}
