package main

import (
	"bytes"
	"context"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/cmd/kirke/internal/manual"
)

// newConsole returns a console without input.
func newConsole(t *testing.T) *console.Console {
	return &console.Console{Ctx: t.Context(), In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &bytes.Buffer{}}
}

// parserOf returns the parser of the command line, for its model.
func parserOf(t *testing.T) *kong.Kong {
	t.Helper()
	parser, err := newParser(newConsole(t))
	if err != nil {
		t.Fatal(err)
	}
	return parser
}

// shown returns the commands that help shows, including those with subcommands.
func shown(node *kong.Node) (all []*kong.Node) {
	for _, child := range node.Children {
		if !child.Hidden {
			all = append(all, child)
			all = append(all, shown(child)...)
		}
	}
	return all
}

// TestExamples: the help of each command has two examples, which are valid command lines of it.
func TestExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "kirke.toml", "quiet = true\n") // which an example reads
	for _, node := range shown(parserOf(t).Model.Node) {
		_, text, found := strings.Cut(node.Detail, "Examples:\n")
		lines := strings.Split(strings.TrimSpace(text), "\n")
		if !found || len(lines) < 2 {
			t.Errorf("%s: the help has no two examples: %q", node.FullPath(), node.Detail)
			continue
		}
		for _, line := range lines {
			if !strings.HasPrefix(strings.TrimSpace(line)+" ", node.FullPath()+" ") {
				t.Errorf("%s: the example %q is of another command", node.FullPath(), line)
			}
			line, _, _ = strings.Cut(line, " > ")
			line, _, _ = strings.Cut(line, " | ")
			words := split(t, line)
			if _, err := parserOf(t).Parse(words[1:]); err != nil {
				t.Errorf("%s: the example %q: %v", node.FullPath(), line, err)
			}
		}
	}
}

// split returns the words of a line as a shell reads them.
func split(t *testing.T, line string) []string {
	t.Helper()
	out, err := exec.Command("sh", "-c", `printf '%s\n' `+line).Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// TestManual: the manual page has every command and every flag, and troff accepts it.
func TestManual(t *testing.T) {
	code, page, stderr := inProcess(context.Background(), "", "man")
	if code != console.ExitOK || stderr != "" {
		t.Fatalf("%d %s", code, stderr)
	}
	plain := strings.NewReplacer(`\-`, "-", `\(aq`, "'", `\(dq`, `"`).Replace(page)
	app := parserOf(t).Model
	for _, node := range app.Leaves(true) {
		_, section, found := strings.Cut(plain, `.SS "`+node.FullPath())
		if !found {
			t.Errorf("there is no section of %s", node.FullPath())
			continue
		}
		section, _, _ = strings.Cut(section, "\n.S")
		for _, flag := range node.Flags {
			if has := strings.Contains(section, `.B "`+flag.String()+`"`); has == flag.Hidden {
				t.Errorf("%s: the flag --%s is there: %v", node.FullPath(), flag.Name, has)
			}
		}
		if strings.Count(section, "\n"+node.FullPath()) < 2 {
			t.Errorf("%s: the examples are missing", node.FullPath())
		}
	}
	for _, node := range app.Children {
		if strings.Contains(plain, node.FullPath()) == node.Hidden {
			t.Errorf("%s: hidden is %v, and not so in the manual", node.FullPath(), node.Hidden)
		}
	}
	for _, line := range strings.Split(page, "\n") {
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !isRequest(line) {
			t.Errorf("the line %q is an unintended request", line)
		}
	}
	for _, checker := range [][]string{{"groff", "-ww", "-man", "-Tascii", "-z"},
		{"mandoc", "-T", "lint", "-W", "warning"}} {
		if _, err := exec.LookPath(checker[0]); err != nil {
			t.Logf("%s is not installed, and does not check the manual", checker[0])
			continue
		}
		cmd := exec.Command(checker[0], checker[1:]...)
		cmd.Stdin = strings.NewReader(page)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v\n%s", checker[0], err, out)
		}
	}
}

// isRequest reports whether a line of the manual page is a troff request that it uses.
func isRequest(line string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(line, "."), " ")
	return slices.Contains([]string{"TH", "SH", "SS", "TP", "PP", "RS", "RE", "B", "I", "nf", "fi"}, name)
}

// TestCommandFirst: flags move behind their command, and nothing else moves.
func TestCommandFirst(t *testing.T) {
	app := parserOf(t).Model
	for line, want := range map[string]string{
		"moves --json":                      "moves --json",
		"--json moves -v sissa":             "moves --json -v sissa",
		"-v chess --json bench --threads 2": "bench -v chess --json --threads 2",
		"--threads 2 bench --json search":   "bench search --threads 2 --json",
		"-vmoves play":                      "play -vmoves",
		"--variant=moves play":              "play --variant=moves",
		"-v moves play":                     "play -v moves",
		"--seed":                            "--seed",
		"--json":                            "--json",
		"--nonsense moves":                  "--nonsense moves",
		"--json --nonsense moves":           "--json --nonsense moves",
		"--svg moves":                       "--svg moves", // a value in one command, none in another
		"compose --json":                    "compose --json",
		"complete -- --json moves":          "complete -- --json moves",
		"convert --from moves x":            "convert --from moves x",
	} {
		if got := strings.Join(manual.CommandFirst(app, strings.Fields(line)), " "); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// TestGroupsReachTheConsole: the value of every flag in a group reaches the console.
func TestGroupsReachTheConsole(t *testing.T) {
	c := newConsole(t)
	parser, err := newParser(c)
	if err != nil {
		t.Fatal(err)
	}
	line := "play -v sissa --problem --fen F --seed 3 --array A --symmetry mirror -n uci --json --threads 5"
	if _, err := parser.Parse(strings.Fields(line)); err != nil {
		t.Fatal(err)
	}
	want := console.Flags{
		VariantFlags: console.VariantFlags{Variant: "sissa"},
		ProblemFlags: console.ProblemFlags{Problem: true},
		FENFlags:     console.FENFlags{FEN: "F"},
		ArrayFlags:   console.ArrayFlags{Array: "A", Symmetry: "mirror"},
		StyleFlags:   console.StyleFlags{Notation: "uci"},
		JSONFlags:    console.JSONFlags{JSON: true},
		ThreadFlags:  console.ThreadFlags{Threads: 5},
	}
	if c.Seed == nil || *c.Seed != 3 {
		t.Fatalf("seed %v", c.Seed)
	}
	want.Seed = c.Seed
	if !reflect.DeepEqual(c.Flags, want) {
		t.Errorf("got %+v, want %+v", c.Flags, want)
	}
}
