package games

// This file writes a game as files, pictures and addresses of other pages.

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"
	"unicode"

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
		g.site.Fail(w, r, http.StatusUnprocessableEntity, site.Sentence(r.Context(), err))
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
	if r.FormValue("download") == "true" {
		name := fileName(game, strings.TrimPrefix(path.Ext(r.URL.Path), "."), r.FormValue("ply"))
		w.Header().Set("Content-Disposition", attachment(name))
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
	w.Header().Set("Content-Type", format.Kind)
	w.Header().Set("Content-Disposition", attachment(fileName(game, format.Extension, "")))
	_, _ = w.Write(b.Bytes()) // fails when the client has gone
}

// fileName returns the name of a file about a game: who played what and when, and after which
// half-move, "" for none.
func fileName(g *play.Game, extension, ply string) string {
	parts := []string{
		g.Player(play.White).Name, g.Player(play.Black).Name, g.Chess().Variant().ID,
		g.CreatedAt().Format("2006-01-02"),
	}
	if n, err := strconv.Atoi(ply); err == nil {
		parts = append(parts, strconv.Itoa(n))
	}
	name := strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) || strings.ContainsRune("-+_", c) {
			return c
		}
		return '-'
	}, strings.Join(parts, "-"))
	return name + "." + extension
}

// attachment returns the header of a file with a name.
func attachment(name string) string {
	return mime.FormatMediaType("attachment", map[string]string{"filename": name})
}

// The look of the animation of a game.
const (
	animationSquare = 36 // pixels
	animationDelay  = 900 * time.Millisecond
	animationEnd    = 4 * time.Second
	// mostFrames bounds the work and the size. In a longer game each frame is several half-moves on.
	mostFrames = 300
)

// gameAnimation writes a game as an animated GIF.
func (g *Games) gameAnimation(w http.ResponseWriter, r *http.Request) {
	game, _, ok := g.watched(w, r)
	if !ok {
		return
	}
	flip := r.FormValue("flip") == "true"
	h := w.Header()
	tag := fmt.Sprintf(`"%s-%d-%t"`, game.ID(), game.Ply(), flip)
	h.Set("ETag", tag)
	h.Set("Cache-Control", "private, no-cache")
	if game.Over() {
		h.Set("Cache-Control", "private, max-age=86400")
	}
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	a := diagram.Animation{Frames: framesOf(game.Chess(), flip), Delay: animationDelay, Last: animationEnd}
	var b bytes.Buffer
	if err := a.GIF(&b); err != nil {
		g.site.ServerError(w, r, err)
		return
	}
	h.Set("Content-Type", "image/gif")
	kind := "inline"
	if r.FormValue("download") == "true" {
		kind = "attachment"
	}
	h.Set("Content-Disposition", mime.FormatMediaType(kind, map[string]string{"filename": fileName(game, "gif", "")}))
	_, _ = w.Write(b.Bytes()) // fails when the client has gone
}

// framesOf returns the diagrams of a game from its start, mostFrames at most.
func framesOf(c *kirke.Game, flip bool) []*diagram.Diagram {
	frames := []*diagram.Diagram{picture.Of(c.Start())}
	length := 0
	for range c.MainLine() {
		length++
	}
	step := (length + mostFrames - 2) / (mostFrames - 1)
	for n := range c.MainLine() {
		if (length-n.Ply())%step != 0 {
			continue
		}
		d := picture.Of(n.Position())
		picture.MarkMove(d, n.Parent().Position().Details(n.Move()))
		frames = append(frames, d)
	}
	for _, d := range frames {
		d.Flip, d.Square = flip, animationSquare
	}
	return frames
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
