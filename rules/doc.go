// Package rules holds the domain: what a game is, what a position is, and what a move is.
//
// A [Variant] is a game as a value. It is composed of parts, and each part has a file with its
// type and with what a position remembers of it: start.go, gating.go, castling.go, promotion.go,
// conversion.go, aftermath.go (the Circe family), series.go and end.go. The games themselves stand
// in variant_*.go, one file for each family. [Lookup] finds them by ID, and [Compose] puts
// modifiers on a game.
//
// A [Setup] is anything that can be written down. A kernel makes a [Position] of it, which plays
// moves: package reference, below this one, is the kernel that plays every game. What is wrong with
// a setup is a [Defect], and why a move may not be played is a [ForbiddenError].
//
// Begin with variant.go, then read setup.go, move.go and position.go.
package rules
