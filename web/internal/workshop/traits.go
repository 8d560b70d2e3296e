package workshop

// This file holds what the catalogue is searched by: the pieces, the board and the rules of a game.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// trait is a rule that some games have.
type trait struct {
	id   string // in addresses and in the store
	name string // a message
	in   func(*kirke.Variant) bool
}

// ruleTraits are the rules that the catalogue is searched by, in the order of its list.
var ruleTraits = []trait{
	{"drops", message.Key("Drops"), func(v *kirke.Variant) bool { return v.Drops.Active }},
	{"gating", message.Key("Gating"), func(v *kirke.Variant) bool { return v.Gating.Any() }},
	{"first-moves", message.Key("Moves made once"), func(v *kirke.Variant) bool {
		return v.FirstMoves != (rules.FirstMoves{})
	}},
	{"rebirth", message.Key("Captured pieces are reborn"), func(v *kirke.Variant) bool { return v.Aftermath.Active }},
	{"series", message.Key("Several moves a turn"), func(v *kirke.Variant) bool {
		return v.Series != (rules.Series{})
	}},
	{"forced", message.Key("Forced captures"), func(v *kirke.Variant) bool { return v.Capture.Forced }},
	{"blast", message.Key("Explosions"), func(v *kirke.Variant) bool { return v.Capture.Blast }},
	{"goal", message.Key("Squares to reach"), func(v *kirke.Variant) bool { return v.Goal != (rules.Goal{}) }},
	{"extinction", message.Key("Extinction"), func(v *kirke.Variant) bool {
		return v.Extinction != (rules.Extinction{})
	}},
	{"row", message.Key("Pieces in a row"), func(v *kirke.Variant) bool { return v.Row != (rules.Row{}) }},
	{"check", message.Key("Other rules of check"), func(v *kirke.Variant) bool { return v.Check != (rules.Check{}) }},
	{"walls", message.Key("Walls"), (*kirke.Variant).MakesWalls},
	{"passing", message.Key("Passing"), func(v *kirke.Variant) bool { return v.Passing != (rules.Passing{}) }},
	{"shuffle", message.Key("Drawn starting position"), func(v *kirke.Variant) bool { return v.Start.Shuffle != nil }},
	{"stalemate", message.Key("Stalemate is no draw"), func(v *kirke.Variant) bool {
		return v.End.Stalemate == "win" || v.End.Stalemate == "loss" || v.End.StalemateCount
	}},
	{"no-castling", message.Key("No castling"), func(v *kirke.Variant) bool { return !v.Castling.Any() }},
}

// traitsOf returns what a game is found by, as words apart by blanks: "size:8x8 rule:drops piece:queen".
func traitsOf(v *kirke.Variant) string {
	all := []string{sizeTrait(fmt.Sprintf("%dx%d", v.Size.Files, v.Size.Ranks))}
	for _, t := range ruleTraits {
		if t.in(v) {
			all = append(all, ruleTrait(t.id))
		}
	}
	for i := range v.Army {
		all = append(all, pieceTrait(v.Army[i].Name))
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

func sizeTrait(size string) string { return "size:" + size }
func ruleTrait(id string) string   { return "rule:" + id }

// pieceTrait is one word, whatever the name of the piece.
func pieceTrait(name string) string {
	return "piece:" + strings.Join(strings.Fields(strings.ToLower(name)), "_")
}

// hasTrait reports whether traits have one, or one that begins so.
func hasTrait(traits, one string, begin bool) bool {
	for word := range strings.SplitSeq(traits, " ") {
		if word == one || begin && strings.HasPrefix(word, one) {
			return true
		}
	}
	return false
}

// ruleChoices returns the rules as a list to choose from.
func ruleChoices() []page.Choice {
	all := make([]page.Choice, len(ruleTraits))
	for i, t := range ruleTraits {
		all[i] = page.Choice{Value: t.id, Name: t.name}
	}
	return all
}
