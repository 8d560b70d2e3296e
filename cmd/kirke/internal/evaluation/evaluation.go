// Package evaluation turns what the engine finds into what people read: scores as White sees
// them, winning chances, and lines of moves with numbers.
package evaluation

import (
	"fmt"
	"math"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/rules"
)

// Won is the score of a game that is won on the board. Mates are scored by their distance to it.
const Won engine.Score = 32000

// ForWhite turns a score of the side to move into White's. A mate keeps its number of moves.
func ForWhite(s engine.Score, turn kirke.Color) engine.Score {
	n, mate := s.Mate()
	switch {
	case turn == kirke.White:
		return s
	case mate && s > 0:
		return -Won + engine.Score(2*n)
	case mate && n < 0:
		return Won - engine.Score(-2*n-1)
	}
	return -s
}

// Chances returns how likely a score wins, from -1 for a sure loss to 1 for a sure win.
func Chances(s engine.Score) float64 {
	if _, mate := s.Mate(); mate {
		return math.Copysign(1, float64(s))
	}
	const slope = 0.00368208 // Lichess fitted it to millions of games
	return 2/(1+math.Exp(-slope*float64(s))) - 1
}

// Line writes moves from a position with their numbers: "12... Nf6 13. Bg5".
func Line(p kirke.Position, moves []kirke.Move, style kirke.Style) string {
	var words []string
	var last struct {
		full int
		turn kirke.Color
	}
	for i, m := range moves {
		_, full := p.Clock()
		turn := p.Turn()
		if i == 0 || last.full != full || last.turn != turn {
			switch {
			case turn == kirke.White:
				words = append(words, fmt.Sprintf("%d.", full))
			case i == 0:
				words = append(words, fmt.Sprintf("%d...", full))
			}
		}
		last.full, last.turn = full, turn
		text := p.MoveText(m, style)
		next, err := p.Play(m)
		if err != nil && m.Form() == rules.Pass {
			next, _, err = p.Pass()
		}
		if err != nil {
			break
		}
		words = append(words, text)
		p = next
	}
	return strings.Join(words, " ")
}
