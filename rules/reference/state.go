package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// state is a position on which moves are made and undone. It belongs to one goroutine.
type state struct {
	*table
	cells    []uint16
	log      []change     // cells written since the state was loaded
	moves    []rules.Move // stack of pseudo-legal moves
	found    []rules.Move // stack of legal moves
	seen     []uint64     // squares reached by the piece being generated, by stamp
	stamp    uint64
	striking []uint32              // of the check lines in use
	viewed   [2][]view             // what magic pieces view before a move and after it
	tries    bool                  // captures of a king are tried, whose own checks do not count
	castles  bool                  // castlings are listed to measure captures of a king
	deep     int                   // how many checks are being followed to see whether they mate
	replies  [deepest][]rules.Move // stacks of legal moves after these
	putting  bool                  // no further kings are put on the board
	quick    bool                  // one legal move is enough
	avoider  [2]board.Square       // from where a move was found last that does not check
	offer    []board.Square        // the squares to choose among, when a verdict is needsSecond
	offered  rules.Move            // a move whose second square is known to be one that may be chosen
	chains   []piecesChains        // the chains of captures that were listed last
	due      rules.PieceType       // the type of the pawn to promote, when a verdict asks for a promotion
	only     rules.Move            // if not 0, only legal moves with this form and these squares are wanted
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

// undo undoes every write since the log had the length mark.
func (s *state) undo(mark int) {
	for i := len(s.log) - 1; i >= mark; i-- {
		c := s.log[i]
		s.cells[c.cell] = c.old
	}
	s.log = s.log[:mark]
}

func (s *state) at(sq board.Square) rules.Piece { return rules.Piece(s.cells[sq]) }

// put puts a piece on a square, 0 for none, and keeps track of the kings.
func (s *state) put(sq board.Square, pc rules.Piece) {
	old := rules.Piece(s.cells[sq])
	if old == pc {
		return
	}
	for c, where := range s.table.cells.where {
		if c := board.Color(c); old.Of(c) && has(s.royal, old) && s.king(c) == sq {
			s.set(where, 0)
		}
		if pc.Of(board.Color(c)) && has(s.royal, pc) {
			s.set(where, uint16(sq)+1)
		}
	}
	s.set(int(sq), uint16(pc))
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

// hash returns the key of cells. Empty cells add nothing to it.
func (t *table) hash(cells []uint16) uint64 {
	var key uint64
	for i, v := range cells[:t.cells.identity] {
		if v != 0 {
			key ^= mix(i, v)
		}
	}
	return key
}

// rehash returns the key after the changes in the log, from the key before them.
func (s *state) rehash(key uint64) uint64 {
	for i, c := range s.log {
		cell := int(c.cell)
		if cell >= s.table.cells.identity {
			continue
		}
		// The value written is what the next change of the cell found there.
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
