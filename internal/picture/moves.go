package picture

import (
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Spoken says what happens in the legal move m, in a line that can be read aloud: "Knight g1 to f3,
// Hawk placed on g1". Two moves that differ have different lines.
func Spoken(p kirke.Position, m kirke.Move) string {
	s := speaker{v: p.Variant(), d: p.Details(m)}
	if s.d.Choice != 0 {
		s.say("The pawn on", s.at(s.d.ChoiceAt), "becomes a", s.name(s.d.Choice))
	}
	s.sayMove(m)
	if s.d.Promoted != 0 {
		s.say("becomes a", s.name(s.d.Promoted))
	}
	if s.d.Gated != 0 && m.Form() != rules.Reassign {
		s.say(s.name(s.d.Gated), "placed on", s.at(s.d.GatedAt))
	}
	if m.Redesignates() {
		s.say("imaginary squares swapped")
	}
	s.sayRebirths()
	if s.d.Wall != board.NoSquare {
		s.say("wall on", s.at(s.d.Wall))
	}
	if len(s.d.Blasted) > 0 {
		s.say("explosion")
	}
	switch {
	case s.d.Mate:
		s.say("mate")
	case s.d.Check:
		s.say("check")
	}
	return strings.Join(s.parts, ", ")
}

// speaker collects what happens in a move.
type speaker struct {
	v     *kirke.Variant
	d     kirke.Details
	parts []string
}

func (s *speaker) say(words ...string) { s.parts = append(s.parts, strings.Join(words, " ")) }

func (s *speaker) name(pc kirke.Piece) string { return s.v.Type(pc.Type()).Name }

func (s *speaker) at(sq kirke.Square) string { return s.v.SquareName(sq) }

// sayMove says which pieces the player moves, and what they capture.
func (s *speaker) sayMove(m kirke.Move) {
	d, name, at, say := s.d, s.name, s.at, s.say
	switch {
	case m.Form() == rules.Pass:
		say("Pass")
	case m.Form() == rules.Drop:
		say(name(d.Mover), "dropped on", at(d.To))
	case m.Form() == rules.Reassign:
		say(name(d.Returned), "on", at(d.GatedAt), "goes back,", name(d.Gated), "takes its place")
		if d.PawnFrom != board.NoSquare {
			pawn := []string{"pawn", at(d.PawnFrom)}
			if d.Captured != 0 {
				say(append(pawn, "takes", name(d.Captured), "on", at(d.PawnTo))...)
			} else {
				say(append(pawn, "to", at(d.PawnTo))...)
			}
		}
	case m.Form() == rules.Castle && s.v.Fairy.Castling != rules.NoFreeCastling:
		say(name(d.Mover), at(d.From), "castles: King to", at(d.To)+",", name(d.Partner), "to", at(d.RookTo))
	case m.Form() == rules.Castle:
		wing := "queenside"
		if d.KingSide {
			wing = "kingside"
		}
		say("Castles", wing+", King to", at(d.To)+", Rook to", at(d.RookTo))
	case m == rules.ExchangeOfRoles:
		say("Exchange of roles")
	case m.Form() == rules.Exchange:
		say(name(d.Mover), at(m.From()), "changes places with", at(m.To()))
	case d.Captured != 0:
		say(name(d.Mover), at(m.From()), "takes", name(d.Captured), "on", at(d.CapturedAt))
		if d.Home != board.NoSquare && d.Home != m.From() {
			say("from its home", at(d.Home))
		}
	default:
		say(name(d.Mover), at(m.From()), "to", at(m.To()))
	}
}

// sayRebirths says what happens to the pieces of a capture.
func (s *speaker) sayRebirths() {
	d, name, at, say := s.d, s.name, s.at, s.say
	if d.CapturerGone {
		say("the", name(d.Mover), "leaves the board")
	}
	if d.CapturerAt != board.NoSquare {
		say("the", name(d.CapturerAs), "is reborn on", at(d.CapturerAt))
	}
	if d.RebornAs != 0 {
		where := "on"
		if d.RebornBelow {
			where = "below"
		}
		say(name(d.RebornAs), "reborn", where, at(d.RebornAt))
		if d.RebornInto != 0 && d.RebornInto != d.RebornAs {
			say("becomes a", name(d.RebornInto))
		}
	}
	if d.Removed != 0 {
		what := "leaves the board"
		if s.v.Aftermath.Occupied == rules.CoversOccupant {
			what = "waits below it"
		}
		say("the", name(d.Removed), "there", what)
	}
	for _, h := range d.Emerged {
		say(name(h.Piece), "appears on", at(h.At))
	}
}
