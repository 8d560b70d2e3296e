package notation

import (
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// popeyeText returns a move as Popeye 4 prints it, with " +" for check; the signs
// of a stipulation's goal are not the move's. What Popeye has no rules for is
// written in its manner: "/Hg1" for a man that enters, "[d3=E]" for a man that
// becomes another before the move, "[z0<->i0]" for squares that change places.
func popeyeText(v *rules.Variant, d rules.Details) string {
	w := popeyeWriter{v, kamikaze(v)}
	var b strings.Builder
	if d.Choice != 0 {
		fmt.Fprintf(&b, "[%s=%s]", v.SquareName(d.ChoiceAt), w.walk(d.Choice))
	}
	switch d.Move.Form() {
	case rules.Castle:
		b.WriteString(castleText(d, "0"))
	case rules.Reassign:
		fmt.Fprintf(&b, "[%s=%s]", v.SquareName(d.EnteredAt), w.walk(d.Entered))
		if d.PawnFrom != board.NoSquare {
			b.WriteString(steps(v, d.PawnFrom, board.NoSquare, d.PawnTo, d.Captured != 0, "*"))
			b.WriteString(w.promotion(d.Promoted) + passing(d, d.PawnTo, " ep."))
		}
	default:
		if !isPawn(v, d.Mover) || w.kamikaze {
			b.WriteString(w.man(d.Mover))
		}
		b.WriteString(steps(v, d.From, d.MarsHome, d.To, d.Captured != 0, "*"))
		b.WriteString(w.promotion(d.Promoted) + passing(d, d.To, " ep."))
	}
	if d.Entered != 0 && d.Returned == 0 {
		fmt.Fprintf(&b, "/%s%s", w.walk(d.Entered), v.SquareName(d.EnteredAt))
	}
	for _, r := range returns(d) {
		b.WriteString("[" + w.back(r) + "]")
	}
	if d.Move.Redesignates() {
		left := 2 * int(d.Mover.Color())
		fmt.Fprintf(&b, "[%s<->%s]", v.SquareName(v.Imaginary(left)), v.SquareName(v.Imaginary(left+1)))
	}
	if d.Check {
		b.WriteString(" +")
	}
	return b.String()
}

// kamikaze reports whether Popeye sees the variant's men as kamikaze: capturers
// that leave the square they captured on.
func kamikaze(v *rules.Variant) bool {
	a := v.Aftermath
	return a.Active && (a.Capturer == rules.Vanishes || a.Reborn == rules.BothReborn)
}

// popeyeWriter names men as Popeye does in a variant.
type popeyeWriter struct {
	v        *rules.Variant
	kamikaze bool // every man but the king is one
}

// walk returns the letter of a man's type: S for the knight, and SS for a Sissa.
func (w popeyeWriter) walk(m rules.Man) string { return popeyeWalk(letter(w.v, m)) }

func popeyeWalk(letter byte) string {
	switch letter {
	case 'N':
		return "S"
	case 'S':
		return "SS"
	}
	return string(letter)
}

// man returns a man's attribute and letter.
func (w popeyeWriter) man(m rules.Man) string {
	if w.kamikaze && !w.v.Type(m.Kind()).Royal {
		return "k" + w.walk(m)
	}
	return w.walk(m)
}

func (w popeyeWriter) promotion(m rules.Man) string {
	if m == 0 {
		return ""
	}
	return "=" + w.man(m)
}

// back returns what stands in the brackets for a man that comes back: "+bSg8",
// "wQd5->d1", "+bPh1=B", "+wRa1->v".
func (w popeyeWriter) back(r back) string {
	color := "w"
	if r.man.Color() == board.Black {
		color = "b"
	}
	s := "+" + color + w.man(r.man) + w.v.SquareName(r.at)
	if r.was != 0 {
		s = color + w.man(r.was) + w.v.SquareName(r.from) + "->"
		if letter(w.v, r.was) != letter(w.v, r.man) {
			s += w.man(r.man)
		}
		s += w.v.SquareName(r.at)
	}
	s += w.promotion(r.into)
	if r.below {
		s += "->v"
	}
	return s
}
