package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// takesType gives a capturer the type of what it has captured. A rook that has captured one on a
// corner is like one that has not moved. A king is captured only for the sake of check: its
// capturer keeps its type.
func (s *state) takesType(a *arrival) {
	if s.fairy.taken == nil || a.captured == 0 || a.now == board.NoSquare || s.v.ClonesCapturer() {
		return
	}
	into, takes := s.asCaptured(a)
	switch {
	case !takes:
		return
	case into == a.arrived:
		s.restored(a.now)
		return
	}
	a.arrived = into
	s.become(a, rules.MoverChanges, a.now, into)
}

// asCaptured returns the capturer as a piece of the type that it has captured, and whether it takes
// that type. It does not if that is a king.
func (s *state) asCaptured(a *arrival) (into rules.Piece, takes bool) {
	types := s.fairy.taken[a.arrived.Type()-1]
	if types == nil || has(s.royal, a.captured) {
		return a.arrived, false
	}
	return a.arrived.As(s.plain(types[a.captured.Type()-1])), true
}

// takenTypes returns what a piece of each type becomes when it has captured one of another, by
// their types-1; nil for those that keep their type, and if all do.
func takenTypes(v *rules.Variant) [][]rules.PieceType {
	all, some := make([][]rules.PieceType, len(v.Army)), false
	for i := range v.Army {
		k := rules.PieceType(i + 1)
		if !v.TakesType(k) {
			continue
		}
		some, all[i] = true, make([]rules.PieceType, len(v.Army))
		for j := range all[i] {
			all[i][j] = v.TakenType(k, rules.PieceType(j+1))
		}
	}
	if !some {
		return nil
	}
	return all
}

// changesType gives the mover another type by the kind of its move, and the rook in castling.
func (s *state) changesType(a *arrival) {
	rule := s.v.Fairy.Changing.Mover
	switch rule {
	case rules.MoverKeepsType, rules.AsCaptured, rules.AsTurned, rules.MoverCycles, rules.MoverByFile:
		return
	}
	if a.now == board.NoSquare {
		return
	}
	if rule == rules.MoverSwapsPower && a.m.Promotion() != 0 {
		return
	}
	if rule == rules.PawnOnSecondRank {
		s.relegates(a)
		return
	}
	s.changeBy(a, a.now)
	if a.m.Form() == rules.Castle {
		s.changeBy(a, a.partner)
	}
}

// relegates makes a pawn of a piece that comes to its side's second rank.
func (s *state) relegates(a *arrival) {
	pawn := s.scale[0]
	if pawn == 0 || has(s.royal, a.mover) || has(s.pawn, a.mover) || s.v.Size.RankFrom(a.us, a.now) != 1 {
		return
	}
	a.arrived = a.arrived.As(pawn)
	s.become(a, rules.MoverChanges, a.now, a.arrived)
}

// changeBy gives the piece on sq the type that follows from the move.
func (s *state) changeBy(a *arrival, sq board.Square) {
	scale, by := s.scale, 0
	switch s.v.Fairy.Changing.Mover {
	case rules.MoverDescends:
		by = -1
		if a.captured != 0 {
			by = 1
		}
	case rules.MoverClimbs:
		by = 1
		if a.captured != 0 {
			by = -1
		}
	case rules.QuietDescends:
		if a.captured == 0 {
			by = -1
		}
	}
	pc := s.at(sq)
	into := pc.Type()
	for i, k := range scale {
		if k != pc.Type() {
			continue
		}
		if s.v.Fairy.Changing.Mover == rules.MoverSwapsPower {
			into = [...]rules.PieceType{scale[0], scale[4], scale[3], scale[2], scale[1]}[i]
		} else if j := i + by; j >= 0 && j < len(scale) {
			into = scale[j]
		}
		break
	}
	if into == 0 || into == pc.Type() {
		return
	}
	changed := pc.As(into)
	if sq == a.now {
		a.arrived = changed
	}
	s.become(a, rules.MoverChanges, sq, changed)
}

// firstSteps returns how far a piece goes as a pawn on its own first rank, 0 if it does not move
// there.
func (s *state) firstSteps(pc rules.Piece, at board.Square) int {
	switch {
	case s.v.Fairy.Changing.LongSteps:
		return 3
	case s.fairy.wormhole != nil && s.fairy.wormhole[at], s.v.Army[pc.Type()-1].Borrows == piece.FromAttackers:
		return 1
	}
	return 0
}

// longSteps generates the moves of a pawn on the first rank of the side whose way it goes. It goes
// so many squares at most.
func (s *state) longSteps(way board.Color, pc rules.Piece, from, at board.Square, most int, modes piece.Mode,
	want wanted) {
	us, size := s.turn(), s.v.Size
	ahead := func(files, ranks int) board.Square {
		if way == board.Black {
			ranks = -ranks
		}
		return size.At(size.File(at)+files, size.Rank(at)+ranks)
	}
	for ranks := 1; ranks <= most && modes&piece.Move != 0; ranks++ {
		to := ahead(0, ranks)
		if to == board.NoSquare || !s.empty(to) {
			break
		}
		s.arrive(pc, from, to, 0, want)
	}
	for _, files := range [2]int{-1, 1} {
		to := ahead(files, 1)
		if to == board.NoSquare || modes&piece.Capture == 0 {
			continue
		}
		if target := s.at(to); s.isPrey(target, us) && s.mayTake(pc, target) {
			s.arrive(pc, from, to, target, want)
		}
	}
}

// homeward generates the move to its home square of a piece that the other side attacks.
func (s *state) homeward(pc rules.Piece, from board.Square, want wanted) {
	us := s.turn()
	home := s.homes.Home(pc.Type(), us, from)
	target := s.at(home)
	if home == from || target != 0 && !target.Against(us) || !s.guarded(from, us.Other()) {
		return
	}
	s.arrive(pc, from, home, target, want)
}
