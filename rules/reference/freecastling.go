package reference

import (
	"cmp"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds castling from any square, with another partner than in chess.

// castlesAnywhere reports whether a piece castles so: whether it moves as a king.
func (t *table) castlesAnywhere(pc rules.Piece) bool {
	k := t.v.Type(pc.Type())
	return k.Royal && k.Betza == piece.King.Betza && t.v.Castling.IsKing(k)
}

// generateFreeCastling appends the castlings of the piece on a square.
func (s *state) generateFreeCastling(pc rules.Piece, king board.Square) {
	us := s.turn()
	if !s.castlesAnywhere(pc) || s.hasCastled(us) {
		return
	}
	if s.v.Fairy.Castling == rules.CastlesByExchange {
		for sq := range s.area {
			if s.isPartner(king, sq) {
				s.moves = append(s.moves, rules.MakeMove(rules.Castle, king, sq))
			}
		}
		return
	}
	checked, known := false, false
	for _, way := range lineDirections {
		partner := s.endOfLine(king, way)
		if partner == board.NoSquare || !s.isPartner(king, partner) || s.tooNear(king, partner) {
			continue
		}
		if !known {
			checked, known = s.inCheck(us), true
		}
		if checked {
			return
		}
		if s.passedInCheck(king, partner) == board.NoSquare {
			s.moves = append(s.moves, rules.MakeMove(rules.Castle, king, partner))
		}
	}
}

// lineDirections are the eight directions of the lines of a board, as files and ranks.
var lineDirections = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

// endOfLine returns the first square in a direction where something stands, or NoSquare.
func (s *state) endOfLine(from board.Square, way [2]int) board.Square {
	size := s.v.Size
	file, rank := size.File(from), size.Rank(from)
	for {
		file, rank = file+way[0], rank+way[1]
		sq := size.At(file, rank)
		if sq == board.NoSquare || !s.empty(sq) {
			return sq
		}
	}
}

// hasCastled reports whether a side has castled where it does so only once.
func (s *state) hasCastled(us board.Color) bool {
	once := s.table.cells.once[us]
	return once != absent && s.cells[once] != 0
}

// isPartner reports whether the king castles with the piece on sq, as far as that piece tells and, of
// a rook, its rank and file.
func (s *state) isPartner(king, sq board.Square) bool {
	pc := s.at(sq)
	if pc.Type() == 0 || sq == king {
		return false
	}
	switch s.v.Fairy.Castling {
	case rules.CastlesWithRooks:
		size := s.v.Size
		walk := s.v.Type(s.v.WalkOf(pc.Type()))
		return walk.Betza == piece.Rook.Betza &&
			(size.File(king) == size.File(sq) || size.Rank(king) == size.Rank(sq))
	case rules.CastlesByExchange:
		return pc.Of(s.turn()) && !has(s.pawn, pc)
	}
	return true
}

// tooNear reports whether a partner stands on one of the two squares that the king passes and comes
// to.
func (s *state) tooNear(king, partner board.Square) bool { return s.v.Size.Distance(king, partner) < 3 }

// passedInCheck returns the square that the king passes if it would be in check there, or NoSquare.
func (s *state) passedInCheck(king, partner board.Square) board.Square {
	_, passed := s.v.CastlingSquares(king, partner)
	mark, pc := len(s.log), s.at(king)
	s.put(king, 0)
	s.put(passed, pc)
	checked := s.inCheck(s.turn())
	s.undo(mark)
	if checked {
		return passed
	}
	return board.NoSquare
}

// castlesFreely explains why a king does not castle so.
func (j *judge) castlesFreely() *rules.ForbiddenError {
	king, partner := j.from, j.to
	switch {
	case !j.castlesAnywhere(j.at(king)):
		return j.because(rules.NotTheKing)
	case j.hasCastled(j.us):
		return j.because(rules.CastledBefore)
	case !j.isPartner(king, partner):
		return j.because(rules.NoPartner)
	case j.v.Fairy.Castling == rules.CastlesByExchange:
		return nil
	}
	size := j.v.Size
	files, ranks := size.File(partner)-size.File(king), size.Rank(partner)-size.Rank(king)
	if files != 0 && ranks != 0 && files != ranks && files != -ranks {
		return j.because(rules.NoPartner)
	}
	if checkers := j.checkers(j.us); len(checkers) > 0 {
		return j.because(rules.CastlingInCheck, checkers...)
	}
	if end := j.endOfLine(king, [2]int{cmp.Compare(files, 0), cmp.Compare(ranks, 0)}); end != partner {
		return j.because(rules.CastlingBlocked, j.placed(end))
	}
	if j.tooNear(king, partner) {
		return j.because(rules.PartnerTooNear)
	}
	if at := j.passedInCheck(king, partner); at != board.NoSquare {
		return j.because(rules.CastlingAttacked, j.checkersAt(king, at)...).About(at, 0)
	}
	return nil
}
