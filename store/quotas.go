package store

import (
	"context"

	"github.com/kirke-chess/kirke/play"
)

// Quota is how much a person may have at a time.
type Quota struct {
	Offers     int // open
	Games      int // ongoing
	Presets    int
	Notes      int // bytes in all of them
	Studies    int
	StudyBytes int // in all of them
	Drafts     int
	DraftBytes int // in all of them
}

// The quotas of an account, of a guest, and of all guests of one network together.
var (
	AccountQuota = Quota{
		Offers: 20, Games: 500, Presets: 200, Notes: 4 << 20, Studies: 500, StudyBytes: 8 << 20,
		Drafts: 50, DraftBytes: 2 << 20,
	}
	GuestQuota = Quota{
		Offers: 5, Games: 20, Presets: 10, Notes: 100 << 10, Studies: 10, StudyBytes: 300 << 10,
		Drafts: 5, DraftBytes: 160 << 10,
	}
	NetworkQuota = Quota{Offers: 10, Games: 60}
)

// quota returns a person's quota.
func (u User) quota() Quota {
	if u.Guest {
		return GuestQuota
	}
	return AccountQuota
}

// lock makes other transactions that lock a person wait for the end of this one, so that what is
// counted stays true. SQLite has one writer anyway.
func (t *tx) lock(ctx context.Context, user string) error {
	return t.Run(ctx, `UPDATE users SET seen = seen WHERE id = ?`, user)
}

// locked locks a person and returns them.
func (t *tx) locked(ctx context.Context, user string) (User, error) {
	if err := t.lock(ctx, user); err != nil {
		return User{}, err
	}
	return t.user(ctx, "id", user)
}

// mayOffer returns an error if a person may not make another offer.
func (s *Store) mayOffer(ctx context.Context, t *tx, u User) error {
	now := s.now()
	err := t.hasRoom(ctx, u.quota().Offers, "You have %d open offers already.",
		`SELECT COUNT(*) FROM seeks WHERE by_user = ? AND expires > ?`, u.ID, now)
	if err != nil || u.network == "" {
		return err
	}
	return t.hasRoom(ctx, NetworkQuota.Offers,
		"Guests from your network have %d open offers already. With an account you may make more.",
		`SELECT COUNT(*) FROM users u JOIN seeks k ON k.by_user = u.id AND k.expires > ?
			WHERE u.came_from = ? AND u.guest = 1`, now, u.network)
}

// mayPlay returns an error if a person may not start another game.
func (t *tx) mayPlay(ctx context.Context, u User) error {
	open, err := t.Count(ctx, `SELECT (SELECT COUNT(*) FROM games WHERE white = ? AND finished = 0)
		+ (SELECT COUNT(*) FROM games WHERE black = ? AND finished = 0)`, u.ID, u.ID)
	if err == nil && open >= u.quota().Games {
		err = refuse(play.NotAllowed, "%s has %d ongoing games already.", u.Name, open)
	}
	if err != nil || u.network == "" {
		return err
	}
	const guests = `SELECT COUNT(*) FROM users u JOIN games g ON g.finished = 0 AND g.`
	open, err = t.Count(ctx, `SELECT (`+guests+`white = u.id WHERE u.came_from = ? AND u.guest = 1)
		+ (`+guests+`black = u.id WHERE u.came_from = ? AND u.guest = 1)`, u.network, u.network)
	if err == nil && open >= NetworkQuota.Games {
		err = refuse(play.NotAllowed,
			"Guests from the network of %s have %d ongoing games already. An account may have more.", u.Name, open)
	}
	return err
}

// allMayPlay returns an error if one of the players may not start another game.
func (t *tx) allMayPlay(ctx context.Context, players ...play.Player) error {
	for _, p := range players {
		if p.Computer() {
			continue
		}
		u, err := t.user(ctx, "id", p.User)
		if err == nil {
			err = t.mayPlay(ctx, u)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
