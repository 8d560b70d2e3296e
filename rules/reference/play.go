package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// verdict is what came of playing a move: fine, a choice that is still to be
// made, or the rule that forbids it.
type verdict uint8

const (
	fine          verdict = iota
	needsReborn           // the mover must say what the reborn pawn becomes
	needsOwn              // the mover must say what its own reborn pawn becomes
	homeOccupied          // Strict: the captured piece's rebirth square is not free
	ownHomeTaken          // Anticirce: the capturer's rebirth square is not free
	onOwnHome             // Cheylan: the capture is on the capturer's rebirth square
	marsHomeTaken         // Mars: the mover's home square is not free
	takesBack             // Cohen: the recapture only reverses the opponent's move

	needsPromotion // the mover must say what its pawn becomes
	needsBench     // the mover must say what its piece becomes at the edge
	needsSecond    // the mover must choose among the squares of s.offer
	notChosen      // the move names a square or a promotion that is not to be chosen
	unsafeSwap     // Swapping: the own king is in check before the kings swap
	staysPawn      // Latent: a pawn stays one though it could become a piece
	outOfBox       // Box: a side has more pieces of a type than at the start
	onImitator     // Imitators: a piece would stand where one of them is
	noHole         // Wormholes: no other wormhole is free
	ownHomeOff     // Anticirce: the capturer has no rebirth square
	homingTaken    // Homing: the capturer's home square is not free
	noStep         // TakeThenMake: the capturer has nowhere to go on to
)

// play makes m, which need only be pseudo-legal, and hands the turn over. The order of its steps is
// that of the Circe rules. If d is not nil, play writes down in it what happens.
//
// If the verdict is not fine, the position is half-played and must be undone. d then tells where a
// rebirth failed, in RebornAt or CapturerAt.
func (s *state) play(m rules.Move, d *rules.Details) verdict {
	if s.v.Fairy.Chains && m.Chain() != 0 {
		return s.playChain(m, d)
	}
	turn := s.turn()
	us := s.moverSide(m, turn) // the side whose piece moves
	s.set(s.table.cells.turn, uint16(us))
	if d != nil {
		*d = rules.DetailsOf(m)
	}
	switch k := m.Choice(); {
	case k == 0:
	case s.v.Fairy.Latent == rules.OwnerReleases:
		s.releaseOwn(m, d)
	default:
		s.choose(k, us, d)
	}
	passer, left := s.takenPassing(m, us), board.NoSquare
	if s.firstOfTurn() {
		s.clearPassed()
	}
	if passes := s.table.cells.passes; passes != absent {
		s.countPass(m)
	}
	if s.parts.fairy {
		left = s.lastDeparture()
		s.remember(m, us, d)
	}
	if m.Form() == rules.Pass {
		s.pass(m, us, d)
		return fine
	}
	if castled := s.table.cells.castled; castled != absent {
		s.set(castled, 0)
	}
	last := s.lastCapture()
	s.lookAround()
	from, to := m.From(), m.To()
	progress := m.Form() == rules.EnPassant || m.Form() == rules.Locust || m.Form() == rules.Drop ||
		m.Form() == rules.Ordinary && (has(s.pawn, s.at(from)) || !s.empty(to))
	switch {
	case m.Form() == rules.Castle:
		s.castle(m, us, d)
		if v := s.castled(m, us, d); v != fine {
			return v
		}
	case m == rules.ExchangeOfRoles:
		s.exchangeRoles(d)
	case m.Form() == rules.Exchange:
		if v := s.exchange(m, us, d); v != fine {
			return v
		}
	case m.Form() == rules.Reassign:
		progress = s.reassign(m, us, passer, d)
	case m.Form() == rules.Drop:
		s.drop(m, us, d)
	case to >= s.area:
		s.captureOutside(m, d)
	default:
		if v := s.step(m, passer, left, last, d); v != fine {
			return v
		}
		s.aim(us, to)
	}
	s.putWall(m, d)
	if k := m.Gated(); k != 0 && m.Form() != rules.Reassign && m.Form() != rules.Drop {
		s.gateIn(rules.MakePiece(k, us), m.GateSquare(), d)
	}
	if m.Redesignates() {
		s.redesignate(us)
	}
	s.putKing(m, us.Other(), d)
	s.tidyGating()
	s.tidyCastling()
	s.endTurn(turn, progress)
	s.takeLost(us, d)
	if s.v.Fairy.Checking.Strict && !s.tries {
		s.noteAttacks()
	}
	return fine
}

// pass hands the turn over without a move of a piece.
func (s *state) pass(m rules.Move, us board.Color, d *rules.Details) {
	s.putWall(m, d)
	s.endTurn(us, false)
	if m != rules.SeriesPass {
		s.takeLost(us, d)
	}
}

// playLegal plays a legal move. So its second square is one that may be chosen.
func (s *state) playLegal(m rules.Move) {
	s.offered = m
	s.play(m, nil)
}

// countPass counts the half-moves in a row that pass.
func (s *state) countPass(m rules.Move) {
	passes := s.table.cells.passes
	if m.Form() == rules.Pass {
		s.set(passes, min(s.cells[passes]+1, 2))
	} else {
		s.set(passes, 0)
	}
}

// arrival is a move on the board whose mover has arrived: what its aftermath depends on.
type arrival struct {
	m           rules.Move
	us          board.Color
	mover       rules.Piece  // as it was
	arrived     rules.Piece  // as it is now: promoted, or a bishop without a right to convert
	captured    rules.Piece  // 0 for none
	at          board.Square // where the captured piece stood
	tag         uint16       // of the mover
	capturedTag uint16       // of the captured piece
	last        capture      // the opponent's capture just before
	partner     board.Square // where the rook has come to in castling; else a1, with no meaning
	left        board.Square // the square that the last mover has left, where that is remembered
	promoted    bool         // the mover has been promoted after its arrival
	now         board.Square // where the mover stands: NoSquare when it has left the board
	reborn      board.Square // where the captured piece is reborn, or NoSquare
	chose       bool         // the second square of the move is that of a rebirth
	offered     bool         // the second square of the move is known to be one that may be chosen
	d           *rules.Details
}

// step plays an ordinary or en passant move on the board, with its capture and
// all that follows from it.
func (s *state) step(m rules.Move, passer, left board.Square, last capture, d *rules.Details) verdict {
	us := s.turn()
	from, to := m.From(), m.To()
	at := to
	switch m.Form() {
	case rules.EnPassant:
		at = passer
	case rules.Locust:
		at = m.Victim()
	}
	a := arrival{
		m: m, us: us, mover: s.at(from), captured: s.at(at), at: at, last: last, left: left, offered: s.offered == m,
		reborn: board.NoSquare, d: d,
	}
	s.offered = 0
	after := &s.v.Aftermath
	start, v := s.starting(&a)
	if v != fine {
		return v
	}
	if at == from {
		a.captured = 0 // a promotion in place
	}
	a.tag, a.capturedTag = s.tag(from), s.tag(at)
	asPawn := has(s.pawn, a.mover) && (!s.parts.fairy || s.movesAs(a.mover, us, from)&s.pawn != 0)
	to, v = s.stepsOn(&a)
	if v != fine {
		return v
	}
	s.put(at, 0)
	s.put(from, 0)
	if a.captured != 0 {
		s.vacated(at)
		s.leavesChoice(at)
		if !after.Active {
			s.spoils(a.captured)
		}
	}
	s.vacated(from)
	a.now = to
	s.arriveOn(to, &a)
	if a.captured != 0 {
		s.afterCapture(a.mover, to, d)
	}
	s.convert(a.mover.Type(), from, to, us)
	if asPawn {
		s.noteDoubleStep(a.mover, start, to, us)
	}
	if has(s.pawn, a.mover) || a.captured != 0 {
		s.set(s.table.cells.half, 0)
	} else {
		s.idle()
	}
	return s.results(&a)
}

// results does what follows when the mover has arrived: by the conditions of Fairy, and in the
// Circe family.
func (s *state) results(a *arrival) verdict {
	if !s.fairy.acts && !s.v.Aftermath.Active {
		return fine
	}
	if v := s.changes(a); v != fine {
		return v
	}
	if s.parts.fairy && !s.homing(a) {
		return homingTaken
	}
	if v := s.capturerEnd(a); v != fine {
		return v
	}
	if s.v.Fairy.Breton.Last {
		if v := s.breton(a); v != fine {
			return v
		}
	}
	if v := s.turnings(a); v != fine {
		return v
	}
	s.notesCapture(a)
	if v := s.aftermath(a); v != fine {
		return v
	}
	if _, second := a.m.Second(); second && !a.chose && s.v.Fairy.Rebirth.Square.Chosen() {
		return notChosen
	}
	return s.follows(a)
}

// starting returns as if from where the piece goes that makes a move.
func (s *state) starting(a *arrival) (start board.Square, v verdict) {
	captures, from := a.captured != 0, a.m.From()
	mars := captures && s.v.Aftermath.Reborn == rules.MoverReborn
	antiMars := !captures && s.v.Fairy.Changing.Departs == rules.QuietFromHome
	switch {
	case s.choosesStart() && mars:
		start, v = s.chooseStart(a, piece.Capture)
	case s.choosesStart() && antiMars:
		start, v = s.chooseStart(a, piece.Move)
	case mars:
		var room [1]board.Square
		free := s.starts(a.mover, a.us, from, room[:0])
		if len(free) == 0 {
			return from, marsHomeTaken
		}
		start = free[0]
	default:
		start = s.departure(a.m)
	}
	if v == fine && a.d != nil && (mars || start != from) {
		a.d.Home = start
	}
	return start, v
}

// castled does what follows when a king has castled.
func (s *state) castled(m rules.Move, us board.Color, d *rules.Details) verdict {
	kingTo, rookTo := s.v.CastlingSquares(m.From(), m.To())
	a := arrival{
		m: m, us: us, mover: s.at(kingTo), arrived: s.at(kingTo), now: kingTo, reborn: board.NoSquare, partner: rookTo,
		d: d,
	}
	if v := s.changes(&a); v != fine {
		return v
	}
	if v := s.turnings(&a); v != fine {
		return v
	}
	if v := s.rebirthOfPending(&a); v != fine {
		return v
	}
	s.erupt(d)
	return s.follows(&a)
}

// arriveOn puts the mover on its square, promoted if it is.
func (s *state) arriveOn(to board.Square, a *arrival) {
	a.arrived = a.mover.As(s.plain(a.mover.Type()))
	promotion := a.m.Promotion()
	if s.fairy.late {
		promotion = 0 // it is due later
	}
	if promotion != 0 {
		a.arrived = a.mover.As(promotion)
		if s.v.Gating.Imaginary && s.handIndex(promotion) >= 0 {
			s.takeFromHand(a.arrived)
		}
	}
	s.place(to, a.arrived, a.tag)
	if d := a.d; d != nil {
		d.Mover, d.Captured = a.mover, a.captured
		if a.captured != 0 {
			d.CapturedAt = a.at
		}
		if promotion != 0 {
			d.Promoted = a.arrived
		}
	}
}

// vacated takes away the rights of a piece that has left sq.
func (s *state) vacated(sq board.Square) {
	cells := &s.table.cells
	if cells.tag != absent && s.empty(sq) {
		s.set(cells.tag+int(sq), 0)
	}
	if cells.king[0] != absent {
		for c := range board.Color(2) {
			for side := range 2 {
				if s.square(cells.rook[c][side]) == sq {
					s.set(cells.rook[c][side], 0)
				}
			}
			if king := s.castlingKing(c); king != board.NoSquare && !s.castlesFrom(c, king) {
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

// castlingKing returns the square of a king with its castling right, or NoSquare.
func (s *state) castlingKing(c board.Color) board.Square { return s.square(s.table.cells.king[c]) }

// restored gives a king or rook its castling right back after a rebirth has put it on its square in
// the starting position. A rook must also be on its side of the king.
func (s *state) restored(sq board.Square) {
	if s.table.cells.king[0] == absent {
		return
	}
	for c := range board.Color(2) {
		if s.at(sq).Of(c) {
			s.restoredTo(c, sq)
		}
	}
}

// restoredTo is restored for a piece of a side.
func (s *state) restoredTo(c board.Color, sq board.Square) {
	cells, pc := &s.table.cells, s.at(sq)
	if has(s.royal, pc) {
		if sq == s.homes.King(c) && s.castlesAsKing(sq, c) {
			s.set(cells.king[c], uint16(sq)+1)
		}
		return
	}
	king := s.castlingKing(c) // on another square than its home if the game started from a FEN
	for side := range 2 {
		if sq == s.homes.Corner(c, side) && s.walkOf(pc.Type()) == s.homes.Rank(c)[s.v.Size.File(sq)] &&
			(king == board.NoSquare || (sq > king) == (side == 1)) {
			s.set(cells.rook[c][side], uint16(sq)+1)
		}
	}
}

// tidyCastling drops rights that have become useless, so that equal positions have equal cells:
// those of rooks without their king's if kings are never reborn, and those of kings without a
// rook's if rooks never are.
func (s *state) tidyCastling() {
	cells := &s.table.cells
	if cells.king[0] == absent {
		return
	}
	kings := s.v.KingsReturn() || s.v.Fairy.Succession.ChangesKings()
	rooks := s.v.Aftermath.Active || s.fairy.acts // may come to their corners
	for c := range 2 {
		if s.cells[cells.king[c]] == 0 && !kings {
			s.set(cells.rook[c][0], 0)
			s.set(cells.rook[c][1], 0)
		}
		if !rooks && s.cells[cells.rook[c][0]] == 0 && s.cells[cells.rook[c][1]] == 0 {
			s.set(cells.king[c], 0)
		}
	}
}

// convert applies the conversion rule after a move of a bishop that was free to convert: the other
// unmoved bishop of its side now must convert, or no longer can.
func (s *state) convert(pieceType rules.PieceType, from, to board.Square, us board.Color) {
	if s.free == 0 || pieceType != s.free {
		return
	}
	next := s.bishop
	if s.v.Size.File(from) != s.v.Size.File(to) && s.v.Size.Rank(from) != s.v.Size.Rank(to) {
		next = s.must
	}
	for file := range s.v.Size.Files {
		if sq := s.v.Size.Home(us, file, 0); s.at(sq) == rules.MakePiece(s.free, us) {
			s.put(sq, rules.MakePiece(next, us))
		}
	}
}

// firstOfTurn reports whether the move to be made is the first of its turn.
func (s *state) firstOfTurn() bool {
	left := s.table.cells.left
	return left == absent || s.cells[left] == s.cells[left+1]
}

// clearPassed forgets the squares that double steps passed in the turn before.
func (s *state) clearPassed() {
	cells := &s.table.cells
	for i := range cells.epCells {
		s.set(cells.ep+i, 0)
	}
}

// passed is what a cell says of a double step: the square passed + 1, and above passedBits on which
// side of it the pawn has gone: 0 straight, 1 to the a-file, 2 away from it; and goneBack if it
// goes back.
type passed uint16

const (
	passedBits        = 9
	goneBack   passed = 4
)

// passedBy returns the cell value of a double step of a side.
func (t *table) passedBy(c board.Color, from, to board.Square) passed {
	side := passed(0)
	switch files := t.v.Size.File(to) - t.v.Size.File(from); {
	case files < 0:
		side = 1
	case files > 0:
		side = 2
	}
	if (to > from) != (c == board.White) {
		side |= goneBack
	}
	return passed(from+to)/2 + 1 | side<<passedBits
}

// square returns the square that was passed, or NoSquare.
func (p passed) square() board.Square { return board.Square(p&(1<<passedBits-1)) - 1 }

// pawn returns where the pawn is that passed; us is the side that captures it.
func (p passed) pawn(size board.Size, us board.Color) board.Square {
	way := p >> passedBits
	pawn := p.square() - board.Square(size.Files)
	if (us == board.Black) != (way&goneBack != 0) {
		pawn = p.square() + board.Square(size.Files)
	}
	switch way &^ goneBack {
	case 1:
		pawn--
	case 2:
		pawn++
	}
	return pawn
}

// passedCell returns the cell for a double step over sq.
func (t *table) passedCell(sq board.Square) int {
	if t.cells.epCells == 1 {
		return t.cells.ep
	}
	return t.cells.ep + t.v.Size.File(sq)
}

// isPassed reports whether a pawn can be captured en passant on sq now.
func (s *state) isPassed(sq board.Square) bool {
	if sq >= s.area {
		return false
	}
	p, us := passed(s.cells[s.passedCell(sq)]), s.turn()
	return p.square() == sq && (s.table.cells.epCells == 1 || s.firstOfTurn()) && s.takerOf(p, us) == us
}

// takenPassing returns the square of the pawn that m takes en passant, or NoSquare. A pawn that
// moves in the turn of a reassignment takes en passant where it captures on a square just passed.
func (s *state) takenPassing(m rules.Move, us board.Color) board.Square {
	to := m.To()
	switch m.Form() {
	case rules.EnPassant:
		if from := m.From(); has(s.leaping, s.at(from)) {
			to = s.leaptOver(us, from, to)
		}
	case rules.Reassign:
		var from board.Square
		var moves bool
		if from, to, moves = m.Pawn(); !moves || !s.empty(to) || !s.isPassed(to) ||
			s.at(from).Type() == 0 || !s.hits(s.reach.From[us][s.at(from).Type()-1][from], us, to) {
			return board.NoSquare
		}
	default:
		return board.NoSquare
	}
	if p := passed(s.cells[s.passedCell(to)]); p.square() == to {
		return p.pawn(s.v.Size, us)
	}
	return (passed(to) + 1).pawn(s.v.Size, us)
}

// leaptOver returns the square that the pawn of us on from leaps over to another.
func (s *state) leaptOver(us board.Color, from, to board.Square) board.Square {
	for _, n := range s.reach.From[us][s.at(from).Type()-1][from] {
		if n.Square == to && n.Takes != board.NoSquare {
			return n.Takes
		}
	}
	return to
}

// noteDoubleStep remembers the square that a pawn of us has passed by a double step ahead. In a
// series it forgets that of a pawn that has moved on.
func (s *state) noteDoubleStep(pawn rules.Piece, from, to board.Square, us board.Color) {
	cells, size := &s.table.cells, s.v.Size
	for i := range cells.epCells {
		if p := passed(s.cells[cells.ep+i]); cells.epCells > 1 && p != 0 && p.pawn(size, us.Other()) == from {
			s.set(cells.ep+i, 0)
		}
	}
	way := s.heading(pawn, us)
	files, ranks := size.File(from)-size.File(to), size.RankFrom(way, to)-size.RankFrom(way, from)
	if ranks == 2 && (files == 0 || files*files == 4) {
		p := s.passedBy(us, from, to)
		s.set(s.passedCell(p.square()), uint16(p))
	}
}

// tidyPassed keeps a passed square only if its pawn is still there and us has a pawn that attacks
// the square.
func (s *state) tidyPassed(us board.Color) {
	cells := &s.table.cells
	for i := range cells.epCells {
		p := passed(s.cells[cells.ep+i])
		if p == 0 {
			continue
		}
		by := s.takerOf(p, us)
		sq, pc := p.square(), s.at(p.pawn(s.v.Size, by))
		stays := pc.Against(by) && has(s.pawn, pc) && s.empty(sq)
		if !stays || !in(s.parts.passed[by], sq) || !s.fairy.farther && !s.attacked(sq, by, s.passant) {
			s.set(cells.ep+i, 0)
		}
	}
}

// idle counts a half-move without a capture or pawn move. In a series, endTurn counts turns.
func (s *state) idle() {
	if cells := &s.table.cells; cells.left == absent {
		s.set(cells.half, s.cells[cells.half]+1)
	}
}

// endTurn hands the turn to the other side, or goes on with a series.
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
	if given := cells.checks[us]; given != absent && !s.tries && s.cells[given] > 0 && s.kingInCheck(them) {
		s.set(given, s.cells[given]-1)
	}
	if us == board.Black {
		s.set(cells.full, s.cells[cells.full]+1)
	}
}

// castle moves king and rook.
func (s *state) castle(m rules.Move, us board.Color, d *rules.Details) {
	cells := &s.table.cells
	king, rook := m.From(), m.To()
	kingPiece, rookPiece := s.at(king), s.at(rook)
	kingTag, rookTag := s.tag(king), s.tag(rook)
	kingTo, rookTo := s.v.CastlingSquares(king, rook)
	s.put(king, 0)
	s.put(rook, 0)
	s.vacated(king)
	s.vacated(rook)
	s.place(kingTo, kingPiece, kingTag)
	s.place(rookTo, rookPiece, rookTag)
	if cells.king[us] != absent {
		s.set(cells.king[us], 0)
	}
	if once := cells.once[us]; once != absent {
		s.set(once, 1)
	}
	side := 0
	if rook > king {
		side = 1
	}
	if s.v.Castling.Opposite {
		s.set(cells.rook[us.Other()][side], 0)
	}
	if cells.castled != absent {
		s.set(cells.castled, 1<<side)
	}
	s.idle()
	if d != nil {
		d.Partner = rookPiece
		d.Mover, d.To, d.RookFrom, d.RookTo, d.KingSide = kingPiece, kingTo, rook, rookTo, rook > king
	}
}

// awaits returns the square of a reborn pawn that its side c must promote first, or NoSquare.
func (s *state) awaits(c board.Color) board.Square {
	choice := s.table.cells.choice
	if choice == absent || s.cells[choice] == 0 {
		return board.NoSquare
	}
	if at := s.square(choice); s.at(at).Of(c) {
		return at
	}
	return board.NoSquare
}

// leavesChoice ends the wait of a reborn pawn on sq for its promotion, because it leaves the board.
// Its side has passed, then, as in a series.
func (s *state) leavesChoice(sq board.Square) {
	if choice := s.table.cells.choice; choice != absent && s.square(choice) == sq {
		s.set(choice, 0)
	}
}

// choose promotes the reborn pawn that waits for its own side c to choose.
func (s *state) choose(k rules.PieceType, c board.Color, d *rules.Details) {
	at := s.awaits(c)
	if at == board.NoSquare {
		return
	}
	pc := s.at(at).As(k)
	s.put(at, pc)
	s.restored(at)
	s.set(s.table.cells.choice, 0)
	if d != nil {
		d.Choice, d.ChoiceAt = pc, at
	}
}
