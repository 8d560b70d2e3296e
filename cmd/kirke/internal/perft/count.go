package perft

import (
	"sync"
	"sync/atomic"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/rules"
)

// Counting on several threads, with a progress line, until done or interrupted.

// Counts are the leaves below each legal move of a position.
type Counts struct {
	Moves   []*MoveCount
	Stopped bool // the user stopped the count: it is not complete
}

// MoveCount is the number of leaves below a move.
type MoveCount struct {
	Move  kirke.Move
	Nodes atomic.Uint64
}

// Total returns the number of leaves below all moves.
func (c *Counts) Total() uint64 {
	var n uint64
	for _, m := range c.Moves {
		n += m.Nodes.Load()
	}
	return n
}

// chunk is the depth that is counted in one go. It is small enough that a count stops soon.
const chunk = 4

// counter is a count in progress.
type counter struct {
	*console.Console
	table *rules.PerftTable // nil for none
}

// subtree is a part of the tree that one thread counts.
type subtree struct {
	below *MoveCount
	p     rules.Position
	depth int
}

// Count counts the leaves below each legal move of p on c.Threads threads, which share the table
// of positions counted before (nil for none).
func Count(c *console.Console, p kirke.Position, depth int, table *rules.PerftTable) Counts {
	result, trees := split(p, depth)
	n := counter{c, table}
	show := c.Progress("nodes")
	defer show.Clear()
	var nodes, done atomic.Uint64
	var workers sync.WaitGroup
	work := make(chan subtree)
	for range min(c.Threads, max(len(trees), 1)) {
		workers.Go(func() {
			for t := range work {
				n.count(t.p, t.depth, func(leaves uint64) {
					t.below.Nodes.Add(leaves)
					show.Show(nodes.Add(leaves), float64(done.Load())/float64(len(trees)))
				})
				done.Add(1)
			}
		})
	}
	for _, t := range trees {
		if c.Ctx.Err() != nil {
			break
		}
		work <- t
	}
	close(work)
	workers.Wait()
	result.Stopped = c.Ctx.Err() != nil
	return result
}

// split divides a tree at the positions one half-move on, or at two where that is deeper than a
// chunk: so no thread is idle for long, and the user sees progress.
func split(p kirke.Position, depth int) (result Counts, trees []subtree) {
	for m := range p.LegalMoves() {
		below := &MoveCount{Move: m}
		result.Moves = append(result.Moves, below)
		next := p.Rules().Play(m)
		if depth <= chunk+1 {
			trees = append(trees, subtree{below, next, depth - 1})
			continue
		}
		for _, reply := range next.LegalMoves(nil) {
			trees = append(trees, subtree{below, next.Play(reply), depth - 2})
		}
	}
	return result, trees
}

// count counts the leaves below p in chunks, and reports each chunk. It returns how many leaves
// there are, and false if it was stopped.
func (n *counter) count(p rules.Position, depth int, report func(uint64)) (total uint64, complete bool) {
	if n.Ctx.Err() != nil {
		return 0, false
	}
	if depth <= chunk {
		total = rules.Perft(p, n.table, depth)
		report(total)
		return total, true
	}
	if n.table != nil {
		if total, known := n.table.Get(p.Key(), depth); known {
			report(total)
			return total, true
		}
	}
	for _, m := range p.LegalMoves(nil) {
		leaves, complete := n.count(p.Play(m), depth-1, report)
		if !complete {
			return total, false
		}
		total += leaves
	}
	if n.table != nil {
		n.table.Put(p.Key(), depth, total)
	}
	return total, true
}
