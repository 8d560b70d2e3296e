package rules

import "github.com/kirke-chess/kirke/board"

// Promotion is what pieces may become, and where.
type Promotion struct {
	// To is what a pawn may become: letters with their marks ("QRBN", "Q~R~B~N~"), in the order
	// they are offered.
	To string
	// Black is what a pawn of Black may become, if that differs from To.
	Black string
	// Zone is where pieces promote. If it is empty, it is the last rank.
	Zone board.Regions
	// Optional lets a pawn remain a pawn in the zone.
	Optional bool
	// Forced makes pieces promote whenever they may (piece.Type.To).
	Forced bool
	// OnCapture lets pieces promote only by a capture (piece.Type.To).
	OnCapture bool
	// Back lets promoted pieces turn back where others promote.
	Back bool
}

// MayStayPawn reports whether a pawn may remain one where pawns promote.
func (v *Variant) MayStayPawn() bool { return v.Promotion.Optional || v.Fairy.Latent != NoLatentPawns }

// PromotionTypes returns what a pawn may become, in the order of Promotion.To.
func (v *Variant) PromotionTypes() []PieceType { return v.typesInOrder(v.Promotion.To) }

// PromotionTypesOf returns what a pawn of a side may become, in the order offered.
func (v *Variant) PromotionTypesOf(c board.Color) []PieceType {
	if c == board.Black && v.Promotion.Black != "" {
		return v.typesInOrder(v.Promotion.Black)
	}
	return v.PromotionTypes()
}

// PromotionsOf returns what a pawn of a type and a side may become, in the order offered.
func (v *Variant) PromotionsOf(k PieceType, c board.Color) []PieceType {
	if own := v.Type(k).Promotes; own != "" {
		return v.typesInOrder(own)
	}
	return v.PromotionTypesOf(c)
}

// typesInOrder returns the types that labels name.
func (v *Variant) typesInOrder(labels string) []PieceType {
	types := make([]PieceType, 0, len(labels))
	for text := labels; text != ""; {
		k, n := v.LabelPrefix(text)
		types, text = append(types, k), text[max(n, 1):]
	}
	return types
}
