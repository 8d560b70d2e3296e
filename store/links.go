package store

import (
	"context"
	"encoding/json"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/names"
)

// The links in mails have secrets: one confirms a mail address, one lets a person set another
// password. A secret is made when its mail is sent, and only its hash is stored. It works once.

// How long the links work.
const (
	ConfirmLife = 3 * play.Day
	ResetLife   = time.Hour
)

// errLink is the error of links that do not work.
var errLink = refuse(play.NotFound, "This link does not work, or no longer. Ask for another one.")

// link is what is stored about a secret. Proof is what must not have changed since: the address, or
// the hash of the password.
type link struct {
	User  string `json:"user"`
	Proof string `json:"proof"`
}

func linkName(topic Topic, secret string) string { return string(topic) + " " + hashed(secret) }

func (s *Store) newLink(ctx context.Context, topic Topic, l link, life time.Duration) (secret string, err error) {
	data, err := json.Marshal(l)
	if err != nil {
		return "", err
	}
	secret = newSecret()
	return secret, s.SetValue(ctx, linkName(topic, secret), data, s.now().Add(life))
}

// takeLink reads a link in a transaction. The link then no longer works.
func (s *Store) takeLink(ctx context.Context, t *tx, topic Topic, secret string) (l link, err error) {
	data, found, err := t.takeValue(ctx, linkName(topic, secret))
	if err == nil && !found {
		err = errLink
	}
	if err == nil {
		err = json.Unmarshal(data, &l)
	}
	return l, err
}

// NewConfirmation returns the secret of a link that confirms a person's mail address.
func (s *Store) NewConfirmation(ctx context.Context, user, address string) (secret string, err error) {
	return s.newLink(ctx, ConfirmTopic, link{user, address}, ConfirmLife)
}

// ConfirmAddress confirms the mail address that a secret was sent to, and returns its person. The
// error has the code NotFound when the secret does not work.
func (s *Store) ConfirmAddress(ctx context.Context, secret string) (u User, err error) {
	err = s.update(ctx, func(t *tx) error {
		l, err := s.takeLink(ctx, t, ConfirmTopic, secret)
		if err != nil {
			return err
		}
		err = t.mustRun(ctx, errLink, `UPDATE contacts SET confirmed = ? WHERE user_id = ? AND address = ?`,
			s.now(), l.User, l.Proof)
		if err == nil {
			u, err = t.user(ctx, "id", l.User)
		}
		if err == nil {
			err = s.queueDeadlines(ctx, t, l.User)
		}
		return err
	})
	return u, err
}

// maxResets is how many accounts a mail address may ask for at a time.
const maxResets = 5

// RequestReset sends a link to set another password to the account with a name or a confirmed mail
// address. Nothing tells whether there is one.
func (s *Store) RequestReset(ctx context.Context, nameOrAddress string) error {
	return s.update(ctx, func(t *tx) error {
		users, err := t.IDs(ctx, `SELECT c.user_id FROM contacts c JOIN users u ON u.id = c.user_id
			WHERE c.confirmed > 0 AND c.address <> '' AND u.closed = 0 AND (u.name_key = ? OR c.address_key = ?)
			ORDER BY c.user_id LIMIT ?`, names.Key(nameOrAddress), addressKey(nameOrAddress), maxResets)
		for _, user := range users {
			if err != nil {
				return err
			}
			var c Contact
			if c, _, err = t.contact(ctx, user); err == nil {
				err = s.queueNow(ctx, t, user, ResetTopic, c.Address, "")
			}
		}
		return err
	})
}

// NewReset returns the secret of a link with which a person may set another password.
func (s *Store) NewReset(ctx context.Context, user string) (secret string, err error) {
	u, err := s.User(ctx, user)
	if err != nil {
		return "", err
	}
	return s.newLink(ctx, ResetTopic, link{user, hashed(u.password)}, ResetLife)
}

// ResetOwner returns the person who may set another password by a secret. The error has the code
// NotFound when the secret does not work.
func (s *Store) ResetOwner(ctx context.Context, secret string) (User, error) {
	data, found, err := s.Value(ctx, linkName(ResetTopic, secret))
	if err == nil && !found {
		err = errLink
	}
	if err != nil {
		return User{}, err
	}
	var l link
	if err := json.Unmarshal(data, &l); err != nil {
		return User{}, err
	}
	u, err := s.User(ctx, l.User)
	if err == nil {
		err = l.check(u)
	}
	return u, err
}

// check returns errLink if the person may no longer use a link to set another password.
func (l link) check(u User) error {
	if !u.Closed.IsZero() || l.Proof != hashed(u.password) {
		return errLink
	}
	return nil
}

// ResetPassword changes the hash of a person's password by a secret. All sessions and tokens end,
// and so do other such links. A mail tells the person. The error has the code NotFound when the
// secret does not work.
func (s *Store) ResetPassword(ctx context.Context, secret, hash string) (u User, err error) {
	err = s.update(ctx, func(t *tx) error {
		l, err := s.takeLink(ctx, t, ResetTopic, secret)
		if err != nil {
			return err
		}
		if u, err = t.user(ctx, "id", l.User); err != nil {
			return err
		}
		if err := l.check(u); err != nil {
			return err
		}
		err = t.mustRun(ctx, errNoAccount, `UPDATE users SET password = ? WHERE id = ? AND guest = 0`, hash, u.ID)
		if err == nil {
			err = t.endTokens(ctx, u.ID, "")
		}
		if err == nil {
			err = s.queueChanged(ctx, t, u.ID, "password")
		}
		return err
	})
	return u, err
}

// queueChanged writes a mail that tells a person what of the account has changed, if the person has
// a confirmed address.
func (s *Store) queueChanged(ctx context.Context, t *tx, user, what string) error {
	c, _, err := t.contact(ctx, user)
	if err != nil || c.Mail() == "" {
		return err
	}
	return s.queueNow(ctx, t, user, ChangedTopic, c.Address, what)
}
