// This file finds the checks of Martian Circe, where pieces capture from their homes. Where a piece
// is at home depends on where it stands, so a piece checks by moving to squares whose home attacks
// the king, or by opening the line of another piece from its home.

package foresight

import (
	"slices"

	kernel "github.com/kirke-chess/kirke/bitboard/internal/narrow"
	"github.com/kirke-chess/kirke/rules"
)

// homeRegion is a home with the squares on which a piece is at home there.
type homeRegion struct {
	home int
	at   set
}

// readRegions finds the regions of each piece, as the side to move sees them.
func (f *Foresight) readRegions() {
	for side := range f.regions {
		for _, parts := range f.Army {
			all := &f.regions[side][parts]
			for sq := range f.Size.Area() {
				home := f.Home(&kernel.Pos{Turn: uint8(side)}, parts, uint8(side), sq)
				i := slices.IndexFunc(*all, func(r homeRegion) bool { return r.home == home })
				if i < 0 {
					i, *all = len(*all), append(*all, homeRegion{home: home})
				}
				(*all)[i].at |= kernel.Bit(sq)
			}
		}
	}
}

// shot is an own piece that attacks the other king from its home, or would if one blocker left the
// line.
type shot struct {
	from    int
	line    set // its home and the squares between that and the king
	blocker set // the piece that stands there
}

// checksFromHomes is checks where all checks come from homes. There are no Sissas.
func (f *Foresight) checksFromHomes(p *kernel.Pos, mem *kernel.Memory, buf []rules.Move) []rules.Move {
	want := f.findHits(p)
	if p.Pass|p.Castle&p.Own != 0 {
		want = f.All
	}
	if want == 0 {
		return buf
	}
	f.Scan(p, mem, want)
	gates := f.OpenGates(p)
	for _, pk := range f.Packs() {
		first := len(buf)
		if pk.Form == kernel.PieceMoves && pk.Times == 1 {
			pk.To &= f.hits[pk.From&(cells-1)]
			buf = f.MovesOf(p, &pk, gates, buf)
			continue
		}
		buf = f.MovesOf(p, &pk, gates, buf)
		buf = f.onlyChecks(p, mem, buf, first)
	}
	first := len(buf)
	return f.onlyChecks(p, mem, append(buf, f.Tested...), first)
}

// findHits finds, for each own piece, the squares from which it checks once it has moved there, and
// the squares where a pawn promotes. It returns their union.
func (f *Foresight) findHits(p *kernel.Pos) (all set) {
	occ := p.Own | p.Opp
	f.findShots(p, occ)
	for s := p.Own; s != 0; s = s.Rest() {
		from, parts := s.First(), p.Parts(s.First())
		var hits set
		for i := range f.regions[p.Turn&1][parts] {
			r := &f.regions[p.Turn&1][parts][i]
			if line, aims := f.lineFromHome(p, parts, r.home); aims {
				switch blockers := line & occ &^ kernel.Bit(from); {
				case blockers == 0:
					hits |= r.at
				case blockers.Rest() == 0:
					hits |= r.at & blockers
				}
			}
		}
		if parts == kernel.PartPawn {
			hits |= f.High[p.Turn&1] // it may promote to a piece that checks
		}
		for i := range f.shots {
			if o := &f.shots[i]; o.from != from && o.blocker&^kernel.Bit(from) == 0 {
				hits |= f.All &^ o.line
			}
		}
		f.hits[from&(cells-1)] = hits
		all |= hits
	}
	return all
}

// findShots finds the shots of p.
func (f *Foresight) findShots(p *kernel.Pos, occ set) {
	shots := f.shots[:0]
	for s := p.Own; s != 0; s = s.Rest() {
		from, parts := s.First(), p.Parts(s.First())
		if !f.Captures(p, parts, from) {
			continue
		}
		if line, aims := f.lineFromHome(p, parts, f.Home(p, parts, p.Turn, from)); aims {
			if blockers := line & occ &^ kernel.Bit(from); blockers.Rest() == 0 {
				shots = append(shots, shot{from, line, blockers})
			}
		}
	}
	f.shots = shots
}

// lineFromHome returns a home of an own piece made of parts and what lies between that and the
// other king, and whether the piece attacks the king from there when these squares are empty.
func (f *Foresight) lineFromHome(p *kernel.Pos, parts uint8, home int) (line set, aims bool) {
	k := (p.Opp & p.King).First() & (cells - 1)
	if parts == kernel.PartPawn {
		aims = f.OwnPawnsFrom[p.Turn&1][k].Has(home)
	} else {
		aims = f.Attacks(p, parts, home, k, 0)
	}
	if !aims {
		return 0, false
	}
	return f.Between[home&(cells-1)][k] | kernel.Bit(home), true
}
