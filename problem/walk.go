package problem

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/notation"
	"github.com/kirke-chess/kirke/rules"
)

// walk is a position from which moves are tried and taken back.
type walk struct {
	at        []rules.Position
	spare     []rules.Position // by ply, positions no longer needed
	path      []rules.Move
	lists     [][]rules.Move // by ply, to list moves in
	exclusive [][2]board.Square
	target    *target // of games, else nil
	retracing bool    // the goal depends on the moves that lead to a position
	origins   []origins
	known     int  // how many moves of the path origins are known after
	foresees  bool // what moves force to mate may be asked of the kernel
	nodes     uint64
}

func newWalk(p rules.Position, exclusive [][2]board.Square) *walk {
	return &walk{at: []rules.Position{p}, exclusive: exclusive}
}

// now returns the position that has been reached.
func (w *walk) now() rules.Position { return w.at[len(w.at)-1] }

// key tells positions apart: where the goal asks for it, also by where their men come from.
func (w *walk) key() uint64 {
	p := w.now()
	key := p.Key()
	if !w.retracing {
		return key
	}
	o := w.originsNow()
	for sq, from := range o.from {
		if from != board.NoSquare && p.At(board.Square(sq)) != 0 {
			key ^= mix(uint64(sq+1)<<16 | uint64(from))
		}
	}
	if o.pending != board.NoSquare && p.Variant().Aftermath.Where == rules.AtNextVector {
		key ^= mix(1<<31 | uint64(o.pending))
	}
	return key
}

// ply returns how many half-moves, passes included, lead to it.
func (w *walk) ply() int { return len(w.path) }

// push plays a legal move, or a pass.
func (w *walk) push(m rules.Move) {
	p := w.now()
	for len(w.spare) <= w.ply() {
		w.spare = append(w.spare, nil)
	}
	q := p.PlayOn(m, w.spare[w.ply()])
	w.spare[w.ply()] = q
	if w.exclusive != nil && m.Form() == rules.Castle {
		q = w.exclude(p.Variant(), q, m.To())
	}
	w.at, w.path = append(w.at, q), append(w.path, m)
	w.nodes++
}

func (w *walk) pop() {
	w.at, w.path = w.at[:len(w.at)-1], w.path[:len(w.path)-1]
	w.known = min(w.known, len(w.path))
}

// exclude returns q without the castling rights that end because the rook of a square has castled.
func (w *walk) exclude(v *rules.Variant, q rules.Position, rook board.Square) rules.Position {
	s := q.Setup()
	changed := false
	for _, pair := range w.exclusive {
		for i := range pair {
			if pair[i] == rook {
				forbidCastling(v, &s, pair[1-i])
				changed = true
			}
		}
	}
	if !changed {
		return q
	}
	if r, err := setUp(v, s); err == nil {
		return r
	}
	return q
}

var pass = rules.MakeMove(rules.Pass, 0, 0)

// list returns an empty list to collect the moves of this ply in; it is used again
// when the walk has come back.
func (w *walk) list() []rules.Move {
	for len(w.lists) <= w.ply() {
		w.lists = append(w.lists, make([]rules.Move, 0, 64))
	}
	return w.lists[w.ply()][:0]
}

// kept remembers how large a list has grown.
func (w *walk) kept(moves []rules.Move) []rules.Move {
	w.lists[w.ply()] = moves[:0]
	return moves
}

func (w *walk) moves() []rules.Move { return w.kept(w.now().LegalMoves(w.list())) }

func (w *walk) sel(which rules.Selection) []rules.Move {
	return w.kept(w.now().Select(which, w.list()))
}

// retraces reports whether a goal depends on the moves that led to a position.
func (g Goal) retraces() bool { return g.Aim >= Circuit && g.Aim <= RebirthExchange }

// checks reports whether a goal is a kind of check on the other side's king alone.
func (g Goal) checks() bool { return g.Aim == Check || g.Aim == Mate }

// exposes reports whether the move that reaches a goal leaves the own king in check.
func (g Goal) exposes() bool {
	return g.Aim == DoubleMate || g.Aim == CounterMate || g.Aim == AutoMate
}

// candidates returns the moves that alone can reach a goal. They are legal, unless the goal exposes
// the own king.
func (w *walk) candidates(g Goal) []rules.Move {
	if g.exposes() {
		return w.exposing(g)
	}
	switch g.Aim {
	case Mate:
		return w.sel(rules.Mates)
	case Stalemate:
		return w.sel(rules.Stalemates)
	case DoubleStalemate:
		return w.sel(rules.DoubleStalemates)
	case Check:
		return w.sel(rules.Checks)
	case Capture, WinPiece, PassingCapture:
		return w.sel(rules.Captures)
	}
	return w.moves()
}

// exposing returns the moves that reach a goal which exposes the own king.
func (w *walk) exposing(g Goal) []rules.Move {
	p := w.now()
	if !allows(g, p) {
		return nil
	}
	r := reference(p)
	return slices.DeleteFunc(r.Select(rules.Exposing, nil), func(m rules.Move) bool { return !exposed(g, r, m) })
}

// reference returns p on the reference kernel, which plays also moves that leave a king in check.
func reference(p rules.Position) rules.Position {
	r, err := rules.Exactly(p.Variant(), p.Setup())
	if err != nil {
		return p // cannot be: p is a position of that game
	}
	return r
}

// allows reports whether a goal that exposes the own king may be reached from p: for a double mate the side
// to move must have a legal move, and for a counter-mate it must be mated.
func allows(g Goal, p rules.Position) bool {
	switch g.Aim {
	case DoubleMate:
		return p.HasLegalMove()
	case CounterMate:
		return p.InCheck() && !p.HasLegalMove()
	}
	return true
}

// exposed reports whether m, played from r, leaves its own side in a mate and, but for the automate, the
// other too.
func exposed(g Goal, r rules.Position, m rules.Move) bool {
	q := r.Play(m)
	if g.Aim != AutoMate && !q.InCheck() {
		return false
	}
	own := q.Play(pass)
	return own.InCheck() && immobile(own) && (g.Aim == AutoMate || immobile(q))
}

// immobile reports whether the side to move can neither move nor take the other king.
func immobile(p rules.Position) bool {
	return !p.HasLegalMove() && len(p.Select(rules.KingTaking, nil)) == 0
}

// text returns a legal move in the position reached, as Popeye writes it, with the sign of the goal
// it reaches, if it does.
func (w *walk) text(m rules.Move, g Goal, reached bool) string {
	if m.Form() == rules.Pass {
		return "..."
	}
	text := notation.Text(w.now(), m, notation.Popeye)
	if !reached || g.mark() == "" {
		return text
	}
	switch g.Aim {
	case Mate, Stalemate, DoubleStalemate, Check, DoubleMate, CounterMate, MateOrStalemate, AutoStalemate:
		if n := len(text); n > 2 && text[n-2:] == " +" {
			text = text[:n-2]
		}
	}
	return text + " " + g.mark()
}

// reaches reports whether the legal move m, which need not be played, reaches a goal.
func (w *walk) reaches(g Goal, m rules.Move) bool {
	switch g.Aim {
	case AnyMove:
		return true
	case Castling:
		return m.Form() == rules.Castle
	case PassingCapture:
		return m.Form() == rules.EnPassant
	case Check:
		return w.now().GivesCheck(m)
	case DoubleMate, CounterMate, AutoMate:
		return allows(g, w.now()) && exposed(g, reference(w.now()), m)
	case Mate:
		if !w.now().GivesCheck(m) {
			return false
		}
	case Target:
		if v := w.now().Variant(); !v.Aftermath.Active && m.Form() == rules.Ordinary {
			at, err := v.ParseSquare(g.Square)
			return err == nil && at == m.To() // else the man may end elsewhere
		}
	case Circuit, RebirthCircuit, Exchange, RebirthExchange:
		if !w.mayReturn(g, m) {
			return false
		}
	}
	return w.tried(g, m)
}

// achieves is reaches for a move that candidates has returned.
func (w *walk) achieves(g Goal, m rules.Move) bool {
	return g.Aim == Check || g.Aim == Mate || g.Aim == Stalemate || g.Aim == DoubleStalemate || g.exposes() || w.reaches(g, m)
}

// tried plays m to see whether it reaches a goal.
func (w *walk) tried(g Goal, m rules.Move) bool {
	p := w.now()
	w.push(m)
	defer w.pop()
	return w.reached(g, p, m)
}

// reached reports whether the move m just played from p has reached a goal.
func (w *walk) reached(g Goal, p rules.Position, m rules.Move) bool {
	q := w.now()
	switch g.Aim {
	case Mate:
		return !w.canMove() && q.InCheck()
	case Stalemate:
		return !w.canMove() && !q.InCheck()
	case MateOrStalemate:
		return !w.canMove()
	case DoubleStalemate, AutoStalemate:
		return w.reachedByBoth(g)
	case Check:
		return q.InCheck()
	case Capture:
		return rules.Effects(p, m).Captured != 0
	case WinPiece:
		d := rules.Effects(p, m)
		return d.Captured != 0 && d.RebornAt == board.NoSquare
	case Target:
		return p.Variant().SquareName(arrival(rules.Effects(p, m))) == g.Square
	case PassingCapture:
		return m.Form() == rules.EnPassant
	case Castling:
		return m.Form() == rules.Castle
	case AnyMove:
		return true
	case ProofGame, TargetGame:
		return w.target.is(q)
	}
	return g.retraces() && w.returned(g)
}

// reachedByBoth is reached for the goals that ask what the side that has moved could do next.
func (w *walk) reachedByBoth(g Goal) bool {
	q := w.now()
	if g.Aim == DoubleStalemate && (q.InCheck() || w.canMove()) || q.InCheck() {
		return false
	}
	return !q.Play(pass).HasLegalMove()
}

// foresight returns the position reached where the kernel may be asked what moves force.
func (w *walk) foresight() (f rules.Foresight, is bool) {
	if !w.foresees {
		return nil, false
	}
	f, is = w.now().(rules.Foresight)
	return f, is
}

// forces returns a move that brings something about, where the kernel may be asked and finds it; else known is false.
func (w *walk) forces(what rules.Forced) (m rules.Move, ok, known bool) {
	p, is := w.foresight()
	if !is {
		return 0, false, false
	}
	m, ok = p.Forces(what)
	return m, ok, true
}

// canMove reports whether the side to move has a legal move.
func (w *walk) canMove() bool { return w.now().HasLegalMove() }

// canReach reports whether the side to move can reach a goal at once.
func (w *walk) canReach(g Goal) bool {
	for _, m := range w.candidates(g) {
		if w.achieves(g, m) {
			return true
		}
	}
	return false
}

// allReach reports whether the side to move can and must reach the goal. One that exposes the own king is reached where there is
// no legal move.
func (w *walk) allReach(g Goal) bool {
	p := w.now()
	if f, is := p.(rules.Foresight); is && g.Aim == Mate {
		return f.OnlyMates()
	}
	all := w.moves()
	if len(all) == 0 {
		return g.exposes() && w.canReach(g)
	}
	if g.checks() {
		for _, m := range all {
			if !p.GivesCheck(m) {
				return false
			}
		}
	}
	for _, m := range all {
		if !w.reaches(g, m) {
			return false
		}
	}
	return true
}

// arrival returns where the man that has moved stands in the end, or NoSquare.
func arrival(d rules.Details) board.Square {
	if d.CapturerGone || d.Removed != 0 && d.RebornAt == d.To {
		return board.NoSquare
	}
	if d.CapturerAt != board.NoSquare {
		return d.CapturerAt
	}
	return d.To
}

// origins say of a position of the walk where its men stood in the diagram.
type origins struct {
	from    []board.Square // by square, of the man there
	pending board.Square   // of the man that the last move captured
	moved   []board.Square // where men have come with the last move,
	reborn  []board.Square // and by a rebirth in it
}

// originsNow returns the origins of the position that has been reached.
func (w *walk) originsNow() *origins {
	for len(w.origins) <= len(w.path) {
		w.origins = append(w.origins, origins{})
	}
	if o := &w.origins[0]; o.from == nil {
		o.pending = board.NoSquare
		for sq := range w.at[0].Variant().Size.Area() {
			o.from = append(o.from, board.Square(sq))
		}
	}
	for ; w.known < len(w.path); w.known++ {
		w.origins[w.known+1].follow(&w.origins[w.known], w.at[w.known], w.path[w.known])
	}
	return &w.origins[w.known]
}

// follow makes o what it is after the move m of p, before which it was as it is in another. A pass changes nothing.
func (o *origins) follow(before *origins, p rules.Position, m rules.Move) {
	none := board.NoSquare
	o.from, o.pending = append(o.from[:0], before.from...), before.pending
	o.moved, o.reborn = append(o.moved[:0], before.moved...), append(o.reborn[:0], before.reborn...)
	if m.Form() == rules.Pass {
		return
	}
	d := rules.Effects(p, m)
	o.moved, o.reborn = o.moved[:0], o.reborn[:0]
	mover, captured := o.from[d.From], none
	o.from[d.From] = none
	if d.Captured != 0 {
		captured = o.from[d.CapturedAt]
		o.from[d.CapturedAt] = none
	}
	if d.RookFrom != none {
		rook := o.from[d.RookFrom]
		o.from[d.RookFrom] = none
		o.from[d.RookTo] = rook
		o.moved = append(o.moved, d.RookTo)
	}
	if end := arrival(d); end != none {
		o.from[end] = mover
		o.moved = append(o.moved, end) // also where the man that captures is reborn
	}
	if d.RebornAt != none && !d.RebornBelow {
		if o.from[d.RebornAt] = captured; p.Variant().Aftermath.Where == rules.AtNextVector {
			o.from[d.RebornAt] = o.pending
		}
		o.reborn = append(o.reborn, d.RebornAt)
	}
	if o.pending = none; d.Captured != 0 {
		o.pending = captured
	}
}

// mayReturn reports whether the legal move m may reach a goal that retraces, as can be told of a move that captures nobody where nobody is reborn by it.
func (w *walk) mayReturn(g Goal, m rules.Move) bool {
	p := w.now()
	a := &p.Variant().Aftermath
	if m.Form() != rules.Ordinary || p.At(m.To()) != 0 || a.Active && (a.Where == rules.AtNextVector || a.Occupied == rules.Below) {
		return true
	}
	o := w.originsNow()
	start := o.from[m.From()]
	switch {
	case start == board.NoSquare:
		return false
	case g.Aim == Circuit:
		return start == m.To()
	}
	return g.Aim == Exchange && o.from[start] == m.To()
}

// returned reports whether the last move brought a man back to its square in the diagram, or
// on that of a man of its side that stands on its own: by a move or, where the goal says so, by a rebirth.
func (w *walk) returned(g Goal) bool {
	o, now := w.originsNow(), w.now()
	back := func(sq board.Square) bool {
		start := o.from[sq]
		switch {
		case start == board.NoSquare:
			return false
		case g.Aim == Circuit || g.Aim == RebirthCircuit:
			return start == sq
		}
		return start != sq && o.from[start] == sq && now.At(start) != 0 && now.At(start).Color() == now.At(sq).Color()
	}
	byMove := g.Aim == Circuit || g.Aim == Exchange
	byRebirth := g.Aim != Circuit
	return byMove && slices.ContainsFunc(o.moved, back) || byRebirth && slices.ContainsFunc(o.reborn, back)
}
