package piece

import (
	"fmt"

	"github.com/kirke-chess/kirke/board"
)

// Movement returns the paths of t's Betza text. It returns the errors of Parse.
func (t Type) Movement() (Movement, error) {
	m, err := Parse(t.Betza)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Name, err)
	}
	return m, nil
}

// Parse reads a movement.
func Parse(betza string) (Movement, error) {
	orth := []Offset{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diag := []Offset{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	knight := []Offset{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}
	var m Movement
	ride := func(steps []Offset, far int) {
		for _, s := range steps {
			var squares []Offset
			for n := 1; n <= far; n++ {
				squares = append(squares, Offset{s.File * n, s.Rank * n})
				m = append(m, Path{Squares: squares[:n:n], Mode: Both})
			}
		}
	}
	bent := func(first []Offset) {
		for _, a := range first {
			m = append(m, Path{Squares: []Offset{a}, Mode: Both})
			second := []Offset{{a.File, 0}, {0, a.Rank}}
			if a.File == 0 {
				second = []Offset{{1, a.Rank}, {-1, a.Rank}}
			} else if a.Rank == 0 {
				second = []Offset{{a.File, 1}, {a.File, -1}}
			}
			for _, b := range second {
				squares := []Offset{a}
				for n := 1; n < board.MaxSide-1; n++ {
					squares = append(squares, Offset{a.File + n*b.File, a.Rank + n*b.Rank})
					m = append(m, Path{Squares: squares[: n+1 : n+1], Mode: Both})
				}
			}
		}
	}
	switch betza {
	case "{Sissa}":
		return Sissa(), nil
	case "FyafsF":
		bent(diag)
		return m, nil
	case "WyafsW":
		bent(orth)
		return m, nil
	case "fmWfceFifmnD":
		return Movement{
			{Squares: []Offset{{0, 1}}, Mode: Move},
			{Squares: []Offset{{-1, 1}}, Mode: Capture},
			{Squares: []Offset{{1, 1}}, Mode: Capture},
			{Squares: []Offset{{0, 1}, {0, 2}}, Mode: Move, Initial: true},
		}, nil
	}
	for i, a := range betza {
		switch a {
		case 'W':
			ride(orth, 1)
		case 'F':
			ride(diag, 1)
		case 'K':
			ride(orth, 1)
			ride(diag, 1)
		case 'R':
			ride(orth, board.MaxSide-1)
		case 'B':
			ride(diag, board.MaxSide-1)
		case 'Q':
			ride(orth, board.MaxSide-1)
			ride(diag, board.MaxSide-1)
		case 'N':
			ride(knight, 1)
		default:
			return nil, fmt.Errorf("betza text %q: %q at byte %d is no atom", betza, a, i)
		}
	}
	return m, nil
}
