package problem

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Where all final pictures of a mate or stalemate can be listed before the play begins, the play carries the list with it: after
// each move, those pictures are left whose men can still come to their places. A line is given up when none is left.

// gallery is all final pictures that a script can end in.
type gallery struct {
	b        *bound
	c        *cast
	men      []actor // of the mating side, of the other, and its king at last
	mating   int     // how many are of the mating side
	seats    [][]seat
	pictures []byte // for each, and each of the men: free, taken, or seated and the number of a seat
}

// What becomes of a man in a picture, if it has no seat.
const (
	free   = iota // the picture does not need it
	taken         // it has been captured
	seated        // it is on its first seat
)

// mostPictures bounds what is listed, and mostChoices what is looked at for it.
const (
	mostPictures = 1 << 16
	mostChoices  = 1 << 26
)

// galleryOf lists the pictures of the play from p that a side ends, in so many turns with so many moves for each side; nil
// where they are too many.
func galleryOf(b *bound, p rules.Position, side board.Color, needed uint16, turns int, moves [2]int, halted func() bool) *gallery {
	c := &cast{needed: needed, turns: turns, kings: allSquares}
	if b.lanes == nil || !b.cast(p, side, c) {
		return nil
	}
	g := &gallery{b: b, c: c, mating: len(c.mating)}
	g.men = append(append(append(g.men, c.mating...), c.mated...), c.king)
	g.seats = make([][]seat, len(g.men))
	white, black := moves[0], moves[1]
	steps := effort(turns, mostChoices)
	var list func(king, cost int, open []uint16) bool
	if c.needed == 0 {
		list = g.stalemates(white, black, steps, halted)
	} else {
		list = g.mates(white, black, steps, halted)
	}
	if list == nil {
		return nil
	}
	seen := c.view(b, fare{white, black})
	for king, d := range b.routesOf(board.Black, c.king.kind, c.king.at).any[0] {
		if int(d) > black {
			continue
		}
		open := seen.at(b, c, king)
		for _, o := range open {
			if b.blocked(c, king, o, 0, fare{own: black - int(d)}) {
				if list(king, int(d), open) {
					return nil
				}
				break
			}
		}
	}
	return g
}

// stalemates returns what lists the pictures of stalemates of a king on a square, where it has come in so many moves; it reports true
// when they are too many.
func (g *gallery) stalemates(white, black, steps int, halted func() bool) func(king, cost int, open []uint16) bool {
	s := &g.c.still
	if !s.prepare(g.b, g.c, white, black) {
		return nil
	}
	s.steps, s.halted = steps, halted
	index := map[int]int{}
	for i, a := range g.men {
		index[a.at] = i
	}
	row := g.newRow()
	s.keep = func() bool {
		row.begin(s.king)
		for i := range g.mating {
			if s.used[i] {
				row.sit(i, s.at[i])
			}
		}
		for i := range s.groups {
			man := index[s.groups[i].man.at]
			if s.fates[i].kind == 0 {
				row.fates[man] = taken
			} else {
				row.sit(man, s.fates[i])
			}
		}
		return row.end()
	}
	return s.possible
}

// mates does the same for mates.
func (g *gallery) mates(white, black, steps int, halted func() bool) func(king, cost int, open []uint16) bool {
	n := &net{steps: steps, halted: halted}
	if !n.prepare(g.b, g.c, white, black) {
		return nil
	}
	row := g.newRow()
	n.keep = func() bool {
		row.begin(n.king)
		for i := range g.mating {
			if n.used[i] {
				row.sit(i, n.at[i])
			}
		}
		for i := range g.c.mated {
			if n.fates[i].kind != 0 {
				row.sit(g.mating+i, n.fates[i])
			}
		}
		return row.end()
	}
	return func(king, cost int, _ []uint16) bool { return n.find(king, white, black-cost) }
}

// row is a picture to be put into a gallery.
type row struct {
	*gallery
	fates []byte
	known map[string]bool
	full  bool
}

func (g *gallery) newRow() *row {
	return &row{gallery: g, fates: make([]byte, len(g.men)), known: map[string]bool{}}
}

func (r *row) begin(king int) {
	clear(r.fates)
	r.sit(len(r.fates)-1, seat{kind: r.c.king.kind, at: uint8(king)})
}

// sit gives a man a seat.
func (r *row) sit(man int, at seat) {
	seats := &r.seats[man]
	i := slices.IndexFunc(*seats, func(s seat) bool { return s.kind == at.kind && s.at == at.at })
	if i < 0 {
		i = len(*seats)
		*seats = append(*seats, at)
	}
	if r.fates[man] = byte(seated + i); seated+i > 255 {
		r.full = true
	}
}

// end puts the picture in, unless it is there, and reports whether there are too many.
func (r *row) end() bool {
	if !r.known[string(r.fates)] {
		r.known[string(r.fates)] = true
		r.pictures = append(r.pictures, r.fates...)
	}
	return r.full || len(r.known) > mostPictures
}

// visit is a walk through a gallery.
type visit struct {
	*gallery
	rows   [][][]byte // by man and place, kinds one after another, once it has come there: the moves it has to make, by what becomes of it
	levels []level
	depth  int
}

// level is the men of a position and the pictures that are left there.
type level struct {
	men  []actor // of kind 0 when captured
	left []sight
}

// sight is a picture and what it still takes.
type sight struct {
	picture int32
	moves   [2]uint8 // of the mating side and of the other
	prey    uint8    // men still to be captured
}

// visit begins a walk.
func (g *gallery) visit() *visit {
	v := &visit{gallery: g, rows: make([][][]byte, len(g.men)), levels: make([]level, 1)}
	n := len(g.men)
	v.levels[0].men = g.men
	for i := range g.men {
		v.rows[i] = make([][]byte, (len(g.b.v.Army)+1)*g.b.v.Size.Area())
	}
	for i := 0; i < len(g.pictures); i += n {
		s := sight{picture: int32(i)}
		for j, what := range g.pictures[i : i+n] {
			s.moves[g.side(j)] += v.row(j, g.men[j])[what]
			if what == taken {
				s.prey++
			}
		}
		v.levels[0].left = append(v.levels[0].left, s)
	}
	return v
}

// side is 0 for a man of the mating side, 1 for one of the other.
func (g *gallery) side(man int) int {
	if man < g.mating {
		return 0
	}
	return 1
}

const never = 255

// row returns how many moves a man has still to make from where it is, by what becomes of it.
func (v *visit) row(man int, a actor) []byte {
	known := &v.rows[man][int(a.kind)*v.b.v.Size.Area()+a.at]
	if *known != nil {
		return *known
	}
	made := make([]byte, seated, seated+len(v.seats[man]))
	for _, s := range v.seats[man] {
		n := byte(never)
		if a.kind != 0 {
			routes := v.b.routesOf(board.Color(v.side(man)), a.kind, a.at)
			if s.kind == whatever {
				n = routes.any[0][s.at]
			} else {
				n = routes.as[0][v.b.state(s.kind, int(s.at))]
			}
		}
		made = append(made, n)
	}
	*known = made
	return made
}

// find returns the man on a square, -1 for none.
func (l *level) find(at int) int {
	for i := range l.men {
		if l.men[i].at == at && l.men[i].kind != 0 {
			return i
		}
	}
	return -1
}

// step follows a move that is about to be made, after which the mating side and the other have so many; it reports false, and stays where it is, when
// no picture is left. Before the last move it is enough that there is one.
func (v *visit) step(p rules.Position, m rules.Move, moves [2]int, last bool) bool {
	c := v.c
	if len(v.levels) == v.depth+1 {
		v.levels = append(v.levels, level{})
	}
	old, next := &v.levels[v.depth], &v.levels[v.depth+1]
	next.men = append(next.men[:0], old.men...)
	var changed [3]int
	n := 0
	change := func(man int, to actor) {
		if man >= 0 {
			next.men[man] = to
			changed[n] = man
			n++
		}
	}
	man, to, prey := old.find(c.seen(v.b, m.From())), m.To(), m.To()
	switch m.Form() {
	case rules.Castle:
		d := p.Details(m)
		rook := old.find(c.seen(v.b, d.RookFrom))
		change(rook, actor{old.men[rook].kind, c.seen(v.b, d.RookTo)})
		to, prey = d.To, board.NoSquare
	case rules.EnPassant:
		size := v.b.v.Size
		prey = size.At(size.File(to), size.Rank(m.From()))
	}
	captured := -1
	if prey != board.NoSquare {
		captured = old.find(c.seen(v.b, prey))
		change(captured, actor{})
	}
	kind := old.men[man].kind
	if q := m.Promotion(); q != 0 {
		kind = q
	}
	change(man, actor{kind, c.seen(v.b, to)})
	next.left = next.left[:0]
	limit := [2]uint8{uint8(moves[0]), uint8(moves[1])}
	if n == 1 {
		v.follow(old, next, man, limit, uint8(moves[0]), last)
	} else {
		v.followAll(old, next, changed[:n], captured, limit, uint8(moves[0]), last)
	}
	if len(next.left) == 0 {
		return false
	}
	v.depth++
	return true
}

// follow keeps the pictures that are left after one man has moved, when each side may make so many moves, and the
// mating one so many captures.
func (v *visit) follow(old, next *level, man int, limit [2]uint8, prey uint8, last bool) {
	was, now := v.row(man, old.men[man]), v.row(man, next.men[man])
	mine := v.side(man)
	other := limit[1-mine]
	for i := range old.left {
		s := old.left[i]
		code := v.pictures[int(s.picture)+man]
		if now[code] == never {
			continue
		}
		s.moves[mine] += now[code] - was[code]
		if s.moves[mine] <= limit[mine] && s.moves[1-mine] <= other && s.prey <= prey {
			if next.left = append(next.left, s); last {
				return
			}
		}
	}
}

// followAll does the same after several men have moved or one was captured.
func (v *visit) followAll(old, next *level, changed []int, captured int, limit [2]uint8, prey uint8, last bool) {
	var was, now [3][]byte
	for i, man := range changed {
		was[i], now[i] = v.row(man, old.men[man]), v.row(man, next.men[man])
	}
sights:
	for _, s := range old.left {
		what := v.pictures[s.picture:][:len(v.men)]
		for i, man := range changed {
			code := what[man]
			if now[i][code] == never {
				continue sights
			}
			s.moves[v.side(man)] += now[i][code] - was[i][code]
		}
		if captured >= 0 && what[captured] == taken {
			s.prey--
		}
		if s.moves[0] <= limit[0] && s.moves[1] <= limit[1] && s.prey <= prey {
			if next.left = append(next.left, s); last {
				return
			}
		}
	}
}

// back takes the last step back.
func (v *visit) back() { v.depth-- }
