package bounds

import (
	"iter"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/distance"
	"github.com/kirke-chess/kirke/problem/internal/table"
)

// This file shares the tasks against a king square among the mating side's pieces. What they leave
// undone are open sets: sets of squares beside the king that its own pieces must block. They do not
// depend on where the mated side's pieces stand, so they are kept for many positions. mate.go uses
// them.

// maxGuardSteps bounds the steps of a guardSearch. After that it assumes that no square stays open.
const maxGuardSteps = 1000

// nothingOpen is the open set of a king square where the mating side does all tasks.
var nothingOpen = []taskSet{0}

// guardSearch looks for the minimal open sets.
type guardSearch struct {
	pieces   []*pieceOptions
	want     taskSet
	mustDo   taskSet // the tasks that cannot stay open
	blockers int     // how many squares may stay open
	steps    int     // how many steps are left
	open     []taskSet
}

// findOpenSets returns the minimal open sets of a king square. No set has more squares than the
// mated side has pieces.
func (b *MateBound) findOpenSets(q *mateQuery, king int, budget distance.Cost) []taskSet {
	s := &q.guards
	if len(q.mating) > 64 {
		return nothingOpen
	}
	s.open, s.steps, s.mustDo, s.blockers = s.open[:0], maxGuardSteps, q.mustDo, len(q.mated)
	for mode, t := range b.tasks {
		if t == nil {
			continue
		}
		s.want = 1<<len(t.squares[king]) - 1 | q.mustDo
		s.pieces = s.pieces[:0]
		for _, a := range q.mating {
			s.pieces = append(s.pieces, b.optionsOf(mode, a.Type, king, a.At))
		}
		if s.search(0, 0, 0, budget); s.steps < 0 {
			return nothingOpen
		}
	}
	return slices.Clone(s.open)
}

// search adds the open sets that are possible when the used pieces do some tasks, some squares stay
// open, and the other pieces have a cost left to spend.
func (s *guardSearch) search(done, open taskSet, used uint64, left distance.Cost) {
	// Step 1. Stop if an open set within this one is known.
	if s.steps--; s.steps < 0 || slices.ContainsFunc(s.open, func(o taskSet) bool { return o&^open == 0 }) {
		return
	}
	need := s.want &^ done &^ open
	if need == 0 {
		s.add(open)
		return
	}
	// Step 2. Stop if the other pieces cannot do enough tasks.
	once, twice, enough := s.supply(need|open, used, left)
	if !enough {
		return
	}
	// Step 3. What no piece can do stays open.
	if never := need &^ once; never != 0 {
		if never&s.mustDo != 0 || (open|never).count() > s.blockers {
			return
		}
		if open, need = open|never, need&once; need == 0 {
			s.search(done, open, used, left)
			return
		}
	}
	// Step 4. Choose a task that one piece alone can do, if there is one, the check first.
	task := need &^ twice
	if task == 0 {
		task = need
	}
	if task&checkTask != 0 {
		task = checkTask
	}
	task &= -task
	// Step 5. Try each option of each piece that does it.
	for i, p := range s.pieces {
		if used>>i&1 != 0 || p.tasksWithin(left)&task == 0 {
			continue
		}
		used := used | 1<<i
		others := s.othersCan(used, left)
		for j := range p.list {
			o := &p.list[j]
			if int(o.own) > left.Own {
				break
			}
			if o.tasks&task == 0 || int(o.captures) > left.Captures {
				continue
			}
			if never := need &^ o.tasks &^ others; never&s.mustDo == 0 && (open|never).count() <= s.blockers {
				s.search(done|o.tasks, open, used, left.Minus(o.cost()))
			}
		}
	}
	// Step 6. Leave it open.
	if task&s.mustDo == 0 && open.count() < s.blockers {
		s.search(done, open|task, used, left)
	}
}

// add adds an open set and drops those that contain it.
func (s *guardSearch) add(open taskSet) {
	s.open = append(slices.DeleteFunc(s.open, func(o taskSet) bool { return open&^o == 0 }), open)
}

// supply returns the tasks that the unused pieces can do: those that some piece can, and those that
// several can. Enough is false if they leave more of the undone tasks open than may stay open.
func (s *guardSearch) supply(undone taskSet, used uint64, left distance.Cost) (once, twice taskSet, enough bool) {
	missing := undone.count() - s.blockers
	for i, p := range s.pieces {
		if used>>i&1 == 0 {
			can := p.tasksWithin(left)
			twice |= once & can
			once |= can
			missing -= p.atOnce(left)
		}
	}
	return once, twice, missing <= 0
}

// othersCan returns the tasks that some unused piece can do.
func (s *guardSearch) othersCan(used uint64, left distance.Cost) (can taskSet) {
	for i, p := range s.pieces {
		if used>>i&1 == 0 {
			can |= p.tasksWithin(left)
		}
	}
	return can
}

// guardEntry holds the open sets of all king squares for some mating pieces and a budget.
type guardEntry struct {
	key    uint64
	budget distance.Cost
	known  distance.SquareSet // the king squares whose open sets are known
	noMate distance.SquareSet // those of them that have none
	open   []kingOpenSets     // those that have some
}

// kingOpenSets holds the minimal open sets of a king square.
type kingOpenSets struct {
	king int
	sets []taskSet
}

// kingSquares returns the king squares within some moves on which a mate is not excluded. Within
// is that of the king's distance.Table.
func (e *guardEntry) kingSquares(q *mateQuery, within []distance.SquareSet, moves int) iter.Seq[int] {
	squares := within[min(moves, len(within)-1)]
	for i := range squares {
		squares[i] &= q.kingSquares[i] &^ e.noMate[i]
	}
	return squares.All()
}

// openSets returns the open sets of a king square.
func (e *guardEntry) openSets(b *MateBound, q *mateQuery, king int) []taskSet {
	if e.noMate.Has(king) {
		return nil
	}
	if e.known.Has(king) {
		for i := range e.open {
			if e.open[i].king == king {
				return e.open[i].sets
			}
		}
	}
	e.known.Add(king)
	sets := b.findOpenSets(q, king, e.budget)
	if len(sets) == 0 {
		e.noMate.Add(king)
		return nil
	}
	e.open = append(e.open, kingOpenSets{king, sets})
	return sets
}

// The least and the largest number of slots of a guardCache.
const (
	minGuardCache = 1 << 8
	maxGuardCache = 1 << 14
)

// guardCache is a hash table of guardEntries, with one entry a slot.
type guardCache struct {
	slots []*guardEntry
	added int
}

func (g *guardCache) slot(key uint64) **guardEntry { return &g.slots[key%uint64(len(g.slots))] }

func (g *guardCache) grow() {
	old := g.slots
	g.slots = make([]*guardEntry, max(minGuardCache, 8*len(old)))
	for _, e := range old {
		if e != nil {
			*g.slot(e.key) = e
		}
	}
}

// guardEntry returns the entry for the mating side's pieces and a budget.
func (q *mateQuery) guardEntry(b *MateBound, budget distance.Cost) *guardEntry {
	if b.Graphs[board.White].Captured == nil {
		budget.Captures = 0
	}
	const apart = 1 << 40 // keeps this term apart from those of the pieces
	key := table.Mix(apart | uint64(len(q.mated))<<16 | uint64(budget.Captures)<<8 | uint64(budget.Own))
	for _, a := range q.mating {
		key += table.Mix(uint64(a.Type)<<16 | uint64(a.At)<<8 | 1)
	}
	g := &q.cache
	if g.added >= len(g.slots) && len(g.slots) < maxGuardCache {
		g.grow()
	}
	slot := g.slot(key)
	if *slot == nil || (*slot).key != key {
		*slot = &guardEntry{key: key, budget: budget}
		g.added++
	}
	return *slot
}
