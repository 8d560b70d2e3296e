package structure

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/problem/internal/walk"
)

// mostHalfMoves is the greatest length of a branch, and mostDepth the greatest depth of a tree.
const (
	mostHalfMoves = 1000
	mostDepth     = 50
)

// Parse returns the expression that a text begins with, and how many bytes of it the expression
// takes. inToken reports whether a byte belongs to the expression; others are blanks. The error
// says what is not understood.
func Parse(text string, inToken func(byte) bool) (x *Expr, length int, err error) {
	p := &parser{text: strings.ToLower(text), inToken: inToken}
	x, _, err = p.expression(0)
	if err != nil {
		return nil, 0, fmt.Errorf("structured stipulation: %w", err)
	}
	return x, p.at, nil
}

// parser reads an expression.
type parser struct {
	text    string
	at      int
	inToken func(byte) bool
}

// peek returns the next byte of the token, 0 at its end.
func (p *parser) peek() byte {
	if p.at < len(p.text) && p.inToken(p.text[p.at]) {
		return p.text[p.at]
	}
	return 0
}

// ahead returns the next byte, blanks aside, 0 at the end of the text, and where it is.
func (p *parser) ahead() (next byte, at int) {
	for at = p.at; at < len(p.text); at++ {
		if p.inToken(p.text[at]) {
			return p.text[at], at
		}
	}
	return 0, at
}

// take reads one of some bytes, which may follow blanks.
func (p *parser) take(some string) (byte, bool) {
	c, at := p.ahead()
	if c == 0 || strings.IndexByte(some, c) < 0 {
		return 0, false
	}
	p.at = at + 1
	return c, true
}

// group is the kind of an operand. Operators combine two of the same group.
type group uint8

const (
	goal group = iota
	attack
	defence
)

// expression reads an expression with its operators.
func (p *parser) expression(depth int) (*Expr, group, error) {
	if depth > mostDepth {
		return nil, 0, errors.New("it is nested too deeply")
	}
	a, g, err := p.operand(depth)
	if err != nil {
		return nil, g, err
	}
	c, ok := p.take("&|")
	if !ok {
		return a, g, nil
	}
	if g == defence {
		return nil, g, fmt.Errorf("%q cannot follow a branch that begins with a defence", c)
	}
	b, other, err := p.expression(depth + 1)
	if err != nil {
		return nil, g, err
	}
	if other != g {
		return nil, g, fmt.Errorf("%q stands between a goal and a branch", c)
	}
	op := And
	if c == '|' {
		op = Or
	}
	return &Expr{Op: op, A: a, B: b}, g, nil
}

// operand reads a goal, a branch, an operator with its operand, or an expression in parentheses.
func (p *parser) operand(depth int) (*Expr, group, error) {
	if depth > mostDepth {
		return nil, 0, errors.New("it is nested too deeply")
	}
	c, at := p.ahead()
	p.at = at
	switch {
	case c == 0:
		return nil, 0, errors.New("it ends too early")
	case c == '(':
		p.at++
		x, g, err := p.expression(depth + 1)
		if err != nil {
			return nil, g, err
		}
		if _, ok := p.take(")"); !ok {
			return nil, g, errors.New(") is missing")
		}
		return x, g, nil
	case c == '!': // no goal begins with it here
		p.at++
		x, g, err := p.operand(depth + 1)
		return &Expr{Op: Not, A: x}, g, err
	case c == '-':
		p.at++
		x, g, err := p.operand(depth + 1)
		return &Expr{Op: Invert, A: x}, g, err
	case c >= '1' && c <= '9':
		return p.branch(depth)
	}
	return p.goal()
}

// goal reads a goal.
func (p *parser) goal() (*Expr, group, error) {
	rest := p.text[p.at:]
	for _, a := range walk.Aims {
		after, ok := strings.CutPrefix(rest, a.Text)
		if !ok {
			continue
		}
		g := walk.Goal{Aim: a.Aim}
		p.at += len(a.Text)
		if a.HasSquare {
			if len(after) < 2 || after[0] < 'a' || after[0] > 'p' || after[1] < '1' || after[1] > '9' {
				return nil, goal, fmt.Errorf("the square after %s is missing", a.Text)
			}
			g.Square = after[:2]
			p.at += 2
		}
		return &Expr{Op: Reach, Goal: g}, goal, nil
	}
	return nil, goal, fmt.Errorf("%q begins with no goal", p.token())
}

// token returns the rest of the token, for errors.
func (p *parser) token() string {
	end := p.at
	for end < len(p.text) && p.inToken(p.text[end]) {
		end++
	}
	return p.text[p.at:end]
}

// place says where in the text the parser is.
func (p *parser) place() string {
	if t := p.token(); t != "" {
		return fmt.Sprintf("before %q", t)
	}
	return "at the end"
}

// number reads a number of half-moves.
func (p *parser) number() (int, error) {
	from := p.at
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.at++
	}
	n, err := strconv.Atoi(p.text[from:p.at])
	if err != nil || n < 1 || n > mostHalfMoves {
		return 0, fmt.Errorf("%q is no number of half-moves", p.text[from:p.at])
	}
	return n, nil
}

// branch reads a branch.
func (p *parser) branch(depth int) (*Expr, group, error) {
	b := &Branch{}
	n, err := p.number()
	if err != nil {
		return nil, attack, err
	}
	b.Max = n
	if _, ok := p.take(":"); ok {
		_, p.at = p.ahead()
		if b.Max, err = p.number(); err != nil {
			return nil, attack, err
		}
		b.Min = min(n, b.Max)
	}
	c, ok := p.take("hsad")
	if !ok {
		return nil, attack, fmt.Errorf("h, s, a or d is missing %s", p.place())
	}
	b.Kind = map[byte]Kind{'h': Help, 's': Series, 'a': Attack, 'd': Defence}[c]
	if b.After[0], err = p.forks(depth); err != nil {
		return nil, attack, err
	}
	second := map[Kind]byte{Help: 'h', Attack: 'd', Defence: 'a'}[b.Kind]
	if second != 0 {
		if strings.HasPrefix(p.text[p.at:], "?+?") && b.Kind != Defence {
			p.at += 3
			b.Parry = true
		}
		if _, ok := p.take(string(second)); !ok {
			return nil, attack, fmt.Errorf("%c is missing %s", second, p.place())
		}
		if b.After[1], err = p.forks(depth); err != nil {
			return nil, attack, err
		}
	}
	if b.Parry && b.Kind == Help && b.Max%2 == 0 {
		return nil, attack, errors.New("?+? needs an odd number of half-moves")
	}
	x := &Expr{Op: Play, Branch: b}
	if b.Kind == Defence {
		return x, defence, nil
	}
	return x, attack, nil
}

// forks reads what is asked after a half-move.
func (p *parser) forks(depth int) (all []Fork, err error) {
	for {
		open, ok := p.take("[{")
		if !ok {
			return all, nil
		}
		f := Fork{Constraint: open == '{'}
		if !f.Constraint {
			_, f.Forced = p.take(">")
			_, f.Hidden = p.take("/")
		}
		var g group
		if f.Expr, g, err = p.expression(depth + 1); err != nil {
			return nil, err
		}
		if f.Forced && g != attack {
			return nil, errors.New("> stands before what is no branch of moves")
		}
		shut := map[byte]string{'[': "]", '{': "}"}[open]
		if _, ok := p.take(shut); !ok {
			return nil, fmt.Errorf("%s is missing %s", shut, p.place())
		}
		all = append(all, f)
	}
}
