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
	direct    bool              // a capture of a king always goes to its square
	farther   bool              // pieces may attack squares that their own movement does not reach
	borrowing []piece.Borrowing // what types borrow, in the game
	imitator  rules.PieceType   // the type that is an imitator as soon as it is on the board, or 0
	paths     []piece.Movement  // with imitators: of each type, by type-1
	late      bool              // a pawn's promotion depends on what follows from its move
	lanes     bool              // whether a piece attacks a square depends on the two squares
	bars      bool              // a move may be forbidden before it is played
	acts      bool              // conditions do something after a move
	after     bool              // a move may be forbidden by the position that it leads to
	tried     bool              // likewise for the capture of a king, which is then no check
	measured  [2]*measured
	holes     []bool              // by square
	bench     uint32              // types that a piece may become at the edge, likewise
	vaulters  uint32              // types as which a king in check moves besides, as bits 1<<(type-1)
	centre    []board.Square      // the four squares in the centre of the board
	cells     []int               // the cell of the grid, by square; nil without a grid
	lines     []gridLine          // that a move may cross instead
	eiffel    []rules.PieceType   // by type-1: the type that paralyses it, or 0
	contact   []piece.Offset      // where neighbours are
	flights   [2]int              // with how many flights a king is in check, 0 for chess
	immune    bool                // pieces are captured only if they could be reborn
	wormhole  []bool              // by square, nil for none
	magic     []bool              // squares that turn pieces, nil for none
	next      []rules.PieceType   // by type-1: what a chameleon becomes, or 0
	taken     [][]rules.PieceType // by types-1 of capturer and captured: what the first becomes; nil for none
	box       [2][]int            // with Box: how many pieces of each type, by type-1, a side has at the start
	reborn    uint32              // types that are reborn
	rebornAs  [32]rules.PieceType // as what, by type
	kings     [2]rules.PieceType  // with Dynasty: the type of a royal king, and that of a common one
	ghosts    uint32              // types that are never captured
	ghostOf   []rules.PieceType   // by type-1: the type that pieces come up as; nil without such types
}

// newFairyParts reads the conditions of v. The error names the part and the text that cannot be
// read.
func newFairyParts(v *rules.Variant) (p fairyParts, err error) {
	f, traits := &v.Fairy, newTraitTypes(v)
	p.direct, p.borrowing = f.Direct(), borrowingOf(v.Army)
	p.farther = !f.Nearer() || v.GoesOn() || traits.otherBoard != 0
	p.acts = acts(v)
	p.centre = centreOf(v.Size)
	p.taken = takenTypes(v)
	p.late = f.Making == rules.TakeThenMake || p.taken != nil && !v.ClonesCapturer() || f.Wormholes != "" ||
		f.Breton.Active && !f.Breton.Last
	if p.wormhole, err = squareSet(v.Size, f.Wormholes); err != nil {
		return p, fmt.Errorf("the wormholes: %w", err)
	}
	if p.magic, err = squareSet(v.Size, f.Turning.Squares); err != nil {
		return p, fmt.Errorf("the squares that turn pieces: %w", err)
	}
	if p.next, err = chameleonNext(v); err != nil {
		return p, fmt.Errorf("what chameleons become: %w", err)
	}
	if f.Imitators.Squares != "" {
		if _, err = squareList(v.Size, f.Imitators.Squares); err != nil {
			return p, fmt.Errorf("the squares of imitators: %w", err)
		}
		p.imitator, _ = v.LabelPrefix(f.Imitators.Type)
		if p.paths, err = pathsOf(v); err != nil {
			return p, err
		}
	}
	if f.Box {
		if p.box, err = boxOf(v); err != nil {
			return p, err
		}
	}
	if p.vaulters, err = v.TypesOf(f.Lending.As); err != nil {
		return p, fmt.Errorf("what kings in check move as: %w", err)
	}
	if p.bench, err = v.TypesOf(f.Changing.Bench); err != nil {
		return p, fmt.Errorf("what pieces become at the edge: %w", err)
	}
	if err := p.readRebirth(v); err != nil {
		return p, err
	}
	if err := p.readLanes(v); err != nil {
		return p, err
	}
	p.bars = p.lanes || f.Capturing != rules.Capturing{} || f.Budget != rules.Budget{} ||
		f.Paralysis.By == rules.ByPart || f.Lending.Becomes || f.Imitators.Squares != "" ||
		f.Movers != rules.OwnPieces || traits.uncapturable|traits.patrol != 0
	p.tried = f.Paralysis.Avoided && !f.Paralysis.Taken || f.Contact != rules.Contact{} || traits.jigger != 0
	p.after = p.tried || f.Paralysis.Avoided || f.Checking.MatesOnly || f.Checking.Must != rules.Sides{} ||
		traits.otherBoard != 0
	p.ghosts, p.ghostOf = ghosts(v)
	p.kings[0], p.kings[1] = kingTypes(v)
	p.immune = f.Capturing.Immune.Active
	p.flights = [2]int{f.Checking.Flights, f.Checking.Flights}
	if f.Checking.BlackFlights != 0 {
		p.flights[board.Black] = f.Checking.BlackFlights
	}
	if f.Paralysis.By == rules.ByEiffel {
		p.eiffel = eiffel(v)
	}
	touching := f.Contact
	if traits.jigger != 0 {
		touching.Rule = rules.NeedsContact
	}
	if p.contact, err = offsets(touching); err != nil {
		return p, fmt.Errorf("contact: %w", err)
	}
	return p, p.readMeasures(v)
}

// readLanes reads the squares and lines that pieces keep to.
func (p *fairyParts) readLanes(v *rules.Variant) (err error) {
	l := &v.Fairy.Lanes
	if p.holes, err = board.Region(l.Holes).Squares(v.Size); err != nil {
		return fmt.Errorf("the holes: %w", err)
	}
	if p.cells, err = gridCells(v.Size, l); err != nil {
		return fmt.Errorf("the grid: %w", err)
	}
	if p.lines, err = gridLines(v.Size, l.Lines); err != nil {
		return fmt.Errorf("the grid: %w", err)
	}
	p.lanes = p.cells != nil || l.Shade != rules.AnyShade || l.Edge != rules.Sides{}
	return nil
}

// readMeasures reads how the moves of each side are measured.
func (p *fairyParts) readMeasures(v *rules.Variant) (err error) {
	f := &v.Fairy
	for c, m := range []*rules.Measured{&f.Measuring.White, &f.Measuring.Black} {
		if m.By == rules.NoMeasure {
			continue
		}
		p.measured[c] = &measured{Measured: m}
		if p.measured[c].squares, err = squareList(v.Size, strings.ReplaceAll(m.Squares, " ", "")); err != nil {
			return fmt.Errorf("the squares of a measure: %w", err)
		}
	}
	return nil
}

// readRebirth reads which types are reborn, and as what.
func (p *fairyParts) readRebirth(v *rules.Variant) error {
	r := &v.Fairy.Rebirth
	p.reborn = allTypes
	if r.Types != "" {
		set, err := v.TypesOf(r.Types)
		if err != nil {
			return fmt.Errorf("what is reborn: %w", err)
		}
		p.reborn = set
	}
	for k := range p.rebornAs {
		p.rebornAs[k] = rules.PieceType(k)
	}
	const scale = rules.EinsteinScale
	for i := range len(scale) {
		to := i
		switch r.As {
		case rules.Decreased:
			to = max(i-1, 0)
		case rules.Increased:
			to = min(i+1, len(scale)-1)
		}
		if from, as := v.TypeOf(scale[i]), v.TypeOf(scale[to]); from != 0 && as != 0 {
			p.rebornAs[from] = as
		}
	}
	return nil
}

// boxOf counts the pieces that each side has at the start, by type-1.
func boxOf(v *rules.Variant) (box [2][]int, err error) {
	start, err := v.ParsePlacement(v.Start.Placement)
	for c := range box {
		box[c] = make([]int, len(v.Army))
	}
	for _, pc := range start {
		if pc.Type() != 0 {
			box[pc.Color()][pc.Type()-1]++
		}
	}
	return box, err
}

// squareList reads names of squares one after the other.
func squareList(size board.Size, names string) ([]board.Square, error) {
	var all []board.Square
	for names != "" {
		sq, n := size.Prefix(names)
		if n == 0 {
			return nil, fmt.Errorf("%q begins with no square", names)
		}
		all, names = append(all, sq), names[n:]
	}
	return all, nil
}

// squareSet is squareList as a row by square: nil for no names.
func squareSet(size board.Size, names string) ([]bool, error) {
	if names == "" {
		return nil, nil
	}
	all, err := squareList(size, names)
	row := make([]bool, size.Area())
	for _, sq := range all {
		row[sq] = true
	}
	return row, err
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
