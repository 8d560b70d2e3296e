package notation

import (
	"regexp"
	"strings"

	"github.com/kirke-chess/kirke/rules"
)

// This file has moves that capture on the way, as a locust does: "La1xc1-d1", in UCI text
// "a1d1xc1".

// locustSteps returns "a1xc1-d1", with the sign of captures of the style.
func locustSteps(v *rules.Variant, m rules.Move, sign string) string {
	return v.SquareName(m.From()) + sign + v.SquareName(m.Victim()) + "-" + v.SquareName(m.To())
}

// locustText matches texts that may be such moves.
var locustText = regexp.MustCompile(`[x*][a-p]\d+-[a-p]\d|^[a-p]\d+[a-p]\d+x[a-p]\d`)

// parseLocust returns the legal move that captures on the way of which text is the text in a style,
// check marks and praise apart.
func parseLocust(p rules.Position, text string, style Style) (rules.Move, bool) {
	if !locustText.MatchString(text) {
		return 0, false
	}
	bare := func(s string) string { return strings.TrimRight(s, " +#!?") }
	for _, m := range p.LegalMoves(nil) {
		if m.Form() == rules.Locust && bare(Text(p, m, style)) == bare(text) {
			return m, true
		}
	}
	return 0, false
}

// stepsOf returns the squares of a move on the board as LAN and Popeye write them.
func stepsOf(v *rules.Variant, d rules.Details, capture string) string {
	if d.Move.Form() == rules.Locust {
		return locustSteps(v, d.Move, capture)
	}
	return steps(v, d.From, d.Home, d.To, sign(d, capture))
}
