package reference

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// This file holds the moves by which a piece changes places with a like piece of the other side.

// generateExchanges appends those of the piece on a square.
func (s *state) generateExchanges(pc rules.Piece, from board.Square) {
	if s.barsExchanges(pc, from) != 0 {
		return
	}
	for to := range s.area {
		if s.barsExchange(pc, from, to) == 0 {
			s.moves = append(s.moves, rules.MakeMove(rules.Exchange, from, to))
		}
	}
}

// barsExchanges returns the rule against all exchanges of the piece on a square, or 0.
func (s *state) barsExchanges(pc rules.Piece, from board.Square) rules.Rule {
	switch rule := s.v.Fairy.Exchange; {
	case rule == rules.NoExchange, rule == rules.LikePiecesNoKings && has(s.royal, pc):
		return rules.NeverExchanged
	case s.exchanged(from):
		return rules.JustExchanged
	}
	return 0
}

// barsExchange returns the rule against the exchange of a piece that may change places, or 0.
func (s *state) barsExchange(pc rules.Piece, from, to board.Square) rules.Rule {
	other := s.at(to)
	switch {
	case to == from, !other.Against(s.turn()), s.walkOf(other.Type()) != s.walkOf(pc.Type()):
		return rules.NotAlike
	case s.exchanged(to):
		return rules.JustExchanged
	}
	return 0
}

// exchanged reports whether a piece has come to a square by changing places in the last move.
func (s *state) exchanged(sq board.Square) bool {
	cell := s.table.cells.exchanged
	return s.square(cell) == sq || s.square(cell+1) == sq
}

// rememberExchange writes down which squares the move m exchanges, if it does.
func (s *state) rememberExchange(m rules.Move) {
	cell := s.table.cells.exchanged
	if cell == absent || m.Form() == rules.Pass {
		return
	}
	var values [2]uint16
	if m.Form() == rules.Exchange {
		values = [2]uint16{uint16(min(m.From(), m.To())) + 1, uint16(max(m.From(), m.To())) + 1}
	}
	for i, value := range values {
		s.set(cell+i, value)
	}
}

// exchange lets two pieces change places.
func (s *state) exchange(m rules.Move, us board.Color, d *rules.Details) verdict {
	from, to := m.From(), m.To()
	mover, other := s.at(from), s.at(to)
	moverTag, otherTag := s.tag(from), s.tag(to)
	s.put(from, 0)
	s.put(to, 0)
	s.vacated(from)
	s.vacated(to)
	s.place(to, mover, moverTag)
	s.place(from, other, otherTag)
	s.idle()
	a := arrival{m: m, us: us, mover: mover, arrived: mover, now: to, partner: from, reborn: board.NoSquare, d: d}
	if d != nil {
		d.Mover = mover
	}
	if v := s.rebirthOfPending(&a); v != fine {
		return v
	}
	return s.follows(&a)
}

// exchanges explains why two pieces do not change places.
func (j *judge) exchanges() *rules.ForbiddenError {
	rule := j.barsExchanges(j.at(j.from), j.from)
	if rule == 0 {
		rule = j.barsExchange(j.at(j.from), j.from, j.to)
	}
	if rule == 0 {
		return nil
	}
	return j.because(rule)
}
