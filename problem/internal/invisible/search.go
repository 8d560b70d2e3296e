package invisible

import (
	"math"
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// Task is a help mate with invisible pieces.
type Task struct {
	Diagram Grid
	Number  int         // of invisible pieces
	Begins  board.Color // who makes the first move
	Length  int         // in half-moves; the last of them mates
	// From and UpTo are the least and the greatest number of the move in each half-move, 0 for any.
	From, UpTo []int

	Stop func() bool // polled now and then
	Most int         // solutions after one first move, 0 for no limit
}

// Line is a solution, as Popeye writes its moves.
type Line []string

// Search is a search for the solutions of a task.
type Search struct {
	*Task
	finder
	worlds  [][]history // some in which the diagram is possible
	first   []Move      // that may be seen to begin a line
	numbers []int       // of the moves of the line
	found   []Line
}

// keptWorlds is how many worlds of a line are kept, to be tried for the lines that go on from it.
const keptWorlds = 6

// New returns a search.
func New(t *Task) *Search {
	s := &Search{Task: t}
	v := newView(&t.Diagram)
	s.line = &line{side: t.Begins, seen: []view{v}, after: []view{v}}
	s.n, s.stop, s.lost = t.Number, t.Stop, t.Begins
	if t.Length%2 == 1 {
		s.lost = t.Begins.Other()
	}
	s.first = v.moves(t.Begins)
	if s.find() {
		s.worlds = [][]history{slices.Clone(s.all)}
	}
	return s
}

// First returns the moves that may begin a line, in Popeye's order.
func (s *Search) First() []string {
	texts := make([]string, len(s.first))
	for i := range s.first {
		texts[i] = s.first[i].String()
	}
	return texts
}

// Nodes returns how many worlds were looked at.
func (s *Search) Nodes() uint64 { return s.nodes }

// Run returns the solutions that begin with one of the first moves, in Popeye's order. number is
// the number of this move.
func (s *Search) Run(i, number int) []Line {
	s.found = nil
	if s.numbers = []int{number}; s.worlds != nil && !s.skips() {
		s.follow(s.first[i], s.worlds)
	}
	return s.found
}

// follow tries a move. It gets worlds in which the line can be played that leads to it.
func (s *Search) follow(m Move, worlds [][]history) {
	s.add(m)
	s.try(worlds)
	s.drop()
}

// next tries the moves that may follow the line. It gets worlds in which the line can be played.
func (s *Search) next(worlds [][]history) {
	ply := len(s.moves)
	side := s.side ^ board.Color(ply%2)
	s.numbers = append(s.numbers, 0)
	for _, m := range s.seen[ply].moves(side) {
		if s.numbers[ply]++; s.skips() {
			continue
		}
		s.follow(m, worlds)
		if s.ended || s.Most > 0 && len(s.found) >= s.Most {
			break
		}
	}
	s.numbers = s.numbers[:ply]
}

// skips reports whether the options leave out the move with the current numbers, as Popeye does: a
// move whose number is outside its limits, unless an earlier one is strictly inside its own.
func (s *Search) skips() bool {
	last := len(s.numbers) - 1
	if from, upTo := s.limits(last); s.numbers[last] >= from && s.numbers[last] <= upTo {
		return false
	}
	for i, n := range s.numbers[:last] {
		if from, upTo := s.limits(i); n > from && n < upTo {
			return false
		}
	}
	return true
}

// limits returns the least and the greatest number of the move in half-move i, counted from 0.
func (t *Task) limits(i int) (from, upTo int) {
	from, upTo = 0, math.MaxInt
	if i < len(t.From) && t.From[i] > 0 {
		from = t.From[i]
	}
	if i < len(t.UpTo) && t.UpTo[i] > 0 {
		upTo = t.UpTo[i]
	}
	return from, upTo
}

// Selects reports whether the options do not leave out the first move with a number.
func (t *Task) Selects(number int) bool {
	from, upTo := t.limits(0)
	return number >= from && number <= upTo
}

// try looks at the line that has just got a move. It gets worlds for the line without it.
func (s *Search) try(before [][]history) {
	last := len(s.moves) == s.Length
	// Step 1. A world of the line without the move, in which the move is no mate, refutes it.
	var worlds [][]history
	for _, w := range before {
		s.load(w)
		if !s.extend() {
			continue
		}
		if last && !s.mated(s.lost) {
			return
		}
		if worlds = append(worlds, slices.Clone(s.all)); len(worlds) == keptWorlds {
			break
		}
	}
	// Step 2. Otherwise look for a world. If there is none, the move is impossible.
	if len(worlds) == 0 {
		if !s.find() {
			return
		}
		if last && (s.play() != fine || !s.mated(s.lost)) {
			return
		}
		worlds = append(worlds, slices.Clone(s.all))
	}
	// Step 3. The last move mates if no world refutes it.
	if last && s.refute(s.lost) {
		return
	}
	// Step 4. What stands in all worlds is seen from now on.
	sure, worlds := s.certain(worlds)
	if s.ended {
		return
	}
	s.reveal(sure)
	if !last {
		s.next(worlds[max(0, len(worlds)-keptWorlds):])
		return
	}
	texts := make(Line, len(s.moves))
	for i := range s.moves {
		texts[i] = s.moves[i].String()
	}
	s.found = append(s.found, texts)
}

// extend adds the last move of the line to a world for the line without it, if that is easy.
func (s *Search) extend() bool {
	k := len(s.moves)
	for i := range s.all {
		h := &s.all[i]
		h.at[k], h.is[k] = h.at[k-1], h.is[k-1]
	}
	s.movers[k] = -1
	m := &s.moves[k-1]
	if m.kind != unseen && m.kind != unseenTakes {
		return s.fits()
	}
	for i := range s.all {
		h := &s.all[i]
		if h.is[k].color() != m.side {
			continue
		}
		s.movers[k] = int8(i)
		if s.targets(h, k, s.fits) {
			return true
		}
		s.movers[k] = -1
		h.at[k], h.is[k] = h.at[k-1], h.is[k-1]
	}
	return false
}

// fits reports whether the line can be played in the world.
func (s *Search) fits() bool {
	base := len(s.needs)
	defer func() { s.needs = s.needs[:base] }()
	return s.play() == fine
}
