// Messages begins the catalogue of a language, or brings it up to date: it adds what the pages say
// and the catalogue lacks, with an empty text that the page shows in English, and drops what no page
// says any more.
//
//	go run ./tool/messages de
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/text/language"

	"github.com/kirke-chess/kirke/web/message/keys"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./tool/messages LANGUAGE")
		os.Exit(2)
	}
	if err := update(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "messages:", err)
		os.Exit(1)
	}
}

// update writes the catalogue of a language of the module in a folder.
func update(module, tag string) error {
	parsed, err := language.Parse(tag)
	if err != nil {
		return fmt.Errorf("%q is no language: %w", tag, err)
	}
	found, err := keys.Find(os.DirFS(module), keys.Folders...)
	if err != nil {
		return err
	}
	name := filepath.Join(module, "web", "message", "catalogue", parsed.String()+".json")
	has := map[string]any{}
	data, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(data, &has)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", name, err)
	}
	wants := map[string]any{}
	for text := range found.Texts {
		wants[text] = old(has, text, "")
	}
	for text := range found.Counts {
		wants[text] = old(has, text, map[string]string{"one": "", "other": ""})
	}
	data, err = json.MarshalIndent(wants, "", "  ")
	if err != nil {
		return err
	}
	fmt.Println(name, len(wants), "messages")
	return os.WriteFile(name, append(data, '\n'), 0o644)
}

// old returns what a catalogue has of a message, or what stands for none.
func old(has map[string]any, text string, none any) any {
	if translated, ok := has[text]; ok {
		return translated
	}
	return none
}
