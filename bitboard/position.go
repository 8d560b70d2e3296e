package bitboard

import (
	"slices"
	"sync/atomic"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// position is a rules.Position of this kernel. What is asked rarely and needs to
// be said in words it leaves to the reference kernel.
type position struct {
	g *game
	p pos
	// known is the same position of the reference kernel, once it has been asked.
	known atomic.Pointer[rules.Position]
}

// New returns the position of v that s describes, like rules.New. It returns an
// *UnplayableError error when this kernel does not play the variant.
func New(v *rules.Variant, s rules.Setup, forgive rules.Problem) (rules.Position, error) {
	g, err := gameOf(v)
	if err != nil {
		return nil, err
	}
	r, err := rules.New(v, s, forgive)
	if err != nil {
		return nil, err
	}
	return g.load(r)
}

// load takes over a position of the reference kernel.
func (g *game) load(r rules.Position) (rules.Position, error) {
	s := r.Setup()
	q := &position{g: g}
	p := &q.p
	p.turn = uint8(s.Turn)
	half, full := r.Clock()
	p.half, p.full = uint16(half), uint16(full)
	put := func(sq board.Square, m rules.Man, parts uint8) {
		b := bit(p.turnedSquare(sq))
		p.build(b, parts)
		if m.Color() == s.Turn {
			p.own |= b
		} else {
			p.opp |= b
		}
	}
	for i, m := range s.Board {
		if m != 0 {
			put(board.Square(i), m, g.parts[m.Kind()])
		}
	}
	for _, u := range s.Unmoved {
		b := bit(p.turnedSquare(u.Square))
		p.step |= b
		if u.Must {
			p.diag &^= b
		}
	}
	for c := range board.Color(2) {
		side := int(c ^ s.Turn)
		for _, sq := range s.Castling.Rook[c] {
			if sq != board.NoSquare {
				p.rook |= bit(p.turnedSquare(sq))
			}
		}
		if king := r.King(c); s.Castling.King[c] && king != board.NoSquare {
			p.home |= bit(p.turnedSquare(king))
		}
		rank := 0
		if side == 1 {
			rank = 56
		}
		p.gate |= set(s.Entry.Gates[c]) << rank
		h := s.Entry.Hand[c]
		if h[0] >= secondKind || h[1] >= 256/secondKind {
			return nil, &UnplayableError{g.v.ID, "a hand holds more men than its counters"}
		}
		p.hand[side] = uint8(h[0] + h[1]*secondKind)
		for i := range 2 {
			for j, k := range g.handKinds {
				if g.imaginary && s.Entry.Imaginary[2*int(c)+i] == rules.MakeMan(k, c) {
					p.wait[2*side+i] = uint8(j + 1)
				}
			}
		}
	}
	for _, sq := range s.EnPassant {
		p.pass |= bit(p.turnedSquare(sq))
	}
	if (p.own&p.king).count() > 1 || (p.opp&p.king).count() > 1 {
		return nil, &UnplayableError{g.v.ID, "a side has more than one king"}
	}
	p.key = g.key(p)
	return q, nil
}

func (q *position) reference() rules.Position {
	if r := q.known.Load(); r != nil {
		return *r
	}
	r, err := rules.New(q.g.v, q.Setup(), rules.AnyProblem)
	if err != nil {
		return q // cannot be: the board came from a setup of this game
	}
	q.known.Store(&r)
	return r
}

func (q *position) worker() *worker {
	w := q.g.workers.Get().(*worker)
	w.list = w.list[:0]
	return w
}

func (q *position) Variant() *rules.Variant { return q.g.v }

func (q *position) Turn() board.Color { return board.Color(q.p.turn) }

// side returns the colour of the men in own (0) or opp (1).
func (q *position) side(i int) board.Color { return board.Color(q.p.turn) ^ board.Color(i) }

func (q *position) At(sq board.Square) rules.Man {
	p := &q.p
	if sq >= 64 {
		return q.waitingAt(int(sq) - 64)
	}
	b := bit(p.turnedSquare(sq))
	if (p.own|p.opp)&b == 0 {
		return 0
	}
	c := q.side(0)
	if p.opp&b != 0 {
		c = q.side(1)
	}
	return rules.MakeMan(q.g.kinds[p.parts(b)], c)
}

func (q *position) waitingAt(i int) rules.Man {
	if !q.g.imaginary || i > 3 {
		return 0
	}
	c := board.Color(i / 2)
	side := int(c ^ q.Turn())
	if k := q.p.wait[2*side+i%2]; k != 0 {
		return rules.MakeMan(q.g.handKinds[k-1], c)
	}
	return 0
}

func (q *position) King(c board.Color) board.Square {
	k := q.p.king & q.p.own
	if c != q.Turn() {
		k = q.p.king & q.p.opp
	}
	if k == 0 {
		return board.NoSquare
	}
	return q.p.real(k.first())
}

func (q *position) LegalMoves(buf []rules.Move) []rules.Move {
	w := q.worker()
	w.scan(&q.p, &w.ps)
	buf = q.g.moves(&q.p, &w.ps, buf)
	q.g.workers.Put(w)
	return buf
}

func (q *position) IsLegal(m rules.Move) bool {
	w := q.worker()
	w.scan(&q.p, &w.ps)
	w.list = q.g.moves(&q.p, &w.ps, w.list)
	is := slices.Contains(w.list, m)
	q.g.workers.Put(w)
	return is
}

func (q *position) Play(m rules.Move) rules.Position {
	next := &position{g: q.g}
	q.g.play(&q.p, m, &next.p)
	next.p.key = q.p.key ^ q.g.change(&q.p, &next.p)
	return next
}

func (q *position) InCheck() bool {
	p := &q.p
	k := p.own & p.king
	return k != 0 && p.attacked(k.first(), p.own|p.opp, p.opp)
}

func (q *position) Key() uint64 { return q.p.key }

func (q *position) SameAs(other rules.Position) bool {
	o, ok := other.(*position)
	if !ok || o.g.v.ID != q.g.v.ID {
		return false
	}
	a, b := q.p, o.p
	a.half, a.full, b.half, b.full = 0, 0, 0, 0
	return a == b
}

func (q *position) Clock() (half, full int) { return int(q.p.half), int(q.p.full) }

func (q *position) Details(m rules.Move) rules.Details { return q.reference().Details(m) }

func (q *position) Dead() bool { return q.reference().Dead() }

func (q *position) Forbidden(m rules.Move) error { return q.reference().Forbidden(m) }

func (q *position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	w := q.worker()
	defer q.g.workers.Put(w)
	w.at[0] = q.p
	return w.perft(0, min(depth, maxDepth-1))
}

// Setup returns the position as it can be written down.
func (q *position) Setup() rules.Setup {
	p, g := &q.p, q.g
	s := rules.NewSetup(g.v)
	s.Turn = q.Turn()
	s.Halfmove, s.Fullmove = q.Clock()
	for sq := range s.Board {
		m := q.At(board.Square(sq))
		s.Board[sq] = m
		if b := bit(p.turnedSquare(board.Square(sq))); g.conversion && p.step&b != 0 {
			s.Board[sq] = rules.MakeMan(g.kinds[g.bishop], m.Color())
			s.Unmoved = append(s.Unmoved, rules.Unmoved{Square: board.Square(sq), Must: p.diag&b == 0})
		}
	}
	for side, men := range [2]set{p.own, p.opp} {
		c := q.side(side)
		king := p.home & men
		s.Castling.King[c] = king != 0
		for rooks := p.rook & men; rooks != 0; rooks &= rooks - 1 {
			i := 0
			if rooks.first() > king.first() {
				i = 1
			}
			s.Castling.Rook[c][i] = p.real(rooks.first())
		}
		if g.gating {
			s.Entry.Gates[c] = uint16(p.gate >> (56 * side) & rank1)
			s.Entry.Hand[c] = [2]int{int(p.hand[side] % secondKind), int(p.hand[side] / secondKind)}
		}
	}
	for i := range s.Entry.Imaginary {
		s.Entry.Imaginary[i] = q.waitingAt(i)
	}
	for pass := p.pass; pass != 0; pass &= pass - 1 {
		s.EnPassant = append(s.EnPassant, p.real(pass.first()))
	}
	return s
}
