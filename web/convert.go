package web

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
	"github.com/kirke-chess/kirke/internal/gamefile"
)

// mostGames is how many games are read from one request.
const mostGames = 500

// Formats of games, with what they are called and served as.
var formats = []struct{ ID, Name, Kind, Extension string }{
	{gamefile.PGN, "PGN", "application/x-chess-pgn", "pgn"},
	{gamefile.Courier, "Game Courier log", "text/plain; charset=utf-8", "txt"},
	{gamefile.JSON, "JSON", "application/json", "json"},
	{gamefile.Moves, "Moves", "text/plain; charset=utf-8", "txt"},
	{gamefile.FEN, "FEN", "text/plain; charset=utf-8", "fen"},
}

// Conversion asks for games in another format.
type Conversion struct {
	At
	Text string `json:"text" maxLength:"1000000" doc:"The games."`
	From string `json:"from,omitempty" enum:"fen,pgn,courier,jsonl,moves" doc:"Their format, instead of a guess."`
	To   string `json:"to" enum:"fen,pgn,courier,jsonl,moves" default:"pgn" doc:"The format that is wanted."`
}

// Converted are games in the format that was wanted.
type Converted struct {
	Text  string   `json:"text"`
	Games int      `json:"games"`
	Bad   []string `json:"bad,omitempty" doc:"What is wrong with games that could not be read; the move is named."`
}

// convert reads games and writes them in another format. A game that cannot be
// read is named, and the others are converted.
func convert(ctx context.Context, c Conversion) (Converted, error) {
	reader, err := c.reader()
	if err != nil {
		return Converted{}, err
	}
	var out Converted
	var b strings.Builder
	for g, err := range reader.Games("", whileWanted{ctx, strings.NewReader(c.Text)}, c.From) {
		if ctx.Err() != nil {
			return Converted{}, ctx.Err()
		}
		if err == nil && out.Games == mostGames {
			err = fmt.Errorf("only %d games are read at a time", mostGames)
		}
		if err == nil && c.To == gamefile.Courier && out.Games > 0 {
			err = errors.New("a Game Courier log holds one game, and there are more")
		}
		if err != nil {
			out.Bad = append(out.Bad, sentence(err))
			if len(out.Bad) >= 20 || out.Games == mostGames {
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

// whileWanted reads for as long as somebody waits for what is made of it.
type whileWanted struct {
	ctx context.Context
	io.Reader
}

func (w whileWanted) Read(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.Reader.Read(p)
}

// convertAPI is what changes the form of things.
func (s *Server) convertAPI(api huma.API) {
	huma.Register(api, operation("convert", http.MethodPost, "/convert", "Games and positions from any format to any other", "files"),
		func(ctx context.Context, in *struct{ Body Conversion }) (*body[Converted], error) {
			out, err := convert(ctx, in.Body)
			if err != nil {
				return nil, refused(err)
			}
			return answer(out), nil
		})
	type diagramIn struct {
		At
		Drawing
	}
	type picture struct {
		Kind  string `header:"Content-Type"`
		Cache string `header:"Cache-Control"`
		Body  []byte
	}
	drawn := func(kind string, write func(diagramIn, io.Writer) error) func(context.Context, *diagramIn) (*picture, error) {
		return func(_ context.Context, in *diagramIn) (*picture, error) {
			var b bytes.Buffer
			if err := write(*in, &b); err != nil {
				return nil, refused(err)
			}
			return &picture{kind, "public, max-age=3600", b.Bytes()}, nil
		}
	}
	svg := operation("diagram-svg", http.MethodGet, "/diagram.svg", "A picture of a position as SVG", "files")
	svg.Responses = media("image/svg+xml")
	huma.Register(api, svg, drawn("image/svg+xml", func(in diagramIn, w io.Writer) error {
		d, err := in.diagram(in.Drawing)
		if err != nil {
			return err
		}
		return d.SVG(w)
	}))
	bitmap := operation("diagram-png", http.MethodGet, "/diagram.png", "A picture of a position as PNG", "files")
	bitmap.Responses = media("image/png")
	huma.Register(api, bitmap, drawn("image/png", func(in diagramIn, w io.Writer) error {
		d, err := in.diagram(in.Drawing)
		if err != nil {
			return err
		}
		return writePNG(w, d)
	}))
}

// media describes an answer that is no JSON.
func media(kind string) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {Description: "The picture", Content: map[string]*huma.MediaType{
		kind: {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
	}}}
}

// formatNamed returns the media type and the file extension of a format; of one that
// is none, those of plain text.
func formatNamed(id string) (kind, extension string) {
	for _, f := range formats {
		if f.ID == id {
			return f.Kind, f.Extension
		}
	}
	return "text/plain; charset=utf-8", "txt"
}
