package invisible

import (
	"slices"

	"github.com/kirke-chess/kirke/board"
)

// This file asks whether a king is mated: in one world, and in all of them.

// mated reports whether a side is mated in the world that was played last. The line ends there.
func (w *world) mated(c board.Color) bool {
	king := w.grid.king(c)
	if king == nowhere || !w.grid.attacked(king, c.Other()) {
		return false
	}
	for from := range Square(64) {
		if w.grid[from].of(c) && w.escapes(from, king) {
			return false
		}
	}
	return true
}

// escapes reports whether a move of the piece on a square ends the check of its king.
func (w *world) escapes(from, king Square) bool {
	g := &w.grid
	p := g[from]
	c := p.color()
	legal := func(to, taken Square) bool {
		if q := g[to]; q.of(c) || q == Hole || q.kind() == King {
			return false
		}
		n := *g
		n[taken] = 0
		n[from], n[to] = 0, p
		k := king
		if from == king {
			k = to
		}
		return !n.attacked(k, c.Other())
	}
	if p.kind() != Pawn {
		return reach(g, from, p, func(to Square) bool { return legal(to, to) })
	}
	if !pawnStands(from) {
		return false
	}
	f := forward(c)
	if to := from + f; g[to] == 0 {
		if legal(to, to) || from.rank() == secondRank(c) && g[to+f] == 0 && legal(to+f, to+f) {
			return true
		}
	}
	last := &w.seen[len(w.moves)]
	for _, to := range pawnTakes(from, c) {
		if to == nowhere {
			continue
		}
		if g[to] != 0 && legal(to, to) || to == last.ep && g[to] == 0 && last.grid[from] != 0 && legal(to, to-f) {
			return true
		}
	}
	return false
}

// refute looks for a world in which the line can be played and its last move does not mate: the
// king is not in check, or a move follows.
func (f *finder) refute(c board.Color) bool {
	f.unchecked = true
	found := f.find()
	if f.unchecked = false; found {
		return true
	}
	for _, m := range f.seen[len(f.moves)].moves(c) {
		if m.kind == castling { // out of check
			continue
		}
		f.add(m)
		found := f.find()
		if f.drop(); found {
			return true
		}
	}
	return false
}

// certain returns the invisible pieces that stand on the same square in all worlds for the line,
// from h8 to a1. It gets some of these worlds and returns them with those that it found.
func (f *finder) certain(worlds [][]history) ([]Placed, [][]history) {
	var all []Placed
	end := len(f.moves)
	for i := range worlds[0] {
		if f.load(worlds[0]); f.play() == fine && f.alive>>i&1 != 0 {
			all = append(all, Placed{worlds[0][i].at[end], worlds[0][i].is[end]})
		}
	}
	for _, w := range worlds[1:] {
		f.load(w)
		all = f.standing(all)
	}
	var sure []Placed
	for len(all) > 0 {
		f.forbidden = all[0]
		found := f.find()
		if f.forbidden = (Placed{}); !found {
			sure, all = append(sure, all[0]), all[1:]
			continue
		}
		worlds = append(worlds, slices.Clone(f.all))
		all = f.standing(all[1:])
	}
	slices.SortFunc(sure, func(a, b Placed) int { return int(b.At - a.At) })
	return sure, worlds
}

// standing returns those of some pieces that stand in the world too.
func (f *finder) standing(some []Placed) (all []Placed) {
	if len(some) == 0 || f.play() != fine {
		return nil
	}
	for _, p := range some {
		if f.grid[p.At] == p.Piece {
			all = append(all, p)
		}
	}
	return all
}
