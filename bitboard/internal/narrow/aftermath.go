package narrow

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// deed is a move on the board as its aftermath sees it; squares are as the mover
// sees them.
type deed struct {
	m                   rules.Move
	from, to, at        int // at is where the captured man stood
	man, arrived, taken uint8
	origin, takenOrigin uint8
	last                [3]uint8
	captures            bool
}

// origin returns the origin of the man on sq, where that is remembered.
func (g *game) origin(n *pos, mem *memory, sq int) uint8 {
	if mem == nil {
		return 0
	}
	return mem.origin[turn(sq, n.turn)&(cells-1)]
}

func (g *game) remember(n *pos, mem *memory, sq int, origin uint8) {
	if mem != nil && g.v.Aftermath.Where == rules.AtOrigin {
		mem.origin[turn(sq, n.turn)&(cells-1)] = origin
	}
}

func (g *game) forget(n *pos, mem *memory, sq int) {
	if mem != nil {
		mem.origin[turn(sq, n.turn)&(cells-1)] = 0
	}
}

// after does what a move of the Circe family does after the mover has arrived and
// promoted: the capturer's end or rebirth, the captured man's rebirth (or that of
// the one captured a half-move ago), eruptions.
func (g *game) after(n *pos, mem *memory, d deed) verdict {
	a := &g.v.Aftermath
	if d.captures {
		if v := g.capturerEnd(n, mem, &d); v != fine {
			return v
		}
	}
	if v := g.rebirthOfPending(n, mem, d.m); v != fine {
		return v
	}
	reborn := -1
	if d.captures && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn) {
		switch {
		case d.taken == partKing && !a.Kings:
		case a.Where == rules.AtNextVector:
			n.pending, n.pendingOf, n.pendingAt = g.plain(d.taken), n.turn^1, uint8(n.square(d.at))+1
		default:
			var v verdict
			if reborn, v = g.rebirth(n, mem, &d); v != fine {
				return v
			}
		}
	}
	g.erupt(n, mem)
	if !a.Cohen || !d.captures {
		return fine
	}
	named := func(sq int) uint8 {
		if sq < 0 {
			return 0
		}
		return uint8(n.square(sq)) + 1
	}
	if d.last[0] != 0 && d.last[1] == named(d.to) && named(reborn) == d.last[0] && named(d.from) == d.last[2] &&
		n.parts(d.to) == d.man && n.own.has(d.to) {
		return forbidden // it only takes back
	}
	n.last = [3]uint8{named(d.from), named(d.to), named(reborn)}
	return fine
}

// capturerEnd is what becomes of the man that has captured.
func (g *game) capturerEnd(n *pos, mem *memory, d *deed) verdict {
	a := &g.v.Aftermath
	side := n.turn
	if a.OpponentHome {
		side ^= 1
	}
	gone := func() {
		n.clear(bit(d.to))
		n.leave(bit(d.to))
		g.forget(n, mem, d.to)
	}
	switch {
	case a.Reborn == rules.CapturerReborn:
		home := g.home(n, d.arrived, side, d.at)
		if home == d.to {
			if a.Cheylan {
				return forbidden
			}
		} else if (n.own | n.opp).has(home) {
			return forbidden
		}
		return g.capturerHome(n, mem, d, home)
	case a.Reborn == rules.BothReborn && d.arrived != partKing:
		n.clear(bit(d.to))
		if home := g.home(n, d.arrived, side, d.at); !(n.own | n.opp).has(home) {
			return g.capturerHome(n, mem, d, home)
		}
		gone()
	case a.Capturer == rules.Vanishes && d.arrived != partKing:
		gone()
	}
	return fine
}

// capturerHome puts the capturer on its rebirth square.
func (g *game) capturerHome(n *pos, mem *memory, d *deed, home int) verdict {
	n.clear(bit(d.to))
	if home != d.to {
		n.leave(bit(d.to))
		g.forget(n, mem, d.to)
	}
	as := d.arrived
	if as == partPawn && g.high[n.turn&1].has(home) {
		k := d.m.OwnReborn()
		if k == 0 {
			return needsOwn
		}
		as = g.kind[k]
	}
	n.put(home, as, n.turn)
	g.remember(n, mem, home, d.origin)
	g.restored(n, home)
	return fine
}

// rebirth is the rebirth of the man just captured. It returns the square it was
// reborn on, or -1.
func (g *game) rebirth(n *pos, mem *memory, d *deed) (int, verdict) {
	man, sq := g.rebirthOf(n, d)
	return g.revive(n, mem, d.m, man, n.turn^1, sq, d.takenOrigin)
}

// rebirthOf returns as what the captured man is reborn and where, -1 being off the
// board. It asks n for nothing but whose turn it is.
func (g *game) rebirthOf(n *pos, d *deed) (man uint8, sq int) {
	a := &g.v.Aftermath
	man = g.plain(d.taken)
	if man != partKing {
		switch {
		case a.As == rules.AsCapturer && d.man != partKing:
			man = g.plain(d.man)
		case a.As == rules.AsChameleon && man != partPawn:
			man = g.kind[g.born.Chameleon(g.kinds[man&(manyParts-1)])]
		}
	}
	switch a.Where {
	case rules.AtDeparture:
		return man, d.from
	case rules.AtReflection:
		return man, int(g.reflect[d.at&(cells-1)])
	case rules.AtOrigin:
		if d.takenOrigin == 0 {
			return man, -1
		}
		return man, n.seen(board.Square(d.takenOrigin - 1))
	case rules.AtEquipollent:
		return man, g.moved(d.at, d.from, d.to)
	}
	ref, of := man, n.turn^1
	if a.OtherMan {
		ref, of = d.arrived, n.turn
	}
	if a.OpponentHome {
		of ^= 1
	}
	return man, g.home(n, ref, of, d.at)
}

// moved returns sq displaced by the vector from → to, or -1 off the board.
func (g *game) moved(sq, from, to int) int {
	s, f, t := board.Square(sq), board.Square(from), board.Square(to)
	at := g.size.At(g.size.File(s)+g.size.File(t)-g.size.File(f), g.size.Rank(s)+g.size.Rank(t)-g.size.Rank(f))
	if at == board.NoSquare {
		return -1
	}
	return int(at)
}

// revive puts a reborn man on sq, or does what the game does when sq is occupied
// or, as -1, off the board.
func (g *game) revive(n *pos, mem *memory, m rules.Move, man, side uint8, sq int, origin uint8) (int, verdict) {
	a := &g.v.Aftermath
	if sq < 0 {
		if a.Occupied == rules.Illegal {
			return -1, forbidden
		}
		return -1, fine
	}
	if (n.own | n.opp).has(sq) {
		switch a.Occupied {
		case rules.Gone:
			return -1, fine
		case rules.Illegal:
			return -1, forbidden
		case rules.Below:
			mem.bury(hidden{uint8(n.square(sq)), man, side})
			return sq, fine
		case rules.Removed:
			n.clear(bit(sq))
			n.leave(bit(sq))
			n.leaveChoice(sq)
			g.forget(n, mem, sq)
		}
	}
	last := g.high[n.turn&1]
	if side != n.turn {
		last = g.low[n.turn&1]
	}
	if man == partPawn && last.has(sq) {
		if a.OwnerPromotes && side != n.turn {
			n.choice = uint8(n.square(sq)) + 1
		} else {
			k := m.Reborn()
			if k == 0 {
				return -1, needsReborn
			}
			man = g.kind[k]
		}
	}
	n.put(sq, man, side)
	g.remember(n, mem, sq, origin)
	g.restored(n, sq)
	return sq, fine
}

// rebirthOfPending is the rebirth of the man captured a half-move ago, by the
// vector of the move just made (Parrain); castling adds both its vectors.
func (g *game) rebirthOfPending(n *pos, mem *memory, m rules.Move) verdict {
	if n.pending == 0 {
		return fine
	}
	man, side, at := n.pending, n.pendingOf, n.seen(board.Square(n.pendingAt-1))
	n.pending, n.pendingOf, n.pendingAt = 0, 0, 0
	from, to := n.seen(m.From()), n.seen(m.To())
	var sq int
	if m.Form() == rules.Castle {
		kingTo, rookTo := g.castlingSquares(n, from, to)
		sq = g.shifted(at, kingTo-from+rookTo-to)
	} else {
		sq = g.moved(at, from, to)
	}
	_, v := g.revive(n, mem, m, man, side, sq, 0)
	return v
}

// shifted returns the square so many files from sq, or -1 off the board.
func (g *game) shifted(sq, files int) int {
	s := board.Square(sq)
	at := g.size.At(g.size.File(s)+files, g.size.Rank(s))
	if at == board.NoSquare {
		return -1
	}
	return int(at)
}

// restored gives back the castling right of a king or rook that a rebirth or an
// eruption has put on its own square of the array.
func (g *game) restored(n *pos, sq int) {
	if !g.castles {
		return
	}
	side := n.of(sq)
	// The array's squares are known as their own side sees them.
	mine := func(home int) bool {
		if home < 0 {
			return false
		}
		return turn(home, side) == turn(sq, n.turn)
	}
	switch n.parts(sq) {
	case partKing:
		if mine(g.kingHome[side&1]) {
			n.castle |= bit(sq)
		}
	case partOrth:
		for i, corner := range g.corner[side&1] {
			if mine(corner) && g.wing(n, board.Color(side), sq) == i { // the king may be on another square where the game did not start from the array
				g.restoreRook(n, sq, board.Color(side), i)
			}
		}
	}
}

// restoreRook gives the rook on sq the right to castle on a wing, which another may have
// had where the game did not start from the array.
func (g *game) restoreRook(n *pos, sq int, c board.Color, wing int) {
	men := n.own
	if n.opp.has(sq) {
		men = n.opp
	}
	for rooks := n.castle & men &^ n.king; rooks != 0; rooks = rooks.rest() {
		if g.wing(n, c, rooks.first()) == wing {
			n.castle &^= rooks.lowest()
		}
	}
	n.castle |= bit(sq)
}

// bury puts a man below an occupied square; it is the last of those there to come up.
func (mem *memory) bury(h hidden) {
	i := mem.n
	for ; i > 0 && mem.below[i-1].at > h.at; i-- {
		mem.below[i] = mem.below[i-1]
	}
	mem.below[i] = h
	mem.n++
}

// covers returns the squares of p with a man below.
func (mem *memory) covers(p *pos) set {
	var s set
	for _, h := range mem.below[:mem.n] {
		s |= bit(p.seen(board.Square(h.at)))
	}
	return s
}

// erupt brings up the first man below every square that is empty now.
func (g *game) erupt(n *pos, mem *memory) {
	if mem == nil {
		return
	}
	for i := 0; i < mem.n; {
		h := mem.below[i]
		sq := n.seen(board.Square(h.at))
		if (n.own | n.opp).has(sq) {
			i++
			continue
		}
		copy(mem.below[i:mem.n-1], mem.below[i+1:mem.n])
		mem.n--
		mem.below[mem.n] = hidden{}
		n.put(sq, h.parts, h.of)
		g.remember(n, mem, sq, uint8(n.square(sq))+1) // it waited below the square that it is at home on
		g.restored(n, sq)
	}
}
