package kirke

import (
	"io"
	"strings"

	"github.com/kirke-chess/kirke/notation"
)

// ReadCourier reads a Game Courier log: a turn on each line, with the tags of the game in comments
// before the first ("// Variant: seirawan"). Assuming names the variant of a log without that tag.
// The error is a *notation.LineError with the line and what is wrong there, or that of r.
func ReadCourier(r io.Reader, opts ...Option) (*Game, error) {
	log, err := notation.ReadCourierLog(r)
	if err != nil {
		return nil, err
	}
	o := gather(opts)
	g, err := o.begin(originOf(log.Tags))
	if err != nil {
		return nil, &notation.LineError{Line: 1, Err: err}
	}
	g.keepTags(log.Tags)
	if log.Comment != "" {
		g.root.Comments = strings.Split(log.Comment, "\n")
	}
	for _, turn := range log.Turns {
		if err := g.PlayTextOrPass(turn.Text); err != nil {
			return nil, &notation.LineError{Line: turn.At, Err: err}
		}
		if turn.Comment != "" {
			g.at.Comments = strings.Split(turn.Comment, "\n")
		}
	}
	if err := g.concludeFile(&notation.PGN{Tags: log.Tags}); err != nil {
		return nil, &notation.LineError{Line: 1, Err: err}
	}
	return g, nil
}

// WriteCourier writes the main line with its comments as a Game Courier log, which has no place for
// variations and glyphs. The error is that of w.
func (g *Game) WriteCourier(w io.Writer) error {
	log := notation.CourierLog{Tags: g.header(), Comment: strings.Join(g.root.Comments, "\n")}
	for n := range g.MainLine() {
		ply := n.asPly()
		log.Turns = append(log.Turns, notation.CourierTurn{
			Number:  ply.Number,
			Text:    n.Text(Courier),
			Comment: strings.Join(n.Comments, "\n"),
		})
	}
	_, err := log.WriteTo(w)
	return err
}
