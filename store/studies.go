package store

import (
	"context"
	"time"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/play"
)

// MaxStudy is how many bytes the PGN of a study has at most.
const MaxStudy = 256 << 10

// MaxStudyName is how many characters the name of a study has at most.
const MaxStudyName = 60

// Study is an analysis that a person keeps. A private one is seen by its owner only.
type Study struct {
	ID      string    `json:"id"`
	By      Person    `json:"by"`
	Name    string    `json:"name"`
	Variant string    `json:"variant" doc:"The ID of the variant."`
	Public  bool      `json:"public" doc:"Whoever has the link may see it."`
	Version int       `json:"version" doc:"From 1, and higher by 1 with each change."`
	Created time.Time `json:"created"`
	Changed time.Time `json:"changed"`
	PGN     string    `json:"pgn,omitempty" doc:"The game with its variations; left out of lists."`
}

// ErrNoStudy is the error for studies that do not exist, or not for the person who asks.
var ErrNoStudy = noSuch("There is no such study.")

// errStale is the refusal of a change that was made to an older version of a study.
var errStale = refuse(play.Stale,
	"This study was changed elsewhere in the meantime. Load it again, or save yours as a new study.")

// SaveStudy stores a new study of a person, which has what is to be kept: Name, Variant, Public and
// PGN. The error says what is wrong with it, or that the person has too many.
func (s *Store) SaveStudy(ctx context.Context, user string, y Study) (Study, error) {
	if err := checkStudy(y); err != nil {
		return Study{}, err
	}
	y.ID, y.Version = NewID(), 1
	err := s.update(ctx, func(t *tx) error {
		u, err := t.locked(ctx, user)
		if err != nil {
			return err
		}
		if err := t.mayKeepStudy(ctx, u, y); err != nil {
			return err
		}
		err = t.hasRoom(ctx, u.quota().Studies, "You have %d studies already.",
			`SELECT COUNT(*) FROM studies WHERE user_id = ?`, user)
		if err != nil {
			return err
		}
		now := s.now()
		return t.Run(ctx, `INSERT INTO studies (id, user_id, name, variant, body, public, version, created, changed)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, y.ID, user, y.Name, y.Variant, y.PGN, y.Public, y.Version, now, now)
	})
	if err != nil {
		return Study{}, err
	}
	return s.Study(ctx, y.ID)
}

// ChangeStudy stores another version of a person's study. Version is the one that was changed: the
// error has the code Stale when it is not the latest, and NotFound when the person has no such study.
func (s *Store) ChangeStudy(ctx context.Context, user string, y Study) (Study, error) {
	if err := checkStudy(y); err != nil {
		return Study{}, err
	}
	err := s.update(ctx, func(t *tx) error {
		u, err := t.locked(ctx, user)
		if err != nil {
			return err
		}
		var version int
		err = t.mustRow(ctx, ErrNoStudy, `SELECT version FROM studies WHERE user_id = ? AND id = ?`+t.ForUpdate(),
			[]any{user, y.ID}, &version)
		if err != nil {
			return err
		}
		if version != y.Version {
			return errStale
		}
		if err := t.mayKeepStudy(ctx, u, y); err != nil {
			return err
		}
		return t.mustRun(ctx, errStale, `UPDATE studies SET name = ?, variant = ?, body = ?, public = ?,
				version = version + 1, changed = ?
			WHERE user_id = ? AND id = ? AND version = ?`,
			y.Name, y.Variant, y.PGN, y.Public, s.now(), user, y.ID, y.Version)
	})
	if err != nil {
		return Study{}, err
	}
	return s.Study(ctx, y.ID)
}

// checkStudy returns what is wrong with a study.
func checkStudy(y Study) error {
	if y.Name == "" || utf8.RuneCountInString(y.Name) > MaxStudyName || !utf8.ValidString(y.Name) {
		return refuse(play.Invalid, "A study has a name of at most %d characters.", MaxStudyName)
	}
	return CheckStudyText(y.PGN)
}

// CheckStudyText returns what is wrong with the PGN of a study, apart from its moves.
func CheckStudyText(pgn string) error {
	if pgn == "" || len(pgn) > MaxStudy || !utf8.ValidString(pgn) {
		return refuse(play.Invalid, "A study has at most %d bytes of text, and this one has %d.", MaxStudy, len(pgn))
	}
	return nil
}

// mayKeepStudy returns an error if a study would exceed its owner's quota of bytes.
func (t *tx) mayKeepStudy(ctx context.Context, u User, y Study) error {
	others, err := t.Count(ctx, `SELECT COALESCE(SUM(OCTET_LENGTH(body)), 0) FROM studies
		WHERE user_id = ? AND id <> ?`, u.ID, y.ID)
	if err == nil && others+len(y.PGN) > u.quota().StudyBytes {
		err = refuse(play.NotAllowed, "Your other studies have %d bytes already, and all may have %d.",
			others, u.quota().StudyBytes)
	}
	return err
}

// Study returns a study, whoever may see it. The error has the code NotFound when there is none.
func (s *Store) Study(ctx context.Context, id string) (Study, error) {
	all, err := s.studies(ctx, `y.body`, `y.id = ?`, id)
	return only(all, err, ErrNoStudy)
}

// Studies returns a person's studies without their PGN, the one changed last first.
func (s *Store) Studies(ctx context.Context, user string) ([]Study, error) {
	return s.studies(ctx, `''`, `y.user_id = ? ORDER BY y.changed DESC, y.id`, user)
}

// WholeStudies returns a person's studies with their PGN, the one changed last first.
func (s *Store) WholeStudies(ctx context.Context, user string) ([]Study, error) {
	return s.studies(ctx, `y.body`, `y.user_id = ? ORDER BY y.changed DESC, y.id`, user)
}

// studies reads studies. body is what is read as the PGN.
func (s *Store) studies(ctx context.Context, body, where, arg string) ([]Study, error) {
	return queryAll(ctx, s.reading(), `SELECT y.id, y.user_id, u.name, y.name, y.variant, y.public, y.version,
			y.created, y.changed, `+body+`
		FROM studies y JOIN users u ON u.id = y.user_id WHERE `+where, []any{arg},
		func(scan scanFunc) (y Study, err error) {
			var public int
			err = scan(&y.ID, &y.By.ID, &y.By.Name, &y.Name, &y.Variant, &public, &y.Version, &y.Created, &y.Changed,
				&y.PGN)
			y.Public = public != 0
			return y, err
		})
}

// DeleteStudy deletes a person's study. The error has the code NotFound when the person has none
// with this ID.
func (s *Store) DeleteStudy(ctx context.Context, user, id string) error {
	return s.mustRun(ctx, ErrNoStudy, `DELETE FROM studies WHERE user_id = ? AND id = ?`, user, id)
}
