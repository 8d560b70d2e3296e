// This file tests moves one by one: those whose legality does not follow from checkers and pins.
// Most are played on a copy, and some are judged by where pieces are reborn.

package narrow

import (
	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/rules"
)

// TestsAll reports whether every move of p is tested one by one.
func (w *Worker) TestsAll(p *Pos) bool {
	// A neutral piece may check either king after any move.
	if w.Neutrals || p.Pending|p.Choice != 0 || w.choice != 0 || w.Italian && p.left > 1 {
		return true
	}
	// If a rebirth removes the piece on its square, a capture elsewhere removes a king that stands
	// on the home of a piece, or of a piece that a pawn may become.
	k := p.Own & p.King
	return w.mayBeHome(p.Turn, k) && (w.mayPromote(p) || w.MayBeReplaced(p, p.Own, p.Turn, k))
}

// mayBeHome reports whether some piece of a side may be reborn on the square of its king, k as the
// side sees it, and remove the king.
func (w *Worker) mayBeHome(side uint8, k Set) bool {
	return w.RebirthRemoves && k != 0 && (!w.RebornAtOwnHome || w.someHome[side&1]&k != 0)
}

// MayBeReplaced reports whether a rebirth of a side's own piece may remove its king, which stands
// on k as the side sees it.
func (w *Worker) MayBeReplaced(p *Pos, pieces Set, side uint8, k Set) bool {
	if !w.mayBeHome(side, k) {
		return false
	}
	if !w.RebornAtOwnHome {
		return true
	}
	file := w.Size.File(p.Square(k.First()))
	for s := pieces &^ p.King; s != 0; s = s.Rest() {
		sq := s.First()
		parts := p.Parts(sq)
		if away := w.Size.File(p.Square(sq)) - file; parts == PartPawn && (away < -1 || away > 1) {
			continue // no capture is possible on the file of the king
		}
		if w.homesOf[side&1][parts]&k != 0 {
			return true
		}
	}
	return false
}

// divideMoves decides which moves are judged by checkers and pins, and which are tested one by one.
// Checkers and pins decide a quiet move, unless a piece is still to be reborn. If check is a
// capture played in full, a king that no piece attacks is not in check. So moves that are legal in
// chess are legal there, and the others are tested.
//
//go:noinline
func (w *Worker) divideMoves(p *Pos, mem *Memory, c *constraints, want Set) {
	w.wanted, w.safeSteps = want&^(p.Own&^p.Opp), 0
	switch {
	case w.TestsAll(p):
		c.testedArrivals, c.arrivals, c.testedPieces = 0, 0, p.Own
	case w.ForbidsChecks:
		w.testChecks(p, c)
	case w.Royals:
		w.testRoyals(p, c)
	case w.Check == traits.ByHomes:
		c.testedArrivals, c.arrivals, c.testedPieces = 0, 0, p.Own
		w.homeLines = 0
		if c.king >= 0 {
			w.findHomeLines(p, c)
		}
	case w.Check == traits.ByCapture:
		if c.king >= 0 { // kings may stand beside each other
			if beside := w.Kings[c.king&(Cells-1)] & p.Opp & p.King; beside != 0 {
				c.checkMask &= beside
				c.arrivals &= beside
			}
		}
		c.testedArrivals = p.Opp & w.wanted
		if !w.AttackTakesKing { // a move that leaves the king attacked may be legal
			c.testedArrivals = (p.Opp | ^c.checkMask) & w.wanted
			c.testedPieces = p.Own & (c.pinned | c.sissaPinned)
		}
		if w.RebirthRemoves {
			c.testedPieces |= p.Own & p.King
		}
		c.arrivals &^= c.testedArrivals
	case w.Aftermath:
		c.testedArrivals = p.Opp & w.wanted
		c.arrivals &^= c.testedArrivals
		if mem != nil { // a piece that leaves its square lets one below it come up
			c.testedPieces = mem.covers(p) & p.Own
		}
	}
	if w.paths != nil && c.king >= 0 {
		w.testPaths(p, c)
	}
}

// foundEnough reports whether the scan may stop.
func (w *Worker) foundEnough() bool { return w.quick && len(w.Tested)+w.total != 0 }

// testChoices tests the moves after each promotion of a reborn pawn whose own side chooses it.
func (w *Worker) testChoices(p *Pos, mem *Memory, c *constraints, castling bool) {
	for _, k := range w.promotion {
		q := *p
		at := q.Seen(squareOf(p.Choice))
		q.Choice = 0
		q.Clear(Bit(at))
		q.Put(at, w.PartsOf[k], q.Turn)
		w.restored(&q, at)
		w.choice = k
		if castling && w.mayCastle(&q, c) {
			w.scanCastling(&q, mem, c)
		}
		w.testPieces(&q, mem, c)
		w.choice = 0
	}
}

// testPieces tests the moves that divideMoves has left to it, except castling and captures en
// passant.
//
//go:noinline
func (w *Worker) testPieces(p *Pos, mem *Memory, c *constraints) {
	if w.Check == traits.ByHomes {
		w.testHomeMoves(p, mem, c)
		return
	}
	occ := c.occ
	for s := p.Own & p.Knight; s != 0; s = s.Rest() {
		from := s.First()
		w.testMovesOf(p, mem, c, from, w.Knights[from]&w.testedFrom(c, from))
	}
	for s := p.Own & p.Diag; s != 0; s = s.Rest() {
		from := s.First()
		if want := w.testedFrom(c, from); w.DiagRays[from]&want != 0 {
			w.testMovesOf(p, mem, c, from, w.Diag(from, occ)&want)
		}
	}
	for s := p.Own & p.Orth; s != 0; s = s.Rest() {
		from := s.First()
		if want := w.testedFrom(c, from); w.OrthRays[from]&want != 0 {
			w.testMovesOf(p, mem, c, from, w.Orth(from, occ)&want)
		}
	}
	for s := p.Own & p.Step; s != 0; s = s.Rest() {
		from := s.First()
		w.testMovesOf(p, mem, c, from, w.Steps[from]&w.testedFrom(c, from))
	}
	for s := p.Own & p.Sissa; s != 0; s = s.Rest() {
		from := s.First()
		w.testMovesOf(p, mem, c, from, w.sissaMoves(p, from, occ)&w.testedFrom(c, from))
	}
	if k := c.king; k >= 0 {
		want := w.wanted
		if w.Check == traits.ByReach {
			want = w.testedFrom(c, k)
		}
		w.testMovesOf(p, mem, c, k, w.Kings[k&(Cells-1)]&want&^w.safeSteps)
	}
	for s := p.Own & p.Pawn; s != 0; s = s.Rest() {
		from := s.First()
		want := w.testedFrom(c, from)
		if to := w.PawnReach(from, p.Turn) & want & p.Opp; to != 0 {
			w.testMovesOf(p, mem, c, from, to)
		}
		if want&^p.Opp != 0 {
			w.testMovesOf(p, mem, c, from, w.Pushes(s.Lowest(), p.Turn, occ)&want)
		}
	}
}

// testedFrom returns the squares on which arrivals of the piece on from are tested one by one.
func (w *Worker) testedFrom(c *constraints, from int) Set {
	if c.testedPieces.Has(from) {
		return w.wanted
	}
	return c.testedArrivals
}

// Pushes returns the squares that the pawns of s may go to without capturing.
func (g *Game) Pushes(s Set, side uint8, occ Set) Set {
	if !g.FirstRankPawns {
		s &^= g.Low[side&1]
	}
	one := g.Ahead(s, side) &^ occ
	return one | g.Ahead(one&g.passedOver[side&1], side)&^occ
}

// testMovesOf tests the moves of one piece to several squares.
func (w *Worker) testMovesOf(p *Pos, mem *Memory, c *constraints, from int, to Set) {
	for ; to != 0 && !w.foundEnough(); to = to.Rest() {
		if w.Skip != nil && w.Skip(p, from, to.First()) {
			continue
		}
		m := rules.MakeMove(rules.Ordinary, p.Square(from), p.Square(to.First()))
		if !p.Pawn.Has(from) || !w.promotes[p.Turn&1].Has(to.First()) ||
			p.Opp.Has(to.First()) && w.Variant.Aftermath.Capturer == rules.CapturerVanishes {
			if w.RebirthFollowsMove && w.judgeCapture(p, c, from, to.First(), m) ||
				w.OnlyCapturerGoesHome && w.judgeHomecoming(p, c, from, to.First(), m) {
				continue
			}
			w.testMove(p, mem, m)
			continue
		}
		for _, k := range w.promotionTypes(p) {
			w.testMove(p, mem, m.WithPromotion(k))
		}
		if !w.mustPromote[p.Turn&1].Has(to.First()) {
			w.testMove(p, mem, m)
		}
	}
}

// judgeCapture judges a capture without playing it, if it is known where the captured piece is
// reborn and as what. That piece may then attack the king. Other pieces attack the king only if it
// was in check, if it is the capturer, or if the capturer was pinned. judgeCapture returns false if
// it cannot judge.
func (w *Worker) judgeCapture(p *Pos, c *constraints, from, to int, m rules.Move) bool {
	if c.testedPieces&^c.pinned != 0 || !p.Opp.Has(to) || p.King.Has(to) {
		return false
	}
	king := c.king
	if from == king {
		king = to
	}
	reborn, sq := w.RebirthOfCapture(p, nil, from, to, p.Parts(from))
	occ := c.occ&^Bit(from) | Bit(to)
	returns := sq >= 0 && !occ.Has(sq)
	switch {
	case returns && reborn == PartPawn && w.Low[p.Turn&1].Has(sq):
		return false // it promotes
	case returns:
		occ |= Bit(sq)
	case w.Variant.Aftermath.Occupied == rules.NoCapture:
		return true
	}
	attacked := false
	if king >= 0 {
		attacked = returns && w.Attacks(p, reborn, sq, king, occ)
		if !attacked && (from == c.king || c.checkMask != w.All || (c.pinned | c.sissaPinned).Has(from)) {
			attacked = w.Attacked(p, king, occ, p.Opp&^Bit(to))
		}
	}
	if !attacked {
		w.Tested = append(w.Tested, m)
		return true
	}
	return !w.KingsReturn // otherwise an attack need not be a check
}

// judgeHomecoming judges a move without playing it, if the capturer is reborn at home and nothing
// else happens. It returns false if it cannot judge.
func (w *Worker) judgeHomecoming(p *Pos, c *constraints, from, to int, m rules.Move) bool {
	if p.Sissa&p.Opp != 0 || (p.King & p.Opp).Has(to) {
		return false
	}
	occ, at, king := c.occ&^Bit(from), to, c.king
	if p.Opp.Has(to) {
		parts := p.Parts(from)
		if at = w.RebirthHome(p, parts, p.Turn, to); parts == PartPawn && w.High[p.Turn&1].Has(at) {
			return false // it promotes
		}
		if !w.homeIsFree(p, parts, p.Turn, occ, to) {
			return true
		}
		occ &^= Bit(to)
	}
	if from == king {
		king = at
	}
	if king < 0 || !w.capturableFromHome(p, king, occ|Bit(at), p.Opp&^Bit(to)) {
		w.Tested = append(w.Tested, m)
	}
	return true
}

// testMove tests m, with every choice that it needs, by playing it on a copy.
func (w *Worker) testMove(p *Pos, mem *Memory, m rules.Move) {
	n := *p
	spare := w.Borrow(mem)
	v := w.perform(&n, spare, m)
	safe := v == fine && w.keepsKings(p, &n, spare)
	ok := safe && w.checksInTime(p, &n, spare)
	w.GiveBack(spare)
	switch {
	case v == needsReborn:
		for _, k := range w.promotion {
			w.testMove(p, mem, m.WithReborn(k))
		}
	case v == needsOwn:
		for _, k := range w.promotion {
			w.testMove(p, mem, m.WithOwnReborn(k))
		}
	case ok:
		w.Tested = append(w.Tested, m.WithChoice(w.choice))
		if w.Gating {
			w.testGatings(p, mem, m)
		}
	case safe && w.Gating:
		// A gated piece may close the line of the check that comes too early.
		w.testGatings(p, mem, m)
	}
}

// testGatings tests m with each piece that may be gated by it.
func (w *Worker) testGatings(p *Pos, mem *Memory, m rules.Move) {
	gates := w.OpenGates(p)
	squares := [2]int{p.Seen(m.From()), p.Seen(m.To())}
	n := 1
	if m.Form() == rules.Castle {
		n = 2
	}
	for i, sq := range squares[:n] {
		if !gates.from.Has(sq) || p.Pawn.Has(sq) {
			continue
		}
		for j, k := range w.handTypes {
			if !w.mayGate(p, j) {
				continue
			}
			gated := m.WithGated(k, i == 1)
			after := *p
			spare := w.Borrow(mem)
			ok := w.perform(&after, spare, gated) == fine && w.legalAfter(p, &after, spare)
			w.GiveBack(spare)
			if ok {
				w.Tested = append(w.Tested, gated.WithChoice(w.choice))
			}
		}
	}
}

// legalAfter reports whether the move that led from p to n is legal. The turn has not been handed
// over.
func (w *Worker) legalAfter(p, n *Pos, mem *Memory) bool {
	return w.keepsKings(p, n, mem) && w.checksInTime(p, n, mem)
}

// keepsKings reports whether the move that led from p to n leaves both kings on the board, and the
// mover's out of check.
func (w *Worker) keepsKings(p, n *Pos, mem *Memory) bool {
	if p.Opp&p.King != 0 && n.Opp&n.King == 0 || p.Own&p.King != 0 && n.Own&n.King == 0 {
		return false
	}
	if w.Royals {
		return !w.kingAttacked(n) && w.keepsRoyals(p, n)
	}
	return w.kingIsSafe(n, mem)
}

// checksInTime reports whether the move that led from p to n gives no check that is forbidden: any
// at all, or one before the series allows it.
func (w *Worker) checksInTime(p, n *Pos, mem *Memory) bool {
	return !w.ForbidsChecks && (!w.Italian || p.left == 1) || !w.otherInCheck(n, mem)
}

// kingIsSafe reports whether the side to move is out of check for every promotion that the other
// side still has to choose.
func (w *Worker) kingIsSafe(n *Pos, mem *Memory) bool {
	if !n.awaitsPromotion(n.Opp) {
		return !w.InCheck(n, mem)
	}
	at := n.Seen(squareOf(n.Choice))
	for _, k := range w.promotion {
		q := *n
		q.Clear(Bit(at))
		q.Put(at, w.PartsOf[k], n.Turn^1)
		if w.InCheck(&q, mem) {
			return false
		}
	}
	return true
}
