// This file hashes positions.

package narrow

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Key returns the hash of p from scratch.
func (g *Game) Key(p *Pos, mem *Memory) uint64 {
	key := g.rightsKey(p, mem)
	if mem != nil {
		key ^= g.originsChange(&Memory{}, mem)
	}
	for s := p.Own | p.Opp; s != 0; s = s.Rest() {
		key ^= g.pieceKey(p, s.First())
	}
	return key
}

// pieceKey is the term of the piece on a square of p, which is not empty.
func (g *Game) pieceKey(p *Pos, sq int) uint64 {
	if g.Neutrals && (p.Own & p.Opp).Has(sq) {
		return g.keys.Piece(p.Square(sq), rules.MakeNeutral(g.types[p.Parts(sq)]))
	}
	return g.pieces[p.of(sq)&1][p.Parts(sq)&(ManyParts-1)][Turned(sq, p.Turn)&(Cells-1)]
}

// KeyChange returns the exclusive or of the keys of p and of the position q that a move leads to.
// It looks only at the squares on which the two differ.
func (g *Game) KeyChange(p, q *Pos, before, after *Memory) uint64 {
	turned := p.Turn != q.Turn
	as := func(s Set) Set {
		if turned {
			return s.Flip()
		}
		return s
	}
	var key uint64
	if !turned || g.Series || g.Imaginary || g.Aftermath && (after != nil || !p.forgets() || !q.forgets()) {
		if key = g.rightsKey(p, before) ^ g.rightsKey(q, after); after != nil {
			key ^= g.originsChange(before, after)
		}
	} else {
		key = g.pass ^ g.rightsChange(p, q)
	}
	own, opp := as(q.Own), as(q.Opp)
	if turned {
		own, opp = opp, own
	}
	changed := (p.Own ^ own) | (p.Opp ^ opp) | (p.Pawn ^ as(q.Pawn)) | (p.Knight ^ as(q.Knight)) |
		(p.Diag ^ as(q.Diag)) | (p.Orth ^ as(q.Orth)) | (p.King ^ as(q.King)) | (p.Sissa ^ as(q.Sissa)) |
		(p.Step ^ as(q.Step)) | (p.Promoted ^ as(q.Promoted))
	for s := changed & (p.Own | p.Opp); s != 0; s = s.Rest() {
		key ^= g.pieceKey(p, s.First())
	}
	for s := as(changed) & (q.Own | q.Opp); s != 0; s = s.Rest() {
		key ^= g.pieceKey(q, s.First())
	}
	return key
}

// forgets reports whether p remembers nothing of the Circe family but what may lie in a memory.
func (p *Pos) forgets() bool { return p.Choice|p.Pending == 0 && p.last == [3]uint8{} }

// OrdinaryKeyChange is KeyChange for a move m that PlayOrdinary has played.
func (g *Game) OrdinaryKeyChange(p, q *Pos, m rules.Move) uint64 {
	from, to := m.From()&(Cells-1), m.To()&(Cells-1)
	ours, theirs := &g.pieces[p.Turn&1], &g.pieces[p.Turn&1^1]
	leaves := p.Parts(p.Seen(from)) & (ManyParts - 1)
	arrives := leaves
	if k := m.Promotion(); k != 0 {
		arrives = g.PartsOf[k&31] & (ManyParts - 1)
	}
	key := g.pass ^ ours[leaves][from] ^ ours[arrives][to]
	if at := p.Seen(to); p.Opp.Has(at) {
		key ^= theirs[p.Parts(at)&(ManyParts-1)][to]
	}
	if k := m.Gated(); k != 0 {
		key ^= ours[g.PartsOf[k&31]&(ManyParts-1)][from]
	}
	return key ^ g.rightsChange(p, q)
}

// OnlyMoves reports whether m, in a game without a memory, does no more than bring a piece of p to
// an empty square.
func (g *Game) OnlyMoves(p *Pos, m rules.Move) bool {
	from, to := m.From(), m.To()
	return p.Pending|p.Choice == 0 && int(to) < g.Size.Area() && m == rules.MakeMove(rules.Ordinary, from, to) &&
		!(p.Own | p.Opp).Has(p.Seen(to))
}

// IsQuiet reports whether m does no more than bring a piece of p to an empty square, a pawn to the
// next one.
func (g *Game) IsQuiet(p *Pos, m rules.Move) bool {
	from, to := p.Seen(m.From()), p.Seen(m.To())
	return m.Form() == rules.Ordinary && m.Promotion() == 0 && !(p.Own | p.Opp).Has(to) &&
		!(p.Pawn.Has(from) && g.Ahead(Bit(from), p.Turn) != Bit(to))
}

// KeyChangeAfter returns the exclusive or of the keys of p and of the position after the legal move
// m, or after m and a pass. It knows moves that only move a piece.
func (g *Game) KeyChangeAfter(p *Pos, m rules.Move, passed bool) (key uint64, known bool) {
	from := p.Seen(m.From())
	if !g.IsQuiet(p, m) || !g.PlainOrthodox && !(g.atRest(p) && !g.Conversion) || p.Castle.Has(from) {
		return 0, false
	}
	piece := &g.pieces[p.Turn&1][p.Parts(from)&(ManyParts-1)]
	key = g.passedKey(p) ^ piece[m.From()&(Cells-1)] ^ piece[m.To()&(Cells-1)]
	if !passed {
		key ^= g.pass
	}
	return key, true
}

// rightsChange is the part of a change that is not pieces on the board, where the turn has changed
// and nothing else is remembered.
func (g *Game) rightsChange(p, q *Pos) uint64 {
	key := g.passedKey(p) ^ g.passedKey(q)
	if p.Castle != q.Castle.Flip() {
		key ^= g.castlingKey(p) ^ g.castlingKey(q)
	}
	if p.gate != q.gate.Flip() || p.hand[0] != q.hand[1] || p.hand[1] != q.hand[0] {
		key ^= g.gatingChange(p, q)
	}
	if g.CountsChecks {
		key ^= g.checksKey(p) ^ g.checksKey(q)
	}
	return key
}

// gatingChange is the part of a change that is gates and pieces in hand, where none is on an
// imaginary square.
func (g *Game) gatingChange(p, q *Pos) uint64 {
	var key uint64
	for side := range 2 {
		c := board.Color(p.Turn) ^ board.Color(side)
		if before, after := g.gates(p, side), g.gates(q, side^1); before != after {
			key ^= g.keys.Gates(c, before) ^ g.keys.Gates(c, after)
		}
		if p.hand[side] != q.hand[side^1] {
			key ^= g.handKey(p, side) ^ g.handKey(q, side^1)
		}
	}
	return key
}

// handKey is the part of the key that is a side's pieces in hand, 0 for the side to move.
func (g *Game) handKey(p *Pos, side int) uint64 {
	c := p.color(side)
	var key uint64
	for i, k := range g.handTypes {
		if g.Drops {
			key ^= g.keys.Pocket(c, k, p.hand[side].count(i))
		} else {
			key ^= g.keys.Hand(c, i, p.hand[side].count(i))
		}
	}
	return key
}

// rightsKey is the part of the key that is neither pieces on the board nor their origins.
func (g *Game) rightsKey(p *Pos, mem *Memory) uint64 {
	key := g.keys.Turn(board.Color(p.Turn)) ^ g.castlingKey(p) ^ g.gatingKey(p) ^ g.passedKey(p)
	if g.Drops {
		key ^= g.handKey(p, 0) ^ g.handKey(p, 1)
	}
	if g.CountsChecks {
		key ^= g.checksKey(p)
	}
	if g.Series {
		key ^= g.keys.Series(int(p.left), int(p.length))
	}
	if g.Aftermath {
		key ^= g.afterKey(p, mem)
	}
	return key
}

// castlingKey is the part of the key that is kings and rooks that may castle.
func (g *Game) castlingKey(p *Pos) uint64 {
	var key uint64
	for rights := p.Castle; rights != 0; rights = rights.Rest() {
		sq := rights.First()
		c := board.Color(p.of(sq))
		if p.King.Has(sq) {
			key ^= g.keys.CastlingKing(c, p.Square(sq))
		} else {
			key ^= g.keys.CastlingRook(c, g.wing(p, c, sq), p.Square(sq))
		}
	}
	return key
}

// gatingKey is the part of the key that is gates and pieces in hand.
func (g *Game) gatingKey(p *Pos) uint64 {
	if !g.Gating {
		return 0
	}
	var key uint64
	for side := range 2 {
		c := board.Color(p.Turn) ^ board.Color(side)
		key ^= g.keys.Gates(c, g.gates(p, side))
		if !g.Imaginary {
			key ^= g.handKey(p, side)
			continue
		}
		for i := range 2 {
			if k := p.wait[2*side+i]; k != 0 {
				key ^= g.keys.Piece(g.Variant.Imaginary(2*int(c)+i), rules.MakePiece(g.handTypes[k-1], c))
			}
		}
	}
	return key
}

// checksKey is the part of the key that is checks still to be given.
func (g *Game) checksKey(p *Pos) uint64 {
	return g.keys.Checks(p.color(0), int(p.checks[0])) ^ g.keys.Checks(p.color(1), int(p.checks[1]))
}

// passedKey is the part of the key that is squares passed by a double step.
func (g *Game) passedKey(p *Pos) uint64 {
	var key uint64
	for pass := p.Pass; pass != 0; pass = pass.Rest() {
		key ^= g.keys.Passed(g.Variant.Size, p.Square(pass.First()))
	}
	return key
}

// afterKey is the part of the key that the Circe family remembers, but for origins.
func (g *Game) afterKey(p *Pos, mem *Memory) uint64 {
	var key uint64
	if p.Choice != 0 {
		key ^= g.keys.Choice(squareOf(p.Choice))
	}
	if p.Pending != 0 {
		key ^= g.keys.Pending(rules.MakePiece(g.types[p.Pending], board.Color(p.pendingOf)), squareOf(p.pendingAt))
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
		key ^= g.keys.Hidden(i, g.hiddenPiece(h))
	}
	return key
}

// originsChange is the part of a change that is origins.
func (g *Game) originsChange(before, after *Memory) uint64 {
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

// hiddenPiece returns a piece below a square as package rules has it.
func (g *Game) hiddenPiece(h hidden) rules.Hidden {
	return rules.Hidden{At: board.Square(h.at), Piece: rules.MakePiece(g.types[h.parts], board.Color(h.of))}
}

// gates returns the open gates of a side of p (0 for own) by file.
func (g *Game) gates(p *Pos, side int) uint16 {
	c := board.Color(p.Turn) ^ board.Color(side)
	home := Turned(int(g.Size.Home(c, 0, 0)), p.Turn)
	return g.files(p.gate, home/g.Size.Files)
}

// wing returns the side on which a rook castles, 0 for the queen's.
func (g *Game) wing(p *Pos, c board.Color, rook int) int {
	at := Turned(rook, p.Turn)
	if king := p.Castle & p.King & (p.Own.When(1^uint8(c)^p.Turn) | p.Opp.When(uint8(c)^p.Turn)); king != 0 {
		if rook > king.First() {
			return 1
		}
		return 0
	}
	if at == Turned(g.corner[c][1], uint8(c)) {
		return 1
	}
	return 0
}
