// Package bestline writes what the engine finds as pages show it: the lines of a position, with
// scores as White sees them. The server and the engine in the browser share it.
package bestline

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// Length is the number of half-moves of a line that is shown.
const Length = 16

// Line is one of the best lines of a position.
type Line struct {
	Line   int      `json:"line" doc:"From 1, the best."`
	Depth  int      `json:"depth" doc:"Half-moves."`
	Score  int      `json:"score" doc:"In centipawns, as White sees it; beyond 99000 for a mate."`
	Mate   int      `json:"mate,omitempty" doc:"Moves to mate, negative if Black mates."`
	Text   string   `json:"text" doc:"The score as people read it, +0.35 or #3."`
	Nodes  uint64   `json:"nodes"`
	Millis int64    `json:"millis" doc:"The time since the search began, in milliseconds."`
	UCI    []string `json:"uci"`
	SAN    []string `json:"san"`
}

// Whole reports whether i is a line to show: its score is exact, and it has moves.
func Whole(i engine.Info) bool { return i.Bound == engine.Exact && len(i.PV) > 0 }

// Of returns a line of the engine from a position. It ends after a move that leads to a position for
// which ends is true.
func Of(p kirke.Position, i engine.Info, ends func(kirke.Position) bool) Line {
	line := Line{Line: max(i.Line, 1), Depth: i.Depth, Nodes: i.Nodes, Millis: i.Time.Milliseconds()}
	line.Score, line.Mate, line.Text = asWhite(i.Score, p.Turn())
	for _, m := range i.PV[:min(len(i.PV), Length)] {
		next, err := p.Play(m)
		if err != nil {
			break
		}
		line.UCI = append(line.UCI, p.MoveText(m, kirke.UCI))
		line.SAN = append(line.SAN, p.MoveText(m, kirke.SAN))
		if p = next; ends(p) {
			break
		}
	}
	return line
}

// Placement returns the part of a FEN with the board and the pieces in hand.
func Placement(fen string) string {
	board, _, _ := strings.Cut(fen, " ")
	return board
}

// asWhite returns a score of the side to move as White sees it: in centipawns, in moves to mate,
// and as text.
func asWhite(score engine.Score, turn kirke.Color) (centipawns, mate int, text string) {
	const beyond = 100_000
	sign := 1
	if turn == kirke.Black {
		sign = -1
	}
	if n, ok := score.Mate(); ok {
		winner := sign
		if n <= 0 {
			winner = -sign
		}
		return winner * (beyond - max(n, -n)), sign * n, fmt.Sprintf("#%d", sign*n)
	}
	score *= engine.Score(sign)
	return int(score), 0, score.String()
}
