package rules

// FirstMoves says which pieces make the moves marked i in Betza once: only as long as they have not
// moved. The zero value is none of them: these moves are made from a start square, whoever stands
// there. Pieces that have not moved are remembered as gates are (GatingState.Gates), and written in
// the castling field of a FEN by the letters of their files.
type FirstMoves struct {
	// Once are the letters of these types, which start on the first rank. Their moves marked i do
	// not capture. A royal piece in check does not make them.
	Once string
	// AimedBy are the letters of the types that end the first move of a royal piece: by a move to a
	// square from which they would reach it on an empty board (ouk chatrang, with "R").
	AimedBy string
}

// HasGates reports whether positions remember which pieces of the first rank have not moved: to
// gate on their squares, or because they move otherwise then.
func (v *Variant) HasGates() bool { return v.Gating.Any() || v.FirstMoves.Once != "" }
