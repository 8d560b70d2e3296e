package main

import (
	"fmt"

	"github.com/kirke-chess/kirke"
)

type variantsCmd struct{}

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
	if !c.JSON {
		fmt.Fprintln(c.out, "\nGames combine with '+', as in progressive+circe. 'kirke rules ID' shows the rules of one.")
	}
	return nil
}
