// Package problem solves and checks composed chess problems in all games of Kirke: direct, self,
// reflex and help play, series, proof games.
//
// A Problem is a position with a Stipulation, Conditions and Options. A Solver gives the solution
// to a Sink as it is found. A Report is a Sink that keeps it as data. Check also says whether the
// problem is sound. Packages popeye and olive read and write files of problems.
//
// What is asked: problem.go, stipulation.go, options.go, twin.go, and variant.go, which makes the
// position. What is answered: sink.go, report.go, sound.go and summary.go.
//
// The solver begins in solve.go, which solves the twins and phases one by one. firstmoves.go shares
// first moves among threads. A phase is solved by one of three files: lines.go (help and series
// play; sequence.go says who moves when), tree.go (play with answers) or variations.go (play with
// answers whose solutions are lines). The searches themselves are in internal/lines and
// internal/forced. journal.go keeps what a long solving has found, and split.go divides one among
// machines.
//
// docs/solving.md says what is solved and how.
package problem
