package live

// This file writes the earlier positions of a game.

import (
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/view"
)

// PositionsOf returns the positions of a game after from half-moves, before to. They have no legal
// moves. The variant and the squares, which are the same in all of them, are left out.
func PositionsOf(g *play.Game, from, to int) []view.View {
	views := []view.View{}
	add := func(v view.View) {
		v.Variant, v.Squares, v.Imaginary, v.Outcome = view.Variant{}, nil, nil, nil
		views = append(views, v)
	}
	if from == 0 && to > 0 {
		add(view.Of(g.Chess().Start(), view.Watching()))
	}
	for n := range g.Chess().MainLine() {
		if n.Ply() >= min(to, g.Ply()+1) {
			break
		}
		if n.Ply() >= from {
			add(view.Of(n.Position(), view.Watching(), view.After(n.Parent().Position(), n.Move())))
		}
	}
	return views
}
