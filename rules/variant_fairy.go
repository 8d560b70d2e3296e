package rules

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// The conditions of problemists. The rules are those of Popeye 4.104.

var conditions = slices.Concat(
	rebirths, paralyses, changes, borrowingKings(board.White), borrowingKings(board.Black), restrictions,
)

var paralyses = []*Modifier{
	{
		ID: "madrasi", Name: "Madrasi chess",
		Summary: "A piece other than a king that an enemy piece of its own type attacks cannot move, capture or check.",
		Fairy:   Fairy{Paralysis: Paralysis{Active: true}},
	},
	{
		ID: "madrasi-rex-inclusive", Name: "Madrasi rex inclusive",
		Summary: "A piece that an enemy piece of its own type attacks cannot move, capture or check; kings paralyse " +
			"each other too.",
		Fairy: Fairy{Paralysis: Paralysis{Active: true, Kings: true}},
	},
}
