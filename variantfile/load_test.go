package variantfile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/rules"
)

// TestLoad: games of a folder are registered, whichever extends which, and what is wrong is told.
func TestLoad(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.kirke.toml":    "extends = \"load-b\"\nid = \"load-a\"\n",
		"b.kirke.toml":    "extends = \"load-c+circe\"\nid = \"load-b\"\n",
		"c.kirke.toml":    "extends = \"chess\"\nid = \"load-c\"\n",
		"d.kirke.toml":    "extends = \"load-x\"\nid = \"load-d\"\n",
		"e.kirke.toml":    "extends = \"chess\"\nid = \"seirawan\"\n",
		"f.kirke.toml":    "extends = \"chess\"\nid = \"Big Letters\"\n",
		"README.md":       "not a game",
		"other.toml.orig": "not a game",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	games, err := Load(dir, filepath.Join(dir, "c.kirke.toml"), "/nowhere/x.kirke.toml")
	var ids []string
	for _, v := range games {
		ids = append(ids, v.ID)
		if found, err := rules.Lookup(v.ID); err != nil || !found.Equal(v) {
			t.Errorf("%s is %v, %v", v.ID, found, err)
		}
	}
	if got := strings.Join(ids, " "); !strings.HasPrefix(got, "load-c") || len(ids) < 3 {
		t.Errorf("the games are %s", got)
	}
	for _, want := range []string{
		`d.kirke.toml:1: extends: there is no variant "load-x"`,
		"e.kirke.toml: there is another game seirawan, version 1",
		`f.kirke.toml:2: id: "Big Letters" cannot name a game`,
		"/nowhere/x.kirke.toml: no such file",
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	if n := len(Errors(err)); n != 4 {
		t.Errorf("%d errors: %v", n, err)
	}
	if _, err := Load(t.TempDir()); err == nil || !strings.Contains(err.Error(), "ends in .kirke.toml") {
		t.Errorf("an empty folder: %v", err)
	}
}
