package play

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/kirke-chess/kirke"
)

// Game is a game as its events have made it. It is not safe for use by several
// goroutines at once.
type Game struct {
	created   Created
	createdAt time.Time
	seq       int
	last      time.Time // of the last event
	chess     *kirke.Game
	moves     []played // those that stand
	clock     clock
	ending    *Ended
	endedAt   time.Time
	ratings   *RatingsChanged

	drawBy     Seat // whose draw offer stands, "" for nobody's
	refusedBy  Seat // who has declined the last draw offer, until the other side moves
	drawnAt    [2]int
	takebackBy Seat // who asks for a takeback
	takebackTo int  // the half-moves it would leave
	rematchBy  Seat
	rematch    string       // the ID of the rematch
	said       map[Room]int // lines of chat
	seen       map[seenKey]int

	// While a command is carried out:
	naming string  // what the client calls it
	fresh  []Event // what it has brought about
	fault  error   // what could not follow
}

// played is a half-move that stands.
type played struct {
	Moved
	by Seat
}

// seenKey is a client's name for what it did.
type seenKey struct {
	by   Seat
	user string // of a watcher: there may be many
	id   string
}

// seenKey returns the client's name for the command.
func (c Command) seenKey() seenKey {
	if c.By != Watcher {
		c.User = ""
	}
	return seenKey{c.By, c.User, c.ID}
}

// seenKey returns the client's name for what happened.
func (e Event) seenKey() seenKey {
	said, _ := e.What.(Said)
	return Command{By: e.By, User: said.User, ID: e.ID}.seenKey()
}

// Beginning is what a game begins with.
type Beginning struct {
	ID           string
	Terms        Terms
	White, Black Player
	Seed         uint64 // draws the array
	Previous     string // the game that this is the rematch of
}

// Begin returns a new game, with the event of its creation as the first. The error
// says what is wrong with the terms or the players.
func Begin(b Beginning, now time.Time) (*Game, []Event, error) {
	origin, err := b.Terms.Origin(b.Seed)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range []Player{b.White, b.Black} {
		if err := p.check(); err != nil {
			return nil, nil, err
		}
	}
	switch {
	case b.White.Computer() && b.Black.Computer():
		return nil, nil, refuse(Invalid, "The computer does not play itself here.")
	case b.White.User == b.Black.User:
		return nil, nil, refuse(Invalid, "Nobody can play against themselves.")
	case b.Terms.Rated && (b.White.Computer() || b.Black.Computer()):
		return nil, nil, refuse(Invalid, "A game against the computer is not rated.")
	}
	b.Terms.Variant = origin.Variant
	e := Event{Seq: 1, At: moment(now), By: Server, What: Created{
		Game: b.ID, Origin: origin, Players: [2]Player{b.White, b.Black}, Terms: b.Terms, Previous: b.Previous,
	}}
	g, err := Replay([]Event{e})
	if err != nil {
		return nil, nil, err
	}
	return g, []Event{e}, nil
}

// Replay returns the game that events make. The error names the event that cannot
// follow those before it, or is a *kirke.VersionError.
func Replay(events []Event) (*Game, error) {
	if len(events) == 0 {
		return nil, refuse(NotFound, "There is no such game.")
	}
	g := new(Game)
	for _, e := range events {
		if err := g.Apply(e); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Apply adds an event that was stored. The error says why it cannot follow; the
// game is then as it was.
func (g *Game) Apply(e Event) error {
	if e.Seq != g.seq+1 {
		return fmt.Errorf("event %d of a game cannot follow event %d", e.Seq, g.seq)
	}
	if err := g.apply(e); err != nil {
		return fmt.Errorf("event %d: %w", e.Seq, err)
	}
	g.seq, g.last = e.Seq, e.At
	if e.ID != "" {
		g.seen[e.seenKey()] = e.Seq
	}
	return nil
}

func (g *Game) apply(e Event) error {
	created, first := e.What.(Created)
	switch {
	case first != (g.chess == nil):
		return fmt.Errorf("a game is created once, at first")
	case first:
		return g.create(created, e.At)
	}
	side := e.By.side()
	switch what := e.What.(type) {
	case Moved:
		if err := g.applyMove(what, e); err != nil {
			return err
		}
	case DrawOffered:
		g.drawBy, g.refusedBy, g.drawnAt[side] = e.By, "", len(g.moves)
	case DrawDeclined:
		if g.drawBy == e.By.Other() { // else the offer is withdrawn
			g.refusedBy = e.By
		}
		g.drawBy = ""
	case TakebackOffered:
		g.takebackBy, g.takebackTo = e.By, what.Ply
	case TakebackDeclined:
		g.takebackBy = ""
	case TakenBack:
		return g.applyTakeback(what, e.At)
	case Ended:
		return g.applyEnd(what, e.At)
	case RatingsChanged:
		g.ratings = &what
	case RematchOffered:
		g.rematchBy = e.By
	case RematchDeclined:
		g.rematchBy = ""
	case Rematched:
		g.rematchBy, g.rematch = "", what.Game
	case Said:
		g.said[what.Room]++
	case Credited:
		g.clock.credit += what.Time.Duration()
	case WentAway:
		g.clock.leave(side, e.At, what.Until)
	case CameBack:
		g.clock.comeBack(side, e.At)
	default:
		return fmt.Errorf("nothing is known of a %T", what)
	}
	return nil
}

func (g *Game) create(c Created, at time.Time) error {
	chess, err := c.Origin.Begin()
	if err != nil {
		return err
	}
	g.created, g.createdAt, g.chess = c, at, chess
	g.seen = make(map[seenKey]int)
	g.said = make(map[Room]int)
	g.drawnAt = [2]int{-1, -1}
	g.clock = newClock(c.Terms.Control, at)
	return nil
}

func (g *Game) applyMove(m Moved, e Event) error {
	turn := g.Turn()
	switch {
	case g.Over():
		return fmt.Errorf("there is no move after the end")
	case e.By != turn || m.Ply != len(g.moves)+1:
		return fmt.Errorf("half-move %d of %s is not the next", m.Ply, e.By)
	}
	if err := g.chess.PlayText(m.UCI); err != nil {
		return err
	}
	g.moves = append(g.moves, played{m, turn})
	g.clock.moved(turn.side(), m, e.At, g.Turn() != turn)
	switch turn.Other() {
	case g.drawBy: // which the move declines
		g.drawBy, g.refusedBy = "", turn
	case g.refusedBy:
		g.refusedBy = ""
	}
	g.takebackBy = ""
	return nil
}

func (g *Game) applyTakeback(t TakenBack, at time.Time) error {
	if t.Ply < 0 || t.Ply >= len(g.moves) {
		return fmt.Errorf("there are no moves to take back to half-move %d", t.Ply)
	}
	for len(g.moves) > t.Ply {
		g.chess.Undo()
		g.moves = g.moves[:len(g.moves)-1]
	}
	g.clock.begin(at)
	g.drawBy, g.refusedBy, g.takebackBy = "", "", ""
	for i := range g.drawnAt {
		g.drawnAt[i] = min(g.drawnAt[i], t.Ply)
	}
	return nil
}

func (g *Game) applyEnd(e Ended, at time.Time) error {
	if g.Over() {
		return fmt.Errorf("a game ends once")
	}
	if e.Reason != Aborted {
		o, err := e.outcome()
		if err != nil {
			return err
		}
		if g.chess.Outcome() != o {
			g.chess.Record(o)
		}
	}
	g.ending, g.endedAt = &e, at
	g.drawBy, g.refusedBy, g.takebackBy = "", "", ""
	return nil
}

// happen adds an event that has just come about. The first of a command bears the
// client's name for it.
func (g *Game) happen(by Seat, what Happening, now time.Time) {
	e := Event{Seq: g.seq + 1, At: now, By: by, ID: g.naming, What: what}
	g.naming = ""
	if err := g.Apply(e); err != nil {
		g.fault = errors.Join(g.fault, err)
		return
	}
	g.fresh = append(g.fresh, e)
}

// brings returns the events that f brings about. The error says that one of them
// could not follow those before it, which is a fault of this package; the game is
// then not to be used any more.
func (g *Game) brings(f func()) ([]Event, error) {
	g.fresh, g.fault = nil, nil
	f()
	return g.fresh, g.fault
}

// moment returns a time as events have it.
func moment(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// moment returns a time as events have it, never before the last of them: clocks
// of several servers may differ.
func (g *Game) moment(now time.Time) time.Time {
	now = moment(now)
	if now.Before(g.last) {
		return g.last
	}
	return now
}

// Clone returns a copy that shares nothing which changes. The error says that a
// move of the game is not legal, which Apply does not let happen.
func (g *Game) Clone() (*Game, error) {
	c := *g
	c.chess = kirke.NewGame(g.chess.Start())
	c.chess.Tags = slices.Clone(g.chess.Tags)
	for _, m := range g.chess.Moves() {
		if err := c.chess.Play(m); err != nil {
			return nil, err
		}
	}
	c.chess.Record(g.chess.Recorded())
	c.moves = slices.Clone(g.moves)
	c.clock = g.clock.clone()
	c.seen = maps.Clone(g.seen)
	c.said = maps.Clone(g.said)
	c.fresh = nil
	return &c, nil
}

// ID returns the game's ID.
func (g *Game) ID() string { return g.created.Game }

// Seq returns the number of the last event.
func (g *Game) Seq() int { return g.seq }

// Created returns what the game began with.
func (g *Game) Created() Created { return g.created }

// Terms returns what was agreed on.
func (g *Game) Terms() Terms { return g.created.Terms }

// CreatedAt returns when the game began.
func (g *Game) CreatedAt() time.Time { return g.createdAt }

// LastAt returns when the last event happened.
func (g *Game) LastAt() time.Time { return g.last }

// Player returns who plays from a seat, White or Black.
func (g *Game) Player(s Seat) Player { return g.created.Players[s.side()] }

// SeatFor returns the seat of a person: White, Black, or Watcher when the person
// does not play, as "", which is nobody, never does.
func (g *Game) SeatFor(user string) Seat {
	for _, s := range []Seat{White, Black} {
		if p := g.Player(s); user != "" && p.User == user {
			return s
		}
	}
	return Watcher
}

// MayWatch reports whether a person may see the game: everybody, but a private one
// only those who play.
func (g *Game) MayWatch(user string) bool {
	return !g.Terms().Private || g.SeatFor(user).Playing()
}

// Chess returns the game as kirke knows it: its position, its moves, its texts. It
// is the game's own and must not be changed.
func (g *Game) Chess() *kirke.Game { return g.chess }

// Position returns the current position.
func (g *Game) Position() kirke.Position { return g.chess.Position() }

// KeyAt returns the PositionKey of the position after a number of half-moves, ""
// when so many do not stand.
func (g *Game) KeyAt(ply int) string {
	for n := g.chess.Node(); n != nil; n = n.Parent() {
		if n.Ply() == ply {
			return PositionKey(n.Position())
		}
	}
	return ""
}

// Ply returns how many half-moves have been made and stand.
func (g *Game) Ply() int { return len(g.moves) }

// Moves returns the half-moves that stand.
func (g *Game) Moves() []Moved {
	moves := make([]Moved, len(g.moves))
	for i, m := range g.moves {
		moves[i] = m.Moved
	}
	return moves
}

// Turn returns the side to move; after the end, the side that would be.
func (g *Game) Turn() Seat { return SeatOf(g.chess.Position().Turn()) }

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.ending != nil }

// Ending returns how the game ended; ok is false while it goes on.
func (g *Game) Ending() (e Ended, at time.Time, ok bool) {
	if g.ending == nil {
		return Ended{}, time.Time{}, false
	}
	return *g.ending, g.endedAt, true
}

// Ratings returns what a rated game has done to the ratings, nil when it has not.
func (g *Game) Ratings() *RatingsChanged { return g.ratings }

// DrawOffer returns whose draw offer stands, "" when there is none.
func (g *Game) DrawOffer() Seat { return g.drawBy }

// DrawRefusal returns who has declined the opponent's last draw offer, "" for nobody. It is
// told until the opponent moves.
func (g *Game) DrawRefusal() Seat { return g.refusedBy }

// Takeback returns who asks for half-moves to be taken back and how many would be
// left; by is "" when nobody asks.
func (g *Game) Takeback() (by Seat, ply int) {
	if g.takebackBy == "" {
		return "", 0
	}
	return g.takebackBy, g.takebackTo
}

// RematchOffer returns who proposes a rematch, "" when nobody does.
func (g *Game) RematchOffer() Seat { return g.rematchBy }

// Rematch returns the ID of the rematch, "" when there is none.
func (g *Game) Rematch() string { return g.rematch }

// RatedTurns is how many turns each side must have made for a result to count for ratings.
const RatedTurns = 2

// Rated reports whether the result counts for ratings, or will count: that of an aborted game
// does not, nor that of a game which ended before both sides had made RatedTurns turns.
func (g *Game) Rated() bool {
	return g.Terms().Rated && !g.aborted() && !g.TooShort()
}

// TooShort reports whether the game ended with a result before both sides had made RatedTurns turns.
func (g *Game) TooShort() bool {
	return g.Over() && !g.aborted() && min(g.turns(White), g.turns(Black)) < RatedTurns
}

func (g *Game) aborted() bool { return g.ending != nil && g.ending.Reason == Aborted }

// turns returns how many whole turns of a side stand; a series that was not played to its end is
// none.
func (g *Game) turns(s Seat) int {
	n := 0
	for i, m := range g.moves {
		next := g.Turn()
		if i+1 < len(g.moves) {
			next = g.moves[i+1].by
		}
		if m.by == s && next != s {
			n++
		}
	}
	return n
}

// Rate records what the game, which has ended, has done to the ratings of White and
// Black, and returns the event.
func (g *Game) Rate(before, after [2]Rating, now time.Time) ([]Event, error) {
	return g.brings(func() {
		g.happen(Server, RatingsChanged{
			Before:      [2]float64{before[0].Rating, before[1].Rating},
			After:       [2]float64{after[0].Rating, after[1].Rating},
			Provisional: [2]bool{after[0].Provisional(), after[1].Provisional()},
		}, g.moment(now))
	})
}

// Seen reports whether a player's command with this ID was carried out.
func (g *Game) Seen(by Seat, id string) bool {
	return g.done(Command{By: by, ID: id})
}

// done reports whether a command was carried out before.
func (g *Game) done(c Command) bool { return c.ID != "" && g.seen[c.seenKey()] > 0 }

// hasMoved reports whether a half-move of a side stands.
func (g *Game) hasMoved(s Seat) bool {
	return slices.ContainsFunc(g.moves, func(m played) bool { return m.by == s })
}

// RematchOf returns what the rematch begins with: the same terms and players,
// colours reversed. The array is drawn anew unless the terms name it.
func (g *Game) RematchOf(id string) Beginning {
	return Beginning{
		ID: id, Terms: g.Terms(), White: g.Player(Black), Black: g.Player(White),
		Seed: rand.Uint64(), Previous: g.ID(),
	}
}
