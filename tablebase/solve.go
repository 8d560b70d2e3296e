package tablebase

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
)

// Stage is how far a build has come: so many positions of so many of a material are explored.
type Stage struct {
	Material Material
	Done, Of int
	Solving  int // the half-moves of the wins that are being found; 0 while moves are
}

// tell reports a stage.
func (g *graph) tell(s Stage) {
	if g.report != nil {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.report(s)
	}
}

// build finds the values of all positions with a material and of all that moves lead to. Parts that
// lead to each other, the strongly connected components of the graph of materials, are solved together,
// after those that they lead to (Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972). done
// is called with each part.
func (g *graph) build(ctx context.Context, m Material, threads int, done func(*part) error) error {
	first, err := g.part(m)
	if err != nil {
		return err
	}
	b := &builder{graph: g, ctx: ctx, threads: max(1, threads), done: done}
	if first.order > 0 {
		return nil
	}
	return b.visit(first)
}

// builder builds on a graph.
type builder struct {
	*graph
	ctx     context.Context
	threads int
	done    func(*part) error
	count   int
	stack   []*part // visited, and not solved
}

// visit explores a part and those it leads to, and solves it unless it is solved with an earlier one.
func (b *builder) visit(p *part) error {
	b.count++
	p.order, p.low = b.count, b.count
	there, err := b.load(p.material)
	if err != nil {
		return err
	}
	p.pending = there == nil
	if there != nil {
		err = b.take(p, there)
	} else {
		b.stack = append(b.stack, p)
		err = b.explore(b.ctx, p, b.threads)
	}
	if err != nil {
		return err
	}
	for _, to := range p.next {
		if to.order == 0 {
			if err := b.visit(to); err != nil {
				return err
			}
			p.low = min(p.low, to.low)
		} else if to.pending {
			p.low = min(p.low, to.order)
		}
	}
	if p.low < p.order || there != nil {
		return nil
	}
	at := len(b.stack) - 1
	for b.stack[at] != p {
		at--
	}
	together := b.stack[at:]
	b.stack = b.stack[:at]
	return b.solve(together)
}

// take gives a part the values of its table. The parts that its moves lead to are visited too, since
// their tables may be missing.
func (b *builder) take(p *part, t *table) error {
	p.values = t.plain()
	for _, text := range t.Next {
		m, err := ParseMaterial(b.v, text)
		if err != nil {
			return err
		}
		to, err := b.part(m)
		if err != nil {
			return err
		}
		p.next = append(p.next, to)
	}
	return nil
}

// solve finds the values of parts that lead to each other by retrograde analysis (Ströhlein,
// "Untersuchungen über kombinatorische Spiele", 1970; Thompson, "Retrograde Analysis of Certain
// Endgames", 1986): step by step the wins and losses in so
// many half-moves. What is left in the end is drawn.
func (b *builder) solve(parts []*part) error {
	known := b.longestBelow(parts)
	for plies := 1; ; plies++ {
		if plies > longest {
			return errors.New("a win takes more half-moves than a table can count")
		}
		found := b.step(parts, plies)
		if err := b.ctx.Err(); err != nil {
			return err
		}
		if found == 0 && plies > known {
			break
		}
		b.tell(Stage{Material: parts[0].material, Solving: plies})
	}
	for _, p := range slices.Backward(parts) { // the first one last, since a build that goes on begins there
		p.spans, p.extra.all, p.pending = nil, nil, false
		if err := b.done(p); err != nil {
			return err
		}
	}
	return nil
}

// longestBelow returns the most half-moves of a win or loss in the parts that others lead to.
func (b *builder) longestBelow(parts []*part) (plies int) {
	for _, p := range parts {
		for _, to := range p.next {
			if to.pending {
				continue
			}
			for _, v := range to.values {
				if v != impossible {
					plies = max(plies, v.Plies())
				}
			}
		}
	}
	return plies
}

// step finds the wins and losses in so many half-moves, and returns how many there are.
func (b *builder) step(parts []*part, plies int) (found int) {
	var spans []*span
	var owner []*part
	for _, p := range parts {
		for _, s := range p.spans {
			if len(s.open) > 0 {
				spans, owner = append(spans, s), append(owner, p)
			}
		}
	}
	decided := make([][]uint32, len(spans)) // by span: which of its open positions are decided
	values := make([][]Value, len(spans))
	var next atomic.Int64
	var group sync.WaitGroup
	for range b.threads {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(spans) && b.ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				s := spans[i]
				for k := range s.open {
					if v := b.decided(s.moves[s.start[k]:s.start[k+1]], plies); v != 0 {
						decided[i], values[i] = append(decided[i], uint32(k)), append(values[i], v)
					}
				}
			}
		})
	}
	group.Wait() // only now, since values of this step must not count in it
	for i, s := range spans {
		for j, k := range decided[i] {
			owner[i].values[s.first+int(s.open[k])] = values[i][j]
		}
		s.close(decided[i])
		found += len(decided[i])
	}
	return found
}

// decided returns the value of a position whose moves lead to others, if it is won or lost in so
// many half-moves, else 0. A move to a position that is none here, which a bug alone could make,
// leaves the position open.
func (g *graph) decided(moves []uint32, plies int) Value {
	lost := true
	for _, n := range moves {
		switch v := g.value(n); {
		case v == impossible:
			lost = false
		case v < 0 && v.Plies() < plies:
			return v.before()
		case v <= 0 || v.Plies() >= plies:
			lost = false
		}
	}
	if lost {
		return -Value(plies) - 1
	}
	return 0
}

// close takes positions out of the open ones.
func (s *span) close(decided []uint32) {
	if len(decided) == 0 {
		return
	}
	open, start, moves := s.open[:0], s.start[:0], s.moves[:0]
	for k := range s.open {
		if len(decided) > 0 && decided[0] == uint32(k) {
			decided = decided[1:]
			continue
		}
		from, to := s.start[k], s.start[k+1]
		open, start = append(open, s.open[k]), append(start, uint32(len(moves)))
		moves = append(moves, s.moves[from:to]...)
	}
	start = append(start, uint32(len(moves)))
	s.open, s.start, s.moves = open, start, moves
}
