package engine

import (
	"math"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// army is what the movements of a variant's men say about their worth: for each kind how many squares a
// man attacks on the average, on fuller and on emptier boards.
type army struct {
	v    *rules.Variant
	area int
	// value is by kind, for the middlegame and the endgame, in centipawns. Kings have one too, for the
	// order of exchanges.
	value [maxKinds][2]Score
	// mean is the squares attacked on the average, by kind.
	mean [maxKinds]float64
	// square is what a square adds to or takes from the value of a man of White's, by what it reaches from there.
	square [maxKinds][][2]Score
	// distance is how many steps of a king lie between two squares.
	distance []uint8
}

const maxKinds = 32

// menOrder are the movements, in Betza's notation, whose worth is fitted: knight, bishop, rook, queen, hawk, elephant, Sissa and
// dragon horse. Of other men their movement alone says what they are worth.
var menOrder = [...]string{"N", "B", "R", "Q", "BN", "RN", "{Sissa}", "BW"}

// worth returns the army with its values put right by weights.
func (a *army) worth(w *Weights) *army {
	c := *a
	for i := range a.v.Army {
		t := &a.v.Army[i]
		n := slices.Index(menOrder[:], t.Betza)
		if plain := a.v.KindOf(t.Letter); t.Letter == a.v.Conversion.Bishop {
			n = slices.Index(menOrder[:], a.v.Army[plain-1].Betza)
		}
		if n >= 0 {
			for phase := range 2 {
				c.value[i+1][phase] = a.value[i+1][phase] * Score(w.Men[n]) / 100
			}
		}
	}
	return &c
}

// How full the board is taken to be: the chance that a square is empty.
const (
	early = 0.62
	late  = 0.86
)

func armyOf(v *rules.Variant) *army { return compiled(v, newArmy) }

// compiled returns what is made of a variant, once for all positions of it.
func compiled[T any](v *rules.Variant, build func(v *rules.Variant) *T) *T {
	made, _ := rules.Compiled(v, func(v *rules.Variant) (*T, error) { return build(v), nil })
	return made
}

func newArmy(v *rules.Variant) *army {
	a := &army{v: v, area: v.Size.Area()}
	for from := range a.area {
		for to := range a.area {
			a.distance = append(a.distance, uint8(v.Size.Distance(board.Square(from), board.Square(to))))
		}
	}
	for i := range v.Army {
		k := rules.Kind(i + 1)
		a.square[k] = make([][2]Score, a.area)
		t := &v.Army[i]
		movement, err := piece.Parse(t.Betza)
		switch {
		case err != nil:
		case t.Pawn:
			a.value[k] = [2]Score{pawnValue, pawnValue + 15}
			a.mean[k] = 1
		default:
			a.judge(v, k, t, movement)
		}
	}
	return a
}

const pawnValue = 85

// judge finds the value of a man and of its squares from where it gets to.
func (a *army) judge(v *rules.Variant, k rules.Kind, t *piece.Type, movement piece.Movement) {
	var reach [2][]float64 // by square
	var mean [2]float64
	for phase, empty := range [2]float64{early, late} {
		reach[phase] = make([]float64, a.area)
		for sq := range reach[phase] {
			reach[phase][sq] = expected(a.v.Size, movement, board.Square(sq), empty)
			mean[phase] += reach[phase][sq] / float64(a.area)
		}
	}
	a.mean[k] = mean[0]
	if t.Royal {
		a.value[k] = [2]Score{10000, 10000}
		return
	}
	// On a larger board men reach more squares, but the others are further away too.
	scale := math.Pow(64/float64(a.area), 0.25)
	for phase := range 2 {
		a.value[k][phase] = worth((mean[0] + mean[1]) / 2 * scale)
		if plain := v.KindOf(t.Letter); plain != k && t.Letter == v.Conversion.Bishop {
			a.value[k] = a.value[plain] // it is one for all but a move
		}
		for sq, n := range reach[phase] {
			a.square[k][sq][phase] = Score(math.Round((n - mean[phase]) * float64(a.value[k][phase]) / mean[phase]))
		}
	}
}

// steps returns how many steps of a king lie between two squares of the board.
func (a *army) steps(from, to board.Square) int { return int(a.distance[int(from)*a.area+int(to)]) }

// worth turns the squares a man attacks on the average into centipawns. It is fitted to the values
// that players give to the orthodox men: a rider of few squares and a leaper of as many are worth the same, and
// what moves further is worth more than in proportion.
func worth(squares float64) Score {
	return Score(math.Round(52.3 * math.Pow(squares, 1.095)))
}

// distanceFromMiddleFile is 0 on the middle files.
func distanceFromMiddleFile(size board.Size, s board.Square) int {
	f := size.File(s)
	return max(0, max((size.Files-1)/2-f, f-size.Files/2))
}

// centrality is 0 at the edge of the board and grows towards the middle.
func centrality(size board.Size, s board.Square) int {
	f, r := size.File(s), size.Rank(s)
	return min(f, size.Files-1-f) + min(r, size.Ranks-1-r)
}

// expected returns how many squares a man of White attacks from sq on the average, when each square is empty with a
// chance. Several ways to one square count for more than one, as a man in its way closes only one of them.
func expected(size board.Size, movement piece.Movement, sq board.Square, empty float64) float64 {
	misses := map[board.Square]float64{}
	var buf []board.Square
	for _, p := range movement {
		if p.Mode&piece.Capture == 0 || p.Initial {
			continue
		}
		squares, ok := p.From(size, board.White, sq, buf)
		if !ok {
			continue
		}
		chance := 1.0
		for i := range len(squares) - 1 {
			if p.Hurdles>>i&1 != 0 {
				chance *= 1 - empty
			} else {
				chance *= empty
			}
		}
		to := squares[len(squares)-1]
		miss, known := misses[to]
		if !known {
			miss = 1
		}
		misses[to] = miss * (1 - chance)
	}
	var sum float64
	for _, miss := range misses {
		sum += 1 - miss
	}
	return sum
}
