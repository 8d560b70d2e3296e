// Package problem solves and checks composed chess problems in all games of Kirke: direct, self,
// reflex and help play, series, proof games.
//
// A Problem is a position with a Stipulation, Conditions and Options. A Solver gives the solution
// to a Sink as it is found. A Report is a Sink that keeps it as data. Check also says whether the
// problem is sound. Packages popeye and olive read and write files of problems.
//
// problem.go, stipulation.go, options.go and twin.go hold what is asked; sink.go, report.go and
// sound.go the answer. variant.go makes the position, and solve.go begins the solving. split.go and
// journal.go divide a long solving and keep what it has found. docs/solving.md says what is solved
// and how.
package problem
