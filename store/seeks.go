package store

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/db"
)

// Seek is an offer to play: to everybody in the lobby, to one person (a challenge), or to anybody
// who has its link (an invitation).
type Seek struct {
	ID      string      `json:"id"`
	By      Person      `json:"by"`
	To      *Person     `json:"to,omitempty"`   // of a challenge
	Link    bool        `json:"link,omitempty"` // an invitation
	Terms   play.Terms  `json:"terms"`
	Color   play.Seat   `json:"color,omitempty"` // the maker's; "" for a random one
	Rating  play.Rating `json:"rating"`          // the maker's
	Created time.Time   `json:"created"`
	Expires time.Time   `json:"expires"`
}

// NeedsMaker reports whether the offer lasts only while its maker is online. So do offers of live
// games, but not invitations.
func (k Seek) NeedsMaker() bool { return !k.Link && !k.Terms.Control.Correspondence() }

// Person is what others see of a user.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// SeekRequest is an offer to make.
type SeekRequest struct {
	By    string // a person's ID
	To    string // another person's ID, for a challenge
	Link  bool   // an invitation
	Terms play.Terms
	Color play.Seat     // the maker's: play.White, play.Black, or "" for a random one
	Life  time.Duration // until the offer expires; 0 for the default
}

// How long offers last by default. ExtendSeeks changes this for offers of live games.
const (
	LiveSeekLife = 5 * time.Minute
	SlowSeekLife = 14 * play.Day
	LinkLife     = 30 * play.Day
)

// life returns how long the offer lasts.
func (r SeekRequest) life() time.Duration {
	switch {
	case r.Life > 0:
		return r.Life
	case r.Link:
		return LinkLife
	case r.Terms.Control.Correspondence():
		return SlowSeekLife
	}
	return LiveSeekLife
}

// PostSeek stores an offer. The secret is for the link of an invitation, "" for other offers. The
// store keeps only a hash of it.
func (s *Store) PostSeek(ctx context.Context, r SeekRequest) (k Seek, secret string, err error) {
	now := s.now()
	if err := r.check(); err != nil {
		return Seek{}, "", err
	}
	if r.Terms, err = r.Terms.Canonical(); err != nil {
		return Seek{}, "", err
	}
	stored := ""
	if r.Link {
		secret = newSecret()
		stored = hashed(secret)
	}
	id := NewID()
	err = s.update(ctx, func(t *tx) error {
		by, err := t.user(ctx, "id", r.By)
		if err != nil {
			return err
		}
		if r.To != "" {
			if err := t.mayChallenge(ctx, r.By, r.To); err != nil {
				return err
			}
		}
		if err := s.mayOffer(ctx, t, by); err != nil {
			return err
		}
		if err := t.mayOfferGame(ctx, r); err != nil {
			return err
		}
		err = t.Run(ctx, `INSERT INTO seeks (id, by_user, to_user, secret, terms, color, created, expires)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			id, r.By, r.To, stored, db.JSON(r.Terms), string(r.Color), now, now.Add(r.life()))
		if err != nil || r.To == "" {
			return err
		}
		return s.queue(ctx, t, Outgoing{
			User: r.To, Topic: ChallengeTopic, Event: "challenge " + id, By: by.Name,
			Variant: r.Terms.Variant, Detail: id,
		}, time.Time{})
	})
	if err != nil {
		return Seek{}, "", err
	}
	k, err = s.SeekByID(ctx, id)
	return k, secret, err
}

// mayChallenge returns an error if a person may not challenge another.
func (t *tx) mayChallenge(ctx context.Context, by, to string) error {
	u, err := t.user(ctx, "id", to)
	if err != nil {
		return err
	}
	if !u.Closed.IsZero() {
		return refuse(play.NotAllowed, "The account of %s is closed.", u.Name)
	}
	blocked, err := t.hasBlocked(ctx, to, by)
	if err == nil && blocked {
		err = refuse(play.NotAllowed, "%s does not accept challenges from you.", u.Name)
	}
	return err
}

// check returns what is wrong with the request, apart from its terms.
func (r SeekRequest) check() error {
	switch {
	case r.Color != "" && !r.Color.Playing():
		return refuse(play.Invalid, "The colour is white or black; without one it is random.")
	case r.To != "" && r.Link:
		return refuse(play.Invalid, "An offer cannot be both a challenge and an invitation by link.")
	case r.To == r.By:
		return refuse(play.Invalid, "You cannot play against yourself.")
	}
	return nil
}

// seeks returns the open offers that the rest of a query selects.
func (s *Store) seeks(ctx context.Context, t *tx, rest string, args ...any) ([]Seek, error) {
	return t.seeks(ctx, `WHERE k.expires > ? `+rest, append([]any{s.now()}, args...)...)
}

// seeks returns offers, including expired ones.
func (t *tx) seeks(ctx context.Context, rest string, args ...any) ([]Seek, error) {
	all, err := queryAll(ctx, t, `SELECT k.id, k.by_user, u.name, k.to_user, COALESCE(v.name, ''),
			k.secret, k.terms, k.color, k.created, k.expires
		FROM seeks k JOIN users u ON u.id = k.by_user LEFT JOIN users v ON v.id = k.to_user `+rest, args, scanSeek)
	if err != nil {
		return nil, err
	}
	for i := range all {
		k := &all[i]
		key := ratingKey{k.By.ID, play.Family(k.Terms.Variant), k.Terms.Control.Speed()}
		if k.Rating, err = t.rating(ctx, key); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func scanSeek(scan scanFunc) (k Seek, err error) {
	var to Person
	var secret string
	err = scan(&k.ID, &k.By.ID, &k.By.Name, &to.ID, &to.Name, &secret, db.JSON(&k.Terms), &k.Color,
		&k.Created, &k.Expires)
	if err != nil {
		return k, err
	}
	if to.ID != "" {
		k.To = &to
	}
	k.Link = secret != ""
	return k, nil
}

// Lobby returns the offers to everybody, the newest first.
func (s *Store) Lobby(ctx context.Context) ([]Seek, error) {
	return s.seeks(ctx, s.reading(), `AND k.to_user = '' AND k.secret = '' ORDER BY k.created DESC, k.id LIMIT 200`)
}

// SeeksOf returns the offers that a person has made, and the challenges to that person, the newest
// first.
func (s *Store) SeeksOf(ctx context.Context, user string) ([]Seek, error) {
	if user == "" {
		return nil, nil
	}
	return s.seeks(ctx, s.reading(), `AND (k.by_user = ? OR k.to_user = ?) ORDER BY k.created DESC, k.id`, user, user)
}

// errNoSeek is the error for offers that do not exist, have expired, or are for somebody else.
var errNoSeek = refuse(play.NotFound, "This offer is not open.")

// SeekByID returns an open offer. The error has the code NotFound when there is none.
func (s *Store) SeekByID(ctx context.Context, id string) (Seek, error) {
	return s.seek(ctx, s.reading(), `AND k.id = ?`, id)
}

// SeekBySecret returns the open invitation with a secret. The error has the code NotFound when
// there is none.
func (s *Store) SeekBySecret(ctx context.Context, secret string) (Seek, error) {
	return s.seek(ctx, s.reading(), `AND k.secret = ?`, hashed(secret))
}

func (s *Store) seek(ctx context.Context, t *tx, rest string, args ...any) (Seek, error) {
	all, err := s.seeks(ctx, t, rest, args...)
	return only(all, err, errNoSeek)
}

// TakeSeek accepts an offer in the lobby, or a challenge to the person, and returns the game that
// starts. Of several people who take it at once, one gets the game; the others get an error with
// the code NotFound.
func (s *Store) TakeSeek(ctx context.Context, id, user string) (Summary, error) {
	return s.take(ctx, user, func(t *tx) (Seek, error) {
		k, err := s.seek(ctx, t, `AND k.id = ?`, id)
		if err == nil && (k.Link || k.To != nil && k.To.ID != user) {
			err = errNoSeek
		}
		return k, err
	})
}

// TakeLink accepts an invitation by its secret, as TakeSeek does.
func (s *Store) TakeLink(ctx context.Context, secret, user string) (Summary, error) {
	return s.take(ctx, user, func(t *tx) (Seek, error) { return s.seek(ctx, t, `AND k.secret = ?`, hashed(secret)) })
}

func (s *Store) take(ctx context.Context, user string, find func(*tx) (Seek, error)) (m Summary, err error) {
	err = s.update(ctx, func(t *tx) error {
		k, err := find(t)
		if err != nil {
			return err
		}
		if k.By.ID == user {
			return refuse(play.Invalid, "This is your own offer.")
		}
		taker, err := t.user(ctx, "id", user)
		if err != nil {
			return err
		}
		if blocked, err := t.hasBlocked(ctx, k.By.ID, user); err != nil || blocked {
			return cmp.Or(err, errNoSeek)
		}
		if err := t.mustRun(ctx, errNoSeek, `DELETE FROM seeks WHERE id = ?`, k.ID); err != nil {
			return err
		}
		b := play.Beginning{
			Terms: k.Terms,
			White: play.Player{User: k.By.ID, Name: k.By.Name},
			Black: play.Player{User: taker.ID, Name: taker.Name},
		}
		if k.Color == play.Black || k.Color == "" && rand.IntN(2) == 0 {
			b.White, b.Black = b.Black, b.White
		}
		if err := t.allMayPlay(ctx, b.White, b.Black); err != nil {
			return err
		}
		if m, err = s.create(ctx, t, b); err != nil {
			return err
		}
		accepted := Notice{Kind: OfferAccepted, By: taker.Name, Variant: m.Variant, Game: m.ID}
		return s.tellAccepted(ctx, t, k.By.ID, accepted, m)
	})
	return m, err
}

// DropSeek withdraws a person's own offer, or declines a challenge, and then its maker gets a
// notice. The error has the code NotFound when the person may do neither.
func (s *Store) DropSeek(ctx context.Context, id, user string) error {
	return s.update(ctx, func(t *tx) error {
		k, err := s.seek(ctx, t, `AND k.id = ?`, id)
		if err != nil {
			return err
		}
		declined := k.To != nil && k.To.ID == user
		if k.By.ID != user && !declined {
			return errNoSeek
		}
		err = t.mustRun(ctx, errNoSeek, `DELETE FROM seeks WHERE id = ?`, id)
		if err == nil && declined {
			err = s.addNotice(ctx, t, k.By.ID, Notice{Kind: ChallengeDeclined, By: k.To.Name, Variant: k.Terms.Variant})
		}
		return err
	})
}

// ExtendSeeks lets a person's offers that need their maker expire at a time. Without such offers it
// costs one look at an index.
func (s *Store) ExtendSeeks(ctx context.Context, user string, until time.Time) error {
	mine, err := s.seeks(ctx, s.reading(), `AND k.by_user = ?`, user)
	mine = slices.DeleteFunc(mine, func(k Seek) bool { return !k.NeedsMaker() })
	if err != nil || len(mine) == 0 {
		return err
	}
	return s.update(ctx, func(t *tx) error {
		for _, k := range mine {
			err := t.Run(ctx, `UPDATE seeks SET expires = ? WHERE id = ? AND expires > ?`,
				until, k.ID, s.now())
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// EndSeeks withdraws the open offers of a person that which selects, and returns them.
func (s *Store) EndSeeks(ctx context.Context, user string, which func(Seek) bool) (ended []Seek, err error) {
	err = s.update(ctx, func(t *tx) (err error) {
		ended, err = s.endSeeks(ctx, t, user, which)
		return err
	})
	return ended, err
}

func (s *Store) endSeeks(ctx context.Context, t *tx, user string, which func(Seek) bool) (ended []Seek, err error) {
	mine, err := s.seeks(ctx, t, `AND k.by_user = ? ORDER BY k.id`, user)
	for _, k := range mine {
		if !which(k) {
			continue
		}
		n, err := t.Exec(ctx, `DELETE FROM seeks WHERE id = ?`, k.ID)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			ended = append(ended, k)
		}
	}
	return ended, err
}
