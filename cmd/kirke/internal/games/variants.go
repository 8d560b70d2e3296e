// Package games holds the commands that show games and positions and check files of games: kirke
// variants, rules, moves, diagram, replay and convert, one file each.
package games

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/rules"
)

// Variants is the command that lists the games.
type Variants struct {
	As console.JSONFlags `embed:""`
}

// Help returns examples.
func (*Variants) Help() string {
	return console.Examples("kirke variants", "kirke variants --json")
}

// Run lists the games, and what combines with them.
func (*Variants) Run(c *console.Console) error {
	for _, v := range kirke.Variants() {
		if c.JSON {
			err := c.Print(struct {
				ID      string `json:"id"`
				Name    string `json:"name"`
				Version int    `json:"rulesVersion"`
				Files   int    `json:"files"`
				Ranks   int    `json:"ranks"`
				Summary string `json:"summary"`
			}{v.ID, v.Name, v.Version, v.Size.Files, v.Size.Ranks, v.Summary})
			if err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(c.Out, "%-24s %s\n", v.ID, v.Summary)
	}
	if c.JSON {
		return nil
	}
	fmt.Fprintln(c.Out, "\nGames combine with '+', as in progressive+circe. These rules can be added to them:")
	for _, m := range rules.Modifiers() {
		if v, err := kirke.Lookup(m.ID); err != nil || !isListed(v.ID) {
			fmt.Fprintf(c.Out, "%-24s %s\n", "+"+m.ID, m.Summary)
		}
	}
	fmt.Fprintln(c.Out, "\n'kirke rules ID' shows the rules of a game.")
	return nil
}

// isListed reports whether an ID is that of a listed game.
func isListed(id string) bool {
	return slices.ContainsFunc(kirke.Variants(), func(v *kirke.Variant) bool { return v.ID == id })
}
