package games

// This file writes a game as files, pictures and addresses of other pages.

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/diagram"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/internal/fairplay"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// watched returns the game of an address with the seat of its reader. ok is false when the reader
// may not see it: then the request has been answered.
func (g *Games) watched(w http.ResponseWriter, r *http.Request) (game *play.Game, seat play.Seat, ok bool) {
	game, seat, err := g.site.Watched(r.Context(), r.PathValue("game"))
	if err != nil {
		g.site.Refuse(w, r, err)
		return nil, "", false
	}
	return game, seat, true
}

// gameDiagram draws the position of a game, or the one after a previewed move.
func (g *Games) gameDiagram(w http.ResponseWriter, r *http.Request) {
	game, _, ok := g.watched(w, r)
	if !ok {
		return
	}
	d, err := diagramOf(game.Chess().Clone(), r)
	if err == nil {
		d.Style = position.StyleOf(r)
		err = d.Check()
	}
	if err != nil {
		g.site.Fail(w, r, http.StatusUnprocessableEntity, site.Sentence(err))
		return
	}
	d.Flip = r.FormValue("flip") == "true"
	if r.FormValue("plain") == "true" {
		position.WithoutText(d)
	}
	if square, err := strconv.Atoi(r.FormValue("square")); err == nil && square >= 8 && square <= 120 {
		d.Square = square
	}
	kind, draw := "image/svg+xml", d.SVG
	if strings.HasSuffix(r.URL.Path, ".png") {
		kind, draw = "image/png", func(w io.Writer) error { return position.WritePNG(w, d) }
	}
	var b bytes.Buffer
	if err := draw(&b); err != nil {
		g.site.ServerError(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "private, max-age=60")
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(b.Bytes()) // fails when the client has gone
}

// diagramOf returns the diagram that a query asks for: after half-move number ply, and then after
// the move try.
func diagramOf(c *kirke.Game, r *http.Request) (*diagram.Diagram, error) {
	if ply, err := strconv.Atoi(r.FormValue("ply")); err == nil {
		if err := c.GoTo(ply); err != nil {
			return nil, err
		}
	}
	p, n := c.Position(), c.Node()
	if text := r.FormValue("try"); text != "" {
		next, m, err := p.PlayText(text)
		if err != nil {
			return nil, err
		}
		d := picture.Of(next)
		picture.MarkMove(d, p.Details(m))
		return d, nil
	}
	d := picture.Of(p)
	if n.Parent() != nil {
		picture.MarkMove(d, n.Parent().Position().Details(n.Move()))
	}
	return d, nil
}

// exportFormats are the formats of files by the last part of their address.
var exportFormats = map[string]string{"pgn": gamefile.PGN, "txt": gamefile.Courier, "json": gamefile.JSON}

// exportGame writes a game in the format that its address names.
func (g *Games) exportGame(w http.ResponseWriter, r *http.Request) {
	game, _, ok := g.watched(w, r)
	if !ok {
		return
	}
	id, ok := exportFormats[r.PathValue("format")]
	if !ok {
		g.site.NotFound(w, r)
		return
	}
	var b bytes.Buffer
	if err := gamefile.Write(&b, site.Tagged(game), id, kirke.SAN); err != nil {
		g.site.ServerError(w, r, err)
		return
	}
	format := position.FormatOf(id)
	file := fmt.Sprintf(`attachment; filename="kirke-%s.%s"`, game.ID(), format.Extension)
	w.Header().Set("Content-Type", format.Kind)
	w.Header().Set("Content-Disposition", file)
	_, _ = w.Write(b.Bytes()) // fails when the client has gone
}

// gameAnalysis opens a game on the analysis page.
func (g *Games) gameAnalysis(w http.ResponseWriter, r *http.Request) {
	game, _, ok := g.watched(w, r)
	if !ok {
		return
	}
	c := game.Chess()
	var moves []string
	for n := range c.MainLine() {
		moves = append(moves, n.Text(kirke.UCI))
	}
	origin := game.Created().Origin
	at := position.At{Variant: c.Variant().ID, FEN: origin.Start, Moves: strings.Join(moves, " ")}
	if origin.Array != "" {
		at.FEN, at.Array = "", origin.Array
	}
	http.Redirect(w, r, "/analysis?"+at.Query().Encode(), http.StatusSeeOther)
}

// gameProblem opens the position of a game in the problem solver.
func (g *Games) gameProblem(w http.ResponseWriter, r *http.Request) {
	game, seat, ok := g.watched(w, r)
	if !ok {
		return
	}
	if fairplay.NoHelp(game, seat) {
		err := play.Refuse(play.NotAllowed, "The solver does not help in your rated game until it is over.")
		g.site.Refuse(w, r, err)
		return
	}
	at := position.At{Variant: game.Chess().Variant().ID, FEN: game.Position().FEN()}
	q := at.Query()
	q.Set("stipulation", "#2")
	http.Redirect(w, r, "/problems?"+q.Encode(), http.StatusSeeOther)
}
