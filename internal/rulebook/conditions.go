package rulebook

import (
	"github.com/kirke-chess/kirke"
)

// This file writes about the conditions of problemists.

// conditionText says what each condition of a game does.
func conditionText(v *kirke.Variant) []string {
	var text []string
	if p := &v.Fairy.Paralysis; p.Active {
		who := "A piece other than a king"
		if p.Kings {
			who = "A piece"
		}
		text = append(text, who+" that an enemy piece of its own type attacks cannot move, capture or check.")
	}
	text = append(text, changeText(v)...)
	return paragraph(text)
}
