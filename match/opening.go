package match

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// Opening is where two games of a match start, one with each colour. Moves are played from Start
// for the engines.
type Opening struct {
	Start kirke.Position
	Moves []kirke.Move
}

// Book returns the i-th opening of a match, from 0. It returns the same one each time.
type Book func(i int) (Opening, error)

// Listed returns the book of the given openings, in order, and then again from the first. There
// must be at least one.
func Listed(openings []Opening) Book {
	return func(i int) (Opening, error) {
		if len(openings) == 0 {
			return Opening{}, errors.New("there is no opening")
		}
		return openings[i%len(openings)], nil
	}
}

// The limits of random openings.
const (
	mostTries   = 2000
	mostRefused = 200 // openings in a row that Balanced's even refuses
	mostUneven  = 150 // centipawns of material after all captures
	exchangeFor = 6   // half-moves of captures to follow
)

// Random returns the book of openings of random moves, as many half-moves from the i-th start. The
// same seed gives the same openings. It leaves out those in which the game is over, the side to
// move mates at once, or one side wins material by captures. An error says that no opening was
// found.
func Random(start func(i int) (kirke.Position, error), plies int, seed uint64) Book {
	return Balanced(start, plies, seed, func(*kirke.Game) (bool, error) { return true, nil })
}

// Balanced returns the book of those openings of [Random] that even accepts. They tell more in games
// where one or two random moves decide: there the same colour often wins both games of a random
// opening. Each opening is looked for once, when it is first asked for, and even may be called by several
// goroutines. It is an error if even refuses 200 openings in a row.
func Balanced(
	start func(i int) (kirke.Position, error), plies int, seed uint64, even func(*kirke.Game) (bool, error),
) Book {
	return remembered(func(i int) (Opening, error) {
		from, err := start(i)
		if err != nil {
			return Opening{}, err
		}
		random, refused := rand.New(rand.NewPCG(seed, uint64(i))), 0
		for tries := 0; tries < mostTries && refused < mostRefused; tries++ {
			g, fair := randomOpening(from, plies, random)
			if !fair {
				continue
			}
			if fair, err = even(g); err != nil {
				return Opening{}, err
			}
			if fair {
				return Opening{from, g.Moves()}, nil
			}
			refused++
		}
		if refused > 0 {
			return Opening{}, fmt.Errorf("none of %d random openings of %d half-moves was even", refused, plies)
		}
		return Opening{}, fmt.Errorf("no even opening of %d half-moves was found in %d tries", plies, mostTries)
	})
}

// remembered returns a book that asks another for each opening once.
func remembered(book Book) Book {
	var openings sync.Map // by number, func() (Opening, error)
	return func(i int) (Opening, error) {
		once, _ := openings.LoadOrStore(i, sync.OnceValues(func() (Opening, error) { return book(i) }))
		return once.(func() (Opening, error))()
	}
}

// randomOpening returns a game of random legal moves. It reports false for one that must not be used.
func randomOpening(from kirke.Position, plies int, random *rand.Rand) (*kirke.Game, bool) {
	g := kirke.NewGame(from)
	for range plies {
		moves := g.Position().AppendLegalMoves(nil)
		if len(moves) == 0 || g.Outcome().Over() {
			return nil, false
		}
		if err := g.Play(moves[random.IntN(len(moves))]); err != nil {
			return nil, false
		}
	}
	p := g.Position().Rules()
	fair := !g.Outcome().Over() && len(g.Claims()) == 0 && len(rules.Select(p, rules.Mates, nil)) == 0
	if plies > 0 && fair {
		before := material(from.Rules())
		if from.Turn() != p.Turn() {
			before = -before
		}
		won := exchange(p, exchangeFor, -infinite, infinite) - before
		fair = won >= -mostUneven && won <= mostUneven
	}
	return g, fair
}

const infinite = 1 << 30

// exchange returns the material that the side to move is ahead, in centipawns, when both sides have
// made the captures that gain any.
func exchange(p rules.Position, depth, alpha, beta int) int {
	best := material(p)
	if depth == 0 || best >= beta {
		return best
	}
	us := p.Turn()
	for _, m := range rules.Select(p, rules.Captures, nil) {
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

// material returns the value of the pieces of the side to move less that of the other side's,
// pieces in hand and below others included, in centipawns.
func material(p rules.Position) int {
	v, s, sum := p.Variant(), p.Setup(), [2]int{}
	count := func(m rules.Piece) {
		if m.Type() != 0 && !m.Neutral() { // walls have no type
			sum[m.Color()] += v.Type(m.Type()).Value
		}
	}
	for _, m := range s.Board {
		count(m)
	}
	for _, m := range s.Gating.Imaginary {
		count(m)
	}
	for _, h := range s.Aftermath.Below {
		count(h.Piece)
	}
	for c, hand := range s.Gating.Hand {
		for i, n := range hand {
			if i < len(v.Gating.Hand) && s.Gating.Gates[c] != 0 {
				sum[c] += n * v.Type(v.TypeOf(v.Gating.Hand[i])).Value
			}
		}
	}
	us := p.Turn()
	return sum[us] - sum[us.Other()]
}
