package bounds

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file reads from a diagram what the distances depend on besides the army: who may castle and,
// under a condition of the Circe family, which pieces there may be and where they are reborn.
// movegraph.go comes next.

// placedPiece is a piece type on a square.
type placedPiece struct {
	pieceType rules.PieceType
	at        int
}

// moveTo returns the piece after a move of it.
func (a placedPiece) moveTo(at int, m rules.Move) placedPiece {
	a.at = at
	if q := m.Promotion(); q != 0 {
		a.pieceType = q
	}
	return a
}

// diagramFacts is what the distances depend on besides the army. The mating side is White: squares
// are mirrored where Black mates.
type diagramFacts struct {
	side    board.Color // the side that mates
	homes   *rules.Homes
	types   [2]uint32        // by colour: the piece types that there may ever be, as bits
	origins [2][]placedPiece // by colour: the diagram squares that pieces are reborn on
	kings   [2][]int         // by colour: where kings castle from
	rooks   [2][]int         // by colour: where rooks castle from
}

func (d *diagramFacts) equal(e *diagramFacts) bool {
	for c := range d.types {
		if !slices.Equal(d.origins[c], e.origins[c]) || !slices.Equal(d.kings[c], e.kings[c]) ||
			!slices.Equal(d.rooks[c], e.rooks[c]) {
			return false
		}
	}
	return d.side == e.side && d.homes == e.homes && d.types == e.types
}

// readDiagram reads the facts from p, in which a side mates.
func (t *armyDistances) readDiagram(p rules.Position, side board.Color) (d diagramFacts, err error) {
	d.side = side
	if d.homes, err = rules.HomesOf(t.v); err != nil {
		return d, err
	}
	d.readPieces(t.v, p.Setup())
	d.addNewTypes(t)
	d.addCastling(p)
	for c := range board.Color(2) { // rights that return with a rebirth
		d.kings[c^side] = append(d.kings[c^side], d.castlingSquare(t.v, d.homes.King(c))...)
		for i := range 2 {
			d.rooks[c^side] = append(d.rooks[c^side], d.castlingSquare(t.v, d.homes.Corner(c, i))...)
		}
	}
	return d, nil
}

// readPieces reads the types of the pieces and their diagram squares.
func (d *diagramFacts) readPieces(v *rules.Variant, setup rules.Setup) {
	for sq, m := range setup.Board {
		if m == 0 {
			continue
		}
		c := m.Color() ^ d.side
		d.types[c] |= 1 << (m.Type() - 1)
		origin := board.Square(sq)
		if setup.Aftermath.Origin != nil {
			origin = setup.Aftermath.Origin[sq]
		}
		if origin != board.NoSquare && v.Aftermath.Where == rules.AtOrigin {
			d.origins[c] = append(d.origins[c], placedPiece{m.Type(), d.orient(v, origin)})
		}
	}
}

// orient returns a square as it is seen when the mating side is White.
func (d *diagramFacts) orient(v *rules.Variant, sq board.Square) int {
	if d.side == board.Black {
		sq = v.Size.Mirror(sq)
	}
	return int(sq)
}

// addNewTypes adds the types that pieces may become by promotion and rebirth.
func (d *diagramFacts) addNewTypes(t *armyDistances) {
	for before := [2]uint32{1}; before != d.types; {
		before = d.types
		for c := range d.types {
			for k := range t.v.Army {
				if before[c]>>k&1 == 0 {
					continue
				}
				if t.v.Army[k].Pawn {
					for _, q := range t.promotions {
						d.types[c] |= 1 << (q - 1)
					}
				}
				switch {
				case t.v.Army[k].Royal:
				case t.v.Aftermath.As == rules.AsChameleon:
					d.types[c] |= 1 << (d.homes.Chameleon(rules.PieceType(k+1)) - 1)
				case t.v.Aftermath.As == rules.AsCapturer:
					d.types[c^1] |= 1 << k
				}
			}
		}
	}
}

// addCastling adds where kings and rooks may castle from in p, and reports whether there are any.
func (d *diagramFacts) addCastling(p rules.Position) bool {
	v, rights := p.Variant(), p.Setup().Castling
	none := [2]board.Square{board.NoSquare, board.NoSquare}
	for c := range board.Color(2) {
		if rights.King[c] || rights.Rook[c] != none {
			d.kings[c^d.side] = d.castlingSquare(v, p.King(c))
		}
		for _, rook := range rights.Rook[c] {
			d.rooks[c^d.side] = append(d.rooks[c^d.side], d.castlingSquare(v, rook)...)
		}
	}
	return len(d.rooks[0])+len(d.rooks[1]) > 0
}

// castlingSquare returns a list of the oriented square, empty for no square or without castling.
func (d *diagramFacts) castlingSquare(v *rules.Variant, sq board.Square) []int {
	if sq == board.NoSquare || v.Castling == (rules.Castling{}) {
		return nil
	}
	return []int{d.orient(v, sq)}
}
