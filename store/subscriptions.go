package store

import (
	"context"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// Subscription is a browser that takes push messages for a person. It lasts as long as the session
// in which it was made.
type Subscription struct {
	ID       string    `json:"id"` // a hash of the endpoint
	User     string    `json:"-"`
	Token    string    `json:"-"` // the ID of the session
	Label    string    `json:"label"`
	Endpoint string    `json:"-"` // the address of the push service
	Auth     string    `json:"-"` // a secret of the browser, in base64
	Key      string    `json:"-"` // the public key of the browser, in base64
	Created  time.Time `json:"created"`
}

// maxSubscriptions is how many browsers of one person take push messages at most.
const maxSubscriptions = 20

// Subscribe stores a subscription. One with the same endpoint, of whomever, is replaced.
func (s *Store) Subscribe(ctx context.Context, b Subscription) error {
	if b.Endpoint == "" || len(b.Endpoint) > 1000 || len(b.Auth) > 100 || len(b.Key) > 200 || len(b.Label) > maxLabel {
		return refuse(play.Invalid, "This subscription cannot be stored.")
	}
	return s.update(ctx, func(t *tx) error {
		if err := t.needContact(ctx, b.User); err != nil {
			return err
		}
		id := hashed(b.Endpoint)
		if err := t.dropSubscription(ctx, id); err != nil {
			return err
		}
		err := t.hasRoom(ctx, maxSubscriptions, "You take push messages in %d browsers already.",
			`SELECT COUNT(*) FROM subscriptions WHERE user_id = ?`, b.User)
		if err != nil {
			return err
		}
		err = t.Run(ctx, `INSERT INTO subscriptions (id, user_id, token, label, endpoint, auth, p256dh, created)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			id, b.User, b.Token, b.Label, b.Endpoint, b.Auth, b.Key, s.now())
		if err != nil {
			return err
		}
		return s.queueDeadlines(ctx, t, b.User)
	})
}

// Subscriptions returns a person's subscriptions, the oldest first.
func (s *Store) Subscriptions(ctx context.Context, user string) ([]Subscription, error) {
	return s.reading().subscriptions(ctx, `user_id = ? ORDER BY created, id`, user)
}

// subscriptions returns the subscriptions of sessions that stand.
func (t *tx) subscriptions(ctx context.Context, where string, args ...any) ([]Subscription, error) {
	return queryAll(ctx, t, `SELECT id, user_id, token, label, endpoint, auth, p256dh, created FROM subscriptions
		WHERE EXISTS (SELECT 1 FROM tokens WHERE tokens.id = token AND (expires = 0 OR expires > ?)) AND `+where,
		append([]any{t.store.now()}, args...), func(scan scanFunc) (b Subscription, err error) {
			err = scan(&b.ID, &b.User, &b.Token, &b.Label, &b.Endpoint, &b.Auth, &b.Key, &b.Created)
			return b, err
		})
}

// Unsubscribe ends a person's subscription. It is no error if there is none.
func (s *Store) Unsubscribe(ctx context.Context, user, id string) error {
	return s.update(ctx, func(t *tx) error {
		n, err := t.Count(ctx, `SELECT COUNT(*) FROM subscriptions WHERE user_id = ? AND id = ?`, user, id)
		if err != nil || n == 0 {
			return err
		}
		return t.dropSubscription(ctx, id)
	})
}

// DropSubscription deletes a subscription that its push service no longer knows.
func (s *Store) DropSubscription(ctx context.Context, id string) error {
	return s.update(ctx, func(t *tx) error { return t.dropSubscription(ctx, id) })
}

func (t *tx) dropSubscription(ctx context.Context, id string) error {
	if err := t.Run(ctx, `DELETE FROM subscriptions WHERE id = ?`, id); err != nil {
		return err
	}
	return t.Run(ctx, `DELETE FROM outbox WHERE channel = ? AND target = ? AND done = 0`, string(ByPush), id)
}

// MoveSubscriptions gives the subscriptions of a session to the one that takes its place.
func (s *Store) MoveSubscriptions(ctx context.Context, user, from, to string) error {
	return s.run(ctx, `UPDATE subscriptions SET token = ? WHERE user_id = ? AND token = ?`, to, user, from)
}
