package walk

import (
	"slices"

	"github.com/kirke-chess/kirke/rules"
)

// This file compares moves of different positions. A chain of captures is told by its number, which
// depends on the position. A king that castles along a line makes the same move wherever on the
// line its partner stands.

// StepsOf returns the moves of which a move of p consists: those of a chain of captures, or itself
// alone.
func StepsOf(p rules.Position, m rules.Move) []rules.Move {
	steps := []rules.Move{withoutPartner(p, m)}
	if !isChain(p, m) {
		return steps
	}
	steps = steps[:0]
	for _, d := range rules.Effects(p, m).Steps {
		steps = append(steps, d.Move)
	}
	return steps
}

// WithSteps returns the one of some moves of p that consists of the steps. ok is false if none
// does.
func WithSteps(p rules.Position, moves, steps []rules.Move) (m rules.Move, ok bool) {
	i := slices.IndexFunc(moves, func(m rules.Move) bool {
		if !isChain(p, m) {
			return len(steps) == 1 && withoutPartner(p, m) == steps[0]
		}
		return m.From() == steps[0].From() && m.To() == steps[len(steps)-1].To() &&
			slices.Equal(StepsOf(p, m), steps)
	})
	if i < 0 {
		return 0, false
	}
	return moves[i], true
}

func isChain(p rules.Position, m rules.Move) bool { return p.Variant().Fairy.Chains && m.Chain() != 0 }

// withoutPartner returns m, but castling along a line as a move to where the king goes.
func withoutPartner(p rules.Position, m rules.Move) rules.Move {
	v := p.Variant()
	if m.Form() != rules.Castle || !v.Fairy.Castling.Lined() {
		return m
	}
	kingTo, _ := v.CastlingSquares(m.From(), m.To())
	return rules.MakeMove(rules.Castle, m.From(), kingTo)
}
