package tools

// This file converts games, and draws diagrams.

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// Bounds of a conversion.
const (
	mostGames = 500 // read from one request
	mostBad   = 20  // games that could not be read, before the rest is skipped
)

// Conversion is a request to convert games.
type Conversion struct {
	position.At
	Text string `json:"text" maxLength:"1000000" doc:"The games."`
	From string `json:"from,omitempty" enum:"fen,pgn,courier,jsonl,moves" doc:"Their format; detected if it is missing."`
	To   string `json:"to" enum:"fen,pgn,courier,jsonl,moves" default:"pgn" doc:"The format to write."`
}

// Converted is the result of a conversion.
type Converted struct {
	Text  string   `json:"text"`
	Games int      `json:"games"`
	Bad   []string `json:"bad,omitempty" doc:"Why some games could not be read, with the move."`
}

// convert reads games and writes them in another format. A game that cannot be read is reported,
// and the others are converted.
func convert(ctx context.Context, c Conversion) (Converted, error) {
	reader, err := c.Reader()
	if err != nil {
		return Converted{}, err
	}
	var out Converted
	var b strings.Builder
	for g, err := range reader.Games("", reading{ctx, strings.NewReader(c.Text)}, c.From) {
		if ctx.Err() != nil {
			return Converted{}, ctx.Err()
		}
		if err == nil && out.Games == mostGames {
			err = fmt.Errorf("only %d games are read at a time", mostGames)
		}
		if err == nil && c.To == gamefile.Courier && out.Games > 0 {
			err = errors.New("a Game Courier log has one game, and there are more")
		}
		if err != nil {
			out.Bad = append(out.Bad, site.Sentence(ctx, err))
			if len(out.Bad) >= mostBad || out.Games == mostGames {
				break
			}
			continue
		}
		if out.Games > 0 && c.To == gamefile.PGN {
			b.WriteString("\n")
		}
		g.GoToEnd()
		if err := gamefile.Write(&b, g, c.To, kirke.SAN); err != nil {
			return Converted{}, err
		}
		out.Games++
	}
	if out.Games == 0 && out.Bad == nil {
		return out, errors.New("there is no game in the text")
	}
	out.Text = b.String()
	return out, nil
}

// reading reads until its context is done.
type reading struct {
	ctx context.Context
	io.Reader
}

func (w reading) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Reader.Read(p)
}

// convertAPI registers conversions and diagrams.
func (t *Tools) convertAPI(api huma.API) {
	op := site.Operation("convert", http.MethodPost, "/convert",
		"Games and positions from any format to any other", "files")
	register(t, api, op, func(ctx context.Context, in *struct{ Body Conversion }) (Converted, error) {
		return convert(ctx, in.Body)
	})
	op = site.Operation("diagram-svg", http.MethodGet, "/diagram.svg", "A picture of a position as SVG", "files")
	diagramAPI(api, op, "image/svg+xml", func(d *diagram.Diagram, w io.Writer) error { return d.SVG(w) })
	op = site.Operation("diagram-png", http.MethodGet, "/diagram.png", "A picture of a position as PNG", "files")
	diagramAPI(api, op, "image/png", func(d *diagram.Diagram, w io.Writer) error { return position.WritePNG(w, d) })
}

// diagramAPI registers diagrams of a media type. draw writes one.
func diagramAPI(api huma.API, op huma.Operation, kind string, draw func(*diagram.Diagram, io.Writer) error) {
	type diagramIn struct {
		position.At
		position.Drawing
	}
	type picture struct {
		Kind  string `header:"Content-Type"`
		Cache string `header:"Cache-Control"`
		Body  []byte
	}
	op.Responses = site.Media(kind)
	huma.Register(api, op, func(ctx context.Context, in *diagramIn) (*picture, error) {
		var b bytes.Buffer
		d, err := in.Diagram(in.Drawing)
		if err == nil {
			err = draw(d, &b)
		}
		if err != nil {
			return nil, site.Refused(ctx, err)
		}
		return &picture{kind, "public, max-age=3600", b.Bytes()}, nil
	})
}
