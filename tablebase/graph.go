package tablebase

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// A part is the positions with one material. Those that are nothing but pieces and a side to move
// have the numbers of material.go. Others remember something besides, such as a pawn that may be
// taken en passant or a rook that was reborn and may castle. They are few and get the numbers after
// those, as they are met.
type part struct {
	material Material
	base     uint32 // the number in the whole graph of position 0
	plain    int    // how many numbers plain positions have
	values   []Value
	spans    []*span // nil in a part whose values are those of a file

	extra struct {
		sync.Mutex
		numbers map[string]int // by appendKey, from 0
		all     []rules.Setup
	}
	next []*part // parts that moves lead to

	// For Tarjan's algorithm, which finds the strongly connected components: parts that lead to each
	// other.
	order, low int
	pending    bool
}

// span is the moves of some positions of a part with numbers that follow each other.
type span struct {
	first int
	open  []uint32 // positions whose value is not known, counted from first
	start []uint32 // where the moves of each of them begin, and the end of the last
	moves []uint32 // the positions that they lead to
}

// spanSize is how many positions a span has.
const spanSize = 1 << 12

// graph is the parts that are reached from some material.
type graph struct {
	v      *kirke.Variant
	area   int
	bare   rules.Setup                    // the empty board
	load   func(Material) (*table, error) // a table that is there, or nil
	report func(Stage)

	mu         sync.RWMutex // held to add parts
	parts      []*part      // by base
	byMaterial map[Material]*part
	total      uint64 // numbers given out
}

// newGraph returns a graph without parts. The error says why there can be no tables for a game.
func newGraph(v *kirke.Variant) (*graph, error) {
	if err := check(v); err != nil {
		return nil, err
	}
	start, err := kirke.Start(v)
	if err != nil {
		return nil, err
	}
	v = start.Rules().Variant() // the copy that all positions share, so that it need not be looked for
	return &graph{v: v, area: v.Size.Area(), bare: rules.NewSetup(v), byMaterial: map[Material]*part{}}, nil
}

// part returns the part of a material, a new one if need be.
func (g *graph) part(m Material) (*part, error) {
	g.mu.RLock()
	p := g.byMaterial[m]
	g.mu.RUnlock()
	if p != nil {
		return p, nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if p := g.byMaterial[m]; p != nil {
		return p, nil
	}
	n := m.numbers(g.area)
	if n == 0 || g.total+uint64(2*n) > 1<<32 {
		return nil, fmt.Errorf("%s: there are too many positions with %s", g.v.ID, m.Text(g.v))
	}
	p = &part{material: m, base: uint32(g.total), plain: n}
	p.extra.numbers = map[string]int{}
	g.total += uint64(2 * n) // the second half is for those that remember
	g.parts, g.byMaterial[m] = append(g.parts, p), p
	return p, nil
}

// value returns the value of the position with a number in the whole graph.
func (g *graph) value(n uint32) Value {
	low, high := 0, len(g.parts) // the part is one of these
	for high-low > 1 {
		if middle := (low + high) / 2; g.parts[middle].base <= n {
			low = middle
		} else {
			high = middle
		}
	}
	return g.parts[low].values[n-g.parts[low].base]
}

// explore finds the moves of all positions of a part.
func (g *graph) explore(ctx context.Context, p *part, threads int) error {
	p.values = make([]Value, p.plain)
	err := g.each(ctx, p, threads, p.plain, func(e *explorer, n int) error {
		at, ok := e.plain(p, n)
		if !ok {
			p.values[n] = impossible
			return nil
		}
		return e.add(p, n, at)
	})
	for done := 0; err == nil && done < len(p.extra.all); {
		first, news := done, p.extra.all[done:]
		done = len(p.extra.all)
		p.values = append(p.values, make([]Value, len(news))...)
		err = g.each(ctx, p, threads, len(news), func(e *explorer, i int) error {
			at, err := kirke.FromSetup(g.v, news[i])
			if err != nil {
				return err
			}
			return e.add(p, p.plain+first+i, at)
		})
	}
	return err
}

// each calls work with the numbers from 0 to count on several threads, and keeps what the explorers
// find as the part's spans.
func (g *graph) each(ctx context.Context, p *part, threads, count int, work func(*explorer, int) error) error {
	spans := make([]*span, (count+spanSize-1)/spanSize)
	var next, done atomic.Int64
	var group sync.WaitGroup
	errs := make([]error, threads)
	for t := range threads {
		group.Go(func() {
			e := &explorer{graph: g, reached: map[*part]bool{}}
			for errs[t] == nil {
				i := int(next.Add(1)) - 1
				if i >= len(spans) {
					break
				}
				e.span = &span{first: -1}
				for n := i * spanSize; n < min(count, (i+1)*spanSize) && errs[t] == nil; n++ {
					errs[t] = work(e, n)
				}
				if errs[t] == nil {
					errs[t] = ctx.Err()
				}
				e.start = append(e.start, uint32(len(e.moves)))
				e.moves = slices.Clone(e.moves) // as long as need be
				spans[i] = e.span
				g.tell(Stage{Material: p.material, Done: min(count, int(done.Add(1))*spanSize), Of: count})
			}
			g.mu.Lock()
			defer g.mu.Unlock()
			for to := range e.reached {
				if !slices.Contains(p.next, to) {
					p.next = append(p.next, to)
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	p.spans = append(p.spans, spans...)
	return nil
}

// explorer finds moves, on one thread.
type explorer struct {
	*graph
	*span
	reached map[*part]bool
	legal   []kirke.Move
	scratch
	after rules.Position // of the move before, whose memory the next one may take
}

// plain returns the plain position with a number of a part. ok is false if there is none.
func (e *explorer) plain(p *part, n int) (at kirke.Position, ok bool) {
	turn, places, ok := p.material.placesOf(n, e.area, e.places)
	e.places = places
	if !ok {
		return at, false
	}
	s := e.bare.Clone()
	s.Turn = turn
	for _, pl := range places {
		s.Board[pl.at] = pl.piece
	}
	at, err := kirke.FromSetup(e.v, s)
	if err != nil {
		return at, false
	}
	rules.FillSetup(at.Rules(), &e.setup)
	return at, plain(&e.setup, &e.bare) // else the rules add something, and its number is another
}

// plain reports whether a position is nothing but pieces and a side to move, as on the bare board.
func plain(s, bare *rules.Setup) bool {
	return len(s.EnPassant) == 0 && len(s.Conversions) == 0 &&
		s.Castling == bare.Castling && s.Gating == bare.Gating && s.Hand == bare.Hand && s.Checks == bare.Checks &&
		s.Series == bare.Series && s.Fairy == bare.Fairy &&
		s.Aftermath.Pending == bare.Aftermath.Pending && s.Aftermath.Choice == bare.Aftermath.Choice &&
		s.Aftermath.Last == bare.Aftermath.Last && len(s.Aftermath.Below) == 0 && len(s.Aftermath.Origin) == 0
}

// add adds a position of a part to the span: its value if the game ends there, else its moves.
func (e *explorer) add(p *part, n int, at kirke.Position) error {
	if o := at.Outcome(); o.Over() {
		p.values[n] = valueOfEnd(at, o)
		return nil
	}
	e.legal = at.AppendLegalMoves(e.legal[:0])
	if e.first < 0 {
		e.first = n
	}
	e.open = append(e.open, uint32(n-e.first))
	e.start = append(e.start, uint32(len(e.moves)))
	for _, m := range e.legal {
		e.after = rules.PlayOn(at.Rules(), m, e.after)
		rules.FillSetup(e.after, &e.setup)
		if e.setup.Turn == at.Turn() {
			return fmt.Errorf("%s: a side moves several times in a row, which no table can hold", e.v.ID)
		}
		to, err := e.numberOf(p, &e.setup)
		if err != nil {
			return err
		}
		e.moves = append(e.moves, to)
	}
	return nil
}

// numberOf returns the number in the whole graph of a position to which a move leads from a part.
func (e *explorer) numberOf(from *part, s *rules.Setup) (uint32, error) {
	if !plain(s, &e.bare) {
		return e.numberOfExtra(from, s)
	}
	m, places, err := placed(e.v, s, e.places)
	e.places = places
	if err != nil {
		return 0, err
	}
	to := from
	if m != from.material {
		if to, err = e.part(m); err != nil {
			return 0, err
		}
		e.reached[to] = true
	}
	return to.base + uint32(numberOf(s.Turn, places, e.area)), nil
}

// placed returns the material of a position and where its pieces stand, sorted.
func placed(v *kirke.Variant, s *rules.Setup, places []place) (Material, []place, error) {
	places = places[:0]
	for sq, pc := range s.Board {
		if pc != 0 {
			places = append(places, place{pc, board.Square(sq)})
		}
	}
	if len(places) > MaxPieces {
		return Material{}, places, fmt.Errorf("%s: %d pieces, and a table has at most %d", v.ID, len(places), MaxPieces)
	}
	slices.SortFunc(places, comparePlaces)
	var m Material
	for i, p := range places {
		m[i] = p.piece
	}
	return m, places, nil
}

// numberOfExtra returns the number of a position that remembers something. It belongs to the part
// from which a move leads to it, whatever its material is.
func (e *explorer) numberOfExtra(from *part, s *rules.Setup) (uint32, error) {
	e.key = appendKey(e.key[:0], s)
	x := &from.extra
	x.Lock()
	defer x.Unlock()
	n, ok := x.numbers[string(e.key)]
	if !ok {
		n = len(x.all)
		if n >= from.plain {
			return 0, fmt.Errorf("%s: positions with %s remember too much besides their pieces for a table, such as %s",
				e.v.ID, from.material.Text(e.v), notation.FEN(e.v, *s))
		}
		x.numbers[string(e.key)], x.all = n, append(x.all, s.Clone())
	}
	return from.base + uint32(from.plain+n), nil
}
