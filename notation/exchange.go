package notation

import (
	"regexp"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file has moves by which two pieces change places: "Ra1<->Ra8", in UCI text "a1<>a8", and the
// exchange of roles.

// rolesText is the text of the exchange of roles, in all styles but Popeye's.
const rolesText = "<>"

// rolesWord is its text in Popeye's style.
const rolesWord = "RoleExchange"

// exchangeText returns "Ra1<->Ra8", with names for the two pieces.
func exchangeText(v *rules.Variant, d rules.Details, name string) string {
	return name + v.SquareName(d.From) + "<->" + name + v.SquareName(d.To)
}

// exchanging matches texts of such moves. It finds the two squares.
var exchanging = regexp.MustCompile(`^[^a-p<>]*([a-p]\d+)<-?>[^a-p<>]*([a-p]\d+)[ +#!?]*$`)

// parseExchange returns the move by which two pieces change places that a text means. ok is false
// if it is of another form, and the error says why the move is not legal.
func parseExchange(p rules.Position, text string) (m rules.Move, ok bool, err error) {
	if bare := strings.TrimRight(text, " +#!?"); bare == rolesText || bare == rolesWord {
		if reason := p.Forbidden(rules.ExchangeOfRoles); reason != nil {
			err = &IllegalError{text, rules.ExchangeOfRoles, reason}
		}
		return rules.ExchangeOfRoles, true, err
	}
	if m, ok, err := parseFreeCastling(p, text); ok {
		return m, true, err
	}
	found := exchanging.FindStringSubmatch(text)
	if found == nil {
		return 0, false, nil
	}
	size := p.Variant().Size
	var squares [2]board.Square
	for i, name := range found[1:] {
		if squares[i], err = size.Parse(name); err != nil {
			return 0, true, err
		}
	}
	m = rules.MakeMove(rules.Exchange, squares[0], squares[1])
	if reason := p.Forbidden(m); reason != nil {
		err = &IllegalError{text, m, reason}
	}
	return m, true, err
}
