// Package engine plays: it searches any game of Kirke for the best move.
//
// An Engine knows no game. It asks a position for its legal moves, plays them, and judges
// what stands on the board by what the men can do: their values, squares and dangers are made from the
// movements of the variant's army, so a game of your own is played at once.
//
//	e := engine.New(engine.Options{Threads: 2, Hash: 64})
//	r, err := e.Search(ctx, game, engine.Limits{MoveTime: time.Second}, nil)
//
// The search is an alpha-beta search with iterative deepening over a table that all its
// threads share without locks. What differs from a chess engine follows from the parts of a variant: where captured
// men come back a capture wins nothing by itself, and where a turn has several moves the side does not change after
// each. docs/engine.md has the method and the measurements.
package engine
