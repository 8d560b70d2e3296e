// Package manual is what kirke says about itself: the help of commands, the manual page, the
// completion of shells, the version and the licences. All of it is made from kong's model of the
// command line, so a flag is described once.
//
// Read help.go, then reorder.go (flags before commands), man.go, complete.go, version.go and
// licences.go.
package manual

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// IsAbout reports whether a command line asks about kirke itself, and so needs no game.
func IsAbout(parsed *kong.Context) bool {
	about := []string{"help", "version", "licences", "man", "completion", "complete"}
	selected := parsed.Selected()
	return selected != nil && slices.Contains(about, selected.Name)
}

// Help is the command that shows the help of a command.
type Help struct {
	Command []string `arg:"" optional:"" complete:"command" help:"The command (default: all of them)."`
}

// Help returns examples.
func (*Help) Help() string {
	return console.Examples("kirke help solve", "kirke help bench movegen")
}

// Run writes what COMMAND --help does.
func (cmd *Help) Run(c *console.Console) error {
	node := c.Parser.Model.Node
	for _, name := range cmd.Command {
		if node = childNamed(node, name); node == nil {
			return fmt.Errorf("there is no command %q; see 'kirke --help'", strings.Join(cmd.Command, " "))
		}
	}
	at, err := kong.Trace(c.Parser, cmd.Command)
	if err != nil {
		return err
	}
	return at.PrintUsage(false)
}
