package problem

import (
	"fmt"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/weakcache"
	"github.com/kirke-chess/kirke/rules"
)

// target is the position a game leads to and, once it is measured, how the men of its variant go on an empty board.
type target struct {
	v   *rules.Variant
	men []rules.Man
	*survey
}

// survey is how the men of an army go on an empty board.
type survey struct {
	// away[k][a][b] is how many moves a man of kind k of White needs from a to b on an empty board, 255
	// where it cannot get there; a pawn's ways include captures, but no promotion.
	away       [][][]uint8
	reach      [][][]board.Square // by kind of White and square, where it may go in one move
	promotions []rules.Kind
}

func newTarget(v *rules.Variant, men []rules.Man) *target {
	return &target{v: v, men: men}
}

// surveys are those that have been made, by all that they depend on: nobody is captured, so what captures bring about does not matter.
var surveys weakcache.Map[string, survey]

// measured finds the ways of the men on an empty board.
func (t *target) measured() *target {
	v := t.v
	key := fmt.Sprint(v.Size, v.Army, v.Array, v.Promotion.To, v.Conversion, v.Entry, v.Series)
	t.survey = surveys.Get(key, func() *survey { return newSurvey(v) })
	return t
}

func newSurvey(v *rules.Variant) *survey {
	t := &survey{}
	area := v.Size.Area()
	t.away = make([][][]uint8, len(v.Army))
	t.reach = make([][][]board.Square, len(v.Army))
	for _, letter := range []byte(v.Promotion.To) {
		t.promotions = append(t.promotions, v.KindOf(letter))
	}
	for k := range t.away {
		t.away[k] = make([][]uint8, area)
		steps := stepsOf(v, rules.Kind(k+1))
		t.reach[k] = steps
		for a := range area {
			t.away[k][a] = reach(steps, a)
		}
	}
	return t
}

// stepsOf returns where a white man of a kind alone on the board may go from each square. They are found by
// asking the rules, so that they hold for any man.
func stepsOf(v *rules.Variant, k rules.Kind) [][]board.Square {
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
		s.Board[a] = rules.MakeMan(k, board.White)
		p, err := rules.New(v, s, rules.AnyProblem)
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
func reach(steps [][]board.Square, from int) []uint8 {
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

// is reports whether the men of p stand as they should.
func (t *target) is(p rules.Position) bool {
	for sq, m := range t.men {
		if p.At(board.Square(sq)) != m {
			return false
		}
	}
	return true
}

// distance returns how many moves of a man of colour c from one square end on another.
func (t *target) distance(k rules.Kind, c board.Color, from, to int) int {
	if c == board.Black {
		from, to = int(t.v.Size.Mirror(board.Square(from))), int(t.v.Size.Mirror(board.Square(to)))
	}
	return int(t.away[k-1][from][to])
}

// differs reports whether more squares differ from the target than so many half-moves can change: five each, when a side castles and
// a man is reborn.
func (t *target) differs(p rules.Position, moves int) bool {
	differ := 0
	for sq, m := range t.men {
		if p.At(board.Square(sq)) != m {
			differ++
		}
	}
	return differ > 5*moves
}

// promoted returns the fewest moves of a pawn that becomes a man of kind k and goes to a square.
func (t *target) promoted(c board.Color, pawn board.Square, k rules.Kind, to int) int {
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
