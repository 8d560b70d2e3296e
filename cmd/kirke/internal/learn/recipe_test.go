package learn

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/internal/filelock"
)

// making is a command that makes one round in a folder, in a moment, and its console.
func making(t *testing.T, folder string, seed uint64) (*Make, *console.Console) {
	t.Helper()
	var nowhere bytes.Buffer
	c := &console.Console{Ctx: t.Context(), Out: &nowhere, Err: &nowhere}
	c.Variant, c.Threads, c.Seed = "circe", 1, &seed
	return &Make{Folder: folder, Rounds: 1, Games: 1, Nodes: 5, Epochs: 1, Units: 16}, c
}

// TestRecipe: a folder that has a round refuses other flags than it was begun with.
func TestRecipe(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	run := func(seed uint64, change func(*Make, *console.Console)) error {
		t.Helper()
		cmd, c := making(t, folder, seed)
		change(cmd, c)
		return cmd.Run(c)
	}
	same := func(*Make, *console.Console) {}
	if err := run(3, same); err != nil {
		t.Fatal(err)
	}
	keeps := func() string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(folder, "recipe.json"))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	recipe := keeps()
	for flag, change := range map[string]func(*Make, *console.Console){
		"variant": func(_ *Make, c *console.Console) { c.Variant = "circe-mirror" },
		"games":   func(cmd *Make, _ *console.Console) { cmd.Games = 2 },
		"nodes":   func(cmd *Make, _ *console.Console) { cmd.Nodes = 6 },
		"epochs":  func(cmd *Make, _ *console.Console) { cmd.Epochs = 2 },
		"units":   func(cmd *Make, _ *console.Console) { cmd.Units = 32 },
		"start":   func(cmd *Make, _ *console.Console) { cmd.Start, cmd.Units = filepath.Join(folder, "1.nnue"), 16 },
		"for":     func(cmd *Make, _ *console.Console) { cmd.For = []string{"circe-diagram"} },
		"seed":    func(_ *Make, c *console.Console) { c.Seed = new(uint64) },
	} {
		if err := run(3, change); err == nil || !strings.HasPrefix(err.Error(), "--"+flag+": ") {
			t.Errorf("with another --%s: error %v", flag, err)
		}
		if keeps() != recipe {
			t.Fatalf("with another --%s the folder keeps the recipe %s", flag, keeps())
		}
	}
	if err := run(3, func(_ *Make, c *console.Console) { c.Seed = nil }); err != nil || keeps() != recipe {
		t.Errorf("without a seed: error %v, recipe %s", err, keeps())
	}
}

// TestRecipeOfEarlier: a folder without a recipe, as earlier versions made it, is held to what its
// positions tell; one without a round takes any flags.
func TestRecipeOfEarlier(t *testing.T) {
	folder := t.TempDir()
	cmd, c := making(t, folder, 3)
	if err := cmd.Run(c); err != nil {
		t.Fatal(err)
	}
	remove := func(names ...string) {
		t.Helper()
		for _, name := range names {
			if err := os.Remove(filepath.Join(folder, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove("recipe.json")
	for _, wrong := range []struct {
		seed, nodes uint64
		want        string
	}{
		{4, 5, "--seed: " + folder + " was begun with 3: "},
		{3, 6, "--nodes: " + folder + " was begun with 5: "},
	} {
		cmd, c := making(t, folder, wrong.seed)
		cmd.Nodes = wrong.nodes
		if err := cmd.Run(c); err == nil || !strings.HasPrefix(err.Error(), wrong.want) {
			t.Errorf("error %v, want %s", err, wrong.want)
		}
	}
	cmd, c = making(t, folder, 3)
	if err := cmd.Run(c); err != nil {
		t.Error(err)
	}
	remove("1.pos", "1.nnue")
	cmd, c = making(t, folder, 9)
	cmd.Games = 2
	if err := cmd.Run(c); err != nil {
		t.Errorf("a folder without a round: %v", err)
	}
}

// TestMakeAlone: while one command works in a folder, another leaves it as it is.
func TestMakeAlone(t *testing.T) {
	if !filelock.Supported {
		t.Skip("the system cannot lock files")
	}
	folder := t.TempDir()
	file, err := filelock.Open(filepath.Join(folder, "recipe.json"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	cmd, c := making(t, folder, 3)
	if err := cmd.Run(c); !errors.Is(err, filelock.ErrTaken) {
		t.Errorf("in use: error %v", err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 1 {
		t.Errorf("in use: it has %d files, error %v", len(files), err)
	}
	file.Close()
	if err := cmd.Run(c); err != nil {
		t.Errorf("left: error %v", err)
	}
}
