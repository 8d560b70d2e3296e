package play

import (
	"errors"
	"time"

	"github.com/kirke-chess/kirke"
)

// What players do: the methods that Game.Do dispatches to, and the ends of games.

// String returns the ending for use in a sentence: "1-0, resignation".
func (e *Ended) String() string {
	if e.Reason == Aborted {
		return Aborted
	}
	return e.Result + ", " + e.Reason
}

// endedBy returns the event for an outcome.
func endedBy(o kirke.Outcome) Ended {
	return Ended{Result: o.Result.String(), Reason: o.Reason.String()}
}

func resigned(s Seat) Ended {
	return endedBy(kirke.Outcome{Result: kirke.Win(s.Color().Other()), Reason: kirke.Resignation})
}

// outcome returns the outcome that endedBy has written.
func (e Ended) outcome() (kirke.Outcome, error) {
	result, err := kirke.ParseResult(e.Result)
	if err != nil {
		return kirke.Outcome{}, err
	}
	reason, err := kirke.ParseReason(e.Reason)
	return kirke.Outcome{Result: result, Reason: reason}, err
}

// Winner returns who won, "" for nobody.
func (e Ended) Winner() Seat {
	switch e.Result {
	case kirke.WhiteWins.String():
		return White
	case kirke.BlackWins.String():
		return Black
	}
	return ""
}

func (g *Game) finish(by Seat, e Ended, now time.Time) { g.emit(by, e, now) }

func (g *Game) moveCommand(c Command, now time.Time) error {
	if c.Ply != len(g.moves)+1 {
		return refuse(Stale, "The game has moved on: the next half-move is number %d, not %d.", len(g.moves)+1, c.Ply)
	}
	if c.By != g.Turn() {
		return refuse(NotYours, "It is %s's turn.", g.Turn())
	}
	p := g.Position()
	m, err := p.ParseMove(c.Text)
	if err != nil {
		return unplayable(err)
	}
	charge, inTime := g.timeFor(p, m, c.Lag, now)
	if !inTime {
		g.loseOnTime(now)
		return refuse(GameOver, "The move came too late: %s.", g.ending)
	}
	g.emit(c.By, Moved{
		Ply: c.Ply, UCI: p.MoveText(m, kirke.UCI), SAN: p.MoveText(m, kirke.SAN),
		Took: charge.took, Left: charge.left, Planned: c.planned,
	}, now)
	if o := g.chess.Outcome(); o.Over() {
		g.finish(Server, endedBy(o), now)
	} else if c.Offer {
		g.offerDraw(c.By, now)
	}
	return nil
}

func unplayable(err error) error {
	var illegal *kirke.IllegalError
	if errors.As(err, &illegal) {
		return wrapError(Illegal, err)
	}
	return wrapError(Invalid, err)
}

// moveTime is the time a half-move takes, and what it leaves in the bank.
type moveTime struct{ took, left Millis }

// timeFor returns the time for the side to move to play m now, false when it has not so much.
func (g *Game) timeFor(p kirke.Position, m kirke.Move, lag time.Duration, now time.Time) (moveTime, bool) {
	side := g.Turn().side()
	c := &g.clock
	took := c.elapsed(side, now)
	if !c.control.Correspondence() {
		took = max(c.took, took-c.lagCredit(side, lag))
	}
	if c.control.IsUnlimited() {
		return moveTime{took: MillisOf(took)}, true
	}
	left := c.bank[side]
	switch {
	case took > c.allowance(side):
		return moveTime{}, false
	case c.untimed(side):
		took = 0
	case g.endsTurn(p, m):
		left = c.control.afterTurn(left, c.control.drawn(took))
	}
	return moveTime{MillisOf(took), MillisOf(left)}, true
}

// endsTurn reports whether the opponent is on turn after m.
func (g *Game) endsTurn(p kirke.Position, m kirke.Move) bool {
	next, err := p.Play(m)
	return err == nil && next.Turn() != p.Turn()
}

func (g *Game) drawCommand(c Command, now time.Time) error {
	opponents := g.drawBy == c.By.Other()
	switch {
	case c.Do == DeclineDraw && g.drawBy != "":
		g.emit(c.By, DrawDeclined{}, now)
		return nil
	case c.Do != DeclineDraw && opponents:
		g.finish(c.By, endedBy(kirke.Outcome{Result: kirke.Drawn, Reason: kirke.Agreement}), now)
		return nil
	case c.Do != OfferDraw:
		return refuse(NotNow, "There is no draw offer.")
	case !g.mayOffer(c.By):
		return refuse(NotNow, "You have offered a draw already: you may offer again after your next move.")
	}
	g.emit(c.By, DrawOffered{}, now)
	return nil
}

// offerDraw offers a draw with a move. One offer too many is ignored, so that the move counts.
func (g *Game) offerDraw(by Seat, now time.Time) {
	if g.mayOffer(by) {
		g.emit(by, DrawOffered{}, now)
	}
}

// mayOffer reports whether a side has moved since it last offered a draw.
func (g *Game) mayOffer(s Seat) bool {
	last := g.drawOfferedAt[s.side()]
	if g.drawBy == s {
		return false
	}
	if last < 0 {
		return true
	}
	for _, m := range g.moves[min(last, len(g.moves)):] {
		if m.by == s {
			return true
		}
	}
	return false
}

func (g *Game) claimCommand(c Command, now time.Time) error {
	reason, err := kirke.ParseReason(c.Reason)
	if err != nil {
		return wrapError(Invalid, err)
	}
	if c.By != g.Turn() {
		return refuse(NotYours, "Only the side to move can claim a draw.")
	}
	claims := g.chess.Claims()
	if c.Text != "" {
		m, err := g.Position().ParseMove(c.Text)
		if err != nil {
			return unplayable(err)
		}
		claims = append(claims, g.chess.ClaimsWith(m)...)
	}
	for _, r := range claims {
		if r == reason {
			g.finish(c.By, endedBy(kirke.Outcome{Result: kirke.Drawn, Reason: r}), now)
			return nil
		}
	}
	return refuse(NotNow, "A draw by %s cannot be claimed here.", c.Reason)
}

func (g *Game) takebackCommand(c Command, now time.Time) error {
	switch {
	case c.Do == DeclineTakeback && g.takebackBy != "":
		g.emit(c.By, TakebackDeclined{}, now)
		return nil
	case c.Do == AcceptTakeback && g.takebackBy == c.By.Other():
		g.emit(c.By, TakenBack{Ply: g.takebackTo}, now)
		return nil
	case c.Do != OfferTakeback:
		return refuse(NotNow, "There is no takeback request.")
	case g.takebackBy != "":
		return refuse(NotNow, "A takeback has been requested already.")
	}
	for i := len(g.moves) - 1; i >= 0; i-- {
		if g.moves[i].by != c.By {
			continue
		}
		g.emit(c.By, TakebackOffered{Ply: i}, now)
		if g.Player(c.By.Other()).Computer() {
			g.emit(c.By.Other(), TakenBack{Ply: i}, now)
		}
		return nil
	}
	return refuse(NotNow, "You have no move to take back.")
}

func (g *Game) rematchCommand(c Command, now time.Time) error {
	accepted := g.rematchBy == c.By.Other() || g.Player(c.By.Other()).Computer()
	switch {
	case g.rematch != "":
		return refuse(NotNow, "A rematch has been agreed already.")
	case c.Do == DeclineRematch && g.rematchBy == "":
		return refuse(NotNow, "There is no rematch offer.")
	case c.Do == DeclineRematch:
		g.emit(c.By, RematchDeclined{}, now)
	case accepted && c.NewGame == "":
		return refuse(Invalid, "The rematch has no ID.")
	case accepted:
		g.emit(c.By, Rematched{Game: c.NewGame}, now)
	case g.rematchBy == c.By:
		return refuse(NotNow, "You have offered a rematch already.")
	default:
		g.emit(c.By, RematchOffered{}, now)
	}
	return nil
}
