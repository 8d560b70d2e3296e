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
	ring  *[8]Offset
	hops  []hop
	found bool // a path was made
}

// A track is the beginning of a path.
type track struct {
	squares []Offset
	hurdles uint32
	at      Offset
}

// to returns t with squares passed, which may leave it at another square than
// the last of them.
func (t track) to(squares ...Offset) track {
	t.squares = append(t.squares[:len(t.squares):len(t.squares)], squares...)
	return t
}

// layAll adds every path; the text read for them began at byte start.
func (t *trip) layAll(start int) error {
	if err := t.from(0, track{}, 0); err != nil {
		return err
	}
	if !t.found {
		return t.errorf(start, t.pos, "makes no move: every path leads back to its start or further than %d squares",
			reach)
	}
	return nil
}

// from adds every path that begins with t and goes on with the i-th leg, its
// directions counted from position dir of the ring.
func (t *trip) from(i int, start track, dir int) error {
	h := t.hops[i]
	last := i == len(t.hops)-1
	set := h.set.turned(dir)
	for d := range 8 {
		if set>>d&1 == 0 {
			continue
		}
		leap := t.ring[d]
		here := start
		for n := 1; n <= h.far; n++ {
			if t.steps++; t.steps > maxSteps {
				return fmt.Errorf("betza text %q has too many ways to move", t.text)
			}
			before := here
			here.at = Offset{here.at.File + leap.File, here.at.Rank + leap.Rank}
			if here.at == (Offset{}) || max(here.at.File, -here.at.File, here.at.Rank, -here.at.Rank) > reach {
				break
			}
			if h.has('n') || h.has('j') {
				for _, o := range between(leap) {
					here = here.to(Offset{before.at.File + o.File, before.at.Rank + o.Rank})
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
			if last {
				err = t.arrive(here, len(start.squares), h)
			} else {
				err = t.from(i+1, here.ended(h), d)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// ended returns t at the end of a leg after which another follows.
func (t track) ended(h hop) track {
	end := len(t.squares) - 1
	switch {
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

// lay adds one path, unless it needs a square both empty and occupied.
func (t *trip) lay(here track, h hop) error {
	end := len(here.squares) - 1
	for i, a := range here.squares[:end] {
		for j, b := range here.squares[:i] {
			if a == b && here.hurdles>>i&1 != here.hurdles>>j&1 {
				return nil
			}
		}
	}
	t.found = true
	first := t.hops[0]
	return t.add(Path{
		Squares: here.squares,
		Hurdles: here.hurdles,
		Mode:    h.mode(),
		Initial: first.has('i'),
		Wrap:    first.has('o'),
	})
}
