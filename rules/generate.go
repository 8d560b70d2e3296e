package rules

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// A move is generated in two steps. generate lists what the men can do by their
// movement, without the choices that come after arrival; legal plays each of
// these, adds the choices that turn out to be needed, and keeps those that leave
// the own king safe. A man that enters does so after the move has been found
// legal without it.

// wanted selects pseudo-legal moves by the man on the arrival square and that
// square; nil wants all.
type wanted func(target Man, to board.Square) bool

// generate appends the pseudo-legal moves of the side to move to s.moves.
func (s *state) generate(want wanted) {
	us := s.turn()
	for sq := range s.area {
		m := Man(s.cells[sq])
		if m == 0 || m.Color() != us {
			continue
		}
		if s.check == byHomes {
			s.generateMars(m, sq, us, want)
			continue
		}
		s.walk(m, sq, sq, piece.Both, us, want)
	}
	if want == nil && s.v.Castling.any() {
		s.generateCastling(us)
	}
}

// walk generates the moves of the man m, which leaves from, as it moves from the
// square at; they differ only in Martian captures.
func (s *state) walk(m Man, from, at board.Square, modes piece.Mode, us board.Color, want wanted) {
	reach := s.reach.From[us][m.Kind()-1][at]
	pawn := has(s.pawn, m)
	s.stamp++
	for i := 0; i < len(reach); {
		n := &reach[i]
		target := Man(s.cells[n.Square])
		if target == 0 {
			switch {
			case n.Hurdle:
				i = int(n.Skip)
				continue
			case n.Mode&modes&piece.Move != 0:
				s.arrive(m, from, n.Square, 0, pawn, us, want)
			case pawn && n.Mode&modes&piece.Capture != 0 && s.isPassed(n.Square):
				if want == nil || want(0, n.Square) {
					s.moves = append(s.moves, MakeMove(EnPassant, from, n.Square))
				}
			}
			i++
			continue
		}
		if n.Hurdle {
			i++
			continue
		}
		if target.Color() != us && n.Mode&modes&piece.Capture != 0 {
			s.arrive(m, from, n.Square, target, pawn, us, want)
		}
		i = int(n.Skip)
	}
}

// arrive appends the moves from one square to another: several for a pawn on the
// last rank, none when another path led to the same square.
func (s *state) arrive(m Man, from, to board.Square, target Man, pawn bool, us board.Color, want wanted) {
	if s.seen[to] == s.stamp || want != nil && !want(target, to) {
		return
	}
	s.seen[to] = s.stamp
	move := MakeMove(Ordinary, from, to)
	if !pawn || !s.lastRank(m, to) || len(s.promotion) == 0 || target != 0 && s.v.Aftermath.Capturer == Vanishes {
		s.moves = append(s.moves, move)
		return
	}
	for _, k := range s.promotion {
		if s.mayPromote(us, k) {
			s.moves = append(s.moves, move.WithPromotion(k))
		}
	}
}

// mayPromote reports whether a pawn of us may become k: in Siceirawan a man of
// the hand only while none of its side is on the board.
func (s *state) mayPromote(us board.Color, k Kind) bool {
	if !s.v.Entry.Imaginary || s.handIndex(k) < 0 {
		return true
	}
	n, _ := s.presence(us)
	return n == 0
}

// generateMars generates the moves of a man of Martian Circe: it moves from where
// it stands, and captures from its home square if that is free.
func (s *state) generateMars(m Man, from board.Square, us board.Color, want wanted) {
	s.walk(m, from, from, piece.Move, us, want)
	if has(s.pawn, m) && len(s.reach.From[us][m.Kind()-1][from]) == 0 {
		return
	}
	home := s.home(m.Kind(), us, from)
	if home != from && !s.empty(home) {
		return
	}
	mark := len(s.log)
	s.put(from, 0)
	s.walk(m, from, home, piece.Capture, us, want)
	s.undo(mark)
}

// generateCastling appends the castlings whose squares are free and unattacked.
func (s *state) generateCastling(us board.Color) {
	cells := &s.table.cells
	king := s.castlingKing(us)
	if king == board.NoSquare || s.king(us) != king || s.cells[cells.rook[us][0]] == 0 && s.cells[cells.rook[us][1]] == 0 {
		return
	}
	if s.inCheck(us) {
		return
	}
	for side := range 2 {
		rook := s.square(cells.rook[us][side])
		if rook == board.NoSquare || !s.mayCastle(king, rook) {
			continue
		}
		s.moves = append(s.moves, MakeMove(Castle, king, rook))
	}
}

// mayCastle reports whether the squares between and under king and rook are free
// and the king passes no attacked square.
func (s *state) mayCastle(king, rook board.Square) bool {
	kingTo, rookTo := s.v.CastlingSquares(king, rook)
	for sq := min(king, rook, kingTo, rookTo); sq <= max(king, rook, kingTo, rookTo); sq++ {
		if s.blocksCastling(sq, king, rook) {
			return false
		}
	}
	return s.firstAttacked(king, kingTo) == board.NoSquare
}

// blocksCastling reports whether another piece than king and rook stands on sq, which one of them passes.
func (s *state) blocksCastling(sq, king, rook board.Square) bool {
	if sq == king || sq == rook || s.empty(sq) {
		return false
	}
	kingTo, rookTo := s.v.CastlingSquares(king, rook)
	return between(sq, king, kingTo) || between(sq, rook, rookTo)
}

// firstAttacked returns the first square that the king passes or goes to in castling on which it
// would be in check, or NoSquare. Where a man is reborn by the castling itself (Parrain), which may
// close the line, the square it lands on is judged when the move has been played.
func (s *state) firstAttacked(king, to board.Square) board.Square {
	man := s.at(king)
	us := man.Color()
	pending := s.table.cells.pending != absent && s.cells[s.table.cells.pending] != 0
	step := board.Square(1)
	if to < king {
		step = ^board.Square(0) // one less, modulo the squares
	}
	for sq := king; sq != to; {
		sq += step
		if sq == to && pending {
			break
		}
		mark := len(s.log)
		s.put(king, 0)
		s.put(sq, man)
		bad := s.inCheck(us)
		s.undo(mark)
		if bad {
			return sq
		}
	}
	return board.NoSquare
}

func between(sq, a, b board.Square) bool { return sq >= min(a, b) && sq <= max(a, b) }

// legal appends the legal moves to buf.
func (s *state) legal(buf []Move) []Move {
	if s.awaits(s.turn()) == board.NoSquare {
		return s.legalAfter(0, buf)
	}
	for _, k := range s.promotion {
		mark := len(s.log)
		s.choose(MakeMan(k, s.turn()), nil)
		base := len(s.moves)
		s.generate(nil)
		s.undo(mark)
		buf = s.keepLegal(base, k, buf)
	}
	return buf
}

func (s *state) legalAfter(choice Kind, buf []Move) []Move {
	base := len(s.moves)
	s.generate(nil)
	return s.keepLegal(base, choice, buf)
}

// keepLegal pops the moves from base on and appends the legal ones to buf.
func (s *state) keepLegal(base int, choice Kind, buf []Move) []Move {
	us, first := s.turn(), len(buf)
	for i := base; i < len(s.moves) && !(s.quick && len(buf) > first); i++ {
		if s.only != 0 && s.moves[i].Bare() != s.only {
			continue
		}
		buf = s.try(s.moves[i].WithChoice(choice), us, buf)
	}
	s.moves = s.moves[:base]
	if s.v.Entry.Imaginary && (s.only == 0 || s.only.Form() == Reassign) {
		buf = s.reassignments(us, buf)
	}
	return buf
}

// try appends m, with every choice it needs, where it is legal.
func (s *state) try(m Move, us board.Color, buf []Move) []Move {
	mark := len(s.log)
	v := s.play(m, nil)
	var against Rule
	if v == fine {
		against = s.forbids(us, mark)
	}
	s.undo(mark)
	switch {
	case v == needsReborn:
		for _, k := range s.promotion {
			buf = s.try(m.WithReborn(k), us, buf)
		}
	case v == needsOwn:
		for _, k := range s.promotion {
			buf = s.try(m.WithOwnReborn(k), us, buf)
		}
	case v != fine:
	case against == 0:
		buf = append(buf, m)
		if s.table.handKinds > 0 {
			buf = s.withEntries(m, us, buf)
		}
	case against == ChecksEarly && s.table.handKinds > 0:
		// A piece that enters may close the line of the check that comes too early.
		buf = s.withEntries(m, us, buf)
	}
	return buf
}

// forbids tells which rule forbids the move that us has just made: KingTaken, KingLost,
// LeavesCheck, ChecksEarly or none. mark is the length of the log before it.
func (s *state) forbids(us board.Color, mark int) Rule {
	them := us.Other()
	switch {
	case s.king(them) == board.NoSquare && s.hadKing(them, mark):
		return KingTaken
	case s.king(us) == board.NoSquare && s.hadKing(us, mark):
		return KingLost
	case !s.safe(us):
		return LeavesCheck
	case s.v.Series.Italian && s.brokeSeries(us, mark):
		return ChecksEarly
	}
	return 0
}

// before returns what a cell held when the log had the length mark.
func (s *state) before(cell, mark int) uint16 {
	for _, c := range s.log[mark:] {
		if int(c.cell) == cell {
			return c.old
		}
	}
	return s.cells[cell]
}

func (s *state) hadKing(c board.Color, mark int) bool {
	return s.before(s.table.cells.where[c], mark) != 0
}

// brokeSeries reports whether the move just made gave check before the last
// permitted move of its series.
func (s *state) brokeSeries(us board.Color, mark int) bool {
	return s.before(s.table.cells.left, mark) > 1 && s.turn() != us
}

// withEntries appends the move m with each man that may enter by it.
func (s *state) withEntries(m Move, us board.Color, buf []Move) []Move {
	from := m.From()
	man := s.at(from)
	if has(s.pawn, man) || m.Form() == Reassign {
		return buf
	}
	if m.Form() == Castle {
		if s.v.Entry.Imaginary {
			buf = s.withRedesignation(m, us, 0, buf)
		}
		buf = s.withEntry(m, us, from, false, buf)
		return s.withEntry(m, us, m.To(), true, buf)
	}
	return s.withEntry(m, us, from, false, buf)
}

// withEntry appends m with each kind that may enter on sq.
func (s *state) withEntry(m Move, us board.Color, sq board.Square, atRook bool, buf []Move) []Move {
	var kinds [2]Kind
	for _, k := range s.entrants(us, sq, kinds[:0]) {
		entry := m.WithEntry(k, atRook)
		mark := len(s.log)
		free := true
		if s.entryNeedsTest(m) {
			if free = s.play(m, nil) == fine && s.empty(sq); free && (s.v.Aftermath.Active || s.v.Series.Italian) {
				s.undo(mark)
				free = s.play(entry, nil) == fine && s.forbids(us, mark) == 0
			}
			s.undo(mark)
		}
		if !free {
			continue
		}
		buf = append(buf, entry)
		if m.Form() == Castle && s.v.Entry.Imaginary {
			buf = s.withRedesignation(entry, us, k, buf)
		}
	}
	return buf
}

// entryNeedsTest reports whether the square a man enters on may be taken by the
// move itself, or the man there may change who is in check: by a check that is
// not allowed yet, or by standing on a square where another would be reborn.
func (s *state) entryNeedsTest(m Move) bool {
	return m.Form() == Castle || s.v.Aftermath.Active || s.v.Series.Italian
}

// withRedesignation appends the castling m with the imaginary squares changing
// places, when a man still stands on one of them after k has entered.
func (s *state) withRedesignation(m Move, us board.Color, k Kind, buf []Move) []Move {
	left, right := s.hands(us)
	waiting := 0
	for _, sq := range [2]board.Square{left, right} {
		if man := s.at(sq); man != 0 && (k == 0 || man.Kind() != k) {
			waiting++
		}
	}
	if waiting == 0 {
		return buf
	}
	return append(buf, m.WithRedesignation())
}

// reassignments appends the reassignments of us, alone and with a pawn move.
func (s *state) reassignments(us board.Color, buf []Move) []Move {
	n, at := s.presence(us)
	if n != 1 {
		return buf
	}
	for i := range s.handKinds {
		k := s.hand[i]
		from := s.waiting(MakeMan(k, us))
		if k == s.at(at).Kind() || from == board.NoSquare {
			continue
		}
		left, right := s.hands(us)
		if !s.empty(left + right - from) {
			continue
		}
		base := MakeMove(Reassign, at, at).WithEntry(k, false)
		buf = s.try(base, us, buf)
		mark, first := len(s.log), len(s.moves)
		s.reassign(base, us, nil)
		for sq := range s.area {
			if m := s.at(sq); m != 0 && m.Color() == us && has(s.pawn, m) {
				s.walk(m, sq, sq, piece.Both, us, nil)
			}
		}
		s.undo(mark)
		for j := first; j < len(s.moves); j++ {
			p := s.moves[j]
			if p.To() < s.area {
				buf = s.try(base.WithPawn(p.From(), p.To()).WithPromotion(p.Promotion()), us, buf)
			}
		}
		s.moves = s.moves[:first]
	}
	return buf
}

// branches plays m with every way to make the choices it needs and calls visit
// on each position that arises, until visit returns false.
func (s *state) branches(m Move, visit func(Move) bool) bool {
	mark := len(s.log)
	v := s.play(m, nil)
	more := true
	if v == fine {
		more = visit(m)
	}
	s.undo(mark)
	if v != needsReborn && v != needsOwn {
		return more
	}
	for _, k := range s.promotion {
		next := m.WithReborn(k)
		if v == needsOwn {
			next = m.WithOwnReborn(k)
		}
		if !s.branches(next, visit) {
			return false
		}
	}
	return true
}
