package invisible

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// This file finds a world for a line. It begins with no invisible piece. What such a world shows to
// be wrong can only be put right by one more piece in one of a few places, so it tries these, until
// all is right. The pieces that are left over may then stand anywhere that they disturb nothing.
// A world is found if there is one: if a world W agrees with all that is seen, a part of W that is
// wrong lacks a piece of W that meets one of its needs.

// finder finds worlds for a line.
type finder struct {
	world
	n     int // the number of invisible pieces
	nodes uint64
	stop  func() bool // polled now and then
	ended bool        // stop returned true, so that what is found is not complete
	start int         // from which square the pieces that are left over are tried
}

// pollEvery is how many worlds are played between two calls of stop.
const pollEvery = 1 << 10

// find looks for a world in which the line can be played. If it returns true, the world has all
// invisible pieces.
func (f *finder) find() bool {
	f.load(nil)
	return f.n >= f.leastMore() && f.repair()
}

// load sets the invisible pieces.
func (f *finder) load(all []history) {
	f.all = append(f.all[:0], all...)
	for k := range f.movers {
		f.movers[k] = -1
	}
	for i := range f.all {
		f.mark(i, int8(i))
	}
}

// mark sets who makes the half-moves of an invisible piece.
func (f *finder) mark(i int, mover int8) {
	h := &f.all[i]
	for k := 1; k <= len(f.moves); k++ {
		if h.at[k] != h.at[k-1] {
			f.movers[k] = mover
		}
	}
}

// addAndRepair repairs the world with one more piece.
func (f *finder) addAndRepair(h *history) bool {
	i := len(f.all)
	f.all = append(f.all, *h)
	f.mark(i, int8(i))
	if f.n-len(f.all) >= f.leastMore() && f.repair() {
		return true
	}
	f.mark(i, -1)
	f.all = f.all[:i]
	return false
}

// repair completes the world, if that is possible.
func (f *finder) repair() bool {
	if f.nodes++; f.nodes%pollEvery == 0 && f.stop != nil && f.stop() {
		f.ended = true
	}
	if f.ended {
		return false
	}
	base := len(f.needs)
	defer func() { f.needs = f.needs[:base] }()
	if !f.missesSeen() {
		switch f.play() {
		case impossible:
			return false
		case fine:
			return f.complete()
		}
	}
	if len(f.all) == f.n {
		return false
	}
	return slices.ContainsFunc(f.needs[base:], func(n need) bool { return f.each(n, f.addAndRepair) })
}

// missesSeen reports whether no invisible piece stands where one certainly does: where it castles, is
// captured by a pawn, or was revealed. It adds the first such need.
func (f *finder) missesSeen() bool {
	for k := 1; k <= len(f.moves); k++ {
		m := &f.moves[k-1]
		n := need{at: m.to, state: k - 1}
		switch {
		case m.kind == castling && m.partner:
			n = need{at: m.corner, mask: 1 << Make(Rook, m.side)}
		case m.victim:
			n.mask = ofSide(m.side.Other()) &^ anyKing
		}
		if n.mask != 0 && !f.stands(n) {
			return f.want(n) == wrong
		}
		for _, r := range m.revealed {
			if n := (need{at: r.At, state: k, mask: 1 << r.Piece}); !f.stands(n) {
				return f.want(n) == wrong
			}
		}
	}
	return false
}

// stands reports whether the history of an invisible piece meets a need.
func (f *finder) stands(n need) bool {
	return slices.ContainsFunc(f.all, func(h history) bool {
		return h.at[n.state] == n.at && n.mask>>h.is[n.state]&1 != 0
	})
}

// leastMore returns how many more pieces the kings without a place and the moves that no piece makes
// need at least.
func (f *finder) leastMore() (n int) {
	for c := range board.Color(2) {
		if f.lacks(c) {
			n++
		}
	}
	return n
}

// lacks reports whether the king of a side has no place or no piece makes one of its moves.
func (f *finder) lacks(c board.Color) bool { return !f.hasKing(c) || f.idle(c) > 0 }

// idle returns the first move of an invisible piece of a side that none makes, 0 if there is none.
func (f *finder) idle(c board.Color) int {
	for k := 1; k <= len(f.moves); k++ {
		if f.open(k, c) {
			return k
		}
	}
	return 0
}

// complete adds the pieces that are left over to a world that has nothing wrong otherwise: those
// that make moves, then kings, then any.
func (f *finder) complete() bool {
	idle := 0
	for k := 1; k <= len(f.moves); k++ {
		m := &f.moves[k-1]
		if !f.open(k, m.side) {
			continue
		}
		if m.kind == unseenTakes {
			return f.each(need{at: m.to, state: k, mask: ofSide(m.side), comes: k}, f.addAndRepair)
		}
		if idle == 0 {
			idle = k
		}
	}
	if idle > 0 {
		return f.anywhere(need{state: idle, comes: idle, mask: ofSide(f.moves[idle-1].side)})
	}
	for c := range board.Color(2) {
		if !f.hasKing(c) {
			return f.anywhere(need{mask: 1 << Make(King, c)})
		}
	}
	if len(f.all) == f.n {
		return true
	}
	return f.anywhere(need{mask: anyPiece})
}

// anywhere tries a need on all squares.
func (f *finder) anywhere(n need) bool {
	f.start += 27
	start := f.start
	for i := range 64 {
		n.at = Square((start + 11*i) % 64)
		if f.after[n.state].grid[n.at] == 0 && f.each(n, f.addAndRepair) {
			return true
		}
	}
	return false
}
