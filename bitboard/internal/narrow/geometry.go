// This file holds boards: which squares pieces reach from each.

package narrow

import (
	"sync"

	"github.com/kirke-chess/kirke/board"
)

// geometry holds the tables of a board. Tables by turn have index 1 when Black is to move. In this
// package the two are alike, since the board is turned round for Black.
type geometry struct {
	Size board.Size
	All  Set

	Knights, Kings, Steps [Cells]Set
	OrthRays, DiagRays    [Cells]Set        // on an empty board
	Between               [Cells][Cells]Set // squares strictly between two squares on a line
	Through               [Cells][Cells]Set // from the first through the second to the edge, without the first
	OtherPawnsFrom        [2][Cells]Set     // squares from which the other side's pawns attack one, by turn
	OwnPawnsFrom          [2][Cells]Set     // squares from which own pawns attack it, by turn
	Low, High             [2]Set            // the first and the last rank of the side to move, by turn
	reflect               [Cells]uint8      // the square opposite through the centre

	sliders
	sissas *sissas // nil in games without them
}

// shape is what distinguishes geometries.
type shape struct {
	size      board.Size
	firstRank bool // pawns on their own first rank attack
	sissa     bool
	swapped   bool // kings leap like knights, and knights step like kings
	stepless  bool // no piece steps: the set of those that do has another meaning
}

// geometries keeps the boards in use. There are few.
var geometries sync.Map // shape → *geometry

func geometryOf(s shape) *geometry {
	if g, ok := geometries.Load(s); ok {
		return g.(*geometry)
	}
	g, _ := geometries.LoadOrStore(s, newGeometry(s))
	return g.(*geometry)
}

func newGeometry(s shape) *geometry {
	g := &geometry{Size: s.size}
	area := s.size.Area()
	for sq := range area {
		g.All |= Bit(sq)
	}
	for sq := range area {
		leap := func(df, dr int) Set { return g.leap(sq, df, dr) }
		around := func(a, b int) Set {
			return leap(a, b) | leap(b, -a) | leap(-a, -b) | leap(-b, a)
		}
		g.Knights[sq] = around(1, 2) | around(2, 1)
		if !s.stepless {
			g.Steps[sq] = around(0, 1)
		}
		g.Kings[sq] = around(0, 1) | around(1, 1)
		if s.swapped {
			g.Knights[sq], g.Kings[sq] = g.Kings[sq], g.Knights[sq]
		}
		for _, d := range directions {
			ray := g.ray(sq, d[0], d[1])
			if d[0] == 0 || d[1] == 0 {
				g.OrthRays[sq] |= ray
			} else {
				g.DiagRays[sq] |= ray
			}
			var way Set
			for at := sq; ; {
				next := g.leap(at, d[0], d[1])
				if next == 0 {
					break
				}
				at = next.First()
				g.Between[sq][at], g.Through[sq][at] = way, ray
				way |= next
			}
		}
		g.reflect[sq] = uint8(s.size.Reflect(board.Square(sq)))
	}
	for side := range uint8(2) {
		for sq := range area {
			switch s.size.RankFrom(board.Color(side), board.Square(Turned(sq, side))) {
			case 0:
				g.Low[side] |= Bit(sq)
			case s.size.Ranks - 1:
				g.High[side] |= Bit(sq)
			}
		}
	}
	for side := range uint8(2) {
		up, down := g.direction(side), -g.direction(side)
		for sq := range area {
			g.OwnPawnsFrom[side][sq] = g.leap(sq, -1, down) | g.leap(sq, 1, down)
			g.OtherPawnsFrom[side][sq] = g.leap(sq, -1, up) | g.leap(sq, 1, up)
			if !s.firstRank {
				g.OwnPawnsFrom[side][sq] &^= g.Low[side]
				g.OtherPawnsFrom[side][sq] &^= g.High[side]
			}
		}
	}
	g.readSliders()
	if s.sissa {
		g.sissas = newSissas(g)
	}
	return g
}

var directions = [8][2]int{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}

// direction is 1 when the side to move plays towards higher ranks, else -1.
func (g *geometry) direction(side uint8) int {
	if g.Step(side) < 0 {
		return -1
	}
	return 1
}

// leap returns the square that a leap from sq reaches, or nothing.
func (g *geometry) leap(sq, df, dr int) Set {
	s := board.Square(sq)
	to := g.Size.At(g.Size.File(s)+df, g.Size.Rank(s)+dr)
	if to == board.NoSquare {
		return Set(0)
	}
	return Bit(int(to))
}

// ray returns the squares from sq to the edge, without sq.
func (g *geometry) ray(sq, df, dr int) Set {
	var s Set
	for next := g.leap(sq, df, dr); next != 0; next = g.leap(next.First(), df, dr) {
		s |= next
	}
	return s
}

// span returns the squares of a rank from a to b, both included.
func (g *geometry) span(a, b int) Set { return g.Between[a][b] | Bit(a) | Bit(b) }
