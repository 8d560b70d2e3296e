package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// measured is how the moves of a side are measured, with the squares read.
type measured struct {
	*rules.Measured
	squares []board.Square
}

// lengthOf returns how great a move of us is by its measure, 0 or more.
func (s *state) lengthOf(m rules.Move, us board.Color) int {
	by := s.fairy.measured[us]
	if by.By.Alone() {
		return by.By.Of(s.v, m, s.captures(m))
	}
	from, to := m.From(), s.landing(m)
	is := func(yes bool) int {
		if yes {
			return 1
		}
		return 0
	}
	last := [2]board.Square{board.NoSquare, board.NoSquare}
	if trail := s.table.cells.trail; trail != absent {
		last = [2]board.Square{s.square(trail), s.square(trail + 1)}
	}
	none := last[0] == board.NoSquare
	way := func(from, to board.Square) [2]int {
		size := s.v.Size
		return [2]int{size.File(to) - size.File(from), size.Rank(to) - size.Rank(from)}
	}
	switch by.By {
	case rules.HomingMove:
		return is(m.Form() != rules.Castle && s.tag(from) == uint16(to)+1)
	case rules.FarthestPair:
		return s.apartAfter(m, us)
	case rules.NearestPair:
		if apart := s.apartAfter(m, us); apart > 0 {
			return rules.Beyond - apart
		}
		return 0
	case rules.ForcedSquare:
		return 1 + is(slices.Contains(by.squares, to))
	case rules.FollowingMove:
		return is(none || to == last[0])
	case rules.DuellingMove:
		return is(from == s.square(s.table.cells.duellist[us]))
	case rules.ParallelMove:
		return is(none || way(from, to) == way(last[0], last[1]))
	case rules.AntiparallelMove:
		return is(none || way(from, to) == way(last[1], last[0]))
	}
	return 0
}

// apartAfter returns the square of the distance, after a move of us, between the two pieces that its
// measure looks at: 0 if one of them is off the board then. Where a captured piece is reborn does
// not count.
func (s *state) apartAfter(m rules.Move, us board.Color) int {
	pair := s.fairy.measured[us].squares
	at := [2]board.Square{board.NoSquare, board.NoSquare}
	for sq := range s.area {
		for i := range at {
			if s.at(sq).Type() != 0 && s.tag(sq) == uint16(pair[i])+1 {
				at[i] = sq
			}
		}
	}
	for i, sq := range at {
		switch {
		case sq == m.From():
			at[i] = s.landing(m)
		case sq == board.NoSquare, s.captures(m) && sq == s.victim(m):
			return 0
		}
	}
	files, ranks := s.v.Size.File(at[0])-s.v.Size.File(at[1]), s.v.Size.Rank(at[0])-s.v.Size.Rank(at[1])
	return files*files + ranks*ranks
}

// greatest returns the legal moves that are the greatest by the measure of us.
func (s *state) greatest(moves []rules.Move, us board.Color) []rules.Move {
	by, most := s.fairy.measured[us], 0
	if by.Exact || by.Ultra {
		base := len(s.moves)
		s.generate(nil)
		most = s.mostOf(s.moves[base:], us)
		s.moves = s.moves[:base]
		if by.Ultra {
			most = max(most, 1)
		}
	} else {
		for _, m := range moves {
			most = max(most, s.lengthOf(m, us))
		}
	}
	return slices.DeleteFunc(moves, func(m rules.Move) bool { return s.lengthOf(m, us) < most })
}

// mostOf returns the greatest length of the pseudo-legal moves of us that nothing but check
// forbids.
func (s *state) mostOf(moves []rules.Move, us board.Color) int {
	most := 0
	for _, m := range moves {
		length := s.lengthOf(m, us)
		if length <= most {
			continue
		}
		mark := len(s.log)
		s.branches(m, func(m rules.Move) bool {
			if !s.fairy.tried || s.afterMove(m, us, mark, true) == 0 {
				most = length
			}
			return most != length
		})
	}
	return most
}

// leastLength returns how great the capture of a king by a side must be to be a check: 0 if it does
// not matter. The pseudo-legal moves of the side stand from base on.
func (s *state) leastLength(base int, by board.Color) int {
	m := s.fairy.measured[by]
	if m != nil && m.By == rules.HomingMove && s.mayGoHome(by) {
		return 1
	}
	if m == nil || !m.Ultra {
		return 0
	}
	return max(s.mostOf(slices.Clone(s.moves[base:]), by), 1)
}

// mayGoHome reports whether a side, to move, has a legal move to the square that its piece has in
// the diagram.
func (s *state) mayGoHome(us board.Color) bool {
	tries := s.tries
	s.tries = false
	defer func() { s.tries = tries }()
	base, mark := len(s.moves), len(s.log)
	for sq := range s.area {
		home := board.Square(s.tag(sq)) - 1
		if pc := s.at(sq); pc.Of(us) && home != sq {
			s.generateOf(pc, sq, func(_ rules.Piece, to board.Square) bool { return to == home })
		}
	}
	moves := slices.Clone(s.moves[base:])
	s.moves = s.moves[:base]
	return slices.ContainsFunc(moves, func(m rules.Move) bool {
		return !s.branches(m, func(rules.Move) bool {
			return s.forbids(&attackTest{side: us}, mark) != 0
		})
	})
}

// castlingToMeasure appends the castlings of a side, which measure its captures of a king. Whether
// its own king is in check then is asked without castlings.
func (s *state) castlingToMeasure(by board.Color) {
	if s.castles || !s.v.Castling.Any() {
		return
	}
	s.castles = true
	base := len(s.moves)
	s.generateCastling(by)
	s.unbar(base)
	s.castles = false
}
