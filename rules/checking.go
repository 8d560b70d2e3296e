package rules

import "errors"

// Checking is what is a check, and which checks are given.
type Checking struct {
	// MatesOnly forbids checks that do not mate (checkless chess).
	MatesOnly bool
	// OneMate forbids a mate if the side has another (exclusive chess).
	OneMate bool
	// Must are the sides whose every move must check (ultraschachzwang).
	Must Sides
	// Flights is the condition SAT: a king is in check if it could move to so many squares where
	// nothing attacks it, or more. Unless both sides need one, one fewer is enough while nothing
	// attacks it. 0 is chess.
	Flights int `decides:"with how many flights a king is in check"`
	// BlackFlights is Flights for Black's king, if that is another number.
	BlackFlights int `decides:"with how many flights Black's king is in check"`
	// Strict lets one fewer be enough only for a king that has been attacked at some time (strict
	// SAT).
	Strict bool
	// Swapped puts a king in check if it attacks the other one (Vogtländer chess): the king that is
	// attacked gives check.
	Swapped bool
	// Ignored lets kings stay and go where they are attacked. They are never captured (lese
	// majesty).
	Ignored bool
	// Unpinned pieces alone check: a king is in check only if capturing it would not leave the
	// other side's own king in check (Brunner chess).
	Unpinned bool
	// Double puts a king in check only if two pieces other than the king attack it (Pepo).
	Double bool
	// Either puts a king in check also if its own pieces attack it (bicolores).
	Either bool
	// Once lets a side mate only with a piece that just one enemy piece attacked before the move
	// (AMU). Other mates end the game too, but do not reach the goal of a problem.
	Once bool
	// FreeField changes the goals of a problem (mate with a free field): a side is mated or
	// stalemated if its king has exactly one legal move and no other piece has one. A side without
	// a legal move is neither. Games end as in chess.
	FreeField bool
}

// freeFieldContradiction says why FreeField does not go together with the parts of v, or nil: it
// goes with those that have been compared with Popeye.
func (c *Checking) freeFieldContradiction(v *Variant) error {
	if !c.FreeField {
		return nil
	}
	circe := v.Aftermath == Aftermath{} || v.Aftermath == Aftermath{Active: true}
	if !v.comparedWith(Fairy{Checking: Checking{FreeField: true}}) || !circe || v.Neutrals {
		return errors.New("it is not settled when a king has a free field in such a game")
	}
	return nil
}

// Stopped reports whether the side to move of p counts as unable to move in the goals of a problem:
// it has no legal move or, with Checking.FreeField, exactly one, which its king makes.
func Stopped(p Position) bool {
	v := p.Variant()
	if !v.Fairy.Checking.FreeField {
		return !p.HasLegalMove()
	}
	moves := p.LegalMoves(nil)
	return len(moves) == 1 && v.Type(p.At(moves[0].From()).Type()).Royal
}

// judges returns how many conditions decide when a king is in check.
func (c *Checking) judges() int {
	n := 0
	for _, decides := range []bool{c.Flights != 0, c.Swapped, c.Ignored, c.Unpinned, c.Double, c.Either} {
		if decides {
			n++
		}
	}
	return n
}
