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
	start := view.Of(g.Chess().Start(), view.Watching())
	for _, p := range start.Pieces {
		army.Start[p.Color][p.Letter]++
	}
	for _, held := range start.Hands {
		for _, h := range held {
			army.Start[h.Color][h.Letter] += h.Count
		}
	}
	for _, h := range start.Hidden {
		army.Start[h.Color][h.Letter]++
	}
	return army
}
