package engine

import (
	"slices"

	"github.com/kirke-chess/kirke"
	"github.com/kirke-chess/kirke/rules"
)

// A search ends where the tables of endgames know the position (knownScore in search.go). This file
// says how the game goes on from there.

// continued returns a copy of a line from the root with a score. If the line wins or loses, and ends in
// a position that the tables know, it goes on to the end of the game with the best moves by the tables.
func (s *session) continued(score Score, pv []kirke.Move) []kirke.Move {
	line := slices.Clone(pv)
	if _, decided := score.Mate(); !decided || s.tables == nil || s.series {
		return line
	}
	p := s.root
	for _, m := range line {
		p = p.Play(m)
	}
	for sign, plies, ok := s.tables.Decided(p); ok && sign != 0 && plies > 0 && len(line) < MaxPly; plies-- {
		m, found := s.nextKnown(p, -sign, plies-1)
		if !found {
			break
		}
		line, p, sign = append(line, m), p.Play(m), -sign
	}
	return line
}

// nextKnown returns a move after which the tables know that the game is decided so, in so many
// half-moves.
func (s *session) nextKnown(p rules.Position, sign, plies int) (kirke.Move, bool) {
	for _, m := range p.LegalMoves(nil) {
		next := p.Play(m)
		if is, n, ok := s.tables.Decided(next); ok && is == sign && n == plies {
			return m, true
		}
	}
	return 0, false
}
