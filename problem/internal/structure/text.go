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
	switch least := min(b.Min, b.Max-1) + 1; {
	case b.Kind == Attack && b.Min > 0 && least > 2:
		s.WriteString(strconv.Itoa(least) + ":")
	case b.Kind != Attack && b.Min > 1:
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

// forksText returns what is asked after a half-move in the order in which it is asked: goals,
// constraints, branches, and constraints on how play goes on.
func (b *Branch) forksText(i int) string {
	goals, before, others, after := "", "", "", ""
	attacks := b.Kind == Attack && i == 0 || b.Kind == Defence && i == 1
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
		text := "["
		if f.Forced || attacks && f.Expr.attacks() {
			text += ">"
		}
		if f.Hidden {
			text += "/"
		}
		text += f.Expr.String() + "]"
		if f.Expr.goals() {
			goals += text
		} else {
			others += text
		}
	}
	return goals + before + others + after
}
