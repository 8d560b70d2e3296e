package manual

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/rules"
)

// completionScripts ask the program what may come next, so they never change with the commands.
//
//go:embed completion/kirke.bash completion/kirke.zsh completion/kirke.fish
var completionScripts embed.FS

// Completion is the command that writes the script of a shell.
type Completion struct {
	Shell string `arg:"" complete:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Help says how to use the script in bash, and returns examples.
func (*Completion) Help() string {
	return "In bash run 'source <(kirke completion bash)', or put that line into ~/.bashrc." +
		"\n\n" + console.Examples(
		"kirke completion zsh > ~/.zfunc/_kirke",
		"kirke completion fish > ~/.config/fish/completions/kirke.fish",
	)
}

// Run writes the script.
func (cmd *Completion) Run(c *console.Console) error {
	if err := console.OneOf("completion", cmd.Shell, "bash", "zsh", "fish"); err != nil {
		return err
	}
	script, err := completionScripts.ReadFile("completion/kirke." + cmd.Shell)
	if err == nil {
		_, err = c.Out.Write(script)
	}
	return err
}

// Complete is the hidden command that the scripts run. It lists the words that may complete the
// last word of a command line, one a line: the word, then after a tab its description. The line
// wantFiles asks the shell for file names.
type Complete struct {
	Words []string `arg:"" optional:"" passthrough:"" help:"The words after kirke, the last of which may be empty."`
}

const wantFiles = ":files"

// Run lists the words.
func (cmd *Complete) Run(c *console.Console) error {
	words := cmd.Words
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	for _, s := range complete(c.Parser.Model, words) {
		line := s.word
		if s.about != "" {
			line += "\t" + s.about
		}
		if _, err := fmt.Fprintln(c.Out, line); err != nil {
			return err
		}
	}
	return nil
}

// suggestion is a word that may come next, and what it is.
type suggestion struct{ word, about string }

// complete returns the suggestions for the last word of a command line.
func complete(app *kong.Application, words []string) []suggestion {
	words, split := unsplit(words)
	if len(words) == 0 {
		words = []string{""}
	}
	last, before := words[len(words)-1], words[:len(words)-1]
	at := placeAfter(app, before)
	var all []suggestion
	switch name, value, equals := strings.Cut(last, "="); {
	case at.flag != nil:
		all = valuesOf(at.flag.Value, last)
	case equals && at.known[name] != nil:
		all, last = valuesOf(at.known[name].Value, value), value
		if !split {
			last = name + "=" + value
			for i := range all {
				all[i].word = name + "=" + all[i].word
			}
		}
	case strings.HasPrefix(last, "-"):
		all = flagNames(at.node)
	case len(at.node.Children) > 0:
		all = commandNames(at.node)
	case at.node.Name == "help":
		all = commandNames(at.subject)
	case len(at.node.Positional) > 0:
		positional := at.node.Positional[min(at.arguments, len(at.node.Positional)-1)]
		if at.arguments < len(at.node.Positional) || positional.IsCumulative() {
			all = valuesOf(positional, last)
		}
	}
	return slices.DeleteFunc(all, func(s suggestion) bool {
		return s.word != wantFiles && !strings.HasPrefix(s.word, last)
	})
}

// unsplit joins words that bash split at an equals sign, such as --variant = sissa. split reports
// whether the last word was one of them.
func unsplit(words []string) (joined []string, split bool) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		split = false
		if strings.HasPrefix(word, "--") && i+1 < len(words) && words[i+1] == "=" {
			word, split = word+"=", true
			i++
			if i+1 < len(words) {
				i++
				word += words[i]
			}
		}
		joined = append(joined, word)
	}
	return joined, split
}

// place is a place in a command line: it says what may come next.
type place struct {
	node      *kong.Node            // the command so far, or the program itself
	known     map[string]*kong.Flag // the flags that may come next, by name
	flag      *kong.Flag            // the flag whose value comes next, or nil
	arguments int                   // how many arguments the command has so far
	subject   *kong.Node            // of the command help: the command that its arguments name
}

// placeAfter returns the place after some words.
func placeAfter(app *kong.Application, words []string) place {
	at := place{node: app.Node, subject: app.Node, known: flagsByName(app.Node)}
	for len(words) > 0 {
		n := flagLength(at.known, words)
		if flag := at.known[words[0]]; n == 1 && flag != nil && !flag.IsBool() {
			at.flag = flag // its value is the word to complete
			return at
		}
		child := childNamed(at.node, words[0])
		switch {
		case n > 0:
			words = words[n:]
			continue
		case child != nil:
			at.node = child
			if len(child.Children) == 0 {
				at.known = map[string]*kong.Flag{}
				for _, flag := range slices.Concat(child.AllFlags(false)...) {
					for _, name := range typedNames(flag) {
						at.known[name] = flag
					}
				}
			}
		case !strings.HasPrefix(words[0], "-"):
			at.arguments++
			if subject := childNamed(at.subject, words[0]); subject != nil {
				at.subject = subject
			}
		}
		words = words[1:]
	}
	return at
}

// flagNames lists the flags of a command.
func flagNames(node *kong.Node) (all []suggestion) {
	for _, flag := range slices.Concat(node.AllFlags(true)...) {
		all = append(all, suggestion{"--" + flag.Name, flag.Help})
	}
	return all
}

// commandNames lists the commands directly below another.
func commandNames(node *kong.Node) (all []suggestion) {
	for _, child := range node.Children {
		if !child.Hidden {
			all = append(all, suggestion{child.Name, child.Help})
		}
	}
	return all
}

// valuesOf lists the values of a flag or an argument. Its tag "complete" names them, or says that
// they are games or files. A flag with the placeholder FILE or FOLDER needs no tag.
func valuesOf(v *kong.Value, typed string) (all []suggestion) {
	switch set := v.Tag.Get("complete"); {
	case set == "game":
		return gameNames(typed)
	case set == "file", set == "" && v.Flag != nil && slices.Contains([]string{"FILE", "FOLDER"}, v.Flag.PlaceHolder):
		return []suggestion{{word: wantFiles}}
	case set != "":
		for word := range strings.SplitSeq(set, ",") {
			all = append(all, suggestion{word: word})
		}
	}
	return all
}

// gameNames lists the games; after a "+", what combines with the part before it.
func gameNames(typed string) (all []suggestion) {
	plus := strings.LastIndexByte(typed, '+')
	if plus < 0 {
		for _, v := range kirke.Games() {
			all = append(all, suggestion{v.ID, v.Summary})
		}
		return all
	}
	for _, m := range slices.Concat(rules.Modifiers(), rules.Conditions(), rules.Pieces()) {
		id := typed[:plus+1] + m.ID
		if _, err := kirke.Lookup(id); err == nil {
			all = append(all, suggestion{id, m.Summary})
		}
	}
	return all
}
