package rules

import (
	"math/bits"
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// New returns the position of v that s describes. Problems that are in forgive
// are overlooked; for any other it returns a *SetupError. It also returns an
// error when v itself makes no sense.
func New(v *Variant, s Setup, forgive Problem) (Position, error) {
	return newReference(v, s, forgive, v.Problem)
}

// Exactly returns the position of v that s describes, which came from a position of v:
// castling rights are those of s also where New takes them from the squares.
func Exactly(v *Variant, s Setup) (Position, error) {
	return newReference(v, s, AnyProblem, false)
}

func newReference(v *Variant, s Setup, forgive Problem, fromSquares bool) (Position, error) {
	t, err := tableOf(v)
	if err != nil {
		return nil, err
	}
	r := &reference{table: t, cells: make([]uint16, t.cells.size)}
	var bad Problem
	if !t.fits(&s) {
		bad = BadShape
	} else {
		l := loader{state: &state{table: t, cells: r.cells, seen: make([]uint64, int(t.area)+4)}, setup: &s, fromSquares: fromSquares}
		bad = l.load()
	}
	if refused := bad &^ (forgive &^ BadShape); refused != 0 {
		return nil, &SetupError{v.ID, bad, refused}
	}
	r.key = t.hash(r.cells)
	return r, nil
}

// fits reports whether the setup's board is one of this game.
func (t *table) fits(s *Setup) bool {
	if len(s.Board) != int(t.area) || s.Turn > board.Black {
		return false
	}
	ok := func(m Man) bool { return int(m.Kind()) <= len(t.v.Army) && (m == 0 || m.Kind() != 0) }
	for _, m := range s.Board {
		if !ok(m) {
			return false
		}
	}
	for _, m := range s.Entry.Imaginary {
		if !ok(m) {
			return false
		}
	}
	for _, h := range s.Aftermath.Below {
		if !ok(h.Man) {
			return false
		}
	}
	return ok(s.Aftermath.Pending)
}

// loader writes a setup into the cells of a state and finds what is wrong.
type loader struct {
	*state
	setup       *Setup
	fromSquares bool // castling rights are read off the squares
	bad         Problem
}

func (l *loader) load() Problem {
	l.men()
	l.set(l.table.cells.turn, uint16(l.setup.Turn))
	l.set(l.table.cells.half, uint16(min(max(l.setup.Halfmove, 0), 0xFFFF)))
	l.set(l.table.cells.full, uint16(min(max(l.setup.Fullmove, 1), 0xFFFF)))
	l.unmoved()
	l.series()
	l.castling()
	l.entry()
	l.aftermath()
	l.passed()
	if l.bad&(MissingKing|TooManyKings) == 0 && l.inCheck(l.setup.Turn.Other()) {
		l.bad |= OppositeCheck
	}
	return l.bad
}

func (l *loader) men() {
	var kings [2]int
	men := 0
	for i, m := range l.setup.Board {
		if m == 0 {
			continue
		}
		sq := board.Square(i)
		men++
		l.put(sq, MakeMan(l.plain(m.Kind()), m.Color()))
		switch {
		case has(l.royal, m):
			kings[m.Color()]++
		case !has(l.pawn, m):
		case l.lastRank(m, sq):
			l.bad |= PawnOnLastRank
		case l.v.Size.RankFrom(m.Color(), sq) == 0 && !l.v.Aftermath.Active:
			l.bad |= PawnOnFirstRank
		}
	}
	if men == 0 {
		l.bad |= EmptyBoard
	}
	if kings[0] == 0 || kings[1] == 0 {
		l.bad |= MissingKing
	}
	if kings[0] > 1 || kings[1] > 1 {
		l.bad |= TooManyKings
	}
}

func (l *loader) unmoved() {
	for _, u := range l.setup.Unmoved {
		if l.free == 0 || !l.v.Size.Contains(u.Square) {
			l.bad |= BadUnmoved
			continue
		}
		m := l.at(u.Square)
		if m == 0 || m.Kind() != l.bishop || l.v.Size.RankFrom(m.Color(), u.Square) != 0 {
			l.bad |= BadUnmoved
			continue
		}
		kind := l.free
		if u.Must {
			kind = l.must
		}
		l.put(u.Square, MakeMan(kind, m.Color()))
	}
}

func (l *loader) series() {
	left := l.table.cells.left
	if left == absent {
		if (l.setup.Series != SeriesState{}) {
			l.bad |= BadSeries
		}
		return
	}
	s := l.setup.Series
	if s == (SeriesState{}) {
		s = SeriesState{Left: 1, Length: 1}
	}
	if s.Length < 1 || s.Length > 0xFFFF || s.Left < 1 || s.Left > s.Length {
		l.bad |= BadSeries
		s = SeriesState{Left: 1, Length: 1}
	}
	l.set(left, uint16(s.Left))
	l.set(left+1, uint16(s.Length))
	if s.Progress {
		l.set(l.table.cells.progress, 1)
	}
}

func (l *loader) castling() {
	cells := &l.table.cells
	for c := range board.Color(2) {
		rooks, king := l.setup.Castling.Rook[c], l.setup.Castling.King[c]
		if l.fromSquares {
			rooks, king = l.rightsFromSquares(c)
		}
		if cells.king[c] == absent {
			if rooks[0] != board.NoSquare || rooks[1] != board.NoSquare || king {
				l.bad |= BadCastling
			}
			continue
		}
		at := l.king(c)
		home := at != board.NoSquare && l.v.Size.Contains(at) && l.v.Size.RankFrom(c, at) == 0
		free := l.v.Castling.Free
		for side, rook := range rooks {
			if rook == board.NoSquare {
				continue
			}
			if !l.v.Size.Contains(rook) || l.v.Size.RankFrom(c, rook) != 0 || !l.isRook(rook, c) ||
				!free && rook != l.corner[c][side] {
				l.bad |= BadCastling
				continue
			}
			// A rook's right says that its king has not moved, where kings that have
			// cannot come back.
			if a := &l.v.Aftermath; !a.Active || !(a.Kings || a.Reborn == CapturerReborn) {
				king = true
			}
			if king && home && (rook > at) != (side == 1) { // else the king may have come past its rook
				l.bad |= BadCastling
				continue
			}
			l.set(cells.rook[c][side], uint16(rook)+1)
		}
		if king {
			if !home || !free && at != l.kingHome[c] {
				l.bad |= BadCastling
			} else {
				l.set(cells.king[c], uint16(at)+1)
			}
		}
	}
	l.tidyCastling()
}

// isRook reports whether the man on sq is a castling rook of c.
func (l *loader) isRook(sq board.Square, c board.Color) bool {
	m := l.at(sq)
	return m != 0 && m.Color() == c && l.v.Type(m.Kind()).Letter == 'R'
}

// rightsFromSquares returns the castling rights that problemists assume.
func (l *loader) rightsFromSquares(c board.Color) (rooks [2]board.Square, king bool) {
	rooks = [2]board.Square{board.NoSquare, board.NoSquare}
	if l.kingHome[c] == board.NoSquare {
		return rooks, false
	}
	king = l.king(c) == l.kingHome[c]
	a := &l.v.Aftermath
	remembered := a.Active && (a.Kings || a.Reborn == CapturerReborn)
	for side, corner := range l.corner[c] {
		if corner != board.NoSquare && l.isRook(corner, c) && (king || remembered) {
			rooks[side] = corner
		}
	}
	return rooks, king && l.v.Castling.any()
}

func (l *loader) entry() {
	cells, e := &l.table.cells, &l.setup.Entry
	if cells.gates[0] == absent {
		if (*e != EntryState{}) {
			l.bad |= BadGate | BadHand
		}
		return
	}
	for c := range board.Color(2) {
		gates := e.Gates[c]
		for rest := gates; rest != 0; rest &= rest - 1 {
			file := bits.TrailingZeros16(rest)
			sq := l.v.Size.Home(c, file, 0)
			if sq == board.NoSquare || !l.mayGate(l.at(sq)) || l.at(sq).Color() != c {
				l.bad |= BadGate
				gates &^= 1 << file
			}
		}
		l.set(cells.gates[c], gates)
		if l.v.Entry.Imaginary {
			l.imaginary(c)
			continue
		}
		for i, n := range e.Hand[c] {
			if n < 0 || n > 8 || n > 0 && i >= l.handKinds {
				l.bad |= BadHand
				n = 0
			}
			l.set(cells.hand[c][i], uint16(n))
		}
	}
	l.tidyEntry()
}

func (l *loader) imaginary(c board.Color) {
	left, right := l.hands(c)
	for i, sq := range []board.Square{left, right} {
		m := l.setup.Entry.Imaginary[2*int(c)+i]
		if m == 0 {
			continue
		}
		if m.Color() != c || l.handIndex(m.Kind()) < 0 || l.waiting(m) != board.NoSquare {
			l.bad |= BadHand
			continue
		}
		l.put(sq, m)
	}
	switch n, at := l.presence(c); {
	case n > 1, n == 1 && l.waiting(l.at(at)) != board.NoSquare:
		l.bad |= BadHand
	}
}

func (l *loader) aftermath() {
	cells, a := &l.table.cells, &l.setup.Aftermath
	if a.Pending != 0 {
		if cells.pending == absent || !l.v.Size.Contains(a.PendingAt) || has(l.royal, a.Pending) {
			l.bad |= BadPending
		} else {
			l.set(cells.pending, uint16(a.Pending))
			l.set(cells.pending+1, uint16(a.PendingAt)+1)
		}
	}
	if a.Choice != board.NoSquare {
		if cells.choice == absent || !l.v.Size.Contains(a.Choice) || l.empty(a.Choice) ||
			!has(l.pawn, l.at(a.Choice)) || !l.lastRank(l.at(a.Choice), a.Choice) {
			l.bad |= BadPending
		} else {
			l.set(cells.choice, uint16(a.Choice)+1)
			l.bad &^= PawnOnLastRank
		}
	}
	if a.Last[0] != board.NoSquare && cells.last != absent {
		for i, sq := range a.Last {
			if l.v.Size.Contains(sq) {
				l.set(cells.last+i, uint16(sq)+1)
			}
		}
	}
	men := 0
	for _, m := range l.setup.Board {
		if m != 0 {
			men++
		}
	}
	for i, h := range a.Below {
		if cells.below == absent || !l.v.Size.Contains(h.At) || h.Man == 0 || l.empty(h.At) || men+i >= int(l.area) {
			l.bad |= BadPending
			continue
		}
		l.bury(h.At, MakeMan(l.plain(h.Man.Kind()), h.Man.Color()))
	}
	if cells.origin == absent {
		return
	}
	for sq := range l.area {
		switch {
		case l.empty(sq):
		case int(sq) < len(a.Origin):
			if o := a.Origin[sq]; l.v.Size.Contains(o) {
				l.set(cells.origin+int(sq), uint16(o)+1)
			}
		default:
			l.set(cells.origin+int(sq), uint16(sq)+1)
		}
	}
}

func (l *loader) passed() {
	cells := &l.table.cells
	us := l.setup.Turn
	first := l.firstOfTurn()
	if !first {
		us = us.Other() // the passed squares of this series are for the other side to take on
	}
	for i, sq := range l.setup.EnPassant {
		rank := l.v.Size.Ranks - 3
		if !l.v.Size.Contains(sq) || l.v.Size.RankFrom(us, sq) != rank || i > 0 && cells.epCells == 1 {
			l.bad |= BadEnPassant
			continue
		}
		behind := l.at(l.passedPawn(sq, us))
		if first && !l.empty(sq) || behind == 0 || behind.Color() == us || !has(l.pawn, behind) {
			l.bad |= BadEnPassant
			continue
		}
		slot := cells.ep
		if cells.epCells > 1 {
			slot += l.v.Size.File(sq)
		}
		l.set(slot, uint16(sq)+1)
	}
	if first {
		l.tidyPassed(us)
	}
}

// Setup returns the position as it can be written down.
func (r *reference) Setup() Setup {
	t, cells := r.table, &r.table.cells
	square := func(cell int) board.Square {
		if cell == absent {
			return board.NoSquare
		}
		return board.Square(r.cells[cell]) - 1
	}
	s := NewSetup(t.v)
	s.Turn = r.Turn()
	s.Halfmove, s.Fullmove = r.Clock()
	for sq := range t.area {
		m := Man(r.cells[sq])
		if m != 0 && m.Kind() != t.plain(m.Kind()) {
			s.Unmoved = append(s.Unmoved, Unmoved{sq, m.Kind() == t.must})
			m = MakeMan(t.plain(m.Kind()), m.Color())
		}
		s.Board[sq] = m
	}
	for c := range 2 {
		if cells.king[c] != absent {
			s.Castling.King[c] = r.cells[cells.king[c]] != 0
			for side := range 2 {
				s.Castling.Rook[c][side] = square(cells.rook[c][side])
			}
		}
		if cells.gates[c] != absent {
			s.Entry.Gates[c] = r.cells[cells.gates[c]]
		}
		for i := range 2 {
			if cells.hand[c][i] != absent {
				s.Entry.Hand[c][i] = int(r.cells[cells.hand[c][i]])
			}
		}
	}
	if t.v.Entry.Imaginary {
		for i := range s.Entry.Imaginary {
			s.Entry.Imaginary[i] = r.At(t.v.Imaginary(i))
		}
	}
	for i := range cells.epCells {
		if sq := square(cells.ep + i); sq != board.NoSquare {
			s.EnPassant = append(s.EnPassant, sq)
		}
	}
	if cells.left != absent {
		s.Series = SeriesState{int(r.cells[cells.left]), int(r.cells[cells.left+1]), r.cells[cells.progress] != 0}
	}
	r.aftermathState(&s.Aftermath, square)
	return s
}

func (r *reference) aftermathState(a *AftermathState, square func(int) board.Square) {
	cells := &r.table.cells
	if cells.pending != absent && r.cells[cells.pending] != 0 {
		a.Pending, a.PendingAt = Man(r.cells[cells.pending]), square(cells.pending+1)
	}
	a.Choice = square(cells.choice)
	if cells.last != absent {
		a.Last = [3]board.Square{square(cells.last), square(cells.last + 1), square(cells.last + 2)}
	}
	if cells.below != absent {
		for i := cells.below; r.cells[i] != 0; i += 2 {
			a.Below = append(a.Below, Hidden{square(i), Man(r.cells[i+1])})
		}
	}
	if cells.origin == absent {
		return
	}
	origin := make([]board.Square, r.table.area)
	own := make([]board.Square, r.table.area)
	for sq := range origin {
		origin[sq], own[sq] = square(cells.origin+sq), board.Square(sq)
		if r.cells[sq] == 0 {
			own[sq] = board.NoSquare
		}
	}
	if !slices.Equal(origin, own) {
		a.Origin = origin
	}
}
