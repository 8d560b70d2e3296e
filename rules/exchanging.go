package rules

import "errors"

// Exchanging says which pieces may change places, by a move of their own, with a piece of the other
// side that moves alike.
type Exchanging uint8

// The pieces that do.
const (
	NoExchange        Exchanging = iota
	LikePieces                   // Messigny chess: all
	LikePiecesNoKings            // all but kings, which another piece that moves alike may still choose
)

// contradiction says why pieces that change places do not go together with the parts of v, or nil.
func (e Exchanging) contradiction(v *Variant) error {
	if e == NoExchange {
		return nil
	}
	f, m := &v.Fairy, &v.Fairy.Mobility
	known := Fairy{
		Exchange:   e,
		Lanes:      Lanes{Grid: f.Lanes.Grid, Shade: f.Lanes.Shade, Edge: f.Lanes.Edge},
		Mobility:   Mobility{Fuddled: m.Fuddled},
		Checking:   Checking{MatesOnly: f.Checking.MatesOnly, OneMate: f.Checking.OneMate},
		Succession: Succession{Influence: f.Succession.Influence},
	}
	if *f != known {
		return errors.New("it is not settled how pieces change places under such another condition")
	}
	return nil
}
