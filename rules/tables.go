package rules

// Tables knows what positions with few pieces are worth, such as *tablebase.Tables. Several
// goroutines may ask it.
type Tables interface {
	// Pieces returns the greatest number of pieces in a position of a game that it knows, 0 if it
	// knows none.
	Pieces(*Variant) int
	// Decided returns whether the side to move wins (1), draws (0) or loses (-1), and in how many
	// half-moves; it is not ok if the position is not known.
	Decided(Position) (sign, plies int, ok bool)
}
