package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/piece"
	"github.com/kirke-chess/kirke/rules"
)

// This file has imitators: squares that make every move as well.

// imitators returns the squares of the imitators + 1. The cells that hold none follow the others.
func (s *state) imitators() []uint16 {
	first := s.table.cells.imitators
	if first == absent {
		return nil
	}
	all := s.cells[first : first+rules.MostImitators]
	if n := slices.Index(all, 0); n >= 0 {
		return all[:n]
	}
	return all
}

// ahead returns the square so many files and ranks from another.
func (t *table) ahead(sq board.Square, files, ranks int) board.Square {
	return t.v.Size.At(t.v.Size.File(sq)+files, t.v.Size.Rank(sq)+ranks)
}

// imitable reports whether all imitators can make the move m of us.
func (s *state) imitable(m rules.Move, us board.Color) bool {
	imitators := s.imitators()
	if len(imitators) == 0 {
		return true
	}
	if m.Form() == rules.Castle {
		return !slices.ContainsFunc(imitators, func(cell uint16) bool {
			return !s.imitatesCastling(m, board.Square(cell)-1)
		})
	}
	w := s.stepOf(m, us)
	return slices.ContainsFunc(s.fairy.paths[s.at(m.From()).Type()-1], func(p piece.Path) bool {
		return p.Squares[len(p.Squares)-1] == w.to && s.goes(&p, w, w.from) &&
			!slices.ContainsFunc(imitators, func(cell uint16) bool { return !s.goes(&p, w, board.Square(cell)-1) })
	})
}

// imitated is a move on the board that imitators make too.
type imitated struct {
	from    board.Square
	to      piece.Offset // as the mover sees it
	forward int          // 1 or, for Black, -1
}

// stepOf returns what imitators must do to make a move of us.
func (s *state) stepOf(m rules.Move, us board.Color) imitated {
	from, to, size := m.From(), m.To(), s.v.Size
	w := imitated{from: from, forward: 1}
	if us == board.Black {
		w.forward = -1
	}
	w.to.File = (size.File(to) - size.File(from)) * w.forward
	w.to.Rank = (size.Rank(to) - size.Rank(from)) * w.forward
	return w
}

// goes reports whether the mover, or an imitator, can go along a path from at. The mover itself
// leaves its square to imitators, but one that hops stands there as long as it moves.
func (s *state) goes(p *piece.Path, w imitated, at board.Square) bool {
	last := len(p.Squares) - 1
	for i, o := range p.Squares {
		sq := s.ahead(at, o.File*w.forward, o.Rank*w.forward)
		if sq == board.NoSquare {
			return false
		}
		if i == last && at == w.from {
			return true
		}
		left := sq == w.from && (p.Hurdles == 0 || i == last || s.tries)
		if empty := left || s.empty(sq); empty != (p.Hurdles>>i&1 == 0) {
			return false
		}
	}
	return true
}

// pathsOf returns the movements of all types.
func pathsOf(v *rules.Variant) (all []piece.Movement, err error) {
	for i := range v.Army {
		movement, err := v.Army[i].Movement()
		if err != nil {
			return nil, err
		}
		all = append(all, movement)
	}
	return all, nil
}

// imitatesCastling reports whether the imitator on at can go with the king and then, if the rook
// goes farther, with the rook.
func (s *state) imitatesCastling(m rules.Move, at board.Square) bool {
	king, size := m.From(), s.v.Size
	kingTo, rookTo := s.v.CastlingSquares(king, m.To())
	goes := func(from, first, last, step int, standing board.Square) bool {
		for files := first; files != last+step; files += step {
			sq := s.ahead(at, from+files, 0)
			if sq == board.NoSquare || sq == standing || sq != king && !s.empty(sq) {
				return false
			}
		}
		return true
	}
	files, back := size.File(kingTo)-size.File(king), size.File(rookTo)-size.File(m.To())
	step := 1
	if files < 0 {
		step = -1
	}
	return goes(0, step, files, step, board.NoSquare) &&
		(back*step >= 0 || back*back <= files*files || goes(files, -step, back, -step, kingTo))
}

// imitate moves the imitators as far as the move has moved pieces, and makes the mover one of them
// if that is what it has become.
func (s *state) imitate(a *arrival) verdict {
	if s.table.cells.imitators == absent {
		return fine
	}
	size, from, to := s.v.Size, a.m.From(), a.m.To()
	if a.m.Form() == rules.Castle {
		to = a.now
	}
	files, ranks := size.File(to)-size.File(from), size.Rank(to)-size.Rank(from)
	if a.m.Form() == rules.Castle {
		files += size.File(a.partner) - size.File(a.m.To())
	}
	for _, cell := range s.imitators() {
		from := board.Square(cell) - 1
		a.effect(rules.Effect{Kind: rules.ImitatorMoves, At: s.ahead(from, files, ranks), From: from})
	}
	s.shiftImitators(files, ranks)
	if a.m.Form() != rules.Castle {
		if s.becomeImitator(a.now); s.empty(a.now) {
			a.now = board.NoSquare
			if a.captured != 0 && s.v.Aftermath.Reborn == rules.CapturerReborn {
				return onImitator // nothing is left to be reborn
			}
		}
	}
	return fine
}

// shiftImitators moves all imitators so many files and ranks.
func (s *state) shiftImitators(files, ranks int) {
	for i, cell := range s.imitators() {
		at := s.ahead(board.Square(cell)-1, files, ranks)
		s.set(s.table.cells.imitators+i, uint16(at)+1)
	}
}

// becomeImitator makes the piece on sq an imitator if it is of the type that does.
func (s *state) becomeImitator(sq board.Square) {
	imitators := s.imitators()
	if s.at(sq).Type() != s.fairy.imitator || s.fairy.imitator == 0 || len(imitators) == rules.MostImitators {
		return
	}
	s.put(sq, 0)
	s.vacated(sq)
	s.set(s.table.cells.imitators+len(imitators), uint16(sq)+1)
}

// allImitated makes imitators of the pieces that have come back as such, and reports whether no
// imitator is where a piece stands.
func (s *state) allImitated() bool {
	if s.fairy.imitator != 0 {
		for sq := range s.area {
			if s.becomeImitator(sq); s.at(sq).Type() == s.fairy.imitator {
				return false // there are too many
			}
		}
	}
	for _, cell := range s.imitators() {
		if !s.empty(board.Square(cell) - 1) {
			return false
		}
	}
	return true
}
