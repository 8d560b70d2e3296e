package reference

import (
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds the attributes of pieces that are no conditions of a whole game.

// traitTypes are the types with each attribute, as bits 1<<(type-1).
type traitTypes struct {
	kamikaze, paralysing, chameleon, jigger, volage, functionary, halfNeutral uint32
	magic, uncapturable, patrol, settled, otherBoard                          uint32
	anda, andaInverse, turnsHurdles, bul, dob                                 uint32

	alongLines uint32 // the types that view pieces along lines, if they are magic
}

// newTraitTypes reads the attributes of the types of v.
func newTraitTypes(v *rules.Variant) (t traitTypes) {
	for i := range v.Army {
		if alongLines, _ := rules.ViewsAlongLines(&v.Army[i]); alongLines {
			t.alongLines |= 1 << i
		}
		has, bit := &v.Army[i].Traits, uint32(1)<<i
		for _, trait := range []struct {
			set   bool
			types *uint32
		}{
			{has.Kamikaze, &t.kamikaze},
			{has.Paralysing, &t.paralysing},
			{has.Chameleon, &t.chameleon},
			{has.Functionary, &t.functionary},
			{has.Volage, &t.volage},
			{has.HalfNeutral, &t.halfNeutral},
			{has.Magic, &t.magic},
			{has.Jigger, &t.jigger},
			{has.Uncapturable, &t.uncapturable},
			{has.Patrol, &t.patrol},
			{has.Settled, &t.settled},
			{has.OtherBoard, &t.otherBoard},
			{has.Anda, &t.anda},
			{has.HurdleColourChanging, &t.turnsHurdles},
			{has.Bul, &t.bul},
			{has.Dob, &t.dob},
			{has.AndaInverse, &t.andaInverse},
		} {
			if trait.set {
				*trait.types |= bit
			}
		}
	}
	return t
}

// chameleonNext returns what a chameleon of each type becomes, by type-1: 0 for what it is.
func chameleonNext(v *rules.Variant) ([]rules.PieceType, error) {
	if v.Fairy.Changing.Mover != rules.MoverCycles && newTraitTypes(v).chameleon == 0 {
		return nil, nil
	}
	labels := v.Fairy.Changing.Sequence
	if labels == "" {
		labels = rules.ChameleonCycle
	}
	next := make([]rules.PieceType, len(v.Army))
	var last rules.PieceType
	for labels != "" {
		k, n := v.LabelPrefix(labels)
		if n == 0 {
			_, err := v.TypesOf(labels)
			return nil, err
		}
		for i := range next {
			if last != 0 && v.WalkOf(rules.PieceType(i+1)) == last {
				next[i] = v.Like(k, rules.PieceType(i+1))
			}
		}
		last, labels = k, labels[n:]
	}
	return next, nil
}

// chameleonChanges gives a chameleon that has moved its next type.
func (s *state) chameleonChanges(a *arrival) {
	all := s.v.Fairy.Changing.Mover == rules.MoverCycles
	if a.now == board.NoSquare || a.m.Promotion() != 0 && !s.fairy.late || !all && !has(s.traits.chameleon, a.mover) {
		return
	}
	pc := s.at(a.now)
	if k := s.fairy.next[pc.Type()-1]; k != 0 && k != pc.Type() {
		a.arrived = pc.As(k)
		s.become(a, rules.MoverChanges, a.now, a.arrived)
	}
}

// byFile are what officers become on the files from the a-file on in line chameleon chess.
const byFile = "RNBQ-BNR"

// fileChanges gives an officer that has moved the type of its file.
func (s *state) fileChanges(a *arrival) {
	if s.v.Fairy.Changing.Mover != rules.MoverByFile || a.now == board.NoSquare {
		return
	}
	pc, file := s.at(a.now), s.v.Size.File(a.now)
	if walk := s.v.Type(s.walkOf(pc.Type())); !strings.ContainsRune("QRBN", rune(walk.Letter)) || file >= len(byFile) {
		return
	}
	if k := s.v.TypeOf(byFile[file]); k != 0 && k != s.walkOf(pc.Type()) {
		a.arrived = pc.As(s.like(k, pc.Type()))
		s.become(a, rules.MoverChanges, a.now, a.arrived)
	}
}

// volage lets a volage piece that has first moved between light and dark squares change sides and
// be like others, or settled where all pieces are volage. It reports whether it has done so.
func (s *state) volage(a *arrival) bool {
	all := s.v.Fairy.Turning.Mover == rules.FirstCrossingTurns && !has(s.royal|s.traits.settled, a.mover)
	if a.now == board.NoSquare || !all && !has(s.traits.volage, a.mover) ||
		s.v.Size.Dark(a.m.From()) == s.v.Size.Dark(a.now) || s.at(a.now).Neutral() || s.at(a.now).Color() != a.us {
		return false
	}
	s.turnSide(a, rules.MoverTurns, a.now)
	pc := s.at(a.now)
	traits := s.v.Type(pc.Type()).Traits
	traits.Volage, traits.Settled = false, all
	a.arrived = pc.As(s.v.With(pc.Type(), traits, s.v.Type(pc.Type()).Royal))
	s.put(a.now, a.arrived)
	return true
}

// recolours recolours a half-neutral piece that has moved.
func (s *state) recolours(a *arrival) {
	if a.now != board.NoSquare && has(s.traits.halfNeutral, a.mover) {
		s.recolour(a, rules.MoverTurns)
	}
}

// recolour makes the piece that has moved neutral, or a piece of its mover if it was neutral.
func (s *state) recolour(a *arrival, kind rules.EffectKind) {
	pc := s.at(a.now)
	if pc.Neutral() {
		a.arrived = rules.MakePiece(pc.Type(), a.us)
	} else {
		a.arrived = rules.MakeNeutral(pc.Type())
	}
	s.become(a, kind, a.now, a.arrived)
}

// outOfContact reports whether the jigger that has just made the move m of us stands beside no
// other piece. mark is the length of the log before the move.
func (s *state) outOfContact(m rules.Move, us board.Color, mark int) bool {
	if s.traits.jigger == 0 || m.Form() == rules.Pass {
		return false
	}
	sq := s.landing(m)
	if m.Form() != rules.Castle {
		sq = s.arrived(m, us, mark)
	}
	return sq != board.NoSquare && has(s.traits.jigger, s.at(sq)) && !s.touches(sq, 0)
}
