// Package bounds holds lower bounds on the moves that a mate, a stalemate or a given final position
// needs. A solver gives up a line when a bound is more than the moves left. The bounds are
// admissible: never larger than the truth.
//
// All of them add distances on an empty board (package distance). A piece never needs fewer moves
// than its distance, and different pieces make different moves. So the sum of the distances of the
// pieces that a goal needs is a bound for their side.
//
//   - MateBound: some piece must check the king, and each square beside it must be guarded or
//     blocked. The bound is the cheapest way to share these tasks among the pieces, for the king
//     square where it is least. Pruner asks it about the positions of a search and skips it where
//     it rarely gives a cutoff.
//   - PictureTable: all final positions (mating pictures) that are within the moves of a play, with
//     lines, pins and captures. Where there is one, a Follower carries it along the moves of a line
//     and replaces the MateBound.
//   - GameBound: for proof games. Each piece of the final position must be reached by a piece of
//     its own.
//
// In the code the mating side is always White: squares are mirrored where Black mates. "Mating"
// includes stalemating.
//
// Read the files in this order. For the MateBound: tasks.go, guards.go, mate.go, pruner.go. For the
// pictures: attacks.go, pictures.go, matepictures.go, stalematepictures.go, stalemateguards.go,
// follower.go. For the GameBound: proofgame.go, assignment.go.
//
// The proofs are in docs/proofs. Each names the tests that solve random problems with and without
// the bound.
package bounds
