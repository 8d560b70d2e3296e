package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// capture is a capture as Cohen's rule remembers it.
type capture struct {
	from, to, reborn board.Square
}

// lastCapture returns the capture that the opponent has just made, and forgets it. In games without
// Cohen's rule it returns none.
func (s *state) lastCapture() capture {
	last := s.table.cells.last
	if last == absent || s.cells[last] == 0 {
		return capture{board.NoSquare, board.NoSquare, board.NoSquare}
	}
	c := capture{s.square(last), s.square(last + 1), s.square(last + 2)}
	for i := range 3 {
		s.set(last+i, 0)
	}
	return c
}

// aftermath does what follows in the Circe family when the mover has arrived and has been promoted.
// The capturer has left, been reborn, or begins to wait for that. Now the captured piece is reborn, or
// the one that was captured before, and at last hidden pieces come up.
func (s *state) aftermath(a *arrival) verdict {
	if !s.v.Aftermath.Active {
		return fine
	}
	if v := s.rebirthOfPending(a); v != fine {
		return v
	}
	if a.captured != 0 && s.v.CapturersWait() {
		s.waits(a.arrived, a.at, a.now)
	}
	reborn, v := s.rebirth(a)
	if v != fine {
		return v
	}
	a.reborn = reborn
	s.erupt(a.d)
	if reborn == board.NoSquare && !s.comesBack() {
		s.spoils(a.captured)
	}
	if s.table.cells.last != absent && a.captured != 0 {
		return s.noteCapture(a, reborn)
	}
	return fine
}

// comesBack reports whether a captured piece that is not reborn at once may come back later.
func (t *table) comesBack() bool {
	return t.v.Aftermath.Where.Waits() || t.v.Aftermath.Occupied.Hides()
}

// noteCapture remembers a capture for Cohen's rule, unless it reverses the one before.
func (s *state) noteCapture(a *arrival, reborn board.Square) verdict {
	from, to := a.m.From(), a.m.To()
	if a.last.to == to && reborn == a.last.from && from == a.last.reborn && s.at(to) == a.mover {
		return takesBack
	}
	last := s.table.cells.last
	s.set(last, uint16(from)+1)
	s.set(last+1, uint16(to)+1)
	if reborn != board.NoSquare {
		s.set(last+2, uint16(reborn)+1)
	}
	return fine
}

// capturerEnd is what becomes of the piece that has captured.
func (s *state) capturerEnd(a *arrival) verdict {
	after, to := &s.v.Aftermath, a.now
	kamikaze := has(s.traits.kamikaze, a.mover)
	if !after.Active && !kamikaze || a.captured == 0 || a.now == board.NoSquare {
		return fine
	}
	king := has(s.royal, a.arrived)
	side := a.us
	if after.OpponentHome {
		side = side.Other()
	}
	switch {
	case after.Reborn == rules.CapturerReborn:
		return s.capturerReborn(a)
	case after.Reborn == rules.BothReborn && !king, kamikaze && after.Active:
		s.put(to, 0)
		if home := s.homes.Home(a.arrived.Type(), side, a.at); s.empty(home) {
			return s.capturerHome(a, home)
		}
		s.capturerGone(a)
	case after.Capturer == rules.CapturerVanishes && !king, kamikaze:
		s.put(to, 0)
		s.capturerGone(a)
	}
	return fine
}

// vanishes reports whether a piece leaves the board for good when it captures, so that it is not
// promoted.
func (t *table) vanishes(pc rules.Piece) bool {
	after := &t.v.Aftermath
	return after.Capturer == rules.CapturerVanishes || !after.Active && has(t.traits.kamikaze, pc)
}

// capturerReborn brings the capturer to its rebirth square in Anticirce.
func (s *state) capturerReborn(a *arrival) verdict {
	after, to := &s.v.Aftermath, a.now
	choices := &s.v.Fairy.Rebirth
	if s.capturerStays(a.arrived) {
		return fine
	}
	chooses := choices.Of == rules.OfCapturers
	switch {
	case s.v.ClonesCapturer():
		a.arrived, _ = s.asCaptured(a)
	case chooses:
		a.arrived = a.arrived.As(s.rebornAs(a, a.arrived))
	}
	n := newborn{a.arrived, a.us, a.arrived.Type(), a.tag}
	if chooses && after.OtherPiece {
		n.home, n.side = a.captured.Type(), a.us.Other()
	}
	var home board.Square
	switch {
	case chooses && choices.Square.Chosen():
		staying := to
		if after.Cheylan {
			staying = board.NoSquare
		}
		var v verdict
		if home, v = s.chooseSquare(a, &n, staying); v != fine {
			return v
		}
	case chooses:
		home = s.rebirthSquare(a, &n)
	default:
		home = s.homes.Home(n.home, s.homeSide(a.us), a.at)
	}
	switch {
	case home == to && after.Cheylan:
		return onOwnHome
	case home == to:
		return s.capturerHome(a, home)
	case home == board.NoSquare || home >= s.area || s.holeAt(home):
		if a.d != nil {
			a.d.CapturerAs = a.arrived
		}
		return ownHomeOff
	case s.empty(home):
		return s.capturerHome(a, home)
	case chooses && after.Occupied == rules.WaitsBelow:
		return s.capturerBelow(a, home)
	case chooses && after.Occupied == rules.ReplacesOccupant && !(has(s.royal, s.at(home)) && s.at(home).Of(a.us)),
		chooses && after.Occupied == rules.CoversOccupant:
		s.makesRoom(home, a.d)
		return s.capturerHome(a, home)
	}
	if a.d != nil {
		a.d.CapturerAt, a.d.CapturerAs = home, a.arrived
	}
	return ownHomeTaken
}

// capturerStays reports whether a capturer is not reborn in Anticirce, or not yet.
func (s *state) capturerStays(pc rules.Piece) bool {
	r := &s.v.Fairy.Rebirth
	return s.v.CapturersWait() || r.KingsStay && has(s.royal, pc) ||
		r.Of == rules.OfCapturers && !has(s.fairy.reborn, pc)
}

// homeSide returns on whose ranks the pieces of a side are at home.
func (t *table) homeSide(c board.Color) board.Color {
	if t.v.Aftermath.OpponentHome {
		return c.Other()
	}
	return c
}

// capturerBelow lets the capturer wait below the piece on its rebirth square.
func (s *state) capturerBelow(a *arrival, home board.Square) verdict {
	as, v := s.capturerAs(a, home)
	if v != fine {
		return v
	}
	s.put(a.now, 0)
	s.vacated(a.now)
	a.now = board.NoSquare
	s.bury(home, as)
	if a.d != nil {
		a.d.CapturerAt, a.d.CapturerAs, a.d.CapturerBelow = home, as, true
	}
	return fine
}

// capturerAs returns the piece as which the capturer is reborn: a pawn on its last rank is
// promoted.
func (s *state) capturerAs(a *arrival, home board.Square) (rules.Piece, verdict) {
	if !has(s.pawn, a.arrived) || !s.lastRank(a.arrived, a.us, home) {
		return a.arrived, fine
	}
	k := a.m.OwnReborn()
	if k == 0 {
		if a.d != nil {
			a.d.CapturerAt = home
		}
		s.due = a.arrived.Type()
		return 0, needsOwn
	}
	return a.arrived.As(k), fine
}

// kingBelow reports whether a king of a side waits below another piece.
func (s *state) kingBelow(c board.Color) bool {
	below := s.table.cells.below
	if below == absent {
		return false
	}
	for i := below; s.cells[i] != 0; i += 2 {
		if pc := rules.Piece(s.cells[i+1]); pc.Of(c) && has(s.royal, pc) {
			return true
		}
	}
	return false
}

// capturerGone notes that the capturer has left the board.
func (s *state) capturerGone(a *arrival) {
	s.vacated(a.now)
	a.now = board.NoSquare
	if a.d != nil {
		a.d.CapturerGone = true
	}
}

// capturerHome puts the capturer on its rebirth square.
func (s *state) capturerHome(a *arrival, home board.Square) verdict {
	if to := a.now; home != to {
		s.put(to, 0)
		s.vacated(to)
		a.now = home
	}
	as, v := s.capturerAs(a, home)
	if v != fine {
		return v
	}
	s.place(home, as, a.tag)
	s.restored(home)
	if a.d != nil {
		a.d.CapturerAt, a.d.CapturerAs = home, as
	}
	if s.v.Fairy.Rebirth.Of == rules.OfCapturers {
		s.turnReborn(as, home, a.d)
	}
	return fine
}

// lastRank reports whether sq is on the last rank of a pawn of a side.
func (t *table) lastRank(pc rules.Piece, c board.Color, sq board.Square) bool {
	return t.v.Size.RankFrom(t.heading(pc, c), sq) == t.v.Size.Ranks-1
}

// rebirth is the rebirth of the piece just captured. It returns the square where it is reborn, or
// NoSquare.
func (s *state) rebirth(a *arrival) (board.Square, verdict) {
	after, pc := &s.v.Aftermath, a.captured
	choices := &s.v.Fairy.Rebirth
	capturedToo := after.Reborn == rules.CapturedReborn || after.Reborn == rules.BothReborn ||
		choices.Of == rules.OfTheCaptured
	switch {
	case pc == 0 || !capturedToo, has(s.royal, pc) && !after.Kings, !has(s.fairy.reborn, pc):
		return board.NoSquare, fine
	case after.Where.Waits():
		s.waits(pc.As(s.plain(pc.Type())), a.at, board.NoSquare)
		return board.NoSquare, fine
	}
	reborn := pc.As(s.rebornAs(a, pc))
	side := s.owner(reborn, a.us)
	n := newborn{reborn, side, reborn.Type(), a.capturedTag}
	if after.OtherPiece {
		n.home, n.side = a.arrived.Type(), a.us
	}
	if !choices.Square.Chosen() {
		return s.revive(&revival{a.m, a.us, reborn, side, s.rebirthSquare(a, &n), a.capturedTag, a.d})
	}
	staying := a.now
	if after.Occupied == rules.NoCapture {
		staying = board.NoSquare
	}
	sq, v := s.chooseSquare(a, &n, staying)
	switch {
	case v != fine:
		return board.NoSquare, v
	case sq == a.now && sq != board.NoSquare:
		return board.NoSquare, fine
	}
	return s.revive(&revival{a.m, a.us, reborn, side, sq, a.capturedTag, a.d})
}

// rebornAs returns the type that a piece of a capture is reborn as.
func (s *state) rebornAs(a *arrival, pc rules.Piece) rules.PieceType {
	k := s.plain(pc.Type())
	if has(s.royal, pc) {
		return k
	}
	switch as := s.v.Aftermath.As; {
	case as == rules.AsCapturer && !has(s.royal, a.mover):
		return s.plain(a.mover.Type())
	case as == rules.AsChameleon && !has(s.pawn, pc):
		return s.homes.Chameleon(k)
	}
	return s.fairy.rebornAs[k]
}

// owner returns whose piece a captured piece is reborn as: a neutral one as of the side that did
// not capture it.
func (*state) owner(captured rules.Piece, capturer board.Color) board.Color {
	if captured.Neutral() {
		return capturer.Other()
	}
	return captured.Color()
}

// moved returns sq moved by the vector from → to, or NoSquare if that is off the board.
func (t *table) moved(sq, from, to board.Square) board.Square {
	size := t.v.Size
	return size.At(size.File(sq)+size.File(to)-size.File(from), size.Rank(sq)+size.Rank(to)-size.Rank(from))
}

// revival is a piece about to be reborn.
type revival struct {
	m      rules.Move // the move by which it is
	us     board.Color
	reborn rules.Piece
	side   board.Color // whose piece is reborn: who did not capture it
	sq     board.Square
	tag    uint16
	d      *rules.Details
}

// revive puts a reborn piece on its square, or does what the game does if that is occupied or off
// the board. It returns the square where the piece is reborn, or NoSquare.
func (s *state) revive(r *revival) (board.Square, verdict) {
	occupied, sq, d := s.v.Aftermath.Occupied, r.sq, r.d
	none := board.NoSquare
	if sq == none || sq >= s.area || s.v.Fairy.Contact.Grid && !s.touches(sq, 0) {
		if occupied == rules.NoCapture {
			return none, homeOccupied
		}
		return none, fine
	}
	if occupant := s.at(sq); occupant != 0 {
		switch occupied {
		case rules.NotReborn:
			return none, fine
		case rules.NoCapture:
			if d != nil {
				d.RebornAt = sq
			}
			return none, homeOccupied
		case rules.WaitsBelow:
			if d != nil {
				d.RebornAs, d.RebornAt, d.RebornBelow = r.reborn, sq, true
			}
			if !s.promoteReborn(r) {
				return none, needsReborn
			}
			s.bury(sq, r.reborn)
			return sq, fine
		case rules.ReplacesOccupant, rules.CoversOccupant:
			s.makesRoom(sq, d)
		}
	}
	if d != nil {
		d.RebornAs, d.RebornAt = r.reborn, sq
	}
	if !s.promoteReborn(r) {
		return none, needsReborn
	}
	s.place(sq, r.reborn, r.tag)
	s.restored(sq)
	if !s.parts.fairy {
		return sq, fine
	}
	return sq, s.rebornBy(r)
}

// makesRoom takes the occupant off a rebirth square: it leaves the board, or waits below.
func (s *state) makesRoom(sq board.Square, d *rules.Details) {
	occupant := s.at(sq)
	if d != nil {
		d.Removed = occupant
	}
	s.put(sq, 0)
	s.vacated(sq)
	s.leavesChoice(sq)
	if s.v.Aftermath.Occupied == rules.CoversOccupant {
		s.pushBelow(sq, occupant, false)
	}
}

// rebornBy does what conditions do to the piece that has just been reborn.
func (s *state) rebornBy(r *revival) verdict {
	choices := &s.v.Fairy.Rebirth
	if choices.Square == rules.InCage && !s.caged(r.reborn, r.side, r.sq) {
		return notChosen // as what it was promoted to
	}
	s.turnReborn(r.reborn, r.sq, r.d)
	return fine
}

// turnReborn lets a piece that has just been reborn change sides, in games of turncoats.
func (s *state) turnReborn(pc rules.Piece, sq board.Square, d *rules.Details) {
	if !s.v.Fairy.Rebirth.Turncoats || pc.Neutral() || has(s.royal, pc) {
		return
	}
	turned := rules.MakePiece(pc.Type(), pc.Color().Other())
	s.put(sq, turned)
	s.vacated(sq)
	s.restored(sq)
	if d != nil {
		d.Effects = append(d.Effects, rules.Effect{Kind: rules.RebornTurns, At: sq, Piece: turned})
	}
}

// promoteReborn promotes a pawn that is reborn on its last rank, or leaves that to its own side. It
// reports false if the move does not say what the pawn becomes.
func (s *state) promoteReborn(r *revival) bool {
	if !has(s.pawn, r.reborn) || !s.lastRank(r.reborn, r.side, r.sq) {
		return true
	}
	if s.v.Aftermath.OwnerPromotes && r.side != r.us {
		if s.empty(r.sq) { // below another piece it stays a pawn
			s.set(s.table.cells.choice, uint16(r.sq)+1)
		}
		return true
	}
	k := r.m.Reborn()
	if k == 0 {
		s.due = r.reborn.Type()
		return false
	}
	r.reborn = r.reborn.As(k)
	if r.d != nil {
		r.d.RebornInto = r.reborn
	}
	return true
}

// waits notes a piece that a later half-move lets be reborn, the square of the capture, and where the
// piece stands, NoSquare if it was captured.
func (s *state) waits(pc rules.Piece, at, on board.Square) {
	pending := s.table.cells.pending
	s.set(pending, uint16(pc))
	s.set(pending+1, uint16(at)+1)
	s.set(pending+2, uint16(on+1))
}

// rebirthOfPending is the rebirth of the piece captured before, or of its capturer: a half-move ago,
// at the vector of the move just made (Parrain), to which castling adds the vectors of king and
// rook; or last, where it was captured, if the move just made captures (Memory).
func (s *state) rebirthOfPending(a *arrival) verdict {
	pending, where := s.table.cells.pending, s.v.Aftermath.Where
	if pending == absent || s.cells[pending] == 0 || where == rules.AtItsCapture && a.captured == 0 {
		return fine
	}
	pc, at, on := rules.Piece(s.cells[pending]), s.square(pending+1), s.square(pending+2)
	for i := range 3 {
		s.set(pending+i, 0)
	}
	sq := at
	if where == rules.AtNextVector {
		sq = s.movedBy(at, a.m)
	}
	if s.v.CapturersWait() {
		return s.displace(a, pc, on, sq)
	}
	_, v := s.revive(&revival{a.m, a.us, pc, s.owner(pc, a.us.Other()), sq, 0, a.d})
	return v
}

// displace brings what stands on the square of the last capturer to its rebirth square. That is the
// capturer or, as Popeye has it, the piece that has just captured it. It is nothing if the capturer has
// moved or was captured elsewhere; the rebirth square must be free even so.
func (s *state) displace(a *arrival, capturer rules.Piece, from, sq board.Square) verdict {
	pc, tag := s.at(from), s.tag(from)
	if v := s.displacementBarred(from, sq); v != fine {
		if from == a.now {
			capturer = pc
		}
		if a.d != nil {
			a.d.CapturerAt, a.d.CapturerAs = sq, capturer
		}
		return v
	}
	if pc == 0 {
		return fine
	}
	r := revival{a.m, a.us, pc, s.owner(pc, a.us.Other()), sq, tag, a.d}
	if a.d != nil {
		a.d.RebornAs, a.d.RebornAt, a.d.RebornFrom = pc, sq, from
	}
	if !s.promoteReborn(&r) {
		return needsReborn
	}
	if sq != from {
		s.put(from, 0)
		s.vacated(from)
	}
	if from == a.now {
		a.now, a.arrived = sq, r.reborn
	}
	s.place(sq, r.reborn, tag)
	s.restored(sq)
	return fine
}

// displacementBarred says why nothing may go from a square to its rebirth square.
func (s *state) displacementBarred(from, sq board.Square) verdict {
	switch {
	case sq == board.NoSquare:
		return ownHomeOff
	case sq != from && !s.empty(sq):
		return ownHomeTaken
	}
	return fine
}

// movedBy returns sq moved by the vector of a move, or against it, as the game has it; NoSquare if
// that is off the board.
func (s *state) movedBy(sq board.Square, m rules.Move) board.Square {
	size, from, to := s.v.Size, m.From(), m.To()
	files, ranks := size.File(to)-size.File(from), size.Rank(to)-size.Rank(from)
	if m.Form() == rules.Castle {
		kingTo, rookTo := s.v.CastlingSquares(from, to)
		files, ranks = size.File(kingTo)-size.File(from)+size.File(rookTo)-size.File(to), 0
	}
	if s.v.Fairy.Rebirth.Turned == rules.Against {
		files, ranks = -files, -ranks
	}
	return size.At(size.File(sq)+files, size.Rank(sq)+ranks)
}

// bury puts a piece below an occupied square. Of those there, it comes up last.
func (s *state) bury(sq board.Square, pc rules.Piece) {
	i := s.table.cells.below
	for s.cells[i] != 0 && s.square(i) <= sq {
		i += 2
	}
	s.insertBelow(i, sq, pc)
}

// insertBelow puts a piece below a square, into the list of such pieces from cell i on.
func (s *state) insertBelow(i int, sq board.Square, pc rules.Piece) {
	carry := [2]uint16{uint16(sq) + 1, uint16(pc)}
	for ; carry[0] != 0; i += 2 {
		next := [2]uint16{s.cells[i], s.cells[i+1]}
		s.set(i, carry[0])
		s.set(i+1, carry[1])
		carry = next
	}
}

// erupt brings up the first piece below each square that is empty now.
func (s *state) erupt(d *rules.Details) {
	below := s.table.cells.below
	if below == absent {
		return
	}
	for i := below; s.cells[i] != 0; {
		sq := s.square(i)
		if !s.empty(sq) {
			i += 2
			continue
		}
		pc := rules.Piece(s.cells[i+1])
		for j := i; ; j += 2 {
			s.set(j, s.cells[j+2])
			s.set(j+1, s.cells[j+3])
			if s.cells[j] == 0 {
				break
			}
		}
		s.place(sq, pc, uint16(sq)+1) // it waited below its home square
		s.restored(sq)
		if d != nil {
			d.Emerged = append(d.Emerged, rules.Hidden{At: sq, Piece: pc})
		}
	}
}
