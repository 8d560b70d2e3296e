package jobs

import (
	"encoding/json"
	"testing"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// TestWorkersGetTheGames: the tasks of a job bring the published games that it names, in both
// versions, to a worker without a store.
func TestWorkersGetTheGames(t *testing.T) {
	const id = "u-brought-1"
	versions := make([]*kirke.Variant, 2)
	for i := range versions {
		v, err := kirke.Lookup("chess")
		if err != nil {
			t.Fatal(err)
		}
		v.ID, v.Aliases, v.Family, v.Version = id, nil, "", i+1
		versions[i] = v
	}
	versions[0].End.Stalemate = "win"
	remove := rules.RegisterSource("u-", func(asked string, n int) *rules.Variant {
		if asked != id || n > 2 {
			return nil
		}
		if n == 0 {
			n = 2
		}
		return versions[n-1]
	})
	start, err := kirke.Start(versions[0])
	if err != nil {
		t.Fatal(err)
	}
	game, err := json.Marshal(kirke.NewGame(start))
	if err != nil {
		t.Fatal(err)
	}
	request, err := json.Marshal(Game{Game: game})
	if err != nil {
		t.Fatal(err)
	}
	files := filesOf(request)
	remove() // as in another program
	if len(files) != 2 {
		t.Fatalf("the request brings %d files", len(files))
	}
	if _, err := read(Analysing, request); err == nil {
		t.Fatal("a game that is not known is read")
	}
	if err := know(files); err != nil {
		t.Fatal(err)
	}
	if _, err := read(Analysing, request); err != nil {
		t.Error(err)
	}
	if v, err := kirke.Lookup(id); err != nil || v.Version != 2 {
		t.Errorf("the latest version is %v, %v", v, err)
	}
	if v, err := kirke.LookupVersion(id, 1); err != nil || v.End.Stalemate != "win" {
		t.Errorf("the first version is %v, %v", v, err)
	}
	if files := filesOf([]byte(`{"variant":"chess","note":"u-nosuchgame"}`)); files != nil {
		t.Errorf("a request about chess brings %q", files)
	}
}
