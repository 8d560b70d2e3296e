package web

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/page"
	"github.com/kirke-chess/kirke/web/view"
)

// defaultLevel is what the computer plays at until somebody says otherwise.
const defaultLevel = 3

// atOf reads which position a form or a query means.
func atOf(r *http.Request) At {
	seed, err := strconv.ParseUint(r.FormValue("seed"), 10, 64)
	if err != nil {
		seed = 0
	}
	return At{
		Variant: strings.TrimSpace(r.FormValue("variant")), FEN: strings.TrimSpace(r.FormValue("fen")), Moves: strings.TrimSpace(r.FormValue("moves")),
		Seed: seed, Array: r.FormValue("array"), Symmetry: r.FormValue("symmetry"), Problem: r.FormValue("problem") != "",
	}
}

// query returns a position as the query of an address.
func (a At) query() url.Values {
	q := url.Values{}
	set := func(name, value string) {
		if value != "" {
			q.Set(name, value)
		}
	}
	set("variant", a.Variant)
	set("fen", a.FEN)
	set("moves", a.Moves)
	set("array", a.Array)
	set("symmetry", a.Symmetry)
	if a.Seed != 0 {
		q.Set("seed", strconv.FormatUint(a.Seed, 10))
	}
	if a.Problem {
		q.Set("problem", "true")
	}
	return q
}

// maxMovesText is how long a list of moves in an address may be.
const maxMovesText = 16_000

// boardOf returns the board of a page at the last position of g.
func boardOf(a At, g *kirke.Game) page.Board {
	q := a.query()
	d, err := a.diagram(Drawing{})
	words := ""
	if err == nil {
		words = d.Describe()
	}
	return page.Board{
		Variant: g.Variant().ID, FEN: a.FEN, Moves: a.Moves, View: view.OfGame(g),
		Picture: page.Picture{Title: g.Variant().Name, Words: words, URL: apiPath + "/diagram.svg?" + q.Encode()},
	}
}

// home shows the first page, with a game against the computer. The address of a game that has begun says how it has gone, so
// that it goes on when the page is loaded again.
func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	at := atOf(r)
	at.FEN = ""
	if at.Variant == "" {
		at.Variant = "seirawan"
	}
	if v, err := at.variant(); err == nil && v.Array.Lot != nil && at.Seed == 0 {
		at.Seed = rand.Uint64N(1<<53-1) + 1 // a number that scripts can hold
	}
	g, err := at.game()
	if err != nil || len(at.Moves) > maxMovesText { // then the game begins anew
		at.Moves = ""
		g, err = at.game()
	}
	if err != nil {
		s.fail(w, r, http.StatusNotFound, sentence(err))
		return
	}
	level, err := strconv.Atoi(r.FormValue("level"))
	if err != nil || level < 1 || level > engine.MaxLevel {
		level = defaultLevel
	}
	v := g.Variant()
	h := page.Home{
		Board: boardOf(at, g), Families: familiesWith(v.ID), Level: level,
		Game: page.Game{ID: v.ID, Name: v.Name, Summary: v.Summary, Drawn: v.Array.Lot != nil},
	}
	for n := range g.MainLine() {
		before := n.Parent().Position()
		_, number := before.Clock()
		h.Played = append(h.Played, page.PlayedMove{UCI: n.Text(kirke.UCI), SAN: n.Text(kirke.SAN), Turn: string(play.SeatOf(before.Turn())), Number: number})
	}
	if at.Seed != 0 {
		h.Seed = strconv.FormatUint(at.Seed, 10)
	}
	h.Board.Flip = r.FormValue("side") == "black"
	for l := range engine.MaxLevel {
		h.Levels = append(h.Levels, l+1)
	}
	s.show(w, r, page.HomePage(s.frame(r, ""), h))
}

// analysis returns what the pages of analysis and of the editor show.
func analysis(r *http.Request) page.Analysis {
	at := atOf(r)
	data := page.Analysis{Families: familiesWith(at.Variant)}
	g, err := at.game()
	if err == nil && len(at.Moves) > maxMovesText {
		err = fmt.Errorf("a list of moves may hold %d characters", maxMovesText)
	}
	if err != nil {
		data.Error = sentence(err)
		data.Board = page.Board{Variant: at.Variant, FEN: at.FEN, Moves: at.Moves}
		at = At{Variant: at.Variant}
		if g, err = at.game(); err != nil {
			at = At{}
			if g, err = at.game(); err != nil {
				return data
			}
		}
		typed := data.Board
		data.Board = boardOf(at, g)
		data.Board.FEN, data.Board.Moves = typed.FEN, typed.Moves
		return data
	}
	data.Board = boardOf(at, g)
	if at.FEN == "" && g.Variant().Array.Lot != nil {
		data.Board.FEN = g.Start().FEN() // as it was drawn
	}
	for n := range g.MainLine() {
		data.Played = append(data.Played, n.Text(kirke.SAN))
	}
	if o := g.Outcome(); o.Over() {
		data.Result = o.String()
		return data
	}
	for m := range g.Position().LegalMoves() {
		data.Legal = append(data.Legal, g.Position().MoveText(m, kirke.SAN))
	}
	return data
}

func (s *Server) analysisPage(w http.ResponseWriter, r *http.Request) {
	data := analysis(r)
	if g, err := atOf(r).game(); err == nil {
		data.NoEngine = sentence(s.mayJudge(r.Context(), g))
	}
	s.show(w, r, page.AnalysisPage(s.frame(r, "Analysis"), data))
}

// editorPage shows the editor. A problem whose position is to be set up stays beside it.
func (s *Server) editorPage(w http.ResponseWriter, r *http.Request) {
	data := page.Editor{}
	t, wrong := taskOf(r).forEditor()
	if t.FEN != "" {
		r.Form.Set("variant", t.Variant)
		r.Form.Set("fen", t.FEN)
	}
	data.Analysis = analysis(r)
	if wrong != "" {
		data.Error = wrong
	}
	q := t.query()
	q.Del("variant")
	q.Del("fen")
	data.Query = q.Encode()
	for _, name := range slices.Sorted(maps.Keys(q)) {
		data.Problem = append(data.Problem, page.Field{Name: name, Value: q.Get(name)})
	}
	s.show(w, r, page.EditorPage(s.frame(r, "Board editor"), data))
}

func (s *Server) convertPage(w http.ResponseWriter, r *http.Request) {
	data := page.Conversion{Families: familiesWith(r.FormValue("variant")), Variant: canonical(r.FormValue("variant")), From: r.FormValue("from"), To: r.FormValue("to"), In: r.FormValue("text")}
	for _, f := range formats {
		data.Formats = append(data.Formats, page.Format{ID: f.ID, Name: f.Name})
	}
	status := http.StatusOK
	if r.Method == http.MethodPost {
		if out, err := convert(r.Context(), Conversion{At: At{Variant: data.Variant}, Text: data.In, From: data.From, To: data.To}); err != nil {
			status, data.Error = http.StatusUnprocessableEntity, sentence(err)
		} else {
			data.Out, data.Bad, data.Games = out.Text, out.Bad, out.Games
		}
	}
	s.showStatus(w, r, status, page.ConvertPage(s.frame(r, "Convert games"), data))
}

func (s *Server) apiPage(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, page.APIPage(s.frame(r, "API")))
}
