// Package problem reads, solves, checks and writes composed chess problems: direct, self, reflex and
// help play, series, proof games, in all games of Kirke.
//
// Read takes a file apart in the language of the solver Popeye; each entry holds a Problem or what is wrong with
// it. A Solver gives the solution to a Sink as it is found:
//
//	entries, lang, err := problem.Read(file)
//	w := problem.NewTextWriter(os.Stdout, lang)
//	w.Diagram(entries[0].Problem)
//	err = (&problem.Solver{Hash: 256}).Solve(ctx, entries[0].Problem, w)
//	w.Finish()
//	err = w.Flush()
//
// A TextWriter prints what Popeye prints; a Report is the same as data, and Check makes one that says whether the problem is
// sound. docs/solving.md says what is solved and how.
package problem
