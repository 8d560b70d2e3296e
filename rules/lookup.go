package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/internal/words"
)

// games are the built-in games, by family.
var games = slices.Concat(chessGames, seirawanGames, sissaGames, cetranGames)

// catalogueGames are the built-in games that All does not list, by family.
var catalogueGames = slices.Concat(houseGames, atomicGames, antichessGames, goalGames, kingGames, pawnGames,
	armyGames, oldGames, largeGames, boardGames, shogiGames, xiangqiGames)

// earlier are games as they were in earlier versions of their rules. A game whose rules change gets
// the next Version, and its earlier value is kept in the file of its family.
var earlier = earlierSeirawan

// modifiers are the built-in modifiers, in the order in which they stand in an ID.
var modifiers = slices.Concat(progressives, circes, []*Modifier{cohen, bareKing, quietConversion})

// orderedModifiers are the modifiers and, behind them in an ID, the conditions of problemists and
// their pieces.
var orderedModifiers = slices.Concat(modifiers, conditions, pieceModifiers)

// Games returns the games of All, and those of Catalogue after them.
func Games() []*Variant { return append(All(), Catalogue()...) }

// All returns every game, those that were registered too, and every modifier that makes a game of
// chess, in a fixed order. Lookup finds combinations of them. The values are the caller's own.
func All() []*Variant {
	var all []*Variant
	for _, v := range known().games {
		all = append(all, v.Clone())
	}
	for _, m := range modifiers {
		if !m.standsAlone() {
			continue
		}
		if v, err := Lookup(m.ID); err == nil {
			all = append(all, v)
		}
	}
	return all
}

// Catalogue returns the built-in games that All does not list, in a fixed order. Lookup finds them
// and combinations of them. The values are the caller's own.
func Catalogue() []*Variant {
	all := make([]*Variant, len(catalogueGames))
	for i, v := range catalogueGames {
		all[i] = v.Clone()
	}
	return all
}

// standsAlone reports whether a modifier makes a game of chess that people know by its name.
func (m *Modifier) standsAlone() bool { return m.inCirceFamily() || m.Series.Progressive }

// inCirceFamily reports whether a modifier decides what a capture leads to. Cohen's rule is not of
// the family: it only forbids some captures.
func (m *Modifier) inCirceFamily() bool { return m.Aftermath.Active && !m.Aftermath.Cohen }

// Modifiers returns the modifiers that people play with. They and Conditions may follow a "+" in an
// ID. The values are the caller's own.
func Modifiers() []*Modifier { return clones(modifiers) }

// Conditions returns the conditions of problemists, which Modifiers does not list. The values are
// the caller's own.
func Conditions() []*Modifier { return clones(conditions) }

// Pieces returns the modifiers that bring pieces of problemists into a game, fairy pieces and
// neutral ones, which Modifiers does not list. The values are the caller's own.
func Pieces() []*Modifier { return clones(pieceModifiers) }

func clones(modifiers []*Modifier) []*Modifier {
	all := make([]*Modifier, len(modifiers))
	for i, m := range modifiers {
		all[i] = m.clone()
	}
	return all
}

func (m *Modifier) clone() *Modifier {
	c := *m
	c.Aliases, c.Notes = slices.Clone(m.Aliases), slices.Clone(m.Notes)
	return &c
}

// ConditionsOf returns the conditions of problemists that v has, each without those that say less.
// What a condition was given as a parameter, such as squares, is in none of them.
func ConditionsOf(v *Variant) []*Modifier {
	has := func(f, other Fairy) bool {
		both := f
		return merge(&both, other) == nil && both == f
	}
	var found []*Modifier
	for _, m := range conditions {
		if has(v.Fairy, m.Fairy) {
			found = append(found, m)
		}
	}
	all := slices.Clone(found)
	return clones(slices.DeleteFunc(found, func(m *Modifier) bool {
		return slices.ContainsFunc(all, func(n *Modifier) bool { return m.Fairy != n.Fairy && has(n.Fairy, m.Fairy) })
	}))
}

// LookupModifier returns the modifier with an ID or an alias. The value is the caller's own.
func LookupModifier(id string) (*Modifier, error) {
	if m := modifierByID(id); m != nil {
		return m.clone(), nil
	}
	return nil, fmt.Errorf("there is no modifier %q", id)
}

// Lookup returns the game with an ID: one of All, an alias, or a combination written with "+"
// ("progressive+circe", "seirawan+circe"). The error says which part is unknown, or why the parts
// make no sense together. The value is the caller's own: change it to make a game of your own.
func Lookup(id string) (*Variant, error) {
	base, mods, err := parseID(id)
	if err != nil {
		return nil, err
	}
	return Compose(base, mods...)
}

// Parts returns the game and the modifiers that v is composed of, so that others can be added. If v
// is not what Lookup returns for its ID, such as a changed copy, Parts returns a copy of v and no
// modifiers. The values are the caller's own.
func Parts(v *Variant) (base *Variant, mods []*Modifier) {
	if game, parts, err := parseID(v.ID); err == nil {
		if known, err := Compose(game, parts...); err == nil && known.Equal(v) {
			base = game
			for _, m := range parts {
				mods = append(mods, m.clone())
			}
			return base.Clone(), mods
		}
	}
	return v.Clone(), nil
}

// LookupVersion returns the game with an ID as it was in a version of its rules. The version of a
// combination is that of the game that the modifiers change. The error says which part is unknown,
// or that the version is.
func LookupVersion(id string, version int) (*Variant, error) {
	base, mods, err := parseID(id)
	if err != nil {
		return nil, err
	}
	for _, v := range append(slices.Clone(known().earlier), base) {
		if v.ID == base.ID && v.Version == version {
			return Compose(v, mods...)
		}
	}
	if v := sourced(base.ID, version); v != nil {
		return Compose(v, mods...)
	}
	return nil, fmt.Errorf("there is no version %d of %s", version, base.ID)
}

// parseID returns the game and the modifiers that an ID names, in their order.
func parseID(id string) (*Variant, []*Modifier, error) {
	parts := strings.Split(strings.ToLower(strings.TrimSpace(id)), "+")
	for i, part := range parts {
		parts[i] = strings.TrimSpace(part)
	}
	base, mods, unknown, err := parseParts(id, parts)
	if unknown >= 0 {
		err = unknownPart(parts, unknown)
	}
	return base, mods, err
}

// parseParts returns the game and the modifiers that the parts of an ID name. unknown is the index
// of the first part that does not exist, or -1.
func parseParts(id string, parts []string) (base *Variant, mods []*Modifier, unknown int, err error) {
	base = chess
	all := known()
	var named bool
	for i, part := range parts {
		v := all.byID(part)
		if v == nil && modifierByID(part) == nil {
			v = sourced(part, 0)
		}
		if v != nil {
			if named && v.ID != base.ID {
				return nil, nil, -1, fmt.Errorf("%q: %s and %s are two games; only one can be played",
					id, base.ID, v.ID)
			}
			base, named = v, true
			continue
		}
		m := modifierByID(part)
		if m == nil {
			return nil, nil, i, nil
		}
		mods = append(mods, m)
	}
	return base, mods, -1, nil
}

func modifierByID(id string) *Modifier {
	for _, m := range orderedModifiers {
		if m.ID == id || slices.Contains(m.Aliases, id) {
			return m
		}
	}
	return nil
}

// sortedWords returns the words of a name in alphabetical order.
func sortedWords(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == ' ' })
	slices.Sort(parts)
	return strings.Join(parts, "-")
}

// unknownPart returns the error for a part of an ID that does not exist. It suggests the most
// similar name, in whatever order its words stand, among those that make a game in its place.
func unknownPart(parts []string, unknown int) error {
	id := parts[unknown]
	var names, ids []string // aliases are tried first
	for _, v := range slices.Concat(known().games, known().unlisted) {
		names, ids = append(names, v.Aliases...), append(ids, v.ID)
	}
	for _, m := range orderedModifiers {
		names, ids = append(names, m.Aliases...), append(ids, m.ID)
	}
	slices.Sort(names)
	names = append(names, ids...)
	sorted := sortedWords(id)
	best, bestDistance := "", min(3, len(id)/2)+1
	for _, name := range names {
		d := min(words.Distance(id, name), words.Distance(sorted, sortedWords(name)))
		if d >= bestDistance {
			continue
		}
		other := slices.Clone(parts)
		other[unknown] = name
		game, changes, stillUnknown, err := parseParts(name, other)
		if stillUnknown >= 0 || err != nil {
			continue
		}
		if _, err := Compose(game, changes...); err == nil {
			best, bestDistance = name, d
		}
	}
	if best != "" {
		return fmt.Errorf("there is no variant %q; did you mean %q?", id, best)
	}
	return fmt.Errorf("there is no variant %q", id)
}
