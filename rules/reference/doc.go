// Package reference is the kernel that plays every variant on every board. It is written to be
// read and checked; package bitboard plays the same rules faster and is compared with it.
//
// A position is a row of cells, and a move is a list of cells written. Read the files in this
// order: layout.go (which cell holds what), table.go (a variant made ready), state.go (cells being
// written and undone), keys.go (hashes), load.go (from a Setup and back), generate.go and play.go
// (moves), gate.go and rebirth.go (what gating and the Circe family add), check.go, attacktest.go,
// premove.go and dead.go, position.go, selection.go and survey.go (the Position that callers see),
// judge.go and judgeplay.go (why a move is forbidden).
package reference
