// This file holds pieces that this kernel knows by their paths alone: leapers, nightriders, roses,
// hoppers, and all others that pieces do no more than let through or stop. They stand in the set of
// Sissas. Steps and marks, which such a game does not have, tell their types apart.

package narrow

import (
	"slices"

	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
)

// pathTypes is how many piece types of a game may go along paths.
const pathTypes = 4

// paths says where the pieces go that are known by their paths, on both sides alike.
type paths struct {
	from     [pathTypes][Cells][]path            // by departure
	joins    [pathTypes]*[Cells][Cells][]passage // what a piece captures by, by departure and arrival
	straight [pathTypes]bool                     // they go the same ways back, without hops
	n        uint8                               // how many types there are
}

// path is one way of a piece to a square.
type path struct {
	passage
	to             Set
	moves, attacks bool
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

// addPaths returns what a piece type is made of that goes along paths. It reads where it goes. The
// error is an *unplayable.Error.
func (g *Game) addPaths(t *piece.Type) (parts uint8, err error) {
	unknown := unplayable.Because(g.Variant, "it does not know how the "+t.Name+" moves")
	movement, err := t.Movement()
	switch {
	case err != nil || !isPlainly(movement):
		return 0, unknown
	case g.paths.n == pathTypes:
		return 0, unplayable.Because(g.Variant, "it does not know how so many of its pieces move")
	}
	i := g.paths.n
	g.paths.n++
	g.paths.straight[i], g.paths.joins[i] = movement.Straight(), new([Cells][Cells][]passage)
	for sq := range g.Variant.Size.Area() {
		seen := g.readPaths(movement, board.White, sq, 0)
		for _, other := range [][]path{
			g.readPaths(movement, board.Black, sq, 0), g.readPaths(movement, board.White, Turned(sq, 1), 1),
		} {
			if !samePaths(seen, other) {
				return 0, unknown // it goes elsewhere for Black, or on the board as Black sees it
			}
		}
		g.paths.from[i][sq] = seen
		for _, w := range seen {
			if to := w.to.First(); w.attacks {
				g.paths.joins[i][sq][to] = append(g.paths.joins[i][sq][to], w.passage)
			}
		}
	}
	return partsOfPaths(i), nil
}

// isPlainly reports whether pieces of any kind let a piece through or stop it, and it does no more
// on its way.
func isPlainly(movement piece.Movement) bool {
	return !slices.ContainsFunc(movement, func(p piece.Path) bool {
		return p.Takes != 0 || p.Initial || p.Over != piece.AnyPiece
	})
}

// readPaths returns where a piece of a colour goes from a square of the board, as a side sees it.
func (g *Game) readPaths(movement piece.Movement, c board.Color, sq int, side uint8) (all []path) {
	for _, p := range movement {
		squares, ok := p.From(g.Variant.Size, c, board.Square(sq), nil)
		if !ok {
			continue
		}
		last := len(squares) - 1
		w := path{moves: p.Mode&piece.Move != 0, attacks: p.Mode&piece.Capture != 0}
		w.to = Bit(Turned(int(squares[last]), side))
		for i, at := range squares[:last] {
			switch b := Bit(Turned(int(at), side)); {
			case int(at) == sq: // the piece itself is the hurdle
			case p.Hurdles>>i&1 != 0:
				w.hurdles |= b
			default:
				w.clear |= b
			}
		}
		if w.clear&w.hurdles == 0 && w.hurdles&w.to == 0 {
			w.attacks = w.attacks && w.clear&w.to == 0 // else it passes the square that it captures on
			all = append(all, w)
		}
	}
	return all
}

// samePaths reports whether two lists have the same paths, in any order.
func samePaths(a, b []path) bool {
	in := func(list []path) func(path) bool {
		return func(w path) bool { return !slices.Contains(list, w) }
	}
	return len(a) == len(b) && !slices.ContainsFunc(a, in(b)) && !slices.ContainsFunc(b, in(a))
}

// moves returns the squares to which a piece made of parts moves or captures from a square,
// whoever stands there.
func (w *paths) moves(parts uint8, sq int, occ Set) (to Set) {
	list := w.from[pathTypeOf(parts)][sq&(Cells-1)]
	for i := range list {
		if w := &list[i]; w.open(occ) && (w.attacks && w.to&occ != 0 || w.moves && w.to&occ == 0) {
			to |= w.to
		}
	}
	return to
}

// reach returns the squares that a piece made of parts attacks from a square.
func (w *paths) reach(parts uint8, sq int, occ Set) (to Set) {
	list := w.from[pathTypeOf(parts)][sq&(Cells-1)]
	for i := range list {
		if w := &list[i]; w.attacks && w.open(occ) {
			to |= w.to
		}
	}
	return to
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
