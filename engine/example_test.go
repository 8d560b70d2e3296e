package engine_test

import (
	"context"
	"fmt"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/engine"
)

// The engine finds a mate in two moves of Circe, where captured pieces are reborn.
func ExampleEngine_Search() {
	v, err := kirke.Lookup("circe")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := kirke.FromFEN(v, "7k/8/5K2/8/8/8/6R1/4Q3 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	e := engine.New(engine.Options{Threads: 1, Hash: 4})
	r, err := e.Search(context.Background(), kirke.NewGame(p), engine.Limits{Depth: 4}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Score)
	// Output: #1
}
