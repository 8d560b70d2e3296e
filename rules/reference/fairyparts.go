package reference

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// fairyParts is what the conditions of a variant say about squares and types, read once.
type fairyParts struct {
	active   bool // the game has a condition
	lanes    bool // whether a piece attacks a square depends on the two squares
	bars     bool // a move may be forbidden before it is played
	after    bool // a move may be forbidden by the position that it leads to
	tried    bool // likewise for the capture of a king, which is then no check
	measured [2]*measured
	holes    []bool            // by square
	cells    []int             // the cell of the grid, by square; nil without a grid
	lines    []gridLine        // that a move may cross instead
	eiffel   []rules.PieceType // by type-1: the type that paralyses it, or 0
	contact  []piece.Offset    // where neighbours are
	flights  [2]int            // with how many flights a king is in check, 0 for chess
	immune   bool              // pieces are captured only if they could be reborn
}

// newFairyParts reads the conditions of v. The error names the part and the text that cannot be
// read.
func newFairyParts(v *rules.Variant) (p fairyParts, err error) {
	f := &v.Fairy
	p.active = *f != rules.Fairy{}
	l := &f.Lanes
	if p.holes, err = board.Region(l.Holes).Squares(v.Size); err != nil {
		return p, fmt.Errorf("the holes: %w", err)
	}
	if p.cells, err = gridCells(v.Size, l); err != nil {
		return p, fmt.Errorf("the grid: %w", err)
	}
	if p.lines, err = gridLines(v.Size, l.Lines); err != nil {
		return p, fmt.Errorf("the grid: %w", err)
	}
	p.lanes = p.cells != nil || l.Shade != rules.AnyShade || l.Edge != rules.Sides{}
	p.bars = p.lanes || f.Capturing != rules.Capturing{} || f.Budget != rules.Budget{} ||
		f.Paralysis.By == rules.ByPart
	p.tried = f.Paralysis.Avoided && !f.Paralysis.Taken || f.Contact != rules.Contact{}
	p.after = p.tried || f.Paralysis.Avoided || f.Checking.MatesOnly || f.Checking.Must != rules.Sides{}
	p.immune = f.Capturing.Immune.Active
	p.flights = [2]int{f.Checking.Flights, f.Checking.Flights}
	if f.Checking.BlackFlights != 0 {
		p.flights[board.Black] = f.Checking.BlackFlights
	}
	if f.Paralysis.By == rules.ByEiffel {
		p.eiffel = eiffel(v)
	}
	if p.contact, err = offsets(f.Contact); err != nil {
		return p, fmt.Errorf("contact: %w", err)
	}
	for c, m := range []*rules.Measured{&f.Measuring.White, &f.Measuring.Black} {
		if m.By == rules.NoMeasure {
			continue
		}
		p.measured[c] = &measured{Measured: m}
		if p.measured[c].squares, err = squareList(v.Size, m.Squares); err != nil {
			return p, fmt.Errorf("the squares of a measure: %w", err)
		}
	}
	return p, nil
}

// squareList reads squares one after the other, with or without blanks.
func squareList(size board.Size, text string) ([]board.Square, error) {
	var all []board.Square
	for text = strings.ReplaceAll(text, " ", ""); text != ""; {
		sq, n := size.Prefix(text)
		if n == 0 {
			return nil, fmt.Errorf("%q begins with no square", text)
		}
		all, text = append(all, sq), text[n:]
	}
	return all, nil
}

// eiffel returns the type that paralyses each type in Eiffel chess, by type-1.
func eiffel(v *rules.Variant) []rules.PieceType {
	cycle := "PNBRQP" // each paralyses the next
	by := make([]rules.PieceType, len(v.Army))
	for i := range v.Army {
		if at := strings.LastIndexByte(cycle, v.Army[i].Letter); at > 0 {
			by[i] = v.TypeOf(cycle[at-1])
		}
	}
	return by
}

// offsets returns where the neighbours of a piece are.
func offsets(c rules.Contact) ([]piece.Offset, error) {
	if c == (rules.Contact{}) {
		return nil, nil
	}
	leap := c.Leap
	if leap == "" {
		leap = piece.King.Betza
	}
	movement, err := (&piece.Type{Betza: leap}).Movement()
	if err != nil {
		return nil, err
	}
	var all []piece.Offset
	for i := range movement {
		if p := &movement[i]; len(p.Squares) == 1 && !slices.Contains(all, p.Squares[0]) {
			all = append(all, p.Squares[0])
		}
	}
	return all, nil
}
