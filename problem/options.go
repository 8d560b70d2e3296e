package problem

import (
	"fmt"
	"strings"
	"time"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/problem/internal/lines"
)

// Options change what is looked for and what is shown. The zero value is the default.
type Options struct {
	SetPlay           bool // first the play of the side that does not begin
	Variations        bool // show the answers to keys
	NoThreat          bool // do not show threats
	PostKeyPlay       bool // the diagram is the position after the key
	WhiteToPlay       bool // help play begins half a move later
	Duplex            bool // solve again with colours exchanged
	HalfDuplex        bool // solve only with colours exchanged
	Quodlibet         bool // the first side may also reach the goal itself
	GoalIsEnd         bool // play does not go on past the goal
	NoShortVariations bool
	StopOnShort       bool // no solutions longer than the shortest
	MoveNumbers       bool // show the progress by the first moves
	NoBoard           bool // do not show the diagram
	Intelligent       bool // without effect but for PerEnding

	NoTrivialTries bool // show no checks as tries that one answer refutes
	KeepMating     bool // changes nothing, since a bare king mates nobody; refused under conditions
	MatesIn1       bool // show answers that reach the goal early beside others, in self play

	Tries   int  // show keys with up to this many refutations
	Threat  int  // the greatest length of threats; 0 for no limit, -1 for Popeye's "Threat 0"
	Flights *int // the greatest number of squares that the defending king may move to
	// NonTrivial {m, n} allows the defence m answers, besides the first of each move, that the
	// attacking side does not meet in n moves.
	NonTrivial *[2]int

	MaxSolutions int           // 0 for no limit
	PerEnding    int           // with Intelligent, solutions of a length in one final position; 0 for no limit
	MaxTime      time.Duration // 0 for no limit
	From, UpTo   int           // first moves to search, from 1; 0 for no limit
	// FromNext and UpToNext are From and UpTo of the moves after the first, in their order.
	FromNext, UpToNext []int

	// EnPassant are the squares of the pawn that has just moved: departure, squares passed,
	// arrival.
	EnPassant  []board.Square
	NoCastling []board.Square
	Exclusive  [][2]board.Square // pairs of rooks with which at most one castling is legal

	NoKing [2]bool // by colour, whether the king is missing on purpose

	// Words are the options as they were written, in Popeye's English.
	Words []string
}

// sides returns for which sides a problem is solved: false as it is, true with colours exchanged.
func (o *Options) sides() []bool {
	switch {
	case o.Duplex:
		return []bool{false, true}
	case o.HalfDuplex:
		return []bool{true}
	}
	return []bool{false}
}

// Note is a remark for the reader of a solution, in English.
type Note string

// The notes on options that do not apply or have no effect.
const (
	NoteQuodlibet   Note = "Quodlibet not applicable - ignored"
	NoteGoalIsEnd   Note = "GoalIsEnd not applicable - ignored"
	NotePostKeyPlay Note = "PostKeyPlay not applicable - ignored"
	NoteWhiteToPlay Note = "WhiteToPlay not applicable - ignored"
	NoteStopOnShort Note = "Option  StopOnShortSolutions  not supported with direct play."
	NoteTry         Note = "try play not applicable"
	NoteThreat      Note = `Option "Threat" not applicable or indicated maximum threat length too big`
	NoteIntelligent Note = "Intelligent Mode only with h#/=, ser-#/= and ser-h#/=, " +
		"with a limited set of fairy conditions and without fairy pieces."
	NoteSetPlay     Note = "SetPlay not applicable - ignored"
	NoteMoveNumbers Note = "StartMoveNumber or UpToMoveNumber incompatible with the stipulation"
)

// The notes on positions. The first two say why nothing is solved.
const (
	NoteKingTakeable Note = "the side to play can capture the king"
	NoteNoPawn       Note = "Inconsistent retro information\n\nproblem ignored"

	// No option says that a king is missing on purpose.
	NoteNoWhiteKing Note = "White has no king; the problem is solved as it stands. Option NoWk says that none is meant."
	NoteNoBlackKing Note = "Black has no king; the problem is solved as it stands. Option NoBk says that none is meant."
)

// applicable returns the options that apply to a stipulation, and a note on each that does not.
func (o Options) applicable(s *Stipulation) (Options, []Note) {
	var notes []Note
	if s.Structure != nil {
		return o, nil
	}
	drop := func(option *bool, applies bool, note Note) {
		if *option && !applies {
			*option = false
			notes = append(notes, note)
		}
	}
	defended := s.defended()
	drop(&o.Quodlibet, s.Play == Self || s.Play == SemiReflex || s.Play == HelpSelf || s.Play == Reflex && defended,
		NoteQuodlibet)
	drop(&o.GoalIsEnd, s.Play != Reciprocal && s.Play != Reflex && s.Play != HelpReflex, NoteGoalIsEnd)
	helped := s.Mover == Alternate && !s.Half && (s.Play != Reciprocal || s.Moves > 1)
	drop(&o.WhiteToPlay, !defended && (helped || s.IsGame()), NoteWhiteToPlay)
	drop(&o.PostKeyPlay, s.tree(), NotePostKeyPlay)
	if !s.intelligent() {
		o.PerEnding = 0
	}
	return o, notes
}

// DroppedOptions returns a note on each option that does not apply to the stipulation.
func (p *Problem) DroppedOptions() []Note {
	_, notes := p.Options.applicable(&p.Stipulation)
	return notes
}

// intelligent reports whether Popeye's Intelligent mode is for a stipulation, games aside.
func (s *Stipulation) intelligent() bool {
	return !s.defended() && (s.Goal.Aim == Mate || s.Goal.Aim == Stalemate) &&
		!s.answered()
}

// ignored returns a note on each option that applies but has no effect.
func (o *Options) ignored(s *Stipulation) (notes []Note) {
	add := func(is bool, note Note) {
		if is {
			notes = append(notes, note)
		}
	}
	if s.Structure != nil {
		return nil
	}
	defended := s.defended()
	applied, _ := o.applicable(s)
	postKey := o.PostKeyPlay && s.tree()
	add(o.SetPlay && (postKey || !s.played(&applied).hasSetPlay()), NoteSetPlay)
	add(o.Intelligent && !s.IsGame() && !s.intelligent(), NoteIntelligent)
	add((o.MoveNumbers || o.From > 0 || o.UpTo > 0) && postKey, NoteMoveNumbers)
	add(o.Tries > 0 && postKey, NoteTry)
	tooLong := (s.Moves > 1 || len(s.Intro) > 0) && o.Threat >= s.Moves
	add(o.Threat > 0 && (!defended || tooLong) ||
		o.Threat < 0 && !defended && s.ending() == lines.ReachesGoal && !s.Goal.Immobilises(), NoteThreat)
	add(o.StopOnShort && defended && len(s.Intro) == 0, NoteStopOnShort)
	return notes
}

// ForSide returns the stipulation as it is printed: a structured one is for the other side with
// WhiteToPlay.
func (s *Stipulation) ForSide(o *Options) Stipulation {
	if s.Structure == nil || !o.WhiteToPlay {
		return *s
	}
	return structured(s.Structure.Side.Other(), s.Structure.Expr)
}

// played returns the stipulation as it is played: half a move shorter if White begins help play.
func (s *Stipulation) played(o *Options) *Stipulation {
	if !o.WhiteToPlay || s.tree() || s.Mover != Alternate || s.Half || s.IsGame() {
		return s
	}
	shorter := *s
	shorter.Text = strings.TrimSuffix(s.Text, fmt.Sprint(s.Moves)) + fmt.Sprintf("%d.5", s.Moves-1)
	shorter.Moves, shorter.Half = s.Moves-1, true
	return &shorter
}

// hasSetPlay reports whether there is play before that of the side that begins.
func (s *Stipulation) hasSetPlay() bool {
	switch {
	case s.IsGame() || s.tree() || len(s.Intro) > 0:
		return true
	case s.Mover == Series || s.Mover == HelpParry:
		return s.Play != Direct
	case s.Mover == Alternate && (s.Play == HelpSelf || s.Play == HelpReflex):
		return s.Moves > 1 || s.Moves == 1 && s.Half
	case s.Play == Reciprocal && s.Half:
		return s.Moves > 1
	}
	return s.Moves > 0
}

// Task returns the stipulation as Popeye prints it: half a move shorter if White begins help play,
// and with the numbers of the options Threat, MaxFlightsquares and NonTrivial.
func (p *Problem) Task() string {
	st := &p.Stipulation
	o, _ := p.Options.applicable(st)
	text := st.played(&o).String()
	if o.PostKeyPlay && st.tree() {
		text = strings.Replace(text, "exact-", "", 1)
	}
	if o.PostKeyPlay && st.Play == SemiReflex && st.Moves == 1 {
		text = strings.Replace(text, "semi-", "", 1)
	}
	if o.Threat != 0 || o.Flights != nil {
		text += "/"
		if o.Threat != 0 {
			text += fmt.Sprint(max(o.Threat, 0))
		}
		if o.Flights != nil {
			text += fmt.Sprintf("/%d", *o.Flights)
		}
	}
	if n := o.NonTrivial; n != nil {
		text += fmt.Sprintf(";%d,%d", n[0], n[1])
	}
	return text
}
