package tools

// This file holds the first page, the analysis page and the board editor.

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/internal/fairplay"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/page"
	"github.com/kirke-chess/kirke/web/view"
)

// defaultVariant is the variant of the first page.
const defaultVariant = "seirawan"

// boardOf returns the board of a page at the last position of g.
func boardOf(a position.At, g *kirke.Game) page.Board {
	words := ""
	if d, err := a.Diagram(position.Drawing{}); err == nil {
		words = d.Describe()
	}
	return page.Board{
		Variant: g.Variant().ID, FEN: a.FEN, Moves: a.Moves, View: view.OfGame(g),
		Picture: page.Picture{
			Title: g.Variant().Name, Words: words, URL: site.APIPath + "/diagram.svg?" + a.Query().Encode(),
		},
	}
}

// home shows the first page, with a game against the computer. The address has the moves of the
// game, so that it continues when the page is reloaded.
func (t *Tools) home(w http.ResponseWriter, r *http.Request) {
	at := position.FromRequest(r)
	at.FEN = ""
	if at.Variant == "" {
		at.Variant = defaultVariant
	}
	if v, err := at.Setting().Game(); err == nil && v.Start.Shuffle != nil && at.Seed == 0 {
		at.Seed = rand.Uint64N(1<<53-1) + 1 // exact as a number of JavaScript
	}
	g, err := at.Game()
	if err != nil || len(at.Moves) > position.MaxMoves { // a new game
		at.Moves = ""
		g, err = at.Game()
	}
	status, asked := http.StatusOK, at.Variant
	if err != nil { // the fields say why
		status, at = http.StatusNotFound, position.At{Variant: defaultVariant}
		if g, err = at.Game(); err != nil {
			t.site.ServerError(w, r, err)
			return
		}
	}
	level, err := strconv.Atoi(r.FormValue("level"))
	if err != nil || level < 1 || level > engine.MaxLevel {
		level = site.DefaultLevel
	}
	v := g.Variant()
	h := page.Home{
		Board: boardOf(at, g), Picker: site.ShortPickerOf(r.Context(), asked), Level: level, Game: site.PageGame(v),
		Levels: site.Levels(), Played: playedMoves(g), Today: t.today(r.Context()),
	}
	if at.Seed != 0 {
		h.Seed = strconv.FormatUint(at.Seed, 10)
	}
	h.Board.Flip = r.FormValue("side") == "black"
	t.site.ShowStatus(w, r, status, page.HomePage(t.site.Frame(r, ""), h))
}

// playedMoves returns the moves of a game as the first page lists them.
func playedMoves(g *kirke.Game) []page.PlayedMove {
	var all []page.PlayedMove
	for n := range g.MainLine() {
		before := n.Parent().Position()
		_, number := before.Clock()
		all = append(all, page.PlayedMove{
			UCI: n.Text(kirke.UCI), SAN: n.Text(kirke.SAN), Turn: string(play.SeatOf(before.Turn())), Number: number,
		})
	}
	return all
}

// analysis returns what the analysis page and the board editor show.
func analysis(r *http.Request) page.Analysis {
	at := position.FromRequest(r)
	data := page.Analysis{Picker: site.PositionPickerOf(r.Context(), at.Variant)}
	g, err := at.Game()
	if err == nil && len(at.Moves) > position.MaxMoves {
		err = fmt.Errorf("a list of moves has at most %d characters", position.MaxMoves)
	}
	if err != nil {
		data.Error = site.Sentence(r.Context(), err)
		data.Board = page.Board{Variant: at.Variant, FEN: at.FEN, Moves: at.Moves}
		for _, at := range []position.At{{Variant: at.Variant}, {}} {
			if g, err = at.Game(); err == nil {
				typed := data.Board
				data.Board, data.Game = boardOf(at, g), g.Variant().Name
				data.Board.FEN, data.Board.Moves = typed.FEN, typed.Moves
				break
			}
		}
		return data
	}
	data.Board, data.Game = boardOf(at, g), g.Variant().Name
	if at.FEN == "" && g.Variant().Start.Shuffle != nil {
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

func (t *Tools) analysisPage(w http.ResponseWriter, r *http.Request) {
	data := analysis(r)
	data.MayKeep, data.Browser = t.site.Store != nil, t.site.Has("engine.wasm")
	if g, err := position.FromRequest(r).Game(); err == nil {
		data.NoEngine = site.Sentence(r.Context(), fairplay.MayJudge(r.Context(), t.site, g))
		t.showTables(r.Context(), &data, g)
	}
	t.site.Show(w, r, page.AnalysisPage(t.site.Frame(r, "Analysis"), data))
}

// editorPage shows the board editor. A problem is edited on the page of the solver.
func (t *Tools) editorPage(w http.ResponseWriter, r *http.Request) {
	if task := taskOf(r); task.Stipulation != "" || task.Popeye != "" {
		http.Redirect(w, r, "/problems?"+task.query().Encode(), http.StatusSeeOther)
		return
	}
	t.site.Show(w, r, page.EditorPage(t.site.Frame(r, "Board editor"), analysis(r)))
}
