package structure

import (
	"strconv"
	"strings"
)

// String returns an expression as Popeye prints it.
func (x *Expr) String() string {
	switch x.Op {
	case Reach:
		return x.Goal.String()
	case Play:
		return x.Branch.String()
	case Not:
		return "!" + x.A.operand()
	case Invert:
		return "-" + x.A.operand()
	case And:
		return x.A.operand() + "&" + x.B.String()
	}
	return x.A.operand() + "|" + x.B.String()
}

// operand returns an expression in parentheses, if an operator before or after it needs them.
func (x *Expr) operand() string {
	if x.Op == And || x.Op == Or {
		return "(" + x.String() + ")"
	}
	return x.String()
}

// String returns a branch as Popeye prints it.
func (b *Branch) String() string {
	var s strings.Builder
	if b.Min > 1 {
		s.WriteString(strconv.Itoa(b.Min) + ":")
	}
	s.WriteString(strconv.Itoa(b.Max))
	letters := map[Kind]string{Help: "hh", Series: "s", Attack: "ad", Defence: "da"}[b.Kind]
	for i := range letters {
		if i == 1 && b.Parry {
			s.WriteString("?+?")
		}
		s.WriteByte(letters[i])
		s.WriteString(b.forksText(i))
	}
	return s.String()
}

// forksText returns what is asked after a half-move: constraints first if they are asked before the
// rest.
func (b *Branch) forksText(i int) string {
	before, others, after := "", "", ""
	for _, f := range b.After[i] {
		if f.Constraint {
			text := "{" + f.Expr.String() + "}"
			if b.Kind == Help && i == 0 || b.Kind == Series && f.Expr.goals() {
				before += text
			} else {
				after += text
			}
			continue
		}
		others += "["
		if f.Forced {
			others += ">"
		}
		if f.Hidden {
			others += "/"
		}
		others += f.Expr.String() + "]"
	}
	return before + others + after
}
