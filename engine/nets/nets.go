// Package nets has the networks that come with Kirke. docs/engine.md says how each was made. The engine
// for browsers has none: they would be most of what a browser has to load, and without vector
// instructions they are slow.
package nets

import (
	"io/fs"
	"slices"
	"sync"

	"github.com/kirke-chess/kirke/engine/nn"
	"github.com/kirke-chess/kirke/rules"
)

// For returns the network for a variant with its inputs, nil if there is none. It is the network whose
// file names the variant's game; a game of that ID with other rules has none.
func For(v *rules.Variant) (*nn.Network, *nn.Inputs) {
	file, ok := byGame()[v.ID]
	if !ok || !BuiltIn(v) {
		return nil, nil
	}
	in, err := nn.NewInputs(v)
	if err != nil {
		return nil, nil
	}
	n, err := nn.Read(file, in)
	if err != nil {
		return nil, nil // TestNetworks reads all
	}
	return n, in
}

// BuiltIn reports whether a variant is the game that is known by its ID, so that a network that names
// the ID is meant for it.
func BuiltIn(v *rules.Variant) bool {
	known, err := rules.Lookup(v.ID)
	return err == nil && known.Equal(v)
}

// byGame returns the files by the IDs of the games that they are for.
var byGame = sync.OnceValue(func() map[string][]byte {
	all := map[string][]byte{}
	for _, file := range Files() {
		games, _ := nn.Games(file) // TestNetworks reads all
		for _, id := range games {
			all[id] = file
		}
	}
	return all
})

// Files returns the files of all networks.
func Files() [][]byte {
	names, _ := fs.Glob(files, "*.nnue")
	slices.Sort(names)
	var all [][]byte
	for _, name := range names {
		file, _ := files.ReadFile(name)
		all = append(all, file)
	}
	return all
}
