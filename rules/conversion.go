package rules

import "github.com/kirke-chess/kirke/board"

// Conversion is the bishops conversion rule of Sissa: a bishop may make one orthogonal step, to a
// square of the other colour, as its first move. The zero value is a game without the rule.
type Conversion struct {
	// Bishop is the letter of the bishop, or 0 for no such rule. The rule applies to a side whose
	// two bishops start on squares of one colour.
	Bishop byte `decides:"which bishops convert"`
	// NoCaptures forbids a conversion to capture.
	NoCaptures bool
}

// ConversionRight belongs to a bishop that has not moved, in a game with the conversion rule.
type ConversionRight struct {
	Square board.Square
	Must   bool // its first move must be the conversion
}

// ConversionTypes returns the three types of bishop in a game with the conversion rule: the
// ordinary one, the one whose first move may be a conversion, and the one whose first move must be.
// They share a letter and follow each other in the army. All are 0 without the rule.
func (v *Variant) ConversionTypes() (plain, free, must PieceType) {
	if v.Conversion.Bishop == 0 {
		return 0, 0, 0
	}
	var found [3]PieceType
	n := 0
	for i := range v.Army {
		if v.Army[i].Letter == v.Conversion.Bishop && n < len(found) {
			found[n] = PieceType(i + 1)
			n++
		}
	}
	return found[0], found[1], found[2]
}
