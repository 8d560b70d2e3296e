// Package games holds the commands that show games and positions and check files of games: kirke
// variants, rules, moves, diagram, replay and convert, one file each.
package games

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/bitboard"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/variantfile"
)

// Variants is the command that lists the games, or writes one as a file.
type Variants struct {
	ID string `arg:"" optional:"" complete:"game" help:"Show this game or combination, which move generator plays it, and what evaluates it."`

	Export  string `placeholder:"ID" complete:"game" help:"Write this game, or combination, as a file that 'kirke check' reads."`
	Extends string `placeholder:"ID" complete:"game" help:"With --export: write only what differs from this game."`
	Schema  bool   `help:"Write the JSON Schema of files of games, for editors."`
	Output  string `short:"o" placeholder:"FILE" help:"Write the file here (default: standard output)."`

	As console.JSONFlags `embed:""`
}

// Help returns examples.
func (*Variants) Help() string {
	return console.Examples("kirke variants", "kirke variants crazyhouse",
		"kirke variants --export seirawan+circe -o own.kirke.toml")
}

// Run lists the games, and what combines with them, or writes a file.
func (cmd *Variants) Run(c *console.Console) error {
	switch {
	case cmd.Extends != "" && cmd.Export == "":
		return errors.New("--extends: --export is missing")
	case cmd.Schema:
		return c.Output(cmd.Output, func(w io.Writer) error {
			_, err := w.Write(variantfile.Schema())
			return err
		})
	case cmd.Export != "":
		return cmd.export(c)
	case cmd.Output != "":
		return errors.New("--output: --export is missing")
	case cmd.ID != "":
		return cmd.show(c)
	}
	return cmd.list(c)
}

// show shows one game.
func (cmd *Variants) show(c *console.Console) error {
	v, err := kirke.Lookup(cmd.ID)
	if err != nil {
		return err
	}
	kernel, err := kernelText(v)
	if err != nil {
		return err
	}
	units := engine.New(engine.Options{Hash: 1}).NetworkUnits(v)
	if c.JSON {
		shown := listedAs(v)
		shown.Kernel, shown.NetworkUnits = kernel, &units
		return c.Print(shown)
	}
	evaluation := "The computer player has a hand-made evaluation of it."
	if units > 0 {
		evaluation = fmt.Sprintf("The computer player evaluates it by a network of %d units.", units)
	}
	title := strings.TrimSuffix(v.Name+": "+v.Summary, ": ")
	fmt.Fprintf(c.Out, "%s\n%d×%d squares. %s\n%s\n'kirke rules %s' shows its rules.\n", title,
		v.Size.Files, v.Size.Ranks, kernel, evaluation, v.ID)
	return nil
}

// listed is a game as JSON.
type listed struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Version   int    `json:"rulesVersion"`
	Files     int    `json:"files"`
	Ranks     int    `json:"ranks"`
	Summary   string `json:"summary"`
	Catalogue bool   `json:"catalogue,omitempty"` // in lists

	// Of a game that is shown alone.
	Kernel       string `json:"kernel,omitempty"`
	NetworkUnits *int   `json:"networkUnits,omitempty"` // 0 with the hand-made evaluation
}

func listedAs(v *kirke.Variant) listed {
	return listed{
		ID: v.ID, Name: v.Name, Version: v.Version, Files: v.Size.Files, Ranks: v.Size.Ranks, Summary: v.Summary,
	}
}

// kernelText says which kernel plays a game, and why the fast one does not.
func kernelText(v *kirke.Variant) (string, error) {
	start := []kirke.Option{kirke.Kernel("fast")}
	if v.Start.Shuffle != nil {
		start = append(start, kirke.Seed(1))
	}
	_, err := kirke.Start(v, start...)
	if text, ok := slowText(err); ok {
		return text, nil
	}
	return "The fast kernel plays this game.", err
}

// slowText says why the fast kernel does not play a game, if err is its refusal.
func slowText(err error) (text string, ok bool) {
	reason, ok := errors.AsType[*bitboard.UnplayableError](err)
	if !ok {
		return "", false
	}
	return "The reference kernel plays this game. The fast one does not: " + reason.Reason + ".", true
}

// export writes a game as a file.
func (cmd *Variants) export(c *console.Console) error {
	v, err := kirke.Lookup(cmd.Export)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return variantfile.Write(w, v) }
	if cmd.Extends != "" {
		base, err := kirke.Lookup(cmd.Extends)
		if err != nil {
			return err
		}
		write = func(w io.Writer) error { return variantfile.WriteExtending(w, v, base) }
	}
	return c.Output(cmd.Output, write)
}

// list lists the games, those of the catalogue, and what combines with them.
func (cmd *Variants) list(c *console.Console) error {
	if c.JSON {
		return cmd.listJSON(c)
	}
	for _, v := range kirke.Variants() {
		fmt.Fprintf(c.Out, "%-24s %s\n", v.ID, v.Summary)
	}
	fmt.Fprintln(c.Out, "\nGames that other programs and sites play too:")
	for _, v := range kirke.Catalogue() {
		fmt.Fprintf(c.Out, "%-24s %s\n", v.ID, v.Summary)
	}
	fmt.Fprintln(c.Out, "\nGames combine with '+', as in progressive+circe. These rules can be added to them:")
	for _, m := range rules.Modifiers() {
		if v, err := kirke.Lookup(m.ID); err != nil || !isListed(v.ID) {
			fmt.Fprintf(c.Out, "%-24s %s\n", "+"+m.ID, m.Summary)
		}
	}
	fmt.Fprintln(c.Out, "\nConditions of problemists can be added too:")
	for _, m := range rules.Conditions() {
		fmt.Fprintf(c.Out, "%-24s %s\n", "+"+m.ID, m.Summary)
	}
	fmt.Fprintln(c.Out, "\nPieces of problemists can be added too, for positions that have them:")
	for _, m := range rules.Pieces() {
		fmt.Fprintf(c.Out, "%-24s %s\n", "+"+m.ID, m.Summary)
	}
	fmt.Fprintln(c.Out, "\n'kirke rules ID' shows the rules of a game.")
	return nil
}

// listJSON lists the games and those of the catalogue.
func (*Variants) listJSON(c *console.Console) error {
	own := len(kirke.Variants())
	for i, v := range kirke.Games() {
		shown := listedAs(v)
		shown.Catalogue = i >= own
		if err := c.Print(shown); err != nil {
			return err
		}
	}
	return nil
}

// isListed reports whether an ID is that of a listed game.
func isListed(id string) bool {
	return slices.ContainsFunc(kirke.Variants(), func(v *kirke.Variant) bool { return v.ID == id })
}
