package reference

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// revolve turns the four squares in the centre of the board clockwise, with the pieces on them,
// after a move from or to one of them.
func (s *state) revolve(a *arrival) {
	if !s.v.Fairy.Revolving {
		return
	}
	centre := s.fairy.centre
	if !slices.Contains(centre, a.m.From()) && !slices.Contains(centre, s.landing(a.m)) {
		return
	}
	var pieces [4]rules.Piece
	var tags [4]uint16
	for i, sq := range centre {
		pieces[i], tags[i] = s.at(sq), s.tag(sq)
		s.put(sq, 0)
		s.vacated(sq)
	}
	mover := a.now
	for i, from := range centre {
		to := centre[(i+1)%4]
		if pieces[i] == 0 {
			continue
		}
		s.place(to, pieces[i], tags[i])
		if from == mover {
			a.now = to
			a.effect(rules.Effect{Kind: rules.Revolves, At: to, From: from, Piece: pieces[i]})
		}
	}
}

// centreOf returns the four squares in the centre of a board, clockwise.
func centreOf(size board.Size) []board.Square {
	file, rank := size.Files/2-1, size.Ranks/2-1
	return []board.Square{
		size.At(file, rank), size.At(file, rank+1), size.At(file+1, rank+1), size.At(file+1, rank),
	}
}

// leaveHoles makes holes of the squares that a move leaves empty.
func (s *state) leaveHoles(a *arrival) {
	if !s.v.Fairy.Lanes.Vanishing {
		return
	}
	left := []board.Square{a.m.From()}
	switch {
	case a.m.Form() == rules.Castle:
		left = append(left, a.m.To())
	case a.m.Form() == rules.EnPassant && a.captured != 0:
		left = append(left, a.at)
	}
	for _, sq := range left {
		if s.empty(sq) {
			s.put(sq, rules.Wall)
		}
	}
}
