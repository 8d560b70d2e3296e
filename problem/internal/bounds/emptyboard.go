package bounds

import (
	"fmt"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/weakcache"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/rules/reference"
)

// army is a variant with the distances of its pieces.
type armyDistances struct {
	v *rules.Variant
	*emptyBoard
}

// survey is how the pieces of an army go on an empty board.
type emptyBoard struct {
	// away[k][a][b] is how many moves a piece of kind k of White needs from a to b on an empty board, 255
	// where it cannot get there; a pawn's ways include captures, but no promotion.
	moveCount  [][][]uint8
	steps      [][][]board.Square // by kind of White and square, where it may go in one move
	promotions []rules.PieceType
}

// surveys are those that have been made, by all that they depend on: nobody is captured, so what captures bring about does not matter.
var emptyBoards weakcache.Map[string, emptyBoard]

// measured finds the ways of the pieces on an empty board.
func newArmyDistances(v *rules.Variant) *armyDistances {
	key := fmt.Sprint(v.Size, v.Army, v.Start, v.Promotion.To, v.Conversion, v.Gating, v.Series)
	return &armyDistances{v, emptyBoards.Get(key, func() *emptyBoard { return newEmptyBoard(v) })}
}

func newEmptyBoard(v *rules.Variant) *emptyBoard {
	t := &emptyBoard{}
	area := v.Size.Area()
	t.moveCount = make([][][]uint8, len(v.Army))
	t.steps = make([][][]board.Square, len(v.Army))
	for _, letter := range []byte(v.Promotion.To) {
		t.promotions = append(t.promotions, v.TypeOf(letter))
	}
	for k := range t.moveCount {
		t.moveCount[k] = make([][]uint8, area)
		steps := findSteps(v, rules.PieceType(k+1))
		t.steps[k] = steps
		for a := range area {
			t.moveCount[k][a] = stepCounts(steps, a)
		}
	}
	return t
}

// stepsOf returns where a white piece of a kind alone on the board may go from each square. They are found by
// asking the rules, so that they hold for any piece.
func findSteps(v *rules.Variant, k rules.PieceType) [][]board.Square {
	size := v.Size
	all := make([][]board.Square, size.Area())
	pawn := v.Type(k).Pawn
	for a := range all {
		from := board.Square(a)
		if pawn {
			f, r := size.File(from), size.Rank(from)
			for _, d := range [...][2]int{{0, 1}, {1, 1}, {-1, 1}, {0, 2}} {
				if d[1] == 2 && r != 1 {
					continue
				}
				if to := size.At(f+d[0], r+d[1]); to != board.NoSquare {
					all[a] = append(all[a], to)
				}
			}
			continue
		}
		s := rules.NewSetup(v)
		s.Board[a] = rules.MakePiece(k, board.White)
		p, err := reference.New(v, s, rules.AnyDefect)
		if err != nil {
			continue
		}
		for _, m := range p.LegalMoves(nil) {
			all[a] = append(all[a], m.To())
		}
	}
	return all
}

// reach returns the number of steps from a square to all others.
func stepCounts(steps [][]board.Square, from int) []uint8 {
	dist := make([]uint8, len(steps))
	for i := range dist {
		dist[i] = 255
	}
	dist[from] = 0
	queue := []int{from}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, to := range steps[at] {
			if dist[to] == 255 {
				dist[to] = dist[at] + 1
				queue = append(queue, int(to))
			}
		}
	}
	return dist
}

// distance returns how many moves of a piece of colour c from one square end on another.
func (t *armyDistances) distance(k rules.PieceType, c board.Color, from, to int) int {
	if c == board.Black {
		from, to = int(t.v.Size.Mirror(board.Square(from))), int(t.v.Size.Mirror(board.Square(to)))
	}
	return int(t.moveCount[k-1][from][to])
}

// promoted returns the fewest moves of a pawn that becomes a piece of kind k and goes to a square.
func (t *armyDistances) promoted(c board.Color, pawn board.Square, k rules.PieceType, to int) int {
	size := t.v.Size
	left := size.Ranks - 1 - size.RankFrom(c, pawn)
	if size.RankFrom(c, pawn) == 1 {
		left--
	}
	best := 255
	for f := range size.Files {
		at := size.Home(c, f, size.Ranks-1)
		if abs(f-size.File(pawn)) <= left+1 {
			best = min(best, left+t.distance(k, c, int(at), to))
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }
