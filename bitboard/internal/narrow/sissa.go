package narrow

// sissas says where a Sissa goes. Two squares related as a rook's or a
// nightrider's move are joined by up to four paths; a path is the set of squares
// that must be empty.
type sissas struct {
	paths [cells][cells]paths
	reach [cells]set        // on an empty board
	rings [cells][cells]set // by corner and the square the Sissa comes from: the squares as far away again
}

// Those there are not are the whole board, which is never empty.
type paths struct {
	n    uint8
	ways [4]set
}

func newSissas(g *geometry) *sissas {
	s := &sissas{}
	for from := range cells {
		for to := range cells {
			s.paths[from][to].ways = [4]set{g.all, g.all, g.all, g.all}
		}
	}
	for from := range g.size.Area() {
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

// turns adds the paths from a square that go in one direction and then as far in
// another.
func (s *sissas) turns(g *geometry, from int, first, second [2]int) {
	for n := 1; ; n++ {
		var way set
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
			at = next.first()
			way |= next
			if k == n-1 {
				corner = at
			}
		}
		if !inside {
			continue
		}
		p := &s.paths[from][at]
		p.ways[p.n] = way &^ bit(at)
		p.n++
		s.reach[from] |= bit(at)
		s.rings[corner][from] |= bit(at)
	}
}

// sissa returns the squares a Sissa on sq attacks: from each corner it can turn
// on, the squares as far from the corner as the corner is from it.
func (g *geometry) sissa(sq int, occ set) set {
	sq &= cells - 1
	var out set
	rings := &g.sissas.rings
	for corners := g.orth(sq, occ) &^ occ; corners != 0; corners = corners.rest() {
		c := corners.first()
		out |= g.diag(c, occ) & rings[c][sq]
	}
	for corners := g.diag(sq, occ) &^ occ; corners != 0; corners = corners.rest() {
		c := corners.first()
		out |= g.orth(c, occ) & rings[c][sq]
	}
	return out
}

// sissaAttacks reports whether a Sissa on from attacks to.
func (g *geometry) sissaAttacks(from, to int, occ set) bool {
	p := &g.sissas.paths[from&(cells-1)][to&(cells-1)]
	for _, way := range p.ways {
		if way&occ == 0 {
			return true
		}
	}
	return false
}
