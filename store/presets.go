package store

import (
	"context"
	"time"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/db"
)

// Preset is a person's named terms of a game, for others to play by a link.
type Preset struct {
	ID      string     `json:"id"`
	By      Person     `json:"by"`
	Name    string     `json:"name"`
	Terms   play.Terms `json:"terms"`
	Created time.Time  `json:"created"`
}

// SavePreset stores a new preset. The error says what is wrong with its name or terms.
func (s *Store) SavePreset(ctx context.Context, user, name string, terms play.Terms) (Preset, error) {
	if name == "" || len(name) > maxLabel || !utf8.ValidString(name) {
		return Preset{}, refuse(play.Invalid, "A preset has a name of at most %d bytes.", maxLabel)
	}
	terms, err := terms.Canonical()
	if err != nil {
		return Preset{}, err
	}
	id := NewID()
	err = s.update(ctx, func(t *tx) error {
		u, err := t.locked(ctx, user)
		if err != nil {
			return err
		}
		err = t.hasRoom(ctx, u.quota().Presets, "You have %d presets already.",
			`SELECT COUNT(*) FROM presets WHERE user_id = ?`, user)
		if err != nil {
			return err
		}
		return t.Run(ctx, `INSERT INTO presets (id, user_id, name, terms, created) VALUES (?, ?, ?, ?, ?)`,
			id, user, name, db.JSON(terms), s.now())
	})
	if err != nil {
		return Preset{}, err
	}
	return s.Preset(ctx, id)
}

func (s *Store) presets(ctx context.Context, where, arg string) ([]Preset, error) {
	return queryAll(ctx, s.reading(), `SELECT p.id, p.user_id, u.name, p.name, p.terms, p.created
		FROM presets p JOIN users u ON u.id = p.user_id WHERE `+where, []any{arg},
		func(scan scanFunc) (p Preset, err error) {
			err = scan(&p.ID, &p.By.ID, &p.By.Name, &p.Name, db.JSON(&p.Terms), &p.Created)
			return p, err
		})
}

// Preset returns a preset. The error has the code NotFound when there is none.
func (s *Store) Preset(ctx context.Context, id string) (Preset, error) {
	all, err := s.presets(ctx, `p.id = ?`, id)
	return only(all, err, noSuch("There is no such preset."))
}

// Presets returns a person's presets, the newest first.
func (s *Store) Presets(ctx context.Context, user string) ([]Preset, error) {
	return s.presets(ctx, `p.user_id = ? ORDER BY p.created DESC, p.id`, user)
}

// DeletePreset deletes a person's preset. The error has the code NotFound when the person has none
// with this ID.
func (s *Store) DeletePreset(ctx context.Context, user, id string) error {
	return s.mustRun(ctx, noSuch("There is no such preset."),
		`DELETE FROM presets WHERE user_id = ? AND id = ?`, user, id)
}
