package popeye

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/problem"
)

// LaTeX returns a problem with its solution, in a language, for a document that uses the LaTeX
// package diagram. The pieces of the diagram have the package's letters in every language.
func LaTeX(p *problem.Problem, r *problem.Report, lang Language) string {
	var b strings.Builder
	b.WriteString("\\begin{diagram}\n")
	for _, part := range []struct {
		command string
		lines   []string
	}{{"author", p.Authors}, {"source", p.Origins}, {"award", p.Awards}, {"theme", p.Titles}} {
		if len(part.lines) > 0 {
			fmt.Fprintf(&b, "\\%s{%s}\n", part.command, escapeLaTeX(strings.Join(part.lines, "; ")))
		}
	}
	b.WriteString(latexPieces(p))
	stipulation := p.Stipulation.String()
	if p.Stipulation.Structure != nil {
		stipulation = lang.structured(p.Stipulation.ForSide(&p.Options).Text)
	}
	fmt.Fprintf(&b, "\\stipulation{%s}\n", escapeLaTeX(stipulation))
	if len(r.Conditions) > 0 {
		var conditions []string
		for _, c := range r.Conditions {
			conditions = append(conditions, lang.condition(c))
		}
		fmt.Fprintf(&b, "\\condition{%s}\n", escapeLaTeX(strings.Join(conditions, ", ")))
	}
	remarks := latexLegend(p)
	for _, remark := range append(attributeLines(p, lang), undrawn(p)...) {
		remarks = append(remarks, escapeLaTeX(remark))
	}
	if len(remarks) > 0 {
		fmt.Fprintf(&b, "\\remark{%s}\n", strings.Join(remarks, "; "))
	}
	b.WriteString("\\solution{%\n")
	for _, t := range r.Twins {
		if t.Label != "" {
			fmt.Fprintf(&b, "%s\\\\\n", escapeLaTeX(lang.label(t.Label)))
		}
		for _, ph := range t.Phases {
			for _, l := range ph.Lines {
				fmt.Fprintf(&b, "%s\\\\\n", escapeLaTeX(numbered(l, lang)))
			}
			for _, k := range ph.Keys {
				writeLaTeX(&b, k, lang, 0)
			}
		}
	}
	b.WriteString("}\n\\end{diagram}\n")
	return b.String()
}

// latexPieces returns the command for the pieces on the board.
func latexPieces(p *problem.Problem) string {
	var pieces []string
	for _, m := range onBoard(p.Setup.Board) {
		colour := [...]string{board.White: "w", board.Black: "s", neutral: "n"}[colourOf(m.Piece)]
		pieces = append(pieces, colour+latexPiece(p.Game.Type(m.Piece.Type()))+p.Game.Size.Name(m.At))
	}
	return fmt.Sprintf("\\pieces[%s]{%s}\n", Count(p.Setup.Board), strings.Join(pieces, ", "))
}

// latexPiece returns a piece in the package diagram: its letter, which is German, and how it is
// turned.
func latexPiece(t *piece.Type) string {
	name, turn, _ := t.Drawing()
	// The package turns to the right, upside down and to the left, and by no half of that.
	way := [...]string{"", "R", "R", "R", "U", "L", "L", "L"}[turn/45]
	for i, n := range [...]string{"King", "Pawn", "Queen", "Knight", "Rook", "Bishop"} {
		if n == name {
			return letters[German][i:i+1] + way
		}
	}
	return string(rune(t.Letter)) + way
}

// latexLegend returns a remark that names the fairy pieces on the board, nil without any. Those
// that are drawn alike are named with their squares.
func latexLegend(p *problem.Problem) []string {
	type entry struct {
		drawn, name string
		squares     []string
	}
	var named []*entry
	alike := map[string]int{} // how many entries have a drawing
	for _, m := range onBoard(p.Setup.Board) {
		t := p.Game.Type(p.Game.WalkOf(m.Piece.Type())) // attributes are said besides
		if t.Picture == "" {
			continue
		}
		e := &entry{drawn: latexPiece(t), name: t.Name}
		if i := slices.IndexFunc(named, func(n *entry) bool { return n.name == e.name }); i >= 0 {
			e = named[i]
		} else {
			named = append(named, e)
			alike[e.drawn]++
		}
		e.squares = append(e.squares, p.Game.Size.Name(m.At))
	}
	if named == nil {
		return nil
	}
	var legend []string
	for _, e := range named {
		text := e.drawn + " = " + escapeLaTeX(e.name)
		if alike[e.drawn] > 1 {
			text += " " + strings.Join(e.squares, " ")
		}
		legend = append(legend, text)
	}
	return []string{strings.Join(legend, ", ")}
}

// undrawn returns remarks on what neither Popeye's board nor the package diagram of LaTeX shows:
// pieces in hand and on imaginary squares, and the lines of the board.
func undrawn(p *problem.Problem) []string {
	var remarks []string
	for c := range board.Color(2) {
		if hand := inHand(p, c); hand != nil {
			remarks = append(remarks, c.String()+" in hand: "+strings.Join(hand, ", "))
		}
	}
	for i, m := range p.Setup.Gating.Imaginary {
		if m != 0 {
			remarks = append(remarks, fmt.Sprintf("%v %s on %s",
				m.Color(), p.Game.Type(m.Type()).Name, p.Game.SquareName(p.Game.Imaginary(i))))
		}
	}
	var lines []string
	for _, l := range p.Game.Size.JoinLines(p.Game.Lines.Drawn(p.Game.Size)) {
		lines = append(lines, p.Game.Size.Name(l[0])+"-"+p.Game.Size.Name(l[1]))
	}
	if lines != nil {
		remarks = append(remarks, "lines of the board: "+strings.Join(lines, ", "))
	}
	return remarks
}

// inHand names the pieces that a side has in hand, to be dropped or gated, each with its count if
// there are several.
func inHand(p *problem.Problem, c board.Color) []string {
	var named []string
	add := func(t *piece.Type, count int) {
		switch {
		case count == 1:
			named = append(named, t.Name)
		case count > 1:
			named = append(named, fmt.Sprintf("%s (%d)", t.Name, count))
		}
	}
	for i := range p.Game.Army {
		add(&p.Game.Army[i], int(p.Setup.Hand[c][i+1]))
	}
	for i, letter := range []byte(p.Game.Gating.Hand) {
		add(p.Game.Type(p.Game.TypeOf(letter)), p.Setup.Gating.Hand[c][i])
	}
	return named
}

// numbered returns the moves of a line in a language, with their numbers.
func numbered(l problem.Line, lang Language) string {
	var words []string
	for _, s := range l.Moves {
		text := lang.move(s.Text)
		switch {
		case s.Number > 0 && s.Dots:
			words = append(words, fmt.Sprintf("%d...%s", s.Number, text))
		case s.Number > 0:
			words = append(words, fmt.Sprintf("%d.%s", s.Number, text))
		default:
			words = append(words, text)
		}
	}
	return strings.Join(words, " ")
}

// writeLaTeX writes a move at a depth of the tree, and the moves after it.
func writeLaTeX(b *strings.Builder, n *problem.Node, lang Language, depth int) {
	dots := "."
	if n.Answer {
		dots = "..."
	}
	text := fmt.Sprintf("%d%s%s", n.Number, dots, lang.move(n.Text))
	switch n.Sign {
	case "":
	case "refutes":
		text += " " + lang.phrase("refutes")
	default:
		text += " " + n.Sign
	}
	if n.Zugzwang {
		text += " " + lang.phrase("zugzwang")
	}
	if len(n.Threats) > 0 {
		text += " " + lang.phrase("threat") + n.Pass
	}
	fmt.Fprintf(b, "\\hspace*{%dem}%s\\\\\n", depth, escapeLaTeX(text))
	for _, list := range [][]*problem.Node{n.Threats, n.Next, n.But} {
		for _, m := range list {
			writeLaTeX(b, m, lang, depth+1)
		}
	}
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "#", `\#`, "%", `\%`, "&", `\&`, "_", `\_`,
	"$", `\$`, "{", `\{`, "}", `\}`, "~", `\textasciitilde{}`, "^", `\textasciicircum{}`, "<", `$<$`, ">", `$>$`)

func escapeLaTeX(s string) string { return latexEscapes.Replace(s) }

// LaTeXDocument returns a document around the texts of LaTeX.
func LaTeXDocument(body string) string {
	return "\\documentclass{article}\n\\usepackage{diagram}\n\\usepackage[utf8]{inputenc}\n\\begin{document}\n" +
		body + "\\end{document}\n"
}
