// Package protocol lets other programs play against Kirke: the engine speaks the Universal Chess
// Interface (UCI) and the Chess Engine Communication Protocol (CECP, XBoard's).
//
//	err := protocol.UCI(ctx, os.Stdin, os.Stdout, protocol.Config{Name: "Kirke"})
//
// Both are dialects of one session, which reads lines while a search runs. Bad input is answered
// and never ends the program. Positions and moves are written as Fairy-Stockfish writes them, in
// the games that it plays too; package notation says how they are written in the others.
//
// Read session.go (the loop, the searches), game.go (the game in play), options.go (one table for
// both dialects), output.go; then uci.go with goparse.go and show.go, or xboard.go with
// xboardplay.go and describe.go.
package protocol
