// This file carries out what a capture brings about in the Circe family.

package narrow

import (
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// playedMove is a move on the board, for its aftermath. Squares are as the mover sees them.
type playedMove struct {
	move                     rules.Move
	from, to, capturedAt     int // at is where the captured piece stood
	piece, arrived, captured uint8
	origin, capturedOrigin   uint8
	last                     [3]uint8
	captures                 bool
	neutral                  bool // the captured piece is
}

// origin returns the origin of the piece on sq, where that is remembered.
func (g *Game) origin(n *Pos, mem *Memory, sq int) uint8 {
	if mem == nil {
		return 0
	}
	return mem.origin[Turned(sq, n.Turn)&(Cells-1)]
}

// remember keeps the origin of the piece on sq.
func (g *Game) remember(n *Pos, mem *Memory, sq int, origin uint8) {
	if mem != nil && g.Variant.Aftermath.Where == rules.AtOrigin {
		mem.origin[Turned(sq, n.Turn)&(Cells-1)] = origin
	}
}

// forget drops the origin of the piece that has left sq.
func (g *Game) forget(n *Pos, mem *Memory, sq int) {
	if mem != nil {
		mem.origin[Turned(sq, n.Turn)&(Cells-1)] = 0
	}
}

// after carries out the aftermath of a move once the mover has arrived and promoted. The capturer
// is removed or reborn, then the captured piece (or the one captured by the last half-move) is
// reborn, then pieces below empty squares come up.
func (g *Game) after(n *Pos, mem *Memory, d playedMove) verdict {
	a := &g.Variant.Aftermath
	if d.captures {
		if v := g.capturerEnd(n, mem, &d); v != fine {
			return v
		}
	}
	if v := g.rebirthOfPending(n, mem, d.move); v != fine {
		return v
	}
	reborn := -1
	if d.captures && (a.Reborn == rules.CapturedReborn || a.Reborn == rules.BothReborn) {
		switch {
		case d.captured == PartKing && !a.Kings:
		case a.Where == rules.AtNextVector:
			n.Pending, n.pendingOf, n.pendingAt = g.plain(d.captured), n.Turn^1, uint8(n.Square(d.capturedAt))+1
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
		return uint8(n.Square(sq)) + 1
	}
	if d.last[0] != 0 && d.last[1] == named(d.to) && named(reborn) == d.last[0] && named(d.from) == d.last[2] &&
		n.Parts(d.to) == d.piece && n.Own.Has(d.to) {
		return forbidden // it takes back the move just made
	}
	n.last = [3]uint8{named(d.from), named(d.to), named(reborn)}
	return fine
}

// capturerEnd removes or moves the piece that has captured, as the game says.
func (g *Game) capturerEnd(n *Pos, mem *Memory, d *playedMove) verdict {
	a := &g.Variant.Aftermath
	side := n.Turn
	if a.OpponentHome {
		side ^= 1
	}
	gone := func() {
		n.Clear(Bit(d.to))
		n.dropRights(Bit(d.to))
		g.forget(n, mem, d.to)
	}
	switch {
	case a.Reborn == rules.CapturerReborn:
		home := g.Home(n, d.arrived, side, d.capturedAt)
		if home == d.to {
			if a.Cheylan {
				return forbidden
			}
		} else if (n.Own | n.Opp).Has(home) {
			return forbidden
		}
		return g.capturerHome(n, mem, d, home)
	case a.Reborn == rules.BothReborn && d.arrived != PartKing:
		n.Clear(Bit(d.to))
		if home := g.Home(n, d.arrived, side, d.capturedAt); !(n.Own | n.Opp).Has(home) {
			return g.capturerHome(n, mem, d, home)
		}
		gone()
	case a.Capturer == rules.CapturerVanishes && d.arrived != PartKing:
		gone()
	}
	return fine
}

// capturerHome puts the capturer on its rebirth square.
func (g *Game) capturerHome(n *Pos, mem *Memory, d *playedMove, home int) verdict {
	n.Clear(Bit(d.to))
	if home != d.to {
		n.dropRights(Bit(d.to))
		g.forget(n, mem, d.to)
	}
	as := d.arrived
	if as == PartPawn && g.High[n.Turn&1].Has(home) {
		k := d.move.OwnReborn()
		if k == 0 {
			return needsOwn
		}
		as = g.PartsOf[k]
	}
	n.Put(home, as, n.Turn)
	g.remember(n, mem, home, d.origin)
	g.restored(n, home)
	return fine
}

// rebirth has the piece just captured reborn. It returns the square of the rebirth, or -1.
func (g *Game) rebirth(n *Pos, mem *Memory, d *playedMove) (int, verdict) {
	piece, home := g.rebirthOf(n, d)
	sq, v := g.revive(n, mem, d.move, piece, n.Turn^1, home, d.capturedOrigin)
	if v == fine && sq >= 0 {
		n.makeNeutral(sq, d.neutral)
	}
	return sq, v
}

// RebirthOfCapture returns the piece that is reborn, and where, when the piece on from, then made
// of parts, captures the piece on to. The square is -1 if nothing is reborn on the board. mem holds
// the origins, in games that remember them.
func (g *Game) RebirthOfCapture(p *Pos, mem *Memory, from, to int, parts uint8) (reborn uint8, sq int) {
	d := playedMove{from: from, to: to, capturedAt: to}
	d.piece, d.arrived = p.Parts(from), g.plain(parts)
	d.captured, d.capturedOrigin = p.Parts(to), g.origin(p, mem, to)
	return g.rebirthOf(p, &d)
}

// rebirthOf returns what the captured piece is reborn as, and where; -1 is off the board. It reads
// nothing of n but whose turn it is.
func (g *Game) rebirthOf(n *Pos, d *playedMove) (piece uint8, sq int) {
	a := &g.Variant.Aftermath
	piece = g.plain(d.captured)
	if piece != PartKing {
		switch {
		case a.As == rules.AsCapturer && d.piece != PartKing:
			piece = g.plain(d.piece)
		case a.As == rules.AsChameleon && piece != PartPawn:
			piece = g.PartsOf[g.homes.Chameleon(g.types[piece&(ManyParts-1)])]
		}
	}
	switch a.Where {
	case rules.AtDeparture:
		return piece, d.from
	case rules.AtReflection:
		return piece, int(g.reflect[d.capturedAt&(Cells-1)])
	case rules.AtOrigin:
		if d.capturedOrigin == 0 {
			return piece, -1
		}
		return piece, n.Seen(board.Square(d.capturedOrigin - 1))
	case rules.AtEquipollent:
		return piece, g.displaced(d.capturedAt, d.from, d.to)
	}
	ref, of := piece, n.Turn^1
	if a.OtherPiece {
		ref, of = d.arrived, n.Turn
	}
	if a.OpponentHome {
		of ^= 1
	}
	return piece, g.Home(n, ref, of, d.capturedAt)
}

// displaced returns sq displaced by the vector from → to, or -1 off the board.
func (g *Game) displaced(sq, from, to int) int {
	s, f, t := board.Square(sq), board.Square(from), board.Square(to)
	at := g.Size.At(g.Size.File(s)+g.Size.File(t)-g.Size.File(f), g.Size.Rank(s)+g.Size.Rank(t)-g.Size.Rank(f))
	if at == board.NoSquare {
		return -1
	}
	return int(at)
}

// revive puts a reborn piece on sq. If sq is occupied or off the board (-1), it does what the game
// does then.
func (g *Game) revive(n *Pos, mem *Memory, m rules.Move, piece, side uint8, sq int, origin uint8) (int, verdict) {
	a := &g.Variant.Aftermath
	if sq < 0 {
		if a.Occupied == rules.NoCapture {
			return -1, forbidden
		}
		return -1, fine
	}
	if (n.Own | n.Opp).Has(sq) {
		switch a.Occupied {
		case rules.NotReborn:
			return -1, fine
		case rules.NoCapture:
			return -1, forbidden
		case rules.WaitsBelow:
			piece, known := g.promoteReborn(n, m, piece, side, sq)
			if !known {
				return -1, needsReborn
			}
			mem.bury(hidden{uint8(n.Square(sq)), piece, side})
			return sq, fine
		case rules.ReplacesOccupant:
			n.Clear(Bit(sq))
			n.dropRights(Bit(sq))
			n.leaveChoice(sq)
			g.forget(n, mem, sq)
		}
	}
	piece, known := g.promoteReborn(n, m, piece, side, sq)
	if !known {
		return -1, needsReborn
	}
	n.Put(sq, piece, side)
	g.remember(n, mem, sq, origin)
	g.restored(n, sq)
	return sq, fine
}

// promoteReborn returns what a piece that is reborn on sq becomes: a pawn on its last rank is promoted, or
// that is left to its own side. It reports false if the move does not say what the pawn becomes.
func (g *Game) promoteReborn(n *Pos, m rules.Move, piece, side uint8, sq int) (uint8, bool) {
	last := g.High[n.Turn&1]
	if side != n.Turn {
		last = g.Low[n.Turn&1]
	}
	if piece != PartPawn || !last.Has(sq) {
		return piece, true
	}
	if g.Variant.Aftermath.OwnerPromotes && side != n.Turn {
		if !(n.Own | n.Opp).Has(sq) { // below another piece it stays a pawn
			n.Choice = uint8(n.Square(sq)) + 1
		}
		return piece, true
	}
	k := m.Reborn()
	return g.PartsOf[k], k != 0
}

// rebirthOfPending has the piece reborn that the last half-move captured, displaced by the vector
// of the move just made (Parrain). Castling adds both its vectors.
func (g *Game) rebirthOfPending(n *Pos, mem *Memory, m rules.Move) verdict {
	if n.Pending == 0 {
		return fine
	}
	piece, side, at := n.Pending, n.pendingOf, n.Seen(board.Square(n.pendingAt-1))
	n.Pending, n.pendingOf, n.pendingAt = 0, 0, 0
	from, to := n.Seen(m.From()), n.Seen(m.To())
	var sq int
	if m.Form() == rules.Castle {
		kingTo, rookTo := g.castlingSquares(n, from, to)
		sq = g.shifted(at, kingTo-from+rookTo-to)
	} else {
		sq = g.displaced(at, from, to)
	}
	_, v := g.revive(n, mem, m, piece, side, sq, 0)
	return v
}

// shifted returns the square so many files from sq, or -1 off the board.
func (g *Game) shifted(sq, files int) int {
	s := board.Square(sq)
	at := g.Size.At(g.Size.File(s)+files, g.Size.Rank(s))
	if at == board.NoSquare {
		return -1
	}
	return int(at)
}

// restored gives a king or rook its castling right back after a rebirth or an eruption has put it
// on its starting square.
func (g *Game) restored(n *Pos, sq int) {
	if !g.Castles {
		return
	}
	side := n.of(sq)
	// The squares of the start are known as their own side sees them.
	mine := func(home int) bool {
		if home < 0 {
			return false
		}
		return Turned(home, side) == Turned(sq, n.Turn)
	}
	switch n.Parts(sq) {
	case PartKing:
		if mine(g.kingStart[side&1]) {
			n.Castle |= Bit(sq)
		}
	case PartOrth:
		for i, corner := range g.corner[side&1] {
			// The king may start on another square in games that do not begin with the starting
			// position.
			if mine(corner) && g.wing(n, board.Color(side), sq) == i {
				g.restoreRook(n, sq, board.Color(side), i)
			}
		}
	}
}

// restoreRook gives the rook on sq the right to castle on a wing. Another rook may have it in games
// that do not begin with the starting position.
func (g *Game) restoreRook(n *Pos, sq int, c board.Color, wing int) {
	pieces := n.Own
	if n.Opp.Has(sq) {
		pieces = n.Opp
	}
	for rooks := n.Castle & pieces &^ n.King; rooks != 0; rooks = rooks.Rest() {
		if g.wing(n, c, rooks.First()) == wing {
			n.Castle &^= rooks.Lowest()
		}
	}
	n.Castle |= Bit(sq)
}

// bury puts a piece below an occupied square. It comes up after the others there.
func (mem *Memory) bury(h hidden) {
	i := mem.n
	for ; i > 0 && mem.below[i-1].at > h.at; i-- {
		mem.below[i] = mem.below[i-1]
	}
	mem.below[i] = h
	mem.n++
}

// covers returns the squares of p with a piece below.
func (mem *Memory) covers(p *Pos) Set {
	var s Set
	for _, h := range mem.below[:mem.n] {
		s |= Bit(p.Seen(board.Square(h.at)))
	}
	return s
}

// erupt brings up the first piece below every square that is empty now.
func (g *Game) erupt(n *Pos, mem *Memory) {
	if mem == nil {
		return
	}
	for i := 0; i < mem.n; {
		h := mem.below[i]
		sq := n.Seen(board.Square(h.at))
		if (n.Own | n.Opp).Has(sq) {
			i++
			continue
		}
		copy(mem.below[i:mem.n-1], mem.below[i+1:mem.n])
		mem.n--
		mem.below[mem.n] = hidden{}
		n.Put(sq, h.parts, h.of)
		g.remember(n, mem, sq, named(n.Square(sq))) // its rebirth square, below which it waited
		g.restored(n, sq)
	}
}
