package gameeditor

// This file holds the values of a file for the form, and changes them.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/hosting"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/variantfile"
	"github.com/kirke-chess/kirke/web/view"
)

// Change is a file and what is to be changed in it.
type Change struct {
	File  string `json:"file" maxLength:"65536" doc:"TOML as Kirke's games are written."`
	Edits []Edit `json:"edits,omitempty" maxItems:"40"`
	// Setup are the pieces of the starting position after the edits.
	Setup *view.Setup `json:"setup,omitempty"`
}

// Edit changes one key.
type Edit struct {
	Key   string `json:"key" maxLength:"200" doc:"As errors name it: promotion.to, pieces[Archer].betza."`
	Value any    `json:"value,omitempty" doc:"Text, true or false, a whole number, a list or a table; nothing takes the key away."`
	Chart *Chart `json:"chart,omitempty" doc:"A movement, in place of a value."`
}

// Chart is a movement as a diagram shows it.
type Chart struct {
	Rays []Ray  `json:"rays"`
	Rest string `json:"rest,omitempty" doc:"Betza's notation of what no ray says."`
}

// Ray is a way in one direction, as piece.Ray.
type Ray struct {
	File    int    `json:"file" doc:"Of one step, to the right."`
	Rank    int    `json:"rank" doc:"Of one step, forward."`
	Far     int    `json:"far" minimum:"0" maximum:"15" doc:"The greatest number of steps, 0 for no limit."`
	Kind    string `json:"kind" enum:"free,lame,over,behind" doc:"What must stand on the way: nothing, nothing on the squares that are leapt over, one piece, one piece just before the last square."`
	Mode    string `json:"mode" enum:"both,move,capture"`
	Initial bool   `json:"initial,omitempty" doc:"Only from a start square."`
}

var (
	rayKinds = []string{piece.Free: "free", piece.Lame: "lame", piece.Over: "over", piece.Behind: "behind"}
	rayModes = []string{piece.Move: "move", piece.Capture: "capture", piece.Both: "both"}
)

// betza returns the movement of a chart.
func (c Chart) betza() (string, error) {
	out := piece.Chart{Rest: c.Rest}
	for _, r := range c.Rays {
		out.Rays = append(out.Rays, piece.Ray{
			Step: piece.Offset{File: r.File, Rank: r.Rank}, Far: r.Far, Initial: r.Initial,
			Kind: piece.RayKind(max(0, slices.Index(rayKinds, r.Kind))),
			Mode: piece.Mode(max(0, slices.Index(rayModes, r.Mode))),
		})
	}
	return out.Betza()
}

// chartOf returns the chart of a movement. What cannot be read is text.
func chartOf(betza string) Chart {
	c, err := piece.ParseChart(betza)
	if err != nil {
		return Chart{Rays: []Ray{}, Rest: betza}
	}
	out := Chart{Rays: []Ray{}, Rest: c.Rest}
	for _, r := range c.Rays {
		out.Rays = append(out.Rays, Ray{r.Step.File, r.Step.Rank, r.Far, rayKinds[r.Kind], rayModes[r.Mode], r.Initial})
	}
	return out
}

// apply returns the file after the changes.
func (c Change) apply() (string, error) {
	file := c.File
	for _, e := range c.Edits {
		value := e.Value
		if e.Chart != nil {
			text, err := e.Chart.betza()
			if err != nil {
				return "", err
			}
			value = text
		}
		after, err := variantfile.Edit(file, e.Key, value)
		if err != nil {
			return "", err
		}
		if size, ok := value.(string); ok && e.Key == "size" {
			after = resized(file, after, size)
		}
		file = after
	}
	if c.Setup == nil {
		return file, nil
	}
	return placed(file, *c.Setup)
}

// placed returns a file with another starting position.
func placed(file string, s view.Setup) (string, error) {
	v, err := hosting.ReadDraft(file)
	if err != nil {
		return "", fmt.Errorf("first correct what is wrong in the file: %w", err)
	}
	r, err := s.Rules(v)
	if err != nil {
		return "", err
	}
	placement, _, _ := strings.Cut(notation.FEN(v, r), " ")
	placement, _, _ = strings.Cut(placement, "[")
	file, err = variantfile.Edit(file, "start.placement", placement)
	if err != nil || (r.Turn == board.Black) == v.Start.Black {
		return file, err
	}
	return variantfile.Edit(file, "start.black", r.Turn == board.Black)
}

// resized returns a file whose board has another size, with its starting position on it: Black's
// pieces stay at Black's edge, White's at White's, and the a-file where it is.
func resized(before, after, size string) string {
	var old struct{ Start struct{ Placement string } }
	v, err := hosting.ReadDraft(before)
	if err == nil {
		old.Start.Placement = v.Start.Placement
	} else if toml.Unmarshal([]byte(before), &old) != nil {
		return after
	}
	files, ranks, _ := strings.Cut(size, "x")
	f, err1 := strconv.Atoi(files)
	r, err2 := strconv.Atoi(ranks)
	if err1 != nil || err2 != nil || f < 1 || r < 1 || f > board.MaxSide || r > board.MaxSide ||
		old.Start.Placement == "" {
		return after
	}
	text, err := variantfile.Edit(after, "start.placement", fit(old.Start.Placement, f, r))
	if err != nil {
		return after
	}
	return text
}

// fit returns a placement on a board of another size.
func fit(placement string, files, ranks int) string {
	rows := strings.Split(placement, "/")
	for i, row := range rows {
		rows[i] = fitRow(row, files)
	}
	empty := strconv.Itoa(files)
	for len(rows) < ranks {
		rows = slices.Insert(rows, (len(rows)+1)/2, empty)
	}
	for len(rows) > ranks {
		rows = slices.Delete(rows, len(rows)/2, len(rows)/2+1)
	}
	return strings.Join(rows, "/")
}

// fitRow returns a rank of a placement with so many files.
func fitRow(row string, files int) string {
	var cells []string // "" is an empty square
	for i := 0; i < len(row); {
		j := i
		for j < len(row) && row[j] >= '0' && row[j] <= '9' {
			j++
		}
		if j > i {
			n, _ := strconv.Atoi(row[i:j]) // as large as can be if there are too many digits
			cells = append(cells, make([]string, min(n, board.MaxSide))...)
			i = j
			continue
		}
		for j < len(row) && row[j] == '+' {
			j++
		}
		j = min(j+1, len(row))
		for j < len(row) && row[j] == '~' {
			j++
		}
		cells = append(cells, row[i:j])
		i = j
	}
	var b strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
			empty = 0
		}
	}
	for i := range files {
		if i >= len(cells) || cells[i] == "" {
			empty++
			continue
		}
		flush()
		b.WriteString(cells[i])
	}
	flush()
	return b.String()
}

// maxDepth is how deep values are nested: no key of a game comes near.
const maxDepth = 6

// values returns what a file says by key, with what it takes from the game that it extends, and what
// it says of each piece. v is the game, nil if the file is wrong: then the values are those of the
// text. The keys extends and army are there only if the file has them.
func values(file string, v *kirke.Variant) (said map[string]any, pieces []map[string]any) {
	own := map[string]any{}
	if err := toml.Unmarshal([]byte(file), &own); err != nil {
		return map[string]any{}, nil
	}
	own, _ = shallow(own, maxDepth).(map[string]any)
	said = own
	if v != nil {
		if all, err := variantfile.Values(v); err == nil {
			said = all
		}
		for _, key := range []string{"extends", "army"} {
			delete(said, key)
			if value, ok := own[key]; ok {
				said[key] = value
			}
		}
	}
	list, _ := shallow(said["pieces"], maxDepth).([]any)
	for _, item := range list {
		if table, ok := item.(map[string]any); ok {
			pieces = append(pieces, table)
		}
	}
	delete(said, "pieces")
	return said, pieces
}

// shallow returns a value without what is nested deeper than so many levels, and with lists of one Go
// type.
func shallow(in any, levels int) any {
	if tables, ok := in.([]map[string]any); ok {
		items := make([]any, len(tables))
		for i := range tables {
			items[i] = tables[i]
		}
		in = items
	}
	switch in := in.(type) {
	case []any:
		out := []any{}
		for _, item := range in {
			if levels > 0 {
				out = append(out, shallow(item, levels-1))
			}
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for key, item := range in {
			if levels > 0 {
				out[key] = shallow(item, levels-1)
			}
		}
		return out
	}
	return in
}
