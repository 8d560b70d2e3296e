package rules

// Fairy holds the conditions of problemists that say more than other parts can: each is a part of
// its own, in a file of its own. Conditions that differ in a choice are one part. The zero value
// has none of them.
type Fairy struct {
	Paralysis Paralysis
	Lending   Lending
	Making    Making `decides:"how movements of capturer and captured go together"`
	Turning   Turning
	Changing  Changing
}

// Chooses reports whether a move may name a square that the mover chose besides those of its piece.
func (f *Fairy) Chooses() bool { return f.Making == TakeThenMake }

// Direct reports whether a capture of a king goes to its square under all conditions: whether there
// are none but those that are known to leave that as it is.
func (f Fairy) Direct() bool {
	return f == Fairy{
		Paralysis: f.Paralysis, Lending: f.Lending, Making: f.Making, Turning: f.Turning, Changing: f.Changing,
	}
}

// Nearer reports whether no condition lets a piece attack a square that its own movement does not
// reach, likewise.
func (f Fairy) Nearer() bool {
	if f.Making == TakeThenMake {
		f.Making = NoMaking
	}
	return !f.Changing.LongSteps && f == Fairy{Paralysis: f.Paralysis, Turning: f.Turning, Changing: f.Changing}
}
