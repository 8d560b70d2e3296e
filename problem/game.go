package problem

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// target is the position a proof game leads to. Its bound says how many moves a side needs
// at least, so that what cannot be reached in time is not tried.
type target struct {
	v   *rules.Variant
	men []rules.Man
	// away[k][a][b] is how many moves a man of kind k of White needs from a to b on an empty board, 255
	// where it cannot get there; a pawn's ways include captures, but no promotion.
	away       [][][]uint8
	reach      [][][]board.Square // by kind of White and square, where it may go in one move
	promotions []rules.Kind
	movable    bool // captured men do not come back, so that every man has come on its own feet
}

func newTarget(v *rules.Variant, men []rules.Man) *target {
	t := &target{v: v, men: men, movable: !v.Aftermath.Active && v.Entry.Hand == ""}
	if !t.movable {
		return t
	}
	return t.measured()
}

// measured finds the ways of the men on an empty board.
func (t *target) measured() *target {
	v := t.v
	area := v.Size.Area()
	t.away = make([][][]uint8, len(v.Army))
	t.reach = make([][][]board.Square, len(v.Army))
	for _, letter := range []byte(v.Promotion.To) {
		t.promotions = append(t.promotions, v.KindOf(letter))
	}
	for k := range t.away {
		t.away[k] = make([][]uint8, area)
		steps := t.steps(rules.Kind(k + 1))
		t.reach[k] = steps
		for a := range area {
			t.away[k][a] = reach(steps, a)
		}
	}
	return t
}

// steps returns where a white man of a kind alone on the board may go from each square. They are found by
// asking the rules, so that they hold for any man.
func (t *target) steps(k rules.Kind) [][]board.Square {
	size := t.v.Size
	all := make([][]board.Square, size.Area())
	pawn := t.v.Type(k).Pawn
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
		s := rules.NewSetup(t.v)
		s.Board[a] = rules.MakeMan(k, board.White)
		p, err := rules.New(t.v, s, rules.AnyProblem)
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

// tooFar reports whether the target cannot be reached from p in so many moves of White and Black.
func (t *target) tooFar(p rules.Position, moves [2]int) bool {
	var now [256]rules.Man
	var count, want [2]int
	differ := 0
	for sq, m := range t.men {
		n := p.At(board.Square(sq))
		now[sq] = n
		if n != 0 {
			count[n.Color()]++
		}
		if m != 0 {
			want[m.Color()]++
		}
		if n != m {
			differ++
		}
	}
	if !t.movable {
		return differ > 5*(moves[0]+moves[1])
	}
	for c := range board.Color(2) {
		// Men vanish only by being captured, one a move of the other side.
		if gone := count[c] - want[c]; gone < 0 || gone > moves[c.Other()] {
			return true
		}
		if t.needs(&now, c, moves[c]) > moves[c] {
			return true
		}
	}
	return false
}

// needs returns how many moves a side needs at least to bring its men to their places, or more than
// most as soon as that is clear: the sum, over the places, of the moves of the nearest man that could be the one.
func (t *target) needs(now *[256]rules.Man, c board.Color, most int) int {
	sum := 0
	king, rook := false, false // have to move
	for to, m := range t.men {
		if m == 0 || m.Color() != c || now[to] == m {
			continue
		}
		best := 255
		for from := range t.men {
			n := now[from]
			if n == 0 || n.Color() != c {
				continue
			}
			if n.Kind() == m.Kind() {
				best = min(best, t.distance(m.Kind(), c, from, to))
			} else if t.v.Type(n.Kind()).Pawn && !t.v.Type(m.Kind()).Royal {
				best = min(best, t.promoted(c, board.Square(from), m.Kind(), to))
			}
			if best <= 1 {
				break
			}
		}
		ty := t.v.Type(m.Kind())
		if ty.Royal {
			if king = true; best > 1 && castled(t.v, c, board.Square(to)) {
				best = 1
			}
		}
		rook = rook || ty.Letter == 'R'
		if sum += best; sum > most+1 {
			return sum
		}
	}
	if king && rook && sum > 0 {
		sum-- // by castling
	}
	return sum
}

// castled reports whether a king may have come to a square by castling.
func castled(v *rules.Variant, c board.Color, sq board.Square) bool {
	for side := range 2 {
		if sq == v.Size.Home(c, v.Castling.KingTo[side], 0) {
			return true
		}
	}
	return false
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
