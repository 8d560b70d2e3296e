package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// noticesFile has the notices of the libraries. Its path is from the root of the repository.
const noticesFile = "cmd/kirke/internal/manual/licences.txt"

// module is a library in the program.
type module struct{ path, version, dir string }

// writeNotices writes the licences of the libraries to a file.
func writeNotices(file string) error {
	text, err := noticesText()
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// noticesText returns the licences of Go and of all libraries in the program, on any system that it
// is released for. Modules with the same licence text stand together.
func noticesText() ([]byte, error) {
	modules, err := modulesUsed()
	if err != nil {
		return nil, err
	}
	var texts []string
	under := map[string][]string{}
	for _, m := range modules {
		text, err := licenceOf(m)
		if err != nil {
			return nil, err
		}
		if under[text] == nil {
			texts = append(texts, text)
		}
		under[text] = append(under[text], m.path+" "+m.version)
	}
	var b bytes.Buffer
	b.WriteString("Kirke is made of the Go standard library and of the libraries below, under these licences.\n")
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), strings.Join(under[text], "\n"), text)
	}
	return b.Bytes(), nil
}

// modulesUsed returns the modules in the program, by name, Go first.
func modulesUsed() ([]module, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	used := map[module]bool{}
	for _, t := range strings.Split(allTargets, ",") {
		system, _, _ := strings.Cut(t, "/")
		const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}"
		cmd := exec.Command("go", "list", "-deps", "-f", format, "./cmd/kirke")
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for line := range strings.Lines(string(out)) {
			if f := strings.Fields(line); len(f) == 3 {
				used[module{f[0], f[1], f[2]}] = true
			}
		}
	}
	all := make([]module, 0, len(used)+1)
	for m := range used {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.path, b.path) })
	return slices.Insert(all, 0, module{"The Go standard library", "", strings.TrimSpace(string(root))}), nil
}

// legal matches the names of files with licences and notices.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-.].*)?$`)

// licenceOf returns the licences and notices of a module.
func licenceOf(m module) (string, error) {
	files, err := os.ReadDir(m.dir)
	if err != nil {
		return "", err
	}
	var texts []string
	for _, f := range files {
		if f.IsDir() || !legal.MatchString(f.Name()) || f.Name() == "LICENSE-LOGO" {
			continue
		}
		data, err := os.ReadFile(filepath.Join(m.dir, f.Name()))
		if err != nil {
			return "", err
		}
		texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(data), "\r\n", "\n")))
	}
	if len(texts) == 0 {
		return "", fmt.Errorf("%s has no licence in %s", m.path, m.dir)
	}
	return strings.Join(texts, "\n\n"), nil
}
