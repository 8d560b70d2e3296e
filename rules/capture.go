package rules

// Capture says what may and must be captured, and what goes off with it; the zero value is as in
// chess. What becomes of the captured piece is the Aftermath.
type Capture struct {
	// Forced makes a player capture who can.
	Forced bool
	// Blast removes, with a capture, the capturer and all pieces but pawns next to it (atomic).
	Blast bool
	// BlastProof are the letters of the types that a blast leaves.
	BlastProof string
	// Immune are the letters of the types that do not capture their own kind.
	Immune string
	// Petrifies are the letters of the types that turn into walls where they capture.
	Petrifies string
}
