package nn

import (
	"fmt"
	"hash/fnv"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// MaxCells bounds the number of cells of a position.
const MaxCells = board.MaxSide*board.MaxSide + 128

// Cells is a position as a network sees it, in the order of Inputs: what stands on each square, then
// what is off the board. 0 is nothing.
type Cells [MaxCells]uint8

// Inputs says how the positions of a variant become cells, and which inputs of a network a cell
// turns on. It does not change.
type Inputs struct {
	v        *rules.Variant
	area     int
	types    int // piece types
	pawn     rules.PieceType
	royal    rules.PieceType // the type of the kings, 0 if a side has none or several
	groups   [groups]group   // the cells after those of the squares
	cells    int
	features int // inputs of the network

	// index is the input that a cell with a value turns on, by perspective, cell and value.
	index [perspectives][]int32
}

// A perspective is how a side sees the board: from its own first rank, with its own colour, and
// turned left to right while its king stands on the right half.
const perspectives = 4

// A group is cells of one kind for what is not on the board, White's before Black's.
type group struct {
	cell  int // the first
	items int // of a side, a cell each
	most  int // the highest value of a cell; higher numbers count as this
	input int // the first input of the own side's cells
}

// The groups. Networks and files of positions name them by their numbers: new ones come last.
const (
	inHand     = iota // pieces that can be gated, by slot of the hand
	gates             // squares that still gate
	rooks             // rooks that the king may castle with
	dropped           // pieces that can be dropped, by type
	below             // captured pieces that wait below others, by type
	waiting           // the pieces on the imaginary squares, by type and colour
	pending           // 1 for the piece that is reborn with the next move, by type
	movesLeft         // moves left in a series
	checksLeft        // checks that a side must still give to win
	groups
)

// NewInputs returns the inputs of a variant. The error says why a network cannot see its positions.
func NewInputs(v *rules.Variant) (*Inputs, error) {
	if v.Fairy != (rules.Fairy{}) || v.MakesWalls() {
		return nil, fmt.Errorf("%s: a network does not see conditions of problemists or walls", v.ID)
	}
	in := &Inputs{v: v, area: v.Size.Area(), types: len(v.Army)}
	if err := in.readArmy(); err != nil {
		return nil, err
	}
	in.addGroups()
	if in.cells > MaxCells || len(v.Army) > maxTypes {
		return nil, fmt.Errorf("%s: %d piece types on %d squares are too many for a network", v.ID, in.types, in.area)
	}
	in.initIndex()
	return in, nil
}

// maxTypes bounds the number of piece types, so that a piece of either colour fits a byte.
const maxTypes = 31

// readArmy finds the types of pawns and kings.
func (in *Inputs) readArmy() error {
	royals := 0
	for i := range in.v.Army {
		k := rules.PieceType(i + 1)
		switch t := &in.v.Army[i]; {
		case t.Pawn && in.pawn != 0:
			return fmt.Errorf("%s: a network cannot tell its types of pawns apart", in.v.ID)
		case t.Pawn:
			in.pawn = k
		case t.Royal:
			in.royal = k
			royals++
		}
	}
	pieces, err := in.v.ParsePlacement(in.v.Start.Placement)
	if err != nil {
		return err
	}
	kings := [2]int{}
	for _, pc := range pieces {
		if pc.Type() != 0 && in.v.Type(pc.Type()).Royal {
			kings[pc.Color()]++
		}
	}
	if royals != 1 || kings != [2]int{1, 1} {
		in.royal = 0
	}
	return nil
}

// addGroups adds the cells that the parts of the variant call for.
func (in *Inputs) addGroups() {
	v := in.v
	in.cells = in.area
	add := func(has bool, what, items, most int) {
		if has {
			in.groups[what] = group{cell: in.cells, items: items, most: most}
			in.cells += 2 * items
		}
	}
	add(v.Gating.Hand != "", inHand, len(v.Gating.Hand), 2)
	add(v.Gating.Hand != "", gates, 1, v.Size.Files)
	add(v.Castling.Any(), rooks, 1, 2)
	add(v.Drops.Active, dropped, in.types, 8)
	add(v.Aftermath.Active && v.Aftermath.Occupied == rules.WaitsBelow, below, in.types, 2)
	add(v.Gating.Imaginary, waiting, 2, 2*in.types)
	add(v.Aftermath.Active, pending, in.types, 1)
	add(v.Series.Progressive, movesLeft, 1, 15)
	add(v.Check.Count > 0, checksLeft, 1, min(v.Check.Count, 15))
}

// cellOf returns the cell of an item of a side.
func (g *group) cellOf(c board.Color, item int) int { return g.cell + int(c)*g.items + item }

// Cells returns how many cells a position has.
func (in *Inputs) Cells() int { return in.cells }

// Features returns how many inputs the network has.
func (in *Inputs) Features() int { return in.features }

// Most returns the highest value of a cell.
func (in *Inputs) Most(cell int) int {
	for _, g := range in.groups {
		if cell >= g.cell && cell < g.cell+2*g.items {
			return g.most
		}
	}
	return 2 * in.types
}

// Signature returns a number that two Inputs share if a network for one fits the other.
func (in *Inputs) Signature() uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, in.v.Size.Files, in.v.Size.Ranks, in.royal, in.pawn, in.v.Gating.Hand)
	for what, g := range in.groups {
		if g.items > 0 {
			fmt.Fprintln(h, what, g)
		}
	}
	for i := range in.v.Army {
		fmt.Fprintln(h, in.v.Army[i].Betza)
	}
	return h.Sum64()
}

// code returns the value of a cell with a piece: from 1, by type and colour.
func code(pc rules.Piece) uint8 {
	if pc == 0 {
		return 0
	}
	return uint8(pc.Type()-1)<<1 + uint8(pc.Color()) + 1
}

// initIndex numbers the inputs. Those of squares come first, by whether the piece is the own
// side's, by type and square. Those of the groups follow, by side, item and value.
func (in *Inputs) initIndex() {
	in.features = 2 * in.types * in.area
	for i := range in.groups {
		g := &in.groups[i]
		g.input = in.features
		in.features += 2 * g.items * g.most
	}
	for n := range in.index {
		viewer := board.Color(n & 1)
		in.index[n] = make([]int32, in.cells<<valueBits)
		for sq := range in.area {
			seen := int32(in.seen(n, board.Square(sq)))
			for value := 1; value <= 2*in.types; value++ {
				piece := in.types*colourSeen(value, viewer) + (value-1)>>1
				in.index[n][sq<<valueBits|value] = int32(piece*in.area) + seen
			}
		}
		for what := range in.groups {
			in.indexGroup(n, what)
		}
	}
}

// seen returns the square that a square is in a perspective.
func (in *Inputs) seen(perspective int, sq board.Square) board.Square {
	size := in.v.Size
	if perspective&1 != 0 {
		sq = size.Mirror(sq)
	}
	if perspective >= 2 {
		sq = size.At(size.Files-1-size.File(sq), size.Rank(sq))
	}
	return sq
}

// colourSeen returns 0 if the piece with a code is the viewer's own, else 1.
func colourSeen(code int, viewer board.Color) int { return (code-1)&1 ^ int(viewer) }

// indexGroup numbers the inputs of a group in a perspective.
func (in *Inputs) indexGroup(perspective, what int) {
	g, viewer := &in.groups[what], board.Color(perspective&1)
	for c := range board.Color(2) {
		for item := range g.items {
			first := g.input + (int(c^viewer)*g.items+item)*g.most
			at := g.cellOf(c, item) << valueBits
			for value := 1; value <= g.most; value++ {
				seen := value - 1
				if what == waiting { // by colour, too
					seen = in.types*colourSeen(value, viewer) + (value-1)>>1
				}
				in.index[perspective][at|value] = int32(first + seen)
			}
		}
	}
}

// valueBits is how many bits the value of a cell takes in an index.
const valueBits = 6

// Position is a position as a network sees it.
type Position struct {
	Cells  Cells
	Pieces int // on the board
	Turn   board.Color
	mirror [2]bool // by side: its king is on the right half
}

// Read sets to from a position of the inputs' variant.
func (in *Inputs) Read(p rules.Position, to *Position) {
	switch s := p.(type) {
	case rules.Surveyor[[1]uint64]:
		readSurveyor(in, s, p.Turn(), to)
	case rules.Surveyor[[2]uint64]:
		readSurveyor(in, s, p.Turn(), to)
	case rules.Surveyor[[4]uint64]:
		readSurveyor(in, s, p.Turn(), to)
	}
}

func readSurveyor[W rules.Words](in *Inputs, p rules.Surveyor[W], turn board.Color, to *Position) {
	var s rules.Survey[W]
	p.Survey(&s)
	ReadSurvey(in, &s, turn, to)
}

// ReadSurvey sets p from the survey of a position of the inputs' variant.
func ReadSurvey[W rules.Words](in *Inputs, s *rules.Survey[W], turn board.Color, p *Position) {
	clear(p.Cells[:in.Cells()])
	p.Turn, p.mirror, p.Pieces = turn, [2]bool{}, len(s.Pieces)
	for i := range s.Pieces {
		st := &s.Pieces[i]
		p.Cells[st.At] = code(st.Piece)
		if st.Piece.Type() == in.royal {
			p.mirror[st.Piece.Color()&1] = in.onRight(st.At)
		}
	}
	for c := range board.Color(2) {
		pawn := code(rules.MakePiece(in.pawn, c))
		for sq := range s.Pawns[c].Each {
			p.Cells[sq] = pawn
			p.Pieces++
		}
	}
	for c := range board.Color(2) {
		for i, n := range s.Hand[c] {
			in.put(p, inHand, c, i, n)
		}
		in.put(p, gates, c, 0, s.Gates[c])
		in.put(p, rooks, c, 0, s.Rooks[c])
		in.put(p, checksLeft, c, 0, s.ChecksLeft[c])
		for i, pc := range s.Waiting[2*c : 2*c+2] {
			in.put(p, waiting, c, i, int(code(pc)))
		}
	}
	for _, h := range s.Held {
		in.put(p, dropped, h.Piece.Color(), int(h.Piece.Type())-1, h.Count)
	}
	for _, pc := range s.Below {
		in.put(p, below, pc.Color(), int(pc.Type())-1, 1)
	}
	if s.Pending != 0 {
		in.put(p, pending, s.Pending.Color(), int(s.Pending.Type())-1, 1)
	}
	in.put(p, movesLeft, turn, 0, s.Left)
}

// Left returns how many pieces besides kings a position has, with those in hand that can still be gated
// or dropped, and those that may be reborn or wait to be moved.
func (in *Inputs) Left(p *Position) int {
	n := 0
	for _, value := range p.Cells[:in.area] {
		if value != 0 && !in.v.Type(rules.PieceType((value-1)>>1+1)).Royal {
			n++
		}
	}
	for c := range board.Color(2) {
		for _, what := range [...]int{inHand, dropped, below, waiting, pending} {
			if what == inHand && p.Cells[in.groups[gates].cellOf(c, 0)] == 0 {
				continue // nothing gates any more
			}
			g := &in.groups[what]
			for item := range g.items {
				value := int(p.Cells[g.cellOf(c, item)])
				if what == waiting { // the value is a piece
					value = min(value, 1)
				}
				n += value
			}
		}
	}
	return n
}

// put adds to the cell of an item, if the variant has the group and the item.
func (in *Inputs) put(p *Position, what int, c board.Color, item, n int) {
	g := &in.groups[what]
	if item < g.items {
		cell := &p.Cells[g.cellOf(c&1, item)]
		*cell = uint8(min(g.most, int(*cell)+n))
	}
}

// onRight reports whether a square is on the right half of the board. The middle file is not.
func (in *Inputs) onRight(sq board.Square) bool {
	return in.v.Size.File(sq) >= in.v.Size.Files-in.v.Size.Files/2
}

// perspective returns how a side sees the position.
func (p *Position) perspective(c board.Color) int {
	if p.mirror[c&1] {
		return int(c&1) + 2
	}
	return int(c & 1)
}

// Complete sets from the cells of a position what else belongs to it. The error says what the
// position lacks.
func (in *Inputs) Complete(p *Position, turn board.Color) error {
	p.Turn, p.mirror, p.Pieces = turn, [2]bool{}, 0
	kings := [2]int{}
	for sq, value := range p.Cells[:in.area] {
		if value == 0 {
			continue
		}
		p.Pieces++
		if rules.PieceType(value-1)>>1+1 == in.royal {
			c := (value - 1) & 1
			kings[c]++
			p.mirror[c] = in.onRight(board.Square(sq))
		}
	}
	if in.royal != 0 && kings != [2]int{1, 1} {
		return fmt.Errorf("%d white and %d black kings", kings[0], kings[1])
	}
	return nil
}
