package notify

import (
	"io"
	"time"

	ics "github.com/arran4/golang-ical"

	"github.com/kirke-chess/kirke/store"
)

// WriteCalendar writes the deadlines of a person's moves as an iCalendar (RFC 5545): an event ends
// when the time is up, and begins an hour before. games are as Store.GamesOf returns them. base is
// the address of the site, and host its name.
func WriteCalendar(w io.Writer, user store.User, games []store.Summary, base, host string, now time.Time) error {
	c := ics.NewCalendarFor("Kirke")
	c.SetMethod(ics.MethodPublish)
	c.SetName("Games of " + user.Name)
	c.SetRefreshInterval("PT1H")
	for _, m := range games {
		if !yourTurn(m, user.ID) || m.Deadline.IsZero() {
			continue
		}
		e := c.AddEvent(m.ID + "@" + host)
		e.SetDtStampTime(now)
		e.SetModifiedAt(m.Last)
		e.SetStartAt(m.Deadline.Add(-time.Hour))
		e.SetEndAt(m.Deadline)
		e.SetSummary(gameTitle(m, user.ID))
		e.SetURL(base + "/g/" + m.ID)
	}
	return c.SerializeTo(w, ics.WithNewLineWindows)
}
