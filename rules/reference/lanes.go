package reference

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// gridLine is a line between squares, in units of half a square from the lower left corner.
type gridLine struct {
	from, to [2]int
}

// gridCells returns the cell of each square, nil without a grid.
func gridCells(size board.Size, l *rules.Lanes) ([]int, error) {
	if l.Grid == "" && l.Cells == "" && l.Lines == "" {
		return nil, nil
	}
	cells := make([]int, size.Area())
	files, ranks := make([]int, size.Files), make([]int, size.Ranks)
	for _, r := range l.Grid {
		switch {
		case r >= 'a' && int(r-'a') < size.Files:
			for i := int(r-'a') + 1; i < size.Files; i++ {
				files[i]++
			}
		case r >= '1' && int(r-'1') < size.Ranks:
			for i := int(r-'1') + 1; i < size.Ranks; i++ {
				ranks[i]++
			}
		default:
			return nil, fmt.Errorf("%q has no file or rank %q", l.Grid, r)
		}
	}
	for sq := range cells {
		cells[sq] = files[size.File(board.Square(sq))] + 32*ranks[size.Rank(board.Square(sq))]
	}
	for i, cell := range strings.Fields(l.Cells) {
		all, err := squareList(size, cell)
		if err != nil {
			return nil, err
		}
		for _, sq := range all {
			cells[sq] = -1 - i
		}
	}
	return cells, nil
}

// gridLines reads lines such as "Ha24".
func gridLines(size board.Size, text string) (all []gridLine, err error) {
	for word := range strings.FieldsSeq(text) {
		n := 0
		sq := board.NoSquare
		if len(word) == 4 {
			sq, _ = size.Parse(word[1:3])
			n = int(word[3] - '0')
		}
		if sq == board.NoSquare || n < 1 || n > 9 || word[0] != 'H' && word[0] != 'V' {
			return nil, fmt.Errorf("%q is no line: a line is like Ha24", word)
		}
		at := [2]int{2 * size.File(sq), 2 * size.Rank(sq)}
		l := gridLine{at, at}
		if word[0] == 'H' {
			l.to[0] += 2 * n
		} else {
			l.to[1] += 2 * n
		}
		all = append(all, l)
	}
	return all, nil
}

// lane returns the rule against moves of c from one square to another, whatever stands there, or 0.
func (t *table) lane(c board.Color, from, to board.Square) rules.Rule {
	l, size := &t.v.Fairy.Lanes, t.v.Size
	switch same := size.Dark(from) == size.Dark(to); {
	case t.fairy.cells != nil && !t.crosses(from, to):
		return rules.WithinCell
	case l.Shade == rules.SameShade && !same, l.Shade == rules.OtherShade && same:
		return rules.WrongShade
	case l.Edge.Has(c) && !size.OnEdge(to):
		return rules.OffTheEdge
	}
	return 0
}

// crosses reports whether a move crosses a line of the grid.
func (t *table) crosses(from, to board.Square) bool {
	if t.fairy.cells[from] != t.fairy.cells[to] {
		return true
	}
	size := t.v.Size
	a := [2]int{2*size.File(from) + 1, 2*size.Rank(from) + 1}
	b := [2]int{2*size.File(to) + 1, 2*size.Rank(to) + 1}
	for _, l := range t.fairy.lines {
		if meet(a, b, l.from, l.to) {
			return true
		}
	}
	return false
}

// meet reports whether two segments that are not parallel have a point in common.
func meet(a, b, c, d [2]int) bool {
	cross := func(u, v [2]int) int { return u[0]*v[1] - u[1]*v[0] }
	sub := func(u, v [2]int) [2]int { return [2]int{u[0] - v[0], u[1] - v[1]} }
	ab, cd, ac := sub(b, a), sub(d, c), sub(c, a)
	n := cross(cd, ab)
	between := func(u int) bool { return n < 0 && u <= 0 && u >= n || n > 0 && u >= 0 && u <= n }
	return between(cross(ab, ac)) && between(cross(cd, ac))
}
