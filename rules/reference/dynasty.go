package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// kingTypes returns the type of a royal king and that of a king that is not royal, in games where a
// side may have several kings; 0 in others.
func kingTypes(v *rules.Variant) (royal, common rules.PieceType) {
	if !v.Fairy.Succession.Dynasty {
		return 0, 0
	}
	royal = v.TypeOf('K')
	return royal, v.With(royal, piece.Traits{}, false)
}

// crown makes the king of each side royal if it is the only one, and all of them common if there
// are more.
func (s *state) crown(a *arrival) {
	royal, common := s.fairy.kings[0], s.fairy.kings[1]
	if royal == 0 || common == 0 {
		return
	}
	for c := range board.Color(2) {
		to, kings := royal, 0
		for sq := range s.area {
			if pc := s.at(sq); pc.Of(c) && s.walkOf(pc.Type()) == royal {
				kings++
			}
		}
		if kings > 1 {
			to = common
		}
		for sq := range s.area {
			if pc := s.at(sq); pc.Of(c) && s.walkOf(pc.Type()) == royal && pc.Type() != to {
				s.put(sq, pc.As(to))
				if a != nil {
					s.vacated(sq)
					s.restored(sq)
				}
			}
		}
	}
}
