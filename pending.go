package kirke

import "github.com/kirke-chess/kirke/rules"

// Style is a way of writing moves.
type Style string

// pending stands in for what the rooms below are about to offer.
var pending struct {
	ParseFEN  func(*Variant, string) (Setup, error)
	FEN       func(rules.Position) string
	UCI       func(rules.Position, Move) string
	ParseAny  func(rules.Position, string) (Move, error)
	Text      func(rules.Position, Move, Style) string
	Candidate func(rules.Position, string) (Move, error)
	New       func(*Variant, Setup, Problem) (rules.Position, error)
	Start     func(*Variant, rules.Draw) (Setup, error)
	Lookup    func(string) (*Variant, error)
	All       func() []*Variant
}
