package bounds

import (
	"math/bits"
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// hold is what the pieces of the mated side hold of the squares beside their king before their last move. A move of one of them that takes nobody then
// leaves the goal within reach only if each square of some set that the mating side leaves open is held after it, or is one to which a capture may bring a piece. So what bound.hopeless says of
// most moves is told at once.
type hold struct {
	king    int
	ways    []uint16 // the sets, of squares beside the king as bits
	taken   uint16   // those that are held now
	carried uint16   // those to which captures may bring pieces from where they stand,
	most    int      // so many at most
}

// find finds out what is held of a king on one of the squares known to a cast, where the mating side has so many moves left; ok is false where that is not enough to know.
func (h *hold) find(b *Bound, c *cast, mating int) (ok bool) {
	if c.needed == 0 && b.lanes != nil {
		return false
	}
	h.king, h.ways, h.taken, h.carried, h.most = c.king.at, nil, 0, 0, mating
	seen := c.view(b, fare{mating, 0})
	ways := b.routesOf(board.Black, c.king.pieceType, c.king.at)
	for carried := range min(len(ways), mating+1) {
		for king := range seen.doubtful(c, ways[carried].near, 0) {
			if king != c.king.at {
				return false
			}
			h.ways = seen.at(b, c, king)
		}
	}
	for _, a := range c.mated {
		held, known := b.holds(h.king, a.pieceType, a.at)
		if !known {
			return false
		}
		h.taken |= held
		h.carried |= b.carriedTo(h, a.pieceType, a.at)
	}
	return true
}

// carriedTo returns the squares beside the king to which captures may bring a piece that makes no move itself, as bits.
func (b *Bound) carriedTo(h *hold, k rules.PieceType, at int) (squares uint16) {
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

// holds returns which square beside the king a piece of the mated side holds that makes no move, as a bit; known is false where it might come elsewhere without, as a rook does by castling.
func (b *Bound) holds(king int, k rules.PieceType, at int) (held uint16, known bool) {
	return b.bit(king, at), len(b.graphs[board.Black].free[b.state(k, at)]) == 0
}

// bit returns the bit of a square beside a king, 0 where it is none.
func (b *Bound) bit(king, at int) uint16 {
	if i := slices.Index(b.squares[king], board.Square(at)); i >= 0 {
		return 1 << i
	}
	return 0
}

// tells reports whether the goal is out of reach once a piece that is not the king, and takes nobody, has become another on another square; told is false where that is not known.
func (h *hold) tells(b *Bound, was, is actor) (lost, told bool) {
	arrives, known := b.holds(h.king, is.pieceType, is.at)
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
			brought, asked = brought|b.carriedTo(h, is.pieceType, is.at), true
		}
		if left&^brought == 0 {
			unknown = true
		}
	}
	return !unknown, !unknown
}
