package store

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/kirke-chess/kirke/play"
)

// Seek is an offer to play: to everybody in the lobby, to one person (a challenge),
// or to whoever has its link (an invitation).
type Seek struct {
	ID      string      `json:"id"`
	By      Person      `json:"by"`
	To      *Person     `json:"to,omitempty"`   // of a challenge
	Link    bool        `json:"link,omitempty"` // an invitation, for whoever has the secret
	Terms   play.Terms  `json:"terms"`
	Color   play.Seat   `json:"color,omitempty"` // that the seeker will play; "" is drawn by lot
	Rating  play.Rating `json:"rating"`          // the seeker's
	Created time.Time   `json:"created"`
	Expires time.Time   `json:"expires"`
}

// NeedsMaker reports whether the offer lasts only while its maker is there: one of a live game, unless
// it is an invitation, which whoever has the link may take at any time.
func (k Seek) NeedsMaker() bool { return !k.Link && !k.Terms.Control.Correspondence() }

// Person is a user as others see them.
type Person struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// SeekRequest is what somebody offers.
type SeekRequest struct {
	By    string // a person's ID
	To    string // of a challenge: another's
	Link  bool   // an invitation by link
	Terms play.Terms
	Color play.Seat     // play.White, play.Black, or "" for a lot
	Life  time.Duration // until the offer ends; 0 for the default of its kind
}

// How long offers last by default. KeepSeeks changes that of live games.
const (
	LiveSeekLife = 5 * time.Minute
	SlowSeekLife = 14 * play.Day
	LinkLife     = 30 * play.Day
)

// MaxSeeks is how many offers a person may have open.
const MaxSeeks = 20

// PostSeek opens an offer. The secret is for the link of an invitation, "" for
// other offers; it is not stored and cannot be had again.
func (s *Store) PostSeek(ctx context.Context, r SeekRequest) (k Seek, secret string, err error) {
	now := s.now()
	if err := r.check(); err != nil {
		return Seek{}, "", err
	}
	if r.Terms, err = r.Terms.Canonical(); err != nil {
		return Seek{}, "", err
	}
	if r.Life <= 0 {
		switch {
		case r.Link:
			r.Life = LinkLife
		case r.Terms.Control.Correspondence():
			r.Life = SlowSeekLife
		default:
			r.Life = LiveSeekLife
		}
	}
	terms, err := json.Marshal(r.Terms)
	if err != nil {
		return Seek{}, "", err
	}
	stored := ""
	if r.Link {
		secret = newSecret()
		stored = hashed(secret)
	}
	id := NewID()
	err = s.update(ctx, func(t *tx) error {
		for _, user := range []string{r.By, r.To} {
			if user == "" {
				continue
			}
			if _, err := t.user(ctx, "id", user); err != nil {
				return err
			}
		}
		var open int
		if _, err := t.row(ctx, `SELECT COUNT(*) FROM seeks WHERE by_user = ? AND expires > ?`, []any{r.By, millis(now)}, &open); err != nil {
			return err
		}
		if open >= MaxSeeks {
			return refuse(play.NotAllowed, "You have %d open offers already.", open)
		}
		_, err := t.exec(ctx, `INSERT INTO seeks (id, by_user, to_user, secret, terms, color, created, expires) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			id, r.By, r.To, stored, string(terms), string(r.Color), millis(now), millis(now.Add(r.Life)))
		return err
	})
	if err != nil {
		return Seek{}, "", err
	}
	k, err = s.SeekByID(ctx, id)
	return k, secret, err
}

func (r SeekRequest) check() error {
	switch {
	case r.Color != "" && !r.Color.Playing():
		return refuse(play.Invalid, "The colour is white, black or left to the lot.")
	case r.To != "" && r.Link:
		return refuse(play.Invalid, "An offer is to one person or to whoever has the link, not to both.")
	case r.To == r.By:
		return refuse(play.Invalid, "Nobody can play against themselves.")
	}
	return nil
}

const seekQuery = `SELECT k.id, k.by_user, u.name, k.to_user, COALESCE(v.name, ''), k.secret, k.terms, k.color, k.created, k.expires
	FROM seeks k JOIN users u ON u.id = k.by_user LEFT JOIN users v ON v.id = k.to_user `

// seeks returns the open offers that the rest of a query finds.
func (s *Store) seeks(ctx context.Context, t *tx, rest string, args ...any) ([]Seek, error) {
	return t.seeks(ctx, `WHERE k.expires > ? `+rest, append([]any{millis(s.now())}, args...)...)
}

// seeks returns offers, those that have expired as well.
func (t *tx) seeks(ctx context.Context, rest string, args ...any) (all []Seek, err error) {
	err = t.rows(ctx, seekQuery+rest, args, func(scan func(...any) error) error {
		var k Seek
		var to Person
		var secret, terms string
		var created, expires int64
		if err := scan(&k.ID, &k.By.ID, &k.By.Name, &to.ID, &to.Name, &secret, &terms, &k.Color, &created, &expires); err != nil {
			return err
		}
		if to.ID != "" {
			k.To = &to
		}
		k.Link = secret != ""
		k.Created, k.Expires = moment(created), moment(expires)
		all = append(all, k)
		return json.Unmarshal([]byte(terms), &all[len(all)-1].Terms)
	})
	if err != nil {
		return nil, err
	}
	for i := range all {
		k := &all[i]
		if k.Rating, err = t.rating(ctx, k.By.ID, play.Family(k.Terms.Variant), k.Terms.Control.Speed()); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// Lobby returns the offers that are open to everybody, the newest first.
func (s *Store) Lobby(ctx context.Context) ([]Seek, error) {
	return s.seeks(ctx, s.reading(), `AND k.to_user = '' AND k.secret = '' ORDER BY k.created DESC, k.id LIMIT 200`)
}

// SeeksOf returns the offers that a person has made, and those made to the person
// by name, the newest first.
func (s *Store) SeeksOf(ctx context.Context, user string) ([]Seek, error) {
	if user == "" {
		return nil, nil
	}
	return s.seeks(ctx, s.reading(), `AND (k.by_user = ? OR k.to_user = ?) ORDER BY k.created DESC, k.id`, user, user)
}

// errNoSeek is the answer for offers that are not there, or not any more, or are
// made to somebody else.
var errNoSeek = refuse(play.NotFound, "The offer is not open, or not any more.")

// SeekByID returns an open offer; the error has the code NotFound when there is none.
func (s *Store) SeekByID(ctx context.Context, id string) (Seek, error) {
	return s.seek(ctx, s.reading(), `AND k.id = ?`, id)
}

// SeekBySecret returns the open invitation of a link; the error has the code
// NotFound when there is none.
func (s *Store) SeekBySecret(ctx context.Context, secret string) (Seek, error) {
	return s.seek(ctx, s.reading(), `AND k.secret = ?`, hashed(secret))
}

func (s *Store) seek(ctx context.Context, t *tx, rest string, args ...any) (Seek, error) {
	all, err := s.seeks(ctx, t, rest, args...)
	if err == nil && len(all) == 0 {
		err = errNoSeek
	}
	if err != nil {
		return Seek{}, err
	}
	return all[0], nil
}

// TakeSeek accepts an open offer of the lobby, or a challenge to the person, and
// returns the game that begins. Of several who take it at once, one gets the game; the
// others get an error with the code NotFound.
func (s *Store) TakeSeek(ctx context.Context, id, user string) (Summary, error) {
	return s.take(ctx, user, func(k Seek) bool { return !k.Link && (k.To == nil || k.To.ID == user) }, `AND k.id = ?`, id)
}

// TakeLink accepts the invitation of a link, as TakeSeek does.
func (s *Store) TakeLink(ctx context.Context, secret, user string) (Summary, error) {
	return s.take(ctx, user, func(Seek) bool { return true }, `AND k.secret = ?`, hashed(secret))
}

func (s *Store) take(ctx context.Context, user string, mayTake func(Seek) bool, rest string, arg string) (m Summary, err error) {
	err = s.update(ctx, func(t *tx) error {
		k, err := s.seek(ctx, t, rest, arg)
		if err != nil {
			return err
		}
		if !mayTake(k) {
			return errNoSeek
		}
		if k.By.ID == user {
			return refuse(play.Invalid, "That is your own offer.")
		}
		taker, err := t.user(ctx, "id", user)
		if err != nil {
			return err
		}
		n, err := t.exec(ctx, `DELETE FROM seeks WHERE id = ?`, k.ID)
		if err != nil {
			return err
		}
		if n == 0 {
			return errNoSeek
		}
		b := play.Beginning{
			Terms: k.Terms,
			White: play.Player{User: k.By.ID, Name: k.By.Name},
			Black: play.Player{User: taker.ID, Name: taker.Name},
		}
		if k.Color == play.Black || k.Color == "" && rand.IntN(2) == 0 {
			b.White, b.Black = b.Black, b.White
		}
		if m, err = s.create(ctx, t, b); err != nil {
			return err
		}
		return s.addNotice(ctx, t, k.By.ID, Notice{Kind: OfferAccepted, By: taker.Name, Variant: m.Variant, Game: m.ID})
	})
	return m, err
}

// RefuseSeek takes back one's own offer, or refuses a challenge, of which its maker is told. The error has
// the code NotFound when the person may do neither.
func (s *Store) RefuseSeek(ctx context.Context, id, user string) error {
	return s.update(ctx, func(t *tx) error {
		k, err := s.seek(ctx, t, `AND k.id = ?`, id)
		if err != nil {
			return err
		}
		declined := k.To != nil && k.To.ID == user
		if k.By.ID != user && !declined {
			return errNoSeek
		}
		n, err := t.exec(ctx, `DELETE FROM seeks WHERE id = ?`, id)
		if err == nil && n == 0 {
			err = errNoSeek
		}
		if err == nil && declined {
			err = s.addNotice(ctx, t, k.By.ID, Notice{Kind: ChallengeDeclined, By: k.To.Name, Variant: k.Terms.Variant})
		}
		return err
	})
}

// KeepSeeks lets a person's offers that need their maker last until a moment, and no longer. It costs one
// look at an index when there are none.
func (s *Store) KeepSeeks(ctx context.Context, user string, until time.Time) error {
	mine, err := s.seeks(ctx, s.reading(), `AND k.by_user = ?`, user)
	mine = slices.DeleteFunc(mine, func(k Seek) bool { return !k.NeedsMaker() })
	if err != nil || len(mine) == 0 {
		return err
	}
	return s.update(ctx, func(t *tx) error {
		for _, k := range mine {
			if _, err := t.exec(ctx, `UPDATE seeks SET expires = ? WHERE id = ? AND expires > ?`, millis(until), k.ID, millis(s.now())); err != nil {
				return err
			}
		}
		return nil
	})
}

// EndSeeks takes back the open offers of a person for which which is true, and returns them.
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
		n, err := t.exec(ctx, `DELETE FROM seeks WHERE id = ?`, k.ID)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			ended = append(ended, k)
		}
	}
	return ended, err
}

// ExpireSeeks removes the offers whose time is up, and returns those that this call has removed. Call it every
// few seconds; it costs one look at an index when there is nothing to do.
func (s *Store) ExpireSeeks(ctx context.Context) (expired []Seek, err error) {
	now := millis(s.now())
	due, err := s.reading().seeks(ctx, `WHERE k.expires <= ?`, now)
	if err != nil || len(due) == 0 {
		return nil, err
	}
	err = s.update(ctx, func(t *tx) error {
		expired = nil
		for _, k := range due {
			n, err := t.exec(ctx, `DELETE FROM seeks WHERE id = ? AND expires <= ?`, k.ID, now)
			if err != nil {
				return err
			}
			if n > 0 {
				expired = append(expired, k)
			}
		}
		return nil
	})
	return expired, err
}

// Tidy removes what has expired: tokens, keyed values, notices. It returns how many rows it has
// removed.
func (s *Store) Tidy(ctx context.Context) (removed int64, err error) {
	err = s.update(ctx, func(t *tx) error {
		removed = 0
		now := millis(s.now())
		for _, query := range []string{
			`DELETE FROM tokens WHERE expires <> 0 AND expires <= ?`,
			`DELETE FROM keyed WHERE expires <> 0 AND expires <= ?`,
			`DELETE FROM notices WHERE expires <= ?`,
		} {
			n, err := t.exec(ctx, query, now)
			if err != nil {
				return err
			}
			removed += n
		}
		n, err := t.forgetGuests(ctx, millis(s.now().Add(-GuestLife)))
		removed += n
		return err
	})
	return removed, err
}

// GuestLife is how long a guest who has no game is remembered after the last visit.
const GuestLife = 30 * play.Day

// forgetGuests removes guests who were last seen before a moment and have neither a game nor a job, with what is theirs.
func (t *tx) forgetGuests(ctx context.Context, before int64) (removed int64, err error) {
	const gone = `SELECT id FROM users WHERE guest = 1 AND seen < ?
		AND NOT EXISTS (SELECT 1 FROM games WHERE white = users.id OR black = users.id)
		AND NOT EXISTS (SELECT 1 FROM jobs WHERE user_id = users.id)`
	for _, table := range []string{"tokens", "notes", "presets", "vacations", "ratings", "notices"} {
		if _, err := t.exec(ctx, `DELETE FROM `+table+` WHERE user_id IN (`+gone+`)`, before); err != nil {
			return 0, err
		}
	}
	if _, err := t.exec(ctx, `DELETE FROM seeks WHERE by_user IN (`+gone+`)`, before); err != nil {
		return 0, err
	}
	return t.exec(ctx, `DELETE FROM users WHERE id IN (`+gone+`)`, before)
}
