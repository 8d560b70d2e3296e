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

// Game is the fold of a list of events. It is not safe for use by several goroutines at once.
type Game struct {
	created   Created
	createdAt time.Time
	seq       int
	last      time.Time // of the last event
	chess     *kirke.Game
	moves     []played // without those taken back
	clock     clock
	ending    *Ended
	endedAt   time.Time
	ratings   *RatingsChanged
	annulled  bool

	drawBy         Seat   // whose draw offer stands, "" for nobody's
	drawDeclinedBy Seat   // who declined the last draw offer, until the other side moves
	drawOfferedAt  [2]int // the half-moves before each side's last draw offer, -1 for none
	takebackBy     Seat   // who asks for a takeback
	takebackTo     int    // how many half-moves it would leave
	rematchBy      Seat
	rematch        string          // the ID of the rematch
	chatLines      map[Room]int    // how many there are
	seen           map[string]bool // the seenKeys of the commands carried out

	// While a command is carried out:
	commandID string  // the client's ID for it
	emitted   []Event // its events so far
	emitErr   error   // events that could not be applied
}

// played is a half-move and its side.
type played struct {
	Moved
	by Seat
}

// seenKey returns the key of a command for Game.seen. All watchers have the same seat, so their
// user IDs tell their commands apart.
func seenKey(by Seat, user, id string) string {
	if by != Watcher {
		user = ""
	}
	return string(by) + "\n" + user + "\n" + id
}

// Beginning is what a game begins with.
type Beginning struct {
	ID           string
	Terms        Terms
	White, Black Player
	Seed         uint64 // of a shuffled starting position
	Previous     string // the game that this is the rematch of
}

// Begin returns a new game and its first event, Created. The error says what is wrong with the
// terms or the players.
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
		return nil, nil, refuse(Invalid, "You cannot play against yourself.")
	case b.Terms.Rated && (b.White.Computer() || b.Black.Computer()):
		return nil, nil, refuse(Invalid, "A game against the computer is not rated.")
	}
	b.Terms.Variant = origin.Variant
	e := Event{Seq: 1, At: eventTime(now), By: Server, Payload: Created{
		Game: b.ID, Origin: origin, Players: [2]Player{b.White, b.Black}, Terms: b.Terms, Previous: b.Previous,
	}}
	g, err := Replay([]Event{e})
	if err != nil {
		return nil, nil, err
	}
	return g, []Event{e}, nil
}

// Replay returns the fold of events. The error names the event that cannot follow those before it,
// or is a *kirke.VersionError.
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

// Apply adds a stored event. The error says why it cannot follow; the game is then unchanged.
func (g *Game) Apply(e Event) error {
	if e.Seq != g.seq+1 {
		return fmt.Errorf("event %d of a game cannot follow event %d", e.Seq, g.seq)
	}
	if err := g.apply(e); err != nil {
		return fmt.Errorf("event %d: %w", e.Seq, err)
	}
	g.seq, g.last = e.Seq, e.At
	if e.ID != "" {
		said, _ := e.Payload.(Said)
		g.seen[seenKey(e.By, said.User, e.ID)] = true
	}
	return nil
}

func (g *Game) apply(e Event) error {
	created, first := e.Payload.(Created)
	switch {
	case first != (g.chess == nil):
		return fmt.Errorf("the first event of a game creates it, and no other does")
	case first:
		return g.create(created, e.At)
	}
	side := e.By.side()
	switch what := e.Payload.(type) {
	case Moved:
		if err := g.applyMove(what, e); err != nil {
			return err
		}
	case DrawOffered:
		g.drawBy, g.drawDeclinedBy, g.drawOfferedAt[side] = e.By, "", len(g.moves)
	case DrawDeclined:
		if g.drawBy == e.By.Other() { // else the offer is withdrawn
			g.drawDeclinedBy = e.By
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
		g.chatLines[what.Room]++
	case Credited:
		g.clock.credit += what.Time.Duration()
	case VacationStarted:
		g.clock.startVacation(side, e.At, what.Until)
	case VacationEnded:
		g.clock.endVacation(side, e.At)
	case Renamed:
		if !e.By.Playing() {
			return fmt.Errorf("%s has no name", e.By)
		}
		g.created.Players[side].Name = what.Name
	case Annulled:
		g.annulled = true
	default:
		return fmt.Errorf("events of type %T are unknown", what)
	}
	return nil
}

func (g *Game) create(c Created, at time.Time) error {
	chess, err := c.Origin.Begin()
	if err != nil {
		return err
	}
	g.created, g.createdAt, g.chess = c, at, chess
	g.seen = make(map[string]bool)
	g.chatLines = make(map[Room]int)
	g.drawOfferedAt = [2]int{-1, -1}
	g.clock = newClock(c.Terms.Control, at)
	return nil
}

func (g *Game) applyMove(m Moved, e Event) error {
	turn := g.Turn()
	switch {
	case g.Over():
		return fmt.Errorf("there is no move after the end")
	case e.By != turn || m.Ply != len(g.moves)+1:
		return fmt.Errorf("half-move %d by %s is not the next one", m.Ply, e.By)
	}
	if err := g.chess.PlayText(m.UCI); err != nil {
		return err
	}
	g.moves = append(g.moves, played{m, turn})
	g.clock.afterMove(turn.side(), m, e.At, g.Turn() != turn)
	switch turn.Other() {
	case g.drawBy: // the move declines the offer
		g.drawBy, g.drawDeclinedBy = "", turn
	case g.drawDeclinedBy:
		g.drawDeclinedBy = ""
	}
	g.takebackBy = ""
	return nil
}

func (g *Game) applyTakeback(t TakenBack, at time.Time) error {
	if t.Ply < 0 || t.Ply >= len(g.moves) {
		return fmt.Errorf("a takeback cannot leave %d of %d half-moves", t.Ply, len(g.moves))
	}
	for len(g.moves) > t.Ply {
		g.chess.Undo()
		g.moves = g.moves[:len(g.moves)-1]
	}
	g.clock.beginTurn(at)
	g.drawBy, g.drawDeclinedBy, g.takebackBy = "", "", ""
	for i := range g.drawOfferedAt {
		g.drawOfferedAt[i] = min(g.drawOfferedAt[i], t.Ply)
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
	g.drawBy, g.drawDeclinedBy, g.takebackBy = "", "", ""
	return nil
}

// emit applies a new event. The first event of a command has the client's ID for it.
func (g *Game) emit(by Seat, what Payload, now time.Time) {
	e := Event{Seq: g.seq + 1, At: now, By: by, ID: g.commandID, Payload: what}
	g.commandID = ""
	if err := g.Apply(e); err != nil {
		g.emitErr = errors.Join(g.emitErr, err)
		return
	}
	g.emitted = append(g.emitted, e)
}

// collect returns the events that f emits. An error is a fault of this package: an event could not
// be applied, and the game must not be used any more.
func (g *Game) collect(f func()) ([]Event, error) {
	g.emitted, g.emitErr = nil, nil
	f()
	return g.emitted, g.emitErr
}

// eventTime returns a time with the precision of events.
func eventTime(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// eventTime returns a time with the precision of events, and not before the last of them: the
// clocks of several servers may differ.
func (g *Game) eventTime(now time.Time) time.Time {
	now = eventTime(now)
	if now.Before(g.last) {
		return g.last
	}
	return now
}

// Clone returns an independent copy. It takes time in proportion to the size of the game, and plays
// no move again.
func (g *Game) Clone() *Game {
	c := *g
	c.chess = g.chess.Clone()
	c.moves = slices.Clone(g.moves)
	c.clock = g.clock.clone()
	c.seen = maps.Clone(g.seen)
	c.chatLines = maps.Clone(g.chatLines)
	c.emitted = nil
	return &c
}

// ID returns the game's ID.
func (g *Game) ID() string { return g.created.Game }

// Seq returns the number of the last event.
func (g *Game) Seq() int { return g.seq }

// Created returns what the game began with.
func (g *Game) Created() Created { return g.created }

// Terms returns what the players agreed on.
func (g *Game) Terms() Terms { return g.created.Terms }

// CreatedAt returns when the game began.
func (g *Game) CreatedAt() time.Time { return g.createdAt }

// LastAt returns when the last event happened.
func (g *Game) LastAt() time.Time { return g.last }

// Player returns who plays a side, White or Black.
func (g *Game) Player(s Seat) Player { return g.created.Players[s.side()] }

// Rename gives the player of a side another name, even when the game is over. It does not check the
// name.
func (g *Game) Rename(s Seat, name string, now time.Time) ([]Event, error) {
	return g.collect(func() { g.emit(s, Renamed{Name: name}, g.eventTime(now)) })
}

// Annul makes a rated game that is over not count. It does nothing to other games.
func (g *Game) Annul(now time.Time) ([]Event, error) {
	return g.collect(func() {
		if g.Over() && g.Rated() {
			g.emit(Server, Annulled{}, g.eventTime(now))
		}
	})
}

// Annulled reports whether the game was rated and no longer counts.
func (g *Game) Annulled() bool { return g.annulled }

// SeatFor returns the seat of a person: White, Black, or Watcher for those who do not play. The ID
// "" is nobody's, and so a watcher's.
func (g *Game) SeatFor(user string) Seat {
	for _, s := range []Seat{White, Black} {
		if p := g.Player(s); user != "" && p.User == user {
			return s
		}
	}
	return Watcher
}

// MayWatch reports whether a person may see the game. A private game is for its players only.
func (g *Game) MayWatch(user string) bool {
	return !g.Terms().Private || g.SeatFor(user).Playing()
}

// Chess returns the moves and positions as a kirke.Game. The caller must not change it: Clone it
// first.
func (g *Game) Chess() *kirke.Game { return g.chess }

// Position returns the current position.
func (g *Game) Position() kirke.Position { return g.chess.Position() }

// KeyAt returns the PositionKey of the position after ply half-moves, "" when the game has fewer.
func (g *Game) KeyAt(ply int) string {
	for n := g.chess.Node(); n != nil; n = n.Parent() {
		if n.Ply() == ply {
			return PositionKey(n.Position())
		}
	}
	return ""
}

// Ply returns how many half-moves have been made, without those taken back.
func (g *Game) Ply() int { return len(g.moves) }

// Moves returns the half-moves, without those taken back.
func (g *Game) Moves() []Moved {
	moves := make([]Moved, len(g.moves))
	for i, m := range g.moves {
		moves[i] = m.Moved
	}
	return moves
}

// LastMove returns the last half-move. ok is false when there is none.
func (g *Game) LastMove() (m Moved, ok bool) {
	if len(g.moves) == 0 {
		return Moved{}, false
	}
	return g.moves[len(g.moves)-1].Moved, true
}

// Turn returns the side to move; after the end, the side that would be.
func (g *Game) Turn() Seat { return SeatOf(g.chess.Position().Turn()) }

// Over reports whether the game has ended.
func (g *Game) Over() bool { return g.ending != nil }

// Ending returns how and when the game ended. ok is false while it goes on.
func (g *Game) Ending() (e Ended, at time.Time, ok bool) {
	if g.ending == nil {
		return Ended{}, time.Time{}, false
	}
	return *g.ending, g.endedAt, true
}

// Ratings returns the effect of the game on the ratings, nil if there is none.
func (g *Game) Ratings() *RatingsChanged { return g.ratings }

// DrawOffer returns whose draw offer stands, "" when there is none.
func (g *Game) DrawOffer() Seat { return g.drawBy }

// DrawRefusal returns who declined the opponent's last draw offer, "" for nobody. It lasts until
// the opponent moves.
func (g *Game) DrawRefusal() Seat { return g.drawDeclinedBy }

// Takeback returns who asks to take back half-moves, "" for nobody, and how many would be left.
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

// RatedTurns is how many turns each side must make for a result to count for ratings.
const RatedTurns = 2

// Rated reports whether the result counts for ratings, or will count. Aborted games, annulled games
// and games that ended before both sides had made RatedTurns turns do not count.
func (g *Game) Rated() bool {
	return g.Terms().Rated && !g.aborted() && !g.TooShort() && !g.annulled
}

// TooShort reports whether the game ended with a result before both sides had made RatedTurns
// turns.
func (g *Game) TooShort() bool {
	return g.Over() && !g.aborted() && min(g.turns(White), g.turns(Black)) < RatedTurns
}

func (g *Game) aborted() bool { return g.ending != nil && g.ending.Reason == Aborted }

// turns returns how many whole turns a side has made. An unfinished series is not a turn.
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

// Rate adds the effect of the game, which is over, on the ratings of White and Black.
func (g *Game) Rate(before, after [2]Rating, now time.Time) ([]Event, error) {
	return g.collect(func() {
		g.emit(Server, RatingsChanged{
			Before:      [2]float64{before[0].Rating, before[1].Rating},
			After:       [2]float64{after[0].Rating, after[1].Rating},
			Provisional: [2]bool{after[0].Provisional(), after[1].Provisional()},
		}, g.eventTime(now))
	})
}

// Seen reports whether a player's command with this ID has been carried out.
func (g *Game) Seen(by Seat, id string) bool {
	return g.seenBefore(Command{By: by, ID: id})
}

// seenBefore reports whether a command has been carried out before.
func (g *Game) seenBefore(c Command) bool { return c.ID != "" && g.seen[seenKey(c.By, c.User, c.ID)] }

// hasMoved reports whether a side has made a half-move.
func (g *Game) hasMoved(s Seat) bool {
	return slices.ContainsFunc(g.moves, func(m played) bool { return m.by == s })
}

// RematchOf returns what the rematch begins with: the same terms and players, colours reversed. A
// shuffled starting position is shuffled again, unless the terms name it.
func (g *Game) RematchOf(id string) Beginning {
	return Beginning{
		ID: id, Terms: g.Terms(), White: g.Player(Black), Black: g.Player(White),
		Seed: rand.Uint64(), Previous: g.ID(),
	}
}
