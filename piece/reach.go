package piece

import "github.com/kirke-chess/kirke/board"

// Reach is a tree of squares, flattened in preorder: where a piece goes from one square, or from
// where one square is attacked. To walk it, go on with the next node, the first child, if the
// square is empty (for a hurdle: occupied), and otherwise with the node at Skip.
type Reach []Node

// Node is one square on the way.
type Node struct {
	Square board.Square
	Skip   uint16 // index of the node to go on with if the way ends here
	Mode   Mode   // what the piece may do on this square; 0 if it only passes
	Hurdle bool   // the way goes on if the square is occupied, not if it is empty
	Types  uint32 // in a tree of attacks: the types, as bits, that attack from here
}

// way is one path over real squares.
type way struct {
	squares []board.Square
	hurdles uint32
	mode    Mode
	types   uint32
}

type tree struct {
	square   board.Square
	hurdle   bool
	mode     Mode
	types    uint32
	children []*tree
}

func (t *tree) add(w way) {
	for i, sq := range w.squares {
		last := i == len(w.squares)-1
		hurdle := !last && w.hurdles>>i&1 != 0
		var next *tree
		for _, c := range t.children {
			if c.square == sq && c.hurdle == hurdle {
				next = c
				break
			}
		}
		if next == nil {
			next = &tree{square: sq, hurdle: hurdle}
			t.children = append(t.children, next)
		}
		t = next
	}
	t.mode |= w.mode
	t.types |= w.types
}

func (t *tree) flatten(r Reach) Reach {
	for _, c := range t.children {
		i := len(r)
		r = append(r, Node{Square: c.square, Mode: c.mode, Hurdle: c.hurdle, Types: c.types})
		r = c.flatten(r)
		r[i].Skip = uint16(len(r))
	}
	return r
}

// Mover is one piece type, as Reaches needs it.
type Mover struct {
	Movement Movement
	// Starts reports whether paths marked Initial may be used from a square.
	Starts func(c board.Color, sq board.Square) bool
	// Barred reports whether the piece cannot move from a square at all; nil means never.
	Barred func(c board.Color, sq board.Square) bool
	// Within reports whether the piece may arrive on a square; nil means that it may on all.
	Within func(c board.Color, sq board.Square) bool
	// Outside returns the square beyond the board with given coordinates, where pieces only
	// capture, or NoSquare; nil means that there are none.
	Outside func(file, rank int) board.Square
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
				for i := range m.Movement {
					p := &m.Movement[i]
					if p.Initial && !m.Starts(color, sq) {
						continue
					}
					squares, ok := p.on(size, color, sq, m.Outside)
					if !ok {
						continue
					}
					mode := p.Mode
					to := squares[len(squares)-1]
					if m.Within != nil && size.Contains(to) && !m.Within(color, to) {
						continue
					}
					if !size.Contains(to) {
						mode &= Capture
					}
					from.add(way{squares, p.Hurdles, mode, 0})
					if mode&Capture != 0 && size.Contains(to) {
						attacks[to].add(reversed(sq, squares, p.Hurdles, uint32(1)<<k))
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
	buf := make([]board.Square, 0, len(p.Squares))
	if squares, ok := p.From(s, c, sq, buf); ok || outside == nil {
		return squares, ok
	}
	last := len(p.Squares) - 1
	head := p
	head.Squares = p.Squares[:last]
	squares, ok := head.From(s, c, sq, buf)
	if !ok {
		return nil, false
	}
	o := p.Squares[last]
	if c == board.Black {
		o.File, o.Rank = -o.File, -o.Rank
	}
	to := outside(s.File(sq)+o.File, s.Rank(sq)+o.Rank)
	return append(squares, to), to != board.NoSquare
}

// reversed returns a path from its arrival back to its start.
func reversed(start board.Square, squares []board.Square, hurdles uint32, types uint32) way {
	n := len(squares)
	w := way{squares: make([]board.Square, 0, n), mode: Capture, types: types}
	for i := n - 2; i >= 0; i-- {
		if hurdles>>i&1 != 0 {
			w.hurdles |= 1 << len(w.squares)
		}
		w.squares = append(w.squares, squares[i])
	}
	w.squares = append(w.squares, start)
	return w
}
