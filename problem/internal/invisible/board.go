package invisible

import "github.com/kirke-chess/kirke/board"

// Piece is a piece of chess with its colour, 0 for none, or Hole.
type Piece uint8

// Hole is on a square that is no part of the board.
const Hole Piece = 16

// The types of pieces.
const (
	King Piece = iota + 1
	Queen
	Rook
	Bishop
	Knight
	Pawn
)

// Make returns a piece.
func Make(kind Piece, c board.Color) Piece { return kind | Piece(c)<<3 }

func (p Piece) kind() Piece           { return p & 7 }
func (p Piece) color() board.Color    { return board.Color(p >> 3 & 1) }
func (p Piece) of(c board.Color) bool { return p&7 != 0 && p>>3&1 == Piece(c) }

// slides reports whether a piece moves along the rays of a direction.
func (p Piece) slides(dir int) bool {
	switch p.kind() {
	case Queen:
		return true
	case Bishop:
		return dir < 4
	case Rook:
		return dir >= 4
	}
	return false
}

// letter returns the letter of a piece as Popeye writes it.
func (p Piece) letter() string { return " KQRBSP"[p.kind() : p.kind()+1] }

// Square is a square of the board: its file and eight times its rank.
type Square int8

// nowhere is no square.
const nowhere Square = -1

func (s Square) rank() int { return int(s >> 3) }
func (s Square) file() int { return int(s & 7) }

func (s Square) String() string { return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)}) }

// Grid is what stands on the squares.
type Grid [64]Piece

// squareAt returns a square by its file and rank, nowhere off the board.
func squareAt(file, rank int) Square {
	if file < 0 || file > 7 || rank < 0 || rank > 7 {
		return nowhere
	}
	return Square(rank*8 + file)
}

// directions are the rays in Popeye's order: the diagonals, then the others. leaps are the jumps of
// a knight in that order.
var (
	directions = [8][2]int{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {-1, 0}, {0, 1}, {1, 0}}
	leaps      = [8][2]int{{-2, -1}, {-1, -2}, {1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}}
)

// Tables of the empty board, by square.
var (
	rays    [64][8][]Square
	jumps   [64][]Square
	way     [64][64]int8     // the direction from one square to another, -1 if there is none
	between [64][64][]Square // the squares between two on a line
)

func init() {
	for s := range Square(64) {
		for to := range way[s] {
			way[s][to] = -1
		}
		for d, v := range directions {
			var passed []Square
			for n := 1; ; n++ {
				to := squareAt(s.file()+n*v[0], s.rank()+n*v[1])
				if to == nowhere {
					break
				}
				way[s][to], between[s][to] = int8(d), passed[:len(passed):len(passed)]
				passed = append(passed, to)
			}
			rays[s][d] = passed
		}
		for _, v := range leaps {
			if to := squareAt(s.file()+v[0], s.rank()+v[1]); to != nowhere {
				jumps[s] = append(jumps[s], to)
			}
		}
	}
}

// forward returns the direction in which the pawns of a side move, as a difference of squares.
func forward(c board.Color) Square {
	if c == board.White {
		return 8
	}
	return -8
}

// pawnTakes returns the squares on which a pawn captures.
func pawnTakes(from Square, c board.Color) [2]Square {
	rank := from.rank() + int(forward(c))/8
	return [2]Square{squareAt(from.file()+1, rank), squareAt(from.file()-1, rank)}
}

// lastRank returns the rank on which the pawns of a side promote.
func lastRank(c board.Color) int {
	if c == board.White {
		return 7
	}
	return 0
}

// secondRank returns the rank from which the pawns of a side make double steps.
func secondRank(c board.Color) int { return lastRank(c.Other()) + int(forward(c))/8 }

// pawnStands reports whether a pawn of the game may stand on a square. A diagram may have pawns on
// others: they neither move nor attack.
func pawnStands(s Square) bool { return s.rank() > 0 && s.rank() < 7 }

// attacked reports whether a side attacks a square.
func (g *Grid) attacked(s Square, by board.Color) bool {
	return g.attackers(s, by, func(Square, int) bool { return true })
}

// attackers calls found for each piece of a side that attacks a square, with the number of squares
// between them, until found returns true. It reports whether found did.
func (g *Grid) attackers(s Square, by board.Color, found func(from Square, between int) bool) bool {
	for _, from := range jumps[s] {
		if g[from] == Make(Knight, by) && found(from, 0) {
			return true
		}
	}
	for _, from := range pawnTakes(s, by.Other()) {
		if pawnStands(from) && g[from] == Make(Pawn, by) && found(from, 0) {
			return true
		}
	}
	for d := range directions {
		for i, from := range rays[s][d] {
			p := g[from]
			if p == 0 {
				continue
			}
			if p.of(by) && (p.slides(d) || i == 0 && p.kind() == King) && found(from, i) {
				return true
			}
			break
		}
	}
	return false
}

// king returns the square of a side's king, nowhere if it has none.
func (g *Grid) king(c board.Color) Square {
	for s, p := range g {
		if p == Make(King, c) {
			return Square(s)
		}
	}
	return nowhere
}
