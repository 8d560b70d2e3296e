package reference

import (
	"math/bits"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// Moves are generated in two steps. generate lists what the pieces can do by their movement,
// without the choices that come after arrival. legal plays each of these, adds the choices that
// turn out to be due, and keeps what leaves the own king safe. A move that gates a piece is added
// once the move without it is found legal. play.go plays the moves.

// wanted selects pseudo-legal moves by their arrival square and the piece on it; nil wants all.
type wanted func(target rules.Piece, to board.Square) bool

// generate appends the pseudo-legal moves of the side to move to s.moves.
func (s *state) generate(want wanted) {
	us := s.turn()
	switch movers := s.v.Fairy.Movers; {
	case s.traits.otherBoard != 0:
		s.generateOnBoards(us, want)
		return
	case want == nil && movers.MovesTheirs():
		s.generateTheirs(us)
		if !movers.MovesOwn() {
			return
		}
	}
	s.generateSide(us, want)
}

// generateSide appends the pseudo-legal moves of the pieces of us, which is to move.
func (s *state) generateSide(us board.Color, want wanted) {
	base := len(s.moves)
	for sq := range s.area {
		if pc := rules.Piece(s.cells[sq]); pc.Of(us) {
			s.generateOf(pc, sq, want)
		}
	}
	if want != nil {
		s.unbar(base)
		return
	}
	if s.v.Castling.Any() {
		s.generateCastling(us)
	}
	s.unbar(base)
	if s.v.Check.KingStays {
		s.moves = s.kingStays(base, us)
	}
	s.generateInPlace(us)
	s.generateDrops(us)
	s.generatePass(us)
	s.generateRoles(us)
	switch {
	case s.v.Walls.Place == rules.NoWalls:
	case !s.v.Walls.Instead:
		s.walled(base, us)
	default:
		if at := s.passer(us); at != board.NoSquare {
			s.withWalls(rules.MakeMove(rules.Pass, at, at), us)
		}
	}
}

// generateOf appends the pseudo-legal moves of a piece but for castling.
func (s *state) generateOf(pc rules.Piece, sq board.Square, want wanted) {
	switch {
	case s.parts.fairy && s.still(pc, sq):
	case s.mars:
		s.generateMars(pc, sq, want)
	case s.parts.fairy:
		s.roam(pc, sq, want)
	default:
		s.walk(pc, sq, sq, piece.Both, want)
	}
	if want == nil && s.v.Fairy.Exchange != rules.NoExchange && !s.still(pc, sq) {
		s.generateExchanges(pc, sq)
	}
	if want == nil && s.v.Fairy.Castling != rules.NoFreeCastling && !s.still(pc, sq) {
		s.generateFreeCastling(pc, sq)
	}
}

// walk generates the moves of a piece that stands on from and moves as if it stood on at. The two
// differ only where pieces go as if from elsewhere.
func (s *state) walk(pc rules.Piece, from, at board.Square, modes piece.Mode, want wanted) {
	s.stamp++
	s.walkAs(pc.Type(), pc, from, at, modes, want)
}

// walkAs is walk for a piece that moves as type k. It leaves out squares that the piece has reached
// since the stamp changed.
func (s *state) walkAs(k rules.PieceType, pc rules.Piece, from, at board.Square, modes piece.Mode, want wanted) {
	us := s.turn()
	if s.goingOn>>(k-1)&1 != 0 {
		s.walkOn(k, pc, from, want)
		return
	}
	if has(s.traits.paralysing, pc) {
		modes &^= piece.Capture
	}
	reach := s.reachOf(pc.As(k), us, from, at)
	if s.pawn>>(k-1)&1 != 0 && s.parts.fairy {
		way, most := s.heading(pc.As(k), us), s.firstSteps(pc, at)
		if most > 0 && s.v.Size.RankFrom(way, at) == 0 {
			s.longSteps(way, pc, from, at, most, modes, want)
		}
	}
	base := len(s.moves)
	for i := 0; i < len(reach); i = next(s.cells, reach, i, us) {
		n := &reach[i]
		target, mode := rules.Piece(s.cells[n.Square]), n.Mode&modes
		switch {
		case mode == 0:
		case n.Takes != board.NoSquare:
			if m := rules.MakeMove(rules.Locust, from, n.Square).WithVictim(n.Takes); target == 0 &&
				!slices.ContainsFunc(s.moves[base:], func(o rules.Move) bool { return o.Bare() == m }) {
				s.overtake(pc, m, want)
			}
		case target == 0 && mode&piece.Move != 0:
			s.arrive(pc, from, n.Square, 0, want)
		case target == 0 && s.passant>>(k-1)&1 != 0 && s.isPassed(n.Square):
			if want == nil || want(0, n.Square) {
				s.moves = append(s.moves, rules.MakeMove(rules.EnPassant, from, n.Square))
			}
		case mode&piece.Capture != 0 && s.isPrey(target, us) &&
			n.Captures(uint8(target.Type())) && s.mayTake(pc, target):
			s.arrive(pc, from, n.Square, target, want)
		}
	}
	if s.leaping>>(k-1)&1 != 0 {
		s.leapPassed(reach, from, want)
	}
}

// leapPassed generates the captures en passant of a pawn that leaps over what it captures: it leaps
// over the square that was passed.
func (s *state) leapPassed(reach piece.Reach, from board.Square, want wanted) {
	for i := range reach {
		n := &reach[i]
		if n.Takes != board.NoSquare && s.empty(n.Takes) && s.empty(n.Square) && s.isPassed(n.Takes) &&
			(want == nil || want(0, n.Square)) {
			s.moves = append(s.moves, rules.MakeMove(rules.EnPassant, from, n.Square))
		}
	}
}

// overtake appends the moves of a piece that captures on its way.
func (s *state) overtake(pc rules.Piece, m rules.Move, want wanted) {
	victim := m.Victim()
	if target := s.at(victim); s.mayTake(pc, target) && (want == nil || want(target, victim)) {
		s.becomes(m, pc, target)
	}
}

// arrive appends the moves of a piece from one square to another: several promotions of a pawn on
// its last rank, none if another path has led to the same square.
func (s *state) arrive(pc rules.Piece, from, to board.Square, target rules.Piece, want wanted) {
	if s.seen[to] == s.stamp || want != nil && !want(target, to) {
		return
	}
	s.seen[to] = s.stamp
	s.becomes(rules.MakeMove(rules.Ordinary, from, to), pc, target)
}

// isPrey reports whether target is of a side whose pieces us captures, or a wall.
func (s *state) isPrey(target rules.Piece, us board.Color) bool {
	return target.Against(us) || s.v.Fairy.Capturing.Own && target.Of(us) && !has(s.royal, target)
}

// mayTake reports whether pc may capture target, of the other side or a wall, as far as the two
// types tell.
func (s *state) mayTake(pc, target rules.Piece) bool {
	if s.v.Fairy.Changing.OwnType && !s.tries && (pc.Type() != target.Type() || has(s.royal, pc)) {
		return false
	}
	if s.fairy.ghosts != 0 && has(s.fairy.ghosts, target) {
		return false
	}
	return target != rules.Wall && !(pc.Type() == target.Type() && has(s.parts.immune, pc))
}

// mayPromote reports whether a piece of us may become k, of which a side may have a limited number.
// In Siceirawan it may become a piece of the hand only while none of its side is on the board.
func (s *state) mayPromote(us board.Color, k rules.PieceType) bool {
	if limit := s.v.Type(k).Limit; limit > 0 && s.count(us, k) >= limit {
		return false
	}
	if !s.v.Gating.Imaginary || s.handIndex(k) < 0 {
		return true
	}
	n, _ := s.presence(us)
	return n == 0
}

// generateMars generates the moves of a piece of Martian Circe: it moves from where it stands, and
// captures from its home square, or from another that the game chooses, if that is free.
func (s *state) generateMars(pc rules.Piece, from board.Square, want wanted) {
	us := s.turn()
	s.walk(pc, from, from, piece.Move, want)
	if has(s.pawn, pc) && len(s.reach.From[us][pc.Type()-1][from]) == 0 {
		return
	}
	var room [1]board.Square
	starts := s.starts(pc, us, from, room[:0])
	mark, base := len(s.log), len(s.moves)
	s.put(from, 0)
	s.stamp++
	for _, sq := range starts {
		s.walkAs(pc.Type(), pc, from, sq, piece.Capture, want)
	}
	s.undo(mark)
	if len(starts) > 1 && has(s.passant, pc) { // captures en passant come once from each square
		slices.Sort(s.moves[base:])
		s.moves = s.moves[:base+len(slices.Compact(s.moves[base:]))]
	}
}

// generateCastling appends the castlings whose squares are free and unattacked.
func (s *state) generateCastling(us board.Color) {
	cells := &s.table.cells
	king := s.castlingKing(us)
	if king == board.NoSquare || !s.castlesFrom(us, king) ||
		s.cells[cells.rook[us][0]] == 0 && s.cells[cells.rook[us][1]] == 0 {
		return
	}
	if s.parts.fairy && !s.mayCastleAs(s.at(king), king) || s.inCheck(us) {
		return
	}
	for side := range 2 {
		rook := s.square(cells.rook[us][side])
		if rook == board.NoSquare || !s.mayCastle(king, rook) {
			continue
		}
		s.moves = append(s.moves, rules.MakeMove(rules.Castle, king, rook))
	}
}

// mayCastle reports whether the squares that king and rook pass are free and the king passes none
// that is attacked.
func (s *state) mayCastle(king, rook board.Square) bool {
	kingTo, rookTo := s.v.CastlingSquares(king, rook)
	for sq := min(king, rook, kingTo, rookTo); sq <= max(king, rook, kingTo, rookTo); sq++ {
		if s.blocksCastling(sq, king, rook) {
			return false
		}
	}
	return s.firstAttacked(king, kingTo) == board.NoSquare
}

// blocksCastling reports whether sq is passed by king or rook and another piece stands there.
func (s *state) blocksCastling(sq, king, rook board.Square) bool {
	if sq == king || sq == rook || s.empty(sq) {
		return false
	}
	kingTo, rookTo := s.v.CastlingSquares(king, rook)
	return between(sq, king, kingTo) || between(sq, rook, rookTo)
}

// firstAttacked returns the first square that the king passes or lands on in castling where it
// would be in check, or NoSquare. If castling lets a piece be reborn (Parrain), which may close a
// line, if pieces hop, or where conditions judge a check by the captures of a king, the square
// where the king lands is judged after the move.
func (s *state) firstAttacked(king, to board.Square) board.Square {
	pc, us := s.at(king), s.turn()
	pending := s.table.cells.pending != absent && s.cells[s.table.cells.pending] != 0 || s.hops
	step := board.Square(1)
	if to < king {
		step = ^board.Square(0) // one less, modulo the squares
	}
	for sq := king; sq != to; {
		sq += step
		if sq == to && (pending || s.parts.fairy) {
			break
		}
		mark := len(s.log)
		s.put(king, 0)
		s.put(sq, pc)
		s.shiftImitators(s.v.Size.File(sq)-s.v.Size.File(king), 0)
		bad := s.inCheck(us)
		s.undo(mark)
		if bad {
			return sq
		}
	}
	return board.NoSquare
}

func between(sq, a, b board.Square) bool { return sq >= min(a, b) && sq <= max(a, b) }

// castlesFrom reports whether the king of us that castles is on its square.
func (s *state) castlesFrom(us board.Color, king board.Square) bool {
	if s.table.royal == 0 {
		return s.castlesAsKing(king, us)
	}
	return s.king(us) == king && s.castlesAsKing(king, us)
}

// castlesAsKing reports whether a piece of c of a type that castles as a king stands on sq.
func (s *state) castlesAsKing(sq board.Square, c board.Color) bool {
	pc := s.at(sq)
	return pc.Of(c) && s.v.Castling.IsKing(s.v.Type(pc.Type()))
}

// castlesAsRook reports whether a piece of c of a type that castles as a rook stands on sq.
func (s *state) castlesAsRook(sq board.Square, c board.Color) bool {
	pc := s.at(sq)
	return pc.Of(c) && s.v.Castling.IsRook(s.v.Type(pc.Type()))
}

// legal appends the legal moves to buf: none if the game is over.
func (s *state) legal(buf []rules.Move) []rules.Move {
	if s.over() {
		return buf
	}
	return s.legalHere(buf)
}

// legalHere appends the legal moves to buf, also if the game is over.
func (s *state) legalHere(buf []rules.Move) []rules.Move {
	if !s.parts.sifts[s.turn()] {
		return s.legalAlone(buf)
	}
	first := len(buf)
	buf = s.legalAlone(buf)
	return append(buf[:first], s.sift(buf[first:], s.turn())...)
}

// legalAlone appends the moves to buf that are legal as far as others do not forbid them.
func (s *state) legalAlone(buf []rules.Move) []rules.Move {
	if s.releasing() {
		return s.legalReleasing(buf)
	}
	if s.awaits(s.turn()) == board.NoSquare {
		first := len(buf)
		buf = s.legalAfter(0, buf)
		if s.v.Fairy.Chains && !s.quick {
			buf = append(buf[:first], s.withChains(buf[first:])...)
		}
		return buf
	}
	for _, k := range s.promotionOf(s.at(s.awaits(s.turn())), s.turn()) {
		mark := len(s.log)
		s.choose(k, s.turn(), nil)
		base := len(s.moves)
		s.generate(nil)
		s.undo(mark)
		buf = s.keepLegal(base, k, buf)
	}
	return buf
}

// legalAfter appends the legal moves after a choice of promotion, 0 for none.
func (s *state) legalAfter(choice rules.PieceType, buf []rules.Move) []rules.Move {
	base := len(s.moves)
	s.generate(nil)
	return s.keepLegal(base, choice, buf)
}

// trial is what is known of a position in which moves are tried.
type trial struct {
	us           board.Color
	own          attackTest // of the king of us
	theirs       attackTest // of the other king, if it matters whether moves check
	checksOnly   bool       // only moves that check are wanted
	matesOnly    bool       // and of these only those that mate
	withoutCheck bool       // only moves that do not check are wanted
	putsKings    bool       // moves may put the other king on the board
}

// untested returns a trial by us of which nothing is known.
func untested(us board.Color) trial {
	return trial{us: us, own: attackTest{side: us}, theirs: attackTest{side: us.Other()}}
}

// newTrial begins a trial. It knows which moves check if that is wanted, or if it matters.
func (s *state) newTrial(checks bool) trial {
	t := untested(s.turn())
	t.own, t.putsKings = s.testAttack(t.us), s.putsKings()
	if checks || s.fairy.after {
		t.theirs = s.testAttack(t.us.Other())
	}
	return t
}

// keepLegal pops the moves from base on and appends the legal ones to buf.
func (s *state) keepLegal(base int, choice rules.PieceType, buf []rules.Move) []rules.Move {
	t := s.newTrial(false)
	buf = s.keepLegalIn(&t, base, choice, buf)
	if s.v.Gating.Imaginary && (s.only == 0 || s.only.Form() == rules.Reassign) {
		buf = s.reassignments(t.us, buf)
	}
	return buf
}

// keepLegalIn is keepLegal without reassignments.
func (s *state) keepLegalIn(t *trial, base int, choice rules.PieceType, buf []rules.Move) []rules.Move {
	first := len(buf)
	for i := base; i < len(s.moves) && !(s.quick && len(buf) > first); i++ {
		m := s.moves[i]
		switch {
		case s.only != 0 && m.Bare() != s.only:
		case s.leavesBoth(t, m):
			if !t.own.attacked {
				buf = append(buf, m)
			}
		default:
			buf = s.try(m.WithChoice(choice), t, buf)
		}
	}
	s.moves = s.moves[:base]
	return buf
}

// leavesBoth reports whether m changes nothing about attacks that decide whether it is wanted, so
// that it is legal if the own king is not attacked.
func (s *state) leavesBoth(t *trial, m rules.Move) bool {
	return !t.checksOnly && s.leaves(&t.own, m) && !has(s.royal, s.at(m.To())) &&
		(!t.withoutCheck || s.leaves(&t.theirs, m) && !t.theirs.attacked)
}

// try appends m if it is legal: with each choice that is due, and with each piece that it may gate.
func (s *state) try(m rules.Move, t *trial, buf []rules.Move) []rules.Move {
	us, mark := t.us, len(s.log)
	var before [2][]board.Square
	if s.v.Extinction.Royal {
		before = s.royalSquares()
	}
	faced := s.v.Check.Bikjang && s.kingsFace()
	v := s.play(m, nil)
	var against rules.Rule
	missed := v == fine && (t.checksOnly || t.withoutCheck) && s.checksAfter(&t.theirs, mark) == t.withoutCheck
	if v == fine && !missed {
		against = s.forbids(&t.own, mark)
		if against == 0 && s.v.Extinction.Royal {
			against = s.forbidsRoyal(m, us, before)
		}
		if against == 0 && s.parts.guards {
			against = s.forbidsAfter(m, t, mark)
		}
		if faced {
			against = s.forbidsFaced(m, against)
		}
		missed = t.matesOnly && against == 0 && !s.stopped()
		if t.putsKings && (against == 0 || against == rules.LeavesCheck) { // the other king may stand in the way
			buf = s.withKings(m, us, buf)
		}
	}
	s.undo(mark)
	base := len(s.moves)
	s.listChoices(m, v)
	for i := base; i < len(s.moves); i++ {
		s.offers(s.moves[i], v)
		buf = s.try(s.moves[i], t, buf)
	}
	s.moves = s.moves[:base]
	switch {
	case v != fine, missed:
	case against == 0:
		buf = append(buf, m)
		if s.v.Gating.Any() && m.Form() != rules.Drop && m.Form() != rules.Pass {
			buf = s.withGatings(m, us, buf)
		}
	case against == rules.ChecksEarly && s.v.Gating.Any():
		// A gated piece may close the line of a check that comes too early.
		buf = s.withGatings(m, us, buf)
	}
	return buf
}

// forbids returns the rule against the move just made by the side of own, whose king was tested
// before it: KingTaken, KingLost, LeavesCheck, ChecksEarly, or 0 for none. mark is the length of
// the log before the move.
func (s *state) forbids(own *attackTest, mark int) rules.Rule {
	us, them := own.side, own.side.Other()
	switch {
	case s.lostKing(them, mark):
		return rules.KingTaken
	case s.lostKing(us, mark) && !s.kingBelow(us) && s.fairy.kings[1] == 0 && !s.v.Fairy.Lending.Becomes:
		return rules.KingLost
	case !s.safe(own, mark):
		return rules.LeavesCheck
	case s.v.Series.Italian && s.brokeSeries(us, mark):
		return rules.ChecksEarly
	}
	return 0
}

// before returns the value of a cell when the log had the length mark.
func (s *state) before(cell, mark int) uint16 {
	for _, c := range s.log[mark:] {
		if int(c.cell) == cell {
			return c.old
		}
	}
	return s.cells[cell]
}

// hadKing reports whether c had a king when the log had the length mark.
func (s *state) hadKing(c board.Color, mark int) bool {
	return s.before(s.table.cells.where[c], mark) != 0
}

// lostKing reports whether c had a king when the log had the length mark, and has none. A king that
// the exchange of roles gave to the other side is not lost.
func (s *state) lostKing(c board.Color, mark int) bool {
	if s.v.Aftermath.Occupied == rules.CoversOccupant && s.kingBelow(c) {
		return false
	}
	given := s.v.Fairy.Roles.Exchanged && s.king(c.Other()) != board.NoSquare && !s.hadKing(c.Other(), mark)
	return s.king(c) == board.NoSquare && s.hadKing(c, mark) && !given
}

// brokeSeries reports whether the move just made ended its series by a check before the last
// permitted move.
func (s *state) brokeSeries(us board.Color, mark int) bool {
	return s.before(s.table.cells.left, mark) > 1 && s.turn() != us
}

// withGatings appends the move m with each piece that it may gate.
func (s *state) withGatings(m rules.Move, us board.Color, buf []rules.Move) []rules.Move {
	from := m.From()
	pc := s.at(from)
	if has(s.pawn, pc) || m.Form() == rules.Reassign {
		return buf
	}
	if m.Form() == rules.Castle {
		if s.v.Gating.Imaginary {
			buf = s.withRedesignation(m, us, 0, buf)
		}
		buf = s.withGating(m, us, from, false, buf)
		return s.withGating(m, us, m.To(), true, buf)
	}
	return s.withGating(m, us, from, false, buf)
}

// withGating appends m with each type that may be gated on sq.
func (s *state) withGating(m rules.Move, us board.Color, sq board.Square, atRook bool, buf []rules.Move) []rules.Move {
	var types [2]rules.PieceType
	for _, k := range s.gateable(us, sq, types[:0]) {
		gating := m.WithGated(k, atRook)
		mark := len(s.log)
		free := true
		if s.gatingNeedsTest(m) {
			if free = s.play(m, nil) == fine && s.empty(sq); free && (s.v.Aftermath.Active || s.v.Series.Italian) {
				s.undo(mark)
				free = s.play(gating, nil) == fine && s.forbids(&attackTest{side: us}, mark) == 0
			}
			s.undo(mark)
		}
		if !free {
			continue
		}
		buf = append(buf, gating)
		if m.Form() == rules.Castle && s.v.Gating.Imaginary {
			buf = s.withRedesignation(gating, us, k, buf)
		}
	}
	return buf
}

// gatingNeedsTest reports whether a move may leave no room for the piece that it gates, or whether
// that piece may change who is in check: by a check that is not allowed yet, or on a square where
// another piece would be reborn.
func (s *state) gatingNeedsTest(m rules.Move) bool {
	return m.Form() == rules.Castle || s.v.Aftermath.Active || s.v.Series.Italian
}

// withRedesignation appends the castling m with the imaginary squares changing places, if a piece
// still stands on one of them after k has been gated.
func (s *state) withRedesignation(m rules.Move, us board.Color, k rules.PieceType, buf []rules.Move) []rules.Move {
	left, right := s.hands(us)
	waiting := 0
	for _, sq := range [2]board.Square{left, right} {
		if pc := s.at(sq); pc != 0 && (k == 0 || pc.Type() != k) {
			waiting++
		}
	}
	if waiting == 0 {
		return buf
	}
	return append(buf, m.WithRedesignation())
}

// reassignments appends the reassignments of us, alone and with a pawn move.
func (s *state) reassignments(us board.Color, buf []rules.Move) []rules.Move {
	n, at := s.presence(us)
	if n != 1 {
		return buf
	}
	t := s.newTrial(false)
	for i := range s.hand {
		k := s.hand[i]
		from := s.waiting(rules.MakePiece(k, us))
		if k == s.at(at).Type() || from == board.NoSquare {
			continue
		}
		left, right := s.hands(us)
		if !s.empty(left + right - from) {
			continue
		}
		base := rules.MakeMove(rules.Reassign, at, at).WithGated(k, false)
		buf = s.try(base, &t, buf)
		mark, first := len(s.log), len(s.moves)
		s.reassign(base, us, board.NoSquare, nil)
		for sq := range s.area {
			if pc := s.at(sq); pc.Of(us) && has(s.pawn, pc) {
				s.walk(pc, sq, sq, piece.Both, nil)
			}
		}
		s.undo(mark)
		for j := first; j < len(s.moves); j++ {
			p := s.moves[j]
			if p.To() < s.area {
				buf = s.try(base.WithPawn(p.From(), p.To()).WithPromotion(p.Promotion()), &t, buf)
			}
		}
		s.moves = s.moves[:first]
	}
	return buf
}

// branches plays m with each choice that is due and calls visit in the positions that arise, until
// visit returns false, which it then returns too.
func (s *state) branches(m rules.Move, visit func(rules.Move) bool) bool {
	mark := len(s.log)
	v := s.play(m, nil)
	more := v != fine || visit(m)
	s.undo(mark)
	base := len(s.moves)
	s.listChoices(m, v)
	for i := base; i < len(s.moves) && more; i++ {
		s.offers(s.moves[i], v)
		more = s.branches(s.moves[i], visit)
	}
	s.moves = s.moves[:base]
	return more
}

// offers notes that the next move to be played has been listed for a verdict: its second square
// need not be looked for among those that may be chosen.
func (s *state) offers(m rules.Move, v verdict) {
	if v == needsSecond {
		s.offered = m
	}
}

// listChoices appends m to s.moves with each choice that a verdict asks for: none if it asks for no
// choice.
func (s *state) listChoices(m rules.Move, v verdict) {
	us := s.turn()
	switch v {
	case needsReborn:
		for _, k := range s.promotionsOf(s.due) {
			s.moves = append(s.moves, m.WithReborn(k))
		}
	case needsOwn:
		for _, k := range s.promotionsOf(s.due) {
			s.moves = append(s.moves, m.WithOwnReborn(k))
		}
	case needsPromotion:
		pawn := s.at(m.From()).As(s.due)
		for _, k := range s.promotionOf(pawn, us) {
			if s.mayPromote(us, k) {
				s.promoteTo(m, k, pawn)
			}
		}
	case needsBench:
		for types := s.fairy.bench | 1<<(s.due-1); types != 0; types &= types - 1 {
			s.moves = append(s.moves, m.WithReborn(rules.PieceType(bits.TrailingZeros32(types)+1)))
		}
	case needsSecond:
		for _, sq := range s.offer {
			s.moves = append(s.moves, m.WithSecond(sq))
		}
	}
}
