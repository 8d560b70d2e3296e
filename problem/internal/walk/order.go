package walk

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Solutions are listed as Popeye 4 lists them, whatever finds them. Pieces come by square from a1.
// Each piece changes places with another first, then castles, to the queen's side and then the
// king's. Then it moves in the directions of Popeye's vector table, the last ones first, to far
// squares before near ones. A pawn makes a double step, a step, a capture to the h-file's side, a
// capture to the a-file's side. It promotes to queen, knight, rook, bishop, then others.

// InOrder sorts moves of p as Popeye lists them.
func InOrder(p rules.Position, moves []rules.Move) []rules.Move {
	return sorted(moves, func(m rules.Move) uint64 { return Rank(p, m) })
}

// ReachingInOrder sorts moves of p that reach a goal as Popeye lists them when it generates no
// others.
func ReachingInOrder(p rules.Position, g Goal, moves []rules.Move) []rules.Move {
	if !g.Backward(p.Variant()) {
		return InOrder(p, moves)
	}
	return sorted(moves, func(m rules.Move) uint64 { return backwardRank(p, m) })
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
	slices.SortFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.move, b.move))
	})
	for i := range all {
		moves[i] = all[i].move
	}
	return moves
}

// Where the parts of a rank begin: the square of departure, the direction, the distance, and what
// the pawn, the captured piece and the capturer become.
const (
	fromShift      = 40
	choiceShift    = 36
	directionShift = 28
	distanceShift  = 21
	promotionShift = 10
	rebornShift    = 5
)

// quiet is added to a direction where captures come first, as in Mars Circe, or moves that start
// on another square than their piece's.
const quiet = 1 << 6

// Rank returns a number by which Popeye's order sorts moves of p.
func Rank(p rules.Position, m rules.Move) uint64 {
	v := p.Variant()
	if n := m.Chain(); n != 0 && v.Fairy.Chains {
		return Rank(p, rules.Effects(p, m).Steps[0].Move) | uint64(min(n, 1<<promotionShift-1))
	}
	from, to := m.From(), m.To()
	start, later := from, 0
	if departs := v.Fairy.Changing.Departs; departs != rules.FromOwnSquare || v.Aftermath.Reborn == rules.MoverReborn {
		d := rules.Effects(p, m)
		if d.Home != board.NoSquare {
			start = d.Home
		}
		elsewhere := departs == rules.AlsoFromHome || departs == rules.TakesFromCentre
		if elsewhere && d.Home == board.NoSquare || !elsewhere && d.Captured == 0 {
			later = quiet
		}
	}
	var way, near int
	switch {
	case m == rules.ExchangeOfRoles:
		return 0
	case m.Form() == rules.Castle:
		way, near = 1, 127
		if to < from {
			way = 0
		}
	case m.Form() == rules.Exchange:
		near = 63 - int(to)
	case int(to) < v.Size.Area() && int(from) < v.Size.Area():
		df, dr := v.Size.File(to)-v.Size.File(start), v.Size.Rank(to)-v.Size.Rank(start)
		way, near = direction(df, dr), 63-max(df, -df, dr, -dr)
		if pc := p.At(from); pc != 0 && v.Type(pc.Type()).Pawn {
			way, near = pawnDirection(m, df, dr), 0
		}
	}
	return uint64(from)<<fromShift | boardRank(v, p.At(from)) | choiceRank(v, m)<<choiceShift |
		uint64(way|later)<<directionShift | uint64(near)<<distanceShift |
		uint64(pawnPromotionRank(v, p.At(from), m.Promotion()))<<promotionShift |
		uint64(promotionRank(v, m.Reborn()))<<rebornShift | uint64(promotionRank(v, m.OwnReborn()))
}

// boardRank puts moves on the second board of Alice chess first.
func boardRank(v *rules.Variant, mover rules.Piece) uint64 {
	if mover.Type() == 0 || !v.TwoBoards() || v.Type(mover.Type()).Traits.OtherBoard {
		return 0
	}
	return uint64(board.MaxSide*board.MaxSide) << fromShift
}

// choiceRank orders what the mover first promotes a latent pawn to: to pieces that come late
// elsewhere first.
func choiceRank(v *rules.Variant, m rules.Move) uint64 {
	if v.Fairy.Latent != rules.OwnerReleases || m.Choice() == 0 {
		return 0
	}
	return uint64(max(7-promotionRank(v, m.Choice()), 0))
}

// FinalRank is Rank for a move that reaches a goal.
func FinalRank(p rules.Position, g Goal, m rules.Move) uint64 {
	if g.Backward(p.Variant()) {
		return backwardRank(p, m)
	}
	return Rank(p, m)
}

// backwardRank is Rank for moves that are listed from the last piece to the first.
func backwardRank(p rules.Position, m rules.Move) uint64 {
	k, v := Rank(p, m), p.Variant()
	from, to := m.From(), m.To()
	if int(from) < v.Size.Area() && p.At(from) != 0 && v.Type(p.At(from).Type()).Pawn {
		way := pawnDirection(m, v.Size.File(to)-v.Size.File(from), v.Size.Rank(to)-v.Size.Rank(from))
		switch {
		case m.Form() == rules.EnPassant:
			way = 13 - way // to the a-file's side, then to the h-file's, after all others
		case way < 4:
			way += 4 // after captures
		}
		k = k&^(0xff<<directionShift) | uint64(way)<<directionShift
	}
	return k ^ (1<<(64-fromShift)-1)<<fromShift
}

// pawnDirection orders the moves of a pawn. One that leaps over what it captures does that first.
func pawnDirection(m rules.Move, df, dr int) int {
	leaps := m.Form() == rules.Locust || m.Form() == rules.EnPassant && df*df > 1
	switch {
	case leaps && df < 0:
		return 0
	case leaps:
		return 1
	case df > 0:
		return 4
	case df < 0:
		return 5
	case dr == 2 || dr == -2:
		return 2
	}
	return 3
}

// direction orders the ways to go, after castling (0 and 1).
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

// pawnPromotionRank orders what a pawn becomes that may have pieces of its own to become.
func pawnPromotionRank(v *rules.Variant, pawn rules.Piece, k rules.PieceType) int {
	if own := v.Type(max(pawn.Type(), 1)).Promotes; k != 0 && own != "" {
		return 1 + strings.IndexByte(own, v.Type(v.WalkOf(k)).Letter)
	}
	return promotionRank(v, k)
}

// promotionRank orders what a pawn becomes: Q, S, R, B.
func promotionRank(v *rules.Variant, k rules.PieceType) int {
	if k == 0 {
		return 0
	}
	letter := v.Type(v.WalkOf(k)).Letter
	if i := slices.Index([]byte("QNRB"), letter); i >= 0 {
		return 1 + i
	}
	if i := strings.IndexByte(v.Promotion.To, letter); i >= 0 {
		return 5 + i
	}
	return min(31, 5+len(v.Promotion.To)+int(k))
}
