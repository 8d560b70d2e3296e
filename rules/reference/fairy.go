package reference

import (
	"math/bits"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds the places where the conditions of Fairy come in. What each does is in the file
// of its name. A condition may keep a piece from moving at all (still), forbid a move before it is
// played (barred) or by the position that it leads to (afterMove), or forbid moves for the sake of
// others (measured in sift.go).

// landing returns the square to which the piece that makes m goes; in castling, the king.
func (t *table) landing(m rules.Move) board.Square {
	if m.Form() != rules.Castle {
		return m.To()
	}
	kingTo, _ := t.v.CastlingSquares(m.From(), m.To())
	return kingTo
}

// still reports whether the piece on sq may not move at all.
func (s *state) still(pc rules.Piece, sq board.Square) bool { return s.keeps(pc, sq) != 0 }

// keeps returns the rule that keeps the piece on sq from moving at all, or 0.
func (s *state) keeps(pc rules.Piece, sq board.Square) rules.Rule {
	us := s.turn()
	if s.paralysed(pc, sq, us) {
		return rules.Paralysed
	}
	return s.immobile(pc, sq, us)
}

// stands looks at what keeps the mover from moving at all.
func (j *judge) stands() *rules.ForbiddenError {
	if !j.parts.fairy {
		return nil
	}
	switch rule := j.keeps(j.who.Piece, j.from); rule {
	case 0:
		return nil
	case rules.Paralysed:
		return j.because(rule, j.paralysers(j.who.Piece, j.from)...)
	default:
		return j.because(rule)
	}
}

// barred returns the rule against a pseudo-legal move of a piece that may move, before it is
// played, or 0.
func (s *state) barred(m rules.Move) rules.Rule {
	switch m.Form() {
	case rules.Ordinary, rules.EnPassant, rules.Castle, rules.Locust, rules.Exchange:
	default:
		return 0
	}
	us, from, to := s.turn(), m.From(), s.landing(m)
	if rule := s.takenBack(m); rule != 0 {
		return rule
	}
	if !s.imitable(m, us) {
		return rules.ImitatorBlocked
	}
	pc := s.at(from)
	if m.Form() == rules.Castle && s.v.Fairy.Lanes.Shade == rules.SameShade && m.To() < from {
		return rules.WrongShade // the rook changes its shade
	}
	if s.v.Fairy.Lending.Becomes && from != s.king(us) && s.mustFlee(us) {
		return rules.KingMustGo
	}
	if rule := s.lane(us, from, to); rule != 0 {
		return rule
	}
	if s.tooFar(us, from, to) {
		return rules.TooFar
	}
	if s.v.Fairy.Paralysis.By == rules.ByPart && s.goesAsParalyser(pc, from, to, us) {
		return rules.Paralysed
	}
	at := to
	switch m.Form() {
	case rules.EnPassant:
		at = s.takenPassing(m, us)
	case rules.Locust:
		at = m.Victim()
	}
	if m.Form() == rules.Castle || m.Form() == rules.Exchange || s.empty(at) {
		return 0
	}
	return s.untakeable(pc, from, to, at, us)
}

// unbar drops the moves from base on that a condition bars. It returns base.
func (s *state) unbar(base int) int {
	if !s.fairy.bars {
		return base
	}
	moves := slices.DeleteFunc(s.moves[base:], func(m rules.Move) bool { return s.barred(m) != 0 })
	if s.v.Fairy.Capturing.Counts() {
		moves = s.byCounting(moves)
	}
	s.moves = append(s.moves[:base], moves...)
	return base
}

// bar looks at the conditions that forbid a move before it is played.
func (j *judge) bar() *rules.ForbiddenError {
	if !j.parts.fairy || !j.fairy.bars {
		return nil
	}
	rule := j.barred(j.m)
	if c := &j.v.Fairy.Capturing; rule == 0 && c.Counts() && j.captures(j.m) {
		base := len(j.moves)
		j.generate(nil)
		if !slices.ContainsFunc(j.moves[base:], func(m rules.Move) bool { return m.Bare() == j.m.Bare() }) {
			rule = rules.CaptureBarred
		}
		j.moves = j.moves[:base]
	}
	if rule == 0 {
		return nil
	}
	return j.because(rule)
}

// afterMove returns the rule against the move m that us has just made, by the position that it
// leads to, or 0. mark is the length of the log before the move. taking says that the move captures
// a king, which is judged for the sake of check alone.
func (s *state) afterMove(m rules.Move, us board.Color, mark int, taking bool) rules.Rule {
	f := &s.v.Fairy
	if f.Paralysis.Avoided && !(taking && f.Paralysis.Taken) && s.paralyses() {
		return rules.Paralyses
	}
	if !taking && s.checkedBefore(us, m) {
		return rules.LeavesCheck
	}
	if s.outOfContact(m, us, mark) {
		return rules.LosesContact
	}
	if f.Contact != (rules.Contact{}) && m.Form() != rules.Pass {
		if rule := s.contact(m, us, mark); rule != 0 {
			return rule
		}
	}
	return 0
}

// moverType returns a type as which the mover moves.
func (j *judge) moverType() rules.PieceType {
	return rules.PieceType(bits.TrailingZeros32(j.movesAs(j.at(j.from), j.us, j.from)) + 1)
}

// unreachedAs explains why the mover does not reach its square, as far as conditions tell.
func (j *judge) unreachedAs() *rules.ForbiddenError {
	pc, target := j.at(j.from), j.at(j.to)
	enemy := target.Against(j.us)
	if j.v.Fairy.Changing.OwnType && enemy && !j.mayTake(pc, target) {
		return j.because(rules.OwnType)
	}
	own := j.moverType() == pc.Type() && bits.OnesCount32(j.movesAs(pc, j.us, j.from)) == 1
	if making := j.v.Fairy.Making == rules.MakeThenTake && enemy; making || !own {
		return j.because(rules.NoSuchMove)
	}
	return nil
}

// roam generates the moves of a piece but for castling.
func (s *state) roam(pc rules.Piece, sq board.Square, want wanted) {
	making := s.v.Fairy.Making == rules.MakeThenTake
	modes := piece.Both
	switch {
	case making:
		modes = piece.Move
	case s.v.Fairy.Changing.Departs == rules.QuietFromHome:
		modes = piece.Capture
	}
	s.stamp++
	if s.v.Fairy.Lending.Only == rules.EveryMoveLent {
		s.walkAsEach(s.movesAs(pc, s.turn(), sq), pc, sq, modes, want)
	} else {
		for _, mode := range [2]piece.Mode{piece.Move, piece.Capture} {
			s.walkAsEach(s.as(mode, pc, s.turn(), sq), pc, sq, modes&mode, want)
		}
	}
	if making {
		s.takeAfterMake(pc, sq, want)
	}
	if s.v.Fairy.Changing.Homeward {
		s.homeward(pc, sq, want)
	}
	if s.v.Fairy.Changing.Departs != rules.FromOwnSquare {
		s.fromElsewhere(pc, sq, want)
	}
}

// walkAsEach generates the moves of a piece as each of the types.
func (s *state) walkAsEach(types uint32, pc rules.Piece, sq board.Square, modes piece.Mode, want wanted) {
	for ; types != 0; types &= types - 1 {
		k, base := rules.PieceType(bits.TrailingZeros32(types)+1), len(s.moves)
		if s.replaced(pc, k) {
			s.stamp++
		}
		s.walkAs(k, pc, sq, sq, modes, want)
		if s.replaced(pc, k) {
			for i := range s.moves[base:] {
				s.moves[base+i] = s.moves[base+i].WithPromotion(k)
			}
		}
	}
}

// mayCastleAs reports whether the king on sq may castle as far as conditions tell.
func (s *state) mayCastleAs(pc rules.Piece, sq board.Square) bool {
	return !s.still(pc, sq) && s.movesAs(pc, s.turn(), sq)>>(pc.Type()-1)&1 != 0
}

// changes does what conditions do to the mover before anything else happens.
func (s *state) changes(a *arrival) verdict {
	if !s.parts.fairy {
		return fine
	}
	if v := s.imitate(a); v != fine {
		return v
	}
	s.chameleonChanges(a)
	s.takesType(a)
	if !s.v.Fairy.Breton.Last {
		if v := s.breton(a); v != fine {
			return v
		}
	}
	if v := s.inherit(a); v != fine {
		return v
	}
	if v := s.promoteLate(a, s.fairy.wormhole == nil); v != fine {
		return v
	}
	s.fileChanges(a)
	if v := s.throughHole(a); v != fine {
		return v
	}
	s.changesType(a)
	return fine
}

// turnings does what conditions do when the mover has its final square.
func (s *state) turnings(a *arrival) verdict {
	if !s.parts.fairy {
		return fine
	}
	s.recolours(a)
	s.turnMover(a)
	s.turnOnSquares(a)
	s.turnHurdle(a)
	if v := s.moveHurdle(a); v != fine {
		return v
	}
	return s.swapKings(a)
}

// follows does what conditions do when all pieces have been reborn.
func (s *state) follows(a *arrival) verdict {
	if !s.parts.fairy {
		return fine
	}
	s.turnViewed(a)
	s.haunt(a)
	s.influence(a)
	s.revolve(a)
	s.postSentinel(a)
	s.turnWatched(a)
	s.leaveHoles(a)
	s.fuddle(a)
	s.crown(a)
	s.changeBoards(a)
	if v := s.boxed(a); v != fine {
		return v
	}
	if v := s.substitute(a); v != fine {
		return v
	}
	if !s.tries && !s.allImitated() {
		return onImitator
	}
	return fine
}

// promoteLate promotes the mover, in games where that depends on what its move has brought about.
// last says that no other promotion can be due.
func (s *state) promoteLate(a *arrival, last bool) verdict {
	k := a.m.Promotion()
	if !s.fairy.late || a.m.Form() == rules.Castle || a.promoted {
		return fine
	}
	due := a.now != board.NoSquare && has(s.pawn, s.at(a.now)) && s.promotesOn(s.at(a.now), a.us, a.now) &&
		len(s.promotionOf(s.at(a.now), a.us)) > 0
	switch {
	case due && k == 0 && !s.v.MayStayPawn():
		s.due = s.at(a.now).Type()
		return needsPromotion
	case k == 0 || !due && !last:
		return fine
	case !due:
		return notChosen
	}
	a.promoted, a.arrived = true, s.at(a.now).As(k)
	s.put(a.now, a.arrived)
	if a.d != nil {
		a.d.Promoted = a.arrived
	}
	return fine
}

// become makes the piece on sq another one, whose castling right is what the rules say of such a
// piece on its square.
func (s *state) become(a *arrival, kind rules.EffectKind, sq board.Square, pc rules.Piece) {
	s.put(sq, pc)
	s.vacated(sq)
	s.restored(sq)
	a.effect(rules.Effect{Kind: kind, At: sq, Piece: pc})
}
