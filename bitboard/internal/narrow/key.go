package narrow

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// key returns the hash of p from scratch.
func (g *game) key(p *pos, mem *memory) uint64 {
	key := g.rightsKey(p, mem)
	if mem != nil {
		key ^= g.originsChange(&memory{}, mem)
	}
	for _, parts := range g.army {
		terms := [2]*[cells]uint64{&g.men[p.turn&1][parts&(manyParts-1)], &g.men[p.turn&1^1][parts&(manyParts-1)]}
		for s := p.made(parts); s != 0; s = s.rest() {
			sq := s.first()
			key ^= terms[p.opp.at(sq)&1][turn(sq, p.turn)&(cells-1)]
		}
	}
	return key
}

// manKey is the term of the man on a square of p, which is not empty.
func (g *game) manKey(p *pos, sq int) uint64 {
	return g.men[p.of(sq)&1][p.parts(sq)&(manyParts-1)][turn(sq, p.turn)&(cells-1)]
}

// change returns the exclusive or of the keys of p and the position q that a move
// leads to: only the squares the two do not have in common are looked at.
func (g *game) change(p, q *pos, before, after *memory) uint64 {
	turned := p.turn != q.turn
	as := func(s set) set {
		if turned {
			return s.flip()
		}
		return s
	}
	var key uint64
	if !turned || g.series || g.imaginary || g.aftermath && (after != nil || !p.forgets() || !q.forgets()) {
		if key = g.rightsKey(p, before) ^ g.rightsKey(q, after); after != nil {
			key ^= g.originsChange(before, after)
		}
	} else {
		key = g.pass ^ g.rightsChange(p, q)
	}
	own, opp := as(q.own), as(q.opp)
	if turned {
		own, opp = opp, own
	}
	changed := (p.own ^ own) | (p.opp ^ opp) | (p.pawn ^ as(q.pawn)) | (p.knight ^ as(q.knight)) | (p.diag ^ as(q.diag)) |
		(p.orth ^ as(q.orth)) | (p.king ^ as(q.king)) | (p.sissa ^ as(q.sissa)) | (p.step ^ as(q.step))
	for s := changed & (p.own | p.opp); s != 0; s = s.rest() {
		key ^= g.manKey(p, s.first())
	}
	for s := as(changed) & (q.own | q.opp); s != 0; s = s.rest() {
		key ^= g.manKey(q, s.first())
	}
	return key
}

// forgets reports whether nothing of the Circe family is to be remembered of p but what may lie in a memory.
func (p *pos) forgets() bool { return p.choice|p.pending == 0 && p.last == [3]uint8{} }

// ordinaryChange is change for a move m that ordinary has played.
func (g *game) ordinaryChange(p, q *pos, m rules.Move) uint64 {
	from, to := m.From()&(cells-1), m.To()&(cells-1)
	ours, theirs := &g.men[p.turn&1], &g.men[p.turn&1^1]
	leaves := p.parts(p.seen(from)) & (manyParts - 1)
	arrives := leaves
	if k := m.Promotion(); k != 0 {
		arrives = g.kind[k&31] & (manyParts - 1)
	}
	key := g.pass ^ ours[leaves][from] ^ ours[arrives][to]
	if at := p.seen(to); p.opp.has(at) {
		key ^= theirs[p.parts(at)&(manyParts-1)][to]
	}
	if k := m.Enters(); k != 0 {
		key ^= ours[g.kind[k&31]&(manyParts-1)][from]
	}
	return key ^ g.rightsChange(p, q)
}

// quiet reports whether m does no more than to bring a man of p to an empty square, a pawn to the next.
func (g *game) quiet(p *pos, m rules.Move) bool {
	from, to := p.seen(m.From()), p.seen(m.To())
	return m.Form() == rules.Ordinary && m.Promotion() == 0 && !(p.own | p.opp).has(to) && !(p.pawn.has(from) && g.ahead(bit(from), p.turn) != bit(to))
}

// keyAfter is change for a legal move m of p that only moves a man, where that is seen without playing it.
func (g *game) keyAfter(p *pos, m rules.Move) (key uint64, known bool) {
	from := p.seen(m.From())
	if !g.quiet(p, m) || !g.brief && !g.atRest(p) || g.gating || g.conversion || p.castle.has(from) {
		return 0, false
	}
	man := &g.men[p.turn&1][p.parts(from)&(manyParts-1)]
	return g.pass ^ man[m.From()&(cells-1)] ^ man[m.To()&(cells-1)] ^ g.passedKey(p), true
}

// rightsChange is the part of change that is not men on the board, where the turn has changed and positions have no more to remember.
func (g *game) rightsChange(p, q *pos) uint64 {
	key := g.passedKey(p) ^ g.passedKey(q)
	if p.castle != q.castle.flip() {
		key ^= g.castlingKey(p) ^ g.castlingKey(q)
	}
	if p.gate != q.gate.flip() || p.hand[0] != q.hand[1] || p.hand[1] != q.hand[0] {
		key ^= g.entryChange(p, q)
	}
	return key
}

// entryChange is the part of change that is men who wait to enter, where none is on an imaginary square, and gates.
func (g *game) entryChange(p, q *pos) uint64 {
	var key uint64
	for side := range 2 {
		c := board.Color(p.turn) ^ board.Color(side)
		if before, after := g.gates(p, side), g.gates(q, side^1); before != after {
			key ^= g.keys.Gates(c, before) ^ g.keys.Gates(c, after)
		}
		if p.hand[side] != q.hand[side^1] {
			key ^= g.handKey(p, side) ^ g.handKey(q, side^1)
		}
	}
	return key
}

// handKey is the part of the key that is a side's men in hand, 0 for those of the side to move.
func (g *game) handKey(p *pos, side int) uint64 {
	c, n := board.Color(p.turn)^board.Color(side), int(p.hand[side])
	return g.keys.Hand(c, 0, n%secondKind) ^ g.keys.Hand(c, 1, n/secondKind)
}

// rightsKey is the part of the key that is neither men on the board nor their origins.
func (g *game) rightsKey(p *pos, mem *memory) uint64 {
	key := g.keys.Turn(board.Color(p.turn)) ^ g.castlingKey(p) ^ g.entryKey(p) ^ g.passedKey(p)
	if g.series {
		key ^= g.keys.Series(int(p.left), int(p.length))
	}
	if g.aftermath {
		key ^= g.afterKey(p, mem)
	}
	return key
}

// castlingKey is the part of the key that is kings and rooks that may castle.
func (g *game) castlingKey(p *pos) uint64 {
	var key uint64
	for rights := p.castle; rights != 0; rights = rights.rest() {
		sq := rights.first()
		c := board.Color(p.of(sq))
		if p.king.has(sq) {
			key ^= g.keys.CastlingKing(c, p.square(sq))
		} else {
			key ^= g.keys.CastlingRook(c, g.wing(p, c, sq), p.square(sq))
		}
	}
	return key
}

// entryKey is the part of the key that is men who wait to enter, and gates.
func (g *game) entryKey(p *pos) uint64 {
	if !g.gating {
		return 0
	}
	var key uint64
	for side := range 2 {
		c := board.Color(p.turn) ^ board.Color(side)
		key ^= g.keys.Gates(c, g.gates(p, side))
		if !g.imaginary {
			key ^= g.handKey(p, side)
			continue
		}
		for i := range 2 {
			if k := p.wait[2*side+i]; k != 0 {
				key ^= g.keys.Man(g.v.Imaginary(2*int(c)+i), rules.MakeMan(g.handKinds[k-1], c))
			}
		}
	}
	return key
}

// passedKey is the part of the key that is squares passed by a double step.
func (g *game) passedKey(p *pos) uint64 {
	var key uint64
	for pass := p.pass; pass != 0; pass = pass.rest() {
		key ^= g.keys.Passed(g.v.Size, p.square(pass.first()))
	}
	return key
}

// afterKey is the part of the key that the Circe family remembers, origins excepted.
func (g *game) afterKey(p *pos, mem *memory) uint64 {
	var key uint64
	if p.choice != 0 {
		key ^= g.keys.Choice(squareOf(p.choice))
	}
	if p.pending != 0 {
		key ^= g.keys.Pending(rules.MakeMan(g.kinds[p.pending], board.Color(p.pendingOf)), squareOf(p.pendingAt))
	}
	for i, sq := range p.last {
		if sq != 0 {
			key ^= g.keys.Last(i, squareOf(sq))
		}
	}
	if mem == nil {
		return key
	}
	for i, h := range mem.below[:mem.n] {
		key ^= g.keys.Hidden(i, g.hiddenMan(h))
	}
	return key
}

// originsChange is the part of change that is where men come from.
func (g *game) originsChange(before, after *memory) uint64 {
	var key uint64
	for sq, from := range &after.origin {
		was := before.origin[sq]
		if was == from {
			continue
		}
		if was != 0 {
			key ^= g.keys.Origin(board.Square(sq), squareOf(was))
		}
		if from != 0 {
			key ^= g.keys.Origin(board.Square(sq), squareOf(from))
		}
	}
	return key
}

func (g *game) hiddenMan(h hidden) rules.Hidden {
	return rules.Hidden{At: board.Square(h.at), Man: rules.MakeMan(g.kinds[h.parts], board.Color(h.of))}
}

// gates returns the open gates of a side of p (0 for own) by file.
func (g *game) gates(p *pos, side int) uint16 {
	c := board.Color(p.turn) ^ board.Color(side)
	home := turn(int(g.size.Home(c, 0, 0)), p.turn)
	return g.files(p.gate, home/g.size.Files)
}

// wing returns the side on which a rook castles, 0 for the queen's.
func (g *game) wing(p *pos, c board.Color, rook int) int {
	at := turn(rook, p.turn)
	if king := p.castle & p.king & (p.own.when(1^uint8(c)^p.turn) | p.opp.when(uint8(c)^p.turn)); king != 0 {
		if rook > king.first() {
			return 1
		}
		return 0
	}
	if at == turn(g.corner[c][1], uint8(c)) {
		return 1
	}
	return 0
}

func gameOf(v *rules.Variant) (*game, error) { return rules.Compiled(v, newGame) }
