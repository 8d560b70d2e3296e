package rulebook

import (
	"math/rand/v2"
	"slices"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/rules"
)

// example is a move that shows how moves are written.
type example struct {
	before kirke.Position
	move   kirke.Move
}

// text writes the move and what happens in it.
func (e example) text() string {
	text := e.before.MoveText(e.move, kirke.SAN) + ": " + picture.Spoken(e.before, e.move) + "."
	if e.move.Form() == rules.Castle && e.before.Variant().Castling.Free {
		text += " Engines write " + e.before.MoveText(e.move, kirke.UCI) + ", the king taking its own rook."
	}
	return text
}

// exampleText writes the examples of the game that starts from p.
func exampleText(p kirke.Position) []string {
	var text []string
	for _, e := range examples(p) {
		text = append(text, e.text())
	}
	return text
}

// show is something that an example shows. what looks at the details of a move, which are costly,
// and is asked only for moves that form allows.
type show struct {
	form func(p kirke.Position, m kirke.Move) bool
	what func(d kirke.Details) bool
}

func ordinary(_ kirke.Position, m kirke.Move) bool { return m.Form() == rules.Ordinary }
func castles(_ kirke.Position, m kirke.Move) bool  { return m.Form() == rules.Castle }
func reassigns(_ kirke.Position, m kirke.Move) bool {
	return m.Form() == rules.Reassign
}

// takes reports whether a move captures on the board.
func takes(p kirke.Position, m kirke.Move) bool {
	return m.Form() == rules.Ordinary && int(m.To()) < p.Variant().Size.Area() && p.At(m.To()) != 0
}

// shows returns what the examples of a game should show.
func shows(v *kirke.Variant) []show {
	const none = board.NoSquare
	var all []show
	add := func(is bool, form func(kirke.Position, kirke.Move) bool, what func(d kirke.Details) bool) {
		if is {
			all = append(all, show{form, what})
		}
	}
	hand, castling, a := v.Gating.Hand != "", v.Castling.Any(), &v.Aftermath
	add(castling && !hand, castles, func(kirke.Details) bool { return true })
	add(hand, ordinary, func(d kirke.Details) bool { return d.Gated != 0 && d.Captured == 0 })
	add(hand && castling, castles, func(d kirke.Details) bool { return d.Gated != 0 && d.GatedAt == d.From })
	add(hand && castling, castles, func(d kirke.Details) bool { return d.Gated != 0 && d.GatedAt == d.RookFrom })
	add(v.Gating.Imaginary, reassigns, func(d kirke.Details) bool { return d.PawnFrom == none })
	add(v.Gating.Imaginary, reassigns, func(d kirke.Details) bool { return d.PawnFrom != none })
	add(v.Gating.Imaginary, castles, func(d kirke.Details) bool { return d.Move.Redesignates() && d.Gated == 0 })
	add(v.Gating.Imaginary, ordinary, func(d kirke.Details) bool { return int(d.To) >= v.Size.Area() })
	reborn, later := capturedAreReborn(a), a.Active && a.Where == rules.AtNextVector
	at := reborn && !later
	add(at, takes, func(d kirke.Details) bool { return d.RebornAs != 0 && !d.RebornBelow && d.Removed == 0 })
	add(at && a.Occupied == rules.NotReborn && a.Where != rules.AtDeparture, takes,
		func(d kirke.Details) bool { return d.RebornAs == 0 && d.CapturerAt == none })
	add(at && a.Occupied == rules.WaitsBelow, takes, func(d kirke.Details) bool { return d.RebornBelow })
	add(at && a.Occupied == rules.ReplacesOccupant, takes, func(d kirke.Details) bool { return d.Removed != 0 })
	add(at && !a.OwnerPromotes && pawnRanks(v)[v.Size.Ranks-1], takes,
		func(d kirke.Details) bool { return d.RebornInto != 0 })
	add(a.Reborn == rules.CapturerReborn || a.Reborn == rules.BothReborn, takes,
		func(d kirke.Details) bool { return d.CapturerAt != none && d.CapturerAt != d.To })
	add(a.Reborn == rules.MoverReborn, takes, func(d kirke.Details) bool {
		return d.MarsHome != none &&
			d.MarsHome != d.From
	})
	add(later, ordinary, func(d kirke.Details) bool { return d.RebornAs != 0 && d.Captured == 0 })
	return all
}

// examples plays random games, the same ones every time, until it has a move for all that should be
// shown, or has played enough.
func examples(p kirke.Position) []example {
	const games, plies = 24, 70
	wanted := shows(p.Variant())
	found := make([]example, len(wanted))
	missing := len(wanted)
	dice := rand.New(rand.NewPCG(1, 1))
	for range games {
		at := p
		for range plies {
			if missing == 0 {
				break
			}
			moves := sorted(at)
			if len(moves) == 0 {
				break
			}
			for i, w := range wanted {
				if found[i].move != 0 {
					continue
				}
				if m := w.in(at, moves); m != 0 {
					found[i] = example{at, m}
					missing--
				}
			}
			next, err := at.Play(moves[dice.IntN(len(moves))])
			if err != nil {
				break
			}
			at = next
		}
	}
	return slices.DeleteFunc(found, func(e example) bool { return e.move == 0 })
}

// in returns the first move that shows w, or 0.
func (w show) in(p kirke.Position, moves []kirke.Move) kirke.Move {
	for _, m := range moves {
		if w.form(p, m) && w.what(p.Details(m)) {
			return m
		}
	}
	return 0
}

// sorted returns the legal moves in an order that does not depend on the kernel.
func sorted(p kirke.Position) []kirke.Move {
	moves := p.AppendLegalMoves(nil)
	slices.Sort(moves)
	return moves
}
