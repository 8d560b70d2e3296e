package kirke

import "io"

// ReadCourier reads a Game Courier log of v.
func ReadCourier(v *Variant, r io.Reader, opts ...Option) (*Game, error) { return nil, nil }

// WriteCourier writes the main line as a Game Courier log.
func (g *Game) WriteCourier(w io.Writer) error { return nil }
