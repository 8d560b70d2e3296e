package reference

import (
	"math"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds what conditions remember from move to move.

// remember writes down what later moves depend on of the move m, which us is about to make.
func (s *state) remember(m rules.Move, us board.Color, d *rules.Details) {
	cells := &s.table.cells
	from, to := m.From(), s.landing(m)
	if trail := cells.trail; trail != absent && !s.keepsTrail(m) {
		values := [3]uint16{uint16(from) + 1, uint16(to) + 1, uint16(rules.MakePiece(s.at(from).Type(), us))}
		if m.Form() == rules.Pass || s.v.Fairy.Movers == rules.AllPieces && s.captures(m) {
			values = [3]uint16{}
		}
		for i, value := range values {
			s.set(trail+i, value)
		}
	}
	s.rememberExchange(m)
	if m.Form() == rules.Pass {
		return
	}
	for c := range board.Color(2) {
		if cell := cells.duellist[c]; cell != absent {
			switch {
			case c == us:
				s.set(cell, uint16(to)+1)
			case s.square(cell) == to:
				s.set(cell, 0)
			}
		}
		if cell := cells.budget[c]; cell != absent && (c == us || s.v.Fairy.Budget.Shared) {
			s.set(cell, s.cells[cell]-min(s.cells[cell]-1, uint16(s.hundredths(from, to))))
		}
	}
	if d != nil && cells.budget[us] != absent {
		d.Budgeted = true
		for c, cell := range cells.budget {
			if cell != absent {
				d.Budget[c] = int(s.cells[cell]) - 1
			}
		}
	}
}

// fuddle writes down which pieces a side has just moved.
func (s *state) fuddle(a *arrival) {
	cell := s.table.cells.fuddled[a.us]
	if cell == absent {
		return
	}
	partner := board.NoSquare
	if a.m.Form() == rules.Castle {
		partner = a.partner
	}
	for i, sq := range [2]board.Square{a.now, partner} {
		value := uint16(0)
		if sq != board.NoSquare {
			value = uint16(sq) + 1
		}
		s.set(cell+i, value)
	}
}

// isFuddled reports whether the piece of a side on sq was moved by the last move of its side.
func (s *state) isFuddled(us board.Color, sq board.Square) bool {
	cell := s.table.cells.fuddled[us]
	return s.square(cell) == sq || s.square(cell+1) == sq
}

// lastDeparture returns the square that the last move has left, or NoSquare.
func (s *state) lastDeparture() board.Square {
	if s.table.cells.trail == absent {
		return board.NoSquare
	}
	return s.square(s.table.cells.trail)
}

// hundredths returns the distance of two squares in hundredths of a square, rounded.
func (t *table) hundredths(from, to board.Square) int {
	files, ranks := t.v.Size.File(to)-t.v.Size.File(from), t.v.Size.Rank(to)-t.v.Size.Rank(from)
	return int(math.Round(100 * math.Hypot(float64(files), float64(ranks))))
}

// tooFar reports whether a move of a side is longer than its pieces may still go.
func (s *state) tooFar(c board.Color, from, to board.Square) bool {
	cell := s.table.cells.budget[c]
	return cell != absent && s.hundredths(from, to) > int(s.cells[cell])-1
}

// lastType returns the type that c has moved in the last move, or 0 if the other side made it.
func (s *state) lastType(c board.Color) rules.PieceType {
	trail := s.table.cells.trail
	if moved := rules.Piece(s.cells[trail+2]); moved != 0 && moved.Color() == c {
		return moved.Type()
	}
	return 0
}

// fairyState writes what the conditions of the setup remember.
func (l *loader) fairyState() {
	cells, f := &l.table.cells, &l.setup.Fairy
	write := func(cell int, sq board.Square) {
		if cell != absent && l.v.Size.Contains(sq) {
			l.set(cell, uint16(sq)+1)
		}
	}
	for c := range board.Color(2) {
		if cell := cells.budget[c]; cell != absent {
			l.set(cell, uint16(min(max(f.Budget[c], 0), math.MaxUint16-1))+1)
		}
		write(cells.duellist[c], f.Duellist[c])
		if cell := cells.fuddled[c]; cell != absent {
			write(cell, f.Fuddled[c][0])
			write(cell+1, f.Fuddled[c][1])
		}
		if cell := cells.struck[c]; cell != absent && (f.Attacked[c] || l.kingAttacked(c)) {
			l.set(cell, 1)
		}
		if cell := cells.once[c]; cell != absent && f.Castled[c] {
			l.set(cell, 1)
		}
	}
	if cells.roles != absent {
		l.set(cells.roles, uint16(min(max(f.RolesLeft, 0), math.MaxUint16)))
	}
	if cells.exchanged != absent {
		write(cells.exchanged, f.Exchanged[0])
		write(cells.exchanged+1, f.Exchanged[1])
	}
	if cells.imitators != absent {
		for i, sq := range imitatorsOf(l.v, f.Imitators) {
			l.set(cells.imitators+i, uint16(sq)+1)
		}
	}
	if l.v.Fairy.Capturing.Second != rules.SecondAsFirst {
		marked, _ := squareList(l.v.Size, f.Captured)
		for _, sq := range marked {
			if !l.empty(sq) {
				l.set(cells.tag+int(sq), hasCaptured)
			}
		}
	}
	if cells.trail != absent && l.v.Size.Contains(f.From) && l.v.Size.Contains(f.To) &&
		int(f.Moved.Type()) <= len(l.v.Army) {
		write(cells.trail, f.From)
		write(cells.trail+1, f.To)
		l.set(cells.trail+2, uint16(f.Moved))
	}
}

// imitatorsOf reads the squares of imitators, as many as there may be.
func imitatorsOf(v *rules.Variant, squares string) []board.Square {
	all, err := squareList(v.Size, squares)
	if err != nil {
		return nil
	}
	return all[:min(len(all), rules.MostImitators)]
}

// fairyState returns what the conditions remember.
func (r *position) fairyState(f *rules.FairyState, square func(int) board.Square) {
	cells := &r.table.cells
	for c := range 2 {
		if cell := cells.budget[c]; cell != absent {
			f.Budget[c] = int(r.cells[cell]) - 1
		}
		f.Duellist[c] = square(cells.duellist[c])
		if cell := cells.fuddled[c]; cell != absent {
			f.Fuddled[c] = [2]board.Square{square(cell), square(cell + 1)}
		}
		if cell := cells.struck[c]; cell != absent {
			f.Attacked[c] = r.cells[cell] != 0
		}
		if cell := cells.once[c]; cell != absent {
			f.Castled[c] = r.cells[cell] != 0
		}
	}
	if cells.roles != absent {
		f.RolesLeft = int(r.cells[cells.roles])
	}
	if cell := cells.exchanged; cell != absent {
		f.Exchanged = [2]board.Square{square(cell), square(cell + 1)}
	}
	if cells.imitators != absent {
		f.Imitators = ""
		for _, cell := range r.cells[cells.imitators : cells.imitators+rules.MostImitators] {
			if cell != 0 {
				f.Imitators += r.table.v.Size.Name(board.Square(cell) - 1)
			}
		}
	}
	if r.table.v.Fairy.Capturing.Second != rules.SecondAsFirst {
		for sq := range r.table.area {
			if r.cells[cells.tag+int(sq)] == hasCaptured {
				f.Captured += r.table.v.Size.Name(sq)
			}
		}
	}
	if cells.trail != absent {
		f.From, f.To = square(cells.trail), square(cells.trail+1)
		f.Moved = rules.Piece(r.cells[cells.trail+2])
	}
}
