// Package narrow plays on boards of 8×8 squares: a set of squares is one word. Package wide is made
// from it and plays on boards of up to 128 squares.
//
// A position is kept as the side to move sees it, so that one code path serves both colours. Moves
// whose legality follows from checkers and pins are found as sets, in packs. The others, such as
// captures with a rebirth, are played on a copy and looked at.
//
// Read set.go, pos.go and geometry.go first: sets, positions and boards. Then scan.go and
// moves.go (finding and listing moves), sissa.go and paths.go, castling.go and gating.go,
// play.go and aftermath.go (playing moves), check.go, trial.go and mars.go (what the Circe
// family adds to checks and legality), perft.go and key.go. setup.go and survey.go read and
// write positions. game.go, this file, makes a variant ready; what may be assumed of it is in
// package traits.
//
// Above this package stand foresight, which looks ahead for the solver, and position, which makes
// positions of package rules.
package narrow

import (
	"fmt"
	"slices"

	"github.com/kirke-chess/kirke/bitboard/internal/traits"
	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// Game is a variant prepared for this kernel.
type Game struct {
	traits.Traits
	*geometry
	Variant *rules.Variant
	keys    reference.Keys
	pass    uint64 // the change of the key in a pass
	homes   *rules.Homes

	Army    []uint8                      // what each piece type is made of, in the order of the variant
	types   [ManyParts]rules.PieceType   // piece types by what they are made of
	PartsOf [32]uint8                    // the inverse
	pieces  *[2][ManyParts][Cells]uint64 // terms of the key, by colour, parts and square
	Rare    bool                         // there are Sissas, pieces that step or go along paths, or kings like others
	paths   *paths                       // of pieces that are known by their paths; nil if there are none
	extras  bool                         // some moves do more: drops, counted checks, captures that blow up

	// Of kings. Each is the whole board or nothing, so that it selects from a set of kings.
	royal Set // the type is royal, so that a side may miss its king
	crown Set // no king may be left in check
	mixed Set // kings are like other pieces

	immuneKings Set // likewise, kings do not capture kings

	// Of captures, and of ends.
	blastProof []uint8 // what a blast leaves, pawns among them
	extinct    []uint8 // what a side may run out of; nil for all pieces together

	// Of goals: their squares by turn and side, own (0) or the other's, as the side to move sees them;
	// and by colour, what the pieces are made of that reach them.
	goalZones [2][2]Set
	goalParts [2][]uint8

	// Of the Circe family.
	homeOf   *[2][ManyParts][Cells]uint8 // homes by side, parts and square of the capture
	someHome [2]Set                      // squares that are the home of some piece but a king, by turn
	homesOf  *[2][ManyParts]Set          // those of each piece, likewise

	// Of castling, by turn and side, as the side to move sees them; -1 for none.
	kingTo, rookTo [2][2]int // where they land
	corner         [2][2]int // where the rooks start
	kingStart      [2]int    // where the king starts
	rookOpensLine  bool      // a castling rook may open a line to its king by leaving
	kingNeedsRoom  bool      // castling needs an empty square beside the king

	// Of pawns, by turn.
	passedOver   [2]Set // squares that double steps pass
	takenPassing [2]Set // squares on which the side to move may capture en passant

	// Of promotion.
	promotion     []rules.PieceType   // what a pawn may become
	ofBlack       []rules.PieceType   // what a pawn of Black may become, if that is something else
	withoutHand   []rules.PieceType   // of these, those that are not in hand
	PromotedParts uint8               // what all these are made of, together
	limited       [][]rules.PieceType // what a pawn may become, by belowLimit; nil without limits
	promotes      [2]Set              // where, by turn
	mustPromote   [2]Set              // where it may not stay a pawn, likewise

	// Of pieces in hand, and of bishops that convert.
	handParts         []uint8
	handTypes         []rules.PieceType
	handUnit          [32]hand           // what one of a piece type counts in hand
	taken             [ManyParts]hand    // what a captured piece counts, by what it is made of
	dropZones         [2][mostInHand]Set // by turn and type in hand
	farCorner         [2][2]int          // the corners beside the other side's imaginary squares, by turn
	convertible, must uint8              // the parts of the bishop that may and of the one that must convert
}

// partsByBetza lists the pieces that this kernel knows, by their parts.
var partsByBetza = map[string]uint8{
	"K": PartKing, "Q": PartDiag | PartOrth, "R": PartOrth, "B": PartDiag, "N": PartKnight,
	"BN": PartDiag | PartKnight, "RN": PartOrth | PartKnight, "BW": PartDiag | PartStep, "W": PartStep,
	"QN": PartDiag | PartOrth | PartKnight, "{Sissa}": PartSissa, stepsTwice: PartPawn, stepsOnce: PartPawn,
}

// NewGame returns the game of v. The error is an *unplayable.Error where this kernel does not play
// it.
func NewGame(v *rules.Variant) (*Game, error) {
	switch {
	case v.Size.Area() > Cells:
		return nil, unplayable.Because(v, fmt.Sprintf("its board has more than %d squares", Cells))
	case !fitsLines(v.Size):
		return nil, unplayable.Because(v, "its board is not 8×8")
	}
	t, err := traits.Of(v)
	if err != nil {
		return nil, err
	}
	homes, err := rules.HomesOf(v)
	if err != nil {
		return nil, err
	}
	keys := reference.NewKeys(v)
	g := &Game{Traits: t, Variant: v, keys: keys, pass: keys.Turn(board.White) ^ keys.Turn(board.Black), homes: homes}
	g.extras = g.Drops || g.Blast || g.CountsChecks
	if err := g.readArmy(); err != nil {
		return nil, err
	}
	sissas := g.paths == nil && slices.ContainsFunc(g.Army, func(parts uint8) bool { return parts&PartSissa != 0 })
	g.geometry = geometryOf(shape{v.Size, g.FirstRankPawns, sissas, g.swapped(), g.paths != nil})
	for _, read := range []func() error{g.readPawns, g.readExtinction, g.readKings, g.readRoyals, g.readBlast} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	g.readHand()
	if err := g.readPromotions(); err != nil {
		return nil, err
	}
	g.rookOpensLine, g.kingNeedsRoom = v.Castling.Free || sissas, !v.Castling.Free && !g.swapped()
	g.readSquares()
	if g.Drops {
		if err := g.readDrops(); err != nil {
			return nil, err
		}
	}
	if err := g.readGoal(); err != nil {
		return nil, err
	}
	if g.Aftermath {
		g.readHomes()
	}
	return g, nil
}

// readArmy reads what the pieces are made of.
func (g *Game) readArmy() error {
	g.pieces = new([2][ManyParts][Cells]uint64)
	if g.needsPaths() {
		g.paths = new(paths)
	}
	for i, t := range g.Variant.Army {
		k := rules.PieceType(i + 1)
		parts, ok := g.partsMoving(t.Betza)
		if t.Mark != 0 {
			parts |= PartPromoted
		}
		if !ok && !g.Hoppers && !t.Pawn && !t.Royal {
			return unplayable.Because(g.Variant, "it does not play the "+t.Name+" in such a game")
		}
		if g.paths != nil && !t.Pawn && !t.Royal && (!ok || parts&(PartSissa|PartStep) != 0) {
			var err error
			if parts, err = g.addPaths(k); err != nil {
				return err
			}
			ok = true
		}
		if !ok || t.Royal && parts != PartKing || t.Pawn != (parts == PartPawn) {
			return unplayable.Because(g.Variant, "it does not know how the "+t.Name+" moves")
		}
		if g.types[parts] != 0 {
			return unplayable.Because(g.Variant, "the "+t.Name+" moves like another piece")
		}
		g.types[parts], g.PartsOf[k] = k, parts
		g.Army = append(g.Army, parts)
		g.Rare = g.Rare || parts&(PartSissa|PartStep) != 0
		for sq := range g.Variant.Size.Area() {
			for c := range board.Color(2) {
				g.pieces[c][parts][sq] = g.keys.Piece(board.Square(sq), rules.MakePiece(k, c))
			}
		}
	}
	switch {
	case g.swapped():
		g.Assumptions = g.Assumptions.Only("Scanned", "Orthodox", "OrthodoxOnBoard")
	case g.paths != nil:
		// Which moves are legal does not follow from checkers and pins. Foresight assumes nothing: a
		// pawn may become such a piece where there is none yet.
		g.Assumptions = g.Assumptions.Only("OrthodoxOnBoard", "QuietOrthodox")
	}
	if g.Conversion {
		g.convertible, g.must = PartDiag|PartStep, PartStep
	}
	return nil
}

// readHand reads what is in hand, and what pawns become.
func (g *Game) readHand() {
	for i, letter := range []byte(g.Variant.Gating.Hand) {
		k := g.Variant.TypeOf(letter)
		g.handTypes, g.handParts = append(g.handTypes, k), append(g.handParts, g.PartsOf[k])
		g.handUnit[k] = one(i)
	}
	for _, k := range g.Variant.PromotionTypes() {
		g.promotion, g.PromotedParts = append(g.promotion, k), g.PromotedParts|g.PartsOf[k]
		if !slices.Contains(g.handTypes, k) {
			g.withoutHand = append(g.withoutHand, k)
		}
	}
	if g.Variant.Promotion.Black != "" {
		g.ofBlack = g.Variant.PromotionTypesOf(board.Black)
	}
}

// readSquares reads the squares of castling and the imaginary squares.
func (g *Game) readSquares() {
	size := g.Variant.Size
	seen := func(sq board.Square, side uint8) int {
		if sq == board.NoSquare {
			return -1
		}
		return Turned(int(sq), side)
	}
	for side := range uint8(2) {
		c := board.Color(side)
		for i := range 2 {
			g.kingTo[side][i] = seen(size.Home(c, g.Variant.Castling.KingTo[i], 0), side)
			g.rookTo[side][i] = seen(size.Home(c, g.Variant.Castling.RookTo[i], 0), side)
			g.corner[side][i] = seen(g.homes.Corner(c, i), side)
			g.farCorner[side][i] = seen(size.Home(c, i*(size.Files-1), size.Ranks-1), side)
		}
		g.kingStart[side] = seen(g.homes.King(c), side)
		for i, file := range [2]int{0, size.Files - 1} {
			sq := g.homes.Corner(c, i)
			if sq == board.NoSquare {
				continue
			}
			g.rookOpensLine = g.rookOpensLine || size.File(sq) != file
			if king := g.kingStart[side]; king >= 0 && g.Kings[king].Has(Turned(int(sq), side)) {
				g.kingNeedsRoom = false
			}
		}
	}
}

// readHomes reads the homes of captured pieces.
func (g *Game) readHomes() {
	g.homeOf, g.homesOf = new([2][ManyParts][Cells]uint8), new([2][ManyParts]Set)
	for c := range board.Color(2) {
		for parts, k := range g.types {
			if k == 0 {
				continue
			}
			for sq := range g.Size.Area() {
				home := g.homes.Home(k, c, board.Square(sq))
				g.homeOf[c][parts][sq] = uint8(home)
				if parts != PartKing {
					at := Bit(Turned(int(home), uint8(c)))
					g.someHome[c] |= at
					g.homesOf[c][parts] |= at
				}
			}
		}
	}
}

// Home returns the square, as the side to move sees it, where a piece made of parts is at home on
// the ranks of a side when captured on c.
func (g *Game) Home(p *Pos, parts, side uint8, c int) int {
	return Turned(int(g.homeOf[side&1][parts&(ManyParts-1)][Turned(c, p.Turn)&(Cells-1)]), p.Turn)
}

// plain returns what a piece is made of once it has left the square that it started on.
func (g *Game) plain(parts uint8) uint8 {
	if g.Conversion && parts&PartStep != 0 {
		return PartDiag
	}
	return parts
}
