package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds latent pawns: pawns on their last rank that are promoted as soon as a piece of
// their side is off the board, by the side that Latent says.

// latents returns the squares of the latent pawns of a side.
func (s *state) latents(c board.Color) (all []board.Square) {
	for file := range s.v.Size.Files {
		if sq := s.v.Size.Home(c, file, s.v.Size.Ranks-1); s.at(sq).Of(c) && has(s.pawn, s.at(sq)) {
			all = append(all, sq)
		}
	}
	return all
}

// unboxed returns the types that a pawn of a side may become, of which it has fewer than at the
// start.
func (s *state) unboxed(c board.Color) (all []rules.PieceType) {
	for _, k := range s.parts.usual[c] {
		if s.count(c, k) < s.fairy.box[c][k-1] {
			all = append(all, k)
		}
	}
	return all
}

// boxed looks at what sides have at most, and releases a latent pawn of the other side if that is
// due.
func (s *state) boxed(a *arrival) verdict {
	if !s.v.Fairy.Box {
		return fine
	}
	if s.v.Fairy.Latent == rules.CapturerReleases {
		if v := s.releasePawn(a); v != fine {
			return v
		}
	}
	switch {
	case s.overfull():
		return outOfBox
	case s.v.Fairy.Latent != rules.NoLatentPawns && s.staysLatent(a.us):
		return staysPawn
	case s.v.Fairy.Latent == rules.CapturerReleases && s.staysLatent(a.us.Other()):
		return staysPawn
	}
	return fine
}

// staysLatent reports whether a side has a latent pawn that it could promote.
func (s *state) staysLatent(c board.Color) bool {
	return len(s.latents(c)) > 0 && len(s.unboxed(c)) > 0
}

// releasePawn promotes the latent pawn of the other side that the mover has chosen, if there is one
// to be promoted.
func (s *state) releasePawn(a *arrival) verdict {
	them := a.us.Other()
	sq, named := a.m.Second()
	k, offer := a.m.Reborn(), s.latents(them)
	switch due := len(offer) > 0 && len(s.unboxed(them)) > 0; {
	case !due && (named || k != 0):
		return notChosen
	case !due:
		return fine
	case !named:
		s.offer = offer
		return needsSecond
	case !slices.Contains(offer, sq):
		return notChosen
	case k == 0:
		s.due = s.at(sq).Type()
		return needsReborn
	}
	s.become(a, rules.OtherChanges, sq, s.at(sq).As(k))
	return fine
}

// releasing reports whether the side to move must promote a latent pawn before its move.
func (s *state) releasing() bool {
	return s.v.Fairy.Latent == rules.OwnerReleases && s.staysLatent(s.turn())
}

// releaseOwn promotes a latent pawn of the side to move, as it has chosen.
func (s *state) releaseOwn(m rules.Move, d *rules.Details) {
	sq, named := m.Second()
	if !named || !has(s.pawn, s.at(sq)) {
		return
	}
	s.put(sq, s.at(sq).As(m.Choice()))
	if d != nil {
		d.Choice, d.ChoiceAt = s.at(sq), sq
	}
}

// legalReleasing appends the legal moves of a side that must promote a latent pawn first.
func (s *state) legalReleasing(buf []rules.Move) []rules.Move {
	us := s.turn()
	types := s.unboxed(us)
	for _, sq := range s.latents(us) {
		for _, k := range types {
			mark, base := len(s.log), len(s.moves)
			s.put(sq, s.at(sq).As(k))
			s.generate(nil)
			s.undo(mark)
			for i := range s.moves[base:] {
				s.moves[base+i] = s.moves[base+i].WithSecond(sq)
			}
			buf = s.keepLegal(base, k, buf)
		}
	}
	return buf
}

// latentAttacks reports whether a latent pawn on from attacks sq for its side as what it could
// become.
func (s *state) latentAttacks(from, sq board.Square, by board.Color) bool {
	if s.v.Fairy.Latent != rules.OwnerReleases || !slices.Contains(s.latents(by), from) {
		return false
	}
	return slices.ContainsFunc(s.unboxed(by), func(k rules.PieceType) bool {
		return s.hits(s.reach.From[by][k-1][from], by, sq)
	})
}

// attackedByLatent reports whether a latent pawn of a side attacks sq.
func (s *state) attackedByLatent(sq board.Square, by board.Color) bool {
	return s.v.Fairy.Latent == rules.OwnerReleases && slices.ContainsFunc(s.latents(by), func(from board.Square) bool {
		return s.latentAttacks(from, sq, by)
	})
}

// releases explains what is wrong with the promotion of an own latent pawn, and carries it out for
// the steps that follow.
func (j *judge) releases() *rules.ForbiddenError {
	sq, named := j.m.Second()
	k := j.m.Choice()
	switch due := j.releasing(); {
	case due && (k == 0 || !named):
		return j.because(rules.ChoiceDue).About(j.latents(j.us)[0], 0)
	case !due && k != 0:
		return j.because(rules.ChoiceNotDue)
	case !due && named:
		return j.because(rules.NotChosen).About(sq, 0)
	case !due:
		return nil
	case !slices.Contains(j.latents(j.us), sq) || !slices.Contains(j.unboxed(j.us), k):
		return j.because(rules.NotChosen).About(sq, 0)
	}
	j.releaseOwn(j.m, nil)
	return nil
}
