package piece

import "strings"

// A system says how direction letters are read for an atom.
type system uint8

const (
	orthogonal system = iota
	diagonal
	allRound
	oblique
)

// An atom is a set of equal leaps: the members of a ring of eight that its
// system has.
type atom struct {
	system system
	ring   *[8]Offset // clockwise from forward; the same pointer for equal leaps
	far    int        // greatest number of steps
	slider bool       // R, B and Q, which toggle to W, F and K

	// Of lines that bend. A line has a place in the ring by its first step.
	curved bool         // each step turns by one place to the same side
	series []*[8]Offset // steps made in turn, by place; empty if they are all equal
}

// bends reports whether later steps have another direction than the first.
func (a atom) bends() bool { return a.curved || len(a.series) > 0 }

// straight returns the ring of orthogonal and diagonal leaps of n squares.
func straight(n int) *[8]Offset {
	return &[8]Offset{{0, n}, {n, n}, {n, 0}, {n, -n}, {0, -n}, {-n, -n}, {-n, 0}, {-n, n}}
}

// bent returns the ring of leaps of a and b squares, a the smaller; or of any leap turned and
// mirrored in the same order.
func bent(a, b int) *[8]Offset {
	return &[8]Offset{{a, b}, {b, a}, {b, -a}, {a, -b}, {-a, -b}, {-b, -a}, {-b, a}, {-a, b}}
}

// leaper returns the atom of one leap.
func leaper(o Offset) atom {
	a, b := max(o.File, -o.File), max(o.Rank, -o.Rank)
	if a > b {
		a, b = b, a
	}
	made := atom{system: oblique, ring: bent(a, b), far: 1}
	switch {
	case a == 0:
		made.system, made.ring = orthogonal, straight(b)
	case a == b:
		made.system, made.ring = diagonal, straight(b)
	}
	for _, known := range []*[8]Offset{unit, second, third, knight, camel, zebra} {
		if *known == *made.ring {
			made.ring = known
		}
	}
	return made
}

var (
	unit   = straight(1)
	second = straight(2)
	third  = straight(3)
	knight = bent(1, 2)
	camel  = bent(1, 3)
	zebra  = bent(2, 3)
)

// atoms are the capital letters.
var atoms = map[byte]atom{
	'W': {system: orthogonal, ring: unit, far: 1},
	'F': {system: diagonal, ring: unit, far: 1},
	'K': {system: allRound, ring: unit, far: 1},
	'R': {system: orthogonal, ring: unit, far: reach, slider: true},
	'B': {system: diagonal, ring: unit, far: reach, slider: true},
	'Q': {system: allRound, ring: unit, far: reach, slider: true},
	'D': {system: orthogonal, ring: second, far: 1},
	'A': {system: diagonal, ring: second, far: 1},
	'H': {system: orthogonal, ring: third, far: 1},
	'G': {system: diagonal, ring: third, far: 1},
	'N': {system: oblique, ring: knight, far: 1},
	'C': {system: oblique, ring: camel, far: 1},
	'L': {system: oblique, ring: camel, far: 1},
	'Z': {system: oblique, ring: zebra, far: 1},
	'J': {system: oblique, ring: zebra, far: 1},
}

// slides reports whether a may make several steps of one square.
func (a atom) slides() bool { return a.ring == unit && a.far > 1 }

// leapsOver reports whether a's leaps pass over squares that between returns.
func (a atom) leapsOver() bool { return len(between(a.ring[0])) > 0 }

// between returns the squares that the leap v passes over: all of a straight
// one, the orthogonal neighbour for a knight's, none for other oblique ones.
func between(v Offset) []Offset {
	file, rank := max(v.File, -v.File), max(v.Rank, -v.Rank)
	if file+rank == 3 && file != 0 && rank != 0 {
		return []Offset{{v.File / 2, v.Rank / 2}}
	}
	if n := max(file, rank); file == 0 || rank == 0 || file == rank {
		var passed []Offset
		for i := 1; i < n; i++ {
			passed = append(passed, Offset{i * v.File / n, i * v.Rank / n})
		}
		return passed
	}
	return nil
}

// toggle makes a leaper a rider and a rider a leaper. It changes W F K to R B Q, whatever range was
// written, and back.
func (a *atom) toggle() {
	long := a.far == 1
	if a.ring == unit && !a.bends() {
		a.slider = !a.slider
		long = a.slider
	}
	a.far = 1
	if long {
		a.far = reach
	}
}

// A ringSet is a set of members of a ring: bit i for the i-th clockwise.
type ringSet uint8

const (
	evens ringSet = 0x55 // orthogonal in a straight ring
	odds  ringSet = 0xAA // diagonal in a straight ring
)

// straightHalf holds the members of a straight ring that go at all in the
// direction of a letter, obliqueHalf those of an oblique ring, and obliqueLong
// those that go there by their long side.
var (
	straightHalf = map[byte]ringSet{'f': 0x83, 'r': 0x0E, 'b': 0x38, 'l': 0xE0, 'v': 0xBB, 's': 0xEE}
	obliqueHalf  = map[byte]ringSet{'f': 0xC3, 'r': 0x0F, 'b': 0x3C, 'l': 0xF0, 'v': 0xFF, 's': 0xFF}
	obliqueLong  = map[byte]ringSet{'f': 0x81, 'r': 0x06, 'b': 0x18, 'l': 0x60, 'v': 0x99, 's': 0x66}
)

// directions returns the members of the ring that the direction letters name,
// or the reason why they name none. In a continuation they count from the last
// leap, position 0.
func (a atom) directions(letters string, continuation bool) (ringSet, string) {
	sys := a.system
	switch {
	case continuation && a.bends():
		if letters != "f" {
			return 0, "goes on along its curve, which is written f"
		}
		return 1, ""
	case len(a.series) > 0:
		if letters != "" {
			return 0, "has a direction, and lines of several steps go in all"
		}
		return 0xFF, ""
	}
	if continuation {
		switch {
		case letters == "" && (sys == orthogonal || sys == diagonal):
			return 0, "goes on without a direction, which does not say whether it may turn by 45 degrees"
		case letters == "":
			return 0xFF &^ (1 << 4), ""
		}
		sys = allRound
	}
	if letters == "" {
		return map[system]ringSet{orthogonal: evens, diagonal: odds, allRound: 0xFF, oblique: 0xFF}[sys], ""
	}
	var set ringSet
	for rest := letters; rest != ""; {
		one, n := sys.direction(rest)
		if n == 0 {
			return 0, "has h where it joins no other direction of the atom"
		}
		set |= one
		rest = rest[n:]
	}
	if continuation && a.system == oblique && !set.symmetric() {
		return 0, "turns an oblique leap to one side, which means different things on its two sides"
	}
	return set, ""
}

// direction reads the direction at the start of letters and returns its set
// and the number of letters it took, or 0 for an h that has no meaning.
func (sys system) direction(letters string) (ringSet, int) {
	x, y := letters[0], byte(0)
	if len(letters) > 1 {
		y = letters[1]
	}
	half := straightHalf
	if sys == oblique {
		half = obliqueHalf
	}
	whole := sys == allRound || sys == oblique
	switch {
	case x == 'h' && sys == oblique && y == 'r':
		return evens, 2
	case x == 'h' && sys == oblique && y == 'l':
		return odds, 2
	case x == 'h' || y == 'h' && (!whole || x == 'v' || x == 's'):
		return 0, 0
	case y == 'h':
		return half[x], 2
	}
	n, crossed := 1, false
	switch {
	case y == x:
		n = 2
	case y != 0 && sys != orthogonal && upright(x) != upright(y):
		n, crossed = 2, true
	}
	switch {
	case sys == orthogonal:
		return half[x] & evens, n
	case sys == diagonal && crossed:
		return half[x] & half[y] & odds, n
	case sys == diagonal:
		return half[x] & odds, n
	case sys == allRound && crossed:
		return half[x] & half[y] & odds, n
	case sys == allRound:
		return half[x] & evens, n
	case crossed:
		return half[x] & obliqueLong[y], n
	}
	return obliqueLong[x], n
}

// upright reports whether a direction letter is along the files.
func upright(c byte) bool { return strings.IndexByte("fbv", c) >= 0 }

// turned returns s counted from position by.
func (s ringSet) turned(by int) ringSet { return s<<by | s>>(8-by) }

// symmetric reports whether s is its own mirror image about position 0.
func (s ringSet) symmetric() bool {
	for i := 1; i < 4; i++ {
		if s>>i&1 != s>>(8-i)&1 {
			return false
		}
	}
	return true
}
