package rulebook

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/internal/picture"
	"github.com/kirke-chess/kirke/rules"
)

// example is a move that shows how moves are written.
type example struct {
	before kirke.Position
	move   kirke.Move
	of     topic
}

// topic is the part of the rules that an example belongs to.
type topic int

const (
	ofHand topic = iota
	ofCastling
	ofRebirth
)

// text writes the move and what happens in it.
func (e example) text() string {
	text := e.before.MoveText(e.move, kirke.SAN) + ": " + picture.Spoken(e.before, e.move) + "."
	if e.move.Form() == rules.Castle && e.before.Variant().Castling.Free {
		text += " Engines write " + e.before.MoveText(e.move, kirke.UCI) + ", the king taking its own rook."
	}
	return text
}

// exampleText writes examples.
func exampleText(all []example) []string {
	var text []string
	for _, e := range all {
		text = append(text, e.text())
	}
	return text
}

// show is something that an example shows. what looks at the details of a move, which are costly,
// and is asked only for moves that form allows.
type show struct {
	of   topic
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
	of := ofCastling
	add := func(is bool, form func(kirke.Position, kirke.Move) bool, what func(d kirke.Details) bool) {
		if is {
			all = append(all, show{of, form, what})
		}
	}
	hand, castling, a := v.Gating.Any(), v.Castling.Any(), &v.Aftermath
	add(castling && !hand, castles, func(kirke.Details) bool { return true })
	of = ofHand
	add(hand, ordinary, func(d kirke.Details) bool { return d.Gated != 0 && d.Captured == 0 })
	add(hand && castling, castles, func(d kirke.Details) bool { return d.Gated != 0 && d.GatedAt == d.From })
	add(hand && castling, castles, func(d kirke.Details) bool { return d.Gated != 0 && d.GatedAt == d.RookFrom })
	add(v.Gating.Imaginary, reassigns, func(d kirke.Details) bool { return d.PawnFrom == none })
	add(v.Gating.Imaginary, reassigns, func(d kirke.Details) bool { return d.PawnFrom != none })
	add(v.Gating.Imaginary, castles, func(d kirke.Details) bool { return d.Move.Redesignates() && d.Gated == 0 })
	add(v.Gating.Imaginary, ordinary, func(d kirke.Details) bool { return int(d.To) >= v.Size.Area() })
	reborn, later := capturedAreReborn(v), a.Active && a.Where.Waits()
	at := reborn && !later
	of = ofRebirth
	add(at, takes, func(d kirke.Details) bool { return d.RebornAs != 0 && !d.RebornBelow && d.Removed == 0 })
	add(at && a.Occupied == rules.NotReborn && a.Where != rules.AtDeparture, takes,
		func(d kirke.Details) bool { return d.RebornAs == 0 && d.CapturerAt == none })
	add(at && a.Occupied == rules.WaitsBelow, takes, func(d kirke.Details) bool { return d.RebornBelow })
	replaces := a.Occupied == rules.ReplacesOccupant || a.Occupied == rules.CoversOccupant
	add(at && replaces, takes, func(d kirke.Details) bool { return d.Removed != 0 })
	add(at && !a.OwnerPromotes && pawnRanks(v)[v.Size.Ranks-1], takes,
		func(d kirke.Details) bool { return d.RebornInto != 0 })
	add((a.Reborn == rules.CapturerReborn || a.Reborn == rules.BothReborn) && !later, takes,
		func(d kirke.Details) bool { return d.CapturerAt != none && d.CapturerAt != d.To })
	add(a.Reborn == rules.MoverReborn, takes, func(d kirke.Details) bool {
		return d.Home != none &&
			d.Home != d.From
	})
	add(a.Where == rules.AtNextVector, ordinary,
		func(d kirke.Details) bool { return d.RebornAs != 0 && d.Captured == 0 })
	add(a.Where == rules.AtItsCapture, takes, func(d kirke.Details) bool { return d.RebornAs != 0 })
	return all
}

// openings are the moves of the first games that examples looks at. A game ends at the first move
// that its variant does not allow.
var openings = []string{
	"e4 d5 exd5 Nf6 Nc3 Nxd5 Nxd5 Qxd5",
	"Nf3 Nf6 g3 g6 Bg2 Bg7",
}

// search looks for moves that show what the examples should show.
type search struct {
	wanted  []show
	found   []example
	missing int
}

// examples plays the openings, and then random games, the same ones every time, until it has a move
// for all that should be shown, or has played enough.
func examples(p kirke.Position) []example {
	const games = 24
	wanted := shows(p.Variant())
	s := &search{wanted, make([]example, len(wanted)), len(wanted)}
	for _, opening := range openings {
		s.opening(p, strings.Fields(opening))
	}
	dice := rand.New(rand.NewPCG(1, 1))
	for range games {
		s.random(p, dice)
	}
	return slices.DeleteFunc(s.found, func(e example) bool { return e.move == 0 })
}

// opening looks at the positions of an opening.
func (s *search) opening(at kirke.Position, moves []string) {
	for _, text := range moves {
		s.look(at, sorted(at))
		m, err := at.ParseMove(text)
		if err != nil {
			return
		}
		if at, err = at.Play(m); err != nil {
			return
		}
	}
	s.look(at, sorted(at))
}

// random looks at the positions of a random game.
func (s *search) random(at kirke.Position, dice *rand.Rand) {
	const plies = 70
	for range plies {
		moves := sorted(at)
		if s.missing == 0 || len(moves) == 0 {
			return
		}
		s.look(at, moves)
		next, err := at.Play(moves[dice.IntN(len(moves))])
		if err != nil {
			return
		}
		at = next
	}
}

// look keeps the moves of a position that show something new.
func (s *search) look(at kirke.Position, moves []kirke.Move) {
	for i, w := range s.wanted {
		if s.found[i].move != 0 {
			continue
		}
		if m := w.in(at, moves); m != 0 {
			s.found[i] = example{at, m, w.of}
			s.missing--
		}
	}
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
