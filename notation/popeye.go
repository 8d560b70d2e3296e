package notation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// popeyeText returns a move as Popeye 4 prints it, with " +" for check but without the sign of a
// goal. What Popeye has no rules for is written in its manner: "/Hg1" is a gated piece, "[d3=E]" a
// piece that is replaced before the move, "[z0<->i0]" two squares that change places.
func popeyeText(p rules.Position, d rules.Details) string {
	v := p.Variant()
	w := popeyeWriter{v, kamikaze(v)}
	var b strings.Builder
	if d.Choice != 0 {
		fmt.Fprintf(&b, "[%s=%s]", v.SquareName(d.ChoiceAt), w.walk(d.Choice))
	}
	switch d.Move.Form() {
	case rules.Castle:
		if v.Fairy.Castling != rules.NoFreeCastling {
			b.WriteString(freeCastling(v, d, w.walk, ColourLetter))
			break
		}
		if v.Fairy.Movers.MovesBoth() && d.Mover.Color() != p.Turn() { // "0-0" is of the own king
			b.WriteString(theirCastling(v, d))
			break
		}
		b.WriteString(castleText(d, "0") + imitators(v, d))
	case rules.Exchange:
		if d.Move == rules.ExchangeOfRoles {
			b.WriteString(rolesWord)
			break
		}
		b.WriteString(exchangeText(v, d, w.walk(d.Mover)))
	case rules.Reassign:
		fmt.Fprintf(&b, "[%s=%s]", v.SquareName(d.GatedAt), w.walk(d.Gated))
		if d.PawnFrom != board.NoSquare {
			b.WriteString(steps(v, d.PawnFrom, board.NoSquare, d.PawnTo, sign(d, "*")))
			b.WriteString(w.promotion(d.Mover, d.Promoted) + passing(d, d.PawnTo, " ep."))
		}
	default:
		last := len(d.Steps) - 1
		for i, step := range d.Steps {
			if w.writeStep(&b, step, i == 0); i < last {
				w.writeResults(&b, step)
			}
		}
		if last < 0 {
			w.writeStep(&b, d, true)
		} else {
			d.Steps[last].Check = d.Check
			d = d.Steps[last]
		}
	}
	b.WriteString(boardsAfter(v, d))
	if d.Gated != 0 && d.Returned == 0 {
		fmt.Fprintf(&b, "/%s%s", w.walk(d.Gated), v.SquareName(d.GatedAt))
	}
	w.writeResults(&b, d)
	if d.Move.Redesignates() {
		left := 2 * int(d.Mover.Color())
		fmt.Fprintf(&b, "[%s<->%s]", v.SquareName(v.Imaginary(left)), v.SquareName(v.Imaginary(left+1)))
	}
	b.WriteString(budget(v, d) + popeyeCheck(d))
	return b.String()
}

// writeStep writes a move of a piece, or a step of a chain of captures, of which only the first
// names the piece and its square.
func (w popeyeWriter) writeStep(b *strings.Builder, d rules.Details, first bool) {
	v, k := w.v, d.Mover.Type()
	if first && (!isPawn(v, d.Mover) || v.Type(v.WalkOf(k)).Abbreviation != "" || Attributes(v, k) != "" ||
		w.kamikaze || d.Mover.Neutral()) {
		b.WriteString(w.piece(d.Mover))
	}
	text := stepsOf(v, d, "*") + passing(d, d.To, " ep.")
	if second, ok := d.Move.Second(); ok && v.Fairy.Making == rules.TakeThenMake {
		text = v.SquareName(d.From) + "*" + v.SquareName(d.CapturedAt) + "-" + v.SquareName(second)
	}
	if !first {
		text = strings.TrimPrefix(text, v.SquareName(d.From))
	}
	b.WriteString(text + imitators(v, d))
	if !w.promotedLater(d) {
		b.WriteString(w.promotion(d.Mover, w.promoted(d)))
	}
}

// promoted returns what a pawn has become as Popeye writes it: a chameleon pawn with the side that
// it ends with.
func (w popeyeWriter) promoted(d rules.Details) rules.Piece {
	if d.Promoted != 0 && w.v.Type(d.Mover.Type()).Traits.Chameleon {
		for _, e := range d.Effects {
			if e.Kind == rules.MoverRecolours {
				return e.Piece
			}
		}
	}
	return d.Promoted
}

// PassResults returns what a pass would bring about, as Popeye writes it: "" but under some
// conditions.
func PassResults(p rules.Position) string {
	pass := rules.NullMove
	var b strings.Builder
	popeyeWriter{p.Variant(), kamikaze(p.Variant())}.writeResults(&b, p.Details(pass))
	return b.String()
}

// boardsAfter returns the letters of the boards that the pieces of a move have gone to in Alice
// chess.
func boardsAfter(v *rules.Variant, d rules.Details) string {
	if !v.TwoBoards() {
		return ""
	}
	letter := "B"
	if v.Type(d.Mover.Type()).Traits.OtherBoard {
		letter = "A"
	}
	if d.Move.Form() == rules.Castle {
		return letter + letter
	}
	return letter
}

// imitators returns where the imitators have gone.
func imitators(v *rules.Variant, d rules.Details) string {
	var squares []string
	for _, e := range d.Effects {
		if e.Kind == rules.ImitatorMoves {
			squares = append(squares, v.SquareName(e.At))
		}
	}
	if len(squares) == 0 {
		return ""
	}
	return "[I" + strings.Join(squares, ",") + "]"
}

// promotedLater reports whether the mover is promoted when it has gone on, or when another piece
// has left the board.
func (w popeyeWriter) promotedLater(d rules.Details) bool {
	return slices.ContainsFunc(d.Effects, func(e rules.Effect) bool {
		return w.leavesFirst(e) ||
			e.Kind == rules.MoverChanges && (e.Piece == d.Promoted || w.v.Type(e.Piece.Type()).Pawn)
	})
}

// leavesFirst reports whether a piece leaves the board, or changes sides, before the mover is
// promoted.
func (w popeyeWriter) leavesFirst(e rules.Effect) bool {
	breton := &w.v.Fairy.Breton
	return breton.Active && !breton.Last && (e.Kind == rules.Leaves || e.Kind == rules.VictimTurns)
}

// writeResults writes the pieces that come back and what conditions bring about, in the order in
// which it happens. What happens to a piece that comes back stands within its brackets.
func (w popeyeWriter) writeResults(b *strings.Builder, d rules.Details) {
	bracketed := false
	closing := func() {
		if bracketed {
			b.WriteByte(']')
		}
		bracketed = false
	}
	write := func(effects ...rules.EffectKind) {
		for _, e := range d.Effects {
			if !slices.Contains(effects, e.Kind) {
				continue
			}
			text, own := w.effect(e)
			switch {
			case e.Kind == rules.MoverChanges && e.Piece == d.Promoted:
				text = w.promotion(d.Mover, d.Promoted)
			case e.Kind == rules.MoverChanges && w.v.Type(e.Piece.Type()).Pawn: // and may then promote
				text += w.promotion(e.Piece, d.Promoted)
			case e.Kind == rules.HurdlePromotes && len(returns(d)) == 0: // behind HurdleMoves
				text, own = w.promotion(0, e.Piece), false
			}
			if own {
				closing()
				b.WriteByte('[')
				bracketed = true
			}
			b.WriteString(text)
		}
	}
	write(rules.HurdleTurns, rules.HurdleMoves, rules.Leaves, rules.VictimTurns, rules.MoverChanges,
		rules.Transferred, rules.KingChanges)
	if leaves := slices.ContainsFunc(d.Effects, w.leavesFirst); leaves && d.Promoted != 0 {
		closing()
		b.WriteString("[" + w.v.SquareName(d.To) + w.promotion(d.Mover, d.Promoted))
		bracketed = true
	}
	if d.CapturerGone && w.v.Type(d.Mover.Type()).Traits.Kamikaze && !w.v.Aftermath.Active {
		closing()
		b.WriteString("[-" + ColourLetter(d.Mover) + w.plain(d.Mover) + w.v.SquareName(d.To))
		bracketed = true
	}
	for i, r := range returns(d) {
		if i > 0 || r.was == 0 {
			write(rules.MoverTurns, rules.KingsSwap)
			d.Effects = slices.DeleteFunc(slices.Clone(d.Effects), func(e rules.Effect) bool {
				return e.Kind == rules.MoverTurns || e.Kind == rules.KingsSwap
			})
		}
		closing()
		b.WriteString("[" + w.back(r))
		bracketed = true
	}
	write(rules.MoverTurns, rules.RebornTurns, rules.KingsSwap)
	write(rules.HurdlePromotes, rules.MoverRecolours, rules.OtherTurns, rules.OtherChanges, rules.Appears, rules.IsLost)
	closing()
}

// effect returns how Popeye writes what a condition brings about, and whether it stands in brackets
// of its own.
func (w popeyeWriter) effect(e rules.Effect) (text string, own bool) {
	colour := "w"
	if e.Piece.Color() == board.Black {
		colour = "b"
	}
	switch e.Kind {
	case rules.Transferred:
		return colour + w.piece(e.Piece) + w.v.SquareName(e.From) + "->" + w.v.SquareName(e.At), true
	case rules.KingsSwap:
		king := w.piece(e.Piece)
		return king + w.v.SquareName(e.At) + "<->" + king + w.v.SquareName(e.From), true
	case rules.MoverTurns, rules.RebornTurns:
		if w.v.Type(e.Piece.Type()).Traits.HalfNeutral {
			return "=" + ColourLetter(e.Piece) + "h", false
		}
		return "=" + colour, false
	case rules.MoverRecolours:
		return "=" + ColourLetter(e.Piece) + w.v.Type(e.Piece.Type()).Traits.Attributes(), true
	case rules.HurdleMoves:
		return ColourLetter(e.Piece) + w.plain(e.Piece) + w.v.SquareName(e.From) + "->" + w.v.SquareName(e.At), true
	case rules.HurdlePromotes:
		text = w.v.SquareName(e.At) + "=" + w.piece(e.Piece)
		if gets := w.v.Type(e.Piece.Type()).Traits.Attributes(); gets != "" {
			text += "=" + gets
		}
		return text, true
	case rules.MoverChanges:
		return "=" + w.piece(e.Piece), false
	case rules.OtherTurns, rules.HurdleTurns, rules.VictimTurns:
		return w.v.SquareName(e.At) + "=" + colour, true
	case rules.OtherChanges, rules.KingChanges:
		return w.v.SquareName(e.At) + "=" + w.piece(e.Piece), true
	case rules.Leaves, rules.IsLost:
		return "-" + ColourLetter(e.Piece) + w.plain(e.Piece) + w.v.SquareName(e.At), true
	default:
		return "+" + colour + w.piece(e.Piece) + w.v.SquareName(e.At), true
	}
}

// budget returns how far the pieces of the sides may still move, after a move of a side that may
// not move as far as it likes.
func budget(v *rules.Variant, d rules.Details) string {
	if !d.Budgeted {
		return ""
	}
	left := func(limit, hundredths int) string {
		if limit == 0 {
			return "-"
		}
		return rules.InSquares(hundredths)
	}
	f := &v.Fairy.Budget
	if f.Shared {
		return " (" + left(f.White, d.Budget[board.White]) + ")"
	}
	return " (" + left(f.White, d.Budget[board.White]) + "/" + left(f.Black, d.Budget[board.Black]) + ")"
}

// popeyeCheck returns the sign of a move that checks.
func popeyeCheck(d rules.Details) string {
	if d.Check {
		return " +"
	}
	return ""
}

// kamikaze reports whether the pieces of a variant are kamikaze to Popeye: capturers that leave the
// square of their capture.
func kamikaze(v *rules.Variant) bool {
	a := v.Aftermath
	return a.Active && (a.Capturer == rules.CapturerVanishes || a.Reborn == rules.BothReborn)
}

// popeyeWriter names pieces as Popeye does in a variant.
type popeyeWriter struct {
	v        *rules.Variant
	kamikaze bool // every piece but the king is one
}

// ProblemLetter returns what problems call a type: its abbreviation, or its letter: S for the
// knight, SS for a Sissa.
func ProblemLetter(v *rules.Variant, k rules.PieceType) string {
	if abbreviation := v.Type(k).Abbreviation; abbreviation != "" {
		return abbreviation
	}
	return popeyeWalk(v.Type(k).Letter)
}

// walk returns what problems call the type of a piece.
func (w popeyeWriter) walk(pc rules.Piece) string { return ProblemLetter(w.v, pc.Type()) }

// Attributes returns the small letters that problems write before the letter of a type for its
// attributes.
func Attributes(v *rules.Variant, k rules.PieceType) string {
	t := v.Type(k)
	text := ""
	if t.Royal && !v.Type(v.WalkOf(k)).Royal {
		text = "r"
	}
	return text + t.Traits.Attributes()
}

func popeyeWalk(letter byte) string {
	switch letter {
	case 'N':
		return "S"
	case 'S':
		return "SS"
	}
	return string(letter)
}

// ColourLetter returns the letter for the colour of a piece in Popeye's style: w, b, or n for
// neutral pieces.
func ColourLetter(pc rules.Piece) string {
	switch {
	case pc.Neutral():
		return "n"
	case pc.Color() == board.Black:
		return "b"
	}
	return "w"
}

// piece returns a piece's attributes and letter. That a piece is neutral is one of them.
func (w popeyeWriter) piece(pc rules.Piece) string {
	if pc.Neutral() {
		return "n" + w.plain(pc)
	}
	return w.plain(pc)
}

// plain is piece without the colour.
func (w popeyeWriter) plain(pc rules.Piece) string {
	if w.kamikaze && !w.v.Type(pc.Type()).Royal {
		return "k" + w.walk(pc)
	}
	return Attributes(w.v, pc.Type()) + w.walk(pc)
}

// promotion returns what a pawn, 0 for one without attributes, becomes. What it has of attributes
// that the pawn has not comes last: "=Q=c".
func (w popeyeWriter) promotion(pawn, into rules.Piece) string {
	if into == 0 {
		return ""
	}
	if w.v.Type(into.Type()).Name == rules.Imitator { // which has no side
		return "=" + w.walk(into)
	}
	if w.v.MarksPromoted() { // the mark is named from the next move on
		into = into.As(w.v.WalkOf(into.Type()))
	}
	has, gets := "", Attributes(w.v, into.Type())
	if pawn != 0 {
		has = Attributes(w.v, pawn.Type())
	}
	if has == gets || !w.v.HasTraits() {
		return "=" + w.piece(into)
	}
	neutral := ""
	if into.Neutral() {
		neutral = "n"
	}
	return "=" + neutral + has + w.walk(into) + "=" + neutral + gets
}

// back returns what stands in brackets for a piece that comes back: "+bSg8", "wQd5->d1", "+bPh1=B",
// "+wRa1->v".
func (w popeyeWriter) back(r back) string {
	color := ColourLetter(r.piece)
	s := "+" + color + w.plain(r.piece) + w.v.SquareName(r.at)
	if r.was != 0 {
		s = color + w.plain(r.was) + w.v.SquareName(r.from) + "->"
		switch {
		case letter(w.v, r.was) == letter(w.v, r.piece):
		case Attributes(w.v, r.was.Type()) == Attributes(w.v, r.piece.Type()):
			s += w.walk(r.piece)
		default:
			s += w.piece(r.piece)
		}
		s += w.v.SquareName(r.at)
	}
	s += w.promotion(r.piece, r.into)
	if r.below {
		s += "->v"
	}
	return s
}
