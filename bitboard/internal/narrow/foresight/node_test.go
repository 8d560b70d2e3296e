// This file holds what the tests of the package play on: positions of the kernel.

package foresight

import (
	"flag"
	"math/rand/v2"
	"testing"

	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
	"github.com/kirke-chess/kirke/rules/rulestest"
)

// rounds is how many times as many random positions are tested as by default.
var rounds = flag.Int("rounds", 1, "times as many random positions; make soak asks for more")

// node is a position, with a foresight to test and a worker to play with.
type node struct {
	f   *Foresight
	w   *kernel.Worker
	p   kernel.Pos
	mem *kernel.Memory
}

// setUp returns the position of a setup, or nil where the kernel does not play it.
func setUp(t *testing.T, v *rules.Variant, s rules.Setup, forgive rules.Defect) *node {
	t.Helper()
	g, err := rules.Compiled(v, kernel.NewGame)
	if err != nil {
		t.Fatal(err)
	}
	return (&node{f: New(g), w: kernel.NewWorker(g)}).other(s, forgive)
}

// other returns the position of another setup of the game, or nil.
func (n *node) other(s rules.Setup, forgive rules.Defect) *node {
	r, err := reference.New(n.f.Variant, s, forgive)
	if err != nil {
		return nil
	}
	p, mem, err := n.f.Load(r)
	if err != nil {
		return nil
	}
	return &node{n.f, n.w, *p, mem}
}

// scattered returns a random position of v with so many pieces, or nil.
func scattered(t *testing.T, dice *rand.Rand, v *rules.Variant, pieces int) *node {
	t.Helper()
	return setUp(t, v, rulestest.Scatter(dice, v, pieces, ""), rules.AnyDefect&^rules.OppositeCheck)
}

// position returns the same position of the reference kernel.
func (n *node) position(t *testing.T) rules.Position {
	t.Helper()
	r, err := reference.Exactly(n.f.Variant, n.f.Setup(&n.p, n.mem))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// text returns the position and a move, to be read.
func (n *node) text(t *testing.T, m rules.Move) string {
	t.Helper()
	r := n.position(t)
	return n.f.Variant.ID + " " + rulestest.Text(r) + ": " + rulestest.MoveText(r, m)
}

func (n *node) moves() []rules.Move {
	n.w.Scan(&n.p, n.mem, n.w.All)
	return n.w.Moves(&n.p, nil)
}

func (n *node) gives(m rules.Move) bool { return n.w.GivesCheck(&n.p, n.mem, m) }

func (n *node) mates() []rules.Move { return n.f.Mates(&n.p, n.mem, nil) }

func (n *node) inCheck() bool { return n.w.InCheck(&n.p, n.mem) }

func (n *node) turn() board.Color { return board.Color(n.p.Turn) }

// play returns the position after m.
func (n *node) play(m rules.Move) *node {
	next := &node{f: n.f, w: n.w, p: n.p}
	if n.mem != nil {
		mem := *n.mem
		next.mem = &mem
	}
	n.w.Play(&next.p, next.mem, m)
	return next
}
