package notify

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
)

// How much a feed has.
const (
	FeedDays    = 14
	FeedEntries = 50
)

// The elements of Atom (RFC 4287) that a feed has.
type (
	atomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Updated string      `xml:"updated"`
		Author  string      `xml:"author>name"`
		Links   []atomLink  `xml:"link"`
		Entries []atomEntry `xml:"entry"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr,omitempty"`
		Href string `xml:"href,attr"`
	}
	atomEntry struct {
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Link    atomLink `xml:"link"`
		Summary string   `xml:"summary"`
	}
)

// WriteAtom writes what has happened in a person's games as an Atom feed. base is the address of
// the site, self that of the feed. The events are as Store.EventsOf returns them.
func WriteAtom(w io.Writer, user store.User, events []store.GameEvent, base, self string) error {
	f := atomFeed{
		ID: "urn:kirke:feed:" + user.ID, Title: "Games of " + user.Name, Author: "Kirke",
		Updated: user.Created.UTC().Format(time.RFC3339),
		Links:   []atomLink{{Rel: "self", Href: self}, {Href: base + "/games"}},
	}
	for i, e := range events {
		at := e.Event.At.UTC().Format(time.RFC3339)
		if i == 0 {
			f.Updated = at
		}
		players := e.Game.Players
		f.Entries = append(f.Entries, atomEntry{
			ID: fmt.Sprintf("urn:kirke:game:%s:%d", e.Game.ID, e.Event.Seq), Title: eventText(e, user.ID), Updated: at,
			Link:    atomLink{Href: base + "/g/" + e.Game.ID},
			Summary: fmt.Sprintf("%s, %s – %s", gameName(e.Game.Variant), players[0].Name, players[1].Name),
		})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	return xml.NewEncoder(w).Encode(f)
}

// eventText says what has happened in a person's game.
func eventText(e store.GameEvent, user string) string {
	seat := seatOf(e.Game, user)
	by := e.Game.Players[0].Name
	if seat == play.White {
		by = e.Game.Players[1].Name
	}
	switch p := e.Event.Payload.(type) {
	case play.Moved:
		return by + " played " + p.SAN
	case play.Ended:
		text := EndText(p.Result+" "+p.Reason, seat)
		return "Your game against " + by + " has ended: " + text
	case play.Said:
		return by + " wrote to you"
	}
	return "Your game against " + by + " has begun"
}

// gameTitle names a game by its players and variant, for a calendar.
func gameTitle(m store.Summary, user string) string {
	opponent := m.Players[0].Name
	if seatOf(m, user) == play.White {
		opponent = m.Players[1].Name
	}
	return "Move against " + opponent + " (" + strings.TrimSpace(gameName(m.Variant)) + ")"
}
