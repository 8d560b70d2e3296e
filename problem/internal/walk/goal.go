package walk

import (
	"github.com/kirke-chess/kirke/rules"
)

// Goal is what play aims at.
type Goal struct {
	Aim    Aim
	Square string // of Target and Kiss: the square's name
}

// Aim is the kind of a goal.
type Aim uint8

// The aims of goals. The side that reaches one moves last. Package problem says what each is. Those
// of Immobilises come first, and those of LooksBack stand together.
const (
	Mate Aim = iota
	Stalemate
	MateOrStalemate
	DoubleStalemate
	DoubleMate
	CounterMate
	AutoMate
	AutoStalemate
	Check
	Capture
	Target
	WinPiece
	PassingCapture
	Castling
	LastRank
	Kiss
	Circuit
	RebirthCircuit
	Exchange
	RebirthExchange
	AnyMove
	ProofGame
	TargetGame
)

// Aims are the aims as they are written, in the order in which a parser tries them. Mark is printed
// after the move that reaches one.
var Aims = []struct {
	Text, Mark string
	Aim        Aim
	HasSquare  bool // a square's name follows
}{
	{"##!", "##!", CounterMate, false},
	{"##", "##", DoubleMate, false},
	{"#=", "#=", MateOrStalemate, false},
	{"#", "#", Mate, false},
	{"==", "==", DoubleStalemate, false},
	{"!=", "!=", AutoStalemate, false},
	{"=", "=", Stalemate, false},
	{"z", "z", Target, true},
	{"+", "+", Check, false},
	{"x", "x", Capture, false},
	{"%", "%", WinPiece, false},
	{"ep", "", PassingCapture, false},
	{"ctr", "", RebirthCircuit, false},
	{"ct", "", Circuit, false},
	{"<>r", "", RebirthExchange, false},
	{"<>", "", Exchange, false},
	{"00", "", Castling, false},
	{"~", "", AnyMove, false},
	{"dia", "dia", ProofGame, false},
	{"a=>b", "a=>b", TargetGame, false},
	{"c81", "c81", LastRank, false},
	{"k", "", Kiss, true},
	{"!#", "!#", AutoMate, false},
}

// String returns the goal as it is written in a stipulation.
func (g Goal) String() string {
	for _, a := range Aims {
		if a.Aim == g.Aim {
			return a.Text + g.Square
		}
	}
	return "?"
}

// Mark returns what is printed after a move that reaches the goal, "" for goals that Popeye marks
// with nothing.
func (g Goal) Mark() string {
	for _, a := range Aims {
		if a.Aim == g.Aim {
			return a.Mark
		}
	}
	return ""
}

// Immobilises reports whether a goal asks that a side cannot move.
func (g Goal) Immobilises() bool { return g.Aim <= AutoStalemate }

// NeedsCheck reports whether a goal that mates or stalemates one side needs a check.
func (g Goal) NeedsCheck() bool { return g.Aim == Mate || g.Aim == AutoMate }

// LooksBack reports whether a goal depends on where pieces stood before.
func (g Goal) LooksBack() bool { return g.Aim >= Kiss && g.Aim <= RebirthExchange }

// ExposesKing reports whether the move that reaches a goal leaves the own king in check.
func (g Goal) ExposesKing() bool {
	return g.Aim == DoubleMate || g.Aim == CounterMate || g.Aim == AutoMate
}

// checks reports whether a goal is a check of the other side's king alone.
func (g Goal) checks() bool { return g.Aim == Check || g.Aim == Mate }

// Backward reports whether Popeye lists the moves that reach a goal from the last piece to the
// first. It does so for mates and checks, except in variants in which kings or capturers are reborn
// or vanish, a captured piece is reborn late or replaces another, a piece that has captured moves
// again, or sides move each other's pieces.
func (g Goal) Backward(v *rules.Variant) bool {
	a := &v.Aftermath
	moved := a.Active && (a.Kings || a.Capturer == rules.CapturerVanishes || a.Reborn != rules.CapturedReborn ||
		a.Where == rules.AtNextVector || a.Occupied == rules.ReplacesOccupant || a.Occupied.Hides())
	moved = moved || v.Fairy.Chains || v.Fairy.Changing.Departs != rules.FromOwnSquare || v.Fairy.Movers.MovesTheirs()
	for i := range v.Army {
		has := &v.Army[i].Traits
		moved = moved || has.Kamikaze || has.HalfNeutral || has.Magic || has.ActOnHurdles()
	}
	return g.checks() && !moved
}
