package games

// This file finds what is new for a person, and notes what the person has seen.

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// How much a page shows at once: notices that ask for an answer, and lines of the bell's list. The
// others follow when these are gone.
const (
	mostNotices = 3
	mostNews    = 12
)

// Reader returns who reads a page, and what is new for them. That they see challenges and accepted
// offers, mails about which are then not sent, is noted.
func (g *Games) Reader(r *http.Request) (page.User, page.News) {
	p := site.PersonOf(r.Context())
	if p == nil {
		return page.User{}, page.News{}
	}
	found, err := g.whatIsNew(r.Context(), p.ID, r.URL.Path)
	if err != nil && r.Context().Err() == nil {
		g.site.Log.Error("the news of a person cannot be read", "err", err)
	}
	if err := g.store.SawNotices(r.Context(), p.ID); err != nil && r.Context().Err() == nil {
		g.site.Log.Error("what a person has seen cannot be noted", "err", err)
	}
	return page.User{Name: p.Name, Guest: p.Guest, Moderates: p.Moderates()}, found
}

// whatIsNew returns what is new for a person on a page: what others have done, challenges, and
// games in which it is the person's turn, the newest first. A page does not tell what it shows: the
// lobby lists challenges itself, and the page of a game that game.
func (g *Games) whatIsNew(ctx context.Context, user, path string) (out page.News, err error) {
	told, err := g.store.Notices(ctx, user)
	if err != nil {
		return out, err
	}
	going, err := g.store.GamesOf(ctx, user)
	if err != nil {
		return out, err
	}
	here, _, _ := strings.Cut(strings.TrimPrefix(path, "/g/"), "/") // the game that the page shows
	var all []page.Notice
	for _, n := range told {
		if n.Game == "" || n.Game != here {
			all = append(all, g.noticeOf(ctx, n, user, going))
		}
	}
	if path != "/lobby" {
		offers, err := g.store.SeeksOf(ctx, user)
		if err != nil {
			return out, err
		}
		for _, k := range offers {
			if k.To != nil && k.To.ID == user {
				all = append(all, challengeOf(ctx, k))
			}
		}
	}
	slices.SortStableFunc(all, func(a, b page.Notice) int { return b.At.Compare(a.At) })
	for _, n := range all {
		if n.Asks && len(out.Notices) < mostNotices {
			out.Notices = append(out.Notices, n)
		}
	}
	for _, m := range going {
		if !site.YourTurn(m, user) {
			continue
		}
		out.Turns++
		told := slices.ContainsFunc(all, func(n page.Notice) bool { return n.Game == m.ID && n.Asks })
		if m.ID != here && !m.Computer() && !told { // the computer is patient
			all = append(all, g.turnOf(ctx, m, user))
		}
	}
	out.Count, out.Items = len(all), all[:min(len(all), mostNews)]
	return out, nil
}

// noticeOf returns a notice as pages show it to its reader, whose games under way are going.
func (g *Games) noticeOf(ctx context.Context, n store.Notice, user string, going []store.Summary) page.Notice {
	out := page.Notice{ID: n.ID, Game: n.Game, At: n.Created, Asks: true}
	name := site.GameName(n.Variant)
	switch n.Kind {
	case store.OfferAccepted:
		out.Text = message.Text(ctx, "%s accepted your offer: %s.", n.By, name)
		g.begin(ctx, &out, n, going)
	case store.RematchAccepted:
		out.Text = message.Text(ctx, "%s accepted the rematch: %s.", n.By, name)
		g.begin(ctx, &out, n, going)
	case store.ChallengeDeclined:
		out.Text = message.Text(ctx, "%s declined your challenge: %s.", n.By, name)
	case store.RematchOffered:
		out.Text = message.Text(ctx, "%s offers a rematch: %s.", n.By, name)
	case store.MessageCame:
		out.Text, out.Asks = messageText(ctx, n.Detail, n.By, name), false
	case store.GameEnded:
		out.Text, out.Asks = message.Text(ctx, "Your game against %s has ended.", n.By), false
		if m, err := g.store.Summary(ctx, n.Game); err == nil {
			out.Text = endText(ctx, n, seatOf(m, user))
		}
	}
	return out
}

// begin makes a notice of a live game that has begun lead its reader to the board, unless the reader
// is in another live game.
func (g *Games) begin(ctx context.Context, out *page.Notice, n store.Notice, going []store.Summary) {
	var begun *store.Summary
	for i, m := range going {
		switch {
		case m.Control.Correspondence():
		case m.ID == n.Game:
			begun = &going[i]
		default:
			return
		}
	}
	if begun != nil {
		out.Begun = true
		out.Text = message.Text(ctx, "Your game against %s has begun: %s, %s.", n.By, site.GameName(n.Variant),
			message.Known(ctx, site.ControlName(begun.Control)))
	}
}

// challengeOf returns a challenge to the reader as pages show it.
func challengeOf(ctx context.Context, k store.Seek) page.Notice {
	game := site.GameName(k.Terms.Variant)
	clock := message.Known(ctx, site.ControlName(k.Terms.Control))
	text := message.Text(ctx, "%s challenges you: %s, %s.", k.By.Name, game, clock)
	if k.Terms.Rated {
		text = message.Text(ctx, "%s challenges you: %s, %s, rated.", k.By.Name, game, clock)
	}
	return page.Notice{Seek: k.ID, At: k.Created, Text: text, Asks: true}
}

// turnOf returns a game in which it is the reader's turn as the bell's list shows it.
func (g *Games) turnOf(ctx context.Context, m store.Summary, user string) page.Notice {
	card := site.GameCard(ctx, m, user)
	opponent := card.Black
	if seatOf(m, user) == play.Black {
		opponent = card.White
	}
	text := message.Text(ctx, "Your turn against %s: %s.", opponent, card.Game)
	if left := m.Deadline.Sub(g.site.Now()); !m.Deadline.IsZero() && left > 0 {
		text = message.Text(ctx, "Your turn against %s: %s, %s left.", opponent, card.Game, duration(ctx, left))
	}
	return page.Notice{Game: m.ID, At: m.Last, Text: text}
}

// messageText says what a notice of a message is about.
func messageText(ctx context.Context, detail, by, game string) string {
	switch detail {
	case "draw":
		return message.Text(ctx, "%s offers a draw: %s.", by, game)
	case "takeback":
		return message.Text(ctx, "%s asks to take back a move: %s.", by, game)
	}
	return message.Text(ctx, "%s wrote to you: %s.", by, game)
}

// endText says how a game ended for a seat. The reason is what the rules say.
func endText(ctx context.Context, n store.Notice, seat play.Seat) string {
	result, reason, _ := strings.Cut(n.Detail, " ")
	e := play.Ended{Result: result, Reason: reason}
	switch {
	case reason == play.Aborted:
		return message.Text(ctx, "Your game against %s has ended: aborted.", n.By)
	case reason == "" && e.Winner() == seat:
		return message.Text(ctx, "Your game against %s has ended: you won.", n.By)
	case reason == "" && e.Winner() != "":
		return message.Text(ctx, "Your game against %s has ended: you lost.", n.By)
	case reason == "":
		return message.Text(ctx, "Your game against %s has ended: draw.", n.By)
	case e.Winner() == seat:
		return message.Text(ctx, "Your game against %s has ended: you won (%s).", n.By, reason)
	case e.Winner() != "":
		return message.Text(ctx, "Your game against %s has ended: you lost (%s).", n.By, reason)
	}
	return message.Text(ctx, "Your game against %s has ended: draw (%s).", n.By, reason)
}

// duration says how long a time is, in days and hours or the largest unit that it has.
func duration(ctx context.Context, d time.Duration) string {
	days, hours := int(d/play.Day), int(d%play.Day/time.Hour)
	inHours := message.Count(ctx, hours, "%d hour", "%d hours")
	switch {
	case days > 0 && hours > 0:
		return message.Text(ctx, "%s %s", message.Count(ctx, days, "%d day", "%d days"), inHours)
	case days > 0:
		return message.Count(ctx, days, "%d day", "%d days")
	case hours > 0:
		return inHours
	}
	return message.Count(ctx, max(1, int(d/time.Minute)), "%d minute", "%d minutes")
}

func seatOf(m store.Summary, user string) play.Seat {
	if m.Players[1].User == user {
		return play.Black
	}
	return play.White
}

// dropNotice dismisses a notice that its reader has seen.
func (g *Games) dropNotice(w http.ResponseWriter, r *http.Request, p *site.Person) {
	g.drop(w, r, p, func(n store.Notice) bool { return n.ID == r.PathValue("notice") })
}

// dropNotices dismisses all notices.
func (g *Games) dropNotices(w http.ResponseWriter, r *http.Request, p *site.Person) {
	g.drop(w, r, p, func(store.Notice) bool { return true })
}

func (g *Games) drop(w http.ResponseWriter, r *http.Request, p *site.Person, which func(store.Notice) bool) {
	all, err := g.store.Notices(r.Context(), p.ID)
	for _, n := range all {
		if err == nil && which(n) {
			err = g.store.DropNotice(r.Context(), p.ID, n.ID)
		}
	}
	if err != nil {
		g.site.ServerError(w, r, err)
		return
	}
	g.site.TellUser(p.ID)
	http.Redirect(w, r, site.LocalPath(r.FormValue("back")), http.StatusSeeOther)
}

// sawNotices notes that a reader sees the news on an open page.
func (g *Games) sawNotices(w http.ResponseWriter, r *http.Request, p *site.Person) {
	if err := g.store.SawNotices(r.Context(), p.ID); err != nil {
		g.site.ServerError(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// sawGame notes that a reader sees a game, up to an event, on its open page.
func (g *Games) sawGame(w http.ResponseWriter, r *http.Request, p *site.Person) {
	seq, err := strconv.Atoi(r.FormValue("seq"))
	if err != nil || seq < 0 {
		g.site.Fail(w, r, http.StatusBadRequest, "Events have numbers.")
		return
	}
	g.seen(r.Context(), p.ID, r.PathValue("game"), seq)
	w.WriteHeader(http.StatusNoContent)
}

// seen drops the notices about a game that its player sees, and what was to be sent about it up to
// an event.
func (g *Games) seen(ctx context.Context, user, game string, seq int) {
	found, err := g.store.DropGameNotices(ctx, user, game)
	if err == nil {
		err = g.store.SawGame(ctx, user, game, seq)
	}
	if err != nil && ctx.Err() == nil {
		g.site.Log.Error("what a person has seen cannot be noted", "err", err)
	}
	if found {
		g.site.TellUser(user)
	}
}
