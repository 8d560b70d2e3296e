package piece

import "fmt"

// maxSquares is the most squares a path may have: one for each bit of Hurdles.
const maxSquares = 32

// A hop is a leg ready to be made: where it turns and how far it goes.
type hop struct {
	leg
	set ringSet
	far int
}

// A trip lays out every path of one atom.
type trip struct {
	*reader
	atom
	hops  []hop
	found bool // a path was made
}

// A track is the beginning of a path.
type track struct {
	squares []Offset
	hurdles uint32
	takes   int // as in Path
	at      Offset
	course
}

// A course is the line that a leg follows, and how many steps of it have been made.
type course struct {
	dir, side int // position in the ring, and 1 or -1 for the side to which a curve turns
	made      int
}

// to returns t with squares passed, which may leave it at another square than
// the last of them.
func (t track) to(squares ...Offset) track {
	t.squares = append(t.squares[:len(t.squares):len(t.squares)], squares...)
	return t
}

// layAll adds every path; the text read for them began at byte start.
func (t *trip) layAll(start int) error {
	if err := t.from(0, track{}); err != nil {
		return err
	}
	if !t.found {
		return t.errorf(start, t.pos, "makes no move: every path leads back to its start or further than %d squares",
			reach)
	}
	return nil
}

// from adds every path that begins with start and goes on with the i-th leg. Its directions are
// counted from the last one; a line that bends goes on as it is.
func (t *trip) from(i int, start track) error {
	if i > 0 && t.bends() {
		return t.follow(i, start)
	}
	set := t.hops[i].set.turned(start.dir)
	for d := range 8 {
		if set>>d&1 == 0 {
			continue
		}
		sides := []int{1}
		if t.curved {
			sides = []int{1, -1}
		}
		for _, side := range sides {
			start.course = course{dir: d, side: side}
			if err := t.follow(i, start); err != nil {
				return err
			}
		}
	}
	return nil
}

// follow makes the i-th leg along one line, and adds every path that ends or goes on there.
func (t *trip) follow(i int, start track) error {
	h := t.hops[i]
	here := start
	for n := 1; n <= h.far; n++ {
		if t.steps++; t.steps > maxSteps {
			return fmt.Errorf("betza text %q has too many ways to move", t.text)
		}
		if t.curved && here.made == fullCircle {
			break
		}
		before, leap := here.at, t.leap(here.course)
		here.made++
		here.at = Offset{before.File + leap.File, before.Rank + leap.Rank}
		if max(here.at.File, -here.at.File, here.at.Rank, -here.at.Rank) > reach {
			break
		}
		if h.has('n') || h.has('j') {
			for _, o := range between(leap) {
				here = here.to(Offset{before.File + o.File, before.Rank + o.Rank})
			}
		}
		if n == 1 && h.has('j') && h.far > 1 {
			continue // the first square does not matter
		}
		here = here.to(here.at)
		if len(here.squares) > maxSquares {
			return fmt.Errorf("betza text %q has a path of more than %d squares", t.text, maxSquares)
		}
		var err error
		if i == len(t.hops)-1 {
			err = t.arrive(here, len(start.squares), h)
		} else {
			err = t.from(i+1, here.ended(h))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// fullCircle is the number of steps of a curve before it is back at its start.
const fullCircle = 7

// leap returns the next step of a line.
func (t *trip) leap(c course) Offset {
	switch {
	case t.curved:
		return t.ring[(c.dir+c.side*c.made+64)%8]
	case len(t.series) > 0:
		return t.series[c.made%len(t.series)][c.dir]
	}
	return t.ring[c.dir]
}

// ended returns t at the end of a leg after which another follows.
func (t track) ended(h hop) track {
	end := len(t.squares) - 1
	switch {
	case h.has('c'):
		t.takes = end + 1
	case h.has('p') && h.has('m'):
		t.squares = t.squares[:end]
	case h.has('p') || h.has('g'):
		t.hurdles |= 1 << end
	}
	return t
}

// arrive adds the paths whose last leg h began behind the first squares of t.
func (t *trip) arrive(here track, first int, h hop) error {
	end := len(here.squares) - 1
	switch {
	case h.has('g'):
		first = max(first, end-1)
	case h.has('p') || h.has('j') && h.far == 1:
	default:
		return t.lay(here, h)
	}
	for k := first; k < end; k++ {
		jump := here
		jump.hurdles |= 1 << k
		if err := t.lay(jump, h); err != nil {
			return err
		}
	}
	return nil
}

// lay adds one path, unless it ends on its start or needs a square both empty and occupied.
func (t *trip) lay(here track, h hop) error {
	end := len(here.squares) - 1
	if here.at == (Offset{}) {
		return nil
	}
	occupied := here.hurdles
	if here.takes > 0 {
		occupied |= 1 << (here.takes - 1)
	}
	for i, a := range here.squares[:end] {
		if a == (Offset{}) && here.hurdles>>i&1 == 0 || here.takes > 0 && a == here.at && occupied>>i&1 != 0 {
			return nil
		}
		for j, b := range here.squares[:i] {
			if a == b && occupied>>i&1 != occupied>>j&1 {
				return nil
			}
		}
	}
	t.found = true
	first := t.hops[0]
	p := Path{
		Squares: here.squares,
		Hurdles: here.hurdles,
		Takes:   here.takes,
		Mode:    h.mode(),
		Initial: first.has('i'),
		Wrap:    first.has('o'),
	}
	if p.Takes > 0 {
		p.Mode = Capture
	}
	if first.has('x') {
		p.Over = OtherType
	}
	return t.add(p)
}
