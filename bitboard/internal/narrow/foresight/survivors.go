// This file skips moves that leave the other side a known reply, in searches for a stalemate or for
// moves whose every reply mates. It first finds survivors: quiet replies that would be legal after
// a pass. A king is attacked along lines, so only there does it matter which square was left. The
// proof is docs/proofs/surviving-moves.md; the letters below are its conditions.

package foresight

import (
	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/rules"
)

// survivor is a quiet move of the other side that is legal after a pass and leaves its king
// unattacked. Squares are as the other side sees them.
type survivor struct {
	from, to int
	way      set // from, to and between: a move that arrives here blocks or captures (a)
	king     int // where its own king then stands, -1 for none
	lines    set // a move that leaves from here may open a line to that king (b)
}

// survivors are the replies that are considered. They are moves of foresight.passed.
type survivors struct {
	all       []survivor
	safeKing  int // the square of the king that no survivor may check; -1 for none
	safeLines set // the lines to it
}

// How many survivors are considered, in all and of one piece.
const (
	mostSurvivors = 8
	mostOfOne     = 3
)

func (s *survivors) clear() { s.all = s.all[:0] }

// full reports whether there are enough survivors, or enough of the last piece.
func (s *survivors) full(from int) bool {
	n := 0
	for i := len(s.all) - 1; i >= 0 && s.all[i].from == from; i-- {
		n++
	}
	return len(s.all) >= mostSurvivors || n >= mostOfOne
}

// findSurvivors finds survivors of the moves of p; q is p after a pass. With safeKing, a square of
// p's king, the survivors cannot check it, neither from their arrival nor by leaving. So they are
// no mates while that king stays. safeKing is -1 if survivors may check.
func (f *Foresight) findSurvivors(p, q *kernel.Pos, mem *kernel.Memory, safeKing int) {
	own := &f.survivors
	own.clear()
	own.safeKing, own.safeLines = -1, 0
	if !f.RepliesPersist || f.TestsAll(p) || p.Sissa != 0 || mem.HasHidden() {
		return
	}
	if safeKing >= 0 {
		if f.Check == traits.ByCapture && f.Attacked(p, safeKing, p.Own|p.Opp, p.Opp) {
			return // any move that leaves or fills a home may make it a check
		}
		own.safeKing, own.safeLines = q.Seen(p.Square(safeKing)), f.linesTo(p, safeKing).Flip()
	}
	f.Scan(q, mem, f.All&^q.Opp)
	king, lines := -1, set(0) // lines to the king where it stands
	if k := q.Own & q.King; k != 0 {
		king = k.First()
		lines = f.linesTo(q, king)
	}
	f.addQuiet(q, king, lines)
	if own.safeKing >= 0 {
		return
	}
	for _, r := range f.Tested {
		if from := q.Seen(r.From()); r.Form() == rules.Ordinary && !own.full(from) {
			f.addSurvivor(q, from, q.Seen(r.To()), king, lines)
		}
	}
}

// addQuiet adds survivors from the packs of the last scan, of q.
func (f *Foresight) addQuiet(q *kernel.Pos, king int, lines set) {
	own := &f.survivors
	var checking kernel.CheckSquares // from where they would check the safe king
	if own.safeKing >= 0 {
		checking = f.CheckSquares(q, own.safeKing, 0)
	}
	for _, pk := range f.Packs() {
		from, to := int(pk.From), pk.To
		switch {
		case pk.Form == kernel.PieceMoves && !own.safeLines.Has(from):
			for to &^= checking.Of(q.Parts(from)); to != 0 && !own.full(from); to = to.Rest() {
				f.addSurvivor(q, from, to.First(), king, lines)
			}
		case pk.Form == kernel.PawnMoves || pk.Form == kernel.Promotions && own.safeKing < 0:
			for to &^= checking.Pawn; to != 0 && len(own.all) < mostSurvivors; to = to.Rest() {
				if sq := to.First(); !own.safeLines.Has(sq - from) {
					f.addSurvivor(q, sq-from, sq, king, lines)
				}
			}
		}
	}
}

// addSurvivor adds a legal move of q, unless its king is attacked after it.
func (f *Foresight) addSurvivor(q *kernel.Pos, from, to, king int, lines set) {
	r := survivor{from: from, to: to, king: king, lines: lines}
	r.way = f.Between[from&(cells-1)][to&(cells-1)] | kernel.Bit(from) | kernel.Bit(to)
	if from == king {
		r.king, r.lines = to, f.linesTo(q, to)
	}
	occ := (q.Own|q.Opp)&^kernel.Bit(from) | kernel.Bit(to)
	if r.king >= 0 && f.Check == traits.ByCapture && f.Attacked(q, r.king, occ, q.Opp) {
		return // it is legal only because no attacker has a free home
	}
	f.survivors.all = append(f.survivors.all, r)
}

// linesTo returns the squares between sq and pieces of the other side that attack it on an empty
// board: where a piece may close a line, or open one by leaving.
func (f *Foresight) linesTo(p *kernel.Pos, sq int) (lines set) {
	if f.Check == traits.ByHomes {
		return f.LinesFromHomes(p, sq)
	}
	ways := &f.Between[sq&(cells-1)]
	for s := (f.OrthRays[sq&(cells-1)]&p.Orth | f.DiagRays[sq&(cells-1)]&p.Diag) & p.Opp; s != 0; s = s.Rest() {
		lines |= ways[s.First()]
	}
	return lines
}

// withoutSurvivor appends the legal moves of p to squares of want, except moves that are known to
// leave a survivor legal. It trims whole packs first and then tests the moves that are left.
func (f *Foresight) withoutSurvivor(p *kernel.Pos, mem *kernel.Memory, want set, buf []rules.Move) []rules.Move {
	if f.RebirthFollowsMove && len(f.survivors.all) > 0 {
		f.Skip = f.leavesSurvivorBy
	}
	f.Scan(p, mem, want)
	f.Skip = nil
	f.trimPacks(p)
	first := len(buf)
	buf = f.Moves(p, buf)
	kept := first
	for _, m := range buf[first:] {
		if !f.leavesSurvivor(p, m) {
			buf[kept] = m
			kept++
		}
	}
	return buf[:kept]
}

// captureLeavesSurvivor reports whether a survivor is legal after a move that the kernel is about
// to test.
func (f *Foresight) captureLeavesSurvivor(p *kernel.Pos, from, to int) bool {
	if p.Pawn.Has(from) && f.High[p.Turn&1].Has(to) {
		return false // it depends on what the pawn becomes
	}
	return f.leavesSurvivor(p, rules.MakeMove(rules.Ordinary, p.Square(from), p.Square(to)))
}

// trimPacks drops from the packs of p moves that are known to leave a survivor legal.
func (f *Foresight) trimPacks(p *kernel.Pos) {
	trimmed := f.trimmedSquares(p)
	if trimmed == 0 {
		return
	}
	var from kernel.CheckSquares
	if q := &f.passed; f.survivors.safeKing >= 0 { // else a check is no stalemate
		from = f.CheckSquares(p, p.Seen(q.Square((q.Own & q.King).First())), p.Own|p.Opp)
	}
	packs := f.Packs()
	for i := range packs {
		switch pk := &packs[i]; pk.Form {
		case kernel.PieceMoves:
			if parts := p.Parts(int(pk.From)); parts != kernel.PartKing {
				pk.To &^= trimmed &^ from.Of(parts)
			} else {
				pk.To = f.kingSquaresLeft(pk.To)
			}
		case kernel.PawnMoves:
			pk.To &^= trimmed &^ from.Pawn
		}
	}
}

// trimmedSquares returns squares that need no test: a survivor is legal after each move of p that
// arrives there, captures nothing, checks nobody, and is not the king's. Such a move opens no line
// to the king of the survivors. It stops all survivors of a piece only by standing in their way,
// and it pins at most one piece, from a square in line with their king.
func (f *Foresight) trimmedSquares(p *kernel.Pos) set {
	q, all := &f.passed, f.survivors.all
	if len(all) == 0 || !f.MovesAreLocal || q.Own&q.King == 0 {
		return 0
	}
	king := (q.Own & q.King).First()
	var seen, one, two set // pieces, and squares on which an arrival leaves at least so many of them a survivor
	for i := 0; i < len(all); {
		r := &all[i]
		if i++; r.from == king || seen.Has(r.from) {
			continue
		}
		if r.lines&q.Opp != 0 {
			return 0
		}
		seen |= kernel.Bit(r.from)
		way := r.way
		for ; i < len(all) && all[i].from == r.from; i++ {
			way &= all[i].way
		}
		two |= one &^ way
		one |= f.All &^ way
	}
	return (two | one&^(f.OrthRays[king]|f.DiagRays[king])).Flip() &^ p.Opp
}

// kingSquaresLeft returns the squares of to, except those after a king's move to which a survivor
// is known to be legal. trimmedSquares has found that the king opens no line by leaving.
func (f *Foresight) kingSquaresLeft(to set) set {
	q := &f.passed
	king := (q.Own & q.King).First()
	left := to.Flip()
	for i := range f.survivors.all {
		r := &f.survivors.all[i]
		if r.from == king {
			continue
		}
		stops := r.way | q.Opp
		if f.survivors.safeKing >= 0 { // r may not check the king there either
			stops |= f.Reach(q.Parts(r.from), r.to, q.Turn, 0)
			from := r.from & (cells - 1)
			for s := (f.OrthRays[from]&q.Orth | f.DiagRays[from]&q.Diag) & q.Own; s != 0; s = s.Rest() {
				stops |= f.Through[s.First()][from]
			}
		}
		if left &= stops; left == 0 {
			break
		}
	}
	return left.Flip()
}

// leavesSurvivor reports whether a survivor is legal after the move m of p, and checks no king that
// it must not. It may miss some.
func (f *Foresight) leavesSurvivor(p *kernel.Pos, m rules.Move) bool {
	if len(f.survivors.all) == 0 || m.Form() != rules.Ordinary {
		return false
	}
	q, own := &f.passed, &f.survivors
	from, to := q.Seen(m.From()), q.Seen(m.To())
	captures := q.Own.Has(to) && f.Check != traits.ByHomes
	if own.safeKing >= 0 && f.Check == traits.ByCapture &&
		(from == own.safeKing || q.Own.Has(to) || own.safeLines.Has(from)) {
		return false // an attack that is no check before m may be one after it
	}
	if captures && (!f.RebirthFollowsMove || q.King.Has(to)) {
		return false
	}
	after := f.effectOf(p, m)
	if captures {
		after.reborn = f.rebirthSquare(p, m, after.parts)
	}
	var opens set // leaving these opens a line from the reborn piece to the king
	if after.reborn != 0 && own.safeKing >= 0 {
		opens = f.Between[after.reborn.First()&(cells-1)][after.safeKing&(cells-1)]
	}
	for i := range own.all {
		if r := &own.all[i]; !(opens | after.safeLines).Has(r.from) && f.survives(p, r, &after) {
			return true
		}
	}
	return false
}

// effect is what a move changes, as the other side sees it.
type effect struct {
	from, to, at int   // at is from where the moved piece attacks
	parts        uint8 // what that piece is made of
	reborn       set   // where a captured piece is reborn
	safeKing     int   // where the safe king stands after the move
	safeLines    set   // the lines to it if it has moved
}

// effectOf returns the effect of the move m of p, but for a rebirth.
func (f *Foresight) effectOf(p *kernel.Pos, m rules.Move) effect {
	q := &f.passed
	e := effect{from: q.Seen(m.From()), to: q.Seen(m.To()), safeKing: f.survivors.safeKing}
	if e.from == e.safeKing {
		e.safeKing, e.safeLines = e.to, f.linesTo(p, p.Seen(m.To())).Flip()
	}
	e.parts = q.Parts(e.from)
	if k := m.Promotion(); k != 0 {
		e.parts = f.PartsOf[k&31]
	}
	if e.at = e.to; f.Check == traits.ByHomes {
		e.at = f.Home(q, e.parts, q.Turn^1, e.to)
	}
	return e
}

// survives reports whether r is legal after a move with an effect, and does not check the safe king
// if that king has moved.
func (f *Foresight) survives(p *kernel.Pos, r *survivor, e *effect) bool {
	if r.way&(kernel.Bit(e.to)|e.reborn) != 0 || r.lines.Has(e.from) {
		return false // (a), (b)
	}
	q := &f.passed
	if e.from == f.survivors.safeKing {
		at, king := p.Seen(q.Square(r.to)), p.Seen(q.Square(e.to))
		if f.Attacks(p, q.Parts(r.from), at, king, 0) {
			return false
		}
	}
	gone := kernel.Bit(e.from) | kernel.Bit(e.to) | kernel.Bit(r.from) // the moved piece is looked at by itself
	occ := (q.Own|q.Opp)&^gone | kernel.Bit(r.to) | e.reborn
	return r.king < 0 || occ.Has(e.at) || !f.Attacks(q, e.parts, e.at, r.king, occ) // (c)
}

// rebirthSquare returns where the piece that the move m of p captures may be reborn, as the other
// side sees it. The capturer is then made of parts.
func (f *Foresight) rebirthSquare(p *kernel.Pos, m rules.Move, parts uint8) set {
	from, to := p.Seen(m.From()), p.Seen(m.To())
	_, sq := f.RebirthOfCapture(p, nil, from, to, parts)
	if sq < 0 || sq == to || sq != from && (p.Own|p.Opp).Has(sq) {
		return 0 // nothing is reborn, or the capture is not legal
	}
	return kernel.Bit(f.passed.Seen(p.Square(sq)))
}
