package store

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"time"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/play"
)

// MaxNote is the most bytes that a private note has.
const MaxNote = 20_000

// SetNote keeps what a person has noted about a game, for nobody else to see; ""
// removes it. The error has the code NotFound when there is no game that the person may see.
func (s *Store) SetNote(ctx context.Context, game, user, text string) error {
	if len(text) > MaxNote || !utf8.ValidString(text) {
		return refuse(play.Invalid, "A note has at most %d bytes of text.", MaxNote)
	}
	return s.update(ctx, func(t *tx) error {
		games, err := t.summaries(ctx, `WHERE id = ?`, game)
		if err != nil {
			return err
		}
		if len(games) == 0 || !games[0].MayWatch(user) {
			return errNoGame
		}
		if text == "" {
			_, err := t.exec(ctx, `DELETE FROM notes WHERE game = ? AND user_id = ?`, game, user)
			return err
		}
		_, err = t.exec(ctx, `INSERT INTO notes (game, user_id, body, changed) VALUES (?, ?, ?, ?)
			ON CONFLICT (game, user_id) DO UPDATE SET body = excluded.body, changed = excluded.changed`,
			game, user, text, millis(s.now()))
		return err
	})
}

// Note returns what a person has noted about a game, "" for nothing.
func (s *Store) Note(ctx context.Context, game, user string) (text string, err error) {
	_, err = s.reading().row(ctx, `SELECT body FROM notes WHERE game = ? AND user_id = ?`, []any{game, user}, &text)
	return text, err
}

// SetPlan keeps a person's conditional moves in a game, in any style of text; no
// lines are none. It returns them as they were understood. The errors are those of
// play.Game.Plan. Nobody else gets to see them.
func (s *Store) SetPlan(ctx context.Context, game, user string, lines [][]string) (plan play.Plan, err error) {
	err = s.update(ctx, func(t *tx) error {
		g, err := s.lock(ctx, t, game)
		if err != nil {
			return err
		}
		s.keep(t, g)
		seat := g.SeatFor(user)
		if seat == play.Watcher && g.Terms().Private {
			return errNoGame
		}
		if plan, err = g.Plan(seat, lines); err != nil {
			return err
		}
		if len(plan.Lines) == 0 {
			_, err = t.exec(ctx, `DELETE FROM plans WHERE game = ? AND seat = ?`, game, string(seat))
			return err
		}
		data, err := json.Marshal(plan)
		if err != nil {
			return err
		}
		_, err = t.exec(ctx, `INSERT INTO plans (game, seat, data) VALUES (?, ?, ?)
			ON CONFLICT (game, seat) DO UPDATE SET data = excluded.data`, game, string(seat), string(data))
		return err
	})
	return plan, err
}

// Plan returns a person's conditional moves in a game, without lines when there are
// none. Lines that the game has left are among them.
func (s *Store) Plan(ctx context.Context, game, user string) (play.Plan, error) {
	m, err := s.Summary(ctx, game)
	if err != nil {
		return play.Plan{}, err
	}
	for i, seat := range []play.Seat{play.White, play.Black} {
		if user != "" && m.Players[i].User == user {
			plans, err := s.reading().plans(ctx, game)
			return plans[seat], err
		}
	}
	return play.Plan{}, nil
}

// Preset is a game set up for others to play by a link: terms with a name.
type Preset struct {
	ID      string     `json:"id"`
	By      Person     `json:"by"`
	Name    string     `json:"name"`
	Terms   play.Terms `json:"terms"`
	Created time.Time  `json:"created"`
}

// MaxPresets is how many presets a person may keep.
const MaxPresets = 200

// SavePreset keeps a new preset. The error says what is wrong with its terms.
func (s *Store) SavePreset(ctx context.Context, user, name string, terms play.Terms) (Preset, error) {
	if name == "" || len(name) > maxLabel || !utf8.ValidString(name) {
		return Preset{}, refuse(play.Invalid, "A preset has a name of at most %d bytes.", maxLabel)
	}
	terms, err := terms.Canonical()
	if err != nil {
		return Preset{}, err
	}
	data, err := json.Marshal(terms)
	if err != nil {
		return Preset{}, err
	}
	id := NewID()
	err = s.update(ctx, func(t *tx) error {
		var n int
		if _, err := t.row(ctx, `SELECT COUNT(*) FROM presets WHERE user_id = ?`, []any{user}, &n); err != nil {
			return err
		}
		if n >= MaxPresets {
			return refuse(play.NotAllowed, "You have %d presets already.", n)
		}
		if _, err := t.user(ctx, "id", user); err != nil {
			return err
		}
		_, err := t.exec(ctx, `INSERT INTO presets (id, user_id, name, terms, created) VALUES (?, ?, ?, ?, ?)`,
			id, user, name, string(data), millis(s.now()))
		return err
	})
	if err != nil {
		return Preset{}, err
	}
	return s.Preset(ctx, id)
}

func (s *Store) presets(ctx context.Context, where, arg string) (all []Preset, err error) {
	err = s.reading().rows(ctx, `SELECT p.id, p.user_id, u.name, p.name, p.terms, p.created
		FROM presets p JOIN users u ON u.id = p.user_id WHERE `+where, []any{arg}, func(scan func(...any) error) error {
		var p Preset
		var terms string
		var created int64
		if err := scan(&p.ID, &p.By.ID, &p.By.Name, &p.Name, &terms, &created); err != nil {
			return err
		}
		p.Created = moment(created)
		err := json.Unmarshal([]byte(terms), &p.Terms)
		all = append(all, p)
		return err
	})
	return all, err
}

// Preset returns a preset; the error has the code NotFound when there is none.
func (s *Store) Preset(ctx context.Context, id string) (Preset, error) {
	all, err := s.presets(ctx, `p.id = ?`, id)
	if err == nil && len(all) == 0 {
		err = refuse(play.NotFound, "There is no such preset.")
	}
	if err != nil {
		return Preset{}, err
	}
	return all[0], nil
}

// Presets returns a person's presets, the newest first.
func (s *Store) Presets(ctx context.Context, user string) ([]Preset, error) {
	return s.presets(ctx, `p.user_id = ? ORDER BY p.created DESC, p.id`, user)
}

// DeletePreset removes a person's preset; the error has the code NotFound when the
// person has no such one.
func (s *Store) DeletePreset(ctx context.Context, user, id string) error {
	return s.update(ctx, func(t *tx) error {
		return t.must(ctx, "preset", `DELETE FROM presets WHERE user_id = ? AND id = ?`, user, id)
	})
}

// Value returns what is kept under a name, found false when nothing is, or not any
// more.
func (s *Store) Value(ctx context.Context, name string) (value []byte, found bool, err error) {
	var text string
	found, err = s.reading().row(ctx, `SELECT value FROM keyed WHERE name = ? AND (expires = 0 OR expires > ?)`,
		[]any{name, millis(s.now())}, &text)
	if err != nil || !found {
		return nil, false, err
	}
	value, err = base64.StdEncoding.DecodeString(text)
	return value, err == nil, err
}

// SetValue keeps something under a name until a moment, for ever when that is the
// zero Time; nil removes it.
func (s *Store) SetValue(ctx context.Context, name string, value []byte, expires time.Time) error {
	return s.update(ctx, func(t *tx) error {
		if value == nil {
			_, err := t.exec(ctx, `DELETE FROM keyed WHERE name = ?`, name)
			return err
		}
		_, err := t.exec(ctx, `INSERT INTO keyed (name, value, expires) VALUES (?, ?, ?)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value, expires = excluded.expires`,
			name, base64.StdEncoding.EncodeToString(value), millis(expires))
		return err
	})
}

// TakeValue returns what Value does and removes it: of several who ask at once, one finds it.
func (s *Store) TakeValue(ctx context.Context, name string) (value []byte, found bool, err error) {
	var text string
	err = s.update(ctx, func(t *tx) error {
		found, err = t.row(ctx, `DELETE FROM keyed WHERE name = ? AND (expires = 0 OR expires > ?) RETURNING value`,
			[]any{name, millis(s.now())}, &text)
		return err
	})
	if err != nil || !found {
		return nil, false, err
	}
	value, err = base64.StdEncoding.DecodeString(text)
	return value, err == nil, err
}

// FirstValue keeps a value under a name unless there is one already, and returns the one that is kept.
func (s *Store) FirstValue(ctx context.Context, name string, value []byte) ([]byte, error) {
	err := s.update(ctx, func(t *tx) error {
		_, err := t.exec(ctx, `INSERT INTO keyed (name, value, expires) VALUES (?, ?, 0) ON CONFLICT (name) DO NOTHING`,
			name, base64.StdEncoding.EncodeToString(value))
		return err
	})
	if err != nil {
		return nil, err
	}
	kept, _, err := s.Value(ctx, name)
	return kept, err
}
