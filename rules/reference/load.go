package reference

import (
	"math/bits"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// New returns the position of v that s describes. It overlooks the defects in forgive, and returns
// a *rules.SetupError for any other. It also returns an error if v itself makes no sense.
func New(v *rules.Variant, s rules.Setup, forgive rules.Defect) (rules.Position, error) {
	return newReference(v, s, forgive, v.AssumeCastling)
}

// Exactly returns the position of v that s describes, where s is from a position of v. Castling
// rights are those of s even if v assumes castling.
func Exactly(v *rules.Variant, s rules.Setup) (rules.Position, error) {
	return newReference(v, s, rules.AnyDefect, false)
}

func newReference(v *rules.Variant, s rules.Setup, forgive rules.Defect, fromSquares bool) (rules.Position, error) {
	t, err := tableOf(v)
	if err != nil {
		return nil, err
	}
	r := &position{table: t, cells: make([]uint16, t.cells.size)}
	var bad rules.Defect
	if !t.fits(&s) {
		bad = rules.BadShape
	} else {
		l := loader{state: &state{table: t, cells: r.cells, seen: make([]uint64, int(t.area)+4)}, setup: &s,
			fromSquares: fromSquares}
		bad = l.load()
	}
	if refused := bad &^ (forgive &^ rules.BadShape); refused != 0 {
		return nil, &rules.SetupError{Variant: v.ID, Defects: bad, Refused: refused}
	}
	r.key = t.hash(r.cells)
	return r, nil
}

// fits reports whether the setup has the board and the piece types of this game.
func (t *table) fits(s *rules.Setup) bool {
	if len(s.Board) != int(t.area) || s.Turn > board.Black {
		return false
	}
	ok := func(pc rules.Piece) bool {
		return pc == 0 || pc.Type() != 0 && int(pc.Type()) <= len(t.v.Army) && (!pc.Neutral() || t.v.Neutrals)
	}
	for _, pc := range s.Board {
		if pc != rules.Wall && !ok(pc) {
			return false
		}
	}
	for _, pc := range s.Gating.Imaginary {
		if !ok(pc) {
			return false
		}
	}
	for _, h := range s.Aftermath.Below {
		if !ok(h.Piece) {
			return false
		}
	}
	return ok(s.Aftermath.Pending)
}

// loader writes a setup into the cells of a state and collects its defects.
type loader struct {
	*state
	setup       *rules.Setup
	fromSquares bool // castling rights are read off the squares
	bad         rules.Defect
}

// load writes all parts of the setup and returns its defects.
func (l *loader) load() rules.Defect {
	l.pieces()
	l.pocket()
	l.set(l.table.cells.turn, uint16(l.setup.Turn))
	l.set(l.table.cells.half, uint16(min(max(l.setup.Halfmove, 0), 0xFFFF)))
	l.set(l.table.cells.full, uint16(min(max(l.setup.Fullmove, 1), 0xFFFF)))
	l.conversions()
	l.series()
	l.castling()
	l.gating()
	l.aftermath()
	l.passed()
	l.fairyState()
	if l.bad&(rules.MissingKing|rules.TooManyKings) == 0 && !l.over() && !l.v.Fairy.Checking.Ignored &&
		l.inCheck(l.setup.Turn.Other()) {
		l.bad |= rules.OppositeCheck
	}
	return l.bad
}

// pieces puts the pieces on the board. Bishops are ordinary ones until conversions.
func (l *loader) pieces() {
	var kings [2]int
	pieces := 0
	for i, pc := range l.setup.Board {
		if pc == 0 {
			continue
		}
		sq := board.Square(i)
		if pc == rules.Wall {
			l.put(sq, pc)
			continue
		}
		pieces++
		l.put(sq, pc.As(l.plain(pc.Type())))
		switch {
		case has(l.royal, pc):
			for c := range board.Color(2) {
				if pc.Of(c) {
					kings[c]++
				}
			}
		case !has(l.pawn, pc) || pc.Neutral():
		case l.lastRank(pc, pc.Color(), sq) && len(l.promotionOf(pc, pc.Color())) > 0 && !l.v.MayStayPawn() &&
			l.promotesOn(pc, pc.Color(), sq):
			l.bad |= rules.PawnOnLastRank
		case l.v.Size.RankFrom(l.heading(pc, pc.Color()), sq) == 0 && !l.v.Aftermath.Active && !l.firstRankWay:
			l.bad |= rules.PawnOnFirstRank
		}
	}
	for sq, hole := range l.fairy.holes {
		if hole && l.empty(board.Square(sq)) {
			l.put(board.Square(sq), rules.Wall)
		}
	}
	if pieces == 0 && l.setup.Hand == (rules.HandState{}) {
		l.bad |= rules.EmptyBoard
	}
	for c := range board.Color(2) {
		if kings[c] += l.kingsBelow(c); kings[c] == 0 && l.parts.kings[c] && !l.kingInHand(c) {
			l.bad |= rules.MissingKing
		}
	}
	l.crown(nil)
	if (kings[0] > 1 || kings[1] > 1) && l.fairy.kings[1] == 0 {
		l.bad |= rules.TooManyKings
	}
}

// kingInHand reports whether a side has still to drop its king.
func (l *loader) kingInHand(c board.Color) bool {
	for k, n := range l.setup.Hand[c] {
		if n > 0 && k > 0 && k <= len(l.v.Army) && l.v.Army[k-1].Royal {
			return true
		}
	}
	return false
}

// kingsBelow returns how many kings of a side are below other pieces, in games in which they may be.
func (l *loader) kingsBelow(c board.Color) (n int) {
	if l.v.Aftermath.Occupied != rules.CoversOccupant {
		return 0
	}
	for _, h := range l.setup.Aftermath.Below {
		if h.Piece.Type() != 0 && has(l.royal, h.Piece) && h.Piece.Of(c) {
			n++
		}
	}
	return n
}

// pocket writes the pieces to be dropped and the checks to be given.
func (l *loader) pocket() {
	for c := range board.Color(2) {
		for k, n := range l.setup.Hand[c] {
			switch cell := l.table.cells.pocket[c]; {
			case n == 0:
			case cell == absent || k == 0 || k > len(l.v.Army), l.v.Army[k-1].Royal && l.v.HandTypes()>>(k-1)&1 == 0:
				l.bad |= rules.BadHand
			default:
				l.set(cell+k-1, uint16(n))
			}
		}
		if cell := l.table.cells.checks[c]; cell != absent {
			l.set(cell, uint16(min(max(l.setup.Checks[c], 0), 0xFFFF)))
		}
	}
}

// conversions replaces bishops by those that may or must still convert.
func (l *loader) conversions() {
	for _, u := range l.setup.Conversions {
		if l.free == 0 || !l.v.Size.Contains(u.Square) {
			l.bad |= rules.BadConversion
			continue
		}
		pc := l.at(u.Square)
		if pc.Type() == 0 || pc.Type() != l.bishop || l.v.Size.RankFrom(pc.Color(), u.Square) != 0 {
			l.bad |= rules.BadConversion
			continue
		}
		pieceType := l.free
		if u.Must {
			pieceType = l.must
		}
		l.put(u.Square, rules.MakePiece(pieceType, pc.Color()))
	}
}

// series writes the moves left. A setup that says nothing is in a series of one move.
func (l *loader) series() {
	left := l.table.cells.left
	if left == absent {
		if (l.setup.Series != rules.SeriesState{}) {
			l.bad |= rules.BadSeries
		}
		return
	}
	s := l.setup.Series
	if s == (rules.SeriesState{}) {
		s = rules.SeriesState{Left: 1, Length: 1}
	}
	if s.Length < 1 || s.Length > 0xFFFF || s.Left < 1 || s.Left > s.Length {
		l.bad |= rules.BadSeries
		s = rules.SeriesState{Left: 1, Length: 1}
	}
	l.set(left, uint16(s.Left))
	l.set(left+1, uint16(s.Length))
	if s.Progress {
		l.set(l.table.cells.progress, 1)
	}
}

// castling writes the castling rights.
func (l *loader) castling() {
	cells := &l.table.cells
	for c := range board.Color(2) {
		rooks, king := l.setup.Castling.Rook[c], l.setup.Castling.King[c]
		if l.fromSquares {
			rooks, king = l.rightsFromSquares(c)
		}
		if cells.king[c] == absent {
			if rooks[0] != board.NoSquare || rooks[1] != board.NoSquare || king {
				l.bad |= rules.BadCastling
			}
			continue
		}
		at := l.kingToCastle(c)
		home := at != board.NoSquare && l.v.Size.Contains(at) && l.v.Size.RankFrom(c, at) == l.v.Castling.Rank
		free := l.v.Castling.Free
		for side, rook := range rooks {
			if rook == board.NoSquare {
				continue
			}
			if !l.v.Size.Contains(rook) || l.v.Size.RankFrom(c, rook) != l.v.Castling.Rank ||
				!l.castlesAsRook(rook, c) || !free && rook != l.homes.Corner(c, side) {
				l.bad |= rules.BadCastling
				continue
			}
			// A rook's right says that its king has not moved, unless kings may be reborn.
			if !l.v.KingsReturn() {
				king = true
			}
			if king && home && (rook > at) != (side == 1) { // without its right the king may have passed the rook
				l.bad |= rules.BadCastling
				continue
			}
			l.set(cells.rook[c][side], uint16(rook)+1)
		}
		if king {
			if !home || !free && at != l.homes.King(c) {
				l.bad |= rules.BadCastling
			} else {
				l.set(cells.king[c], uint16(at)+1)
			}
		}
	}
	l.tidyCastling()
}

// kingToCastle returns the square of the piece of c that castles as a king, or NoSquare.
func (l *loader) kingToCastle(c board.Color) board.Square {
	if king := l.king(c); l.v.Castling.King == 0 {
		if king != board.NoSquare && !l.castlesAsKing(king, c) {
			return board.NoSquare
		}
		return king
	}
	if home := l.homes.King(c); home != board.NoSquare && !l.v.Castling.Free {
		if l.castlesAsKing(home, c) {
			return home
		}
		return board.NoSquare
	}
	for file := range l.v.Size.Files {
		sq := l.v.Size.Home(c, file, l.v.Castling.Rank)
		if l.castlesAsKing(sq, c) {
			return sq
		}
	}
	return board.NoSquare
}

// rightsFromSquares returns the castling rights that chess problems assume.
func (l *loader) rightsFromSquares(c board.Color) (rooks [2]board.Square, king bool) {
	rooks = [2]board.Square{board.NoSquare, board.NoSquare}
	home, royal := l.homes.King(c), l.king(c)
	if home == board.NoSquare {
		return rooks, false
	}
	king = l.kingToCastle(c) == home && (royal == home || royal == board.NoSquare)
	remembered := l.v.KingsReturn()
	for side := range 2 {
		corner := l.homes.Corner(c, side)
		if corner != board.NoSquare && l.castlesAsRook(corner, c) && (king || remembered) {
			rooks[side] = corner
		}
	}
	return rooks, king && l.v.Castling.Any()
}

// gating writes the gates and the pieces in hand.
func (l *loader) gating() {
	cells, g := &l.table.cells, &l.setup.Gating
	if cells.gates[0] == absent {
		if (*g != rules.GatingState{}) {
			l.bad |= rules.BadGate | rules.BadHand
		}
		return
	}
	for c := range board.Color(2) {
		gates := g.Gates[c]
		for rest := gates; rest != 0; rest &= rest - 1 {
			file := bits.TrailingZeros16(rest)
			sq := l.v.Size.Home(c, file, 0)
			if sq == board.NoSquare || l.at(sq).Color() != c || !l.mayGate(l.at(sq)) && l.unmovable(c)>>file&1 == 0 {
				l.bad |= rules.BadGate
				gates &^= 1 << file
			}
		}
		l.set(cells.gates[c], gates)
		if l.v.Gating.Imaginary {
			l.imaginary(c)
			continue
		}
		for i, n := range g.Hand[c] {
			if n < 0 || n > 8 || n > 0 && i >= len(l.hand) {
				l.bad |= rules.BadHand
				n = 0
			}
			if cells.hand[c][i] != absent {
				l.set(cells.hand[c][i], uint16(n))
			}
		}
	}
	l.tidyGating()
}

// imaginary puts the pieces of a side on its imaginary squares.
func (l *loader) imaginary(c board.Color) {
	left, right := l.hands(c)
	for i, sq := range []board.Square{left, right} {
		pc := l.setup.Gating.Imaginary[2*int(c)+i]
		if pc == 0 {
			continue
		}
		if pc.Color() != c || l.handIndex(pc.Type()) < 0 || l.waiting(pc) != board.NoSquare {
			l.bad |= rules.BadHand
			continue
		}
		l.put(sq, pc)
	}
	switch n, at := l.presence(c); {
	case n > 1, n == 1 && l.waiting(l.at(at)) != board.NoSquare:
		l.bad |= rules.BadHand
	}
}

// aftermath writes what captures have left to be done.
func (l *loader) aftermath() {
	cells, a := &l.table.cells, &l.setup.Aftermath
	if a.Pending != 0 {
		waits := l.v.CapturersWait()
		switch {
		case cells.pending == absent, !l.v.Size.Contains(a.PendingAt), !waits && has(l.royal, a.Pending),
			waits && (!l.v.Size.Contains(a.PendingOn) || l.at(a.PendingOn) != a.Pending):
			l.bad |= rules.BadPending
		default:
			l.set(cells.pending, uint16(a.Pending))
			l.set(cells.pending+1, uint16(a.PendingAt)+1)
			if waits {
				l.set(cells.pending+2, uint16(a.PendingOn)+1)
			}
		}
	}
	if a.Choice != board.NoSquare {
		if cells.choice == absent || !l.v.Size.Contains(a.Choice) || l.empty(a.Choice) ||
			!has(l.pawn, l.at(a.Choice)) ||
			!l.lastRank(l.at(a.Choice), l.owner(l.at(a.Choice), l.setup.Turn.Other()), a.Choice) {
			l.bad |= rules.BadPending
		} else {
			l.set(cells.choice, uint16(a.Choice)+1)
			l.bad &^= rules.PawnOnLastRank
		}
	}
	if a.Last[0] != board.NoSquare && cells.last != absent {
		for i, sq := range a.Last {
			if l.v.Size.Contains(sq) {
				l.set(cells.last+i, uint16(sq)+1)
			}
		}
	}
	pieces := 0
	for _, pc := range l.setup.Board {
		if pc != 0 {
			pieces++
		}
	}
	for i, h := range a.Below {
		if cells.below == absent || !l.v.Size.Contains(h.At) || h.Piece == 0 || l.empty(h.At) ||
			pieces+i >= int(l.area) {
			l.bad |= rules.BadPending
			continue
		}
		l.bury(h.At, h.Piece.As(l.plain(h.Piece.Type())))
	}
	if cells.tag == absent || !l.v.RemembersOrigins() {
		return
	}
	for sq := range l.area {
		switch {
		case l.empty(sq):
		case int(sq) < len(a.Origin):
			if o := a.Origin[sq]; l.v.Size.Contains(o) {
				l.set(cells.tag+int(sq), uint16(o)+1)
			}
		default:
			l.set(cells.tag+int(sq), uint16(sq)+1)
		}
	}
}

// passed writes the squares that double steps have passed.
func (l *loader) passed() {
	cells := &l.table.cells
	us := l.setup.Turn
	first := l.firstOfTurn()
	if !first {
		us = us.Other() // the squares passed in this series are for the other side
	}
	for i, sq := range l.setup.EnPassant {
		by, rank := us, l.v.Size.Ranks-3
		if l.v.Fairy.Movers.MovesTheirs() && l.v.Size.Contains(sq) && l.v.Size.RankFrom(us, sq) != rank {
			by = us.Other() // takes a pawn of us that the other side has moved
		}
		onRank := l.v.Size.Contains(sq) && (l.v.Size.RankFrom(by, sq) == rank || l.parts.steps ||
			l.backwards != 0 && l.v.Size.RankFrom(by.Other(), sq) == rank)
		if !onRank || i > 0 && cells.epCells == 1 {
			l.bad |= rules.BadEnPassant
			continue
		}
		p := passed(sq) + 1
		if len(l.setup.Passers) == len(l.setup.EnPassant) {
			p = l.passedBy(by.Other(), sq+sq-l.setup.Passers[i], l.setup.Passers[i])
		}
		pawn := p.pawn(l.v.Size, by)
		if !l.v.Size.Contains(pawn) || len(l.setup.Passers) > i && l.setup.Passers[i] != pawn {
			l.bad |= rules.BadEnPassant
			continue
		}
		behind := l.at(pawn)
		if first && !l.empty(sq) || !behind.Against(by) || !has(l.pawn, behind) {
			l.bad |= rules.BadEnPassant
			continue
		}
		l.set(l.passedCell(sq), uint16(p))
	}
	if first {
		l.tidyPassed(us)
	}
}

// Setup returns the position as it can be written down.
func (r *position) Setup() (s rules.Setup) {
	r.FillSetup(&s)
	return s
}

// FillSetup makes s what Setup returns, in the memory that s has.
func (r *position) FillSetup(s *rules.Setup) {
	t, cells := r.table, &r.table.cells
	square := func(cell int) board.Square {
		if cell == absent {
			return board.NoSquare
		}
		return board.Square(r.cells[cell]) - 1
	}
	s.Reset(t.v)
	s.Turn = r.Turn()
	s.Halfmove, s.Fullmove = r.Clock()
	for sq := range t.area {
		pc := rules.Piece(r.cells[sq])
		if pc.Type() != 0 && pc.Type() != t.plain(pc.Type()) {
			s.Conversions = append(s.Conversions, rules.ConversionRight{Square: sq, Must: pc.Type() == t.must})
			pc = pc.As(t.plain(pc.Type()))
		}
		s.Board[sq] = pc
	}
	for c := range 2 {
		if cells.pocket[c] != absent {
			for i := range t.v.Army {
				s.Hand[c][i+1] = uint8(min(r.cells[cells.pocket[c]+i], 255))
			}
		}
		if cells.checks[c] != absent {
			s.Checks[c] = int(r.cells[cells.checks[c]])
		}
		if cells.king[c] != absent {
			s.Castling.King[c] = r.cells[cells.king[c]] != 0
			for side := range 2 {
				s.Castling.Rook[c][side] = square(cells.rook[c][side])
			}
		}
		if cells.gates[c] != absent {
			s.Gating.Gates[c] = r.cells[cells.gates[c]]
		}
		for i := range 2 {
			if cells.hand[c][i] != absent {
				s.Gating.Hand[c][i] = int(r.cells[cells.hand[c][i]])
			}
		}
	}
	if t.v.Gating.Imaginary {
		for i := range s.Gating.Imaginary {
			s.Gating.Imaginary[i] = r.At(t.v.Imaginary(i))
		}
	}
	bent := false
	for i := range cells.epCells {
		if p := passed(r.cells[cells.ep+i]); p != 0 {
			capturer := s.Turn
			if cells.left != absent && r.cells[cells.left] != r.cells[cells.left+1] {
				capturer = capturer.Other() // the squares passed in this series are for the other side
			}
			s.EnPassant = append(s.EnPassant, p.square())
			s.Passers = append(s.Passers, p.pawn(t.v.Size, capturer))
			bent = bent || p>>passedBits != 0
		}
	}
	if !bent {
		s.Passers = nil
	}
	if cells.left != absent {
		s.Series = rules.SeriesState{
			Left: int(r.cells[cells.left]), Length: int(r.cells[cells.left+1]), Progress: r.cells[cells.progress] != 0,
		}
	}
	r.aftermathState(&s.Aftermath, square)
	r.fairyState(&s.Fairy, square)
}

func (r *position) aftermathState(a *rules.AftermathState, square func(int) board.Square) {
	cells := &r.table.cells
	if cells.pending != absent && r.cells[cells.pending] != 0 {
		a.Pending, a.PendingAt = rules.Piece(r.cells[cells.pending]), square(cells.pending+1)
		a.PendingOn = square(cells.pending + 2)
	}
	a.Choice = square(cells.choice)
	if cells.last != absent {
		a.Last = [3]board.Square{square(cells.last), square(cells.last + 1), square(cells.last + 2)}
	}
	if cells.below != absent {
		for i := cells.below; r.cells[i] != 0; i += 2 {
			a.Below = append(a.Below, rules.Hidden{At: square(i), Piece: rules.Piece(r.cells[i+1])})
		}
	}
	if cells.tag == absent || !r.table.v.RemembersOrigins() {
		return
	}
	origin := make([]board.Square, r.table.area)
	own := make([]board.Square, r.table.area)
	for sq := range origin {
		origin[sq], own[sq] = square(cells.tag+sq), board.Square(sq)
		if r.cells[sq] == 0 {
			own[sq] = board.NoSquare
		}
	}
	if !slices.Equal(origin, own) {
		a.Origin = origin
	}
}
