package play

import (
	"fmt"
	"slices"
	"time"

	"github.com/kirke-chess/kirke"
)

// Plan is a player's conditional moves in a correspondence game. It is private, and so it is not an
// event.
type Plan struct {
	// Ply is how many half-moves had been made when the plan was set.
	Ply int `json:"ply"`
	// Lines are sequences of half-moves from there on, beginning with the opponent's. Lines may
	// share their beginnings, but all answer the same moves alike.
	Lines [][]string `json:"lines"`
}

// Limits of a plan.
const (
	MaxPlanLines = 50
	MaxPlanPlies = 40
)

// Plan reads a player's lines of moves, in any style, and returns the plan with its moves as UCI
// writes them. A plan without lines is empty. The error names the line and the half-move that is
// wrong.
func (g *Game) Plan(s Seat, lines [][]string) (Plan, error) {
	switch {
	case !s.Playing():
		return Plan{}, refuse(NotYours, "Only the players may do this.")
	case g.Over():
		return Plan{}, refuse(GameOver, "The game is over: %s.", g.ending)
	case !g.Terms().Control.Correspondence():
		return Plan{}, refuse(NotNow, "Conditional moves are for correspondence games.")
	case g.Turn() == s:
		return Plan{}, refuse(NotNow, "You can set conditional moves while it is your opponent's turn.")
	case len(lines) > MaxPlanLines:
		return Plan{}, refuse(Invalid, "You can set at most %d lines of conditional moves.", MaxPlanLines)
	}
	plan := Plan{Ply: g.Ply(), Lines: make([][]string, len(lines))}
	answers := make(map[string]string) // the player's move after a sequence of moves
	for i, line := range lines {
		if len(line) > MaxPlanPlies {
			return Plan{}, refuse(Invalid, "A line of conditional moves has at most %d half-moves.", MaxPlanPlies)
		}
		p, before := g.Position(), ""
		for j, text := range line {
			next, m, err := p.PlayText(text)
			if err != nil {
				return Plan{}, &Error{
					Code:    CodeOf(unplayable(err)),
					Message: fmt.Sprintf("In line %d, half-move %d: %v", i+1, j+1, err), Cause: err,
				}
			}
			uci := p.MoveText(m, kirke.UCI)
			if SeatOf(p.Turn()) == s {
				if other, ok := answers[before]; ok && other != uci {
					return Plan{}, refuse(Invalid, "Line %d plays %s where another line plays %s.", i+1, uci, other)
				}
				answers[before] = uci
			}
			plan.Lines[i] = append(plan.Lines[i], uci)
			before += uci + " "
			p = next
		}
	}
	return plan, nil
}

// Rest returns what is left of the lines that the game has followed so far. It leaves out lines
// that the game has left or completed.
func (p Plan) Rest(g *Game) [][]string {
	if p.Ply > g.Ply() {
		return nil
	}
	since := make([]string, 0, MaxPlanPlies)
	for _, m := range g.moves[p.Ply:] {
		since = append(since, m.UCI)
	}
	var rest [][]string
	for _, line := range p.Lines {
		if len(line) > len(since) && slices.Equal(line[:len(since)], since) {
			rest = append(rest, line[len(since):])
		}
	}
	return rest
}

// next returns the move that a plan plays now.
func (p Plan) next(g *Game) (uci string, ok bool) {
	if rest := p.Rest(g); len(rest) > 0 {
		return rest[0][0], true
	}
	return "", false
}

// Follow makes the moves of the players' plans, as long as they have any, and returns the events. A
// plan waits while its player has a draw offer or a takeback request to answer.
func (g *Game) Follow(plans map[Seat]Plan, now time.Time) ([]Event, error) {
	var all []Event
	for !g.Over() && g.Terms().Control.Correspondence() {
		turn := g.Turn()
		uci, ok := plans[turn].next(g)
		if !ok || g.drawBy == turn.Other() || g.takebackBy == turn.Other() {
			break
		}
		events, err := g.Do(Command{Do: MakeMove, By: turn, Ply: g.Ply() + 1, Text: uci, planned: true}, now)
		all = append(all, events...)
		if err != nil {
			return all, err
		}
	}
	return all, nil
}
