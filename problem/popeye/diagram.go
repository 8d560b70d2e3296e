package popeye

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules"
)

// Diagram prints a problem before its solution: its authors, the board, the stipulation.
func (t *TextWriter) Diagram(p *problem.Problem) {
	t.began, t.outcome = time.Now(), problem.Outcome{}
	t.stipulations = [2]string{p.Stipulation.Text, p.Stipulation.Text}
	for _, r := range p.Remarks {
		t.printf("%s\n", r)
	}
	t.dropped(p)
	if p.Options.NoBoard {
		return
	}
	t.printf("\n")
	width := 4*p.Game.Size.Files + 5
	for _, lines := range [][]string{p.Authors, p.Origins, p.Awards, p.Titles} {
		for _, l := range lines {
			t.centred(l, width)
		}
	}
	t.printf("\n")
	if p.Initial != nil {
		t.board(p, p.Initial)
		t.printf("%*s\n\n", width-2, countText(p.Initial))
		side := "white"
		if p.Stipulation.Reversed(&p.Options) {
			side = "black"
		}
		t.centred(fmt.Sprintf("=> (%s ->)", t.lang.phrase(side)), width)
		t.printf("\n\n")
	}
	t.board(p, p.Setup.Board)
	t.besides(p)
	t.task(p, width)
}

// besides prints what the board leaves out.
func (t *TextWriter) besides(p *problem.Problem) {
	for _, remark := range undrawn(p) {
		t.printf("  %s\n", remark)
	}
}

// dropped prints which options do not apply to the stipulation.
func (t *TextWriter) dropped(p *problem.Problem) {
	for _, n := range p.DroppedOptions() {
		t.printf("%s\n", t.lang.note(n))
	}
}

// centred prints a line in the middle of a width.
func (t *TextWriter) centred(line string, width int) {
	blanks := max(0, (width-utf8.RuneCountInString(line))/2)
	t.printf("%s%s\n", strings.Repeat(" ", blanks), line)
}

// board prints a board with pieces.
func (t *TextWriter) board(p *problem.Problem, pieces []rules.Piece) {
	size := p.Game.Size
	frame := "+"
	for f := range size.Files {
		frame += "---" + board.FileName(f)
	}
	frame += "---+"
	marks := specialSquares(p)
	gap := "|" + strings.Repeat(" ", len(frame)-2) + "|"
	t.printf("%s\n%s\n", frame, gap)
	for r := size.Ranks - 1; r >= 0; r-- {
		row, below := fmt.Appendf(nil, "%-*d", len(frame)-2, r+1), []byte(gap)
		for f := range size.Files {
			sq := size.At(f, r)
			text, second, hunts := strings.Cut(t.cell(p, pieces[sq]), "/")
			if look, special := marks[sq]; special && pieces[sq] == 0 {
				text = look
			}
			end := len("+---") + 4*f + 1
			copy(row[end-len(text):], text)
			if hunts {
				row[end] = '/'
				copy(below[end-len(second):], second)
			}
		}
		t.printf("%s %d\n%s\n", row, r+1, below)
	}
	t.printf("%s\n", frame)
}

// specialSquares returns how squares look that have an imitator, or that the board lacks.
func specialSquares(p *problem.Problem) map[board.Square]string {
	looks := map[board.Square]string{}
	for _, c := range p.Conditions {
		for _, m := range c.Modifiers {
			for look, squares := range map[string]string{
				"I": m.Fairy.Imitators.Squares,
				" ": strings.ReplaceAll(m.Fairy.Lanes.Holes, " ", ""),
			} {
				all, _ := parseSquares(p, squares)
				for _, sq := range all {
					looks[sq] = look
				}
			}
		}
	}
	return looks
}

// cell returns what is on a square of the board.
func (t *TextWriter) cell(p *problem.Problem, m rules.Piece) string {
	if m == 0 {
		return "."
	}
	return " -="[colourOf(m):][:1] + t.lang.letter(p.Letter(m.Type()))
}

// count returns how many pieces there are of each colour.
func count(pieces []rules.Piece) (n [3]int) {
	for _, m := range pieces {
		if m.Type() != 0 {
			n[colourOf(m)]++
		}
	}
	return n
}

// Count returns how many pieces there are of each colour, as "7+5", or "7+5+1" with a neutral one.
func Count(pieces []rules.Piece) string {
	n := count(pieces)
	text := fmt.Sprintf("%d+%d", n[board.White], n[board.Black])
	if n[neutral] > 0 {
		text += fmt.Sprintf("+%d", n[neutral])
	}
	return text
}

// countText returns how many pieces there are of each colour, as "7 + 5" or "7 + 5 + 1n".
func countText(pieces []rules.Piece) string {
	n := count(pieces)
	text := fmt.Sprintf("%d + %d", n[board.White], n[board.Black])
	if n[neutral] > 0 {
		text += fmt.Sprintf(" + %dn", n[neutral])
	}
	return text
}

// task prints the stipulation, and the conditions and options that are named below the board.
func (t *TextWriter) task(p *problem.Problem, width int) {
	count := countText(p.Setup.Board)
	if p.Invisible > 0 {
		count += fmt.Sprintf(" + %d TI", p.Invisible)
	}
	left := "  " + p.Task()
	least := 1 // blanks after it
	if p.Stipulation.Structure != nil {
		left, least = "  "+t.lang.structured(p.Stipulation.ForSide(&p.Options).Text), 0
	}
	t.printf("%s%s\n", left, strings.Repeat(" ", max(least, width-len(left)-len(count)-2))+count)
	t.attributes(p, width)
	for _, c := range p.Conditions {
		t.centred(t.lang.condition(c.Name()), width)
	}
	if len(p.Options.Exclusive) > 0 {
		line := optionWords[optExclusive][t.lang]
		for _, rooks := range p.Options.Exclusive {
			line += " " + p.Game.Size.Name(rooks[0]) + p.Game.Size.Name(rooks[1])
		}
		t.centred(line, 0)
	}
	switch {
	case p.Stipulation.Goal.Aim == problem.ProofGame: // Popeye does not print it
	case p.Options.Duplex:
		t.centred("Duplex", width)
	case p.Options.HalfDuplex:
		t.centred(optionWords[optHalfDuplex][t.lang], width)
	}
	if p.Options.Quodlibet {
		t.centred("Quodlibet", width)
	}
}

// attributes prints which pieces have attributes, those of each attribute in a line.
func (t *TextWriter) attributes(p *problem.Problem, width int) {
	for _, line := range attributeLines(p, t.lang) {
		t.centred(line, width)
	}
}

// attributeLines returns the attributes of pieces on the board, each with its squares.
func attributeLines(p *problem.Problem, lang Language) (lines []string) {
	for a, word := range attributeWords {
		var names []string
		for i := range p.Setup.Board {
			at := p.Game.Size.Mirror(board.Square(i))
			if pc := p.Setup.Board[at]; pc != 0 && hasAttribute(p, pc, a) {
				names = append(names, p.Game.Size.Name(at))
			}
		}
		if len(names) > 0 {
			lines = append(lines, word[lang]+" "+strings.Join(names, " "))
		}
	}
	return lines
}

// hasAttribute reports whether a piece has one of attributeWords. A king is not said to be royal.
func hasAttribute(p *problem.Problem, pc rules.Piece, attribute int) bool {
	t := p.Game.Type(pc.Type())
	if attribute == attrRoyal {
		return t.Royal && !p.Game.Type(p.Game.WalkOf(pc.Type())).Royal
	}
	name := attributeWords[attribute][English]
	if name == "AliceA" {
		return p.Game.TwoBoards() && !t.Traits.OtherBoard
	}
	return slices.Contains(t.Traits.Names(), name)
}
