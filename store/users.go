package store

import (
	"context"
	"encoding/json"
	"time"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/names"
)

// User is a person: the owner of an account, or a guest.
type User struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Guest    bool            `json:"guest,omitempty"`
	Created  time.Time       `json:"created"`
	Seen     time.Time       `json:"seen"`              // the last visit, to the minute or so
	Settings json.RawMessage `json:"-"`                 // an object
	Profile  string          `json:"profile,omitempty"` // what people write about themselves
	Role     Role            `json:"role,omitempty"`
	Closed   time.Time       `json:"closed,omitzero"` // when the account was closed or deleted; zero while it is open
	Muted    time.Time       `json:"-"`               // until when the person may not write; zero when they may

	password string
	totp     string // the secret of the second factor
	network  string // where a guest came from, as a keyed hash
}

// HasPassword reports whether the person can sign in with a password.
func (u User) HasPassword() bool { return u.password != "" }

// PasswordHash returns the hash of the password, "" for none.
func (u User) PasswordHash() string { return u.password }

// CreateGuest returns a new guest, whose name is Guest and a few letters. network is any name of a
// network: its guests share NetworkQuota. Guests of network "" do not.
func (s *Store) CreateGuest(ctx context.Context, network string) (User, error) {
	id := NewID()
	return s.addUser(ctx, User{ID: id, Name: "Guest-" + id[:6], Guest: true, network: network})
}

// CreateUser returns a new account. The hash of the password is stored as it is; it may be "" for
// people who sign in in another way. The error has the code Taken when somebody has the name, in
// whatever case.
func (s *Store) CreateUser(ctx context.Context, name, passwordHash string) (User, error) {
	if err := CheckName(name); err != nil {
		return User{}, err
	}
	return s.addUser(ctx, User{ID: NewID(), Name: name, password: passwordHash})
}

func (s *Store) addUser(ctx context.Context, u User) (User, error) {
	u.Created = s.storedNow()
	u.Seen = u.Created
	u.Settings = json.RawMessage("{}")
	err := s.update(ctx, func(t *tx) error {
		if !u.Guest {
			if err := s.checkFree(ctx, t, u.Name, ""); err != nil {
				return err
			}
		}
		return t.mustRun(ctx, errTaken(u.Name), `INSERT INTO users
				(id, name, name_key, look, guest, password, settings, created, seen, came_from)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			u.ID, u.Name, names.Key(u.Name), names.Look(u.Name), u.Guest, u.password, u.Settings,
			u.Created, u.Seen, u.network)
	})
	if err != nil {
		return User{}, err
	}
	return u, nil
}

// Register turns a guest into an account, who keeps the games. The errors are those of CreateUser,
// and NotAllowed for a person who has an account.
func (s *Store) Register(ctx context.Context, user, name, passwordHash string) (User, error) {
	if err := CheckName(name); err != nil {
		return User{}, err
	}
	err := s.update(ctx, func(t *tx) error {
		if err := s.checkFree(ctx, t, name, user); err != nil {
			return err
		}
		return t.mustRun(ctx, refuse(play.NotAllowed, "Only a guest can do this."),
			`UPDATE users SET name = ?, name_key = ?, look = ?, guest = 0, password = ?, came_from = ''
				WHERE id = ? AND guest = 1`, name, names.Key(name), names.Look(name), passwordHash, user)
	})
	if err != nil {
		return User{}, err
	}
	return s.User(ctx, user)
}

// User returns the person with an ID. The error has the code NotFound when there is none.
func (s *Store) User(ctx context.Context, id string) (User, error) {
	return s.reading().user(ctx, "id", id)
}

// UserByName returns the person with a name, in whatever case. The error has the code NotFound when
// there is none.
func (s *Store) UserByName(ctx context.Context, name string) (User, error) {
	return s.reading().user(ctx, "name_key", names.Key(name))
}

// errNoPlayer is the error for people who do not exist.
var (
	errNoPlayer  = noSuch("There is no such player.")
	errNoAccount = noSuch("There is no such account.")
	errNoPasskey = noSuch("There is no such passkey.")
)

func (t *tx) user(ctx context.Context, column, value string) (u User, err error) {
	err = t.mustRow(ctx, errNoPlayer, `SELECT id, name, guest, password, settings, created, seen, came_from, profile,
			role, closed, muted, totp FROM users WHERE `+column+` = ?`, []any{value},
		&u.ID, &u.Name, &u.Guest, &u.password, &u.Settings, &u.Created, &u.Seen, &u.network, &u.Profile, &u.Role,
		&u.Closed, &u.Muted, &u.totp)
	return u, err
}

// SetPassword changes the hash of a person's password. All sessions and tokens end but the one with
// the secret exceptToken ("" for none).
func (s *Store) SetPassword(ctx context.Context, user, hash, exceptToken string) error {
	return s.update(ctx, func(t *tx) error {
		err := t.mustRun(ctx, errNoPlayer, `UPDATE users SET password = ? WHERE id = ? AND guest = 0`, hash, user)
		if err != nil {
			return err
		}
		if err := t.endTokens(ctx, user, exceptToken); err != nil {
			return err
		}
		return s.queueChanged(ctx, t, user, "password")
	})
}

const maxSettings = 16 << 10

// SetSettings stores a person's settings, a JSON object of at most 16 KiB.
func (s *Store) SetSettings(ctx context.Context, user string, settings json.RawMessage) error {
	var object map[string]any
	if len(settings) > maxSettings || json.Unmarshal(settings, &object) != nil || object == nil {
		return refuse(play.Invalid, "Settings are a JSON object of at most %d bytes.", maxSettings)
	}
	return s.mustRun(ctx, errNoPlayer, `UPDATE users SET settings = ? WHERE id = ?`, settings, user)
}

// MaxProfile is how many bytes a profile has at most.
const MaxProfile = 500

// SetProfile stores what a person writes about themselves. Muted people can only empty it.
func (s *Store) SetProfile(ctx context.Context, user, text string) error {
	if len(text) > MaxProfile || !utf8.ValidString(text) {
		return refuse(play.Invalid, "A profile has at most %d bytes of text.", MaxProfile)
	}
	return s.update(ctx, func(t *tx) error {
		u, err := t.user(ctx, "id", user)
		if err == nil && text != "" {
			err = s.mayWrite(u)
		}
		if err != nil {
			return err
		}
		return t.mustRun(ctx, errNoAccount, `UPDATE users SET profile = ? WHERE id = ? AND guest = 0`, text, user)
	})
}

// MarkSeen notes that a person is here now. It writes at most once a minute.
func (s *Store) MarkSeen(ctx context.Context, user string) error {
	now := s.now()
	u, err := s.User(ctx, user)
	if err != nil || now.Sub(u.Seen) < time.Minute {
		return err
	}
	return s.run(ctx, `UPDATE users SET seen = ? WHERE id = ? AND seen < ?`, now, user, now)
}

// hereFor is how long after a person was seen they still count as here.
const hereFor = 5 * time.Minute

// Here returns how many people any server has seen in the last five minutes, guests included.
func (s *Store) Here(ctx context.Context) (int, error) {
	return s.reading().Count(ctx, `SELECT COUNT(*) FROM users WHERE seen > ?`, s.now().Add(-hereFor))
}

// IsNotFound reports whether err says that something does not exist.
func IsNotFound(err error) bool { return play.CodeOf(err) == play.NotFound }
