package engine

import "fmt"

// Score is what a position is worth to the side to move, in centipawns; beyond MateIn(MaxPly) it is
// a forced mate.
type Score int32

const (
	// MaxPly is how many half-moves a search looks ahead at most.
	MaxPly = 120

	mateScore Score = 32000
	infinity  Score = 32500
	surely    Score = mateScore - 2*MaxPly // scores beyond it are mates
)

// matedIn is the score of being mated in so many half-moves.
func matedIn(plies int) Score { return Score(plies) - mateScore }

// Mate returns in how many moves the side to move mates, or is mated when it is negative; ok is false when
// the score is no mate.
func (s Score) Mate() (moves int, ok bool) {
	switch {
	case s > surely:
		return int(mateScore-s+1) / 2, true
	case s < -surely:
		return -int(mateScore+s) / 2, true
	}
	return 0, false
}

// AcceptsDraw reports whether a side at this score should agree to a draw that it is offered: when it is no
// better than even.
func (s Score) AcceptsDraw() bool { return s <= 0 }

// String returns the score in pawns, "+0.35", or the mate, "#3" and "#-2".
func (s Score) String() string {
	if n, ok := s.Mate(); ok {
		return fmt.Sprintf("#%d", n)
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

// toTable and fromTable change a mate counted from the root into one counted from a node at a ply, and back.
func (s Score) toTable(ply int) Score {
	switch {
	case s > surely:
		return s + Score(ply)
	case s < -surely:
		return s - Score(ply)
	}
	return s
}

func (s Score) fromTable(ply int) Score {
	switch {
	case s > surely:
		return s - Score(ply)
	case s < -surely:
		return s + Score(ply)
	}
	return s
}
