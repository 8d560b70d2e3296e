package match

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// Opening is where two games of a match start, one with each colour: the moves
// from Start are played for the engines.
type Opening struct {
	Start kirke.Position
	Moves []kirke.Move
}

// Book returns the i-th opening of a match, from 0, the same one each time it
// is asked.
type Book func(i int) (Opening, error)

// Listed returns the book of the given openings, in their order and then again
// from the first. There must be one at least.
func Listed(openings []Opening) Book {
	return func(i int) (Opening, error) {
		if len(openings) == 0 {
			return Opening{}, errors.New("there is no opening")
		}
		return openings[i%len(openings)], nil
	}
}

// What a random opening may be like.
const (
	mostTries   = 2000
	mostUneven  = 150 // centipawns of material after the captures there are
	exchangeFor = 6   // half-moves that captures are followed
)

// Random returns the book of openings that are so many half-moves by lot from
// the i-th start. The same seed gives the same openings. Left out are those in
// which the game is over or the side to move mates at once, and those in which
// one side has won material when captures have been followed for some moves. An
// error of the book says that no opening was found.
func Random(start func(i int) (kirke.Position, error), plies int, seed uint64) Book {
	return func(i int) (Opening, error) {
		from, err := start(i)
		if err != nil {
			return Opening{}, err
		}
		dice := rand.New(rand.NewPCG(seed, uint64(i)))
		for range mostTries {
			if o, ok := stroll(from, plies, dice); ok {
				return o, nil
			}
		}
		return Opening{}, fmt.Errorf("no even opening of %d half-moves was found in %d tries", plies, mostTries)
	}
}

// stroll plays legal moves by lot. It reports false for an opening that is not
// to be used.
func stroll(from kirke.Position, plies int, dice *rand.Rand) (Opening, bool) {
	g := kirke.NewGame(from)
	for range plies {
		moves := g.Position().AppendLegalMoves(nil)
		if len(moves) == 0 || g.Outcome().Over() {
			return Opening{}, false
		}
		if err := g.Play(moves[dice.IntN(len(moves))]); err != nil {
			return Opening{}, false
		}
	}
	p := g.Position().Rules()
	fair := !g.Outcome().Over() && len(g.Claims()) == 0 && len(p.Select(rules.Mates, nil)) == 0
	if plies > 0 && fair {
		before := material(from.Rules())
		if from.Turn() != p.Turn() {
			before = -before
		}
		won := exchange(p, exchangeFor, -infinite, infinite) - before
		fair = won >= -mostUneven && won <= mostUneven
	}
	return Opening{from, g.Moves()}, fair
}

const infinite = 1 << 30

// exchange returns the material that the side to move is ahead, in centipawns,
// when both sides have made the captures that gain any.
func exchange(p rules.Position, depth, alpha, beta int) int {
	best := material(p)
	if depth == 0 || best >= beta {
		return best
	}
	us := p.Turn()
	for _, m := range p.Select(rules.Captures, nil) {
		next := p.Play(m)
		var score int
		if next.Turn() == us { // within a series
			score = exchange(next, depth-1, max(alpha, best), beta)
		} else {
			score = -exchange(next, depth-1, -beta, -max(alpha, best))
		}
		if best = max(best, score); best >= beta {
			break
		}
	}
	return best
}

// material returns the values of the men of the side to move less those of the
// other, in hand and below others included, in centipawns.
func material(p rules.Position) int {
	v, s, sum := p.Variant(), p.Setup(), [2]int{}
	count := func(m rules.Man) {
		if m != 0 {
			sum[m.Color()] += v.Type(m.Kind()).Value
		}
	}
	for _, m := range s.Board {
		count(m)
	}
	for _, m := range s.Entry.Imaginary {
		count(m)
	}
	for _, h := range s.Aftermath.Below {
		count(h.Man)
	}
	for c, hand := range s.Entry.Hand {
		for i, n := range hand {
			if i < len(v.Entry.Hand) && s.Entry.Gates[c] != 0 {
				sum[c] += n * v.Type(v.KindOf(v.Entry.Hand[i])).Value
			}
		}
	}
	us := p.Turn()
	return sum[us] - sum[us.Other()]
}
