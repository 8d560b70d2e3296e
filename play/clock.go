package play

import (
	"slices"
	"time"
)

// The allowances of live games.
const (
	// FirstTurn is how long each side may take for its first turn, which is not
	// charged to its clock; who lets it pass has the game aborted.
	FirstTurn = time.Minute
	// MaxLag is the most that is made good in one half-move for the way between
	// player and server.
	MaxLag = time.Second
)

// clock is both sides' banks and the turn that is being timed.
type clock struct {
	control Control
	bank    [2]time.Duration // White's and Black's when the turn began
	turns   [2]int           // completed and charged
	since   time.Time        // when the turn, or what is left of it after a half-move of a series, began
	took    time.Duration    // charged for the turn before since
	credit  time.Duration    // not to be charged after since
	away    [2][]span        // vacations, in order
}

// span is the time from one moment to another.
type span struct{ from, until time.Time }

func newClock(c Control, now time.Time) clock {
	return clock{control: c, bank: [2]time.Duration{c.first(), c.first()}, since: now}
}

func (c *clock) clone() clock {
	d := *c
	for i := range d.away {
		d.away[i] = slices.Clone(c.away[i])
	}
	return d
}

// begin begins a turn.
func (c *clock) begin(at time.Time) { c.since, c.took, c.credit = at, 0, 0 }

// free reports whether the turn of a side is not charged.
func (c *clock) free(side int) bool {
	return c.control.IsUnlimited() || !c.control.Correspondence() && c.turns[side] == 0
}

// allowance returns how long the turn of a side may take in all.
func (c *clock) allowance(side int) time.Duration {
	if c.free(side) {
		return FirstTurn
	}
	return c.bank[side] + c.control.Grace
}

// elapsed returns how long the turn of a side has taken at a moment.
func (c *clock) elapsed(side int, now time.Time) time.Duration {
	d := now.Sub(c.since) - c.credit
	for _, s := range c.away[side] {
		d -= s.overlap(c.since, now)
	}
	return c.took + max(0, d)
}

// overlap returns how much of the time between two moments is in s.
func (s span) overlap(from, until time.Time) time.Duration {
	if s.from.After(from) {
		from = s.from
	}
	if s.until.Before(until) {
		until = s.until
	}
	return max(0, until.Sub(from))
}

// runsOut returns the moment when a side on turn has used its allowance.
func (c *clock) runsOut(side int) time.Time {
	end := c.since.Add(c.allowance(side) - c.took + c.credit)
	for _, s := range c.away[side] {
		if s.from.Before(end) && s.until.After(c.since) {
			end = end.Add(s.overlap(c.since, s.until))
		}
	}
	return end
}

// moved takes a half-move into account; over says that it ends the turn.
func (c *clock) moved(side int, m Moved, at time.Time, over bool) {
	c.begin(at)
	if !over {
		c.took = m.Took.Duration()
		return
	}
	c.bank[side] = m.Left.Duration()
	c.turns[side]++
}

func (c *clock) leave(side int, at, until time.Time) {
	c.comeBack(side, at)
	c.away[side] = append(c.away[side], span{at, until})
}

func (c *clock) comeBack(side int, at time.Time) {
	if s := c.current(side, at); s != nil {
		s.until = at
	}
}

// current returns the vacation of a side that covers a moment, nil when there is none.
func (c *clock) current(side int, at time.Time) *span {
	if n := len(c.away[side]); n > 0 && c.away[side][n-1].until.After(at) {
		return &c.away[side][n-1]
	}
	return nil
}

// Deadline returns the moment after which the side to move has lost on time, or,
// in its first turn, has let the game be aborted. In live games it is later than
// the clock shows by MaxLag, within which a move may still be on its way. There is
// none when the game is over or has no clock.
func (g *Game) Deadline() (at time.Time, ok bool) {
	if g.Over() || g.clock.control.IsUnlimited() {
		return time.Time{}, false
	}
	at = g.clock.runsOut(g.Turn().side())
	if !g.clock.control.Correspondence() {
		at = at.Add(MaxLag)
	}
	return at, true
}

// Left returns what a clock shows at a moment: the time that a side has, Grace
// included while it is on turn, never less than nothing. In a turn that is not
// charged it is the whole bank. A game that is over shows the moment at which it ended.
func (g *Game) Left(s Seat, now time.Time) time.Duration {
	side := s.side()
	if s != g.Turn() || g.clock.free(side) {
		return g.clock.bank[side]
	}
	now = g.moment(now)
	if g.Over() {
		now = g.endedAt
	}
	return max(0, g.clock.allowance(side)-g.clock.elapsed(side, now))
}

// Running reports whether the clock of the side to move is running: there is one,
// the game is not over, the turn is charged, and the player is not away.
func (g *Game) Running(now time.Time) bool {
	side := g.Turn().side()
	return !g.Over() && !g.clock.free(side) && g.clock.current(side, g.moment(now)) == nil
}

// Away returns when the vacation of a player ends, ok false when the player is not
// on one.
func (g *Game) Away(s Seat, now time.Time) (until time.Time, ok bool) {
	if v := g.clock.current(s.side(), g.moment(now)); v != nil {
		return v.until, true
	}
	return time.Time{}, false
}

// Expire ends the game when the time of the side to move is up, and returns the
// event; nothing when it is not.
func (g *Game) Expire(now time.Time) ([]Event, error) {
	return g.brings(func() { g.expire(g.moment(now)) })
}

func (g *Game) expire(now time.Time) {
	if at, ok := g.Deadline(); ok && now.After(at) {
		g.loseOnTime(now)
	}
}

func (g *Game) loseOnTime(now time.Time) {
	turn := g.Turn()
	if !g.hasMoved(turn) {
		g.end(Server, Ended{Result: "*", Reason: Aborted}, now)
		return
	}
	// kirke knows whether the opponent could ever mate.
	if err := g.chess.LoseOnTime(turn.Color()); err == nil {
		o := g.chess.Recorded()
		g.end(Server, endedBy(o), now)
	}
}

// Credit gives the side to move the time back in which the server was down, and
// returns the event. What of it was before the turn, or in a vacation, is nobody's.
func (g *Game) Credit(down, up time.Time) ([]Event, error) {
	if g.Over() || g.clock.control.IsUnlimited() {
		return nil, nil
	}
	up = g.moment(up)
	if down.Before(g.clock.since) {
		down = g.clock.since
	}
	lost := up.Sub(moment(down))
	for _, s := range g.clock.away[g.Turn().side()] {
		lost -= s.overlap(down, up)
	}
	if lost < time.Millisecond {
		return nil, nil
	}
	return g.brings(func() { g.happen(Server, Credited{Time: MillisOf(lost)}, up) })
}

// Leave begins a vacation of a player that lasts until a moment, in a game by
// correspondence; elsewhere, and after the end, nothing comes of it.
func (g *Game) Leave(s Seat, until, now time.Time) ([]Event, error) {
	now, until = g.moment(now), moment(until)
	return g.brings(func() {
		g.expire(now)
		if g.vacations() && until.After(now) {
			g.happen(s, WentAway{Until: until}, now)
		}
	})
}

// Return ends a player's vacation before its time.
func (g *Game) Return(s Seat, now time.Time) ([]Event, error) {
	now = g.moment(now)
	return g.brings(func() {
		if g.vacations() && g.clock.current(s.side(), now) != nil {
			g.happen(s, CameBack{}, now)
		}
	})
}

func (g *Game) vacations() bool {
	return !g.Over() && g.clock.control.Correspondence() && !g.clock.control.IsUnlimited()
}
