package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
)

// TestSettings: the command line comes before the environment, the environment before the file, and
// the file before the defaults. --check-config says where each setting comes from, and hides
// passwords.
func TestSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "kirke.toml")
	write(t, file, `# Ours.
addr = "127.0.0.1:1"
rate = 30
"work" = 2.5
quiet = true
metrics-from = ["10.0.0.0/8", "::1/128"]
slow = "3s"
`)
	t.Setenv("KIRKE_RATE", "40")
	t.Setenv("KIRKE_SLOW", "4s")
	t.Setenv("KIRKE_NATS", "nats://ann:secret@queue:4222")
	t.Setenv("KIRKE_WIRE_DIR", "/queue") // the name of an earlier version
	t.Setenv("KIRKE_WORKERS", "")        // counts as not set
	t.Setenv("KIRKE_NONSENSE", "1")
	code, out, stderr := inProcess(context.Background(), "", "serve", "--config", file, "--check-config", "--slow",
		"5s")
	if code != console.ExitOK {
		t.Fatalf("%d %s", code, stderr)
	}
	for _, want := range []string{
		`addr = "127.0.0.1:1" # ` + file + ", line 2", `rate = 40 # KIRKE_RATE`, `work = 2.5 # ` + file + ", line 4",
		`quiet = true # ` + file,
		`slow = "5s" # command line`, `nats = "nats://ann:xxxxx@queue:4222" # KIRKE_NATS`,
		`metrics-from = ["10.0.0.0/8", "::1/128"] # ` + file,
		`db = "kirke.db" # default`, `queue-dir = "/queue" # KIRKE_WIRE_DIR`, `workers = 1 # default`,
		"# The variable KIRKE_NONSENSE is not a setting.", "# The settings are right.",
	} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("--check-config does not say %s:\n%s", want, out)
		}
	}
	if strings.Contains(out, "secret") {
		t.Errorf("--check-config tells a password:\n%s", out)
	}
	t.Setenv("KIRKE_CONFIG", file)
	if code, again, stderr := inProcess(context.Background(), "", "serve", "--check-config", "--slow",
		"5s"); code != console.ExitOK || again != out {
		t.Errorf("with KIRKE_CONFIG: %d %s %s", code, again, stderr)
	}
}

// TestBadSettings: an error in the settings is one sentence, with its place.
func TestBadSettings(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "kirke.toml")
	for _, test := range []struct {
		name, file, want string
		args             []string
	}{
		{"a name that nothing has", "quiet = true\nadr = \"x\"\n", "line 2: there is no setting 'adr'", nil},
		{"a flag for one run", "backup = \"x.db\"\n", "line 1: backup is for one run", nil},
		{"a table", "rate = 1\n[tls]\ncert = \"x\"\n", "line 2: there is no setting 'tls'", nil},
		{"a text for a number", "\nrate = \"fast\"\n", "line 2: --rate: expected a float", nil},
		{"a number for a truth", "quiet = 7\n", "line 1: --quiet: ", nil},
		{"a date", "addr = 2026-01-02\n", "line 1: addr is neither", nil},
		{"half a line", "quiet = true\nrate =", "line 2: ", nil},
		{"no TOML", "\x00\xff\n", "line 1: ", nil},
		{"no file", "", "kirke.toml: no such file", []string{"--config", filepath.Join(dir, "not", "kirke.toml")}},
		{"a certificate without its key", "tls-cert = \"x.pem\"\n", "--tls-cert and --tls-key must be given together",
			nil},
		{"a certificate that is none", "tls-cert = \"" + file + "\"\ntls-key = \"" + file + "\"\n", "--tls-cert: ",
			nil},
		{"two ways to TLS", "tls-cert = \"a\"\ntls-key = \"b\"\nacme = [\"example.org\"]\n", "give one of them", nil},
		{"a way on to nothing", "http = \":80\"\n", "--http is for servers with TLS", nil},
		{"an address that is none", "internal = \"nowhere\"\n", "--internal: ", nil},
		{"backups into nowhere", "backup-dir = \"" + filepath.Join(dir, "none") + "\"\n", "--backup-dir: ", nil},
		{"backups without end", "backup-dir = \"" + dir + "\"\nbackup-every = \"1s\"\n", "--backup-every: ", nil},
		{"no backups", "backup-dir = \"" + dir + "\"\nbackup-keep = 0\n", "--backup-keep: ", nil},
	} {
		if test.args == nil {
			write(t, file, test.file)
			test.args = []string{"--config", file}
		}
		code, _, stderr := inProcess(context.Background(), "",
			append([]string{"serve", "--check-config"}, test.args...)...)
		if code != console.ExitInput || !strings.Contains(stderr, test.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: %d %q, want %q", test.name, code, stderr, test.want)
		}
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
