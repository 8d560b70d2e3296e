package kirke

import (
	"io"
	"iter"
)

// ReadJSON yields the games of a stream of JSON values, such as JSON Lines.
func ReadJSON(r io.Reader, opts ...Option) iter.Seq2[*Game, error] { return nil }

// MarshalJSON writes the game as JSON.
func (g *Game) MarshalJSON() ([]byte, error) { return nil, nil }

// UnmarshalJSON reads what MarshalJSON writes.
func (g *Game) UnmarshalJSON(data []byte) error { return nil }
