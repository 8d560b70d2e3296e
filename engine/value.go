package engine

import (
	"math"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// pieceValues are the values of a variant's pieces. They follow from the average number of squares
// that a piece attacks, on fuller and on emptier boards.
type pieceValues struct {
	v    *rules.Variant
	area int
	// value is in centipawns, by type, for the middlegame and the endgame. Kings have one for
	// exchanges.
	value [maxTypes][2]Score
	// meanReach is the average number of attacked squares, by type.
	meanReach [maxTypes]float64
	// squareBonus is what a square adds to the value of a white piece, by type and square, for both
	// phases.
	squareBonus [maxTypes][][2]Score
	// distance is the number of king's steps between two squares.
	distance []uint8
}

// maxTypes bounds the number of piece types.
const maxTypes = 32

// pieceOrder has the movements, in Betza's notation, whose values are fitted: knight, bishop, rook,
// queen, hawk, elephant, Sissa and dragon horse. The values of other pieces follow from their
// movement alone.
var pieceOrder = [...]string{"N", "B", "R", "Q", "BN", "RN", "{Sissa}", "BW"}

// withWeights returns the values corrected by weights.
func (pv *pieceValues) withWeights(w *Weights) *pieceValues {
	c := *pv
	for i := range pv.v.Army {
		t := &pv.v.Army[i]
		n := slices.Index(pieceOrder[:], t.Betza)
		if plain := pv.v.TypeOf(t.Letter); t.Letter == pv.v.Conversion.Bishop {
			n = slices.Index(pieceOrder[:], pv.v.Army[plain-1].Betza)
		}
		if n >= 0 {
			for phase := range 2 {
				c.value[i+1][phase] = pv.value[i+1][phase] * Score(w.Pieces[n]) / 100
			}
		}
	}
	return &c
}

// The assumed chance that a square is empty.
const (
	early = 0.62 // in the middlegame
	late  = 0.86 // in the endgame
)

func pieceValuesOf(v *rules.Variant) *pieceValues { return compiled(v, newPieceValues) }

// compiled returns what build makes of a variant. Positions of equal variants share it, while there
// are any.
func compiled[T any](v *rules.Variant, build func(v *rules.Variant) *T) *T {
	made, _ := rules.Compiled(v, func(v *rules.Variant) (*T, error) { return build(v), nil })
	return made
}

func newPieceValues(v *rules.Variant) *pieceValues {
	pv := &pieceValues{v: v, area: v.Size.Area()}
	for from := range pv.area {
		for to := range pv.area {
			pv.distance = append(pv.distance, uint8(v.Size.Distance(board.Square(from), board.Square(to))))
		}
	}
	for i := range v.Army {
		k := rules.PieceType(i + 1)
		pv.squareBonus[k] = make([][2]Score, pv.area)
		t := &v.Army[i]
		movement, err := piece.Parse(t.Betza)
		switch {
		case err != nil:
		case t.Pawn:
			pv.value[k] = [2]Score{pawnValue, pawnValue + 15}
			pv.meanReach[k] = 1
		default:
			pv.setValue(v, k, t, movement)
		}
	}
	return pv
}

// pawnValue is the value of a pawn before fitting.
const pawnValue = 85

// setValue sets the value of a piece type and of its squares, by the squares that it attacks.
func (pv *pieceValues) setValue(v *rules.Variant, k rules.PieceType, t *piece.Type, movement piece.Movement) {
	var reach [2][]float64 // by square
	var mean [2]float64
	for phase, empty := range [2]float64{early, late} {
		reach[phase] = make([]float64, pv.area)
		for sq := range reach[phase] {
			reach[phase][sq] = expectedReach(pv.v.Size, movement, board.Square(sq), empty)
			mean[phase] += reach[phase][sq] / float64(pv.area)
		}
	}
	pv.meanReach[k] = mean[0]
	if t.Royal {
		pv.value[k] = [2]Score{10000, 10000}
		return
	}
	// On a larger board pieces attack more squares, but their targets are further away too.
	scale := math.Pow(64/float64(pv.area), 0.25)
	for phase := range 2 {
		pv.value[k][phase] = centipawns((mean[0] + mean[1]) / 2 * scale)
		if plain := v.TypeOf(t.Letter); plain != k && t.Letter == v.Conversion.Bishop {
			pv.value[k] = pv.value[plain] // they differ in a single move
		}
		for sq, n := range reach[phase] {
			pv.squareBonus[k][sq][phase] = Score(
				math.Round((n - mean[phase]) * float64(pv.value[k][phase]) / mean[phase]))
		}
	}
}

// steps returns the number of king's steps between two squares.
func (pv *pieceValues) steps(from, to board.Square) int {
	return int(pv.distance[int(from)*pv.area+int(to)])
}

// centipawns returns the value of a piece that attacks so many squares on average. The formula is
// fitted to the usual values of the orthodox pieces. A rider and a leaper with the same reach have
// the same value, and value grows faster than reach.
func centipawns(squares float64) Score {
	return Score(math.Round(52.3 * math.Pow(squares, 1.095)))
}

// distanceFromMiddleFile returns the distance of a square from the middle files, which are 0.
func distanceFromMiddleFile(size board.Size, s board.Square) int {
	f := size.File(s)
	return max(0, max((size.Files-1)/2-f, f-size.Files/2))
}

// centrality returns 0 for the corners of the board, and more towards the middle.
func centrality(size board.Size, s board.Square) int {
	f, r := size.File(s), size.Rank(s)
	return min(f, size.Files-1-f) + min(r, size.Ranks-1-r)
}

// expectedReach returns how many squares a white piece attacks from sq on average, when squares are
// empty with a given chance. Of several paths to a square one must be open.
func expectedReach(size board.Size, movement piece.Movement, sq board.Square, empty float64) float64 {
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
			if p.Hurdles>>i&1 != 0 || i == p.Takes-1 {
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
