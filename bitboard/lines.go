package bitboard

// line holds what a slider on one square needs: the lines through it without the
// square itself.
type line struct {
	file, diag, anti set
}

var (
	lines    [64]line
	rankRays [8][64]uint8 // attacks along a rank, by file and the six inner squares
	knights  [64]set
	kings    [64]set
	steps    [64]set // orthogonal steps
	orthRays [64]set // the rook's squares on an empty board
	diagRays [64]set
	betweens [64][64]set // squares strictly between two squares on a line
)

func init() {
	for sq := range 64 {
		file, rank := sq&7, sq>>3
		ray := func(df, dr int) set {
			var s set
			for f, r := file+df, rank+dr; f >= 0 && f < 8 && r >= 0 && r < 8; f, r = f+df, r+dr {
				betweens[sq][r*8+f] = s
				s |= bit(r*8 + f)
			}
			return s
		}
		leap := func(df, dr int) set {
			if f, r := file+df, rank+dr; f >= 0 && f < 8 && r >= 0 && r < 8 {
				return bit(r*8 + f)
			}
			return 0
		}
		lines[sq] = line{ray(0, 1) | ray(0, -1), ray(1, 1) | ray(-1, -1), ray(1, -1) | ray(-1, 1)}
		orthRays[sq] = lines[sq].file | ray(1, 0) | ray(-1, 0)
		diagRays[sq] = lines[sq].diag | lines[sq].anti
		for _, d := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}} {
			knights[sq] |= leap(d[0], d[1]) | leap(-d[0], -d[1])
		}
		steps[sq] = leap(0, 1) | leap(1, 0) | leap(0, -1) | leap(-1, 0)
		kings[sq] = steps[sq] | leap(1, 1) | leap(1, -1) | leap(-1, 1) | leap(-1, -1)
	}
	for file := range 8 {
		for inner := range 64 {
			occ := inner << 1
			var attacks uint8
			for f := file + 1; f < 8; f++ {
				attacks |= 1 << f
				if occ>>f&1 != 0 {
					break
				}
			}
			for f := file - 1; f >= 0; f-- {
				attacks |= 1 << f
				if occ>>f&1 != 0 {
					break
				}
			}
			rankRays[file][inner] = attacks
		}
	}
}

// along returns the attacks on one line by the difference of the occupied squares
// on it and the slider, seen from both ends (hyperbola quintessence).
func along(occ, mask, slider set) set {
	up := occ & mask
	down := up.flip()
	return ((up - slider) ^ (down - slider.flip()).flip()) & mask
}

// orth returns the squares a rook on sq attacks.
func orth(sq int, occ set) set {
	sq &= 63
	shift := uint(sq & 56)
	inner := occ >> shift >> 1 & 63
	return set(rankRays[sq&7][inner])<<shift | along(occ, lines[sq].file, bit(sq))
}

// diag returns the squares a bishop on sq attacks.
func diag(sq int, occ set) set {
	sq &= 63
	b := bit(sq)
	return along(occ, lines[sq].diag, b) | along(occ, lines[sq].anti, b)
}

// The Sissa. Two squares related as a rook's or a nightrider's move are joined by
// up to four paths; a path is the set of squares that must be empty.
var (
	sissaPaths [64][64]sissaPath
	sissaReach [64]set
	sissaRings [64][8]struct{ orth, diag set } // squares n away on the lines
)

type sissaPath struct {
	n    uint8
	ways [4]set
}

func init() {
	dirs := [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}
	for from := range 64 {
		for n := 1; n < 8; n++ {
			for i, first := range dirs {
				f, r := from&7+n*first[0], from>>3+n*first[1]
				if f < 0 || f > 7 || r < 0 || r > 7 {
					continue
				}
				ring := &sissaRings[from][n]
				if i%2 == 0 {
					ring.orth |= bit(r*8 + f)
				} else {
					ring.diag |= bit(r*8 + f)
				}
				for j, second := range dirs {
					if (i+j)%2 == 0 {
						continue
					}
					f, r := from&7, from>>3
					var way set
					inside := true
					for k := range 2 * n {
						d := first
						if k >= n {
							d = second
						}
						f, r = f+d[0], r+d[1]
						if f < 0 || f > 7 || r < 0 || r > 7 {
							inside = false
							break
						}
						way |= bit(r*8 + f)
					}
					if !inside {
						continue
					}
					to := r*8 + f
					p := &sissaPaths[from][to]
					p.ways[p.n] = way &^ bit(to)
					p.n++
					sissaReach[from] |= bit(to)
				}
			}
		}
	}
}

// sissa returns the squares a Sissa on sq attacks: from each corner it can turn
// on, the squares as far from the corner as the corner is from it.
func sissa(sq int, occ set) set {
	sq &= 63
	var out set
	for corners := orth(sq, occ) &^ occ; corners != 0; corners &= corners - 1 {
		c := corners.first()
		out |= diag(c, occ) & sissaRings[c][distance(sq, c)&7].diag
	}
	for corners := diag(sq, occ) &^ occ; corners != 0; corners &= corners - 1 {
		c := corners.first()
		out |= orth(c, occ) & sissaRings[c][distance(sq, c)&7].orth
	}
	return out &^ bit(sq)
}

// distance returns the steps of a king between two squares on a line.
func distance(a, b int) int {
	d := a&7 - b&7
	if d == 0 {
		d = a>>3 - b>>3
	}
	return max(d, -d)
}

// sissaAttacks reports whether a Sissa on from attacks to.
func sissaAttacks(from, to int, occ set) bool {
	p := &sissaPaths[from&63][to&63]
	for _, way := range p.ways[:p.n] {
		if way&occ == 0 {
			return true
		}
	}
	return false
}
