package manual

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// CommandFirst moves the flags before a command, or between the words of one such as "bench
// movegen", behind it: flags belong to commands, but earlier versions took the shared ones
// anywhere. An argument that is neither a flag of a command nor a command stays where it is, with
// all after it.
func CommandFirst(app *kong.Application, args []string) []string {
	known := flagsByName(app.Node)
	var command, flags []string
	node, rest := app.Node, args
	for len(rest) > 0 && len(node.Children) > 0 {
		if n := flagLength(known, rest); n > 0 {
			flags, rest = append(flags, rest[:n]...), rest[n:]
			continue
		}
		child := childNamed(node, rest[0])
		if child == nil {
			break
		}
		command, node, rest = append(command, rest[0]), child, rest[1:]
	}
	return slices.Concat(command, flags, rest)
}

// flagLength returns how many arguments the flag at the front of args takes: 2 for a flag and its
// value, 0 if there is no known flag.
func flagLength(known map[string]*kong.Flag, args []string) int {
	name, _, joined := strings.Cut(args[0], "=")
	flag := known[name]
	switch {
	case flag == nil && len(name) > 2 && name[0] == '-' && name[1] != '-': // -vseirawan
		if flag = known[name[:2]]; flag == nil {
			return 0
		}
		return 1
	case flag == nil:
		return 0
	case joined || flag.IsBool():
		return 1
	}
	return min(2, len(args))
}

// flagsByName returns the flags of a command and of those below it by the names that are typed,
// such as --json and -v. It leaves out a name that takes a value in one command and none in
// another.
func flagsByName(node *kong.Node) map[string]*kong.Flag {
	all := map[string]*kong.Flag{}
	var mixed []string
	var add func(n *kong.Node)
	add = func(n *kong.Node) {
		for _, f := range n.Flags {
			for _, name := range typedNames(f) {
				if other := all[name]; other != nil && other.IsBool() != f.IsBool() {
					mixed = append(mixed, name)
				}
				all[name] = f
			}
		}
		for _, child := range n.Children {
			add(child)
		}
	}
	add(node)
	for _, name := range mixed {
		delete(all, name)
	}
	return all
}

// typedNames returns the ways to type a flag, the long one first.
func typedNames(f *kong.Flag) []string {
	names := []string{"--" + f.Name}
	if f.Short != 0 {
		names = append(names, "-"+string(f.Short))
	}
	for _, a := range f.Aliases {
		names = append(names, "--"+a)
	}
	return names
}

// childNamed returns the command with a name directly below another, or nil.
func childNamed(node *kong.Node, name string) *kong.Node {
	for _, child := range node.Children {
		if child.Name == name {
			return child
		}
	}
	return nil
}
