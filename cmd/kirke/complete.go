package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// The completion scripts ask the program what may come next, so they need no change when a command does.
//
//go:embed completion/kirke.bash completion/kirke.zsh completion/kirke.fish
var completionScripts embed.FS

// completionCmd writes the script of a shell.
type completionCmd struct {
	Shell string `arg:"" complete:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

func (*completionCmd) Help() string {
	return "In bash 'source <(kirke completion bash)' does for one shell, and the same line in ~/.bashrc for all." +
		"\n\n" + examples(
		"kirke completion zsh > ~/.zfunc/_kirke",
		"kirke completion fish > ~/.config/fish/completions/kirke.fish",
	)
}

func (cmd *completionCmd) Run(c *console) error {
	if err := oneOf("completion", cmd.Shell, "bash", "zsh", "fish"); err != nil {
		return err
	}
	script, err := completionScripts.ReadFile("completion/kirke." + cmd.Shell)
	if err == nil {
		_, err = c.out.Write(script)
	}
	return err
}

// completeCmd lists what may complete the last word of a command line, one candidate a line: the word, then after a
// tab its description. The line wantFiles asks the shell for file names.
type completeCmd struct {
	Words []string `arg:"" optional:"" passthrough:"" help:"The words after kirke, the last of them perhaps empty."`
}

const wantFiles = ":files"

func (cmd *completeCmd) Run(c *console) error {
	words := cmd.Words
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	for _, s := range complete(c.parser.Model, words) {
		line := s.word
		if s.about != "" {
			line += "\t" + s.about
		}
		if _, err := fmt.Fprintln(c.out, line); err != nil {
			return err
		}
	}
	return nil
}

// suggestion is a word that may come next, and what it is.
type suggestion struct{ word, about string }

// complete returns the candidates for the last word of a command line.
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
		all = commandNames(at.told)
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

// unsplit joins words that bash split at an equals sign, such as --variant = sissa. split reports whether the last
// word was one of them.
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

// place says what may come next in a command line.
type place struct {
	node      *kong.Node            // the command so far, or the program itself
	known     map[string]*kong.Flag // the flags that may come next, by name
	flag      *kong.Flag            // the flag whose value comes next, or nil
	arguments int                   // how many arguments the command has so far
	told      *kong.Node            // for help: the command that it is asked about
}

// placeAfter returns the place after some words.
func placeAfter(app *kong.Application, words []string) place {
	at := place{node: app.Node, told: app.Node, known: flagsByName(app.Node)}
	for len(words) > 0 {
		n := flagLength(at.known, words)
		if flag := at.known[words[0]]; n == 1 && flag != nil && !flag.IsBool() {
			at.flag = flag // and there is no word behind it
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
					for _, name := range typed(flag) {
						at.known[name] = flag
					}
				}
			}
		case !strings.HasPrefix(words[0], "-"):
			at.arguments++
			if told := childNamed(at.told, words[0]); told != nil {
				at.told = told
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

// commandNames lists the commands right below another.
func commandNames(node *kong.Node) (all []suggestion) {
	for _, child := range node.Children {
		if !child.Hidden {
			all = append(all, suggestion{child.Name, child.Help})
		}
	}
	return all
}

// valuesOf lists the values that a flag or an argument may have. Its tag "complete" names them, or says that they are
// games or files; a flag with the placeholder FILE or FOLDER needs no tag.
func valuesOf(v *kong.Value, begun string) (all []suggestion) {
	switch set := v.Tag.Get("complete"); {
	case set == "game":
		return gameNames(begun)
	case set == "file", set == "" && v.Flag != nil && (v.Flag.PlaceHolder == "FILE" || v.Flag.PlaceHolder == "FOLDER"):
		return []suggestion{{word: wantFiles}}
	case set != "":
		for word := range strings.SplitSeq(set, ",") {
			all = append(all, suggestion{word: word})
		}
	}
	return all
}

// gameNames lists the games; after a "+", what combines with the part before it.
func gameNames(begun string) (all []suggestion) {
	plus := strings.LastIndexByte(begun, '+')
	if plus < 0 {
		for _, v := range kirke.Variants() {
			all = append(all, suggestion{v.ID, v.Summary})
		}
		return all
	}
	for _, m := range rules.Modifiers() {
		id := begun[:plus+1] + m.ID
		if _, err := kirke.Lookup(id); err == nil {
			all = append(all, suggestion{id, m.Summary})
		}
	}
	return all
}
