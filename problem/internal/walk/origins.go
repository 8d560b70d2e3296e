package walk

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// origins are where the pieces of a position stood in the diagram.
type origins struct {
	from    []board.Square // by square: of the piece there
	pending board.Square   // of the piece that the last move captured
	moved   []board.Square // where the last move brought pieces
	reborn  []board.Square // where it brought pieces by a rebirth
}

// originsNow returns the origins of the position that has been reached.
func (w *Walk) originsNow() *origins {
	for len(w.origins) <= len(w.path) {
		w.origins = append(w.origins, origins{})
	}
	if o := &w.origins[0]; o.from == nil {
		o.pending = board.NoSquare
		for sq := range w.at[0].Variant().Size.Area() {
			o.from = append(o.from, board.Square(sq))
		}
	}
	for ; w.knownTo < len(w.path); w.knownTo++ {
		w.origins[w.knownTo+1].follow(&w.origins[w.knownTo], w.at[w.knownTo], w.path[w.knownTo])
	}
	return &w.origins[w.knownTo]
}

// follow sets o to the origins after the move m of p, given those before it. A pass changes
// nothing.
func (o *origins) follow(before *origins, p rules.Position, m rules.Move) {
	none := board.NoSquare
	o.from, o.pending = append(o.from[:0], before.from...), before.pending
	o.moved, o.reborn = append(o.moved[:0], before.moved...), append(o.reborn[:0], before.reborn...)
	if m.Form() == rules.Pass {
		return
	}
	if m == rules.ExchangeOfRoles {
		slices.Reverse(o.from)
		o.moved, o.reborn, o.pending = o.moved[:0], o.reborn[:0], none
		return
	}
	d := rules.Effects(p, m)
	o.moved, o.reborn = o.moved[:0], o.reborn[:0]
	if d.Steps == nil {
		o.apply(p.Variant(), &d)
	}
	for i := range d.Steps {
		o.apply(p.Variant(), &d.Steps[i])
	}
}

// apply sets o to the origins after a move of p, or a step of one.
func (o *origins) apply(v *rules.Variant, d *rules.Details) {
	none := board.NoSquare
	mover, captured := o.from[d.From], none
	o.from[d.From] = none
	if d.Captured != 0 {
		captured = o.from[d.CapturedAt]
		o.from[d.CapturedAt] = none
	}
	if d.Move.Form() == rules.Exchange {
		o.from[d.From] = o.from[d.To]
		o.moved = append(o.moved, d.From)
	}
	if d.RookFrom != none {
		rook := o.from[d.RookFrom]
		o.from[d.RookFrom] = none
		o.from[d.RookTo] = rook
		o.moved = append(o.moved, d.RookTo)
	}
	if end := d.End(); end != none {
		o.from[end] = mover
		o.moved = append(o.moved, end) // also where a capturer is reborn
	}
	for _, e := range d.Effects {
		if e.Kind == rules.HurdleMoves {
			o.from[e.At], o.from[e.From] = o.from[e.From], none
			o.moved = append(o.moved, e.At)
		}
	}
	if d.RebornAt != none && !d.RebornBelow {
		if o.from[d.RebornAt] = captured; v.Aftermath.Where == rules.AtNextVector {
			o.from[d.RebornAt] = o.pending
		}
		o.reborn = append(o.reborn, d.RebornAt)
	}
	if o.pending = none; d.Captured != 0 {
		o.pending = captured
	}
}

// kisses reports whether a piece on a square kisses that of the goal: it is beside the piece that
// stood on the goal's square in the diagram, and no other piece is.
func (w *Walk) kisses(g Goal, kisser board.Square) bool {
	now, o := w.Now(), w.originsNow()
	size := now.Variant().Size
	diagram, err := size.Parse(g.Square)
	kissed := slices.Index(o.from, diagram)
	if err != nil || kissed < 0 || int(kisser) >= size.Area() || now.At(board.Square(kissed)) == 0 {
		return false
	}
	beside, others := false, false
	for sq := range board.Square(size.Area()) {
		df, dr := size.File(sq)-size.File(board.Square(kissed)), size.Rank(sq)-size.Rank(board.Square(kissed))
		switch {
		case max(df, -df, dr, -dr) != 1:
		case sq == kisser:
			beside = true
		case now.At(sq) != 0:
			others = true
		}
	}
	return beside && !others
}

// mayReturn reports whether the legal move m may reach a goal that looks back. It only rejects
// moves without capture or rebirth.
func (w *Walk) mayReturn(g Goal, m rules.Move) bool {
	p := w.Now()
	a := &p.Variant().Aftermath
	late := a.Active && (a.Where == rules.AtNextVector || a.Occupied.Hides())
	if m.Form() != rules.Ordinary || p.At(m.To()) != 0 || late || p.Variant().Fairy.Chains {
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

// returned reports whether the last move brought a piece back to its square in the diagram. For an
// exchange, it must come to the square of another piece of its side, which stands on the first
// one's. A circuit is a move, and the goals of rebirth are a rebirth; an exchange may be either, as
// in Popeye.
func (w *Walk) returned(g Goal) bool {
	o, now := w.originsNow(), w.Now()
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
