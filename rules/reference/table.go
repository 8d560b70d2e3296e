package reference

import (
	"fmt"
	"slices"
	"sync"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/weakcache"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// table is a variant made ready for this kernel. It does not change once it is built.
type table struct {
	homes *rules.Homes
	v     *rules.Variant
	area  board.Square
	reach *piece.Table
	later *piece.Table // of pieces that have moved; nil without FirstMoves
	cells layout

	royal, pawn  uint32            // types, as bits 1<<(type-1)
	passant      uint32            // likewise, those that capture en passant
	backwards    uint32            // likewise, the pawns that go back
	goingOn      uint32            // likewise, pieces that go on from where their movement has led
	leaping      uint32            // likewise, the pawns that leap over what they capture
	scale        []rules.PieceType // pawn, knight, bishop, rook, queen; 0 where the game has none
	hops         bool              // some pieces hop: where one lands decides who is in check
	straight     uint32            // other types that move in straight lines, forward and back alike
	hand         []rules.PieceType // types of Gating.Hand
	bishop       rules.PieceType   // with the conversion rule: the ordinary, free and must bishop
	free, must   rules.PieceType
	check        checkMode
	testsAttacks bool // a king that is not attacked is not in check (attacktest.go)
	simple       plainMoves
	plainly      plainMoves
	quietFlights bool // a king that steps to an empty square where nothing attacks it is not mated
	apart        bool // whether a piece may move does not depend on the moves of others
	scratch      sync.Pool
	mars         bool // pieces capture from their homes (Martian Circe); check is byHomes or byCapture
	firstRankWay bool // rules.Variant.PawnsLeaveFirstRank
	parts        parts
	fairy        fairyParts
	traits       traitTypes
}

// checkMode is how a king is known to be in check.
type checkMode uint8

const (
	byReach   checkMode = iota // an enemy piece attacks its square
	byHomes                    // Mars: an enemy piece attacks from its home square
	byCapture                  // some capture, played in full, removes it
)

// tableOf returns the table of v.
func tableOf(v *rules.Variant) (*table, error) { return rules.Compiled(v, newTable) }

// reaches caches the trees of squares, which are large and the same for all variants with one army
// on one board.
var reaches weakcache.Map[string, piece.Table]

func newTable(v *rules.Variant) (*table, error) {
	homes, err := rules.HomesOf(v)
	if err != nil {
		return nil, err
	}
	t := &table{homes: homes, v: v, area: board.Square(v.Size.Area()), cells: newLayout(v)}
	for _, letter := range []byte(v.Gating.Hand) {
		t.hand = append(t.hand, v.TypeOf(letter))
	}
	t.bishop, t.free, t.must = v.ConversionTypes()
	for i := range v.Army {
		if v.Army[i].Royal {
			t.royal |= 1 << i
		}
		if v.Army[i].Pawn {
			t.pawn |= 1 << i
		}
		if v.Army[i].Backwards {
			t.backwards |= 1 << i
		}
		if v.Army[i].GoesOn != piece.GoesOnce {
			t.goingOn |= 1 << i
		}
		if v.Army[i].TakesPassing() {
			t.passant |= 1 << i
		}
	}
	for _, letter := range []byte(rules.EinsteinScale) {
		t.scale = append(t.scale, v.TypeOf(letter))
	}
	t.traits = newTraitTypes(v)
	t.check = checkModeOf(v)
	a := &v.Aftermath
	t.mars = a.Active && a.Reborn == rules.MoverReborn
	t.firstRankWay = v.PawnsLeaveFirstRank()
	if t.parts, err = newParts(v); err != nil {
		return nil, fmt.Errorf("%s: %w", v.ID, err)
	}
	if t.fairy, err = newFairyParts(v); err != nil {
		return nil, fmt.Errorf("%s: %w", v.ID, err)
	}
	t.readReborn()
	t.parts.guards = t.parts.guards || t.fairy.after
	for c, m := range t.fairy.measured {
		if m != nil { // of legal moves, some are the greatest by a measure
			t.parts.sifts[c], t.parts.keepsSome[c] = true, t.parts.keepsSome[c] && !m.Exact && !m.Ultra
		}
	}
	t.testsAttacks = testsAttacksOf(t)
	t.apart, t.plainly = apartOf(t), plainMovesOf(t)
	t.simple = simpleOf(t)
	t.quietFlights = quietFlightsOf(t)
	if err := t.readReach(); err != nil {
		return nil, err
	}
	t.scratch.New = func() any {
		return &state{table: t, cells: make([]uint16, t.cells.size), seen: make([]uint64, int(t.area)+4)}
	}
	return t, nil
}

// straight reports whether all paths are lines of equal steps without hurdles that also lead back.
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
		if !p.Plain() || p.Initial || p.Mode != piece.Both {
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
	key := fmt.Sprint(v.Size, v.Gating.Imaginary, t.firstRankWay, v.Conversion, v.Fairy.Lanes.Holes)
	for i := range v.Army {
		m, err := t.mover(rules.PieceType(i + 1))
		if err != nil {
			return fmt.Errorf("%s: the %s: %w", v.ID, v.Army[i].Name, err)
		}
		army[i] = m
		t.hops = t.hops || slices.ContainsFunc(slices.Concat(m.Movement, m.Along),
			func(p piece.Path) bool { return !p.Plain() })
		if v.Army[i].Pawn && slices.ContainsFunc(m.Movement, func(p piece.Path) bool { return p.Takes > 0 }) {
			t.leaping |= 1 << i
		}
		if !v.Army[i].Pawn && !v.Army[i].Royal && m.Along == nil && straight(m.Movement) {
			t.straight |= 1 << i
		}
		typ := &v.Army[i]
		key += fmt.Sprintf(" %c%q%v%v%v%v", typ.Letter, typ.Betza, typ.Pawn, typ.Royal, typ.Starts, typ.Within)
		if typ.Along != "" {
			key += fmt.Sprintf("%q%v", typ.Along, v.Lines)
		}
		if !v.Army[i].Pawn && slices.ContainsFunc(m.Movement, func(p piece.Path) bool { return p.Initial }) {
			key += fmt.Sprint(t.homes.Rank(board.White), t.homes.Rank(board.Black))
		}
	}
	t.reach = reaches.Get(key, func() *piece.Table { return piece.Reaches(v.Size, army) })
	if t.parts.first == 0 {
		return nil
	}
	for i := range army {
		if t.parts.first>>i&1 != 0 {
			army[i].Movement = slices.DeleteFunc(slices.Clone(army[i].Movement),
				func(p piece.Path) bool { return p.Initial })
		}
	}
	key += " moved " + v.FirstMoves.Once
	t.later = reaches.Get(key, func() *piece.Table { return piece.Reaches(v.Size, army) })
	return nil
}

// reachOf returns where a piece that us moves from a square goes as if it stood on at.
func (s *state) reachOf(pc rules.Piece, us board.Color, from, at board.Square) piece.Reach {
	reach := s.reach
	if s.parts.first != 0 && has(s.parts.first, pc) && (!s.gate(us, from) ||
		has(s.royal, pc) && !s.tries && s.inCheck(us)) {
		reach = s.later
	}
	return reach.From[us][pc.Type()-1][at]
}

// mover returns how a type moves on this board.
func (t *table) mover(k rules.PieceType) (piece.Mover, error) {
	v, typ := t.v, t.v.Type(k)
	movement, err := typ.Movement()
	if err != nil {
		return piece.Mover{}, err
	}
	if v.Conversion.NoCaptures && (k == t.free || k == t.must) {
		movement = withoutStepCaptures(movement)
	}
	starts, within := t.parts.starts[k-1], t.parts.within[k-1]
	m := piece.Mover{Movement: movement, Starts: func(c board.Color, sq board.Square) bool {
		switch {
		case starts[c] != nil:
			return starts[c][sq]
		case typ.Pawn:
			return v.Size.RankFrom(t.heading(rules.MakePiece(k, c), c), sq) == 1
		}
		return v.Size.RankFrom(c, sq) == 0 && t.homes.Rank(c)[v.Size.File(sq)] == t.parts.walk[k-1]
	}}
	if v.Fairy.Lanes.Holes != "" {
		m.Hole = func(sq board.Square) bool { return t.fairy.holes[sq] }
	}
	if typ.Along != "" {
		if m.Along, err = piece.Parse(typ.Along); err != nil {
			return m, err
		}
		m.Lined = func(c board.Color, sq board.Square) bool { return sq < t.area && in(t.parts.lines[c], sq) }
	}
	if within[0] != nil {
		m.Within = func(c board.Color, sq board.Square) bool { return within[c][sq] }
	}
	if typ.Pawn && !t.firstRankWay {
		m.Barred = func(c board.Color, sq board.Square) bool {
			return v.Size.RankFrom(t.heading(rules.MakePiece(k, c), c), sq) == 0
		}
	}
	if v.Gating.Imaginary && !typ.Pawn && !typ.Royal {
		m.Outside = func(file, rank int) board.Square {
			for i, corner := range [4][2]int{{-1, -1}, {v.Size.Files, -1}, {-1, v.Size.Ranks},
				{v.Size.Files, v.Size.Ranks}} {
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

// handIndex returns the place of a type in the hand, or -1.
func (t *table) handIndex(k rules.PieceType) int { return slices.Index(t.hand, k) }

// inStart reports whether a type is on a first rank in the starting position.
func (t *table) inStart(k rules.PieceType) bool {
	return slices.Contains(t.homes.Rank(board.White), k) || slices.Contains(t.homes.Rank(board.Black), k)
}

// mayGate reports whether a piece may stand on a gate: whether its type is on the first rank at the
// start.
func (t *table) mayGate(pc rules.Piece) bool {
	return pc.Type() != 0 && !has(t.pawn, pc) && (t.handIndex(pc.Type()) < 0 || t.inStart(pc.Type()))
}

// attacksFarther reports whether pieces may attack squares that their own movement does not reach
// from where they stand: by a condition, or from their homes.
func (t *table) attacksFarther() bool { return t.mars || t.fairy.farther }

// checkModeOf returns how check is judged. An attack is enough if a captured king is known to be
// gone; playing the capture in full is right for every aftermath and every condition.
func checkModeOf(v *rules.Variant) checkMode {
	a := &v.Aftermath
	captured := a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn
	occupantStays := a.Occupied == rules.NotReborn || a.Occupied == rules.NoCapture || a.Occupied == rules.WaitsBelow
	switch {
	case !v.Fairy.Attacked(), !v.OnlyChameleons(), v.GoesOn():
		return byCapture
	case !a.Active, a.Reborn == rules.NobodyReborn, captured && occupantStays && !a.Kings:
		return byReach
	case a.Reborn == rules.MoverReborn:
		return byHomes
	}
	return byCapture
}

// has reports whether the type of a piece is in a set.
func has(types uint32, pc rules.Piece) bool { return types>>(pc.Type()-1)&1 != 0 }

// walkOf returns the type that a type differs from by its attributes alone.
func (t *table) walkOf(k rules.PieceType) rules.PieceType { return t.parts.walk[k-1] }

// like returns the type that moves as type k and has the attributes of another.
func (t *table) like(k, other rules.PieceType) rules.PieceType { return t.parts.like[k-1][other-1] }

// plain returns the ordinary bishop for a bishop with a conversion before it, and other types as
// they are.
func (t *table) plain(k rules.PieceType) rules.PieceType {
	if k != 0 && (k == t.free || k == t.must) {
		return t.bishop
	}
	return k
}
