package site

// This file lists the variants in groups, with their names.

import (
	"slices"
	"strings"
	"sync"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
	"github.com/kirke-chess/kirke/store"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// group is a family of variants.
type group struct {
	name string
	in   func(*kirke.Variant) bool
}

// groups are the families in the order of the lists. A variant belongs to the first that fits.
var groups = []group{
	{message.Key("Pieces in hand"), func(v *kirke.Variant) bool { return v.Gating.Hand != "" }},
	{message.Key("Series"), func(v *kirke.Variant) bool { return v.Series.Progressive }},
	{message.Key("Sissa and Cetran"), func(v *kirke.Variant) bool {
		return slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.Betza == piece.Sissa.Betza })
	}},
	{message.Key("The Circe family"), func(v *kirke.Variant) bool { return v.Aftermath.Active }},
	{message.Key("Chess"), func(*kirke.Variant) bool { return true }},
}

// Families returns the variants in groups.
var Families = sync.OnceValue(func() []page.Family {
	all := make([]page.Family, len(groups))
	for i, g := range groups {
		all[i].Name = g.name
	}
	for _, v := range kirke.Variants() {
		i := slices.IndexFunc(groups, func(g group) bool { return g.in(v) })
		all[i].Games = append(all[i].Games, PageGame(v))
	}
	return all
})

// MoreGames returns the built-in games that Families leaves out, in groups.
var MoreGames = sync.OnceValue(func() []page.Family {
	all := make([]page.Family, len(moreGroups))
	for i, g := range moreGroups {
		all[i].Name = g.name
	}
	for _, v := range kirke.Catalogue() {
		i := slices.IndexFunc(moreGroups, func(g group) bool { return g.in(v) })
		all[i].Games = append(all[i].Games, PageGame(v))
	}
	return slices.DeleteFunc(all, func(f page.Family) bool { return len(f.Games) == 0 })
})

// moreGroups are the families of the built-in games that Families leaves out.
var moreGroups = []group{
	{message.Key("Shogi and its kin"), func(v *kirke.Variant) bool {
		return v.Drops.Active && slices.ContainsFunc(v.Army, func(t piece.Type) bool { return t.To != "" && !t.Pawn })
	}},
	{message.Key("Captured pieces come back"), func(v *kirke.Variant) bool { return v.Drops.Active }},
	{message.Key("Captures that do more"), func(v *kirke.Variant) bool { return v.Capture != (rules.Capture{}) }},
	{message.Key("Other ways to win"), func(v *kirke.Variant) bool {
		return v.Goal != (rules.Goal{}) || v.Extinction != (rules.Extinction{}) || v.Row != (rules.Row{}) ||
			v.Check != (rules.Check{})
	}},
	{message.Key("Large boards"), func(v *kirke.Variant) bool { return v.Size.Area() > chessboard }},
	{message.Key("Small boards"), func(v *kirke.Variant) bool { return v.Size.Area() < chessboard }},
	{message.Key("Other pieces and rules"), func(*kirke.Variant) bool { return true }},
}

// chessboard is how many squares the board of chess has.
const chessboard = 64

// AllFamilies returns all built-in games in groups.
func AllFamilies() []page.Family { return slices.Concat(Families(), MoreGames()) }

// FamiliesWith returns all built-in games in groups. If no group has the chosen one, it is added in a
// group of its own: a combination, or a game of the workshop.
func FamiliesWith(chosen string) []page.Family {
	all := AllFamilies()
	v, err := kirke.Lookup(chosen)
	if err != nil || slices.ContainsFunc(all, func(f page.Family) bool { return hasGame(f, v.ID) }) {
		return all
	}
	name := message.Key("Combinations")
	if IsPublished(v.ID) {
		name = message.Key("From the workshop")
	}
	return append(all, page.Family{Name: name, Games: []page.Game{PageGame(v)}})
}

// IsPublished reports whether an ID is that of a game of the workshop, alone and without modifiers.
func IsPublished(id string) bool {
	return strings.HasPrefix(id, store.GamePrefix) && !strings.Contains(id, "+")
}

// PageGame returns a variant as lists show it.
func PageGame(v *kirke.Variant) page.Game {
	return page.Game{ID: v.ID, Name: v.Name, Summary: v.Summary, Drawn: v.Start.Shuffle != nil}
}

// GameName returns the name of a variant, or its ID if this build does not know it.
func GameName(id string) string {
	if v, err := kirke.Lookup(id); err == nil {
		return v.Name
	}
	return id
}

// Canonical returns the ID that the lists use for a variant, which may have others.
func Canonical(id string) string {
	if v, err := kirke.Lookup(id); err == nil {
		return v.ID
	}
	return id
}

// FamilyName returns the name of the variants that share a rating.
func FamilyName(family string) string {
	if name := GameName(family); name != family {
		return name
	}
	return strings.ToUpper(family[:1]) + family[1:]
}

// DefaultLevel is the level of the computer until somebody chooses another.
const DefaultLevel = 3

// Levels returns the levels of the computer, with their strength.
func Levels() []page.Level {
	all := make([]page.Level, engine.MaxLevel)
	for i := range all {
		all[i] = page.Level{Number: i + 1, Elo: engine.LevelElo(i + 1)}
	}
	return all
}
