package store

import (
	"context"
	"net/mail"
	"slices"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/db"
)

// How people are told of events outside the site: their mail address, what they wish to be told,
// and the secret of their feeds. outbox.go has what is sent.

// Topic is what an event is about. People choose by topic how they are told.
type Topic string

// The topics that people choose for.
const (
	TurnTopic      Topic = "turn"      // it is your turn in a game by correspondence
	DeadlineTopic  Topic = "deadline"  // little time is left for your move
	ChallengeTopic Topic = "challenge" // somebody challenges you, or offers a rematch
	AcceptedTopic  Topic = "accepted"  // somebody has accepted your offer
	EndTopic       Topic = "end"       // your game has ended
	MessageTopic   Topic = "message"   // your opponent has written, or asks something
)

// Topics are the topics that people choose for, in the order of lists.
var Topics = []Topic{TurnTopic, DeadlineTopic, ChallengeTopic, AcceptedTopic, EndTopic, MessageTopic}

// The topics of mail that the account needs, and that people cannot turn off.
const (
	ConfirmTopic Topic = "confirm" // the link that confirms a mail address
	ResetTopic   Topic = "reset"   // the link to set another password
	ChangedTopic Topic = "changed" // the password or the address was changed
)

// MailWish is when a person wants mail about a topic.
type MailWish string

// The wishes for mail.
const (
	MailNow   MailWish = "now"   // a mail for each event
	MailDaily MailWish = "daily" // one mail a day about all events
	MailNever MailWish = "never"
)

// Wish is how a person wants to be told about a topic.
type Wish struct {
	Mail MailWish `json:"mail"`
	Push bool     `json:"push"`
}

// Wishes are a person's wishes by topic.
type Wishes map[Topic]Wish

// usualWishes are the wishes of people who have not chosen.
var usualWishes = Wishes{
	TurnTopic:      {Mail: MailNow, Push: true},
	DeadlineTopic:  {Mail: MailNow, Push: true},
	ChallengeTopic: {Mail: MailNow, Push: true},
	AcceptedTopic:  {Mail: MailNow, Push: true},
	EndTopic:       {Mail: MailDaily, Push: true},
	MessageTopic:   {Mail: MailDaily, Push: true},
}

// Of returns the wish for a topic, the usual one if the person has not chosen.
func (w Wishes) Of(t Topic) Wish {
	if wish, ok := w[t]; ok {
		return wish
	}
	return usualWishes[t]
}

// check returns what is wrong with the wishes.
func (w Wishes) check() error {
	for topic, wish := range w {
		known := slices.Contains(Topics, topic)
		if !known || !slices.Contains([]MailWish{MailNow, MailDaily, MailNever}, wish.Mail) {
			return refuse(play.Invalid, "There is no such choice.")
		}
		if topic == DeadlineTopic && wish.Mail == MailDaily {
			return refuse(play.Invalid, "A daily mail may come after the deadline: choose at once or never.")
		}
	}
	return nil
}

// Contact is how a person is told of events outside the site.
type Contact struct {
	Address   string    `json:"address,omitempty"`    // of mail, "" for none
	Confirmed time.Time `json:"confirmed,omitzero"`   // when the address was confirmed; zero while it is not
	Wishes    Wishes    `json:"wishes,omitempty"`     // those that the person has chosen
	Hour      int       `json:"dailyMailHour"`        // when the daily mail is sent, an hour of UTC
	Feed      bool      `json:"feedAddress,omitzero"` // the person has a secret address of feeds
}

// Mail returns the address that mail goes to, "" for none.
func (c Contact) Mail() string {
	if c.Confirmed.IsZero() {
		return ""
	}
	return c.Address
}

// usualHour is the hour of the daily mail of people who have not chosen.
const usualHour = 7

// Contact returns how a person is told of events.
func (s *Store) Contact(ctx context.Context, user string) (Contact, error) {
	c, _, err := s.reading().contact(ctx, user)
	return c, err
}

// contact returns how a person is told of events. found is false when the person has chosen
// nothing, and so nothing is sent.
func (t *tx) contact(ctx context.Context, user string) (c Contact, found bool, err error) {
	var feed string
	c.Hour = usualHour
	found, err = t.Row(ctx, `SELECT address, confirmed, wishes, digest_hour, feed FROM contacts WHERE user_id = ?`,
		[]any{user}, &c.Address, &c.Confirmed, db.JSON(&c.Wishes), &c.Hour, &feed)
	if err != nil || !found {
		return c, false, err
	}
	c.Feed = feed != ""
	return c, true, nil
}

// needContact makes the row of a person in contacts if there is none. Guests have none.
func (t *tx) needContact(ctx context.Context, user string) error {
	u, err := t.user(ctx, "id", user)
	if err != nil {
		return err
	}
	if u.Guest {
		return refuse(play.NotAllowed, "A guest needs an account for this.")
	}
	return t.Run(ctx, `INSERT INTO contacts (user_id, address, address_key, confirmed, wishes, digest_hour, feed)
		VALUES (?, '', '', 0, '{}', ?, '') ON CONFLICT DO NOTHING`, user, usualHour)
}

// maxAddress is how many bytes a mail address has at most (RFC 5321).
const maxAddress = 254

// CheckAddress returns a mail address without what surrounds it. The error says that it is none.
func CheckAddress(text string) (string, error) {
	a, err := mail.ParseAddress(strings.TrimSpace(text))
	if err != nil || a.Name != "" || len(a.Address) > maxAddress || strings.ContainsFunc(a.Address, func(r rune) bool {
		return r <= ' ' || r >= 0x7f || strings.ContainsRune(`<>"(),:;\`, r)
	}) {
		return "", refuse(play.Invalid, "That is not a mail address.")
	}
	return a.Address, nil
}

func addressKey(address string) string { return strings.ToLower(address) }

// SetAddress gives a person a mail address, which then waits to be confirmed, or removes it if it
// is "". A mail with a link goes to the new address, and a warning to a confirmed old one.
func (s *Store) SetAddress(ctx context.Context, user, address string) error {
	if address != "" {
		var err error
		if address, err = CheckAddress(address); err != nil {
			return err
		}
	}
	return s.update(ctx, func(t *tx) error {
		if err := t.needContact(ctx, user); err != nil {
			return err
		}
		old, _, err := t.contact(ctx, user)
		if err != nil {
			return err
		}
		if address != "" && address == old.Mail() {
			return nil
		}
		err = t.Run(ctx, `UPDATE contacts SET address = ?, address_key = ?, confirmed = 0 WHERE user_id = ?`,
			address, addressKey(address), user)
		if err == nil {
			err = t.Run(ctx, `DELETE FROM outbox WHERE user_id = ? AND channel = ? AND done = 0 AND topic <> ?`,
				user, string(ByMail), string(ChangedTopic))
		}
		if err == nil && old.Mail() != "" {
			err = s.queueNow(ctx, t, user, ChangedTopic, old.Address, "address")
		}
		if err == nil && address != "" {
			err = s.queueNow(ctx, t, user, ConfirmTopic, address, "")
		}
		return err
	})
}

// ResendConfirmation sends the link once more that confirms a person's address.
func (s *Store) ResendConfirmation(ctx context.Context, user string) error {
	return s.update(ctx, func(t *tx) error {
		c, _, err := t.contact(ctx, user)
		if err != nil || c.Address == "" || !c.Confirmed.IsZero() {
			return err
		}
		return s.queueNow(ctx, t, user, ConfirmTopic, c.Address, "")
	})
}

// SetWishes stores how a person wants to be told, and the hour of the daily mail.
func (s *Store) SetWishes(ctx context.Context, user string, w Wishes, hour int) error {
	if err := w.check(); err != nil {
		return err
	}
	if hour < 0 || hour > 23 {
		return refuse(play.Invalid, "The hour of the daily mail is 0 to 23.")
	}
	return s.update(ctx, func(t *tx) error {
		if err := t.needContact(ctx, user); err != nil {
			return err
		}
		err := t.Run(ctx, `UPDATE contacts SET wishes = ?, digest_hour = ? WHERE user_id = ?`, db.JSON(w), hour, user)
		if err != nil {
			return err
		}
		return s.queueDeadlines(ctx, t, user)
	})
}

// StopMail ends mail to a person about some topics.
func (s *Store) StopMail(ctx context.Context, user string, which func(Topic, Wish) bool) error {
	return s.update(ctx, func(t *tx) error {
		c, found, err := t.contact(ctx, user)
		if err != nil || !found {
			return err
		}
		all := Wishes{}
		for _, topic := range Topics {
			wish := c.Wishes.Of(topic)
			if which(topic, wish) {
				wish.Mail = MailNever
			}
			all[topic] = wish
		}
		return t.Run(ctx, `UPDATE contacts SET wishes = ? WHERE user_id = ?`, db.JSON(all), user)
	})
}

// NewFeed gives a person a new secret for the address of their feeds. The old one ends. The store
// keeps only a hash.
func (s *Store) NewFeed(ctx context.Context, user string) (secret string, err error) {
	secret = newSecret()
	return secret, s.setFeed(ctx, user, hashed(secret))
}

// DropFeed ends a person's address of feeds.
func (s *Store) DropFeed(ctx context.Context, user string) error { return s.setFeed(ctx, user, "") }

func (s *Store) setFeed(ctx context.Context, user, hash string) error {
	return s.update(ctx, func(t *tx) error {
		if err := t.needContact(ctx, user); err != nil {
			return err
		}
		return t.Run(ctx, `UPDATE contacts SET feed = ? WHERE user_id = ?`, hash, user)
	})
}

// FeedOwner returns the person whose feeds have a secret address. The error has the code NotFound
// when there is none.
func (s *Store) FeedOwner(ctx context.Context, secret string) (User, error) {
	t := s.reading()
	var user string
	errNoFeed := refuse(play.NotFound, "There is no such feed.")
	err := t.mustRow(ctx, errNoFeed, `SELECT user_id FROM contacts WHERE feed = ?`, []any{hashed(secret)}, &user)
	if err != nil {
		return User{}, err
	}
	u, err := t.user(ctx, "id", user)
	if err == nil && !u.Closed.IsZero() {
		err = errNoFeed
	}
	return u, err
}
