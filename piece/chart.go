package piece

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Chart is a movement as a diagram shows it: straight ways that repeat one step, and the text of
// what no such way says.
type Chart struct {
	Rays []Ray
	Rest string // atoms of Betza's notation that are no rays, "" for none
}

// Ray is a way in one direction.
type Ray struct {
	Step    Offset  // of one step: at most three files and ranks
	Far     int     // the greatest number of steps, 0 for no limit
	Kind    RayKind // what must stand on the way
	Mode    Mode    // what the piece may do on arrival
	Initial bool    // only from a start square of the type
}

// RayKind says what must stand on the way.
type RayKind uint8

// The kinds of rays.
const (
	Free   RayKind = iota // nothing on the squares of earlier steps; what a step leaps over does not matter
	Lame                  // nothing on the squares that the one step leaps over
	Over                  // exactly one piece on the squares of earlier steps
	Behind                // exactly one piece, on the square of the last step but one
)

// modifier is the letter of each kind in Betza's notation.
var modifier = [...]string{Free: "", Lame: "n", Over: "p", Behind: "g"}

// most returns the greatest number of steps on the largest board.
func (r Ray) most() int {
	return reach / max(r.Step.File, -r.Step.File, r.Step.Rank, -r.Step.Rank)
}

// ParseChart returns the chart of a movement, "-" for none. Each atom of the text becomes rays or
// stays text. The error is that of Parse.
func ParseChart(betza string) (Chart, error) {
	if betza == "-" {
		return Chart{}, nil
	}
	if _, err := Parse(betza); err != nil {
		return Chart{}, err
	}
	var c Chart
	r := &reader{text: betza}
	for r.pos < len(betza) {
		start := r.pos
		r.paths, r.seen = nil, map[string]int{}
		if err := r.atom(); err != nil {
			return Chart{}, err
		}
		if rays, ok := raysOf(r.paths); ok {
			c.Rays = append(c.Rays, rays...)
		} else {
			c.Rest += betza[start:r.pos]
		}
	}
	c.Rays = tidy(c.Rays)
	return c, nil
}

// Betza returns the movement as Parse reads it, "-" for none. The error names a ray that Betza's
// notation has no atom for.
func (c Chart) Betza() (string, error) {
	type group struct {
		letter int // index in chartAtoms
		ray    Ray // without its step
	}
	for _, r := range c.Rays {
		if err := r.check(); err != nil {
			return "", err
		}
	}
	sets := map[group]ringSet{}
	for _, r := range tidy(c.Rays) {
		i, at := atomOf(r.Step)
		r.Step = Offset{}
		sets[group{i, r}] |= 1 << at
	}
	order := slices.SortedFunc(maps.Keys(sets), func(a, b group) int {
		return cmp.Or(
			compareBool(a.ray.Initial, b.ray.Initial), cmp.Compare(a.ray.Kind, b.ray.Kind),
			cmp.Compare(a.letter, b.letter), -cmp.Compare(a.ray.Mode, b.ray.Mode), cmp.Compare(a.ray.Far, b.ray.Far))
	})
	var b strings.Builder
	for _, g := range order {
		a, set := chartAtoms[g.letter], sets[g]
		diagonal := group{1, g.ray}
		switch {
		case set == 0: // written with the orthogonal steps
		case g.letter == 0 && set == evens && sets[diagonal] == odds:
			sets[diagonal] = 0
			b.WriteString(g.ray.text("", "K", "Q"))
		default:
			b.WriteString(g.ray.text(directionLetters()[a.system][set], a.letter, a.slider))
		}
	}
	b.WriteString(c.Rest)
	if b.Len() == 0 {
		return "-", nil
	}
	return b.String(), nil
}

// text returns an atom with its modifiers and its range. slider is the letter without a limit, "" if
// the letter is doubled.
func (r Ray) text(dirs, letter, slider string) string {
	text := ""
	if r.Initial {
		text = "i"
	}
	text += dirs
	switch r.Mode {
	case Move:
		text += "m"
	case Capture:
		text += "c"
	}
	text += modifier[r.Kind]
	switch {
	case r.Far == 1:
		return text + letter
	case r.Far > 1:
		return text + letter + strconv.Itoa(r.Far)
	case slider != "":
		return text + slider
	}
	return text + letter + letter
}

// check returns what makes no sense in a ray.
func (r Ray) check() error {
	i, _ := atomOf(r.Step)
	switch {
	case i < 0:
		return fmt.Errorf("no atom of Betza's notation leaps %d files and %d ranks", r.Step.File, r.Step.Rank)
	case r.Mode == 0 || r.Mode&^Both != 0:
		return errors.New("a ray moves or captures")
	case r.Kind == Lame && (len(between(r.Step)) == 0 || r.Far != 1):
		return errors.New("only one step that leaps over squares can be lame")
	case r.Kind > Behind:
		return fmt.Errorf("there is no kind %d of rays", r.Kind)
	case (r.Kind == Over || r.Kind == Behind) && r.Far == 1:
		return errors.New("one step hops over nothing: a hopper needs two at least")
	}
	return nil
}

// tidy returns rays in order, without those that others contain.
func tidy(rays []Ray) []Ray {
	type way struct {
		step    Offset
		kind    RayKind
		initial bool
	}
	ways := map[way]map[int]Mode{} // what each range may do
	for _, r := range rays {
		if r.Far >= r.most() {
			r.Far = 0
		}
		if r.Kind == Behind && r.Far == 2 {
			r.Kind = Over // which is the same
		}
		w := way{r.Step, r.Kind, r.Initial}
		if ways[w] == nil {
			ways[w] = map[int]Mode{}
		}
		ways[w][r.Far] |= r.Mode
	}
	var all []Ray
	for w, ranges := range ways {
		for far, mode := range ranges {
			for other, covers := range ranges {
				if other != far && (other == 0 || far != 0 && other > far) {
					mode &^= covers
				}
			}
			if mode != 0 {
				all = append(all, Ray{w.step, far, w.kind, mode, w.initial})
			}
		}
	}
	slices.SortFunc(all, func(a, b Ray) int {
		return cmp.Or(
			compareBool(a.Initial, b.Initial), cmp.Compare(a.Kind, b.Kind), cmp.Compare(b.Step.Rank, a.Step.Rank),
			cmp.Compare(a.Step.File, b.Step.File), cmp.Compare(a.Far, b.Far), cmp.Compare(a.Mode, b.Mode))
	})
	return all
}

// compareBool orders false before true.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// raysOf returns the rays that have just these paths, if there are any.
func raysOf(paths Movement) ([]Ray, bool) {
	found := map[Ray]int{} // rays without their range, and how many of their paths are there
	longest := map[Ray]int{}
	for i := range paths {
		r, steps, ok := rayOf(&paths[i])
		if !ok {
			return nil, false
		}
		found[r]++
		longest[r] = max(longest[r], steps)
	}
	var rays []Ray
	for r, n := range found {
		r.Far = longest[r]
		whole := n == r.paths()
		if r.Kind == Behind && !whole && r.Far > 2 { // hurdles elsewhere, too
			r.Kind = Over
			whole = n == r.paths()
		}
		if double := r.Step.times(r.Far); !whole && r.Kind == Free && n == 1 && slices.Equal(between(double),
			line(r.Step, r.Far-1)) { // one leap whose way is free
			r = Ray{double, 1, Lame, r.Mode, r.Initial}
			whole = true
		}
		if i, _ := atomOf(r.Step); !whole || i < 0 {
			return nil, false
		}
		rays = append(rays, r)
	}
	return tidy(rays), true
}

// paths returns the number of paths that a ray has, whose range is known.
func (r Ray) paths() int {
	switch r.Kind {
	case Over: // one for each hurdle of each length
		return r.Far * (r.Far - 1) / 2
	case Behind:
		return r.Far - 1
	}
	return r.Far
}

// rayOf returns the ray that a path belongs to, without its range, and the steps of the path. A hop
// is Behind: whether it is Over others of its ray tell.
func rayOf(p *Path) (r Ray, steps int, ok bool) {
	steps = len(p.Squares)
	last := p.Squares[steps-1]
	r = Ray{Step: p.Squares[0], Mode: p.Mode, Initial: p.Initial}
	if p.Wrap || p.Takes > 0 || p.Over != AnyPiece || !p.Anywhere() {
		return r, 0, false
	}
	if !slices.Equal(p.Squares, line(r.Step, steps)) {
		if p.Hurdles == 0 && slices.Equal(p.Squares[:steps-1], between(last)) {
			r.Step, r.Kind = last, Lame
			return r, 1, true
		}
		return r, 0, false
	}
	if p.Hurdles == 0 {
		return r, steps, true
	}
	r.Kind = Behind
	return r, steps, p.Hurdles&(p.Hurdles-1) == 0
}

// times returns n steps.
func (o Offset) times(n int) Offset { return Offset{n * o.File, n * o.Rank} }

// A chartAtom is an atom that rays are written with.
type chartAtom struct {
	letter, slider string
	system         system
	ring           *[8]Offset
}

var chartAtoms = []chartAtom{
	{"W", "R", orthogonal, unit}, {"F", "B", diagonal, unit}, {"N", "", oblique, knight},
	{"D", "", orthogonal, second}, {"A", "", diagonal, second}, {"C", "", oblique, camel},
	{"Z", "", oblique, zebra}, {"H", "", orthogonal, third}, {"G", "", diagonal, third},
}

// all returns the members of the ring that the atom has.
func (a chartAtom) all() ringSet {
	switch a.system {
	case orthogonal:
		return evens
	case diagonal:
		return odds
	}
	return 0xFF
}

// atomOf returns the index in chartAtoms of the atom that makes a step, and its place in the ring;
// -1 if no atom does.
func atomOf(step Offset) (atom, at int) {
	for i, a := range chartAtoms {
		if at := slices.Index(a.ring[:], step); at >= 0 && a.all()>>at&1 != 0 {
			return i, at
		}
	}
	return -1, 0
}

// directionLetters returns, by system, the shortest letters that name each set of members of a ring.
var directionLetters = sync.OnceValue(func() map[system]map[ringSet]string {
	all := map[system]map[ringSet]string{}
	for _, sys := range []system{orthogonal, diagonal, oblique} {
		all[sys] = shortest(sys)
	}
	return all
})

// shortest finds the shortest letters for each set by joining directions of two letters, which
// nothing that follows changes, and one direction of one letter at the end. Orthogonal letters
// never join.
func shortest(sys system) map[ringSet]string {
	const single, double = "fbvlrs", "fblrvsh"
	pairs, ends := map[string]ringSet{}, map[string]ringSet{}
	for _, x := range single {
		set, _ := sys.direction(string(x))
		ends[string(x)] = set
		if sys == orthogonal {
			pairs[string(x)] = set
		}
	}
	for _, x := range double {
		for _, y := range double {
			if set, n := sys.direction(string(x) + string(y)); n == 2 && set != 0 && sys != orthogonal {
				pairs[string(x)+string(y)] = set
			}
		}
	}
	whole := map[system]ringSet{orthogonal: evens, diagonal: odds, oblique: 0xFF}[sys]
	joined := map[ringSet]string{0: ""}
	best := map[ringSet]string{whole: ""}
	shorter := func(in map[ringSet]string, set ringSet, text string) bool {
		if old, known := in[set]; known && (len(old) < len(text) || len(old) == len(text) && old <= text) {
			return false
		}
		in[set] = text
		return true
	}
	for changed := true; changed; {
		changed = false
		for set, text := range maps.Clone(joined) {
			for pair, more := range pairs {
				changed = shorter(joined, set|more, text+pair) || changed
			}
		}
	}
	for set, text := range joined {
		if set != 0 {
			shorter(best, set, text)
		}
		for end, more := range ends {
			shorter(best, set|more, text+end)
		}
	}
	return best
}
