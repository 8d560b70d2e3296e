package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds drops: which are made, and what the hands hold.

// inHand returns how many pieces of a type a side may drop.
func (s *state) inHand(c board.Color, k rules.PieceType) uint16 {
	if cell := s.table.cells.pocket[c]; cell != absent {
		return s.cells[cell+int(k)-1]
	}
	return 0
}

// give puts n pieces of a type into the hand of a side, or takes them out of it if n is negative.
func (s *state) give(c board.Color, k rules.PieceType, n int) {
	cell := s.table.cells.pocket[c] + int(k) - 1
	s.set(cell, uint16(int(s.cells[cell])+n))
}

// takenAs returns the type as which a captured piece comes to the hand.
func (t *table) takenAs(k rules.PieceType) rules.PieceType { return t.plain(t.parts.taken[k-1]) }

// generateDrops appends the drops of us that the squares allow.
func (s *state) generateDrops(us board.Color) {
	if s.table.cells.pocket[us] == absent {
		return
	}
	for i := range s.v.Army {
		k := rules.PieceType(i + 1)
		if s.inHand(us, k) == 0 {
			continue
		}
		for sq := range s.area {
			if !s.empty(sq) || !s.mayDrop(us, k, sq) {
				continue
			}
			m := rules.MakeMove(rules.Drop, sq, sq).WithGated(k, false)
			s.moves = append(s.moves, m)
			if to := s.parts.becomes[i]; s.v.Drops.EitherSide && to != 0 {
				s.moves = append(s.moves, m.WithPromotion(to))
			}
		}
	}
}

// mayDrop reports whether a piece of us may be dropped on the empty square sq as far as the square
// and its file tell.
func (s *state) mayDrop(us board.Color, k rules.PieceType, sq board.Square) bool {
	return s.dropsOn(us, k, sq) && (k != s.parts.once || s.onFile(us, k, sq) < max(s.v.Drops.OnceCount, 1))
}

// dropsOn reports whether pieces of a type of us are ever dropped on sq.
func (t *table) dropsOn(us board.Color, k rules.PieceType, sq board.Square) bool {
	d := &t.v.Drops
	if !in(t.parts.drops[us], sq) || !in(t.parts.dropped[k-1][us], sq) || !in(t.parts.within[k-1][us], sq) {
		return false
	}
	return t.pawn>>(k-1)&1 == 0 ||
		(d.PawnsInZone || !t.parts.zone[us][sq]) && (d.PawnsFirstRank || t.v.Size.RankFrom(us, sq) != 0)
}

// onFile returns how many pieces of a type a side has on the file of sq.
func (s *state) onFile(us board.Color, k rules.PieceType, sq board.Square) int {
	n := 0
	for rank := range s.v.Size.Ranks {
		if s.at(s.v.Size.At(s.v.Size.File(sq), rank)) == rules.MakePiece(k, us) {
			n++
		}
	}
	return n
}

// drop plays a drop.
func (s *state) drop(m rules.Move, us board.Color, d *rules.Details) {
	k := m.Gated()
	pc := rules.MakePiece(k, us)
	s.give(us, k, -1)
	if d != nil {
		d.Dropped = pc
	}
	if to := m.Promotion(); to != 0 {
		pc = rules.MakePiece(to, us)
	}
	s.place(m.To(), pc, uint16(m.To())+1)
	if d != nil {
		d.Mover = pc
	}
	if s.v.Drops.Castling {
		s.castlesAfterDrop(us, m.To())
	}
	s.set(s.table.cells.half, 0)
}

// castlesAfterDrop gives us the castling rights of the king, or the rook, that has been dropped on
// its square, if the other stands on its own.
func (s *state) castlesAfterDrop(us board.Color, dropped board.Square) {
	cells, home := &s.table.cells, s.homes.King(us)
	if !s.castlesAsKing(home, us) {
		return
	}
	for side := range 2 {
		sq := s.homes.Corner(us, side)
		if (dropped == home || dropped == sq) && s.castlesAsRook(sq, us) {
			s.set(cells.rook[us][side], uint16(sq)+1)
			s.set(cells.king[us], uint16(home)+1)
		}
	}
}

// forbidsAfter returns the rule against the move that us has just made by what the parts Check and
// Drops and the conditions of Fairy say of the position after it, or 0. The royal pieces of us are
// safe. mark is the length of the log before the move.
func (s *state) forbidsAfter(m rules.Move, t *trial, mark int) rules.Rule {
	us, them := t.us, t.us.Other()
	switch {
	case s.v.Check.Forbidden && s.kingInCheck(them):
		return rules.ChecksForbidden
	case s.v.Check.Facing && s.kingsFace():
		return rules.KingsFace
	case s.v.InPlace.Active && m.Form() == rules.Ordinary && m.Promotion() != 0 && len(s.struck(us, m.To())) > 0:
		return rules.PromotionHits
	case s.v.Drops.Mobile && (m.Form() == rules.Drop || m.Form() == rules.Ordinary && m.Promotion() == 0) &&
		s.stuck(m.To()):
		return rules.NeverMoves
	case m.Form() == rules.Drop:
		if rule := s.forbidsDrop(m, us); rule != 0 {
			return rule
		}
	}
	if s.fairy.after {
		if rule := s.afterMove(m, us, mark, false); rule != 0 {
			return rule
		}
		return s.checkAfter(m, t, mark)
	}
	return 0
}

// stuck reports whether the piece on sq could move nowhere on an empty board.
func (s *state) stuck(sq board.Square) bool {
	pc := s.at(sq)
	return pc.Type() != 0 && len(s.reach.From[pc.Color()][pc.Type()-1][sq]) == 0
}

// kingsFace reports whether the kings see each other on a file or rank.
func (s *state) kingsFace() bool {
	a, b := s.king(board.White), s.king(board.Black)
	if a == board.NoSquare || b == board.NoSquare {
		return false
	}
	size := s.v.Size
	files, ranks := sign(size.File(b)-size.File(a)), sign(size.Rank(b)-size.Rank(a))
	if files != 0 && ranks != 0 {
		return false
	}
	for sq := s.beside(a, [2]int{files, ranks}); sq != b; sq = s.beside(sq, [2]int{files, ranks}) {
		if !s.empty(sq) {
			return false
		}
	}
	return true
}

// forbidsFaced returns the rule against a move made while the kings faced each other; against is
// the rule against it otherwise.
func (s *state) forbidsFaced(m rules.Move, against rules.Rule) rules.Rule {
	switch {
	case m.Form() == rules.Pass:
		return 0
	case against == 0 && s.kingsFace():
		return rules.KingsFace
	}
	return against
}

// sign returns -1, 0 or 1.
func sign(n int) int { return min(max(n, -1), 1) }

// forbidsDrop returns the rule against a drop that has just been made, or 0. Its king is safe.
func (s *state) forbidsDrop(m rules.Move, us board.Color) rules.Rule {
	d := &s.v.Drops
	them := us.Other()
	switch {
	case d.NoCheck && s.kingInCheck(them):
		return rules.DropChecks
	case s.parts.bishops != 0 && !s.sharesColors(m, us):
		return rules.BishopColors
	case s.parts.noMate != 0 && m.Gated() == s.parts.noMate && m.Promotion() == 0 && s.inCheck(them) &&
		!s.over() && len(s.aside(s.legal)) == 0:
		return rules.DropMates
	}
	return 0
}

// sharesColors reports whether the bishops of us, after a drop, can still be shared evenly between
// light and dark squares.
func (s *state) sharesColors(m rules.Move, us board.Color) bool {
	bishop := s.parts.bishops
	var here, room [2]int
	for sq := range s.area {
		shade := 0
		if s.v.Size.Dark(sq) {
			shade = 1
		}
		switch {
		case s.at(sq) == rules.MakePiece(bishop, us):
			here[shade]++
		case s.empty(sq) && s.mayDrop(us, bishop, sq):
			room[shade]++
		}
	}
	all := here[0] + here[1] + int(s.inHand(us, bishop))
	for shade := range here {
		if m.Gated() == bishop && here[shade] > (all+1)/2 || here[shade]+room[shade] < all/2 {
			return false
		}
	}
	return true
}
