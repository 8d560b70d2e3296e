package problem

import "slices"

// groups is a Sink that passes on lines in the order of their series: first by the length and the
// moves of the first series, then of the second, and so on, and last by script.
type groups struct {
	Sink
	script *script
	first  []numbered
	lines  []grouped
}

// numbered is a first move with its number.
type numbered struct {
	n    int
	text string
}

// grouped is a line with the lengths of its series.
type grouped struct {
	Line
	lengths []int
}

// Line keeps a line.
func (g *groups) Line(l Line) { g.lines = append(g.lines, grouped{l, g.script.stages()}) }

// First keeps a first move.
func (g *groups) First(n int, text string) { g.first = append(g.first, numbered{n, text}) }

// begin begins a script. It passes on the lines of scripts before, if they come first in any case.
func (g *groups) begin(sc *script) {
	if g.script != nil && !sc.together(g.script) {
		g.end()
	}
	g.script = sc
}

// end passes on the lines that are kept.
func (g *groups) end() {
	slices.SortStableFunc(g.lines, grouped.compare)
	lines := g.lines
	for _, f := range g.first {
		g.Sink.First(f.n, f.text)
		for len(lines) > 0 && lines[0].Moves[0].Text == f.text {
			g.Sink.Line(lines[0].Line)
			lines = lines[1:]
		}
	}
	for _, l := range lines {
		g.Sink.Line(l.Line)
	}
	g.first, g.lines = nil, nil
}

// compare orders lines by their series.
func (a grouped) compare(b grouped) int {
	at := 0
	for i, n := range a.lengths {
		if n != b.lengths[i] {
			return n - b.lengths[i]
		}
		if c := (Line{Moves: a.Moves[at : at+n]}).compare(Line{Moves: b.Moves[at : at+n]}); c != 0 {
			return c
		}
		at += n
	}
	return 0
}

// stages returns the lengths of the series before the play.
func (sc *script) stages() []int {
	var all []int
	for i, t := range sc.turns[:sc.intro()] {
		if i == 0 || t.side != sc.turns[i-1].side {
			all = append(all, 0)
		}
		all[len(all)-1]++
	}
	return all
}

// together reports whether the lines of two scripts are put in order together, as they are if the
// first series has the same length.
func (sc *script) together(other *script) bool {
	a, b := sc.stages(), other.stages()
	if len(a) == 0 {
		return len(sc.turns) == len(other.turns)
	}
	return len(b) > 0 && a[0] == b[0]
}
