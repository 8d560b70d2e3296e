package problem

import "github.com/kirke-chess/kirke/rules"

// Sink receives the solution of a problem as it is found. For each twin, Solve calls Twin first and
// EndTwin last. Between them it calls Phase for each phase, then Line or Key for each solution,
// then EndPhase.
type Sink interface {
	// Twin begins a twin, or with label "" the only position of a problem without twins.
	Twin(p *Problem, label string)
	// Phase begins a phase.
	Phase(ph Phase)
	// Line is a solution of help or series play.
	Line(l Line)
	// Key is a key or a try with the play after it.
	Key(k *Node)
	// First tells the number of a first move, from 1, before the solutions that begin with it. Only
	// some options ask for it.
	First(n int, text string)
	// EndPhase ends the phase.
	EndPhase(ph Phase)
	// Note is a remark for the reader, for instance that an option does not apply.
	Note(n Note)
	// EndTwin ends the twin.
	EndTwin(o Outcome)
}

// Phase is a part of a solution: set play or the actual play, as it is or with colours exchanged.
type Phase struct {
	Set     bool // set play
	PostKey bool // the diagram is the position after the key
	Swapped bool // colours are exchanged
	Tree    bool // solutions are trees, not lines
	Apart   bool // lines that end a move before others are shown apart from them
}

// Outcome is how the solving of a twin ended.
type Outcome struct {
	Solutions   int  // lines or keys of the actual play, in all phases
	Partial     bool // an option or a limit ended the search early
	TimedOut    bool // MaxTime did
	Interrupted bool // the context did
	Nodes       uint64
}

// Played is a move of a solution as it is written.
type Played struct {
	Text     string   `json:"text,omitempty"`     // as Popeye writes it, with the sign of the goal that it reaches
	UCI      string   `json:"uci,omitempty"`      // as engines write it
	Rebirths []string `json:"rebirths,omitempty"` // as "+bSg8", "wQd5->d1"
}

// Line is a solution of help or series play, or one variation of play after a series.
type Line struct {
	Moves   []Step `json:"moves"`
	Intro   int    `json:"intro,omitempty"` // how many of the moves belong to introductory series
	Missing bool   `json:"-"`               // "1...  ..." is printed first
	End     uint64 `json:"-"`               // the key of the final position, if Options.PerEnding is set
}

// Step is a half-move of a line.
type Step struct {
	Number int  `json:"number,omitempty"` // printed before it; 0 for none
	Dots   bool `json:"dots,omitempty"`   // the number is that of the other side's move
	Answer bool `json:"answer,omitempty"` // by a side that defends
	Played
	Move rules.Move `json:"-"`
	Rank uint64     `json:"-"` // orders moves as Popeye does
}

// Node is a move of a tree of moves and answers.
type Node struct {
	Played
	Number   int     `json:"number"`             // 0 for the play from a diagram in which the defender begins
	Answer   bool    `json:"answer,omitempty"`   // by the defending side: "1...Ke8"
	Sign     string  `json:"sign,omitempty"`     // "!" for a key or refutation, "?" for a try, "refutes" after the key
	Threats  []*Node `json:"threats,omitempty"`  // what would follow if the other side passed
	Pass     string  `json:"pass,omitempty"`     // what a pass of the other side would bring about
	Zugzwang bool    `json:"zugzwang,omitempty"` // nothing would follow
	Check    bool    `json:"check,omitempty"`    // the diagram after the key is check
	Next     []*Node `json:"next,omitempty"`     // answers, or continuations after an answer
	But      []*Node `json:"but,omitempty"`      // the refutations of a try

	move rules.Move
}

// Both returns a sink that passes everything to two others.
func Both(a, b Sink) Sink { return both{a, b} }

type both struct{ a, b Sink }

func (s both) Twin(p *Problem, label string) { s.a.Twin(p, label); s.b.Twin(p, label) }
func (s both) Phase(ph Phase)                { s.a.Phase(ph); s.b.Phase(ph) }
func (s both) Line(l Line)                   { s.a.Line(l); s.b.Line(l) }
func (s both) Key(k *Node)                   { s.a.Key(k); s.b.Key(k) }
func (s both) First(n int, text string)      { s.a.First(n, text); s.b.First(n, text) }
func (s both) EndPhase(ph Phase)             { s.a.EndPhase(ph); s.b.EndPhase(ph) }
func (s both) Note(n Note)                   { s.a.Note(n); s.b.Note(n) }
func (s both) EndTwin(o Outcome)             { s.a.EndTwin(o); s.b.EndTwin(o) }
