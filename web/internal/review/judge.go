package review

// This file judges the moves of a game by the scores of its positions. docs/playing.md has the
// formulas and their source.

import (
	"math"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/jobs"
	"github.com/kirke-chess/kirke/play"
)

// Mark is how bad a move is.
type Mark string

// The marks of a move, by the winning chance that it loses.
const (
	Inaccuracy Mark = "inaccuracy"
	Mistake    Mark = "mistake"
	Blunder    Mark = "blunder"
)

// The least loss of winning chance, in points of a hundred, for each mark.
const (
	inaccuracyLoss = 5
	mistakeLoss    = 10
	blunderLoss    = 15
)

// mostCentipawns bounds scores, mates included, before they are compared.
const mostCentipawns = 1000

// FullReview is the review of a game.
type FullReview struct {
	Players   [2]PlayerReview  `json:"players" doc:"White and Black."`
	Positions []PositionReview `json:"positions" doc:"From the start to the end of the game."`
	Moves     []MoveReview     `json:"moves" doc:"The half-moves of the game."`
}

// PlayerReview is how well a side has played.
type PlayerReview struct {
	Moves        int     `json:"moves" doc:"Half-moves of the side."`
	Accuracy     float64 `json:"accuracy" doc:"In per cent: the mean of the accuracy of its half-moves; 0 without any."`
	Loss         float64 `json:"averageCentipawnLoss"`
	Inaccuracies int     `json:"inaccuracies"`
	Mistakes     int     `json:"mistakes"`
	Blunders     int     `json:"blunders"`
}

// PositionReview is the judgement of a position.
type PositionReview struct {
	Ply    int     `json:"ply" doc:"Half-moves made."`
	Text   string  `json:"text" doc:"The score as people read it, as White sees it: +0.35 or #3; the result where the game was over."`
	Value  int     `json:"value" doc:"The score in centipawns, as White sees it, from -1000 to 1000."`
	Chance float64 `json:"chance" doc:"White's winning chance in per cent."`
}

// MoveReview is the judgement of a half-move.
type MoveReview struct {
	Ply      int       `json:"ply" doc:"The number of the half-move, from 1."`
	By       play.Seat `json:"by"`
	Move     string    `json:"move"`
	Mark     Mark      `json:"mark,omitempty" doc:"inaccuracy, mistake or blunder."`
	Lost     float64   `json:"lost" doc:"The winning chance lost, in points of a hundred."`
	Accuracy float64   `json:"accuracy" doc:"In per cent."`
	Best     []string  `json:"best,omitempty" doc:"The best line instead of the move, as people write it."`
	UCI      []string  `json:"uci,omitempty" doc:"The same as programs write it."`
}

// longestLine is the number of half-moves that are shown of a best line.
const longestLine = 12

// chance returns White's winning chance in per cent.
func chance(centipawns int) float64 {
	return 50 + 50*(2/(1+math.Exp(-0.00368208*float64(centipawns)))-1)
}

// accuracy returns the accuracy of a half-move that lost some winning chance.
func accuracy(lost float64) float64 {
	return min(100, max(0, 103.1668*math.Exp(-0.04354*lost)-3.1669))
}

// markOf returns the mark of a half-move that lost some winning chance, "" for none.
func markOf(lost float64) Mark {
	switch {
	case lost >= blunderLoss:
		return Blunder
	case lost >= mistakeLoss:
		return Mistake
	case lost >= inaccuracyLoss:
		return Inaccuracy
	}
	return ""
}

// judge returns the review of a game. found has the analyses of its first positions, in order.
func judge(g *kirke.Game, found []jobs.PositionAnalysis) *FullReview {
	r := &FullReview{Positions: []PositionReview{}, Moves: []MoveReview{}}
	for _, p := range found {
		r.Positions = append(r.Positions, positionOf(p))
	}
	for n := range g.MainLine() {
		if n.Ply() >= len(found) {
			break
		}
		r.add(n, found[n.Ply()-1])
	}
	for i := range r.Players {
		if p := &r.Players[i]; p.Moves > 0 {
			p.Accuracy /= float64(p.Moves)
			p.Loss /= float64(p.Moves)
		}
	}
	return r
}

func positionOf(p jobs.PositionAnalysis) PositionReview {
	value := max(-mostCentipawns, min(mostCentipawns, p.Value))
	out := PositionReview{Ply: p.Ply, Text: p.Score, Value: value, Chance: chance(value)}
	switch {
	case p.Over == "":
	case p.Value > 0:
		out.Text, out.Chance = p.Over, 100
	case p.Value < 0:
		out.Text, out.Chance = p.Over, 0
	default:
		out.Text = p.Over
	}
	return out
}

// add judges a half-move. before is the analysis of the position in which it was made. The best move
// loses nothing, even if a search from the position after it finds it worse.
func (r *FullReview) add(n *kirke.Node, before jobs.PositionAnalysis) {
	at := n.Parent().Position()
	sign, side := 1.0, 0
	if at.Turn() == kirke.Black {
		sign, side = -1, 1
	}
	was, is := r.Positions[n.Ply()-1], r.Positions[n.Ply()]
	var lost, centipawns float64
	if best := n.Text(kirke.UCI) == before.Best; !best {
		lost = max(0, sign*(was.Chance-is.Chance))
		centipawns = max(0, sign*float64(was.Value-is.Value))
	}
	m := MoveReview{
		Ply: n.Ply(), By: play.SeatOf(at.Turn()), Move: n.Text(kirke.SAN),
		Mark: markOf(lost), Lost: lost, Accuracy: accuracy(lost),
	}
	if m.Mark != "" {
		most := min(longestLine, len(before.Line), len(before.UCI))
		m.Best, m.UCI = before.Line[:most], before.UCI[:most]
	}
	r.Moves = append(r.Moves, m)
	p := &r.Players[side]
	p.Moves++
	p.Accuracy += m.Accuracy
	p.Loss += centipawns
	switch m.Mark {
	case Inaccuracy:
		p.Inaccuracies++
	case Mistake:
		p.Mistakes++
	case Blunder:
		p.Blunders++
	}
}
