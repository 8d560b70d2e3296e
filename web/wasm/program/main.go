//go:build js && wasm

package main

import (
	"context"
	"encoding/json"
	"slices"
	"syscall/js"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
	"github.com/kirke-chess/kirke/internal/bestline"
	"github.com/kirke-chess/kirke/internal/gamefile"
)

// hash is the size of the transposition table in megabytes.
const hash = 64

// task is what to search.
type task struct {
	Variant string   `json:"variant"`
	FEN     string   `json:"fen"`
	Array   string   `json:"array"`
	Moves   string   `json:"moves"`
	Lines   int      `json:"lines"`
	Depth   int      `json:"depth"` // 0 for no limit
	Ends    []string `json:"ends"`  // placements after which lines are cut off
}

// message is what the page is told.
type message struct {
	Line  *bestline.Line `json:"line,omitempty"`
	Error string         `json:"error,omitempty"`
	End   bool           `json:"end,omitempty"`
}

func main() {
	if err := search(js.Global().Get("kirkeTask").String()); err != nil {
		tell(message{Error: err.Error()})
	}
	tell(message{End: true})
}

func tell(m message) {
	text, err := json.Marshal(m)
	if err == nil {
		js.Global().Call("kirkeTell", string(text))
	}
}

// search searches the position of a task until the program is ended.
func search(text string) error {
	var in task
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return err
	}
	p, err := gamefile.Setting{Variant: in.Variant, FEN: in.FEN, Array: in.Array}.Position()
	if err != nil {
		return err
	}
	g := kirke.NewGame(p)
	if err := gamefile.PlayAll(g, in.Moves); err != nil {
		return err
	}
	ends := func(p kirke.Position) bool { return slices.Contains(in.Ends, bestline.Placement(p.FEN())) }
	e := engine.New(engine.Options{Threads: 1, Hash: hash, MultiPV: in.Lines})
	_, err = e.Search(context.Background(), g, engine.Limits{Depth: in.Depth}, func(i engine.Info) {
		if bestline.Whole(i) {
			line := bestline.Of(g.Position(), i, ends)
			tell(message{Line: &line})
		}
	})
	return err
}
