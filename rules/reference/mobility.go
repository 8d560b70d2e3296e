package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// immobile returns the rule of Mobility that keeps the piece of us on sq from moving, or 0.
func (s *state) immobile(pc rules.Piece, sq board.Square, us board.Color) rules.Rule {
	m := &s.v.Fairy.Mobility
	switch {
	case (m.Attacked || has(s.traits.functionary, pc)) && !s.guarded(sq, us.Other()):
		return rules.Unattacked
	case m.Guarded && !s.guarded(sq, us):
		return rules.Unguarded
	case m.Linked && !s.linked(pc, sq, us):
		return rules.Unguarded
	case m.Disparate && s.lastType(us.Other()) == pc.Type():
		return rules.TypeMoved
	case m.AttackedKings && has(s.royal, pc) && s.attacked(sq, us.Other(), allTypes):
		return rules.AttackedKing
	case m.Fuddled && s.isFuddled(us, sq):
		return rules.JustMoved
	}
	return 0
}

// guarded reports whether a piece of a side attacks sq that is not paralysed.
func (s *state) guarded(sq board.Square, by board.Color) bool {
	if !s.v.Fairy.Paralysis.Active {
		return s.attackedAs(sq, by, allTypes)
	}
	for from := range s.area {
		pc := s.at(from)
		if pc.Of(by) && from != sq && !s.paralysed(pc, from, by) && s.attacks(pc, from, sq, by) {
			return true
		}
	}
	return false
}

// attacks reports whether a piece on from attacks sq for its side us, as far as the squares tell.
func (s *state) attacks(pc rules.Piece, from, sq board.Square, us board.Color) bool {
	return s.hits(s.reach.From[us][pc.Type()-1][from], us, sq) && s.lane(us, from, sq) == 0
}

// linked reports whether the piece of us on sq is a king, or guarded by a piece of its side that is
// linked.
func (s *state) linked(pc rules.Piece, sq board.Square, us board.Color) bool {
	if has(s.royal, pc) {
		return true
	}
	var found rules.Squares[most]
	var chain []board.Square // the linked pieces found so far, kings first
	add := func(at board.Square) { found.Add(at); chain = append(chain, at) }
	for at := range s.area {
		if by := s.at(at); by.Of(us) && has(s.royal, by) {
			add(at)
		}
	}
	for i := 0; i < len(chain) && !found.Has(sq); i++ {
		from := chain[i]
		by := s.at(from)
		if s.paralysed(by, from, us) {
			continue
		}
		for to := range s.area {
			if s.at(to).Of(us) && !found.Has(to) && s.attacks(by, from, to, us) {
				add(to)
			}
		}
	}
	return found.Has(sq)
}
