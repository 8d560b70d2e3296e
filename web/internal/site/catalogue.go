package site

// This file lists the variants in groups, with their names.

import (
	"slices"
	"strings"
	"sync"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/piece"
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

// FamiliesWith returns the variants in groups. If no group has the chosen one, it is a combination
// and is added in a group of its own.
func FamiliesWith(chosen string) []page.Family {
	all := Families()
	v, err := kirke.Lookup(chosen)
	if err != nil || slices.ContainsFunc(all, func(f page.Family) bool {
		return slices.ContainsFunc(f.Games, func(g page.Game) bool { return g.ID == v.ID })
	}) {
		return all
	}
	return append(slices.Clone(all), page.Family{Name: message.Key("Combinations"), Games: []page.Game{PageGame(v)}})
}

// CatalogueFamily returns the built-in games that the lists leave out, as a group.
func CatalogueFamily() page.Family {
	all := page.Family{Name: message.Key("More games")}
	for _, v := range kirke.Catalogue() {
		all.Games = append(all.Games, PageGame(v))
	}
	return all
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
