// This file finds the legal moves that check. Where check is what pieces attack, most moves are
// judged as sets: by the squares that each part of a piece checks from. Martian Circe is in
// marschecks.go.

package foresight

import (
	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/rules"
)

// Checks appends the legal moves that give check.
func (f *Foresight) Checks(p *kernel.Pos, mem *kernel.Memory, buf []rules.Move) []rules.Move {
	king := p.Opp & p.King
	if king == 0 && !f.Royals {
		return buf
	}
	k, occ := king.First(), p.Own|p.Opp
	switch {
	case f.KingRebornAtHome && p.Sissa|p.Castle&p.Own == 0 && !f.homeTaken(p, k):
		// A captured king comes back unless its home is occupied.
		return f.checksAmong(p, mem, kernel.Bit(f.RebirthHome(p, kernel.PartKing, p.Turn^1, k))|p.Opp, buf)
	case f.HomesAlone && p.Own&p.Sissa == 0:
		return f.checksFromHomes(p, mem, buf)
	case !f.quietChecksOrthodox(p) || p.Own&p.Sissa != 0 || f.OwnAttacks(p, k, occ):
		return f.checksAmong(p, mem, f.All, buf)
	}
	from, discoverers := f.CheckSquares(p, k, occ), f.Discoverers(p, k, occ)
	if f.CapturerPlaceKnown {
		f.target, f.Skip = king, f.cannotCheck
	}
	f.Scan(p, mem, f.checkArrivals(p, &from, discoverers))
	f.target, f.Skip = 0, nil
	return f.checksOfPacks(p, mem, &from, discoverers, buf)
}

// homeTaken reports whether the home of the other king, captured on k, is occupied.
func (f *Foresight) homeTaken(p *kernel.Pos, k int) bool {
	home := f.RebirthHome(p, kernel.PartKing, p.Turn^1, k)
	return home == k || (p.Own | p.Opp).Has(home)
}

// checksAmong appends the legal moves to the squares of want that check. It tests each.
func (f *Foresight) checksAmong(p *kernel.Pos, mem *kernel.Memory, want set, buf []rules.Move) []rules.Move {
	first := len(buf)
	f.Scan(p, mem, want)
	return f.onlyChecks(p, mem, f.Moves(p, buf), first)
}

// checksOfPacks appends the moves of the last scan that check. A piece checks from its arrival, or
// as a discoverer by leaving; moves of other forms are tested one by one.
func (f *Foresight) checksOfPacks(
	p *kernel.Pos, mem *kernel.Memory, from *kernel.CheckSquares, discoverers set, buf []rules.Move,
) []rules.Move {
	start, gates := len(buf), f.OpenGates(p)
	for _, pk := range f.Packs() {
		first := len(buf)
		piece := int(pk.From)
		converts := f.Conversion && pk.Form == kernel.PieceMoves && p.Step.Has(piece)
		switch {
		case pk.Form == kernel.PieceMoves && pk.Times == 1 && !discoverers.Has(piece) && !converts:
			if pk.To &= from.Of(p.Parts(piece)); pk.To != 0 {
				buf = f.MovesOf(p, &pk, gates, buf)
			}
		case pk.Form == kernel.PawnMoves && discoverers&p.Pawn == 0:
			if pk.To &= from.Pawn; pk.To != 0 {
				buf = f.MovesOf(p, &pk, gates, buf)
			}
		default:
			buf = f.MovesOf(p, &pk, gates, buf)
			buf = f.onlyChecks(p, mem, buf, first)
		}
	}
	if f.Orthodox {
		return buf
	}
	if f.Check == traits.ByReach { // otherwise an attack need not be a check
		start = len(buf)
	}
	return f.onlyChecks(p, mem, append(buf, f.Tested...), start)
}

// onlyChecks drops from buf the moves from first on that do not check.
func (f *Foresight) onlyChecks(p *kernel.Pos, mem *kernel.Memory, buf []rules.Move, first int) []rules.Move {
	kept := first
	for _, m := range buf[first:] {
		if f.GivesCheck(p, mem, m) {
			buf[kept] = m
			kept++
		}
	}
	return buf[:kept]
}

// checkArrivals returns squares on which all moves arrive that check, given the squares from which
// pieces check and the pieces that check by leaving.
func (f *Foresight) checkArrivals(p *kernel.Pos, from *kernel.CheckSquares, discoverers set) set {
	if !f.PlainOrthodox || discoverers != 0 || p.Pass != 0 || p.Castle&p.Own != 0 {
		return f.All
	}
	to := from.Step
	pawns, high := p.Own&p.Pawn, f.High[p.Turn&1]
	if pawns != 0 {
		to |= from.Pawn
		if (f.Ahead(pawns, p.Turn)|f.West(pawns, p.Turn)|f.East(pawns, p.Turn))&high != 0 {
			to |= high // the promoted piece may check
		}
	}
	if p.Own&p.Knight != 0 {
		to |= from.Knight
	}
	if p.Own&p.Diag != 0 {
		to |= from.Diag
	}
	if p.Own&p.Orth != 0 {
		to |= from.Orth
	}
	return to
}

// mayCheck reports whether an own piece may attack the target after a move, where none did before:
// the piece that has moved, or one to which a line is opened. That piece then stands where it has
// arrived or, as a capturer that is reborn, at home. The proof is
// docs/proofs/captures-without-check.md.
func (f *Foresight) mayCheck(p *kernel.Pos, from, to int) bool {
	parts, at, k := p.Parts(from), to, f.target.First()
	if parts == kernel.PartPawn && f.High[p.Turn&1].Has(to) {
		return true // it may promote to a piece that checks
	}
	if f.CapturerGoesHome && p.Opp.Has(to) {
		if at = f.RebirthHome(p, parts, p.Turn, to); parts == kernel.PartPawn && f.High[p.Turn&1].Has(at) {
			return true // it promotes there
		}
	}
	occ := (p.Own|p.Opp)&^kernel.Bit(from)&^kernel.Bit(to) | kernel.Bit(at)
	if f.sliding(p, k, occ)&^kernel.Bit(from) != 0 {
		return true
	}
	if parts == kernel.PartPawn {
		return f.OwnPawnsFrom[p.Turn&1][k].Has(at)
	}
	return f.Attacks(p, parts, at, k, occ)
}

// quietChecksOrthodox reports whether the moves in packs check only by attacking the king, from
// their arrival or through the square that they leave. Where captures have an aftermath, packs hold
// quiet moves. No piece may be waiting to be reborn or promoted. Where check is a capture of the
// king played in full, an attack is still needed, unless a rebirth may remove the king.
func (f *Foresight) quietChecksOrthodox(p *kernel.Pos) bool {
	return f.Orthodox || f.QuietChecksOrthodox && p.Pending|p.Choice == 0 &&
		!(f.Check == traits.ByCapture && f.MayBeReplaced(p, p.Opp, p.Turn^1, (p.Opp&p.King).Flip()))
}

// sliding returns the own sliders that attack a square when the squares of occ are occupied.
func (f *Foresight) sliding(p *kernel.Pos, sq int, occ set) set {
	return (f.Diag(sq, occ)&p.Diag | f.Orth(sq, occ)&p.Orth) & p.Own
}
