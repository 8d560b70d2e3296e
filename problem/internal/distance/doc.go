// Package distance finds the least number of moves in which a piece can come from one square to
// another: its distance on an empty board.
//
// Distances are admissible: a piece never needs fewer moves in a real position, since each real
// move is also possible on the empty board. Promotions and castling are included. Under a condition
// of the Circe family a capture also carries a piece to its rebirth square, so a distance is a
// Cost: the piece's own moves, and captures of it, which are moves of the other side. The proof is
// in docs/proofs/rebirth-distances.md.
//
// Package bounds adds the distances of several pieces to lower bounds for mates and proof games.
// Its mating side is White here: a Diagram is mirrored where Black mates.
//
// Read the files in this order: squares.go, emptyboard.go, diagram.go, graph.go, distances.go.
package distance
