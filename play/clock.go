package play

import (
	"slices"
	"time"
)

// Allowances in live games.
const (
	// FirstTurn is how long each side may take for its first turn, which is not charged to its
	// clock. After that the game is aborted.
	FirstTurn = time.Minute
	// MaxLag is the most network lag that one half-move gets credit for. Control.lagGain limits the
	// credit of a whole game.
	MaxLag = time.Second
)

// clock has both sides' banks and times the current turn.
type clock struct {
	control   Control
	bank      [2]time.Duration // White's and Black's when the turn began
	turns     [2]int           // completed and timed
	since     time.Time        // when the turn began, or its part after the last half-move of a series
	took      time.Duration    // charged for the turn before since
	credit    time.Duration    // not charged after since
	vacations [2][]interval    // in order
	lagQuota  [2]time.Duration // lag credit that is left
}

// A side's quota of lag credit, at first and at most, in units of Control.lagGain. Lichess uses the
// same figures.
const (
	firstLagGains = 3
	maxLagGains   = 7
)

// interval is a stretch of time.
type interval struct{ from, until time.Time }

func newClock(c Control, now time.Time) clock {
	quota := firstLagGains * c.lagGain()
	return clock{control: c, bank: [2]time.Duration{c.initial(), c.initial()}, since: now,
		lagQuota: [2]time.Duration{quota, quota}}
}

func (c *clock) clone() clock {
	d := *c
	for i := range d.vacations {
		d.vacations[i] = slices.Clone(c.vacations[i])
	}
	return d
}

// beginTurn starts timing a turn.
func (c *clock) beginTurn(at time.Time) { c.since, c.took, c.credit = at, 0, 0 }

// untimed reports whether the turn of a side is not charged to its clock.
func (c *clock) untimed(side int) bool {
	return c.control.IsUnlimited() || !c.control.Correspondence() && c.turns[side] == 0
}

// allowance returns how long the turn of a side may take.
func (c *clock) allowance(side int) time.Duration {
	if c.untimed(side) {
		return FirstTurn
	}
	return c.bank[side] + c.control.Grace
}

// elapsed returns how long the turn of a side has taken.
func (c *clock) elapsed(side int, now time.Time) time.Duration {
	d := now.Sub(c.since) - c.credit
	for _, s := range c.vacations[side] {
		d -= s.overlap(c.since, now)
	}
	return c.took + max(0, d)
}

// overlap returns how much of the time between from and until is in s.
func (s interval) overlap(from, until time.Time) time.Duration {
	if s.from.After(from) {
		from = s.from
	}
	if s.until.Before(until) {
		until = s.until
	}
	return max(0, until.Sub(from))
}

// expiresAt returns when the side to move will have used its allowance.
func (c *clock) expiresAt(side int) time.Time {
	end := c.since.Add(c.allowance(side) - c.took + c.credit)
	for _, s := range c.vacations[side] {
		if s.from.Before(end) && s.until.After(c.since) {
			end = end.Add(s.overlap(c.since, s.until))
		}
	}
	return end
}

// lagCredit returns how much of a half-move's time is not charged, for a measured lag.
func (c *clock) lagCredit(side int, lag time.Duration) time.Duration {
	return max(0, min(lag, MaxLag, c.lagQuota[side]))
}

// updateLagQuota subtracts a half-move's credit from the quota and adds its gain.
func (c *clock) updateLagQuota(side int, m Moved, at time.Time) {
	if c.untimed(side) || c.control.Correspondence() {
		return
	}
	gain := c.control.lagGain()
	left := c.lagQuota[side] - (c.elapsed(side, at) - m.Took.Duration())
	c.lagQuota[side] = min(max(0, left)+gain, maxLagGains*gain)
}

// afterMove accounts for a half-move, which ends the turn if over.
func (c *clock) afterMove(side int, m Moved, at time.Time, over bool) {
	c.updateLagQuota(side, m, at)
	c.beginTurn(at)
	if !over {
		c.took = m.Took.Duration()
		return
	}
	c.bank[side] = m.Left.Duration()
	c.turns[side]++
}

func (c *clock) startVacation(side int, at, until time.Time) {
	c.endVacation(side, at)
	c.vacations[side] = append(c.vacations[side], interval{at, until})
}

func (c *clock) endVacation(side int, at time.Time) {
	if s := c.vacation(side, at); s != nil {
		s.until = at
	}
}

// vacation returns the vacation that a side is on, nil for none.
func (c *clock) vacation(side int, at time.Time) *interval {
	if n := len(c.vacations[side]); n > 0 && c.vacations[side][n-1].until.After(at) {
		return &c.vacations[side][n-1]
	}
	return nil
}

// Deadline returns when the side to move loses on time, or, in its first turn, when the game is
// aborted. In live games that is MaxLag later than the clock shows, since a move may be on its way.
// ok is false when the game is over or has no clock.
func (g *Game) Deadline() (at time.Time, ok bool) {
	if g.Over() || g.clock.control.IsUnlimited() {
		return time.Time{}, false
	}
	at = g.clock.expiresAt(g.Turn().side())
	if !g.clock.control.Correspondence() {
		at = at.Add(MaxLag)
	}
	return at, true
}

// Left returns what a side's clock shows, never less than 0. It includes Grace while the side is on
// turn. In an untimed turn it is the whole bank. When the game is over it is what the clock showed
// at the end.
func (g *Game) Left(s Seat, now time.Time) time.Duration {
	side := s.side()
	if s != g.Turn() || g.clock.untimed(side) {
		return g.clock.bank[side]
	}
	now = g.eventTime(now)
	if g.Over() {
		now = g.endedAt
	}
	return max(0, g.clock.allowance(side)-g.clock.elapsed(side, now))
}

// Running reports whether the clock of the side to move is running: the game has a clock and is not
// over, the turn is timed, and the player is not on vacation.
func (g *Game) Running(now time.Time) bool {
	side := g.Turn().side()
	return !g.Over() && !g.clock.untimed(side) && g.clock.vacation(side, g.eventTime(now)) == nil
}

// OnVacation returns when the vacation of a player ends. ok is false when the player is not on one.
func (g *Game) OnVacation(s Seat, now time.Time) (until time.Time, ok bool) {
	if v := g.clock.vacation(s.side(), g.eventTime(now)); v != nil {
		return v.until, true
	}
	return time.Time{}, false
}

// Expire ends the game if the time of the side to move is up.
func (g *Game) Expire(now time.Time) ([]Event, error) {
	return g.collect(func() { g.expire(g.eventTime(now)) })
}

func (g *Game) expire(now time.Time) {
	if at, ok := g.Deadline(); ok && now.After(at) {
		g.loseOnTime(now)
	}
}

func (g *Game) loseOnTime(now time.Time) {
	turn := g.Turn()
	if !g.hasMoved(turn) {
		g.finish(Server, Ended{Result: "*", Reason: Aborted}, now)
		return
	}
	// LoseOnTime draws the game if the opponent could never mate.
	if err := g.chess.LoseOnTime(turn.Color()); err == nil {
		o := g.chess.Recorded()
		g.finish(Server, endedBy(o), now)
	}
}

// Credit gives the side to move back the time in which the server was down. Time before the turn,
// or in a vacation, was not charged and is not given back.
func (g *Game) Credit(down, up time.Time) ([]Event, error) {
	if g.Over() || g.clock.control.IsUnlimited() {
		return nil, nil
	}
	up = g.eventTime(up)
	if down.Before(g.clock.since) {
		down = g.clock.since
	}
	lost := up.Sub(eventTime(down))
	for _, s := range g.clock.vacations[g.Turn().side()] {
		lost -= s.overlap(down, up)
	}
	if lost < time.Millisecond {
		return nil, nil
	}
	return g.collect(func() { g.emit(Server, Credited{Time: MillisOf(lost)}, up) })
}

// StartVacation starts a player's vacation in a correspondence game. It does nothing in other
// games, and when the game is over.
func (g *Game) StartVacation(s Seat, until, now time.Time) ([]Event, error) {
	now, until = g.eventTime(now), eventTime(until)
	return g.collect(func() {
		g.expire(now)
		if g.hasVacations() && until.After(now) {
			g.emit(s, VacationStarted{Until: until}, now)
		}
	})
}

// EndVacation ends a player's vacation early.
func (g *Game) EndVacation(s Seat, now time.Time) ([]Event, error) {
	now = g.eventTime(now)
	return g.collect(func() {
		if g.hasVacations() && g.clock.vacation(s.side(), now) != nil {
			g.emit(s, VacationEnded{}, now)
		}
	})
}

func (g *Game) hasVacations() bool {
	return !g.Over() && g.clock.control.Correspondence() && !g.clock.control.IsUnlimited()
}

// History returns what White's and Black's clock showed at the starting position and after each
// half-move, nil in a game without a clock. A clock that is about to run includes Grace.
func (g *Game) History() [][2]time.Duration {
	control := g.clock.control
	if control.IsUnlimited() {
		return nil
	}
	full := control.initial() + control.Grace
	at := [2]time.Duration{full, full}
	all := [][2]time.Duration{at}
	ply := 0
	for n := range g.chess.MainLine() {
		if ply == len(g.moves) {
			break
		}
		m, mover := g.moves[ply], n.Parent().Position().Turn()
		left := m.Left.Duration() + control.Grace
		if n.Position().Turn() == mover { // in a series the bank is charged at the end of the turn
			left = max(0, left-m.Took.Duration())
		}
		at[mover] = left
		all = append(all, at)
		ply++
	}
	return all
}
