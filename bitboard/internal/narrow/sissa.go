// This file holds the paths of the Sissa, which goes as far in a second direction as in the first.

package narrow

// sissas says where a Sissa goes. Two squares that are a move of a rook or of a nightrider apart
// are joined by up to four paths. A path is the set of squares that must be empty.
type sissas struct {
	paths [Cells][Cells]sissaPaths
	reach [Cells]Set        // on an empty board
	rings [Cells][Cells]Set // by corner and the square the Sissa comes from: the squares as far away again
}

// sissaPaths join two squares. A missing path is the whole board, which is never empty.
type sissaPaths struct {
	n    uint8
	ways [4]Set
}

func newSissas(g *geometry) *sissas {
	s := &sissas{}
	for from := range Cells {
		for to := range Cells {
			s.paths[from][to].ways = [4]Set{g.All, g.All, g.All, g.All}
		}
	}
	for from := range g.Size.Area() {
		for i, first := range directions {
			for j, second := range directions {
				if (i+j)%2 != 0 {
					s.turns(g, from, first, second)
				}
			}
		}
	}
	return s
}

// turns adds the paths from a square that go in one direction and then as far in another.
func (s *sissas) turns(g *geometry, from int, first, second [2]int) {
	for n := 1; ; n++ {
		var way Set
		at, corner, inside := from, from, true
		for k := range 2 * n {
			d := first
			if k >= n {
				d = second
			}
			next := g.leap(at, d[0], d[1])
			if next == 0 {
				inside = false
				if k < n {
					return
				}
				break
			}
			at = next.First()
			way |= next
			if k == n-1 {
				corner = at
			}
		}
		if !inside {
			continue
		}
		p := &s.paths[from][at]
		p.ways[p.n] = way &^ Bit(at)
		p.n++
		s.reach[from] |= Bit(at)
		s.rings[corner][from] |= Bit(at)
	}
}

// sissa returns the squares that a Sissa on sq attacks: from each corner that it can turn on, the
// squares as far from the corner as the corner is from it.
func (g *geometry) sissa(sq int, occ Set) Set {
	sq &= Cells - 1
	var out Set
	rings := &g.sissas.rings
	for corners := g.Orth(sq, occ) &^ occ; corners != 0; corners = corners.Rest() {
		c := corners.First()
		out |= g.Diag(c, occ) & rings[c][sq]
	}
	for corners := g.Diag(sq, occ) &^ occ; corners != 0; corners = corners.Rest() {
		c := corners.First()
		out |= g.Orth(c, occ) & rings[c][sq]
	}
	return out
}

// sissaMoves returns the squares to which a piece of the set of Sissas on sq moves or captures: a
// Sissa, or another that goes along paths.
func (g *Game) sissaMoves(p *Pos, sq int, occ Set) Set {
	if g.paths != nil {
		return g.pathMoves(p, sq, occ)
	}
	return g.sissa(sq, occ)
}

// sissaAttacks reports whether a Sissa on from attacks to.
func (g *geometry) sissaAttacks(from, to int, occ Set) bool {
	p := &g.sissas.paths[from&(Cells-1)][to&(Cells-1)]
	for _, way := range p.ways {
		if way&occ == 0 {
			return true
		}
	}
	return false
}
