package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// completions are command lines, and what may take the place of their last words: all of it, or some of it where it ends
// with "…".
var completions = map[string][]string{
	"pl":                             {"play"},
	"":                               {"variants", "rules", "serve", "help", "version", "…"},
	"bench ":                         {"movegen", "search", "problems"},
	"bench mo":                       {"movegen"},
	"moves -v seir":                  {"seirawan", "seirawan960", "seirawan-sjaak"},
	"moves --variant siceira":        {"siceirawan"},
	"-v siceira":                     {"siceirawan"},
	"moves -v progressive+circe-str": {"progressive+circe-strict"},
	"moves -v seirawan+sic":          {},
	"moves --not":                    {"--notation"},
	"serve --fe":                     {},
	"moves -n ":                      {"san", "book", "lan", "uci", "courier", "popeye"},
	"--notation courier moves --fr":  {"--from"},
	"diagram --text p":               {"painted"},
	"rules siceira":                  {"siceirawan"},
	"rules sissa siceira":            {},
	"help bench s":                   {"search"},
	"help pl":                        {"play"},
	"completion ":                    {"bash", "zsh", "fish"},
	"perft --depth ":                 {},
	"compl":                          {"completion"},
	"moves --json --problem --sym":   {"--symmetry"},
	"play --nonsense --wh":           {"--white"},
}

func TestComplete(t *testing.T) {
	app := parserOf(t).Model
	words := func(of []suggestion) (all []string) {
		for _, s := range of {
			all = append(all, s.word)
		}
		return all
	}
	for line, want := range completions {
		checkCompletion(t, line, words(complete(app, strings.Split(line, " "))), want)
	}
	for line, want := range map[string][]string{
		"convert x.pgn -o ":              {wantFiles},
		"solve mate":                     {wantFiles},
		"replay games.pgn ":              {wantFiles},
		"moves --variant=siceira":        {"--variant=siceirawan"},
		"moves --variant = siceira":      {"siceirawan"}, // as bash splits it
		"diagram --text =":               {"figurines", "letters", "painted"},
		"play --notation = uci --symm":   {"--symmetry"},
		"moves --variant = sissa --from": {"--from"},
	} {
		checkCompletion(t, line, words(complete(app, strings.Split(line, " "))), want)
	}
}

func checkCompletion(t *testing.T, line string, got, want []string) {
	t.Helper()
	some := len(want) > 0 && want[len(want)-1] == "…"
	for _, w := range want {
		if w != "…" && !slices.Contains(got, w) {
			t.Errorf("%q: %q is not among %q", line, w, got)
		}
	}
	if !some && len(got) != len(want) {
		t.Errorf("%q: got %q, want %q", line, got, want)
	}
}

// TestCompletionInShells loads the script of each shell that is there and completes with it.
func TestCompletionInShells(t *testing.T) {
	for shell, ask := range map[string]string{
		"bash": `source <(kirke completion bash)
			COMP_WORDS=(kirke "$@"); COMP_CWORD=$#
			_kirke kirke "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
			printf '%s\n' "${COMPREPLY[@]}"`,
		"fish": `kirke completion fish | source
			complete -C "kirke $argv" | string replace -r '\t.*' ''; true`,
		"zsh": `compdef() { }
			_describe() { printf '%s\n' "${(@)${(@P)2}/:*}" }
			_files() { print :files }
			source <(kirke completion zsh)
			words=(kirke "$@"); CURRENT=$#words
			_kirke`,
	} {
		t.Run(shell, func(t *testing.T) {
			program := os.Getenv("KIRKE_" + strings.ToUpper(shell))
			if program == "" {
				program = shell
			}
			if _, err := exec.LookPath(program); err != nil {
				t.Skipf("%s is not installed", shell)
			}
			script := filepath.Join(t.TempDir(), "ask")
			if err := os.WriteFile(script, []byte(ask), 0o600); err != nil {
				t.Fatal(err)
			}
			for line, want := range completions {
				cmd := exec.CommandContext(context.Background(), program, append([]string{script}, strings.Split(line, " ")...)...)
				var stderr strings.Builder
				cmd.Stderr = &stderr
				out, err := cmd.Output()
				if err != nil || stderr.Len() > 0 {
					t.Fatalf("%q: %v %s", line, err, stderr.String())
				}
				checkCompletion(t, line, strings.Fields(string(out)), want)
			}
		})
	}
}
