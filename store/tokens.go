package store

import (
	"context"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// Token is what lets a program act for a person.
type Token struct {
	ID      string    `json:"id"`
	User    string    `json:"-"`
	Label   string    `json:"label"`
	Scope   string    `json:"scope,omitempty"` // words, as the web gives them their meaning
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires,omitzero"` // never, when zero
	Used    time.Time `json:"used,omitzero"`    // last, to the minute or so
	From    string    `json:"-"`                // where it was used last, as UseToken was told
	Proved  time.Time `json:"-"`                // when its person last proved who they are
}

// CreateToken returns a new token and its secret, which is not stored and cannot be
// had again. It is good for as long as life says, for ever when that is 0.
func (s *Store) CreateToken(ctx context.Context, user, label, scope string, life time.Duration) (Token, string, error) {
	if len(label) > maxLabel || len(scope) > maxLabel {
		return Token{}, "", refuse(play.Invalid, "A label has at most %d letters.", maxLabel)
	}
	secret := newSecret()
	k := Token{ID: NewID(), User: user, Label: label, Scope: scope, Created: moment(millis(s.now()))}
	k.Proved = k.Created
	if life > 0 {
		k.Expires = k.Created.Add(life)
	}
	err := s.update(ctx, func(t *tx) error {
		if _, err := t.user(ctx, "id", user); err != nil {
			return err
		}
		_, err := t.exec(ctx, `INSERT INTO tokens (hash, id, user_id, label, scope, created, expires, proved) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			hashed(secret), k.ID, user, label, scope, millis(k.Created), millis(k.Expires), millis(k.Proved))
		return err
	})
	if err != nil {
		return Token{}, "", err
	}
	return k, secret, nil
}

const maxLabel = 100

const tokenColumns = `id, user_id, label, scope, created, expires, used, used_from, proved`

func scanToken(scan func(...any) error) (k Token, err error) {
	var created, expires, used, proved int64
	err = scan(&k.ID, &k.User, &k.Label, &k.Scope, &created, &expires, &used, &k.From, &proved)
	k.Created, k.Expires, k.Used, k.Proved = moment(created), moment(expires), moment(used), moment(proved)
	return k, err
}

// errToken is the answer to every secret that is none, whatever is wrong with it.
var errToken = refuse(play.NotFound, "The token is not valid.")

// TokenBySecret returns the token of a secret; the error has the code NotFound when
// it is not good, or not any more.
func (s *Store) TokenBySecret(ctx context.Context, secret string) (k Token, err error) {
	found := false
	err = s.reading().rows(ctx, `SELECT `+tokenColumns+` FROM tokens WHERE hash = ? AND (expires = 0 OR expires > ?)`,
		[]any{hashed(secret), millis(s.now())}, func(scan func(...any) error) error {
			found = true
			k, err = scanToken(scan)
			return err
		})
	if err == nil && !found {
		err = errToken
	}
	if err != nil {
		return Token{}, err
	}
	return k, nil
}

// Tokens returns a person's tokens that are still good, the newest first.
func (s *Store) Tokens(ctx context.Context, user string) (all []Token, err error) {
	err = s.reading().rows(ctx, `SELECT `+tokenColumns+` FROM tokens WHERE user_id = ? AND (expires = 0 OR expires > ?) ORDER BY created DESC, id`,
		[]any{user, millis(s.now())}, func(scan func(...any) error) error {
			k, err := scanToken(scan)
			all = append(all, k)
			return err
		})
	return all, err
}

// RevokeToken ends a person's token, by its ID; the error has the code NotFound
// when the person has no such one.
func (s *Store) RevokeToken(ctx context.Context, user, id string) error {
	return s.update(ctx, func(t *tx) error {
		return t.must(ctx, "token", `DELETE FROM tokens WHERE user_id = ? AND id = ?`, user, id)
	})
}

// UseToken notes that a token was used now, from somewhere, and returns it as it is then. If slide is not 0, the token
// is good for so long from now on. It writes at most once a minute.
func (s *Store) UseToken(ctx context.Context, k Token, from string, slide time.Duration) (Token, error) {
	now := moment(millis(s.now()))
	if now.Sub(k.Used) < time.Minute {
		return k, nil
	}
	k.Used, k.From = now, from
	if slide > 0 {
		k.Expires = now.Add(slide)
	}
	return k, s.update(ctx, func(t *tx) error {
		_, err := t.exec(ctx, `UPDATE tokens SET used = ?, used_from = ?, expires = ? WHERE id = ?`, millis(k.Used), k.From, millis(k.Expires), k.ID)
		return err
	})
}

// ProveToken notes that the person of a token has just proved who they are.
func (s *Store) ProveToken(ctx context.Context, id string) error {
	return s.update(ctx, func(t *tx) error {
		return t.must(ctx, "session", `UPDATE tokens SET proved = ? WHERE id = ?`, millis(s.now()), id)
	})
}
