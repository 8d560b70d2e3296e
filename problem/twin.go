package problem

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// Unrolled is one of the positions that a problem with twins asks for.
type Unrolled struct {
	*Problem
	Label string // "a) ", "b) bRe2-->e4  ", "+c) ...", as Popeye prints it; "" if there are no twins
}

// Unroll returns the positions to be solved. The error names the change that cannot be made.
func (p *Problem) Unroll() ([]Unrolled, error) {
	if len(p.Twins) == 0 {
		return []Unrolled{{p, ""}}, nil
	}
	var all []Unrolled
	if !p.Zero {
		all = append(all, Unrolled{p, "a) "})
	}
	last := p
	for _, t := range p.Twins {
		from, label := p, ""
		if t.Continued {
			from, label = last, "+"
		}
		label += twinName(len(all)) + ") "
		q := from.clone()
		q.Twins = nil
		for _, c := range t.Changes {
			text, err := q.change(c)
			if err != nil {
				return nil, fmt.Errorf("twin %s: %w", twinName(len(all)), err)
			}
			label += text + "  "
		}
		all = append(all, Unrolled{q, label})
		last = q
	}
	return all, nil
}

// twinName returns a, b, … z, z1, z2, …
func twinName(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return fmt.Sprintf("z%d", i-25)
}

// change makes a change and returns its text in the label of the twin.
func (p *Problem) change(c Change) (string, error) {
	switch c.What {
	case MovePiece:
		return p.move(c.From, c.To)
	case SwapPieces:
		return p.swap(c.From, c.To)
	case RemovePieces:
		return p.remove(c.Squares)
	case AddPieces:
		if c.Invisible > 0 {
			p.Invisible = c.Invisible
		}
		var texts []string
		for _, m := range c.Pieces {
			plus := "+"
			if p.Setup.Board[m.At] != 0 {
				plus = ""
			}
			p.Add(m)
			texts = append(texts, plus+p.placedText(m))
		}
		return strings.Join(texts, "  "), nil
	case Substitute:
		for sq, m := range p.Setup.Board {
			if m == 0 || p.Game.WalkOf(m.Type()) != c.Types[0] {
				continue
			}
			t := p.Game.Type(m.Type())
			k, err := p.AddTraits(c.Types[1], t.Traits, t.Royal)
			if err != nil {
				return "", err
			}
			p.Setup.Board[sq] = m.As(k)
		}
		return p.Letter(c.Types[0]) + " ==> " + p.Letter(c.Types[1]), nil
	case Rotate, Reflect, Shift:
		return p.transform(c)
	case SwapColours:
		for sq, m := range p.Setup.Board {
			if m != 0 && !m.Neutral() {
				p.Setup.Board[sq] = rules.MakePiece(m.Type(), m.Color().Other())
			}
		}
		return "PolishType", nil
	case NewStipulation:
		p.Stipulation = c.Task
		return c.Task.String(), nil
	case NewConditions:
		p.Conditions = c.Conditions
		var names []string
		for _, c := range p.Conditions {
			if !c.onlyHoles() { // Popeye does not name them
				names = append(names, c.Name())
			}
		}
		return strings.Join(names, "\n   "), nil
	}
	return "", fmt.Errorf("change %d is not known", c.What)
}

// placedText returns a piece with its square, as labels of twins name them: "bRe4", "wkQd1".
func (p *Problem) placedText(m Placed) string {
	k := m.Piece.Type()
	return notation.ColourLetter(m.Piece) + notation.Attributes(p.Game, k) + p.Letter(k) + p.Game.Size.Name(m.At)
}

// pieceOn returns the piece on a square and its text. The error says that the square is empty.
func (p *Problem) pieceOn(sq board.Square) (m Placed, text string, err error) {
	m = p.on(sq)
	if m.Piece == 0 {
		return m, "", fmt.Errorf("%s: the square is empty", p.Game.Size.Name(sq))
	}
	return m, p.placedText(m), nil
}

// move moves a piece to another square and replaces the piece there.
func (p *Problem) move(from, to board.Square) (string, error) {
	m, text, err := p.pieceOn(from)
	if err != nil {
		return "", err
	}
	if _, replaced, err := p.pieceOn(to); err == nil {
		text = "-" + replaced + "  " + text
	}
	m.At = to
	p.put(m)
	p.put(Placed{At: from})
	return text + "-->" + p.Game.Size.Name(to), nil
}

// swap exchanges two pieces.
func (p *Problem) swap(one, other board.Square) (string, error) {
	first, firstText, err := p.pieceOn(one)
	if err != nil {
		return "", err
	}
	second, secondText, err := p.pieceOn(other)
	if err != nil {
		return "", err
	}
	first.At, second.At = other, one
	p.put(second)
	p.put(first)
	return firstText + "<-->" + secondText, nil
}

// remove takes pieces off the board.
func (p *Problem) remove(squares []board.Square) (string, error) {
	var texts []string
	for _, sq := range squares {
		_, text, err := p.pieceOn(sq)
		if err != nil {
			return "", err
		}
		p.put(Placed{At: sq})
		texts = append(texts, "-"+text)
	}
	return strings.Join(texts, "  "), nil
}

// transform moves all pieces: it rotates the board to the left, mirrors it, or shifts the pieces.
func (p *Problem) transform(c Change) (string, error) {
	size := p.Game.Size
	to, text, err := p.transformation(c)
	if err != nil {
		return "", err
	}
	moved := p.clone()
	moved.Setup.Board = make([]rules.Piece, len(p.Setup.Board))
	for i := range p.Setup.Board {
		m := p.on(board.Square(i))
		if m.Piece == 0 {
			continue
		}
		m.At = size.At(to(size.File(m.At), size.Rank(m.At)))
		if m.At == board.NoSquare {
			return "", fmt.Errorf("%s: a piece would leave the board", text)
		}
		moved.put(m)
	}
	p.Setup.Board = moved.Setup.Board
	return text, nil
}

// transformation returns where a change moves a piece, by file and rank, and the text of the
// change.
func (p *Problem) transformation(c Change) (to func(f, r int) (int, int), text string, err error) {
	size := p.Game.Size
	if c.What == Shift {
		df, dr := size.File(c.To)-size.File(c.From), size.Rank(c.To)-size.Rank(c.From)
		to = func(f, r int) (int, int) { return f + df, r + dr }
		return to, fmt.Sprintf("shift %s ==> %s", size.Name(c.From), size.Name(c.To)), nil
	}
	if size.Files != size.Ranks {
		return nil, "", errors.New("the board is not square")
	}
	n := size.Files - 1
	if c.What == Rotate {
		switch c.Angle {
		case 90:
			to = func(f, r int) (int, int) { return n - r, f }
		case 180:
			to = func(f, r int) (int, int) { return n - f, n - r }
		case 270:
			to = func(f, r int) (int, int) { return r, n - f }
		default:
			return nil, "", fmt.Errorf("rotate %d: the angle is 90, 180 or 270", c.Angle)
		}
		return to, fmt.Sprintf("rotate %d", c.Angle), nil
	}
	switch c.Mirror {
	case "a1<-->h1":
		to = func(f, r int) (int, int) { return n - f, r }
	case "a1<-->a8":
		to = func(f, r int) (int, int) { return f, n - r }
	case "a1<-->h8":
		to = func(f, r int) (int, int) { return n - r, n - f }
	case "a8<-->h1":
		to = func(f, r int) (int, int) { return r, f }
	default:
		return nil, "", fmt.Errorf("mirror %s: there is no such mirror", c.Mirror)
	}
	return to, "mirror " + c.Mirror, nil
}
