package distance

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file reads from a diagram what the distances depend on besides the variant: who may castle
// and, under a condition of the Circe family, which pieces there may be and where they are reborn.
// graph.go comes next.

// Piece is a piece type on a square.
type Piece struct {
	Type rules.PieceType
	At   int
}

// MoveTo returns the piece after m has moved it to a square.
func (a Piece) MoveTo(at int, m rules.Move) Piece {
	a.At = at
	if q := m.Promotion(); q != 0 {
		a.Type = q
	}
	return a
}

// Diagram is what the distances depend on besides the variant. The mating side is White: squares
// are mirrored where Black mates.
type Diagram struct {
	Side    board.Color // the side that mates
	homes   *rules.Homes
	types   [2]uint32  // by colour: the piece types that there may ever be, as bits
	origins [2][]Piece // by colour: the diagram squares that pieces are reborn on
	Kings   [2][]int   // by colour: where kings castle from
	Rooks   [2][]int   // by colour: where rooks castle from
}

// Equal reports whether two diagrams give the same distances.
func (d *Diagram) Equal(e *Diagram) bool {
	for c := range d.types {
		if !slices.Equal(d.origins[c], e.origins[c]) || !slices.Equal(d.Kings[c], e.Kings[c]) ||
			!slices.Equal(d.Rooks[c], e.Rooks[c]) {
			return false
		}
	}
	return d.Side == e.Side && d.homes == e.homes && d.types == e.types
}

// ReadDiagram reads a Diagram from p, in which a side mates.
func (t *Game) ReadDiagram(p rules.Position, side board.Color) (d Diagram, err error) {
	d.Side = side
	if d.homes, err = rules.HomesOf(t.Variant); err != nil {
		return d, err
	}
	d.readPieces(t.Variant, p.Setup())
	d.addNewTypes(t)
	d.AddCastling(p)
	for c := range board.Color(2) { // rights that return with a rebirth
		d.Kings[c^side] = append(d.Kings[c^side], d.castlingSquare(t.Variant, d.homes.King(c))...)
		for i := range 2 {
			d.Rooks[c^side] = append(d.Rooks[c^side], d.castlingSquare(t.Variant, d.homes.Corner(c, i))...)
		}
	}
	return d, nil
}

// readPieces reads the types of the pieces and their diagram squares.
func (d *Diagram) readPieces(v *rules.Variant, setup rules.Setup) {
	for sq, m := range setup.Board {
		if m == 0 {
			continue
		}
		c := m.Color() ^ d.Side
		d.types[c] |= 1 << (m.Type() - 1)
		origin := board.Square(sq)
		if setup.Aftermath.Origin != nil {
			origin = setup.Aftermath.Origin[sq]
		}
		if origin != board.NoSquare && v.Aftermath.Where == rules.AtOrigin {
			d.origins[c] = append(d.origins[c], Piece{m.Type(), d.orient(v, origin)})
		}
	}
}

// orient returns a square as it is seen when the mating side is White.
func (d *Diagram) orient(v *rules.Variant, sq board.Square) int {
	if d.Side == board.Black {
		sq = v.Size.Mirror(sq)
	}
	return int(sq)
}

// addNewTypes adds the types that pieces may become by promotion and rebirth.
func (d *Diagram) addNewTypes(t *Game) {
	for before := [2]uint32{1}; before != d.types; {
		before = d.types
		for c := range d.types {
			for k := range t.Variant.Army {
				if before[c]>>k&1 == 0 {
					continue
				}
				if t.Variant.Army[k].Pawn {
					for _, q := range t.Promotions {
						d.types[c] |= 1 << (q - 1)
					}
				}
				switch {
				case t.Variant.Army[k].Royal:
				case t.Variant.Aftermath.As == rules.AsChameleon:
					d.types[c] |= 1 << (d.homes.Chameleon(rules.PieceType(k+1)) - 1)
				case t.Variant.Aftermath.As == rules.AsCapturer:
					d.types[c^1] |= 1 << k
				}
			}
		}
	}
}

// AddCastling adds where kings and rooks may castle from in p, and reports whether there are any.
func (d *Diagram) AddCastling(p rules.Position) bool {
	v, rights := p.Variant(), p.Setup().Castling
	none := [2]board.Square{board.NoSquare, board.NoSquare}
	for c := range board.Color(2) {
		if rights.King[c] || rights.Rook[c] != none {
			d.Kings[c^d.Side] = d.castlingSquare(v, p.King(c))
		}
		for _, rook := range rights.Rook[c] {
			d.Rooks[c^d.Side] = append(d.Rooks[c^d.Side], d.castlingSquare(v, rook)...)
		}
	}
	return len(d.Rooks[0])+len(d.Rooks[1]) > 0
}

// castlingSquare returns a list of the oriented square, empty for no square or without castling.
func (d *Diagram) castlingSquare(v *rules.Variant, sq board.Square) []int {
	if sq == board.NoSquare || v.Castling == (rules.Castling{}) {
		return nil
	}
	return []int{d.orient(v, sq)}
}
