// This file tells which positions have ended the game, and holds goals and checks that are counted
// or forbidden. extinction.go has the types that a side may run out of.

package narrow

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// over reports whether p has ended the game.
func (w *Worker) over(p *Pos, mem *Memory) bool { return w.Ending(p, mem).By != rules.NoEnding }

// Ending returns how p has ended the game, or the zero Ending. Several ends at once count in this
// order.
func (w *Worker) Ending(p *Pos, mem *Memory) rules.Ending {
	if w.RunsOut {
		if e := w.extinction(p); e.By != rules.NoEnding {
			return e
		}
	}
	if w.HasGoal {
		if e := w.goal(p, mem); e.By != rules.NoEnding {
			return e
		}
	}
	if w.CountsChecks {
		for c := range board.Color(2) {
			if p.checks[c^p.color(0)] == 0 {
				return rules.Ending{By: rules.ByChecks, Winner: c}
			}
		}
	}
	return rules.Ending{}
}

// countCheck counts the check that the last move has given, if it has. The turn has been handed
// over.
func (g *Game) countCheck(n *Pos) {
	if g.CountsChecks && n.checks[1] > 0 && g.KingAttacked(n) {
		n.checks[1]--
	}
}

// mayGiveLastCheck reports whether a check by the side to move would win.
func (g *Game) mayGiveLastCheck(p *Pos) bool { return g.CountsChecks && p.checks[0] == 1 }

// readGoal reads the squares and the pieces of the goal.
func (g *Game) readGoal() error {
	if !g.HasGoal {
		return nil
	}
	white, black := g.Variant.Goal.Sides()
	for c, labels := range [2]string{white, black} {
		var err error
		if g.goalParts[c], err = g.partsOf(labels); err != nil {
			return err
		}
		zone, err := g.Variant.Goal.Zone.Squares(g.Size, board.Color(c))
		if err != nil {
			return err
		}
		for turn := range uint8(2) {
			g.goalZones[turn][turn^uint8(c)] = g.seenSet(zone, turn)
		}
	}
	return nil
}

// goal is the end by Goal.
func (w *Worker) goal(p *Pos, mem *Memory) rules.Ending {
	g := &w.Variant.Goal
	us := p.color(0)
	if (g.Reply || g.Held) && w.reached(p, 0) {
		if g.Reply && us == board.White && w.reached(p, 1) {
			return rules.Ending{By: rules.ByGoal, Drawn: true}
		}
		return rules.Ending{By: rules.ByGoal, Winner: us}
	}
	if g.Held || !w.reached(p, 1) || g.Reply && us == board.Black && w.canReach(p, mem) {
		return rules.Ending{}
	}
	return rules.Ending{By: rules.ByGoal, Winner: us.Other()}
}

// reached reports whether pieces of a side, own (0) or the other's, have reached its goal.
func (g *Game) reached(p *Pos, side int) bool {
	zone, pieces := g.goalZones[p.Turn&1][side&1], p.Own
	if side != 0 {
		pieces = p.Opp
	}
	if pieces&zone == 0 {
		return false
	}
	there := g.goalPieces(p, side) & pieces & zone
	return there.Count() >= max(g.Variant.Goal.Count, 1) ||
		there != 0 && g.Variant.Goal.Blocked && zone&^(p.Own|p.Opp) == 0
}

// goalPieces returns the pieces of both sides of the types with which a side reaches its goal.
func (g *Game) goalPieces(p *Pos, side int) (all Set) {
	for _, parts := range g.goalParts[p.color(side)&1] {
		all |= p.made(parts)
	}
	return all
}

// canReach reports whether the side to move has a legal move of a piece into its goal.
func (w *Worker) canReach(p *Pos, mem *Memory) bool {
	quick, base := w.quick, len(w.stack)
	w.quick = false
	scan[toList](w, p, mem, w.goalZones[p.Turn&1][0])
	w.quick = quick
	w.stack = w.Moves(p, w.stack)
	w.reset()
	pieces, can := w.goalPieces(p, 0), false
	for _, m := range w.stack[base:] {
		can = can || m.Form() == rules.Ordinary && pieces.Has(p.Seen(m.From()))
	}
	w.stack = w.stack[:base]
	return can
}

// testChecks has the moves tested one by one that may check where nobody may: arrivals on squares
// from which an own piece would check, moves of pieces that alone close a line to the other king,
// and pawns that may promote. Where the king is attacked already, every move is tested.
func (w *Worker) testChecks(p *Pos, c *constraints) {
	theirs := p.Opp & p.King
	if theirs == 0 {
		return
	}
	k := theirs.First()
	if p.Sissa&p.Own != 0 || w.OwnAttacks(p, k, c.occ) {
		c.testedArrivals, c.arrivals, c.testedPieces = 0, 0, p.Own
		return
	}
	from := w.CheckSquares(p, k, c.occ)
	c.testedArrivals = (from.Pawn | from.Knight | from.Diag | from.Orth | from.Step) & w.wanted
	c.arrivals &^= c.testedArrivals
	if c.testedPieces = w.Discoverers(p, k, c.occ); w.mayPromote(p) {
		c.testedPieces |= p.Own & p.Pawn
	}
}
