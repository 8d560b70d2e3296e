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
type lastBlockers struct {
	king       int
	openSets   []uint16 // the sets, of squares beside the king as bits
	blocked    uint16   // those that are held now
	capturable uint16   // those to which captures may bring pieces from where they stand,
	moves      int      // so many at most
}

// find finds out what is held of a king on one of the squares known to a cast, where the mating side has so many moves left; ok is false where that is not enough to know.
func (h *lastBlockers) find(b *MateBound, c *mateQuery, mating int) (ok bool) {
	if c.mustDo == 0 && b.lines != nil {
		return false
	}
	h.king, h.openSets, h.blocked, h.capturable, h.moves = c.king.at, nil, 0, 0, mating
	seen := c.guardEntry(b, moveCost{mating, 0})
	ways := b.distancesFrom(board.Black, c.king.pieceType, c.king.at)
	for carried := range min(len(ways), mating+1) {
		for king := range seen.kingSquares(c, ways[carried].within, 0) {
			if king != c.king.at {
				return false
			}
			h.openSets = seen.openSets(b, c, king)
		}
	}
	for _, a := range c.mated {
		held, known := b.blocks(h.king, a.pieceType, a.at)
		if !known {
			return false
		}
		h.blocked |= held
		h.capturable |= b.capturedTo(h, a.pieceType, a.at)
	}
	return true
}

// carriedTo returns the squares beside the king to which captures may bring a piece that makes no move itself, as bits.
func (b *MateBound) capturedTo(h *lastBlockers, k rules.PieceType, at int) (squares uint16) {
	if b.moves[board.Black].captured == nil {
		return 0
	}
	ways := b.distancesFrom(board.Black, k, at)
	for carried := 1; carried < min(len(ways), h.moves+1); carried++ {
		near := &ways[carried].within[0]
		for i, sq := range b.taskSquare[h.king] {
			if near.has(int(sq)) {
				squares |= 1 << i
			}
		}
	}
	return squares &^ b.taskBit(h.king, at)
}

// holds returns which square beside the king a piece of the mated side holds that makes no move, as a bit; known is false where it might come elsewhere without, as a rook does by castling.
func (b *MateBound) blocks(king int, k rules.PieceType, at int) (held uint16, known bool) {
	return b.taskBit(king, at), len(b.moves[board.Black].castled[b.state(k, at)]) == 0
}

// bit returns the bit of a square beside a king, 0 where it is none.
func (b *MateBound) taskBit(king, at int) uint16 {
	if i := slices.Index(b.taskSquare[king], board.Square(at)); i >= 0 {
		return 1 << i
	}
	return 0
}

// tells reports whether the goal is out of reach once a piece that is not the king, and takes nobody, has become another on another square; told is false where that is not known.
func (h *lastBlockers) judge(b *MateBound, was, is placedPiece) (lost, told bool) {
	arrives, known := b.blocks(h.king, is.pieceType, is.at)
	if !known {
		return false, false
	}
	held := h.blocked&^b.taskBit(h.king, was.at) | arrives
	brought, asked, unknown := h.capturable, false, false
	for _, open := range h.openSets {
		left := open &^ held
		switch {
		case left == 0:
			return false, true
		case bits.OnesCount16(left) > h.moves:
			continue
		case left&^brought != 0 && !asked:
			brought, asked = brought|b.capturedTo(h, is.pieceType, is.at), true
		}
		if left&^brought == 0 {
			unknown = true
		}
	}
	return !unknown, !unknown
}
