package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// examples returns the part of a command's help that shows command lines.
func examples(lines ...string) string {
	return "Examples:\n\n    " + strings.Join(lines, "\n    ")
}

// helpCmd shows the help of a command.
type helpCmd struct {
	Command []string `arg:"" optional:"" complete:"command" help:"The command; all of them without it."`
}

func (*helpCmd) Help() string {
	return examples(
		"kirke help solve",
		"kirke help bench movegen",
	)
}

func (cmd *helpCmd) Run(c *console) error {
	node := c.parser.Model.Node
	for _, name := range cmd.Command {
		if node = childNamed(node, name); node == nil {
			return fmt.Errorf("there is no command %q; see 'kirke --help'", strings.Join(cmd.Command, " "))
		}
	}
	at, err := kong.Trace(c.parser, cmd.Command)
	if err != nil {
		return err
	}
	return at.PrintUsage(false)
}

// versionCmd shows what --version does.
type versionCmd struct {
	As jsonFlags `embed:""`
}

func (*versionCmd) Help() string {
	return examples(
		"kirke version",
		"kirke version --json",
	)
}

func (*versionCmd) Run(c *console) error {
	info := buildInfo()
	if !c.JSON {
		_, err := fmt.Fprintln(c.out, "kirke", versionOf(info))
		return err
	}
	return c.print(originOf(info))
}
