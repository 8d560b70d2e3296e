package rules

// Passing says who may pass; the zero value is nobody. A pass is written as a move of the king, or
// of the piece on the first square, to its own square.
type Passing struct {
	// White lets White pass at any time.
	White bool
	// Black lets Black pass at any time.
	Black bool
	// Stalemated lets them pass only when they have no other move and are not in check.
	Stalemated bool
}
