// Package foresight looks ahead for the solver: which moves check, mate or stalemate, which force a
// mate, and which can be skipped because nothing comes of them. It stands on the kernel, which
// plays and does not know it.
//
// Begin with this file, then read checks.go (moves that check, and marschecks.go for Martian
// Circe), mates.go (moves that mate or stalemate) and forced.go (mates in two, forced mates). The
// other files skip moves: refutation.go, survivors.go, loose.go and mateneeds.go. Each follows a
// proof in docs/proofs.
package foresight

import (
	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/rules"
)

// Foresight looks ahead in positions of one game, for one goroutine.
type Foresight struct {
	kernel.Worker

	// Positions to play on: after a pass, after a given first move, after a move, after a reply to
	// it, and after the last move of a line.
	passed, first, move, reply, last kernel.Pos

	tried      []rules.Move           // the moves being tried, ply after ply
	killers    [2]rules.Move          // the replies that last saved a side from being mated
	refutation refutation             // what the first of them refutes
	zone       kingZone               // around the king that it saves
	survivors  survivors              // quiet replies that most moves leave legal
	needs      [kernel.Cells]mateNeed // of a mate, by the square of the piece that moves before it

	target  set                               // the king to check, while moves that cannot check it are skipped
	shots   []shot                            // in Martian Circe, for checks
	hits    [kernel.Cells]set                 // likewise, the squares that a piece checks from, by where it stands
	regions [2][kernel.ManyParts][]homeRegion // likewise, by whose turn it is

	// What the kernel may skip while moves are listed.
	cannotCheck, leavesSurvivorBy func(p *kernel.Pos, from, to int) bool
}

type set = kernel.Set

const cells = kernel.Cells

// New returns a foresight of g.
func New(g *kernel.Game) *Foresight {
	f := &Foresight{Worker: kernel.Worker{Game: g}}
	f.cannotCheck = func(p *kernel.Pos, from, to int) bool { return !f.mayCheck(p, from, to) }
	f.leavesSurvivorBy = f.captureLeavesSurvivor
	if g.HomesAlone {
		f.readRegions()
	}
	return f
}

// pass returns p with the other side to move, in f.passed.
func (f *Foresight) pass(p *kernel.Pos) *kernel.Pos {
	q := &f.passed
	*q = *p
	q.Pass = 0
	q.HandOver()
	return q
}

// playTo puts the position after m into to. It returns its memory, which must be given back.
func (f *Foresight) playTo(to, p *kernel.Pos, mem *kernel.Memory, m rules.Move) *kernel.Memory {
	if mem == nil {
		f.PlayInto(p, to, m)
		return nil
	}
	*to = *p
	spare := f.Borrow(mem)
	f.Play(to, spare, m)
	return spare
}
