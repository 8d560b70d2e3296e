package main

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

type variantsCmd struct {
	As jsonFlags `embed:""`
}

func (*variantsCmd) Help() string {
	return examples(
		"kirke variants",
		"kirke variants --json",
	)
}

func (*variantsCmd) Run(c *console) error {
	for _, v := range kirke.Variants() {
		if c.JSON {
			err := c.print(struct {
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
		fmt.Fprintf(c.out, "%-24s %s\n", v.ID, v.Summary)
	}
	if c.JSON {
		return nil
	}
	fmt.Fprintln(c.out, "\nGames combine with '+', as in progressive+circe, and these rules may be added to them:")
	for _, m := range rules.Modifiers() {
		if v, err := kirke.Lookup(m.ID); err != nil || !listedAs(v.ID) {
			fmt.Fprintf(c.out, "%-24s %s\n", "+"+m.ID, m.Summary)
		}
	}
	fmt.Fprintln(c.out, "\n'kirke rules ID' shows the rules of a game.")
	return nil
}

// listedAs reports whether an id is one of the games that are listed.
func listedAs(id string) bool {
	return slices.ContainsFunc(kirke.Variants(), func(v *kirke.Variant) bool { return v.ID == id })
}
