package store

import (
	"context"
	"time"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/play"
)

// MaxGameFile is how many bytes the file of a game in the workshop has at most.
const MaxGameFile = 64 << 10

// MaxGameName is how many characters the name of a game in the workshop has at most.
const MaxGameName = 60

// Draft is a game that a person works on. Nobody else sees it. Its file may be wrong: a draft is
// kept as it was written.
type Draft struct {
	ID          string    `json:"id"`
	Owner       string    `json:"-"` // the user's ID
	Title       string    `json:"title"`
	File        string    `json:"file,omitempty" doc:"TOML as package variantfile reads it; left out of lists."`
	Game        string    `json:"game,omitempty" doc:"The published game that this becomes the next version of."`
	ForkOf      string    `json:"forkOf,omitempty" doc:"The game that it began as."`
	ForkVersion int       `json:"forkVersion,omitempty"`
	Revision    int       `json:"revision" doc:"From 1, and higher by 1 with each change."`
	Created     time.Time `json:"created"`
	Updated     time.Time `json:"updated"`
}

// ErrNoDraft is the error for drafts that do not exist, or not for the person who asks.
var ErrNoDraft = noSuch("There is no such draft.")

// errStaleDraft is the refusal of a change that was made to an older revision of a draft.
var errStaleDraft = refuse(play.Stale, "This draft was changed elsewhere in the meantime. Load it again.")

// NewDraft stores a new draft of a person, which has what is to be kept: Title, File, and where it
// comes from (Game, ForkOf, ForkVersion). The error says what is wrong with it, or that the person
// has too many.
func (s *Store) NewDraft(ctx context.Context, user string, d Draft) (Draft, error) {
	if err := d.check(); err != nil {
		return Draft{}, err
	}
	id := NewID()
	err := s.update(ctx, func(t *tx) error {
		u, err := t.locked(ctx, user)
		if err != nil {
			return err
		}
		if err := t.mayKeepDraft(ctx, u, d); err != nil {
			return err
		}
		err = t.hasRoom(ctx, u.quota().Drafts, "You have %d drafts already. Delete one first.",
			`SELECT COUNT(*) FROM drafts WHERE user_id = ?`, user)
		if err != nil {
			return err
		}
		now := s.now()
		return t.Run(ctx, `INSERT INTO drafts
				(id, user_id, title, body, game, fork_of, fork_version, revision, created, changed)
			VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
			id, user, d.Title, d.File, d.Game, d.ForkOf, d.ForkVersion, now, now)
	})
	if err != nil {
		return Draft{}, err
	}
	return s.Draft(ctx, user, id)
}

// SaveDraft stores the Title and the File of a person's draft. Revision is the one that was changed:
// the error has the code Stale when it is not the latest, and NotFound when the person has no such
// draft.
func (s *Store) SaveDraft(ctx context.Context, user string, d Draft) (Draft, error) {
	if err := d.check(); err != nil {
		return Draft{}, err
	}
	err := s.update(ctx, func(t *tx) error {
		u, err := t.locked(ctx, user)
		if err != nil {
			return err
		}
		var revision int
		err = t.mustRow(ctx, ErrNoDraft, `SELECT revision FROM drafts WHERE user_id = ? AND id = ?`,
			[]any{user, d.ID}, &revision)
		if err != nil {
			return err
		}
		if revision != d.Revision {
			return errStaleDraft
		}
		if err := t.mayKeepDraft(ctx, u, d); err != nil {
			return err
		}
		return t.mustRun(ctx, errStaleDraft, `UPDATE drafts
			SET title = ?, body = ?, revision = revision + 1, changed = ?
			WHERE user_id = ? AND id = ? AND revision = ?`, d.Title, d.File, s.now(), user, d.ID, d.Revision)
	})
	if err != nil {
		return Draft{}, err
	}
	return s.Draft(ctx, user, d.ID)
}

// check returns what is wrong with a draft, apart from what its file says.
func (d Draft) check() error {
	if d.Title == "" || utf8.RuneCountInString(d.Title) > MaxGameName || !utf8.ValidString(d.Title) {
		return refuse(play.Invalid, "A game has a name of at most %d characters.", MaxGameName)
	}
	if len(d.File) > MaxGameFile {
		return refuse(play.Invalid, "The file of a game has at most %d bytes, and this one has %d.",
			MaxGameFile, len(d.File))
	}
	if !utf8.ValidString(d.File) {
		return refuse(play.Invalid, "The file of the game is not text in UTF-8.")
	}
	return nil
}

// mayKeepDraft returns an error if a draft would exceed its owner's quota of bytes.
func (t *tx) mayKeepDraft(ctx context.Context, u User, d Draft) error {
	others, err := t.Count(ctx, `SELECT COALESCE(SUM(OCTET_LENGTH(body)), 0) FROM drafts
		WHERE user_id = ? AND id <> ?`, u.ID, d.ID)
	if err == nil && others+len(d.File) > u.quota().DraftBytes {
		err = refuse(play.NotAllowed, "Your other drafts have %d bytes already, and all may have %d.",
			others, u.quota().DraftBytes)
	}
	return err
}

// Draft returns a person's draft. The error has the code NotFound when the person has none with this
// ID.
func (s *Store) Draft(ctx context.Context, user, id string) (Draft, error) {
	all, err := s.drafts(ctx, `body`, `user_id = ? AND id = ?`, user, id)
	return only(all, err, ErrNoDraft)
}

// Drafts returns a person's drafts without their files, the one changed last first.
func (s *Store) Drafts(ctx context.Context, user string) ([]Draft, error) {
	return s.drafts(ctx, `''`, `user_id = ? ORDER BY changed DESC, id`, user)
}

// WholeDrafts returns a person's drafts with their files, the one changed last first.
func (s *Store) WholeDrafts(ctx context.Context, user string) ([]Draft, error) {
	return s.drafts(ctx, `body`, `user_id = ? ORDER BY changed DESC, id`, user)
}

// drafts reads drafts. body is what is read as the file.
func (s *Store) drafts(ctx context.Context, body, where string, args ...any) ([]Draft, error) {
	return queryAll(ctx, s.reading(), `SELECT id, user_id, title, game, fork_of, fork_version, revision, created,
			changed, `+body+` FROM drafts WHERE `+where, args,
		func(scan scanFunc) (d Draft, err error) {
			err = scan(&d.ID, &d.Owner, &d.Title, &d.Game, &d.ForkOf, &d.ForkVersion, &d.Revision, &d.Created,
				&d.Updated, &d.File)
			return d, err
		})
}

// DeleteDraft deletes a person's draft. The error has the code NotFound when the person has none with
// this ID.
func (s *Store) DeleteDraft(ctx context.Context, user, id string) error {
	return s.mustRun(ctx, ErrNoDraft, `DELETE FROM drafts WHERE user_id = ? AND id = ?`, user, id)
}
