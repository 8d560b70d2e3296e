// This file tells who is in check: by attack, or by a capture of the king that is played in full.
// Martian Circe is in mars.go.

package narrow

import (
	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/rules"
)

// InCheck reports whether the side to move is in check.
func (w *Worker) InCheck(p *Pos, mem *Memory) bool {
	k := w.kingOf(p)
	switch {
	case k == 0:
		return w.Royals && w.royalAttacked(p)
	case w.Check == traits.ByHomes:
		return w.attackedFromHomes(p, k.First(), p.Own|p.Opp, p.Opp)
	case w.Check == traits.ByCapture:
		return w.kingCapturable(p, mem, k)
	default:
		return w.KingAttacked(p)
	}
}

// KingAttacked reports whether an enemy piece attacks the king of the side to move, or another royal
// piece.
func (g *Game) KingAttacked(p *Pos) bool {
	return g.kingAttacked(p) || g.Royals && g.royalAttacked(p)
}

// kingAttacked is KingAttacked for the king alone.
func (g *Game) kingAttacked(p *Pos) bool {
	k := g.kingOf(p)
	return k != 0 && g.exposed(p, k.First(), p.Own|p.Opp, p.Opp)
}

// GivesCheck reports whether the legal move m leaves the other side in check.
func (w *Worker) GivesCheck(p *Pos, mem *Memory, m rules.Move) bool {
	if mem == nil && !w.Series {
		q := &w.at[0]
		w.PlayInto(p, q, m)
		return w.InCheck(q, nil)
	}
	n := *p
	spare := w.Borrow(mem)
	w.perform(&n, spare, m)
	is := w.otherInCheck(&n, spare)
	w.GiveBack(spare)
	return is
}

// otherInCheck reports whether the side that is not to move is in check.
func (w *Worker) otherInCheck(p *Pos, mem *Memory) bool {
	q := *p
	q.HandOver()
	return w.InCheck(&q, mem)
}

// OwnAttacks reports whether an own piece, not a Sissa, already attacks a square, as in setups
// whose defects are forgiven.
func (g *Game) OwnAttacks(p *Pos, sq int, occ Set) bool {
	sq &= Cells - 1
	return (g.OwnPawnsFrom[p.Turn&1][sq]&p.Pawn|g.Knights[sq]&p.Knight|g.Steps[sq]&p.Step|g.Kings[sq]&p.King|
		g.Orth(sq, occ)&p.Orth|g.Diag(sq, occ)&p.Diag)&p.Own != 0
}

// Discoverers returns the own pieces that alone stand between an own slider and a square.
func (g *Game) Discoverers(p *Pos, sq int, occ Set) Set {
	var all Set
	sq &= Cells - 1
	ways := &g.Between[sq]
	for s := (g.OrthRays[sq]&p.Orth | g.DiagRays[sq]&p.Diag) & p.Own; s != 0; s = s.Rest() {
		if way := ways[s.First()] & occ; way != 0 && way.Rest() == 0 {
			all |= way & p.Own
		}
	}
	return all
}

// Attacks reports whether a piece of the other side made of parts attacks sq from a square. In games
// with paths nothing asks for it: what does is sound only where Assumptions hold that they lack.
func (w *Worker) Attacks(p *Pos, parts uint8, from, sq int, occ Set) bool {
	switch {
	case parts == PartPawn:
		return w.OtherPawnsFrom[p.Turn&1][sq].Has(from)
	case parts&PartDiag != 0 && w.DiagRays[from].Has(sq) && w.Between[from][sq]&occ == 0,
		parts&PartOrth != 0 && w.OrthRays[from].Has(sq) && w.Between[from][sq]&occ == 0,
		parts&PartKnight != 0 && w.Knights[from].Has(sq), parts&PartKing != 0 && w.Kings[from].Has(sq),
		parts&PartStep != 0 && w.Steps[from].Has(sq), parts&PartSissa != 0 && w.sissaAttacks(from, sq, occ):
		return true
	}
	return false
}

// kingCapturable reports check in games where the aftermath of a capture may save the king or
// remove the capturer. The side to move is in check if some capture by the other side, played in
// full, is allowed and leaves it without a king. Whether the capture exposes the capturer's own
// king does not matter.
func (w *Worker) kingCapturable(p *Pos, mem *Memory, k Set) bool {
	if w.CapturerGoesHome && p.Sissa&p.Opp == 0 {
		return w.capturableFromHome(p, k.First(), p.Own|p.Opp, p.Opp)
	}
	if w.KingRebornAtHome && p.Sissa&p.Opp == 0 {
		return w.capturableForGood(p, k.First())
	}
	targets := k
	switch attacked := w.Attacked(p, k.First(), p.Own|p.Opp, p.Opp); {
	case attacked && w.AttackTakesKing:
		return true
	case w.RebirthRemoves:
		targets = w.kingTargets(p, k)
	case !attacked:
		return false
	}
	q := *p
	q.HandOver()
	for s := targets; s != 0; s = s.Rest() {
		sq := s.First()
		if !w.Attacked(p, sq, p.Own|p.Opp, p.Opp) && (q.Pass == 0 || !p.Pawn.Has(sq)) {
			continue
		}
		if w.capturesKing(&q, mem, Turned(sq, 1)) {
			return true
		}
	}
	return false
}

// capturableFromHome is kingCapturable for games in which the capturer is reborn at home and
// nothing else happens. A piece that attacks the king captures it if the piece's home is empty, or
// is its own square, or, in Anticirce Calvet, the square of the capture. The squares of occ are
// occupied, and the pieces of opp may capture.
func (w *Worker) capturableFromHome(p *Pos, k int, occ, opp Set) bool {
	k &= Cells - 1
	side := p.Turn ^ 1
	for s := w.attackers(p, k, occ, opp); s != 0; s = s.Rest() {
		parts := p.Parts(s.First())
		if parts == PartPawn && w.Low[p.Turn&1].Has(k) && len(w.promotion) != 0 {
			for _, pieceType := range w.promotion {
				if w.homeIsFree(p, w.PartsOf[pieceType], side, occ&^s.Lowest(), k) {
					return true
				}
			}
			continue
		}
		if w.homeIsFree(p, parts, side, occ&^s.Lowest(), k) {
			return true
		}
	}
	return false
}

// capturableForGood is kingCapturable for games in which a captured king is reborn at home and
// nothing else happens. The king is gone if its home is occupied after the capture.
func (w *Worker) capturableForGood(p *Pos, k int) bool {
	attackers := w.attackers(p, k, p.Own|p.Opp, p.Opp)
	if attackers == 0 {
		return false
	}
	home := w.RebirthHome(p, PartKing, p.Turn, k)
	return home == k || (p.Own|p.Opp).Has(home) && attackers&^Bit(home) != 0
}

// RebirthHome returns the home on which a piece of a side, made of parts, is reborn after a capture
// on c.
func (w *Worker) RebirthHome(p *Pos, parts, side uint8, c int) int {
	if w.Variant.Aftermath.OpponentHome {
		side ^= 1
	}
	return w.Home(p, parts, side, c)
}

// attackers returns the pieces of opp, Sissas excepted, that attack a square when the squares of
// occ are occupied.
func (w *Worker) attackers(p *Pos, sq int, occ, opp Set) Set {
	sq &= Cells - 1
	attackers := w.Kings[sq]&p.King | w.OtherPawnsFrom[p.Turn&1][sq]&p.Pawn |
		w.Knights[sq]&p.Knight | w.Steps[sq]&p.Step
	if w.DiagRays[sq]&p.Diag&opp != 0 {
		attackers |= w.Diag(sq, occ) & p.Diag
	}
	if w.OrthRays[sq]&p.Orth&opp != 0 {
		attackers |= w.Orth(sq, occ) & p.Orth
	}
	return attackers & opp
}

// homeIsFree reports whether a capturer made of parts is reborn when it captures on k, with the
// squares of occ occupied.
func (w *Worker) homeIsFree(p *Pos, parts, side uint8, occ Set, k int) bool {
	home := w.RebirthHome(p, parts, side, k)
	if home == k {
		return !w.Variant.Aftermath.Cheylan
	}
	return !occ.Has(home)
}

// kingTargets returns the own pieces whose capture may remove the king on k: the king, and, where
// rebirths remove pieces, all that may be reborn on its square.
func (w *Worker) kingTargets(p *Pos, k Set) Set {
	if !w.RebornAtOwnHome {
		return p.Own
	}
	targets := k
	if w.someHome[p.Turn&1]&k == 0 {
		return targets
	}
	for s := p.Own &^ k; s != 0; s = s.Rest() {
		sq := s.First()
		if k.Has(w.Home(p, w.plain(p.Parts(sq)), p.Turn, sq)) {
			targets |= s.Lowest()
		}
	}
	return targets
}

// capturesKing reports whether a capture by the side to move on a square leaves the other side
// without a king.
func (w *Worker) capturesKing(p *Pos, mem *Memory, to int) bool {
	occ := p.Own | p.Opp
	at := p.Square(to)
	for s := p.Own; s != 0; s = s.Rest() {
		from := s.First()
		if !w.Reach(p.Parts(from), from, p.Turn, occ).Has(to) {
			continue
		}
		m := rules.MakeMove(rules.Ordinary, p.Square(from), at)
		if p.Pawn.Has(from) && w.promotes[p.Turn&1].Has(to) &&
			w.Variant.Aftermath.Capturer != rules.CapturerVanishes {
			for _, k := range w.promotion {
				if w.capturesKingBy(p, mem, m.WithPromotion(k)) {
					return true
				}
			}
			continue
		}
		if w.capturesKingBy(p, mem, m) {
			return true
		}
	}
	if p.Pass == 0 || !p.firstOfTurn() {
		return false
	}
	passed := to + w.Step(p.Turn)
	if !p.Pass.Has(passed) {
		return false
	}
	for s := w.OwnPawnsFrom[p.Turn&1][passed] & p.Own & p.Pawn; s != 0; s = s.Rest() {
		if w.capturesKingBy(p, mem, rules.MakeMove(rules.EnPassant, p.Square(s.First()), p.Square(passed))) {
			return true
		}
	}
	return false
}

// capturesKingBy reports whether the capture m, with some choice, is not forbidden and leaves the
// other side without a king.
func (w *Worker) capturesKingBy(p *Pos, mem *Memory, m rules.Move) bool {
	n := *p
	spare := w.Borrow(mem)
	v := w.perform(&n, spare, m)
	w.GiveBack(spare)
	switch v {
	case fine:
		return n.Opp&n.King == 0
	case needsReborn, needsOwn:
		for _, k := range w.promotion {
			next := m.WithReborn(k)
			if v == needsOwn {
				next = m.WithOwnReborn(k)
			}
			if w.capturesKingBy(p, mem, next) {
				return true
			}
		}
	}
	return false
}

// Borrow returns a copy of a memory to play on, or nil for nil. GiveBack takes it back.
func (w *Worker) Borrow(mem *Memory) *Memory {
	if mem == nil {
		return nil
	}
	if w.lent == len(w.spare) {
		w.spare = append(w.spare, new(Memory))
	}
	spare := w.spare[w.lent]
	w.lent++
	*spare = *mem
	return spare
}

// GiveBack takes back the memory that was borrowed last.
func (w *Worker) GiveBack(spare *Memory) {
	if spare != nil {
		w.lent--
	}
}
