package bounds

import (
	"fmt"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/weakcache"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// This file has the moves of each piece type on an empty board, and how many of them lead from one
// square to another. distances.go adds promotions, castling and rebirths.

// unreachable is the number of moves to a square that a piece cannot reach.
const unreachable = 255

// emptyBoard holds the moves of White's pieces on an empty board. Black's are the mirror image.
type emptyBoard struct {
	// moveCount[k][a][b] is the number of moves that piece type k+1 needs from a to b. Captures of
	// pawns count, promotions do not.
	moveCount  [][][]uint8
	steps      [][][]board.Square // by piece type and square: where one move leads
	promotions []rules.PieceType
}

// armyDistances is a variant with the tables of its pieces.
type armyDistances struct {
	v *rules.Variant
	*emptyBoard
}

// emptyBoards shares the tables between variants that differ only in what a capture brings about.
var emptyBoards weakcache.Map[string, emptyBoard]

func newArmyDistances(v *rules.Variant) *armyDistances {
	key := fmt.Sprint(v.Size, v.Army, v.Start, v.Promotion.To, v.Conversion, v.Gating, v.Series)
	return &armyDistances{v, emptyBoards.Get(key, func() *emptyBoard { return newEmptyBoard(v) })}
}

func newEmptyBoard(v *rules.Variant) *emptyBoard {
	e := &emptyBoard{
		moveCount: make([][][]uint8, len(v.Army)),
		steps:     make([][][]board.Square, len(v.Army)),
	}
	for _, letter := range []byte(v.Promotion.To) {
		e.promotions = append(e.promotions, v.TypeOf(letter))
	}
	for k := range v.Army {
		e.steps[k] = findSteps(v, rules.PieceType(k+1))
		e.moveCount[k] = make([][]uint8, v.Size.Area())
		for from := range e.moveCount[k] {
			e.moveCount[k][from] = countSteps(e.steps[k], from)
		}
	}
	return e
}

// findSteps returns, by square, where a white piece that is alone on the board may go. It asks the
// rules, so it holds for any piece.
func findSteps(v *rules.Variant, k rules.PieceType) [][]board.Square {
	steps := make([][]board.Square, v.Size.Area())
	for a := range steps {
		if v.Type(k).Pawn {
			steps[a] = pawnSteps(v.Size, board.Square(a))
			continue
		}
		s := rules.NewSetup(v)
		s.Board[a] = rules.MakePiece(k, board.White)
		p, err := reference.New(v, s, rules.AnyDefect)
		if err != nil {
			continue
		}
		for _, m := range p.LegalMoves(nil) {
			steps[a] = append(steps[a], m.To())
		}
	}
	return steps
}

// pawnSteps returns where a white pawn may go, captures included.
func pawnSteps(size board.Size, from board.Square) (steps []board.Square) {
	file, rank := size.File(from), size.Rank(from)
	for _, d := range [...][2]int{{0, 1}, {1, 1}, {-1, 1}, {0, 2}} {
		if d[1] == 2 && rank != 1 {
			continue
		}
		if to := size.At(file+d[0], rank+d[1]); to != board.NoSquare {
			steps = append(steps, to)
		}
	}
	return steps
}

// countSteps returns the number of steps from a square to each square.
func countSteps(steps [][]board.Square, from int) []uint8 {
	count := unreached(len(steps))
	count[from] = 0
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, to := range steps[at] {
			if count[to] == unreachable {
				count[to] = count[at] + 1
				queue = append(queue, int(to))
			}
		}
	}
	return count
}

// unreached returns n distances to what is not reached yet.
func unreached(n int) []uint8 {
	all := make([]uint8, n)
	for i := range all {
		all[i] = unreachable
	}
	return all
}

// distance returns the number of moves of a piece of colour c from one square to another.
func (t *armyDistances) distance(k rules.PieceType, c board.Color, from, to int) int {
	if c == board.Black {
		from, to = int(t.v.Size.Mirror(board.Square(from))), int(t.v.Size.Mirror(board.Square(to)))
	}
	return int(t.moveCount[k-1][from][to])
}

// promotedDistance returns the number of moves of a pawn that promotes to k and goes to a square.
func (t *armyDistances) promotedDistance(c board.Color, pawn board.Square, k rules.PieceType, to int) int {
	size, left := t.v.Size, t.movesToPromote(c, pawn)
	best := unreachable
	for f := range size.Files {
		at := size.Home(c, f, size.Ranks-1)
		if abs(f-size.File(pawn)) <= left+1 {
			best = min(best, left+t.distance(k, c, int(at), to))
		}
	}
	return best
}

// movesToPromote returns the number of moves of a pawn to the last rank.
func (t *armyDistances) movesToPromote(c board.Color, pawn board.Square) int {
	rank := t.v.Size.RankFrom(c, pawn)
	if rank == 1 {
		rank++ // a double step
	}
	return t.v.Size.Ranks - 1 - rank
}

func abs(n int) int { return max(n, -n) }
