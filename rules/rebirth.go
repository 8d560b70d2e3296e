package rules

import "github.com/kirke-chess/kirke/board"

// capture is a capture as the Cohen flag remembers it.
type capture struct {
	from, to, reborn board.Square
}

// lastCapture returns the capture the opponent has just made and forgets it; in
// games without the Cohen flag it returns none.
func (s *state) lastCapture() capture {
	last := s.table.cells.last
	if last == absent || s.cells[last] == 0 {
		return capture{board.NoSquare, board.NoSquare, board.NoSquare}
	}
	c := capture{s.square(last), s.square(last + 1), s.square(last + 2)}
	for i := range 3 {
		s.set(last+i, 0)
	}
	return c
}

// aftermath does what a move of the Circe family does after the mover has
// arrived and promoted: the capturer's end or rebirth, the captured man's
// rebirth (or that of the one captured a half-move ago), eruptions.
func (s *state) aftermath(m Move, mover, arrived, captured Man, at board.Square, origin, capturedOrigin uint16, last capture, us board.Color, d *Details) verdict {
	a := &s.v.Aftermath
	to := m.To()
	if captured != 0 {
		if v := s.capturerEnd(m, arrived, at, origin, us, d); v != fine {
			return v
		}
	}
	if v := s.rebirthOfPending(m, us, d); v != fine {
		return v
	}
	reborn := board.NoSquare
	if captured != 0 && (a.Reborn == CapturedReborn || a.Reborn == BothReborn) {
		switch {
		case has(s.royal, captured) && !a.Kings:
		case a.Where == AtNextVector:
			s.set(s.table.cells.pending, uint16(MakeMan(s.plain(captured.Kind()), captured.Color())))
			s.set(s.table.cells.pending+1, uint16(at)+1)
		default:
			var v verdict
			if reborn, v = s.rebirth(m, mover, arrived, captured, at, capturedOrigin, us, d); v != fine {
				return v
			}
		}
	}
	s.erupt(d)
	if cells := s.table.cells.last; cells != absent && captured != 0 {
		if last.to == to && reborn == last.from && m.From() == last.reborn && s.at(to) == mover {
			return takesBack
		}
		s.set(cells, uint16(m.From())+1)
		s.set(cells+1, uint16(to)+1)
		if reborn != board.NoSquare {
			s.set(cells+2, uint16(reborn)+1)
		}
	}
	return fine
}

// capturerEnd is what becomes of the man that has captured on at.
func (s *state) capturerEnd(m Move, arrived Man, at board.Square, origin uint16, us board.Color, d *Details) verdict {
	a := &s.v.Aftermath
	to := m.To()
	king := has(s.royal, arrived)
	side := us
	if a.OpponentHome {
		side = side.Other()
	}
	switch {
	case a.Reborn == CapturerReborn:
		home := s.home(arrived.Kind(), side, at)
		if home == to {
			if a.Cheylan {
				return onOwnHome
			}
			return s.capturerHome(m, arrived, to, home, origin, d)
		}
		if !s.empty(home) {
			if d != nil {
				d.CapturerAt, d.CapturerAs = home, arrived
			}
			return ownHomeTaken
		}
		return s.capturerHome(m, arrived, to, home, origin, d)
	case a.Reborn == BothReborn && !king:
		s.put(to, 0)
		if home := s.home(arrived.Kind(), side, at); s.empty(home) {
			return s.capturerHome(m, arrived, to, home, origin, d)
		}
		s.vacated(to)
		if d != nil {
			d.CapturerGone = true
		}
	case a.Capturer == Vanishes && !king:
		s.put(to, 0)
		s.vacated(to)
		if d != nil {
			d.CapturerGone = true
		}
	}
	return fine
}

// capturerHome puts the capturer on its rebirth square.
func (s *state) capturerHome(m Move, arrived Man, to, home board.Square, origin uint16, d *Details) verdict {
	if home != to {
		s.put(to, 0)
		s.vacated(to)
	}
	as := arrived
	if has(s.pawn, arrived) && s.lastRank(arrived, home) {
		k := m.OwnReborn()
		if k == 0 {
			if d != nil {
				d.CapturerAt = home
			}
			return needsOwn
		}
		as = MakeMan(k, arrived.Color())
	}
	s.place(home, as, origin)
	s.restored(home)
	if d != nil {
		d.CapturerAt, d.CapturerAs = home, as
	}
	return fine
}

// lastRank reports whether sq is on the promotion rank of m's side.
func (s *state) lastRank(m Man, sq board.Square) bool {
	return s.v.Size.RankFrom(m.Color(), sq) == s.v.Size.Ranks-1
}

// rebirth is the rebirth of the man just captured on at. It returns the square it
// was reborn on, or NoSquare.
func (s *state) rebirth(m Move, mover, arrived, captured Man, at board.Square, origin uint16, us board.Color, d *Details) (board.Square, verdict) {
	a, size := &s.v.Aftermath, s.v.Size
	kind := s.plain(captured.Kind())
	if !has(s.royal, captured) {
		switch {
		case a.As == AsCapturer && !has(s.royal, mover):
			kind = s.plain(mover.Kind())
		case a.As == AsChameleon && !has(s.pawn, captured):
			kind = s.chameleon[kind]
		}
	}
	reborn := MakeMan(kind, captured.Color())
	var sq board.Square
	switch a.Where {
	case AtDeparture:
		sq = m.From()
	case AtReflection:
		sq = size.Reflect(at)
	case AtOrigin:
		sq = board.Square(origin) - 1
	case AtEquipollent:
		sq = s.moved(at, m.From(), m.To())
	default:
		ref, side := kind, captured.Color()
		if a.OtherMan {
			ref, side = arrived.Kind(), us
		}
		if a.OpponentHome {
			side = side.Other()
		}
		sq = s.home(ref, side, at)
	}
	return s.revive(m, reborn, sq, origin, us, d)
}

// moved returns sq displaced by the vector from → to, or NoSquare off the board.
func (s *state) moved(sq, from, to board.Square) board.Square {
	size := s.v.Size
	return size.At(size.File(sq)+size.File(to)-size.File(from), size.Rank(sq)+size.Rank(to)-size.Rank(from))
}

// revive puts a reborn man on sq, or does what the game does when sq is occupied
// or, as NoSquare, off the board.
func (s *state) revive(m Move, reborn Man, sq board.Square, origin uint16, us board.Color, d *Details) (board.Square, verdict) {
	a := &s.v.Aftermath
	none := board.NoSquare
	if sq == none || sq >= s.area {
		if a.Occupied == Illegal {
			return none, homeOccupied
		}
		return none, fine
	}
	if occupant := s.at(sq); occupant != 0 {
		switch a.Occupied {
		case Gone:
			return none, fine
		case Illegal:
			if d != nil {
				d.RebornAt = sq
			}
			return none, homeOccupied
		case Below:
			s.bury(sq, reborn)
			if d != nil {
				d.RebornAs, d.RebornAt, d.RebornBelow = reborn, sq, true
			}
			return sq, fine
		case Removed:
			if d != nil {
				d.Removed = occupant
			}
			s.put(sq, 0)
			s.vacated(sq)
			s.leavesChoice(sq)
		}
	}
	if d != nil {
		d.RebornAs, d.RebornAt = reborn, sq
	}
	if has(s.pawn, reborn) && s.lastRank(reborn, sq) {
		if a.OwnerPromotes && reborn.Color() != us {
			s.set(s.table.cells.choice, uint16(sq)+1)
		} else {
			k := m.Reborn()
			if k == 0 {
				return none, needsReborn
			}
			reborn = MakeMan(k, reborn.Color())
			if d != nil {
				d.RebornInto = reborn
			}
		}
	}
	s.place(sq, reborn, origin)
	s.restored(sq)
	return sq, fine
}

// rebirthOfPending is the rebirth of the man captured a half-move ago, by the
// vector of the move just made (Parrain); castling adds both its vectors.
func (s *state) rebirthOfPending(m Move, us board.Color, d *Details) verdict {
	pending := s.table.cells.pending
	if pending == absent || s.cells[pending] == 0 {
		return fine
	}
	man, at := Man(s.cells[pending]), s.square(pending+1)
	s.set(pending, 0)
	s.set(pending+1, 0)
	var sq board.Square
	if m.Form() == Castle {
		kingTo, rookTo := s.v.CastlingSquares(m.From(), m.To())
		size := s.v.Size
		sq = size.At(size.File(at)+size.File(kingTo)-size.File(m.From())+size.File(rookTo)-size.File(m.To()), size.Rank(at))
	} else {
		sq = s.moved(at, m.From(), m.To())
	}
	_, v := s.revive(m, man, sq, 0, us, d)
	return v
}

// bury puts a man below an occupied square; it is the last of those there to come up.
func (s *state) bury(sq board.Square, m Man) {
	i := s.table.cells.below
	for s.cells[i] != 0 && s.square(i) <= sq {
		i += 2
	}
	carry := [2]uint16{uint16(sq) + 1, uint16(m)}
	for ; carry[0] != 0; i += 2 {
		next := [2]uint16{s.cells[i], s.cells[i+1]}
		s.set(i, carry[0])
		s.set(i+1, carry[1])
		carry = next
	}
}

// erupt brings up the first man below every square that is empty now.
func (s *state) erupt(d *Details) {
	below := s.table.cells.below
	if below == absent {
		return
	}
	for i := below; s.cells[i] != 0; {
		sq := s.square(i)
		if !s.empty(sq) {
			i += 2
			continue
		}
		m := Man(s.cells[i+1])
		for j := i; ; j += 2 {
			s.set(j, s.cells[j+2])
			s.set(j+1, s.cells[j+3])
			if s.cells[j] == 0 {
				break
			}
		}
		s.place(sq, m, uint16(sq)+1) // it waited below the square that it is at home on
		s.restored(sq)
		if d != nil {
			d.Emerged = append(d.Emerged, Hidden{sq, m})
		}
	}
}
