// Package tablebase knows the value of every position with a few pieces: who wins, in how many
// half-moves (the distance to mate, DTM), when both sides play best. It finds this by retrograde
// analysis: from the ends of games backwards. It does so for any game, since it asks the rules alone:
// captured pieces may be reborn, pieces may promote, stalemate may win.
//
// Read material.go (which pieces, and the number of each position), then graph.go (positions and the
// moves between them), solve.go (values from the ends backwards), and file.go, key.go, mirror.go and set.go
// (tables as files, and asking them). docs/tablebases.md says how to use them.
package tablebase
