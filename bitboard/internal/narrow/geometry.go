package narrow

import (
	"sync"

	"github.com/kirke-chess/kirke/board"
)

// geometry is a board made ready: where men go from each square. Where it says
// by turn, the index is 1 when Black is to move; kernels that turn the board round
// have the same in both places.
type geometry struct {
	size board.Size
	all  set

	knights, kings, steps [cells]set
	orthRays, diagRays    [cells]set        // on an empty board
	betweens              [cells][cells]set // squares strictly between two squares on a line
	through               [cells][cells]set // from the first through the second to the edge, without the first
	guards                [2][cells]set     // squares from which the other side's pawns attack one, by turn
	takers                [2][cells]set     // squares from which own pawns attack it, by turn
	low, third, high      [2]set            // the first, third and last rank of the side to move, by turn
	reflect               [cells]uint8      // the square opposite through the centre

	sliders
	sissas *sissas // nil where nobody is one
}

// shape is what geometries differ in.
type shape struct {
	size      board.Size
	firstRank bool // pawns on their own first rank attack (Parrain)
	sissa     bool
}

// geometries remembers the boards in use: there are few.
var geometries sync.Map // shape → *geometry

func geometryOf(s shape) *geometry {
	if g, ok := geometries.Load(s); ok {
		return g.(*geometry)
	}
	g, _ := geometries.LoadOrStore(s, newGeometry(s))
	return g.(*geometry)
}

func newGeometry(s shape) *geometry {
	g := &geometry{size: s.size}
	area := s.size.Area()
	for sq := range area {
		g.all |= bit(sq)
	}
	for sq := range area {
		leap := func(df, dr int) set { return g.leap(sq, df, dr) }
		around := func(a, b int) set {
			return leap(a, b) | leap(b, -a) | leap(-a, -b) | leap(-b, a)
		}
		g.knights[sq] = around(1, 2) | around(2, 1)
		g.steps[sq] = around(0, 1)
		g.kings[sq] = around(0, 1) | around(1, 1)
		for _, d := range directions {
			ray := g.ray(sq, d[0], d[1])
			if d[0] == 0 || d[1] == 0 {
				g.orthRays[sq] |= ray
			} else {
				g.diagRays[sq] |= ray
			}
			var way set
			for at := sq; ; {
				next := g.leap(at, d[0], d[1])
				if next == 0 {
					break
				}
				at = next.first()
				g.betweens[sq][at], g.through[sq][at] = way, ray
				way |= next
			}
		}
		g.reflect[sq] = uint8(s.size.Reflect(board.Square(sq)))
	}
	for side := range uint8(2) {
		for sq := range area {
			switch rank := s.size.RankFrom(board.Color(side), board.Square(turn(sq, side))); rank {
			case 0:
				g.low[side] |= bit(sq)
			case 2:
				g.third[side] |= bit(sq)
			}
			if s.size.RankFrom(board.Color(side), board.Square(turn(sq, side))) == s.size.Ranks-1 {
				g.high[side] |= bit(sq)
			}
		}
	}
	for side := range uint8(2) {
		up, down := g.direction(side), -g.direction(side)
		for sq := range area {
			g.takers[side][sq] = g.leap(sq, -1, down) | g.leap(sq, 1, down)
			g.guards[side][sq] = g.leap(sq, -1, up) | g.leap(sq, 1, up)
			if !s.firstRank {
				g.takers[side][sq] &^= g.low[side]
				g.guards[side][sq] &^= g.high[side]
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

// direction is 1 when the side to move plays towards higher ranks as it sees the
// board, else -1.
func (g *geometry) direction(side uint8) int {
	if g.step(side) < 0 {
		return -1
	}
	return 1
}

// leap returns the square so far from sq, or nothing.
func (g *geometry) leap(sq, df, dr int) set {
	s := board.Square(sq)
	to := g.size.At(g.size.File(s)+df, g.size.Rank(s)+dr)
	if to == board.NoSquare {
		return set(0)
	}
	return bit(int(to))
}

// ray returns the squares from sq to the edge, without sq.
func (g *geometry) ray(sq, df, dr int) set {
	var s set
	for next := g.leap(sq, df, dr); next != 0; next = g.leap(next.first(), df, dr) {
		s |= next
	}
	return s
}

// span returns the squares of a rank from a to b, both included.
func (g *geometry) span(a, b int) set { return g.betweens[a][b] | bit(a) | bit(b) }
