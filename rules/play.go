package rules

import "github.com/kirke-chess/kirke/board"

// verdict is what came of playing a move: fine, a choice that is still to be
// made, or the rule that forbids it.
type verdict uint8

const (
	fine          verdict = iota
	needsReborn           // the mover must say what the reborn pawn becomes
	needsOwn              // the mover must say what its own reborn pawn becomes
	homeOccupied          // Strict: the captured man's rebirth square is not free
	ownHomeTaken          // Anticirce: the capturer's rebirth square is not free
	onOwnHome             // Cheylan: the capture is on the capturer's rebirth square
	marsHomeTaken         // Mars: the mover's home square is not free
	takesBack             // Cohen: the recapture only reverses the opponent's move
)

// play makes m, which need only be pseudo-legal, in the order of the rules of
// the Circe family, and hands the turn over. With a d that is not nil it writes
// down what happens. When the verdict is not fine the position is half-played
// and must be undone; d then tells where the rebirth failed, in RebornAt or CapturerAt.
func (s *state) play(m Move, d *Details) verdict {
	us := s.turn()
	if d != nil {
		*d = noDetails(m)
	}
	if k := m.Choice(); k != 0 {
		s.choose(MakeMan(k, us), d)
	}
	first := s.firstOfTurn()
	if first {
		s.clearPassed()
	}
	if m.Form() == Pass {
		s.endTurn(us, false)
		return fine
	}
	lastCapture := s.lastCapture()
	from, to := m.From(), m.To()
	progress := m.Form() == EnPassant || m.Form() == Ordinary && (has(s.pawn, s.at(from)) || !s.empty(to))
	switch {
	case m.Form() == Castle:
		s.castle(m, us, d)
		if v := s.rebirthOfPending(m, us, d); v != fine {
			return v
		}
		s.erupt(d)
	case m.Form() == Reassign:
		progress = s.reassign(m, us, d)
	case to >= s.area:
		s.captureOutside(m, d)
	default:
		if v := s.step(m, us, lastCapture, d); v != fine {
			return v
		}
	}
	if k := m.Enters(); k != 0 && m.Form() != Reassign {
		s.enter(MakeMan(k, us), m.gate(), d)
	}
	if m.Redesignates() {
		s.redesignate(us)
	}
	s.tidyEntry()
	s.tidyCastling()
	s.endTurn(us, progress)
	return fine
}

// Arrival returns the Details, but for Check, of a legal move with which a man of the board comes to an empty square, and that is all.
func Arrival(m Move, mover Man) Details {
	d := noDetails(m)
	d.Mover = mover
	return d
}

func noDetails(m Move) Details {
	none := board.NoSquare
	return Details{Move: m, From: m.From(), To: m.To(), RookFrom: none, RookTo: none, CapturedAt: none,
		MarsHome: none, EnteredAt: none, PawnFrom: none, PawnTo: none, ChoiceAt: none, CapturerAt: none, RebornAt: none}
}

// step plays an ordinary or en passant move on the board, with its capture and
// all that follows from it.
func (s *state) step(m Move, us board.Color, last capture, d *Details) verdict {
	from, to := m.From(), m.To()
	mover := s.at(from)
	kind := mover.Kind()
	isPawn := has(s.pawn, mover)
	at := to
	if m.Form() == EnPassant {
		at = s.passedPawn(to, us)
	}
	captured := s.at(at)
	a := &s.v.Aftermath
	if captured != 0 && a.Reborn == MoverReborn {
		wherever := s.home(kind, us, from)
		if wherever != from && !s.empty(wherever) {
			return marsHomeTaken
		}
		if d != nil {
			d.MarsHome = wherever
		}
	}
	origin := s.origin(from)
	capturedOrigin := s.origin(at)
	s.put(at, 0)
	s.put(from, 0)
	if captured != 0 {
		s.vacated(at)
		s.leavesChoice(at)
	}
	s.vacated(from)
	arrived := MakeMan(s.plain(kind), us)
	if k := m.Promotion(); k != 0 {
		arrived = MakeMan(k, us)
		if s.v.Entry.Imaginary && s.handIndex(k) >= 0 {
			s.takeFromHand(arrived)
		}
	}
	s.place(to, arrived, origin)
	s.convert(kind, from, to, us)
	if d != nil {
		d.Mover, d.Captured = mover, captured
		if captured != 0 {
			d.CapturedAt = at
		}
		if m.Promotion() != 0 {
			d.Promoted = arrived
		}
	}
	if isPawn {
		s.noteDoubleStep(from, to, us)
	}
	cells := &s.table.cells
	if isPawn || captured != 0 {
		s.set(cells.half, 0)
	} else {
		s.idle()
	}
	if a.Active {
		if v := s.aftermath(m, mover, arrived, captured, at, origin, capturedOrigin, last, us, d); v != fine {
			return v
		}
	}
	return fine
}

// place puts a man on a square and remembers where it comes from.
func (s *state) place(sq board.Square, m Man, origin uint16) {
	s.put(sq, m)
	if o := s.table.cells.origin; o != absent {
		s.set(o+int(sq), origin)
	}
}

// origin returns the cell value of the origin of the man on sq, 0 for none.
func (s *state) origin(sq board.Square) uint16 {
	if o := s.table.cells.origin; o != absent {
		return s.cells[o+int(sq)]
	}
	return 0
}

// vacated takes away the rights that hang on a man that has left sq.
func (s *state) vacated(sq board.Square) {
	cells := &s.table.cells
	if o := cells.origin; o != absent && s.empty(sq) {
		s.set(o+int(sq), 0)
	}
	if cells.king[0] != absent {
		for c := range board.Color(2) {
			for side := range 2 {
				if s.square(cells.rook[c][side]) == sq {
					s.set(cells.rook[c][side], 0)
				}
			}
			if s.cells[cells.king[c]] != 0 && s.king(c) != s.castlingKing(c) {
				s.set(cells.king[c], 0)
			}
		}
	}
	if cells.gates[0] != absent {
		for c := range board.Color(2) {
			if s.v.Size.RankFrom(c, sq) == 0 {
				s.set(cells.gates[c], s.cells[cells.gates[c]]&^(1<<s.v.Size.File(sq)))
			}
		}
	}
}

// castlingKing returns the square a king with its castling right stands on: the
// cell holds it as square + 1.
func (s *state) castlingKing(c board.Color) board.Square { return s.square(s.table.cells.king[c]) }

// restored gives back the castling right of a king or rook that a rebirth or an
// eruption has put on its own square of the array; a rook's, on its side of the king.
func (s *state) restored(sq board.Square) {
	cells := &s.table.cells
	if cells.king[0] == absent {
		return
	}
	m := s.at(sq)
	c := m.Color()
	if has(s.royal, m) {
		if sq == s.kingHome[c] {
			s.set(cells.king[c], uint16(sq)+1)
		}
		return
	}
	king := s.castlingKing(c) // may be on another square where the game did not start from the array
	for side, corner := range s.corner[c] {
		if sq == corner && m.Kind() == s.homes[c][s.v.Size.File(sq)] && (king == board.NoSquare || (sq > king) == (side == 1)) {
			s.set(cells.rook[c][side], uint16(sq)+1)
		}
	}
}

// tidyCastling drops rights that mean nothing any more, so that equal positions
// have equal cells: rooks' rights without the king's where no king is ever
// reborn, a king's without a rook's where no rook is.
func (s *state) tidyCastling() {
	cells := &s.table.cells
	if cells.king[0] == absent {
		return
	}
	a := &s.v.Aftermath
	kings := a.Active && (a.Kings || a.Reborn == CapturerReborn)
	for c := range 2 {
		if s.cells[cells.king[c]] == 0 && !kings {
			s.set(cells.rook[c][0], 0)
			s.set(cells.rook[c][1], 0)
		}
		if !a.Active && s.cells[cells.rook[c][0]] == 0 && s.cells[cells.rook[c][1]] == 0 {
			s.set(cells.king[c], 0)
		}
	}
}

// convert applies the bishops conversion rule to the bishop of kind that has
// just moved: the other unmoved bishop must now convert, or never will.
func (s *state) convert(kind Kind, from, to board.Square, us board.Color) {
	if s.free == 0 || kind != s.free {
		return
	}
	next := s.bishop
	if s.v.Size.File(from) != s.v.Size.File(to) && s.v.Size.Rank(from) != s.v.Size.Rank(to) {
		next = s.must
	}
	for file := range s.v.Size.Files {
		if sq := s.v.Size.Home(us, file, 0); s.at(sq) == MakeMan(s.free, us) {
			s.put(sq, MakeMan(next, us))
		}
	}
}

// firstOfTurn reports whether the move to be made is the first of its turn.
func (s *state) firstOfTurn() bool {
	left := s.table.cells.left
	return left == absent || s.cells[left] == s.cells[left+1]
}

// clearPassed forgets the squares passed by double steps of the turn before.
func (s *state) clearPassed() {
	cells := &s.table.cells
	for i := range cells.epCells {
		s.set(cells.ep+i, 0)
	}
}

// isPassed reports whether sq was passed by a double step that may be taken now.
func (s *state) isPassed(sq board.Square) bool {
	cells := &s.table.cells
	if cells.epCells == 1 {
		return s.square(cells.ep) == sq
	}
	return s.square(cells.ep+s.v.Size.File(sq)) == sq && s.firstOfTurn()
}

// passedPawn returns the square of the pawn that passed sq, for its captor's side.
func (s *state) passedPawn(sq board.Square, us board.Color) board.Square {
	if us == board.White {
		return sq - board.Square(s.v.Size.Files)
	}
	return sq + board.Square(s.v.Size.Files)
}

// noteDoubleStep remembers the square a pawn has passed, and in a series forgets
// one whose pawn has moved on.
func (s *state) noteDoubleStep(from, to board.Square, us board.Color) {
	cells, size := &s.table.cells, s.v.Size
	slot := cells.ep
	if cells.epCells > 1 {
		if passed := s.square(slot + size.File(from)); passed != board.NoSquare && s.passedPawn(passed, us.Other()) == from {
			s.set(slot+size.File(from), 0)
		}
		slot += size.File(to)
	}
	if from%board.Square(size.Files) == to%board.Square(size.Files) && (size.Rank(from)-size.Rank(to))*(size.Rank(from)-size.Rank(to)) == 4 {
		s.set(slot, uint16(from+to)/2+1)
	}
}

// tidyPassed keeps the passed squares only where the side to move has a pawn
// that can take, and the pawn is still there.
func (s *state) tidyPassed(us board.Color) {
	cells := &s.table.cells
	for i := range cells.epCells {
		sq := s.square(cells.ep + i)
		if sq == board.NoSquare {
			continue
		}
		behind := s.passedPawn(sq, us)
		m := s.at(behind)
		if m == 0 || m.Color() == us || !has(s.pawn, m) || !s.empty(sq) || !s.attacked(sq, us, s.pawn) {
			s.set(cells.ep+i, 0)
		}
	}
}

// idle counts a half-move without capture or pawn move; series count turns.
func (s *state) idle() {
	if cells := &s.table.cells; cells.left == absent {
		s.set(cells.half, s.cells[cells.half]+1)
	}
}

// endTurn hands the move to the other side, or on to the next move of a series.
func (s *state) endTurn(us board.Color, progress bool) {
	cells := &s.table.cells
	them := us.Other()
	if left := cells.left; left != absent {
		if progress {
			s.set(cells.progress, 1)
		}
		s.set(left, s.cells[left]-1)
		if s.cells[left] != 0 && !s.inCheck(them) {
			return
		}
		s.set(left+1, s.cells[left+1]+1)
		s.set(left, s.cells[left+1])
		if s.cells[cells.progress] == 0 {
			s.set(cells.half, s.cells[cells.half]+1)
		}
		s.set(cells.progress, 0)
	}
	s.set(cells.turn, uint16(them))
	s.tidyPassed(them)
	if us == board.Black {
		s.set(cells.full, s.cells[cells.full]+1)
	}
}

// castle moves king and rook.
func (s *state) castle(m Move, us board.Color, d *Details) {
	cells := &s.table.cells
	king, rook := m.From(), m.To()
	kingMan, rookMan := s.at(king), s.at(rook)
	kingOrigin, rookOrigin := s.origin(king), s.origin(rook)
	kingTo, rookTo := s.v.CastlingSquares(king, rook)
	s.put(king, 0)
	s.put(rook, 0)
	s.vacated(king)
	s.vacated(rook)
	s.place(kingTo, kingMan, kingOrigin)
	s.place(rookTo, rookMan, rookOrigin)
	s.set(cells.king[us], 0)
	s.idle()
	if d != nil {
		d.Mover, d.To, d.RookFrom, d.RookTo, d.KingSide = kingMan, kingTo, rook, rookTo, rook > king
	}
}

// awaits returns the square of the reborn pawn of a side that waits for it to choose a promotion, and NoSquare where there is none.
func (s *state) awaits(c board.Color) board.Square {
	choice := s.table.cells.choice
	if choice == absent || s.cells[choice] == 0 {
		return board.NoSquare
	}
	if at := s.square(choice); s.at(at).Color() == c {
		return at
	}
	return board.NoSquare
}

// leavesChoice ends the wait of a reborn pawn on sq, which leaves the board. Its side has then passed, as in a series.
func (s *state) leavesChoice(sq board.Square) {
	if choice := s.table.cells.choice; choice != absent && s.square(choice) == sq {
		s.set(choice, 0)
	}
}

// choose makes the pawn whose promotion was left to its own side a man.
func (s *state) choose(man Man, d *Details) {
	at := s.awaits(man.Color())
	if at == board.NoSquare {
		return
	}
	s.put(at, man)
	s.restored(at)
	s.set(s.table.cells.choice, 0)
	if d != nil {
		d.Choice, d.ChoiceAt = man, at
	}
}
