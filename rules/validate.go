package rules

import (
	"fmt"
	"slices"
)

// check returns the starting position of v, or an error if v itself makes no sense: if its board or
// movements are impossible, or its parts name pieces that it does not have.
func (v *Variant) check() (start []Piece, err error) {
	if err := v.Size.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", v.ID, err)
	}
	if len(v.Army) == 0 || len(v.Army) > 31 {
		return nil, fmt.Errorf("%s: an army has 1 to 31 piece types, not %d", v.ID, len(v.Army))
	}
	for i, letter := range []byte(v.Promotion.To) {
		if v.TypeOf(letter) == 0 {
			return nil, fmt.Errorf("%s: pawns promote to %q, number %d of %q, which is not in the army",
				v.ID, letter, i+1, v.Promotion.To)
		}
	}
	if start, err = v.ParsePlacement(v.Start.Placement); err != nil {
		return nil, fmt.Errorf("%s: the starting position: %w", v.ID, err)
	}
	if err := v.checkHand(v.firstRanks(start)); err != nil {
		return nil, fmt.Errorf("%s: %w", v.ID, err)
	}
	for i := range v.Army {
		if _, err := v.Army[i].Movement(); err != nil {
			return nil, fmt.Errorf("%s: the %s: %w", v.ID, v.Army[i].Name, err)
		}
	}
	return start, nil
}

// checkHand returns an error if the pieces in hand cannot be gated.
func (v *Variant) checkHand(firstRanks [2][]PieceType) error {
	hand := v.Gating.Hand
	if len(hand) > 2 {
		return fmt.Errorf("a hand holds at most two piece types, not %q", hand)
	}
	starts := false // whether one of them starts on the board, too
	for i, letter := range []byte(hand) {
		k := v.TypeOf(letter)
		switch {
		case k == 0:
			return fmt.Errorf("the hand holds %q, which is not in the army", letter)
		case v.Type(k).Royal || v.Type(k).Pawn:
			return fmt.Errorf("the hand holds %q, but a %s cannot be gated", letter, v.Type(k).Name)
		case i > 0 && letter == hand[0]:
			return fmt.Errorf("the hand %q names %q twice", hand, letter)
		}
		starts = starts || slices.Contains(firstRanks[0], k) || slices.Contains(firstRanks[1], k)
	}
	if v.Gating.Imaginary && (len(hand) != 2 || starts) {
		return fmt.Errorf("the hand on imaginary squares is two types that the starting position does not have, "+
			"not %q", hand)
	}
	return nil
}
