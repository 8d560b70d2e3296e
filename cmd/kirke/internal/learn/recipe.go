package learn

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/kirke-chess/kirke/cmd/kirke/internal/console"
	"github.com/kirke-chess/kirke/train"
)

// recipe is how the networks of a folder are made: the flags of Make on which all rounds depend, by
// name. A flag without a value or a default is "".
type recipe map[string]string

// recipe returns the recipe of the command line with a seed. The networks are also for other games.
func (cmd *Make) recipe(game string, others []string, seed uint64) recipe {
	r := recipe{
		"variant": game,
		"seed":    strconv.FormatUint(seed, 10),
		"games":   strconv.FormatUint(cmd.Games, 10),
		"nodes":   strconv.FormatUint(cmd.Nodes, 10),
		"epochs":  strconv.Itoa(cmd.Epochs),
		"units":   "",
		"start":   cmd.Start,
		"for":     strings.Join(slices.Sorted(slices.Values(others)), ","),
	}
	if cmd.Units != 0 {
		r["units"] = strconv.Itoa(cmd.Units)
	}
	return r
}

// follow lets all rounds of the folder follow one recipe, which is in file: it takes the seed that
// the folder was begun with, refuses other flags, and writes the recipe.
func (cmd *Make) follow(c *console.Console, f *train.Format, file *os.File, others []string) error {
	begun, err := cmd.begun(f, file)
	if err != nil {
		return err
	}
	if seed, err := strconv.ParseUint(begun["seed"], 10, 64); err == nil && c.Seed == nil {
		c.Seed = &seed
	}
	now := cmd.recipe(f.Game, others, c.DrawSeed())
	for _, flag := range slices.Sorted(maps.Keys(begun)) {
		if now[flag] != begun[flag] {
			return fmt.Errorf("--%s: %s was begun with %s: give the same flags, or another folder",
				flag, cmd.Folder, cmp.Or(begun[flag], "no value"))
		}
	}
	if err := file.Truncate(0); err != nil {
		return err
	}
	return console.PrintTo(io.NewOffsetWriter(file, 0), now)
}

// begun returns what is known of the recipe that the folder was begun with: nothing if it has no round
// yet, and of folders of earlier versions, which keep no recipe, what the first positions tell.
func (cmd *Make) begun(f *train.Format, file *os.File) (begun recipe, err error) {
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	positions := cmd.file(1, ".pos")
	switch {
	case !exists(positions) && (len(text) == 0 || !exists(cmd.file(1, ".nnue"))):
		return nil, nil
	case len(text) > 0:
		if err := json.Unmarshal(text, &begun); err != nil {
			return nil, fmt.Errorf("%s is damaged: remove it, and give the flags that the folder was begun with: %w",
				file.Name(), err)
		}
		return begun, nil
	}
	h, err := f.HeaderOf(positions)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", positions, err)
	}
	return recipe{"seed": strconv.FormatUint(h.Seed, 10), "nodes": strconv.FormatUint(h.Nodes, 10)}, nil
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
