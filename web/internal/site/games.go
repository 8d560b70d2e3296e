package site

// This file holds games, offers and clocks as pages write them.

import (
	"context"
	"fmt"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// Watched returns a game and the seat of who asks. The error is ErrNoGame if they may not see it.
func (s *Site) Watched(ctx context.Context, id string) (*play.Game, play.Seat, error) {
	g, err := s.Store.Game(ctx, id)
	if err != nil {
		return nil, "", err
	}
	user := UserID(ctx)
	if !g.MayWatch(user) {
		return nil, "", ErrNoGame
	}
	return g, g.SeatFor(user), nil
}

// Tagged returns a copy of a game with the tags that files have.
func Tagged(g *play.Game) *kirke.Game {
	c := g.Chess().Clone()
	c.SetTag("Event", map[bool]string{true: "Rated game", false: "Casual game"}[g.Rated()])
	c.SetTag("Site", "Kirke /g/"+g.ID())
	c.SetTag("Date", g.CreatedAt().Format("2006.01.02"))
	c.SetTag("White", g.Player(play.White).Name)
	c.SetTag("Black", g.Player(play.Black).Name)
	c.SetTag("TimeControl", g.Terms().Control.PGN())
	if e, _, over := g.Ending(); over && e.Reason != "" {
		c.SetTag("Termination", e.Reason)
	}
	return c
}

// GameCard returns a game as lists show it to a person, "" for a visitor.
func GameCard(ctx context.Context, m store.Summary, user string) page.GameCard {
	c := page.GameCard{
		ID: m.ID, Variant: m.Variant, Game: GameName(m.Variant), Clock: ControlName(m.Control),
		White: m.Players[0].Name, Black: m.Players[1].Name, Ply: m.Ply, Seq: m.Seq,
		Over: m.Over, Result: m.Result, Reason: m.Reason, Rated: m.Rated, Date: message.Day(ctx, m.Last),
		YourTurn: user != "" && YourTurn(m, user), Flip: user != "" && m.Players[1].User == user,
	}
	if !m.Deadline.IsZero() && !m.Over {
		c.Left = TimeText(ctx, time.Until(m.Deadline))
	}
	return c
}

// SeekLine returns an offer as lists show it to a person, "" for a visitor.
func SeekLine(k store.Seek, user string) page.SeekLine {
	l := page.SeekLine{
		ID: k.ID, By: k.By.Name, Variant: k.Terms.Variant, Game: GameName(k.Terms.Variant),
		Clock: ControlName(k.Terms.Control), Rated: k.Terms.Rated, Colour: string(k.Color),
		Mine: k.By.ID == user && user != "", Link: k.Link, Rating: k.Rating.Text(),
		Own: k.Terms.Start != "" || k.Terms.Array != "",
	}
	if k.To != nil {
		l.To = k.To.Name
	}
	return l
}

// Clocks are the time controls that the lobby offers. Any other can be typed.
var Clocks = []page.Choice{
	{Value: "1+0", Name: message.Key("1 minute")},
	{Value: "1+1", Name: message.Key("1 minute + 1 second")},
	{Value: "3+2", Name: message.Key("3 minutes + 2 seconds")},
	{Value: "5+3", Name: message.Key("5 minutes + 3 seconds")},
	{Value: "10+5", Name: message.Key("10 minutes + 5 seconds")},
	{Value: "15+10", Name: message.Key("15 minutes + 10 seconds")},
	{Value: "30+20", Name: message.Key("30 minutes + 20 seconds")},
	{Value: "1d", Name: message.Key("1 day per move")},
	{Value: "3d", Name: message.Key("3 days per move")},
	{Value: "7d", Name: message.Key("7 days per move")},
	{Value: "10d+1d/20d", Name: message.Key("10 days + 1 day per move, 20 at most")},
	{Value: "unlimited", Name: message.Key("no clock")},
}

// QuickClocks are the time controls that one press chooses.
var QuickClocks = []page.QuickClock{
	quick("1+0"), quick("3+2"), quick("5+3"), quick("10+5"), quick("15+10"), quick("30+20"),
	quick("1d"), quick("3d"), quick("7d"),
}

// daysShort are the spans of the slow ones.
var daysShort = map[int]string{
	1: message.Key("1 day"), 3: message.Key("3 days"), 7: message.Key("7 days"),
}

// quick returns a time control of Clocks with a short text and its speed.
func quick(value string) page.QuickClock {
	c, err := play.ParseControl(value)
	if err != nil {
		panic(err) // a mistake in QuickClocks, which every test of the site finds
	}
	q := page.QuickClock{Value: value, Short: value, Name: ControlName(c), Speed: string(c.Speed())}
	if days := int(c.Grace / play.Day); days > 0 {
		q.Short, q.Speed = daysShort[days], message.Key("per move")
	}
	return q
}

// ControlName returns a time control as people read it.
func ControlName(c play.Control) string {
	for _, known := range Clocks {
		if known.Value == c.String() {
			return known.Name
		}
	}
	return c.String()
}

// TimeText returns the time left on a clock as people read it.
func TimeText(ctx context.Context, d time.Duration) string {
	d = max(0, d).Truncate(time.Second)
	switch {
	case d >= 2*play.Day:
		return message.Count(ctx, int(d/play.Day), "%d day %d h", "%d days %d h", int(d%play.Day/time.Hour))
	case d >= time.Hour:
		return fmt.Sprintf("%d:%02d:%02d", d/time.Hour, d%time.Hour/time.Minute, d%time.Minute/time.Second)
	}
	return fmt.Sprintf("%d:%02d", d/time.Minute, d%time.Minute/time.Second)
}
