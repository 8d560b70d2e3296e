package rules

import (
	"slices"
	"strings"
	"sync"
)

// Source returns a game that is kept outside the program, as in the database of a site: the one
// with an ID, in a version of its rules, or in its latest version for 0. It returns nil if there is
// none. Every game makes sense (Validate), and nobody changes a value that was returned. A Source
// that returns the same value for the same question is asked at little cost.
type Source func(id string, version int) *Variant

// RegisterSource lets Lookup, LookupVersion and combinations with "+" find the games of a source.
// Their IDs begin with a prefix that no other game's ID has. All does not list them. remove takes
// the source away again. Of several sources with one prefix the first that has a game is believed.
func RegisterSource(prefix string, find Source) (remove func()) {
	s := &source{prefix, find}
	sources.Lock()
	defer sources.Unlock()
	sources.all = append(slices.Clip(sources.all), s)
	return func() {
		sources.Lock()
		defer sources.Unlock()
		sources.all = slices.DeleteFunc(slices.Clone(sources.all), func(o *source) bool { return o == s })
	}
}

// source is a source and what the IDs of its games begin with.
type source struct {
	prefix string
	find   Source
}

// sources are all sources. What is compiled of the games that were looked up last is kept.
var sources struct {
	sync.Mutex
	all  []*source // never changed: a change makes another one
	kept []keptGame
}

// keptGame is a game as a source returns it, and its frozen copy.
type keptGame struct{ found, frozen *Variant }

// maxKept is how many games of sources are kept compiled although nobody plays them.
const maxKept = 32

// sourced returns the game of a source, frozen, or nil. Version 0 is the latest.
func sourced(id string, version int) *Variant {
	sources.Lock()
	all := sources.all
	sources.Unlock()
	for _, s := range all {
		if !strings.HasPrefix(id, s.prefix) || !gameID.MatchString(id) {
			continue
		}
		if v := s.find(id, version); v != nil && v.ID == id && (version == 0 || v.Version == version) {
			return keep(v)
		}
	}
	return nil
}

// keep returns the frozen copy of a game of a source, and keeps it for a while.
func keep(v *Variant) *Variant {
	sources.Lock()
	defer sources.Unlock()
	if i := slices.IndexFunc(sources.kept, func(k keptGame) bool { return k.found == v }); i >= 0 {
		k := sources.kept[i]
		sources.kept = append(slices.Delete(sources.kept, i, i+1), k)
		return k.frozen
	}
	k := keptGame{v, share(v)}
	if len(sources.kept) == maxKept {
		sources.kept = slices.Delete(sources.kept, 0, 1)
	}
	sources.kept = append(sources.kept, k)
	return k.frozen
}
