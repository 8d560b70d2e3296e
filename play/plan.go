package play

import (
	"slices"
	"time"

	"github.com/kirke-chess/kirke"
)

// Plan is a player's conditional moves in a game by correspondence: if they do
// this, I do that. It is private, and so no event.
type Plan struct {
	// Ply is how many half-moves had been made when the plan was.
	Ply int `json:"ply"`
	// Lines are sequences of half-moves from there on, of both sides in turn. Two
	// lines may share their beginning, but never answer the same with two moves.
	Lines [][]string `json:"lines"`
}

// The most that a plan may hold.
const (
	MaxPlanLines = 50
	MaxPlanPlies = 40
)

// Plan reads the lines of a player at this point of the game, in any style of
// text, and returns the plan with its moves as UCI writes them. No lines are no
// plan. The error names the line and the move that is wrong.
func (g *Game) Plan(s Seat, lines [][]string) (Plan, error) {
	switch {
	case !s.Playing():
		return Plan{}, refuse(NotYours, "Only the players may do that.")
	case g.Over():
		return Plan{}, refuse(GameOver, "The game is over: %s.", g.ending)
	case !g.Terms().Control.Correspondence():
		return Plan{}, refuse(NotNow, "Conditional moves are for games by correspondence.")
	case g.Turn() == s:
		return Plan{}, refuse(NotNow, "Conditional moves are made while the opponent is on turn.")
	case len(lines) > MaxPlanLines:
		return Plan{}, refuse(Invalid, "There are at most %d lines of conditional moves.", MaxPlanLines)
	}
	plan := Plan{Ply: g.Ply(), Lines: make([][]string, len(lines))}
	answers := make(map[string]string) // by the line that leads to them
	for i, line := range lines {
		if len(line) > MaxPlanPlies {
			return Plan{}, refuse(Invalid, "A line of conditional moves has at most %d half-moves.", MaxPlanPlies)
		}
		p, before := g.Position(), ""
		for j, text := range line {
			next, m, err := p.PlayText(text)
			if err != nil {
				return Plan{}, &Error{CodeOf(unplayable(err)), "In line " + itoa(i+1) + ", half-move " + itoa(j+1) + ": " + err.Error(), err}
			}
			uci := p.MoveText(m, kirke.UCI)
			if SeatOf(p.Turn()) == s {
				if other, ok := answers[before]; ok && other != uci {
					return Plan{}, refuse(Invalid, "Line %d answers the same with %s that another line answers with %s.", i+1, uci, other)
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

// Rest returns what is left of the lines that the game has followed since the plan was made. A line that the game has
// left, or come to the end of, is not among them.
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

// answer returns what a plan says to play now.
func (p Plan) answer(g *Game) (uci string, ok bool) {
	if rest := p.Rest(g); len(rest) > 0 {
		return rest[0][0], true
	}
	return "", false
}

// Follow makes the moves that the plans of the players say, as long as they say
// any, and returns the events. A plan waits while the opponent's draw offer or
// question for a takeback stands, which is for its player to answer.
func (g *Game) Follow(plans map[Seat]Plan, now time.Time) ([]Event, error) {
	var all []Event
	for !g.Over() && g.Terms().Control.Correspondence() {
		turn := g.Turn()
		uci, ok := plans[turn].answer(g)
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
