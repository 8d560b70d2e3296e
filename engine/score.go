package engine

import "fmt"

// Score is the value of a position for the side to move, in centipawns. The highest and the lowest
// scores are forced mates; see Mate.
type Score int32

const (
	// MaxPly is how many half-moves a search looks ahead at most.
	MaxPly = 120

	mateScore Score = 32000
	infinity  Score = 32500
	mateBound Score = mateScore - 2*MaxPly // higher scores, and those below -mateBound, are mates
)

// matedIn returns the score of a side that is mated in so many half-moves.
func matedIn(plies int) Score { return Score(plies) - mateScore }

// Mate returns in how many moves the side to move mates, or, when negative, is mated. ok is false
// if the score is not a mate.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s > mateBound:
		return int(mateScore-s+1) / 2, true
	case s < -mateBound:
		return -int(mateScore+s) / 2, true
	}
	return 0, false
}

// AcceptsDraw reports whether a side at this score accepts a draw: if it is not better than even.
func (s Score) AcceptsDraw() bool { return s <= 0 }

// String returns the score in pawns, "+0.35", or the mate, "#3" and "#-2".
func (s Score) String() string {
	if n, ok := s.Mate(); ok {
		return fmt.Sprintf("#%d", n)
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

// toTable turns a mate counted from the root into one counted from a node at a ply, which is the
// same by any way there.
func (s Score) toTable(ply int) Score {
	switch {
	case s > mateBound:
		return s + Score(ply)
	case s < -mateBound:
		return s - Score(ply)
	}
	return s
}

// fromTable reverses toTable.
func (s Score) fromTable(ply int) Score {
	switch {
	case s > mateBound:
		return s - Score(ply)
	case s < -mateBound:
		return s + Score(ply)
	}
	return s
}
