// This file holds pieces that this kernel knows by their paths alone: leapers, nightriders, roses,
// hoppers, and all others that pieces do no more than let through or stop. They stand in the set of
// Sissas. Steps and marks, which such a game does not have, tell their types apart.

package narrow

import (
	"maps"
	"slices"

	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// pathTypes is how many piece types of a game may go along paths.
const pathTypes = 4

// paths says where the pieces go that are known by their paths, on both sides alike.
type paths struct {
	n        uint8                               // how many types there are
	from     [pathTypes][Cells]piece.Reach       // by departure
	joins    [pathTypes]*[Cells][Cells][]passage // what a piece attacks by, by departure and arrival
	straight [pathTypes]bool                     // they go the same ways back, without hops
}

// passage is open while some squares are empty and others, over which a piece hops, are occupied.
type passage struct {
	clear, hurdles Set
}

func (w *passage) open(occ Set) bool { return w.clear&occ|w.hurdles&^occ == 0 }

// partsOfPaths returns what the i-th type is made of that goes along paths.
func partsOfPaths(i uint8) uint8 { return PartSissa | i&1*PartStep | i>>1&1*PartPromoted }

// pathTypeOf is the inverse of partsOfPaths.
func pathTypeOf(parts uint8) int { return int(parts>>6) & (pathTypes - 1) }

// takesPaths reports whether some piece of the game is known by its paths alone, and makes room for
// these.
func (g *Game) takesPaths() bool {
	unknown := slices.ContainsFunc(g.Variant.Army, func(t piece.Type) bool {
		_, known := g.partsMoving(t.Betza)
		return !known && !t.Royal && !t.Pawn
	})
	if !g.Hoppers || g.swapped() || !unknown {
		return false
	}
	g.paths = new(paths)
	return true
}

// addPaths returns what a piece type is made of that goes along paths. The error is an
// *unplayable.Error.
func (g *Game) addPaths(k rules.PieceType) (parts uint8, err error) {
	i, name := g.paths.n, g.Variant.Type(k).Name
	if i == pathTypes {
		return 0, unplayable.Because(g.Variant, "it does not know how so many of its pieces move")
	}
	joins := new([Cells][Cells][]passage)
	for sq := range g.Variant.Size.Area() {
		tree := func(c board.Color, side uint8) piece.Reach {
			return reference.Reach(g.Variant, rules.MakePiece(k, c), board.Square(Turned(sq, side)))
		}
		seen, plain := readPaths(tree(board.White, 0), 0)
		ofBlack, _ := readPaths(tree(board.Black, 0), 0)
		turned, _ := readPaths(tree(board.White, 1), 1)
		if !plain || !maps.Equal(seen, ofBlack) || !maps.Equal(seen, turned) {
			return 0, unplayable.Because(g.Variant, "it does not know how the "+name+" moves")
		}
		g.paths.from[i][sq] = tree(board.White, 0)
		for w := range seen {
			if w.mode&piece.Capture != 0 {
				joins[sq][w.to] = append(joins[sq][w.to], w.passage)
			}
		}
	}
	g.paths.n++
	g.paths.joins[i], g.paths.straight[i] = joins, reference.MovesStraight(g.Variant, k)
	return partsOfPaths(i), nil
}

// path is one way of a piece to a square.
type path struct {
	passage
	to   int
	mode piece.Mode
}

// readPaths returns the paths of a tree of squares of the board, as a side sees them. They are plain
// if pieces of any kind let the piece through or stop it, and it does no more on its way.
func readPaths(tree piece.Reach, side uint8) (all map[path]bool, plain bool) {
	all = make(map[path]bool, len(tree))
	var ways [64]passage // by depth
	var ends [64]uint32  // where the squares behind one end, likewise
	depth := 0
	for i := range tree {
		n := &tree[i]
		for depth > 0 && ends[depth-1] <= uint32(i) {
			depth--
		}
		if n.Takes != board.NoSquare || n.Needs > piece.Any || n.Not != 0 || depth == len(ways)-1 {
			return nil, false
		}
		at := Turned(int(n.Square), side)
		if n.Mode != 0 {
			all[path{ways[depth], at, n.Mode}] = true
		}
		ends[depth], ways[depth+1] = n.Skip, ways[depth]
		if depth++; n.Needs == piece.Any {
			ways[depth].hurdles |= Bit(at)
		} else {
			ways[depth].clear |= Bit(at)
		}
	}
	return all, true
}

// along returns the squares to which a piece made of parts goes from a square, by paths that it may
// use to go to an empty square and to an occupied one.
func (w *paths) along(parts uint8, sq int, occ Set, toEmpty, toOccupied piece.Mode) (to Set) {
	tree := w.from[pathTypeOf(parts)][sq&(Cells-1)]
	for i := 0; i < len(tree); {
		n := &tree[i]
		at := int(n.Square)
		occupied, mode := occ.Has(at), toEmpty
		if occupied {
			mode = toOccupied
		}
		if n.Mode&mode != 0 {
			to |= Bit(at)
		}
		i = tree.Next(i, occupied == (n.Needs == piece.Any))
	}
	return to
}

// moves returns the squares to which a piece made of parts moves or captures from a square,
// whoever stands there.
func (w *paths) moves(parts uint8, sq int, occ Set) Set {
	return w.along(parts, sq, occ, piece.Move, piece.Capture)
}

// reach returns the squares that a piece made of parts attacks from a square.
func (w *paths) reach(parts uint8, sq int, occ Set) Set {
	return w.along(parts, sq, occ, piece.Capture, piece.Capture)
}

// attacks reports whether a piece made of parts attacks one square from another.
func (w *paths) attacks(parts uint8, from, to int, occ Set) bool {
	list := w.joins[pathTypeOf(parts)][from&(Cells-1)][to&(Cells-1)]
	for i := range list {
		if list[i].open(occ) {
			return true
		}
	}
	return false
}

// pathChecks returns the squares from which a piece made of parts attacks the other side's king, if
// it goes the same ways back.
func (g *Game) pathChecks(parts uint8, king, occ Set) (from Set, known bool) {
	if g.paths == nil || parts&PartSissa == 0 || king == 0 || !g.paths.straight[pathTypeOf(parts)] {
		return from, false
	}
	return g.paths.reach(parts, king.First(), occ), true
}

// attackedAlongPaths is Attacked by pieces that go along paths.
func (g *Game) attackedAlongPaths(p *Pos, sq int, occ, opp Set) bool {
	for s := p.Sissa & opp; s != 0; s = s.Rest() {
		if from := s.First(); g.paths.attacks(p.Parts(from), from, sq, occ) {
			return true
		}
	}
	return false
}

// testPaths has the moves tested one by one that may open a path to the king of the side to move. A
// move empties one square and fills another, so it opens a path on which no more than two squares
// are wrong. En passant and castling are tested anyway.
func (w *Worker) testPaths(p *Pos, c *constraints) {
	for s := p.Sissa & p.Opp; s != 0; s = s.Rest() {
		from := s.First()
		list := w.paths.joins[pathTypeOf(p.Parts(from))][from&(Cells-1)][c.king&(Cells-1)]
		for i := range list {
			full, missing := list[i].clear&c.occ, list[i].hurdles&^c.occ
			if full|missing == 0 {
				c.testedArrivals, c.arrivals, c.testedPieces = 0, 0, p.Own
				return
			}
			if full.Rest() == 0 && missing.Rest() == 0 {
				c.testedPieces |= full & p.Own
				c.testedArrivals |= missing & w.wanted
			}
		}
	}
	c.arrivals &^= c.testedArrivals
}
