package piece

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// Reach is a tree of squares, flattened in preorder: where a piece goes from one square, or from
// where one square is attacked. Next goes through it.
type Reach []Node

// Node is one square on the way.
type Node struct {
	Square board.Square
	Takes  board.Square // the square of a piece captured on the way, else NoSquare
	Skip   uint32       // index of the node to go on with if the way ends here
	Mode   Mode         // what the piece may do on this square; 0 if it only passes
	Needs  Needs        // what must stand here for the way to go on
	Types  uint32       // in a tree of attacks: the types, as bits, that attack from here
	Not    uint32       // types, as bits, that are no hurdle here and are not captured
}

// Needs says what must stand on a square for a way to go on.
type Needs uint8

// What a way may need.
const (
	Nothing Needs = iota // the square is empty
	Any                  // a piece, or a wall
	Enemy                // a piece of the other side
)

// Passes reports whether a way goes on over n. It is told what stands there: whether anything does,
// whether it is a piece of the other side, and its type from 1, 0 if it has none.
func (n *Node) Passes(occupied, enemy bool, pieceType uint8) bool {
	switch n.Needs {
	case Nothing:
		return !occupied
	case Enemy:
		return enemy && n.Captures(pieceType)
	}
	return occupied && n.Captures(pieceType)
}

// Captures reports whether pieces of a type, from 1, are hurdles or captured on n.
func (n *Node) Captures(pieceType uint8) bool { return n.Not>>(pieceType-1)&1 == 0 }

// CapturesOn returns the square on which a piece that arrives on n captures, if it may capture, and
// whether n must be empty for that.
func (n *Node) CapturesOn() (sq board.Square, fromEmpty bool) {
	if n.Takes != board.NoSquare {
		return n.Takes, true
	}
	return n.Square, false
}

// Next returns the index of the node to visit after node i: the first behind it, if the way goes on
// over i, else the next on another way. It is len(r) at the end.
func (r Reach) Next(i int, goesOn bool) int {
	if goesOn {
		return i + 1
	}
	return int(r[i].Skip)
}

// way is one path over real squares: steps to be passed, and an arrival.
type way struct {
	passed  []step
	arrival step
	mode    Mode
	types   uint32
}

// step is a square of a way. Two ways share their beginning as far as their steps are equal.
type step struct {
	square, takes board.Square
	needs         Needs
	not           uint32
}

type tree struct {
	step
	mode     Mode
	types    uint32
	children []*tree
}

func (t *tree) add(w way) {
	for _, s := range append(w.passed, w.arrival) {
		i := slices.IndexFunc(t.children, func(c *tree) bool { return c.step == s })
		if i < 0 {
			i = len(t.children)
			t.children = append(t.children, &tree{step: s})
		}
		t = t.children[i]
	}
	t.mode |= w.mode
	t.types |= w.types
}

func (t *tree) flatten(r Reach) Reach {
	for _, c := range t.children {
		i := len(r)
		r = append(r, Node{Square: c.square, Takes: c.takes, Mode: c.mode, Needs: c.needs, Types: c.types, Not: c.not})
		r = c.flatten(r)
		r[i].Skip = uint32(len(r))
	}
	return r
}

// Mover is one piece type, as Reaches needs it.
type Mover struct {
	Movement Movement
	// Starts reports whether paths marked Initial may be used from a square.
	Starts func(c board.Color, sq board.Square) bool
	// Along are paths that may be used only if Lined holds for the start and all their squares.
	Along Movement
	Lined func(c board.Color, sq board.Square) bool
	// Barred reports whether the piece cannot move from a square at all; nil means never.
	Barred func(c board.Color, sq board.Square) bool
	// Within reports whether the piece may arrive on a square; nil means that it may on all.
	Within func(c board.Color, sq board.Square) bool
	// Hole reports whether a square is missing, so that no way leads over it; nil means that none is.
	Hole func(sq board.Square) bool
	// Outside returns the square beyond the board with given coordinates, where pieces only
	// capture, or NoSquare; nil means that there are none.
	Outside func(file, rank int) board.Square
}

// path returns the i-th path, those of Along last.
func (m *Mover) path(i int) *Path {
	if i < len(m.Movement) {
		return &m.Movement[i]
	}
	return &m.Along[i-len(m.Movement)]
}

// fitting returns the indices of the paths that some square of a board may have room for. Movements
// are those of the largest board, and of hoppers most paths are too long.
func (m *Mover) fitting(size board.Size) (paths []int) {
	far := func(o Offset) bool {
		return max(o.File, -o.File) > size.Files || max(o.Rank, -o.Rank) > size.Ranks
	}
	for i := range len(m.Movement) + len(m.Along) {
		if p := m.path(i); p.Wrap || p.Turns > 0 || !slices.ContainsFunc(p.Squares, far) {
			paths = append(paths, i)
		}
	}
	return paths
}

// lined reports whether a path from sq keeps to the lines of the board.
func (m *Mover) lined(c board.Color, sq board.Square, squares []board.Square) bool {
	return m.Lined(c, sq) && !slices.ContainsFunc(squares, func(on board.Square) bool { return !m.Lined(c, on) })
}

// Table holds the trees of an army on a board.
type Table struct {
	// From[c][k][sq] is where the k-th mover of the army, of colour c, goes from sq.
	From [2][][]Reach
	// To[c][sq] is from where colour c attacks sq.
	To [2][]Reach
}

// Reaches builds the trees of an army of at most 32 movers on a board.
func Reaches(size board.Size, army []Mover) *Table {
	var t Table
	area := size.Area()
	fitting := make([][]int, len(army))
	for k := range army {
		fitting[k] = army[k].fitting(size)
	}
	for c := range 2 {
		color := board.Color(c)
		attacks := make([]tree, area)
		t.From[c] = make([][]Reach, len(army))
		for k, m := range army {
			t.From[c][k] = make([]Reach, area)
			for sq := range board.Square(area) {
				if m.Barred != nil && m.Barred(color, sq) {
					continue
				}
				var from tree
				for _, i := range fitting[k] {
					p := m.path(i)
					if p.Initial && !m.Starts(color, sq) {
						continue
					}
					squares, ok := p.on(size, color, sq, m.Outside)
					if !ok || i >= len(m.Movement) && !m.lined(color, sq, squares) {
						continue
					}
					mode := p.Mode
					to := squares[len(squares)-1]
					if m.Hole != nil && (m.Hole(sq) || slices.ContainsFunc(squares, m.Hole)) {
						continue
					}
					if m.Within != nil && size.Contains(to) && !m.Within(color, to) {
						continue
					}
					if !size.Contains(to) {
						mode &= Capture
					}
					w := p.way(sq, squares, uint32(1)<<k)
					if w.mode = mode; w.returns() {
						w.mode &^= Capture
					}
					from.add(w)
					if target, _ := w.capturesOn(); w.mode&Capture != 0 && size.Contains(target) {
						attacks[target].add(w.reversed(sq, uint32(1)<<k))
					}
				}
				t.From[c][k][sq] = from.flatten(nil)
			}
		}
		t.To[c] = make([]Reach, area)
		for sq := range attacks {
			t.To[c][sq] = attacks[sq].flatten(nil)
		}
	}
	return &t
}

// on is From with squares outside the board, which may be the last of a path.
func (p Path) on(s board.Size, c board.Color, sq board.Square, outside func(file,
	rank int) board.Square) ([]board.Square, bool) {
	squares, ok := p.From(s, c, sq, nil)
	if ok || outside == nil || p.Rim != AnyRim { // what is outside is no edge
		return squares, ok
	}
	last := len(p.Squares) - 1
	head := p
	head.Squares = p.Squares[:last]
	if squares, ok = head.From(s, c, sq, nil); !ok {
		return nil, false
	}
	o := p.seenBy(c, p.Squares[last])
	to := outside(s.File(sq)+o.File, s.Rank(sq)+o.Rank)
	return append(squares, to), to != board.NoSquare
}

// way returns p over the squares that From has found, for the type that is the bit self.
func (p *Path) way(start board.Square, squares []board.Square, self uint32) way {
	last := len(squares) - 1
	over, not := Any, uint32(0)
	switch p.Over {
	case OtherType:
		not = self
	case EnemyPiece:
		over = Enemy
	}
	w := way{arrival: step{square: squares[last], takes: board.NoSquare, not: not}}
	for i, sq := range squares[:last] {
		s := step{square: sq, takes: board.NoSquare, not: not}
		switch {
		case sq == start: // the piece itself is the hurdle
			continue
		case i == p.Takes-1:
			s.needs, w.arrival.takes = Enemy, sq
		case p.Hurdles>>i&1 != 0:
			s.needs = over
		}
		w.passed = append(w.passed, s)
	}
	return w
}

// returns reports whether w passes its arrival when it is empty, so that nothing is captured there.
func (w *way) returns() bool {
	return slices.ContainsFunc(w.passed, func(s step) bool {
		return s.square == w.arrival.square && s.needs == Nothing
	}) && w.arrival.takes == board.NoSquare
}

// capturesOn returns the square of the piece that w captures, and whether it is on the way.
func (w *way) capturesOn() (board.Square, bool) {
	if w.arrival.takes != board.NoSquare {
		return w.arrival.takes, true
	}
	return w.arrival.square, false
}

// reversed returns the way from the square on which w captures back to its start.
func (w *way) reversed(start board.Square, types uint32) way {
	target, onTheWay := w.capturesOn()
	back := way{mode: Capture, types: types, arrival: step{square: start, takes: board.NoSquare, not: w.arrival.not}}
	if onTheWay {
		back.passed = append(back.passed, step{square: w.arrival.square, takes: board.NoSquare})
	}
	for _, s := range slices.Backward(w.passed) {
		if s.square != target {
			back.passed = append(back.passed, s)
		}
	}
	return back
}
