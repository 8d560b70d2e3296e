package store

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// Credential is a passkey.
type Credential struct {
	ID      []byte // chosen by the authenticator
	User    string
	Data    json.RawMessage // for package web
	Created time.Time
}

// SaveCredential adds a passkey, or changes the data of one that the person has. The error has the
// code Taken when the passkey is somebody else's.
func (s *Store) SaveCredential(ctx context.Context, c Credential) error {
	return s.mustRun(ctx, refuse(play.Taken, "This passkey is somebody else's."),
		`INSERT INTO credentials (id, user_id, data, created) VALUES (?, ?, ?, ?)
			ON CONFLICT (id) DO UPDATE SET data = excluded.data WHERE credentials.user_id = excluded.user_id`,
		hex.EncodeToString(c.ID), c.User, c.Data, s.now())
}

// Credentials returns a person's passkeys, the oldest first.
func (s *Store) Credentials(ctx context.Context, user string) ([]Credential, error) {
	return s.credentials(ctx, `user_id = ? ORDER BY created, id`, user)
}

// CredentialByID returns a passkey. The error has the code NotFound when there is none.
func (s *Store) CredentialByID(ctx context.Context, id []byte) (Credential, error) {
	all, err := s.credentials(ctx, `id = ?`, hex.EncodeToString(id))
	return only(all, err, errNoPasskey)
}

func (s *Store) credentials(ctx context.Context, where, arg string) ([]Credential, error) {
	return queryAll(ctx, s.reading(), `SELECT id, user_id, data, created FROM credentials WHERE `+where, []any{arg},
		func(scan scanFunc) (c Credential, err error) {
			var id string
			if err := scan(&id, &c.User, &c.Data, &c.Created); err != nil {
				return c, err
			}
			c.ID, err = hex.DecodeString(id)
			return c, err
		})
}

// DeleteCredential deletes a person's passkey. The error has the code NotFound when the person has
// none with this ID, and NotAllowed when it is the only way to sign in.
func (s *Store) DeleteCredential(ctx context.Context, user string, id []byte) error {
	return s.update(ctx, func(t *tx) error {
		u, err := t.user(ctx, "id", user)
		if err != nil {
			return err
		}
		key := hex.EncodeToString(id)
		others, err := t.Count(ctx, `SELECT COUNT(*) FROM credentials WHERE user_id = ? AND id <> ?`, user, key)
		if err != nil {
			return err
		}
		if others == 0 && u.password == "" {
			return refuse(play.NotAllowed, "Without this passkey you could not sign in: set a password first.")
		}
		return t.mustRun(ctx, errNoPasskey, `DELETE FROM credentials WHERE user_id = ? AND id = ?`, user, key)
	})
}

// HasSecondFactor reports whether the person signs in with a one-time code as well.
func (u User) HasSecondFactor() bool { return u.totp != "" }

// SecondFactor returns the secret of the one-time codes, as package web stores it; "" for none.
func (u User) SecondFactor() string { return u.totp }

// SecondFactor is a second factor to set: time-based one-time codes (TOTP), and codes for recovery.
type SecondFactor struct {
	Secret   string   // of the codes, as package web stores it; "" removes the second factor
	Step     int64    // codes of this time step and earlier ones are used up
	Recovery []string // recovery codes, which are stored as hashes
}

// SetSecondFactor sets a person's second factor. All sessions and tokens end but exceptToken.
func (s *Store) SetSecondFactor(ctx context.Context, user string, f SecondFactor, exceptToken string) error {
	return s.update(ctx, func(t *tx) error { return t.setSecondFactor(ctx, user, f, exceptToken) })
}

func (t *tx) setSecondFactor(ctx context.Context, user string, f SecondFactor, exceptToken string) error {
	err := t.mustRun(ctx, errNoAccount, `UPDATE users SET totp = ?, totp_step = ? WHERE id = ? AND guest = 0`,
		f.Secret, f.Step, user)
	if err != nil {
		return err
	}
	if err := t.Run(ctx, `DELETE FROM recovery WHERE user_id = ?`, user); err != nil {
		return err
	}
	for _, code := range f.Recovery {
		if err := t.Run(ctx, `INSERT INTO recovery (user_id, hash) VALUES (?, ?)`, user, hashed(code)); err != nil {
			return err
		}
	}
	return t.endTokens(ctx, user, exceptToken)
}

// DropSecondFactor removes the second factor of a person who has lost it. All sessions end.
func (s *Store) DropSecondFactor(ctx context.Context, by, user string) error {
	e := AuditEntry{Act: "drop second factor", Detail: "{}"}
	return s.moderate(ctx, by, user, e, func(t *tx, _ User) error {
		return t.setSecondFactor(ctx, user, SecondFactor{}, "")
	})
}

// errCode is the error of every code that is wrong or used up.
var errCode = refuse(play.NotAllowed, "This code is wrong or no longer valid.")

// UseStep notes that the code of a time step was used. The error has the code NotAllowed when that
// code or a later one was used before.
func (s *Store) UseStep(ctx context.Context, user string, step int64) error {
	return s.mustRun(ctx, errCode, `UPDATE users SET totp_step = ? WHERE id = ? AND totp_step < ?`, step, user, step)
}

// UseRecovery uses up a recovery code, and returns how many are left. The error has the code
// NotAllowed for a wrong code.
func (s *Store) UseRecovery(ctx context.Context, user, code string) (left int, err error) {
	err = s.update(ctx, func(t *tx) error {
		err := t.mustRun(ctx, errCode, `DELETE FROM recovery WHERE user_id = ? AND hash = ?`, user, hashed(code))
		if err != nil {
			return err
		}
		left, err = t.Count(ctx, `SELECT COUNT(*) FROM recovery WHERE user_id = ?`, user)
		return err
	})
	return left, err
}
