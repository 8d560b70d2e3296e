package live

// This file lists the pieces of a game.

import (
	"github.com/kirke-chess/kirke/play"
	"github.com/kirke-chess/kirke/web/view"
)

// Army is the pieces that a game begins with.
type Army struct {
	Pieces map[string]ArmyPiece      `json:"pieces"` // by letter
	Start  map[string]map[string]int `json:"start"`  // how many, by colour and letter
}

// ArmyPiece is a type of piece.
type ArmyPiece struct {
	Type  string `json:"type"`
	Value int    `json:"value"` // in centipawns
}

// ArmyOf returns the pieces that a game begins with, those in hand included.
func ArmyOf(g *play.Game) Army {
	v := g.Chess().Variant()
	army := Army{map[string]ArmyPiece{}, map[string]map[string]int{"white": {}, "black": {}}}
	for _, t := range v.Army {
		army.Pieces[string(t.Letter)] = ArmyPiece{t.Name, t.Value}
	}
	count := func(color, letter string, n int) {
		if side, ok := army.Start[color]; ok { // neither a wall nor a neutral piece
			side[letter] += n
		}
	}
	start := view.Of(g.Chess().Start(), view.Watching())
	for _, p := range start.Pieces {
		count(p.Color, p.Letter, 1)
	}
	for _, held := range start.Hands {
		for _, h := range held {
			count(h.Color, h.Letter, h.Count)
		}
	}
	for _, h := range start.Hidden {
		count(h.Color, h.Letter, 1)
	}
	return army
}
