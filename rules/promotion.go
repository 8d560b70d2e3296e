package rules

// Promotion is what a pawn may become on the last rank.
type Promotion struct {
	To string // letters, in the order they are offered
}

// PromotionTypes returns what a pawn may become, in the order of Promotion.To.
func (v *Variant) PromotionTypes() []PieceType {
	types := make([]PieceType, len(v.Promotion.To))
	for i := range types {
		types[i] = v.TypeOf(v.Promotion.To[i])
	}
	return types
}
