package store

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/play"
)

// Summary is a game as lists show it.
type Summary struct {
	ID       string         `json:"id"`
	Seq      int            `json:"seq"` // of the last event
	Variant  string         `json:"variant"`
	Control  play.Control   `json:"clock"`
	Speed    play.Speed     `json:"speed"`
	Rated    bool           `json:"rated,omitempty"` // as play.Game has it
	Private  bool           `json:"private,omitempty"`
	Players  [2]play.Player `json:"players"` // White and Black
	Ply      int            `json:"ply"`
	Turn     play.Seat      `json:"turn"`
	FEN      string         `json:"fen"`
	LastMove string         `json:"lastMove,omitempty"` // as UCI writes it
	Over     bool           `json:"over,omitempty"`
	Result   string         `json:"result"`           // "*" while the game goes on
	Reason   string         `json:"reason,omitempty"` // as play.Ended has it
	Created  time.Time      `json:"created"`
	Last     time.Time      `json:"last"`              // of the last event
	Deadline time.Time      `json:"deadline,omitzero"` // as play.Game has it; zero when there is none
	Previous string         `json:"previous,omitempty"`
}

// MayWatch reports whether a person may see the game: everybody, but for private
// games those who play.
func (m Summary) MayWatch(user string) bool {
	return !m.Private || user != "" && (m.Players[0].User == user || m.Players[1].User == user)
}

// Computer reports whether one of the players is the computer.
func (m Summary) Computer() bool { return m.Players[0].Computer() || m.Players[1].Computer() }

// Summarise returns what lists show of a game.
func Summarise(g *play.Game) Summary {
	t := g.Terms()
	m := Summary{
		ID: g.ID(), Seq: g.Seq(), Variant: g.Created().Origin.Variant, Control: t.Control, Speed: t.Control.Speed(),
		Rated: g.Rated(), Private: t.Private, Players: g.Created().Players, Ply: g.Ply(), Turn: g.Turn(),
		FEN: g.Position().FEN(), Result: kirke.Unfinished.String(), Created: g.CreatedAt(), Last: g.LastAt(),
		Previous: g.Created().Previous,
	}
	if moves := g.Moves(); len(moves) > 0 {
		m.LastMove = moves[len(moves)-1].UCI
	}
	if e, _, over := g.Ending(); over {
		m.Over, m.Result, m.Reason = true, e.Result, e.Reason
	}
	m.Deadline, _ = g.Deadline()
	return m
}

// Done is what has come of a command.
type Done struct {
	Seat    play.Seat    // of the person who gave it
	Events  []play.Event // none when the same command had been carried out before
	Summary Summary      // the game now
	Rematch *Summary     // the game that the command has begun, nil when it has begun none
}

// CreateGame begins a game. The ID may be "" for a new one; the array is drawn by
// lot when Seed is 0. The error says what is wrong with the terms.
func (s *Store) CreateGame(ctx context.Context, b play.Beginning) (Summary, error) {
	var m Summary
	err := s.update(ctx, func(t *tx) (err error) {
		m, err = s.create(ctx, t, b)
		return err
	})
	return m, err
}

func (s *Store) create(ctx context.Context, t *tx, b play.Beginning) (Summary, error) {
	if b.ID == "" {
		b.ID = NewID()
	}
	if b.Seed == 0 {
		b.Seed = rand.Uint64()
	}
	now := s.now()
	g, events, err := play.Begin(b, now)
	if err != nil {
		return Summary{}, err
	}
	for _, seat := range []play.Seat{play.White, play.Black} {
		until, err := t.onVacation(ctx, g.Player(seat).User, now)
		if err != nil {
			return Summary{}, err
		}
		more, err := g.Leave(seat, until, now)
		if err != nil {
			return Summary{}, err
		}
		events = append(events, more...)
	}
	m := Summarise(g)
	_, err = t.exec(ctx, `INSERT INTO games (id, seq, variant, control, speed, rated, private,
			white, white_name, white_level, black, black_name, black_level,
			ply, turn, fen, last_move, finished, result, reason, created, last_at, deadline, previous)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		m.ID, m.Seq, m.Variant, m.Control.String(), string(m.Speed), truth(m.Rated), truth(m.Private),
		m.Players[0].User, m.Players[0].Name, m.Players[0].Level, m.Players[1].User, m.Players[1].Name, m.Players[1].Level,
		m.Ply, string(m.Turn), m.FEN, m.LastMove, truth(m.Over), m.Result, m.Reason, millis(m.Created), millis(m.Last),
		deadline(m), m.Previous)
	if err != nil {
		return Summary{}, err
	}
	if err := t.addEvents(ctx, m.ID, events); err != nil {
		return Summary{}, err
	}
	if err := t.addPosition(ctx, m.ID, 0, play.PositionKey(g.Position())); err != nil {
		return Summary{}, err
	}
	var ended []Seek
	if !m.Control.Correspondence() { // who plays live now is not there to play another
		for _, p := range m.Players {
			more, err := s.endSeeks(ctx, t, p.User, Seek.NeedsMaker)
			if err != nil {
				return Summary{}, err
			}
			ended = append(ended, more...)
		}
	}
	s.onCommit(t, g, Committed{m, events, ended})
	return m, nil
}

// onCommit puts a game into memory and tells what has happened in it, once that is
// on disk.
func (s *Store) onCommit(t *tx, g *play.Game, c Committed) {
	t.kept = append(t.kept, func() {
		s.games.put(g)
		s.notify(c)
	})
}

// keep puts a game that was not changed back into memory.
func (s *Store) keep(t *tx, g *play.Game) {
	t.seen = append(t.seen, func() { s.games.put(g) })
}

// deadline returns the column of a summary's deadline.
func deadline(m Summary) any {
	if m.Deadline.IsZero() {
		return nil
	}
	return millis(m.Deadline)
}

func (t *tx) addEvents(ctx context.Context, game string, events []play.Event) error {
	for _, e := range events {
		data, err := e.Data()
		if err != nil {
			return err
		}
		n, err := t.exec(ctx, `INSERT INTO events (game, seq, at, by_seat, client_id, kind, data) VALUES (?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, game, e.Seq, millis(e.At), string(e.By), e.ID, e.Kind(), string(data))
		if err != nil {
			return err
		}
		if n == 0 {
			return errConflict
		}
	}
	return nil
}

func (t *tx) addPosition(ctx context.Context, game string, ply int, key string) error {
	_, err := t.exec(ctx, `INSERT INTO positions (game, ply, position) VALUES (?, ?, ?)
		ON CONFLICT (game, ply) DO UPDATE SET position = excluded.position`, game, ply, key)
	return err
}

// Do carries out what a person wants to do in a game, from the seat the person has
// there. The command's By, User, Name and NewGame are filled in here. The errors
// are those of play.Game.Do; in a private game, NotFound for those who do not play.
func (s *Store) Do(ctx context.Context, game, user string, c play.Command) (Done, error) {
	return s.act(ctx, game, func(t *tx, g *play.Game) (play.Command, error) {
		c.By, c.User = g.SeatFor(user), user
		if g.Terms().Private && c.By == play.Watcher {
			return c, errNoGame
		}
		if c.Do == play.Say {
			u, err := t.user(ctx, "id", user)
			if err != nil {
				return c, err
			}
			c.Name = u.Name
		}
		return c, nil
	})
}

// DoFor carries out what the computer, which plays from a seat, wants to do there.
// The error has the code NotYours when a person plays from it.
func (s *Store) DoFor(ctx context.Context, game string, seat play.Seat, c play.Command) (Done, error) {
	return s.act(ctx, game, func(_ *tx, g *play.Game) (play.Command, error) {
		c.By = seat
		if !seat.Playing() || !g.Player(seat).Computer() {
			return c, refuse(play.NotYours, "The computer does not play %s here.", seat)
		}
		return c, nil
	})
}

// errNoGame is the answer for games that are not there or are not to be seen.
var errNoGame = refuse(play.NotFound, "There is no such game.")

// act carries out a command that is made when the game is known.
func (s *Store) act(ctx context.Context, game string, command func(*tx, *play.Game) (play.Command, error)) (Done, error) {
	var done Done
	var refused error // what was refused although something has happened
	came := s.now()   // nobody's clock runs while the disk is waited for
	err := s.update(ctx, func(t *tx) error {
		done, refused = Done{}, nil
		g, err := s.lock(ctx, t, game)
		if err != nil {
			return err
		}
		c, err := command(t, g)
		if err != nil {
			s.keep(t, g)
			return err
		}
		c.NewGame = NewID()
		seq := g.Seq()
		events, err := g.Do(c, came)
		if err != nil && len(events) == 0 {
			s.keep(t, g)
			return err
		}
		refused = err
		done, err = s.commit(ctx, t, g, seq, events)
		done.Seat = c.By
		return err
	})
	if err == nil {
		err = refused
	}
	return done, err
}

// lock returns a game that nobody else can change until the transaction ends. It
// is the transaction's own: to be put into memory again when it is as it was, or
// by commit.
func (s *Store) lock(ctx context.Context, t *tx, id string) (*play.Game, error) {
	var seq int
	found, err := t.row(ctx, `SELECT seq FROM games WHERE id = ?`+t.locking(), []any{id}, &seq)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errNoGame
	}
	return s.load(ctx, t, id, seq)
}

// load returns a game after an event: from memory as far as it is known there.
func (s *Store) load(ctx context.Context, t *tx, id string, seq int) (*play.Game, error) {
	g := s.games.take(id)
	if g != nil && g.Seq() > seq { // of a transaction that we do not see yet
		s.games.put(g)
		g = nil
	}
	after := 0
	if g != nil {
		after = g.Seq()
	}
	if after == seq {
		return g, nil
	}
	events, err := t.events(ctx, id, after, seq)
	if err != nil {
		return nil, err
	}
	if g == nil {
		return play.Replay(events)
	}
	for _, e := range events {
		if err := g.Apply(e); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func (t *tx) events(ctx context.Context, game string, after, until int) (events []play.Event, err error) {
	err = t.rows(ctx, `SELECT seq, at, by_seat, client_id, kind, data FROM events WHERE game = ? AND seq > ? AND seq <= ? ORDER BY seq`,
		[]any{game, after, until}, func(scan func(...any) error) error {
			var e play.Event
			var at int64
			var by, kind, data string
			if err := scan(&e.Seq, &at, &by, &e.ID, &kind, &data); err != nil {
				return err
			}
			what, err := play.ReadHappening(kind, []byte(data))
			if err != nil {
				return fmt.Errorf("event %d of game %s: %w", e.Seq, game, err)
			}
			e.At, e.By, e.What = moment(at), play.Seat(by), what
			events = append(events, e)
			return nil
		})
	return events, err
}

// commit writes what has happened in a game since an event, with all that follows
// from it: the answers that were planned, ratings, a rematch.
func (s *Store) commit(ctx context.Context, t *tx, g *play.Game, seq int, events []play.Event) (Done, error) {
	more, err := s.follow(ctx, t, g, events)
	if err != nil {
		return Done{}, err
	}
	events = append(events, more...)
	if len(events) == 0 {
		s.keep(t, g)
		return Done{Summary: Summarise(g)}, nil
	}
	m := Summarise(g)
	n, err := t.exec(ctx, `UPDATE games SET seq = ?, ply = ?, turn = ?, fen = ?, last_move = ?, finished = ?, rated = ?, result = ?, reason = ?,
			last_at = ?, deadline = ?
		WHERE id = ? AND seq = ?`,
		m.Seq, m.Ply, string(m.Turn), m.FEN, m.LastMove, truth(m.Over), truth(m.Rated), m.Result, m.Reason, millis(m.Last), deadline(m), m.ID, seq)
	if err != nil {
		return Done{}, err
	}
	if n == 0 {
		return Done{}, errConflict
	}
	if err := t.addEvents(ctx, m.ID, events); err != nil {
		return Done{}, err
	}
	done := Done{Events: events, Summary: m}
	for _, e := range events {
		if err := s.consequence(ctx, t, g, e, &done); err != nil {
			return Done{}, err
		}
	}
	s.onCommit(t, g, Committed{Summary: m, Events: events})
	return done, nil
}

// consequence writes what follows from an event outside its game.
func (s *Store) consequence(ctx context.Context, t *tx, g *play.Game, e play.Event, done *Done) error {
	switch what := e.What.(type) {
	case play.Moved:
		return t.addPosition(ctx, g.ID(), what.Ply, g.KeyAt(what.Ply))
	case play.TakenBack:
		if _, err := t.exec(ctx, `DELETE FROM positions WHERE game = ? AND ply > ?`, g.ID(), what.Ply); err != nil {
			return err
		}
		_, err := t.exec(ctx, `DELETE FROM plans WHERE game = ?`, g.ID())
		return err
	case play.Ended:
		_, err := t.exec(ctx, `DELETE FROM plans WHERE game = ?`, g.ID())
		return err
	case play.Rematched:
		m, err := s.create(ctx, t, g.RematchOf(what.Game))
		done.Rematch = &m
		if asked := g.Player(e.By.Other()); err == nil && !asked.Computer() && !g.Player(e.By).Computer() {
			err = s.addNotice(ctx, t, asked.User, Notice{Kind: RematchAccepted, By: g.Player(e.By).Name, Variant: m.Variant, Game: m.ID})
		}
		return err
	}
	return nil
}

// follow makes the moves that were planned, and rates a game that has ended.
func (s *Store) follow(ctx context.Context, t *tx, g *play.Game, events []play.Event) ([]play.Event, error) {
	var more []play.Event
	if !g.Over() && g.Terms().Control.Correspondence() {
		plans, err := t.plans(ctx, g.ID())
		if err != nil {
			return nil, err
		}
		if len(plans) > 0 {
			if more, err = g.Follow(plans, s.now()); err != nil {
				return nil, err
			}
		}
	}
	for _, e := range append(events, more...) {
		ended, ok := e.What.(play.Ended)
		if !ok || !g.Rated() {
			continue
		}
		rated, err := s.rate(ctx, t, g, ended)
		if err != nil {
			return nil, err
		}
		more = append(more, rated...)
	}
	return more, nil
}

func (t *tx) plans(ctx context.Context, game string) (map[play.Seat]play.Plan, error) {
	plans := make(map[play.Seat]play.Plan)
	err := t.rows(ctx, `SELECT seat, data FROM plans WHERE game = ?`, []any{game}, func(scan func(...any) error) error {
		var seat, data string
		if err := scan(&seat, &data); err != nil {
			return err
		}
		var p play.Plan
		err := json.Unmarshal([]byte(data), &p)
		plans[play.Seat(seat)] = p
		return err
	})
	return plans, err
}

// Game returns a game with everything that has happened in it: whether the person
// who asks may see it is for the caller to say (play.Game.MayWatch). It is a copy. The
// error has the code NotFound when there is no such game.
func (s *Store) Game(ctx context.Context, id string) (*play.Game, error) {
	t := s.reading()
	var seq int
	found, err := t.row(ctx, `SELECT seq FROM games WHERE id = ?`, []any{id}, &seq)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, errNoGame
	}
	g, err := s.load(ctx, t, id, seq)
	if err != nil {
		return nil, err
	}
	defer s.games.put(g)
	return g.Clone()
}

// Events returns the events of a game after one of them, 0 for all. The error has
// the code NotFound when there is no such game.
func (s *Store) Events(ctx context.Context, game string, after int) ([]play.Event, error) {
	m, err := s.Summary(ctx, game)
	if err != nil {
		return nil, err
	}
	return s.reading().events(ctx, game, after, m.Seq)
}
