package rules

import (
	"errors"
	"fmt"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// Forbidden returns nil when m is legal, and otherwise an error that says in a
// sentence which rule forbids it.
func (r *reference) Forbidden(m Move) error {
	s := r.load()
	defer s.drop()
	if s.isLegal(m) {
		return nil
	}
	return errors.New(s.why(m))
}

const notOfThisGame = "it is no move of this game"

// name writes a man and its square as "the knight on b1".
func (s *state) name(sq board.Square) string {
	return fmt.Sprintf("the %s on %s", s.v.manName(s.at(sq)), s.v.SquareName(sq))
}

// why says what is wrong with the illegal move m.
func (s *state) why(m Move) string {
	us := s.turn()
	if m == 0 || m.Form() == Pass {
		return "a move must be made"
	}
	if !s.wellFormed(m) {
		return notOfThisGame
	}
	if reason := s.whyNotChoice(m); reason != "" {
		return reason
	}
	if k := m.Choice(); k != 0 {
		s.choose(MakeMan(k, us), nil)
	}
	from, to := m.From(), m.To()
	man := s.at(from)
	switch {
	case man == 0:
		return fmt.Sprintf("there is no man on %s", s.v.SquareName(from))
	case man.Color() != us:
		return fmt.Sprintf("%s is not %s's, whose turn it is", s.name(from), us)
	}
	switch {
	case m.Form() == Castle:
		if reason := s.whyNotCastle(us, from, to); reason != "" {
			return reason
		}
	case m.Form() == Reassign:
		if reason := s.whyNotReassign(m, us); reason != "" {
			return reason
		}
	default:
		if reason := s.whyNotReach(m, man, us); reason != "" {
			return reason
		}
		if reason := s.whyNotPromote(m, man, us); reason != "" {
			return reason
		}
	}
	bare := m.WithEntry(0, false) &^ swapBit
	if m.Form() == Reassign {
		bare = m
	}
	if reason := s.whyNotPlayed(bare, us); reason != "" {
		return reason
	}
	if m.Form() != Reassign {
		if reason := s.whyNotEntry(m, man, us); reason != "" {
			return reason
		}
	}
	return "the move does not fit what the rules leave to choose"
}

// wellFormed reports whether m has the squares and kinds of this game.
func (s *state) wellFormed(m Move) bool {
	last := s.area
	if s.v.Entry.Imaginary && m.Form() == Ordinary {
		last += 4
	}
	pawn, pawnTo, _ := m.Pawn()
	if m.Form() > Pass || m.From() >= s.area || m.To() >= last || pawn >= s.area || pawnTo >= s.area {
		return false
	}
	if m.Form() == EnPassant && s.passedPawn(m.To(), s.turn()) >= s.area {
		return false
	}
	for _, k := range []Kind{m.Promotion(), m.Enters(), m.Reborn(), m.OwnReborn(), m.Choice()} {
		if int(k) > len(s.v.Army) {
			return false
		}
	}
	return true
}

func (s *state) whyNotChoice(m Move) string {
	at := s.awaits(s.turn())
	switch {
	case at != board.NoSquare && m.Choice() == 0:
		return fmt.Sprintf("the pawn reborn on %s must first be promoted", s.v.SquareName(at))
	case at == board.NoSquare && m.Choice() != 0:
		return "no reborn pawn waits for its promotion"
	}
	return ""
}

// whyNotReach explains why a man does not get from one square to the other.
func (s *state) whyNotReach(m Move, man Man, us board.Color) string {
	from, to := m.From(), m.To()
	kind := man.Kind()
	base := len(s.moves)
	s.generate(func(_ Man, sq board.Square) bool { return sq == to })
	reached, formed := false, false
	for _, p := range s.moves[base:] {
		reached = reached || p.From() == from
		formed = formed || p.Bare() == m.Bare()
	}
	s.moves = s.moves[:base]
	if formed {
		return ""
	}
	if reached {
		return notOfThisGame
	}
	if target := s.at(to); target != 0 && target.Color() == us {
		return fmt.Sprintf("%s is occupied by your own %s", s.v.SquareName(to), s.v.manName(target))
	}
	if s.free != 0 && kind == s.must {
		return fmt.Sprintf("%s%s must convert first: one orthogonal step", string(s.v.Letter(MakeMan(kind, board.White))), s.v.SquareName(from))
	}
	if to >= s.area {
		if s.empty(to) {
			return fmt.Sprintf("nobody moves to the empty imaginary square %s", s.v.SquareName(to))
		}
		return fmt.Sprintf("%s cannot capture on %s", s.name(from), s.v.SquareName(to))
	}
	if s.check == byHomes && !s.empty(to) {
		home := s.home(kind, us, from)
		if home != from && !s.empty(home) {
			return fmt.Sprintf("%s captures from its home square %s, which is occupied", s.name(from), s.v.SquareName(home))
		}
		return fmt.Sprintf("%s captures from its home square %s, and from there does not reach %s", s.name(from), s.v.SquareName(home), s.v.SquareName(to))
	}
	if has(s.pawn, man) {
		return s.whyNotPawn(from, to, us)
	}
	for _, n := range s.reach.From[us][kind-1][from] {
		if n.Square == to && n.Mode != 0 {
			return fmt.Sprintf("the way of %s to %s is not open", s.name(from), s.v.SquareName(to))
		}
	}
	return fmt.Sprintf("%s does not move to %s", s.name(from), s.v.SquareName(to))
}

func (s *state) whyNotPawn(from, to board.Square, us board.Color) string {
	size := s.v.Size
	if size.RankFrom(us, from) == 0 && !s.firstRankWay {
		return fmt.Sprintf("%s stands on its own first rank and cannot move", s.name(from))
	}
	for _, n := range s.reach.From[us][s.at(from).Kind()-1][from] {
		if n.Square != to || n.Mode == 0 {
			continue
		}
		if n.Mode&piece.Move != 0 {
			return fmt.Sprintf("the way of %s to %s is not open", s.name(from), s.v.SquareName(to))
		}
		return fmt.Sprintf("%s moves to %s only by capturing, and there is nothing to take", s.name(from), s.v.SquareName(to))
	}
	return fmt.Sprintf("%s does not move to %s", s.name(from), s.v.SquareName(to))
}

func (s *state) whyNotPromote(m Move, man Man, us board.Color) string {
	k := m.Promotion()
	due := has(s.pawn, man) && s.lastRank(man, m.To()) && m.Form() == Ordinary && len(s.promotion) > 0 &&
		(s.empty(m.To()) || s.v.Aftermath.Capturer != Vanishes)
	switch {
	case due && k == 0:
		return fmt.Sprintf("the pawn that reaches %s must be promoted to one of %s", s.v.SquareName(m.To()), s.v.Promotion.To)
	case !due && k != 0:
		return fmt.Sprintf("%s is not promoted by this move", s.name(m.From()))
	case !due:
		return ""
	}
	for _, p := range s.promotion {
		if p != k {
			continue
		}
		if !s.mayPromote(us, k) {
			return fmt.Sprintf("a pawn may become the %s only while no Hawk or Elephant of its side is on the board", s.v.Type(k).Name)
		}
		return ""
	}
	return fmt.Sprintf("a pawn does not become a %s in this game", s.v.Type(k).Name)
}

// whyNotPlayed plays m without an entry and says what forbids that.
func (s *state) whyNotPlayed(m Move, us board.Color) string {
	mark := len(s.log)
	wasInCheck := s.inCheck(us)
	var d Details
	v := s.play(m, &d)
	defer s.undo(mark)
	if v != fine {
		return s.verdictText(v)
	}
	switch s.forbids(us, mark) {
	case kingTaken:
		return "a king is never captured"
	case leavesCheck:
		if checker := s.rebornChecker(&d, us); checker != "" {
			return "the king would be in check from " + checker
		}
		if !s.v.Aftermath.Active && s.v.Entry.Hand != "" && s.gatesNow(m, us, mark) {
			if wasInCheck {
				return "the gated piece may not parry the check: the move must be legal without it"
			}
			return "the gated piece may not close the line: the move must be legal without it"
		}
		if wasInCheck {
			return "the king would still be in check"
		}
		return "the king would be in check"
	case checksEarly:
		return "a check may only be given on the last move of the series"
	}
	return ""
}

// rebornChecker returns the man that the move d just played has brought back, if it alone is why the king of us is in check; else "".
func (s *state) rebornChecker(d *Details, us board.Color) string {
	at := d.RebornAt
	if d.RebornAs == 0 || d.RebornBelow || s.empty(at) || s.at(at).Color() == us {
		return ""
	}
	name := fmt.Sprintf("the %s reborn on %s", s.v.manName(s.at(at)), s.v.SquareName(at))
	s.put(at, 0) // taken back with the move
	if s.inCheck(us) {
		return ""
	}
	return name
}

// gatesNow reports whether a man might have been put on the square m leaves.
func (s *state) gatesNow(m Move, us board.Color, mark int) bool {
	if m.Form() == Reassign || s.v.Size.RankFrom(us, m.From()) != 0 {
		return false
	}
	return s.before(s.table.cells.gates[us], mark)>>s.v.Size.File(m.From())&1 != 0
}

func (s *state) verdictText(v verdict) string {
	switch v {
	case needsReborn:
		return fmt.Sprintf("the reborn pawn must be promoted to one of %s", s.v.Promotion.To)
	case needsOwn:
		return fmt.Sprintf("the own reborn pawn must be promoted to one of %s", s.v.Promotion.To)
	case homeOccupied:
		return "the captured man cannot be reborn: its rebirth square is not free"
	case ownHomeTaken:
		return "the capturing man cannot be reborn: its rebirth square is not free"
	case onOwnHome:
		return "a man may not capture on its own rebirth square"
	case marsHomeTaken:
		return "the man cannot capture: its home square is not free"
	case takesBack:
		return "a capture may not simply reverse the opponent's last move"
	}
	return ""
}

func (s *state) whyNotCastle(us board.Color, king, rook board.Square) string {
	cells := &s.table.cells
	if cells.king[us] == absent {
		return "there is no castling in this game"
	}
	if s.castlingKing(us) != king {
		return "the king has moved, so it cannot castle"
	}
	if s.square(cells.rook[us][0]) != rook && s.square(cells.rook[us][1]) != rook {
		return fmt.Sprintf("there is no unmoved rook on %s to castle with", s.v.SquareName(rook))
	}
	if s.inCheck(us) {
		return "the king is in check, so it cannot castle"
	}
	if !s.mayCastle(king, rook) {
		kingTo, rookTo := s.v.CastlingSquares(king, rook)
		for sq := min(king, rook, kingTo, rookTo); sq <= max(king, rook, kingTo, rookTo); sq++ {
			if sq != king && sq != rook && !s.empty(sq) && (between(sq, king, kingTo) || between(sq, rook, rookTo)) {
				return fmt.Sprintf("%s stands between king and rook", s.name(sq))
			}
		}
		return "the king would cross or reach an attacked square"
	}
	return ""
}

func (s *state) whyNotReassign(m Move, us board.Color) string {
	if !s.v.Entry.Imaginary {
		return "there is no reassignment in this game"
	}
	n, at := s.presence(us)
	if n != 1 || at != m.From() {
		return fmt.Sprintf("%s cannot be reassigned", s.name(m.From()))
	}
	k := m.Enters()
	if k == 0 || s.handIndex(k) < 0 || k == s.at(at).Kind() || s.waiting(MakeMan(k, us)) == board.NoSquare {
		return "the piece to come in does not wait on an imaginary square"
	}
	from, to, moves := m.Pawn()
	if !moves {
		return ""
	}
	if from >= s.area || s.empty(from) || s.at(from).Color() != us || !has(s.pawn, s.at(from)) {
		return "only a pawn of one's own may move in the turn of a reassignment"
	}
	mark, base := len(s.log), len(s.moves)
	s.reassign(m&^Move(secondFields), us, nil)
	s.walk(s.at(from), from, from, piece.Both, us, nil)
	found := false
	for _, p := range s.moves[base:] {
		found = found || p.To() == to
	}
	s.moves = s.moves[:base]
	s.undo(mark)
	if !found {
		return s.whyNotPawn(from, to, us)
	}
	return ""
}

// whyNotEntry explains why a man may not enter, or the imaginary squares not
// change places, in a move that is legal without it.
func (s *state) whyNotEntry(m Move, man Man, us board.Color) string {
	k := m.Enters()
	if m.Redesignates() && (m.Form() != Castle || !s.v.Entry.Imaginary) {
		return "imaginary squares change places only in castling"
	}
	if k == 0 {
		return ""
	}
	name := s.v.Type(k).Name
	if s.handIndex(k) < 0 {
		return fmt.Sprintf("no %s enters in this game", name)
	}
	if has(s.pawn, man) {
		return "nothing enters on the square a pawn leaves"
	}
	sq := m.From()
	if m.AtRook() {
		sq = m.To()
	}
	if s.v.Entry.Imaginary {
		if s.waiting(MakeMan(k, us)) == board.NoSquare {
			return fmt.Sprintf("the %s does not stand on an imaginary square", name)
		}
		if n, _ := s.presence(us); n > 0 {
			return "only one Hawk or Elephant of a side may be on the board"
		}
	} else if s.cells[s.table.cells.hand[us][s.handIndex(k)]] == 0 {
		return fmt.Sprintf("there is no %s in hand", name)
	}
	if m.Redesignates() {
		return "no man is left on an imaginary square to change places"
	}
	closed := !s.gate(us, sq)
	if s.v.Entry.Imaginary {
		left, right := s.hands(us)
		closed = closed && !s.empty(left) && !s.empty(right)
	}
	if closed {
		return fmt.Sprintf("the gate on %s is closed: its first man has already left", s.v.SquareName(sq))
	}
	mark := len(s.log)
	defer s.undo(mark)
	if s.play(m.WithEntry(0, false), nil) == fine && s.empty(sq) {
		return fmt.Sprintf("with the %s on %s the king would be in check, or a check come too early", name, s.v.SquareName(sq))
	}
	return fmt.Sprintf("%s is not free for the %s to enter", s.v.SquareName(sq), name)
}

// manName returns the name of a man for a sentence: orthodox men in lower case.
func (v *Variant) manName(m Man) string {
	name := []byte(v.Type(m.Kind()).Name)
	if len(name) > 0 && name[0] >= 'A' && name[0] <= 'Z' {
		name[0] += 'a' - 'A'
	}
	return string(name)
}
