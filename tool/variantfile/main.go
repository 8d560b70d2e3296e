// Command variantfile writes what follows from the Go types of a game: the names of choices in
// files (variantfile/choices.go), the JSON Schema of files (variantfile/schema.json), what each
// key means for the workshop (variantfile/reference.json), and the reference page (docs/variantfile.md). Run it by
// go generate ./variantfile; a test tells when it is due.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := ".."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	if err := run(root); err != nil {
		fmt.Fprintln(os.Stderr, "variantfile:", err)
		os.Exit(1)
	}
}

// run writes the generated files of the repository at root.
func run(root string) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(root, name), text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// generate returns the generated files by their paths.
func generate(root string) (map[string][]byte, error) {
	s, err := readSource(root)
	if err != nil {
		return nil, err
	}
	code, err := s.code()
	if err != nil {
		return nil, err
	}
	schema, err := s.schema()
	if err != nil {
		return nil, err
	}
	reference, err := s.reference()
	if err != nil {
		return nil, err
	}
	page, err := s.page()
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		"variantfile/choices.go":     code,
		"variantfile/schema.json":    schema,
		"variantfile/reference.json": reference,
		"docs/variantfile.md":        page,
	}, nil
}
