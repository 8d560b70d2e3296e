// Package popeye reads and writes chess problems in the language of the solver Popeye, and prints
// solutions as Popeye 4 prints them.
//
// Read returns the problems of a file. A TextWriter is a problem.Sink that prints the diagram and
// the solution. Write writes problems as a file.
//
// words.go and conditions.go hold the words of the language in English, German and French.
// tokens.go, read.go, pieces.go, options.go and twins.go read them. write.go writes problems;
// text.go, diagram.go and phrases.go print solutions; latex.go is for the LaTeX package diagram.
package popeye
