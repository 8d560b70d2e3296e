package problem

import (
	"math/bits"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// hold is what the men of the mated side hold of the squares beside their king before their last move. A move of one of them that takes nobody then
// leaves the goal within reach only if each square of some set that the mating side leaves open is held after it, or is one to which a capture may bring a man. So what bound.hopeless says of
// most moves is told at once.
type hold struct {
	king    int
	ways    []uint16 // the sets, of squares beside the king as bits
	taken   uint16   // those that are held now
	carried uint16   // those to which captures may bring men from where they stand,
	most    int      // so many at most
}

// holdAt finds out what is held in turn i, in which the men are those of the position; ok is false where that says nothing. It does in one turn of a line at most.
func (l *liner) holdAt(i int) (ok bool) {
	left := l.left(i + 1)
	if l.turns[i].parry || l.turns[i].side == l.mating || left[l.mating.Other()] != 0 {
		return false
	}
	l.men.kings = l.kings[i]
	return l.hold.find(l.bound, &l.men, left[l.mating])
}

// find finds out what is held of a king on one of the squares known to a cast, where the mating side has so many moves left; ok is false where that is not enough to know.
func (h *hold) find(b *bound, c *cast, mating int) (ok bool) {
	if c.needed == 0 && b.lanes != nil {
		return false
	}
	h.king, h.ways, h.taken, h.carried, h.most = c.king.at, nil, 0, 0, mating
	seen := c.view(b, fare{mating, 0})
	ways := b.routesOf(board.Black, c.king.kind, c.king.at)
	for carried := range min(len(ways), mating+1) {
		for king := range seen.doubtful(c, ways[carried].near, 0) {
			if king != c.king.at {
				return false
			}
			h.ways = seen.at(b, c, king)
		}
	}
	for _, a := range c.mated {
		held, known := b.holds(h.king, a.kind, a.at)
		if !known {
			return false
		}
		h.taken |= held
		h.carried |= b.carriedTo(h, a.kind, a.at)
	}
	return true
}

// carriedTo returns the squares beside the king to which captures may bring a man that makes no move itself, as bits.
func (b *bound) carriedTo(h *hold, k rules.Kind, at int) (squares uint16) {
	if b.graphs[board.Black].carried == nil {
		return 0
	}
	ways := b.routesOf(board.Black, k, at)
	for carried := 1; carried < min(len(ways), h.most+1); carried++ {
		near := &ways[carried].near[0]
		for i, sq := range b.squares[h.king] {
			if near.has(int(sq)) {
				squares |= 1 << i
			}
		}
	}
	return squares &^ b.bit(h.king, at)
}

// holds returns which square beside the king a man of the mated side holds that makes no move, as a bit; known is false where it might come elsewhere without, as a rook does by castling.
func (b *bound) holds(king int, k rules.Kind, at int) (held uint16, known bool) {
	return b.bit(king, at), len(b.graphs[board.Black].free[b.state(k, at)]) == 0
}

// bit returns the bit of a square beside a king, 0 where it is none.
func (b *bound) bit(king, at int) uint16 {
	if i := slices.Index(b.squares[king], board.Square(at)); i >= 0 {
		return 1 << i
	}
	return 0
}

// tells reports whether the goal is out of reach once a man that is not the king, and takes nobody, has become another on another square; told is false where that is not known.
func (h *hold) tells(b *bound, was, is actor) (lost, told bool) {
	arrives, known := b.holds(h.king, is.kind, is.at)
	if !known {
		return false, false
	}
	held := h.taken&^b.bit(h.king, was.at) | arrives
	brought, asked, unknown := h.carried, false, false
	for _, open := range h.ways {
		left := open &^ held
		switch {
		case left == 0:
			return false, true
		case bits.OnesCount16(left) > h.most:
			continue
		case left&^brought != 0 && !asked:
			brought, asked = brought|b.carriedTo(h, is.kind, is.at), true
		}
		if left&^brought == 0 {
			unknown = true
		}
	}
	return !unknown, !unknown
}
