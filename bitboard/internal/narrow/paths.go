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

// paths says where the pieces go that are known by their paths.
type paths struct {
	n        uint8                       // how many types there are
	of       [2][2][pathTypes]*pathTable // by turn, and by side: own pieces, or the other's
	straight [pathTypes]bool             // they go the same ways back, without hops
	hops     bool                        // some piece of the game hops
}

// pathTable says where a piece type goes, for one side and as one side sees the board.
type pathTable struct {
	from  [Cells]piece.Reach
	joins [Cells][Cells][]passage // what it attacks by, by departure and arrival
}

// passage is open while some squares are empty and others, over which a piece hops, are occupied.
type passage struct {
	clear, hurdles Set
}

func (pass *passage) open(occ Set) bool { return pass.clear&occ|pass.hurdles&^occ == 0 }

// The number of a type that goes along paths stands in the two parts from PartStep up.

// partsOfPaths returns what the type with a number is made of.
func partsOfPaths(number uint8) uint8 { return PartSissa | number*PartStep }

// pathTypeOf is the inverse of partsOfPaths.
func pathTypeOf(parts uint8) uint8 { return parts / PartStep & (pathTypes - 1) }

// needsPaths reports whether some piece of the game is known by its paths alone.
func (g *Game) needsPaths() bool {
	return g.Hoppers && !g.swapped() && slices.ContainsFunc(g.Variant.Army, func(t piece.Type) bool {
		_, known := g.partsMoving(t.Betza)
		return !known && !t.Royal && !t.Pawn
	})
}

// addPaths returns what a piece type is made of that goes along paths. The error is an
// *unplayable.Error.
func (g *Game) addPaths(k rules.PieceType) (parts uint8, err error) {
	number, t := g.paths.n, g.Variant.Type(k)
	unknown := unplayable.Because(g.Variant, "it does not know how the "+t.Name+" moves")
	switch {
	case t.TakesPassing():
		return 0, unknown
	case number == pathTypes:
		return 0, unplayable.Because(g.Variant, "it does not know how so many of its pieces move")
	}
	var known [][][]path // the paths that were read, and their tables: the same paths share one
	var tables []*pathTable
	for turn := range uint8(2) {
		for side := range uint8(2) {
			table, all, plain := g.readPaths(rules.MakePiece(k, board.Color(turn^side)), turn)
			if !plain {
				return 0, unknown
			}
			same := slices.IndexFunc(known, func(other [][]path) bool {
				return slices.EqualFunc(all, other, samePaths)
			})
			if same < 0 {
				table.join(all)
				same, tables, known = len(tables), append(tables, table), append(known, all)
			}
			g.paths.of[turn][side][number] = tables[same]
		}
	}
	g.paths.n++
	g.paths.straight[number], g.paths.hops = reference.MovesStraight(g.Variant, k), reference.Hops(g.Variant)
	return partsOfPaths(number), nil
}

// readPaths returns the table of a piece, without what it attacks by, and its paths from each
// square, as a side sees them.
func (g *Game) readPaths(pc rules.Piece, side uint8) (table *pathTable, all [][]path, plain bool) {
	table = new(pathTable)
	for sq := range g.Variant.Size.Area() {
		tree := slices.Clone(reference.Reach(g.Variant, pc, board.Square(Turned(sq, side))))
		for i := range tree {
			tree[i].Square = board.Square(Turned(int(tree[i].Square), side))
		}
		here, ok := pathsOf(tree)
		if !ok {
			return nil, nil, false
		}
		table.from[sq], all = tree, append(all, here)
	}
	return table, all, true
}

// join fills in what the piece attacks by.
func (table *pathTable) join(all [][]path) {
	for sq, here := range all {
		for _, way := range here {
			if list := &table.joins[sq][way.to]; way.mode&piece.Capture != 0 && !slices.Contains(*list, way.passage) {
				*list = append(*list, way.passage)
			}
		}
	}
}

// path is one way of a piece to a square.
type path struct {
	passage
	to   int
	mode piece.Mode
}

// samePaths reports whether two lists have the same paths, in any order.
func samePaths(a, b []path) bool {
	set := func(list []path) map[path]bool {
		in := make(map[path]bool, len(list))
		for _, way := range list {
			in[way] = true
		}
		return in
	}
	return maps.Equal(set(a), set(b))
}

// longestPath is how many squares a path may have.
const longestPath = 63

// pathsOf returns the paths of a tree. They are plain if pieces of any kind let the piece through or
// stop it, it does no more on its way, and no path is too long.
func pathsOf(tree piece.Reach) (all []path, plain bool) {
	var ways [longestPath + 1]passage // by depth
	var ends [longestPath + 1]uint32  // where the squares behind one end, likewise
	depth := 0
	for i := range tree {
		n := &tree[i]
		for depth > 0 && ends[depth-1] <= uint32(i) {
			depth--
		}
		hurdle := n.Needs == piece.Any
		if n.Takes != board.NoSquare || !hurdle && n.Needs != piece.Nothing || n.Not != 0 || depth == longestPath {
			return nil, false
		}
		at := int(n.Square)
		if n.Mode != 0 {
			all = append(all, path{ways[depth], at, n.Mode})
		}
		ends[depth], ways[depth+1] = n.Skip, ways[depth]
		if depth++; hurdle {
			ways[depth].hurdles |= Bit(at)
		} else {
			ways[depth].clear |= Bit(at)
		}
	}
	return all, true
}

// along returns the squares to which the piece goes from a square, by paths that it may use to go to
// an empty square and to an occupied one.
func (table *pathTable) along(sq int, occ Set, toEmpty, toOccupied piece.Mode) (to Set) {
	tree := table.from[sq&(Cells-1)]
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

// reach returns the squares that the piece attacks from a square.
func (table *pathTable) reach(sq int, occ Set) Set {
	return table.along(sq, occ, piece.Capture, piece.Capture)
}

// attacks reports whether the piece attacks one square from another.
func (table *pathTable) attacks(from, to int, occ Set) bool {
	list := table.joins[from&(Cells-1)][to&(Cells-1)]
	for i := range list {
		if list[i].open(occ) {
			return true
		}
	}
	return false
}

// table returns the table of a piece that goes along paths, of a side: own (0) or the other (1).
func (all *paths) table(parts, turn, side uint8) *pathTable {
	return all.of[turn&1][side&1][pathTypeOf(parts)]
}

// pathMoves returns the squares to which an own piece moves or captures along its paths, whoever
// stands there.
func (g *Game) pathMoves(p *Pos, from int, occ Set) Set {
	return g.paths.table(p.Parts(from), p.Turn, 0).along(from, occ, piece.Move, piece.Capture)
}

// reachOf is Reach for a piece of a side, own (0) or the other (1), that is no pawn.
func (g *Game) reachOf(parts uint8, sq int, turn, side uint8, occ Set) Set {
	if g.paths != nil && parts&PartSissa != 0 {
		return g.paths.table(parts, turn, side).reach(sq, occ)
	}
	return g.Reach(parts, sq, turn, occ)
}

// pathChecks returns the squares from which a piece of a side, made of parts, attacks the king of
// the other, if it goes the same ways back.
func (g *Game) pathChecks(p *Pos, parts, side uint8, king, occ Set) (from Set, known bool) {
	if g.paths == nil || parts&PartSissa == 0 || king == 0 || !g.paths.straight[pathTypeOf(parts)] {
		return from, false
	}
	return g.paths.table(parts, p.Turn, side).reach(king.First(), occ), true
}

// attackedAlongPaths is Attacked by pieces that go along paths.
func (g *Game) attackedAlongPaths(p *Pos, sq int, occ, opp Set) bool {
	for s := p.Sissa & opp; s != 0; s = s.Rest() {
		from := s.First()
		if g.paths.table(p.Parts(from), p.Turn, p.Opp.At(from)).attacks(from, sq, occ) {
			return true
		}
	}
	return false
}

// testPaths has the moves tested one by one that may open a path to the king of the side to move. A
// move empties one square and fills another, so it opens a path on which one square at most is
// wrongly occupied and one wrongly empty. En passant, castling and captures after which a piece is
// reborn do more, and are tested anyway.
func (w *Worker) testPaths(p *Pos, c *constraints) {
	for s := p.Sissa & p.Opp; s != 0; s = s.Rest() {
		from := s.First()
		list := w.paths.table(p.Parts(from), p.Turn, 1).joins[from&(Cells-1)][c.king&(Cells-1)]
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
