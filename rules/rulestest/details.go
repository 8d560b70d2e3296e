package rulestest

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Men returns the man on every square of p, imaginary squares last.
func Men(p rules.Position) []rules.Man {
	v := p.Variant()
	n := v.Size.Area()
	if v.Entry.Imaginary {
		n += 4
	}
	men := make([]rules.Man, n)
	for sq := range men {
		men[sq] = p.At(board.Square(sq))
	}
	return men
}

// After returns the men of p after the move d, as d alone tells the story. It is
// written without the rules, so that it can contradict them.
func After(p rules.Position, d rules.Details) []rules.Man {
	v, men := p.Variant(), Men(p)
	put := func(sq board.Square, m rules.Man) {
		if int(sq) < len(men) {
			men[sq] = m
		}
	}
	if d.Choice != 0 {
		put(d.ChoiceAt, d.Choice)
	}
	switch {
	case d.Move.Form() == rules.Pass:
	case d.Move.Form() == rules.Castle:
		rook := p.At(d.RookFrom)
		put(d.From, 0)
		put(d.RookFrom, 0)
		put(d.To, d.Mover)
		put(d.RookTo, rook)
	case d.Move.Form() == rules.Reassign:
		reassign(v, men, d)
	default:
		put(d.From, 0)
		if d.Captured != 0 {
			put(d.CapturedAt, 0)
		}
		put(d.To, either(d.Promoted, d.Mover))
		if d.CapturerGone || d.CapturerAt != board.NoSquare {
			put(d.To, 0)
		}
		if d.CapturerAt != board.NoSquare {
			put(d.CapturerAt, d.CapturerAs)
		}
	}
	if d.Removed != 0 {
		put(d.RebornAt, 0)
	}
	if d.RebornAt != board.NoSquare && !d.RebornBelow {
		put(d.RebornAt, either(d.RebornInto, d.RebornAs))
	}
	for _, h := range d.Emerged {
		put(h.At, h.Man)
	}
	if v.Entry.Imaginary {
		imaginary(v, men, d)
	}
	if d.Entered != 0 {
		put(d.EnteredAt, d.Entered)
	}
	return men
}

func either(a, b rules.Man) rules.Man {
	if a != 0 {
		return a
	}
	return b
}

// reassign exchanges two men of the hand and moves the pawn of the same turn.
func reassign(v *rules.Variant, men []rules.Man, d rules.Details) {
	own := v.Size.Area() + 2*int(d.Returned.Color())
	if men[own] == d.Entered {
		men[own], men[own+1] = 0, d.Returned
	} else {
		men[own], men[own+1] = d.Returned, 0
	}
	men[d.From] = d.Entered
	if d.PawnFrom == board.NoSquare {
		return
	}
	pawn := men[d.PawnFrom]
	men[d.PawnFrom] = 0
	if d.Captured != 0 {
		men[d.CapturedAt] = 0
	}
	men[d.PawnTo] = either(d.Promoted, pawn)
}

// imaginary takes men that came onto the board from their imaginary squares and
// exchanges the mover's two squares when it redesignates.
func imaginary(v *rules.Variant, men []rules.Man, d rules.Details) {
	for i := v.Size.Area(); i < len(men); i++ {
		if m := men[i]; m != 0 && (m == d.Entered || m == d.Promoted) {
			men[i] = 0
		}
	}
	if d.Move.Redesignates() {
		own := v.Size.Area() + 2*int(d.Mover.Color())
		men[own], men[own+1] = men[own+1], men[own]
	}
}
