package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// completions are command lines and the suggestions for their last words: all of them, or some
// where they end with "…".
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
	for line, want := range completions {
		checkCompletion(t, line, suggestions(t, line), want)
	}
	const files = ":files" // asks the shell for file names
	for line, want := range map[string][]string{
		"convert x.pgn -o ":              {files},
		"solve mate":                     {files},
		"replay games.pgn ":              {files},
		"moves --variant=siceira":        {"--variant=siceirawan"},
		"moves --variant = siceira":      {"siceirawan"}, // as bash splits it
		"diagram --text =":               {"figurines", "letters", "painted"},
		"play --notation = uci --symm":   {"--symmetry"},
		"moves --variant = sissa --from": {"--from"},
	} {
		checkCompletion(t, line, suggestions(t, line), want)
	}
}

// suggestions returns the words that kirke complete lists for a command line.
func suggestions(t *testing.T, line string) (words []string) {
	t.Helper()
	args := append([]string{"complete", "--"}, strings.Split(line, " ")...)
	code, out, stderr := inProcess(t.Context(), "", args...)
	if code != console.ExitOK {
		t.Fatalf("%q: exit code %d: %s", line, code, stderr)
	}
	for suggestion := range strings.Lines(out) {
		word, _, _ := strings.Cut(strings.TrimSpace(suggestion), "\t")
		words = append(words, word)
	}
	return words
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

// TestCompletionInShells loads the script of each installed shell and completes with it.
func TestCompletionInShells(t *testing.T) {
	t.Parallel()
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
				args := append([]string{script}, strings.Split(line, " ")...)
				cmd := exec.CommandContext(t.Context(), program, args...)
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
