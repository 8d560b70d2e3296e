package games

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/perft"
	"github.com/kirke-chess/kirke/internal/rulebook"
	"github.com/kirke-chess/kirke/internal/trial"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/variantfile"
)

// Check is the command that checks a file of a game.
type Check struct {
	File  string `arg:"" complete:"file" help:"File of a game, as 'kirke variants --export' writes it."`
	Games int    `placeholder:"N" default:"100" help:"Number of random games (default 100)."`
	Brief bool   `help:"Leave out the board and the pieces."`

	By console.SeedFlags   `embed:"" set:"seed= of the random games"`
	On console.ThreadFlags `embed:""`
}

// Help returns examples.
func (*Check) Help() string {
	return console.Examples("kirke check own.kirke.toml", "kirke check --games 1000 --seed 1 own.kirke.toml")
}

// Run reports all that is wrong in a file, or else shows each game in it and how it plays.
func (cmd *Check) Run(c *console.Console) error {
	if cmd.Games < 0 {
		return fmt.Errorf("--games: %d is not a number of games", cmd.Games)
	}
	all, err := variantfile.ReadFile(cmd.File)
	errs := variantfile.Errors(err)
	var found bool
	for i, v := range all {
		if i > 0 {
			fmt.Fprintln(c.Out)
		}
		if err := rules.Register(v); err != nil { // it could be checked, and not be played
			errs = append(errs, &variantfile.Error{
				File: cmd.File, Key: "id", Problem: err.Error(), Hint: "choose another id, or file name",
			})
			continue
		}
		p, err := kirke.Start(v, kirke.Seed(c.SeedOrZero()))
		if err != nil {
			errs = append(errs, &variantfile.Error{File: cmd.File, Key: "start.placement", Problem: err.Error()})
			continue
		}
		switch err := cmd.game(c, p); {
		case errors.Is(err, console.ErrFound):
			found = true
		case err != nil:
			return err
		}
	}
	if err := c.Report(errs); err != nil || !found {
		return err
	}
	return console.ErrFound
}

// game shows one game. The error is console.ErrFound if the kernels disagree.
func (cmd *Check) game(c *console.Console, p kirke.Position) error {
	v := p.Variant()
	c.DrawSeed()
	fmt.Fprintf(c.Out, "%s (%s, rules version %d), %d×%d\n", v.Name, v.ID, v.Version, v.Size.Files, v.Size.Ranks)
	if !cmd.Brief {
		if err := show(c, p); err != nil {
			return err
		}
	}
	agree, err := counts(c, p)
	if err != nil {
		return err
	}
	played, err := cmd.play(c, p)
	if err != nil {
		return err
	}
	report(c, played)
	warn(c, played.Warnings(p))
	if !agree {
		return console.ErrFound
	}
	return nil
}

// show shows the board and how the pieces move.
func show(c *console.Console, p kirke.Position) error {
	for _, s := range rulebook.Pieces(p) {
		fmt.Fprintln(c.Out)
		for _, text := range s.Text {
			paragraph(c.Out, text)
		}
		if err := sideBySide(c.Out, s.Diagrams); err != nil {
			return err
		}
	}
	return nil
}

// mostLeaves is how many leaves are counted at most: a few seconds of the reference kernel.
const mostLeaves = 1_000_000

// counts counts the tree of legal moves to depth 3 with both kernels. It reports whether they agree.
func counts(c *console.Console, p kirke.Position) (agree bool, err error) {
	v, s := p.Variant(), p.Setup()
	slow, err := kirke.FromSetup(v, s, kirke.Kernel("reference"))
	if err != nil {
		return false, err
	}
	fast, err := kirke.FromSetup(v, s, kirke.Kernel("fast"))
	if text, ok := slowText(err); ok {
		fmt.Fprintln(c.Out, "\n"+text)
	} else if err != nil {
		return false, err
	} else {
		fmt.Fprintln(c.Out, "\nThe fast kernel plays this game, and the reference kernel checks it.")
	}
	agree = true
	var before [2]uint64
	for depth := 1; depth <= 3; depth++ {
		if before[0] > 0 && before[1]*before[1]/before[0] > mostLeaves {
			fmt.Fprintf(c.Out, "perft %d  more than %d positions: use 'kirke perft'\n", depth, mostLeaves)
			break
		}
		counted := perft.Count(c, slow, depth, nil)
		n := counted.Total()
		if counted.Stopped {
			return agree, c.Ctx.Err()
		}
		fmt.Fprintf(c.Out, "perft %d  %d", depth, n)
		if !fast.IsZero() {
			if other := rules.Perft(fast.Rules(), nil, depth); other != n {
				agree = false
				fmt.Fprintf(c.Out, ", and the fast kernel counts %d: this is a bug of Kirke", other)
			}
		}
		fmt.Fprintln(c.Out)
		before = [2]uint64{before[1], n}
		if depth == 1 {
			before[0] = 1
		}
	}
	return agree, nil
}

// play plays random games.
func (cmd *Check) play(c *console.Console, p kirke.Position) (*trial.Record, error) {
	r := trial.New(p.Variant())
	player := trial.Random(rand.New(rand.NewPCG(c.SeedOrZero(), 0x636865636B)))
	progress := c.Progress("games")
	defer progress.Clear()
	for range cmd.Games {
		if err := r.Play(c.Ctx, p, player); err != nil {
			return nil, err
		}
		progress.Show(uint64(r.Games), float64(r.Games)/float64(cmd.Games))
	}
	return r, nil
}

// report writes how long the games were and how they ended.
func report(c *console.Console, r *trial.Record) {
	if r.Games == 0 {
		return
	}
	least, middle, most := r.Length()
	fmt.Fprintf(c.Out, "\n%d random games: %d half-moves in the middle, %d to %d\n", r.Games, middle, least, most)
	fmt.Fprintf(c.Out, "White won %d, Black %d, drawn %d, unfinished after %d half-moves %d: %d %% decisive\n",
		r.Results[kirke.WhiteWins], r.Results[kirke.BlackWins], r.Results[kirke.Drawn], trial.MostPlies,
		r.Results[kirke.Unfinished], 100*r.Decisive()/r.Games)
	for _, end := range r.Reasons() {
		fmt.Fprintf(c.Out, "  %-30s %d\n", end, r.Ends[end])
	}
}

// warn writes what is seldom meant.
func warn(c *console.Console, warnings []string) {
	if len(warnings) > 0 {
		fmt.Fprintln(c.Out)
	}
	for _, text := range warnings {
		paragraph(c.Out, "Warning: "+text)
	}
}
