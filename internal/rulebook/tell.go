package rulebook

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Tell says in a sentence what happens in a legal move, for those who choose between
// moves that look alike on the board.
func Tell(p kirke.Position, m kirke.Move) string {
	v, d := p.Variant(), p.Details(m)
	name := func(man kirke.Man) string { return v.Type(man.Kind()).Name }
	at := func(sq board.Square) string { return v.SquareName(sq) }
	var parts []string
	say := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }

	if d.Choice != 0 {
		say("the pawn reborn on %s becomes a %s", at(d.ChoiceAt), name(d.Choice))
	}
	switch m.Form() {
	case rules.Castle:
		say("the King castles to %s, the Rook to %s", at(d.To), at(d.RookTo))
	case rules.Reassign:
		say("the %s goes back to its imaginary square and the %s takes its place on %s", name(d.Returned), name(d.Entered),
			at(d.EnteredAt))
		if d.PawnFrom != board.NoSquare {
			say("the pawn on %s goes to %s", at(d.PawnFrom), at(d.PawnTo))
		} else {
			say("no pawn moves")
		}
	default:
		if d.MarsHome != board.NoSquare && d.MarsHome != d.From {
			say("the %s is carried home to %s", name(d.Mover), at(d.MarsHome))
		}
		verb := "goes to"
		if d.Captured != 0 {
			verb = "takes the " + name(d.Captured) + " on"
		}
		say("the %s %s %s", name(d.Mover), verb, at(d.To))
	}
	if d.Promoted != 0 {
		say("it becomes a %s", name(d.Promoted))
	}
	if d.Entered != 0 && m.Form() != rules.Reassign {
		say("the %s enters on %s", name(d.Entered), at(d.EnteredAt))
	}
	if m.Redesignates() {
		say("the imaginary squares change places, with what stands on them")
	}
	if d.CapturerGone {
		say("the capturer leaves the board")
	}
	if d.CapturerAt != board.NoSquare {
		say("the capturer is reborn on %s as a %s", at(d.CapturerAt), name(d.CapturerAs))
	}
	if d.RebornAs != 0 {
		where := "on"
		if d.RebornBelow {
			where = "below"
		}
		say("the %s is reborn %s %s", name(d.RebornAs), where, at(d.RebornAt))
		if d.RebornInto != 0 && d.RebornInto != d.RebornAs {
			say("it becomes a %s", name(d.RebornInto))
		}
	}
	if d.Removed != 0 {
		say("the %s that stood there leaves the board", name(d.Removed))
	}
	text := strings.Join(parts, "; ")
	return strings.ToUpper(text[:1]) + text[1:] + "."
}
