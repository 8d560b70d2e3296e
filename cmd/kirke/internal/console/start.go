package console

import (
	"fmt"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/internal/words"
)

// Where games begin, and how their moves are written, as the flags say. Next: files.go.

// styles are the notations of moves that --notation names.
var styles = []kirke.Style{kirke.SAN, kirke.Book, kirke.LAN, kirke.UCI, kirke.Courier, kirke.Popeye}

func parseStyle(name string) (kirke.Style, error) {
	var names []string
	for _, s := range styles {
		if fmt.Sprint(s) == name {
			return s, nil
		}
		names = append(names, fmt.Sprint(s))
	}
	return styles[0], fmt.Errorf("--notation: there is no style %q; there are %s", name, words.And(names))
}

// Style returns the notation of --notation, or else a command's own.
func (c *Console) Style(otherwise kirke.Style) kirke.Style {
	if c.Notation == "" {
		return otherwise
	}
	s, err := parseStyle(c.Notation)
	if err != nil {
		return otherwise
	}
	return s
}

// Setting returns how games begin. An id that is not "" replaces --variant.
func (c *Console) Setting(id string) gamefile.Setting {
	if id == "" {
		id = c.Variant
	}
	return gamefile.Setting{
		Variant:  id,
		FEN:      c.FEN,
		Seed:     c.SeedOrZero(),
		Array:    c.Array,
		Symmetry: kirke.Symmetry(c.Symmetry),
		Problem:  c.Problem,
	}
}

// Game returns the game with an id, or that of --variant if the id is "".
func (c *Console) Game(id string) (*kirke.Variant, error) { return c.Setting(id).Game() }

// Options returns what the flags say about how positions are set up.
func (c *Console) Options() []kirke.Option { return c.Setting("").Options() }

// Start returns the position that --variant, --fen, --array and --symmetry ask for. Random first
// ranks are drawn with DrawSeed.
func (c *Console) Start(more ...kirke.Option) (kirke.Position, error) {
	if c.Setting("").Drawn() {
		c.DrawSeed()
	}
	return c.Setting("").Position(more...)
}

// StartSeed returns the seed of a starting position that was drawn, or nil. It is for JSON.
func (c *Console) StartSeed() *uint64 {
	if !c.Setting("").Drawn() {
		return nil
	}
	return c.Seed
}

// TextStyle reads the style of text diagrams that --text names.
func TextStyle(name string) (diagram.TextStyle, error) {
	style, ok := map[string]diagram.TextStyle{
		"":          diagram.Figurines,
		"figurines": diagram.Figurines,
		"letters":   diagram.Letters,
		"painted":   diagram.Painted,
	}[name]
	if !ok {
		return style, fmt.Errorf("--text: %q is not one of figurines, letters and painted", name)
	}
	return style, nil
}
