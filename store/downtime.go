package store

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/store/internal/clock"
)

// Nobody's clock runs while the store cannot write. Each server notes a heartbeat in SQL; the time
// without one is given back to the players to move. After a restart Recover does so, and Beat when
// the program was suspended or its machine slept.

// Beat notes a heartbeat. Call it a few times a second: Recover gives back the time from the last
// heartbeat to the next start. When the program was silent for more than clock.MaxSilence, or the clock
// of the machine has jumped, Beat gives that time back itself.
func (s *Store) Beat(ctx context.Context) error {
	return s.update(ctx, func(t *tx) error {
		if s.clock == nil {
			return t.beat(ctx, s.now())
		}
		ahead, err := s.ahead(ctx, t)
		if err != nil {
			return err
		}
		_, up := s.clock.Machine()
		now, silence := s.now(), s.clock.Silence()
		if ahead >= clock.MaxSilence { // the clock was put forward, or the machine has slept
			now, silence = now.Add(ahead), silence+ahead
		}
		if silence >= clock.MaxSilence {
			lost, games, err := s.creditDowntime(ctx, t, downtime{now: now, atLeast: clock.MaxSilence, atMost: silence})
			if err != nil {
				return err
			}
			t.OnCommit(func() {
				s.log.Warn("time given back", "silence", silence, "lost", lost, "games", games)
			})
		}
		t.OnCommit(func() { s.clock.Beat(up, ahead) })
		return t.beat(ctx, now)
	})
}

func (t *tx) beat(ctx context.Context, now time.Time) error {
	return t.Run(ctx, `INSERT INTO heartbeat (one, at) VALUES (1, ?)
		ON CONFLICT (one) DO UPDATE SET at = excluded.at WHERE excluded.at > heartbeat.at`, now)
}

// lastBeat returns the time of the last heartbeat of any server, zero for none.
func (t *tx) lastBeat(ctx context.Context) (at time.Time, err error) {
	_, err = t.Row(ctx, `SELECT at FROM heartbeat WHERE one = 1`+t.ForUpdate(), nil, &at)
	return at, err
}

// errAway means that this program was silent, and must give time back before it changes a game.
var errAway = errors.New("the store was away")

// checkAway returns errAway when this program was silent for clock.MaxSilence.
func (s *Store) checkAway() error {
	if s.clock != nil && s.clock.Silence() >= clock.MaxSilence {
		return errAway
	}
	return nil
}

// unlessAway returns by with checkAway before it.
func (s *Store) unlessAway(by changeFunc) changeFunc {
	return func(g *play.Game, now time.Time) ([]play.Event, error) {
		if err := s.checkAway(); err != nil {
			return nil, err
		}
		return by(g, now)
	}
}

// updateTimed is update for changes that depend on clocks. do calls checkAway when it has locked
// its game; after errAway, updateTimed gives the lost time back and runs do again.
func (s *Store) updateTimed(ctx context.Context, do func(*tx) error) error {
	const maxTries = 20
	err := errAway
	for tries := 0; errors.Is(err, errAway) && tries < maxTries; tries++ {
		if tries > 0 {
			if err := s.Beat(ctx); err != nil {
				return err
			}
		}
		err = s.update(ctx, do)
	}
	return err
}

// minDowntime is how old the last heartbeat must be for all servers to be down. With SQLite the
// only server has just started.
func (s *Store) minDowntime() time.Duration {
	if s.db.Postgres() {
		return time.Second
	}
	return 0
}

// Recover takes at most maxRounds rounds, and ends with one that took less than shortRound.
const (
	maxRounds  = 10
	shortRound = 50 * time.Millisecond
)

// Recover gives back the time in which no server was running: since the last heartbeat, or the last
// event if that was later. Call it when the server starts, before it accepts commands. It returns
// that time, and how many games got some of it back. It does nothing while another server is
// running.
//
// Going through many games takes time too. Further rounds give that back to live games, until a
// round is short.
func (s *Store) Recover(ctx context.Context) (down time.Duration, games int, err error) {
	for round := range maxRounds {
		began := s.now()
		var lost time.Duration
		var credited int
		err := s.update(ctx, func(t *tx) (err error) {
			now := s.now() // the same for all games, and where the next round goes on
			d := downtime{now: now, atLeast: s.minDowntime(), atMost: math.MaxInt64, liveOnly: round > 0}
			lost, credited, err = s.creditDowntime(ctx, t, d)
			if err != nil {
				return err
			}
			return t.beat(ctx, now)
		})
		if err != nil {
			return down, games, err
		}
		down, games = down+lost, max(games, credited)
		if s.now().Sub(began) < shortRound {
			break
		}
	}
	return down, games, nil
}

// downtime is a time in which no server could write.
type downtime struct {
	now             time.Time     // its end
	atLeast, atMost time.Duration // its length; a shorter one does not count
	liveOnly        bool          // only for live games
}

// creditDowntime credits games with the time since the last heartbeat or event of any server.
func (s *Store) creditDowntime(ctx context.Context, t *tx, d downtime) (lost time.Duration, games int, err error) {
	last, err := t.lastBeat(ctx)
	if err != nil {
		return 0, 0, err
	}
	var event time.Time
	_, err = t.Row(ctx, `SELECT COALESCE(MAX(last_at), 0) FROM games WHERE finished = 0`, nil, &event)
	if err != nil {
		return 0, 0, err
	}
	if event.After(last) {
		last = event
	}
	if last.IsZero() || d.now.Sub(last) < d.atLeast {
		return 0, 0, nil
	}
	lost = min(d.now.Sub(last), d.atMost)
	ids, err := t.timedGames(ctx, d.liveOnly)
	if err != nil {
		return 0, 0, err
	}
	for _, id := range ids {
		done, err := s.changeIn(ctx, t, id, func(g *play.Game, _ time.Time) ([]play.Event, error) {
			return g.Credit(d.now.Add(-lost), d.now)
		})
		if unknownRules(err) {
			continue
		}
		if err != nil {
			return 0, 0, err
		}
		if len(done.Events) > 0 {
			games++
		}
	}
	return lost, games, nil
}

// timedGames returns the games whose clocks are running.
func (t *tx) timedGames(ctx context.Context, liveOnly bool) ([]string, error) {
	query := `SELECT id FROM games WHERE finished = 0 AND deadline IS NOT NULL`
	var args []any
	if liveOnly {
		query, args = query+` AND speed <> ?`, []any{string(play.Correspondence)}
	}
	return t.IDs(ctx, query+` ORDER BY id`, args...)
}
