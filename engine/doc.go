// Package engine searches for the best move in any variant of Kirke.
//
// An Engine knows no variant by name. It asks a position for its legal moves, and evaluates what
// the pieces can do. The values of pieces, squares and threats follow from the movements of the
// variant's pieces, so it plays a variant of your own at once.
//
//	e := engine.New(engine.Options{Threads: 2, Hash: 64})
//	r, err := e.Search(ctx, game, engine.Limits{MoveTime: time.Second}, nil)
//
// The search is an alpha-beta search with iterative deepening, and a transposition table that its
// threads share. It differs from that of a chess engine by the parts of a variant: where captured
// pieces are reborn, a capture wins nothing by itself, and in a series the same side moves again.
// docs/engine.md has the method and measurements.
//
// Read search.go first: the steps of a search, in order. It uses stack.go (the line being
// searched), order.go and history.go (the order of moves), exchange.go (captures on a square),
// table.go, score.go (mates and draws as numbers) and quiesce.go. thread.go and iterate.go drive
// it, session.go and engine.go start it, with clock.go and strength.go. The evaluation is eval.go
// with king.go and pawns.go. It reads a boardInfo (boardinfo.go) and has tables (evaluator.go,
// value.go, between.go) and weights (weights.go, taper.go), which tune.go fits.
package engine
