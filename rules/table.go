package rules

import (
	"fmt"
	"slices"
	"sync"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/weakcache"
	"github.com/kirke-chess/kirke/piece"
)

// table is a variant made ready for the reference kernel. It does not change
// once it is built.
type table struct {
	v     *Variant
	area  board.Square
	reach *piece.Table
	cells layout

	royal, pawn  uint32 // kinds, as bits 1<<(kind-1)
	straight     uint32 // kinds besides these that go both ways alike without a turn
	promotion    []Kind
	hand         [2]Kind // kinds of Entry.Hand
	handKinds    int
	bishop       Kind // with the conversion rule: the ordinary, free and must bishop
	free, must   Kind
	chameleon    [32]Kind
	homes        [2][]Kind          // the array's first rank of each side, by file
	corner       [2][2]board.Square // rooks' squares in the array, queen's side first
	kingHome     [2]board.Square
	check        checkMode
	scratch      sync.Pool
	firstRankWay bool // pawns on their own first rank move (Parrain)
}

// checkMode is how a king is known to be in check.
type checkMode uint8

const (
	byReach   checkMode = iota // an enemy man attacks its square
	byHomes                    // Mars: an enemy man attacks from its home square
	byCapture                  // some capture, played in full, leaves its side without it
)

// tableOf returns the table of v.
func tableOf(v *Variant) (*table, error) { return Compiled(v, newTable) }

// reaches remembers the trees of squares, which are large and the same for all
// variants with one army on one board.
var reaches weakcache.Map[string, piece.Table]

func newTable(v *Variant) (*table, error) {
	if err := v.Size.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", v.ID, err)
	}
	if len(v.Army) == 0 || len(v.Army) > 31 {
		return nil, fmt.Errorf("%s: an army has 1 to 31 types of men, not %d", v.ID, len(v.Army))
	}
	t := &table{v: v, area: board.Square(v.Size.Area()), cells: newLayout(v)}
	for i, letter := range []byte(v.Promotion.To) {
		k := v.KindOf(letter)
		if k == 0 {
			return nil, fmt.Errorf("%s: pawns promote to %q, number %d of %q, which is not in the army", v.ID, letter, i+1, v.Promotion.To)
		}
		t.promotion = append(t.promotion, k)
	}
	if err := t.readArray(); err != nil {
		return nil, err
	}
	if err := t.readHand(); err != nil {
		return nil, fmt.Errorf("%s: %w", v.ID, err)
	}
	t.readConversion()
	t.readAftermath()
	for i := range v.Army {
		if v.Army[i].Royal {
			t.royal |= 1 << i
		}
		if v.Army[i].Pawn {
			t.pawn |= 1 << i
		}
	}
	if err := t.readReach(); err != nil {
		return nil, err
	}
	t.scratch.New = func() any {
		return &state{table: t, cells: make([]uint16, t.cells.size), seen: make([]uint64, int(t.area)+4)}
	}
	return t, nil
}

// straight reports whether all paths are lines of equal steps without hurdles, and each goes back the same way.
func straight(m piece.Movement) bool {
	ends := map[piece.Offset]bool{}
	for i := range m {
		p := &m[i]
		first, last := p.Squares[0], p.Squares[len(p.Squares)-1]
		for n, o := range p.Squares {
			if o.File != first.File*(n+1) || o.Rank != first.Rank*(n+1) {
				return false
			}
		}
		if p.Hurdles != 0 || p.Initial || p.Mode != piece.Both {
			return false
		}
		ends[last] = true
	}
	for o := range ends {
		if !ends[piece.Offset{File: -o.File, Rank: -o.Rank}] {
			return false
		}
	}
	return true
}

// readReach finds or builds the trees of squares of the army.
func (t *table) readReach() error {
	v := t.v
	army := make([]piece.Mover, len(v.Army))
	key := fmt.Sprint(v.Size, v.Entry.Imaginary, t.firstRankWay, v.Conversion)
	for i := range v.Army {
		m, err := t.mover(Kind(i + 1))
		if err != nil {
			return fmt.Errorf("%s: the %s: %w", v.ID, v.Army[i].Name, err)
		}
		army[i] = m
		if !v.Army[i].Pawn && !v.Army[i].Royal && straight(m.Movement) {
			t.straight |= 1 << i
		}
		key += fmt.Sprintf(" %c%q%v%v", v.Army[i].Letter, v.Army[i].Betza, v.Army[i].Pawn, v.Army[i].Royal)
		if !v.Army[i].Pawn && slices.ContainsFunc(m.Movement, func(p piece.Path) bool { return p.Initial }) {
			key += fmt.Sprint(t.homes)
		}
	}
	t.reach = reaches.Get(key, func() *piece.Table { return piece.Reaches(v.Size, army) })
	return nil
}

// mover returns how a kind moves on this board.
func (t *table) mover(k Kind) (piece.Mover, error) {
	v, typ := t.v, t.v.Type(k)
	movement, err := typ.Movement()
	if err != nil {
		return piece.Mover{}, err
	}
	if v.Conversion.NoCaptures && (k == t.free || k == t.must) {
		movement = withoutStepCaptures(movement)
	}
	m := piece.Mover{Movement: movement, Starts: func(c board.Color, sq board.Square) bool {
		if typ.Pawn {
			return v.Size.RankFrom(c, sq) == 1
		}
		return v.Size.RankFrom(c, sq) == 0 && t.homes[c][v.Size.File(sq)] == k
	}}
	if typ.Pawn && !t.firstRankWay {
		m.Barred = func(c board.Color, sq board.Square) bool { return v.Size.RankFrom(c, sq) == 0 }
	}
	if v.Entry.Imaginary && !typ.Pawn && !typ.Royal {
		m.Outside = func(file, rank int) board.Square {
			for i, corner := range [4][2]int{{-1, -1}, {v.Size.Files, -1}, {-1, v.Size.Ranks}, {v.Size.Files, v.Size.Ranks}} {
				if corner == [2]int{file, rank} {
					return v.Imaginary(i)
				}
			}
			return board.NoSquare
		}
	}
	return m, nil
}

// withoutStepCaptures returns a movement whose orthogonal steps do not capture.
func withoutStepCaptures(m piece.Movement) piece.Movement {
	out := slices.Clone(m)
	for i, p := range out {
		if o := p.Squares[0]; len(p.Squares) == 1 && (o.File == 0 || o.Rank == 0) {
			out[i].Mode &^= piece.Capture
		}
	}
	return out
}

// readArray learns home squares and castling corners from the array.
func (t *table) readArray() error {
	v := t.v
	men, err := v.ParsePlacement(v.Array.Placement)
	if err != nil {
		return fmt.Errorf("%s: the array: %w", v.ID, err)
	}
	for c := range board.Color(2) {
		t.homes[c] = make([]Kind, v.Size.Files)
		t.corner[c] = [2]board.Square{board.NoSquare, board.NoSquare}
		t.kingHome[c] = board.NoSquare
		for file := range v.Size.Files {
			sq := v.Size.Home(c, file, 0)
			m := men[sq]
			if m == 0 || m.Color() != c {
				continue
			}
			t.homes[c][file] = m.Kind()
			switch typ := v.Type(m.Kind()); {
			case typ.Royal:
				t.kingHome[c] = sq
			case typ.Letter == 'R' && t.kingHome[c] == board.NoSquare:
				if t.corner[c][0] == board.NoSquare {
					t.corner[c][0] = sq
				}
			case typ.Letter == 'R':
				t.corner[c][1] = sq
			}
		}
	}
	return nil
}

// readHand learns which pieces enter. It comes after readArray.
func (t *table) readHand() error {
	v, hand := t.v, t.v.Entry.Hand
	if len(hand) > len(t.hand) {
		return fmt.Errorf("a hand holds at most two types of men, not %q", hand)
	}
	for i, letter := range []byte(hand) {
		k := v.KindOf(letter)
		switch {
		case k == 0:
			return fmt.Errorf("the hand holds %q, which is not in the army", letter)
		case v.Type(k).Royal || v.Type(k).Pawn:
			return fmt.Errorf("the hand holds %q, but a %s cannot enter", letter, v.Type(k).Name)
		case t.handIndex(k) >= 0:
			return fmt.Errorf("the hand %q names %q twice", hand, letter)
		}
		t.hand[i] = k
		t.handKinds++
	}
	if !v.Entry.Imaginary {
		return nil
	}
	if t.handKinds != len(t.hand) || t.inArray(t.hand[0]) || t.inArray(t.hand[1]) {
		return fmt.Errorf("the hand on imaginary squares is two types that the array does not have, not %q", hand)
	}
	return nil
}

// handIndex returns the place of a kind in the hand, or -1.
func (t *table) handIndex(k Kind) int {
	for i := range t.handKinds {
		if t.hand[i] == k {
			return i
		}
	}
	return -1
}

// inArray reports whether a kind stands on a side's first rank in the array.
func (t *table) inArray(k Kind) bool {
	return slices.Contains(t.homes[board.White], k) || slices.Contains(t.homes[board.Black], k)
}

// mayGate reports whether a man may leave a gate behind it: a piece that may have stood there since the start.
func (t *table) mayGate(m Man) bool {
	return m != 0 && !has(t.pawn, m) && (t.handIndex(m.Kind()) < 0 || t.inArray(m.Kind()))
}

func (t *table) readConversion() {
	v := t.v
	if v.Conversion.Bishop == 0 {
		return
	}
	for i := range v.Army {
		if v.Army[i].Letter != v.Conversion.Bishop {
			continue
		}
		switch k := Kind(i + 1); {
		case t.bishop == 0:
			t.bishop = k
		case t.free == 0:
			t.free = k
		default:
			t.must = k
		}
	}
}

func (t *table) readAftermath() {
	a := &t.v.Aftermath
	for i := range t.chameleon {
		t.chameleon[i] = Kind(i)
	}
	const cycle = "NBRQN"
	for i := range len(cycle) - 1 {
		if from, to := t.v.KindOf(cycle[i]), t.v.KindOf(cycle[i+1]); from != 0 && to != 0 {
			t.chameleon[from] = to
		}
	}
	t.firstRankWay = a.Active && a.Where == AtNextVector
	switch {
	case !a.Active:
	case a.Reborn == MoverReborn:
		t.check = byHomes
	case a.Reborn == CapturerReborn || a.Kings || a.Occupied == Removed:
		t.check = byCapture
	}
}

// has reports whether a set of kinds holds the kind of m.
func has(kinds uint32, m Man) bool { return kinds>>(m.Kind()-1)&1 != 0 }

// plain returns what a man is once it has left the square it started on.
func (t *table) plain(k Kind) Kind {
	if k != 0 && (k == t.free || k == t.must) {
		return t.bishop
	}
	return k
}

// home returns the square where a man of kind k that was captured on c is at
// home on side's own ranks, as ../docs/rules says: pawns on the second rank of the
// file; a type of the array on its own square, of several on the one of c's
// colour, and if that leaves several or none on the nearest by file, the queen's
// side first; any other type on the last rank from its side, file of c.
func (t *table) home(k Kind, side board.Color, c board.Square) board.Square {
	size := t.v.Size
	file := size.File(c)
	if t.pawn>>(k-1)&1 != 0 {
		return size.Home(side, file, 1)
	}
	k = t.plain(k)
	best, bestCost := board.NoSquare, 1<<30
	for f, kind := range t.homes[side] {
		if kind != k {
			continue
		}
		sq := size.Home(side, f, 0)
		cost := f - file
		if cost < 0 {
			cost = -cost
		}
		if size.Dark(sq) != size.Dark(c) {
			cost += size.Files
		}
		if cost < bestCost {
			best, bestCost = sq, cost
		}
	}
	if best == board.NoSquare {
		return size.Home(side, file, size.Ranks-1)
	}
	return best
}
