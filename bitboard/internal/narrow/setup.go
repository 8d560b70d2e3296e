// This file reads a position from a setup and writes it as one.

package narrow

import (
	"slices"

	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Load returns a position of the reference kernel as one of this kernel, with its memory, which is
// nil in most games. The error is an *unplayable.Error.
func (g *Game) Load(r rules.Position) (*Pos, *Memory, error) {
	s, p := r.Setup(), new(Pos)
	if slices.Contains(s.Board, rules.Wall) {
		return nil, nil, unplayable.Because(g.Variant, "walls stand on the board")
	}
	p.Turn = uint8(s.Turn)
	half, full := r.Clock()
	p.half, p.full = uint16(half), uint16(full)
	for i, piece := range s.Board {
		if piece != 0 {
			at := p.Seen(board.Square(i))
			p.Put(at, g.PartsOf[piece.Type()], uint8(piece.Color()))
			p.makeNeutral(at, piece.Neutral())
		}
	}
	for _, u := range s.Conversions {
		b := Bit(p.Seen(u.Square))
		p.Step |= b
		if u.Must {
			p.Diag &^= b
		}
	}
	for c := range board.Color(2) {
		if !g.loadCastling(p, c, &s.Castling, g.castlingKing(&s, c)) {
			return nil, nil, unplayable.Because(g.Variant,
				"a rook that may castle does not stand where the game starts, and its king may come back")
		}
		g.loadGating(p, c, &s.Gating)
	}
	if err := g.loadHands(p, &s.Hand); err != nil {
		return nil, nil, err
	}
	if g.CountsChecks {
		p.checks = [2]uint8{uint8(s.Checks[p.color(0)]), uint8(s.Checks[p.color(1)])}
	}
	for _, sq := range s.EnPassant {
		p.Pass |= Bit(p.Seen(sq))
	}
	p.left, p.length, p.progress = uint16(s.Series.Left), uint16(s.Series.Length), s.Series.Progress
	mem := g.loadAftermath(p, &s)
	switch bad := g.badKings(p); {
	case bad != "":
		return nil, nil, unplayable.Because(g.Variant, bad)
	case max(p.Own.Count(), p.Opp.Count()) > MaxPieces, g.Drops && p.allPieces() > MaxPieces:
		return nil, nil, unplayable.Because(g.Variant, "a side has more pieces than there is room for")
	}
	return p, mem, nil
}

// loadCastling reads a side's castling rights. It reports whether the kernel can keep them.
func (g *Game) loadCastling(p *Pos, c board.Color, s *rules.CastlingState, king board.Square) bool {
	for side, sq := range s.Rook[c] {
		if sq == board.NoSquare {
			continue
		}
		if g.KingsReturn && sq != g.homes.Corner(c, side) {
			return false
		}
		p.Castle |= Bit(p.Seen(sq))
	}
	if s.King[c] && king != board.NoSquare {
		p.Castle |= Bit(p.Seen(king))
	}
	return true
}

func (g *Game) loadGating(p *Pos, c board.Color, s *rules.GatingState) {
	side := int(c) ^ int(p.Turn)
	home := Turned(int(g.Size.Home(c, 0, 0)), p.Turn)
	p.gate |= g.onRank(s.Gates[c], home/g.Size.Files)
	p.hand[side] = hand(s.Hand[c][0])*one(0) + hand(s.Hand[c][1])*one(1)
	for i := range 2 {
		for j, k := range g.handTypes {
			if g.Imaginary && s.Imaginary[2*int(c)+i] == rules.MakePiece(k, c) {
				p.wait[2*side+i] = uint8(j + 1)
			}
		}
	}
}

func (g *Game) loadAftermath(p *Pos, s *rules.Setup) *Memory {
	a := &s.Aftermath
	p.Choice = named(a.Choice)
	if a.Pending != 0 {
		p.Pending, p.pendingOf = g.PartsOf[a.Pending.Type()], uint8(a.Pending.Color())
		p.pendingAt = named(a.PendingAt)
	}
	for i, sq := range a.Last {
		p.last[i] = named(sq)
	}
	if !g.Remembers {
		return nil
	}
	mem := new(Memory)
	for _, h := range a.Below {
		mem.bury(hidden{uint8(h.At), g.PartsOf[h.Piece.Type()], uint8(h.Piece.Color())})
	}
	if g.Variant.Aftermath.Where != rules.AtOrigin {
		return mem
	}
	for sq, piece := range s.Board {
		switch {
		case piece == 0:
		case a.Origin == nil:
			mem.origin[sq] = uint8(sq) + 1
		default:
			mem.origin[sq] = named(a.Origin[sq])
		}
	}
	return mem
}

// Setup returns the setup of a position.
func (g *Game) Setup(p *Pos, mem *Memory) (s rules.Setup) {
	g.FillSetup(&s, p, mem)
	return s
}

// FillSetup makes s the setup of a position, in the memory that s has.
func (g *Game) FillSetup(s *rules.Setup, p *Pos, mem *Memory) {
	s.Reset(g.Variant)
	s.Turn, s.Halfmove, s.Fullmove = board.Color(p.Turn), int(p.half), int(p.full)
	for sq := range s.Board {
		piece := g.PieceOn(p, board.Square(sq))
		s.Board[sq] = piece
		if at := p.Seen(board.Square(sq)); g.Conversion && p.Step.Has(at) {
			s.Board[sq] = rules.MakePiece(g.types[PartDiag], piece.Color())
			right := rules.ConversionRight{Square: board.Square(sq), Must: !p.Diag.Has(at)}
			s.Conversions = append(s.Conversions, right)
		}
	}
	for side, pieces := range [2]Set{p.Own, p.Opp} {
		c := p.color(side)
		rights := p.Castle & pieces
		s.Castling.King[c] = rights&p.King != 0
		for rooks := rights &^ p.King; rooks != 0; rooks = rooks.Rest() {
			s.Castling.Rook[c][g.wing(p, c, rooks.First())] = p.Square(rooks.First())
		}
		if g.Gating {
			s.Gating.Gates[c] = g.gates(p, side)
			s.Gating.Hand[c] = p.handOf(side)
		}
		if g.Drops {
			g.writeHand(p, side, &s.Hand[c])
		}
		if g.CountsChecks {
			s.Checks[c] = int(p.checks[side])
		}
	}
	for i := range s.Gating.Imaginary {
		s.Gating.Imaginary[i] = g.waitingOn(p, i)
	}
	for pass := p.Pass; pass != 0; pass = pass.Rest() {
		s.EnPassant = append(s.EnPassant, p.Square(pass.First()))
	}
	if g.Series {
		s.Series = rules.SeriesState{Left: int(p.left), Length: int(p.length), Progress: p.progress}
	}
	g.writeAftermath(s, p, mem)
}

func (g *Game) writeAftermath(s *rules.Setup, p *Pos, mem *Memory) {
	a := &s.Aftermath
	a.Choice = squareOf(p.Choice)
	if p.Pending != 0 {
		a.Pending = rules.MakePiece(g.types[p.Pending], board.Color(p.pendingOf))
		a.PendingAt = squareOf(p.pendingAt)
	}
	for i, sq := range p.last {
		a.Last[i] = squareOf(sq)
	}
	if mem == nil {
		return
	}
	for _, h := range mem.below[:mem.n] {
		a.Below = append(a.Below, g.hiddenPiece(h))
	}
	if g.Variant.Aftermath.Where != rules.AtOrigin {
		return
	}
	origin, moved := make([]board.Square, len(s.Board)), false
	for sq := range origin {
		origin[sq] = squareOf(mem.origin[sq])
		own := board.Square(sq)
		if s.Board[sq] == 0 {
			own = board.NoSquare
		}
		moved = moved || origin[sq] != own
	}
	if moved {
		a.Origin = origin
	}
}

// PieceOn returns the piece on a square of the board or an imaginary one, 0 when it is empty.
func (g *Game) PieceOn(p *Pos, sq board.Square) rules.Piece {
	if area := g.Size.Area(); int(sq) >= area {
		return g.waitingOn(p, int(sq)-area)
	}
	at := p.Seen(sq)
	if !(p.Own | p.Opp).Has(at) {
		return 0
	}
	if (p.Own & p.Opp).Has(at) {
		return rules.MakeNeutral(g.types[p.Parts(at)])
	}
	return rules.MakePiece(g.types[p.Parts(at)], board.Color(p.of(at)))
}

// waitingOn returns the piece on the i-th imaginary square.
func (g *Game) waitingOn(p *Pos, i int) rules.Piece {
	if !g.Imaginary || i > 3 {
		return 0
	}
	c := board.Color(i / 2)
	side := int(c) ^ int(p.Turn)
	if k := p.wait[2*side+i%2]; k != 0 {
		return rules.MakePiece(g.handTypes[k-1], c)
	}
	return 0
}

// handOf returns the pieces in hand of a side, 0 for that to move.
func (p *Pos) handOf(side int) [2]int {
	return [2]int{p.hand[side].count(0), p.hand[side].count(1)}
}

// color returns the colour of the pieces in own (0) or opp (1).
func (p *Pos) color(i int) board.Color { return board.Color(p.Turn) ^ board.Color(i) }

// named returns a square of the board as positions keep it: plus one, so that NoSquare is 0.
func named(sq board.Square) uint8 { return uint8(sq) + 1 }

// squareOf is the inverse of named.
func squareOf(name uint8) board.Square { return board.Square(name) - 1 }
