package narrow

import (
	"slices"
	"sync/atomic"

	"github.com/kirke-chess/kirke/bitboard/internal/unplayable"
	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// position is a rules.Position of this kernel. What is asked rarely and needs to
// be said in words it leaves to the reference kernel.
type position struct {
	// key is 0 when it has not been asked for. It is first, so that it may be written while others read it.
	key uint64
	g   *game
	p   pos
	mem *memory // what p remembers besides; nil where nothing is
	// known is the same position of the reference kernel, once it has been asked.
	known atomic.Pointer[rules.Position]
}

// New returns the position of v that s describes, like rules.New. It returns an
// *unplayable.Error error when this kernel does not play the variant.
func New(v *rules.Variant, s rules.Setup, forgive rules.Problem) (rules.Position, error) {
	g, err := gameOf(v)
	if err != nil {
		return nil, err
	}
	r, err := rules.New(g.v, s, forgive)
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
	for i, m := range s.Board {
		if m != 0 {
			p.put(p.seen(board.Square(i)), g.kind[m.Kind()], uint8(m.Color()))
		}
	}
	for _, u := range s.Unmoved {
		b := bit(p.seen(u.Square))
		p.step |= b
		if u.Must {
			p.diag &^= b
		}
	}
	for c := range board.Color(2) {
		for side, sq := range s.Castling.Rook[c] {
			if sq == board.NoSquare {
				continue
			}
			if g.kingsReturn && sq != g.born.Corner(c, side) {
				return nil, &unplayable.Error{Variant: g.v.ID, Reason: "a rook that may castle does not stand where the array has it, and its king may come back"}
			}
			p.castle |= bit(p.seen(sq))
		}
		if king := r.King(c); s.Castling.King[c] && king != board.NoSquare {
			p.castle |= bit(p.seen(king))
		}
		g.loadEntry(p, c, &s.Entry)
	}
	for _, sq := range s.EnPassant {
		p.pass |= bit(p.seen(sq))
	}
	p.left, p.length, p.progress = uint16(s.Series.Left), uint16(s.Series.Length), s.Series.Progress
	g.loadAftermath(q, &s)
	if (p.own&p.king).count() > 1 || (p.opp&p.king).count() > 1 {
		return nil, &unplayable.Error{Variant: g.v.ID, Reason: "a side has more than one king"}
	}
	if max(p.own.count(), p.opp.count()) > mostMen {
		return nil, &unplayable.Error{Variant: g.v.ID, Reason: "a side has more men than there is room for"}
	}
	if k := p.own & p.king; k != 0 && g.check == byReach && g.kings[k.first()]&p.opp&p.king != 0 {
		return nil, &unplayable.Error{Variant: g.v.ID, Reason: "the kings touch"}
	}
	q.key = g.key(p, q.mem)
	return q, nil
}

func (g *game) loadEntry(p *pos, c board.Color, e *rules.EntryState) {
	side := int(c) ^ int(p.turn)
	home := turn(int(g.size.Home(c, 0, 0)), p.turn)
	p.gate |= g.onRank(e.Gates[c], home/g.size.Files)
	p.hand[side] = uint8(e.Hand[c][0] + e.Hand[c][1]*secondKind)
	for i := range 2 {
		for j, k := range g.handKinds {
			if g.imaginary && e.Imaginary[2*int(c)+i] == rules.MakeMan(k, c) {
				p.wait[2*side+i] = uint8(j + 1)
			}
		}
	}
}

// name returns a square plus one, 0 for none.
func name(sq board.Square) uint8 {
	if sq == board.NoSquare {
		return 0
	}
	return uint8(sq) + 1
}

func (g *game) loadAftermath(q *position, s *rules.Setup) {
	p, a := &q.p, &s.Aftermath
	p.choice = name(a.Choice)
	if a.Pending != 0 {
		p.pending, p.pendingOf, p.pendingAt = g.kind[a.Pending.Kind()], uint8(a.Pending.Color()), name(a.PendingAt)
	}
	for i, sq := range a.Last {
		p.last[i] = name(sq)
	}
	if !g.remembers {
		return
	}
	q.mem = &memory{}
	for _, h := range a.Below {
		q.mem.bury(hidden{uint8(h.At), g.kind[h.Man.Kind()], uint8(h.Man.Color())})
	}
	if g.v.Aftermath.Where != rules.AtOrigin {
		return
	}
	for sq, m := range s.Board {
		switch {
		case m == 0:
		case a.Origin == nil:
			q.mem.origin[sq] = uint8(sq) + 1
		default:
			q.mem.origin[sq] = name(a.Origin[sq])
		}
	}
}

func (q *position) reference() rules.Position {
	if r := q.known.Load(); r != nil {
		return *r
	}
	r, err := rules.Exactly(q.g.v, q.Setup())
	if err != nil {
		return q // cannot be: the board came from a setup of this game
	}
	q.known.Store(&r)
	return r
}

func (q *position) worker() *worker {
	w := q.g.workers.Get().(*worker)
	w.stack, w.table = w.stack[:0], nil
	return w
}

func (q *position) Variant() *rules.Variant { return q.g.v }

func (q *position) Turn() board.Color { return board.Color(q.p.turn) }

// side returns the colour of the men in own (0) or opp (1).
func (q *position) side(i int) board.Color { return board.Color(q.p.turn) ^ board.Color(i) }

func (q *position) At(sq board.Square) rules.Man {
	p := &q.p
	if area := q.g.size.Area(); int(sq) >= area {
		return q.waitingAt(int(sq) - area)
	}
	at := p.seen(sq)
	if !(p.own | p.opp).has(at) {
		return 0
	}
	return rules.MakeMan(q.g.kinds[p.parts(at)], board.Color(p.of(at)))
}

func (q *position) Squares(buf []board.Square) []board.Square {
	for s := q.p.own | q.p.opp; s != 0; s = s.rest() {
		buf = append(buf, q.p.square(s.first()))
	}
	return buf
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
	return q.p.square(k.first())
}

// done gives a worker back.
func (q *position) done(w *worker) { q.g.workers.Put(w) }

func (q *position) LegalMoves(buf []rules.Move) []rules.Move {
	w := q.worker()
	w.scan(&q.p, q.mem, w.all)
	buf = w.moves(&q.p, buf)
	q.done(w)
	return buf
}

func (q *position) Select(which rules.Selection, buf []rules.Move) []rules.Move {
	w := q.worker()
	defer q.done(w)
	switch which {
	case rules.Captures:
		w.scan(&q.p, q.mem, q.p.opp)
		return w.moves(&q.p, buf)
	case rules.Checks:
		return w.checking(&q.p, q.mem, buf)
	case rules.Mates:
		return w.mating(&q.p, q.mem, buf)
	case rules.Stalemates:
		return w.stalemating(&q.p, q.mem, false, buf)
	case rules.DoubleStalemates:
		first := len(buf)
		buf = w.stalemating(&q.p, q.mem, true, buf)
		found := slices.DeleteFunc(buf[first:], func(m rules.Move) bool { return q.Play(m).Play(rules.MakeMove(rules.Pass, 0, 0)).HasLegalMove() })
		return buf[:first+len(found)]
	case rules.Evasions:
		if !w.inCheck(&q.p, q.mem) {
			return buf
		}
	case rules.Exposing, rules.KingTaking:
		return q.reference().Select(which, buf)
	}
	w.scan(&q.p, q.mem, w.all)
	return w.moves(&q.p, buf)
}

func (q *position) KeyAfter(m rules.Move, passed bool) (key uint64, known bool) {
	if key, known = q.g.keyAfter(&q.p, m); !known {
		return 0, false
	}
	if passed {
		key ^= q.g.pass
	}
	return key ^ q.Key(), true
}

func (q *position) Stillable(moves []rules.Move) []rules.Move {
	w := q.worker()
	moves = w.stillable(&q.p, q.mem, moves)
	q.done(w)
	return moves
}

func (q *position) Mateable(moves []rules.Move) []rules.Move {
	w := q.worker()
	moves = w.mateable(&q.p, q.mem, moves)
	q.done(w)
	return moves
}

func (q *position) HasLegalMove() bool {
	w := q.worker()
	has := w.hasMove(&q.p, q.mem)
	q.done(w)
	return has
}

func (q *position) GivesCheck(m rules.Move) bool {
	w := q.worker()
	gives := w.gives(&q.p, q.mem, m)
	q.done(w)
	return gives
}

func (q *position) IsLegal(m rules.Move) bool {
	w := q.worker()
	w.scan(&q.p, q.mem, w.all)
	w.stack = w.moves(&q.p, w.stack)
	is := slices.Contains(w.stack, m)
	q.done(w)
	return is
}

func (q *position) Play(m rules.Move) rules.Position {
	q.Key() // so that the next one has its own
	return q.PlayOn(m, nil)
}

// PlayOn finds the key only where that of q has been asked for: a search that wants keys wants them all.
func (q *position) PlayOn(m rules.Move, spare rules.Position) rules.Position {
	next, ok := spare.(*position)
	if !ok {
		next = new(position)
	}
	if next.known.Load() != nil {
		next.known.Store(nil)
	}
	if next.g != q.g {
		next.g, next.p, next.mem = q.g, pos{}, nil
	}
	key := atomic.LoadUint64(&q.key)
	switch ordinary := q.g.ordinary(&q.p, &next.p, m); {
	case ordinary && key != 0:
		key ^= q.g.ordinaryChange(&q.p, &next.p, m)
	case !ordinary:
		q.after(m, next)
		if key != 0 {
			key ^= q.g.change(&q.p, &next.p, q.mem, next.mem)
		}
	}
	next.key = key
	return next
}

// after puts the position after m, of whatever kind, into next.
func (q *position) after(m rules.Move, next *position) {
	next.p = q.p
	switch {
	case q.mem == nil:
		next.mem = nil
	case next.mem == nil:
		mem := *q.mem
		next.mem = &mem
	default:
		*next.mem = *q.mem
	}
	w := q.worker()
	w.play(&next.p, next.mem, m)
	q.done(w)
}

func (q *position) InCheck() bool {
	if q.g.check == byReach {
		return q.g.checked(&q.p)
	}
	w := q.worker()
	is := w.inCheck(&q.p, q.mem)
	q.done(w)
	return is
}

func (q *position) Key() uint64 {
	key := atomic.LoadUint64(&q.key)
	if key == 0 {
		key = q.g.key(&q.p, q.mem)
		atomic.StoreUint64(&q.key, key)
	}
	return key
}

func (q *position) SameAs(other rules.Position) bool {
	o, ok := other.(*position)
	if !ok || o.g.v.ID != q.g.v.ID || q.Key() != o.Key() {
		return false
	}
	a, b := q.p, o.p
	a.half, a.full, a.progress = b.half, b.full, b.progress
	return a == b && (q.mem == nil || *q.mem == *o.mem)
}

func (q *position) Clock() (half, full int) { return int(q.p.half), int(q.p.full) }

func (q *position) Details(m rules.Move) rules.Details {
	d := q.Effects(m)
	if d.Check = q.GivesCheck(m); d.Check {
		d.Mate = !q.PlayOn(m, nil).HasLegalMove()
	}
	return d
}

// Effects is that of rules.Effects.
func (q *position) Effects(m rules.Move) rules.Details {
	p := &q.p
	if from, to := m.From(), m.To(); q.mem == nil && p.pending|p.choice == 0 && int(to) < q.g.size.Area() && m == rules.MakeMove(rules.Ordinary, from, to) && !(p.own | p.opp).has(p.seen(to)) {
		return rules.Arrival(m, q.At(from))
	}
	return rules.Effects(q.reference(), m)
}

func (q *position) Dead() bool { return q.reference().Dead() }

func (q *position) Forbidden(m rules.Move) error { return q.reference().Forbidden(m) }

func (q *position) Perft(depth int) uint64 { return q.PerftWith(nil, depth) }

func (q *position) PerftWith(t *rules.PerftTable, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	w := q.worker()
	defer q.done(w)
	w.table, w.keys[0] = t, q.Key()
	w.at[0] = q.p
	if q.mem != nil {
		w.recall[0] = *q.mem
	}
	return w.perft(0, min(depth, maxDepth-1))
}

// aim is what men attack from a square, by what they are made of.
type aim struct{ knight, diag, orth, step set }

// aim returns what men that go both ways alike attack from a square.
func (g *game) aim(sq int, occ set) aim {
	sq &= cells - 1
	return aim{knight: g.knights[sq], diag: g.diag(sq, occ), orth: g.orth(sq, occ), step: g.steps[sq]}
}

// of returns what a man made of parts attacks.
func (a *aim) of(parts uint8) set {
	return a.knight.when(parts>>1) | a.diag.when(parts>>2) | a.orth.when(parts>>3) | a.step.when(parts>>6)
}

// Survey fills s, whose memory is used again.
func (q *position) Survey(s *rules.Survey[words]) {
	p, g := &q.p, q.g
	occ := p.own | p.opp
	pawns := p.made(partPawn)
	most := (occ &^ pawns).count()
	s.Men = slices.Grow(s.Men[:0], most)[:most]
	n := 0
	sides := [2]set{p.own, p.opp}
	first := [2]set{g.low[p.turn&1], g.high[p.turn&1]}
	var attacks, twice [2]set
	var aims [2]aim // at the king of the other side
	for side, ours := range sides {
		c, striking := q.side(side), pawns&ours
		if king := p.king &^ ours; king != 0 {
			aims[side] = g.aim(king.first(), occ)
		}
		if !g.firstRank {
			striking &^= first[side]
		}
		west, east := g.pawnsTake(striking, side != 0, p.turn)
		attacks[side], twice[side] = west|east, west&east
		(pawns & ours).squares(p.turn, &s.Pawns[c&1])
		attacks[side].squares(p.turn, &s.Guarded[c&1])
		ours.squares(p.turn, &s.All[c&1])
	}
	plain := occ &^ (p.pawn | p.king | p.sissa | p.step) // most men
	for i, parts := range g.army {
		all := plain & p.knight.match(parts>>1) & p.diag.match(parts>>2) & p.orth.match(parts>>3)
		if parts&^partsOfMost != 0 {
			all = p.made(parts) &^ pawns
		}
		if all == 0 {
			continue
		}
		for side, ours := range sides {
			men := all & ours
			if men == 0 {
				continue
			}
			c := q.side(side)
			if parts&(partPawn|partKing|partSissa) == 0 {
				aims[side].of(parts).squares(p.turn, &s.Checks[c.Other()&1][i+1])
			}
			man := rules.MakeMan(rules.Kind(i+1), c)
			for ; men != 0; men = men.rest() {
				sq := men.first()
				reach := g.reach(parts, sq, p.turn, occ)
				twice[side] |= attacks[side] & reach
				attacks[side] |= reach
				if n < len(s.Men) {
					m := &s.Men[n]
					m.Man, m.At = man, p.square(sq)
					reach.squares(p.turn, &m.Reach)
					n++
				}
			}
		}
	}
	for side := range sides {
		c := q.side(side) & 1
		attacks[side].squares(p.turn, &s.Attacks[c])
		twice[side].squares(p.turn, &s.Twice[c])
	}
	for side, men := range [2]set{p.own, p.opp} {
		c := q.side(side)
		s.Rooks[c] = (p.castle & men &^ p.king).count()
		if g.gating {
			s.Gates[c] = (p.gate & men).count()
			s.Hand[c] = [2]int{int(p.hand[side] % secondKind), int(p.hand[side] / secondKind)}
		}
	}
	for i := range s.Waiting {
		s.Waiting[i] = q.waitingAt(i)
	}
	s.Pending, s.Below = 0, s.Below[:0]
	if p.pending != 0 {
		s.Pending = rules.MakeMan(g.kinds[p.pending], board.Color(p.pendingOf))
	}
	if q.mem != nil {
		for _, h := range q.mem.below[:q.mem.n] {
			s.Below = append(s.Below, g.hiddenMan(h).Man)
		}
	}
	s.Left = int(p.left)
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
		if at := p.seen(board.Square(sq)); g.conversion && p.step.has(at) {
			s.Board[sq] = rules.MakeMan(g.kinds[partDiag], m.Color())
			s.Unmoved = append(s.Unmoved, rules.Unmoved{Square: board.Square(sq), Must: !p.diag.has(at)})
		}
	}
	for side, men := range [2]set{p.own, p.opp} {
		c := q.side(side)
		rights := p.castle & men
		s.Castling.King[c] = rights&p.king != 0
		for rooks := rights &^ p.king; rooks != 0; rooks = rooks.rest() {
			s.Castling.Rook[c][g.wing(p, c, rooks.first())] = p.square(rooks.first())
		}
		if g.gating {
			s.Entry.Gates[c] = g.gates(p, side)
			s.Entry.Hand[c] = [2]int{int(p.hand[side] % secondKind), int(p.hand[side] / secondKind)}
		}
	}
	for i := range s.Entry.Imaginary {
		s.Entry.Imaginary[i] = q.waitingAt(i)
	}
	for pass := p.pass; pass != 0; pass = pass.rest() {
		s.EnPassant = append(s.EnPassant, p.square(pass.first()))
	}
	if g.series {
		s.Series = rules.SeriesState{Left: int(p.left), Length: int(p.length), Progress: p.progress}
	}
	q.aftermathState(&s)
	return s
}

func (q *position) aftermathState(s *rules.Setup) {
	p, a := &q.p, &s.Aftermath
	a.Choice = squareOrNone(p.choice)
	if p.pending != 0 {
		a.Pending, a.PendingAt = rules.MakeMan(q.g.kinds[p.pending], board.Color(p.pendingOf)), squareOf(p.pendingAt)
	}
	for i, sq := range p.last {
		a.Last[i] = squareOrNone(sq)
	}
	if q.mem == nil {
		return
	}
	for _, h := range q.mem.below[:q.mem.n] {
		a.Below = append(a.Below, q.g.hiddenMan(h))
	}
	if q.g.v.Aftermath.Where != rules.AtOrigin {
		return
	}
	origin, moved := make([]board.Square, len(s.Board)), false
	for sq := range origin {
		origin[sq] = squareOrNone(q.mem.origin[sq])
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

// squareOrNone reads a square that is kept plus one, 0 for none.
func squareOrNone(named uint8) board.Square {
	if named == 0 {
		return board.NoSquare
	}
	return squareOf(named)
}
