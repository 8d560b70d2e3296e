// Package tables holds kirke tb, which builds tables of endgames and asks them. docs/tablebases.md
// says more.
package tables

import (
	"errors"
	"fmt"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/tablebase"
)

// Command is kirke tb with its subcommands.
type Command struct {
	Build Build `cmd:"" help:"Build the tables of a material, and of all that captures and promotions make of it."`
	Show  Show  `cmd:"" help:"Say what a position is worth, and what its moves make of it."`
}

// Help returns examples.
func (*Command) Help() string {
	return console.Examples("kirke tb build -v circe KQK KRK",
		"kirke tb show -v circe --fen '8/8/8/8/3k4/8/1R6/K7 w - - 0 1'")
}

// folder is where tables are.
type folder struct {
	Dir string `short:"d" default:"tablebases" env:"KIRKE_TABLEBASES" placeholder:"DIR" help:"Folder of tables (default tablebases)."`
}

// Build is the command that builds tables.
type Build struct {
	folder
	Material []string `arg:"" help:"Pieces of both sides: KQKR, or KQvKR. The same with colours exchanged is built, too."`

	Of console.VariantFlags `embed:""`
	As console.JSONFlags    `embed:""`
	On console.ThreadFlags  `embed:""`
}

// Help returns examples.
func (*Build) Help() string {
	return console.Examples("kirke tb build KPK",
		"kirke tb build -v circe -d /var/lib/kirke/tables KQK KRK KRKB")
}

// Run builds the tables. What is finished stays if it is interrupted.
func (cmd *Build) Run(c *console.Console) error {
	v, err := c.Game("")
	if err != nil {
		return err
	}
	var all []tablebase.Material
	for _, text := range cmd.Material {
		m, err := tablebase.ParseMaterial(v, text)
		if err != nil {
			return err
		}
		all = append(all, m)
	}
	seen := map[string]bool{}
	for _, m := range all {
		if err := cmd.build(c, v, m, seen); err != nil {
			return err
		}
	}
	return nil
}

// build builds the tables of a material. Those that were seen are not shown again.
func (cmd *Build) build(c *console.Console, v *kirke.Variant, m tablebase.Material, seen map[string]bool) error {
	show := c.Progress("positions")
	summaries, err := tablebase.Build(c.Ctx, cmd.Dir, v, m, c.Threads, func(s tablebase.Stage) {
		if s.Solving > 0 {
			show.Line(fmt.Sprintf("%s: wins in %d half-moves", s.Material.Text(v), s.Solving))
		} else {
			part := 100 * float64(s.Done) / float64(s.Of)
			show.Line(fmt.Sprintf("%s: moves of %.0f %% of the positions", s.Material.Text(v), part))
		}
	})
	show.Clear()
	for _, s := range summaries {
		if seen[s.Material] {
			continue
		}
		seen[s.Material] = true
		if err := print(c, s); err != nil {
			return err
		}
	}
	if c.Ctx.Err() != nil {
		fmt.Fprintln(c.Err, "interrupted; the same command goes on after the tables that are finished")
	}
	return err
}

func print(c *console.Console, s tablebase.Summary) error {
	if c.JSON {
		return c.Print(s)
	}
	from := "built"
	if s.FromFile {
		from = "was there"
	}
	line := fmt.Sprintf("%s, %s: %d positions; the side to move wins %d, draws %d and loses %d",
		s.Material, from, s.Positions, s.Won, s.Drawn, s.Lost)
	if s.LongestFEN != "" {
		line += fmt.Sprintf("; the longest win takes %s: %s", tablebase.Plies(s.Longest), s.LongestFEN)
	}
	_, err := fmt.Fprintln(c.Out, line)
	return err
}

// Show is the command that asks tables.
type Show struct {
	folder

	Start console.StartFlags `embed:""`
	Style console.StyleFlags `embed:""`
	As    console.JSONFlags  `embed:""`
}

// Help returns examples.
func (*Show) Help() string {
	return console.Examples("kirke tb show --fen '8/8/8/8/4k3/8/P7/K7 w - - 0 1'",
		"kirke tb show -v circe -d tables --json --fen '8/8/8/8/3k4/8/1R6/K7 w - - 0 1'")
}

// Run shows the value of a position and its moves, the best first.
func (cmd *Show) Run(c *console.Console) error {
	if c.FEN == "" {
		return errors.New("which position? Give it with --fen, as in: " +
			"kirke tb show --fen '8/8/8/8/4k3/8/P7/K7 w - - 0 1'")
	}
	p, err := c.Start()
	if err != nil {
		return err
	}
	tables, err := tablebase.Open(cmd.Dir, nil) // Probe returns what is wrong
	if err != nil {
		return err
	}
	value, err := tables.Probe(p)
	var answers []tablebase.Answer
	if err == nil {
		answers, err = tables.Moves(p)
	}
	if errors.Is(err, tablebase.ErrNoTable) {
		return fmt.Errorf("no table in %s has %s with all its moves; kirke tb build makes tables of a few pieces, "+
			"for positions without castling rights and gates", cmd.Dir, p.FEN())
	}
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(c, p, value, answers)
	}
	fmt.Fprintln(c.Out, value)
	for _, a := range answers {
		fmt.Fprintf(c.Out, "%-8s %s\n", p.MoveText(a.Move, c.Style(kirke.SAN)), a.Value)
	}
	return nil
}

// printJSON prints what a position and its moves are worth, all to its side to move.
func printJSON(c *console.Console, p kirke.Position, value tablebase.Value, answers []tablebase.Answer) error {
	type move struct {
		Move string `json:"move"`
		tablebase.Verdict
	}
	moves := []move{}
	for _, a := range answers {
		moves = append(moves, move{p.MoveText(a.Move, c.Style(kirke.SAN)), a.Value.Verdict()})
	}
	return c.Print(struct {
		FEN string `json:"fen"`
		tablebase.Verdict
		Moves []move `json:"moves"`
	}{p.FEN(), value.Verdict(), moves})
}
