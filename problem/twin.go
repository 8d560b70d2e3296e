package problem

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Unrolled is one of the positions a problem with twins stands for.
type Unrolled struct {
	*Problem
	Label string // "a)", "b) bRe2-->e4", "+c) ..."; "" where there are no twins
}

// zeroLabel is said before the label of a first twin that is not the diagram.
const zeroLabel = "zeroposition\n\n\n"

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
		from, plus := p, ""
		if t.Continued {
			from, plus = last, "+"
		}
		q := from.clone()
		q.Twins = nil
		var said []string
		for _, c := range t.Changes {
			text, err := q.change(c)
			if err != nil {
				return nil, fmt.Errorf("twin %s: %w", twinName(len(all)), err)
			}
			said = append(said, text+"  ")
		}
		label := plus + twinName(len(all)) + ") " + strings.Join(said, "")
		if p.Zero && len(all) == 0 {
			label = zeroLabel + label
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

// change makes a change and returns what is said of it.
func (p *Problem) change(c Change) (string, error) {
	size, b := p.Game.Size, p.Setup.Board
	name := size.Name
	man := func(sq board.Square) (string, error) {
		if b[sq] == 0 {
			return "", fmt.Errorf("%s: the square is empty", name(sq))
		}
		return p.manName(b[sq], p.kamikaze(sq)) + name(sq), nil
	}
	switch c.Kind {
	case MoveMan:
		from, err := man(c.From)
		if err != nil {
			return "", err
		}
		if b[c.To] != 0 {
			to, err := man(c.To)
			if err != nil {
				return "", err
			}
			from = "-" + to + "  " + from
		}
		p.put(c.To, b[c.From], p.kamikaze(c.From))
		p.put(c.From, 0, false)
		return from + "-->" + name(c.To), nil
	case SwapMen:
		from, err := man(c.From)
		if err != nil {
			return "", err
		}
		to, err := man(c.To)
		if err != nil {
			return "", err
		}
		kf, kt := p.kamikaze(c.From), p.kamikaze(c.To)
		mf, mt := b[c.From], b[c.To]
		p.put(c.From, mt, kt)
		p.put(c.To, mf, kf)
		return from + "<-->" + to, nil
	case RemoveMen:
		var said []string
		for _, sq := range c.Squares {
			text, err := man(sq)
			if err != nil {
				return "", err
			}
			p.put(sq, 0, false)
			said = append(said, "-"+text)
		}
		return strings.Join(said, "  "), nil
	case AddMen:
		var said []string
		for _, m := range c.Men {
			plus := "+"
			if b[m.At] != 0 {
				plus = ""
			}
			p.add(m)
			said = append(said, plus+p.manName(m.Man, m.Kamikaze)+name(m.At))
		}
		return strings.Join(said, "  "), nil
	case Substitute:
		for sq, m := range b {
			if m != 0 && m.Kind() == c.Kinds[0] {
				b[sq] = rules.MakeMan(c.Kinds[1], m.Color())
			}
		}
		return p.walk(c.Kinds[0]) + " ==> " + p.walk(c.Kinds[1]), nil
	case Rotate, Reflect, Shift:
		return p.transform(c)
	case SwapColours:
		for sq, m := range b {
			if m != 0 {
				b[sq] = rules.MakeMan(m.Kind(), m.Color().Other())
			}
		}
		return "PolishType", nil
	case NewStipulation:
		p.Stipulation = c.Task
		return c.Task.String(), nil
	case NewConditions:
		p.Conditions = c.Conditions
		var said []string
		for _, c := range p.Conditions {
			said = append(said, c.printed())
		}
		return strings.Join(said, "\n   "), nil
	}
	return "", fmt.Errorf("change %d is not known", c.Kind)
}

// transform moves all men. The board is turned to the left.
func (p *Problem) transform(c Change) (string, error) {
	size := p.Game.Size
	if c.Kind != Shift && size.Files != size.Ranks {
		return "", fmt.Errorf("the board is not square")
	}
	n := size.Files - 1
	var to func(f, r int) (int, int)
	var said string
	switch c.Kind {
	case Rotate:
		said = fmt.Sprintf("rotate %d", c.Angle)
		switch c.Angle {
		case 90:
			to = func(f, r int) (int, int) { return n - r, f }
		case 180:
			to = func(f, r int) (int, int) { return n - f, n - r }
		case 270:
			to = func(f, r int) (int, int) { return r, n - f }
		default:
			return "", fmt.Errorf("rotate %d: the angle is 90, 180 or 270", c.Angle)
		}
	case Reflect:
		said = "mirror " + c.Mirror
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
			return "", fmt.Errorf("mirror %s: there is no such mirror", c.Mirror)
		}
	case Shift:
		said = fmt.Sprintf("shift %s ==> %s", size.Name(c.From), size.Name(c.To))
		df, dr := size.File(c.To)-size.File(c.From), size.Rank(c.To)-size.Rank(c.From)
		to = func(f, r int) (int, int) { return f + df, r + dr }
	}
	next := make([]rules.Man, len(p.Setup.Board))
	var kamikaze []board.Square
	for sq, m := range p.Setup.Board {
		if m == 0 {
			continue
		}
		at := size.At(to(size.File(board.Square(sq)), size.Rank(board.Square(sq))))
		if at == board.NoSquare {
			return "", fmt.Errorf("%s: a man would leave the board", said)
		}
		next[at] = m
		if p.kamikaze(board.Square(sq)) {
			kamikaze = append(kamikaze, at)
		}
	}
	p.Setup.Board, p.Kamikaze = next, kamikaze
	return said, nil
}

// add puts a man on the board; another on its square goes below it.
func (p *Problem) add(m Placed) {
	if old := p.Setup.Board[m.At]; old != 0 {
		p.Setup.Aftermath.Below = append(p.Setup.Aftermath.Below, rules.Hidden{At: m.At, Man: old})
	}
	p.put(m.At, m.Man, m.Kamikaze)
}

func (p *Problem) put(sq board.Square, m rules.Man, kamikaze bool) {
	p.Setup.Board[sq] = m
	p.Kamikaze = slices.DeleteFunc(p.Kamikaze, func(k board.Square) bool { return k == sq })
	if kamikaze {
		p.Kamikaze = append(p.Kamikaze, sq)
	}
}

// manName returns a man as Popeye names it in twins: "bR", "wkQ".
func (p *Problem) manName(m rules.Man, kamikaze bool) string {
	s := "w"
	if m.Color() == board.Black {
		s = "b"
	}
	if kamikaze {
		s += "k"
	}
	return s + p.walk(m.Kind())
}

// walk returns the letter of a kind: S for the knight.
func (p *Problem) walk(k rules.Kind) string {
	switch letter := p.Game.Type(k).Letter; letter {
	case 'N':
		return "S"
	case 'S':
		return "SS"
	default:
		return string(letter)
	}
}
