package problem

import (
	"slices"
	"time"

	"github.com/kirke-chess/kirke/board"
	"github.com/kirke-chess/kirke/rules"
)

// Problem is a composed problem: a position, a task and how to look at it.
type Problem struct {
	Authors, Origins, Titles, Awards, Remarks []string // a line each

	// Game is the game without the conditions; its ID is "chess" in Popeye's language.
	Game       *rules.Variant
	Conditions []Condition
	Setup      rules.Setup // of which the turn does not matter: the stipulation says who begins
	Kamikaze   []board.Square
	Initial    []rules.Man // of a=>b: what stands where in position A, of which Setup is position B
	// FromFEN says that the rights are those of Setup; otherwise castling rights follow from the squares.
	FromFEN bool

	Stipulation Stipulation
	Options     Options
	Twins       []Twin
	Zero        bool // the diagram itself is not solved: the first twin is a)

	part *interval // the first moves that are looked at, in each phase and length; nil for all
}

// Options change what is looked for and what is shown. The zero value is the default.
type Options struct {
	SetPlay           bool // play of the side that does not begin, first
	Variations        bool // the answers to keys
	NoThreat          bool // without threats
	PostKeyPlay       bool // the diagram is the position after the key
	WhiteToPlay       bool // help play begins half a move later
	Duplex            bool // then with colours exchanged
	HalfDuplex        bool // only with colours exchanged
	Quodlibet         bool // the first side may also reach the goal itself
	GoalIsEnd         bool // play does not go on past the goal
	NoShortVariations bool
	StopOnShort       bool // no longer solutions than the shortest
	MoveNumbers       bool // progress, on the first moves
	NoBoard           bool
	Intelligent       bool // asked for; it matters only with PerEnding

	Tries      int  // keys with up to so many refutations are shown
	Threat     int  // the length of threats at most; 0 is no limit, -1 stands for "Threat 0"
	Flights    *int // the squares the defending king may have
	NonTrivial *[2]int

	MaxSolutions int           // 0 is no limit
	PerEnding    int           // with Intelligent, solutions of one length that end in one position; 0 is no limit
	MaxTime      time.Duration // 0 is no limit
	From, UpTo   int           // first moves to be looked at, from 1; 0 is no limit

	EnPassant  []board.Square // passed by the pawn that has just moved: departure, squares passed, arrival
	NoCastling []board.Square
	Exclusive  [][2]board.Square // rooks of which at most one may ever have castled

	NoKing [2]bool // by colour: that a king is missing is intended

	// Words are the options as they were written, in Popeye's English.
	Words []string
}

// sides says for which sides a problem is solved: as it is, or with colours exchanged.
func (o *Options) sides() []bool {
	switch {
	case o.Duplex:
		return []bool{false, true}
	case o.HalfDuplex:
		return []bool{true}
	}
	return []bool{false}
}

// Condition is one of Popeye's fairy conditions as far as Kirke plays them.
type Condition struct {
	Text string // as Popeye prints it
	IDs  []string
	// LastCapture is the man that was captured in the move before the diagram, with the square.
	LastCapture rules.Man
	CapturedAt  board.Square
}

// Twin is a change to a problem that makes another.
type Twin struct {
	Continued bool // from the twin before, not from the diagram
	Changes   []Change
}

// Change is one operation of a twin.
type Change struct {
	Kind       ChangeKind
	From, To   board.Square // of Move, Swap, Shift
	Squares    []board.Square
	Men        []Placed // of Add
	Kinds      [2]rules.Kind
	Angle      int    // of Rotate
	Mirror     string // of Reflect: "a1<-->h1"
	Task       Stipulation
	Conditions []Condition
}

// Placed is a man and where it stands.
type Placed struct {
	Man      rules.Man
	At       board.Square
	Kamikaze bool
}

// ChangeKind is the kind of a change.
type ChangeKind uint8

// The kinds of changes.
const (
	MoveMan ChangeKind = iota
	SwapMen
	RemoveMen
	AddMen
	Substitute
	Rotate
	Reflect
	Shift
	SwapColours
	NewStipulation
	NewConditions
)

// clone returns a copy whose board can be changed.
func (p *Problem) clone() *Problem {
	c := *p
	c.Setup = p.Setup.Clone()
	c.Kamikaze = slices.Clone(p.Kamikaze)
	return &c
}

func (p *Problem) kamikaze(sq board.Square) bool { return slices.Contains(p.Kamikaze, sq) }
