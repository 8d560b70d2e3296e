package notation

import (
	"strings"

	"github.com/kirke-chess/kirke/rules"
)

// This file reads chains of captures: "Bb1*c2*d3-e4", in UCI text "b1e4~7".

// parseChain returns the legal chain of captures that a text means in a style. ok is false if it
// means none.
func parseChain(p rules.Position, text string, style Style) (m rules.Move, ok bool) {
	if !p.Variant().Fairy.Chains {
		return 0, false
	}
	bare := strings.TrimRight(text, " +#!?")
	for _, m := range p.LegalMoves(nil) {
		if m.Chain() != 0 && strings.TrimRight(Text(p, m, style), " +") == bare {
			return m, true
		}
	}
	return 0, false
}
