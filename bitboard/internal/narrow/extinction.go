// This file holds games that end when a side runs out of pieces of a type.

package narrow

import (
	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// readExtinction reads the types that a side may run out of.
func (g *Game) readExtinction() error {
	e := &g.Variant.Extinction
	var err error
	if e.Types != "*" {
		g.extinct, err = g.partsOf(e.Types)
	}
	return err
}

// partsOf returns what the types are made of that labels name.
func (g *Game) partsOf(labels string) ([]uint8, error) {
	types, err := g.Variant.TypesOf(labels)
	if err != nil {
		return nil, unplayable.Because(g.Variant, err.Error())
	}
	var all []uint8
	for i, parts := range g.Army {
		if types>>i&1 != 0 {
			all = append(all, parts)
		}
	}
	return all, nil
}

// extinction is the end by Extinction. The side that has just moved runs out first.
func (g *Game) extinction(p *Pos) rules.Ending {
	e := &g.Variant.Extinction
	sides := [2]Set{p.Own, p.Opp}
	for _, side := range [2]int{1, 0} {
		least := e.Opponent
		if e.Claim && side == 0 {
			least++
		}
		if !g.runsOut(p, sides[side], sides[side^1], least) {
			continue
		}
		winner := board.Color(p.Turn) ^ board.Color(side)
		if !e.Wins {
			winner = winner.Other()
		}
		return rules.Ending{By: rules.ByExtinction, Winner: winner}
	}
	return rules.Ending{}
}

// runsOut reports whether a side has too few pieces of some type, and the other at least so many.
func (g *Game) runsOut(p *Pos, side, other Set, least int) bool {
	few := g.Variant.Extinction.Count
	if g.extinct == nil {
		return side.Count() <= few && other.Count() >= least
	}
	for _, parts := range g.extinct {
		all := p.made(parts)
		if (all&side).Count() <= few && (all&other).Count() >= least {
			return true
		}
	}
	return false
}
