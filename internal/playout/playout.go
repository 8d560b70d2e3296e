// Package playout plays random moves, for tests and measurements.
package playout

import (
	"fmt"
	"math/rand/v2"

	"github.com/kirke-chess/kirke"
)

// Line returns plies random legal moves from the start of a game, as UCI writes them, after which
// the game is not over. The error says that there is no such game, or that a thousand games have
// all ended before.
func Line(variant string, plies int, random *rand.Rand) ([]string, error) {
	v, err := kirke.Lookup(variant)
	if err != nil {
		return nil, err
	}
	start, err := kirke.Start(v)
	if err != nil {
		return nil, err
	}
	for range 1000 {
		g := kirke.NewGame(start)
		line := make([]string, 0, plies)
		for len(line) < plies && !g.Outcome().Over() {
			p := g.Position()
			moves := p.AppendLegalMoves(nil)
			m := moves[random.IntN(len(moves))]
			line = append(line, p.MoveText(m, kirke.UCI))
			if err := g.Play(m); err != nil {
				return nil, err
			}
		}
		if !g.Outcome().Over() {
			return line, nil
		}
	}
	return nil, fmt.Errorf("no game of %s lasts %d half-moves", variant, plies)
}
