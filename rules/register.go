package rules

import (
	"fmt"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
)

// catalogue is what Lookup, All and Parts know. It never changes: Register makes another one.
type catalogue struct {
	games    []*Variant // the latest version of each game, the built-in ones first
	unlisted []*Variant // built-in games that All does not list
	earlier  []*Variant // games as they were in earlier versions of their rules
}

// builtInGames are the games that nobody has to register.
var builtInGames = &catalogue{games: games, unlisted: catalogueGames, earlier: earlier}

var registered struct {
	sync.Mutex                           // held to register
	catalogue  atomic.Pointer[catalogue] // nil: the built-in games alone
}

// known returns the games there are now.
func known() *catalogue {
	if c := registered.catalogue.Load(); c != nil {
		return c
	}
	return builtInGames
}

// gameID is what the ID of a game of one's own looks like. A "+" joins a game and modifiers.
var gameID = regexp.MustCompile(`^[a-z0-9][a-z0-9_.-]{0,63}$`)

// Register adds a game of one's own, so that Lookup, All, Parts and combinations with "+" know it.
// Several versions of a game can be registered: Lookup returns the highest. Registering the same
// value again does nothing. The error says what makes no sense in v, or which other game has its
// ID, an alias or, for a game of one's own, the version.
//
// A registered game stays until the program ends. It is safe to call Register while others look up
// games.
func Register(v *Variant) error {
	if wrong := v.Validate(); len(wrong) > 0 {
		return fmt.Errorf("%s: %w", v.ID, errorOf(wrong))
	}
	if same, err := Lookup(v.ID); err == nil && same.Equal(v) {
		return nil
	}
	for _, id := range append([]string{v.ID}, v.Aliases...) {
		if !gameID.MatchString(id) {
			return fmt.Errorf("%q cannot name a game: an ID has up to 64 small letters, digits and . _ - "+
				"and begins with a letter or a digit", id)
		}
	}
	if v.Version < 1 {
		return fmt.Errorf("%s: versions are counted from 1, and this is %d", v.ID, v.Version)
	}
	v = freeze(v)
	registered.Lock()
	defer registered.Unlock()
	next, err := known().with(v)
	if err == nil {
		registered.catalogue.Store(next)
	}
	return err
}

// with returns a catalogue that has v, which is frozen, too.
func (c *catalogue) with(v *Variant) (*catalogue, error) {
	for _, id := range append([]string{v.ID}, v.Aliases...) {
		if m := modifierByID(id); m != nil {
			return nil, fmt.Errorf("%s: %q is a rule that can be added to games", v.ID, id)
		}
		if other := c.byID(id); other != nil && other.ID != v.ID {
			return nil, fmt.Errorf("%s: %q is the game %s", v.ID, id, other.Name)
		}
	}
	next := &catalogue{slices.Clone(c.games), c.unlisted, slices.Clone(c.earlier)}
	for _, other := range slices.Concat(c.games, c.unlisted, c.earlier) {
		switch {
		case other.ID != v.ID:
		case other.Version == v.Version && freeze(other) == v:
			return c, nil
		case other.Version == v.Version:
			return nil, fmt.Errorf("there is another game %s, version %d", v.ID, v.Version)
		case slices.Contains(games, other), slices.Contains(c.unlisted, other):
			return nil, fmt.Errorf("%s is a game of Kirke, whose versions are its own", v.ID)
		}
	}
	switch i := slices.IndexFunc(c.games, func(other *Variant) bool { return other.ID == v.ID }); {
	case i < 0:
		next.games = append(next.games, v)
	case c.games[i].Version < v.Version:
		next.games[i], next.earlier = v, append(next.earlier, c.games[i])
	default:
		next.earlier = append(next.earlier, v)
	}
	return next, nil
}

// byID returns the game with an ID or an alias, or nil.
func (c *catalogue) byID(id string) *Variant {
	for _, list := range [2][]*Variant{c.games, c.unlisted} {
		for _, v := range list {
			if v.ID == id || slices.Contains(v.Aliases, id) {
				return v
			}
		}
	}
	return nil
}
