package rulestest

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Pieces returns the piece on every square of p, imaginary squares last.
func Pieces(p rules.Position) []rules.Piece {
	v := p.Variant()
	n := v.Size.Area()
	if v.Gating.Imaginary {
		n += 4
	}
	pieces := make([]rules.Piece, n)
	for sq := range pieces {
		pieces[sq] = p.At(board.Square(sq))
	}
	return pieces
}

// After returns the pieces of p after the move d, from d alone. It does not ask the rules, so that
// it can contradict them.
func After(p rules.Position, d rules.Details) []rules.Piece {
	v, pieces := p.Variant(), Pieces(p)
	put := func(sq board.Square, pc rules.Piece) {
		if int(sq) < len(pieces) {
			pieces[sq] = pc
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
	case d.Move == rules.ExchangeOfRoles:
		slices.Reverse(pieces[:v.Size.Area()])
		for i, pc := range pieces {
			if pc != 0 {
				pieces[i] = rules.MakePiece(pc.Type(), pc.Color().Other())
			}
		}
	case d.Move.Form() == rules.Exchange:
		put(d.From, p.At(d.To))
		put(d.To, d.Mover)
	case d.Move.Form() == rules.Reassign:
		reassign(v, pieces, d)
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
	for _, h := range d.Blasted {
		put(h.At, 0)
	}
	if d.Removed != 0 {
		put(d.RebornAt, 0)
	}
	if d.RebornFrom != board.NoSquare {
		put(d.RebornFrom, 0)
	}
	if d.RebornAt != board.NoSquare && !d.RebornBelow {
		put(d.RebornAt, either(d.RebornInto, d.RebornAs))
	}
	for _, h := range d.Emerged {
		put(h.At, h.Piece)
	}
	if v.Gating.Imaginary {
		imaginary(v, pieces, d)
	}
	if d.Gated != 0 {
		put(d.GatedAt, d.Gated)
	}
	return pieces
}

func either(a, b rules.Piece) rules.Piece {
	if a != 0 {
		return a
	}
	return b
}

// reassign exchanges two pieces of the hand and moves the pawn of the same turn.
func reassign(v *rules.Variant, pieces []rules.Piece, d rules.Details) {
	own := v.Size.Area() + 2*int(d.Returned.Color())
	if pieces[own] == d.Gated {
		pieces[own], pieces[own+1] = 0, d.Returned
	} else {
		pieces[own], pieces[own+1] = d.Returned, 0
	}
	pieces[d.From] = d.Gated
	if d.PawnFrom == board.NoSquare {
		return
	}
	pawn := pieces[d.PawnFrom]
	pieces[d.PawnFrom] = 0
	if d.Captured != 0 {
		pieces[d.CapturedAt] = 0
	}
	pieces[d.PawnTo] = either(d.Promoted, pawn)
}

// imaginary removes pieces that came onto the board from their imaginary squares, and exchanges the
// mover's two squares in a redesignation.
func imaginary(v *rules.Variant, pieces []rules.Piece, d rules.Details) {
	for i := v.Size.Area(); i < len(pieces); i++ {
		if pc := pieces[i]; pc != 0 && (pc == d.Gated || pc == d.Promoted) {
			pieces[i] = 0
		}
	}
	if d.Move.Redesignates() {
		own := v.Size.Area() + 2*int(d.Mover.Color())
		pieces[own], pieces[own+1] = pieces[own+1], pieces[own]
	}
}
