package problem

import (
	"cmp"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Solutions are listed as Popeye 4 lists them, whatever finds them: men by square from a1,
// and for each man castling (on the queen's side first), then the lines it moves on from the last to the first (those a Popeye
// vector table lists first come last), far squares before near ones; a pawn's double step, single step, captures to the
// h-side and to the a-side; promotions to queen, knight, rook, bishop and then others.

// rank says where a move of p stands in that order.
func rank(p rules.Position, m rules.Move) uint64 {
	v := p.Variant()
	from, to := m.From(), m.To()
	start, quiet := from, 0
	if v.Aftermath.Reborn == rules.MoverReborn { // captures from home come before other moves
		d := rules.Effects(p, m)
		if d.Captured == 0 {
			quiet = 1 << 6
		} else if d.MarsHome != board.NoSquare {
			start = d.MarsHome
		}
	}
	var way, far int
	switch {
	case m.Form() == rules.Castle:
		way = 1
		if to < from {
			way = 0
		}
	case int(to) < v.Size.Area() && int(from) < v.Size.Area():
		df, dr := v.Size.File(to)-v.Size.File(start), v.Size.Rank(to)-v.Size.Rank(start)
		way, far = direction(df, dr), 63-max(df, -df, dr, -dr)
		if man := p.At(from); man != 0 && v.Type(man.Kind()).Pawn {
			way, far = pawnWay(df, dr), 0
		}
	}
	k := uint64(from)<<20 | uint64(way|quiet)<<12 | uint64(far)<<5
	return k<<16 | uint64(promotionRank(v, m.Promotion()))<<10 | uint64(promotionRank(v, m.Reborn()))<<5 | uint64(promotionRank(v, m.OwnReborn()))
}

// fromLast returns a rank by which the men come from the last square to the first.
func fromLast(rank uint64) uint64 { return rank ^ (1<<28-1)<<36 }

// lastRank says where a move of p that mates or checks stands among those that do.
func lastRank(p rules.Position, m rules.Move) uint64 {
	k, v := rank(p, m), p.Variant()
	from, to := m.From(), m.To()
	if int(from) < v.Size.Area() && p.At(from) != 0 && v.Type(p.At(from).Kind()).Pawn {
		way := pawnWay(v.Size.File(to)-v.Size.File(from), v.Size.Rank(to)-v.Size.Rank(from))
		switch {
		case m.Form() == rules.EnPassant:
			way = 13 - way // to the a-side, then to the h-side, after all others
		case way < 4:
			way += 4 // after captures
		}
		k = k&^(0xff<<28) | uint64(way)<<28
	}
	return fromLast(k)
}

// pawnWay orders the moves of a pawn.
func pawnWay(df, dr int) int {
	switch {
	case df > 0:
		return 4
	case df < 0:
		return 5
	case dr == 2 || dr == -2:
		return 2
	}
	return 3
}

// direction orders the ways to go, castling (0 and 1) excepted: down to the a-side, down to the
// h-side, up to the h-side, up to the a-side, down, to the a-side, up, to the h-side; leaps the same way round.
func direction(df, dr int) int {
	sign := func(n int) int { return cmp.Compare(n, 0) }
	if df != 0 && dr != 0 && df != dr && df != -dr {
		return 2 + slices.Index(leaps, [2]int{df, dr})
	}
	return 2 + slices.Index(rays, [2]int{sign(df), sign(dr)})
}

var (
	rays  = [][2]int{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {-1, 0}, {0, 1}, {1, 0}}
	leaps = [][2]int{{-2, -1}, {-1, -2}, {1, -2}, {2, -1}, {2, 1}, {1, 2}, {-1, 2}, {-2, 1}}
)

// promotionRank orders what a pawn becomes: Q, S, R, B.
func promotionRank(v *rules.Variant, k rules.Kind) int {
	if k == 0 {
		return 0
	}
	letter := v.Type(k).Letter
	if i := slices.Index([]byte("QNRB"), letter); i >= 0 {
		return 1 + i
	}
	return 5 + int(k)
}

// inOrder sorts moves of p as Popeye lists them.
func inOrder(p rules.Position, moves []rules.Move) []rules.Move {
	return sorted(moves, func(m rules.Move) uint64 { return rank(p, m) })
}

// reachingInOrder sorts moves of p that reach a goal as Popeye lists them where nothing else is played.
func reachingInOrder(p rules.Position, g Goal, moves []rules.Move) []rules.Move {
	if !g.backward(p.Variant()) {
		return inOrder(p, moves)
	}
	return sorted(moves, func(m rules.Move) uint64 { return lastRank(p, m) })
}

// backward reports whether moves that reach a goal are listed from the last man to the first: mates and checks are, but where kings
// or capturers are reborn or vanish, or a captured man is reborn late or at the cost of another.
func (g Goal) backward(v *rules.Variant) bool {
	a := &v.Aftermath
	moved := a.Active && (a.Kings || a.Capturer == rules.Vanishes || a.Reborn != rules.CapturedReborn ||
		a.Where == rules.AtNextVector || a.Occupied == rules.Removed || a.Occupied == rules.Below)
	return g.checks() && !moved
}

// sorted sorts moves by their ranks.
func sorted(moves []rules.Move, rank func(rules.Move) uint64) []rules.Move {
	if len(moves) < 2 {
		return moves
	}
	type ranked struct {
		rank uint64
		move rules.Move
	}
	all := make([]ranked, len(moves))
	for i, m := range moves {
		all[i] = ranked{rank(m), m}
	}
	slices.SortFunc(all, func(a, b ranked) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.move, b.move)) })
	for i := range all {
		moves[i] = all[i].move
	}
	return moves
}
