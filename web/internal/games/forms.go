package games

// This file carries out what players do in a game.

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/position"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// Do carries out a command of a person in a game.
func (g *Games) Do(ctx context.Context, game, user string, c play.Command) (store.Done, error) {
	if err := g.site.MayAct(ctx, user); err != nil {
		return store.Done{}, err
	}
	if c.Do == play.Say {
		if !g.talk.Allow(user) || !g.talkHere.Allow(site.AddressOf(ctx)) {
			return store.Done{}, site.ErrTooMany
		}
		c.Text = site.Plain(c.Text, 2*play.MaxChat) // a message that is too long is refused, not cut
	}
	done, err := g.store.Do(ctx, game, user, c)
	if err == nil && len(done.Events) > 0 {
		g.computer.Observe(done)
	}
	return done, err
}

// tryMove previews a move.
func (g *Games) tryMove(w http.ResponseWriter, r *http.Request) {
	game, seat, ok := g.watched(w, r)
	if !ok {
		return
	}
	text := strings.TrimSpace(r.FormValue("text"))
	try := page.Try{Text: text, Offer: r.FormValue("offer") != ""}
	status := http.StatusOK
	switch {
	case !seat.Playing() || seat != game.Turn() || game.Over():
		status, try.Error = http.StatusConflict, message.Text(r.Context(), "It is not your turn.")
	case len(text) > play.MaxMove:
		status, try.Error = http.StatusUnprocessableEntity, notAMove
	default:
		found := position.Explain(game.Chess(), text)
		if !found.Legal {
			status, try.Error = http.StatusUnprocessableEntity, found.Text
			break
		}
		try.Legal, try.SAN, try.Courier, try.UCI, try.Result = true, found.SAN, found.Courier, found.UCI, found.Result
		try.Picture = page.Picture{
			Words: "The position after " + found.SAN,
			URL: fmt.Sprintf("/g/%s/diagram.svg?seq=%d&try=%s&flip=%t",
				game.ID(), game.Seq(), found.UCI, seat == play.Black),
		}
	}
	g.showGame(w, r, status, game, try)
}

// notAMove is the answer to a text longer than any move.
const notAMove = "That is not a move."

// explainMove tells the board why a move is not legal.
func (g *Games) explainMove(w http.ResponseWriter, r *http.Request) {
	game, _, ok := g.watched(w, r)
	if !ok {
		return
	}
	text := r.FormValue("text")
	if len(text) > play.MaxMove {
		g.site.Fail(w, r, http.StatusUnprocessableEntity, notAMove)
		return
	}
	site.WriteJSON(w, position.Explain(game.Chess(), text))
}

// doForm carries out a form of the page.
func (g *Games) doForm(w http.ResponseWriter, r *http.Request, p *site.Person) {
	ply, err := strconv.Atoi(r.FormValue("ply"))
	if err != nil {
		ply = 0
	}
	c := play.Command{
		Do: play.Verb(r.FormValue("do")), ID: r.FormValue("id"), Ply: ply, Text: strings.TrimSpace(r.FormValue("text")),
		Offer: r.FormValue("offer") != "", Reason: r.FormValue("reason"),
	}
	id := r.PathValue("game")
	done, err := g.Do(r.Context(), id, p.ID, c)
	if code := play.CodeOf(err); err != nil && (code == "" || code == play.NotFound) {
		g.site.Refuse(w, r, err)
		return
	}
	if err != nil {
		game, _, ok := g.watched(w, r)
		if ok {
			try := page.Try{Text: c.Text, Error: site.Sentence(r.Context(), err)}
			g.showGame(w, r, site.StatusOf(err, http.StatusConflict), game, try)
		}
		return
	}
	if done.Rematch != nil {
		id = done.Rematch.ID
	}
	http.Redirect(w, r, "/g/"+id, http.StatusSeeOther)
}

// noteForm keeps a private note.
func (g *Games) noteForm(w http.ResponseWriter, r *http.Request, p *site.Person) {
	id := r.PathValue("game")
	if err := g.setNote(r.Context(), id, p.ID, r.FormValue("note")); err != nil {
		g.site.Refuse(w, r, err)
		return
	}
	http.Redirect(w, r, "/g/"+id, http.StatusSeeOther)
}

func (g *Games) setNote(ctx context.Context, game, user, text string) error {
	if err := g.site.MayAct(ctx, user); err != nil {
		return err
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "")
	return g.store.SetNote(ctx, game, user, text)
}

// planForm keeps conditional moves.
func (g *Games) planForm(w http.ResponseWriter, r *http.Request, p *site.Person) {
	game, _, ok := g.watched(w, r)
	if !ok {
		return
	}
	lines, err := planLines(game, r.FormValue("plan"))
	if err == nil {
		_, err = g.store.SetPlan(r.Context(), game.ID(), p.ID, lines)
	}
	status := site.StatusOf(err, http.StatusInternalServerError)
	if err != nil && status < http.StatusInternalServerError {
		try := page.Try{PlanError: site.Sentence(r.Context(), err), Plan: r.FormValue("plan")}
		g.showGame(w, r, status, game, try)
		return
	}
	g.site.Done(w, r, "/g/"+game.ID(), "The conditional moves are saved.", err)
}

// planLines reads conditional moves, one line a row.
func planLines(game *play.Game, text string) ([][]string, error) {
	var lines [][]string
	for i, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if len(line) > 2000 || len(lines) == play.MaxPlanLines {
			return nil, play.Refuse(play.Invalid, "There are too many conditional moves.")
		}
		c := kirke.NewGame(game.Position())
		if err := gamefile.PlayAll(c, line); err != nil {
			return nil, play.Refuse(play.Illegal, "Line %d: %s", i+1, site.English(err))
		}
		var moves []string
		for n := range c.Line() {
			moves = append(moves, n.Text(kirke.UCI))
		}
		lines = append(lines, moves)
	}
	return lines, nil
}

// planText writes what is left of conditional moves, one line a row.
func planText(game *play.Game, plan play.Plan) string {
	var b strings.Builder
	for _, line := range plan.Rest(game) {
		p := game.Position()
		for i, uci := range line {
			next, m, err := p.PlayText(uci)
			if err != nil {
				break // a move of rules that this build does not have
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(p.MoveText(m, kirke.SAN))
			p = next
		}
		b.WriteByte('\n')
	}
	return strings.TrimSpace(b.String())
}
