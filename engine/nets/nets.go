// Package nets has the networks that come with Kirke, and those that a program adds. docs/engine.md says
// how each of the first was made. The engine for browsers comes with none: they would be most of what a
// browser has to load, and without vector instructions they are slow.
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
	file := File(v.ID)
	if file == nil || !BuiltIn(v) {
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

// added has the files of networks that do not come with Kirke, by the IDs of the games that they are
// for.
var added sync.Map

// Add gives the games that a file names its network, in place of the one that comes with Kirke. It is to
// be called before any of them is played. The error says that it is no file of a network.
func Add(file []byte) error {
	games, err := nn.Games(file)
	for _, id := range games {
		added.Store(id, file)
	}
	return err
}

// File returns the file of the network for the game of an ID, the one that was added last or else the
// one that comes with Kirke; nil if there is none.
func File(id string) []byte {
	if file, ok := added.Load(id); ok {
		return file.([]byte)
	}
	return byGame()[id]
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

// ComesWith reports whether a network for the game of an ID comes with Kirke.
func ComesWith(id string) bool { return byGame()[id] != nil }

// Files returns the files of all networks that come with Kirke.
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
