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
	i, t := g.paths.n, g.Variant.Type(k)
	unknown := unplayable.Because(g.Variant, "it does not know how the "+t.Name+" moves")
	switch {
	case t.TakesPassing():
		return 0, unknown
	case i == pathTypes:
		return 0, unplayable.Because(g.Variant, "it does not know how so many of its pieces move")
	}
	var tables []*pathTable // those that differ, with their paths
	var known [][]map[path]bool
	for turn := range uint8(2) {
		for side := range uint8(2) {
			t, all, plain := g.readPaths(rules.MakePiece(k, board.Color(turn^side)), turn)
			if !plain {
				return 0, unknown
			}
			same := slices.IndexFunc(known, func(other []map[path]bool) bool {
				return slices.EqualFunc(all, other, maps.Equal[map[path]bool])
			})
			if same < 0 {
				t.join(all)
				same, tables, known = len(tables), append(tables, t), append(known, all)
			}
			g.paths.of[turn][side][i] = tables[same]
		}
	}
	g.paths.n++
	g.paths.straight[i] = reference.MovesStraight(g.Variant, k)
	return partsOfPaths(i), nil
}

// readPaths returns the table of a piece, without what it attacks by, and its paths from each
// square, as a side sees them.
func (g *Game) readPaths(pc rules.Piece, side uint8) (t *pathTable, all []map[path]bool, plain bool) {
	t = new(pathTable)
	for sq := range g.Variant.Size.Area() {
		tree := slices.Clone(reference.Reach(g.Variant, pc, board.Square(Turned(sq, side))))
		for i := range tree {
			tree[i].Square = board.Square(Turned(int(tree[i].Square), side))
		}
		t.from[sq] = tree
		here, plain := pathsOf(tree)
		if !plain {
			return nil, nil, false
		}
		all = append(all, here)
	}
	return t, all, true
}

// join fills in what the piece attacks by.
func (t *pathTable) join(all []map[path]bool) {
	for sq, here := range all {
		for w := range here {
			if w.mode&piece.Capture != 0 {
				t.joins[sq][w.to] = append(t.joins[sq][w.to], w.passage)
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

// pathsOf returns the paths of a tree. They are plain if pieces of any kind let the piece through or
// stop it, and it does no more on its way.
func pathsOf(tree piece.Reach) (all map[path]bool, plain bool) {
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
		at := int(n.Square)
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

// along returns the squares to which the piece goes from a square, by paths that it may use to go to
// an empty square and to an occupied one.
func (t *pathTable) along(sq int, occ Set, toEmpty, toOccupied piece.Mode) (to Set) {
	tree := t.from[sq&(Cells-1)]
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
func (t *pathTable) reach(sq int, occ Set) Set {
	return t.along(sq, occ, piece.Capture, piece.Capture)
}

// attacks reports whether the piece attacks one square from another.
func (t *pathTable) attacks(from, to int, occ Set) bool {
	list := t.joins[from&(Cells-1)][to&(Cells-1)]
	for i := range list {
		if list[i].open(occ) {
			return true
		}
	}
	return false
}

// table returns the table of a piece that goes along paths, of a side: own (0) or the other (1).
func (w *paths) table(parts, turn, side uint8) *pathTable {
	return w.of[turn&1][side&1][pathTypeOf(parts)]
}

// pathMoves returns the squares to which an own piece moves or captures along its paths, whoever
// stands there.
func (g *Game) pathMoves(p *Pos, from int, occ Set) Set {
	return g.paths.table(p.Parts(from), p.Turn, 0).along(from, occ, piece.Move, piece.Capture)
}

// reachOf is Reach for a piece of a side, own (0) or the other (1), that is no pawn.
func (g *Game) reachOf(p *Pos, parts, side uint8, sq int, occ Set) Set {
	if g.paths != nil && parts&PartSissa != 0 {
		return g.paths.table(parts, p.Turn, side).reach(sq, occ)
	}
	return g.Reach(parts, sq, p.Turn, occ)
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
// move empties one square and fills another, so it opens a path on which no more than two squares
// are wrong. En passant and castling are tested anyway.
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
