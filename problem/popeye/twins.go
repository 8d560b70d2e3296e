package popeye

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/problem"
)

// SetTwins adds twins to p that are written in Popeye's English, as "Twin move c4 d5 Twin remove
// a1". The error names the word that is wrong, or the change that cannot be made.
func SetTwins(p *problem.Problem, words string) error {
	in := newReader([]byte(words))
	for t := in.next(); t != ""; t = in.next() {
		w, ok, err := frameWords.find(in.lang, t)
		if err != nil || !ok || w != wordTwin && w != wordZero {
			return fmt.Errorf("%q: %q does not begin a twin", words, t)
		}
		p.Zero = p.Zero || w == wordZero
		if err := in.lacking(nil, in.twin(p)); err != nil {
			return fmt.Errorf("twins: %w", err)
		}
	}
	_, err := p.Unroll()
	return err
}

// twin reads the changes of a twin and adds it to p.
func (in *reader) twin(p *problem.Problem) error {
	var t problem.Twin
	defer func() { p.Twins = append(p.Twins, t) }()
	for {
		word := in.next()
		if word == "" {
			return nil
		}
		w, ok, err := twinWords.find(in.lang, word)
		_, frame, _ := frameWords.find(in.lang, word)
		if err != nil || !ok || frame {
			if frame {
				in.again()
				return nil
			}
			return in.unknown(word, "is no operation of a twin", twinWords)
		}
		if w == twinContinued {
			t.Continued = true
			continue
		}
		c, err := in.change(p, w, word)
		if err != nil {
			return err
		}
		t.Changes = append(t.Changes, c)
	}
}

// change reads what follows the word of a change.
func (in *reader) change(p *problem.Problem, w int, word string) (c problem.Change, err error) {
	c.What = changeWords[w]
	switch w {
	case twinMove, twinExchange, twinShift:
		var ok1, ok2 bool
		c.From, ok1 = parseSquare(p, in.next())
		c.To, ok2 = parseSquare(p, in.next())
		if !ok1 || !ok2 {
			return c, in.fault("%s: two squares are wanted", word)
		}
	case twinRemove:
		_, c.Squares, err = in.squares(p)
	case twinAdd:
		if c.Pieces, err = in.pieces(p); in.invisible == 0 {
			in.lack("a twin without totally invisible pieces of a problem with them")
		}
		c.Invisible = max(in.invisible, 0)
	case twinSubstitute:
		for i := range c.Types {
			c.Types[i] = in.pieceType(p, in.next())
		}
	case twinRotate:
		c.Angle, _, err = in.number(-1)
	case twinMirror:
		c.Mirror = strings.ToLower(in.next())
	case twinStipulation:
		c.Task, err = in.stipulation()
	case twinCondition:
		c.Conditions, err = in.conditions(p, nil)
		circeFirst(c.Conditions)
		for _, other := range append(slices.Clone(p.Conditions), c.Conditions...) {
			if other.Army || other.PromotionsToo != "" {
				in.lack("the condition %s in a problem with twins under conditions", other.Text)
			}
		}
	case twinStructured:
		c.What = problem.NewStipulation
		c.Task, err = in.structured()
	}
	return c, err
}

// changeWords are the kinds of changes by their words.
var changeWords = map[int]problem.ChangeKind{
	twinMove:        problem.MovePiece,
	twinExchange:    problem.SwapPieces,
	twinShift:       problem.Shift,
	twinRemove:      problem.RemovePieces,
	twinAdd:         problem.AddPieces,
	twinSubstitute:  problem.Substitute,
	twinRotate:      problem.Rotate,
	twinMirror:      problem.Reflect,
	twinPolish:      problem.SwapColours,
	twinStipulation: problem.NewStipulation,
	twinCondition:   problem.NewConditions,
}

// TwinText returns the twins of p in Popeye's English, a line each, "" for none.
func TwinText(p *problem.Problem) string {
	var lines []string
	for i, changes := range TwinTexts(p) {
		word := "Twin"
		if i == 0 && p.Zero {
			word = "ZeroPosition"
		}
		if changes != "" {
			word += " " + changes
		}
		lines = append(lines, word)
	}
	return strings.Join(lines, "\n")
}

// TwinTexts returns the changes of each twin in Popeye's English.
func TwinTexts(p *problem.Problem) []string {
	var all []string
	for _, t := range p.Twins {
		var words []string
		if t.Continued {
			words = append(words, "continued")
		}
		for _, c := range t.Changes {
			words = append(words, changeText(p, c))
		}
		all = append(all, strings.Join(words, " "))
	}
	return all
}

// changeText returns a change of a twin as it is written.
func changeText(p *problem.Problem, c problem.Change) string {
	name := p.Game.Size.Name
	switch c.What {
	case problem.MovePiece:
		return "Move " + name(c.From) + " " + name(c.To)
	case problem.SwapPieces:
		return "Exchange " + name(c.From) + " " + name(c.To)
	case problem.Shift:
		return "Shift " + name(c.From) + " " + name(c.To)
	case problem.RemovePieces:
		s := "Remove "
		for _, sq := range c.Squares {
			s += name(sq)
		}
		return s
	case problem.AddPieces:
		return "Add " + withInvisible(piecesText(p, c.Pieces), c.Invisible)
	case problem.Substitute:
		return "Substitute " + p.Letter(c.Types[0]) + " " + p.Letter(c.Types[1])
	case problem.Rotate:
		return fmt.Sprintf("Rotate %d", c.Angle)
	case problem.Reflect:
		return "Mirror " + c.Mirror
	case problem.SwapColours:
		return "PolishType"
	case problem.NewStipulation:
		if c.Task.Structure != nil {
			return "SStipulation " + c.Task.Text
		}
		return "Stipulation " + c.Task.Text
	case problem.NewConditions:
		return "Condition " + conditionsText(p, c.Conditions)
	}
	return ""
}
