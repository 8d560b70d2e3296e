// Command bundle builds the scripts of the pages into web/static, one of each file in
// web/client/entry. It uses esbuild as a library: no Node and no npm. `go generate ./web/...` runs
// it, and its test proves that the committed scripts are what it makes.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/kirke-chess/kirke/diagram"
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	files, err := build(root)
	for name, contents := range files {
		err = cmp.Or(err, os.WriteFile(filepath.Join(root, "web", "static", name), contents, 0o644))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// build returns the scripts by their file names in web/static. The error holds every message of the
// compiler.
func build(root string) (map[string][]byte, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	entries, err := filepath.Glob(filepath.Join(root, "web", "client", "entry", "*.ts"))
	if err != nil {
		return nil, err
	}
	result := api.Build(api.BuildOptions{
		EntryPoints:       entries,
		AbsWorkingDir:     root,
		Outdir:            "web/static",
		Bundle:            true,
		Format:            api.FormatIIFE, // works with a plain script tag
		Target:            api.ES2022,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsNone,
		Plugins:           []api.Plugin{art()},
	})
	var failed []error
	for _, m := range append(result.Errors, result.Warnings...) {
		where := ""
		if m.Location != nil {
			where = fmt.Sprintf("%s:%d:%d: ", m.Location.File, m.Location.Line, m.Location.Column)
		}
		failed = append(failed, errors.New(where+m.Text))
	}
	if failed != nil {
		return nil, errors.Join(failed...)
	}
	files := map[string][]byte{}
	for _, f := range result.OutputFiles {
		files[filepath.Base(f.Path)] = f.Contents
	}
	return files, nil
}

// art makes the drawings and looks of package diagram a module, "kirke:art".
func art() api.Plugin {
	resolve := func(args api.OnResolveArgs) (api.OnResolveResult, error) {
		return api.OnResolveResult{Path: args.Path, Namespace: "kirke"}, nil
	}
	load := func(api.OnLoadArgs) (api.OnLoadResult, error) {
		text, err := json.Marshal(looks())
		contents := string(text)
		return api.OnLoadResult{Contents: &contents, Loader: api.LoaderJSON}, err
	}
	return api.Plugin{Name: "art", Setup: func(build api.PluginBuild) {
		build.OnResolve(api.OnResolveOptions{Filter: `^kirke:art$`}, resolve)
		build.OnLoad(api.OnLoadOptions{Filter: ".*", Namespace: "kirke"}, load)
	}}
}

// looks returns what a board in the browser needs to look like the pictures of package diagram. The
// types are in web/client/art.d.ts.
func looks() map[string]any {
	drawings := map[string]map[string][][2]string{}
	for set, types := range diagram.Art() {
		drawings[set] = map[string][][2]string{}
		for name, strokes := range types {
			for _, s := range strokes {
				drawings[set][name] = append(drawings[set][name], [2]string{s.Ink, s.Path})
			}
		}
	}
	var boards []map[string]any
	for _, b := range diagram.Boards() {
		tone := func(t diagram.Tone) [2]string { return [2]string{t.Light, t.Dark} }
		boards = append(boards, map[string]any{
			"name": b.Name, "light": tone(b.LightSquare), "dark": tone(b.DarkSquare), "beyond": tone(b.Outer),
			"on-light": tone(b.OnLight), "on-dark": tone(b.OnDark), "on-beyond": tone(b.OnOuter),
			"accent": tone(b.Accent), "from": tone(b.From),
		})
	}
	last, check := diagram.Marks()
	return map[string]any{
		"boards": boards, "sets": diagram.Sets(), "drawings": drawings, "paints": diagram.Paints(),
		"last": [2]string{last.Light, last.Dark}, "check": check.Light,
	}
}
