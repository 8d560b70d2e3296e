package distance

import (
	"fmt"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/weakcache"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// This file has the moves of each piece type on an empty board, and how many of them lead from one
// square to another. distances.go adds promotions, castling and rebirths.

// Unreachable is the number of moves to a square that a piece cannot reach.
const Unreachable = 255

// EmptyBoard holds the moves of White's pieces on an empty board. Black's are the mirror image.
type EmptyBoard struct {
	// MoveCount[k][a][b] is the number of moves that piece type k+1 needs from a to b. Captures of
	// pawns count, promotions do not.
	MoveCount  [][][]uint8
	Steps      [][][]board.Square // by piece type and square: where one move leads
	Promotions []rules.PieceType
}

// Game is a variant with the tables of its pieces.
type Game struct {
	Variant *rules.Variant
	*EmptyBoard
}

// emptyBoards shares the tables between variants whose pieces move alike on an empty board. A new
// part of a variant on which such moves depend belongs to the key.
var emptyBoards weakcache.Map[string, EmptyBoard]

// NewGame returns the tables of a variant.
func NewGame(v *rules.Variant) *Game {
	key := fmt.Sprint(v.Size, v.Army, v.Start, v.Promotion.To, v.Conversion, v.Gating, v.Series)
	return &Game{v, emptyBoards.Get(key, func() *EmptyBoard { return newEmptyBoard(v) })}
}

func newEmptyBoard(v *rules.Variant) *EmptyBoard {
	e := &EmptyBoard{
		MoveCount: make([][][]uint8, len(v.Army)),
		Steps:     make([][][]board.Square, len(v.Army)),
	}
	for _, letter := range []byte(v.Promotion.To) {
		e.Promotions = append(e.Promotions, v.TypeOf(letter))
	}
	for k := range v.Army {
		e.Steps[k] = findSteps(v, rules.PieceType(k+1))
		e.MoveCount[k] = make([][]uint8, v.Size.Area())
		for from := range e.MoveCount[k] {
			e.MoveCount[k][from] = countSteps(e.Steps[k], from)
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
			if count[to] == Unreachable {
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
		all[i] = Unreachable
	}
	return all
}

// Distance returns the number of moves of a piece of colour c from one square to another, without
// promotion and castling.
func (t *Game) Distance(k rules.PieceType, c board.Color, from, to int) int {
	if c == board.Black {
		from, to = int(t.Variant.Size.Mirror(board.Square(from))), int(t.Variant.Size.Mirror(board.Square(to)))
	}
	return int(t.MoveCount[k-1][from][to])
}

// PromotedDistance returns the number of moves of a pawn that promotes to k and goes to a square.
func (t *Game) PromotedDistance(c board.Color, pawn board.Square, k rules.PieceType, to int) int {
	size, left := t.Variant.Size, t.MovesToPromote(c, pawn)
	best := Unreachable
	for f := range size.Files {
		at := size.Home(c, f, size.Ranks-1)
		if abs(f-size.File(pawn)) <= left+1 {
			best = min(best, left+t.Distance(k, c, int(at), to))
		}
	}
	return best
}

// MovesToPromote returns the number of moves of a pawn to the last rank.
func (t *Game) MovesToPromote(c board.Color, pawn board.Square) int {
	rank := t.Variant.Size.RankFrom(c, pawn)
	if rank == 1 {
		rank++ // a double step
	}
	return t.Variant.Size.Ranks - 1 - rank
}

func abs(n int) int { return max(n, -n) }
