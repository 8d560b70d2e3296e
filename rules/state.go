package rules

import "github.com/kirke-chess/kirke/board"

// state is a position being played on by the reference kernel: it makes and
// takes back moves. It belongs to one goroutine.
type state struct {
	*table
	cells []uint16
	log   []change // cells written since the state was loaded
	moves []Move   // stack of pseudo-legal moves
	found []Move   // stack of legal moves
	seen  []uint64 // squares reached by the man being generated, by stamp
	stamp uint64
	quick bool // one legal move is enough
	only  Move // if not 0, only legal moves with this form and these squares are wanted
}

// change is a cell and what it held before it was written.
type change struct {
	cell, old uint16
}

func (s *state) set(cell int, value uint16) {
	if old := s.cells[cell]; old != value {
		s.log = append(s.log, change{uint16(cell), old})
		s.cells[cell] = value
	}
}

// undo takes back every write after mark, which is an earlier length of the log.
func (s *state) undo(mark int) {
	for i := len(s.log) - 1; i >= mark; i-- {
		c := s.log[i]
		s.cells[c.cell] = c.old
	}
	s.log = s.log[:mark]
}

func (s *state) at(sq board.Square) Man { return Man(s.cells[sq]) }

// put sets what stands on a square and keeps track of the kings.
func (s *state) put(sq board.Square, m Man) {
	old := Man(s.cells[sq])
	if old == m {
		return
	}
	if old != 0 && has(s.royal, old) && s.king(old.Color()) == sq {
		s.set(s.table.cells.where[old.Color()], 0)
	}
	if m != 0 && has(s.royal, m) {
		s.set(s.table.cells.where[m.Color()], uint16(sq)+1)
	}
	s.set(int(sq), uint16(m))
}

// square reads a cell that holds a square + 1.
func (s *state) square(cell int) board.Square { return board.Square(s.cells[cell]) - 1 }

func (s *state) king(c board.Color) board.Square { return s.square(s.table.cells.where[c]) }

func (s *state) turn() board.Color { return board.Color(s.cells[s.table.cells.turn]) }

func (s *state) empty(sq board.Square) bool { return s.cells[sq] == 0 }

// mix is the hash of one cell's value.
func mix(cell int, value uint16) uint64 {
	x := (uint64(cell)<<16 | uint64(value)) + 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// hash returns the key of cells from scratch: empty cells count nothing.
func (t *table) hash(cells []uint16) uint64 {
	var key uint64
	for i, v := range cells[:t.cells.identity] {
		if v != 0 {
			key ^= mix(i, v)
		}
	}
	return key
}

// rehash returns the key after the changes in the log, given the key before them.
func (s *state) rehash(key uint64) uint64 {
	for i, c := range s.log {
		cell := int(c.cell)
		if cell >= s.table.cells.identity {
			continue
		}
		// The value written is the one the next change of this cell found there.
		value := s.cells[cell]
		for _, later := range s.log[i+1:] {
			if later.cell == c.cell {
				value = later.old
				break
			}
		}
		if c.old != 0 {
			key ^= mix(cell, c.old)
		}
		if value != 0 {
			key ^= mix(cell, value)
		}
	}
	return key
}
