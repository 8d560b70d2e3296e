package rules

// Gating says how pieces in hand come into play; the zero value is a game without hands.
type Gating struct {
	// Hand holds the letters that each side starts with in hand ("HE"): one or two, each once.
	// The starting position may have these types, too: with "NB", each side of chess has a third
	// knight and a third bishop to gate.
	Hand string
	// Imaginary puts the hand on imaginary squares outside the corners, with the
	// rules of Siceirawan for them: one own piece of the hand on the board at a
	// time, reassignment, redesignation, capture on an imaginary square. The hand is
	// then two types that the starting position does not have.
	Imaginary bool
	// Dropped gates what a side has in hand to be dropped, too, where such a piece could be dropped
	// if the square were empty (S-House). There is then no other hand.
	Dropped bool
}

// Any reports whether pieces are gated at all.
func (g *Gating) Any() bool { return g.Hand != "" || g.Dropped }

// GatingState is what is left to be gated.
type GatingState struct {
	// Gates are the files, as bits, of the first-rank squares whose pieces have not moved: they
	// still gate, or still have their first move (FirstMoves).
	Gates [2]uint16
	// Hand counts pieces in hand by colour, in the order of Gating.Hand.
	Hand [2][2]int
	// Imaginary are the pieces on z0, i0, z9, i9.
	Imaginary [4]Piece
}
