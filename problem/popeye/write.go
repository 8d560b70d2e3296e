package popeye

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem"
	"github.com/kirke-chess/kirke/rules"
)

// Write writes problems as a file in Popeye's English.
func Write(w io.Writer, problems []*problem.Problem) error {
	var b strings.Builder
	for i, p := range problems {
		if i == 0 {
			b.WriteString("BeginProblem\n")
		} else {
			b.WriteString("NextProblem\n")
		}
		write(&b, p)
	}
	b.WriteString("EndProblem\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// write writes the commands of a problem.
func write(b *strings.Builder, p *problem.Problem) {
	command := func(word, text string) {
		if text != "" {
			fmt.Fprintf(b, "%s %s\n", word, text)
		}
	}
	for _, part := range []struct {
		word  string
		lines []string
	}{{"Remark", p.Remarks}, {"Author", p.Authors}, {"Origin", p.Origins}, {"Title", p.Titles}, {"Award", p.Awards}} {
		for _, l := range part.lines {
			fmt.Fprintf(b, "%s %s\n", part.word, l)
		}
	}
	if p.Initial != nil {
		fmt.Fprintf(b, "Pieces %s\n", piecesText(p, onBoard(p.Initial)))
	}
	if p.Stipulation.Structure != nil {
		command("SStipulation", p.Stipulation.Text)
	} else {
		command("Stipulation", p.Stipulation.Text)
	}
	command("Option", strings.Join(p.Options.Words, " "))
	command("Condition", conditionsText(p, p.Conditions))
	var pieces []problem.Placed
	for _, h := range slices.Backward(p.Setup.Aftermath.Below) {
		pieces = append(pieces, problem.Placed{Piece: h.Piece, At: h.At})
	}
	command("Pieces", withInvisible(piecesText(p, append(pieces, onBoard(p.Setup.Board)...)), p.Invisible))
	if len(p.Twins) > 0 {
		b.WriteString(TwinText(p) + "\n")
	}
}

// onBoard lists the pieces on a board.
func onBoard(pieces []rules.Piece) []problem.Placed {
	var all []problem.Placed
	for sq, m := range pieces {
		if at := board.Square(sq); m != 0 {
			all = append(all, problem.Placed{Piece: m, At: at})
		}
	}
	return all
}

// conditionsText returns conditions as they are written.
func conditionsText(p *problem.Problem, conditions []problem.Condition) string {
	var words []string
	for _, c := range conditions {
		if c.LastCapture != 0 {
			captured := []problem.Placed{{Piece: c.LastCapture, At: c.CapturedAt}}
			words = append(words, "LastCapture "+piecesText(p, captured))
			continue
		}
		words = append(words, c.Text)
	}
	return strings.Join(words, " ")
}

// piecesText lists pieces by colour and attributes.
func piecesText(p *problem.Problem, pieces []problem.Placed) string {
	var words []string
	for c := range neutral + 1 {
		var having []string // the attributes of groups, in the order in which they are written
		groups := map[string][]string{}
		for _, m := range pieces {
			if colourOf(m.Piece) != c {
				continue
			}
			a := attributesText(p, m)
			if groups[a] == nil {
				having = append(having, a)
			}
			groups[a] = append(groups[a], p.Letter(m.Piece.Type())+p.Game.Size.Name(m.At))
		}
		slices.Sort(having)
		for _, a := range having {
			words = append(words, colourWords[c][English]+a+" "+strings.Join(groups[a], " "))
		}
	}
	return strings.Join(words, " ")
}

// withInvisible adds totally invisible pieces to a list of pieces.
func withInvisible(pieces string, n int) string {
	if n > 0 {
		pieces += fmt.Sprintf(" %s %d", colourWords[totalInvisible][English], n)
	}
	return strings.TrimSpace(pieces)
}

// attributesText returns the attributes of a piece, a blank before each.
func attributesText(p *problem.Problem, m problem.Placed) (text string) {
	t := p.Game.Type(m.Piece.Type())
	if t.Royal && !p.Game.Type(p.Game.WalkOf(m.Piece.Type())).Royal {
		text += " " + attributeWords[attrRoyal][English]
	}
	for _, name := range t.Traits.Names() {
		text += " " + name
	}
	return text
}
