package store

import (
	"context"
	"time"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/play"
)

// Report is a player's report of another to the moderators.
type Report struct {
	ID      string    `json:"id"`
	By      Person    `json:"by"`
	About   Person    `json:"about"`
	Game    string    `json:"game,omitempty"`
	Line    int       `json:"line,omitempty"` // the number of the event with a line of chat, 0 for none
	Text    string    `json:"text"`
	Created time.Time `json:"created"`
}

// Limits of reports.
const (
	MaxReport  = 1000 // bytes of one report
	MaxReports = 10   // open reports of one person
)

// AddReport adds a report: By.ID, About.ID, Game, Line and Text of r.
func (s *Store) AddReport(ctx context.Context, r Report) error {
	switch {
	case r.Text == "" || len(r.Text) > MaxReport || !utf8.ValidString(r.Text):
		return refuse(play.Invalid, "Say what is wrong, in at most %d bytes.", MaxReport)
	case r.By.ID == r.About.ID:
		return refuse(play.Invalid, "You cannot report yourself.")
	}
	return s.update(ctx, func(t *tx) error {
		if _, err := t.user(ctx, "id", r.About.ID); err != nil {
			return err
		}
		err := t.hasRoom(ctx, MaxReports, "You have %d open reports. The moderators will look at them.",
			`SELECT COUNT(*) FROM reports WHERE by_user = ? AND closed = 0`, r.By.ID)
		if err != nil {
			return err
		}
		return t.Run(ctx, `INSERT INTO reports (id, by_user, about, game, line, body, created, closed, closed_by)
			VALUES (?, ?, ?, ?, ?, ?, ?, 0, '')`,
			NewID(), r.By.ID, r.About.ID, r.Game, r.Line, r.Text, s.now())
	})
}

// Reports returns the open reports, the oldest first, at most limit of them.
func (s *Store) Reports(ctx context.Context, limit int) ([]Report, error) {
	return queryAll(ctx, s.reading(), `SELECT r.id, r.by_user, COALESCE(b.name, ''), r.about, COALESCE(a.name, ''),
			r.game, r.line, r.body, r.created
		FROM reports r LEFT JOIN users b ON b.id = r.by_user LEFT JOIN users a ON a.id = r.about
		WHERE r.closed = 0 ORDER BY r.created, r.id LIMIT ?`, []any{limit}, func(scan scanFunc) (r Report, err error) {
		err = scan(&r.ID, &r.By.ID, &r.By.Name, &r.About.ID, &r.About.Name, &r.Game, &r.Line, &r.Text, &r.Created)
		return r, err
	})
}

// CloseReport closes a report with a verdict.
func (s *Store) CloseReport(ctx context.Context, by, id, verdict string) error {
	return s.update(ctx, func(t *tx) error {
		var about, text string
		err := t.mustRow(ctx, refuse(play.NotFound, "This report is closed or does not exist."),
			`SELECT about, body FROM reports WHERE id = ? AND closed = 0`, []any{id}, &about, &text)
		if err != nil {
			return err
		}
		err = t.Run(ctx, `UPDATE reports SET closed = ?, closed_by = ? WHERE id = ?`, s.now(), by, id)
		if err != nil {
			return err
		}
		return s.audit(ctx, t, by, AuditEntry{
			Act: "close report", About: about, Detail: detail("report", text, "verdict", verdict),
		})
	})
}
