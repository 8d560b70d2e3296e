package games

// This file shows the page of a game.

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/fairplay"
	"github.com/kirke-chess/kirke/web/internal/live"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// gamePage shows a game. Without JavaScript its forms play it.
func (g *Games) gamePage(w http.ResponseWriter, r *http.Request) {
	game, seat, ok := g.watched(w, r)
	if !ok {
		return
	}
	if seat.Playing() {
		g.seen(r.Context(), site.UserID(r.Context()), game.ID(), game.Seq())
	}
	g.showGame(w, r, http.StatusOK, game, page.Try{})
}

// maxPositions is how many positions of a game are sent at a time.
const maxPositions = 128

// positions sends the positions of a game after from half-moves, before to.
func (g *Games) positions(w http.ResponseWriter, r *http.Request) {
	game, _, ok := g.watched(w, r)
	if !ok {
		return
	}
	from, err := strconv.Atoi(r.FormValue("from"))
	to, err2 := strconv.Atoi(r.FormValue("to"))
	if err != nil || err2 != nil || from < 0 || to < from || to-from > maxPositions {
		g.site.Fail(w, r, http.StatusUnprocessableEntity, "There are no such positions.")
		return
	}
	site.WriteJSON(w, live.PositionsOf(game, from, to))
}

// showGame shows a game to its reader, with a move that is previewed.
func (g *Games) showGame(w http.ResponseWriter, r *http.Request, status int, game *play.Game, try page.Try) {
	data, err := g.gameData(r.Context(), game)
	if err != nil {
		g.site.ServerError(w, r, err)
		return
	}
	if err := showPast(&data, game, r); err != nil {
		g.site.Fail(w, r, http.StatusUnprocessableEntity, site.Sentence(r.Context(), err))
		return
	}
	data.Try = try
	data.Try.ID = store.NewID()
	f := g.site.Frame(r, "%s", data.Names[0]+" – "+data.Names[1])
	f.Style = "game.css"
	g.site.ShowStatus(w, r, status, page.GamePage(f, data))
}

// showPast turns the board, and shows the position after half-move ply, as the query asks.
func showPast(d *page.GameData, game *play.Game, r *http.Request) error {
	d.At = d.Ply
	ply, err := strconv.Atoi(r.FormValue("ply"))
	past := err == nil && ply < d.Ply
	flip := r.FormValue("flip") == "true"
	if !past && !flip {
		return nil
	}
	d.Board.Flip = d.Board.Flip != flip
	d.Board.Picture.URL = fmt.Sprintf("/g/%s/diagram.svg?seq=%d&flip=%t", game.ID(), game.Seq(), d.Board.Flip)
	if !past {
		return nil
	}
	c := game.Chess().Clone()
	if err := c.GoTo(ply); err != nil {
		return err
	}
	d.At = ply
	d.Past = pastText(r.Context(), d.Score, ply)
	if history := game.History(); d.Over && ply < len(history) {
		for side, left := range history[ply] {
			d.Left[side] = site.TimeText(r.Context(), left)
		}
	}
	d.Board.Picture.URL += fmt.Sprintf("&ply=%d", ply)
	d.Board.Picture.Words = picture.Of(c.Position()).Describe()
	return nil
}

// pastText says which position of a game is shown, as the script of the page does.
func pastText(ctx context.Context, score []page.ScoreLine, ply int) string {
	if ply == 0 {
		return message.Text(ctx, "You are looking at the starting position.")
	}
	for _, line := range score {
		for _, m := range slices.Concat(line.Halves[0], line.Halves[1]) {
			if m.Ply == ply {
				return message.Text(ctx, "You are looking at move %s of %s: %s.",
					strconv.Itoa(line.Number), strconv.Itoa(score[len(score)-1].Number), m.Text)
			}
		}
	}
	return ""
}

// gameData returns what the page of a game shows to the person who asks.
func (g *Games) gameData(ctx context.Context, game *play.Game) (page.GameData, error) {
	user := site.UserID(ctx)
	seat := game.SeatFor(user)
	d := g.publicData(ctx, game, seat)
	d.SignedIn = user != ""
	var err error
	if d.Over {
		if d.Review, err = g.reviews.Page(ctx, game); err != nil {
			return d, err
		}
		d.Score = marked(d.Score, d.Review.Marks())
	}
	if d.Chat, err = g.chatOf(ctx, game, seat); err != nil || user == "" {
		return d, err
	}
	if d.Note, err = g.store.Note(ctx, game.ID(), user); err != nil {
		return d, err
	}
	if seat.Playing() && d.Correspondence && !d.Over {
		plan, err := g.store.Plan(ctx, game.ID(), user)
		if err != nil {
			return d, err
		}
		d.Plan = planText(game, plan)
		d.Plans, d.MayPlan = true, !d.MyTurn
	}
	return d, nil
}

// marked returns the moves of a game with their marks in a review, by half-moves.
func marked(score []page.ScoreLine, marks map[int]string) []page.ScoreLine {
	for _, line := range score {
		for _, moves := range line.Halves {
			for i := range moves {
				moves[i].Mark = marks[moves[i].Ply]
			}
		}
	}
	return score
}

// publicData returns the part of the page that does not depend on the reader's name.
func (g *Games) publicData(ctx context.Context, game *play.Game, seat play.Seat) page.GameData {
	now := g.site.Now()
	st := live.StateOf(ctx, game, seat, now)
	terms, v := game.Terms(), game.Chess().Variant()
	d := page.GameData{
		ID: game.ID(), Seat: string(seat), Playing: seat.Playing(), State: st, Turn: string(st.Turn),
		MyTurn:  seat == st.Turn && !st.Over,
		Variant: v.ID, Game: v.Name, Clock: site.ControlName(terms.Control), Rated: game.Rated(),
		Private: terms.Private, Correspondence: terms.Control.Correspondence(),
		Over: st.Over, Result: st.Result, Ending: st.Ending, Verdict: st.Verdict,
		Draw: string(st.Draw), Takeback: string(st.Takeback), Rematch: string(st.Rematch), Next: st.Next,
		Claims: st.Claims, Ply: st.Ply, Previous: game.Created().Previous,
		Created: message.Day(ctx, game.CreatedAt()), Version: game.Created().Origin.RulesVersion,
		Board: boardOf(game, seat, st), Says: st.Says, Notes: st.View.Notes,
		Computer: game.Player(play.White).Computer() || game.Player(play.Black).Computer(),
		NoHelp:   fairplay.NoHelp(game, seat), MayAbort: !st.Over && st.Ply < 2,
		Army: live.ArmyOf(game), Score: st.Score, Example: moveExample(game.Chess().Start()),
	}
	for i, side := range []play.Seat{play.White, play.Black} {
		p := game.Player(side)
		d.Names[i], d.Persons[i] = p.Name, !p.Computer() && p.Name != store.DeletedName
		if side == seat.Other() && d.Persons[i] {
			d.Opponent = p.Name
		}
		if st.Clock != nil {
			d.Left[i] = site.TimeText(ctx, live.TimeFor(game, side, now))
		}
	}
	if st.Clock != nil && !st.Clock.Deadline.IsZero() && !st.Over && d.Correspondence {
		d.Deadline = message.Moment(ctx, st.Clock.Deadline) // as the script writes it
	}
	copy(d.Ratings[:], st.Ratings)
	if series := st.View.Series; series != nil {
		d.Series = picture.SeriesNote(series.Left, series.Length)
		d.Notes = slices.DeleteFunc(slices.Clone(d.Notes), func(note string) bool { return note == d.Series })
	}
	return d
}

// boardOf returns the board of a game's page.
func boardOf(game *play.Game, seat play.Seat, st live.State) page.Board {
	v, flip, speed := game.Chess().Variant(), seat == play.Black, "live"
	if game.Terms().Control.Correspondence() {
		speed = "correspondence"
	}
	return page.Board{
		Variant: v.ID, View: st.View, Flip: flip, Speed: speed, Aside: true,
		Picture: page.Picture{
			Title: v.Name, Words: picture.Of(game.Position()).Describe(),
			URL: fmt.Sprintf("/g/%s/diagram.svg?seq=%d&flip=%t", game.ID(), st.Seq, flip),
		},
	}
}

// chatOf returns the chat as a seat sees it.
func (g *Games) chatOf(ctx context.Context, game *play.Game, seat play.Seat) ([]page.ChatLine, error) {
	events, err := g.store.Events(ctx, game.ID(), 0)
	if err != nil {
		return nil, err
	}
	var chat []page.ChatLine
	for _, e := range site.VisibleTo(seat, game.Over(), events) {
		if said, ok := e.Payload.(play.Said); ok {
			line := page.ChatLine{Name: said.Name, Text: said.Text, Seq: e.Seq, Mine: said.User == site.UserID(ctx)}
			chat = append(chat, line)
		}
	}
	return chat, nil
}

// moveExample returns a move of a position in several styles. It takes the longest one, which shows
// what is special in the variant.
func moveExample(p kirke.Position) page.MoveExample {
	var most kirke.Move
	length := 0
	for m := range p.LegalMoves() {
		if n := len(p.MoveText(m, kirke.UCI)); n > length {
			most, length = m, n
		}
	}
	if length == 0 {
		return page.MoveExample{}
	}
	text := func(style kirke.Style) string { return p.MoveText(most, style) }
	return page.MoveExample{SAN: text(kirke.SAN), UCI: text(kirke.UCI), Courier: text(kirke.Courier)}
}
