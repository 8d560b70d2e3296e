package invisible

import "github.com/kirke-chess/kirke/board"

// This file lists the histories of an invisible piece that meet a need.

// drafts lists histories. It calls found for each, until found returns true.
type drafts struct {
	*world
	need  need
	sole  [2]bool // by side, whether no further piece of it can be added
	h     history
	found func(*history) bool
}

// order is the order in which pieces are tried: those that disturb least come first.
var order = [6]Piece{Knight, Pawn, Bishop, Rook, Queen, King}

// each calls found for all histories of one more invisible piece that meet a need, until found
// returns true. Half-moves that are made already are not made again.
func (f *finder) each(n need, found func(*history) bool) bool {
	w := &f.world
	d := drafts{world: w, need: n, found: found}
	for c := range board.Color(2) {
		left := f.n - len(f.all) - 1
		d.sole[c] = left == 0 || left == 1 && f.lacks(c.Other())
	}
	for _, kind := range order {
		for _, c := range [2]board.Color{board.Black, board.White} {
			p := Make(kind, c)
			if n.mask>>p&1 == 0 || kind == Pawn && !pawnStands(n.at) || kind == King && w.hasKing(c) {
				continue
			}
			d.h.at[n.state], d.h.is[n.state] = n.at, p
			if d.back(n.state) {
				return true
			}
		}
	}
	return false
}

// hasKing reports whether the king of a side has a place.
func (w *world) hasKing(c board.Color) bool {
	if w.seen[0].kings[c] != nowhere {
		return true
	}
	for i := range w.all {
		if w.all[i].is[0] == Make(King, c) {
			return true
		}
	}
	return false
}

// open reports whether an invisible piece of a side may make a half-move that no other makes.
func (w *world) open(k int, c board.Color) bool {
	m := &w.moves[k-1]
	return m.side == c && (m.kind == unseen || m.kind == unseenTakes) && w.movers[k] < 0
}

// back adds the states before k in all ways.
func (d *drafts) back(k int) bool {
	if k == 0 {
		if d.h.is[0].kind() == Pawn && !pawnStands(d.h.at[0]) {
			return false
		}
		return d.onward(d.need.state)
	}
	h := &d.h
	open := d.open(k, h.is[k].color())
	if d.need.comes != k && !(open && d.sole[h.is[k].color()]) {
		h.at[k-1], h.is[k-1] = h.at[k], h.is[k]
		if d.back(k - 1) {
			return true
		}
	}
	m := &d.moves[k-1]
	if !open || m.kind == unseenTakes && m.to != h.at[k] {
		return false
	}
	come := func(from Square, p Piece) bool {
		h.at[k-1], h.is[k-1] = from, p
		return d.back(k - 1)
	}
	at, p := h.at[k], h.is[k]
	g := &d.seen[k-1].grid
	if g[at] != 0 && m.kind == unseen {
		return false
	}
	if p.kind() == Pawn {
		return d.pawnCame(at, p, m.kind == unseenTakes, g, come)
	}
	if reach(g, at, p, func(from Square) bool { return g[from] == 0 && come(from, p) }) {
		return true
	}
	if p.kind() != King && at.rank() == lastRank(p.color()) {
		return d.pawnCame(at, Make(Pawn, p.color()), m.kind == unseenTakes, g, come)
	}
	return false
}

// reach calls found for the squares that a piece other than a pawn reaches from a square, until
// found returns true.
func reach(g *Grid, at Square, p Piece, found func(Square) bool) bool {
	if p.kind() == Knight {
		for _, s := range jumps[at] {
			if found(s) {
				return true
			}
		}
		return false
	}
	for d := range directions {
		ray := rays[at][d]
		if p.kind() == King {
			ray = ray[:min(1, len(ray))]
		} else if !p.slides(d) {
			continue
		}
		for _, s := range ray {
			if found(s) {
				return true
			}
			if g[s] != 0 {
				break
			}
		}
	}
	return false
}

// pawnCame calls come for the squares from which a pawn arrives.
func (d *drafts) pawnCame(at Square, p Piece, takes bool, g *Grid, come func(Square, Piece) bool) bool {
	if f := forward(p.color()); !takes {
		from := at - f
		if pawnStands(from) && g[from] == 0 {
			if come(from, p) {
				return true
			}
			if from -= f; from.rank() == secondRank(p.color()) && g[from] == 0 && come(from, p) {
				return true
			}
		}
	}
	for _, from := range pawnTakes(at, p.color().Other()) {
		if pawnStands(from) && g[from] == 0 && come(from, p) {
			return true
		}
	}
	return false
}

// onward adds the states after k in all ways.
func (d *drafts) onward(k int) bool {
	if k == len(d.moves) {
		return d.found(&d.h)
	}
	h := &d.h
	c := h.is[k].color()
	open := d.open(k+1, c)
	h.at[k+1], h.is[k+1] = h.at[k], h.is[k]
	if !(open && d.sole[c]) && d.onward(k+1) {
		return true
	}
	if !open {
		return false
	}
	return d.targets(h, k+1, func() bool { return d.onward(k + 1) })
}

// targets calls found for each move of half-move k that an invisible piece may make, as the visible
// pieces stand, until found returns true. The move is then in the history.
func (w *world) targets(h *history, k int, found func() bool) bool {
	m, g := &w.moves[k-1], &w.seen[k-1].grid
	at, p := h.at[k-1], h.is[k-1]
	to := func(s Square, becomes Piece) bool {
		if m.kind == unseenTakes && s != m.to || m.kind == unseen && g[s] != 0 {
			return false
		}
		h.at[k], h.is[k] = s, becomes
		return found()
	}
	if p.kind() != Pawn {
		return reach(g, at, p, func(s Square) bool { return to(s, p) })
	}
	pawn := func(s Square) bool {
		if s.rank() != lastRank(p.color()) {
			return to(s, p)
		}
		for _, kind := range []Piece{Queen, Knight, Rook, Bishop} {
			if to(s, Make(kind, p.color())) {
				return true
			}
		}
		return false
	}
	f := forward(p.color())
	if s := at + f; m.kind == unseen && g[s] == 0 {
		if pawn(s) {
			return true
		}
		if at.rank() == secondRank(p.color()) && pawn(s+f) {
			return true
		}
	}
	for _, s := range pawnTakes(at, p.color()) {
		if s != nowhere && pawn(s) {
			return true
		}
	}
	return false
}
