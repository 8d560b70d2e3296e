package games

import (
	"fmt"
	"io"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/rulebook"
	"github.com/kirke-chess/kirke/problem/popeye"
	"github.com/kirke-chess/kirke/rules"
)

// Rules is the command that shows the rules of a game.
type Rules struct {
	Game  string               `arg:"" optional:"" name:"variant" complete:"game" help:"ID of the game (default: that of --variant)."`
	Other console.VariantFlags `embed:""`
	Draw  console.DrawFlags    `embed:""`
	As    console.JSONFlags    `embed:""`
}

// Help returns examples.
func (*Rules) Help() string {
	return console.Examples("kirke rules siceirawan", "kirke rules cetran2 --array KQSCAHRN --symmetry mirror")
}

// pageWidth is the width of a rules page in columns.
const pageWidth = 88

// Run writes the rules page of a game, as text or JSON.
func (cmd *Rules) Run(c *console.Console) error {
	if cmd.Game != "" {
		c.Variant = cmd.Game
	}
	p, err := c.Start(rulebook.AnyStart())
	if err != nil {
		return ofProblems(c.Variant, err)
	}
	v, sections := p.Variant(), rulebook.Of(p)
	if c.JSON {
		return rulesJSON(c, v, sections)
	}
	fmt.Fprintf(c.Out, "%s (%s, rules version %d)\n\n", strings.ToUpper(v.Name), v.ID, v.Version)
	paragraph(c.Out, v.Summary)
	for _, s := range sections {
		fmt.Fprintf(c.Out, "\n%s\n%s\n", s.Title, strings.Repeat("-", len(s.Title)))
		for i, text := range s.Text {
			if i > 0 && !s.List {
				fmt.Fprintln(c.Out)
			}
			paragraph(c.Out, text)
		}
		if err := sideBySide(c.Out, s.Diagrams); err != nil {
			return err
		}
	}
	return nil
}

// ofProblems returns the error of a game that was not found: that its ID is a condition of problems, if a part of
// it means one that is no game.
func ofProblems(id string, err error) error {
	for part := range strings.SplitSeq(id, "+") {
		if _, unknown := rules.Lookup(part); unknown == nil {
			continue
		}
		switch name, game, ok := popeye.ConditionLike(part); {
		case ok && game != "":
			return fmt.Errorf("there is no variant %q; did you mean %q?", part, game)
		case ok:
			return fmt.Errorf("%s is no game but a condition of problems: a problem for kirke solve has the line "+
				"\"Condition %s\"", part, name)
		}
	}
	return err
}

// rulesJSON writes the rules as one JSON object.
func rulesJSON(c *console.Console, v *kirke.Variant, sections []rulebook.Section) error {
	type out struct {
		rulebook.Section
		Diagrams []string `json:"diagrams,omitempty"`
	}
	var all []out
	for _, s := range sections {
		o := out{Section: s}
		for _, d := range s.Diagrams {
			var b strings.Builder
			if err := d.Text(&b, diagram.Figurines); err != nil {
				return err
			}
			o.Diagrams = append(o.Diagrams, b.String())
		}
		all = append(all, o)
	}
	return c.Print(struct {
		ID       string `json:"id"`
		Name     string `json:"name"`
		Version  int    `json:"rulesVersion"`
		Summary  string `json:"summary"`
		Sections []out  `json:"sections"`
	}{v.ID, v.Name, v.Version, v.Summary, all})
}

// paragraph writes text in lines of at most pageWidth columns.
func paragraph(w io.Writer, text string) {
	fmt.Fprintln(w, strings.Join(console.Wrap(text, pageWidth), "\n"))
}

// sideBySide writes diagrams under their titles, as many beside each other as the
// page has room for.
func sideBySide(w io.Writer, all []rulebook.Figure) error {
	for len(all) > 0 {
		var columns [][]string
		width, tall := 0, 0
		for len(all) > 0 {
			var b strings.Builder
			fmt.Fprintf(&b, "    %s\n", all[0].Title)
			if err := all[0].Text(&b, diagram.Figurines); err != nil {
				return err
			}
			lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
			wide := 0
			for _, l := range lines {
				wide = max(wide, len([]rune(l)))
			}
			if len(columns) > 0 && width+wide > pageWidth {
				break
			}
			for i, l := range lines {
				lines[i] = l + strings.Repeat(" ", wide+2-len([]rune(l)))
			}
			columns = append(columns, lines)
			width, tall = width+wide+2, max(tall, len(lines))
			all = all[1:]
		}
		fmt.Fprintln(w)
		for row := range tall {
			var b strings.Builder
			for _, lines := range columns {
				if row < len(lines) {
					b.WriteString(lines[row])
				} else {
					b.WriteString(strings.Repeat(" ", len([]rune(lines[0]))))
				}
			}
			fmt.Fprintln(w, strings.TrimRight(b.String(), " "))
		}
	}
	return nil
}
