package rules

import "errors"

// Latent says who promotes a latent pawn: one that stays a pawn on its last rank because no piece
// of its side is off the board. Box must be set. The zero value has no such pawns.
type Latent uint8

// The sides that do.
const (
	NoLatentPawns Latent = iota
	// CapturerReleases lets the side whose move takes a piece off the board promote a latent pawn
	// of the other side to one of that type, in the same move (single box, type 2).
	CapturerReleases
	// OwnerReleases lets a side do that itself before its next move, and a latent pawn attacks as
	// what it could become (single box, type 3).
	OwnerReleases
)

// contradiction says why latent pawns do not go together with the parts of v, or nil.
func (l Latent) contradiction(v *Variant) error {
	f := &v.Fairy
	known := Fairy{Box: true, Latent: l, Measuring: f.Measuring}
	switch {
	case l == NoLatentPawns:
		return nil
	case !f.Box:
		return errors.New("a pawn stays one on its last rank only where a set of pieces has no more")
	case *f != known || v.Aftermath.Active || v.HasTraits():
		return errors.New("it is not settled who promotes latent pawns under such another condition")
	}
	return nil
}
