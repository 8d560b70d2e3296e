// Package protocol lets programs with boards play against Kirke: the engine as the Universal Chess Interface (UCI) and
// as the Chess Engine Communication Protocol (CECP, that of XBoard) know it.
//
//	err := protocol.UCI(ctx, os.Stdin, os.Stdout, protocol.Config{Name: "Kirke"})
//
// Both read lines while a search goes on. What a line asks for wrongly is answered, and never ends the program.
// Positions and moves are written as Fairy-Stockfish writes them in the games that it plays too; docs of notation
// have the forms of the others.
package protocol
