package store

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// Token lets a program act for a person, or is the session of a person in a browser.
type Token struct {
	ID      string    `json:"id"`
	User    string    `json:"-"`
	Label   string    `json:"label"`
	Scope   string    `json:"scope,omitempty"` // words that package web defines
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires,omitzero"` // never, when zero
	Used    time.Time `json:"used,omitzero"`    // the last time, to the minute or so
	From    string    `json:"-"`                // where it was last used, as given to UseToken
	Proved  time.Time `json:"-"`                // when its person last proved their identity
}

// maxLabel is how many bytes a label, a scope or the name of a preset has at most.
const maxLabel = 100

// CreateToken returns a new token and its secret. The store keeps only a hash of the secret. A life
// of 0 is for ever.
func (s *Store) CreateToken(ctx context.Context, user, label, scope string, life time.Duration) (Token, string, error) {
	if len(label) > maxLabel || len(scope) > maxLabel {
		return Token{}, "", refuse(play.Invalid, "A label has at most %d bytes.", maxLabel)
	}
	secret := newSecret()
	k := Token{ID: NewID(), User: user, Label: label, Scope: scope, Created: s.storedNow()}
	k.Proved = k.Created
	if life > 0 {
		k.Expires = k.Created.Add(life)
	}
	err := s.update(ctx, func(t *tx) error {
		if _, err := t.user(ctx, "id", user); err != nil {
			return err
		}
		return t.Run(ctx, `INSERT INTO tokens (hash, id, user_id, label, scope, created, expires, proved)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			hashed(secret), k.ID, user, label, scope, k.Created, k.Expires, k.Proved)
	})
	if err != nil {
		return Token{}, "", err
	}
	return k, secret, nil
}

// tokens returns the valid tokens that the rest of a query selects.
func (s *Store) tokens(ctx context.Context, rest, arg string) ([]Token, error) {
	return queryAll(ctx, s.reading(), `SELECT id, user_id, label, scope, created, expires, used, used_from, proved
		FROM tokens WHERE (expires = 0 OR expires > ?) `+rest, []any{s.now(), arg},
		func(scan scanFunc) (k Token, err error) {
			err = scan(&k.ID, &k.User, &k.Label, &k.Scope, &k.Created, &k.Expires, &k.Used, &k.From, &k.Proved)
			return k, err
		})
}

// TokenBySecret returns the token of a secret. The error has the code NotFound when there is none,
// or it has expired.
func (s *Store) TokenBySecret(ctx context.Context, secret string) (Token, error) {
	all, err := s.tokens(ctx, `AND hash = ?`, hashed(secret))
	return only(all, err, refuse(play.NotFound, "The token is not valid."))
}

// Tokens returns a person's valid tokens, the newest first.
func (s *Store) Tokens(ctx context.Context, user string) ([]Token, error) {
	return s.tokens(ctx, `AND user_id = ? ORDER BY created DESC, id`, user)
}

// RevokeToken ends a person's token. The error has the code NotFound when the person has none with
// this ID.
func (s *Store) RevokeToken(ctx context.Context, user, id string) error {
	return s.mustRun(ctx, noSuch("There is no such token."),
		`DELETE FROM tokens WHERE user_id = ? AND id = ?`, user, id)
}

// endTokens ends all tokens of a person but the one with a secret ("" for none).
func (t *tx) endTokens(ctx context.Context, user, exceptSecret string) error {
	return t.Run(ctx, `DELETE FROM tokens WHERE user_id = ? AND hash <> ?`, user, hashed(exceptSecret))
}

// UseToken notes that a token is used now, and from where, and returns it as changed. Unless slide
// is 0, the token expires that long from now. UseToken writes at most once a minute.
func (s *Store) UseToken(ctx context.Context, k Token, from string, slide time.Duration) (Token, error) {
	now := s.storedNow()
	if now.Sub(k.Used) < time.Minute {
		return k, nil
	}
	k.Used, k.From = now, from
	if slide > 0 {
		k.Expires = now.Add(slide)
	}
	return k, s.run(ctx, `UPDATE tokens SET used = ?, used_from = ?, expires = ? WHERE id = ?`,
		k.Used, k.From, k.Expires, k.ID)
}

// ProveToken notes that the person of a token has just proved their identity.
func (s *Store) ProveToken(ctx context.Context, id string) error {
	return s.mustRun(ctx, noSuch("There is no such session."), `UPDATE tokens SET proved = ? WHERE id = ?`, s.now(), id)
}

// NewID returns 12 random letters and digits. An ID is not a secret.
func NewID() string { return strings.ToLower(rand.Text()[:12]) }

// newSecret returns at least 128 random bits as text.
func newSecret() string { return rand.Text() }

// hashed returns the stored form of a secret. Secrets are random, so a fast hash is enough.
func hashed(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
