package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/rulebook"
)

type rulesCmd struct {
	Game  string       `arg:"" optional:"" name:"variant" complete:"game" help:"The game (default that of --variant)."`
	Other variantFlags `embed:""`
	Draw  drawFlags    `embed:""`
	As    jsonFlags    `embed:""`
}

func (*rulesCmd) Help() string {
	return examples(
		"kirke rules siceirawan",
		"kirke rules cetran2 --array KQSCAHRN --symmetry mirror",
	)
}

// pageWidth is how many columns the rules take.
const pageWidth = 88

func (cmd *rulesCmd) Run(c *console) error {
	if cmd.Game != "" {
		c.Variant = cmd.Game
	}
	p, err := c.start()
	if err != nil {
		return err
	}
	v, sections := p.Variant(), rulebook.Of(p)
	if c.JSON {
		return c.rulesJSON(v, sections)
	}
	fmt.Fprintf(c.out, "%s (%s, rules version %d)\n\n", strings.ToUpper(v.Name), v.ID, v.Version)
	paragraph(c.out, v.Summary)
	for _, s := range sections {
		fmt.Fprintf(c.out, "\n%s\n%s\n", s.Title, strings.Repeat("-", len(s.Title)))
		for i, text := range s.Text {
			if i > 0 && !s.List {
				fmt.Fprintln(c.out)
			}
			paragraph(c.out, text)
		}
		if err := sideBySide(c.out, s.Diagrams); err != nil {
			return err
		}
	}
	return nil
}

// rulesJSON writes the rules as one JSON object.
func (c *console) rulesJSON(v *kirke.Variant, sections []rulebook.Section) error {
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
	return c.print(struct {
		ID       string `json:"id"`
		Name     string `json:"name"`
		Version  int    `json:"rulesVersion"`
		Summary  string `json:"summary"`
		Sections []out  `json:"sections"`
	}{v.ID, v.Name, v.Version, v.Summary, all})
}

// paragraph writes text in lines of pageWidth columns at most.
func paragraph(w io.Writer, text string) {
	column := 0
	for _, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case column == 0:
		case column+1+n > pageWidth:
			fmt.Fprintln(w)
			column = 0
		default:
			fmt.Fprint(w, " ")
			column++
		}
		fmt.Fprint(w, word)
		column += n
	}
	fmt.Fprintln(w)
}

// sideBySide writes diagrams under their titles, as many beside each other as the
// page has room for.
func sideBySide(w io.Writer, all []*diagram.Diagram) error {
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
