package site

// This file lists the modifiers beside the variants, so that people can combine them.

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/web/message"
	"github.com/kirke-chess/kirke/web/page"
)

// The names of the groups of modifiers that make no game of their own.
var (
	otherRules      = message.Key("Other rules")
	conditionsGroup = message.Key("Conditions of problemists")
	piecesGroup     = message.Key("Fairy pieces")
)

// modifierGroup has the modifiers of one family.
type modifierGroup struct {
	name      string
	list      []*kirke.Modifier
	exclusive bool // no two of them make sense together
}

// modifierGroups returns the modifiers by the families of the games that they make of chess, in the
// order of the families. Those that make none come last.
var modifierGroups = sync.OnceValue(func() []modifierGroup {
	all := make([]modifierGroup, 0, len(groups)+1)
	for _, f := range Families() {
		all = append(all, modifierGroup{name: f.Name})
	}
	all = append(all, modifierGroup{name: otherRules})
	for _, m := range kirke.Modifiers() {
		i := slices.IndexFunc(Families(), func(f page.Family) bool { return hasGame(f, m.ID) })
		if i < 0 {
			i = len(all) - 1
		}
		all[i].list = append(all[i].list, m)
	}
	all = slices.DeleteFunc(all, func(g modifierGroup) bool { return len(g.list) == 0 })
	for i := range all {
		all[i].exclusive = exclusive(all[i].list)
	}
	return all
})

func hasGame(f page.Family, id string) bool {
	return slices.ContainsFunc(f.Games, func(g page.Game) bool { return g.ID == id })
}

// exclusive reports whether no two of several modifiers make sense together.
func exclusive(list []*kirke.Modifier) bool {
	for i, m := range list {
		for _, other := range list[:i] {
			if _, err := kirke.Lookup(m.ID + "+" + other.ID); err == nil {
				return false
			}
		}
	}
	return true
}

// PickerOf returns the fields for a variant with its parts chosen, also if these make no sense
// together.
func PickerOf(ctx context.Context, id string) page.Picker {
	if id == "" {
		id = "chess"
	}
	p := page.Picker{}
	if _, err := kirke.Lookup(id); err != nil {
		p.Error = Sentence(ctx, err)
	}
	var mods []string
	p.Base, mods = partsOf(Canonical(id))
	p.Families = FamiliesWith(p.Base)
	if p.Changed = len(mods) > 0; p.Changed && p.Error == "" {
		p.Name = GameName(id)
	}
	for _, g := range modifierGroups() {
		p.Groups = append(p.Groups, g.withChosen(mods))
	}
	p.Groups = append(p.Groups, modifierGroup{name: conditionsGroup, list: kirke.Conditions()}.searched(mods))
	return p
}

// ShortPickerOf is PickerOf for the start page, which is small: of the conditions of problemists it
// has those that are chosen.
func ShortPickerOf(ctx context.Context, id string) page.Picker {
	p := PickerOf(ctx, id)
	p.Groups = slices.DeleteFunc(p.Groups, func(g page.ModifierGroup) bool { return g.Long && !g.Open })
	for i := range p.Groups {
		if g := &p.Groups[i]; g.Long {
			g.List = slices.DeleteFunc(g.List, func(m page.Modifier) bool { return !m.Chosen })
		}
	}
	return p
}

// PositionPickerOf is PickerOf for pages with positions, where pieces may be added to the game too.
func PositionPickerOf(ctx context.Context, id string) page.Picker {
	p := PickerOf(ctx, id)
	_, mods := partsOf(Canonical(cmp.Or(id, "chess")))
	p.Groups = append(p.Groups, modifierGroup{name: piecesGroup, list: kirke.FairyPieces()}.searched(mods))
	return p
}

// partsOf returns the game and the modifiers that an ID names. A game of the lists counts as one, even
// if it is a modifier put on chess.
func partsOf(id string) (base string, mods []string) {
	listed := func(id string) bool {
		return slices.ContainsFunc(Families(), func(f page.Family) bool { return hasGame(f, id) })
	}
	if listed(id) {
		return id, nil
	}
	base = "chess"
	for part := range strings.SplitSeq(id, "+") {
		if m, err := kirke.LookupModifier(strings.TrimSpace(part)); err == nil {
			mods = append(mods, m.ID)
		} else if v, err := kirke.Lookup(part); err == nil {
			base = v.ID
		}
	}
	return base, mods
}

// fewModifiers is the number of modifiers up to which each has a box to tick.
const fewModifiers = 5

// modifiers returns the modifiers of a group as pages show them, and the IDs of those that are chosen.
func (g modifierGroup) modifiers(mods []string) (all []page.Modifier, chosen []string) {
	for _, m := range g.list {
		isChosen := slices.Contains(mods, m.ID)
		if isChosen {
			chosen = append(chosen, m.ID)
		}
		all = append(all, page.Modifier{ID: m.ID, Name: m.Name, Summary: m.Summary, Chosen: isChosen})
	}
	return all, chosen
}

// searched returns a group with so many modifiers that people search for them, those that are chosen
// first.
func (g modifierGroup) searched(mods []string) page.ModifierGroup {
	all, chosen := g.modifiers(mods)
	others := slices.DeleteFunc(slices.Clone(all), func(m page.Modifier) bool { return m.Chosen })
	all = append(slices.DeleteFunc(all, func(m page.Modifier) bool { return !m.Chosen }), others...)
	return page.ModifierGroup{Name: g.name, Long: true, Open: len(chosen) > 0, List: all}
}

// withChosen returns a group as pages show it. Where several may be chosen of many, there is one
// list more than are chosen.
func (g modifierGroup) withChosen(mods []string) page.ModifierGroup {
	all, chosen := g.modifiers(mods)
	out := page.ModifierGroup{Name: g.name, List: all}
	switch {
	case g.exclusive && len(chosen) == 0:
		out.Chosen = []string{""}
	case g.exclusive:
		out.Chosen = chosen
	case len(g.list) > fewModifiers:
		out.Chosen = slices.Concat(chosen, []string{"", ""})[:max(2, len(chosen)+1)]
	}
	return out
}
