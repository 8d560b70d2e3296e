package rulebook

import (
	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file finds the squares of a board that sentences about rebirths depend on.

// refuges returns the squares where a side's king is never in check in Martian Circe: even on an
// empty board, no enemy piece attacks them from a home square.
func refuges(v *kirke.Variant, side kirke.Color) []string {
	homes, err := rules.HomesOf(v)
	if err != nil {
		return nil
	}
	attacked := map[board.Square]bool{}
	enemy := side.Other()
	for i := range v.Army {
		k := kirke.PieceType(i + 1)
		movement, err := v.Army[i].Movement()
		if err != nil {
			return nil
		}
		from := map[board.Square]bool{}
		for at := range board.Square(v.Size.Area()) {
			from[homes.Home(k, enemy, at)] = true
		}
		for home := range from {
			for _, path := range movement {
				squares, ok := path.From(v.Size, enemy, home, nil)
				if ok && path.Mode&piece.Capture != 0 {
					attacked[squares[len(squares)-1]] = true
				}
			}
		}
	}
	var safe []string
	for sq := range board.Square(v.Size.Area()) {
		if !attacked[sq] {
			safe = append(safe, v.SquareName(sq))
		}
	}
	return safe
}

// isAt reports whether both sides have that many pieces of a type on their first ranks, on squares
// of that many colours.
func isAt(v *kirke.Variant, ranks [2][]kirke.PieceType, k kirke.PieceType, many, colours int) bool {
	for c, rank := range ranks {
		n, shades := 0, map[bool]bool{}
		for file, pieceType := range rank {
			if pieceType == k {
				n++
				shades[v.Size.Dark(v.Size.Home(board.Color(c), file, 0))] = true
			}
		}
		if n != many || len(shades) != colours {
			return false
		}
	}
	return true
}

// pawnRanks returns the ranks, seen from its own side, on which a pawn may be reborn.
func pawnRanks(v *kirke.Variant) []bool {
	all := make([]bool, v.Size.Ranks)
	a := &v.Aftermath
	for _, k := range types(v) {
		if !v.Type(k).Pawn || !rebirths(a) || !mayBeReborn(v, k) {
			continue
		}
		for sq := range rebirthSquares(v, k, kirke.White) {
			all[v.Size.Rank(sq)] = true
		}
	}
	return all
}

// returners reports whether rooks and kings may be reborn on squares where they start.
func returners(v *kirke.Variant) (rook, king bool) {
	a := &v.Aftermath
	if !rebirths(a) {
		return false, false
	}
	ranks := firstRanks(v)
	for _, k := range types(v) {
		if !mayBeReborn(v, k) {
			continue
		}
		squares := rebirthSquares(v, k, kirke.White)
		for file, pieceType := range ranks[kirke.White] {
			if pieceType != k || !squares[v.Size.At(file, 0)] {
				continue
			}
			rook = rook || v.Type(k).Letter == 'R'
			king = king || v.Type(k).Royal && v.KingsReturn()
		}
	}
	return rook, king
}

// rebirthSquares returns the squares where a piece of type k and side c may be reborn.
func rebirthSquares(v *kirke.Variant, k kirke.PieceType, c kirke.Color) map[board.Square]bool {
	a, r := &v.Aftermath, &v.Fairy.Rebirth
	squares := map[board.Square]bool{}
	homes, err := rules.HomesOf(v)
	if err != nil {
		return nil
	}
	rank := firstRanks(v)[c]
	add := func(sq board.Square) { squares[r.Turned.Turn(v.Size, sq)] = true }
	home := func(k kirke.PieceType, side kirke.Color, at board.Square) {
		if a.OpponentHome {
			side = side.Other()
		}
		add(homes.Home(k, side, at))
	}
	for at := range board.Square(v.Size.Area()) {
		starts := v.Size.RankFrom(c, at) == 0 && rank[v.Size.File(at)] == k ||
			v.Size.RankFrom(c, at) == 1 && v.Type(k).Pawn
		noPawn := v.Type(k).Pawn && v.Size.Rank(at)%(v.Size.Ranks-1) == 0
		switch {
		case r.Square == rules.Anywhere, r.Square == rules.InCage:
			add(at)
		case r.Square != rules.AsInAftermath:
			backwards := r.Square == rules.ByMove && r.Of == rules.OfCapturers && v.Size.RankFrom(c, at) < 2
			if !noPawn && !(v.Type(k).Pawn && backwards) {
				add(nearSquare(v, homes, k, c, at))
			}
		case a.Where == rules.AtOrigin && !starts, a.Where == rules.AtItsCapture && noPawn:
		case a.Where != rules.AtHome:
			add(at)
		}
		if a.Where != rules.AtHome || r.Square != rules.AsInAftermath && r.Of != rules.OfTheCaptured {
			continue
		}
		if !a.OtherPiece || a.Reborn == rules.BothReborn {
			home(k, c, at)
		}
		if !a.OtherPiece {
			continue
		}
		for _, by := range types(v) {
			home(by, c.Other(), at)
		}
	}
	return squares
}

// nearSquare returns where a piece of type k and side c is reborn, or a pawn at least may be, that was
// captured on a square, if that square matters more than its home.
func nearSquare(v *kirke.Variant, homes *rules.Homes, k kirke.PieceType, c kirke.Color, at board.Square) board.Square {
	size := v.Size
	if sq, ok := v.Fairy.Rebirth.Square.Across(size, at); ok {
		return sq
	}
	file, rank := size.File(at), size.Rank(at)
	if v.Aftermath.OpponentHome {
		c = c.Other()
	}
	home := homes.Home(k, c, at)
	switch v.Fairy.Rebirth.Square {
	case rules.OnRank:
		return size.At(size.File(home), rank)
	case rules.OnFile:
		return size.At(file, size.Rank(home))
	case rules.ByMove:
		step := 1
		if v.Fairy.Rebirth.Of == rules.OfCapturers { // it goes on as a piece of the other side
			step = -1
		}
		if v.Type(k).Pawn {
			return size.Home(c, file, size.RankFrom(c, at)+step)
		}
		return at // where others go depends on what stands where
	}
	return home
}

// mayBeReborn reports whether pieces are reborn as a type.
func mayBeReborn(v *kirke.Variant, k kirke.PieceType) bool {
	r := &v.Fairy.Rebirth
	named := true
	if set, err := v.TypesOf(r.Types); r.Types != "" && err == nil && r.Of != rules.OfTheCaptured {
		named = set>>(k-1)&1 != 0
	}
	lowest := r.As == rules.Increased && v.Type(k).Pawn && r.Of != rules.OfTheCaptured
	return named && !lowest
}
