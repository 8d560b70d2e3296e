package rules

// InPlace makes promotion a move of its own (sittuyin); the zero value is as in chess, where pawns
// promote on arrival.
type InPlace struct {
	// Active lets a pawn that stands in the promotion zone become a piece where it stands, or on an
	// empty square where such a piece would go from there. The move may neither check nor attack a
	// piece with the new one. Pawns then promote in no other way, and never have to.
	Active bool
	// LastAnywhere lets the last pawn of a side do so on any square.
	LastAnywhere bool
}
