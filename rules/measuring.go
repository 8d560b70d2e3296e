package rules

import (
	"errors"
	"fmt"
	"strings"
)

// Measuring lets a side play only those of its legal moves that are the greatest by a measure
// (maximummer). A king may not be left in check of any move, great or not.
type Measuring struct {
	White, Black Measured
}

// Measured is what the moves of a side are measured by.
type Measured struct {
	// By is the measure.
	By Measure `decides:"by what moves are measured"`
	// Exact counts moves too that would leave the own king in check. If none but them are the
	// greatest, the side cannot move.
	Exact bool
	// Ultra is Exact, and the pieces of the side check only by a move that is the greatest.
	Ultra bool
	// Squares are those of the measure, separated by blanks ("a1 h8").
	Squares string `decides:"by which squares moves are measured"`
}

// plain is the measure alone: neither exact nor ultra.
func (m Measured) plain() Measured { return Measured{By: m.By, Squares: m.Squares} }

// Measure is what moves are measured by.
type Measure uint8

// The measures.
const (
	NoMeasure        Measure = iota
	LongestMove              // the distance between the centres of the squares (maximummer)
	ShortestMove             // the same, and the least is the greatest (minimummer)
	CapturingMove            // whether it captures
	ForcedSquare             // whether it leads to one of Squares
	FollowingMove            // whether it leads to the square that the other side has just left
	DuellingMove             // whether the piece that its side moved last moves
	ParallelMove             // whether it is parallel to the other side's last move, and as long
	AntiparallelMove         // whether it is so in the opposite direction
	FirstSquare              // how early its square of departure comes: a1, a2 … b1 … h8
	// HomingMove measures whether a move leads to the square that its piece has in the diagram
	// (back home). A side with such a move does not check by others.
	HomingMove
	// FarthestPair measures how far apart the two pieces are after the move that stand on Squares in
	// the diagram (MaxDister). If one of them is off the board all moves are alike.
	FarthestPair
	// NearestPair measures how near they are (MinDister).
	NearestPair
)

// Lengths of castling, which adds the ways of king and rook. All lengths are squares of distances.
const (
	shortCastling = 16
	longCastling  = 25
)

// Beyond is above the squares of all distances on a board. The lengths of a minimummer are taken
// from it.
const Beyond = 1000

// contradiction says why the measures do not go together with the parts of v, or nil.
func (m *Measuring) contradiction(v *Variant) error {
	for _, side := range []*Measured{&m.White, &m.Black} {
		if side.By.OfPair() && len(strings.Fields(side.Squares)) != 2 {
			return fmt.Errorf("%q are not the two squares of the pieces whose distance is measured", side.Squares)
		}
		if side.By.OfPair() && !m.knowsPairs(v) {
			return errors.New("it is not settled how far apart two pieces are under another condition")
		}
	}
	if m.White.By != HomingMove && m.Black.By != HomingMove {
		return nil
	}
	home := Measured{By: HomingMove}
	if v.Fairy != (Fairy{Measuring: Measuring{White: home, Black: home}}) || v.Aftermath.Active || v.Neutrals ||
		v.HasTraits() || v.Borrows() {
		return errors.New("it is not settled which pieces go back to their squares under another condition")
	}
	return nil
}

// WithoutExact returns m without measures that are Exact but not Ultra. In problems they do not
// decide whether a side is mated or stalemated.
func (m Measuring) WithoutExact() Measuring {
	for _, side := range []*Measured{&m.White, &m.Black} {
		if side.Exact && !side.Ultra {
			*side = Measured{}
		}
	}
	return m
}

// OfPair reports whether a measure looks at two pieces.
func (by Measure) OfPair() bool { return by == FarthestPair || by == NearestPair }

// Origins reports whether a measure depends on which squares pieces have in the diagram.
func (by Measure) Origins() bool { return by == HomingMove || by.OfPair() }

// knowsPairs reports whether the rules beside measures of two pieces are among those that have been
// compared with Popeye.
func (m *Measuring) knowsPairs(v *Variant) bool {
	a := &v.Aftermath
	return v.comparedWith(Fairy{Measuring: *m}) && !(a.Active && a.Reborn != CapturedReborn) &&
		!a.Occupied.Hides() && !a.Where.Waits() && !v.Neutrals
}

// Alone reports whether the measure of a move follows from the move and whether it captures. Of
// tells it.
func (by Measure) Alone() bool {
	return by == LongestMove || by == ShortestMove || by == CapturingMove || by == FirstSquare
}

// Of returns how great a legal move of v is, 0 or more, by a measure that is Alone.
func (by Measure) Of(v *Variant, m Move, captures bool) int {
	switch from := m.From(); {
	case by == LongestMove:
		return v.lengthOf(m)
	case by == ShortestMove:
		return Beyond - v.lengthOf(m)
	case by == CapturingMove && captures:
		return 1
	case by == FirstSquare:
		return Beyond - v.Size.File(from)*v.Size.Ranks - v.Size.Rank(from)
	}
	return 0
}

// lengthOf returns the square of the length of a move.
func (v *Variant) lengthOf(m Move) int {
	from, to := m.From(), m.To()
	if m.Form() == Castle {
		if to > from {
			return shortCastling
		}
		return longCastling
	}
	files, ranks := v.Size.File(to)-v.Size.File(from), v.Size.Rank(to)-v.Size.Rank(from)
	return files*files + ranks*ranks
}
