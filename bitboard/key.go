package bitboard

import (
	"runtime"
	"sync"
	"weak"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// key returns the hash of p from scratch.
func (g *game) key(p *pos) uint64 {
	key := g.rightsKey(p)
	for s := p.own | p.opp; s != 0; s &= s - 1 {
		key ^= g.manKey(p, s.first())
	}
	return key
}

// manKey is the term of the man on a square of p, which is not empty.
func (g *game) manKey(p *pos, sq int) uint64 {
	b := bit(sq)
	c := p.turn
	if p.opp&b != 0 {
		c ^= 1
	}
	return g.men[c&1][p.real(sq)&63][p.parts(b)&127]
}

// change returns the exclusive or of the keys of p and the position q that a move
// leads to: only the squares the two do not have in common are looked at.
func (g *game) change(p, q *pos) uint64 {
	key := g.rightsKey(p) ^ g.rightsKey(q)
	turn := func(s set) set {
		if p.turn != q.turn {
			return s.flip()
		}
		return s
	}
	own, opp := q.own, q.opp
	if p.turn != q.turn {
		own, opp = opp.flip(), own.flip()
	}
	changed := (p.own ^ own) | (p.opp ^ opp) | (p.pawn ^ turn(q.pawn)) | (p.knight ^ turn(q.knight)) | (p.diag ^ turn(q.diag)) |
		(p.orth ^ turn(q.orth)) | (p.king ^ turn(q.king)) | (p.sissa ^ turn(q.sissa)) | (p.step ^ turn(q.step))
	for s := changed & (p.own | p.opp); s != 0; s &= s - 1 {
		key ^= g.manKey(p, s.first())
	}
	for s := turn(changed) & (q.own | q.opp); s != 0; s &= s - 1 {
		key ^= g.manKey(q, s.first())
	}
	return key
}

// rightsKey is the part of the key that is not men on the board.
func (g *game) rightsKey(p *pos) uint64 {
	key := g.keys.Turn(board.Color(p.turn))
	for side, men := range [2]set{p.own, p.opp} {
		c := board.Color(p.turn) ^ board.Color(side)
		if g.castles {
			king := p.home & men
			if king != 0 {
				key ^= g.keys.CastlingKing(c, p.real(king.first()))
			}
			for rooks := p.rook & men; rooks != 0; rooks &= rooks - 1 {
				i := 0
				if king == 0 || rooks.first() > king.first() {
					i = 1
				}
				key ^= g.keys.CastlingRook(c, i, p.real(rooks.first()))
			}
		}
		if !g.gating {
			continue
		}
		key ^= g.keys.Gates(c, uint16(p.gate>>(56*side)&rank1))
		if !g.imaginary {
			key ^= g.keys.Hand(c, 0, int(p.hand[side]%secondKind)) ^ g.keys.Hand(c, 1, int(p.hand[side]/secondKind))
			continue
		}
		for i := range 2 {
			if k := p.wait[2*side+i]; k != 0 {
				key ^= g.keys.Man(g.v.Imaginary(2*int(c)+i), rules.MakeMan(g.handKinds[k-1], c))
			}
		}
	}
	for pass := p.pass; pass != 0; pass &= pass - 1 {
		key ^= g.keys.Passed(g.v.Size, p.real(pass.first()))
	}
	return key
}

// games remembers the games in use; it forgets those whose variant nobody holds.
var games sync.Map // weak.Pointer[rules.Variant] → weak.Pointer[game]

func gameOf(v *rules.Variant) (*game, error) {
	key := weak.Make(v)
	known, ok := games.Load(key)
	if ok {
		if g := known.(weak.Pointer[game]).Value(); g != nil {
			return g, nil
		}
	}
	g, err := newGame(v)
	if err != nil {
		return nil, err
	}
	games.Store(key, weak.Make(g))
	if !ok {
		runtime.AddCleanup(v, func(key weak.Pointer[rules.Variant]) { games.Delete(key) }, key)
	}
	return g, nil
}
