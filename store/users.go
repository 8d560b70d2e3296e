package store

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// User is a person: one with an account, or a guest.
type User struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Guest    bool            `json:"guest,omitempty"`
	Created  time.Time       `json:"created"`
	Seen     time.Time       `json:"seen"` // to the minute or so
	Settings json.RawMessage `json:"-"`    // what the person has chosen, an object

	password string
}

// HasPassword reports whether the person can come in with a password.
func (u User) HasPassword() bool { return u.password != "" }

// PasswordHash returns the password's hash as it was given, "" when there is none.
func (u User) PasswordHash() string { return u.password }

// The names that people may have.
const (
	MinName = 2
	MaxName = 24
)

// CheckName returns why nobody can be called so, nil when somebody can.
func CheckName(name string) error {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	key := nameKey(name)
	switch {
	case len(name) < MinName || len(name) > MaxName:
		return refuse(play.Invalid, "A name has %d to %d letters.", MinName, MaxName)
	case strings.Trim(key, letters+"0123456789-_") != "" || !strings.Contains(letters, key[:1]):
		return refuse(play.Invalid, "A name is made of the letters A to Z, digits, - and _, and begins with a letter.")
	case reserved[key] || strings.HasPrefix(key, "guest"):
		return refuse(play.Invalid, "Nobody can be called %s.", name)
	}
	return nil
}

// reserved are the names that would be taken for something else.
var reserved = map[string]bool{
	"admin": true, "administrator": true, "computer": true, "kirke": true, "moderator": true, "nobody": true,
	"root": true, "server": true, "support": true, "system": true,
}

func nameKey(name string) string { return strings.ToLower(name) }

// lookalikes gives letters that are hard to tell apart, in some font, one letter. Migration 4 does the same in SQL.
var lookalikes = [][2]string{{"_", ""}, {"-", ""}, {"0", "o"}, {"1", "l"}, {"i", "l"}, {"rn", "m"}, {"vv", "w"}}

// nameLook returns what a name looks like: names with the same look are taken for each other.
func nameLook(name string) string {
	look := nameKey(name)
	for _, r := range lookalikes {
		look = strings.ReplaceAll(look, r[0], r[1])
	}
	return look
}

// CreateGuest returns a new guest, who is called Guest and a few letters.
func (s *Store) CreateGuest(ctx context.Context) (User, error) {
	id := NewID()
	return s.addUser(ctx, User{ID: id, Name: "Guest-" + id[:6], Guest: true})
}

// CreateUser returns a new account. The hash of the password is stored as it is,
// and may be "" for people who come in another way. The error has the code Taken
// when somebody has the name, in whatever letters.
func (s *Store) CreateUser(ctx context.Context, name, passwordHash string) (User, error) {
	if err := CheckName(name); err != nil {
		return User{}, err
	}
	return s.addUser(ctx, User{ID: NewID(), Name: name, password: passwordHash})
}

func (s *Store) addUser(ctx context.Context, u User) (User, error) {
	u.Created = moment(millis(s.now()))
	u.Seen = u.Created
	u.Settings = json.RawMessage("{}")
	err := s.update(ctx, func(t *tx) error {
		if !u.Guest {
			if err := notTaken(ctx, t, u.Name); err != nil {
				return err
			}
		}
		n, err := t.exec(ctx, `INSERT INTO users (id, name, name_key, look, guest, password, settings, created, seen)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			u.ID, u.Name, nameKey(u.Name), nameLook(u.Name), truth(u.Guest), u.password, string(u.Settings), millis(u.Created), millis(u.Seen))
		return taken(n, err, u.Name)
	})
	if err != nil {
		return User{}, err
	}
	return u, nil
}

func taken(n int64, err error, name string) error {
	if err == nil && n == 0 {
		return refuse(play.Taken, "Somebody is called %s already.", name)
	}
	return err
}

// Register makes an account of a guest, who keeps the games. The errors are those
// of CreateUser, and NotAllowed when the person has an account.
func (s *Store) Register(ctx context.Context, user, name, passwordHash string) (User, error) {
	if err := CheckName(name); err != nil {
		return User{}, err
	}
	err := s.update(ctx, func(t *tx) error {
		if err := notTaken(ctx, t, name); err != nil {
			return err
		}
		n, err := t.exec(ctx, `UPDATE users SET name = ?, name_key = ?, look = ?, guest = 0, password = ? WHERE id = ? AND guest = 1`,
			name, nameKey(name), nameLook(name), passwordHash, user)
		if err == nil && n == 0 {
			return refuse(play.NotAllowed, "Only a guest can do that.")
		}
		return err
	})
	if err != nil {
		return User{}, err
	}
	return s.User(ctx, user)
}

// notTaken returns why nobody new can have a name, nil when somebody can.
func notTaken(ctx context.Context, t *tx, name string) error {
	var other string
	found, err := t.row(ctx, `SELECT name FROM users WHERE look = ? ORDER BY CASE WHEN name_key = ? THEN 0 ELSE 1 END LIMIT 1`,
		[]any{nameLook(name), nameKey(name)}, &other)
	switch {
	case err != nil || !found:
		return err
	case nameKey(other) == nameKey(name):
		return refuse(play.Taken, "Somebody is called %s already.", name)
	default:
		return refuse(play.Taken, "%s looks too much like %s, who is here already.", name, other)
	}
}

const userColumns = `id, name, guest, password, settings, created, seen`

// User returns the person with an ID; the error has the code NotFound when there is
// none.
func (s *Store) User(ctx context.Context, id string) (User, error) {
	return s.reading().user(ctx, "id", id)
}

// UserByName returns the person of a name, in whatever letters; the error has the
// code NotFound when there is none.
func (s *Store) UserByName(ctx context.Context, name string) (User, error) {
	return s.reading().user(ctx, "name_key", nameKey(name))
}

func (t *tx) user(ctx context.Context, column, value string) (u User, err error) {
	var guest, created, seen int64
	var settings string
	found, err := t.row(ctx, `SELECT `+userColumns+` FROM users WHERE `+column+` = ?`, []any{value},
		&u.ID, &u.Name, &guest, &u.password, &settings, &created, &seen)
	if err != nil {
		return User{}, err
	}
	if !found {
		return User{}, refuse(play.NotFound, "There is no such player.")
	}
	u.Guest, u.Created, u.Seen, u.Settings = guest != 0, moment(created), moment(seen), json.RawMessage(settings)
	return u, nil
}

// SetPassword changes the hash of a person's password and ends all web sessions and
// tokens but the one that is given, "" for none.
func (s *Store) SetPassword(ctx context.Context, user, hash, exceptToken string) error {
	return s.update(ctx, func(t *tx) error {
		if err := t.must(ctx, "player", `UPDATE users SET password = ? WHERE id = ? AND guest = 0`, hash, user); err != nil {
			return err
		}
		_, err := t.exec(ctx, `DELETE FROM tokens WHERE user_id = ? AND hash <> ?`, user, hashed(exceptToken))
		return err
	})
}

// must runs a statement that has to change something.
func (t *tx) must(ctx context.Context, what, query string, args ...any) error {
	n, err := t.exec(ctx, query, args...)
	if err == nil && n == 0 {
		return refuse(play.NotFound, "There is no such %s.", what)
	}
	return err
}

// SetSettings keeps what a person has chosen, a JSON object of at most 16 KiB.
func (s *Store) SetSettings(ctx context.Context, user string, settings json.RawMessage) error {
	var object map[string]any
	if len(settings) > maxSettings || json.Unmarshal(settings, &object) != nil || object == nil {
		return refuse(play.Invalid, "Settings are a JSON object of at most %d bytes.", maxSettings)
	}
	return s.update(ctx, func(t *tx) error {
		return t.must(ctx, "player", `UPDATE users SET settings = ? WHERE id = ?`, string(settings), user)
	})
}

const maxSettings = 16 << 10

// Saw notes that a person was here now. It writes at most once a minute.
func (s *Store) Saw(ctx context.Context, user string) error {
	now := millis(s.now())
	u, err := s.User(ctx, user)
	if err != nil || now-millis(u.Seen) < time.Minute.Milliseconds() {
		return err
	}
	return s.update(ctx, func(t *tx) error {
		_, err := t.exec(ctx, `UPDATE users SET seen = ? WHERE id = ? AND seen < ?`, now, user, now)
		return err
	})
}

// Credential is a passkey: an ID that the authenticator has chosen, and what is
// known of it.
type Credential struct {
	ID      []byte
	User    string
	Data    json.RawMessage // as the web keeps it
	Created time.Time
}

// SaveCredential adds a passkey or, for one that the person has, changes its data.
// The error has the code Taken when the passkey is somebody else's.
func (s *Store) SaveCredential(ctx context.Context, c Credential) error {
	return s.update(ctx, func(t *tx) error {
		n, err := t.exec(ctx, `INSERT INTO credentials (id, user_id, data, created) VALUES (?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET data = excluded.data WHERE credentials.user_id = excluded.user_id`,
			hexText(c.ID), c.User, string(c.Data), millis(s.now()))
		if err == nil && n == 0 {
			return refuse(play.Taken, "That passkey is somebody else's.")
		}
		return err
	})
}

// Credentials returns a person's passkeys, the oldest first.
func (s *Store) Credentials(ctx context.Context, user string) ([]Credential, error) {
	return s.credentials(ctx, `user_id = ? ORDER BY created, id`, user)
}

// CredentialByID returns a passkey; the error has the code NotFound when there is
// no such one.
func (s *Store) CredentialByID(ctx context.Context, id []byte) (Credential, error) {
	all, err := s.credentials(ctx, `id = ?`, hexText(id))
	if err == nil && len(all) == 0 {
		err = refuse(play.NotFound, "There is no such passkey.")
	}
	if err != nil {
		return Credential{}, err
	}
	return all[0], nil
}

func (s *Store) credentials(ctx context.Context, where, arg string) (all []Credential, err error) {
	err = s.reading().rows(ctx, `SELECT id, user_id, data, created FROM credentials WHERE `+where, []any{arg},
		func(scan func(...any) error) error {
			var c Credential
			var id, data string
			var created int64
			if err := scan(&id, &c.User, &data, &created); err != nil {
				return err
			}
			c.ID, err = textHex(id)
			c.Data, c.Created = json.RawMessage(data), moment(created)
			all = append(all, c)
			return err
		})
	return all, err
}

// DeleteCredential removes a person's passkey; the error has the code NotFound when
// the person has no such one, and NotAllowed when nothing else would let them in.
func (s *Store) DeleteCredential(ctx context.Context, user string, id []byte) error {
	return s.update(ctx, func(t *tx) error {
		u, err := t.user(ctx, "id", user)
		if err != nil {
			return err
		}
		var others int64
		if _, err := t.row(ctx, `SELECT COUNT(*) FROM credentials WHERE user_id = ? AND id <> ?`, []any{user, hexText(id)}, &others); err != nil {
			return err
		}
		if others == 0 && u.password == "" {
			return refuse(play.NotAllowed, "Without this passkey you could not come in any more: set a password first.")
		}
		return t.must(ctx, "passkey", `DELETE FROM credentials WHERE user_id = ? AND id = ?`, user, hexText(id))
	})
}

// IsNotFound reports whether err says that something does not exist.
func IsNotFound(err error) bool {
	var e *play.Error
	return errors.As(err, &e) && e.Code == play.NotFound
}
