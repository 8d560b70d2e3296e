package play

import (
	"errors"
	"time"

	"github.com/kirke-chess/kirke"
)

// String returns the ending as a sentence has it: "1-0, resignation".
func (e *Ended) String() string {
	if e.Reason == Aborted {
		return Aborted
	}
	return e.Result + ", " + e.Reason
}

func endedBy(o kirke.Outcome) Ended {
	return Ended{Result: o.Result.String(), Reason: o.Reason.String()}
}

func resigned(s Seat) Ended {
	return endedBy(kirke.Outcome{Result: kirke.Win(s.Color().Other()), Reason: kirke.Resignation})
}

// outcome reads e as kirke has it.
func (e Ended) outcome() (kirke.Outcome, error) {
	result, err := kirke.ParseResult(e.Result)
	if err != nil {
		return kirke.Outcome{}, err
	}
	reason, err := kirke.ParseReason(e.Reason)
	return kirke.Outcome{Result: result, Reason: reason}, err
}

// Winner returns who has won, "" for nobody.
func (e Ended) Winner() Seat {
	switch e.Result {
	case kirke.WhiteWins.String():
		return White
	case kirke.BlackWins.String():
		return Black
	}
	return ""
}

func (g *Game) end(by Seat, e Ended, now time.Time) { g.happen(by, e, now) }

func (g *Game) move(c Command, now time.Time) error {
	if c.Ply != len(g.moves)+1 {
		return refuse(Stale, "The game has gone on: the next half-move is number %d, not %d.", len(g.moves)+1, c.Ply)
	}
	if c.By != g.Turn() {
		return refuse(NotYours, "It is %s's turn.", g.Turn())
	}
	p := g.Position()
	m, err := p.ParseMove(c.Text)
	if err != nil {
		return unplayable(err)
	}
	charge, inTime := g.charge(p, m, c.Lag, now)
	if !inTime {
		g.loseOnTime(now)
		return refuse(GameOver, "The move came too late: %s.", g.ending)
	}
	g.happen(c.By, Moved{
		Ply: c.Ply, UCI: p.MoveText(m, kirke.UCI), SAN: p.MoveText(m, kirke.SAN),
		Took: charge.took, Left: charge.left, Planned: c.planned,
	}, now)
	if o := g.chess.Outcome(); o.Over() {
		g.end(Server, endedBy(o), now)
	} else if c.Offer {
		g.offerDraw(c.By, now)
	}
	return nil
}

func unplayable(err error) error {
	var illegal *kirke.IllegalError
	if errors.As(err, &illegal) {
		return because(Illegal, err)
	}
	return because(Invalid, err)
}

// charge is what a half-move costs.
type charge struct{ took, left Millis }

// charge returns what it costs the side to move to play m, false when it has not
// so much.
func (g *Game) charge(p kirke.Position, m kirke.Move, lag time.Duration, now time.Time) (charge, bool) {
	side := g.Turn().side()
	c := &g.clock
	took := c.elapsed(side, now)
	if !c.control.Correspondence() {
		took = max(c.took, took-min(max(0, lag), MaxLag))
	}
	if c.control.IsUnlimited() {
		return charge{took: MillisOf(took)}, true
	}
	left := c.bank[side]
	switch {
	case took > c.allowance(side):
		return charge{}, false
	case c.free(side):
		took = 0
	case g.endsTurn(p, m):
		left = c.control.press(left, c.control.draw(took))
	}
	return charge{MillisOf(took), MillisOf(left)}, true
}

// endsTurn reports whether the opponent is on turn after m.
func (g *Game) endsTurn(p kirke.Position, m kirke.Move) bool {
	next, err := p.Play(m)
	return err == nil && next.Turn() != p.Turn()
}

func (g *Game) draw(c Command, now time.Time) error {
	opponents := g.drawBy == c.By.Other()
	switch {
	case c.Do == DeclineDraw && g.drawBy != "":
		g.happen(c.By, DrawDeclined{}, now)
		return nil
	case c.Do != DeclineDraw && opponents:
		g.end(c.By, endedBy(kirke.Outcome{Result: kirke.Drawn, Reason: kirke.Agreement}), now)
		return nil
	case c.Do != OfferDraw:
		return refuse(NotNow, "There is no draw offer.")
	case !g.mayOffer(c.By):
		return refuse(NotNow, "You have offered a draw already: the next offer is for after your next move.")
	}
	g.happen(c.By, DrawOffered{}, now)
	return nil
}

// offerDraw offers a draw with a move, which is not refused for an offer too many.
func (g *Game) offerDraw(by Seat, now time.Time) {
	if g.mayOffer(by) {
		g.happen(by, DrawOffered{}, now)
	}
}

// mayOffer reports whether a side has moved since it last offered a draw.
func (g *Game) mayOffer(s Seat) bool {
	last := g.drawnAt[s.side()]
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

func (g *Game) claim(c Command, now time.Time) error {
	reason, err := kirke.ParseReason(c.Reason)
	if err != nil {
		return because(Invalid, err)
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
			g.end(c.By, endedBy(kirke.Outcome{Result: kirke.Drawn, Reason: r}), now)
			return nil
		}
	}
	return refuse(NotNow, "A draw by %s cannot be claimed here.", c.Reason)
}

func (g *Game) takeback(c Command, now time.Time) error {
	switch {
	case c.Do == DeclineTakeback && g.takebackBy != "":
		g.happen(c.By, TakebackDeclined{}, now)
		return nil
	case c.Do == AcceptTakeback && g.takebackBy == c.By.Other():
		g.happen(c.By, TakenBack{Ply: g.takebackTo}, now)
		return nil
	case c.Do != OfferTakeback:
		return refuse(NotNow, "Nobody asks to take back a move.")
	case g.takebackBy != "":
		return refuse(NotNow, "A takeback is being asked for already.")
	}
	for i := len(g.moves) - 1; i >= 0; i-- {
		if g.moves[i].by != c.By {
			continue
		}
		g.happen(c.By, TakebackOffered{Ply: i}, now)
		if g.Player(c.By.Other()).Computer() {
			g.happen(c.By.Other(), TakenBack{Ply: i}, now)
		}
		return nil
	}
	return refuse(NotNow, "You have no move to take back.")
}

func (g *Game) askRematch(c Command, now time.Time) error {
	accepted := g.rematchBy == c.By.Other() || g.Player(c.By.Other()).Computer()
	switch {
	case g.rematch != "":
		return refuse(NotNow, "The rematch has been agreed on.")
	case c.Do == DeclineRematch && g.rematchBy == "":
		return refuse(NotNow, "Nobody asks for a rematch.")
	case c.Do == DeclineRematch:
		g.happen(c.By, RematchDeclined{}, now)
	case accepted && c.NewGame == "":
		return refuse(Invalid, "The rematch has no ID.")
	case accepted:
		g.happen(c.By, Rematched{Game: c.NewGame}, now)
	case g.rematchBy == c.By:
		return refuse(NotNow, "You have asked for a rematch already.")
	default:
		g.happen(c.By, RematchOffered{}, now)
	}
	return nil
}
