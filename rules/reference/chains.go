package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds chains of captures: a piece that has captured moves again in the same turn. A
// move tells a chain by its number: its place among those of its piece.

// chainsKept is how many lists of chains are kept, each of a piece in a position. Most are asked
// for again.
const chainsKept = 64

// piecesChains are the chains that the piece on a square can make in a position.
type piecesChains struct {
	key    uint64
	from   board.Square
	chains [][]rules.Move
}

// withChains appends the chains that begin with the legal moves of moves, which are all of the side
// to move.
func (s *state) withChains(moves []rules.Move) []rules.Move {
	from := rules.Squares[most]{}
	for _, m := range moves {
		if s.captures(m) {
			from.Add(m.From())
		}
	}
	for sq := range s.area {
		if !from.Has(sq) {
			continue
		}
		for i, steps := range s.chainsOf(sq) {
			last := steps[len(steps)-1]
			m := rules.MakeMove(rules.Ordinary, sq, last.To()).WithPromotion(last.Promotion())
			moves = append(moves, m.WithChain(i+1))
		}
	}
	return moves
}

// chainsOf returns the chains that the piece on a square of the side to move can make.
func (s *state) chainsOf(from board.Square) [][]rules.Move {
	key := s.hash(s.cells)
	for _, known := range s.chains {
		if known.key == key && known.from == from {
			return known.chains
		}
	}
	quick, only := s.quick, s.only
	s.quick, s.only = false, 0
	base := len(s.moves)
	s.generateOf(s.at(from), from, nil)
	var all [][]rules.Move
	for _, m := range s.keepLegal(s.unbar(base), 0, nil) {
		if s.captures(m) && len(all) < rules.MostChains {
			all = s.goOn([]rules.Move{m}, all)
		}
	}
	s.quick, s.only = quick, only
	if len(s.chains) == chainsKept {
		s.chains = slices.Delete(s.chains, 0, 1)
	}
	s.chains = append(s.chains, piecesChains{key, from, all})
	return all
}

// goOn plays the last of the steps, a legal capture, and appends the chains to all that go on from
// there.
func (s *state) goOn(steps []rules.Move, all [][]rules.Move) [][]rules.Move {
	us, mark := s.turn(), len(s.log)
	defer s.undo(mark)
	var d rules.Details
	s.play(steps[len(steps)-1], &d)
	at := d.End()
	if at == board.NoSquare || !s.at(at).Of(us) || s.inCheck(us.Other()) || s.inCheck(us) {
		return all
	}
	s.reopen(us)
	base := len(s.moves)
	s.generateOf(s.at(at), at, nil)
	for _, m := range s.keepLegal(s.unbar(base), 0, nil) {
		if len(all) == rules.MostChains {
			break
		}
		longer := append(slices.Clone(steps), m)
		if all = append(all, longer); s.captures(m) {
			all = s.goOn(longer, all)
		}
	}
	return all
}

// reopen gives the turn back to us, which has just moved.
func (s *state) reopen(us board.Color) {
	s.set(s.table.cells.turn, uint16(us))
	if us == board.Black {
		s.set(s.table.cells.full, s.cells[s.table.cells.full]-1)
	}
}

// playChain makes a chain of captures.
func (s *state) playChain(m rules.Move, d *rules.Details) verdict {
	us := s.turn()
	if !s.at(m.From()).Of(us) {
		return notChosen
	}
	chains := s.chainsOf(m.From())
	if m.Chain() > len(chains) {
		return notChosen
	}
	steps := chains[m.Chain()-1]
	var all []rules.Details
	for i, step := range steps {
		if i > 0 {
			s.reopen(us)
		}
		var details *rules.Details
		if d != nil {
			all = append(all, rules.Details{})
			details = &all[i]
		}
		if v := s.play(step, details); v != fine {
			return v
		}
	}
	s.set(s.table.cells.half, 0)
	if d != nil {
		first, last := &all[0], all[len(all)-1]
		last.Move, last.Steps = m, all
		last.Mover, last.From = first.Mover, first.From
		last.Captured, last.CapturedAt = first.Captured, first.CapturedAt
		*d = last
	}
	return fine
}

// chained looks at a chain of captures that is not among those of its piece.
func (j *judge) chained() *rules.ForbiddenError {
	if j.m.Chain() == 0 {
		return nil
	}
	return j.because(rules.NoSuchMove)
}
