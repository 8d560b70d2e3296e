// Package narrow plays on boards of 8×8 squares, a set of squares in one word. Package
// wide is made from it and plays on boards of up to 128 squares.
//
// Positions are kept as the side to move sees them, so that one code path serves
// both colours. Moves whose legality follows from checkers and pins are found as
// sets, in packs; those it does not, as captures with a rebirth, are each played on
// a copy and looked at.
package narrow

import (
	"fmt"
	"slices"
	"sync"

	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// game is a variant made ready for this kernel.
type game struct {
	*geometry
	v    *rules.Variant
	keys rules.Keys
	pass uint64 // what the key changes by when only the side to move does
	born rules.Rebirths

	army  []uint8               // what each kind is made of, in the order of the variant
	kinds [manyParts]rules.Kind // by what a man is made of
	kind  [32]uint8             // parts, by kind
	men   *[2][manyParts][cells]uint64
	homes *[2][manyParts][cells]uint8 // by whose home, parts and square of the capture; nil without an aftermath

	check     check
	goesHome  bool // the capturer is reborn at home, and that is all
	arrives   bool // after a capture its men stand where they came to or, where goesHome says so, at home
	comesBack bool // a captured king is reborn at home, and that is all
	simple    bool // neither aftermath nor series: every move is found legal as part of a set
	brief     bool // and no imaginary squares: most moves are played by advance
	calm      bool // only captures have an aftermath, and nothing is remembered on squares: other moves are played by advance
	rare      bool // there are Sissas or men that step
	aftermath bool
	firstRank bool                     // pawns on their own first rank move (Parrain)
	remembers bool                     // positions have a memory
	removes   bool                     // rebirths remove the occupant of their square
	falls     bool                     // likewise, and whoever attacks a king can take it
	ownHomes  bool                     // a captured man is reborn as it was and at its own home
	stays     bool                     // a capturer stays where it has captured, and at once the captured man is reborn on an empty square or not at all
	direct    bool                     // captures may be judged at a glance
	someHome  [2]set                   // squares that are somebody's home, but for kings', by turn
	homesOf   *[2][manyParts]set       // those of each man, likewise
	quarters  *[2][manyParts][]quarter // in Martian Circe, likewise

	conversion        bool
	convertible, must uint8 // with the conversion rule: the parts of the free and must bishop
	castles           bool
	opens             bool      // a castling rook may open a line to its king by leaving
	roomy             bool      // there are squares between the king and the rooks of the array, and castling needs one beside the king
	kingsReturn       bool      // kings are reborn, so that a rook's right may outlive its king's
	kingTo, rookTo    [2][2]int // by turn and side
	kingHome          [2]int    // of the array, by turn; none is -1
	corner            [2][2]int
	promotion         []rules.Kind // all
	withoutHand       []rules.Kind // those that are no men of the hand
	promoted          uint8        // what men that a pawn may become are made of, together
	gating, imaginary bool
	handParts         []uint8
	handKinds         []rules.Kind
	handUnit          [32]uint8 // what one of a kind counts in hand
	farCorner         [2][2]int // the corners beside the other side's imaginary squares, by turn
	series, italian   bool
	workers           sync.Pool
}

// check is how a king is known to be in check.
type check uint8

const (
	byReach   check = iota // an enemy man attacks its square
	byHomes                // an enemy man attacks it from its home square (Mars)
	byCapture              // some capture, played in full, leaves its side without it
)

// partsByBetza says what the men this kernel knows are made of.
var partsByBetza = map[string]uint8{
	"K": partKing, "Q": partDiag | partOrth, "R": partOrth, "B": partDiag, "N": partKnight,
	"BN": partDiag | partKnight, "RN": partOrth | partKnight, "BW": partDiag | partStep, "W": partStep,
	"QN": partDiag | partOrth | partKnight, "{Sissa}": partSissa, "fmWfceFifmnD": partPawn,
}

// fits reports why this kernel cannot play v, or "".
func fits(v *rules.Variant) string {
	a := &v.Aftermath
	switch {
	case v.Size.Area() > cells:
		return fmt.Sprintf("its board has more than %d squares", cells)
	case !fitsLines(v.Size):
		return "its board is not 8×8"
	case v.Conversion.NoCaptures:
		return "conversions do not capture"
	case v.Entry.Imaginary && a.Active:
		return "men on imaginary squares cannot be reborn"
	case v.Entry.Imaginary && v.Series.Progressive:
		return "men on imaginary squares and series of moves"
	}
	return ""
}

func newGame(v *rules.Variant) (*game, error) {
	no := func(reason string) (*game, error) { return nil, &unplayable.Error{Variant: v.ID, Reason: reason} }
	if reason := fits(v); reason != "" {
		return no(reason)
	}
	born, err := rules.NewRebirths(v)
	if err != nil {
		return nil, err
	}
	a := &v.Aftermath
	keys := rules.NewKeys(v)
	g := &game{v: v, keys: keys, pass: keys.Turn(board.White) ^ keys.Turn(board.Black), born: born, castles: v.Castling != rules.Castling{}, men: new([2][manyParts][cells]uint64),
		gating: v.Entry.Hand != "", imaginary: v.Entry.Imaginary, conversion: v.Conversion.Bishop != 0,
		series: v.Series.Progressive, italian: v.Series.Italian,
		aftermath: a.Active, firstRank: a.Active && a.Where == rules.AtNextVector,
		remembers:   a.Active && (a.Where == rules.AtOrigin || a.Occupied == rules.Below),
		kingsReturn: a.Active && (a.Kings || a.Reborn == rules.CapturerReborn)}
	g.removes = a.Active && a.Occupied == rules.Removed
	g.ownHomes = a.Where == rules.AtHome && a.As == rules.AsItself && !a.OtherMan && !a.OpponentHome
	g.falls = g.removes && !a.Kings && a.Reborn == rules.CapturedReborn && a.Capturer == rules.Stays && !a.Cohen && !g.gating && !g.series
	g.stays = a.Active && a.Reborn == rules.CapturedReborn && a.Capturer == rules.Stays && a.Where != rules.AtNextVector &&
		(a.Occupied == rules.Gone || a.Occupied == rules.Illegal) && !g.gating && !g.series
	g.comesBack = g.stays && a.Kings && a.Where == rules.AtHome && !a.OtherMan && a.Occupied == rules.Gone && !a.Cohen && !g.conversion
	g.direct = g.stays && a.Where != rules.AtOrigin && !a.Cohen
	g.goesHome = g.aftermath && v.Aftermath.Reborn == rules.CapturerReborn && !g.conversion
	g.arrives = (g.goesHome || a.Active && a.Reborn == rules.CapturedReborn && a.Capturer == rules.Stays) && !g.removes &&
		a.Where != rules.AtNextVector && a.Occupied != rules.Below && !g.conversion && !g.gating && !g.series
	g.simple = !g.aftermath && !g.series
	g.brief = g.simple && !g.imaginary
	g.calm = g.aftermath && !g.remembers && !g.series && !g.gating
	switch {
	case !a.Active:
	case a.Reborn == rules.MoverReborn:
		g.check = byHomes
	case a.Reborn == rules.CapturerReborn || a.Kings || a.Occupied == rules.Removed:
		g.check = byCapture
	}
	var sissa bool
	for i, t := range v.Army {
		k := rules.Kind(i + 1)
		parts, ok := partsByBetza[t.Betza]
		if !ok || t.Royal != (parts == partKing) || t.Pawn != (parts == partPawn) {
			return no("it has no sets for the " + t.Name)
		}
		if g.kinds[parts] != 0 {
			return no("the " + t.Name + " moves like another man")
		}
		g.kinds[parts], g.kind[k] = k, parts
		g.army = append(g.army, parts)
		sissa = sissa || parts&partSissa != 0
		g.rare = g.rare || parts&(partSissa|partStep) != 0
		for sq := range v.Size.Area() {
			for c := range board.Color(2) {
				g.men[c][parts][sq] = g.keys.Man(board.Square(sq), rules.MakeMan(k, c))
			}
		}
	}
	g.geometry = geometryOf(shape{v.Size, g.firstRank, sissa})
	if g.conversion {
		g.convertible, g.must = partDiag|partStep, partStep
	}
	for _, letter := range []byte(v.Entry.Hand) {
		k := v.KindOf(letter)
		g.handKinds, g.handParts = append(g.handKinds, k), append(g.handParts, g.kind[k])
	}
	for i, k := range g.handKinds {
		g.handUnit[k] = [2]uint8{1, secondKind}[i]
	}
	for _, letter := range []byte(v.Promotion.To) {
		k := v.KindOf(letter)
		g.promotion, g.promoted = append(g.promotion, k), g.promoted|g.kind[k]
		if !slices.Contains(g.handKinds, k) {
			g.withoutHand = append(g.withoutHand, k)
		}
	}
	g.opens, g.roomy = v.Castling.Free || sissa, !v.Castling.Free
	g.readSquares()
	g.workers.New = func() any { return newWorker(g) }
	return g, nil
}

// readSquares learns the squares that castling, hands and rebirths are about.
func (g *game) readSquares() {
	size := g.v.Size
	seen := func(sq board.Square, side uint8) int {
		if sq == board.NoSquare {
			return -1
		}
		return turn(int(sq), side)
	}
	for side := range uint8(2) {
		c := board.Color(side)
		for i := range 2 {
			g.kingTo[side][i] = seen(size.Home(c, g.v.Castling.KingTo[i], 0), side)
			g.rookTo[side][i] = seen(size.Home(c, g.v.Castling.RookTo[i], 0), side)
			g.corner[side][i] = seen(g.born.Corner(c, i), side)
			g.farCorner[side][i] = seen(size.Home(c, i*(size.Files-1), size.Ranks-1), side)
		}
		g.kingHome[side] = seen(g.born.King(c), side)
		for i, file := range [2]int{0, size.Files - 1} {
			sq := g.born.Corner(c, i)
			if sq == board.NoSquare {
				continue
			}
			g.opens = g.opens || size.File(sq) != file
			if king := g.kingHome[side]; king >= 0 && g.kings[king].has(turn(int(sq), side)) {
				g.roomy = false
			}
		}
	}
	if !g.aftermath {
		return
	}
	g.homes, g.homesOf = new([2][manyParts][cells]uint8), new([2][manyParts]set)
	for c := range board.Color(2) {
		for parts, k := range g.kinds {
			if k == 0 {
				continue
			}
			for sq := range size.Area() {
				home := g.born.Home(k, c, board.Square(sq))
				g.homes[c][parts][sq] = uint8(home)
				if parts != partKing {
					at := bit(turn(int(home), uint8(c)))
					g.someHome[c] |= at
					g.homesOf[c][parts] |= at
				}
			}
		}
	}
	if g.check == byHomes {
		g.quarters = new([2][manyParts][]quarter)
		g.readQuarters()
	}
}

// promotionKinds returns what a pawn may become.
func (g *game) promotionKinds(p *pos) []rules.Kind {
	if g.imaginary && g.present(p) != 0 {
		return g.withoutHand
	}
	return g.promotion
}

// home returns the square, as the side to move sees it, where a man of the given
// parts is at home on the ranks of a side when captured on c.
func (g *game) home(p *pos, parts, side uint8, c int) int {
	return turn(int(g.homes[side&1][parts&(manyParts-1)][turn(c, p.turn)&(cells-1)]), p.turn)
}

// plain returns what a man is made of once it has left the square it started on.
func (g *game) plain(parts uint8) uint8 {
	if g.conversion && parts&partStep != 0 {
		return partDiag
	}
	return parts
}
