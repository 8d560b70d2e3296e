package account

// This file writes the archive of a person's data.

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/internal/gamefile"
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/internal/site"
)

// mostExported is the number of games that an archive has at most, the latest.
const mostExported = 20_000

// exportAccount answers with all that is stored about a person.
func (a *Accounts) exportAccount(w http.ResponseWriter, r *http.Request, p *site.Person) {
	if !a.site.Proven(p) {
		a.site.Refuse(w, r, site.ErrUnproven)
		return
	}
	if !a.exports.Allow(p.ID) {
		a.site.Refuse(w, r, site.ErrTooMany)
		return
	}
	name := fmt.Sprintf("kirke-%s-%s.zip", p.Name, a.site.Now().Format("2006-01-02"))
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s"`, name))
	if err := a.writeArchive(r.Context(), w, p); err != nil {
		h.Del("Content-Disposition")
		a.site.ServerError(w, r, err)
	}
}

// archived is an archive without the games.
type archived struct {
	store.User
	Settings  json.RawMessage      `json:"settings,omitempty"`
	Muted     time.Time            `json:"muted,omitzero"`
	Factor    bool                 `json:"secondFactor,omitempty"`
	Ratings   []store.RatingOf     `json:"ratings"`
	Sessions  []store.Token        `json:"sessionsAndTokens"`
	Passkeys  []time.Time          `json:"passkeys"` // when each was made
	Presets   []store.Preset       `json:"presets"`
	Studies   []store.Study        `json:"studies"`
	Drafts    []store.Draft        `json:"drafts"`
	Published []store.Published    `json:"published"`
	Comments  []store.Comment      `json:"comments"`
	Offers    []store.Seek         `json:"offers"`
	Vacations []play.Vacation      `json:"vacations"`
	Notices   []store.Notice       `json:"notices"`
	Contact   store.Contact        `json:"contact"`
	Browsers  []store.Subscription `json:"pushBrowsers"`
	Blocked   []store.Person       `json:"blocked"`
	Jobs      []store.Job          `json:"jobs"`
}

// archivedGame is a game in an archive, with what the person has written in it.
type archivedGame struct {
	ID   string          `json:"id"`
	Seat play.Seat       `json:"seat"`
	Note string          `json:"note,omitempty"`
	Said []play.Said     `json:"said,omitempty"`
	Plan [][]string      `json:"plan,omitempty"`
	Game json.RawMessage `json:"game"` // as GET /api/v1/games/ID/export/json has it
}

// writeArchive writes all that is stored about a person, as a ZIP file.
func (a *Accounts) writeArchive(ctx context.Context, w io.Writer, p *site.Person) error {
	about, err := a.archivedOf(ctx, p)
	if err != nil {
		return err
	}
	z := zip.NewWriter(w)
	part, err := z.Create("account.json")
	if err != nil {
		return err
	}
	e := json.NewEncoder(part)
	e.SetIndent("", "  ")
	if err := e.Encode(about); err != nil {
		return err
	}
	// A ZIP file is written one part after the other, so the games are read twice.
	for _, one := range []struct {
		name  string
		write func(io.Writer, *play.Game) error
	}{
		{"games.pgn", func(w io.Writer, g *play.Game) error {
			return gamefile.Write(w, site.Tagged(g), gamefile.PGN, kirke.SAN)
		}},
		{"games.jsonl", func(w io.Writer, g *play.Game) error { return a.writeArchived(ctx, w, g, p.ID) }},
	} {
		part, err := z.Create(one.name)
		if err != nil {
			return err
		}
		if err := a.eachGame(ctx, p.ID, func(g *play.Game) error { return one.write(part, g) }); err != nil {
			return err
		}
	}
	return z.Close()
}

// archivedOf gathers an archive without the games.
func (a *Accounts) archivedOf(ctx context.Context, p *site.Person) (out archived, err error) {
	out = archived{User: p.User, Settings: p.Settings, Muted: p.Muted, Factor: p.HasSecondFactor()}
	const mostJobs = 200 // as many as the store lists
	keys, err := a.store.Credentials(ctx, p.ID)
	for _, k := range keys {
		out.Passkeys = append(out.Passkeys, k.Created)
	}
	for _, gather := range []func() error{
		func() (err error) { out.Ratings, err = a.store.Ratings(ctx, p.ID); return err },
		func() (err error) { out.Sessions, err = a.store.Tokens(ctx, p.ID); return err },
		func() (err error) { out.Presets, err = a.store.Presets(ctx, p.ID); return err },
		func() (err error) { out.Studies, err = a.store.WholeStudies(ctx, p.ID); return err },
		func() (err error) { out.Drafts, err = a.store.WholeDrafts(ctx, p.ID); return err },
		func() (err error) { out.Published, err = a.store.PublishedBy(ctx, p.ID); return err },
		func() (err error) { out.Comments, err = a.store.CommentsBy(ctx, p.ID); return err },
		func() (err error) { out.Offers, err = a.store.SeeksOf(ctx, p.ID); return err },
		func() (err error) { out.Vacations, err = a.store.Vacations(ctx, p.ID); return err },
		func() (err error) { out.Notices, err = a.store.Notices(ctx, p.ID); return err },
		func() (err error) { out.Contact, err = a.store.Contact(ctx, p.ID); return err },
		func() (err error) { out.Browsers, err = a.store.Subscriptions(ctx, p.ID); return err },
		func() (err error) { out.Blocked, err = a.store.Blocked(ctx, p.ID); return err },
		func() (err error) { out.Jobs, err = a.store.JobsOf(ctx, p.ID, mostJobs); return err },
	} {
		if err == nil {
			err = gather()
		}
	}
	return out, err
}

// eachGame calls do for the games of a person, the latest first, at most mostExported.
func (a *Accounts) eachGame(ctx context.Context, user string, do func(*play.Game) error) error {
	q := store.Query{Player: user, Viewer: user, Limit: 100}
	for n := 0; n < mostExported; {
		found, err := a.store.Search(ctx, q)
		if err != nil {
			return err
		}
		for _, m := range found.Games {
			g, err := a.store.Game(ctx, m.ID)
			if _, old := errors.AsType[*kirke.VersionError](err); err != nil && !old {
				return err
			}
			if err != nil { // its rules are unknown to this build, which cannot show it anywhere
				a.site.Log.Error("a game that cannot be exported", "game", m.ID, "err", err)
				continue
			}
			if err := do(g); err != nil {
				return err
			}
			n++
		}
		if q.Cursor = found.Next; q.Cursor == "" {
			break
		}
	}
	return nil
}

// writeArchived writes a game as a line of JSON, with what a person has said, noted and planned.
func (a *Accounts) writeArchived(ctx context.Context, w io.Writer, g *play.Game, user string) error {
	var b strings.Builder
	if err := gamefile.Write(&b, site.Tagged(g), gamefile.JSON, kirke.SAN); err != nil {
		return err
	}
	out := archivedGame{ID: g.ID(), Seat: g.SeatFor(user), Game: json.RawMessage(b.String())}
	note, err := a.store.Note(ctx, g.ID(), user)
	if err != nil {
		return err
	}
	plan, err := a.store.Plan(ctx, g.ID(), user)
	if err != nil {
		return err
	}
	out.Note, out.Plan = note, plan.Lines
	events, err := a.store.Events(ctx, g.ID(), 0)
	if err != nil {
		return err
	}
	for _, e := range events {
		if said, ok := e.Payload.(play.Said); ok && said.User == user {
			out.Said = append(out.Said, said)
		}
	}
	return json.NewEncoder(w).Encode(out)
}
