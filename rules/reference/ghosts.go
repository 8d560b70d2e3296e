package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// haunt leaves a captured piece below its capturer, and brings up those below squares that are
// empty now.
func (s *state) haunt(a *arrival) {
	rule := s.v.Fairy.Ghosts
	if rule == rules.NoGhosts {
		return
	}
	if a.captured != 0 && !has(s.royal, a.captured) {
		ghost := a.captured.As(s.ghostOf(s.plain(a.captured.Type())))
		s.pushBelow(a.at, ghost, rule == rules.LastGhosts)
	}
	s.erupt(a.d)
}

// pushBelow puts a piece below a square. Of those there it comes up first; alone says that it is
// the only one.
func (s *state) pushBelow(sq board.Square, pc rules.Piece, alone bool) {
	i := s.table.cells.below
	for s.cells[i] != 0 && s.square(i) < sq {
		i += 2
	}
	if alone && s.cells[i] != 0 && s.square(i) == sq {
		s.set(i+1, uint16(pc))
		return
	}
	s.insertBelow(i, sq, pc)
}

// ghosts returns the set of types that are never captured, and the ghost of each type, by type-1;
// nil for a game without.
func ghosts(v *rules.Variant) (types uint32, of []rules.PieceType) {
	if v.Fairy.Ghosts != rules.ImmuneGhosts {
		return 0, nil
	}
	for i := range v.Army {
		k := rules.PieceType(i + 1)
		if v.IsGhost(k) {
			types |= 1 << i
		}
		of = append(of, v.GhostOf(k))
	}
	return types, of
}

// ghostOf returns the type that a piece of type k comes up as.
func (t *table) ghostOf(k rules.PieceType) rules.PieceType {
	if t.fairy.ghostOf == nil {
		return k
	}
	return t.fairy.ghostOf[k-1]
}
