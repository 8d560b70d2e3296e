package review

// This file shows reviews on the page of a game.

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
	"github.com/kirke-chess/kirke/web/view"
)

// Routes registers the forms and parts of the page of a game.
func (r *Reviews) Routes(mux humago.Mux) {
	mux.HandleFunc("GET /g/{game}/review", r.part)
	mux.HandleFunc("POST /g/{game}/review", r.site.RequirePerson(r.form))
	mux.HandleFunc("GET /g/{game}/review/line", r.line)
}

// part shows only the review, which changes.
func (r *Reviews) part(w http.ResponseWriter, req *http.Request) {
	g, _, err := r.site.Watched(req.Context(), req.PathValue("game"))
	if err != nil {
		r.site.Refuse(w, req, err)
		return
	}
	data, err := r.Page(req.Context(), g)
	if err != nil {
		r.site.ServerError(w, req, err)
		return
	}
	r.site.Show(w, req, page.ReviewPart(data))
}

// form has a game reviewed for a person.
func (r *Reviews) form(w http.ResponseWriter, req *http.Request, p *site.Person) {
	g, _, err := r.site.Watched(req.Context(), req.PathValue("game"))
	var found Review
	if err == nil {
		found, err = r.Begin(req.Context(), p, g)
	}
	if err != nil {
		r.site.Refuse(w, req, err)
		return
	}
	if strings.Contains(req.Header.Get("Accept"), "application/json") {
		site.WriteJSON(w, found)
		return
	}
	http.Redirect(w, req, "/g/"+g.ID()+"#review", http.StatusSeeOther)
}

// line sends the positions of the best line at a marked move, from the one before the move.
func (r *Reviews) line(w http.ResponseWriter, req *http.Request) {
	g, _, err := r.site.Watched(req.Context(), req.PathValue("game"))
	var found Review
	if err == nil {
		found, err = r.Of(req.Context(), g)
	}
	if err != nil {
		r.site.Refuse(w, req, err)
		return
	}
	ply, err := strconv.Atoi(req.FormValue("ply"))
	if err != nil || found.Report == nil || ply < 1 || ply > len(found.Report.Moves) {
		r.site.Fail(w, req, http.StatusUnprocessableEntity, "There is no best line at this move.")
		return
	}
	views, err := viewsOf(g.Chess().Clone(), ply-1, found.Report.Moves[ply-1].UCI)
	if err != nil {
		r.site.ServerError(w, req, err)
		return
	}
	site.WriteJSON(w, views)
}

// viewsOf returns the position after ply half-moves of a game, and those after each move of a line
// from there.
func viewsOf(c *kirke.Game, ply int, line []string) ([]view.View, error) {
	if err := c.GoTo(ply); err != nil {
		return nil, err
	}
	p := c.Position()
	views := []view.View{view.Of(p, view.Watching())}
	for _, text := range line {
		next, m, err := p.PlayText(text)
		if err != nil {
			return nil, err
		}
		views = append(views, view.Of(next, view.Watching(), view.After(p, m)))
		p = next
	}
	return views, nil
}

const whatItDoes = message.Key("The computer looks for the best move in every position, and marks " +
	"those that lost most. Everybody who sees the game sees the review.")

// Page returns the review of a game as its page shows it. The error is not for the reader.
func (r *Reviews) Page(ctx context.Context, g *play.Game) (page.Review, error) {
	data := page.Review{Game: g.ID(), State: "refused", Visitor: site.UserID(ctx) == ""}
	found, err := r.Of(ctx, g)
	if err != nil {
		if play.CodeOf(err) == "" {
			return data, err
		}
		data.Says = site.Sentence(ctx, err)
		return data, nil
	}
	data.State, data.Parts, data.Of = string(found.State), found.Parts, found.Of
	switch found.State {
	case None:
		data.Says = message.Text(ctx, whatItDoes)
	case Waiting:
		data.Says = message.Text(ctx, "The review waits for its turn.")
	case Running:
		data.Says = message.Text(ctx, "%d of %d parts done", found.Parts, found.Of)
	case Failed:
		if data.Last = found.last; data.Last {
			data.Says = message.Text(ctx,
				"The review failed %d times, and is not tried again. %s", mostTries, found.Why)
			break
		}
		data.Says = message.Text(ctx, "The review failed. %s", found.Why)
	case Done:
		fill(ctx, &data, g, found.Report)
	}
	return data, nil
}

// fill writes a report for people.
func fill(ctx context.Context, data *page.Review, g *play.Game, report *FullReview) {
	numbers := moveNumbers(g.Chess())
	for i, seat := range []play.Seat{play.White, play.Black} {
		p := report.Players[i]
		shown := page.ReviewPlayer{
			Name: g.Player(seat).Name, Colour: string(seat), Accuracy: "–", Loss: "–",
			Inaccuracies: p.Inaccuracies, Mistakes: p.Mistakes, Blunders: p.Blunders,
		}
		if p.Moves > 0 {
			shown.Accuracy, shown.Loss = fmt.Sprintf("%.0f %%", p.Accuracy), fmt.Sprintf("%.0f", p.Loss)
		}
		data.Players[i] = shown
	}
	for i, p := range report.Positions {
		point := page.ReviewPoint{Chance: p.Chance, Text: message.Text(ctx, "Start: %s", p.Text)}
		if i > 0 {
			m := report.Moves[i-1]
			point.Mark, point.Text = string(m.Mark), numbers[i-1]+" "+m.Move+": "+p.Text
			if m.Mark != "" {
				point.Text += ", " + message.Known(ctx, string(m.Mark))
			}
		}
		data.Points = append(data.Points, point)
	}
	for i, m := range report.Moves {
		if m.Mark != "" {
			data.Moves = append(data.Moves, page.ReviewMove{
				Ply: m.Ply, Text: numbers[i] + " " + m.Move, Mark: string(m.Mark),
				Lost: fmt.Sprintf("%.0f %%", m.Lost), Best: m.Best,
			})
		}
	}
	data.Summary = summary(ctx, data)
}

// moveNumbers returns the number of each half-move, with three dots for Black's.
func moveNumbers(c *kirke.Game) []string {
	var all []string
	for n := range c.MainLine() {
		p := n.Parent().Position()
		_, number := p.Clock()
		dots := "."
		if p.Turn() == kirke.Black {
			dots = "…"
		}
		all = append(all, strconv.Itoa(number)+dots)
	}
	return all
}

// summary says what the graph shows.
func summary(ctx context.Context, d *page.Review) string {
	last := d.Points[len(d.Points)-1]
	text := message.Count(ctx, len(d.Points)-1,
		"Graph of White's winning chance over %d half-moves", "Graph of White's winning chance over %d half-moves")
	for i, p := range d.Players {
		marks := d.Players[i].Inaccuracies + p.Mistakes + p.Blunders
		text += "; " + message.Count(ctx, marks,
			"%[2]s: accuracy %[3]s, %[1]d marked moves", "%[2]s: accuracy %[3]s, %[1]d marked moves",
			p.Name, p.Accuracy)
	}
	return message.Text(ctx, "%s. At the end: %s.", text, last.Text)
}
